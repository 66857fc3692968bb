"""The engine as pages get it: complete, small, the same bytes every time, and playing the same
games."""

import json
import re
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from builder.runtime import pyodide, snapshot
from builder.runtime.pyodide import (
    EXTRA,
    Runtime,
    build_runtime,
    build_wheel,
    inputs_digest,
    make_runtime,
    read_runtime,
)
from builder.system.node import NodeError, command, node, package
from builder.values.project_folder import CACHE, HOME

ENGINE = sorted(file.stem for file in (HOME / "engine").glob("*.py"))


@pytest.fixture(scope="module")
def folder(made: Runtime, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files in a folder."""
    folder = tmp_path_factory.mktemp("runtime")
    for name, data in made.files.items():
        (folder / name).write_bytes(data)
    return folder


def wheel_of(folder: Path) -> Path:
    (wheel,) = folder.glob("*.whl")
    return wheel


def test_seven_files_are_all_that_pages_need(made: Runtime) -> None:
    """Pyodide's three, the trimmed library, the lock file, the engine, the snapshot; no console to
    look at."""
    wheel = next(name for name in made.files if name.endswith(".whl"))
    pyodide = {"pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"}
    assert set(made.files) == {
        *pyodide,
        "python_stdlib.zip",
        "pyodide-lock.json",
        wheel,
        "snapshot.bin",
    }
    assert made.warning == ""
    assert re.fullmatch(r"war_and_peace-[\d.]+-cp314-none-any\.whl", wheel)
    assert re.fullmatch(r"assets/engine-[0-9a-f]{12}/", made.folder)


def test_the_lock_file_names_the_engine_and_nothing_else(made: Runtime) -> None:
    """A few hundred bytes instead of a list of all packages that there are."""
    lock = json.loads(made.files["pyodide-lock.json"])
    assert list(lock["packages"]) == ["war-and-peace"]
    assert lock["packages"]["war-and-peace"]["imports"] == ["engine"]
    assert len(made.files["pyodide-lock.json"]) < 1000


def test_library_and_engine_are_bytecode_of_what_is_used(folder: Path) -> None:
    """No sources; every module of the engine; a good deal less than the whole library."""
    library = zipfile.ZipFile(folder / "python_stdlib.zip").namelist()
    engine = zipfile.ZipFile(wheel_of(folder)).namelist()
    assert [name for name in library + engine if name.endswith(".py")] == []
    assert {f"engine/{name}.pyc" for name in ENGINE} <= set(engine)
    assert {f"{name.replace('.', '/')}.pyc" for name in EXTRA} - {"encodings/ascii.pyc"} <= set(
        library
    )
    assert 100 < len(library) < 200
    assert (folder / "python_stdlib.zip").stat().st_size < 1_700_000


def test_the_same_input_gives_the_same_bytes(
    made: Runtime, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Made once more, elsewhere: not a bit differs, nor in the snapshot, so nobody loads it again
    without need."""
    # A build takes the snapshot twice, to compare; here one is compared with that of another build.
    take, taken = snapshot._take, list[bytes]()

    def once(*given: Any) -> bytes:
        taken.extend([] if taken else [take(*given)])
        return taken[0]

    monkeypatch.setattr(snapshot, "_take", once)
    build_runtime(HOME, tmp_path / "again")
    assert read_runtime(tmp_path / "again") == made


def test_what_is_announced_is_what_a_host_sends_that_compresses(made: Runtime) -> None:
    """By the snapshot or by the library; WebAssembly shrinks, what is packed already does not."""
    wasm, library = len(made.files["pyodide.asm.wasm"]), len(made.files["python_stdlib.zip"])
    assert made.sizes["wasm"][0] == wasm and 0.3 * wasm < made.sizes["wasm"][1] < 0.45 * wasm
    assert 0.99 * library < made.sizes["library"] < 1.1 * library
    assert made.sizes["snapshot"] == len(made.files["snapshot.bin"])
    assert made.loaded == made.sizes["scripts"] + made.sizes["wasm"][1] + made.sizes["snapshot"]
    plain = Runtime(
        made.folder,
        {name: data for name, data in made.files.items() if name != "snapshot.bin"},
        made.packed,
    )
    assert plain.loaded == made.loaded - made.sizes["snapshot"] + made.sizes["library"]


def project(root: Path) -> Path:
    """A copy of what the runtime is made of."""
    (root / "engine").mkdir(parents=True)
    for file in [*(HOME / "engine").glob("*.py"), HOME / "pyproject.toml"]:
        (root / file.relative_to(HOME)).write_bytes(file.read_bytes())
    return root


def test_a_change_of_the_engine_asks_for_a_new_runtime_and_a_word_elsewhere_does_not(
    tmp_path: Path,
) -> None:
    """The cache knows by its inputs; README and the like are none."""
    root = project(tmp_path / "project")
    assert inputs_digest(root) == inputs_digest(HOME)
    (root / "README.md").write_text("Another word.")
    assert inputs_digest(root) == inputs_digest(HOME)
    with (root / "engine" / "cards.py").open("a") as file:
        file.write("MORE = 1\n")
    assert inputs_digest(root) != inputs_digest(HOME)


def test_what_is_in_the_cache_is_not_made_again(
    made: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build of pages takes what is there, without Node."""
    assert (CACHE / "runtime" / inputs_digest(HOME)).is_dir()
    monkeypatch.setattr(pyodide, "build_runtime", lambda *_: pytest.fail("made again"))
    assert make_runtime() == made


def test_an_import_that_the_library_lacks_stops_the_build(tmp_path: Path) -> None:
    """Even one inside a function that the trial does not call, of something that is not in Pyodide
    at all."""
    root = project(tmp_path / "project")
    with (root / "engine" / "cards.py").open("a") as file:
        file.write("\ndef draw():\n    import tkinter\n    return tkinter\n")
    with pytest.raises(NodeError, match=r"imports what is not in the trimmed library: tkinter"):
        build_runtime(root, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_wheel_of_pages_holds_the_code_alone(tmp_path: Path) -> None:
    """The engine and the little that makes it a package."""
    names = zipfile.ZipFile(build_wheel(HOME, tmp_path)).namelist()
    assert {f"engine/{name}.py" for name in ENGINE} == {
        name for name in names if name.startswith("engine/")
    }
    assert sum(not name.startswith("engine/") for name in names) <= 3


def test_a_missing_node_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has no Node hears what to do."""
    monkeypatch.setattr("builder.system.node.sys.executable", "/nowhere/python")
    monkeypatch.setattr("builder.system.node.shutil.which", lambda _: None)
    with pytest.raises(NodeError, match=r"^Node is missing, .* — run: make site$"):
        node()


def test_the_tests_of_the_engine_pass_inside_pyodide(folder: Path) -> None:
    """Golden deals included, on the wheel that pages get.

    Averages of thousands of games are left out: where golden deals and simulations come out the
    same, so do they, and Pyodide takes half a minute for them.
    """
    wheels = sorted(map(str, (pyodide.TOOLS.parent / "runtime-dev").glob("*.whl")))
    assert wheels, "the wheels for tests inside Pyodide are missing — run: make unit"
    job = {
        "pyodide": str(package("pyodide")),
        "wheels": wheels,
        "wheel": str(wheel_of(folder)),
        "mounts": {
            "/project/tests/engine": str(HOME / "tests" / "engine"),
            "/project/tests/data": str(HOME / "tests" / "data"),
            "/project/content": str(HOME / "content"),
        },
        "arguments": [
            *["-q", "--import-mode=importlib", "-p", "no:cacheprovider", "-p", "no:faulthandler"],
            *["-o", "markers=figures", "-m", "not figures"],
            "tests/engine",
        ],
    }
    script = Path(__file__).with_name("suite.mjs")
    done = subprocess.run(
        command(str(script)), input=json.dumps(job), capture_output=True, text=True
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-6000:]
    assert int(re.findall(r"(\d+) passed", done.stdout)[-1]) >= 50
