// The list of keys, and the switch that turns them off.
import { make } from "../first/dom.js";
import { gettext, pgettext } from "../first/words.js";
import { toggle } from "./choices.js";
import { openDialog } from "./dialog.js";

/** @param {Board} board @returns {HTMLDialogElement} */
export function openHelp(board) {
  return openDialog("help", gettext("Keys"), () => [
    make("p", "", gettext("They work while the focus is on the board.")),
    toggle(board, "keys", gettext("Keyboard shortcuts")),
    table(),
  ]);
}

function table() {
  const head = make(
    "tr",
    "",
    make("th", { scope: "col" }, pgettext("keyboard", "Key")),
    make("th", { scope: "col" }, gettext("What it does")),
  );
  const body = make("tbody");
  for (const [keys, meaning] of rows()) {
    const names = keys.flatMap((key, place) => [...(place ? [" / "] : []), ...pressed(key)]);
    body.append(make("tr", "", make("th", { scope: "row" }, ...names), make("td", "", meaning)));
  }
  const caption = make("caption", "sr", gettext("Keys of the board"));
  return make("table", "keys", caption, make("thead", "", head), body);
}

/** Keys that are pressed together. @param {string} key */
function pressed(key) {
  return key
    .split("+")
    .flatMap((part, place) => [
      ...(place ? ["+"] : []),
      make("kbd", { translate: part.length === 1 && "no" }, part),
    ]);
}

/** @returns {[string[], string][]} */
function rows() {
  const shift = pgettext("key", "Shift");
  return [
    [[pgettext("key", "Space"), pgettext("key", "Enter")], gettext("Turn the next cards")],
    [["←", "→"], gettext("Previous battle, next battle")],
    [[`${shift}+←`, `${shift}+→`], gettext("Previous war, next war")],
    [[pgettext("key", "Home"), pgettext("key", "End")], gettext("Start of the game, last battle")],
    [["A"], gettext("Start or pause automatic play")],
    [["S", `${shift}+S`], gettext("Faster, slower")],
    [["E"], gettext("Skip to the end of the game")],
    [["R"], gettext("The same cards again")],
    [["N"], gettext("New deal")],
    [["L"], gettext("Read out the last battle")],
    [["C"], gettext("Read out how many cards everybody has")],
    [["T"], gettext("Share this game")],
    [["M"], gettext("Sound on, sound off")],
    [["?"], gettext("This list")],
  ];
}
