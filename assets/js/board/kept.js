// Settings as they were kept, and what they change in the page.
import { face } from "./cards.js";
import { store } from "./store.js";

/** @typedef {import("./board.js").Board} Board */

const INTERNATIONAL = "A K Q J";

/** Index letters of ace, king, queen and jack, in every picture made from now on. @param {string[]} letters */
function setLetters(letters) {
  ["A", "K", "Q", "J"].forEach((rank, place) => {
    const letter = letters[place] ?? rank;
    for (const text of face(`${rank}h`).querySelectorAll("text")) {
      text.textContent = letter;
      text.classList.toggle("two", letter.length > 1);
    }
  });
}

/** @param {Board} board */
export function watch(board) {
  const { element, data, settings } = board;
  const apply = () => {
    const { dataset } = document.documentElement;
    dataset.suits = settings.suits;
    dataset.motion = settings.motion;
    setLetters((settings.letters === "international" ? INTERNATIONAL : data.letters).split(" "));
    element.dataset.tempo = `${settings.tempo}`;
    if (settings.sound) import("./sound.js").then(({ attachSound }) => attachSound(board), () => {});
  };
  Object.assign(settings, store.get("settings", {}));
  apply();
  board.apply = () => {
    store.set("settings", settings);
    apply();
  };
}
