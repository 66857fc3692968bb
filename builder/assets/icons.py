"""The site's icon in every form that browsers and home screens ask for, all drawn from
assets/icons/icon.svg."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from xml.etree import ElementTree

from builder.values.errors import ContentError
from builder.values.site_paths import FAVICON

SOURCE = "icons/icon.svg"
FAVICON_SIZE = 32
ROUND = {"icons/icon-192.png": 192, "icons/icon-512.png": 512}
"""For the manifest, purpose "any": the drawing as it is."""
FULL = {"icons/apple-touch-icon.png": (180, 0.84), "icons/maskable-512.png": (512, 0.72)}
"""Cut to a shape by the system, so the ground fills the square; size, and how large the drawing
stands on it.

The drawing of a maskable icon stays inside the circle that every mask leaves: four fifths of the
width.
"""
_SVG = "http://www.w3.org/2000/svg"


def icons(svg: bytes) -> dict[str, bytes]:
    """Every icon by its name, from the drawing of the icon: a ground, then what lies on it.

    Raises ContentError for a drawing that is none.
    """
    # With the renderer and its fonts.
    from builder.assets.raster import png

    try:
        made = {name: png(svg.decode(), size) for name, size in ROUND.items()}
        made |= {name: png(full_bleed(svg, scale), size) for name, (size, scale) in FULL.items()}
        return made | {FAVICON: ico({FAVICON_SIZE: png(svg.decode(), FAVICON_SIZE)})}
    except (ValueError, SyntaxError) as error:
        raise ContentError(
            f"assets/{SOURCE}", 1, "icon", str(error), "write an SVG with a viewBox"
        ) from None


def full_bleed(svg: bytes, scale: float) -> str:
    """The icon with square corners, and what lies on its ground in another size about the
    centre."""
    # Else it would write "ns0:" before each name.
    ElementTree.register_namespace("", _SVG)
    root = ElementTree.fromstring(svg)
    ground, *drawing = list(root)
    # The system cuts the corners.
    ground.attrib.pop("rx", None)
    middle = float(root.attrib["viewBox"].split()[2]) / 2
    group = ElementTree.SubElement(root, f"{{{_SVG}}}g")
    group.set(
        "transform", f"translate({middle} {middle}) scale({scale}) translate({-middle} {-middle})"
    )
    for shape in drawing:
        root.remove(shape)
        group.append(shape)
    return ElementTree.tostring(root, encoding="unicode")


def ico(pictures: Mapping[int, bytes]) -> bytes:
    """A Windows icon file that holds PNG pictures of these sizes, which every browser reads."""
    # Nothing, the kind (1: icons), how many.
    head = struct.pack("<3H", 0, 1, len(pictures))
    # That head has 6 bytes, and each picture's entry below has 16.
    offset = 6 + 16 * len(pictures)
    body = b""
    for size, data in sorted(pictures.items()):
        # Width and height (0 for 256), no palette, nothing, one plane of 32 bits, how many bytes,
        # and where.
        head += struct.pack(
            "<4B2H2I", size % 256, size % 256, 0, 0, 1, 32, len(data), offset + len(body)
        )
        body += data
    return head + body
