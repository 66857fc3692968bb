// What is said aloud: one sentence a battle, in the page's only status region.
import { part } from "./dom.js";
import * as tell from "./tell.js";
import { fill, gettext } from "./words.js";

/** @param {Board} board */
export function watch(board) {
  const region = part("#board-status");

  /** @param {string} text */
  const say = (text) => {
    // the same words twice are news as well
    region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  };

  board.addEventListener("battle", () => {
    if (!board.settled || (!board.battle && board.element.dataset.live === undefined)) return;
    if (board.quiet()) return;
    say(sentence(board));
  });
  return say;
}

/** @param {Board} board */
export function sentence(board) {
  const { recording, battle } = board;
  if (!battle) return gettext("The cards are dealt.");
  const number = fill(gettext("Battle %(number)s"), { number: battle });
  const end = board.over ? tell.later.result?.(recording) : "";
  return [`${number}.`, tell.battle(recording, battle), end].filter(Boolean).join(" ");
}
