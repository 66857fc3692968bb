"""How wide a text is in a font, so that pictures with words in them are laid out before they are
drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FONTS = Path(__file__).parent / "fonts"
FAMILY = "Gelasio"
REGULAR = FONTS / "Gelasio-Regular.ttf"
BOLD = FONTS / "Gelasio-Bold.ttf"
LEADING = 1.18
ASCENT = 0.96
"""In parts of the font's size: from line to line, and from the top of a line to its baseline."""
ELLIPSIS = "…"


@dataclass(frozen=True)
class Typeface:
    """The advance of each character in parts of the font's size."""

    advances: Mapping[str, float]

    def width(self, text: str, size: float) -> float:
        """At least as wide as the text is drawn: kerning is left out, which nearly always draws
        letters together."""
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
    # Half a second's tenth, which a build without pictures saves.
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    with TTFont(file, lazy=True) as font:
        units = font["head"].unitsPerEm
        metrics = font["hmtx"].metrics
        glyphs = font.getBestCmap()
        return Typeface({chr(code): metrics[name][0] / units for code, name in glyphs.items()})


def fit(
    text: str, face: Typeface, sizes: tuple[int, ...], width: float, height: float, most: int
) -> Block:
    """The text in the largest size whose lines stay inside the box and leave words whole.

    In the smallest size long words are broken, and what is left over gives way to an ellipsis.
    """
    for size in sizes:
        whole = all(face.width(word, size) <= width for word in text.split(" "))
        block = Block(size, _balanced(text, lambda part, size=size: face.width(part, size), width))  # type: ignore[misc]
        if whole and len(block.lines) <= most and block.height <= height:
            return block
    lines = max(1, min(most, int(height / (sizes[-1] * LEADING))))
    return Block(
        sizes[-1], _cut(block.lines, lines, lambda part: face.width(part, sizes[-1]), width)
    )


def _balanced(text: str, measure: Callable[[str], float], width: float) -> tuple[str, ...]:
    """As few lines as possible, and those about equally long."""
    lines = wrap(text, measure, width)
    widest = max(map(measure, text.split(" ")))
    # By halves: the narrowest width at which there are no more lines than at the full one.
    low = int(min(widest, width)) + 1
    high = int(width)
    while low < high:
        middle = (low + high) // 2
        if len(wrap(text, measure, middle)) > len(lines):
            low = middle + 1
        else:
            high = middle
    return wrap(text, measure, high)


def wrap(text: str, measure: Callable[[str], float], width: float) -> tuple[str, ...]:
    """The text in lines of at most this width, broken at plain spaces; a word wider than a line
    goes on in the next."""
    lines = [""]
    # Plain spaces alone: a no-break space holds two words together.
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


def _cut(
    lines: tuple[str, ...], most: int, measure: Callable[[str], float], width: float
) -> tuple[str, ...]:
    if len(lines) <= most:
        return lines
    last = lines[most - 1]
    while last and measure(last + ELLIPSIS) > width:
        last = last[:-1]
    return (*lines[: most - 1], last.rstrip() + ELLIPSIS)
