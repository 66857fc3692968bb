"""What a page costs before a new deal is asked for: bytes and requests, counted on the built files.

Counted is all that a browser loads until somebody turns the cards of the recorded deal: the page,
what its head and its scripts name, and what these name in turn. Not counted is what scripts import
later, and what the head only offers: of several icons a browser takes the last that it can draw;
manifest and touch icon are for those who install the site.
"""

from __future__ import annotations

import gzip
import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

BYTES = 30_000
REQUESTS = 6
"""What each page may cost, all its files together, with gzip."""
LEVEL = 9
"""Of gzip."""
MEASURED = "bench/budgets.json"
BOARD = re.compile(rb'<script type="application/json" id="board-data">.*?</script>\n?', re.DOTALL)
"""The words, the recorded deal and what else the script of a board finds in its page."""
_LINKS = {"stylesheet", "preload", "modulepreload"}
"""Kinds of links whose files a browser loads by itself."""
_NAMED = {
    ".css": re.compile(rb"""(?:url\(\s*|@import\s+)["']?(?!data:|https?:|#)([^"')\s]+)"""),
    ".js": re.compile(rb"""(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']"""),
}


@dataclass(frozen=True)
class Cost:
    """The bytes of a page's parts with gzip, and how many files are asked for."""

    page: str
    """The path of its file."""
    parts: Mapping[str, int]
    """By what they are: {"html": 9000, "board data": 4000, "css": 6000, "js": 8000}."""
    requests: int

    @property
    def total(self) -> int:
        return sum(self.parts.values())


def costs(files: Mapping[str, bytes], base: str = "/") -> list[Cost]:
    """The cost of each page of a site below a path, the dearest first."""
    found = [cost(path, files, base) for path in files if path.endswith(".html")]
    return sorted(found, key=lambda each: (-each.total, each.page))


def cost(page: str, files: Mapping[str, bytes], base: str = "/") -> Cost:
    """What one page costs; the board's data counts for what the page is larger with it."""
    loaded = loads(page, files, base)
    # What repeats in page and data is packed once, so only the difference is the data's.
    whole = packed(files[page])
    bare = packed(BOARD.sub(b"", files[page]))
    parts = {"html": bare} | ({"board data": whole - bare} if whole != bare else {})
    for path in loaded[1:]:
        kind = path.rpartition(".")[2]
        parts[kind] = parts.get(kind, 0) + packed(files[path])
    return Cost(page, parts, len(loaded))


def packed(data: bytes) -> int:
    """The bytes of a file as hosts send it."""
    return len(gzip.compress(data, LEVEL, mtime=0))


def loads(page: str, files: Mapping[str, bytes], base: str = "/") -> list[str]:
    """The files that a browser asks for by itself, the page first; the site lies below the path
    `base`."""
    found = [page]
    waiting = [page]
    while waiting:
        path = waiting.pop()
        for name in _names(path, files[path]):
            address = posixpath.join(base, posixpath.dirname(path), name)
            target = posixpath.normpath(address).removeprefix(base)
            # What two files name is asked for once.
            if target in files and target not in found:
                found.append(target)
                waiting.append(target)
    return found


def _names(path: str, data: bytes) -> list[str]:
    """What a file names that is loaded with it."""
    suffix = posixpath.splitext(path)[1]
    if suffix == ".html":
        reader = _Reader()
        reader.feed(data.decode())
        return reader.names
    pattern = _NAMED.get(suffix)
    return [name.decode() for name in pattern.findall(data)] if pattern else []


class _Reader(HTMLParser):
    """Collects what a page names that a browser loads by itself."""

    def __init__(self) -> None:
        super().__init__()
        self._names: list[str] = []
        self._icon: list[str] = []
        self._is_seen = True

    @property
    def names(self) -> list[str]:
        return self._names + self._icon

    def handle_endtag(self, tag: str) -> None:
        if tag == "noscript":
            self._is_seen = True

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        # What stands in <noscript> is loaded only where scripts are off.
        if tag == "noscript":
            self._is_seen = False
        elif not self._is_seen:
            return
        elif tag == "link" and values.get("rel") == "icon":
            # Not one more: a browser takes the last that it can draw.
            self._icon = [values.get("href", "")]
        elif tag == "link" and _LINKS.intersection(values.get("rel", "").split()):
            self._names.append(values.get("href", ""))
        elif tag in ("script", "img", "source", "iframe") and values.get("src"):
            self._names.append(values["src"])


def budget_faults(
    files: Mapping[str, bytes], before: Mapping[str, Mapping[str, int]], base: str = "/"
) -> Iterator[str]:
    """Each page that costs too much, with what it is made of and the part that grew most since it
    was last measured."""
    for each in costs(files, base):
        over = each.total > BYTES or each.requests > REQUESTS
        if over:
            parts = ", ".join(f"{name} {size:,}" for name, size in each.parts.items())
            allowed = f"{BYTES:,} in {REQUESTS} allowed"
            said = (
                f"{each.total:,} bytes in {each.requests} requests before a new deal, {allowed}:"
                f" {parts}"
            )
            yield f"site/{each.page}: {said} — {_hint(each, before.get(each.page, {}))}"


def _hint(found: Cost, before: Mapping[str, int]) -> str:
    grown = (
        {name: size - before.get(name, 0) for name, size in found.parts.items()} if before else {}
    )
    name, more = max(grown.items(), key=lambda item: item[1], default=("", 0))
    if more > 0:
        return f"{name} grew most, by {more:,}: make it smaller, or load later what is needed later"
    largest = max(found.parts, key=lambda part: found.parts[part])
    return f"make {largest} smaller, the largest part, or load later what is needed later"


def read_measured(root: Path) -> dict[str, dict[str, int]]:
    """The parts of each page as they were last measured; nothing where nobody did."""
    file = root / MEASURED
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def measured_text(found: list[Cost]) -> str:
    """The parts of each page, to compare later ones with."""
    pages = {each.page: dict(each.parts) for each in found}
    return json.dumps(pages, indent=1, sort_keys=True) + "\n"
