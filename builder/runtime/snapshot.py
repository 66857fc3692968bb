"""Python's memory with the engine in it, for the quick start: taken down twice, and left out unless
both are the same.

The snapshot belongs to one build of Pyodide and is made and read by its private ways, so nothing
relies on it: the page checks digest, version, size of the heap and the answer to a request, and
starts from the library where one is wrong. When a page takes it is decided in
assets/js/engine/worker.js, which says why.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from builder.system.node import NodeError, run
from builder.system.progress_line import step

SCRIPT = Path(__file__).with_name("snapshot.mjs")
SNAPSHOT = "snapshot.bin"
"""Gzip under a neutral ending: some hosts would unpack a .gz."""
HEAP = 31_457_280
"""Bytes of memory that Pyodide begins with; a heap that has grown would ask for another
WebAssembly."""
PAGE = 512
"""Bytes of a page of the heap; the snapshot has only those that differ from a fresh heap. Their
numbers have 16 bits, so that HEAP / PAGE, which is 61,440, may not pass 65,536."""
LEFT_OUT = "the snapshot of Python's memory is left out, so games start later than they could"


@dataclass(frozen=True)
class Taken:
    """A snapshot; empty, with the reason, if it is no good. One that failed (`has_failed`) may be
    better the next time; one that was not the same twice stays out until its folder in the cache is
    removed."""

    data: bytes = b""
    warning: str = ""
    has_failed: bool = False


def make_snapshot(folder: Path, package: str, modules: Iterable[str]) -> Taken:
    """The snapshot of the runtime in a folder with these modules imported; where there is none,
    what it returns says why. `package` is the name by which the lock file finds the engine."""
    try:
        # In one order and each once, for the heap depends on what is imported when.
        first, second = (_taken(folder, package, sorted(set(modules)), number) for number in (1, 2))
    except NodeError as error:
        said = f"{LEFT_OUT}: {str(error).splitlines()[-1]} — the next build tries again"
        return Taken(warning=said, has_failed=True)
    # Something in it differs from run to run, so two builds of one commit would not be one site.
    if first != second:
        return Taken(
            warning=(
                f"{LEFT_OUT}: made twice, it was not the same — to try again, remove .cache/runtime"
            )
        )
    return Taken(first)


def _taken(folder: Path, package: str, modules: list[str], number: int) -> bytes:
    with step(f"taking the snapshot of Python's memory {number}/2"):
        return _take(folder, package, modules)


def _take(folder: Path, package: str, modules: list[str]) -> bytes:
    """The bytes of one snapshot; raises NodeError."""
    with TemporaryDirectory() as work:
        out = Path(work) / SNAPSHOT
        job = {
            "folder": str(folder),
            "package": package,
            "modules": modules,
            "page": PAGE,
            "heap": HEAP,
            "out": str(out),
        }
        run([str(SCRIPT)], send=json.dumps(job))
        return out.read_bytes()


def integrity(data: bytes) -> str:
    """The digest of a file as HTML writes it: "sha256-" and 44 characters."""
    return f"sha256-{b64encode(sha256(data).digest()).decode()}"
