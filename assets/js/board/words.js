// The messages of the page's language. Babel finds them by the names of these functions; the build puts their
// translations into the page. A text's %(name)s are filled in by `fill`.

/** @typedef {{words: Record<string, string | string[]>, plurals: string[], lang: string, number: {group: string, decimal: string}}} Language */

/** @type {Language} */
let language = { words: {}, plurals: ["one", "other"], lang: "en", number: { group: ",", decimal: "." } };
let rules = new Intl.PluralRules("en");

/** @param {Language} found */
export function setLanguage(found) {
  language = found;
  rules = new Intl.PluralRules(found.lang);
}

/** @param {string} message */
export function gettext(message) {
  const found = language.words[message];
  return typeof found === "string" ? found : message;
}

/** @param {string} context @param {string} message */
export function pgettext(context, message) {
  const found = language.words[`${context}\u0004${message}`];
  return typeof found === "string" ? found : message;
}

/**
 * The form of the message that this language uses for so many; the build orders the forms by `plurals`.
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

/** @param {number} share of one, as whole percent */
export function percent(share) {
  return new Intl.NumberFormat(language.lang, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** @param {string} card "10s" */
export function cardName(card) {
  return pgettext("card", NAMES[card.slice(0, -1)]?.[card.slice(-1)] ?? card);
}

/** @type {Record<string, Record<string, string>>} */
const NAMES = {};
const RANK_NAMES = "two three four five six seven eight nine ten jack queen king ace".split(" ");
const SUIT_NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"].forEach((rank, index) => {
  NAMES[rank] = {};
  for (const [suit, name] of Object.entries(SUIT_NAMES)) {
    // The keys of builder/cardnames.py, where translators see them whole.
    /** @type {any} */ (NAMES[rank])[suit] = `${RANK_NAMES[index]} of ${name}`;
  }
});
