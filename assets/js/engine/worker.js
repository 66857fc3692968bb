// The engine's own thread: Python, started from one folder of this site, and a function that answers JSON with JSON.
// Pyodide waits for ever for a file that does not come, so what goes wrong on the way is watched for here.

/** @typedef {import("./client.js").Order} Order */
/** @typedef {import("./client.js").Report} Report */

const WASM = "application/wasm";
const LARGE = ["pyodide.asm.wasm", "python_stdlib.zip"];

/** @param {Report} news */
const report = (news) => postMessage(news);

/** @type {(text: string) => string} */
let answer;

onmessage = (/** @type {MessageEvent<Order>} */ { data }) => {
  if ("start" in data) void start(data.start, data.life);
  else report({ id: data.id, answer: answer(data.ask) });
};

/**
 * @param {string} folder
 * @param {string} life the name of a lock that is free again when this thread is gone
 */
async function start(folder, life) {
  if (typeof WebAssembly !== "object") return fail("unsupported", "this browser has no WebAssembly, or it is switched off");
  hold(life);
  try {
    answer = await Promise.race([load(folder), watch(folder)]);
    report({ ready: true });
  } catch (error) {
    fail("failed", error instanceof Error ? error.message : String(error));
  }
}

/** @param {string} reason @param {string} message */
function fail(reason, message) {
  report({ failed: reason, message });
  close();
}

/** @param {string} life */
function hold(life) {
  navigator.locks?.request(life, () => {
    report({ alive: true });
    return new Promise(() => {});
  });
}

/** @param {string} folder @returns {Promise<(text: string) => string>} */
async function load(folder) {
  import(`${folder}pyodide.asm.mjs`).catch(() => {}); // needed a little later, and reported then if it is missing
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: folder, packages: ["war-and-peace"], stdout: () => {}, stderr: () => {} });
  return python.pyimport("engine.browser").answer;
}

/**
 * Counts what comes in, and ends with the first thing that goes wrong; never otherwise.
 * @param {string} folder
 * @returns {Promise<never>}
 */
function watch(folder) {
  return new Promise((_, reject) => {
    let loaded = 0;
    const plain = fetch;
    const streaming = WebAssembly.instantiateStreaming;

    /** @param {Response} response */
    const count = async (response) => {
      const body = response.clone().body;
      if (!body) return;
      const reader = body.getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        loaded += part.value.byteLength;
        report({ loaded });
      }
    };

    /** @type {typeof fetch} */
    const get = async (resource, options) => {
      try {
        const response = await plain(resource, options);
        if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
        count(response).catch(reject);
        return response;
      } catch (error) {
        reject(error);
        throw error;
      }
    };

    // What is large is on its way before Pyodide asks for it.
    const early = new Map(LARGE.map((name) => [folder + name, get(folder + name)]));
    for (const response of early.values()) response.catch(() => {}); // rejected above
    globalThis.fetch = (resource, options) => {
      const address = String(resource);
      const response = early.get(address) ?? get(resource, options);
      early.delete(address);
      return response;
    };

    WebAssembly.instantiateStreaming = async (source, imports) => {
      try {
        const response = await source;
        const type = response.headers.get("Content-Type") ?? "";
        if (streaming && type.split(";")[0] === WASM) return await streaming.call(WebAssembly, response, imports);
        return await WebAssembly.instantiate(await response.arrayBuffer(), imports);
      } catch (error) {
        reject(error);
        throw error;
      }
    };
  });
}
