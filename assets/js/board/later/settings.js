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
      gettext("Tempo of automatic play"),
      TEMPOS.map((tempo) => [tempo, `${tempo < 1 ? "½" : tempo}×`]),
    ),
    oneOf(board, "motion", gettext("Motion"), [
      // Translators: "Motion: as the system says, on, off".
      ["auto", pgettext("motion", "as the system says")],
      ["full", pgettext("motion", "on")],
      ["none", pgettext("motion", "off")],
    ]),
    oneOf(board, "suits", gettext("Colours of the suits"), [
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
    toggle(board, "phases", gettext("Play wars press by press")),
    toggle(board, "sound", gettext("Sound")),
    toggle(board, "keys", gettext("Keyboard shortcuts")),
  ];
}

function kept() {
  const text = store.works
    ? gettext("This browser remembers your settings. They are never part of a link.")
    : gettext("This browser does not let us keep settings: they last until you leave the page.");
  return make("p", "dialog-note", text);
}
