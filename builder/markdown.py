"""The parser of Markdown, made once: making it takes longer than a page does."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.extensions.attr_list import AttrListExtension
from markdown.extensions.tables import TableExtension
from markdown.treeprocessors import Treeprocessor


class Tables(Treeprocessor):
    """Gives tables what a screen reader needs: a caption and the direction of their heads."""

    title = ""

    def run(self, root: Element) -> None:
        for table in root.iter("table"):
            caption = Element("caption", {"class": "sr"})
            caption.text, caption.tail = self.title, "\n"
            table.insert(0, caption)
            for head in table.iter("th"):
                head.set("scope", "col")
            for row in table.iterfind("tbody/tr"):
                row[0].tag = "th"
                row[0].set("scope", "row")


class _Project(Extension):
    """This project's own step."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name that Markdown calls
        self.tables = Tables(md)
        md.treeprocessors.register(self.tables, "tables", 12)


class Parser:
    """Markdown with tables and lists of attributes, and nothing else."""

    def __init__(self) -> None:
        self.project = _Project()
        # By name, Markdown would search all that is installed for them.
        extensions = [AttrListExtension(), TableExtension(), self.project]
        self.markdown = Markdown(extensions=extensions, output_format="html")

    def parse(self, text: str, title: str) -> str:
        """A text as HTML; the title names its tables."""
        self.project.tables.title = title
        return self.markdown.reset().convert(text)
