"""Laws of paper: the rules and tables of each page, whole, on as few sides as they need, and
nothing of the screen."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright

from tests.browser.conftest import FIREFOX, launch
from tests.browser.drivers.firefox import Firefox
from tests.machine import FONT_SETS, USUAL
from tests.site import CONTENT, LANGUAGES, addresses

PAPERS = {"A4": (8.27, 11.69), "Letter": (8.5, 11.0)}
"""Width and height in inches."""
SPARE = 0.05
"""The share of a side that stays free with any usual font, so that the next one fits as well."""
VARIANTS = sorted(folder.name for folder in (CONTENT / "variants").iterdir())
SIDES = {"war": 2}
PLACES = addresses()
RULES = "h1, .lead, .facts li, #what ~ * p, .steps h3, .steps p, .rules tbody th, .rules td > div"
MEDIAS = "all => all.map(link => link.getAttribute('media'))"
LOADED = (
    "link => link.sheet ? null : new Promise(done => link.addEventListener('load', () => done()))"
)
SMALLEST = "all => Math.min(...all.map(each => parseFloat(getComputedStyle(each).fontSize)))"
SCREEN = (
    ".nav a, .board-head h2, .name, .said, .side h3, .promise-head, .version, #length, #history"
)
DRESS = """
    dispatchEvent(new Event("beforeprint"));
    const link = document.querySelector("link[media^=print]");
    if (!link.sheet) await new Promise((done) => link.addEventListener("load", done));
"""


@pytest.fixture(scope="module")
def sheet(browser: Browser, host: str) -> Iterator[Page]:
    """A reader's page, dark, as it is before anything is printed."""
    yield from _sheet(browser, host)


@pytest.fixture(scope="module", params=[name for name in FONT_SETS if name != USUAL])
def other_sheet(
    playwright: Playwright,
    host: str,
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Page]:
    """The same on a machine with other fonts."""
    browser = launch(playwright, request.param, tmp_path_factory.mktemp("fonts"))
    yield from _sheet(browser, host)
    browser.close()


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    firefox = Firefox(FIREFOX, tmp_path_factory.mktemp("firefox"))
    firefox.fresh()
    yield firefox
    firefox.close()


def _sheet(browser: Browser, host: str) -> Iterator[Page]:
    if not shutil.which("pdftotext"):
        pytest.fail("These tests need pdftotext: sudo apt-get install poppler-utils")
    context = browser.new_context(base_url=host, color_scheme="dark")
    yield context.new_page()
    context.close()


def about_to_print(sheet: Page, address: str) -> None:
    """Opens a page as a browser does that prints: it says so, and the rules for paper are there."""
    sheet.goto(address)
    sheet.evaluate("dispatchEvent(new Event('beforeprint'))")
    sheet.locator("link[media^=print]").evaluate(LOADED)


def shortened(paper: str, across: bool) -> tuple[float, float]:
    """Width and height of a sheet in inches, as it is held, that lacks what must stay free."""
    narrow, wide = PAPERS[paper]
    return (wide, narrow * (1 - SPARE)) if across else (narrow, wide * (1 - SPARE))


def printed(
    sheet: Page, place: Path, paper: str, across: bool = False
) -> tuple[list[str], tuple[float, float]]:
    """The text of each side of shortened paper, cell after cell, and the size of the first in
    points."""
    width, height = shortened(paper, across)
    if across:  # the page turns the paper by itself
        width, height = height, width
    sheet.pdf(path=place, width=f"{width}in", height=f"{height}in", prefer_css_page_size=True)
    return sides_of(place)


def sides_of(place: Path) -> tuple[list[str], tuple[float, float]]:
    """The text of each side of a PDF, and the size of the first in points."""
    text = subprocess.run(
        ["pdftotext", "-q", "-raw", place, "-"], capture_output=True, check=True
    ).stdout.decode()
    facts = subprocess.run(["pdfinfo", place], capture_output=True, check=True).stdout.decode()
    width, height = re.search(r"Page size: +([\d.]+) x ([\d.]+)", facts).groups()
    return text.split("\f")[:-1], (float(width), float(height))


def squeezed(text: str) -> str:
    """The text without spaces, soft hyphens and the hyphens at the ends of lines, which depend on
    fonts."""
    return re.sub(r"[\s\u00ad\u2010-]", "", text)


def words(sheet: Page, selector: str) -> list[str]:
    """What stands in the page's elements, as the reader sees it on a screen."""
    return [squeezed(text) for text in sheet.locator(selector).all_inner_texts() if text.strip()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_the_rules_are_on_paper_whole_and_alone(
    sheet: Page, tmp_path: Path, language: str, paper: str
) -> None:
    for variant in VARIANTS:
        about_to_print(sheet, PLACES[variant, language])
        wanted = words(sheet, RULES)
        screen = words(sheet, SCREEN)
        sides, (width, height) = printed(sheet, tmp_path / "rules.pdf", paper)
        text, lines = (
            squeezed("".join(sides)),
            {squeezed(line) for side in sides for line in side.splitlines()},
        )
        assert SIDES.get(variant, 1) == len(sides), (variant, paper)
        assert width < height
        assert [part for part in wanted if part not in text] == [], variant
        assert [part for part in screen if part in lines] == [], variant
        assert len(wanted) > 20 and len(screen) > 8


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_the_comparison_lies_across_one_side(
    sheet: Page, tmp_path: Path, language: str, paper: str
) -> None:
    """Whole, and in letters of 7.5 points (10 px) or more."""
    about_to_print(sheet, PLACES["compare", language])
    sides, (width, height) = printed(sheet, tmp_path / "matrix.pdf", paper, across=True)
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sheet_fits_with_other_fonts(
    other_sheet: Page, tmp_path: Path, language: str
) -> None:
    """As many sides as with the widest fonts, on the shorter paper, with the same share of it
    free."""
    found = {}
    for page in (*VARIANTS, "compare"):
        about_to_print(other_sheet, PLACES[page, language])
        sides, _ = printed(other_sheet, tmp_path / "sheet.pdf", "Letter", across=page == "compare")
        found[page] = len(sides)
    assert {page: SIDES.get(page, 1) for page in found} == found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sheet_fits_in_firefox(
    firefox: Firefox, host: str, tmp_path: Path, language: str
) -> None:
    """Its lines break elsewhere, and its columns are of other widths."""
    found = {}
    for page in (*VARIANTS, "compare"):
        firefox.open(host + PLACES[page, language])
        firefox.raw(DRESS)
        firefox.print(tmp_path / "sheet.pdf", *shortened("Letter", across=page == "compare"))
        found[page] = len(sides_of(tmp_path / "sheet.pdf")[0])
    assert {page: SIDES.get(page, 1) for page in found} == found


def test_paper_is_light_and_has_no_felt(sheet: Page) -> None:
    """Ink, not the dark theme; cards keep their faces."""
    about_to_print(sheet, PLACES["peace", "en"])
    sheet.emulate_media(media="print")
    try:
        assert "rgb(22, 32, 28)" == sheet.evaluate("getComputedStyle(document.body).color")
        assert "rgba(0, 0, 0, 0)" == sheet.evaluate(
            "getComputedStyle(document.body).backgroundColor"
        )
        assert [] == sheet.locator(".board-wrap:visible, .top:visible, .foot:visible").all()
        assert "exact" == sheet.evaluate(
            "getComputedStyle(document.querySelector('.steps .card')).printColorAdjust"
        )
        assert sheet.locator(".steps .card:visible").count() > 10
    finally:
        sheet.emulate_media(media=None)


def test_links_to_elsewhere_print_their_address(sheet: Page, tmp_path: Path) -> None:
    about_to_print(sheet, PLACES["sources", "en"])
    sides, _ = printed(sheet, tmp_path / "sources.pdf", "A4")
    assert "(https://www.pagat.com/war/war.html)" in squeezed("".join(sides))


def test_rules_for_paper_are_read_last(sheet: Page) -> None:
    """They never hold up the screen: they come by themselves when the page is there, and are for
    print."""
    sheet.goto(PLACES["war", "en"])
    sheets = sheet.locator("head link[rel=stylesheet]")
    assert [None] == sheets.evaluate_all(MEDIAS)
    sheet.locator("link[media^=print]").evaluate(LOADED)
    assert [None, "print, (forced-colors: active)"] == sheets.evaluate_all(MEDIAS)
