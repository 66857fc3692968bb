"""Which pages exist, where they lie, and how each stands in its other languages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup

from builder.content.documents import VIEW_IDS, kind_of
from builder.content.load import Content
from builder.content.model import Document, Entry, Language, Settings
from builder.markdown.links import near
from builder.markdown.prose import Target
from builder.values.errors import ContentError
from builder.values.slugs import shown
from builder.values.urls import KEYED, file_of, relative

ROOT = "root"
HOME = "home"
LIST = "variants"
NOT_FOUND = "not-found"
MOVED = "moved"
HrefOf = Callable[[str], str]
"""From a path below the site's root to its address on a page."""


@dataclass(frozen=True)
class Page:
    """A page that exists: what it shows, in which language, and where it lies below the site's
    root."""

    id: str
    kind: str
    """That of its template: "variant", "prose"."""
    lang: str
    path: str
    """As in "en/variants/peace/"; "" for the root, "404.html"."""
    entry: Entry

    @property
    def document(self) -> Document:
        """What the page says."""
        return self.entry.document

    @property
    def digest(self) -> str:
        """Changes with the page's address and with its text."""
        return f"{self.path} {self.entry.digest}"


@dataclass(frozen=True)
class Alternate:
    """A page in one of its languages, as head, menu, sitemap and JSON-LD name it."""

    lang: str
    name: str
    """What the language calls itself."""
    href: str
    """Its address on the page that names it."""
    url: str | None
    """The absolute address; none without a base URL."""
    dir: str


@dataclass(frozen=True)
class Translations:
    """Every language of one page. The only source of hreflang, canonical, menu, sitemap and
    JSON-LD."""

    current: Alternate
    alternates: tuple[Alternate, ...]
    """All languages that it is in, in the site's order."""
    missing: tuple[tuple[str, str], ...]
    """The others, by code and name: ("fi", "suomi")."""
    canonical: str | None
    x_default: str | None
    """For readers of any other language; an absolute address, as `canonical` is."""


@dataclass(frozen=True)
class Plan:
    """The pages of a site and the ways between them."""

    content: Content
    pages: Mapping[tuple[str, str], Page]
    """By id and language."""
    moved: Mapping[str, tuple[str, str]]
    """Which page had an address before: {"en/old/": ("peace", "en")}."""

    def page(self, page: str, lang: str) -> Page | None:
        """The page with this id in this language, if it exists."""
        return self.pages.get((page, lang))

    @property
    def root(self) -> Page:
        """The language chooser at the site's root."""
        return self.pages[ROOT, self.content.settings.source]

    def languages(self, page: Page) -> list[Language]:
        """The languages that a page really exists in, in the site's order; the root stands for all
        homes."""
        if page.kind in (ROOT, NOT_FOUND):
            return list(self.content.settings.languages)
        return [
            lang for lang in self.content.settings.languages if (page.id, lang.code) in self.pages
        ]

    def href_from(self, page: Page) -> HrefOf:
        """How a page leads to others; the 404 page is served at any depth and needs whole paths."""
        if page.kind == NOT_FOUND:
            base = self.content.settings.base_path
            return lambda path: base + path
        return partial(relative, page.path)

    def url(self, page: Page) -> str | None:
        """The absolute address; none without a base URL."""
        base = self.content.settings.base_url
        return base + page.path if base else None

    def redirect(self, address: str) -> Page:
        """What stands in for a page at an address that it had before."""
        # Of the same text, but of a kind and at an address of its own.
        page = self.pages[self.moved[address]]
        return Page(page.id, MOVED, page.lang, address, page.entry)

    def target(self, page: Page, key: str, fragment: str) -> Target:
        """Where a link by key leads: the reader's language, else the language that x-default
        names."""
        found = self.page(key, page.lang) or self._default(key)
        href = self.href_from(page)(found.path) + (f"#{fragment}" if fragment else "")
        return Target(href, "" if found.lang == page.lang else found.lang)

    def _default(self, key: str) -> Page:
        """The page in English, else in the first language that has it; raises KeyError for a page
        that is in none, which `make_plan` lets no text name."""
        order = ["en", *(language.code for language in self.content.settings.languages)]
        for code in order:
            if found := self.pages.get((key, code)):
                return found
        raise KeyError(key)

    def translations(self, page: Page) -> Translations:
        """The page in all its languages: head, menu, sitemap and JSON-LD read this and nothing
        else."""
        kind = page.kind
        settings = self.content.settings
        # These two speak all languages at once: their alternates are the home pages.
        of = HOME if kind in (ROOT, NOT_FOUND) else page.id
        # It is served at addresses of which none is its own.
        base = "" if kind == NOT_FOUND else settings.base_url
        alternates = list[Alternate]()
        missing = list[tuple[str, str]]()
        # What the loop needs is asked for once: each asking is noted (tracking/reads.py).
        href = self.href_from(page)
        pages = self.pages
        languages = _languages(settings)

        def alternate(language: tuple[str, str, str], path: str) -> Alternate:
            code, name, direction = language
            return Alternate(code, name, href(path), base + path if base else None, direction)

        for language in languages:
            if other := pages.get((of, language[0])):
                alternates.append(alternate(language, other.path))
            else:
                missing.append(language[:2])
        if of != page.id:
            current = alternate(
                next(language for language in languages if language[0] == page.lang), page.path
            )
        else:
            lang = page.lang
            current = next(alternate for alternate in alternates if alternate.lang == lang)
        x_default = base + (self.root if of == HOME else self._default(of)).path if base else None
        return Translations(current, tuple(alternates), tuple(missing), current.url, x_default)

    def json_ld(self, page: Page, translations: Translations) -> Markup:
        """The page for machines; a data block, which the site's policy lets pass."""
        url = translations.canonical
        alternates = translations.alternates
        if not url:
            return Markup("")
        others = [
            {"@type": "WebPage", "@id": a.url, "inLanguage": a.lang}
            for a in alternates
            if a.url != url
        ]
        is_root = page.kind == ROOT
        data = {
            "@context": "https://schema.org",
            "@type": "WebPage",
            "@id": url,
            "url": url,
            "name": page.document.title,
            "description": page.document.description,
            "inLanguage": [a.lang for a in alternates] if is_root else page.lang,
            "workTranslation": others,
        }
        return Markup(
            # "</script>" in a title would end the element.
            json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        )


def _languages(settings: Settings) -> tuple[tuple[str, str, str], ...]:
    """What pages say of each language: code, name, direction."""
    return tuple((language.code, language.name, language.dir) for language in settings.languages)


def make_plan(content: Content) -> Plan:
    """The plan of a site; raises ContentError for two pages with one address and for dead keys."""
    pages = {(page.id, page.lang): page for page in _pages(content)}
    _check_addresses(pages.values())
    plan = Plan(content, pages, dict(_moved(content, pages)))
    _check_links(plan)
    return plan


def _pages(content: Content) -> Iterator[Page]:
    source = content.settings.source
    entries = content.documents.entries
    variants = {variant.id: variant for variant in content.variants}
    for (page, lang), entry in entries.items():
        variant = variants.get(page)
        kind = "variant" if variant else kind_of("pages", page).name
        if page in (ROOT, NOT_FOUND):
            # Once for all languages: the texts in the others stand on it as choices.
            if lang == source:
                yield Page(page, kind, lang, "" if page == ROOT else "404.html", entry)
            continue
        folder = lang.lower() + "/"
        above = entries.get((LIST, lang))
        # Below the list of variants, in a language that has one.
        if variant and not variant.top_level and above:
            folder += above.slug + "/"
        yield Page(page, kind, lang, folder if page == HOME else f"{folder}{entry.slug}/", entry)


def _moved(
    content: Content, pages: Mapping[tuple[str, str], Page]
) -> Iterator[tuple[str, tuple[str, str]]]:
    """Each address that a page had before, and which page; raises ContentError for one that is
    somebody else's."""
    entries = {key: entry for key, entry in content.documents.entries.items() if entry.aliases}
    owners = (
        # Some disks take names that differ in capitals alone for one.
        {file_of(page.path).lower(): page.entry.path for page in pages.values()} if entries else {}
    )
    for key, entry in entries.items():
        for alias in entry.aliases:
            file = file_of(alias).lower()
            line = entry.document.lines["aliases"]
            if key not in pages or pages[key].kind == NOT_FOUND:
                message = "this text is no page with an address of its own"
                raise ContentError(entry.path, line, "aliases", message, "leave aliases out")
            if file in owners:
                message = f"{entry.path} and {owners[file]} have the same address /{alias}"
                raise ContentError(
                    entry.path, line, "aliases", message, "take it out of one of them"
                )
            # Two texts cannot both have had it.
            owners[file] = entry.path
            yield alias, key


def _check_addresses(pages: Iterable[Page]) -> None:
    seen: dict[str, Page] = {}
    for page in pages:
        first = seen.setdefault(page.path, page)
        if first is not page:
            message = (
                f"{page.document.path} and {first.document.path} have the same address /{page.path}"
            )
            line = page.document.lines.get("slug", page.document.lines.get("title", 1))
            raise ContentError(
                page.document.path, line, "slug", message, "give one of them another slug"
            )


def _check_links(plan: Plan) -> None:
    """Each link by key must lead to a page, and its fragment to a part of that page."""
    parts: dict[str, set[str]] = {}
    for (page, _), target in plan.pages.items():
        parts.setdefault(page, set()).update(target.entry.sections)
    variants = {variant.id for variant in plan.content.variants}
    alive = set[str]()
    for entry in plan.content.documents.entries.values():
        for key, line, field in entry.links:
            if key in alive:
                continue
            fault = _fault(key, parts, variants)
            if fault:
                raise ContentError(entry.path, line, field, *fault)
            alive.add(key)


def _fault(key: str, parts: Mapping[str, set[str]], variants: set[str]) -> tuple[str, str] | None:
    """What is wrong with a key, and what to do."""
    found = KEYED.fullmatch(key)
    kind, page, fragment = found.groups() if found else ("", "", None)
    # No text leads to the language chooser or the page of the missing address, nor to a variant as
    # a page or a page as a variant.
    if page not in parts or page in (ROOT, NOT_FOUND) or (page in variants) != (kind == "variant"):
        known = _keys(parts, variants)
        return (
            f"dead key {shown(key)}{near(key.partition('#')[0], known)}",
            f"use one of: {', '.join(known)}",
        )
    known = sorted({*parts[page], *(VIEW_IDS if page in variants else ())})
    if fragment and fragment not in known:
        message = f"{key!r}: the page has no part #{fragment}{near(fragment, known)}"
        return message, f"use one of: {', '.join(known)}"
    return None


def _keys(pages: Iterable[str], variants: set[str]) -> list[str]:
    names = set(pages) - {ROOT, NOT_FOUND}
    return sorted(f"{'variant' if name in variants else 'page'}:{name}" for name in names)
