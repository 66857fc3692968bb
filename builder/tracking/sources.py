"""The files that a site is made from, each read once, and what was made of it kept until its bytes
are others.

Whether a file has changed is told by its size, times and inode. Who writes twice within one tick of
the clock could go unnoticed, so a file as young as that is read again the next time.
"""

from __future__ import annotations

import os
import pickle
import re
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from builder.tracking.cache import Shelf
from builder.tracking.processes import spread
from builder.values.digests import digest_of
from builder.values.errors import ContentError

T = TypeVar("T")
FOLDERS = ("assets", "content", "locales", "templates")
MANY = 1_000
"""Fewer files are made sooner by one process alone."""
WRITTEN = (".md", ".toml", ".po", ".pot")
"""How the names of files end that no folder may have: it would be passed over in silence."""
TICK = 2_000_000_000
"""Nanoseconds: the coarsest clock of a file system, that of FAT."""
# Among them: ___jb_ of JetBrains, 4913 of vim, ~$ of Word, r12 and mine of Subversion,
# .sync-conflict- of Syncthing.
STRAY: tuple[tuple[str, str], ...] = (
    (r"\..*", "hidden"),
    (r".*~|\#.*\#?|.*\.(bak|backup|old|orig|save|sav)|.*___jb_(tmp|old)___", "an editor's copy"),
    (r".*\.(sw[a-z]|un~|kate-swp|lock|lck)|4913|~\$.*", "an editor's note of what is open"),
    (r".*\.(tmp|temp|part|partial|crdownload|download|filepart)|~.*", "half written"),
    (r".*\.(rej|mine|r\d+)|.*[_.](backup|base|local|remote)[_.]\d+(\..*)?", "left by a merge"),
    (r".*\(.*conflict.*\).*|.*\.sync-conflict-.*", "left by a synchronised folder"),
    (
        r"(eh)?thumbs\.db|desktop\.ini|icon\r|\$recycle\.bin|.*\.(lnk|url|webloc)",
        "a system's own file",
    ),
    (r".*\.(py[cod]|class|o)|__pycache__|__macosx|node_modules", "made by a program"),
)
"""Names of files and folders that no site is made from, in whatever case of letters, and what they
are."""

# Pictures and fonts are not here: in them \r\n may be any two bytes.
TEXTS = (
    ".css",
    ".csv",
    ".html",
    ".js",
    ".json",
    ".md",
    ".mjs",
    ".po",
    ".pot",
    ".svg",
    ".toml",
    ".txt",
    ".xml",
)
"""How the names of texts end, whose lines are read with plain ends."""

Signature = tuple[int, int, int, int]
"""Of a file: its bytes, the times of the last change of these and of the file itself (mtime and
ctime, in nanoseconds), and its inode: `(5120, 1764460800000000000, 1764460800000000000, 1311)`."""
Parse = Callable[[str, bytes], tuple[Any, Any]]
"""From a file's path and bytes to plain facts, which a shelf can keep, and a value, which is
pickled; nothing else may go in, or what is kept would not change with it."""


@dataclass
class SourceFile:
    """What was made of a file by one parser.

    The first four fields are kept from build to build.
    """

    signature: Signature | None
    """What the file was known by; None if it was too young to be told by that."""
    digest: str
    """Of its bytes."""
    facts: Any
    """What it says in plain values, which each build asks for."""
    packed: bytes
    """The value, pickled: most builds ask for few of thousands."""
    value: Any = None
    """The value, once somebody has asked for it."""
    entry: Any = None
    """What the loader has made of the facts."""


def is_source(path: str) -> bool:
    """Whether a path below a project is one that a site could be made from."""
    return path.split("/")[0] in FOLDERS and not any(map(is_stray, path.split("/")))


_STRAY = tuple((re.compile(pattern, re.IGNORECASE | re.DOTALL), what) for pattern, what in STRAY)


@lru_cache(maxsize=100_000)
def stray(name: str) -> str:
    """What a file or a folder of this name is, if it is one that editors and systems leave behind;
    else nothing.

    >>> stray("site.css~"), stray("site.css"), stray(".DS_Store")
    ("an editor's copy", '', 'hidden')
    """
    return next((what for pattern, what in _STRAY if pattern.fullmatch(name)), "")


def is_stray(name: str) -> bool:
    """Whether a file or a folder of this name is nothing that a site is made from, wherever it
    lies."""
    return bool(stray(name))


def strays(root: Path) -> Iterator[tuple[str, str]]:
    """The files and folders below a project's folders that are left out as strays, each with what
    it is."""
    for top in FOLDERS:
        for folder, folders, files in os.walk(root / top, followlinks=True):
            for name in sorted(filter(is_stray, [*folders, *files])):
                yield (Path(folder) / name).relative_to(root).as_posix(), stray(name)
            # os.walk goes on with what is left in its own list.
            folders[:] = sorted(name for name in folders if not is_stray(name))


def files_below(folder: Path, suffix: str) -> list[Path]:
    """The files of a kind below a folder, in the order of their paths, without strays."""
    found = ((file, file.relative_to(folder).parts) for file in folder.rglob(f"*{suffix}"))
    return sorted(file for file, parts in found if not any(map(is_stray, parts)))


def scan(root: Path) -> dict[str, Signature]:
    """The files below a project's folders, by their paths, strays left out.

    Raises ContentError for a folder where a file should be, and for a link that leads in a circle.
    """
    found: dict[str, Signature] = {}
    for folder in FOLDERS:
        _scan(root, folder, found)
    return found


def _scan(
    root: Path, folder: str, found: dict[str, Signature], above: tuple[Path, ...] = ()
) -> None:
    """The files below a folder; `above` are the folders in which links have led to it."""
    try:
        with os.scandir(root / folder) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                path = f"{folder}/{entry.name}"
                if is_stray(entry.name):
                    continue
                if entry.is_dir():
                    if entry.name.endswith(WRITTEN):
                        hint = "move it away, and write a file of this name"
                        raise ContentError(
                            path, 1, "file", "a folder, where a file should be", hint
                        )
                    _scan(
                        root,
                        path,
                        found,
                        _followed(root, path, above) if entry.is_symlink() else above,
                    )
                elif known := signature(entry):
                    found[path] = known
    # A project may lack a folder, and another process may take one away meanwhile.
    except (FileNotFoundError, NotADirectoryError):
        pass


def linked(root: Path) -> dict[str, Signature]:
    """The files that a project has by links: those that are one, and those in folders that are
    one. Raises ContentError as `scan` does."""
    found: dict[str, Signature] = {}
    for path in _links(root, FOLDERS):
        if (root / path).is_dir():
            _scan(root, path, found)
        elif known := signature(root / path):
            found[path] = known
    return found


def _links(root: Path, paths: Iterable[str]) -> Iterator[str]:
    """Which of these are links, and which below them; nobody looks behind one."""
    for path in paths:
        name = os.fspath(root / path)
        if os.path.islink(name):  # noqa: PTH114 - thousands of them
            yield path
        elif os.path.isdir(name):  # noqa: PTH112
            with suppress(OSError), os.scandir(name) as entries:
                below = [
                    each.name
                    for each in entries
                    if each.is_symlink() or each.is_dir(follow_symlinks=False)
                ]
                yield from _links(
                    root, [f"{path}/{each}" for each in below if is_source(f"{path}/{each}")]
                )


def _followed(root: Path, link: str, above: tuple[Path, ...]) -> tuple[Path, ...]:
    """The folders that have led into the one that a link leads to; raises ContentError for a link
    into one of them, which leads in a circle."""
    target = Path(os.path.realpath(root / link))
    folders = (*above, Path(os.path.realpath((root / link).parent)))
    if any(folder.is_relative_to(target) for folder in folders):
        raise ContentError(
            link, 1, "link", "leads back to a folder that it is in", "remove the link"
        )
    return folders


def signature(file: os.PathLike[str] | str) -> Signature | None:
    """What a file is known by without reading it; None if it is not there."""
    try:
        status = os.stat(file)  # noqa: PTH116 - thousands of them
    except (FileNotFoundError, NotADirectoryError):
        return None
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino


class Sources:
    """The files of a project as they were found, and what was made of them before."""

    def __init__(self, root: Path, shelf: Shelf | None = None) -> None:
        self.root = root
        self.shelf = shelf
        # How often each folder was looked at: while it is the same, so are the files.
        self.looked: dict[str, int] = {}
        self._known: dict[str, SourceFile] = {}
        self.refresh()

    def refresh(self, paths: Iterable[str] | None = None) -> None:
        """Looks at all files again, or at these; raises ContentError as `scan` does."""
        # Taken before the look, so that what is written during it counts as young.
        self._now = time.time_ns()
        paths = None if paths is None else list(paths)
        for folder in FOLDERS if paths is None else {path.split("/")[0] for path in paths}:
            self.looked[folder] = self.looked.get(folder, 0) + 1
        if paths is None:
            self._files = scan(self.root)
            # By path: the parsers that have had the file's bytes since this look, however young it
            # is.
            self._seen = dict[str, set[str]]()
            self._order = sorted(self._files)
            return
        for path in paths:
            self._seen.pop(path, None)
            known = signature(self.root / path) if (self.root / path).is_file() else None
            if known is None:
                self._files.pop(path, None)
            else:
                self._files[path] = known
        self._order = sorted(self._files)

    def below(self, folder: str) -> list[str]:
        """The paths of all files below a folder, in their order."""
        # In ASCII 0 comes right after /, so it is where paths below the folder have ended.
        first, after = (bisect_left(self._order, f"{folder}{sign}") for sign in "/0")
        return self._order[first:after]

    def __contains__(self, path: str) -> bool:
        return path in self._files

    def read(self, path: str) -> bytes:
        """A file's bytes, those of a text with plain ends of lines, so that every checkout builds
        the same; raises ContentError where it is missing."""
        try:
            return with_plain_ends(path, (self.root / path).read_bytes())
        except FileNotFoundError:
            raise ContentError(path, 1, "file", "missing", "write this file") from None

    def facts(self, path: str, parse: Parse) -> Any:
        """The plain facts that a file says."""
        return self.file(path, parse).facts

    def file(self, path: str, parse: Parse) -> SourceFile:
        """Facts, digest and value of a file; the same object as long as the file has not
        changed. Raises ContentError where it is missing, and what `parse` raises."""
        name = _name(path, parse)
        if not self._is_fresh(path, name):
            data = self.read(path)
            before = self._known.get(name)
            # A file that was only touched, or checked out anew, has its old bytes.
            if not before or before.digest != digest_of(data):
                before = source_file(path, data, parse)
            self._keep(path, name, before)
        return self._known[name]

    def prepare(self, paths: Iterable[str], parse: Parse) -> None:
        """Makes what is not known of many files, in several processes; what is left is made when it
        is asked for."""
        new = [path for path in paths if _name(path, parse) not in self._known]
        # Before anything is read: in most builds little is new, and `file` does that.
        if len(new) < MANY:
            return
        new = [path for path in new if not self._is_fresh(path, _name(path, parse))]
        for path, made in zip(
            new,
            spread(lambda index: _sent(new[index], self.read(new[index]), parse), len(new)),
            strict=True,
        ):
            self._keep(path, _name(path, parse), made)

    def digest(self, path: str, parse: Parse) -> str:
        """The digest of the bytes that facts and value were made from."""
        return self.file(path, parse).digest

    def value(self, path: str, parse: Parse) -> Any:
        """The value that a file stands for; raises as `file` does."""
        made = self.file(path, parse)
        if made.value is None:
            made.value = pickle.loads(made.packed)
        return made.value

    def kept(self, name: str, key: str, make: Callable[[], Any]) -> Any:
        """A plain value that was made of more than one file, as long as the key is the same: a text
        that stands for all that it was made of, such as a digest."""
        found = self.shelf.get(name) if self.shelf else None
        if not found or found[0] != key:
            found = key, make()
            if self.shelf:
                self.shelf.put(name, found)
        return found[1]

    def _is_fresh(self, path: str, name: str) -> bool:
        """Whether what is known of a file is known of its present bytes."""
        if name not in self._known and self.shelf and (kept := self.shelf.get(name)):
            self._known[name] = SourceFile(*kept)
        made = self._known.get(name)
        if made is None:
            return False
        # None of a file that was too young must not be the same as None of one that is missing.
        return name in self._seen.get(path, ()) or (made.signature or ()) == self._files.get(path)

    def _keep(self, path: str, name: str, made: SourceFile) -> None:
        known = self._files.get(path)
        # Both times, for a program may set mtime back, as rsync and tar do, but not ctime.
        settled = known is not None and max(known[1:3]) < self._now - TICK
        made.signature = known if settled else None
        self._known[name] = made
        self._seen.setdefault(path, set()).add(name)
        if self.shelf:
            self.shelf.put(name, (made.signature, made.digest, made.facts, made.packed))


def with_plain_ends(path: str, data: bytes) -> bytes:
    """The bytes of a file; those of a text as they are where no system has put \\r before each
    \\n."""
    return data.replace(b"\r\n", b"\n") if path.endswith(TEXTS) else data


def _name(path: str, parse: Parse) -> str:
    """Under which that is kept which was made of a file by one parser: "document_of
    content/pages/home/en.md"."""
    return f"{parse.__name__} {path}"


def _sent(path: str, data: bytes, parse: Parse) -> SourceFile:
    """What a file's bytes stand for, to be sent from another process: without the value, which is
    there packed."""
    return replace(source_file(path, data, parse), value=None)


def source_file(path: str, data: bytes, parse: Parse) -> SourceFile:
    """What a file's bytes stand for, without a signature as yet; raises what `parse` raises."""
    facts, value = parse(path, data)
    return SourceFile(None, digest_of(data), facts, pickle.dumps(value, protocol=5), value)


def folders(paths: Iterable[str], below: str) -> Iterator[str]:
    """The names of the folders directly below one, in the order of their files."""
    start = len(below) + 1
    return iter(dict.fromkeys(path[start:].split("/")[0] for path in paths if "/" in path[start:]))
