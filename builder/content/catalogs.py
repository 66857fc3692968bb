"""The gettext catalogs: locales/<code>.po, read without a compiling step, and checked."""

from __future__ import annotations

import re
from codecs import lookup
from collections import Counter
from collections.abc import Iterator
from gettext import GNUTranslations, NullTranslations, c2py
from io import BytesIO, StringIO
from itertools import count, takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from builder.content.pofile import Header, for_babel, read_header
from builder.tracking.sources import Sources
from builder.values.errors import ContentError
from builder.values.plurals import counts_as, plural_forms, rule_fault, standing_for
from builder.values.toml import decoded

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

CONTEXT = "\x04"
"""What gettext writes between a context and its message."""
PROJECT = "War & Peace"
SOURCE = "en"
"""The language of the messages in the code."""
TEMPLATE = "locales/messages.pot"
"""Where all messages of the code lie, below the project's root."""
COUNTS = {"count", "num"}
"""The placeholders whose number chooses the plural form."""
SAMPLE = 1_001
"""So many numbers show which plural forms stand for many."""
_PLACEHOLDER = re.compile(r"%\((\w+)\)s")
"""A placeholder by its name: "count" in "%(count)s"."""
_CHARSET = re.compile(r"charset=[\"']?([\w.:-]+)", re.IGNORECASE)
_OLD_CODES = {"no": "nb"}
"""Codes of languages that Babel does not know to be another's."""
_CONFLICT = "#-#-#-#-#"
"""What msgcat writes around each of two translations of one message."""
_WHOLE = re.compile(r"%\(\w+\)s|%%")
"""What a percent sign may begin in a text that has placeholders."""


def catalog_path(code: str) -> str:
    """Where the messages of a language lie, below the project's root."""
    return f"locales/{code}.po"


def is_source(code: str) -> bool:
    """Whether messages are in this language before anybody translates them."""
    return code.partition("-")[0] == SOURCE


class Words(GNUTranslations):
    """The messages of a language with the code `code`; `digest` stands for all of them."""

    digest = ""

    def __init__(self, compiled: BytesIO, code: str) -> None:
        super().__init__(compiled)
        self.code = code

    def ngettext(self, msgid1: str, msgid2: str, n: float) -> str:
        """The form that the page's script takes too: that of the number that stands for all of the
        category.

        gettext itself knows whole numbers alone, and 1.5 has a form in many languages.
        """
        return super().ngettext(msgid1, msgid2, standing_for(self.code, n))

    def forms(self, context: str, message: str) -> tuple[str, ...]:
        """The plural rule and the text of each form: what any number makes of the message."""
        # As gettext stores it: the context before the byte EOT, and each form under the message and
        # the form's number.
        name = f"{context}{CONTEXT}{message}" if context else message
        texts = (self._catalog.get((name, form)) for form in count())  # type: ignore[attr-defined]
        return self.info().get("plural-forms", ""), *takewhile(lambda text: text is not None, texts)


def read_catalog(root: Path, code: str) -> Catalog | None:
    """The catalog of a language, if there is one; raises ContentError for a file that is none."""
    return read_file(root, catalog_path(code), code)


def read_file(root: Path, path: str, code: str) -> Catalog | None:
    """A catalog or the template at a path, unless it is not there or empty; a file that is no
    catalog is an error."""
    file = root / path
    return _parse(path, file.read_bytes(), code) if file.exists() else None


def _parse(path: str, data: bytes, code: str) -> Catalog | None:
    """A catalog, of a language unless it is the template; none if the file is empty."""
    from babel.messages.pofile import PoFileError, read_po

    text = decoded(data, path)
    if not text.strip():
        return None
    header = read_header(text, path)
    if code and path != TEMPLATE:
        _check_header(header, path, code)
    # No bytes: Babel would decode them as the header says.
    lines = StringIO(for_babel(text))
    try:
        return read_po(lines, locale=code.replace("-", "_") or None, abort_invalid=True)
    except PoFileError as error:
        # Babel counts lines from 0, and says that number at the end of its message.
        message = re.sub(r" on \d+$", "", str(error.args[0]))
        raise ContentError(
            path, (error.lineno or 0) + 1, "catalog", message, "correct the line"
        ) from None
    except ValueError as error:
        # From the header, as for a date that is none: Babel does not say in which line.
        raise ContentError(
            path, header.line, "catalog", f"its header: {error}", "correct it"
        ) from None


def _check_header(header: Header, path: str, code: str) -> None:
    """The header of a language's catalog must name the encoding, the language and its plural forms
    as they are."""
    found = _CHARSET.search(header.value("content-type"))
    if found and not _is_utf8(found[1]):
        message = f"{found[1]} is not the encoding of a catalog"
        hint = "save the file as UTF-8, write charset=utf-8"
        raise ContentError(path, header.line_of("content-type"), "catalog", message, hint)
    named = header.value("language")
    if named and not speaks(named, code):
        hint = f'write "Language: {code}\\n", or give the file the name of its language'
        message = f"its language is {named!r}, but its name says {code!r}"
        raise ContentError(path, header.line_of("language"), "catalog", message, hint)
    # A catalog in which nothing is counted needs no rule; where something is, gettext would take
    # that of English.
    if header.counts or "plural-forms" in header.fields:
        _check_plurals(header, path, code)


def _check_plurals(header: Header, path: str, code: str) -> None:
    """The rule that chooses plural forms here must be the one that browsers follow."""
    forms = header.plural_forms()
    try:
        message = rule_fault(code, *forms) if forms else _no_forms(header)
    except ValueError as error:
        message = str(error)
    if message:
        hint = f'write "Plural-Forms: {plural_forms(code)};\\n"'
        raise ContentError(path, header.line_of("plural-forms"), "catalog", message, hint)


def _no_forms(header: Header) -> str:
    if "plural-forms" not in header.fields:
        return "its header does not say which plural forms there are"
    return f"cannot read the plural forms {header.value('plural-forms')!r}"


def _is_utf8(name: str) -> bool:
    """Whether a name of an encoding is one of those that UTF-8 goes by."""
    try:
        return lookup(name).name == "utf-8"
    except LookupError:
        return False


def speaks(named: str, code: str) -> bool:
    """Whether a language as somebody writes it (nb_NO, no, zh_CN) may be the one with this code."""
    from babel.core import Locale, UnknownLocaleError

    try:
        # Systems name a locale with its encoding: de_DE.UTF-8.
        one = Locale.parse(named.strip().partition(".")[0].replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return False
    own = Locale.parse(code, sep="-")
    pairs = ((one.script, own.script), (one.territory, own.territory))
    same = _OLD_CODES.get(one.language, one.language) == own.language
    # What one of the two leaves out may be anything: nb_NO is nb.
    return same and all(here == there for here, there in pairs if here and there)


def read_words(root: Path, code: str, sources: Sources | None = None) -> NullTranslations:
    """The translations of a language; messages that nobody translated stay in the source
    language.

    Raises ContentError for a catalog that is not right.
    """
    path = catalog_path(code)
    sources = sources or Sources(root)
    if path not in sources:
        # Without a catalog a page speaks English, but its script counts as the language does: so
        # must the build, where that is another way than that of English.
        return (
            NullTranslations() if counts_as(code, SOURCE) else Words(BytesIO(_nothing(code)), code)
        )
    words = Words(BytesIO(sources.facts(path, compiled)), code)
    words.digest = sources.digest(path, compiled)
    return words


def words_digest(words: NullTranslations) -> str:
    """What stands for all messages of a language."""
    return words.digest if isinstance(words, Words) else ""


def compiled(path: str, data: bytes) -> tuple[bytes, None]:
    """A catalog as gettext reads it (the bytes of a .mo file), checked; raises ContentError."""
    from babel.messages.mofile import write_mo

    code = Path(path).stem
    catalog = _parse(path, data, code)
    if catalog is None:
        return _nothing(code), None
    single = single_forms(catalog)
    # A list, for messages are deleted on the way.
    for message in list(messages(catalog)):
        if message.string and not message.fuzzy:
            check_message(message, path, catalog.num_plurals, single)
        if not is_translated(message):
            # Whole: a form in English would stand among the others.
            catalog.delete(message.id, message.context)
    made = BytesIO()
    write_mo(made, catalog)
    return made.getvalue(), None


def new_catalog(code: str) -> Catalog:
    """A catalog without messages."""
    from babel.messages.catalog import Catalog

    catalog = Catalog(locale=code.replace("-", "_"), project=PROJECT, fuzzy=False)
    catalog.header_comment = f"# Messages of {PROJECT}: {code}"
    catalog.mime_headers = [("Plural-Forms", plural_forms(code))]
    return catalog


def _nothing(code: str) -> bytes:
    """A catalog without messages as gettext reads it."""
    from babel.messages.mofile import write_mo

    made = BytesIO()
    write_mo(made, new_catalog(code))
    return made.getvalue()


Known = tuple[frozenset[tuple[str, str]], frozenset[tuple[str, str]]]
"""Messages by context and text, ("card", "two of clubs"): all that a catalog has, and those that
are translated."""


def known(path: str, data: bytes) -> tuple[Known, None]:
    """What a catalog or the template knows of; raises ContentError for a file that is neither."""
    catalog = _parse(path, data, "" if path == TEMPLATE else Path(path).stem)
    found = {key_of(each): each for each in messages(catalog)} if catalog else {}
    return (
        frozenset(found),
        frozenset(key for key, each in found.items() if is_translated(each)),
    ), None


def key_of(message: Message) -> tuple[str, str]:
    """What a message is known by: context ("" if none) and text, the singular of a plural."""
    return message.context or "", texts(message.id)[0]


def translated_share(code: str, sources: Sources) -> float:
    """How many of the template's messages a language has, in per cent; without a template, of its
    own."""
    path = catalog_path(code)
    if is_source(code):
        return 100
    if path not in sources:
        return 0
    own, done = sources.facts(path, known)
    wanted = sources.facts(TEMPLATE, known)[0] if TEMPLATE in sources else own
    return 100 * len(wanted & done) / max(1, len(wanted))


def single_forms(catalog: Catalog) -> frozenset[int]:
    """The plural forms that stand for one number each, so that a text may say the number in words,
    or leave it out."""
    form_of = c2py(catalog.plural_expr)
    forms = Counter(form_of(number) for number in range(SAMPLE))
    return frozenset(form for form, numbers in forms.items() if numbers == 1)


def check_message(
    message: Message, path: str, plurals: int, single: frozenset[int] = frozenset()
) -> None:
    """Raises ContentError for a translation whose placeholders are not those of its message, or
    whose forms are not as many as the language has: `plurals`.

    The forms `single` stand for one number each (`single_forms`).
    """
    line = message.lineno or 1
    if any(_CONFLICT in text for text in texts(message.string)):
        raise ContentError(
            path, line, "msgstr", "msgcat's mark between two translations", "keep one of the two"
        )
    # The singular may say its number in words, as "one card": a placeholder that only one of the
    # two texts has may be used, and need not be.
    known = set().union(*(_PLACEHOLDER.findall(text) for text in texts(message.id)))
    needed = set.intersection(*(set(_PLACEHOLDER.findall(text)) for text in texts(message.id)))
    for form, text in enumerate(texts(message.string)):
        if not text:
            continue
        left_out = COUNTS if message.pluralizable and form in single else set()
        used = set(_PLACEHOLDER.findall(text))
        # Nothing is filled into a message without placeholders, so both signs would be shown.
        if not known and "%%" in text and not any("%%" in source for source in texts(message.id)):
            raise ContentError(
                path, line, "msgstr", f"'%%' in {text!r} is shown as it is", "write %"
            )
        if broken := _broken(text) if known else "":
            raise ContentError(
                path, line, "msgstr", f"broken placeholder in {text!r}: {broken}", _hint(known)
            )
        for name in sorted(used - known):
            raise ContentError(
                path, line, "msgstr", f"unknown placeholder %({name})s in {text!r}", _hint(known)
            )
        for name in sorted(needed - used - left_out):
            raise ContentError(
                path, line, "msgstr", f"placeholder %({name})s is missing in {text!r}", _hint(known)
            )
    if message.pluralizable and len(texts(message.string)) != plurals:
        found = f"{len(texts(message.string))} plural forms, but the language has {plurals}"
        raise ContentError(path, line, "msgstr", found, f"write msgstr[0] … msgstr[{plurals - 1}]")


def is_translated(message: Message) -> bool:
    """Whether every form of the message has a text that nobody doubts."""
    return (
        bool(message.id)
        and not message.fuzzy
        and bool(message.string)
        and all(texts(message.string))
    )


def messages(catalog: Catalog) -> Iterator[Message]:
    """The messages without the header."""
    return (message for message in catalog if message.id)


def texts(value: str | tuple[str, ...] | list[str] | None) -> list[str]:
    """What Babel gives for a message or its translation as a list: one text, one for each form of a
    plural, or none."""
    return [value] if isinstance(value, str) else list(value or ())


def _broken(text: str) -> str:
    """What stands after a percent sign that begins no placeholder."""
    found = re.search(r"%.{0,12}", _WHOLE.sub("", text))
    return found[0] if found else ""


def _hint(known: set[str]) -> str:
    names = ", ".join(f"%({name})s" for name in sorted(known))
    return f"use exactly: {names}" if names else "this message takes no placeholder"
