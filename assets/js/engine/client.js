// The engine as the page sees it: asked in JSON, answers in promises that always settle. Nothing is
// loaded before somebody starts it.

/**
 * What goes to the thread, and what comes back.
 * @typedef {Start | {id: number, ask: string}} Order
 * @typedef {{alive: true} | Loaded | {ready: true, way: Way} | Failed | Answer} Report
 * @typedef {{loaded: number, total: number}} Loaded
 * @typedef {{failed: string, message: string}} Failed
 * @typedef {{id: number, answer: string}} Answer
 */

/**
 * @typedef {object} Start
 * @property {string} start address of the folder with Python
 * @property {string} life name of a lock that is free again when the thread is gone
 * @property {string} [snapshot] its digest as in HTML; without it the start goes by the library
 * @property {Sizes} [sizes]
 * @property {Digests} [digests] of the other files
 * @property {boolean} [mend] whether what the browser has of these files is looked over first
 */

/**
 * The digest of each file by its name: SHA-256 in hexadecimal digits.
 * @typedef {Record<string, string>} Digests
 */

/**
 * Bytes as a host sends them that compresses; of the WebAssembly before that, too. The library
 * comes with the engine.
 * @typedef {object} Sizes
 * @property {number} scripts
 * @property {[whole: number, packed: number]} wasm
 * @property {number} library
 * @property {number} snapshot
 */

/** How Python was started. @typedef {"snapshot" | "library"} Way */

/** @typedef {{resolve: (answer?: any) => void, reject: (error: EngineError) => void}} Settle */

/** @typedef {"absent" | "loading" | "ready" | "failed" | "crashed" | "unsupported"} State */

/**
 * @typedef {object} Files
 * @property {string} worker address of the thread's script
 * @property {string} runtime address of the folder with Python
 * @property {number} bytes how much a first start loads
 * @property {string} [snapshot] digest of the snapshot, where there is one
 * @property {Sizes} [sizes]
 * @property {Digests} [digests]
 * @property {number} [patience] milliseconds without a sign of life after which it counts as broken
 */

const PATIENCE = 30_000;

export class EngineError extends Error {
  /**
   * @param {string} reason a word for programs: "rules", "deal", "request", "engine" from the
   *   engine; "cancelled", "unsupported", "offline", "failed", "timeout", "crashed" from here
   * @param {string} message
   */
  constructor(reason, message) {
    super(message);
    this.name = "EngineError";
    this.reason = reason;
  }
}

/**
 * Dispatches "state" when its state changes and "progress" (detail: loaded, total) while it loads.
 */
export class Engine extends EventTarget {
  /** @type {State} */
  #state = "absent";
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Promise<void> | null} */
  #started = null;
  /** Ends the promise of the start. @type {Settle | null} */
  #starting = null;
  /** @type {Map<number, Settle>} */
  #asked = new Map();
  #count = 0;
  #lock = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #clock;
  /** @type {AbortController | null} */
  #life = null;

  /** A start that failed is tried again the plain way. */
  #plain = false;
  /** Whether the thread has said anything; an empty file in its place never does. */
  #heard = false;
  /** The start under way comes after one that failed, and first mends what the browser has. */
  #mends = false;
  /** @type {Way | ""} */
  #way = "";

  /** @param {Files} files */
  constructor({ worker, runtime, bytes, snapshot, sizes, digests, patience = PATIENCE }) {
    super();
    this.snapshot = snapshot;
    this.sizes = sizes;
    this.digests = digests;
    this.files = { worker: absolute(worker), runtime: absolute(runtime).replace(/\/?$/, "/") };
    this.bytes = bytes;
    this.patience = patience;
    this.loaded = 0;
  }

  /** @returns {State} */
  get state() {
    return this.#state;
  }

  /** How it was started last. */
  get way() {
    return this.#way;
  }

  /** Loads the engine unless that is done or under way. @returns {Promise<void>} */
  start() {
    if (this.#started) return this.#started;
    /** @type {Promise<void>} */
    const started = new Promise((resolve, reject) => {
      this.#starting = { resolve, reject };
    });
    started.catch(() => {}); // who waits for the start hears of it; nobody need
    this.#started = started;
    this.#mends = false;
    this.#open();
    return started;
  }

  /** Ends a start that is under way. */
  cancel() {
    if (this.#state === "loading") {
      this.#end("absent", new EngineError("cancelled", "the start was cancelled"));
    }
  }

  /** Ends the engine; what it was asked is given up. */
  stop() {
    this.#end("absent", new EngineError("cancelled", "the engine was stopped"));
  }

  /**
   * The answer to a request; starts the engine if need be. Rejects with an EngineError.
   * @param {object} request
   * @returns {Promise<any>}
   */
  async call(request) {
    await this.start();
    if (this.#state !== "ready") throw new EngineError("cancelled", "the engine was stopped");
    const id = ++this.#count;
    const answered = new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }));
    this.#post({ id, ask: JSON.stringify(request) });
    this.#wait();
    return answered;
  }

  #open() {
    this.loaded = 0;
    this.#heard = false;
    this.#become("loading");
    if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
      this.#end(
        "unsupported",
        new EngineError("unsupported", "this browser has no WebAssembly, or it is switched off"),
      );
      return;
    }
    try {
      const worker = new Worker(this.files.worker, { type: "module", name: "engine" });
      this.#worker = worker;
      worker.onmessage = ({ data }) => this.#hear(data);
      worker.onerror = (event) => {
        event.preventDefault(); // said by the state
        this.#break(event.message ?? "");
      };
      worker.onmessageerror = () => this.#break("unreadable message");
    } catch (error) {
      // A page opened from a file, or a policy.
      this.#end("failed", new EngineError("failed", String(error)));
      return;
    }
    this.#lock = `engine-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
    this.#life = new AbortController();
    const snapshot = this.#plain ? undefined : this.snapshot;
    const { sizes, digests } = this;
    this.#post({
      start: this.files.runtime,
      life: this.#lock,
      sizes,
      snapshot,
      digests,
      mend: this.#mends,
    });
    this.#wait();
  }

  /** @param {Order} order */
  #post(order) {
    this.#worker?.postMessage(order);
  }

  /** @param {Report} report */
  #hear(report) {
    this.#heard = true;
    if ("alive" in report) this.#guard();
    else if ("loaded" in report) this.#progress(report.loaded, report.total);
    else if ("ready" in report) this.#ready(report.way);
    else if ("failed" in report) this.#retry(report.failed, report.message);
    else this.#answer(report.id, report.answer);
    this.#wait();
  }

  /** @param {number} loaded @param {number} total */
  #progress(loaded, total) {
    this.loaded = loaded;
    this.dispatchEvent(
      new CustomEvent("progress", { detail: { loaded, total: Math.max(loaded, total) } }),
    );
  }

  /** @param {Way} way */
  #ready(way) {
    this.#way = way;
    this.#become("ready");
    this.#starting?.resolve();
    this.#starting = null;
  }

  /**
   * A start that failed by what it was given is tried once more, now with all that the browser has
   * of it looked over: somebody may have answered for the host, and what he said may be kept for a
   * year.
   * @param {string} reason @param {string} message
   */
  #retry(reason, message) {
    if (reason === "unsupported" || this.#mends || !navigator.onLine) {
      return this.#fail(reason, message);
    }
    this.#drop();
    this.#plain = this.#mends = true;
    fetch(this.files.worker, { cache: "reload" }).then(
      () => this.#state === "loading" && !this.#worker && this.#open(),
      () => this.#state === "loading" && !this.#worker && this.#fail(reason, message),
    );
    this.#wait();
  }

  /** @param {string} reason @param {string} message */
  #fail(reason, message) {
    this.#plain = true;
    if (reason === "unsupported") this.#end("unsupported", new EngineError(reason, message));
    else this.#end("failed", new EngineError(navigator.onLine ? reason : "offline", message));
  }

  /** @param {number} id @param {string} text */
  #answer(id, text) {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    const answer = JSON.parse(text);
    if (answer.error) asked?.reject(new EngineError(answer.error.reason, answer.error.message));
    else asked?.resolve(answer);
  }

  /** The thread holds a lock as long as it lives; once the page gets it, the thread is gone. */
  #guard() {
    const { signal } = this.#life ?? {};
    if (!signal) return;
    const gone = () => (signal.aborted ? undefined : this.#break("the thread has gone"));
    navigator.locks.request(this.#lock, { signal }, gone).catch(() => {});
  }

  /** While something is awaited, silence has an end. */
  #wait() {
    clearTimeout(this.#clock);
    if (this.#state !== "loading" && !this.#asked.size) return;
    this.#clock = setTimeout(
      () => this.#break("it did not answer in time", "timeout"),
      this.patience,
    );
  }

  /**
   * A thread that broke: in the start it has failed, later it has crashed.
   * @param {string} message
   * @param {string} [reason]
   */
  #break(message, reason) {
    if (this.#state === "loading" && !this.#heard) this.#retry(reason ?? "failed", message);
    else if (this.#state === "loading") this.#fail(reason ?? "failed", message);
    else if (this.#state === "ready") {
      this.#end("crashed", new EngineError(reason ?? "crashed", message));
    }
  }

  /** @param {State} state @param {EngineError} error */
  #end(state, error) {
    this.#drop();
    const waiting = [...this.#asked.values(), ...(this.#starting ? [this.#starting] : [])];
    this.#started = this.#starting = null;
    this.#asked.clear();
    this.#become(state);
    for (const { reject } of waiting) reject(error);
  }

  /** Lets go of the thread. */
  #drop() {
    clearTimeout(this.#clock);
    this.#life?.abort();
    this.#worker?.terminate();
    this.#worker = this.#life = null;
  }

  /** @param {State} state */
  #become(state) {
    if (state === this.#state) return;
    this.#state = state;
    this.dispatchEvent(new Event("state"));
  }
}

/** @param {string} address */
function absolute(address) {
  return new URL(address, document.baseURI).href;
}
