// Starts the engine from its snapshot in Node, without its library and its wheel, and asks it.
// Takes JSON: {folder, snapshot, requests}; prints JSON: the answers, what `random` gives, and how
// large the heap is.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { readSnapshot, restore } from "../../assets/js/engine/snapshot.js";
import { input, read } from "../../builder/runtime/python.mjs";

const job = input();
const { loadPyodide, version } = await import(pathToFileURL(join(job.folder, "pyodide.mjs")).href);
const { default: create } = await import(pathToFileURL(join(job.folder, "pyodide.asm.mjs")).href);
const work = mkdtempSync(join(tmpdir(), "restored-"));
const stdLibURL = join(work, "empty.zip");
writeFileSync(stdLibURL, Uint8Array.of(0x50, 0x4b, 5, 6, ...new Uint8Array(18)));
const snapshot = readSnapshot(new Uint8Array(gunzipSync(read(job.snapshot))), version);
const heaps = [];
const createHere = async (/** @type {any} */ settings) => {
  const module = await create(settings);
  heaps.push(module.HEAPU8.length);
  return module;
};
const python = await restore(loadPyodide, createHere, snapshot, {
  indexURL: job.folder,
  stdLibURL,
});
const { answer } = python.pyimport("engine.browser");
const chance = python.runPython("import os, random; (random.random(), os.urandom(8).hex())").toJs();
const answers = job.requests.map((/** @type {object} */ each) => answer(JSON.stringify(each)));
rmSync(work, { recursive: true });
process.stdout.write(JSON.stringify({ answers, chance, heaps }), () => process.exit(0));
