"""Python for the page: Pyodide, the engine and what it uses of the standard library, as bytecode,
in one folder.

Node runs Pyodide, and in it Pyodide's own tools (builder/runtime/runtime.mjs). Then Python's memory
is taken down, with the engine imported (builder/runtime/snapshot.py). All that takes some seconds,
so what came out is kept by the digest of all that went in.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from builder.runtime.snapshot import HEAP, PAGE, SNAPSHOT, integrity, make_snapshot
from builder.system.kept_files import keep_folder, read_folder
from builder.system.node import NodeError, package, package_version, run
from builder.system.progress_line import step
from builder.tracking.sources import files_below
from builder.values.digests import digest_of_files
from builder.values.project_folder import CACHE, HOME
from builder.values.toml import parse, read_text

SCRIPTS = Path(__file__).parent
WASM = "pyodide.asm.wasm"
"""Python itself, by far the largest file."""
TOOLS = Path(sys.prefix) / "runtime"
"""Where `make` puts the wheels of requirements-runtime.txt."""
EXTRA = (
    "encodings.ascii",
    "encodings.cp437",
    "encodings.idna",
    "encodings.latin_1",
    "gettext",
    "linecache",
    "struct",
    "traceback",
)
"""Modules that are imported late, if at all: codecs, reports of errors, and the catalogs that
`gettext` unpacks."""
WITHOUT = ("ssl.", "bz2.", "lzma.", "compression/")
"""What the library imports where it is there, and goes without where not: nothing in a page is
encrypted or packed."""
NOTES = "made.json"
"""In the cache, beside the files: their sizes with gzip, and why there is no snapshot, if there is
none."""
WHEEL = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "{name}"
version = "{version}"
[tool.hatch.build.targets.wheel]
packages = ["engine"]
"""
"""The project as the page gets it: the code alone, so that a word in README asks nobody to load the
engine again."""


@dataclass(frozen=True)
class Runtime:
    """Seven files, six without the snapshot, and the folder below the site's root whose name says
    what is in them: `Runtime("assets/engine-0123456789ab/", {"pyodide.mjs": b"…"})`.

    `packed` has the sizes with gzip, in bytes by name, of files that a host compresses. `warning`
    says why there is no snapshot.
    """

    folder: str
    files: Mapping[str, bytes]
    packed: Mapping[str, int] = field(default_factory=dict)
    warning: str = ""

    @property
    def sizes(self) -> dict[str, Any]:
        """The bytes of a start as a host sends them that compresses, as the page's script counts
        them while they come; of the WebAssembly, first those that come out.

        `{"scripts": 267_263, "wasm": [9_598_218, 3_546_122], "library": 1_417_209, "snapshot": 0}`
        where there is no snapshot.
        """
        # A host sends what gzip does not make smaller, as the snapshot, as it is.
        sizes = {
            name: min(len(data), self.packed.get(name, len(data)))
            for name, data in self.files.items()
        }
        scripts = sum(size for name, size in sizes.items() if name.endswith(".mjs"))
        wasm = sizes.get(WASM, 0)
        snapshot = sizes.get(SNAPSHOT, 0)
        return {
            "scripts": scripts,
            "wasm": [len(self.files.get(WASM, b"")), wasm],
            "library": sum(sizes.values()) - scripts - wasm - snapshot,
            "snapshot": snapshot,
        }

    @property
    def loaded(self) -> int:
        """The bytes that an ordinary first start loads, as sent: with the snapshot nobody needs the
        library."""
        sizes = self.sizes
        return int(sizes["scripts"] + sizes["wasm"][1] + (sizes["snapshot"] or sizes["library"]))

    @property
    def start(self) -> dict[str, Any]:
        """What the page's script has to know beside the folder: `sizes`, `digests` in hexadecimal
        by name, and of the snapshot, if there is one, the digest as HTML writes it."""
        data = self.files.get(SNAPSHOT)
        digests = {
            name: sha256(file).hexdigest() for name, file in self.files.items() if name != SNAPSHOT
        }
        return {"sizes": self.sizes, "digests": digests} | (
            {"snapshot": integrity(data)} if data else {}
        )

    def site_files(self) -> dict[str, bytes]:
        """The files by their paths below the root."""
        return {f"{self.folder}{name}": data for name, data in self.files.items()}


def make_runtime(root: Path = HOME, cache: Path = CACHE) -> Runtime:
    """The runtime for the engine below `root`, from the cache if nothing has changed; raises
    NodeError."""
    made = cache / "runtime" / inputs_digest(root)
    return read_runtime(made) or build_runtime(root, made)


def read_runtime(made: Path) -> Runtime | None:
    """The runtime that was built into a folder, if it is there as it was."""
    files = read_folder(made)
    return _runtime(files) if files else None


def _runtime(files: dict[str, bytes]) -> Runtime:
    """The runtime of these files and their notes."""
    # The notes are no file of the site, so they are no part of the digest either.
    notes = json.loads(files.pop(NOTES))
    # Below assets/, whose files browsers keep for ever, with the digest that `is_hashed` looks for.
    return Runtime(
        f"assets/engine-{digest_of_files(files)}/", files, notes["packed"], notes["warning"]
    )


def inputs_digest(root: Path) -> str:
    """A digest of all that the runtime is made of; raises NodeError where Pyodide is missing."""
    parts = {
        "pyodide": package_version("pyodide").encode(),
        "project": "-".join(_project(root)).encode(),
        "settings": " ".join((WHEEL, *EXTRA, *WITHOUT, *map(str, (PAGE, HEAP)))).encode(),
        "tools": (HOME / "requirements-runtime.txt").read_bytes(),
        # It pins hatchling and build, which make the wheel.
        "packer": (HOME / "requirements.txt").read_bytes(),
    }
    sources = [*files_below(root / "engine", ".py"), *SCRIPTS.glob("*.mjs")]
    return digest_of_files(
        parts | {f"{file.parent.name}/{file.name}": _source(file) for file in sources}
    )


def build_runtime(root: Path, out: Path) -> Runtime:
    """Makes the runtime; it appears in `out` at once and complete, or, as where its snapshot
    failed, not at all. Raises NodeError where something is missing, or a program failed."""
    wheels = sorted(map(str, TOOLS.glob("*.whl")))
    if not wheels:
        raise NodeError("the tools that pack the engine are missing — run: make site")
    name, _ = _project(root)
    imports = sorted(set(_imports(root / "engine")))
    with TemporaryDirectory() as work:
        made = Path(work) / "out"
        with step("packing the engine"):
            wheel = build_wheel(root, Path(work))
        job = {
            "pyodide": str(package("pyodide")),
            "tools": wheels,
            "wheel": str(wheel),
            "package": name,
            "extra": EXTRA,
            "without": WITHOUT,
            "imports": imports,
            "out": str(made),
        }
        with step("packing Python for the page"):
            packed = json.loads(run([str(SCRIPTS / "runtime.mjs")], send=json.dumps(job)))
        # All that the engine may import, now or later: a page that starts from the snapshot has no
        # library.
        snapshot = make_snapshot(made, name, [*modules(root / "engine"), *imports, *EXTRA])
        if snapshot.data:
            (made / SNAPSHOT).write_bytes(snapshot.data)
        files = {file.name: file.read_bytes() for file in sorted(made.iterdir())}
    files[NOTES] = json.dumps({"packed": packed, "warning": snapshot.warning}).encode()
    # Kept without a snapshot, it would have none until the engine changes; so the next build tries
    # again.
    if not snapshot.has_failed:
        keep_folder(files, out)
    return _runtime(files)


def build_wheel(root: Path, work: Path) -> Path:
    """The engine as a wheel, and its path; nothing is downloaded for it (`--no-isolation`). Raises
    NodeError."""
    name, version = _project(root)
    source = work / "source"
    for file in files_below(root / "engine", ".py"):
        copy = source / file.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(_source(file))
    (source / "pyproject.toml").write_text(
        WHEEL.format(name=name, version=version), encoding="utf-8"
    )
    # -P, for the project's own build.py would else be what -m build runs.
    command = [
        sys.executable,
        "-P",
        "-m",
        "build",
        "--no-isolation",
        "--wheel",
        "--outdir",
        str(work),
        str(source),
    ]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace")
    if done.returncode:
        raise NodeError(f"the engine could not be packed:\n{done.stdout}{done.stderr}")
    return next(work.glob("*.whl"))


def _source(file: Path) -> bytes:
    """A file of code with plain ends of lines, so that every checkout packs the same."""
    return file.read_bytes().replace(b"\r\n", b"\n")


def _project(root: Path) -> tuple[str, str]:
    """Name and version of the project; raises ContentError where pyproject.toml does not say
    them."""
    project = parse(read_text(root / "pyproject.toml", "pyproject.toml"), "pyproject.toml").table(
        "project"
    )
    return project.string("name"), project.string("version")


def modules(folder: Path) -> list[str]:
    """The modules of the engine by their full names: "engine.browser"."""
    files = (
        file
        for file in files_below(folder, ".py")
        if file.parent == folder and file.stem != "__init__"
    )
    return [f"{folder.name}.{file.stem}" for file in files]


def _imports(folder: Path) -> Iterator[str]:
    """Every module that the engine imports, at the top of a file or inside a function."""
    for file in files_below(folder, ".py"):
        # Read and not run: what a function imports is missed only when a page calls it.
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            # With a dot in front it is a module of the engine's own.
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module
