// Python's memory as the build left it, with the engine imported: a start from it runs nothing that
// was run there.
//
// The file, unpacked: a line of JSON, the head of Pyodide's own snapshot, the numbers of the pages
// of memory that differ from a fresh heap (16 bits each), and these pages. The ways into Pyodide
// that this takes are its private ones: whoever calls must be ready to start without.

const FORMAT = 1;

/**
 * @typedef {object} Header
 * @property {number} format
 * @property {string} version of Pyodide
 * @property {number} heap bytes of memory
 * @property {number} page bytes of a page
 * @property {number} head bytes of Pyodide's own head
 * @property {number} pages how many there are
 * @property {object} info what Pyodide asks of a lock file
 * @property {[string, string]} proof a request to the engine, and its answer
 */

/**
 * @typedef {{header: Header, head: Uint8Array, numbers: Uint16Array, pages: Uint8Array}} Snapshot
 */

/**
 * Reads a file that was checked and unpacked.
 * @param {Uint8Array} bytes
 * @param {string} version of Pyodide that is to take it
 * @returns {Snapshot}
 */
export function readSnapshot(bytes, version) {
  const end = bytes.indexOf(10);
  /** @type {Header} */
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  if (header.format !== FORMAT || header.version !== version) {
    throw new Error("a snapshot of another version");
  }
  const numbers = end + 1 + header.head;
  const pages = numbers + 2 * header.pages;
  if (bytes.length !== pages + header.pages * header.page) {
    throw new Error("a snapshot of the wrong length");
  }
  return {
    header,
    head: bytes.slice(end + 1, numbers),
    numbers: new Uint16Array(bytes.slice(numbers, pages).buffer),
    pages: bytes.subarray(pages),
  };
}

/**
 * Starts Python from a snapshot; its library has to be an empty zip.
 * @param {any} loadPyodide
 * @param {(settings: any) => Promise<any>} create makes Pyodide's module
 * @param {Snapshot} snapshot
 * @param {object} options for loadPyodide
 * @returns {Promise<any>} Python
 */
export async function restore(loadPyodide, create, snapshot, options) {
  const { header, head } = snapshot;
  const python = await loadPyodide({
    ...options,
    lockFileContents: { info: header.info, packages: {} },
    // Without a heap: that is laid where it belongs below, unharmed by a copy of 30 MB.
    _loadSnapshot: head,
    createPyodideModule: async (/** @type {any} */ settings) =>
      lay(snapshot, await create(settings)),
  });
  const [ask, answer] = header.proof;
  if (python.pyimport("engine.browser").answer(ask) !== answer) {
    throw new Error("a snapshot that plays other games");
  }
  python.pyimport("random").seed();
  return python;
}

/** @param {Snapshot} snapshot @param {any} module */
function lay({ header, numbers, pages }, module) {
  const heap = module.HEAPU8;
  if (heap.length !== header.heap) throw new Error("a snapshot of another heap");
  const trampoline = module.HEAP32[place(module)];
  numbers.forEach((number, at) => {
    heap.set(pages.subarray(at * header.page, (at + 1) * header.page), number * header.page);
  });
  module.HEAP32[place(module)] = trampoline;
  return module;
}

/**
 * Where Python keeps, in words, the index of the function through which it calls those of another
 * signature. It counts in the table of this browser; some have no such function.
 * @param {any} module
 */
function place(module) {
  return (
    (module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >>> 2]) >>> 2
  );
}
