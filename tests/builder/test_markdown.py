"""Texts that are written at once: what comes out is what Markdown gives."""

from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.content.documents import document_of, texts
from builder.markdown.parser import Parser
from builder.markdown.plain import written
from builder.markdown.prose import parsed
from builder.tracking.cache import Shelf
from tests.site import ROOT

T = TypeVar("T")
TITLE = "t & <t>"
MARKDOWN = Parser()
PIECES = st.sampled_from(
    [
        *"*_`[]()<>!&\\#|-\n:{}.",
        "**",
        "  \n",
        "\n\n",
        "word",
        "<https://a.b>",
        "&amp;",
        "[a](b)",
        "![a](b)",
        "| a |",
        "x ",
        " *a*",
        "*b c*.",
        "**d**",
        " [e](page:f#g)",
        "(",
        " & ",
        "ä",
        "\n- ",
        "\n1. ",
        "\n\n| a | b |\n|---|---:|\n| *c* | d |\n",
        "\n\n    code\n",
        "\n\n### ",
        "{.k}",
        "word word\n",
        "\n\nword",
        "\n1) ",
        "\n===\n",
        "\n***\n",
        "\n* * *\n",
        "\n[a]: b\n",
        "\t",
        "\N{NO-BREAK SPACE}",
        "\x02",
        "\r",
    ]
)


def mostly(usual: list[T], odd: list[T]) -> st.SearchStrategy[T]:
    """One of the usual ones, nine times in ten or so."""
    return st.sampled_from(usual * (9 * len(odd) // len(usual) + 1) + odd)


WORD = mostly(
    ["a", "b c", "*d* e", "**f**", "[g](page:h#i)", "j & k", "l > m", "ä."],
    [*"*[]|#>-+=:&_`\n", "", "**", "\\|", "`|`", "1. ", "- ", "{.k}", "[n]: o", "\N{NO-BREAK SPACE}", "p\n*q", "r* s"],
)
LINE = st.lists(WORD, min_size=1, max_size=3).map(" ".join)
HEADING = st.builds("{}{}".format, mostly(["# ", "### "], ["####### ", "##"]), LINE)
ITEM = st.builds("{}{}".format, mostly(["- "], ["-", "-  ", "  - ", "* ", "1. ", ""]), LINE)
DELIMITER = mostly(["---", ":--", "--:", ":-:"], [" - ", " :", "", "-|-", "-a"])
ENDS = mostly([("| ", " |"), ("|", "|")], [("", ""), ("| ", ""), ("", " |"), (" |", "|"), ("|", "| ")])


@st.composite
def tables(draw: st.DrawFn) -> str:
    """A table, mostly of the usual shape; some of its lines have a cell too many or too few, or other ends."""
    width = draw(st.integers(1, 3))
    widths = mostly([width], [width + 1, max(1, width - 1)])
    lines = []
    for cell in (LINE, DELIMITER, *[LINE | st.just("")] * draw(st.integers(0, 3))):
        start, end = draw(ENDS)
        lines.append(f"{start}{' | '.join(draw(cell) for _ in range(draw(widths)))}{end}")
    return "\n".join(lines)


BLOCK = st.one_of(LINE, HEADING, st.lists(ITEM, min_size=1, max_size=3).map("\n".join), tables())
BREAK = mostly(["\n\n"], ["", "\n", "\n\n\n", "\n \n", "\n\n\n\n", "\n\n\N{NO-BREAK SPACE}\n\n"])


@given(st.lists(PIECES, max_size=40))
def test_any_text_is_parsed_as_by_markdown_itself(pieces: list[str]) -> None:
    """Signs in any order, whole or broken."""
    text = "".join(pieces)
    assert MARKDOWN.parse(text, TITLE) == parsed(text, TITLE, None)


@given(
    st.lists(st.sampled_from(["a", "b *c* d", " ", "\n", "\n\n", "- ", "1. ", "#", "=", "*", "[", "]", ":", "\xa0"]))
)
def test_paragraphs_begin_and_end_where_markdown_puts_them(pieces: list[str]) -> None:
    """Signs of other blocks, at the start of a line and within."""
    text = "".join(pieces)
    assert MARKDOWN.parse(text, TITLE) == parsed(text, TITLE, None)


@given(st.lists(st.tuples(BREAK, BLOCK), max_size=4))
def test_headings_lists_and_tables_stand_where_markdown_puts_them(blocks: list[tuple[str, str]]) -> None:
    """Blocks of simple and other shapes, with a blank line before them or none."""
    text = "".join(part for block in blocks for part in block)
    assert MARKDOWN.parse(text, TITLE) == parsed(text, TITLE, None)


@given(st.one_of(tables(), st.lists(ITEM, min_size=2, max_size=3).map("\n".join), HEADING))
def test_block_alone_is_parsed_as_by_markdown_itself(text: str) -> None:
    """One block, so that its shapes come more often."""
    assert MARKDOWN.parse(text, TITLE) == parsed(text, TITLE, None)


def test_simple_text_needs_no_parser() -> None:
    """Paragraphs, headings, tables and lists."""
    text = "a *b*\nc\n\n### d\n\n- e\n- **f**\n\n| [g](h) | i |\n|---|--:|\n| j & k | |\n"
    assert MARKDOWN.parse(text, TITLE) == written(text, TITLE)


@pytest.mark.parametrize("text", ["`a`", "1. a", "- a\n    - b", "a  \nb", "<b>", "*a **b***", "| a |\n|---|", "&lt;"])
def test_any_other_text_is_left_to_the_parser(text: str) -> None:
    """Code, numbered and nested lists, breaks, HTML, emphasis in emphasis, a table without rows, entities."""
    assert written(text, TITLE) is None


def test_every_page_is_parsed_as_by_markdown_itself() -> None:
    """All texts of the site."""
    files = sorted((ROOT / "content").glob("*/*/*.md"))
    documents = [document_of(file.relative_to(ROOT).as_posix(), file.read_bytes())[1] for file in files]
    for text, _, _ in (found for document in documents for found in texts(document)):
        assert MARKDOWN.parse(text, TITLE) == parsed(text, TITLE, None)


@given(st.lists(st.sampled_from(["a", " ", "*", "**", "[", "](b)", "](c>d)", ".", "ä", "-"]), max_size=12))
def test_emphasis_and_links_stand_where_markdown_puts_them(pieces: list[str]) -> None:
    """Stars and brackets next to words, spaces and each other."""
    text = "".join(pieces)
    assert MARKDOWN.parse(text, TITLE) == parsed(text, TITLE, None)


def test_text_is_parsed_once(tmp_path: Path) -> None:
    """The shelf answers for a text that it knows; the title belongs to it, for it names the tables."""
    shelf = Shelf(tmp_path)
    first = parsed("| a |\n|---|\n| b |", "one", shelf)
    assert shelf.news().popitem()[1] == first
    assert parsed("| a |\n|---|\n| b |", "one", shelf) == first
    assert shelf.news() == {}
    assert parsed("| a |\n|---|\n| b |", "two", shelf) == first.replace("one", "two")
