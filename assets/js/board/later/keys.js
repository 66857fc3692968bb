// Keys, only while focus is in the board: never one that the focused control uses itself.

const INPUT = "input:not([type=radio], [type=range], [type=checkbox], [type=button])";
const TEXT = `${INPUT}, textarea, select, [contenteditable]`;
const MOVES = [
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "ArrowDown",
  "Home",
  "End",
  "PageUp",
  "PageDown",
];
const PRESSES = [" ", "Enter"];

/**
 * Leads through choices that deal anew: there, arrows move the focus, as in a toolbar, and Space or
 * Enter chooses.
 * @param {KeyboardEvent} event @returns {boolean} whether it did
 */
export function walk({ target, key, ctrlKey, altKey, metaKey }) {
  const group =
    target instanceof HTMLInputElement && target.type === "radio"
      ? target.closest(".option")
      : null;
  if (!group || ctrlKey || altKey || metaKey) return false;
  const input = /** @type {HTMLInputElement} */ (target);
  if (key === "Enter") input.click();
  const isBack = key === (document.dir === "rtl" ? "ArrowRight" : "ArrowLeft") || key === "ArrowUp";
  if (!isBack && !key.startsWith("Arrow")) return key === "Enter";
  const inputs = [...group.querySelectorAll("input")];
  inputs.at((inputs.indexOf(input) + (isBack ? -1 : 1)) % inputs.length)?.focus();
  return true;
}

/**
 * @param {Board} board
 * @param {KeyboardEvent} event
 * @param {(action: string) => void} act
 */
export function press(board, event, act) {
  if (
    !board.settings.keys ||
    event.ctrlKey ||
    event.altKey ||
    event.metaKey ||
    event.defaultPrevented
  ) {
    return;
  }
  const action = find(event);
  if (!action || uses(event.target, event.key)) return;
  event.preventDefault();
  act(action);
}

/**
 * Whether the focused control has a use of its own for a key.
 * @param {EventTarget | null} target
 * @param {string} key
 */
function uses(target, key) {
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog, [popover]")) return true;
  if (target.matches(TEXT)) return true;
  if (target.matches("[type=range]")) return MOVES.includes(key);
  if (target.matches("[type=radio], [type=checkbox]")) return [...MOVES, " "].includes(key);
  if (target.matches("a, summary, button")) return PRESSES.includes(key);
  if (target.matches(".log-scroll")) return [" ", ...MOVES.slice(2)].includes(key);
  return false;
}

/** @type {Record<string, string>} */
const KEYS = {
  " ": "turn",
  Enter: "turn",
  ArrowLeft: "back",
  ArrowRight: "on",
  "Shift+ArrowLeft": "war-before",
  "Shift+ArrowRight": "war-after",
  Home: "start",
  End: "end",
  a: "auto",
  s: "faster",
  "Shift+s": "slower",
  e: "end",
  r: "again",
  n: "new",
  l: "say-last",
  c: "say-counts",
  t: "share",
  m: "sound",
  "?": "help",
};

/** @param {KeyboardEvent} event */
function find({ key, shiftKey }) {
  const plain = key.length === 1 ? key.toLowerCase() : key;
  return KEYS[shiftKey && key !== "?" ? `Shift+${plain}` : plain];
}
