"""Files as a host may send them to browsers that unpack: gzip and brotli, the smallest that either
makes.

The engine takes brotli some seconds, so what came out is kept by the digest of what went in.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path

from builder.system.kept_files import kept_file
from builder.system.progress_line import counted
from builder.values.project_folder import CACHE

WORTH = 0.95
"""A file is sent packed if that leaves at most so much of it."""
Packer = Callable[[bytes], bytes]
"""From the bytes of a file to those that a host sends in their place."""


def gzipped(data: bytes) -> bytes:
    """With gzip; the header holds no time, so that the same file is packed the same."""
    return gzip.compress(data, 9, mtime=0)


def brotlied(data: bytes) -> bytes:
    """With brotli at its best, in the largest window that browsers take."""
    # Only a build for a host that is sent packed files has to load it.
    import brotli  # type: ignore[import-untyped]

    return bytes(brotli.compress(data, quality=11, lgwin=24))


PACKERS: Mapping[str, Packer] = {".gz": gzipped, ".br": brotlied}
"""What packs, by the ending that it adds to a name; the quick one first, for what it cannot make
smaller need not be given to the other."""


def beside(files: Mapping[str, bytes], cache: Path = CACHE) -> dict[str, bytes]:
    """The packed files to lie beside those that are worth it: `a.css.br` and `a.css.gz` beside
    `a.css`.

    Both or none: nginx tells caches that there are several only if it finds the one that it looks
    for.
    """
    found = dict[str, bytes]()
    with counted("packing files", len(files)) as tell:
        for number, (path, data) in enumerate(files.items()):
            tell(number)
            packed = dict[str, bytes]()
            for suffix in PACKERS:
                packed[path + suffix] = pack(data, suffix, cache)
                # Pictures and the snapshot are packed already: packing them again saves nothing.
                if len(packed[path + suffix]) > WORTH * len(data):
                    break
            else:
                found |= packed
    return found


def pack(data: bytes, suffix: str, cache: Path = CACHE) -> bytes:
    """The data packed by what the suffix stands for, from the cache if it is there."""
    return kept_file(cache / "packed" / f"{_digest(data)}{suffix}", lambda: PACKERS[suffix](data))


def _digest(data: bytes) -> str:
    """Stands for the data and for who packs it."""
    return sha256(_packers().encode() + data).hexdigest()[:24]


def _packers() -> str:
    """Name and version of each, since another version may make other bytes of the same file."""
    import brotli

    return f"brotli {brotli.__version__}, zlib {zlib.ZLIB_RUNTIME_VERSION}\n"
