// Runs the tests of the engine inside Pyodide, on the very wheel that pages get. Takes JSON:
// {pyodide, wheels, wheel, mounts: {place: folder}, arguments}; ends with pytest's exit code.
import { bootPython, input, unpack } from "../../builder/runtime/python.mjs";

const job = input();
const python = await bootPython(job.pyodide, {
  stdout: (/** @type {string} */ line) => console.log(line),
});
unpack(python, [...job.wheels, job.wheel]);
for (const [place, folder] of Object.entries(job.mounts)) python.mountNodeFS(place, folder);
python.globals.set("given", python.toPy(job.arguments));
const code = python.runPython(`
import os, sys
sys.dont_write_bytecode = True
os.chdir("/project")
sys.path.insert(0, "/project")
os.makedirs("tests", exist_ok=True)
open("tests/__init__.py", "w").close()
with open("tests/conftest.py", "w") as file:
    file.write("from hypothesis import HealthCheck, settings\\n")
    file.write("how = dict(deadline=None, derandomize=True, database=None, max_examples=10)\\n")
    # Here the first character that is drawn takes Hypothesis seconds, and on a busy machine many.
    file.write("how |= dict(suppress_health_check=[HealthCheck.too_slow])\\n")
    file.write("settings.register_profile('page', **how)\\n")
    file.write("settings.load_profile('page')\\n")
import engine, pytest
assert engine.__file__.endswith(".pyc"), engine.__file__
int(pytest.main(list(given)))
`);
process.exit(code);
