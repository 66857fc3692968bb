"""The form of a gettext catalog, line by line: every line is read in one way, or named.

Babel makes a catalog of what is right here. Of what is not, it would take some for a text, and let
some go in silence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from builder.values.errors import ContentError

_LINE = re.compile(
    r"[ \t]*(?:#(?!~)[^\n]*|#~\|[^\n]*|(?:(?P<past>#~)[ \t]*)?"
    r"(?:(?:(?P<name>msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)["
    r' \t]*)?"(?P<text>(?:[^"\\]|\\.)*)"[ \t]*)?)'
)
"""A line: nothing, a comment, what a past message was before (#~|), or a text, which may be `past`
(#~) and may begin a part that it has the `name` of."""
_ESCAPE = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", '"': '"'}
_FIELD = re.compile(r"([A-Za-z][A-Za-z-]*):[ \t]*(.*?)[ \t]*")
"""A line of the header: "Language: de"."""
_PLURALS = re.compile(r"nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;]+?)\s*;?")
"""What the header says of plural forms: "nplurals=2; plural=(n != 1);"."""
_HEADER = (None, "")
"""The key of the header: no context, and no text."""
FORM = 'write msgid "…" and msgstr "…", each text in closed quotes'


@dataclass
class Part:
    """A text of an entry: what it is ("msgid", "msgstr[1]"), the line that it begins at, and what
    it says."""

    name: str
    line: int
    text: str = ""


@dataclass
class Entry:
    """A message of a catalog, part by part as they stand there; one that is past is no longer asked
    for."""

    past: bool
    parts: list[Part] = field(default_factory=list)

    def first(self, name: str) -> Part | None:
        """The first part of this name."""
        return next((part for part in self.parts if part.name == name), None)

    @property
    def key(self) -> tuple[str | None, str]:
        """What the message is asked for by: context and text."""
        context = self.first("msgctxt")
        message = self.first("msgid")
        return context.text if context else None, message.text if message else ""

    @property
    def line(self) -> int:
        """The line of its msgid."""
        return (self.first("msgid") or self.parts[0]).line


@dataclass(frozen=True)
class Header:
    """What a catalog says of itself: the fields of its header by their names in small letters, each
    with its line.

    `counts` tells whether one of the messages has plural forms.
    """

    line: int = 1
    fields: dict[str, tuple[str, int]] = field(default_factory=dict)
    counts: bool = False

    def value(self, name: str) -> str:
        """A field; empty if it is not there."""
        return self.fields.get(name, ("", 1))[0]

    def line_of(self, name: str) -> int:
        """The line of a field, or of the header."""
        return self.fields.get(name, ("", self.line))[1]

    def plural_forms(self) -> tuple[int, str] | None:
        """How many forms there are, and the rule that chooses among them, as in (2, "(n != 1)");
        None where that cannot be read."""
        found = _PLURALS.fullmatch(self.value("plural-forms"))
        return (int(found[1]), found[2]) if found else None


def read_header(text: str, path: str) -> Header:
    """The header of a catalog, empty if it has none; raises ContentError for a catalog whose form
    is not right."""
    header = Header()
    first = dict[tuple[str | None, str], int]()
    for entry in _entries(text, path):
        _check_order(entry, path)
        # A past message may have come back: then it stands there twice, once as past.
        if entry.past:
            continue
        before = first.setdefault(entry.key, entry.line)
        if before != entry.line:
            name = "the header" if entry.key == _HEADER else repr(entry.key[1])
            raise ContentError(
                path,
                entry.line,
                "msgid",
                f"{name} stands in line {before} already",
                "keep one of them",
            )
        if entry.key == _HEADER:
            if len(first) > 1:
                raise ContentError(
                    path, entry.line, "msgid", "the header is not the first", "move it to the top"
                )
            header = _header(entry, text, path)
        elif entry.first("msgid_plural"):
            header = replace(header, counts=True)
    return header


def for_babel(text: str) -> str:
    """The text with what past messages were before as a plain comment, which Babel keeps.

    Babel stops at such lines; `to_bytes` (workshop/translate.py) writes them as they were.
    """
    return re.sub(r"^[ \t]*#~\|", "# ~|", text, flags=re.MULTILINE)


def _entries(text: str, path: str) -> Iterator[Entry]:
    """The entries of a catalog; each line must be a comment or a part of one."""
    entry: Entry | None = None
    # splitlines() would count other signs that end a line, as U+2028, which editors do not.
    for number, line in enumerate(text.split("\n"), 1):
        found = _LINE.fullmatch(line)
        if not found:
            raise ContentError(path, number, "catalog", f"cannot read {line.strip()!r}", FORM)
        if found["text"] is None:
            # A comment belongs to the next message.
            if entry and line.strip():
                yield entry
                entry = None
            continue
        said = _unescaped(found["text"], path, number)
        past = bool(found["past"])
        if name := found["name"]:
            if entry and _begins(name, entry):
                yield entry
                entry = None
            entry = entry or Entry(past)
            entry.parts.append(Part(name, number))
        if not entry or entry.past != past:
            raise ContentError(
                path, number, "catalog", f"{line.strip()!r} belongs to no message", FORM
            )
        entry.parts[-1].text += said
    if entry:
        yield entry


def _begins(name: str, entry: Entry) -> bool:
    """Whether a part begins a new entry."""
    return name == "msgctxt" or (name == "msgid" and entry.parts[-1].name != "msgctxt")


def _unescaped(text: str, path: str, line: int) -> str:
    def meant(found: re.Match[str]) -> str:
        if found[1] not in _ESCAPES:
            hint = r"write the letter itself, or one of \n \t \" \\"
            raise ContentError(path, line, "catalog", f"unknown escape {found[0]}", hint)
        return _ESCAPES[found[1]]

    return _ESCAPE.sub(meant, text)


def _check_order(entry: Entry, path: str) -> None:
    """A message has a text, and a translation for it or for each of its plural forms, in order."""
    names = [part.name for part in entry.parts]
    heads = [name for name in names if not name.startswith("msgstr")]
    forms = names[len(heads) :]
    plural = "msgid_plural" in heads
    wanted = ["msgctxt"] * ("msgctxt" in heads) + ["msgid"] + ["msgid_plural"] * plural
    numbered = [f"msgstr[{index}]" for index in range(len(forms))] if plural else ["msgstr"]
    if names == [*wanted, *numbered] and forms:
        return
    said = " ".join(names)
    right = " ".join([*wanted, "msgstr[0] msgstr[1] …" if plural else "msgstr"])
    raise ContentError(path, entry.line, "catalog", f"a message of {said}", f"write {right}")


def _header(entry: Entry, text: str, path: str) -> Header:
    """The fields of the header, each with the line where its name stands."""
    fields: dict[str, tuple[str, int]] = {}
    lines = text.split("\n")
    for said in filter(None, entry.parts[-1].text.rstrip("\n").split("\n")):
        # A value may go on over several lines of the file: the line of a field is that of its name.
        begin = said[: said.find(":") + 1] or said
        line = (
            next((at for at in range(entry.line, len(lines)) if begin in lines[at]), entry.line - 1)
            + 1
        )
        found = _FIELD.fullmatch(said)
        if not found:
            raise ContentError(
                path, line, "header", f"cannot read {said!r}", 'write "Name: value\\n"'
            )
        if found[1].lower() in fields:
            raise ContentError(path, line, "header", f"{found[1]} stands twice", "keep one of them")
        fields[found[1].lower()] = found[2], line
    return Header(entry.line, fields)
