// Settings as they were kept, and what they change in the page.
import { SETTINGS } from "../first/board.js";
import { face } from "../first/cards.js";
import { store } from "./store.js";

const INTERNATIONAL = "A K Q J";
const ALL = "settings";

/**
 * Index letters of ace, king, queen and jack, in every picture made from now on.
 * @param {string[]} letters
 */
function setLetters(letters) {
  ["A", "K", "Q", "J"].forEach((rank, place) => {
    const letter = letters[place] ?? rank;
    for (const text of face(`${rank}h`).querySelectorAll("text")) {
      text.textContent = letter;
      text.classList.toggle("two", letter.length > 1);
    }
  });
}

export const TEMPOS = [0.5, 1, 3, 10];
/** What each setting may be. @type {{[Name in keyof Settings]: Settings[Name][]}} */
const KNOWN = {
  tempo: TEMPOS,
  motion: ["auto", "full", "none"],
  sound: [true, false],
  suits: ["two", "four"],
  letters: ["local", "international"],
  phases: [true, false],
  keys: [true, false],
};
const NAMES = /** @type {(keyof Settings)[]} */ (Object.keys(KNOWN));

/**
 * Each setting is kept by itself, or one tab would take back what was chosen in another.
 * @param {string} name
 */
const keyOf = (name) => `${ALL}.${name}`;

/**
 * Settings as earlier versions kept them, all in one object; empty, it says that there are any
 * (play.js).
 */
function splitOld() {
  const old = store.get(ALL);
  for (const name of NAMES) {
    const value = old?.[name] ?? SETTINGS[name];
    if (value !== SETTINGS[name] && store.get(keyOf(name)) === undefined) {
      store.set(keyOf(name), value);
    }
  }
  if (old && store.works) store.set(ALL, {});
}

/** The settings as they are kept; what is not is as it was meant to be. @returns {Settings} */
function read() {
  const found = NAMES.map((name) => {
    const value = store.get(keyOf(name));
    return [name, /** @type {unknown[]} */ (KNOWN[name]).includes(value) ? value : SETTINGS[name]];
  });
  return Object.fromEntries(found);
}

/** @param {Board} board */
function apply(board) {
  const { element, data, settings } = board;
  const { dataset } = document.documentElement;
  dataset.suits = settings.suits;
  dataset.motion = settings.motion;
  setLetters((settings.letters === "international" ? INTERNATIONAL : data.letters).split(" "));
  element.dataset.tempo = `${settings.tempo}`;
  if (settings.sound) {
    import("./sound.js").then(
      ({ attachSound }) => attachSound(board),
      () => {},
    );
  }
}

/**
 * What is chosen holds at once, and is kept.
 * @template {keyof Settings} Name
 * @param {Board} board @param {Name} name @param {Settings[Name]} value
 */
export function choose(board, name, value) {
  board.settings[name] = value;
  store.set(ALL, {});
  store.set(keyOf(name), value);
  apply(board);
  board.dispatchEvent(new Event("settings"));
}

/** @param {Board} board */
export function watch(board) {
  const { settings } = board;
  splitOld();
  Object.assign(settings, read());
  apply(board);
  store.watch(() => {
    const before = JSON.stringify(settings);
    Object.assign(settings, read());
    if (JSON.stringify(settings) === before) return;
    apply(board);
    board.dispatchEvent(new Event("settings"));
  });
}
