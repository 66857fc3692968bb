"""Which translations were made from a source text that has changed since, and what changed in it.

Each translated Markdown file says in its front matter, as `source = "…"`, the digest of the source
text that it was made from. The texts behind these digests lie in locales/sources/, so that a change
can be shown paragraph by paragraph wherever the project is, with or without its history.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from builder.content.documents import document_of
from builder.content.frontmatter import edited, with_front, with_value, without
from builder.content.load import source_documents
from builder.content.model import TEXTS, Document, Settings
from builder.system.files import replace_files
from builder.values.digests import digest_of
from builder.values.errors import ContentError

FOLDER = "locales/sources"
MISSING = "missing"
UNTRANSLATED = "untranslated"
UNKNOWN = "unknown"
STALE = "stale"
CURRENT = "current"
"""How a page stands to its source text; WHAT (progress.py) says what each of these means."""


@dataclass(frozen=True)
class Change:
    """Paragraphs of the source text that became others; `before` or `after` is empty where some
    came or went."""

    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True)
class PageStatus:
    """A page in one language: its file, how it stands to its source text, and what changed there
    since."""

    path: str
    source: str
    """The path of its source text."""
    state: str
    """One of those above: MISSING to CURRENT."""
    changes: tuple[Change, ...] = ()
    """In a stale page, in the order of the text."""

    @property
    def is_stale(self) -> bool:
        """Whether the source text has changed since, or nobody knows."""
        return self.state in (STALE, UNKNOWN)


def paragraphs(document: Document) -> tuple[str, ...]:
    """What there is to translate, paragraph by paragraph; fields and headings count as
    paragraphs."""
    fields = [f"{name}: {text}" for name in TEXTS if (text := getattr(document, name))]
    remarks = [f"remarks.{key}: {text}" for key, text in document.remarks.items()]
    body = [
        paragraph
        for section in document.sections
        for paragraph in _section(section.title, section.text)
    ]
    return (*fields, *remarks, *body)


def _section(title: str, text: str) -> Iterator[str]:
    yield f"## {title}"
    for paragraph in re.split(r"\n\s*\n", text):
        # Blank lines and spaces at the end of one ask nothing of a translator.
        if lines := [line.rstrip() for line in paragraph.splitlines() if line.strip()]:
            yield "\n".join(lines)


def text_of(document: Document) -> str:
    """The paragraphs as one text, as it is kept in locales/sources/."""
    return "\n\n".join(paragraphs(document)) + "\n"


def source_digest(text: str) -> str:
    """Twelve hexadecimal digits that stand for a source text."""
    return digest_of(text.encode())[:12]


def changes(before: str, after: str) -> tuple[Change, ...]:
    """What became of a source text, in its order."""
    old = before.strip().split("\n\n")
    new = after.strip().split("\n\n")
    # In a text of 200 paragraphs difflib would take those that come often for junk, and not match
    # them.
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return tuple(
        Change(tuple(old[a:b]), tuple(new[c:d])) for kind, a, b, c, d in steps if kind != "equal"
    )


def status(
    root: Path,
    settings: Settings,
    lang: str,
    written: Mapping[tuple[str, str], Document] | None = None,
) -> tuple[PageStatus, ...]:
    """Every page of the source language as it stands in another one; `written` are all texts, if
    they are read."""
    written = source_documents(root, settings) if written is None else written
    sources = [document for document in written.values() if document.lang == settings.source]
    return tuple(
        _page_status(root, source, written.get((source.id, lang)), lang) for source in sources
    )


def _page_status(root: Path, source: Document, document: Document | None, lang: str) -> PageStatus:
    path = str(Path(source.path).with_name(f"{lang}.md"))
    if document is None:
        return PageStatus(path, source.path, MISSING)
    if document.untranslated:
        return PageStatus(path, source.path, UNTRANSLATED)
    now = text_of(source)
    if document.source == source_digest(now):
        return PageStatus(path, source.path, CURRENT)
    kept = root / kept_path(source.id, document.source)
    # Without the kept text nobody can say what has changed.
    if not document.source or not kept.is_file():
        return PageStatus(path, source.path, UNKNOWN)
    return PageStatus(path, source.path, STALE, changes(kept.read_text(encoding="utf-8"), now))


def kept_path(page: str, digest: str) -> str:
    """Where a source text lies that a translation was made from."""
    return f"{FOLDER}/{page}-{digest}.txt"


def accept(root: Path, settings: Settings, paths: Iterable[str]) -> list[str]:
    """Mark translations as made from the source text as it is now; returns their paths.

    Raises ContentError for a file that is no translation, or lacks what a page must say, before
    anything is written.
    """
    written = source_documents(root, settings)
    pairs = [
        (document, _source_of(written, settings, document)) for document in _named(written, paths)
    ]
    marked = {document.path: _marked(root, document, source) for document, source in pairs}
    # Without the mark a page must say all that its kind asks for: what fails here would break the
    # build.
    for path, data in marked.items():
        document_of(path, data)
    _write(root, [source for _, source in pairs], marked)
    _prune(root, settings)
    return [document.path for document, _ in pairs]


def trivial(root: Path, settings: Settings, path: str, before: str) -> list[str]:
    """Let a change of a source text ask nothing of translators: whatever was made from `before`
    counts as current.

    `before` is the whole Markdown file as it was. Returns the paths of the translations that were
    current then; raises ContentError for a path of no source text.
    """
    written = source_documents(root, settings)
    source = next(iter(_named(written, [path])))
    if source.lang != settings.source:
        hint = (
            f"give the path of a text in {settings.source!r}, or run: python build.py translate"
            f" accept {path}"
        )
        raise ContentError(path, 1, "translation", "this is not a source text", hint)
    # That of the whole project with the old text in its place, for the digest is of what was read,
    # not of the file.
    old = source_digest(
        text_of(source_documents(root, settings, {path: before})[source.id, source.lang])
    )
    current = [
        each for (page, _), each in written.items() if page == source.id and each.source == old
    ]
    _write(
        root,
        [source] if current else [],
        {each.path: _marked(root, each, source) for each in current},
    )
    _prune(root, settings)
    return [document.path for document in current]


Documents = dict[tuple[str, str], Document]
"""By page and language: ("peace", "de")."""


def _named(written: Documents, paths: Iterable[str]) -> Iterator[Document]:
    by_path = {document.path: document for document in written.values()}
    for path in paths:
        if path not in by_path:
            raise ContentError(
                path,
                1,
                "translation",
                "no page of the site",
                "give a file below content/, as status does",
            )
        yield by_path[path]


def _source_of(written: Documents, settings: Settings, document: Document) -> Document:
    source = written.get((document.id, settings.source))
    if document.lang == settings.source or source is None:
        hint = f"give the path of a text in a language other than {settings.source!r}"
        raise ContentError(document.path, 1, "translation", "this is no translation", hint)
    return source


def _write(root: Path, sources: Iterable[Document], marked: Mapping[str, bytes]) -> None:
    """Keep the source texts as they are now, then write the translations that were made from
    them."""
    texts = {source.id: text_of(source) for source in sources}
    kept = {kept_path(page, source_digest(text)): text.encode() for page, text in texts.items()}
    replace_files({root / path: data for path, data in (kept | dict(marked)).items()})


def _prune(root: Path, settings: Settings) -> None:
    """Source texts that no translation was made from go."""
    # Read again, for translations have just been marked.
    used = {
        kept_path(page, document.source)
        for (page, _), document in source_documents(root, settings).items()
    }
    for file in (root / FOLDER).glob("*.txt"):
        if f"{FOLDER}/{file.name}" not in used:
            file.unlink()


def _marked(root: Path, document: Document, source: Document) -> bytes:
    """The file with the digest of its source text and without the mark "untranslated"; nothing else
    is touched."""
    digest = source_digest(text_of(source))

    def mark(front: str) -> str:
        return with_value(without(front, "untranslated"), "source", digest)

    path = document.path
    return edited((root / path).read_bytes(), path, lambda text: with_front(text, path, mark))
