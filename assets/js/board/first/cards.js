// Pictures of cards, cloned from the page's <template id="cards">: the ranks drawn in hearts, a
// card for the log, the back.
import { part } from "./dom.js";
import { RANKS } from "./recording.js";

const MINI = RANKS.length;

/**
 * The template's picture at a place, or the last of all.
 * @param {number} place
 * @returns {Element}
 */
function drawing(place) {
  const { children } = /** @type {HTMLTemplateElement} */ (part("#cards")).content;
  return /** @type {Element} */ ([...children].at(place));
}

/**
 * A rank's picture in the template; that of "back", which is none, is the back's.
 * @param {string} card
 */
export const face = (card) => drawing(RANKS.indexOf(card.slice(0, -1)));

/** A copy in the suit of a card. @param {Element} drawn @param {string} card @returns {Element} */
function copy(drawn, card) {
  const suit = card.slice(-1);
  const made = /** @type {Element} */ (drawn.cloneNode(true));
  made.classList.replace("h", suit);
  for (const use of made.querySelectorAll("use")) {
    use.setAttribute("href", `${use.getAttribute("href")}`.replace("#h", `#${suit}`));
  }
  return made;
}

/** @param {string} card "10s" or "back" */
export const picture = (card) => copy(face(card), card);

/** A card of one line of text, for the log. @param {string} card */
export function mini(card) {
  const made = copy(drawing(MINI), card);
  made.prepend(`${face(card).querySelector("text")?.textContent}`);
  return made;
}
