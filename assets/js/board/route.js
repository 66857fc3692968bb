// The fragment of the address: what lies on the table is written there. What a link says is read in rest.js.
import { gameCode, hashOf } from "./code.js";

/** @typedef {import("./board.js").Board} Board */

const SECOND = 1000;

/** The code of the game on the table; empty when it has none. @param {Board} board @param {number | null} battle */
export function codeOf({ recording, data, own }, battle) {
  return recording.deal ? gameCode(data.variant, recording.players, recording.deal, battle, own) : "";
}

/** @param {Board} board @param {"push" | "replace"} how */
export function writeAddress(board, how) {
  const code = codeOf(board, board.battle || null);
  if (!code) return;
  const hash = hashOf(code);
  for (const link of document.querySelectorAll("#languages a")) {
    if (link instanceof HTMLAnchorElement) link.hash = hash;
  }
  if (hash !== location.hash) history[`${how}State`](null, "", hash);
}

/** Writes the address at most once a second and at each pause. @param {Board} board */
export function watch(board) {
  /** @type {number | undefined} */
  let timer;
  let written = -SECOND;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    written = performance.now();
    if (board.battle || location.hash) writeAddress(board, "replace");
  };
  board.addEventListener("battle", () => {
    const wait = written + SECOND - performance.now();
    if (wait <= 0) write();
    else timer ??= setTimeout(write, wait);
  });
  if (board.battle) write();
  board.addEventListener("auto", () => board.auto || write());
  addEventListener("pagehide", write);
  document.querySelector("[popovertarget=languages]")?.addEventListener("click", write);
}
