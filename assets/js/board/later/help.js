// The list of keys, and the switch that turns them off.

import { gettext, pgettext } from "../first/words.js";
import { toggle } from "./choices.js";
import { element, openDialog } from "./dialog.js";

/** @param {Board} board @returns {HTMLDialogElement} */
export function openHelp(board) {
  return openDialog("help", gettext("Keys"), () => [
    element("p", {}, gettext("They work while the focus is on the board.")),
    toggle(board, "keys", gettext("Keyboard shortcuts")),
    table(),
  ]);
}

function table() {
  const head = element(
    "tr",
    {},
    element("th", { scope: "col" }, pgettext("keyboard", "Key")),
    element("th", { scope: "col" }, gettext("What it does")),
  );
  const body = element("tbody", {});
  for (const [keys, meaning] of rows()) {
    const names = keys.flatMap((key, place) => [...(place ? [" / "] : []), ...pressed(key)]);
    body.append(
      element("tr", {}, element("th", { scope: "row" }, ...names), element("td", {}, meaning)),
    );
  }
  const caption = element("caption", { class: "sr" }, gettext("Keys of the board"));
  return element("table", { class: "keys" }, caption, element("thead", {}, head), body);
}

/** Keys that are pressed together. @param {string} key */
function pressed(key) {
  return key
    .split("+")
    .flatMap((part, place) => [
      ...(place ? ["+"] : []),
      element("kbd", { translate: part.length === 1 && "no" }, part),
    ]);
}

/** @returns {[string[], string][]} */
function rows() {
  const shift = pgettext("key", "Shift");
  return [
    [[pgettext("key", "Space"), pgettext("key", "Enter")], gettext("Turn the next cards")],
    [["←", "→"], gettext("One battle back, one battle on")],
    [[`${shift}+←`, `${shift}+→`], gettext("To the war before, to the next war")],
    [
      [pgettext("key", "Home"), pgettext("key", "End")],
      gettext("To the start, to the last battle"),
    ],
    [["A"], gettext("Play by itself, and pause")],
    [["S", `${shift}+S`], gettext("Faster, slower")],
    [["E"], gettext("To the end of the game")],
    [["R"], gettext("The same cards again")],
    [["N"], gettext("New deal")],
    [["L"], gettext("Say the last battle")],
    [["C"], gettext("Say how many cards everybody has")],
    [["T"], gettext("Share this game")],
    [["M"], gettext("Sound on, sound off")],
    [["?"], gettext("This list")],
  ];
}
