"""The messages of the page's scripts, and the plural rules that they follow.

The messages are found in assets/js; each page gets those of its own language as JSON, under the numbers that stand
for them in the scripts as they are sent. The scripts choose a plural form by the category that `Intl.PluralRules` names
for a number, so forms stand in the order of `plural_categories` (builder/values/plurals.py).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from gettext import NullTranslations
from itertools import takewhile
from pathlib import Path

from builder.pages.card_names import card_names
from builder.tracking.sources import files_below
from builder.values.plurals import plural_categories
from builder.values.toml import decoded

CONTEXT = "\u0004"
RANKS = 13

_TEXT = r'"(?:[^"\\]|\\.)*"'
_CALL = re.compile(rf"\b([np]?gettext)\(\s*({_TEXT})(?:\s*,\s*({_TEXT}))?")
_SPOKEN = re.compile(rf"/\*.*?\*/|(?<!:)//[^\n]*|{_CALL.pattern}", re.DOTALL)
"""A comment, or a message that is not in one; a test compares what is found with what Babel finds."""

Message = tuple[str | None, str, str | None]
"""Context, message, and its plural if it has one."""


def script_messages(folder: Path, names: Iterable[str] | None = None) -> list[Message]:
    """The messages of the scripts below a folder, or of those of these names alone."""
    scripts = files_below(folder, ".js") if names is None else (folder / name for name in names)
    return list(dict.fromkeys(message for file in sorted(scripts) for message in messages_of("", file.read_bytes())[0]))


def messages_of(path: str, data: bytes) -> tuple[tuple[Message, ...], None]:
    """The messages of one script."""
    found = (call for call in _SPOKEN.finditer(decoded(data, path)) if call[1])
    return tuple(dict.fromkeys(map(_message, found))), None


def _message(call: re.Match[str]) -> Message:
    one, two = json.loads(call[2]), json.loads(call[3] or "null")
    return (one, two, None) if call[1] == "pgettext" else (None, one, two if call[1] == "ngettext" else None)


def numbered(script: str, numbers: Mapping[Message, int]) -> str:
    """A script with the number of each message in the place of its text."""
    return _CALL.sub(lambda call: _numbered_call(call, numbers), script)


def _numbered_call(call: re.Match[str], numbers: Mapping[Message, int]) -> str:
    number = numbers[_message(call)]
    match call[1]:
        case "pgettext":
            return f'pgettext("", {number}'
        case "ngettext":
            return f'ngettext({number}, ""'
        case _:
            return f"gettext({number}"


def translated(names: Mapping[Message, object], words: NullTranslations, code: str) -> dict[str, str | list[str]]:
    """The text of each message in a language, or its forms, by the name that scripts call it by."""
    return {str(name): _text(message, words, code) for message, name in names.items()}


def _text(message: Message, words: NullTranslations, code: str) -> str | list[str]:
    context, one, many = message
    if many:
        return [words.ngettext(one, many, number) for _, number in plural_categories(code)]
    return words.pgettext(context, one) if context else words.gettext(one)


def card_words(words: NullTranslations) -> tuple[list[str], list[str | list[str]]]:
    """The names of the cards in few bytes: what each rank is called, and each suit.

    A suit is a pattern with "%" for the rank, or a list of thirteen names where there is no such pattern.
    """
    names = list(card_names(words).values())
    suits = [names[at : at + RANKS] for at in range(0, len(names), RANKS)]
    before, after = _common(suits[0]), _common([name[::-1] for name in suits[0]])
    ranks = [name[before : len(name) - after] for name in suits[0]]
    return ranks, [_pattern(suit, ranks) or suit for suit in suits]


def _common(names: list[str]) -> int:
    """How many letters all names have in common at their beginning."""
    return len(list(takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))))


def _pattern(names: list[str], ranks: list[str]) -> str:
    """The pattern of which all these names are made; nothing if there is none."""
    before, found, after = names[0].partition(ranks[0])
    pattern = f"{before}%{after}"
    return pattern if found and [pattern.replace("%", rank) for rank in ranks] == names else ""
