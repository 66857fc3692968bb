// The buttons of the board: the few that turn cards do it here, the others in rest.js.
import { part } from "./dom.js";
import { rest } from "./load.js";
import { gettext } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

const PRESSES = [" ", "Enter"];

/** @param {Board} board */
export function watch(board) {
  const place = board.element.parentElement ?? board.element;
  /** @type {Record<string, () => void>} */
  const own = { turn: () => board.turn(), back: () => board.goTo(board.battle - 1), end: () => board.leap(board.last) };
  board.act = (action) => (own[action] ?? (() => board.need(({ act }) => act(action))))();
  board.need = async (use) => {
    const found = await rest(board).catch(() => excuse(board));
    if (found) await use(found);
  };

  place.addEventListener("click", ({ target }) => {
    act(board, target);
    const button = target instanceof Element ? target.closest("[data-do]") : null;
    if (!(button instanceof HTMLElement)) return;
    const hadFocus = button.contains(document.activeElement);
    board.act(button.dataset.do ?? "");
    // A button that goes away when it is pressed hands its focus on.
    if (hadFocus && !button.checkVisibility()) part("[data-do=turn]", board.element).focus();
  });
  place.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === "radio") void board.need(({ choose }) => choose(target));
  });
  place.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : place;
    act(board, target);
    const isTurn = target.closest("[data-do=turn]");
    // Arrows would choose at each step, and each of these choices deals anew.
    if (event.key.startsWith("Arrow") && target.closest(".option")) event.preventDefault();
    // A key held down turns no cards, not even through the button that has focus.
    if (!event.repeat) rest(board).then(({ press }) => press(event), () => {});
    else if (PRESSES.includes(event.key) && isTurn) event.preventDefault();
  });
  for (const event of ["battle", "fresh", "auto"]) board.addEventListener(event, () => label(board));
}

/** @param {Board} board */
function label(board) {
  const text = part("[data-do=turn] .label", board.element);
  const now = board.auto ? gettext("Pause") : board.over && board.fresh ? gettext("New game") : gettext("Turn up");
  if (text.textContent !== now) text.textContent = now;
}

/** What could not be loaded, said in place of all that could have told it better. @param {Board} board */
function excuse(board) {
  const box = part("#board-message");
  box.dataset.reason = navigator.onLine ? "failed" : "offline";
  box.textContent = `${gettext("Loading failed.")} ${gettext("Is there a connection?")}`;
  put(board);
  board.say(box.textContent);
  // Only what the page came with can hold.
  for (const input of board.element.querySelectorAll("[checked]")) /** @type {HTMLInputElement} */ (input).checked = true;
  board.addEventListener("battle", () => (box.hidden = true), { once: true });
}

/** Remembers where somebody acts, for what goes wrong is said there. @param {Board} board @param {EventTarget | null} target */
function act(board, target) {
  if (target instanceof Element && !target.closest(".message")) board.acted = target;
}

/** Shows the message beside the control where somebody acted, else over the table. @param {Board} board */
export function put(board) {
  const box = part("#board-message");
  (board.acted?.closest(".choice, .deal-form, .side-foot") ?? part("#board-end")).after(box);
  box.hidden = false;
  box.scrollIntoView({ block: "nearest" });
}
