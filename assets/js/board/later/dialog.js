// Dialogs of the board: made when they are opened, gone when they are closed; the focus goes back
// where it was.
import { make } from "../first/dom.js";
import { gettext } from "../first/words.js";
import { drawing } from "./shapes.js";

/**
 * Opens a dialog over the page; the one of this name that is open already stays.
 * @param {string} id
 * @param {string} title
 * @param {() => (Node | string)[]} content made only if the dialog is not open
 * @returns {HTMLDialogElement}
 */
export function openDialog(id, title, content) {
  const before = document.getElementById(id);
  if (before instanceof HTMLDialogElement && before.open) return before;
  before?.remove(); // closed a moment ago, and not told yet
  const opener = document.activeElement;
  const close = make("button", {
    type: "button",
    class: "dialog-close",
    "aria-label": gettext("Close"),
  });
  close.append(drawing("M6 6 18 18M18 6 6 18", "0 0 24 24"));
  const heading = make("h2", { id: `${id}-title` }, title);
  const dialog = make("dialog", { id, class: "dialog", "aria-labelledby": heading.id });
  dialog.append(make("div", "dialog-head", heading, close), ...content());
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog && isOutside(dialog, event)) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * A text that tells the reader of the dialog what has happened.
 * @returns {HTMLParagraphElement}
 */
export function news() {
  return make("p", { class: "dialog-news", "aria-live": "polite" });
}

/** @param {HTMLDialogElement} dialog @param {MouseEvent} event */
function isOutside(dialog, event) {
  const box = dialog.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}
