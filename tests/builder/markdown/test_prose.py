"""Each text is parsed by Markdown, once."""

from pathlib import Path

from builder.markdown.prose import parsed
from builder.tracking.cache import Shelf


def test_text_is_parsed_once(tmp_path: Path) -> None:
    """The shelf answers for a text that it knows; the title belongs to it, for it names the
    tables."""
    shelf = Shelf(tmp_path)
    first = parsed("| a |\n|---|\n| b |", "one", shelf)
    assert shelf.news().popitem()[1] == first
    assert parsed("| a |\n|---|\n| b |", "one", shelf) == first
    assert shelf.news() == {}
    assert parsed("| a |\n|---|\n| b |", "two", shelf) == first.replace("one", "two")
