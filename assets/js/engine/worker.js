// The engine's own thread: Python, started from one folder of this site, and a function that
// answers JSON with JSON. Pyodide waits for ever for a file that does not come, so what goes wrong
// on the way is watched for here.
//
// There are two ways to start. From the snapshot, Python's memory as the build left it, the first
// game is there two to three times as soon, and for each later visit too; it is 1.7 MB larger than
// the library that it stands for. That pays from some 10 to 20 Mbit/s on at the first visit, and
// always at the next, when all is in the cache; and as the page plays recorded deals meanwhile,
// nobody waits for the difference. So it is the ordinary way. From the library starts a browser
// that is to save data or knows of a slow line, unless it has the snapshot already; and every
// browser in which anything about the snapshot is not as it should be.
import { Net } from "./net.js";
import { readSnapshot, restore } from "./snapshot.js";

/** @typedef {import("./client.js").Order} Order */
/** @typedef {import("./client.js").Report} Report */
/** @typedef {import("./client.js").Start} Start */

const SNAPSHOT = "snapshot.bin";
const LIBRARY = "python_stdlib.zip";
/** A zip with nothing in it. */
const EMPTY = Uint8Array.of(0x50, 0x4b, 5, 6, ...new Uint8Array(18));
const SILENT = { stdout: () => {}, stderr: () => {} };

/** @param {Report} news */
const report = (news) => postMessage(news);

/** @type {(text: string) => string} */
let answer;

self.onmessage = (/** @type {MessageEvent<Order>} */ { data }) => {
  if ("start" in data) void start(data);
  else report({ id: data.id, answer: answer(data.ask) });
};

/** @param {Start} order */
async function start(order) {
  if (typeof WebAssembly !== "object") {
    return fail("unsupported", "this browser has no WebAssembly, or it is switched off");
  }
  hold(order.life);
  const net = new Net(order, (loaded, total) => report({ loaded, total }));
  try {
    const way = await Promise.race([load(net, order), net.broken]);
    report({ ready: true, way });
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
  const held = navigator.locks?.request(life, () => {
    report({ alive: true });
    return new Promise(() => {});
  });
  held?.catch(() => {}); // storage is refused: the page hears of the thread's end by its silence
}

/**
 * @param {Net} net
 * @param {Start} order
 * @returns {Promise<"snapshot" | "library">} the way it went
 */
async function load(net, { start: folder, snapshot, mend }) {
  if (mend) await net.mend();
  const modules = net.modules("pyodide.mjs", "pyodide.asm.mjs");
  net.compile("pyodide.asm.wasm");
  if (snapshot && (await worthwhile(folder + SNAPSHOT))) {
    try {
      const bytes = await fetchSnapshot(net, snapshot);
      const [{ loadPyodide, version }, { default: create }] = await modules;
      net.give(LIBRARY, EMPTY);
      const python = await restore(loadPyodide, create, readSnapshot(bytes, version), {
        indexURL: folder,
        ...SILENT,
      });
      await net.checked();
      answer = python.pyimport("engine.browser").answer;
      return "snapshot";
    } catch {
      net.turn(); // nobody is told: the other way leads there too
    }
  }
  net.early(LIBRARY);
  const [{ loadPyodide }] = await modules;
  const python = await loadPyodide({ indexURL: folder, packages: ["war-and-peace"], ...SILENT });
  await net.checked();
  answer = python.pyimport("engine.browser").answer;
  return "library";
}

/** Whether the snapshot saves more than it costs. @param {string} address */
async function worthwhile(address) {
  if (typeof DecompressionStream !== "function") return false;
  const { saveData = false, effectiveType = "4g" } =
    /** @type {any} */ (navigator).connection ?? {};
  if (effectiveType === "4g" && !saveData) return true;
  try {
    return Boolean(await caches.match(address));
  } catch {
    return false; // storage is refused
  }
}

/**
 * The snapshot, unpacked, if it is what the page says; what is not is asked for once more, past
 * what the browser has.
 * @param {Net} net
 * @param {string} integrity as in HTML
 */
async function fetchSnapshot(net, integrity) {
  const packed = await checkedSnapshot(net, integrity, "default").catch(() =>
    checkedSnapshot(net, integrity, "reload"),
  );
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

/** @param {Net} net @param {string} integrity @param {RequestCache} cache */
async function checkedSnapshot(net, integrity, cache) {
  // A browser that checks by itself shows nothing before all is there; without HTTPS it is the only
  // way to check.
  const packed = await net.optional(SNAPSHOT, crypto.subtle ? { cache } : { cache, integrity });
  if (crypto.subtle) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", packed));
    if (integrity !== `sha256-${btoa(String.fromCharCode(...digest))}`) {
      throw new Error("a snapshot of another digest");
    }
  }
  return packed;
}
