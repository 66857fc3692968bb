// The board of a page: reads what the build put there, and lets the recorded deal be played card by
// card. All else that a board can do is in rest.js.
import { Board } from "./board.js";
import { need, watch as watchControls } from "./controls.js";
import { part } from "./dom.js";
import { watch as watchEntry } from "./entry.js";
import { rest } from "./load.js";
import { watch as watchLog } from "./log.js";
import { MARK } from "./mark.js";
import { watch as watchStatus } from "./status.js";
import { watch as watchTable } from "./view.js";
import { setLanguage } from "./words.js";

const ENOUGH = 4;
const OTHER = "button:not([data-do=turn]), input, label, [data-do=turn]:focus-visible";

export async function begin() {
  /** @type {BoardData} */
  const data = JSON.parse(part("#board-data").textContent ?? "");
  /** @type {Entry | null} */
  const entry = history.state;
  const linked = MARK.test(location.hash) || entry?.code;
  const early = pressedEarly();
  setLanguage(data);
  const board = new Board(part("#board"), data, data.first);
  watchStatus(board);
  watchTable(board);
  watchLog(board);
  watchControls(board);
  watchEntry(board);
  if (linked) board.visit = -1; // until the game comes that is asked for
  board.lay(data.first, !linked && entry?.deal === data.deal.code ? entry.battle : 0);
  if (
    (linked || hasSettings()) &&
    (await rest(board).then(
      ({ leave }) => leave(),
      () => false,
    ))
  ) {
    return;
  }
  board.element.dataset.live = "";
  watchIntent(board);
  for (const [control, target, type] of early) {
    control.removeAttribute("aria-busy");
    target.dispatchEvent(new Event(type, { bubbles: true }));
  }
  if (linked) await need(board, ({ follow }) => follow(false));
}

/**
 * What was pressed before there was a board (theme.js), each control once: what shows that, what
 * the event goes to, and the event.
 * @returns {[Element, Element, string][]}
 */
function pressedEarly() {
  return [...document.querySelectorAll(".board-wrap [aria-busy]")].map((control) => {
    const chosen = control.querySelector(":checked");
    return chosen ? [control, chosen, "change"] : [control, control, "click"];
  });
}

/** Whether this browser keeps settings (kept.js), which must hold from the first card on. */
function hasSettings() {
  try {
    return Boolean(localStorage.getItem("war-and-peace.settings"));
  } catch {
    return false; // storage is refused
  }
}

/**
 * The rest is loaded when somebody reaches for more than the button, or plays on.
 * @param {Board} board
 */
function watchIntent(board) {
  const want = () => void rest(board).catch(() => {}); // who needs it says that it is not there
  for (const event of ["pointerover", "focusin", "touchstart"]) {
    addEventListener(
      event,
      ({ target }) => {
        if (
          target instanceof Element &&
          target.closest(`.board-wrap :is(${OTHER}), [popovertarget=languages]`)
        ) {
          want();
        }
      },
      { passive: true },
    );
  }
  board.addEventListener("battle", () => (board.battle >= ENOUGH || board.over) && want());
}
