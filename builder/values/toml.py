"""Reading text and TOML so that every fault can be named with its file, line and field."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from builder.values.errors import ContentError
from builder.values.statements import Place, lines

_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")
"""What neither HTML nor XML can hold; of control characters only the tab and the end of a line are
text."""
_CONFLICT = re.compile(r"^(?:<{7}|>{7})(?: .*)?$|^\|{7} [^|\n]+$", re.MULTILINE)
_CONFLICT_IN_CODE = re.compile(rf"{_CONFLICT.pattern}|^={{7}}$", re.MULTILINE)
"""In Markdown seven equals signs may be the line below a heading."""


@dataclass(frozen=True)
class Table:
    """A TOML table with the text it was read from, and its place there; `first_line` is the line of
    that text in its file.

    Each method that reads a field raises ContentError, with the file, the line and what to write,
    where the field says something else.
    """

    path: str
    text: str
    values: Mapping[str, object]
    first_line: int = 1
    place: Place = ()

    def line_of(self, field: str) -> int:
        """The line where the field is set, else the first line of the table."""
        known = lines(self.text)
        # A field that is missing has no line; it is to be written where its table is.
        line = known.get((*self.place, field)) or known.get(self.place) or 1
        return self.first_line + line - 1

    def fault(self, field: str, message: str, hint: str) -> ContentError:
        """The error about this field of this table."""
        return ContentError(self.path, self.line_of(field), field, message, hint)

    def only(self, allowed: Iterable[str]) -> None:
        """Refuse fields that nobody reads: they are misspelt. Raises ContentError for the first."""
        names = tuple(allowed)
        for field in self.values:
            if field not in names:
                raise self.fault(field, "unknown field", f"use one of: {', '.join(names)}")

    def string(self, field: str, default: str | None = None, allowed: Iterable[str] = ()) -> str:
        """A text in composed form, one of those allowed; without a default the field must say
        something."""
        value = self.values.get(field, default)
        names = tuple(allowed)
        form = f'{field} = "…"' + (f" with one of: {', '.join(names)}" if names else "")
        if value is None:
            raise self.fault(field, "missing", f"add {form}")
        if not isinstance(value, str):
            raise self.fault(field, f"{value!r} is not a text", f"write {form}")
        # An ä may come as one letter or as two, and equal texts should be equal.
        text = unicodedata.normalize("NFC", value.strip())
        if found := _CONTROL.search(text):
            raise self.fault(field, f"the control character U+{ord(found[0]):04X}", "take it out")
        if default is None and not text:
            raise self.fault(field, "empty", f"write {form}")
        if names and text not in names:
            raise self.fault(field, f"{text!r} is unknown", f"write {form}")
        return text

    def integer(self, field: str, default: int | None = None) -> int:
        """A whole number; without a default the field must be there."""
        value = self.values.get(field, default)
        if value is None:
            raise self.fault(field, "missing", f"add {field} = 2")
        # To Python true is a whole number, too.
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.fault(field, f"{value!r} is not a whole number", f"write {field} = 2")
        return value

    def boolean(self, field: str, default: bool) -> bool:
        """True or false; the default where the field is not there."""
        value = self.values.get(field, default)
        if not isinstance(value, bool):
            raise self.fault(field, f"{value!r} is neither true nor false", f"write {field} = true")
        return value

    def strings(self, field: str, allowed: Iterable[str] = ()) -> tuple[str, ...]:
        """A list of texts that must be there, each of those allowed."""
        value = self.values.get(field)
        names = tuple(allowed)
        form = f'{field} = ["…", "…"]' + (f" with some of: {', '.join(names)}" if names else "")
        if value is None:
            raise self.fault(field, "missing", f"add {form}")
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.fault(field, "not a list of texts", f"write {form}")
        for item in value:
            if names and item not in names:
                raise self.fault(field, f"{item!r} is unknown", f"write {form}")
        return tuple(value)

    def table(self, field: str) -> Table:
        """A table inside this one, empty if it is not there; its fields are named with their own
        lines."""
        value = self.values.get(field, {})
        if not isinstance(value, dict):
            raise self.fault(field, "not a table", f"write [{field}] on a line of its own")
        return Table(self.path, self.text, value, self.first_line, (*self.place, field))

    def tables(self, field: str) -> Iterator[Table]:
        """Each table of a list of tables, which must be there and may be empty."""
        entries = self.values.get(field)
        form = f"write [[{field}]] on a line of its own before each"
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise self.fault(field, "not a list of tables", form)
        for number, entry in enumerate(entries):
            yield Table(self.path, self.text, entry, self.first_line, (*self.place, field, number))


def parse(text: str, path: str, first_line: int = 1) -> Table:
    """Read TOML text of the file `path`, in which it begins at `first_line`; raises ContentError
    with the line in the file for a fault in its form."""
    try:
        return Table(path, text, tomllib.loads(text), first_line)
    except tomllib.TOMLDecodeError as error:
        found = _AT_LINE.search(str(error))
        # Of what is missing at the end tomllib says no line but "at end of document".
        line = int(found[1]) if found else text.rstrip("\n").count("\n") + 1
        message = _AT_LINE.sub("", str(error)).strip()
        hint = 'correct the line: name = "text", tables as [name]'
        raise ContentError(path, first_line + line - 1, "TOML", message, hint) from None


def read_text(file: Path, path: str) -> str:
    """A file's text; `path` is what errors call it. Raises ContentError as `decoded` does, and
    where the file is missing."""
    try:
        return decoded(file.read_bytes(), path)
    except FileNotFoundError:
        raise ContentError(path, 1, "file", "missing", "write this file") from None


def decoded(data: bytes, path: str) -> str:
    """The text that a file's bytes are, with plain ends of lines and without a mark of the encoding
    before it.

    Raises ContentError for what no text of a site can have: other encodings, control characters,
    marks of git.
    """
    try:
        # Some editors put a mark of the encoding in front, and others write \r\n or \r.
        text = data.decode().removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ContentError(path, line, "encoding", "not UTF-8", "save the file as UTF-8") from None
    if found := _CONTROL.search(text):
        message = f"the control character U+{ord(found[0]):04X}"
        raise ContentError(path, _line_at(text, found), "text", message, "take it out")
    if found := (_CONFLICT if path.endswith(".md") else _CONFLICT_IN_CODE).search(text):
        raise ContentError(
            path, _line_at(text, found), "text", "git's conflict markers", "finish the merge"
        )
    return text


def _line_at(text: str, found: re.Match[str]) -> int:
    """The line of a match; what else Python takes for the end of a line (U+2028, a form feed) is
    none to an editor."""
    return text.count("\n", 0, found.start()) + 1
