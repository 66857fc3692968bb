"""The modules of the pages' scripts, put together by esbuild: few files, small, with names that change with them.

Scripts that lie directly in assets/js are sent as they are; those in its folders are modules, of which the browser gets
what is reached from the entries. A part that is imported when it is needed becomes a file of its own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from builder.npm import CACHE, digest, keep, package, package_version, run

ENTRIES = ("js/board/main.js", "js/engine/worker.js")
WORKER = ENTRIES[1]
OPTIONS = (
    "--bundle",
    "--minify",
    "--splitting",
    "--format=esm",
    "--target=es2022",
    "--charset=utf8",
    "--legal-comments=inline",
    "--entry-names=[name]-[hash]",
    "--chunk-names=[name]-[hash]",
    "--outbase=js",
    "--outdir=made",
    "--metafile=made.json",
    "--log-level=warning",
)


def is_module(name: str) -> bool:
    """Whether an asset is sent to the browser only as a part of bundles."""
    return name.startswith("js/") and name.endswith(".js") and name.count("/") > 1


def make_bundles(modules: Mapping[str, bytes], cache: Path = CACHE) -> tuple[dict[str, str], dict[str, bytes]]:
    """The bundled file of each entry that there is, and the bytes of all files, by their names; raises NodeError."""
    entries = [entry for entry in ENTRIES if entry in modules]
    if not entries:
        return {}, {}
    made_by = " ".join((package_version("esbuild"), *OPTIONS, *ENTRIES))
    made = cache / "bundles" / digest({**modules, "made by": made_by.encode()})
    if not made.is_dir():
        _build(modules, entries, made)
    outputs = json.loads((made / "made.json").read_text(encoding="utf-8"))["outputs"]
    paths = {
        output["entryPoint"]: f"js/{Path(name).name}"
        for name, output in outputs.items()
        if output.get("entryPoint") in entries
    }
    return paths, {f"js/{file.name}": file.read_bytes() for file in sorted((made / "made").iterdir())}


def _build(modules: Mapping[str, bytes], entries: list[str], made: Path) -> None:
    """Runs esbuild in a folder of its own, since names depend on where the files lie."""
    made.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=made.parent) as folder:
        work = Path(folder) / "work"
        for name, data in modules.items():
            (work / name).parent.mkdir(parents=True, exist_ok=True)
            (work / name).write_bytes(data)
        run([str(package("esbuild") / "bin" / "esbuild"), *entries, *OPTIONS], cwd=work)
        result = Path(folder) / "result"
        result.mkdir()
        for name in ("made", "made.json"):
            (work / name).rename(result / name)
        keep(result, made)
