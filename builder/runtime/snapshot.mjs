// Makes a memory snapshot of the Python of the page: its heap with the engine imported and warm, as
// the pages of memory that differ from a fresh heap. assets/js/engine/snapshot.js says what the
// file is like, and puts it back.
//
// Takes JSON: {folder, package, modules, page, heap, out}; leaves one file. Ends with a sentence
// where it cannot be made.
import crypto from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bootPython, input, read } from "./python.mjs";

const FORMAT = 1;
const NOON = 315_532_800_000;
const job = input();

// Whatever differs from run to run or from machine to machine would lie in the heap.
process.argv.splice(1, process.argv.length, "python");
/** @template {ArrayBufferView} T @param {T} view @returns {T} */
const chosen = (view) => {
  new Uint8Array(view.buffer, view.byteOffset, view.byteLength).forEach((_, place, bytes) => {
    bytes[place] = (place * 131 + 7) & 255;
  });
  return view;
};
globalThis.crypto.getRandomValues = chosen;
crypto.randomFillSync = chosen;
Date.now = () => NOON;
performance.now = () => 0;

/** What Pyodide needs to know about packages, and none. */
const lock = JSON.parse(new TextDecoder().decode(read(join(job.folder, "pyodide-lock.json"))));
const wheel = lock.packages[job.package].file_name;
const settings = {
  env: { PYTHONHASHSEED: "0", TZ: "UTC", LANG: "C.UTF-8" },
  lockFileContents: { info: lock.info, packages: {} },
};

const fresh = await freshHeap();
const python = await bootPython(job.folder, { ...settings, _makeSnapshot: true });
const { version } = await import(pathToFileURL(join(job.folder, "pyodide.mjs")).href);
const module = python._module;
python.unpackArchive(read(join(job.folder, wheel)), "wheel");
python.globals.set("names", python.toPy(job.modules));
const proof = python
  .runPython(`
import importlib, sys, zipimport
for name in names:
    importlib.import_module(name)

from engine.browser import answer
ask = '{"do":"simulate","rules":{},"players":3,"first":0,"games":3,"seed":1}'
for text in (
    '{"do":"play","rules":{},"players":2,"deal":"00000000"}',
    '{"do":"play","rules":{"pickup":"winner-first"},"players":3,"deal":"00000001"}',
    '{"do":"play","rules":{"best":"low"},"players":4,"deal":"00000002"}',
    '{"do":"nothing"}', 'no JSON',
):
    answer(text)
proof = [ask, answer(ask)]

# The files will not be there again: nothing may look for them in what it remembers.
sys.path_importer_cache.clear()
zipimport._zip_directory_cache.clear()
for found in list(sys.modules.values()):
    if isinstance(loader := getattr(found, "__loader__", None), zipimport.zipimporter):
        vars(loader).pop("_files", None)
del names, name, text, ask, found, loader
proof
`)
  .toJs();
python.runPython(
  "import gc; del proof, answer, importlib, sys, zipimport; gc.collect(); gc.collect(); del gc",
);
wipe();
heap32()[trampoline()] = 0; // an index into this machine's table of functions
const snapshot = python.makeMemorySnapshot();
if (module.HEAPU8.length !== job.heap || fresh.length !== job.heap) {
  throw new Error(`the heap has ${module.HEAPU8.length} bytes and not ${job.heap}`);
}

const start = new Uint32Array(snapshot.buffer, 0, 2)[1];
const head = snapshot.subarray(0, start);
const heap = snapshot.subarray(start);
const pages = changedPages();
const header = {
  format: FORMAT,
  version,
  heap: job.heap,
  page: job.page,
  head: start,
  pages: pages.length,
  info: lock.info,
  proof,
};
writeFileSync(
  job.out,
  gzip([
    new TextEncoder().encode(`${JSON.stringify(header)}\n`),
    head,
    new Uint8Array(Uint16Array.from(pages).buffer),
    ...pages.map((page) => heap.subarray(page * job.page, (page + 1) * job.page)),
  ]),
);
process.exit(0);

/** The heap as it is before Python runs: the same wherever this WebAssembly is started. */
async function freshHeap() {
  const { default: create } = await import(pathToFileURL(join(job.folder, "pyodide.asm.mjs")).href);
  const enough = new Error("enough");
  /** @type {Uint8Array} */
  let bytes = new Uint8Array();
  /** @param {any} given */
  const createPyodideModule = async (given) => {
    bytes = (await create({ ...given, noInitialRun: true })).HEAPU8.slice();
    throw enough;
  };
  await bootPython(job.folder, { ...settings, createPyodideModule }).catch((error) => {
    if (error !== enough) throw error;
  });
  return bytes;
}

/**
 * Fills what memory is free with zeros, since nobody should load what was thrown away; the heap may
 * not grow for it.
 */
function wipe() {
  const { memory } = module;
  const grow = memory.grow;
  memory.grow = () => {
    throw new Error("the heap stays as it is");
  };
  const taken = [];
  for (let size = 2 ** 24; size >= 16; size /= 2) {
    for (let place = module._malloc(size); place; place = module._malloc(size)) {
      module.HEAPU8.fill(0, place, place + size);
      taken.push(place);
    }
  }
  for (const place of taken.reverse()) module._free(place);
  memory.grow = grow;
}

function heap32() {
  return new Int32Array(module.HEAPU8.buffer);
}

/**
 * Where Python keeps the index of the function that calls functions of another signature, in words.
 */
function trampoline() {
  return (module.__PyRuntime + heap32()[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >>> 2]) >>> 2;
}

function changedPages() {
  const found = [];
  for (let page = 0; page < job.heap / job.page; page += 1) {
    const [from, to] = [page * job.page, (page + 1) * job.page];
    if (Buffer.compare(heap.subarray(from, to), fresh.subarray(from, to))) found.push(page);
  }
  return found;
}

/**
 * Packs with Python's own zlib, which gives the same bytes on every machine; Node's does not.
 * @param {Uint8Array[]} parts
 */
function gzip(parts) {
  python.globals.set("data", python.toPy(new Uint8Array(Buffer.concat(parts))));
  return python
    .runPython(
      "import zlib; packer = zlib.compressobj(9, wbits=31); packer.compress(data) + packer.flush()",
    )
    .toJs();
}
