// The messages of the page's language. Babel finds them by the names of these functions; the build
// puts a number in the place of each (builder/assets/script_messages.py) and their translations
// into the page. A text's %(name)s are filled in by `fill`.
import { RANKS } from "./recording.js";

/** @type {Language} */
export let language;
/** @type {Intl.PluralRules} */
let rules;

/** @param {Language} found */
export function setLanguage(found) {
  language = found;
  rules = new Intl.PluralRules(found.counting ?? found.lang);
}

/** Messages that come later. @param {Language["words"]} words */
export function addWords(words) {
  Object.assign(language.words, words);
}

/** @param {string} message */
export function gettext(message) {
  const found = language.words[message];
  return typeof found === "string" ? found : message;
}

/** @param {string} context @param {string} message */
export function pgettext(context, message) {
  const found = language.words[context ? `${context}\u0004${message}` : message];
  return typeof found === "string" ? found : message;
}

/**
 * The form of the message that this language uses for so many; the build orders the forms by
 * `plurals`, and the last serves for whatever else a browser says.
 * @param {string} one
 * @param {string} many
 * @param {number} count
 */
export function ngettext(one, many, count) {
  const found = language.words[one];
  if (!Array.isArray(found)) return count === 1 ? one : many;
  return found[language.plurals.indexOf(rules.select(count))] ?? found.at(-1) ?? many;
}

/** @param {string} text @param {Record<string, string | number>} values */
export function fill(text, values) {
  return text.replace(/%\((\w+)\)s|%%/g, (whole, name) => {
    if (whole === "%%") return "%";
    const value = values[name] ?? "";
    return typeof value === "number" ? number(value) : value;
  });
}

/** @param {number} value @param {number} [digits] */
export function number(value, digits = 0) {
  const [whole = "", rest] = value.toFixed(digits).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language.number.group);
  return rest ? grouped + language.number.decimal + rest : grouped;
}

/**
 * The name of a card: what the build calls its rank, put into its suit
 * (builder/pages/script_words.py).
 * @param {string} card "10s"
 */
export function cardName(card) {
  const [ranks, suits] = language.cards;
  const rank = RANKS.indexOf(card.slice(0, -1));
  const suit = suits["cdhs".indexOf(card.slice(-1))] ?? card;
  return (
    (typeof suit === "string" ? suit.replace("%", () => ranks[rank] ?? "") : suit[rank]) ?? card
  );
}
