"""The short way of plain texts: what comes out is what Markdown gives."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from markdown import Markdown
from markdown.extensions import Extension
from markdown.extensions.attr_list import AttrListExtension
from markdown.extensions.tables import TableExtension

from builder.cache import Shelf
from builder.documents import document_of, texts
from builder.markdown import Parser, Tables
from builder.prose import parsed
from tests.site import ROOT


class _Tables(Extension):
    """The one step of ours that changes what comes out."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name that Markdown calls
        self.step = Tables(md)
        self.step.title = "t"
        md.treeprocessors.register(self.step, "tables", 12)


OURS = Parser()
PLAIN = Markdown(extensions=[AttrListExtension(), TableExtension(), _Tables()], output_format="html")
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
    ]
)


@given(st.lists(PIECES, max_size=40))
def test_any_text_is_parsed_as_by_markdown_itself(pieces: list[str]) -> None:
    """Signs in any order, whole or broken."""
    text = "".join(pieces)
    assert PLAIN.reset().convert(text) == OURS.parse(text, "t")


@given(
    st.lists(st.sampled_from(["a", "b *c* d", " ", "\n", "\n\n", "- ", "1. ", "#", "=", "*", "[", "]", ":", "\xa0"]))
)
def test_paragraphs_begin_and_end_where_markdown_puts_them(pieces: list[str]) -> None:
    """Signs of other blocks, at the start of a line and within."""
    text = "".join(pieces)
    assert PLAIN.reset().convert(text) == OURS.parse(text, "t")


def test_every_page_is_parsed_as_by_markdown_itself() -> None:
    """All texts of the site."""
    files = sorted((ROOT / "content").glob("*/*/*.md"))
    documents = [document_of(file.relative_to(ROOT).as_posix(), file.read_bytes())[1] for file in files]
    for text, _, _ in (found for document in documents for found in texts(document)):
        assert PLAIN.reset().convert(text) == OURS.parse(text, "t")


@given(st.lists(st.sampled_from(["a", " ", "*", "**", "[", "](b)", ".", "ä", "-"]), max_size=12))
def test_emphasis_and_links_stand_where_markdown_puts_them(pieces: list[str]) -> None:
    """Stars and brackets next to words, spaces and each other."""
    text = "".join(pieces)
    assert PLAIN.reset().convert(text) == OURS.parse(text, "t")


def test_text_is_parsed_once(tmp_path: Path) -> None:
    """The shelf answers for a text that it knows; the title belongs to it, for it names the tables."""
    shelf = Shelf(tmp_path)
    first = parsed("| a |\n|---|\n| b |", "one", shelf)
    assert shelf.news().popitem()[1] == first
    assert parsed("| a |\n|---|\n| b |", "one", shelf) == first
    assert shelf.news() == {}
    assert parsed("| a |\n|---|\n| b |", "two", shelf) == first.replace("one", "two")
