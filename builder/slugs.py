"""Titles as URL parts: lower-case ASCII, with the letters that each language writes instead."""

from __future__ import annotations

import re
import unicodedata

_GERMAN = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}
_DANISH = {"æ": "ae", "ø": "oe", "å": "aa"}
_NORWEGIAN = {"æ": "ae", "ø": "o", "å": "a"}
_FINNISH = {"ä": "a", "ö": "o", "å": "a"}
LETTERS = {
    "de": _GERMAN,
    "da": _DANISH,
    "nb": _NORWEGIAN,
    "nn": _NORWEGIAN,
    "no": _NORWEGIAN,
    "fi": _FINNISH,
    "sv": _FINNISH,
}
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def slug_from(title: str, lang: str) -> str:
    """The slug of a title; empty when nothing in it can be written in ASCII.

    >>> slug_from("Größe", "de"), slug_from("Ét kort ned", "da"), slug_from("Säännöt", "fi")
    ('groesse', 'et-kort-ned', 'saannot')
    """
    text = unicodedata.normalize("NFC", title).lower()
    if not any(letter.isalpha() or letter.isdecimal() for letter in text):
        return ""  # "½" would become "1-2"
    from slugify import slugify  # tables that only a title without a slug needs

    letters = LETTERS.get(lang.split("-")[0], {})
    return str(slugify("".join(letters.get(letter, letter) for letter in text)))


def is_slug(text: str) -> bool:
    """Whether the text can stand in a URL as it is."""
    return _SLUG.fullmatch(text) is not None
