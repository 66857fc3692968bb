"""The messages of the page's scripts in the words of a language.

The scripts choose a plural form by the category that `Intl.PluralRules` names for a number, so
forms stand in the order of `plural_categories` (builder/values/plurals.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations
from itertools import takewhile

from builder.pages.card_names import card_names
from builder.values.plurals import plural_categories

RANKS = 13
"""Cards of a suit."""
Message = tuple[str | None, str, str | None]
"""Context, message, and its plural if it has one: ("card", "two of clubs", None)."""


def translated(
    names: Mapping[Message, object], words: NullTranslations, code: str
) -> dict[str, str | list[str]]:
    """The text of each message in a language, or its forms, by the name that scripts call it by."""
    return {str(name): _text(message, words, code) for message, name in names.items()}


def _text(message: Message, words: NullTranslations, code: str) -> str | list[str]:
    context, one, many = message
    if many:
        return [words.ngettext(one, many, number) for _, number in plural_categories(code)]
    return words.pgettext(context, one) if context else words.gettext(one)


def card_words(words: NullTranslations) -> tuple[list[str], list[str | list[str]]]:
    """The names of the cards in few bytes: what each rank is called, and each suit.

    A suit is a pattern with "%" for the rank, or a list of thirteen names where there is no such
    pattern. In English: (["two", …], ["% of clubs", …]).
    """
    names = list(card_names(words).values())
    suits = [names[at : at + RANKS] for at in range(0, len(names), RANKS)]
    # What is different in the names of one suit is the rank.
    before = _common(suits[0])
    after = _common([name[::-1] for name in suits[0]])
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
