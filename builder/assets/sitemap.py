"""What the site says to machines beside its pages: sitemap.xml and robots.txt."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from builder.pages.plan import NOT_FOUND, Plan

_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    ' xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
)


def sitemap(plan: Plan) -> str:
    """Every page with its alternates: the same set that its head names."""
    pages = sorted(plan.pages.values(), key=lambda page: page.path)
    entries = (
        entry
        for page in pages
        # It has no address of its own.
        if page.kind != NOT_FOUND
        for entry in _entry(plan, page.id, page.lang)
    )
    return _HEAD + "".join(entries) + "</urlset>\n"


def _entry(plan: Plan, page: str, lang: str) -> Iterator[str]:
    translations = plan.translations(plan.pages[page, lang])
    alternates = [(alternate.lang, alternate.url) for alternate in translations.alternates]
    yield f"<url><loc>{_text(translations.canonical)}</loc>\n"
    for code, url in [*alternates, ("x-default", translations.x_default)]:
        yield (
            f'<xhtml:link rel="alternate" hreflang="{escape(code)}" href="{escape(url or "")}"/>\n'
        )
    yield "</url>\n"


def _text(url: str | None) -> str:
    return escape(url or "")


def robots(plan: Plan) -> str:
    """Everybody may read everything; the sitemap is named where its address is known."""
    base = plan.content.settings.base_url
    return "User-agent: *\nAllow: /\n" + (f"Sitemap: {base}sitemap.xml\n" if base else "")
