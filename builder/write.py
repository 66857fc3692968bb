"""Putting a built site into its folder: only what changed, nothing that is not ours, and never half of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

MANIFEST = ".build.json"
_WORK = ".build-new"
_KEPT = {".gitignore", ".gitkeep"}


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


def write(files: Mapping[str, bytes], out: Path, *, clean: bool = False) -> Written:
    """Make the folder hold exactly these files beside those that are not ours.

    New files are first written beside the site and then moved into place, so that a full disk leaves the old
    site as it was.
    """
    before = owned(out)
    changed = [path for path, data in files.items() if clean or not _same(out / path, data)]
    removed = [path for path in before if path not in files and (out / path).is_file()]
    work = out / _WORK
    try:
        for path in changed:
            _put(work / path, files[path])
        _list(out, sorted({*before, *files}))
        for path in changed:
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            (work / path).replace(out / path)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    for path in removed:
        _remove(out, path)
    _list(out, sorted(files))
    return Written(tuple(changed), tuple(removed), len(files) - len(changed))


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


def _put(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


def _list(out: Path, files: list[str]) -> None:
    """The manifest; it also marks the folder as ours."""
    out.mkdir(parents=True, exist_ok=True)
    content = json.dumps({"files": files}, indent=0) + "\n"
    if not _same(out / MANIFEST, content.encode()):
        _put(out / MANIFEST, content.encode())


def _remove(out: Path, path: str) -> None:
    """Remove a file and the folders that it leaves empty."""
    if (out / path).is_file():
        (out / path).unlink()
    for parent in (out / path).relative_to(out).parents:
        folder = out / parent
        if folder == out or not folder.is_dir() or any(folder.iterdir()):
            break
        folder.rmdir()
