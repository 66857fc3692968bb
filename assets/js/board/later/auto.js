// Battle after battle by itself, at half, one, three or ten times the pace.
import { PACE } from "../first/board.js";
import { isWar } from "../first/recording.js";
import { choose, TEMPOS } from "./kept.js";

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
    const rest =
      slow && next && isWar(next, board.recording) ? (board.phases.length - 1) * (pace / 2) : 0;
    if (board.auto) timer = setTimeout(step, pace + rest);
  };

  board.addEventListener("auto", () => {
    clearTimeout(timer);
    if (board.auto) timer = setTimeout(step, 60);
  });
  document.addEventListener("visibilitychange", () => document.hidden && board.pause());
}

/** @param {Board} board */
export function play(board) {
  if (board.over) board.leap(0);
  board.auto = true;
  board.dispatchEvent(new Event("auto"));
}

/** @param {Board} board @param {number} direction */
export function changeTempo(board, direction) {
  const place = TEMPOS.indexOf(board.settings.tempo) + direction;
  choose(board, "tempo", TEMPOS[Math.min(Math.max(0, place), TEMPOS.length - 1)] ?? 1);
}
