// What went wrong, in words, over the table: it can be put away, and offers what may help.
import { actionButton, make, part } from "./dom.js";
import { gettext } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

/** @returns {Record<string, [string, string, string?]>} title, text and what the button does */
function messages() {
  const broken = gettext("These are new cards, by the rules of this page.");
  const cut = gettext("It was probably cut off when it was copied.");
  const absent = gettext("WebAssembly is switched off or missing.");
  const first = gettext("New games need a connection the first time.");
  const retry = gettext("Try again");
  const playable = gettext("The recorded games of this page can be played all the same.");
  return {
    incomplete: [gettext("This link is incomplete."), `${cut} ${broken}`],
    check: [gettext("This link has a mistake in it."), broken],
    version: [gettext("This link comes from a newer version of the game."), broken],
    variant: [gettext("This link names a game that is not known here."), broken],
    "deal-code": [gettext("This is no deal code."), gettext("A deal code has eight letters and digits, as in 7K3Q-9F2A.")],
    unsupported: [gettext("New games cannot be made in this browser."), `${absent} ${playable}`],
    offline: [gettext("You are offline."), `${first} ${playable}`, retry],
    failed: [gettext("Loading failed."), playable, retry],
    crashed: [gettext("The game engine has stopped."), gettext("Your game is still here."), gettext("Start it again")],
    saving: [gettext("This game has to be made by the game engine."), gettext("It is loaded once."), gettext("Load it")],
    recording: [gettext("The recorded game did not load."), gettext("Is there a connection?"), retry],
    "too-many": [gettext("So many players cannot play with these cards."), gettext("Choose fewer players or fewer cards.")],
  };
}

/** @type {Record<string, string>} */
const SAME = {
  empty: "incomplete",
  malformed: "check",
  long: "check",
  players: "check",
  deal: "check",
  battle: "check",
  rules: "check",
};

/**
 * @param {Board} board
 * @param {string} reason
 * @param {() => void} [retry]
 */
export function show(board, reason, retry) {
  const box = part("#board-message", board.element);
  const found = messages()[SAME[reason] ?? reason] ?? messages().failed;
  if (!found) return;
  const [title, text, action] = found;
  const buttons = make("div", "message-actions");
  if (action && retry) {
    const button = actionButton("retry", action);
    button.addEventListener("click", () => {
      hide(board);
      retry();
    });
    buttons.append(button);
  }
  buttons.append(actionButton("close", gettext("Close")));
  box.dataset.reason = reason;
  box.replaceChildren(make("p", "message-title", title), make("p", "", text), buttons);
  box.hidden = false;
  board.say(`${title} ${text}`);
}

/** @param {Board} board */
export function hide(board) {
  const box = part("#board-message", board.element);
  if (box.hidden) return;
  if (box.contains(document.activeElement)) part("[data-do=turn]", board.element).focus();
  box.hidden = true;
  delete box.dataset.reason;
}
