// What happens in a game, in sentences. They keep to a colon style ("You: two of hearts."), in
// which the name of a card or a player needs no case.
import { upCard, wars } from "./recording.js";
import { cardName, fill, gettext, ngettext, number, pgettext } from "./words.js";

/**
 * What only later battles have: told in outcome.js and quiet.js, which come with the rest.
 * @type {Partial<typeof import("../later/outcome.js") & typeof import("../later/quiet.js")>}
 */
export const later = {};

/** @param {number} seat @param {number} players */
export function playerName(seat, players) {
  if (!seat) return pgettext("player", "You");
  if (players === 2) return pgettext("player", "Opponent");
  return fill(gettext("Player %(number)s"), { number: seat + 1 });
}

/** @param {Recording} recording */
export const tie = (recording) =>
  recording.rules.best === "low" ? gettext("A tie: peace.") : gettext("A tie: war.");

/**
 * What one player lays in one round.
 * @param {number} seat
 * @param {number} players
 * @param {string[]} cards
 * @param {string | null} standing
 */
export function turned(seat, players, cards, standing) {
  const down = cards.length - 1;
  const player = playerName(seat, players);
  if (down < 0) {
    if (!standing) return "";
    // Translators: a player without cards in Last Card Stands; "You", "Opponent" or "Player 2"
    // stand before the colon.
    return fill(gettext("%(player)s: the last card stays up, %(card)s."), {
      player,
      card: cardName(standing),
    });
  }
  const card = cardName(cards[down] ?? "");
  // Translators: "You", "Opponent" or "Player 2" stand before the colon.
  if (!down) return fill(gettext("%(player)s: %(card)s."), { player, card });
  const text = ngettext(
    "%(player)s: %(count)s card face down, then %(card)s.",
    "%(player)s: %(count)s cards face down, then %(card)s.",
    down,
  );
  return fill(text, { player, count: down, card });
}

/**
 * What everybody lays in one round.
 * @param {Battle} battle
 * @param {number} index
 * @param {number} players
 * @param {number} [from] -1 for the cards that decide alone, without those face down
 */
export function round(battle, index, players, from = 0) {
  const laid = battle.rounds[index] ?? [];
  return laid
    .map((cards, seat) =>
      cards ? turned(seat, players, cards.slice(from), upCard(battle, index, seat)) : "",
    )
    .filter(Boolean)
    .join(" ");
}

/** @param {Battle} battle @param {number} players */
export function taken(battle, players) {
  const count = battle.taken.length;
  if (battle.taker === null) return gettext("Nobody takes the cards.");
  if (!battle.taker) {
    return fill(ngettext("You take %(count)s card.", "You take %(count)s cards.", count), {
      count,
    });
  }
  if (players === 2) {
    const text = ngettext(
      "Your opponent takes %(count)s card.",
      "Your opponent takes %(count)s cards.",
      count,
    );
    return fill(text, { count });
  }
  // Translators: %(player)s is "Player 2", "Player 3" or "Player 4".
  const text = ngettext(
    "%(player)s takes %(count)s card.",
    "%(player)s takes %(count)s cards.",
    count,
  );
  return fill(text, { player: playerName(battle.taker, players), count });
}

/** @param {number[]} counts */
export function counts(counts) {
  const [yours = 0, theirs = 0] = counts;
  if (counts.length === 2) return fill(gettext("Now %(yours)s to %(theirs)s."), { yours, theirs });
  const each = counts.map((count, seat) => `${playerName(seat, counts.length)}: ${number(count)}`);
  return `${each.join(", ")}.`;
}

/**
 * A whole battle: who turns what, each war, who takes how much, and who has how much now.
 * @param {Recording} recording
 * @param {number} index 1 is the first battle
 */
export function battle(recording, index) {
  const found = recording.battles[index - 1];
  if (!found) return "";
  const players = recording.players;
  const said = found.rounds.map(
    (_, at) => (at ? `${tie(recording)} ` : "") + round(found, at, players),
  );
  // One that nobody could fight.
  if (wars(found, recording) >= said.length) said.push(tie(recording));
  return [
    ...said,
    later.forfeits?.(found, players),
    taken(found, players),
    later.fallen?.(recording, index),
    counts(recording.counts[index] ?? []),
  ]
    .filter(Boolean)
    .join(" ");
}
