// The board's heading: the game and for how many it is.
import { fill, gettext } from "../first/words.js";

/** @param {string} game @param {number} players */
export function title(game, players) {
  return fill(pattern(players), { game });
}

/** @param {number} players */
function pattern(players) {
  if (players === 2) return gettext("%(game)s for two");
  return players === 3 ? gettext("%(game)s for three") : gettext("%(game)s for four");
}
