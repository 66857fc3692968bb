// Makes the Python of the page: the engine's wheel and as much of the standard library as it uses,
// both as bytecode of this very Python, and a lock file with the engine in it. Pyodide's own tools
// do it, inside Pyodide.
//
// Takes JSON: {pyodide, tools, wheel, package, extra, without, imports, out}; leaves six files in
// `out`, and prints their sizes with gzip.
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { bootPython, input, read, unpack } from "./python.mjs";

const AS_THEY_ARE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"];
const LIBRARY = "python_stdlib.zip";
const LOCK = "pyodide-lock.json";
const job = input();

const tools = await bootPython(job.pyodide);
unpack(tools, job.tools);
const wheel = basename(job.wheel);
tools.FS.mkdirTree("/made");
tools.FS.writeFile(`/made/${wheel}`, read(job.wheel));
tools.FS.writeFile("/full.zip", read(join(job.pyodide, LIBRARY)));
tools.FS.writeFile("/full.json", read(join(job.pyodide, LOCK)));
tools.runPython(`
import json
from pathlib import Path
from pyodide_lock import PyodideLockSpec
from pyodide_lock.utils import add_wheels_to_spec

full = json.loads(Path("/full.json").read_text())
empty = PyodideLockSpec.from_dict({"info": full["info"], "packages": {}})
add_wheels_to_spec(empty, [Path("/made/${wheel}")]).to_json(Path("/made/${LOCK}"))
`);

// What the engine uses is seen by starting it through the same door as the page does.
const stage = `${job.out}.stage`;
rmSync(stage, { recursive: true, force: true });
mkdirSync(stage, { recursive: true });
for (const name of [...AS_THEY_ARE, LIBRARY]) cpSync(join(job.pyodide, name), join(stage, name));
cpSync(job.wheel, join(stage, wheel));
writeFileSync(join(stage, LOCK), tools.FS.readFile(`/made/${LOCK}`));
const used = await boot(stage);
used.globals.set("extra", used.toPy(job.extra));
used.runPython(`
import importlib
for name in extra:
    importlib.import_module(name)
`);
const closure = used
  .runPython(`
import sys
archive = next(path for path in sys.path if path.endswith(".zip")) + "/"
specs = [getattr(module, "__spec__", None) for module in list(sys.modules.values())]
origins = [getattr(spec, "origin", None) or "" for spec in specs]
sorted(origin.removeprefix(archive) for origin in origins if origin.startswith(archive))
`)
  .toJs();
rmSync(stage, { recursive: true });

const without = (/** @type {string} */ name) =>
  job.without.some((/** @type {string} */ one) => name.startsWith(one));
tools.globals.set(
  "closure",
  tools.toPy([...new Set(closure)].filter((name) => !without(name)).sort()),
);
tools.runPython(`
import zipfile
from pyodide_build.cli.py_compile import main

with zipfile.ZipFile("/full.zip") as full, zipfile.ZipFile("/made/${LIBRARY}", "w") as trimmed:
    for name in closure:
        trimmed.writestr(name, full.read(name))
main.callback(path=Path("/made"), silent=True, keep=False, compression_level=9, exclude="")
`);

rmSync(job.out, { recursive: true, force: true });
mkdirSync(job.out, { recursive: true });
for (const name of AS_THEY_ARE) cpSync(join(job.pyodide, name), join(job.out, name));
for (const name of tools.FS.readdir("/made").filter((name) => !name.startsWith("."))) {
  writeFileSync(join(job.out, name), tools.FS.readFile(`/made/${name}`));
}

// Whatever a module of the engine imports, anywhere in it, must be there.
const made = await boot(job.out);
made.globals.set("imports", made.toPy(job.imports));
const missing = made.runPython(`
import importlib
missing = []
for name in imports:
    try:
        importlib.import_module(name)
    except ImportError as error:
        missing.append(f"{name} ({error})")
", ".join(missing)
`);
if (missing) throw new Error(`the engine imports what is not in the trimmed library: ${missing}`);
console.log(
  JSON.stringify(
    Object.fromEntries(readdirSync(job.out).map((name) => [name, gzipped(join(job.out, name))])),
  ),
);
process.exit(0);

/**
 * How many bytes a file has with gzip as hosts do it, by Python's own zlib, which is the same on
 * every machine.
 * @param {string} file
 */
function gzipped(file) {
  tools.globals.set("data", tools.toPy(read(file)));
  return tools.runPython("import zlib; len(zlib.compress(data, 6))") + 12;
}

/**
 * Starts the engine and makes it work.
 * @param {string} folder
 */
async function boot(folder) {
  const python = await bootPython(folder, { packages: [job.package] });
  python.runPython(`
from engine import browser
answers = [browser.answer(text) for text in (
    '{"do":"play","rules":{},"players":2,"deal":"00000000"}',
    '{"do":"play","rules":{"pickup":"winner-first"},"players":3,"deal":"00000001"}',
    '{"do":"simulate","rules":{},"players":2,"first":0,"games":3,"seed":1}',
    '{"do":"nothing"}', 'no JSON',
)]
assert ["error" in answer for answer in answers] == [False, False, False, True, True], answers
try:
    raise ValueError("what a report of an error needs")
except ValueError:
    import traceback
    traceback.format_exc()
`);
  return python;
}
