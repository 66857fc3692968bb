// The history of the browser: each game is an entry of its own, at the battle where it was left,
// and so is a leap to the end. The address says what lies on the table, where it does not name a
// part of the page.
import { isHere } from "../first/entry.js";
import { MARK } from "../first/mark.js";
import { gameCode, hashOf } from "./code.js";
import { codeInHash } from "./link.js";

// Browsers refuse more than a hundred writes in thirty seconds: each costs a second, of which some
// may be owed.
const SECOND = 1000;
const CREDIT = 20 * SECOND;

/**
 * The code of the game on the table; empty when it has none.
 * @param {Board} board
 * @param {number | null} battle
 */
export function codeOf({ recording, data, own }, battle) {
  return recording.deal
    ? gameCode(data.variant, recording.players, recording.deal, battle, own)
    : "";
}

export class Route {
  /** @type {Map<number, string>} How each visit was left. */
  #left = new Map();
  /** @type {"push" | "replace" | ""} What was not written yet, whatever is there now. */
  #owed = "";
  #paid = 0;
  /** @type {number | undefined} */
  #timer;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    if (board.left !== undefined) {
      this.#put(board.left, true);
      this.#begin();
    }
    this.keep(true);
    board.addEventListener("battle", () => this.keep());
    addEventListener("popstate", () => isHere(board) && this.keep(true));
    board.addEventListener("leap", () => this.step());
    board.addEventListener("auto", () => board.auto || this.write());
    addEventListener("pagehide", () => this.write());
    document
      .querySelector("[popovertarget=languages]")
      ?.addEventListener("click", () => this.write());
  }

  /** The code of the game that the entry asks for; null if it asks for none. */
  get asked() {
    const { data } = this.board;
    /** @type {Entry | null} */
    const entry = history.state;
    const left = entry && (this.#left.get(entry.visit) ?? entry.code);
    const first = entry?.deal
      ? gameCode(data.variant, 2, entry.deal, entry.battle || null, "")
      : null;
    return left ?? codeInHash(location.hash) ?? first;
  }

  /**
   * What is on the table is left for another game, or another place in it, which gets an entry of
   * its own.
   */
  step() {
    this.#put(this.board.battle, true);
    this.#begin();
  }

  /** What comes on the table next is what the entry asks for. */
  adopt() {
    this.board.visit = history.state?.visit ?? Math.random();
    this.#owed = "replace";
  }

  /**
   * The entry is that of the game on the table, until another page replaces it: Firefox, going
   * back, shows this page as it was left, with the address that it had.
   */
  reclaim() {
    this.#owed = "replace";
    this.write();
  }

  /** Notes how far the game has come; the address follows, in time. @param {boolean} [now] */
  keep(now) {
    const { board } = this;
    this.#left.set(board.visit, codeOf(board, board.battle || null));
    const wait = this.#paid - CREDIT - performance.now();
    if (now || this.#owed || wait <= 0) this.write();
    else this.#timer ??= setTimeout(() => this.write(), wait);
  }

  write() {
    this.#put(this.board.battle, false);
  }

  #begin() {
    this.board.visit = Math.random();
    this.#owed = "push";
  }

  /** @param {number} battle @param {boolean} leaving also when nothing was played */
  #put(battle, leaving) {
    const { board } = this;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const code = codeOf(board, battle || null);
    if (!code) return;
    const own = hashOf(code);
    for (const link of document.querySelectorAll("#languages a")) {
      if (link instanceof HTMLAnchorElement && (battle || board.visit || link.hash)) {
        link.hash = own;
      }
    }
    if (!this.#owed && !isHere(board)) return; // on the way to another game, which must not be lost
    const { hash } = location;
    const isOwn = this.#owed === "push" || (hash ? MARK.test(hash) : Boolean(battle || leaving));
    const isSame =
      history.state?.visit === board.visit &&
      history.state.battle === battle &&
      (!isOwn || own === hash);
    if (!isSame) {
      const how = this.#owed && own !== hash ? this.#owed : "replace";
      const entry = { visit: board.visit, deal: board.recording.deal, battle };
      try {
        history[`${how}State`](
          isOwn || !hash ? entry : { ...entry, code },
          "",
          isOwn ? own : undefined,
        );
      } catch {
        // refused, which Chromium does without a word: see below
      }
      this.#paid = Math.max(this.#paid, performance.now()) + SECOND;
    }
    if (history.state?.visit === board.visit && history.state.battle === battle) {
      this.#owed = "";
    } else {
      this.#timer = setTimeout(() => this.write(), SECOND); // too many: once more later
    }
  }
}
