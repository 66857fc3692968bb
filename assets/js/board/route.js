// The fragment of the address: what a link says is laid on the table, and what lies there is written into the address.
import { hashOf, codeInHash, LinkError, readLink, writeLink } from "./link.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Request} Request */

/**
 * What the address asks for; "gone" when another page plays it, a reason when the link is broken.
 * @param {Board["data"]} data
 * @returns {{request?: Request, reason?: string, gone?: boolean}}
 */
export function readAddress(data) {
  const code = codeInHash(location.hash);
  if (code === null) return {};
  try {
    const game = readLink(code, data.presets);
    const page = data.pages[game.variant];
    if (game.variant !== data.variant && page) {
      location.replace(page + location.hash);
      return { gone: true };
    }
    const { rules, players, deal, battle } = game;
    return { request: { rules, players, deal, battle: battle ?? 0 } };
  } catch (error) {
    if (error instanceof LinkError) return { reason: error.reason };
    throw error;
  }
}

/** The code of the game on the table; empty when it has none. @param {Board} board @param {number | null} battle */
export function codeOf(board, battle) {
  const { recording, data } = board;
  if (!recording.deal) return "";
  const { rules, players, deal } = recording;
  return writeLink({ variant: data.variant, rules, players, deal, battle }, data.presets);
}

/** @param {Board} board @param {"push" | "replace"} how */
export function writeAddress(board, how) {
  const code = codeOf(board, board.battle || null);
  if (!code) return;
  const hash = hashOf(code);
  for (const link of document.querySelectorAll("#languages a")) {
    if (link instanceof HTMLAnchorElement) link.hash = hash;
  }
  if (hash === location.hash) return;
  if (how === "push") history.pushState(null, "", hash);
  else history.replaceState(null, "", hash);
}
