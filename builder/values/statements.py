"""The statements of a TOML text, each with its place: what no reader of TOML tells and no pattern
of lines can know.

A line inside a string over lines may look like a field, a table or a comment. So a text is first
cut where its statements end: at the ends of lines that are in no string, no comment and no bracket.
What a statement sets is then read by a TOML library, and a change of one leaves all others as they
are, byte for byte.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

Place = tuple[str | int, ...]
"""Where a value stands: the names of its tables, the numbers of its entries in lists, its own
name. The second entry of a list of tables has `("languages", 1, "code")`."""

# A string over lines may end in two quotation marks more than it needs: they are its own.
_PIECE = re.compile(
    r'(?P<string>"""(?:\\.|[^\\])*?""""{0,2}|'
    r"'''.*?''''{0,2}|"
    r'"(?:\\.|[^"\\\n])*"|'
    r"'[^'\n]*')"
    r"|#[^\n]*|[\[\]{}\n]",
    re.DOTALL,
)
"""What can hold the end of a statement back, and the end itself."""
_PLAIN = re.compile(r"[ \t]*([A-Za-z0-9_-]+)[ \t]*=[ \t]*[^ \t\[{]")
"""A statement that sets one field to no list and no table, as nearly all do."""
_IS_NAME = re.compile(r"\s*[.=]")
"""What follows a string that is a name."""
_STEP = re.compile(r"\\[ \t]*\n\s*|\\U.{8}|\\u.{4}|\\.|.", re.DOTALL)
"""What stands for one character in a string with escapes, or for none: a backslash at the end of a
line."""


@dataclass(frozen=True)
class Statement:
    """One statement with its comment and the end of its line, or a line without any; `line` counts
    from 1."""

    line: int
    text: str

    @property
    def is_header(self) -> bool:
        """Whether it begins a table."""
        return self.text.lstrip().startswith("[")

    def values(self) -> dict[str, Any]:
        """What it sets, in the table that it stands in."""
        return tomllib.loads(self.text)


@dataclass(frozen=True)
class Text:
    """A string among the values: the names of its tables and its own, what it says, and where.

    `line` is that of its quotation mark; `breaks` are the characters at which another line of the
    file begins.
    """

    place: tuple[str, ...]
    value: str
    line: int
    breaks: tuple[int, ...] = ()

    def line_at(self, character: int) -> int:
        """The line of the file that a character stands in."""
        return self.line + bisect_right(self.breaks, character)

    @property
    def begin(self) -> int:
        """The line where it begins to say something."""
        return self.line_at(len(self.value) - len(self.value.lstrip()))


def statements(text: str) -> Iterator[Statement]:
    """The statements of a valid TOML text in order, with the lines between them; together they are
    the text."""
    start = 0
    depth = 0
    line = 1
    for piece in _PIECE.finditer(text):
        mark = piece[0]
        if mark in ("[", "{"):
            depth += 1
        elif mark in ("]", "}"):
            depth -= 1
        elif mark == "\n" and not depth:
            statement = text[start : piece.end()]
            yield Statement(line, statement)
            line += statement.count("\n")
            start = piece.end()
    if start < len(text):
        yield Statement(line, text[start:])


# A file is asked for the line of each of its fields, one after the other.
@lru_cache(maxsize=4)
def lines(text: str) -> Mapping[Place, int]:
    """The line in which each value of a valid TOML text is set, and each table begins; counted from
    1."""
    found = dict[Place, int]()
    counts = dict[Place, int]()  # how many entries each list of tables has had
    table: Place = ()
    for statement in statements(text):
        if plain := _PLAIN.match(statement.text):
            found.setdefault((*table, plain[1]), statement.line)
        elif statement.is_header:
            table = _table(statement.values(), counts)
            found.setdefault(table, statement.line)
        else:
            for place in _places(statement.values(), table):
                # A table may be set in pieces, as by a.b = 1 and a.c = 2: it begins with the first.
                found.setdefault(place, statement.line)
    return found


def _table(values: Any, counts: dict[Place, int]) -> Place:
    """The place of the table that a header begins: [a.b] is read as {"a": {"b": {}}}, [[a]] as
    {"a": [{}]}."""
    place: Place = ()
    while values:
        name, values = next(iter(values.items()))
        place = (*place, name)
        if isinstance(values, list):
            counts[place] = counts.get(place, -1) + 1
            values = values[0]
        if place in counts:
            place = (*place, counts[place])
    return place


def _places(value: Any, place: Place) -> Iterator[Place]:
    """The places of all values below one."""
    entries: Iterator[tuple[str | int, Any]] = iter(())
    if isinstance(value, dict):
        entries = iter(value.items())
    elif isinstance(value, list):
        entries = enumerate(value)
    for name, entry in entries:
        yield (*place, name)
        yield from _places(entry, (*place, name))


# --- strings -------------------------------------------------------------------------------------


def texts(text: str) -> Iterator[Text]:
    """The strings among the values of a valid TOML text, wherever they stand; names are none."""
    for place, statement in _fields(text):
        for piece in _strings(statement):
            line = statement.line + statement.text.count("\n", 0, piece.start())
            yield Text(place, _value(piece[0]), line, tuple(_breaks(piece[0])))


def with_texts(text: str, change: Callable[[str, str], str]) -> str:
    """The TOML text with other strings: `change` makes each from the first name of its place and
    what it said."""
    made = list[str]()
    for place, statement in _fields(text):
        end = 0
        for piece in _strings(statement):
            made += [
                statement.text[end : piece.start()],
                _string(change(place[0], _value(piece[0]))),
            ]
            end = piece.end()
        made.append(statement.text[end:])
    return "".join(made)


def _fields(text: str) -> Iterator[tuple[tuple[str, ...], Statement]]:
    """Each statement with the place of what it sets; with that of its table, if that is more than
    one thing."""
    table: tuple[str, ...] = ()
    for statement in statements(text):
        own = tuple(_names(statement.values()))
        if statement.is_header:
            table = own
        yield own if statement.is_header else (*table, *own), statement


def _names(values: Any) -> Iterator[str]:
    """The names on the way to the only value, or to the first that are several."""
    while isinstance(values, dict) and len(values) == 1:
        [(name, values)] = values.items()
        yield name
        if isinstance(values, list) and len(values) == 1:
            values = values[0]


def _strings(statement: Statement) -> Iterator[re.Match[str]]:
    """The strings of a statement with their quotation marks, without those that are names."""
    for piece in _PIECE.finditer(statement.text):
        is_name = statement.is_header or _IS_NAME.match(statement.text, piece.end())
        if piece["string"] and not is_name:
            yield piece


def _value(string: str) -> str:
    """What a string with its quotation marks says."""
    value: str = tomllib.loads(f"value = {string}")["value"]
    return value


def _string(value: str) -> str:
    """A text with quotation marks, over lines if it has some."""
    from tomlkit import string

    return string(value, multiline="\n" in value).as_string()


def _breaks(string: str) -> Iterator[int]:
    """At which characters of what a string says the lines of the file begin."""
    if string[:3] not in ('"""', "'''"):
        return
    content = string[3:-3]
    character = 0
    if content.startswith("\n"):  # belongs to the quotation marks
        yield 0
        content = content[1:]
    for step in _STEP.findall(content) if string.startswith('"') else content:
        if step[0] == "\\" and step.endswith(("\n", " ", "\t")):
            # A backslash at the end of a line stands for nothing, with all ends of lines that
            # follow.
            yield from [character] * step.count("\n")
        else:
            character += 1
            if step == "\n":
                yield character
