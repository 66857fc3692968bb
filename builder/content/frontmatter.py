"""Front matter, site.toml and whatever else people write in TOML: read, and changed without
touching anything else."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile

from builder.values.errors import ContentError
from builder.values.statements import statements
from builder.values.toml import Table, decoded, parse

FENCE = "+++"
_ENDS = re.compile(r"(\r\n|\r|\n)")
_MARK = b"\xef\xbb\xbf"
"""What some editors begin a file in UTF-8 with."""


@dataclass(frozen=True)
class Front:
    """The front matter of a page as it is written and as it is read, and the body below it with its
    first line."""

    text: str
    table: Table
    body: str
    body_line: int


def split(text: str, path: str) -> Front:
    """The two parts of a page; raises ContentError for one without front matter, or with one that
    is no TOML.

    A line +++ inside a string does not end it: what stands before the end is TOML.
    """
    lines = text.split("\n")
    if lines[0].rstrip() != FENCE:
        raise ContentError(
            path, 1, "front matter", "missing", f"begin the file with a line {FENCE}"
        )
    fault = None
    for end in [number for number, line in enumerate(lines) if number and line.rstrip() == FENCE]:
        front = "\n".join(lines[1:end])
        try:
            return Front(front, parse(front, path, 2), "\n".join(lines[end + 1 :]), end + 2)
        except ContentError as error:
            # The first line +++ is the likeliest end, so its fault is the one to name.
            fault = fault or error
    raise fault or ContentError(
        path, 1, "front matter", "does not end", f"close it with a line {FENCE}"
    )


def with_front(text: str, path: str, change: Callable[[str], str]) -> str:
    """The page with its front matter as `change` makes it of the one that it has; its fences and
    its body stay.

    Raises ContentError for a page without front matter.
    """
    lines = text.split("\n")
    end = split(text, path).body_line - 2
    front = change("".join(f"{line}\n" for line in lines[1:end]))
    # `change` takes and gives whole lines: behind the last end of a line is nothing.
    return "\n".join([lines[0], *front.split("\n")[:-1], *lines[end:]])


# --- changing TOML -------------------------------------------------------------------------------


def with_value(toml: str, field: str, value: str | bool) -> str:
    """The text with a field of the whole set: in its place, with its comment, or after the last
    before all tables."""
    texts = [statement.text for statement in statements(toml)]
    own = list(_own(toml))
    for number in own:
        if field in _values(texts[number]):
            texts[number] = _set(texts[number], field, value)
            return "".join(texts)
    # Below the head of a table it would be a field of that table.
    at = own[-1] + 1 if own else 0
    return "".join([*map(_ended, texts[:at]), _set("", field, value), *texts[at:]])


def without(toml: str, field: str) -> str:
    """The text without a field of the whole, if it has it."""
    texts = [statement.text for statement in statements(toml)]
    gone = {number for number in _own(toml) if field in _values(texts[number])}
    return "".join(text for number, text in enumerate(texts) if number not in gone)


def with_language(toml: str, language: Mapping[str, str | bool]) -> str:
    """The settings of a site with one more language, in whatever form the others are listed."""
    import tomlkit

    texts = [statement.text for statement in statements(toml)]
    for number in _own(toml):
        # languages = [{ code = "en" }], to which TOML allows no [[languages]] beside it.
        if "languages" in _values(texts[number]):
            document = tomlkit.parse(texts[number])
            entry = tomlkit.inline_table()
            entry.update(language)
            document["languages"].append(entry)
            texts[number] = document.as_string()
            return "".join(texts)
    block = tomlkit.dumps({"languages": [dict(language)]})
    return f"{_ended(toml)}\n{block}"


def _own(toml: str) -> Iterator[int]:
    """The numbers of the statements that set a field of the whole: those before all tables."""
    before = takewhile(lambda statement: not statement.is_header, statements(toml))
    return (number for number, statement in enumerate(before) if statement.values())


def _values(text: str) -> dict[str, object]:
    return tomllib.loads(text)


def _set(text: str, field: str, value: str | bool) -> str:
    """A statement that sets the field to another value, with the comment and the spaces that it
    has."""
    import tomlkit

    document = tomlkit.parse(text)
    document[field] = value
    return document.as_string()


def _ended(text: str) -> str:
    return text if text.endswith("\n") or not text else f"{text}\n"


# --- bytes ---------------------------------------------------------------------------------------


def edited(data: bytes, path: str, change: Callable[[str], str]) -> bytes:
    """A file's bytes with its text changed; what is not changed keeps its ends of lines, and the
    file its first bytes.

    Raises ContentError for a file that is not UTF-8.
    """
    text = decoded(data, path).removeprefix("\ufeff")
    mark = _MARK if data.startswith(_MARK) else b""
    ends = _ENDS.findall(data.decode())
    return mark + _with_ends(text.split("\n"), ends, change(text).split("\n")).encode()


def _with_ends(before: list[str], ends: list[str], after: list[str]) -> str:
    """The lines of a changed text, each with the end that it had; new ones with that of the first
    line."""
    # The last piece has no end of its own: it stands behind the last end of a line.
    common = min(len(before), len(after)) - 1
    first = next((n for n in range(common) if before[n] != after[n]), common)
    # What is the same at the beginning and at the end of both texts keeps its ends.
    last = next(
        (n for n in range(common - first) if before[-2 - n] != after[-2 - n]), common - first
    )
    new = [ends[0] if ends else "\n"] * (len(after) - 1 - first - last)
    return "".join(
        map("".join, zip(after, [*ends[:first], *new, *ends[len(ends) - last :], ""], strict=True))
    )
