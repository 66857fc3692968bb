"""Our parser leaves out only what cannot match: what comes out is what Markdown gives."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from markdown import Markdown
from markdown.treeprocessors import InlineProcessor

from builder.cache import Shelf
from builder.documents import document_of, texts
from builder.markdown import SIGNS, Parser
from builder.prose import parsed
from tests.site import ROOT

OURS, PLAIN = Parser(), Parser()
PLAIN.markdown.treeprocessors.register(InlineProcessor(PLAIN.markdown), "inline", 20)
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
    ]
)


@given(st.lists(PIECES, max_size=40))
def test_any_text_is_parsed_as_by_markdown_itself(pieces: list[str]) -> None:
    """Signs in any order, whole or broken."""
    text = "".join(pieces)
    assert PLAIN.parse(text, "t") == OURS.parse(text, "t")


def test_every_page_is_parsed_as_by_markdown_itself() -> None:
    """All texts of the site."""
    files = sorted((ROOT / "content").glob("*/*/*.md"))
    documents = [document_of(file.relative_to(ROOT).as_posix(), file.read_bytes())[1] for file in files]
    for text, _, _ in (found for document in documents for found in texts(document)):
        assert PLAIN.parse(text, "t") == OURS.parse(text, "t")


def test_patterns_without_a_sign_are_known() -> None:
    """A new version of Markdown with another pattern is noticed."""
    names = set(Markdown(extensions=["attr_list", "tables"]).inlinePatterns._priority)  # type: ignore[attr-defined]
    assert {item.name for item in names} - SIGNS.keys() == {"em_strong"}


def test_text_is_parsed_once(tmp_path: Path) -> None:
    """The shelf answers for a text that it knows; the title belongs to it, for it names the tables."""
    shelf = Shelf(tmp_path)
    first = parsed("| a |\n|---|\n| b |", "one", shelf)
    assert shelf.news().popitem()[1] == first
    assert parsed("| a |\n|---|\n| b |", "one", shelf) == first
    assert shelf.news() == {}
    assert parsed("| a |\n|---|\n| b |", "two", shelf) == first.replace("one", "two")
