"""The parser of Markdown, made once: making it takes longer than a page does."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.extensions.attr_list import AttrListExtension
from markdown.extensions.tables import TableExtension
from markdown.inlinepatterns import HTML_RE, InlineProcessor
from markdown.treeprocessors import Treeprocessor

from builder.markdown.links import Parsed


class Tables(Treeprocessor):
    """Gives tables what a screen reader needs: a caption and the direction of their heads."""

    title = ""

    def run(self, root: Element) -> None:
        for table in root.iter("table"):
            caption = Element("caption", {"class": "sr"})
            caption.text = self.title
            caption.tail = "\n"
            table.insert(0, caption)
            for head in table.iter("th"):
                head.set("scope", "col")
            for row in table.iterfind("tbody/tr"):
                row[0].tag = "th"
                row[0].set("scope", "row")


class NoHtml(InlineProcessor):
    """Leaves HTML in a text as the words that it is, and remembers it."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(HTML_RE, md)
        self.found: list[str] = []

    # What a match becomes has no type of its own in Markdown.
    def handleMatch(self, m: re.Match[str], data: str) -> tuple[str, int, int]:  # type: ignore[override]  # noqa: N802
        self.found.append(m[1])
        return m[1], m.start(0), m.end(0)


class References(dict[str, tuple[str, str]]):
    """The definitions of a text's references, and which of them it uses."""

    def __init__(self) -> None:
        super().__init__()
        self.used: set[str] = set()

    def __getitem__(self, name: str) -> tuple[str, str]:
        self.used.add(name)
        return super().__getitem__(name)


class _Project(Extension):
    """This project's own steps."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name that Markdown calls
        self.tables = Tables(md)
        self.html = NoHtml(md)
        self.references = References()
        # After Markdown has read what stands inside lines (20), before lists of attributes (8) are.
        md.treeprocessors.register(self.tables, "tables", 12)
        # It would set whole blocks of HTML aside before any pattern sees them.
        md.preprocessors.deregister("html_block")
        # In the place of Markdown's own.
        md.inlinePatterns.register(self.html, "html", 90)
        md.references = self.references


class Parser:
    """Markdown with tables and lists of attributes, without HTML, and nothing else."""

    def __init__(self) -> None:
        self.project = _Project()
        # By name, Markdown would search all that is installed for them.
        extensions = [AttrListExtension(), TableExtension(), self.project]
        self.markdown = Markdown(extensions=extensions, output_format="html")

    def parse(self, text: str, title: str) -> str:
        """A text as HTML; the title names its tables."""
        self.project.tables.title = title
        # Without a reset, references of the text before would hold in this one.
        return self.markdown.reset().convert(text)

    def read(self, text: str) -> Parsed:
        """A text as HTML, and what else is to be known of it."""
        self.project.html.found.clear()
        self.project.references.used.clear()
        html = self.parse(text, "")
        references = self.project.references
        return Parsed(
            html, tuple(self.project.html.found), tuple(references.keys() - references.used)
        )
