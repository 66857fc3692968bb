// Pictures of cards, cloned from the page's <template id="cards">: thirteen ranks drawn in hearts, and the back.

/** @type {Map<string, Element>} */
const drawn = new Map();

function learn() {
  const template = document.querySelector("template#cards");
  if (!(template instanceof HTMLTemplateElement)) return;
  for (const card of template.content.children) drawn.set(card.getAttribute("data-card") ?? "", card);
}

/**
 * @param {string} text "10s" or "back"
 * @returns {Element}
 */
export function picture(text) {
  if (!drawn.size) learn();
  const suit = text.slice(-1);
  const face = drawn.get(text) ?? drawn.get(text.slice(0, -1)) ?? drawn.get("back");
  const card = /** @type {Element} */ (face?.firstElementChild?.cloneNode(true) ?? document.createElement("span"));
  if (text !== "back" && suit !== "h") {
    card.classList.replace("h", suit);
    for (const use of card.querySelectorAll("use")) {
      const href = use.getAttribute("href");
      if (href === "#h") use.setAttribute("href", `#${suit}`);
      else if (href === "#hr") use.setAttribute("href", `#${suit}r`);
    }
  }
  return card;
}

/** The index that a card bears in this language. @param {string} text */
export function index(text) {
  if (!drawn.size) learn();
  return drawn.get(text.slice(0, -1))?.querySelector("text")?.textContent ?? text.slice(0, -1);
}

/** Index letters of ace, king, queen and jack, in every picture made from now on. @param {string[]} letters */
export function setLetters(letters) {
  if (!drawn.size) learn();
  ["A", "K", "Q", "J"].forEach((rank, place) => {
    for (const text of drawn.get(rank)?.querySelectorAll("text") ?? []) {
      text.textContent = letters[place] ?? rank;
      text.classList.toggle("two", (letters[place] ?? "").length > 1);
    }
  });
}

/** A card of one line of text, for the log. @param {string} text */
export function mini(text) {
  const card = document.createElement("span");
  const suit = text.slice(-1);
  card.className = `mini ${suit}`;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "-22 -22 44 44");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${suit}`);
  svg.append(use);
  card.append(index(text), svg);
  return card;
}
