"""What is kept from one build to the next, below .cache: never needed for a right result, only for
a quick one.

Everything lies in a folder whose name is a digest of this project's code, Python and the libraries,
so another version begins anew. A file holds its own digest in front: one that is cut off or spoilt
counts as missing. Files are replaced as a whole, so a crash leaves the old one or the new one.
"""

from __future__ import annotations

import marshal
import os
import re
import shutil
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any
from zlib import crc32

from builder.values.digests import digest_of
from builder.values.project_folder import HOME

SHARDS = 64
"""Files of a shelf; their names are numbers of two digits."""
KEPT = 8
"""So many output folders are remembered; whose turn is longest ago is forgotten."""
MOST = 1_000
"""So many values a file of a shelf has at most; what was put there longest ago is forgotten."""
LEFT = 24 * 60 * 60
"""Seconds after which a file that somebody began to write has been left by a process that was
killed."""
_DIGEST = 16
"""Bytes of the digest in front of each file."""
_WHOLE = re.compile(r"[0-9]{2}|[0-9a-f]{32}")
"""The names of files that are whole."""


class Shelf:
    """A table of plain values by name, in files of which each holds a share, read and written when
    it is needed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._shards: dict[int, dict[str, Any]] = {}
        self._dirty = set[int]()
        self._news: dict[str, Any] = {}

    def get(self, name: str) -> Any:
        """The value under a name, None if there is none."""
        return self._shard(_number(name)).get(name)

    def put(self, name: str, value: Any) -> None:
        """Keeps a value: numbers, texts, bytes, and tuples and dictionaries of them."""
        number = _number(name)
        # A dictionary keeps the order in which its names came, so this one has to come anew to be
        # the last that `save` forgets.
        self._shard(number).pop(name, None)
        self._shard(number)[name] = self._news[name] = value
        self._dirty.add(number)

    def news(self) -> dict[str, Any]:
        """What was put here since this was last asked, by name: what a copy of this process has to
        tell the first one, since its own shelf ends with it."""
        news = self._news
        self._news = {}
        return news

    def put_all(self, values: Mapping[str, Any]) -> None:
        """Keeps several values, by name, that another process has told."""
        for name, value in values.items():
            self.put(name, value)
        # The process that hears of it need not be told in turn.
        self._news = {}

    def save(self) -> None:
        """Writes the files in which something is new."""
        for number in sorted(self._dirty):
            shard = self._shards[number]
            # The order is that of the puts, the oldest first.
            for name in list(shard)[:-MOST]:
                del shard[name]
            write_value(self.folder / f"{number:02}", shard)
        self._dirty.clear()

    def _shard(self, number: int) -> dict[str, Any]:
        if number not in self._shards:
            found = read_value(self.folder / f"{number:02}")
            self._shards[number] = found if isinstance(found, dict) else {}
        return self._shards[number]


def _number(name: str) -> int:
    # Python's own hash of a text is another one in each process.
    return crc32(name.encode()) % SHARDS


def read_value(file: Path) -> Any:
    """The value in a file; None if it is missing or spoilt. Raises nothing."""
    try:
        data = memoryview(file.read_bytes())
        # marshal trusts what it reads: spoilt bytes could be another value, or end the process.
        if _digest(data[_DIGEST:]) == data[:_DIGEST]:
            return marshal.loads(data[_DIGEST:])
    except (OSError, ValueError, EOFError, TypeError):
        pass
    return None


def write_value(file: Path, value: Any) -> None:
    """Puts a value into a file, whole or not at all; a cache that cannot be written is none.

    Raises ValueError for a value that is more than numbers, texts, bytes, and tuples, sets and
    dictionaries of them.
    """
    data = marshal.dumps(value)
    # Two builds may write the same file at once, so each has a name of its own for it; it is no
    # name of a whole file (`_WHOLE`), so what is left of it is found and removed.
    fresh = file.with_name(f"{file.name}.{os.getpid()}-{os.urandom(4).hex()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(_digest(data) + data)
        fresh.replace(file)
    except OSError:
        with suppress(OSError):
            fresh.unlink()


def _digest(data: bytes | memoryview) -> bytes:
    # Most processors have instructions for SHA-256: it is quicker here than BLAKE2.
    return sha256(data).digest()[:_DIGEST]


class Cache:
    """The folder of this version below a project, with its shelves and what is known of each output
    folder."""

    def __init__(self, root: Path) -> None:
        above = root / ".cache" / "build"
        self.folder = above / version()
        if not self.folder.is_dir():
            # Another version was here, and what it kept would never be asked for again.
            shutil.rmtree(above, ignore_errors=True)
        self.sources = Shelf(self.folder / "sources")
        self.markdown = Shelf(self.folder / "markdown")
        self.templates = Shelf(self.folder / "templates")

    def output(self, out: Path) -> Path:
        """The file about an output folder, the same by whatever path somebody comes to it."""
        return self.folder / "outputs" / digest_of(os.fsencode(os.path.realpath(out)))

    def save(self) -> None:
        """Writes the shelves, and forgets output folders that nobody built into for long, and what
        was left."""
        for shelf in (self.sources, self.markdown, self.templates):
            shelf.save()
            _tidy(shelf.folder)
        _tidy(self.folder / "outputs", KEPT)
        # A build of another version that began before this one has written its folder anew.
        with suppress(OSError):
            for other in self.folder.parent.iterdir():
                if other != self.folder and time.time() - other.stat().st_mtime > LEFT:
                    shutil.rmtree(other, ignore_errors=True)


def _tidy(folder: Path, most: int = SHARDS) -> None:
    """Removes all but the newest files of a folder, and what processes that were killed had begun
    to write."""
    now = time.time()
    with suppress(OSError):
        names = sorted(os.listdir(folder))  # noqa: PTH208 - after each edit
        begun = [folder / name for name in names if not _WHOLE.fullmatch(name)]
        left = [file for file in begun if now - file.stat().st_mtime > LEFT]
        whole = [folder / name for name in names if _WHOLE.fullmatch(name)]
        if len(whole) > most:
            left += sorted(whole, key=lambda file: file.stat().st_mtime_ns)[:-most]
        for file in left:
            file.unlink(missing_ok=True)


def version() -> str:
    """A digest of all that turns the same content into other bytes: this code, Python, the
    libraries installed."""
    whole = blake2b(sys.version.encode(), digest_size=8)
    for folder in ("builder", "engine"):
        for file in sorted(
            file for file in (HOME / folder).rglob("*") if file.is_file() and file.suffix != ".pyc"
        ):
            whole.update(file.name.encode() + file.read_bytes())
    for path in sys.path:
        # site-packages, or dist-packages on Debian; the folders *.dist-info below have name and
        # version of each library in their names.
        if path.endswith("-packages"):
            whole.update(" ".join(sorted(file.name for file in Path(path).glob("*-info"))).encode())
    return whole.hexdigest()
