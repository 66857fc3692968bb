"""The parser of Markdown, made once: making it takes longer than a page does.

Most of a build's time goes into looking for patterns where there are none. So a pattern is tried only on a text that
holds a sign without which it cannot match; what comes out is the same (a test compares it with plain Markdown).
"""

from __future__ import annotations

from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.extensions.attr_list import AttrListExtension
from markdown.extensions.tables import TableExtension
from markdown.treeprocessors import InlineProcessor, Treeprocessor
from markdown.util import AtomicString

SIGNS = {
    "backtick": "`",
    "escape": "\\",
    "reference": "[",
    "link": "[",
    "image_link": "!",
    "image_reference": "!",
    "short_reference": "[",
    "short_image_ref": "!",
    "autolink": "<",
    "automail": "<",
    "linebreak": "\n",
    "html": "<",
    "entity": "&",
}
"""A sign that each of Markdown's inline patterns needs; one that is not here is always tried."""


class _Inline(InlineProcessor):
    """Markdown's own, but for the patterns that it need not try."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(md)
        self._apply = getattr(self, "_InlineProcessor__applyPattern")  # noqa: B009 - a private name of Markdown's
        names = {md.inlinePatterns[name]: sign for name, sign in SIGNS.items() if name in md.inlinePatterns}
        self._tries = [(pattern, names.get(pattern, "")) for pattern in md.inlinePatterns]

    def _InlineProcessor__handleInline(self, data: str, index: int = 0) -> str:  # noqa: N802 - Markdown calls it so
        if isinstance(data, AtomicString):
            return data
        start = 0
        while index < len(self._tries):
            pattern, sign = self._tries[index]
            matched = False
            if sign in data:
                data, matched, start = self._apply(pattern, data, index, start)
            if not matched:
                index, start = index + 1, 0
        return data


class _Tables(Treeprocessor):
    """Gives tables what a screen reader needs: a caption and the direction of their heads."""

    title = ""

    def run(self, root: Element) -> None:
        for table in root.iter("table"):
            caption = Element("caption", {"class": "sr"})
            caption.text = self.title
            table.insert(0, caption)
            for head in table.iter("th"):
                head.set("scope", "col")
            for row in table.iterfind("tbody/tr"):
                row[0].tag = "th"
                row[0].set("scope", "row")


class _Project(Extension):
    """This project's own steps."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name that Markdown calls
        self.tables = _Tables(md)
        md.treeprocessors.register(self.tables, "tables", 4)
        md.treeprocessors.register(_Inline(md), "inline", 20)


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
