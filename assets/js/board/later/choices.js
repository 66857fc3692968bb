// Controls of one setting each: they show what is set, and what is chosen there holds at once.
import { make } from "../first/dom.js";
import { choose } from "./kept.js";

/**
 * A switch.
 * @param {Board} board @param {"sound" | "phases" | "keys"} name @param {string} label
 */
export function toggle(board, name, label) {
  const input = make("input", {
    type: "checkbox",
    name,
    role: "switch",
    checked: Boolean(board.settings[name]),
  });
  input.addEventListener("change", () => choose(board, name, input.checked));
  return make("label", "pick", input, make("span", "", label));
}

/**
 * One of several values.
 * @template {"tempo" | "motion" | "suits" | "letters"} Name
 * @param {Board} board
 * @param {Name} name
 * @param {string} title
 * @param {[Settings[Name], string][]} options
 */
export function oneOf(board, name, title, options) {
  const group = make("fieldset", "row", make("legend", "", title));
  for (const [value, label] of options) {
    const checked = board.settings[name] === value;
    const input = make("input", {
      type: "radio",
      name: `set-${name}`,
      value: String(value),
      checked,
    });
    input.addEventListener("change", () => choose(board, name, value));
    group.append(make("label", "pick", input, make("span", "", label)));
  }
  return group;
}
