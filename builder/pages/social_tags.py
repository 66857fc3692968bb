"""What social networks read of a page: where it is, what it is called, and the picture that they
show with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from builder.markdown.prose import Target, render_line
from builder.pages.plan import Page, Plan, Translations

WIDTH = 1200
HEIGHT = 630
"""Pixels of a picture, as the networks ask for it."""


@dataclass(frozen=True)
class Tags:
    """What Open Graph and Twitter read of a page; every address is absolute, and no image is an
    empty one."""

    url: str
    image: str
    alt: str
    width: int
    height: int
    locale: str
    others: tuple[str, ...]


def tags(
    plan: Plan, page: Page, translations: Translations, pictures: Mapping[tuple[str, str], str]
) -> Tags:
    """The tags of a page that has an absolute address."""
    path = pictures.get((page.id, page.lang), "")
    return Tags(
        url=translations.canonical or "",
        image=path and plan.content.settings.base_url + path,
        alt=f"{page.document.title} · {plain(page.document.lead)}",
        width=WIDTH,
        height=HEIGHT,
        locale=locale_of(page.lang),
        others=tuple(_others(page, translations)),
    )


def _others(page: Page, translations: Translations) -> Iterator[str]:
    return (locale_of(other.lang) for other in translations.alternates if other.lang != page.lang)


def locale_of(code: str) -> str:
    """A language as Open Graph writes it, with the country where most of its readers live.

    >>> locale_of("de"), locale_of("nb"), locale_of("pt-BR"), locale_of("zh-Hans")
    ('de_DE', 'nb_NO', 'pt_BR', 'zh_CN')
    """
    from babel.core import Locale, get_global

    known = get_global("likely_subtags")
    locale = Locale.parse(code, sep="-")
    if not locale.territory:
        # The likeliest country of the language in this script, else of the language.
        locale = Locale.parse(known.get(str(locale)) or known.get(locale.language) or str(locale))
    return f"{locale.language}_{locale.territory}" if locale.territory else locale.language


def plain(text: str) -> str:
    """A line of Markdown as words alone; a dash stays with the word before it."""
    return (
        render_line(text, lambda page, fragment: Target("", ""))
        .striptags()
        .replace(" – ", "\N{NO-BREAK SPACE}– ")
    )
