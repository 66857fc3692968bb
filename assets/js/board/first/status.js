// What is said aloud: one sentence a battle, in the page's only status region.
import { part } from "./dom.js";
import * as tell from "./tell.js";
import { fill, gettext } from "./words.js";

/** @param {Board} board */
export function watch(board) {
  board.addEventListener("battle", () => {
    if (!board.settled || (!board.battle && board.element.dataset.live === undefined)) return;
    if (!tell.later.isQuiet?.(board)) say(sentence(board));
  });
}

/** @param {string} text */
export function say(text) {
  const region = part("#board-status");
  // The same words twice are news as well.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** @param {Board} board */
export function sentence(board) {
  const { recording, battle } = board;
  if (!battle) return gettext("The cards are dealt.");
  const number = fill(gettext("Battle %(number)s"), { number: battle });
  const end = board.over ? tell.later.result?.(recording) : "";
  return [`${number}.`, tell.battle(recording, battle), end].filter(Boolean).join(" ");
}
