"""Laws of paper: the rules and tables of each page, whole, on as few sides as they need, and
nothing of the screen."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, ViewportSize

from tests.browser.conftest import FIREFOX, launch
from tests.browser.drivers.firefox import Firefox
from tests.browser.visitor import NO_WORKER
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
UNDRAWN = """{
    const style = new CSSStyleSheet();
    style.replaceSync(".card { visibility: hidden !important }");
    document.adoptedStyleSheets = [style];
}"""
"""Cards keep their places, but nothing is drawn there: that takes nine tenths of the time in which a
sheet is printed."""
DRESS = """
    dispatchEvent(new Event("beforeprint"));
    const link = document.querySelector("link[media^=print]");
    if (!link.sheet) await new Promise((done) => link.addEventListener("load", done));
"""
LOW: ViewportSize = {"width": 1280, "height": 100}
"""As wide as a screen, so that all is shown that a reader sees there, with little to paint."""


@pytest.fixture(scope="module")
def sheet(browser: Browser, host: str) -> Iterator[Page]:
    """A reader's page, dark, as it is before anything is printed."""
    yield from _sheet(browser, host)


@pytest.fixture
def drawn_sheet(browser: Browser, host: str) -> Iterator[Page]:
    """The same with all that is drawn."""
    yield from _sheet(browser, host, drawn=True)


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


def _sheet(browser: Browser, host: str, drawn: bool = False) -> Iterator[Page]:
    if not shutil.which("pdftotext"):
        pytest.fail("These tests need pdftotext: sudo apt-get install poppler-utils")
    context = browser.new_context(base_url=host, color_scheme="dark", viewport=LOW)
    context.add_init_script(NO_WORKER)
    if not drawn:
        context.add_init_script(UNDRAWN)
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


def print_to(place: Path, sheet: Page, paper: str, across: bool = False) -> Path:
    """A PDF of the page on shortened paper."""
    width, height = shortened(paper, across)
    if across:  # the page turns the paper by itself
        width, height = height, width
    sheet.pdf(path=place, width=f"{width}in", height=f"{height}in", prefer_css_page_size=True)
    return place


def sides_of(pdf: Path) -> list[str]:
    """The text of each side of a PDF, cell after cell."""
    text = subprocess.run(
        ["pdftotext", "-q", "-raw", pdf, "-"], capture_output=True, check=True
    ).stdout.decode()
    return text.split("\f")[:-1]


def measures(pdf: Path) -> tuple[int, float, float]:
    """How many sides a PDF has, and width and height of the first in points."""
    facts = subprocess.run(["pdfinfo", pdf], capture_output=True, check=True).stdout.decode()
    sides = re.search(r"Pages: +(\d+)", facts)
    size = re.search(r"Page size: +([\d.]+) x ([\d.]+)", facts)
    assert sides and size, facts
    return int(sides[1]), float(size[1]), float(size[2])


def placed_words(pdf: Path) -> list[tuple[str, str, str]]:
    """Side, place and letters of each word of a PDF."""
    text = subprocess.run(
        ["pdftotext", "-q", "-bbox", pdf, "-"], capture_output=True, check=True
    ).stdout.decode()
    return [
        (str(side), place, word)
        for side, part in enumerate(text.split("</page>"))
        for place, word in re.findall(r"<word (.*?)>(.*?)</word>", part)
    ]


def squeezed(text: str) -> str:
    """The text without spaces, soft hyphens and the hyphens at the ends of lines, which depend on
    fonts."""
    return re.sub(r"[\s\u00ad\u2010-]", "", text)


def words(sheet: Page, selector: str) -> list[str]:
    """What stands in the page's elements, as the reader sees it on a screen."""
    return [squeezed(text) for text in sheet.locator(selector).all_inner_texts() if text.strip()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_on_paper_whole_and_alone(sheet: Page, tmp_path: Path, language: str) -> None:
    for variant in VARIANTS:
        about_to_print(sheet, PLACES[variant, language])
        wanted = words(sheet, RULES)
        screen = words(sheet, SCREEN)
        assert len(wanted) > 20 and len(screen) > 8, variant
        for paper in PAPERS:
            pdf = print_to(tmp_path / "rules.pdf", sheet, paper)
            count, width, height = measures(pdf)
            sides = sides_of(pdf)
            text = squeezed("".join(sides))
            lines = {squeezed(line) for side in sides for line in side.splitlines()}
            assert SIDES.get(variant, 1) == count == len(sides), (variant, paper)
            assert width < height, (variant, paper)
            assert [part for part in wanted if part not in text] == [], (variant, paper)
            assert [part for part in screen if part in lines] == [], (variant, paper)


def test_what_is_drawn_on_cards_moves_no_word(
    sheet: Page, drawn_sheet: Page, tmp_path: Path
) -> None:
    """So that the other laws may print without it: each word stands where it stood, and more are
    only the indexes of cards."""
    found = []
    for page in (sheet, drawn_sheet):
        about_to_print(page, PLACES["war", "de"])
        found.append(placed_words(print_to(tmp_path / "war.pdf", page, "A4")))
    plain, drawn = found
    assert len(plain) > 200
    assert [word for word in plain if word not in drawn] == []
    more = {letters for *place, letters in drawn if (*place, letters) not in plain}
    assert more
    assert more <= {*map(str, range(2, 11)), "A", "B", "D", "K"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_the_comparison_lies_across_one_side(
    sheet: Page, tmp_path: Path, language: str, paper: str
) -> None:
    """Whole, and in letters of 7.5 points (10 px) or more."""
    about_to_print(sheet, PLACES["compare", language])
    pdf = print_to(tmp_path / "matrix.pdf", sheet, paper, across=True)
    count, width, height = measures(pdf)
    assert width > height
    assert 1 == count
    cells = words(sheet, "h1, .matrix thead a, .matrix tbody th, .matrix td")
    sheet.emulate_media(media="print")
    box = sheet.locator(".matrix").bounding_box()
    smallest = sheet.locator(".matrix th, .matrix td").evaluate_all(SMALLEST)
    sheet.emulate_media(media=None)
    assert box and box["x"] >= 0
    assert smallest >= 10
    text = squeezed("".join(sides_of(pdf)))
    assert [cell for cell in cells if re.sub(r"\(.*?\)", "", cell) not in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sheet_fits_with_other_fonts(
    other_sheet: Page, tmp_path: Path, language: str
) -> None:
    """As many sides as with the widest fonts, on the shorter paper, with the same share of it
    free."""
    found = {}
    for page in (*VARIANTS, "compare"):
        about_to_print(other_sheet, PLACES[page, language])
        pdf = print_to(tmp_path / "sheet.pdf", other_sheet, "Letter", across=page == "compare")
        found[page], _, _ = measures(pdf)
    assert {page: SIDES.get(page, 1) for page in found} == found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sheet_fits_in_firefox(
    firefox: Firefox, host: str, tmp_path: Path, language: str
) -> None:
    """Its lines break elsewhere, and its columns are of other widths."""
    found = {}
    for page in (*VARIANTS, "compare"):
        firefox.open(host + PLACES[page, language])
        firefox.raw(UNDRAWN + DRESS)
        firefox.print(tmp_path / "sheet.pdf", *shortened("Letter", across=page == "compare"))
        found[page], _, _ = measures(tmp_path / "sheet.pdf")
    assert {page: SIDES.get(page, 1) for page in found} == found


def test_without_scripts_every_sheet_fits_as_well(
    browser: Browser, host: str, tmp_path: Path
) -> None:
    """The rules for paper come last of all styles there too, and change what those before say."""
    context = browser.new_context(base_url=host, java_script_enabled=False)
    page = context.new_page()
    counted = {}
    for name, language in [("compare", "de"), ("peace", "fi"), ("war", "nb")]:
        page.goto(PLACES[name, language])
        pdf = print_to(tmp_path / f"{name}.pdf", page, "Letter", across=name == "compare")
        counted[name] = measures(pdf)[0]
    context.close()
    assert {"compare": 1, "peace": 1, "war": 2} == counted


def test_paper_is_light_and_has_no_felt(drawn_sheet: Page) -> None:
    """Ink, not the dark theme; cards keep their faces."""
    sheet = drawn_sheet
    about_to_print(sheet, PLACES["peace", "en"])
    sheet.emulate_media(media="print")
    assert "rgb(22, 32, 28)" == sheet.evaluate("getComputedStyle(document.body).color")
    assert "rgba(0, 0, 0, 0)" == sheet.evaluate("getComputedStyle(document.body).backgroundColor")
    assert [] == sheet.locator(".board-wrap:visible, .top:visible, .foot:visible").all()
    assert "exact" == sheet.evaluate(
        "getComputedStyle(document.querySelector('.steps .card')).printColorAdjust"
    )
    assert sheet.locator(".steps .card:visible").count() > 10


def test_links_to_elsewhere_print_their_address(sheet: Page, tmp_path: Path) -> None:
    about_to_print(sheet, PLACES["sources", "en"])
    sides = sides_of(print_to(tmp_path / "sources.pdf", sheet, "A4"))
    assert "(https://www.pagat.com/war/war.html)" in squeezed("".join(sides))


def test_rules_for_paper_are_read_last(sheet: Page) -> None:
    """They never hold up the screen: they come by themselves when the page is there, and are for
    print."""
    sheet.goto(PLACES["war", "en"])
    sheets = sheet.locator("head link[rel=stylesheet]")
    assert [None] == sheets.evaluate_all(MEDIAS)
    sheet.locator("link[media^=print]").evaluate(LOADED)
    assert [None, "print, (forced-colors: active)"] == sheets.evaluate_all(MEDIAS)
