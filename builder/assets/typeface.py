"""How wide a text is in a font, so that pictures with words in them are laid out before they are drawn."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FONTS = Path(__file__).parent / "fonts"
FAMILY = "Gelasio"
REGULAR, BOLD = FONTS / "Gelasio-Regular.ttf", FONTS / "Gelasio-Bold.ttf"
LEADING, ASCENT = 1.18, 0.96
ELLIPSIS = "…"


@dataclass(frozen=True)
class Typeface:
    """The advance of each character in parts of the font's size."""

    advances: Mapping[str, float]

    def width(self, text: str, size: float) -> float:
        """At least as wide as the text is drawn: kerning is left out, which nearly always draws letters together."""
        return size * sum(self.advances.get(letter, 1) for letter in text)

    def missing(self, text: str) -> str:
        """The characters that the font cannot draw, once each."""
        return "".join(dict.fromkeys(letter for letter in text if letter not in self.advances))


@dataclass(frozen=True)
class Block:
    """Lines of text in one size."""

    size: int
    lines: tuple[str, ...]

    @property
    def height(self) -> float:
        """From the top of the first line to the foot of the last."""
        return len(self.lines) * self.size * LEADING

    def placed(self, top: float) -> Iterator[tuple[float, str]]:
        """Each line with the height of its baseline, for a block that begins at this one."""
        for number, line in enumerate(self.lines):
            yield round(top + (number * LEADING + ASCENT) * self.size, 1), line


@cache
def typeface(file: Path) -> Typeface:
    """The metrics of a TrueType font."""
    data = file.read_bytes()
    tables = dict(_tables(data))
    units = struct.unpack_from(">H", data, tables[b"head"] + 18)[0]
    count = struct.unpack_from(">H", data, tables[b"hhea"] + 34)[0]
    widths = struct.unpack_from(">" + "Hh" * count, data, tables[b"hmtx"])[::2]
    glyphs = _characters(data, tables[b"cmap"])
    return Typeface({letter: widths[min(glyph, count - 1)] / units for letter, glyph in glyphs})


def _tables(data: bytes) -> Iterator[tuple[bytes, int]]:
    """The offset of each table of a font by its tag."""
    for number in range(struct.unpack_from(">H", data, 4)[0]):
        tag, _, offset, _ = struct.unpack_from(">4s3I", data, 12 + 16 * number)
        yield tag, offset


def _characters(data: bytes, start: int) -> Iterator[tuple[str, int]]:
    """Each character of the font with its glyph, from the subtable of format 4, which every such font has."""
    count = struct.unpack_from(">H", data, start + 2)[0]
    offsets = (struct.unpack_from(">I", data, start + 8 + 8 * number)[0] for number in range(count))
    at = next(start + offset for offset in offsets if data[start + offset : start + offset + 2] == b"\0\4")
    segments = struct.unpack_from(">H", data, at + 6)[0] // 2
    ends = struct.unpack_from(f">{segments}H", data, at + 14)
    firsts = struct.unpack_from(f">{segments}H", data, at + 16 + 2 * segments)
    deltas = struct.unpack_from(f">{segments}H", data, at + 16 + 4 * segments)
    ways_at = at + 16 + 6 * segments
    for number, (first, last, delta) in enumerate(zip(firsts, ends, deltas, strict=True)):
        place = ways_at + 2 * number
        way = struct.unpack_from(">H", data, place)[0]
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = struct.unpack_from(">H", data, place + way + 2 * (code - first))[0] if way else code
            if glyph:
                yield chr(code), (glyph + delta) & 0xFFFF


def fit(text: str, face: Typeface, sizes: tuple[int, ...], width: float, height: float, most: int) -> Block:
    """The text in the largest size whose lines stay inside the box and leave words whole.

    In the smallest size long words are broken, and what is left over gives way to an ellipsis.
    """
    for size in sizes:
        whole = all(face.width(word, size) <= width for word in text.split(" "))
        block = Block(size, _balanced(text, lambda part, size=size: face.width(part, size), width))  # type: ignore[misc]
        if whole and len(block.lines) <= most and block.height <= height:
            return block
    lines = max(1, min(most, int(height / (sizes[-1] * LEADING))))
    return Block(sizes[-1], _cut(block.lines, lines, lambda part: face.width(part, sizes[-1]), width))


def _balanced(text: str, measure: Callable[[str], float], width: float) -> tuple[str, ...]:
    """As few lines as possible, and those about equally long."""
    lines = wrap(text, measure, width)
    widest = max(map(measure, text.split(" ")))
    low, high = int(min(widest, width)) + 1, int(width)
    while low < high:
        middle = (low + high) // 2
        if len(wrap(text, measure, middle)) > len(lines):
            low = middle + 1
        else:
            high = middle
    return wrap(text, measure, high)


def wrap(text: str, measure: Callable[[str], float], width: float) -> tuple[str, ...]:
    """The text in lines of at most this width, broken at plain spaces; a word wider than a line goes on in the next."""
    lines = [""]
    for word in text.split(" "):
        together = f"{lines[-1]} {word}".strip(" ")
        if measure(together) <= width:
            lines[-1] = together
            continue
        *above, last = _pieces(word, measure, width)
        lines += [*above, last]
    return tuple(line for line in lines if line)


def _pieces(word: str, measure: Callable[[str], float], width: float) -> list[str]:
    pieces = [""]
    for letter in word:
        if pieces[-1] and measure(pieces[-1] + letter) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def _cut(lines: tuple[str, ...], most: int, measure: Callable[[str], float], width: float) -> tuple[str, ...]:
    if len(lines) <= most:
        return lines
    last = lines[most - 1]
    while last and measure(last + ELLIPSIS) > width:
        last = last[:-1]
    return (*lines[: most - 1], last.rstrip() + ELLIPSIS)
