// Battle after battle by itself, at half, one, three or ten times the pace.
import { PACE } from "./board.js";
import { isWar } from "./recording.js";

/** @typedef {import("./board.js").Board} Board */

export const TEMPOS = [0.5, 1, 3, 10];

/** @param {Board} board */
export function watch(board) {
  /** @type {number | undefined} */
  let timer;

  const step = () => {
    if (!board.auto) return;
    const pace = PACE / board.settings.tempo;
    const next = board.recording.battles[board.battle];
    const slow = !board.calm && board.settings.tempo <= 1;
    board.advance(slow ? pace / 2 : 0);
    const rest = slow && next && isWar(next, board.recording) ? (board.phases.length - 1) * (pace / 2) : 0;
    if (board.auto) timer = setTimeout(step, pace + rest);
  };

  board.addEventListener("auto", () => {
    clearTimeout(timer);
    if (board.auto) timer = setTimeout(step, 60);
  });
  document.addEventListener("visibilitychange", () => document.hidden && board.pause());
}

/** @param {Board} board @param {number} direction */
export function changeTempo(board, direction) {
  const place = TEMPOS.indexOf(board.settings.tempo) + direction;
  board.settings.tempo = TEMPOS[Math.min(Math.max(0, place), TEMPOS.length - 1)] ?? 1;
  board.applySettings();
}
