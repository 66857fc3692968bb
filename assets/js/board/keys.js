// Keys, only while focus is in the board: never one that the focused control uses itself.
import { changeTempo } from "./auto.js";

/** @typedef {import("./board.js").Board} Board */

const TEXT = "input:not([type=radio], [type=range], [type=checkbox], [type=button]), textarea, select, [contenteditable]";
const MOVES = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"];
const PRESSES = [" ", "Enter"];

/**
 * @param {Board} board
 * @param {(action: string) => void} act what a control of this name does
 */
export function watch(board, act) {
  board.element.addEventListener("keydown", (event) => {
    if (event.repeat) {
      // A key held down turns no cards, not even through the button that has focus.
      if (PRESSES.includes(event.key) && isTurn(event.target)) event.preventDefault();
      return;
    }
    if (!board.settings.keys || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (uses(event.target, event.key)) return;
    const action = find(event);
    if (!action) return;
    event.preventDefault();
    action(board, act);
  });
}

/** @param {EventTarget | null} target */
const isTurn = (target) => target instanceof Element && Boolean(target.closest("[data-do=turn]"));

/** Whether the focused control has a use of its own for a key. @param {EventTarget | null} target @param {string} key */
function uses(target, key) {
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog, [popover]")) return true;
  if (target.matches(TEXT)) return true;
  if (target.matches("[type=range]")) return MOVES.includes(key);
  if (target.matches("[type=radio], [type=checkbox]")) return [...MOVES, " "].includes(key);
  if (target.matches("a, summary")) return PRESSES.includes(key);
  if (target.matches("button")) return PRESSES.includes(key);
  if (target.matches(".log-scroll")) return [" ", ...MOVES.slice(2)].includes(key);
  return false;
}

/** @typedef {(board: Board, act: (action: string) => void) => void} Action */

/** @type {Record<string, Action>} */
const KEYS = {
  " ": (board) => board.turn(),
  Enter: (board) => board.turn(),
  ArrowLeft: (board) => board.back(),
  ArrowRight: (board) => board.goTo(board.battle + 1),
  "Shift+ArrowLeft": (board) => board.goToWar(-1),
  "Shift+ArrowRight": (board) => board.goToWar(1),
  Home: (board) => board.goTo(0),
  End: (board) => board.toEnd(),
  a: (_, act) => act("auto"),
  s: (board) => changeTempo(board, 1),
  "Shift+s": (board) => changeTempo(board, -1),
  e: (_, act) => act("end"),
  r: (_, act) => act("again"),
  n: (_, act) => act("new"),
  l: (_, act) => act("say-last"),
  c: (_, act) => act("say-counts"),
  t: (_, act) => act("share"),
  m: (_, act) => act("sound"),
  "?": (_, act) => act("help"),
};

/** @param {KeyboardEvent} event @returns {Action | undefined} */
function find(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "?") return KEYS["?"];
  return KEYS[event.shiftKey ? `Shift+${key}` : key];
}
