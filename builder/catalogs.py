"""The gettext catalogs: locales/<code>.po, read without a compiling step, and checked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from gettext import GNUTranslations, NullTranslations, c2py
from io import BytesIO
from itertools import count, takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from builder.errors import ContentError
from builder.sources import Sources
from builder.tables import decoded

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

TEMPLATE = "locales/messages.pot"
"""Where all messages of the code lie, below the project's root."""
COUNTS = {"count", "num"}
"""The placeholders whose number chooses the plural form."""
SAMPLE = 1_001
"""So many numbers show which plural forms stand for many."""
_PLACEHOLDER = re.compile(r"%\((\w+)\)s")
_LINE = re.compile(r'\s*(#.*|((msgctxt|msgid|msgid_plural|msgstr(\[\d+\])?)\s*)?"([^"\\]|\\.)*"\s*)?')
_WHOLE = re.compile(r"%\(\w+\)s|%%")


def catalog_path(code: str) -> str:
    """Where the messages of a language lie, below the project's root."""
    return f"locales/{code}.po"


class Words(GNUTranslations):
    """The messages of a language; `digest` stands for all of them."""

    digest = ""

    def forms(self, context: str, message: str) -> tuple[str, ...]:
        """The plural rule and the text of each form: what any number makes of the message."""
        name = f"{context}\x04{message}" if context else message
        texts = (self._catalog.get((name, form)) for form in count())  # type: ignore[attr-defined]
        return self.info().get("plural-forms", ""), *takewhile(lambda text: text is not None, texts)


def read_catalog(root: Path, code: str) -> Catalog | None:
    """The catalog of a language, if there is one."""
    return read_file(root, catalog_path(code), code)


def read_file(root: Path, path: str, code: str) -> Catalog | None:
    """A catalog or the template at a path; a file that is no catalog is an error."""
    file = root / path
    return _parse(path, file.read_bytes(), code) if file.exists() else None


def _parse(path: str, data: bytes, code: str) -> Catalog:
    from babel.messages.pofile import PoFileError, read_po

    text = decoded(data, path)
    for number, line in enumerate(text.splitlines(), 1):
        if not _LINE.fullmatch(line):
            hint = 'write msgid "…" and msgstr "…", each text in closed quotes'
            raise ContentError(path, number, "catalog", f"cannot read {line.strip()!r}", hint)
    try:
        catalog = read_po(BytesIO(text.encode()), locale=code.replace("-", "_") or None, abort_invalid=True)
        c2py(catalog.plural_expr)
    except PoFileError as error:
        line_number = (error.lineno or 0) + 1
        raise ContentError(path, line_number, "catalog", str(error.args[0]), "correct the line") from None
    except ValueError as error:
        hint = 'write "Plural-Forms: nplurals=2; plural=(n != 1);\\n", with the forms of the language'
        raise ContentError(path, _line_with("Plural-Forms", text), "catalog", str(error), hint) from None
    if catalog.charset.lower() != "utf-8":
        message = f"{catalog.charset} is not the encoding of a catalog"
        raise ContentError(path, _line_with("charset", text), "catalog", message, "write charset=utf-8")
    return catalog


def _line_with(name: str, text: str) -> int:
    return next((number for number, line in enumerate(text.splitlines(), 1) if name in line), 1)


def read_words(root: Path, code: str, sources: Sources | None = None) -> NullTranslations:
    """The translations of a language; messages that nobody translated stay in the source language."""
    path, sources = catalog_path(code), sources or Sources(root)
    if path not in sources:
        return NullTranslations()
    words = Words(BytesIO(sources.facts(path, compiled)))
    words.digest = sources.digest(path, compiled)
    return words


def words_digest(words: NullTranslations) -> str:
    """What stands for all messages of a language."""
    return words.digest if isinstance(words, Words) else ""


def compiled(path: str, data: bytes) -> tuple[bytes, None]:
    """A catalog as gettext reads it, checked."""
    from babel.messages.mofile import write_mo

    catalog = _parse(path, data, Path(path).stem)
    single = single_forms(catalog)
    for message in catalog:
        if message.id and message.string and not message.fuzzy:
            check_message(message, path, catalog.num_plurals, single)
    made = BytesIO()
    write_mo(made, catalog)
    return made.getvalue(), None


Known = tuple[frozenset[tuple[str, str]], frozenset[tuple[str, str]]]
"""Messages by context and text: all that a catalog has, and those that are translated."""


def known(path: str, data: bytes) -> tuple[Known, None]:
    """What a catalog or the template knows of."""
    found = {_key(each): each for each in messages(_parse(path, data, "" if path == TEMPLATE else Path(path).stem))}
    return (frozenset(found), frozenset(key for key, each in found.items() if is_translated(each))), None


def _key(message: Message) -> tuple[str, str]:
    return message.context or "", texts(message.id)[0]


def translated_share(code: str, sources: Sources) -> float:
    """How many of the template's messages a language has, in per cent; without a template, of its own."""
    path = catalog_path(code)
    if path not in sources:
        return 0
    own, done = sources.facts(path, known)
    wanted = sources.facts(TEMPLATE, known)[0] if TEMPLATE in sources else own
    return 100 * len(wanted & done) / max(1, len(wanted))


def single_forms(catalog: Catalog) -> frozenset[int]:
    """The plural forms that stand for one number each, so that a text may say the number in words, or leave it out."""
    form_of = c2py(catalog.plural_expr)
    forms = Counter(form_of(number) for number in range(SAMPLE))
    return frozenset(form for form, numbers in forms.items() if numbers == 1)


def check_message(message: Message, path: str, plurals: int, single: frozenset[int] = frozenset()) -> None:
    """Raise for a translation whose placeholders are not those of its message."""
    line = message.lineno or 1
    known = set().union(*(_PLACEHOLDER.findall(text) for text in texts(message.id)))
    needed = set.intersection(*(set(_PLACEHOLDER.findall(text)) for text in texts(message.id)))
    for form, text in enumerate(texts(message.string)):
        if not text:
            continue
        left_out = COUNTS if message.pluralizable and form in single else set()
        used = set(_PLACEHOLDER.findall(text))
        if broken := _broken(text) if known else "":
            raise ContentError(path, line, "msgstr", f"broken placeholder in {text!r}: {broken}", _hint(known))
        for name in sorted(used - known):
            raise ContentError(path, line, "msgstr", f"unknown placeholder %({name})s in {text!r}", _hint(known))
        for name in sorted(needed - used - left_out):
            raise ContentError(path, line, "msgstr", f"placeholder %({name})s is missing in {text!r}", _hint(known))
    if message.pluralizable and len(texts(message.string)) != plurals:
        found = f"{len(texts(message.string))} plural forms, but the language has {plurals}"
        raise ContentError(path, line, "msgstr", found, f"write msgstr[0] … msgstr[{plurals - 1}]")


def is_translated(message: Message) -> bool:
    """Whether every form of the message has a text that nobody doubts."""
    return bool(message.id) and not message.fuzzy and bool(message.string) and all(texts(message.string))


def messages(catalog: Catalog) -> Iterator[Message]:
    """The messages without the header."""
    return (message for message in catalog if message.id)


def texts(value: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return [value] if isinstance(value, str) else list(value or ())


def _broken(text: str) -> str:
    """What stands after a percent sign that begins no placeholder."""
    found = re.search(r"%.{0,12}", _WHOLE.sub("", text))
    return found[0] if found else ""


def _hint(known: set[str]) -> str:
    names = ", ".join(f"%({name})s" for name in sorted(known))
    return f"use exactly: {names}" if names else "this message takes no placeholder"
