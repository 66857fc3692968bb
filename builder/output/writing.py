"""Putting a built site into its folder: only what changed, nothing that is not ours, and never half
of it."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from builder.system.lock import LOCK, FolderError, locked
from builder.tracking.sources import TICK, Signature
from builder.values.digests import digest_of

MANIFEST = ".build.json"
"""In the output folder: the list of the files that the last build has put there."""
_WORK = ".build-new"
"""What the folders begin with in which builds put their files aside."""
_KEPT = {".gitignore", ".gitkeep", LOCK, f"{MANIFEST}.new"}
"""Names that say nothing about who made the folder that they lie in."""

Mark = tuple[int, int, int]
"""Which bytes a file holds: its size in bytes, the time of its last change in nanoseconds and its
inode, all of which stay when it is moved. (ctime does not, so it is no part of this.)"""


class File(NamedTuple):
    """A file that was made: its digest, its bytes unless somebody took them, and what the file on
    disk is known by, None if that is not certain. `is_aside` says that it has yet to be moved into
    its place, where it is not already."""

    digest: str
    data: bytes | None = None
    mark: Mark | None = None
    is_aside: bool = False


class ForeignFolderError(FolderError):
    """What no build made lies where a site must come."""


def _foreign(out: Path) -> ForeignFolderError:
    """The folder given as --out holds files that no build made."""
    return ForeignFolderError(
        f"{out}: not made by this build — give --out an empty or a new folder"
    )


def _in_the_way(place: Path, kind: str, wanted: str) -> ForeignFolderError:
    """What no build made lies where a file of the site, or a folder of it, must come."""
    message = f"{place}: here lies {kind} that no build made, where {wanted} of the site must come"
    return ForeignFolderError(f"{message} — move it away, or give --out another folder")


@dataclass(frozen=True)
class Written:
    """What a write did: the paths of files that are new or others, of those that are gone, and how
    many are as they were."""

    changed: tuple[str, ...]
    removed: tuple[str, ...]
    unchanged: int


class Aside:
    """Files on their way into a folder: each is put aside when it is made, by whatever process, and
    all are moved into place when the last is there, so that an error or a full disk leaves the old
    site as it was.

    `known` has the digests of files that need no look, `before` is what the manifest lists, if that
    is known.
    """

    def __init__(
        self,
        out: Path,
        known: Mapping[str, str] | None = None,
        before: list[str] | None = None,
        *,
        clean: bool = False,
    ) -> None:
        self.out = out
        self.clean = clean
        self.known = {} if clean else known or {}
        self.before = owned(out) if before is None else before
        self._work = os.fspath(out / f"{_WORK}-{os.getpid()}-{os.urandom(4).hex()}")
        self._is_new = not out.exists()

    def __enter__(self) -> Aside:
        # By builds that were killed: no other has the folder while we do.
        for left in self.out.glob(f"{_WORK}*"):
            shutil.rmtree(left, ignore_errors=True)
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self._work, ignore_errors=True)
        if self._is_new:
            with suppress(OSError):
                self.out.rmdir()  # where nothing came into it

    def put(self, path: str, data: bytes) -> File:
        """Puts a file aside, unless it is in its place already; raises OSError where the disk
        refuses."""
        digest = digest_of(data)
        if not self.clean:
            if path in self.known:
                if self.known[path] == digest:
                    return File(digest)
            # Nothing is known of this file, so its bytes are read: another build may have left it.
            elif same := _same(self.out / path, data):
                return File(digest, mark=_settled(same))
        return File(digest, mark=_put(self._beside(path), data), is_aside=True)

    def move_in(self, made: Mapping[str, File], kept: Iterable[str] = ()) -> Written:
        """Makes the folder hold exactly these files, made and kept, beside those that are not
        ours.

        Raises ForeignFolderError, before anything is moved, and OSError where the disk refuses.
        """
        changed = [path for path, file in made.items() if file.is_aside]
        now = {*made, *kept}
        clear_way(self.out, changed, set(self.before) - now)
        removed = [path for path in self.before if path not in now and (self.out / path).is_file()]
        if not now.issubset(self.before) or not (self.out / MANIFEST).exists():
            # Old files and new ones are listed until the move is over: after a crash in the middle
            # the next build knows all of them as ours.
            self._list({*self.before, *now})
        self._move_in(changed)
        for path in removed:
            _remove(self.out, path)
        if now != set(self.before):
            self._list(now)
        return Written(tuple(changed), tuple(removed), len(now) - len(changed))

    def _list(self, files: Iterable[str]) -> None:
        """Writes the manifest, whole or not at all; it also marks the folder as ours."""
        content = (json.dumps({"files": sorted(files)}, indent=0) + "\n").encode()
        if not _same(self.out / MANIFEST, content):
            fresh = f"{self._work}/{MANIFEST}"
            _put(fresh, content)
            os.replace(fresh, self.out / MANIFEST)  # noqa: PTH105

    def _beside(self, path: str) -> str:
        return f"{self._work}/{_name(path)}"

    def _move_in(self, paths: list[str]) -> None:
        out = os.fspath(self.out)
        for path in paths:
            try:
                os.replace(self._beside(path), f"{out}/{path}")  # noqa: PTH105 - thousands of them
            except FileNotFoundError:
                # Only where the folder is missing: to ask for it before each of thousands takes
                # time. Where the file aside is missing, this fails once more and ends the build.
                (self.out / path).parent.mkdir(parents=True, exist_ok=True)
                os.replace(self._beside(path), f"{out}/{path}")  # noqa: PTH105


def clear_way(out: Path, paths: Iterable[str], old: set[str]) -> None:
    """Takes away what is in the way of these files: `old` ones of ours, which would go all the
    same, and their folders. That is a file `en` where `en/index.html` must come, or a folder
    `en.html/` where a file `en.html` must.

    Raises ForeignFolderError for what is not ours, before anything is taken away.
    """
    paths = list(paths)
    # Every folder above a file: en and en/war above en/war/index.html.
    folders = {path[:at] for path in paths for at, sign in enumerate(path) if sign == "/"}
    files = [
        folder
        for folder in sorted(folders)
        if os.path.lexists(out / folder) and not (out / folder).is_dir()
    ]
    for file in files:
        if file not in old:
            raise _in_the_way(out / file, "a file", "a folder")
    full = [path for path in paths if (out / path).is_dir() and not (out / path).is_symlink()]
    for folder in full:
        below = (
            file.relative_to(out).as_posix()
            for file in (out / folder).rglob("*")
            if not file.is_dir()
        )
        if not old.issuperset(below):
            raise _in_the_way(out / folder, "a folder", "a file")
    for file in files:
        (out / file).unlink()
    for folder in full:
        shutil.rmtree(out / folder)


def write(files: Mapping[str, bytes], out: Path, *, clean: bool = False) -> Written:
    """Make the folder hold exactly these files, bytes by path, beside those that are not ours;
    raises FolderError, and OSError where the disk refuses."""
    owned(out)
    with locked(out), Aside(out, clean=clean) as aside:
        return aside.move_in({path: aside.put(path, data) for path, data in files.items()})


def _name(path: str) -> str:
    """What a file is called while it is aside: its path as a name, so that all lie in one
    folder."""
    return digest_of(path.encode())


def _put(file: str, data: bytes) -> Mark:
    """Writes a file, as long ago as the coarsest clock ticks: whoever changes it from now on leaves
    a later time."""
    try:
        new = open(file, "wb")  # noqa: PTH123, SIM115 - thousands of them
    except FileNotFoundError:
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        new = open(file, "wb")  # noqa: PTH123, SIM115
    with new:
        new.write(data)
        # Else the last bytes would be written when the file is closed, and set its time anew.
        new.flush()
        long_ago = time.time_ns() - TICK
        with suppress(OSError):
            os.utime(file, ns=(long_ago, long_ago))
        return _mark(os.fstat(new.fileno()))


def _mark(status: os.stat_result) -> Mark:
    return status.st_size, status.st_mtime_ns, status.st_ino


def _settled(mark: Mark) -> Mark | None:
    """The mark of a file that was found; None for one so young that it could change again within
    the same tick of the clock."""
    return mark if mark[1] <= time.time_ns() - TICK else None


def holds(found: Signature | None, mark: Mark | None) -> bool:
    """Whether a file that looks like this is the one that was marked, and nobody has changed it
    since."""
    return found is not None and (found[0], found[1], found[3]) == mark


def owned(out: Path) -> list[str]:
    """The files that the last build listed; raises ForeignFolderError for a folder that is not
    ours."""
    manifest = out / MANIFEST
    if manifest.is_file():
        try:
            listed = json.loads(manifest.read_text(encoding="utf-8"))["files"]
            # Files that are listed and no longer made are removed, so a list that somebody has
            # changed must not lead outside.
            return [path for path in listed if _is_inside(path)]
        except (ValueError, KeyError, TypeError):
            raise _foreign(out) from None
    if out.exists() and (not out.is_dir() or not all(map(_is_ours, out.iterdir()))):
        raise _foreign(out)
    return []


def _is_ours(entry: Path) -> bool:
    """Whether an entry says nothing about who made its folder; builds that were killed leave
    some."""
    return entry.name in _KEPT or entry.name.startswith(_WORK)


def _is_inside(path: object) -> bool:
    return isinstance(path, str) and not path.startswith("/") and ".." not in path.split("/")


def _same(file: Path, data: bytes) -> Mark | None:
    """What a file with these bytes is known by; None for one with others."""
    with suppress(OSError), file.open("rb", buffering=0) as found:
        mark = _mark(os.fstat(found.fileno()))  # before it is read, so that a later change shows
        if mark[0] == len(data) and found.read() == data:
            return mark
    return None


def _remove(out: Path, path: str) -> None:
    """Remove a file and the folders that it leaves empty."""
    (out / path).unlink(missing_ok=True)
    for parent in (out / path).relative_to(out).parents:
        if parent == Path():
            break
        try:
            (out / parent).rmdir()
        except OSError:  # something is in it, or somebody has taken it away
            break
