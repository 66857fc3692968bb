"""Names that stand in addresses, and titles as such names, with the letters that each language
writes instead.

One rule holds for slugs, for the ids of pages and variants, which are names of folders, and for
those of sections.
"""

from __future__ import annotations

import re
import unicodedata

_GERMAN = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}
_DANISH = {"æ": "ae", "ø": "oe", "å": "aa"}
_NORWEGIAN = {"æ": "ae", "ø": "o", "å": "a"}
_FINNISH = {"ä": "a", "ö": "o", "å": "a"}
# By language: what stands for a letter in ASCII. Any other letter is left to slugify, for which
# an ä is an a.
LETTERS = {
    "de": _GERMAN,
    "da": _DANISH,
    "nb": _NORWEGIAN,
    "nn": _NORWEGIAN,
    "no": _NORWEGIAN,
    "fi": _FINNISH,
    "sv": _FINNISH,
}
LONGEST = 80
"""Bytes of a slug; with what the build adds to it, every system can name a file or a folder so."""
LONGEST_ID = 40
"""Bytes of the id of a page or a variant; the code of a shared game has room for no more."""
LONGEST_ALIAS = 200
"""Bytes of an address that a page had before."""
_NUMBERED = (f"{device}{number}" for device in ("com", "lpt") for number in range(10))
TAKEN = frozenset({"con", "prn", "aux", "nul", *_NUMBERED, "4913"})
"""What Windows takes for a device in any folder, and what vim calls a file for a moment."""
_SHOWN = 40
"""Characters of a name that a message repeats."""
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def slug_from(title: str, lang: str) -> str:
    """The slug of a title; empty when nothing in it can be written in ASCII.

    >>> slug_from("Größe", "de"), slug_from("Ét kort ned", "da"), slug_from("Säännöt", "fi")
    ('groesse', 'et-kort-ned', 'saannot')

    A long title ends with the last whole word that there is room for.
    """
    # An ä may come as one letter or as two; the tables have the one.
    text = unicodedata.normalize("NFC", title).lower()
    if not any(letter.isalpha() or letter.isdecimal() for letter in text):
        return ""  # "½" would become "1-2"
    from slugify import slugify  # tables that only a title without a slug needs

    letters = LETTERS.get(lang.split("-")[0], {})
    written = "".join(letters.get(letter, letter) for letter in text)
    return str(slugify(written, max_length=LONGEST, word_boundary=True, save_order=True))


def name_fault(name: str, longest: int = LONGEST) -> tuple[str, str] | None:
    """What is wrong with a name that shall stand in addresses, and what to do; None if it can.

    >>> name_fault("open-war"), name_fault("nul")
    (None, ("'nul' is a name that systems keep for themselves", 'choose another one'))
    """
    if not _SLUG.fullmatch(name):
        return (
            f"{shown(name)} cannot stand in an address",
            "use a–z, 0–9 and single hyphens, as in open-war",
        )
    if len(name) > longest:
        return f"{shown(name)} is {len(name)} bytes long", f"use at most {longest}, as in open-war"
    if name in TAKEN:
        return f"{name!r} is a name that systems keep for themselves", "choose another one"
    return None


def shown(name: str) -> str:
    """A name as messages repeat it, however long it is."""
    return repr(name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…")
