// The buttons of the board: the few that turn cards do it here, the others in rest.js.
import { part } from "./dom.js";
import { rest } from "./load.js";
import { say } from "./status.js";
import { gettext } from "./words.js";

const PRESSES = [" ", "Enter"];
const KEYS = /^(.$|Enter|Arrow|Home|End)/;
const BUSY = "aria-busy";
const LONG = 1000;

/** Where something happened; inside the board that is an element. @param {Event} event */
const targetOf = (event) => /** @type {Element} */ (event.target);

/**
 * Uses the rest of the scripts as soon as it is there; that it does not come is said.
 * @param {Board} board
 * @param {(rest: Rest) => unknown} use
 */
export async function need(board, use) {
  const found = await rest(board).catch(() => excuse(board));
  if (found) await use(found);
}

/** @param {Board} board */
export function watch(board) {
  const place = board.element.parentElement ?? board.element;
  const go = part("[data-do=turn]", board.element);
  /** The newest choice of each group. @type {Map<Element, any>} */
  const newest = new Map();

  /**
   * Has the rest do something. Until that is done its control waits, and a press on it is the same
   * press.
   * @param {Element} control
   * @param {(rest: Rest) => unknown} use
   */
  const wait = (control, use) => {
    if (control.hasAttribute(BUSY)) return;
    // What goes wrong is said there; a message that tries again stays where it is.
    if (!control.closest(".message")) board.acted = control;
    control.setAttribute(BUSY, "true");
    const timer = setTimeout(() => say(gettext("Loading …")), LONG);
    void need(board, use).finally(() => {
      clearTimeout(timer);
      control.removeAttribute(BUSY);
    });
  };

  /** @type {Record<string, () => void>} */
  const own = {
    turn: () => (board.over && board.fresh ? wait(go, ({ deal }) => deal({})) : board.turn()),
    back: () => board.goTo(board.battle - 1),
    end: () => board.leap(board.last),
  };
  /**
   * Does what a control of this name does; the one that was pressed shows that it waits.
   * @param {string} action
   * @param {Element | null} [control]
   */
  const act = (action, control = place.querySelector(`[data-do="${action}"]`)) => {
    /** @param {Rest} found */
    const use = (found) => found.act(action);
    if (own[action]) own[action]();
    else if (control) wait(control, use);
    else void need(board, use);
  };

  place.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-do]"));
    if (!button) return;
    const hadFocus = button.contains(document.activeElement);
    act(button.dataset.do ?? "", button);
    // A button that goes away when it is pressed hands its focus on.
    if (hadFocus && !button.checkVisibility()) go.focus();
  });
  place.addEventListener("change", (event) => {
    const target = targetOf(event);
    const group = target.closest(".choice");
    if (!group) return;
    newest.set(group, target);
    wait(group, ({ choose }) => choose(newest.get(group)));
  });
  place.addEventListener("keydown", (event) => {
    const { key, repeat } = event;
    const target = targetOf(event);
    const isPress = PRESSES.includes(key);
    // Arrows would choose at each step, and each of these choices deals anew.
    if (key.startsWith("Arrow") && target.closest(".option")) event.preventDefault();
    // A key held down turns no cards, not even through the button that has focus.
    if (repeat) {
      if (isPress && target === go) event.preventDefault();
    } else if (
      target.matches("[type=text]")
        ? key === "Enter"
        : KEYS.test(key) && !(isPress && target.matches("button"))
    ) {
      // Each key is a step; what has a button waits there, and is done once.
      /** @param {Rest} rest */
      const use = ({ press }) => press(event, act);
      if (board.element.hasAttribute(BUSY)) void need(board, use);
      else wait(board.element, use);
    }
  });
  for (const event of ["battle", "fresh", "auto"]) {
    board.addEventListener(event, () => label(board));
  }
}

/** @param {Board} board */
function label(board) {
  const text = part("[data-do=turn] .label", board.element);
  const now = nextPress(board);
  if (text.textContent !== now) text.textContent = now;
}

/** @param {Board} board */
function nextPress(board) {
  if (board.auto) return gettext("Pause");
  return board.over && board.fresh ? gettext("New game") : gettext("Turn up");
}

/**
 * What could not be loaded, said in place of all that could have told it better.
 * @param {Board} board
 */
function excuse(board) {
  const box = part("#board-message");
  box.dataset.reason = navigator.onLine ? "failed" : "offline";
  box.textContent = `${gettext("Loading failed.")} ${gettext("Are you online?")}`;
  put(board);
  say(box.textContent);
  // Only what the page came with can hold.
  for (const input of board.element.querySelectorAll("[checked]")) {
    /** @type {HTMLInputElement} */ (input).checked = true;
  }
  board.addEventListener("battle", () => (box.hidden = true), { once: true });
}

/**
 * Shows the message beside the control where somebody acted, else over the table.
 * @param {Board} board
 */
export function put(board) {
  const box = part("#board-message");
  (board.acted?.closest(".choice, .deal-form, .side-foot") ?? part("#board-end")).after(box);
  box.hidden = false;
  box.scrollIntoView({ block: "nearest" });
}
