"""What a proofreader would mark in the catalogs and the Markdown texts: marks, spaces, numbers,
words left in English, and what the language's style sheet avoids (style.py).

Every language is read by the same rules; what differs between languages stands in `CONVENTIONS`,
and how a language writes numbers is known to Babel. A language without conventions is read by the
rules that hold everywhere.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from babel.core import Locale
from babel.messages.catalog import Catalog, Message

from builder.content import catalogs
from builder.content.frontmatter import split
from builder.values.statements import Text, texts
from builder.workshop.style import NO_STYLE, StyleSheet

NBSP = "\u00a0"
NARROW = "\u202f"
HIDDEN = "\ufffc"
"""Two spaces at which no line breaks, and what stands for text that is no prose."""


@dataclass(frozen=True)
class Finding:
    """A fault: where it is, in which words, what is wrong and what to do.

    >>> print(Finding("locales/de.po", 12, "Share", "ends in '.'", "end it without a mark"))
    locales/de.po:12: 'Share': ends in '.' — end it without a mark
    """

    path: str
    line: int
    text: str
    wrong: str
    todo: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text!r}: {self.wrong} — {self.todo}"


@dataclass(frozen=True)
class Fault:
    """A fault in a text: at which character, what is wrong and what to do."""

    at: int
    wrong: str
    todo: str


@dataclass(frozen=True)
class Rule:
    """A pattern that prose must not have."""

    pattern: str
    wrong: str
    todo: str


# --- conventions ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Conventions:
    """How a language sets its marks: pairs of quotation marks, inner marks, and faults that only it
    can have."""

    quotes: tuple[str, ...]
    """Pairs, each in one text: ("«»", "“”")."""
    inner: str = "’"
    """All marks that may stand inside of others, the apostrophe among them."""
    nouns: bool = False
    """Whether nouns begin with a capital."""
    rules: tuple[Rule, ...] = field(default=())


_OLD = r"\b(?:[Dd]aß|[Mm]uß(?:te|ten|t)?|[Ss]chluß|[Ll]äßt|[Bb]ißchen|[Aa]naß|[Gg]ewiß|[Bb]ewußt)\b"
"""German words in the spelling before 1996."""
_NO_SZ = (
    r"\b(?:[Gg]röss\w+|[Gg]ross(?:e|en|er|es)?|[Hh]eiss(?:t|en)|[Ww]eiss(?:e|en|er|es)|\w*[Ss]chliess\w+|[Aa]usser\w*"
    r"|[Ss]trass\w+|[Ss]pass)\b"
)
"""German words as Switzerland writes them."""
_SPACED = Rule(r"—", "a dash that this language does not use", "write – between two spaces")


CONVENTIONS: Mapping[str, Conventions] = {
    "en": Conventions(("“”",), inner="‘’"),
    "de": Conventions(
        ("„“",),
        inner="‚‘’",
        nouns=True,
        rules=(
            _SPACED,
            Rule(_OLD, "old spelling with ß", "write ss after a short vowel"),
            Rule(_NO_SZ, "ss after a long vowel", "write ß"),
        ),
    ),
    "da": Conventions(("»«", "””"), inner="›‹’", rules=(_SPACED,)),
    "fi": Conventions(("””",), rules=(_SPACED,)),
    "sv": Conventions(("””",), rules=(_SPACED,)),
    "nb": Conventions(("«»",), inner="‘’", rules=(_SPACED,)),
    "cs": Conventions(("„“",), inner="‚‘’"),
    "es": Conventions(("«»", "“”"), inner="‘’"),
    "et": Conventions(("„“", "„”")),
    "fr": Conventions(("«»", "“”"), inner="‹›’"),
    "is": Conventions(("„“",), inner="‚‘’"),
    "it": Conventions(("«»", "“”"), inner="‘’"),
    "nl": Conventions(("“”",), inner="‘’"),
    "nn": Conventions(("«»",), inner="‘’"),
    "pl": Conventions(("„”",), inner="‚’"),
    "pt": Conventions(("“”", "«»"), inner="‘’"),
}
SAME: Mapping[str, tuple[tuple[str, ...], str]] = {
    "Auto": (("da", "sv", "nb"), "short for automatisk"),
    "Beta": (("de", "da", "fi", "sv", "nb"), "the Greek letter"),
    "End": (("da", "fi", "sv", "nb"), "so it says on the key"),
    "Enter": (("da", "fi", "sv", "nb"), "so it says on the key"),
    "Home": (("da", "fi", "sv", "nb"), "so it says on the key"),
    "Shift": (("fi",), "so it says on the key"),
    "Link": (("de", "da"), "the same word"),
    "Menu": (("da",), "the same word"),
    "Pause": (("de", "da", "nb"), "the same word"),
    "Send": (("da", "nb"), "imperative of sende"),
    "Version %(version)s": (("de", "da", "sv"), "the same word"),
    "under %(share)s": (("da", "sv"), "the same word"),
}
"""Messages that may be as they are in English: in which languages, and why."""
_ENGLISH = (
    r"\b(?:the|with|you|your|this|these|that|they|which|when|cards|player|players|battle|battles)\b"
)
_EVERYWHERE = (
    # Between words: at the beginning of a line spaces are Markdown's.
    Rule(r"(?<=\S)[ \u00a0]{2,}(?=\S)", "two spaces", "write one"),
    Rule(r"[ \t]+(?=\n|$)", "a space at the end", "take it away"),
    Rule(r"(?<=\w) [,.;:!?](?!\w|\.)", "a space before a mark", "take it away"),
    # Between letters: 1,5 is a number.
    Rule(r"(?<=[^\W\d])[,;!?](?=[^\W\d])", "no space after a mark", "write one"),
    Rule(r"\"|(?<!\w)'|'(?!\w)", "a straight quotation mark", "write the marks of the language"),
    Rule(r"(?<=\w)'(?=\w)", "a straight apostrophe", "write ’"),
    Rule(r"\.\.\.", "three dots", "write …"),
    Rule(r"(?<=\S) - (?=\S)|--", "a hyphen for a dash", "write a dash"),
    # No part of a date or a code: 1996-01-02, 7K3Q-9F2A.
    Rule(r"(?<![\w.-])\d+-\d+(?![\w-])", "a hyphen in a range", "write –"),
    Rule(
        r"(?<=[^\s\d\ufffc])[–—](?=\s)|(?<=\s)[–—](?=[^\s\d\ufffc,.;:!?)])",
        "a dash with one space",
        "write two",
    ),
)


def _conventions(code: str) -> Conventions | None:
    return CONVENTIONS.get(code.partition("-")[0])


def _numbers(code: str) -> tuple[Rule, ...]:
    """How numbers are not written in a language, by what Babel knows of it."""
    locale = Locale.parse(code, sep="-")
    symbols = locale.number_symbols.get("latn", {})
    group = symbols.get("group", ",").replace(NARROW, NBSP)
    # The space before the sign: "12 %" in German, "12%" in English.
    space = NBSP if re.search(rf"[{NBSP} {NARROW}]%", locale.percent_formats[None].pattern) else ""
    decimal = symbols.get("decimal", ".")
    wrong = "".join(sorted({",", ".", " ", NBSP, NARROW} - {group, decimal}))
    # A wrong mark between groups, or the decimal mark before three noughts, which is meant as one.
    thousands = rf"(?<![\d.,])\d{{1,3}}(?:[{wrong}]\d{{3}}|{re.escape(decimal)}000)+(?!\d)"
    # Behind a hidden figure too: {draws:war:2} % is a number on the page.
    percent = rf"(?<=[\d{HIDDEN}])(?!{space}%)[ {NBSP}{NARROW}]?%"
    return (
        Rule(
            percent,
            "per cent is set otherwise",
            f"write 12{space}%{' with a space that does not break' * bool(space)}",
        ),
        Rule(thousands, "thousands are set otherwise", f"write 12{group}345"),
        Rule(
            r"(?<![\d.,])\d{5,}(?![\d.,])", "a long number", f"group it by thousands: 12{group}345"
        ),
    )


# --- prose ---------------------------------------------------------------------------------------

_NO_PROSE = re.compile(
    r"\[?\*[^*\n]+\*\{:\s*lang=\S+\s*\}"  # words of another language, marked as such
    r"|%\(\w+\)s|\{[^{}\n]*\}|\]\([^)\n]*\)|<[^<>\s]+>|`[^`\n]*`|https?://\S+|^ *(?:[-*] |\d+\."
    r" |#+ )|^\|[ |:-]+$|\|",
    re.MULTILINE,
)


def prose(text: str) -> str:
    """The text with everything hidden that is no prose: placeholders, addresses, marks of Markdown.

    Characters keep their places.
    """
    hidden = _NO_PROSE.sub(lambda found: HIDDEN * len(found[0]), text)
    # Two signs for two: on the page it is one, and as one it is read.
    return hidden.replace("%%", f"%{HIDDEN}")


def faults(
    text: str, code: str, sheet: StyleSheet = NO_STYLE, is_source: bool = False
) -> Iterator[Fault]:
    """What is wrong in a text of a language, by the place of its characters."""
    shown = prose(text)
    own = _conventions(code)
    rules = [*_EVERYWHERE, *_numbers(code), *(own.rules if own else ())]
    if not is_source and code.partition("-")[0] != "en":
        rules.append(
            Rule(_ENGLISH, "an English word", "translate it, or mark it: *word*{: lang=en }")
        )
    for rule in rules:
        yield from (
            Fault(found.start(), rule.wrong, rule.todo)
            for found in re.finditer(rule.pattern, shown)
        )
    if own:
        yield from _quotes(shown, own)
    yield from _style(shown, sheet)


def _style(shown: str, sheet: StyleSheet) -> Iterator[Fault]:
    """The words that the style sheet avoids."""
    for avoided in sheet.avoided:
        text = shown
        for turn in avoided.unless:
            text = turn.sub(lambda found: HIDDEN * len(found[0]), text)
        for found in avoided.pattern.finditer(text):
            words = " ".join(found[0].split())
            yield Fault(found.start(), f"{words}: {avoided.why}", f"write {avoided.instead}")


def _quotes(text: str, own: Conventions) -> Iterator[Fault]:
    """The first quotation mark that is not one of the language, or has no partner."""
    closing = {pair[0]: pair[1] for pair in own.quotes}
    todo = "write " + " or ".join(f"{pair[0]}…{pair[1]}" for pair in own.quotes)
    opened = ""
    at = 0
    for found in re.finditer("[„“”«»‟‹›‚‘]", text):
        mark = found[0]
        at = found.start()
        # An inner mark may be an apostrophe, which has no partner.
        if mark in own.inner:
            continue
        # Asked first: in Swedish the same mark opens and closes.
        if opened and mark == closing[opened]:
            opened = ""
        elif not opened and mark in closing:
            opened = mark
        else:
            yield Fault(at, f"the quotation mark {mark} does not belong here", todo)
            return
    if opened:
        yield Fault(at, f"the quotation mark {opened} is never closed", todo)


# --- catalogs ------------------------------------------------------------------------------------

_ENDS = {"。": ".", "！": "!", "？": "?", "：": ":", "؟": "?", "।": ".", "；": ";", "，": ","}
"""Marks of other scripts, each with the one that says the same in the source."""
_ASKING = re.compile(r"(?:What|How|Who|Whose|Where|When|Why|Which)\b")
"""How a label begins that another language may ask as a question: "What is different from War"."""
_CODE = re.compile(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}\b|[←→↑↓]|\b\d+\b")
"""What is the same in every language: codes of deals, arrows of keys, numbers."""


def catalog_findings(
    catalog: Catalog, path: str, code: str, sheet: StyleSheet = NO_STYLE
) -> Iterator[Finding]:
    """What is wrong in a catalog: of whatever somebody has translated and nobody doubts."""
    for message in catalogs.messages(catalog):
        if message.fuzzy:
            continue
        name = catalogs.texts(message.id)[0]
        for fault in _message_faults(message, code, sheet):
            yield Finding(path, message.lineno or 1, name, fault.wrong, fault.todo)


def template_findings(
    template: Catalog, path: str, code: str, sheet: StyleSheet = NO_STYLE
) -> Iterator[Finding]:
    """What is wrong in the messages themselves."""
    for message in catalogs.messages(template):
        for text in catalogs.texts(message.id):
            for fault in faults(text, code, sheet, is_source=True):
                yield Finding(path, message.lineno or 1, text, fault.wrong, fault.todo)


def _message_faults(message: Message, code: str, sheet: StyleSheet) -> Iterator[Fault]:
    sources = catalogs.texts(message.id)
    forms = catalogs.texts(message.string)
    if any(forms) and not all(forms):
        empty = ", ".join(f"msgstr[{index}]" for index, form in enumerate(forms) if not form)
        yield Fault(0, f"the plural form {empty} is empty", "fill it in")
    for form in filter(None, dict.fromkeys(forms)):
        yield from faults(form, code, sheet)
        yield from _beside(sources, form, code)


def _beside(sources: list[str], form: str, code: str) -> Iterator[Fault]:
    """What is wrong in a translation beside its message."""
    source = sources[-1]
    if (
        form in sources
        and re.search(r"[^\W\d]", prose(form))
        and code not in SAME.get(form, ((), ""))[0]
    ):
        yield Fault(
            0,
            "as in English",
            "translate it, or say in SAME of builder/workshop/proofread.py why it is the same",
        )
    for side, strip in (("begins", str.lstrip), ("ends", str.rstrip)):
        if (form != strip(form)) != (source != strip(source)):
            yield Fault(
                0,
                f"{side} otherwise than the source: a space",
                f"write spaces where {source!r} has them",
            )
    ends = [_end(text) for text in (source, form)]
    if ends[0] != ends[1] and not (ends == ["", "?"] and _ASKING.match(source)):
        todo = (
            f"end as the source does, with {ends[0]!r}"
            if ends[0]
            else "end as the source does, without a mark"
        )
        yield Fault(0, f"ends in {form.rstrip()[-1:]!r}", todo)
    yield from _capital(source, form, _conventions(code))
    there, here = (Counter(_CODE.findall(prose(text))) for text in (source, form))
    # A number that is only missing may be written as a word; one that is only new, too.
    if (missing := there - here) and (new := here - there):
        wrong = f"{', '.join(new)} stands there instead of {', '.join(missing)}"
        yield Fault(0, wrong, "numbers, keys and codes are the same in every language")


def _end(text: str) -> str:
    """The mark that a text ends with, in the form of the source; none if it ends in a word."""
    last = text.rstrip()[-1:]
    last = _ENDS.get(last, last)
    return last if last and last in ".!?:;,…" else ""


def _capital(source: str, form: str, own: Conventions | None) -> Iterator[Fault]:
    """Both begin with a capital, or neither; languages that write nouns with one may do so."""
    first = source[:1]
    other = form[:1]
    # Many scripts have no capitals.
    if not (first.isalpha() and other.isalpha() and other.upper() != other.lower()):
        return
    if first.isupper() and other.islower():
        yield Fault(0, "begins with a small letter", "begin with a capital, as the source does")
    elif first.islower() and other.isupper() and not (own and own.nouns):
        yield Fault(0, "begins with a capital", "begin with a small letter, as the source does")


# --- Markdown ------------------------------------------------------------------------------------

_NO_TEXT = ("slug", "source", "aliases")
"""Fields of the front matter that hold no prose."""
_KEYS = re.compile(r"(?<!\w)[A-Z?←→](?!\w)")
"""A key of the board: one letter, "?" or an arrow."""


def document_findings(
    text: str, path: str, code: str, source: str = "", sheet: StyleSheet = NO_STYLE
) -> Iterator[Finding]:
    """What is wrong in a Markdown file; `source` is the text in the source language, none for that
    text itself."""
    for block in blocks(text):
        said = block.value
        # As the skeleton of a new page has it (scaffold.py).
        if said.strip() == "…":
            yield Finding(path, block.line, said, "nothing is written yet", "write the paragraph")
        for fault in faults(said, code, sheet, is_source=not source):
            # Twenty characters on both sides, of the same line.
            start = max(said.rfind("\n", 0, fault.at) + 1, fault.at - 20)
            around = said[start : fault.at + 20].partition("\n")[0]
            yield Finding(path, block.line_at(fault.at), around.strip(), fault.wrong, fault.todo)
    if source and (wanted := _keys(source)) != _keys(text):
        line = next(
            (number for number, row in enumerate(text.split("\n"), 1) if row.startswith("|")), 1
        )
        yield Finding(
            path,
            line,
            " ".join(_keys(text)),
            "not the keys of the source text",
            f"write {' '.join(wanted)}",
        )


def blocks(text: str) -> Iterator[Text]:
    """The texts of a Markdown file: fields of the front matter, then paragraphs, each where it
    stands in the file."""
    front = split(text, "")
    for said in texts(front.text):
        if said.place[0] not in _NO_TEXT:
            yield replace(said, line=said.line + front.table.first_line - 1)
    start = 0
    block = list[str]()
    # One more empty line ends the last paragraph.
    for number, line in enumerate([*front.body.split("\n"), ""], front.body_line):
        if line.strip():
            start = start if block else number
            block.append(line)
        elif block:
            yield _paragraph(start, "\n".join(block))
            block = []


def _paragraph(line: int, text: str) -> Text:
    breaks = (found.end() for found in re.finditer("\n", text))
    return Text(("body",), text, line, tuple(breaks))


def _keys(text: str) -> list[str]:
    """The keys of the board in the first cells of tables."""
    rows: Iterable[str] = (line for line in text.split("\n") if line.startswith("|"))
    return [key for row in rows for key in _KEYS.findall(row.split("|")[1])]
