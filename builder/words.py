"""The messages of the page's scripts, and the plural rules that they follow.

Babel finds the messages in assets/js; each page gets those of its own language as JSON. The scripts choose a plural
form by the category that `Intl.PluralRules` names for a number, so forms stand in the order of `categories`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path

from babel.core import Locale
from babel.messages.extract import extract

from builder.cardnames import card_names

CONTEXT = "\u0004"
SAMPLES = (*range(201), 1_000, 1_000_000)
"""Whole numbers that show every plural category of whole numbers that CLDR knows."""

Message = tuple[str | None, str, str | None]
"""Context, message, and its plural if it has one."""


def script_messages(folder: Path) -> list[Message]:
    """The messages of the scripts below a folder."""
    found: dict[Message, None] = {}
    for script in sorted(folder.rglob("*.js")):
        for _, message, _, context in extract("javascript", BytesIO(script.read_bytes())):
            one, many = (message, None) if isinstance(message, str) else message[:2]
            found[context, one, many] = None
    return list(found)


@lru_cache(maxsize=64)
def plural_categories(code: str) -> tuple[tuple[str, int], ...]:
    """The plural categories of a language's whole numbers, each with its smallest number."""
    rule = Locale.parse(code, sep="-").plural_form
    first: dict[str, int] = {}
    for number in SAMPLES:
        first.setdefault(str(rule(number)), number)
    return tuple(first.items())


def translated(messages: Iterable[Message], words: NullTranslations, code: str) -> dict[str, str | list[str]]:
    """Messages by their key in the scripts: their translation, or its forms; what is as in the source is left out."""
    table: dict[str, str | list[str]] = {}
    numbers = [number for _, number in plural_categories(code)]
    for context, one, many in sorted(messages, key=lambda message: (message[0] or "", message[1])):
        key = f"{context}{CONTEXT}{one}" if context else one
        if many:
            forms = [words.ngettext(one, many, number) for number in numbers]
            if forms != [one if number == 1 else many for number in numbers]:
                table[key] = forms
        elif (text := words.pgettext(context, one) if context else words.gettext(one)) != one:
            table[key] = text
    return table


def card_words(words: NullTranslations) -> Mapping[str, str]:
    """The names of the cards, under the keys of `translated`."""
    source = card_names(NullTranslations())
    return {f"card{CONTEXT}{source[card]}": name for card, name in card_names(words).items() if name != source[card]}
