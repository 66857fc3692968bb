// What went wrong, in words, where somebody acted: it can be put away, and offers what may help.
import { put } from "../first/controls.js";
import { make, part } from "../first/dom.js";
import { say } from "../first/status.js";
import { gettext } from "../first/words.js";
import { reasons } from "./reasons.js";
import { actionButton } from "./shapes.js";

/**
 * @param {Board} board
 * @param {string} reason
 * @param {() => void} [retry]
 */
export function show(board, reason, retry) {
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
  hide(board);
  const box = part("#board-message");
  box.dataset.reason = reason;
  box.replaceChildren(make("p", "message-title", title), make("p", "", text), buttons);
  put(board);
  fieldOf(box)?.setAttribute("aria-describedby", box.id);
  say(`${title} ${text}`);
  if (reason === "deal-code") refuse(board, part("#deal-code"));
}

/**
 * What the message is about: the field, button or group of choices that it stands behind.
 * @param {Element} box
 */
function fieldOf(box) {
  const near = box.previousElementSibling;
  return near?.matches(".summary")
    ? null
    : (near?.querySelector("#deal-code, [data-do=new]") ?? near);
}

/**
 * A field holds what cannot be taken, until something else is typed.
 * @param {Board} board
 * @param {HTMLElement} field
 */
function refuse(board, field) {
  field.setAttribute("aria-invalid", "true");
  field.addEventListener("input", () => hide(board), { once: true });
}

/** @param {Board} board */
export function hide(board) {
  const box = part("#board-message");
  const hadFocus = box.contains(document.activeElement);
  const fields = [...document.querySelectorAll(`[aria-describedby=${box.id}]`)];
  box.hidden = true;
  delete box.dataset.reason;
  for (const field of fields) {
    for (const name of ["aria-describedby", "aria-invalid"]) field.removeAttribute(name);
  }
  if (hadFocus) back(fields[0], board).focus();
}

/**
 * Where the focus goes from a message that is put away: to the control that it was about.
 * @param {Element | undefined} field
 * @param {Board} board
 */
function back(field, board) {
  const control = field?.querySelector(":checked") ?? field;
  return control instanceof HTMLElement && control.checkVisibility()
    ? control
    : part("[data-do=turn]", board.element);
}
