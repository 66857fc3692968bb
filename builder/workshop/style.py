"""How a language is written here: words and turns that its texts avoid, from the style sheet
locales/style/<language>.toml, which translators edit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from builder.values.toml import Table, parse, read_text

FOLDER = "locales/style"
_ANY = "*"
_INSIDE = "… "
"""Before words that are wrong inside a sentence alone, after another word: "… De"."""


@dataclass(frozen=True)
class Avoided:
    """Words that texts do not use."""

    words: str
    """As the sheet has them: "Haufen*"."""
    pattern: re.Pattern[str]
    unless: tuple[re.Pattern[str], ...]
    """Longer turns in which they are right."""
    why: str
    instead: str
    line: int
    """Of the entry in the sheet."""


@dataclass(frozen=True)
class StyleSheet:
    """What translators have agreed on."""

    address: str = ""
    """How readers are spoken to: "Sie"."""
    avoided: tuple[Avoided, ...] = ()


NO_STYLE = StyleSheet()
"""That of a language for which nothing is written down."""


def style_path(code: str) -> str:
    """Where the sheet of a language lies."""
    return f"{FOLDER}/{code}.toml"


def read_style(root: Path, code: str) -> StyleSheet:
    """The sheet of a language, an empty one if there is none; raises ContentError for what is no
    sheet."""
    path = style_path(code)
    if not (root / path).exists():
        return NO_STYLE
    table = parse(read_text(root / path, path), path)
    table.only(("address", "avoid", "name"))
    return StyleSheet(table.string("address"), (*_avoided(table), *_named(table)))


def _avoided(sheet: Table) -> Iterator[Avoided]:
    for entry in _entries(sheet, "avoid"):
        entry.only(("words", "unless", "instead", "why"))
        yield from _each(entry, "words", entry.string("why"), entry.string("instead"))


def _named(sheet: Table) -> Iterator[Avoided]:
    """Of things that are called one way, the other names."""
    for entry in _entries(sheet, "name"):
        entry.only(("of", "say", "never", "unless"))
        say = entry.string("say")
        for avoided in _each(entry, "never", f"there is one word for “{entry.string('of')}”", say):
            if avoided.pattern.search(say):
                hint = "take one of them away"
                raise entry.fault("never", f"{avoided.words!r} is what say asks for", hint)
            yield avoided


def _entries(sheet: Table, field: str) -> Iterator[Table]:
    return sheet.tables(field) if field in sheet.values else iter(())


def _each(entry: Table, field: str, why: str, instead: str) -> Iterator[Avoided]:
    unless = tuple(map(pattern_of, entry.strings("unless"))) if "unless" in entry.values else ()
    for words in entry.strings(field):
        if not re.search(r"\w", words):
            raise entry.fault(field, f"{words!r} has no letter", "write the words to avoid")
        line = entry.line_of(field)
        yield Avoided(words, pattern_of(words), unless, why, instead, line)


def pattern_of(words: str) -> re.Pattern[str]:
    """What finds these words, whole.

    A small letter stands for its capital too, `*` for any letters, a space for any white space;
    after "… " the words are looked for inside a sentence only.

    >>> pattern_of("Haufen*").findall("Haufens, haufen"), pattern_of("a war").findall("A war")
    (['Haufens'], ['A war'])
    """
    inside = words.startswith(_INSIDE)
    found = "".join(map(_sign, words.removeprefix(_INSIDE)))
    before = r"(?<=[\w,;] )" if inside else r"(?<!\w)"
    return re.compile(rf"{before}{found}(?!\w)")


def _sign(sign: str) -> str:
    if sign == _ANY:
        return r"\w*"
    if sign.isspace():
        return r"\s+"
    # ß has a capital of two letters.
    capital = sign.upper()
    return f"[{sign}{capital}]" if sign.islower() and len(capital) == 1 else re.escape(sign)
