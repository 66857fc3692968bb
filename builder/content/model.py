"""What a site says, as it was read: settings, texts and variants. All is frozen, all sequences are
tuples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from engine.rules import Rules


@dataclass(frozen=True)
class Imprint:
    """Who answers for this copy of the site; names a legal notice into existence."""

    name: str
    address: str = ""
    email: str = ""


@dataclass(frozen=True)
class Language:
    """One language of the site; `code` is a BCP 47 tag and, in small letters, the name of its
    folder."""

    code: str
    name: str
    """As the language calls itself: "Deutsch"."""
    dir: str = "ltr"
    letters: str = "A K Q J"
    """The index letters of ace, king, queen and jack."""
    threshold: int = 100
    """So much of it, in per cent, must be there."""
    draft: bool = False
    """Unpublished until it reaches its threshold."""


@dataclass(frozen=True)
class Settings:
    """What content/site.toml says, with the base URL that the command line may have replaced."""

    source: str
    """The code of the language that texts are written in first."""
    base_url: str
    """As in "https://example.org/war/"; "" if none is known."""
    repository: str
    languages: tuple[Language, ...]
    publisher: Imprint | None = None
    base_path: str = ""
    """The path of that address, "/war/", which may be known alone."""

    def language(self, code: str) -> Language:
        """The language with this code; the code comes from this very list."""
        return next(language for language in self.languages if language.code == code)


@dataclass(frozen=True)
class SourceSection:
    """A `## Heading {#id}` of a Markdown file with the text below it, not yet rendered."""

    is_leaf: ClassVar[bool] = True
    """A page that reads one of its fields depends on all of it (tracking/reads.py)."""

    id: str
    title: str
    text: str
    # For errors alone: a page is the same wherever its text stands in the file.
    line: int = field(repr=False)


TEXTS = (
    "title",
    "head_title",
    "description",
    "lead",
    "summary",
    "paragraph",
    "changes_caption",
    "action",
)
"""What stands in the front matter in the page's language; addresses are made anew in each."""


@dataclass(frozen=True)
class Document:
    """One Markdown file: the front matter, checked, and the sections below it."""

    id: str
    lang: str
    path: str
    title: str
    slug: str
    description: str
    sections: tuple[SourceSection, ...]
    head_title: str = ""
    lead: str = ""
    summary: str = ""
    paragraph: str = ""
    changes_caption: str = ""
    action: str = ""
    remarks: Mapping[str, str] = field(default_factory=dict)
    """Markdown by the key of the row in the table of rules: {"tie": "…"}."""
    lines: Mapping[str, int] = field(default_factory=dict)
    """Where each field stands in the file, for errors: {"title": 2, "remarks.tie": 9}."""
    source: str = ""
    """The digest of the source text that this one was translated from."""
    untranslated: bool = False
    """Whether it is still in the source language."""
    aliases: tuple[str, ...] = ()
    """Addresses that it had before."""
    digest: str = ""
    """Of the whole text, its figures written out."""


@dataclass(frozen=True)
class Entry:
    """What the plan needs of a document, and the way to the rest: reading all of thousands would
    take too long."""

    id: str
    lang: str
    path: str
    slug: str
    links: tuple[tuple[str, int, str], ...]
    """Those by key: key, line, field, as in ("variant:war", 12, "link")."""
    sections: tuple[str, ...]
    """Their ids."""
    figures: bool
    """Whether there are any to write out."""
    untranslated: bool
    aliases: tuple[str, ...]
    digest: str
    load: Callable[[], Document]

    @cached_property
    def document(self) -> Document:
        """The whole document."""
        return self.load()


@dataclass(frozen=True)
class Variant:
    """One rules.toml: the rule set and what the pages show beside it, in no language."""

    id: str
    path: str
    rules: Rules
    order: int
    top_level: bool
    """Whether its page lies in the language's folder, and not below that of the list."""
    tint: str
    emblem: tuple[str, ...]
    """Cards: ("As", "back")."""
    steps: tuple[str, ...]
    """The kind of picture beside each step: ("deal", "turn")."""
    options: Mapping[str, tuple[int | str, ...]] = field(default_factory=dict)
    """Rules that a board offers to choose, with their values: {"hand_size": (5, 7, 10)}."""
