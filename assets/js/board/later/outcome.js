// What comes late in a game, in sentences: players who drop out, cards that wait, the end. The
// first battles of a page's own deal have nothing of it, so it comes with the rest
// (tests/test_first_deals.py).
import { playerName } from "../first/tell.js";
import { fill, gettext, ngettext } from "../first/words.js";

/** @param {Battle} battle @param {number} players */
export function forfeits(battle, players) {
  return battle.forfeits
    .map(([seat, cards]) => {
      // Translators: a player has too few cards for a war; "You", "Opponent" or "Player 2" stand
      // before the colon.
      const text = ngettext(
        "%(player)s: out of the game, %(count)s card joins those on the table.",
        "%(player)s: out of the game, %(count)s cards join those on the table.",
        cards.length,
      );
      return fill(text, { player: playerName(seat, players), count: cards.length });
    })
    .join(" ");
}

/**
 * Players who had cards before a battle and have none after it.
 * @param {Recording} recording
 * @param {number} index
 */
export function fallen(recording, index) {
  const before = recording.counts[index - 1] ?? [];
  const after = recording.counts[index] ?? [];
  if (recording.players === 2) return "";
  return after
    .map((count, seat) => {
      if (count || !before[seat]) return "";
      // Translators: "You" or "Player 2" stand before the colon.
      const text = gettext("%(player)s: no cards left.");
      return fill(text, { player: playerName(seat, after.length) });
    })
    .filter(Boolean)
    .join(" ");
}

/**
 * Cards that wait for the next battle, since nobody took them.
 * @param {Recording} recording
 * @param {number} index
 */
export function waits(recording, index) {
  const count = recording.waiting[index]?.length ?? 0;
  if (!count) return "";
  return fill(
    ngettext("%(count)s card waits on the table.", "%(count)s cards wait on the table.", count),
    { count },
  );
}

/** How the whole game ends. @param {Recording} recording */
export function result(recording) {
  const { kind, winners, battles } = recording.result;
  const winner = winners[0] ?? 0;
  const count = battles;
  if (kind !== "won") {
    return fill(
      ngettext("Drawn after %(count)s battle.", "Drawn after %(count)s battles.", count),
      { count },
    );
  }
  if (!winner) {
    const text = ngettext(
      "You win this game after %(count)s battle.",
      "You win this game after %(count)s battles.",
      count,
    );
    return fill(text, { count });
  }
  if (recording.players === 2) {
    const text = ngettext(
      "Your opponent wins this game after %(count)s battle.",
      "Your opponent wins this game after %(count)s battles.",
      count,
    );
    return fill(text, { count });
  }
  // Translators: %(player)s is "Player 2", "Player 3" or "Player 4".
  const text = ngettext(
    "%(player)s wins this game after %(count)s battle.",
    "%(player)s wins this game after %(count)s battles.",
    count,
  );
  return fill(text, { player: playerName(winner, recording.players), count });
}
