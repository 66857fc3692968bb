// The buttons and choices of the board: what each does, and how they look now.
import { changeTempo } from "./auto.js";
import { part } from "./dom.js";
import { shownCode } from "./link.js";
import { hide } from "./message.js";
import * as tell from "./tell.js";
import { gettext } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

const DIALOGS = ["share", "settings", "help"];

/**
 * @param {Board} board
 * @param {{cancel: () => void, older: () => void, open: (dialog: string) => void}} other
 * @returns {(action: string) => void}
 */
export function watch(board, other) {
  /** @type {Record<string, () => void>} */
  const actions = {
    turn: () => board.turn(),
    back: () => board.back(),
    auto: () => (board.auto ? board.pause() : board.play()),
    end: () => board.toEnd(),
    new: () => void board.deal({}),
    again: () => board.again(),
    watch: () => board.play(),
    log: other.older,
    close: () => hide(board),
    cancel: other.cancel,
    code: () => dealCode(board),
    faster: () => changeTempo(board, 1),
    sound: () => {
      board.settings.sound = !board.settings.sound;
      board.applySettings();
      board.say(board.settings.sound ? gettext("Sound on.") : gettext("Sound off."));
    },
    "say-last": () => board.say(board.battle ? tell.battle(board.recording, board.battle) : gettext("The cards are dealt.")),
    "say-counts": () => board.say(tell.counts(board.recording.counts[board.battle] ?? [])),
  };
  for (const dialog of DIALOGS) actions[dialog] = () => other.open(dialog);
  const act = (/** @type {string} */ action) => actions[action]?.();

  const place = board.element.parentElement ?? board.element;
  place.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-do]") : null;
    if (!(button instanceof HTMLElement)) return;
    const hadFocus = button.contains(document.activeElement);
    act(button.dataset.do ?? "");
    // A button that goes away when it is pressed hands its focus on.
    if (hadFocus && !button.checkVisibility()) part("[data-do=turn]", board.element).focus();
  });
  place.addEventListener("change", (event) => choose(board, event.target));
  part("#deal-code").addEventListener("keydown", (event) => {
    if (event.key === "Enter") dealCode(board);
  });

  for (const event of ["battle", "fresh", "auto", "wait", "deal", "settings"]) board.addEventListener(event, () => show(board));
  show(board);
  return act;
}

/** @param {Board} board @param {EventTarget | null} target */
function choose(board, target) {
  if (!(target instanceof HTMLInputElement) || target.type !== "radio") return;
  if (target.name === "tempo") {
    board.settings.tempo = Number(target.value);
    board.applySettings();
  } else if (target.name === "players") {
    void board.deal({ players: Number(target.value) });
  } else if (target.name in board.data.options) {
    void board.deal({ rules: { ...board.recording.rules, [target.name]: Number(target.value) } });
  }
}

/** @param {Board} board */
function dealCode(board) {
  const field = /** @type {HTMLInputElement} */ (part("#deal-code"));
  void board.deal({ deal: field.value });
}

/** @param {Board} board */
function show(board) {
  const { element, settings, recording } = board;
  const turn = part("[data-do=turn]", element);
  const label = board.auto ? gettext("Pause") : board.over && board.fresh ? gettext("New game") : gettext("Turn up");
  const text = part(".label", turn);
  if (text.textContent !== label) text.textContent = label;
  part("[data-do=auto]", element).setAttribute("aria-pressed", `${board.auto}`);
  set(element, "tempo", settings.tempo);
  if (!board.waiting) set(element, "players", recording.players);
  for (const [name, [first]] of Object.entries(board.data.options)) {
    if (!board.waiting) set(element, name, Number(recording.rules[name] ?? first));
  }
  const deal = recording.deal;
  part("#board-deal").textContent = deal ? shownCode(deal) : "";
}

/** @param {HTMLElement} element @param {string} name @param {number} value */
function set(element, name, value) {
  for (const input of element.querySelectorAll(`input[name="${name}"]`)) {
    if (input instanceof HTMLInputElement) input.checked = Number(input.value) === value;
  }
}
