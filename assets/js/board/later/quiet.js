// What is said aloud while battles follow fast by themselves: only news, and seldom.
import { isWar } from "../first/recording.js";

const FAST = 3;
const RARELY = 3000;

let said = -Infinity;

/** Whether the battle shown is not worth a word. @param {Board} board */
export function isQuiet(board) {
  if (!board.auto || board.settings.tempo < FAST || board.over) return false;
  if (performance.now() - said < RARELY || !isNews(board)) return true;
  said = performance.now();
  return false;
}

/** A war, or another player in the lead. @param {Board} board */
function isNews(board) {
  const { current, recording, battle } = board;
  if (!current) return false;
  return (
    isWar(current, recording) ||
    leader(recording.counts[battle]) !== leader(recording.counts[battle - 1])
  );
}

/** The seat with the most cards; -1 while several have them. @param {number[]} [counts] */
export function leader(counts = []) {
  const most = Math.max(...counts);
  const first = counts.indexOf(most);
  return counts.indexOf(most, first + 1) < 0 ? first : -1;
}
