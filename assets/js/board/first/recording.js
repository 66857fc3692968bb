// A recording of a whole game, as engine/game.py writes it (format 1), read into arrays that the
// board steps through.

const FORMAT = 1;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ACE = 14;
export const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const PLAIN = ["0.1.>0AB", "0.1.>0BA", "0.1.>1AB", "0.1.>1BA"];
const STANDARD = RANKS.flatMap((rank) => ["c", "d", "h", "s"].map((suit) => rank + suit));

/**
 * @param {string | any} source the JSON text, or what it holds
 * @returns {Recording}
 */
export function parseRecording(source) {
  const content = typeof source === "string" ? JSON.parse(source) : source;
  if (content.v !== FORMAT) throw new Error(`recording format ${content.v} is not known`);
  /** @type {string[]} */
  const cards = content.cards === "52" ? STANDARD : content.cards;
  const names = new Map(cards.map((card, index) => [letter(index), card]));
  /** @param {string} text */
  const read = (text) => [...text].map((character) => names.get(character) ?? fail(character));
  /** @type {Battle[]} */
  const battles = (
    content.brief === undefined ? content.battles : written(content.brief, content.hands)
  )
    .split(" ")
    .filter(Boolean)
    .map(/** @param {string} text */ (text) => parseBattle(text, content.players, read));
  const hands = content.hands.map(read);
  return {
    rules: content.rules,
    players: content.players,
    deal: content.deal,
    hands,
    aside: read(content.aside),
    battles,
    ...positions(hands, battles),
    result: content.result,
  };
}

/** @param {number} index */
const letter = (index) => LETTERS[index] ?? String.fromCharCode(0x100 + index - LETTERS.length);

/** @param {string} character @returns {never} */
function fail(character) {
  throw new Error(`no card is written ${character}`);
}

/**
 * The battles of a recording in brief (builder/pages/short_recording.py), with their cards.
 * @param {string} brief @param {string[]} hands
 */
function written(brief, hands) {
  const piles = hands.map((hand) => [...hand]);
  /** @type {string[]} */
  let table = [];
  const texts = brief
    .split(" ")
    .flatMap((text) =>
      text < "A" ? text : [...text].map((plain) => PLAIN[LETTERS.indexOf(plain)] ?? ""),
    );
  return texts
    .map((text) => {
      const [laid = "", taken = ""] = text.split(">");
      let seat = 0;
      const cards = laid.replace(/[\d.]/g, (mark) => {
        if (mark !== ".") {
          seat = Number(mark);
          return mark;
        }
        const card = piles[seat]?.shift() ?? "";
        table.push(card);
        return card;
      });
      const gathered = [...taken.slice(1)].map((place) => table[LETTERS.indexOf(place)] ?? "");
      if (taken) {
        piles[Number(taken[0])]?.push(...gathered);
        table = [];
      }
      return taken ? `${cards}>${taken[0]}${gathered.join("")}` : cards;
    })
    .join(" ");
}

/**
 * @param {string} text
 * @param {number} players
 * @param {(text: string) => string[]} read
 * @returns {Battle}
 */
function parseBattle(text, players, read) {
  const [rest = "", taken = ""] = text.split(">");
  const [rounds = "", ...forfeits] = rest.split("!");
  return {
    rounds: rounds.split(",").map((round) => parseRound(round, players, read)),
    taker: taken ? Number(taken[0]) : null,
    taken: read(taken.slice(1)),
    forfeits: forfeits.map((each) => [Number(each[0]), read(each.slice(1))]),
  };
}

/**
 * @param {string} text
 * @param {number} players
 * @param {(text: string) => string[]} read
 * @returns {Round}
 */
function parseRound(text, players, read) {
  /** @type {Round} */
  const round = Array(players).fill(null);
  for (const [, seat, cards] of text.matchAll(/(\d)(\D*)/g)) {
    round[Number(seat)] = read(cards ?? "");
  }
  return round;
}

/**
 * @param {string[][]} hands
 * @param {Battle[]} battles
 */
function positions(hands, battles) {
  const counts = [hands.map((hand) => hand.length)];
  /** @type {string[][]} */
  const waiting = [[]];
  for (const battle of battles) {
    const count = [...(counts.at(-1) ?? [])];
    /** @type {string[]} */
    const table = [...(waiting.at(-1) ?? [])];
    for (const [seat, cards] of laid(battle)) {
      count[seat] = (count[seat] ?? 0) - cards.length;
      table.push(...cards);
    }
    if (battle.taker !== null) {
      count[battle.taker] = (count[battle.taker] ?? 0) + battle.taken.length;
    }
    counts.push(count);
    waiting.push(battle.taker === null ? table : []);
  }
  return { counts, waiting };
}

/** @param {Battle} battle @returns {[number, string[]][]} */
export function laid(battle) {
  /** @type {[number, string[]][]} */
  const found = [];
  for (const round of battle.rounds) {
    round.forEach((cards, seat) => {
      if (cards) found.push([seat, cards]);
    });
  }
  return [...found, ...battle.forfeits];
}

/**
 * The card that counts for a seat in a round: the one turned, or the old one that stays lying.
 * @param {Battle} battle
 * @param {number} index
 * @param {number} seat
 * @returns {string | null}
 */
export function upCard(battle, index, seat) {
  const cards = battle.rounds[index]?.[seat];
  if (!cards) return null;
  return cards.at(-1) ?? upCard(battle, index - 1, seat);
}

/**
 * How the cards of two seats compare in a round, by rank alone.
 * @param {Battle} battle
 * @param {number} index
 */
export function sign(battle, index) {
  const [one, two] = [0, 1].map((seat) => rank(upCard(battle, index, seat)));
  if (one === undefined || two === undefined || one < 0 || two < 0) return "";
  if (one === two) return "=";
  return one < two ? "<" : ">";
}

/** @param {string | null} card */
const rank = (card) => {
  if (!card) return -1;
  const text = card.replace(/[cdhs]$/, "");
  const place = RANKS.indexOf(text);
  return place < 0 ? Number(text) : place + 2;
};

/**
 * The wars of a battle: one between each two rounds, and one that nobody could fight if the last
 * cards tie as well.
 * @param {Battle} battle
 * @param {Recording} recording
 */
export function wars(battle, recording) {
  const last = battle.rounds.length - 1;
  const ranks = (battle.rounds[last] ?? [])
    .map((_, seat) => rank(upCard(battle, last, seat)))
    .filter((found) => found > 0);
  const best = bestOf(ranks, recording.rules);
  return last + (ranks.filter((found) => found === best).length > 1 ? 1 : 0);
}

/**
 * The rank that is best among those of a round; "round": the deck's lowest beats the ace.
 * @param {number[]} ranks @param {Changes} rules
 */
function bestOf(ranks, { best, deck = 52 }) {
  const beatsAce = ACE + 1 - deck / 4; // each of the four suits of a deck goes up to its ace
  const low =
    best === "low" || (best === "round" && ranks.includes(ACE) && ranks.includes(beatsAce));
  return low ? Math.min(...ranks) : Math.max(...ranks);
}

/** @param {Battle} battle @param {Recording} recording */
export const isWar = (battle, recording) => wars(battle, recording) > 0;
