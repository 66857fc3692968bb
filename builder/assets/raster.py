"""SVG to PNG: the same bytes wherever it is done, and done once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import resvg_py

from builder.assets.typeface import BOLD, REGULAR
from builder.system.kept_files import kept_file
from builder.values.digests import digest_of_files
from builder.values.project_folder import CACHE

IMAGES = CACHE / "images"


def png(svg: str, width: int, folder: Path = IMAGES) -> bytes:
    """The picture, this many pixels wide; taken from the cache where nothing that it is made of has
    changed."""
    made_of = digest_of_files({"svg": svg.encode(), "width": str(width).encode(), "with": _tools()})
    return kept_file(folder / f"{made_of}.png", lambda: _drawn(svg, width))


def _drawn(svg: str, width: int) -> bytes:
    """Draws with the project's own fonts alone: those of the machine would make other pictures on
    others."""
    return resvg_py.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=[str(REGULAR), str(BOLD)]
    )


@cache
def _tools() -> bytes:
    """What stands for the version of the renderer and the fonts."""
    fonts = {file.name: file.read_bytes() for file in (REGULAR, BOLD)}
    return f"{resvg_py.__version__} {digest_of_files(fonts)}".encode()
