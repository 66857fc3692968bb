"""Inputs of a multilingual site: half translated pages, slugs, base paths, codes, links by key."""

import json
import unicodedata
from pathlib import Path
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.output.site import Site
from builder.values.errors import ContentError
from builder.values.slugs import TAKEN, name_fault, slug_from
from builder.values.urls import relative
from builder.workshop.check import link_faults, translation_faults
from tests.builder.small_project import BASE, Workshop, pages, text_of


def faults(site: Site) -> list[str]:
    found = {
        f"{path}index.html" if path[-1:] in ("", "/") else path: page
        for path, page in pages(site).items()
    }
    return [*translation_faults(site, found), *link_faults(site, found)]


def test_half_translated_page_exists_only_where_it_is_written(workshop: Workshop) -> None:
    """Input 1: a page in English and German is not made elsewhere; head, menu and sitemap say
    so."""
    for lang in ("en", "de"):
        workshop.page("sources", lang)
    site = workshop.build()
    built = pages(site)
    assert [path for path in built if "sources" in path] == ["de/sources-de/", "en/sources-en/"]
    assert built["de/sources-de/"].alternates == {
        "en": BASE + "en/sources-en/",
        "de": BASE + "de/sources-de/",
        "x-default": BASE + "en/sources-en/",
    }
    assert list(built["en/sources-en/"].menu) == ["en", "de"]
    page = site.plan.pages["sources", "en"]
    assert site.plan.translations(page).missing == (("da", "Dansk"), ("fi", "Suomi"))
    assert "fi/sources" not in site.files["sitemap.xml"].decode()
    assert faults(site) == []


def test_x_default_is_the_first_language_that_has_the_page(workshop: Workshop) -> None:
    """Input 2: a page only in Finnish and Danish; the site names Danish first."""
    for lang in ("fi", "da"):
        workshop.page("sources", lang)
    site = workshop.build()
    expected = {
        "da": BASE + "da/sources-da/",
        "fi": BASE + "fi/sources-fi/",
        "x-default": BASE + "da/sources-da/",
    }
    assert pages(site)["fi/sources-fi/"].alternates == expected
    assert faults(site) == []


def test_home_and_root_share_their_alternates(workshop: Workshop) -> None:
    """The root is x-default of home, and both name the same set."""
    built = pages(workshop.build())
    expected = {code: f"{BASE}{code}/" for code in ("en", "de", "da", "fi")} | {"x-default": BASE}
    assert built["en/"].alternates == built[""].alternates == expected


def test_four_slugs_of_one_page_answer_each_other(workshop: Workshop) -> None:
    """Input 3: every alternate exists, names the same set, and is in its language."""
    slugs = {"en": "peace", "de": "frieden", "da": "fred", "fi": "rauha"}
    for lang, slug in slugs.items():
        workshop.page("peace", lang, "variants", slug=slug)
    site = workshop.build()
    for lang, slug in slugs.items():
        page = pages(site)[f"{lang}/variants-{lang}/{slug}/"]
        assert page.lang == lang
        assert {
            code: url.split("/")[-2] for code, url in page.alternates.items() if code in slugs
        } == slugs
    assert faults(site) == []


def test_json_ld_names_language_and_translations(workshop: Workshop) -> None:
    """JSON-LD says what head says."""
    page = pages(workshop.build())["de/war-de/"]
    data = json.loads(page.json_ld)
    assert data["inLanguage"] == "de"
    assert data["url"] == page.canonical == BASE + "de/war-de/"
    assert {other["inLanguage"] for other in data["workTranslation"]} == {"en", "da", "fi"}


def test_without_base_url_nothing_absolute_is_said(workshop: Workshop) -> None:
    """No base URL: hreflang, canonical and sitemap are left out, with a warning; the menu stays."""
    site = workshop.build("")
    page = pages(site)["en/"]
    assert (page.alternates, page.canonical, page.json_ld) == ({}, "", "")
    assert "sitemap.xml" not in site.files
    assert list(page.menu) == ["en", "de", "da", "fi"]
    assert "base_url" in site.warnings[0]


@pytest.mark.parametrize("base", ["https://host.example/", "https://host.example/sub/", "https://host.example/en/",
                                  "https://host.example/a/b/", "https://host.example/a/b"])  # fmt: skip
def test_base_paths(workshop: Workshop, base: str) -> None:
    """Input 7: at a root, in a folder, in a folder named like a language: links, hreflang and
    sitemap are right."""
    site = workshop.build(base)
    assert faults(site) == []
    start = base if base.endswith("/") else base + "/"
    assert pages(site)["en/"].canonical == start + "en/"
    assert f"Sitemap: {start}sitemap.xml" in site.files["robots.txt"].decode()


@pytest.mark.parametrize("base", ["/", "/sub/", "/en/", "https://host.example/a/b/"])
def test_only_the_404_page_uses_addresses_from_the_root(workshop: Workshop, base: str) -> None:
    """Input 7 and 16: 404.html answers at any depth, so its addresses begin with the base path."""
    site = workshop.build(base)
    path = base.removeprefix("https://host.example")
    for name, page in pages(site).items():
        inner = [
            address for address, _ in page.references if not address.startswith(("https://", "#"))
        ]
        assert inner
        assert all(
            address.startswith(path) if name == "404.html" else address[0] != "/"
            for address in inner
        )


def test_names_that_look_like_languages(workshop: Workshop) -> None:
    """Input 8: a variant called `fi`, a folder called `de` inside `en`."""
    (workshop.root / "content/variants/peace").rename(workshop.root / "content/variants/fi")
    for lang in ("en", "de", "da", "fi"):
        workshop.page(
            "fi",
            lang,
            "variants",
            slug="fi",
            body={"steps": "### One\n\nText.\n\n### Two\n\nText.\n"},
        )
    workshop.page("sources", "en", slug="de")
    site = workshop.build()
    assert {"en/de/", "en/variants-en/fi/", "fi/variants-fi/fi/"} <= set(pages(site))
    assert faults(site) == []


def test_regional_and_script_codes(tmp_path: Path) -> None:
    """Input 9: pt-BR and zh-Hans, and de-AT beside de: codes as they are, folders in lower case."""
    names = {
        "en": "English",
        "pt-BR": "Português",
        "zh-Hans": "简体中文",
        "de": "Deutsch",
        "de-AT": "Österreichisch",
    }
    site = Workshop(tmp_path / "project", names).build()
    built = pages(site)
    assert built["pt-br/"].lang == "pt-BR"
    assert built["de-at/"].alternates["zh-Hans"] == BASE + "zh-hans/"
    assert built["de-at/"].alternates["de"] == BASE + "de/"
    assert faults(site) == []


def test_colliding_titles_name_both_files(workshop: Workshop) -> None:
    """Input 10: in English, Größe and Grosse have one slug; in German they do not."""
    for lang in ("de", "en"):
        workshop.page("sources", lang, title="Größe", slug="")
        workshop.page("compare", lang, title="Grosse", slug="")
    with pytest.raises(ContentError) as caught:
        workshop.build()
    assert "content/pages/sources/en.md" in str(caught.value)
    assert "content/pages/compare/en.md" in str(caught.value)


@pytest.mark.parametrize("title", ["--", "½", "…"])
def test_title_without_letters_needs_a_slug(workshop: Workshop, title: str) -> None:
    """Input 10: nothing to make a slug from."""
    path = workshop.page("sources", "en", title=title, slug="")
    with pytest.raises(ContentError, match="slug: empty") as caught:
        workshop.build()
    assert caught.value.path == path


@pytest.mark.parametrize(
    ("lang", "title", "slug"),
    [
        ("de", "Größe, Ärger & Übermut", "groesse-aerger-uebermut"),
        ("da", "Ét kort på Færøerne", "et-kort-paa-faeroeerne"),
        ("fi", "Säännöt ja Åbo", "saannot-ja-abo"),
        ("sv", "Ärter på ön", "arter-pa-on"),
        ("nb", "Ære på øya", "aere-pa-oya"),
        ("en", "Café & Tea", "cafe-tea"),
        ("de-AT", "Größe", "groesse"),
    ],
)
def test_letters_of_slugs(lang: str, title: str, slug: str) -> None:
    """Input 11: each language writes its letters its own way; composed and decomposed text give one
    slug."""
    assert slug_from(title, lang) == slug
    assert slug_from(unicodedata.normalize("NFD", title), lang) == slug


@given(st.text(), st.sampled_from(["en", "de", "da", "fi", "pt-BR"]))
def test_slugs_can_stand_in_addresses(title: str, lang: str) -> None:
    """Whatever the title, its slug is empty or fit for a URL, and does not depend on how letters
    are composed."""
    slug = slug_from(title, lang)
    assert not slug or slug in TAKEN or name_fault(slug) is None
    assert slug == slug_from(unicodedata.normalize("NFC", title), lang)


FOLDERS = st.lists(st.sampled_from(["en", "de", "rules", "variants", "peace"]), max_size=4)
PATHS = FOLDERS.map(lambda parts: "".join(f"{part}/" for part in parts))


@given(PATHS, PATHS, st.sampled_from(["", "data.json", "icon.svg"]))
def test_relative_addresses_lead_where_they_should(page: str, folder: str, name: str) -> None:
    """A browser that follows the relative address arrives at the target, at a root and in a
    folder."""
    for base in ("https://host.example/", "https://host.example/a/b/"):
        assert urljoin(base + page, relative(page, folder + name)) == base + folder + name


def test_links_by_key_lead_to_the_readers_language(workshop: Workshop) -> None:
    """A key leads to the page in the language of the page it stands on, with its fragment."""
    workshop.page(
        "home", "fi", body={"what": "[peace](variant:peace#history), [list](page:variants)"}
    )
    html = text_of(workshop.build(), "fi/")
    assert '<a href="variants-fi/peace-fi/#history">peace</a>' in html
    assert '<a href="variants-fi/">list</a>' in html


def test_link_to_an_untranslated_page_says_its_language(workshop: Workshop) -> None:
    """Input 15: the page is not there in Finnish, so the link leads to the English one and says
    so."""
    workshop.page("sources", "en")
    workshop.page("home", "fi", body={"what": "[sources](page:sources)"})
    site = workshop.build()
    assert '<a href="../en/sources-en/" hreflang="en">sources</a>' in text_of(site, "fi/")
    assert faults(site) == []


@pytest.mark.parametrize(
    "key", ["variant:piece", "page:peace", "variant:variants", "page:not-found", "variant:peace#no"]
)
def test_dead_key_stops_the_build(workshop: Workshop, key: str) -> None:
    """Input 15: file and line of the link, and what there is instead."""
    path = workshop.page("home", "de", body={"what": f"Text.\n\nMore [text]({key})."})
    with pytest.raises(ContentError) as caught:
        workshop.build()
    lines = (workshop.root / path).read_text().split("\n")
    assert (caught.value.path, lines[caught.value.line - 1]) == (path, f"More [text]({key}).")
