// What a start of the engine takes from the net: counted, and at hand when Pyodide asks for it.

/** @typedef {import("./client.js").Start} Start */
/** @typedef {import("./client.js").Sizes} Sizes */

const TYPE = "application/wasm";
/** @type {Sizes} */
const UNKNOWN = { scripts: 0, wasm: [1, 1], library: 0, snapshot: 0 };

export class Net {
  #plain = fetch.bind(globalThis);
  /** @type {typeof WebAssembly.compileStreaming | undefined} */
  #streaming = WebAssembly.compileStreaming?.bind(WebAssembly);
  /** What Pyodide need not ask for, by address. @type {Map<string, Promise<Response>>} */
  #here = new Map();
  /** @type {(error: unknown) => void} */
  #end = () => {};
  #loaded = 0;
  /** What came of a snapshot. */
  #part = 0;
  /** Looks at what has come. @type {Promise<void>[]} */
  #checks = [];

  /**
   * @param {Start} order
   * @param {(loaded: number, total: number) => void} tell hears how far it is, in bytes as a host
   *   sends that compresses
   */
  constructor({ start, sizes = UNKNOWN, snapshot, digests = {} }, tell) {
    this.folder = start;
    this.sizes = sizes;
    this.digests = digests;
    this.tell = tell;
    this.total = sizes.scripts + sizes.wasm[1] + (snapshot ? sizes.snapshot : sizes.library);
    /** Ends with the first thing that goes wrong; never otherwise. @type {Promise<never>} */
    this.broken = new Promise((_, reject) => {
      this.#end = reject;
    });
    this.broken.catch(() => {}); // whoever waits for it hears of it
    globalThis.fetch = (resource, options) =>
      this.#here.get(String(resource)) ?? this.#must(this.#get(String(resource), options));
  }

  /**
   * Looks over what the browser has of all files, and has it fetch anew what is not as it was
   * built.
   */
  async mend() {
    await Promise.all(Object.keys(this.digests).map((name) => this.#mend(name)));
  }

  /** @param {string} name */
  async #mend(name) {
    for (const cache of /** @type {RequestCache[]} */ (["default", "reload"])) {
      const response = await this.#plain(this.folder + name, { cache });
      const bytes = await (await this.#watch(response, 0)).arrayBuffer();
      if (response.ok && (await fits(bytes, this.digests[name]))) return;
    }
    throw new Error(`${name}: not what was built`);
  }

  /** Whether all that came was as it was built; else the start has failed. */
  async checked() {
    await Promise.all(this.#checks);
  }

  /**
   * Imports modules; how they come cannot be watched.
   * @param {string[]} names
   * @returns {Promise<any[]>}
   */
  modules(...names) {
    const all = Promise.all(names.map((name) => import(this.folder + name)));
    all.then(
      () => this.#count(this.sizes.scripts),
      () => {},
    );
    return this.#must(all);
  }

  /** Compiles while it comes, and once, however often Pyodide starts. @param {string} name */
  compile(name) {
    const [whole, packed] = this.sizes.wasm;
    const compiled = this.#must(
      this.#get(this.folder + name, {}, packed / whole).then((response) => this.#compile(response)),
    );
    this.#here.set(this.folder + name, new Promise(() => {}));
    WebAssembly.instantiateStreaming = async (_, imports) => {
      const module = await compiled;
      return { module, instance: await this.#must(WebAssembly.instantiate(module, imports)) };
    };
  }

  /** Sends for what will be asked for. @param {string} name */
  early(name) {
    const address = this.folder + name;
    this.#here.set(address, this.#must(this.#get(address)));
  }

  /** Has something itself. @param {string} name @param {Uint8Array<ArrayBuffer>} bytes */
  give(name, bytes) {
    this.#here.set(this.folder + name, Promise.resolve(new Response(bytes)));
  }

  /** What the start can do without. @param {string} name @param {RequestInit} options */
  async optional(name, options) {
    const response = await this.#get(this.folder + name, options, 1, (bytes) => {
      this.#part += bytes;
    });
    return response.arrayBuffer();
  }

  /** From here on it goes without the snapshot, whatever came of it. */
  turn() {
    this.total = this.sizes.scripts + this.sizes.wasm[1] + this.sizes.library + this.#part;
    this.#count(0);
  }

  /**
   * @param {string} address
   * @param {RequestInit} [options]
   * @param {number} [weight] of a byte that comes out of it
   * @param {(bytes: number) => void} [also] hears of each part
   */
  async #get(address, options, weight = 1, also) {
    const response = await this.#plain(address, options);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    const whole = this.#watch(response.clone(), weight, also);
    this.#checks.push(this.#must(this.#check(address, whole)));
    return response;
  }

  /** @param {string} address @param {Promise<Blob>} whole */
  async #check(address, whole) {
    const name = address.slice(this.folder.length);
    // Broken off: who reads the response itself hears of it.
    const blob = await whole.catch(() => null);
    if (blob && !(await fits(await blob.arrayBuffer(), this.digests[name]))) {
      throw new Error(`${name}: not what was built`);
    }
  }

  /**
   * Counts what comes, and gathers it.
   * @param {Response} response
   * @param {number} weight
   * @param {(bytes: number) => void} [also]
   */
  async #watch({ body }, weight, also) {
    /** @type {BlobPart[]} */
    const parts = [];
    const reader = body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      also?.(part.value.byteLength);
      this.#count(part.value.byteLength * weight);
      parts.push(part.value);
    }
    return new Blob(parts);
  }

  /** @param {number} bytes */
  #count(bytes) {
    this.#loaded += bytes;
    this.tell(Math.round(this.#loaded), this.total);
  }

  /** @param {Response} response */
  async #compile(response) {
    const type = response.headers.get("Content-Type") ?? "";
    if (this.#streaming && type.split(";")[0] === TYPE) return this.#streaming(response);
    return WebAssembly.compile(await response.arrayBuffer());
  }

  /**
   * Where this fails, so does the start.
   * @template T
   * @param {Promise<T>} promise
   * @returns {Promise<T>}
   */
  #must(promise) {
    promise.catch(this.#end);
    return promise;
  }
}

/**
 * Whether bytes have a digest; where there is none, or no way to find out, they have.
 * @param {BufferSource} bytes
 * @param {string} [digest]
 */
async function fits(bytes, digest) {
  if (!digest || !crypto.subtle) return true;
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...found].map((byte) => byte.toString(16).padStart(2, "0")).join("") === digest;
}
