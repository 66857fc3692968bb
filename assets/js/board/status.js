// What is said aloud: one sentence a battle, in the page's only status region.
import { part } from "./dom.js";
import { isWar } from "./recording.js";
import * as tell from "./tell.js";
import { fill, gettext } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

const FAST = 3;
const RARELY = 3000;

/** @param {Board} board */
export function watch(board) {
  const region = part("#board-status");
  let said = -Infinity;

  /** @param {string} text */
  const say = (text) => {
    region.textContent = region.textContent === text ? `${text}\u00a0` : text; // the same words twice are news as well
  };

  board.addEventListener("battle", () => {
    if (!board.settled || (!board.battle && board.element.dataset.live === undefined)) return;
    if (board.auto && board.settings.tempo >= FAST && !board.over) {
      if (performance.now() - said < RARELY || !isNews(board)) return;
      said = performance.now();
    }
    say(sentence(board));
  });
  return say;
}

/** A war, or another player in the lead. @param {Board} board */
function isNews(board) {
  const { current, recording, battle } = board;
  if (!current) return false;
  return isWar(current, recording) || leader(recording.counts[battle]) !== leader(recording.counts[battle - 1]);
}

/** The seat with the most cards; -1 while several have them. @param {number[]} [counts] */
export function leader(counts = []) {
  const most = Math.max(...counts);
  const first = counts.indexOf(most);
  return counts.indexOf(most, first + 1) < 0 ? first : -1;
}

/** @param {Board} board */
export function sentence(board) {
  const { recording, battle } = board;
  if (!battle) return gettext("The cards are dealt.");
  const number = fill(gettext("Battle %(number)s"), { number: battle });
  const end = board.over ? ` ${tell.result(recording)}` : "";
  return `${number}. ${tell.battle(recording, battle)}${end}`;
}
