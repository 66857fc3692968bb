// What went wrong, in words, over the table: it can be put away, and offers what may help.
import { make, part } from "./dom.js";
import { reasons } from "./reasons.js";
import { actionButton } from "./shapes.js";
import { gettext } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

/**
 * @param {Board} board
 * @param {string} reason
 * @param {() => void} [retry]
 */
export function show(board, reason, retry) {
  const box = part("#board-message", board.element);
  const messages = reasons();
  const [title, text, action] = messages[reason] ?? messages.failed;
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
