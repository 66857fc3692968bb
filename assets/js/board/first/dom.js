// Small helpers for making elements; text goes in as text, never as markup.

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string | Record<string, string | boolean>} [about] its class; or its attributes, of which
 *   true is one without a value, and false none
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, about = "", ...children) {
  const element = document.createElement(name);
  const attributes = typeof about === "string" ? { class: about || false } : about;
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** @param {string} selector @param {ParentNode} [inside] @returns {HTMLElement} */
export function part(selector, inside = document) {
  const found = inside.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return found;
}
