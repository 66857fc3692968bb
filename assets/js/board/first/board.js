// The board: which recording lies on it, which battle is shown and how far, and who is told when
// that changes.
import { phasesOf } from "./phases.js";
import { parseRecording } from "./recording.js";

export const PACE = 900;
const PHASE = 620;
const QUIET = 600;
/** @type {Settings} */
export const SETTINGS = {
  tempo: 1,
  motion: "auto",
  sound: false,
  suits: "two",
  letters: "local",
  phases: false,
  keys: true,
};

export class Board extends EventTarget {
  /** @type {Recording} */
  recording;
  battle = 0;
  /** The furthest battle whose end was shown of this recording. */
  seen = 0;
  /** Which visit of a game this is (entry.js); 0 is that of the page's own deal. */
  visit = 0;
  /** @type {number | undefined} Where a leap began that nobody has noted yet. */
  left;
  phase = 0;
  /** @type {Phase[]} */
  phases = [];
  /** The end is summed up in place of the last cards. */
  summary = false;
  /** The main button has become "New game". */
  fresh = false;
  /** A deal is on its way. */
  waiting = false;
  auto = false;
  /** @type {Settings} */
  settings = { ...SETTINGS };
  /** What a link says of the rules on the table: nothing as long as they are those of the page. */
  own = "";
  /** Whether the rest of the scripts is there: the end in figures, and games in the history. */
  complete = false;
  /** Where somebody acted last. @type {Element | null} */
  acted = null;
  /** @type {number | undefined} */
  #timer;
  /** @type {number | undefined} */
  #quiet;

  /**
   * @param {HTMLElement} element
   * @param {BoardData} data
   * @param {any} recording
   */
  constructor(element, data, recording) {
    super();
    this.element = element;
    this.data = data;
    this.recording = parseRecording(recording);
    element.addEventListener("keydown", () => this.#waitForQuiet(), true);
  }

  get last() {
    return this.recording.battles.length;
  }
  /** The battle shown; undefined before the first. */
  get current() {
    return this.recording.battles[this.battle - 1];
  }
  get shown() {
    return this.phases[this.phase] ?? { rounds: 0, up: false, settled: true };
  }
  get settled() {
    return this.phase >= this.phases.length - 1;
  }
  /** The newest battle that may be told of: not one whose war is being shown. */
  get told() {
    return this.settled ? this.battle : this.battle - 1;
  }
  get over() {
    return this.battle === this.last && this.settled;
  }
  get state() {
    if (this.waiting) return "loading";
    if (this.over) return "over";
    if (this.auto) return "auto";
    if (!this.battle) return "ready";
    return this.settled ? "playing" : "war";
  }
  get calm() {
    const { motion } = this.settings;
    return (
      motion === "none" ||
      (motion === "auto" && matchMedia("(prefers-reduced-motion: reduce)").matches)
    );
  }

  /** Puts another recording on the table. @param {any} recording @param {number} [battle] */
  lay(recording, battle = 0) {
    this.recording = parseRecording(recording);
    this.seen = 0;
    this.#place(Math.min(Math.max(0, battle), this.last), -1);
    this.#tell("deal");
    this.#changed(true);
  }

  /** One press: the rest of a war that is being shown, else the next battle, else how it ended. */
  turn() {
    if (this.auto) return this.pause();
    if (this.over) {
      if (!this.summary) this.sum();
      return;
    }
    if (this.#timer !== undefined) return this.#settle();
    const pace = this.calm ? 0 : PHASE;
    this.advance(this.settings.phases ? Infinity : pace);
  }

  /**
   * Shows what comes next. `pace` is the time from phase to phase of a war: 0 shows its end at
   * once, Infinity waits for the next press.
   * @param {number} pace
   */
  advance(pace) {
    if (this.over) return;
    if (!this.settled) this.phase += 1;
    else this.#place(this.battle + 1, pace ? 0 : -1);
    if (!this.settled && pace < Infinity) this.#timer = setTimeout(() => this.#next(pace), pace);
    this.#changed();
  }

  /** @param {number} pace */
  #next(pace) {
    this.#timer = undefined;
    this.advance(pace);
  }

  #settle() {
    this.#place(this.battle, -1);
    this.#changed();
  }

  /** @param {number} battle */
  goTo(battle) {
    this.pause();
    const target = Math.min(Math.max(0, battle), this.last);
    if (target === this.battle && this.settled) return;
    this.#place(target, -1);
    this.#changed(true);
  }

  /** Goes far, from where a step in the history leads back. @param {number} battle */
  leap(battle) {
    this.pause();
    if (battle !== this.battle) {
      this.left ??= this.battle;
      this.#tell("leap");
    }
    this.goTo(battle);
  }

  pause() {
    if (!this.auto) return;
    this.auto = false;
    this.#tell("auto");
  }

  /** What the table waits for changed. @param {boolean} waiting */
  wait(waiting) {
    this.waiting = waiting;
    this.#tell("wait");
  }

  /** @param {string} event */
  #tell(event) {
    this.dispatchEvent(new Event(event));
  }

  /** @param {number} battle @param {number} phase -1 is the last */
  #place(battle, phase) {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.battle = battle;
    const current = this.current;
    this.phases = current ? phasesOf(current, this.recording) : [];
    this.phase = phase < 0 ? Math.max(0, this.phases.length - 1) : phase;
  }

  /** @param {boolean} [isJump] */
  #changed(isJump = false) {
    this.seen = Math.max(this.seen, this.told);
    this.summary = this.complete && this.over && isJump;
    this.fresh = false;
    clearTimeout(this.#quiet);
    this.#tell("battle");
    if (!this.over) return;
    this.pause();
    this.#waitForQuiet();
    this.#tell("end");
  }

  /** Nobody who is pressing a key on and on deals a new game by mistake. */
  #waitForQuiet() {
    clearTimeout(this.#quiet);
    if (!this.over || this.fresh) return;
    this.#quiet = setTimeout(() => {
      this.fresh = this.over;
      if (!this.summary) this.sum();
      else this.#tell("fresh");
    }, QUIET);
  }

  /** Shows the end of the game in place of its last cards. */
  sum() {
    this.summary = this.complete && this.over;
    this.#tell("fresh");
  }
}
