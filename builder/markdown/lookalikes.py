"""Markdown that looks right and is not: what other programs read as a list, a note or a table, and
this site does not.

Each row of the table says how such a text is found, what comes out and what to write. Most are
found in what comes out, where signs that were meant as marks stand as they are; an example of each
proves in a test what its row says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import unescape

from builder.markdown.links import Parsed
from builder.markdown.prose import read

Find = Callable[[str, Parsed], Iterator[int]]
"""From a text and what came of it to the places of faults in the text."""
HIDDEN = "\ufffc"
"""Stands for what is meant as it is: code, escaped signs, addresses of links."""
_CODE = re.compile(r"<code>.*?</code>", re.DOTALL)
_LINK = re.compile(r"(<a>)(.*?)(?=</a>)", re.DOTALL)
"""What a link shows; its attributes are gone by then."""
_TAG = re.compile(r"<(\w+)[^<>]*>")
_ADDRESS = re.compile(r"\b(?:https?://|www\.)[^\s<]+")
_BLOCK = re.compile(r"<pre><code>([^\n]*).*?</code></pre>", re.DOTALL)
"""A block of code, of which the first line says where it begins."""
_SPAN = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
"""Code between as many backticks on both sides."""
_MEANT = re.compile(rf"{_SPAN.pattern}|\\[^\w\s]", re.DOTALL)
"""Code, or an escaped sign, which has no group."""
_ITEM = r"(?:[-*+]|\d+\.) "
"""The mark before an item of a list."""
_DELIMITERS = re.compile(r"[|: -]*-[|: -]*")
"""The line below the head of a table: "|---|:-:|"."""


@dataclass(frozen=True)
class Row:
    """A text that is not what it looks like: how it is found, what comes out and what to write."""

    find: Find
    comes_out: str
    write: str


@dataclass(frozen=True)
class Lookalike:
    """A fault in a text: at which character, what comes out, what to write."""

    at: int
    comes_out: str
    write: str


# --- how they are found --------------------------------------------------------------------------


def shown(html: str) -> str:
    """What comes out, without attributes, code and the addresses that links show."""
    # Blocks first: each holds a <code> too, and would go with the spans.
    text = _TAG.sub(r"<\1>", _CODE.sub(HIDDEN, _BLOCK.sub(r"<pre>\1", html)))
    return _LINK.sub(lambda found: found[1] + _ADDRESS.sub(HIDDEN, found[2]), text)


def _shows(pattern: str) -> Find:
    """Signs that a reader sees; the words around them tell where they stand in the text."""
    signs = re.compile(pattern, re.MULTILINE)

    def find(text: str, parsed: Parsed) -> Iterator[int]:
        at = len(text) - len(text.lstrip())
        html = shown(parsed.html)
        for found in signs.finditer(html):
            # From the last one on, for the same words may stand there twice. Words that Markdown
            # has changed are not found: then it is named where the last one was.
            around = _around(html, found.end()).search(text, at)
            at = around.start() if around else at
            yield at

    return find


def _around(html: str, at: int) -> re.Pattern[str]:
    """The words of a line that stand around a place, up to the next tag; at the start of a line if
    they do."""
    before = max(html.rfind("\n", 0, at), html.rfind(">", 0, at)) + 1
    words: list[str] = re.findall(r"[^\n<]*", html[before:])
    start = r"^[ \t]*" if html[before - 1 : before] == "\n" else ""
    return re.compile(start + re.escape(unescape(words[0]).strip()), re.MULTILINE)


def _has(pattern: str, *, in_code: bool = False) -> Find:
    """Signs of the text itself; they begin with the group `at`."""
    signs = re.compile(pattern, re.MULTILINE)
    return lambda text, _: (
        found.start("at") for found in signs.finditer(text if in_code else _without_code(text))
    )


def _without_code(text: str) -> str:
    """The text with its code hidden; all else keeps its place."""
    return _SPAN.sub(lambda found: re.sub(r"[^\n]", HIDDEN, found[0]), text)


def _first_numbers(text: str, _: Parsed) -> Iterator[int]:
    """Lists that do not begin with 1."""
    is_list = False
    for found in re.finditer(r"(?:[^\n]+\n?)+", text):
        number = re.match(r" {0,3}(\d+)\. ", found[0])
        # A block after a blank line that goes on with a list may have any number.
        if number and number[1] != "1" and not is_list:
            yield found.start() + number.start(1)
        is_list = bool(re.match(rf" {{0,3}}{_ITEM}| {{4}}", found[0]))


def _cells(line: str) -> int:
    inside = line.strip().removeprefix("|").removesuffix("|")
    return inside.count("|") + 1


def _row_lengths(is_longer: bool) -> Find:
    """Rows of tables that have more cells than the head, or fewer."""

    def find(text: str, _: Parsed) -> Iterator[int]:
        for block in re.finditer(r"(?:[^\n]+\n?)+", _without_code(text)):
            lines = block[0].rstrip("\n").split("\n")
            wanted = _cells(lines[0])
            if (
                len(lines) > 1
                and "|" in lines[0]
                and _DELIMITERS.fullmatch(lines[1])
                and _cells(lines[1]) == wanted
            ):
                at = block.start()
                for line in lines:
                    if (_cells(line) > wanted) if is_longer else (_cells(line) < wanted):
                        yield at
                    at += len(line) + 1

    return find


def _unused(text: str, parsed: Parsed) -> Iterator[int]:
    """References that are defined and never used."""
    for name in parsed.unused:
        # Markdown keeps references in small letters.
        yield max(0, text.lower().find(f"[{name}]:"))


# --- the table -----------------------------------------------------------------------------------

_AT_START = r"(?:^|<(?:p|li)>) *"
"""The beginning of a line, a paragraph or an item, as it is shown."""
_JOINED = "the list above goes on, with its own marks"
_AS_IT_IS = "the signs are shown as they are"
ROWS: tuple[Row, ...] = (
    Row(
        _shows(r"\n *(?:[-*+]|1\.) (?=\S)"),
        "no list: it goes on with the line above",
        "leave a blank line above it",
    ),
    Row(
        _has(
            rf"^(?P<by> *){_ITEM}[^\n]*\n(?:(?! *{_ITEM})[^\n]+\n)*\n?(?P<at>(?P=by)"
            rf" {{1,3}}{_ITEM})"
        ),
        "the list stays on the same level",
        "begin a list in a list with four spaces",
    ),
    Row(
        _has(rf"^(?:[-*+]|\d+\.) [^\n]*\n\n(?P<at> {{1,3}}(?!{_ITEM})\S)"),
        "the list ends before this paragraph",
        "begin a paragraph in a list with four spaces",
    ),
    Row(
        _first_numbers,
        "the list begins with 1",
        "begin with 1., or write the number with a backslash: 1996\\.",
    ),
    Row(
        _has(r"^[-*+] [^\n]*\n\n?(?P<at>\d+\. )"),
        _JOINED,
        "write a paragraph between the two lists",
    ),
    Row(
        _has(r"^\d+\. [^\n]*\n\n?(?P<at>[-*+] )"),
        _JOINED,
        "write a paragraph between the two lists",
    ),
    Row(_shows(rf"{_AT_START}(?:1|a)\) "), "no list: the mark is shown", "write 1. and a space"),
    Row(
        # One dash may begin what somebody says; two lines of them are meant as a list.
        _shows(rf"{_AT_START}(?:[•·‣◦▪●] |[–—] (?=[^<\n]*\n[–—] ))"),
        "no list: the mark is shown",
        "write - and a space",
    ),
    Row(
        _shows(rf"{_AT_START}(?:[-+]|1\.)(?=[^\W\d])"),
        "no list: the mark is shown",
        "write a space after the mark",
    ),
    Row(_shows(r"<li>\[[ xX]\]"), f"no box to tick: {_AS_IT_IS}", "leave the brackets out"),
    Row(
        _shows(rf"{_AT_START}\|"),
        "no table",
        "leave a blank line above, write |---| for each column",
    ),
    Row(
        _row_lengths(is_longer=True),
        "the cells that are too many are lost",
        "write as many as the head has",
    ),
    Row(
        _row_lengths(is_longer=False),
        "the row ends with empty cells",
        "write as many as the head has",
    ),
    Row(
        _has(r"^ {0,3}(?P<at>```)", in_code=True),
        "code in one line, or the signs",
        "put each piece of code between ` and `",
    ),
    Row(_shows(r"~~~"), f"no block of code: {_AS_IT_IS}", "put each piece of code between ` and `"),
    Row(
        _shows(r"<pre>[^\n<]*"),
        "code, for the line begins with four spaces",
        "begin it at the margin",
    ),
    Row(_shows(r"`"), "no code: the sign is shown", "write a second ` after the code"),
    Row(_shows(r"\[\^[^\]\n<]*\]"), f"no note: {_AS_IT_IS}", "write what it says into the text"),
    Row(
        _shows(r"~~(?!~)[^~\n<]+~~(?!~)"),
        f"nothing is struck out: {_AS_IT_IS}",
        "leave the words out",
    ),
    Row(_shows(r"==[^\s=<][^=\n<]*=="), f"nothing is marked: {_AS_IT_IS}", "write *word*"),
    Row(_shows(r"\+\+[^\s+<][^+\n<]*\+\+"), f"nothing is underlined: {_AS_IT_IS}", "write *word*"),
    Row(_shows(r"\^[^\s^<]+\^"), f"nothing is raised: {_AS_IT_IS}", "write ² and the like"),
    Row(
        _shows(r"(?<!~)~[^\s~<]+~(?!~)"), f"nothing is lowered: {_AS_IT_IS}", "write ₂ and the like"
    ),
    Row(
        # Two prices are no formula: $5 and $6.
        _shows(r"\$(?=\S)[^$\n<]*(?<=\S)\$(?!\d)"),
        f"no formula: {_AS_IT_IS}",
        "write it in words",
    ),
    Row(
        _shows(r"(?<![\w:]):[a-z][a-z0-9_+-]*:(?![\w:])"),
        f"no picture: {_AS_IT_IS}",
        "write the sign itself",
    ),
    Row(
        _shows(r"\*\*"),
        f"nothing is bold: {_AS_IT_IS}",
        "write **word**, with no space inside, in one paragraph",
    ),
    Row(
        # A star between two spaces or two letters is meant: 2 * 3, M*A*S*H.
        _shows(r"(?<![\w*])\*(?=\w)|(?<=\w)\*(?![\w*])"),
        "the star is shown",
        "write *word*, or \\* for a star",
    ),
    Row(
        # Inside a word it is a name: a__b.
        _shows(r"(?<!\w)__(?=\S)|(?<=\S)__(?!\w)"),
        "nothing is bold",
        "write **word**, with no space inside",
    ),
    Row(_shows(r"\\$"), "no break: the backslash is shown", "begin a new paragraph"),
    Row(
        _shows(r"<h[12]>[^<\n]*"),
        "a heading of the page",
        "write ### and a space for a part of a section",
    ),
    Row(
        _shows(r"<h[3-6]>#"),
        "a heading that begins with #",
        "write ### and a space, then the words",
    ),
    Row(
        _has(r"^(?P<at>#+) *$"), "a heading without words", "write ### and a space, then the words"
    ),
    Row(
        _shows(rf"{_AT_START}: (?=\S)"),
        f"no definition: {_AS_IT_IS}",
        "write it as a paragraph, or as a table",
    ),
    Row(_shows(r"\*\[[^\]\n<]+\]:"), f"no abbreviation: {_AS_IT_IS}", "write the words out"),
    Row(
        _shows(rf"{_AT_START}(?:!!! ?\w|:::)|\[![A-Z]+\]"),
        f"no box: {_AS_IT_IS}",
        "write a paragraph",
    ),
    Row(
        _shows(r"\]\(|\] \((?:\w+:|#)|\)\[(?:\w+:|#)|\]\[[^\]<\n]*\]"),
        f"no link: {_AS_IT_IS}",
        "write [text](address); what [name]: address defines holds in its own section or step",
    ),
    Row(_shows(r"\[\["), f"no link: {_AS_IT_IS}", "write [text](variant:war)"),
    Row(
        _shows(rf"{_AT_START}\[[^\]\n<^]+\]:"),
        f"no reference is defined: {_AS_IT_IS}",
        "write [name]: address",
    ),
    Row(
        _shows(_ADDRESS.pattern),
        "no link: the address is shown",
        "write [text](https://…), or <https://…>",
    ),
    Row(_unused, "nothing: no link uses this reference", "write [text][name], or take it out"),
    Row(
        _shows(r"\{[:#][^}\n<]*\}"),
        f"no attribute: {_AS_IT_IS}",
        "write it right after the word: *word*{: lang=fr }",
    ),
)
PLAIN = re.compile(r"\*\*|(?<![\w*])\*(?=\w)|`|\]\(|\{[:#]|(?<!\w)__?(?=\w)|&#?\w+;|</?\w+>")
"""Marks of Markdown, and what HTML has, in a text that is shown as it is."""
PLAIN_ROW = ("the signs are shown as they are: this is no Markdown", "leave them out")


def lookalikes(text: str) -> Iterator[Lookalike]:
    """What is not what it looks like, in a text that Markdown is given."""
    # Two signs for two, so that places stay the same; code stays, for Markdown must see it.
    meant = _MEANT.sub(lambda found: found[0] if found[1] else HIDDEN * 2, text)
    parsed = read(meant)
    for row in ROWS:
        yield from (Lookalike(at, row.comes_out, row.write) for at in row.find(meant, parsed))


def plain_lookalikes(text: str) -> Iterator[Lookalike]:
    """The first such fault of a text that is shown as it is: a title, a heading of a section, a
    description."""
    for found in PLAIN.finditer(text):
        yield Lookalike(found.start(), *PLAIN_ROW)
        return
