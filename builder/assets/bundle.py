"""Scripts and style sheets made small by esbuild, and modules put together into few files, named by
what is in them.

Scripts that lie directly in assets/js are sent one by one; those in its folders are modules, of
which the browser gets what is reached from the entries. A part that is imported when it is needed
becomes a file of its own. Style sheets that lie directly in assets/css are sent one by one, each
with the parts from folders that it imports.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.system.kept_files import keep_folder, read_folder
from builder.system.node import NodeError, package, package_version, run
from builder.system.progress_line import step
from builder.values.digests import digest_of_files
from builder.values.project_folder import CACHE

ENTRIES = (
    "js/board/first/main.js",
    "js/board/later/rest.js",
    "js/engine/worker.js",
    "js/offline/visit.js",
    "js/offline/service.js",
)
CORE, REST, WORKER, *_ = ENTRIES
PICTURES = (".ico", ".png", ".svg")
"""Whose addresses in style sheets stay as they are; asset_files.py leads them to hashed names
later."""
SMALL = (
    "--minify",
    # Else each letter beyond ASCII is sent as an escape.
    "--charset=utf8",
    "--legal-comments=inline",
    # esbuild would heed the tsconfig.json above, which is for the checker of types.
    "--tsconfig-raw={}",
    "--log-level=warning",
)
ONE_BY_ONE = (*SMALL, "--outbase=.", "--outdir=made")
# Bundled, so that a sheet is sent with the parts that it imports.
SHEETS = ("--bundle", *(f"--external:*{kind}" for kind in PICTURES))
OPTIONS = (
    *SMALL,
    "--bundle",
    "--splitting",
    "--format=esm",
    "--target=es2022",
    "--entry-names=[name]-[hash]",
    "--chunk-names=[name]-[hash]",
    "--outbase=js",
    "--outdir=made",
    "--metafile=made.json",
)


@dataclass(frozen=True)
class Bundles:
    """The bundled file of each entry that there is, the modules that are in it, and the bytes of
    all files.

    Paths are below assets/: {"js/board/first/main.js": "js/main-AB12CD34.js"}.
    """

    paths: Mapping[str, str]
    modules: Mapping[str, tuple[str, ...]]
    files: Mapping[str, bytes]


def is_module(name: str) -> bool:
    """Whether an asset is sent to the browser only as a part of bundles."""
    return name.startswith("js/") and name.endswith(".js") and name.count("/") > 1


def is_part(name: str) -> bool:
    """Whether an asset is sent to the browser only as a part of style sheets."""
    return name.startswith("css/") and name.count("/") > 1


def make_bundles(modules: Mapping[str, bytes], cache: Path = CACHE) -> Bundles:
    """The modules in bundles; raises NodeError."""
    entries = [entry for entry in ENTRIES if entry in modules]
    if not entries:
        return Bundles({}, {}, {})
    made = _made(modules, [*entries, *OPTIONS], cache / "bundles")
    outputs = json.loads(made["made.json"])["outputs"]
    found = {
        output["entryPoint"]: _whole(name, outputs)
        for name, output in outputs.items()
        if "entryPoint" in output
    }
    # Files of entries that only name another file: nobody asks for them.
    lines = {
        name
        for name, output in outputs.items()
        if found.get(output.get("entryPoint", ""), name) != name
    }
    return Bundles(
        paths={entry: f"js/{Path(found[entry]).name}" for entry in entries},
        modules={entry: tuple(sorted(outputs[found[entry]]["inputs"])) for entry in entries},
        files={
            f"js/{Path(name).name}": made[name] for name in sorted(outputs) if name not in lines
        },
    )


def make_small(sources: Mapping[str, bytes], cache: Path = CACHE) -> dict[str, bytes]:
    """Scripts and whole style sheets without what only people need; raises NodeError."""
    sheets = {name: data for name, data in sources.items() if name.endswith(".css")}
    scripts = {name: data for name, data in sources.items() if name not in sheets}
    return _small(scripts, (), cache) | _small(sheets, SHEETS, cache)


def _small(sources: Mapping[str, bytes], options: tuple[str, ...], cache: Path) -> dict[str, bytes]:
    names = sorted(name for name in sources if not is_part(name))
    if not names:
        return {}
    made = _made(sources, [*names, *ONE_BY_ONE, *options], cache / "small")
    return {name: made[f"made/{name}"] for name in names}


def _whole(name: str, outputs: Mapping[str, Any]) -> str:
    """The file of an entry; an entry that another one imports as well is but a line that names the
    file they share."""
    imports = [
        each["path"] for each in outputs[name]["imports"] if each["kind"] == "import-statement"
    ]
    return imports[0] if not outputs[name]["inputs"] and len(imports) == 1 else name


def _made(sources: Mapping[str, bytes], command: list[str], cache: Path) -> Mapping[str, bytes]:
    """What esbuild makes of the sources."""
    made_by = " ".join((package_version("esbuild"), *command))
    # Another esbuild, or other options, would make other files of the same sources.
    place = cache / digest_of_files({**sources, "made by": made_by.encode()})
    made = read_folder(place)
    if not made:
        with step(
            "bundling scripts" if "--splitting" in command else "making styles and scripts small"
        ):
            made = _build(sources, command, cache)
        keep_folder(made, place)
    return made


def _build(
    sources: Mapping[str, bytes], command: list[str], cache: Path, *, again: bool = True
) -> dict[str, bytes]:
    """Runs esbuild in a folder of its own, always as far below the packages: names depend on where
    the files lie.

    Raises NodeError for what esbuild cannot read.
    """
    from tempfile import TemporaryDirectory

    cache.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=cache) as folder:
        try:
            return _run(sources, command, Path(folder) / "work")
        except (NodeError, OSError):
            if Path(folder).is_dir() or not again:
                raise
    # Somebody has taken the cache away meanwhile.
    return _build(sources, command, cache, again=False)


def _run(sources: Mapping[str, bytes], command: list[str], work: Path) -> dict[str, bytes]:
    for name, data in sources.items():
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        (work / name).write_bytes(data)
    run([str(package("esbuild") / "bin" / "esbuild"), *command], cwd=work)
    # Only bundles have made.json.
    files = [*(work / "made").rglob("*"), work / "made.json"]
    return {
        file.relative_to(work).as_posix(): file.read_bytes() for file in files if file.is_file()
    }
