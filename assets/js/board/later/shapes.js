// Drawings and buttons that scripts make.
import { make } from "../first/dom.js";

/** @param {string} name @param {Record<string, string | number>} [attributes] */
export function shape(name, attributes = {}) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, `${value}`);
  return element;
}

/** A drawing of one path. @param {string} path @param {string} box the viewBox */
export function drawing(path, box) {
  const svg = shape("svg", { viewBox: box, "aria-hidden": "true" });
  svg.append(shape("path", { d: path }));
  return svg;
}

/** An icon of the page's sprite. @param {string} name */
export function icon(name) {
  const svg = shape("svg", { class: "icon", width: 22, height: 22, "aria-hidden": "true" });
  svg.append(shape("use", { href: `#i-${name}` }));
  return svg;
}

/**
 * A button that the board's controls understand.
 * @param {string} action
 * @param {string} text
 * @param {string} [image]
 */
export function actionButton(action, text, image) {
  const button = make("button", "control", ...(image ? [icon(image)] : []), make("span", "", text));
  button.type = "button";
  button.dataset.do = action;
  return button;
}
