"""Putting a built site into its folder: only what changed, nothing that is not ours, and never half of it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

MANIFEST = ".build.json"
_WORK = ".build-new"
_KEPT = {".gitignore", ".gitkeep", f"{MANIFEST}.new", _WORK}


class ForeignFolderError(Exception):
    """The folder given as --out holds files that no build made."""

    def __init__(self, out: Path) -> None:
        super().__init__(f"{out}: not made by this build — give --out an empty or a new folder")


@dataclass(frozen=True)
class Written:
    """What a write did."""

    changed: tuple[str, ...]
    removed: tuple[str, ...]
    unchanged: int


def write(
    files: Mapping[str, bytes],
    out: Path,
    *,
    clean: bool = False,
    kept: Iterable[str] = (),
    known: Mapping[str, bool] | None = None,
    before: list[str] | None = None,
) -> Written:
    """Make the folder hold exactly these files and the `kept` ones, beside those that are not ours.

    `known` says of files that need no look whether they are right, `before` is what the manifest lists, if that is
    known. New files are first written beside the site and then moved into place, so that a full disk leaves the old
    site as it was.
    """
    before, known = owned(out) if before is None else before, {} if clean else known or {}
    changed = [path for path, data in files.items() if clean or not _is_there(out, path, data, known.get(path))]
    now = {*files, *kept}
    removed = [path for path in before if path not in now and (out / path).is_file()]
    work = out / _WORK
    try:
        if changed:
            _put_aside(work, [files[path] for path in changed])
        if not now.issubset(before) or not (out / MANIFEST).exists():
            _list(out, {*before, *now})
        _move_in(out, changed)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    for path in removed:
        _remove(out, path)
    if now != set(before):
        _list(out, now)
    return Written(tuple(changed), tuple(removed), len(now) - len(changed))


def _is_there(out: Path, path: str, data: bytes, known: bool | None) -> bool:
    return _same(out / path, data) if known is None else known


def _put_aside(work: Path, contents: list[bytes]) -> None:
    work.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(contents):
        _put(f"{work}/{number}", data)


def _put(file: str, data: bytes) -> None:
    with open(file, "wb") as new:  # noqa: PTH123 - thousands of them
        new.write(data)


def _move_in(out: Path, paths: list[str]) -> None:
    """Moves the files that were put aside to their places."""
    work = os.fspath(out / _WORK)
    for folder in {path.rpartition("/")[0] for path in paths}:
        (out / folder).mkdir(parents=True, exist_ok=True)
    for number, path in enumerate(paths):
        os.replace(f"{work}/{number}", f"{out}/{path}")  # noqa: PTH105


def owned(out: Path) -> list[str]:
    """The files that the last build listed; raises ForeignFolderError for a folder that is not ours."""
    manifest = out / MANIFEST
    if manifest.is_file():
        try:
            listed = json.loads(manifest.read_text(encoding="utf-8"))["files"]
            return [path for path in listed if _is_inside(path)]
        except (ValueError, KeyError, TypeError):
            raise ForeignFolderError(out) from None
    if out.exists() and (not out.is_dir() or any(entry.name not in _KEPT for entry in out.iterdir())):
        raise ForeignFolderError(out)
    return []


def _is_inside(path: object) -> bool:
    return isinstance(path, str) and not path.startswith("/") and ".." not in path.split("/")


def _same(file: Path, data: bytes) -> bool:
    try:
        return file.stat().st_size == len(data) and file.read_bytes() == data
    except OSError:
        return False


def _list(out: Path, files: Iterable[str]) -> None:
    """The manifest; it also marks the folder as ours."""
    out.mkdir(parents=True, exist_ok=True)
    content = json.dumps({"files": sorted(files)}, indent=0) + "\n"
    if not _same(out / MANIFEST, content.encode()):
        fresh = out / f"{MANIFEST}.new"
        fresh.write_text(content, encoding="utf-8")
        fresh.replace(out / MANIFEST)


def _remove(out: Path, path: str) -> None:
    """Remove a file and the folders that it leaves empty."""
    if (out / path).is_file():
        (out / path).unlink()
    for parent in (out / path).relative_to(out).parents:
        folder = out / parent
        if folder == out or not folder.is_dir() or any(folder.iterdir()):
            break
        folder.rmdir()
