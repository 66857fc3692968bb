// Pyodide in Node: the very Python that runs in the page, with wheels and folders of this machine
// in it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// Node would show the whole line of Pyodide that threw, which is its whole file.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});

/** Fixed, so that the same input gives the same bytes; the earliest time that a zip can hold. */
export const EPOCH = "315532800";

/**
 * A Python of its own from a folder with Pyodide's files.
 * @param {string} folder
 * @param {Record<string, unknown>} [options] passed to loadPyodide
 */
export async function bootPython(folder, options = {}) {
  const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
  const env = { SOURCE_DATE_EPOCH: EPOCH, PYTHONHASHSEED: "0", TZ: "UTC" };
  return await loadPyodide({ indexURL: folder, env, ...options });
}

/**
 * Unpacks wheels into a Python.
 * @param {any} python
 * @param {string[]} wheels
 */
export function unpack(python, wheels) {
  const extractDir = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  for (const wheel of wheels) python.unpackArchive(read(wheel), "wheel", { extractDir });
}

/**
 * A file's bytes; Pyodide takes a plain Uint8Array and no Buffer.
 * @param {string} file
 */
export function read(file) {
  return new Uint8Array(readFileSync(file));
}

/** What was sent to this program, as JSON. */
export function input() {
  return JSON.parse(readFileSync(0, "utf8"));
}
