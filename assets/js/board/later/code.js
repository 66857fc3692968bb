// The short code of a game in an address, as far as a page needs it that plays by its own rules;
// link.js knows the rest.
export const VERSION = 1;
export const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PRIME = 1021;
const BASE = 10;

/**
 * The code of a game of which everything is known to be right.
 * @param {string} variant
 * @param {number} players
 * @param {string} deal
 * @param {number | null | undefined} battle
 * @param {string} own "~" and the rules, where they are not those of the variant
 */
export function gameCode(variant, players, deal, battle, own) {
  const at = battle == null ? "" : `.${battle}`;
  const body = `${VERSION}.${variant}.${players}.${deal}${at}${own}`;
  return `${body}-${checkOf(body.toUpperCase())}`;
}

/** Two check characters over a canonical text. @param {string} text @returns {string} */
export function checkOf(text) {
  let total = 0;
  for (const character of text) {
    total = (total * BASE + /** @type {number} */ (character.codePointAt(0))) % PRIME;
  }
  return `${ALPHABET[total >> 5]}${ALPHABET[total & 31]}`;
}

/** The fragment that holds a code. @param {string} code @returns {string} */
export function hashOf(code) {
  return `#g=${code}`;
}

/** The deal's code as people read it: 7K3Q-9F2A. @param {string} code @returns {string} */
export function shownCode(code) {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}
