"""Reading content/ and locales/ into values, with every fault named by file, line and field."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from gettext import NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING

from builder.content import catalogs
from builder.content.documents import Facts, document_of, id_fault
from builder.content.figures import Figures, fill_document
from builder.content.model import Document, Entry, Imprint, Language, Settings, Variant
from builder.content.recordings import FOLDER as RECORDED
from builder.content.recordings import Recorded, read_recorded
from builder.content.rule_changes import rule_changes
from builder.markdown.prose import STEP
from builder.tracking.sources import FOLDERS, Sources, folders
from builder.values.base_url import AddressError, site_address
from builder.values.errors import ContentError
from builder.values.numbers import formats
from builder.values.slugs import shown
from builder.values.toml import Table, decoded, parse
from engine.rules import Rules, RulesError

if TYPE_CHECKING:
    from babel.core import Locale

SITE = "content/site.toml"
VARIANTS = "content/variants"
PAGES = "content/pages"
MARKDOWN = ("md", "markdown", "mdown", "mkdn", "mkd", "mdwn")
"""Ends of names of texts, in small letters; only the first of them is read."""
TINTS = ("sky", "brass", "plum", "moss", "clay", "slate")
"""Colours that the stylesheet has for variants."""
PICTURES = ("deal", "turn", "war", "collect", "out", "rank", "quick", "stand")
"""Kinds of pictures beside steps (pages/step_pictures.py)."""
DIRECTIONS = ("ltr", "rtl")
LEGAL = "legal"
"""The page that exists where site.toml names a publisher."""
CHOOSABLE = ("hand_size", "face_down")
"""Rules that a board can offer to choose, each as a row of numbers."""
FIXED_PAGES = ("root", "home", "not-found")
"""Pages that every language must have."""
CODES = 'write it as in BCP 47: "de", "pt-BR", "zh-Hans"'
_CODE = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?")
"""A language, its script, its region: "de", "zh-Hans", "pt-BR", "es-419"."""
_SCRIPT = re.compile(r"-([A-Z][a-z]{3})\b")
RTL_SCRIPTS = frozenset(
    ("Adlm", "Arab", "Aran", "Hebr", "Mand", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa", "Yezi")
)
"""Of ISO 15924, those in use that run from right to left: Babel has no word on a script that it
knows no texts of."""
_SPEAKING = re.compile(r"[\[\]<>`{}\\]")
"""What could make a link or an element of a figure, which texts that were checked take in."""
_CARD = re.compile(r"([2-9]|10|[JQKA])[cdhs]|back")
"""A card of an emblem: "As", "10h", "back"."""


class Documents(Mapping[tuple[str, str], Document]):
    """All documents by page and language; each is read when somebody asks for more than its
    entry."""

    def __init__(self, entries: Mapping[tuple[str, str], Entry]) -> None:
        self.entries = entries

    def __getitem__(self, key: tuple[str, str]) -> Document:
        return self.entries[key].document

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __contains__(self, key: object) -> bool:
        return key in self.entries


@dataclass(frozen=True)
class Content:
    """Everything that the pages are made from."""

    settings: Settings
    variants: tuple[Variant, ...]
    documents: Documents
    words: Mapping[str, NullTranslations]
    """The messages by language."""
    recorded: Mapping[str, Recorded]
    """What is recorded by variant; one without figures is not there."""
    held_back: Mapping[str, float]
    """The drafts that are left out, each with how much of it there is, in per cent."""

    def document(self, page: str, lang: str) -> Document | None:
        """The page's text in this language, if it is written."""
        return self.documents.get((page, lang))

    def variant(self, page: str) -> Variant | None:
        """The variant with this id, if the page is one."""
        return next((variant for variant in self.variants if variant.id == page), None)


def load(root: Path, base_url: str | None = None, sources: Sources | None = None) -> Content:
    """Read and check the whole content below `root`; `base_url` replaces the one in site.toml.

    Raises ContentError for the first fault, and AddressError for a `base_url` that is none.
    """
    sources = sources or Sources(root)
    _check_folders(root, sources)
    variants = read_variants(root, sources)
    found = ((variant.id, read_recorded(root, variant.id, sources)) for variant in variants)
    recorded = {variant: figures for variant, figures in found if figures}
    everything = read_settings(root, base_url, sources)
    written = [entry for entry in _written(sources, everything, variants) if not entry.untranslated]
    held_back = _held_back(sources, everything, written)
    languages = tuple(
        language for language in everything.languages if language.code not in held_back
    )
    settings = replace(everything, languages=languages)
    words = {lang.code: catalogs.read_words(root, lang.code, sources) for lang in languages}
    codes = {language.code for language in languages}
    shown = (
        entry
        for entry in written
        if entry.lang in codes and (entry.id != LEGAL or settings.publisher)
    )
    entries = {
        (entry.id, entry.lang): _filled(entry, recorded, words[entry.lang], settings.publisher)
        for entry in shown
    }
    # After drafts are left out: until they come out, they may lack these pages.
    _check_fixed_pages(settings, entries)
    return Content(settings, variants, Documents(entries), words, recorded, held_back)


def source_documents(
    root: Path, settings: Settings, replaced: Mapping[str, str] = {}
) -> dict[tuple[str, str], Document]:
    """Every text as it is written, unpublished ones too, by page and language; `replaced` has texts
    to read instead of files, by path.

    Raises ContentError.
    """
    sources = Sources(root)
    entries = _written(sources, settings, read_variants(root, sources))
    return {(entry.id, entry.lang): _replaced(entry, replaced) for entry in entries}


def _replaced(entry: Entry, replaced: Mapping[str, str]) -> Document:
    text = replaced.get(entry.path)
    return document_of(entry.path, text.encode())[1] if text else entry.document


def _held_back(sources: Sources, settings: Settings, written: list[Entry]) -> dict[str, float]:
    """The drafts that are not far enough: a draft comes out when it reaches its threshold."""
    drafts = [language for language in settings.languages if language.draft]
    shares = {draft.code: drafted_share(sources, settings, written, draft.code) for draft in drafts}
    return {
        draft.code: shares[draft.code] for draft in drafts if shares[draft.code] < draft.threshold
    }


def drafted_share(
    sources: Sources, settings: Settings, written: Iterable[Entry], code: str
) -> float:
    """How much of a language there is, in per cent: of its pages or of its messages, whatever is
    less.

    Without a page that every language must have there is nothing to show.
    """
    documents = list(written)
    pages = {document.id for document in documents if document.lang == settings.source}
    own = {document.id for document in documents if document.lang == code}
    if not own.issuperset(FIXED_PAGES):
        return 0
    return min(
        100 * len(own & pages) / max(1, len(pages)), catalogs.translated_share(code, sources)
    )


# --- site.toml -----------------------------------------------------------------------------------


def read_settings(
    root: Path, base_url: str | None = None, sources: Sources | None = None
) -> Settings:
    """What site.toml says; `base_url` replaces the one there, and raises AddressError if it is
    none.

    Raises ContentError for what is wrong in site.toml.
    """
    sources = sources or Sources(root)
    settings: Settings = sources.value(SITE, settings_of)
    if base_url is None:
        return settings
    url, path = site_address(base_url)
    return replace(settings, base_url=url, base_path=path)


def settings_of(path: str, data: bytes) -> tuple[None, Settings]:
    """The settings in site.toml, as a value without facts (`Sources`); raises ContentError."""
    table = _table(path, data)
    table.only(("source", "base_url", "repository", "publisher", "languages"))
    languages = tuple(_languages(table))
    source = table.string("source", allowed=(language.code for language in languages))
    url, base_path = _base(table)
    return None, Settings(
        source, url, table.string("repository", ""), languages, _publisher(table), base_path
    )


def _table(path: str, data: bytes) -> Table:
    return parse(decoded(data, path), path)


def _languages(table: Table) -> Iterator[Language]:
    if not table.values.get("languages"):
        raise table.fault(
            "languages", "missing", 'add [[languages]] with code = "en" and name = "English"'
        )
    seen = set[str]()
    for item in table.tables("languages"):
        item.only(("code", "name", "dir", "letters", "threshold", "draft"))
        language = _language(item)
        # Addresses have codes in small letters: two that differ in capitals alone would share a
        # folder.
        if language.code.lower() in seen:
            raise item.fault("code", f"{language.code!r} is listed twice", "remove one of the two")
        seen.add(language.code.lower())
        yield language


def _language(item: Table) -> Language:
    code = item.string("code")
    letters = item.string("letters", "A K Q J")
    try:
        own = direction_of(code)
    except CodeError as error:
        raise item.fault("code", str(error), CODES) from None
    direction = item.string("dir", own, DIRECTIONS)
    if len(letters.split()) != 4:
        hint = 'write those of ace, king, queen and jack: letters = "A K Q J"'
        raise item.fault("letters", f"{letters!r} are not four index letters", hint)
    threshold = item.integer("threshold", 100)
    draft = item.boolean("draft", False)
    return Language(code, item.string("name"), direction, letters, threshold, draft)


class CodeError(ValueError):
    """A text that is no language code, or one of a language that nobody knows."""


def locale_of(code: str) -> Locale:
    """What Babel knows of a language: its code, then script, then region; raises CodeError."""
    from babel.core import Locale, UnknownLocaleError

    if not _CODE.fullmatch(code):
        raise CodeError(f"{shown(code)} is not a language code")
    try:
        return Locale.parse(code, sep="-")
    except (UnknownLocaleError, ValueError):
        raise CodeError(f"Babel does not know the language {code!r}") from None


def direction_of(code: str) -> str:
    """How a language runs, "ltr" or "rtl": as the script in its code does, else as Babel says;
    raises CodeError."""
    # Asked first, so that a code of no language is refused whatever its script.
    known = locale_of(code).text_direction
    script = _SCRIPT.search(code)
    if script:
        return "rtl" if script[1] in RTL_SCRIPTS else "ltr"
    return "rtl" if known == "rtl" else "ltr"


def _publisher(table: Table) -> Imprint | None:
    if "publisher" not in table.values:
        return None
    item = table.table("publisher")
    item.only(("name", "address", "email"))
    publisher = Imprint(item.string("name"), item.string("address", ""), item.string("email", ""))
    for field, text in vars(publisher).items():
        if found := _SPEAKING.search(text):
            raise item.fault(field, f"{found[0]!r} would be read as Markdown", "leave it out")
    return publisher


def _base(table: Table) -> tuple[str, str]:
    """The base URL ("" if none) and the base path that site.toml says."""
    try:
        return site_address(table.string("base_url", ""))
    except AddressError as error:
        raise table.fault("base_url", error.message, f'{error.hint}, or "" for none') from None


# --- variants ------------------------------------------------------------------------------------


def read_variants(root: Path, sources: Sources | None = None) -> tuple[Variant, ...]:
    """All variants, in their order; raises ContentError for what is wrong in a rules.toml."""
    sources = sources or Sources(root)
    paths = sources.below(VARIANTS)
    _check_ids(paths, VARIANTS, "variant")
    ids = folders(paths, VARIANTS)
    found: list[Variant] = [
        sources.value(f"{VARIANTS}/{id_}/rules.toml", variant_of) for id_ in ids
    ]
    return tuple(sorted(found, key=lambda variant: (variant.order, variant.id)))


def variant_of(path: str, data: bytes) -> tuple[None, Variant]:
    """The variant that a rules.toml describes, as a value without facts (`Sources`); raises
    ContentError."""
    table = _table(path, data)
    table.only(("order", "top_level", "tint", "emblem", "steps", "rules", "options"))
    variant = Variant(
        id=Path(path).parent.name,
        path=path,
        rules=_rules(table.table("rules")),
        order=table.integer("order"),
        top_level=table.boolean("top_level", False),
        tint=table.string("tint", allowed=TINTS),
        emblem=table.strings("emblem"),
        steps=table.strings("steps", PICTURES),
        options={name: tuple(_choices(table, name)) for name in table.table("options").values},
    )
    _check_emblem(table, variant)
    _check_options(table, variant)
    return None, variant


def _rules(table: Table) -> Rules:
    try:
        return Rules.from_mapping(table.values)
    except RulesError as error:
        raise table.fault(
            error.field, str(error), "change the value or leave the line out"
        ) from None


def _choices(table: Table, name: str) -> list[int | str]:
    value = table.table("options").values[name]
    if not isinstance(value, list) or not value:
        raise table.table("options").fault(
            name, "not a list of values", f"write {name} = [5, 7, 10]"
        )
    return value


def _check_options(table: Table, variant: Variant) -> None:
    """Each value that a player may choose must be one that the engine can play."""
    options = table.table("options")
    options.only(CHOOSABLE)
    for name, choices in variant.options.items():
        for choice in choices:
            try:
                # With the other rules of the variant, for a value may fit one rule set and not
                # another.
                Rules.from_mapping({**variant.rules.changes(), name: choice})
            except RulesError as error:
                raise options.fault(name, str(error), "take the value out of the list") from None


def _check_emblem(table: Table, variant: Variant) -> None:
    for card in variant.emblem:
        if not _CARD.fullmatch(card):
            raise table.fault(
                "emblem", f"{card!r} is not a card", 'write cards as "As", "10h", "back"'
            )


# --- documents -----------------------------------------------------------------------------------


def _filled(
    entry: Entry,
    recorded: Mapping[str, Recorded],
    words: NullTranslations,
    publisher: Imprint | None,
) -> Entry:
    """The entry with the figures of its document written out."""
    if not entry.figures:
        return entry
    figures = Figures(recorded, formats(entry.lang), words, publisher)
    document = fill_document(entry.document, figures)
    return replace(entry, digest=document.digest, load=lambda: document)


def _written(
    sources: Sources, settings: Settings, variants: tuple[Variant, ...]
) -> Iterator[Entry]:
    """Every document, checked; those of variants first, in their order."""
    names = {f"{language.code}.md" for language in settings.languages}
    _check_places(sources, names, f"{settings.source}.md")
    _check_ids((path for path in sources.below(PAGES) if path.endswith(".md")), PAGES, "page")
    for variant in variants:
        # Links and documents know a page by its id: one of the two would stand for both.
        if sources.below(f"{PAGES}/{variant.id}"):
            message = f"{variant.id!r} is also a page, {PAGES}/{variant.id}"
            raise ContentError(
                variant.path, 1, "variant", message, "give one of the two folders another name"
            )
        for entry in _entries(sources, f"{VARIANTS}/{variant.id}", names):
            # What is not translated yet is not published, and may lack all of it.
            if not entry.untranslated:
                _check_steps(entry.document, variant)
                _check_remarks(entry.document, variant)
            yield entry
    yield from _entries(sources, PAGES, names)


def _entries(sources: Sources, folder: str, names: set[str]) -> Iterator[Entry]:
    """The documents below a folder; an entry is made once, as long as its file does not change."""
    paths = [
        path for path in sources.below(folder) if path.endswith(".md") and path.count("/") == 3
    ]
    for path in paths:
        _check_name(path, names)
    sources.prepare(paths, document_of)
    for path in paths:
        made = sources.file(path, document_of)
        # The file keeps its entry, and with it the document that was read.
        made.entry = made.entry or _entry(
            path, made.facts, made.digest, partial(sources.value, path, document_of)
        )
        yield made.entry


def _entry(path: str, facts: Facts, digest: str, load: Callable[[], Document]) -> Entry:
    _, _, page, name = path.split("/")
    return Entry(page, name.removesuffix(".md"), path, *facts, digest, load)


def _check_name(path: str, names: set[str]) -> None:
    name = path.rpartition("/")[2]
    if name not in names:
        near = _near(name, names)
        if near != name:
            raise ContentError(
                path, 1, "language", "languages are written as in site.toml", f"rename it to {near}"
            )
        codes = ", ".join(sorted(name.removesuffix(".md") for name in names))
        hint = f"name the file after one of: {codes}, or add [[languages]] to {SITE}"
        raise ContentError(
            path, 1, "language", f"{name.removesuffix('.md')!r} is not a language of the site", hint
        )


def _near(name: str, names: set[str]) -> str:
    """The file that is meant: a language in other letters, or with _ as in the names of
    catalogs."""
    asked = name.lower().replace("_", "-")
    return next((known for known in sorted(names) if known.lower() == asked), name)


def _check_folders(root: Path, sources: Sources) -> None:
    """Where texts are looked for in a folder there must be none, or one: a file would count as
    nothing at all.

    So would a folder under another spelling, which some systems take for the same.
    """
    known = {VARIANTS, PAGES, RECORDED}
    for name in folders(sources.below("content"), "content"):
        place = f"content/{name}"
        if place not in known and place.lower() in known:
            raise ContentError(
                place, 1, "folder", "its name is in small letters", f"rename it to {place.lower()}"
            )
    for folder in (*FOLDERS, VARIANTS, PAGES, RECORDED):
        # Sources look for files below the top folders: whether one of these is a file itself, or a
        # link to nowhere, only the disk says.
        if folder in sources or (
            "/" not in folder and os.path.lexists(root / folder) and not (root / folder).is_dir()
        ):
            hint = f"move it away, and make {folder}/ again"
            raise ContentError(folder, 1, "folder", "a file lies where this folder must be", hint)


def _check_ids(paths: Iterable[str], folder: str, field: str) -> None:
    """The folder of a page or a variant is named by its id, which stands in addresses."""
    for id_ in folders(paths, folder):
        fault = id_fault(folder.rpartition("/")[2], id_)
        if fault:
            message, hint = fault
            raise ContentError(f"{folder}/{id_}", 1, field, message, f"rename the folder: {hint}")


def _check_places(sources: Sources, names: set[str], source: str) -> None:
    """A text lies in the folder of its page, in a file that ends in .md: one elsewhere would be
    seen by nobody."""
    for folder in (VARIANTS, PAGES):
        for path in sources.below(folder):
            stem, _, suffix = path.rpartition(".")
            if suffix.lower() in MARKDOWN and suffix != "md":
                name = _near(f"{stem.rpartition('/')[2]}.md", names)
                raise ContentError(
                    path, 1, "page", "only files that end in .md are read", f"rename it to {name}"
                )
            if path.count("/") != 3 and path.endswith(".md"):
                *above, name = path.removeprefix(f"{folder}/").split("/")
                # A guess at what is meant: pages/a/b/de.md is of the page a-b, and pages/rules.md
                # of "rules".
                page = "-".join(above) or ("…" if name in names else name.removesuffix(".md"))
                hint = f"move it to {folder}/{page}/{name if above or name in names else source}"
                raise ContentError(path, 1, "page", "not in the folder of a page", hint)


def _check_steps(document: Document, variant: Variant) -> None:
    section = next(section for section in document.sections if section.id == "steps")
    # What stands before the first heading, then heading and text in turn.
    before, *pieces = STEP.split(section.text)
    if before.strip():
        hint = "write it below the first ###"
        raise ContentError(
            document.path, section.line + 1, "#steps", "text before the first step", hint
        )
    steps = len(pieces) // 2
    if steps != len(variant.steps):
        message = f"{steps} steps, but {variant.path} names {len(variant.steps)} pictures"
        raise ContentError(
            document.path, section.line, "#steps", message, "write one ### for each picture"
        )


def _check_remarks(document: Document, variant: Variant) -> None:
    """A remark must belong to a row of the variant's table."""
    known = {change.key for change in rule_changes(variant.rules, NullTranslations(), str)}
    for key in document.remarks:
        if key not in known:
            message = f"{key!r} is no row of this variant's table"
            hint = f"use some of: {', '.join(sorted(known))}"
            raise ContentError(
                document.path, document.lines[f"remarks.{key}"], "remarks", message, hint
            )


def _check_fixed_pages(settings: Settings, documents: Mapping[tuple[str, str], Entry]) -> None:
    for language in settings.languages:
        for page in FIXED_PAGES:
            if (page, language.code) not in documents:
                message = f"{language.code!r} has no {page} page"
                hint = f"write content/pages/{page}/{language.code}.md, or take the language out"
                raise ContentError(SITE, 1, "languages", message, hint)
