// The choices of the board and what they say of the game on the table: they show what holds.
import { part } from "../first/dom.js";
import { shownCode } from "./code.js";
import { title } from "./title.js";

/** @param {Board} board */
export function watch(board) {
  for (const event of ["auto", "wait", "deal", "settings"]) {
    board.addEventListener(event, () => show(board));
  }
  board.addEventListener("settings", () => showSettings(board));
  show(board);
}

/**
 * In a dialog that is open, what was chosen elsewhere: by a key, or in another tab.
 * @param {Board} board
 */
function showSettings({ settings }) {
  for (const [name, value] of Object.entries(settings)) {
    for (const input of document.querySelectorAll(
      `dialog :is([name="set-${name}"], [name="${name}"])`,
    )) {
      if (input instanceof HTMLInputElement) {
        input.checked = input.type === "checkbox" ? value === true : input.value === `${value}`;
      }
    }
  }
}

/** @param {Board} board */
function show({ element, data, settings, recording, auto, waiting }) {
  part("[data-do=auto]", element).setAttribute("aria-pressed", `${auto}`);
  part("#board-title", element).textContent = title(data.title, recording.players);
  part("#board-deal").textContent = recording.deal ? shownCode(recording.deal) : "";
  set(element, "tempo", settings.tempo);
  if (waiting) return;
  set(element, "players", recording.players);
  for (const [name, [first]] of Object.entries(data.options)) {
    set(element, name, Number(recording.rules[/** @type {keyof Rules} */ (name)] ?? first));
  }
}

/** @param {HTMLElement} element @param {string} name @param {number} value */
function set(element, name, value) {
  for (const input of element.querySelectorAll(`input[name="${name}"]`)) {
    if (input instanceof HTMLInputElement) input.checked = Number(input.value) === value;
  }
}
