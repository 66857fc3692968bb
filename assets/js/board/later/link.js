// The link code of a game, as engine/share.py writes and reads it: same format, same check, same
// reasons.
import { MARK } from "../first/mark.js";
import { ALPHABET, checkOf, gameCode, VERSION } from "./code.js";

export { hashOf, shownCode } from "./code.js";

const LONGEST = 80;
const DEAL_LENGTH = 8;
const RULES_LENGTH = 12;
// The same as in engine/share.py: characters that nobody sees, and a whole code with what stands
// around it.
const UNSEEN =
  "\\t\\n\\v\\f\\r \\u0085\\u00a0\\u00ad\\u061c\\u180e\\u2000-\\u200f\\u2028-\\u202f" +
  "\\u205f-\\u206f\\u3000\\ufe00-\\ufe0f\\ufeff";
const WHOLE = new RegExp(
  "^[^0-9A-Za-z]*(?=[0-9A-Za-z])" +
    `((?:[^.]*\\.){3}(?:[${UNSEEN}\\-]*[0-9A-Za-z]){8}` +
    `[${UNSEEN}.~0-9A-Za-z\\-]*?-[${UNSEEN}]*[0-9A-Za-z][${UNSEEN}]*[0-9A-Za-z])` +
    "(?![\\-~]?[\\p{L}\\p{N}\\u0300-\\u036f])",
  "u",
);

/** How a code says that as many cards are laid face down as the tied rank is worth. */
const RANK = 16;
/** One character, in UTF-8. */
const ESCAPED = /%[0-7][0-9a-f]|%[c-f][0-9a-f](%[89ab][0-9a-f])+/gi;
/** How often a link may have been escaped on its way. */
const MOST_LAYERS = 3;

/** @type {RuleBook} */
let book;

/** What the build gives of engine/rules.py; nothing here works before. @param {RuleBook} found */
export function setRuleBook(found) {
  book = found;
}

/** A code that cannot be read or written: `reason` is a word for programs. */
export class LinkError extends Error {
  /** @param {Reason} reason @param {string} message */
  constructor(reason, message) {
    super(message);
    this.name = "LinkError";
    this.reason = reason;
  }
}

/**
 * The code of a game.
 * @param {SharedGame} game @param {Presets} presets @returns {string}
 */
export function writeLink(game, presets) {
  const { variant, rules, players, deal, battle } = game;
  checkPlayers(whole(rules), players);
  return gameCode(variant, players, canonicalDeal(deal), battle, ownRules(variant, rules, presets));
}

/**
 * What a code says of the rules: nothing where they are those of the variant.
 * @param {string} variant @param {Changes} changes @param {Presets} presets @returns {string}
 */
export function ownRules(variant, changes, presets) {
  const rules = rulesCode(whole(changes));
  return rules === rulesCode(presetOf(variant, presets)) ? "" : `~${rules}`;
}

/**
 * A whole code without what was added around or into it on the way; any other text stays as it is.
 * @param {string} text
 */
function withoutTail(text) {
  const code = WHOLE.exec(text)?.[1];
  return code === undefined ? text : code.replace(new RegExp(`[${UNSEEN}]`, "gu"), "");
}

/**
 * What a code says; throws LinkError, and nothing else, for any text.
 * @param {string} text @param {Presets} presets
 * @returns {SharedGame}
 */
export function readLink(text, presets) {
  const code = withoutTail(text);
  const length = [...code].length;
  if (!length) throw new LinkError("empty", "the link has no game in it");
  if (length > LONGEST) {
    throw new LinkError("long", `${length} characters, at most ${LONGEST} are possible`);
  }
  checkVersion(code);
  const upper = code.toUpperCase();
  const hyphen = upper.lastIndexOf("-");
  const body = upper.slice(0, Math.max(hyphen, 0));
  const check = upper.slice(hyphen + 1);
  const tilde = body.indexOf("~");
  const fields = (tilde < 0 ? body : body.slice(0, tilde)).split(".");
  const [version = "", named = "", count = "", dealt = "", start] = fields;
  const rules = tilde < 0 ? "" : body.slice(tilde + 1);
  if ([...check].length !== 2 || fields.length < 4 || fields.length > 5 || (tilde >= 0 && !rules)) {
    throw new LinkError("incomplete", "it was cut off, or something was added");
  }
  const deal = canonicalDeal(dealt);
  const head = [version, named, count, deal, ...fields.slice(4)].join(".");
  if (lenient(check) !== checkOf(head + (tilde < 0 ? "" : "~") + lenient(rules))) {
    throw new LinkError("check", "the check characters do not fit the rest");
  }
  const variant = named.toLowerCase();
  const preset = presetOf(variant, presets);
  if (!/^[234]$/.test(count)) {
    throw new LinkError("players", `${count} players: 2, 3 or 4 are possible`);
  }
  const players = Number(count);
  const battle = start === undefined ? null : readBattle(start);
  const played = rules ? readRules(lenient(rules)) : preset;
  checkPlayers(played, players);
  return { variant, rules: changesOf(played), players, deal, battle };
}

/**
 * The code in an address's fragment, as a messenger may have left it; null if there is none.
 * @param {string} hash @returns {string | null}
 */
export function codeInHash(hash) {
  if (!MARK.test(hash)) return null;
  let text = hash;
  for (let layers = 0; layers < MOST_LAYERS; layers++) text = text.replace(ESCAPED, decoded);
  return /^#+g=(.*)/su.exec(text)?.[1] ?? null;
}

/** What percent signs stand for; what stands for nothing stays. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The code of a deal that nobody has seen: forty random bits. @returns {string} */
export function newDealCode() {
  return [...crypto.getRandomValues(new Uint8Array(DEAL_LENGTH))]
    .map((byte) => ALPHABET[byte & 31])
    .join("");
}

/**
 * A deal's code in its one canonical form, from whatever a person typed; throws LinkError "deal".
 * @param {string} text @returns {string}
 */
export function canonicalDeal(text) {
  const code = lenient(text.toUpperCase());
  if (!isEncoded(code) || code.length !== DEAL_LENGTH) {
    throw new LinkError(
      "deal",
      `deal code ${JSON.stringify(text)}: it needs ${DEAL_LENGTH} of ${ALPHABET}`,
    );
  }
  return code;
}

/**
 * Whether two sets of changes are the same rules.
 * @param {Changes} one
 * @param {Changes} other
 * @returns {boolean}
 */
export function sameRules(one, other) {
  return rulesCode(whole(one)) === rulesCode(whole(other));
}

/** @param {Changes} changes @returns {Rules} */
function whole(changes) {
  return { ...book.standard, ...changes };
}

/** @param {Rules} rules @returns {Changes} */
function changesOf(rules) {
  const { standard } = book;
  const names = /** @type {(keyof Rules)[]} */ (Object.keys(standard));
  return Object.fromEntries(
    names.filter((name) => rules[name] !== standard[name]).map((name) => [name, rules[name]]),
  );
}

/** @param {string} variant @param {Presets} presets @returns {Rules} */
function presetOf(variant, presets) {
  const changes = Object.hasOwn(presets, variant) ? presets[variant] : undefined;
  if (!changes) throw new LinkError("variant", `${variant} is no variant that is known here`);
  return whole(changes);
}

/** @param {string} code */
function checkVersion(code) {
  const [version = ""] = code.split(".", 1);
  if (!/^(0|[1-9][0-9]*)$/.test(version)) {
    throw new LinkError("malformed", "it does not begin with a version number");
  }
  if (Number(version) < 1 || Number(version) > VERSION) {
    throw new LinkError("version", `version ${version}: this page reads up to version ${VERSION}`);
  }
}

/** @param {string} text @returns {number} */
function readBattle(text) {
  if (!/^[0-9]{1,7}$/.test(text)) {
    throw new LinkError("battle", `battle ${text}: it must be a whole number`);
  }
  return Number(text);
}

/**
 * I and L are read as 1, O as 0; hyphens and spaces do not count.
 * @param {string} text
 * @returns {string}
 */
function lenient(text) {
  return text.replace(/[IL]/g, "1").replace(/O/g, "0").replace(/[- ]/g, "");
}

/** @param {string} text @returns {boolean} */
function isEncoded(text) {
  return [...text].every((character) => ALPHABET.includes(character));
}

/** @param {number} number @param {number} length @returns {string} */
function encode(number, length) {
  let text = "";
  for (let place = 0; place < length; place++) {
    text = ALPHABET[number % 32] + text;
    number = Math.floor(number / 32);
  }
  return text;
}

/** @param {string} text @returns {number} */
function decode(text) {
  return [...text].reduce((number, character) => number * 32 + ALPHABET.indexOf(character), 0);
}

/**
 * All nine parameters, each in a fixed place: one character each, four for the battle limit.
 * @param {Rules} rules
 */
function rulesCode(rules) {
  checkRules(rules);
  const choices = book.choices.map(
    ([name, values]) => ALPHABET[values.indexOf(/** @type {string} */ (rules[name]))],
  );
  const hand = rules.hand_size === "all" ? 0 : rules.hand_size;
  const down = rules.face_down === "rank" ? RANK : rules.face_down;
  return choices.join("") + encode(hand, 1) + encode(down, 1) + encode(rules.battle_limit ?? 0, 4);
}

/** @param {string} text @returns {Rules} */
function readRules(text) {
  if ([...text].length !== RULES_LENGTH || !isEncoded(text)) {
    throw badRules(`${RULES_LENGTH} characters are needed`);
  }
  const chosen = book.choices.map(([name, values], place) => [
    name,
    values[ALPHABET.indexOf(text.charAt(place))],
  ]);
  const down = decode(text.charAt(7));
  const rules = whole({
    ...Object.fromEntries(chosen),
    hand_size: decode(text.charAt(6)) || "all",
    face_down: down === RANK ? "rank" : down,
    battle_limit: decode(text.slice(8)) || null,
  });
  checkRules(rules);
  return rules;
}

/**
 * Refuses what no code can say; what the rules mean, the engine knows alone.
 * @param {Rules} rules
 */
function checkRules(rules) {
  for (const [name, values] of book.choices) {
    if (!values.includes(/** @type {string} */ (rules[name]))) {
      throw badRules(`${name} = ${rules[name]}`);
    }
  }
  checkWhole("hand_size", rules.hand_size === "all" ? 1 : rules.hand_size, 1, rules.deck / 2);
  checkWhole("face_down", rules.face_down === "rank" ? 0 : rules.face_down, 0, book.most.face_down);
  checkWhole("battle_limit", rules.battle_limit ?? 1, 1, book.most.battle_limit);
  if (rules.empty_hand === "stand" && rules.short_hand !== "lay") {
    throw badRules("nobody is left to stand");
  }
}

/** @param {string} name @param {number} value @param {number} least @param {number} most */
function checkWhole(name, value, least, most) {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw badRules(`${name} = ${value}`);
  }
}

/** @param {Rules} rules @param {number} players */
function checkPlayers(rules, players) {
  if (![2, 3, 4].includes(players)) {
    throw new LinkError("players", `${players} players: 2, 3 or 4 are possible`);
  }
  if (rules.hand_size !== "all" && rules.hand_size * players > rules.deck) {
    throw badRules(`${rules.hand_size} cards each are too many for ${players} players`);
  }
}

/** @param {string} what @returns {LinkError} */
function badRules(what) {
  return new LinkError("rules", `rules that cannot be played: ${what}`);
}
