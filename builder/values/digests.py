"""Digests: short texts that stand for bytes, and change with them."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from hashlib import sha256


def digest_of(data: bytes) -> str:
    """Thirty-two hexadecimal digits that stand for these bytes."""
    return sha256(data).hexdigest()[:32]


def digest_of_files(files: Mapping[str, bytes]) -> str:
    """Twelve hexadecimal digits that stand for these files and their names, whatever their
    order."""
    whole = sha256()
    for name, data in sorted(files.items()):
        # With the length no byte can go from the end of one file to the start of the next
        # unnoticed.
        whole.update(f"{name} {len(data)}\n".encode() + data)
    return whole.hexdigest()[:12]


def hashed(name: str, content: bytes) -> str:
    """A file's name with eight digits of its content's digest before the suffix:
    `css/site.1b2c3d4e.css`."""
    stem, suffix = posixpath.splitext(name)
    return f"{stem}.{sha256(content).hexdigest()[:8]}{suffix}"
