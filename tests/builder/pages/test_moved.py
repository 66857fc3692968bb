"""Laws of pages that have moved: the old address leads to the new one, and is named nowhere
else."""

from __future__ import annotations

import json
import re
from urllib.parse import urljoin

import pytest

from builder.values.errors import ContentError
from builder.workshop import check
from builder.workshop.html_page import read_page
from builder.workshop.pseudo import LENGTHENED, document
from builder.workshop.scaffold import untranslated
from builder.workshop.staleness import text_of
from tests.builder.small_project import BASE, Workshop
from tests.builder.small_project import text_of as html_of

PEACE, WAR = "content/variants/peace/de.md", "content/variants/war/de.md"
FRONT = '+++\ntitle = "title of peace de"'
NOW = "de/variants-de/peace-de/"
OLD = "de/frieden/"


def was(workshop: Workshop, *aliases: str, path: str = PEACE) -> int:
    """Gives a page addresses that it had before; returns the line."""
    return workshop.edit(path, "+++\ntitle", f"+++\naliases = {json.dumps(aliases)}\ntitle") + 1


@pytest.mark.parametrize(
    "old", [OLD, "old/", "de/a/b/c/", "frieden.html", "de/variants-de/peace-de/old.html"]
)
@pytest.mark.parametrize("base", [BASE, "https://example.org/games/war/", "/war/", ""])
def test_old_address_leads_to_the_new_one(workshop: Workshop, base: str, old: str) -> None:
    """By link, by script and without one, at any depth; robots are told which is the page."""
    was(workshop, old)
    text = html_of(workshop.build(base), old)
    here, there = (
        urljoin("https://example.org/x/", base) + old,
        urljoin("https://example.org/x/", base) + NOW,
    )
    for pattern in (
        r'<a href="([^"]*)"',
        r'data-to="([^"]*)"',
        r'http-equiv="refresh" content="0; url=([^"]*)"',
    ):
        (href,) = re.findall(pattern, text)
        assert there == urljoin(here, href)
    assert re.findall(r'<link rel="canonical" href="([^"]*)"', text) == (
        [base + NOW] if "://" in base else []
    )
    assert '<meta name="robots" content="noindex">' in text
    assert "<noscript><meta" in text
    assert read_page(text).lang == "de"
    assert list(read_page(text).faults) == []


def test_old_address_is_named_nowhere(workshop: Workshop) -> None:
    """No menu, no sitemap, no hreflang, nothing that is kept for readers without a network."""
    before = workshop.build().files
    was(workshop, OLD)
    after = dict(workshop.build().files)
    assert after.pop(f"{OLD}index.html")
    assert before == after


def test_no_check_has_anything_against_it(workshop: Workshop) -> None:
    """Its links lead somewhere, and it has one heading."""
    was(workshop, OLD, "old/")
    site = workshop.build(check.CHECK_BASE)
    pages = {
        path: read_page(data.decode())
        for path, data in site.files.items()
        if path.endswith(".html")
    }
    assert [*check.link_faults(site, pages), *check.markup_faults(pages)] == []
    assert list(check.translation_faults(site, pages)) == []


@pytest.mark.parametrize(
    "alias",
    [
        "",
        "/",
        "/de/x/",
        "de/x",
        "de//x/",
        "../x/",
        "de/../x/",
        "de/.x/",
        "Größe/",
        "a b/",
        "https://example.org/",
        "x.pdf",
    ],
)
def test_what_cannot_have_been_an_address_is_an_error(workshop: Workshop, alias: str) -> None:
    """With its line, and what to write."""
    line = was(workshop, alias)
    with pytest.raises(ContentError, match="is not an address that a page can have had") as caught:
        workshop.build()
    assert (PEACE, line, "aliases") == (caught.value.path, caught.value.line, caught.value.field)
    assert 'aliases = ["en/old-address/"]' in caught.value.hint


@pytest.mark.parametrize("alias", ["assets/x/", "recordings/", "words/de/"])
def test_folders_of_files_are_no_addresses(workshop: Workshop, alias: str) -> None:
    """Hosts let browsers keep all that lies there for ever."""
    was(workshop, alias)
    with pytest.raises(ContentError, match="is not an address that a page can have had"):
        workshop.build()


@pytest.mark.parametrize(
    "alias", ["de/war-de/", "De/War-De/", "de/war-de/index.html", "de/", "index.html", "404.html"]
)
def test_address_of_a_page_is_taken(workshop: Workshop, alias: str) -> None:
    """The error names both files."""
    line = was(workshop, alias)
    owner = {"de/": "home/de", "index.html": "root/en", "404.html": "not-found/en"}.get(alias)
    with pytest.raises(ContentError) as caught:
        workshop.build()
    assert (PEACE, line) == (caught.value.path, caught.value.line)
    assert PEACE in str(caught.value)
    assert (f"content/pages/{owner}.md" if owner else WAR) in str(caught.value).replace(PEACE, "")


def test_two_pages_cannot_have_had_one_address(workshop: Workshop) -> None:
    """The error names both files; so it does where one says it twice."""
    was(workshop, OLD, path=WAR)
    was(workshop, OLD)
    with pytest.raises(ContentError, match="have the same address /de/frieden/") as caught:
        workshop.build()
    assert PEACE in str(caught.value) and WAR in str(caught.value)


def test_text_that_is_no_page_had_no_address(workshop: Workshop) -> None:
    """The language chooser is one page, in the source language; what is missing has no address at
    all."""
    for path in ("content/pages/root/de.md", "content/pages/not-found/en.md"):
        was(workshop, "old/", path=path)
        with pytest.raises(ContentError, match="no page with an address of its own") as caught:
            workshop.build()
        assert path == caught.value.path
        workshop.edit(path, 'aliases = ["old/"]\n', "")
    was(workshop, "old/", path="content/pages/root/en.md")
    assert 'data-to="../"' in html_of(workshop.build(), "old/")


def test_aliases_are_no_text(workshop: Workshop) -> None:
    """Translators are not asked, and no other language inherits them."""
    source = "content/variants/peace/en.md"
    before = workshop.build().plan.pages["peace", "en"].document
    was(workshop, OLD, "en/a/", path=source)
    text = (workshop.root / source).read_text("utf-8")
    assert text_of(before) == text_of(workshop.build().plan.pages["peace", "en"].document)
    for made in (document(text, "peace", LENGTHENED), untranslated(text)):
        assert "aliases" not in made
