"""Markdown as HTML, with links by key (`variant:peace`, `page:sources#numbers`) to the reader's
language.

What a text becomes depends on nothing but the text, and most of a build's time goes into it: with a
shelf, each text is parsed once. Where its links lead depends on the page, and is filled in
afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from builder.markdown.links import Parsed
from builder.tracking.cache import Shelf
from builder.values.digests import digest_of
from builder.values.urls import KEYED

if TYPE_CHECKING:
    from builder.markdown.parser import Parser

STEP = re.compile(r"^### +(.+?) *$", re.MULTILINE)
"""Heads a step of a variant's rules."""
_KEYED = re.compile(rf'(?<=<a) href="{KEYED.pattern}"')
"""In an element: words of a text could be the same, but never with the sign before them."""


@dataclass(frozen=True)
class Target:
    """Where a keyed link leads, from the page that it stands on; `lang` only when the page there is
    not in the reader's language."""

    href: str
    lang: str = ""


Resolve = Callable[[str, str], Target]
"""From a page's id and a fragment (may be "") to where it is."""


def render(text: str, resolve: Resolve, title: str = "", shelf: Shelf | None = None) -> Markup:
    """Markdown as HTML; the title names its tables."""

    def lead(found: re.Match[str]) -> str:
        target = resolve(found[2], found[3] or "")
        lang = f' hreflang="{target.lang}"' if target.lang else ""
        return f' href="{Markup.escape(target.href)}"{lang}'

    return Markup(_KEYED.sub(lead, parsed(text, title, shelf)))


def render_line(text: str, resolve: Resolve, shelf: Shelf | None = None) -> Markup:
    """Markdown of one paragraph, without the paragraph around it."""
    html = render(text, resolve, shelf=shelf)
    if html.startswith("<p>") and html.endswith("</p>") and html.count("<p>") == 1:
        return Markup(html[3:-4])
    return html


def parsed(text: str, title: str, shelf: Shelf | None) -> str:
    """Markdown as HTML with its keyed links as they are, from the shelf if it is there."""
    if not text:
        return ""
    # A sign that no text can hold, so that a title never runs into its text.
    key = digest_of(f"{title}\0{text}".encode())
    html: str | None = shelf.get(key) if shelf else None
    if html is None:
        html = _parser().parse(text, title)
        if shelf:
            shelf.put(key, html)
    return html


@cache
def _parser() -> Parser:
    # Half a second's tenth, which a build without a new text saves.
    from builder.markdown.parser import Parser

    return Parser()


def read(text: str) -> Parsed:
    """Markdown as HTML with its keyed links as they are, and what else checks of the text ask
    for."""
    return _parser().read(text)


def split_steps(text: str) -> list[tuple[str, str]]:
    """A section's parts: each ### heading with the text below it."""
    pieces = STEP.split(text)
    return list(zip(pieces[1::2], pieces[2::2], strict=True))
