"""Markdown as HTML, with links by key (`variant:peace`, `page:sources#numbers`) to the reader's language."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from markupsafe import Markup

from builder.urls import KEYED

_STEP = re.compile(r"^### +(.+?) *$", re.MULTILINE)


@dataclass(frozen=True)
class Target:
    """Where a keyed link leads; `lang` only when the page is not in the reader's language."""

    href: str
    lang: str = ""


Resolve = Callable[[str, str], Target]
"""From a page's id and a fragment (may be "") to where it is."""


class _Links(Treeprocessor):
    """Turns keyed links into addresses."""

    resolve: Resolve

    def run(self, root: Element) -> None:
        for link in root.iter("a"):
            found = KEYED.fullmatch(link.get("href", ""))
            if found:
                target = self.resolve(found[2], found[3] or "")
                link.set("href", target.href)
                if target.lang:
                    link.set("hreflang", target.lang)


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
    """This project's own steps after parsing."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name that Markdown calls
        self.links, self.tables = _Links(md), _Tables(md)
        md.treeprocessors.register(self.links, "keyed-links", 5)
        md.treeprocessors.register(self.tables, "tables", 4)


@cache
def _parser() -> tuple[Markdown, _Project]:
    """One parser for all pages: making it takes longer than a page does."""
    project = _Project()
    return Markdown(extensions=["attr_list", "tables", project], output_format="html"), project


def render(text: str, resolve: Resolve, title: str = "") -> Markup:
    """Markdown as HTML; the title names its tables."""
    parser, project = _parser()
    project.links.resolve = resolve
    project.tables.title = title
    parser.reset()
    return Markup(parser.convert(text))


def render_line(text: str, resolve: Resolve) -> Markup:
    """Markdown of one paragraph, without the paragraph around it."""
    html = render(text, resolve)
    if html.startswith("<p>") and html.endswith("</p>") and html.count("<p>") == 1:
        return Markup(html[3:-4])
    return html


def split_steps(text: str) -> list[tuple[str, str]]:
    """A section's parts: each ### heading with the text below it."""
    pieces = _STEP.split(text)
    return list(zip(pieces[1::2], pieces[2::2], strict=True))
