// Settings of the board: they hold at once and are kept in this browser, never in a link.
import { make } from "../first/dom.js";
import { gettext, pgettext } from "../first/words.js";
import { oneOf, toggle } from "./choices.js";
import { openDialog } from "./dialog.js";
import { TEMPOS } from "./kept.js";
import { store } from "./store.js";

const INTERNATIONAL = "A K Q J";

/** @param {Board} board @returns {HTMLDialogElement} */
export function openSettings(board) {
  return openDialog("settings", gettext("Settings"), () => {
    // What is not as it should be is read first.
    return store.works ? [...controls(board), kept()] : [kept(), ...controls(board)];
  });
}

/** @param {Board} board @returns {Node[]} */
function controls(board) {
  const { letters } = board.data;
  const found = [
    oneOf(
      board,
      "tempo",
      gettext("Speed of automatic play"),
      TEMPOS.map((tempo) => [tempo, `${tempo < 1 ? "½" : tempo}×`]),
    ),
    oneOf(board, "motion", gettext("Motion"), [
      // Translators: "Motion: follow the system, on, off".
      ["auto", pgettext("motion", "follow the system")],
      ["full", pgettext("motion", "on")],
      ["none", pgettext("motion", "off")],
    ]),
    oneOf(board, "suits", gettext("Suit colours"), [
      ["two", pgettext("colours", "two")],
      ["four", pgettext("colours", "four")],
    ]),
  ];
  if (letters !== INTERNATIONAL) {
    found.push(
      oneOf(board, "letters", gettext("Letters on the cards"), [
        ["local", letters],
        ["international", INTERNATIONAL],
      ]),
    );
  }
  return [
    ...found,
    toggle(board, "phases", gettext("Play wars one step at a time")),
    toggle(board, "sound", gettext("Sound")),
    toggle(board, "keys", gettext("Keyboard shortcuts")),
  ];
}

function kept() {
  const text = store.works
    ? gettext("This browser remembers your settings. They are never part of a link.")
    : gettext("This browser does not let us save settings: they last until you leave the page.");
  return make("p", "dialog-note", text);
}
