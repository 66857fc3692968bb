"""How far each language is, page by page and message by message: what `translate status` shows and
`check` counts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from babel.messages.catalog import Catalog

from builder.content import catalogs
from builder.content.load import source_documents
from builder.content.model import Document, Settings
from builder.workshop import staleness
from builder.workshop.staleness import CURRENT, STALE, Change, PageStatus

WHAT = {
    staleness.MISSING: "not there: the page does not exist in this language",
    staleness.UNTRANSLATED: "still in the source language: translate it, then run translate accept",
    staleness.UNKNOWN: (
        "nobody knows which source text it was made from: compare, then run translate accept"
    ),
    STALE: "the source text has changed since",
}
"""What each state of a page means, as people read it."""


@dataclass(frozen=True)
class Progress:
    """What is left to do in one language; messages by their English text."""

    lang: str
    pages: tuple[PageStatus, ...]
    missing: tuple[str, ...]
    fuzzy: tuple[str, ...]

    @property
    def open_pages(self) -> tuple[PageStatus, ...]:
        """The pages that somebody has to look at."""
        return tuple(page for page in self.pages if page.state != CURRENT)


def all_progress(
    root: Path, settings: Settings, template: Catalog, languages: Iterable[str]
) -> list[Progress]:
    """The state of these languages; `template` has the messages of the code."""
    written = source_documents(root, settings)
    return [progress(root, settings, template, lang, written) for lang in languages]


def progress(
    root: Path,
    settings: Settings,
    template: Catalog,
    lang: str,
    written: Mapping[tuple[str, str], Document] | None = None,
) -> Progress:
    """The state of one language; `written` are all texts, if they are read."""
    catalog = catalogs.read_catalog(root, lang)
    found = {(m.id, m.context): m for m in catalogs.messages(catalog)} if catalog else {}
    wanted = {(m.id, m.context): _name(m.id) for m in catalogs.messages(template)}
    # A catalog may hold messages that the code no longer has.
    fuzzy = {key for key, message in found.items() if key in wanted and message.fuzzy}
    done = {key for key, message in found.items() if catalogs.is_translated(message)}
    return Progress(
        lang,
        staleness.status(root, settings, lang, written),
        tuple(name for key, name in wanted.items() if key not in done | fuzzy),
        tuple(name for key, name in wanted.items() if key in fuzzy),
    )


def _name(message: str | Sequence[str]) -> str:
    return message if isinstance(message, str) else message[0]


def report(found: Progress) -> Iterator[str]:
    """The state of one language for people, line by line."""
    pages = len(found.pages) - len(found.open_pages)
    yield f"{found.lang}: {pages} of {len(found.pages)} pages current, {_left(found)}"
    for page in found.open_pages:
        yield f"  {page.path}: {page.state} — {WHAT[page.state]}"
        for change in page.changes:
            yield from _diff(change)
    yield from (f"  message missing: {name!r}" for name in found.missing)
    yield from (f"  message fuzzy: {name!r}" for name in found.fuzzy)


def _left(found: Progress) -> str:
    if not found.missing and not found.fuzzy:
        return "all messages translated"
    return f"{len(found.missing)} messages missing, {len(found.fuzzy)} fuzzy"


def _diff(change: Change) -> Iterator[str]:
    yield "    @@"
    for sign, texts in (("-", change.before), ("+", change.after)):
        yield from (f"    {sign} {line}" for text in texts for line in text.split("\n"))


def report_json(found: Sequence[Progress]) -> str:
    """The same for programs."""
    # All ASCII: no terminal changes it.
    return json.dumps({"languages": [asdict(each) for each in found]}, indent=1)
