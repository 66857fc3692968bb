// Where games come from: the page's first deal, its pool of recorded deals, the game of this tab,
// or the engine.
import { Engine } from "../../engine/client.js";
import { coming } from "../first/load.js";
import { newDealCode, sameRules } from "./link.js";
import { hide, show } from "./message.js";
import { progress } from "./progress.js";

const STORE = "game";
const MOST_KEPT = 50;
const DIGITS = /[.]([0-9a-f]{8})[.]json$/;

/**
 * A file of JSON, whose name has the first digits of its digest; what does not fit them, as a
 * portal's page that wants a login, is asked for once more, past what the browser has.
 * @param {string} href @returns {Promise<any>}
 */
export async function load(href) {
  const first = coming.get(href) ?? fetch(href);
  coming.delete(href);
  try {
    return await read(href, await first);
  } catch {
    return read(href, await fetch(href, { cache: "reload" }));
  }
}

/** @param {string} href @param {Response} answer */
async function read(href, answer) {
  const bytes = await answer.arrayBuffer();
  if (!answer.ok || !(await fits(href, bytes))) throw new Error(`${href}: not what was built`);
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** @param {string} href @param {ArrayBuffer} bytes */
async function fits(href, bytes) {
  const [, digits] = DIGITS.exec(href) ?? [];
  if (!digits || !crypto.subtle) return true; // without HTTPS nobody can tell
  const digest = new DataView(await crypto.subtle.digest("SHA-256", bytes));
  return digest.getUint32(0) === parseInt(digits, 16);
}

export class Deals {
  /** @type {Engine | null} */
  engine = null;
  /** @type {string[]} */
  #left = [];
  /**
   * @type {any[]} The games of this visit, newest first: a step back in the history finds them at
   *   once.
   */
  #kept = [];
  /** Counts requests, so that a cancelled one is not laid when it comes after all. */
  #asked = 0;

  /**
   * @param {Board} board
   * @param {(request: GameRequest) => void} again asks for a game once more
   */
  constructor(board, again) {
    this.board = board;
    this.again = again;
  }

  get saving() {
    return Boolean(/** @type {any} */ (navigator).connection?.saveData);
  }

  /** Starts the engine when somebody seems to want it; not with Save-Data. */
  intend() {
    if (!this.saving) this.start().catch(() => {});
  }

  async start() {
    await this.#made()?.start();
  }

  #made() {
    const { data } = this.board;
    if (!this.engine && data.engine) {
      this.engine = new Engine(data.engine);
      progress(this.board, this.engine);
    }
    return this.engine;
  }

  /**
   * A recording for a request; what it leaves open is as on the table. Null when it was cancelled
   * or is not to be had.
   * @param {GameRequest} request
   * @param {boolean} [asked] whether somebody asked for it by a press
   * @returns {Promise<any>}
   */
  async get(request, asked = true) {
    const { board } = this;
    const { data, recording } = board;
    const rules = request.rules ?? recording.rules;
    const players = request.players ?? recording.players;
    const isPlain = players === 2 && sameRules(rules, data.rules);
    const ticket = ++this.#asked;
    hide(board);
    if (board.waiting) board.wait(false);
    const known = request.deal ? this.#known(request.deal, rules, players, isPlain) : null;
    if (known) return this.#last(known, ticket);
    if (!request.deal && isPlain && this.engine?.state !== "ready" && data.pool.length) {
      if (asked && data.engine) this.start().catch(() => {});
      return this.#last(load(this.#draw()), ticket);
    }
    if (!asked && this.saving) {
      show(board, "saving", () => this.again(request));
      return null;
    }
    return this.#play({ rules, players, deal: request.deal ?? newDealCode() }, request, ticket);
  }

  cancel() {
    this.forget();
    this.engine?.cancel();
  }

  /** Whatever is on its way is not laid any more. */
  forget() {
    this.#asked += 1;
    this.board.wait(false);
  }

  /**
   * A game, if nothing else was asked for before it came.
   * @param {any} coming
   * @param {number} ticket
   */
  async #last(coming, ticket) {
    try {
      const found = await coming;
      return ticket === this.#asked ? found : null;
    } catch (error) {
      if (ticket === this.#asked) throw error;
      return null;
    }
  }

  /**
   * Keeps a game that was laid; the newest also for another language's page and for a reload.
   * @param {any} content
   */
  keep(content) {
    this.#kept = [content, ...this.#kept.filter((game) => game !== content)].slice(0, MOST_KEPT);
    try {
      sessionStorage.setItem(STORE, JSON.stringify(content));
    } catch {
      // storage refused: the engine plays the game again
    }
  }

  /**
   * @param {string} deal
   * @param {Changes} rules
   * @param {number} players
   * @param {boolean} isPlain
   */
  #known(deal, rules, players, isPlain) {
    const { data } = this.board;
    if (isPlain && data.deal.code === deal) return data.first;
    const pooled = isPlain && data.pool.find((href) => href.includes(`-${deal}.`));
    /** @param {any} game */
    const isIt = (game) =>
      game?.deal === deal && game.players === players && sameRules(game.rules, rules);
    const kept = this.#kept.find(isIt);
    if (kept) return kept;
    if (pooled) return load(pooled);
    try {
      const stored = JSON.parse(sessionStorage.getItem(STORE) ?? "null");
      if (isIt(stored)) return stored;
    } catch {
      // storage refused, or something else is kept there
    }
    return null;
  }

  /** A recorded deal that was not drawn yet and does not lie on the table. @returns {string} */
  #draw() {
    const { data, recording } = this.board;
    if (!this.#left.length) this.#left = [...data.pool];
    const place = Math.floor(Math.random() * this.#left.length);
    const [href = ""] = this.#left.splice(place, 1);
    return href.includes(`-${recording.deal}.`) && data.pool.length > 1 ? this.#draw() : href;
  }

  /**
   * @param {{rules: Changes, players: number, deal: string}} game
   * @param {GameRequest} request
   * @param {number} ticket
   */
  async #play(game, request, ticket) {
    const { board } = this;
    board.wait(this.engine?.state !== "ready");
    try {
      const engine = this.#made();
      if (!engine) throw Object.assign(new Error("no engine"), { reason: "unsupported" });
      const answer = await engine.call({ do: "play", ...game });
      if (ticket !== this.#asked) return null;
      return answer.recording;
    } catch (error) {
      const reason = this.#reason(error);
      if (ticket === this.#asked && reason) {
        show(board, reason, () => this.again({ ...request, deal: game.deal }));
      }
      return null;
    } finally {
      if (ticket === this.#asked) board.wait(false);
    }
  }

  /** @param {any} error */
  #reason(error) {
    switch (error?.reason) {
      case "rules":
        return "too-many";
      case "cancelled":
        return "";
      case "unsupported":
      case "crashed":
      case "offline":
        return error.reason;
      default:
        if (this.engine?.state === "crashed") return "crashed";
        return navigator.onLine ? "failed" : "offline";
    }
  }
}
