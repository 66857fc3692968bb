// Dialogs of the board: made when they are opened, gone when they are closed; the focus goes back
// where it was.
import { gettext } from "../first/words.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes and children; no text is ever read as markup.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | boolean>} [attributes] true is an attribute without a value,
 *   false none
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/**
 * A drawing of one path.
 * @param {string} path @param {string} box the viewBox
 * @returns {SVGSVGElement}
 */
export function drawing(path, box) {
  const svg = document.createElementNS(SVG, "svg");
  const shape = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", box);
  svg.setAttribute("aria-hidden", "true");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}

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
  const close = element("button", {
    type: "button",
    class: "dialog-close",
    "aria-label": gettext("Close"),
  });
  close.append(drawing("M6 6 18 18M18 6 6 18", "0 0 24 24"));
  const heading = element("h2", { id: `${id}-title` }, title);
  const dialog = element("dialog", { id, class: "dialog", "aria-labelledby": heading.id });
  dialog.append(element("div", { class: "dialog-head" }, heading, close), ...content());
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
  return element("p", { class: "dialog-news", "aria-live": "polite" });
}

/** @param {HTMLDialogElement} dialog @param {MouseEvent} event */
function isOutside(dialog, event) {
  const box = dialog.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}
