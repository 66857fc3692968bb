"""Two languages that nobody speaks show what would break in a real one: hard-coded texts,
direction, plural forms."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from lxml import html

from builder.content.catalogs import read_words
from builder.output.site import Site, build_site
from builder.pages.script_words import translated
from builder.system.node import command
from builder.values.plurals import plural_categories
from builder.workshop.pseudo import LENGTHENED, MIRRORED, PSEUDO, lengthened, make_project, mirrored
from tests.site import ROOT

SPOKEN = ("aria-label", "aria-description", "aria-roledescription", "alt", "title", "placeholder")
TECHNICAL = re.compile(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}\b|7K3Q-9F2A")
"""Deal codes are the same in every language."""
WORD = re.compile(r"[A-Za-z]{2,}")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_project(ROOT, tmp_path_factory.mktemp("pseudo") / "project")


@pytest.fixture(scope="module")
def site(project: Path) -> Site:
    return build_site(project, "https://example.org/", "")


def pages(site: Site, code: str) -> Iterator[tuple[str, html.HtmlElement]]:
    for path, data in site.files.items():
        if path.startswith(f"{code}/") and path.endswith(".html"):
            yield path, html.fromstring(data.decode())


def own_texts(page: html.HtmlElement, code: str) -> Iterator[str]:
    """What a page says in its own language: texts, spoken names, and the description for search
    results."""
    for element in page.iter():
        if not isinstance(element.tag, str) or element.tag in ("script", "style"):
            continue
        if language(element) == code:
            yield from (element.get(name, "") for name in SPOKEN)
            yield element.text or ""
            if element.get("name") == "description":
                yield element.get("content", "")
        above = element.getparent()
        if above is not None and language(above) == code:
            yield element.tail or ""


def language(element: html.HtmlElement) -> str:
    return next(
        each.get("lang") for each in (element, *element.iterancestors()) if each.get("lang")
    )


def test_no_text_of_a_page_is_in_no_catalog(site: Site) -> None:
    found = {
        (path, text.strip())
        for path, page in pages(site, LENGTHENED.code)
        for text in own_texts(page, LENGTHENED.code)
        if WORD.search(TECHNICAL.sub("", text))
    }
    assert set() == found


def test_every_page_exists_in_both_languages_and_says_its_direction(site: Site) -> None:
    english = {page for page, lang in site.plan.pages if lang == "en"} - {"root", "not-found"}
    for pseudo in PSEUDO:
        assert english == {page for page, lang in site.plan.pages if lang == pseudo.code}
        for _, page in pages(site, pseudo.code):
            assert (pseudo.code, pseudo.dir) == (page.get("lang"), page.get("dir"))
            directions = {
                link.get("hreflang"): link.get("dir") for link in page.xpath("//a[@hreflang][@dir]")
            }
            assert "rtl" == directions.get(MIRRORED.code, "rtl")


def test_the_app_of_each_language_says_its_direction(site: Site) -> None:
    for pseudo in PSEUDO:
        manifest = json.loads(site.files[f"manifest.{pseudo.code}.webmanifest"])
        assert (pseudo.code, pseudo.dir) == (manifest["lang"], manifest["dir"])
    assert "rtl" in {pseudo.dir for pseudo in PSEUDO}


FORMS = {0: 3, 1: 0, 2: 1, 3: 2, 4: 2, 5: 3, 21: 3, 22: 3, 101: 0}
"""The plural form of numbers in the language whose code the lengthened one borrows."""


def test_four_plural_forms_are_told_apart_at_build_time_and_in_the_browser(project: Path) -> None:
    words = read_words(project, LENGTHENED.code)
    said = {n: words.ngettext("%(count)s battle", "%(count)s battles", n) for n in FORMS}
    assert FORMS == {n: int(text[-2]) for n, text in said.items()}
    categories = [category for category, _ in plural_categories(LENGTHENED.code)]
    sent = translated({(None, "%(count)s battle", "%(count)s battles"): 0}, words, LENGTHENED.code)[
        "0"
    ]
    assert said == {
        n: sent[categories.index(category)] for n, category in in_browser(list(FORMS)).items()
    }


def in_browser(numbers: list[int]) -> dict[int, str]:
    """The plural category of each number as a browser knows it."""
    rules = f"new Intl.PluralRules({LENGTHENED.code!r})"
    program = f"process.stdout.write(JSON.stringify({numbers}.map((n) => {rules}.select(n))))"
    done = subprocess.run(command("--eval", program), capture_output=True, text=True, check=True)
    return dict(zip(numbers, json.loads(done.stdout), strict=True))


def test_what_is_no_text_survives() -> None:
    text = (
        "[War](variant:war) takes %(count)s cards, {median:war:2} battles: *x*{: lang=fr } &amp;"
        " `code` 100 %%"
    )
    for change in (lengthened, mirrored):
        changed = change(text)
        for kept in (
            "](variant:war)",
            "%(count)s",
            "{median:war:2}",
            "{: lang=fr }",
            "&amp;",
            "`code`",
            "%%",
        ):
            assert kept in changed
        assert not re.search(r"\b(takes|cards|battles)\b", changed)


def test_lengthened_texts_are_longer_by_two_fifths() -> None:
    for text in ("War", "Turn up", "Everybody turns a card, the highest takes them all."):
        assert 1.4 * len(text) <= len(lengthened(text)) + 1 <= 1.7 * len(text) + 2


def test_a_pseudo_project_leaves_the_real_one_alone(project: Path) -> None:
    assert not list((ROOT / "content").rglob(f"{MIRRORED.code}.md"))
    assert list((project / "content").rglob(f"{MIRRORED.code}.md"))


def test_serve_shows_them_in_the_menu_and_leaves_the_site_alone(tmp_path: Path) -> None:
    command = [sys.executable, "build.py", "serve", "--pseudo", "--port", "0"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    ) as serving:
        try:
            assert serving.stdout
            address = next(line.split()[0] for line in serving.stdout if line.startswith("http"))
            home = html.fromstring(urlopen(f"{address}en/").read())
        finally:
            serving.send_signal(signal.SIGINT)
            serving.wait(timeout=60)
    menu = {
        link.get("hreflang"): link.text_content().strip()
        for link in home.xpath("//nav[@id='languages']//a")
    }
    assert {pseudo.code: pseudo.name for pseudo in PSEUDO}.items() <= menu.items()
    assert not any((ROOT / "site" / pseudo.code).exists() for pseudo in PSEUDO)
    assert [] == list(tmp_path.iterdir())
