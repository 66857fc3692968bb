"""Laws of paper: the rules and tables of each page, whole, on as few sides as they need, and nothing of the screen."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.site import CONTENT, LANGUAGES, addresses

PAPERS = ("A4", "Letter")
VARIANTS = sorted(folder.name for folder in (CONTENT / "variants").iterdir())
SIDES = {"war": 2}
PLACES = addresses()
RULES = "h1, .lead, .facts li, #what ~ * p, .steps h3, .steps p, .rules tbody th, .rules td > div"
MEDIAS = "all => all.map(link => link.getAttribute('media'))"
LOADED = "link => link.sheet ? null : new Promise(done => link.addEventListener('load', () => done()))"
SMALLEST = "all => Math.min(...all.map(each => parseFloat(getComputedStyle(each).fontSize)))"
SCREEN = ".nav a, .board-head h2, .name, .said, .side h3, .promise-head, .version, #length, #history"


@pytest.fixture(scope="module")
def sheet(browser: Browser, host: str) -> Iterator[Page]:
    """A reader's page, dark, as it is before anything is printed."""
    if not shutil.which("pdftotext"):
        pytest.fail("These tests need pdftotext: sudo apt-get install poppler-utils")
    context = browser.new_context(base_url=host, color_scheme="dark")
    yield context.new_page()
    context.close()


def about_to_print(sheet: Page, address: str) -> None:
    """Opens a page as a browser does that prints: it says so, and the rules for paper are there."""
    sheet.goto(address)
    sheet.evaluate("dispatchEvent(new Event('beforeprint'))")
    sheet.locator("link[media=print]").evaluate(LOADED)


def printed(sheet: Page, place: Path, paper: str) -> tuple[list[str], tuple[float, float]]:
    """The text of each side of paper, cell after cell, and the size of the first in points."""
    sheet.pdf(path=place, format=paper, prefer_css_page_size=True)
    text = subprocess.run(["pdftotext", "-q", "-raw", place, "-"], capture_output=True, check=True).stdout.decode()
    facts = subprocess.run(["pdfinfo", place], capture_output=True, check=True).stdout.decode()
    width, height = re.search(r"Page size: +([\d.]+) x ([\d.]+)", facts).groups()
    return text.split("\f")[:-1], (float(width), float(height))


def squeezed(text: str) -> str:
    """The text without spaces, soft hyphens and the hyphens at the ends of lines, which depend on fonts."""
    return re.sub(r"[\s\u00ad\u2010-]", "", text)


def words(sheet: Page, selector: str) -> list[str]:
    """What stands in the page's elements, as the reader sees it on a screen."""
    return [squeezed(text) for text in sheet.locator(selector).all_inner_texts() if text.strip()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_the_rules_are_on_paper_whole_and_alone(sheet: Page, tmp_path: Path, language: str, paper: str) -> None:
    for variant in VARIANTS:
        about_to_print(sheet, PLACES[variant, language])
        wanted = words(sheet, RULES)
        screen = words(sheet, SCREEN)
        sides, (width, height) = printed(sheet, tmp_path / "rules.pdf", paper)
        text, lines = squeezed("".join(sides)), {squeezed(line) for side in sides for line in side.splitlines()}
        assert SIDES.get(variant, 1) == len(sides), (variant, paper)
        assert width < height
        assert [part for part in wanted if part not in text] == [], variant
        assert [part for part in screen if part in lines] == [], variant
        assert len(wanted) > 20 and len(screen) > 8


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_the_comparison_lies_across_one_side(sheet: Page, tmp_path: Path, language: str, paper: str) -> None:
    """Whole, and in letters of 7.5 points (10 px) or more."""
    about_to_print(sheet, PLACES["compare", language])
    sides, (width, height) = printed(sheet, tmp_path / "matrix.pdf", paper)
    assert width > height
    assert 1 == len(sides)
    cells = words(sheet, "h1, .matrix thead a, .matrix tbody th, .matrix td")
    sheet.emulate_media(media="print")
    box = sheet.locator(".matrix").bounding_box()
    smallest = sheet.locator(".matrix th, .matrix td").evaluate_all(SMALLEST)
    sheet.emulate_media(media=None)
    assert box and box["x"] >= 0
    assert smallest >= 10
    assert [cell for cell in cells if re.sub(r"\(.*?\)", "", cell) not in squeezed(sides[0])] == []


def test_paper_is_light_and_has_no_felt(sheet: Page) -> None:
    """Ink, not the dark theme; cards keep their faces."""
    about_to_print(sheet, PLACES["peace", "en"])
    sheet.emulate_media(media="print")
    try:
        assert "rgb(22, 32, 28)" == sheet.evaluate("getComputedStyle(document.body).color")
        assert "rgba(0, 0, 0, 0)" == sheet.evaluate("getComputedStyle(document.body).backgroundColor")
        assert [] == sheet.locator(".board-wrap:visible, .top:visible, .foot:visible").all()
        assert "exact" == sheet.evaluate("getComputedStyle(document.querySelector('.steps .card')).printColorAdjust")
        assert sheet.locator(".steps .card:visible").count() > 10
    finally:
        sheet.emulate_media(media=None)


def test_links_to_elsewhere_print_their_address(sheet: Page, tmp_path: Path) -> None:
    about_to_print(sheet, PLACES["sources", "en"])
    sides, _ = printed(sheet, tmp_path / "sources.pdf", "A4")
    assert "(https://www.pagat.com/war/war.html)" in squeezed("".join(sides))


def test_rules_for_paper_are_read_last(sheet: Page) -> None:
    """They never hold up the screen: they come by themselves when the page is there, and are for print."""
    sheet.goto(PLACES["war", "en"])
    sheets = sheet.locator("head link[rel=stylesheet]")
    assert [None] == sheets.evaluate_all(MEDIAS)
    sheet.locator("link[media=print]").evaluate(LOADED)
    assert [None, "print"] == sheets.evaluate_all(MEDIAS)
