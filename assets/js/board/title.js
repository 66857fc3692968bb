// The board's heading: the game and for how many it is.
import { fill, gettext } from "./words.js";

/** @param {string} game @param {number} players */
export function title(game, players) {
  const text =
    players === 2
      ? gettext("%(game)s for two")
      : players === 3
        ? gettext("%(game)s for three")
        : gettext("%(game)s for four");
  return fill(text, { game });
}
