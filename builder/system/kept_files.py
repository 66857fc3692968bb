"""What takes long to make, kept below .cache under the digest of all that it is made of.

No result hangs on it: what is missing, cut off or taken away meanwhile is made, and what cannot be
kept is made again the next time. What is used gets the time of its use, and what no build has used
for a while goes by itself.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

WHOLE = "whole.json"
"""In a folder that is kept: how long each of its files is."""
DAY = 24 * 60 * 60
UNUSED = 14 * DAY
"""Seconds after which it goes that no build has used."""
CROWD: Mapping[str, int] = {
    "runtime": 4,
    "bundles": 40,
    "small": 40,
    "images": 2_000,
    "packed": 2_000,
}
"""The folders below .cache; where one has more than so many, those beyond stay for a day: somebody
may be at them."""
_ENTRY = re.compile(r"[0-9a-f]{12,64}(\.[a-z]+)?")


def kept_file(place: Path, make: Callable[[], bytes]) -> bytes:
    """The bytes of a file, made where they are not kept; raises what `make` raises, and nothing
    else."""
    with suppress(OSError):
        # An empty file is one that was never written.
        if data := place.read_bytes():
            _use(place)
            return data
    data = make()
    with _fresh(place) as fresh:
        fresh.write_bytes(data)
        fresh.replace(place)
    return data


def read_folder(place: Path) -> dict[str, bytes]:
    """The files of a folder by their paths; none where it is not there, or a file of it is missing
    or has another length."""
    try:
        sizes: dict[str, int] = json.loads((place / WHOLE).read_bytes())
        files = {name: (place / name).read_bytes() for name in sizes}
    except (OSError, ValueError):
        return {}
    _use(place)
    return files if sizes == {name: len(data) for name, data in files.items()} else {}


def keep_folder(files: Mapping[str, bytes], place: Path) -> None:
    """Keeps a folder of these files: it appears at once and whole, or not at all."""
    sizes = {name: len(data) for name, data in files.items()}
    with _fresh(place) as fresh:
        for name, data in (dict(files) | {WHOLE: json.dumps(sizes).encode()}).items():
            (fresh / name).parent.mkdir(parents=True, exist_ok=True)
            (fresh / name).write_bytes(data)
        # No system puts a folder in the place of another that holds something.
        _remove(place)
        fresh.rename(place)


@contextmanager
def _fresh(place: Path) -> Iterator[Path]:
    """A path beside a place, of which nothing stays; what cannot be written is not kept."""
    fresh = place.with_name(f"new-{os.getpid()}-{os.urandom(4).hex()}")
    try:
        with suppress(OSError):
            place.parent.mkdir(parents=True, exist_ok=True)
        # An error of the disk in the block of who uses this comes out here, and ends that block.
        with suppress(OSError):
            yield fresh
    finally:
        _remove(fresh)


def _use(place: Path) -> None:
    """Gives what is kept the time of its use, by which `sweep` knows what may go."""
    with suppress(OSError):
        os.utime(place)


def _remove(place: Path) -> None:
    """Takes a file or a folder away at once; who is reading in it finds it missing, not half of
    it."""
    away = place.with_name(f"old-{os.getpid()}-{os.urandom(4).hex()}")
    with suppress(OSError):
        # One step takes it out of sight; to remove a folder takes one for each file.
        place.rename(away)
        if away.is_dir():
            shutil.rmtree(away, ignore_errors=True)
        else:
            away.unlink()


# --- what goes -----------------------------------------------------------------------------------


def sweep(cache: Path) -> None:
    """Removes what no build has used for a while, the crowd beyond, and what builds that were
    killed have left. Raises nothing."""
    for name, most in CROWD.items():
        with suppress(OSError):
            _sweep(cache / name, most)


def _sweep(folder: Path, most: int) -> None:
    now = time.time()
    with os.scandir(folder) as entries:
        # What was used last comes first, so the crowd beyond is what follows.
        used = sorted((now - entry.stat().st_mtime, entry.name) for entry in entries)
    for number, (age, name) in enumerate(used):
        # No digest: begun or being removed by a build, for which a day is long enough.
        is_left = not _ENTRY.fullmatch(name)
        if age > UNUSED or (age > DAY and (number >= most or is_left)):
            _remove(folder / name)
