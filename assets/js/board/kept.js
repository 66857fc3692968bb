// Settings as they were kept, and what they change in the page.
import { setLetters } from "./cards.js";
import { store } from "./store.js";

/** @typedef {import("./board.js").Board} Board */

const INTERNATIONAL = "A K Q J";

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
