"""Which pages exist, where they lie, and how each stands in its other languages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from builder.documents import KINDS
from builder.errors import ContentError
from builder.load import Content
from builder.model import Alternate, Document, Language, Page, Translations
from builder.prose import Target
from builder.urls import KEYED, KEYED_LINK, relative

ROOT, HOME, LIST, NOT_FOUND = "root", "home", "variants", "not-found"
VIEW_IDS = ("board", "changes", "ruleset", "length", "others")
"""Ids that templates give to the parts of a variant's page."""


@dataclass(frozen=True)
class Plan:
    """The pages of a site and the ways between them."""

    content: Content
    pages: Mapping[tuple[str, str], Page]

    def page(self, page: str, lang: str) -> Page | None:
        """The page with this id in this language, if it exists."""
        return self.pages.get((page, lang))

    @cached_property
    def root(self) -> Page:
        """The language chooser at the site's root."""
        return self.pages[ROOT, self.content.settings.source]

    def languages(self, page: Page) -> list[Language]:
        """The languages that a page really exists in, in the site's order; the root stands for all homes."""
        if page.kind in (ROOT, NOT_FOUND):
            return list(self.content.settings.languages)
        return [lang for lang in self.content.settings.languages if (page.id, lang.code) in self.pages]

    def href(self, page: Page, target: Page) -> str:
        """The address of a page on another; the 404 page is served at any depth and needs whole paths."""
        return self.href_of_path(page, target.path)

    def href_of_path(self, page: Page, path: str) -> str:
        """The address of a path below the root on a page."""
        if page.kind == NOT_FOUND:
            return self.content.settings.base_path + path
        return relative(page.path, path)

    def url(self, page: Page) -> str | None:
        """The absolute address; none without a base URL."""
        base = self.content.settings.base_url
        return base + page.path if base else None

    def target(self, page: Page, key: str, fragment: str) -> Target:
        """Where a link by key leads: the reader's language, else the language that x-default names."""
        found = self.page(key, page.lang) or self._default(key)
        href = self.href(page, found) + (f"#{fragment}" if fragment else "")
        return Target(href, "" if found.lang == page.lang else found.lang)

    def _default(self, key: str) -> Page:
        """The page in English, else in the first language that has it; raises KeyError for a dead key."""
        order = ["en", *(language.code for language in self.content.settings.languages)]
        return self.pages[key, next(code for code in order if (key, code) in self.pages)]

    def translations(self, page: Page) -> Translations:
        """The page in all its languages: head, menu, sitemap and JSON-LD read this and nothing else."""
        of = HOME if page.kind in (ROOT, NOT_FOUND) else page.id
        languages = self.languages(page)
        alternates = tuple(self._alternate(page, self.pages[of, lang.code], lang) for lang in languages)
        current = self._alternate(page, page, self.content.settings.language(page.lang))
        codes = [language.code for language in languages]
        missing = tuple((lang.code, lang.name) for lang in self.content.settings.languages if lang.code not in codes)
        if page.kind == NOT_FOUND:
            return Translations(current, alternates, missing, None, None, Markup(""))
        x_default = self.url(self.root if of == HOME else self._default(page.id))
        json_ld = self._json_ld(page, alternates) if current.url else Markup("")
        return Translations(current, alternates, missing, current.url, x_default, json_ld)

    def _alternate(self, page: Page, other: Page, language: Language) -> Alternate:
        url = None if page.kind == NOT_FOUND else self.url(other)
        return Alternate(language.code, language.name, self.href(page, other), url, language.dir)

    def _json_ld(self, page: Page, alternates: tuple[Alternate, ...]) -> Markup:
        """The page for machines; a data block, which the site's policy lets pass."""
        url = self.url(page)
        others = [{"@type": "WebPage", "@id": a.url, "inLanguage": a.lang} for a in alternates if a.url != url]
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
        return Markup(json.dumps(data, ensure_ascii=False).replace("<", "\\u003c"))


def make_plan(content: Content) -> Plan:
    """The plan of a site; raises ContentError for two pages with one address and for dead keys."""
    plan = Plan(content, {(page.id, page.lang): page for page in _pages(content)})
    _check_addresses(plan)
    for document in content.documents.values():
        _check_links(plan, document)
    return plan


def _pages(content: Content) -> Iterator[Page]:
    source = content.settings.source
    for (page, lang), document in content.documents.items():
        variant = content.variant(page)
        kind = "variant" if variant else KINDS[page].name
        if page in (ROOT, NOT_FOUND):
            if lang == source:
                yield Page(page, kind, lang, "" if page == ROOT else "404.html", document)
            continue
        folder = lang.lower() + "/"
        above = content.document(LIST, lang)
        if variant and not variant.top_level and above:
            folder += above.slug + "/"
        yield Page(page, kind, lang, folder if page == HOME else f"{folder}{document.slug}/", document)


def _check_addresses(plan: Plan) -> None:
    seen: dict[str, Page] = {}
    for page in plan.pages.values():
        first = seen.setdefault(page.path, page)
        if first is not page:
            message = f"{page.document.path} and {first.document.path} have the same address /{page.path}"
            line = page.document.lines.get("slug", page.document.lines.get("title", 1))
            raise ContentError(page.document.path, line, "slug", message, "give one of them another slug")


def _check_links(plan: Plan, document: Document) -> None:
    """Each link by key must lead to a page, and its fragment to a part of that page."""
    for text, line, field in _texts(document):
        for found in KEYED_LINK.finditer(text):
            at = line + text.count("\n", 0, found.start())
            _check_key(plan, found[1], document.path, at, field)


def _texts(document: Document) -> Iterator[tuple[str, int, str]]:
    """All Markdown of a document with the line it begins at."""
    for section in document.sections:
        yield section.text, section.line + 1, "link"
    for field in ("lead", "summary", "paragraph", "changes_caption"):
        yield getattr(document, field), document.lines.get(field, 1), field
    for key, remark in document.remarks.items():
        yield remark, document.lines[f"remarks.{key}"], f"remarks.{key}"


def _check_key(plan: Plan, key: str, path: str, line: int, field: str) -> None:
    found = KEYED.fullmatch(key)
    kind, page, fragment = found.groups() if found else ("", "", None)
    is_variant = plan.content.variant(page) is not None
    targets = [target for (id_, _), target in plan.pages.items() if id_ == page]
    if not targets or page in (ROOT, NOT_FOUND) or is_variant != (kind == "variant"):
        raise ContentError(path, line, field, f"dead key {key!r}", f"use one of: {', '.join(_keys(plan))}")
    ids = {section.id for target in targets for section in target.document.sections}
    if fragment and fragment not in ids.union(VIEW_IDS if is_variant else ()):
        hint = f"use one of: {', '.join(sorted(ids))}"
        raise ContentError(path, line, field, f"{key!r}: the page has no part #{fragment}", hint)


def _keys(plan: Plan) -> list[str]:
    names = {page for page, _ in plan.pages} - {ROOT, NOT_FOUND}
    return sorted(f"{'variant' if plan.content.variant(name) else 'page'}:{name}" for name in names)
