"""Laws of cards and codes where a browser or an extension darkens pages by itself: they keep their
colours."""

import base64
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page

from tests.browser.conftest import CHROMIUM, QUIET
from tests.browser.test_pages import address_of
from tests.qr import read as read_qr
from tests.site import LANGUAGES, pages

PIXELS = """async ([picture, places]) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    canvas.drawImage(bitmap, 0, 0);
    const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
    return places.map(([x, y]) => {
        const at = 4 * (Math.floor(y * bitmap.height) * bitmap.width + Math.floor(x * bitmap.width));
        return [...data.slice(at, at + 4)];
    });
}"""
PAINTED = """picture => picture.decode()
    .then(() => new Promise(requestAnimationFrame))
    .then(() => new Promise(requestAnimationFrame))"""
TRIES = 20
CONTRAST = 4.5
KEPT = (
    "#board-deal",
    "#deal-code",
    ".still b",
    ".card:not(.back)",
    ".mini",
    ".brand",
    ".languages a",
    ".controls kbd:not(.go kbd)",
)
GRID = [((x + 0.5) / 60, (y + 0.5) / 84) for x in range(60) for y in range(84)]
Colour = tuple[int, int, int]


@pytest.fixture(scope="module")
def darkening(browser: Browser) -> Iterator[Browser]:
    """A browser that makes every page dark, whatever the page says."""
    args = [*QUIET, "--enable-features=WebContentsForceDark"]
    darkening = browser.browser_type.launch(executable_path=CHROMIUM, args=args)
    yield darkening
    darkening.close()


@pytest.fixture(scope="module")
def eye(browser: Browser) -> Iterator[Page]:
    """A page that reads pixels out of pictures."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


def colours(eye: Page, place: Locator, points: list[tuple[float, float]]) -> list[Colour]:
    """What is seen at points of an element, given in shares of its width and height."""
    picture = base64.b64encode(place.screenshot(animations="disabled")).decode()
    return [(red, green, blue) for red, green, blue, _ in eye.evaluate(PIXELS, [picture, points])]


def luminance(colour: Colour) -> float:
    """As WCAG counts it."""
    parts = [part / 255 for part in colour]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def opened(browser: Browser, url: str, scheme: str, theme: str) -> Page:
    context = browser.new_context(
        color_scheme=scheme, reduced_motion="reduce", device_scale_factor=2
    )  # type: ignore[arg-type]
    if theme:
        context.add_init_script(f"localStorage.theme = '{theme}'")
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector("#board[data-live]")
    return page


@pytest.mark.parametrize("theme", ["", "light", "dark"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_cards_keep_light_faces_and_dark_pips(
    darkening: Browser, eye: Page, host: str, scheme: str, theme: str
) -> None:
    """On the table and in the emblem: the paper is light, and what is printed on it can be read."""
    page = opened(darkening, host + address_of("war", "de"), scheme, theme)
    page.focus("[data-do=turn]")
    page.keyboard.press("Space")
    page.wait_for_selector("#board[data-battle='1']")
    laid = page.locator("#board-lanes .slot.last .card")
    assert laid.count() == 2
    for card in (page.locator(".hero .emblem .card").last, laid.first, laid.last):
        seen = colours(eye, card, GRID)
        paper = max(set(seen), key=seen.count)
        ink = min(seen, key=luminance)
        assert luminance(paper) > 0.5, paper
        assert contrast(paper, ink) >= CONTRAST, (paper, ink)
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_are_met_at_once(
    browser: Browser, eye: Page, host: str, scheme: str
) -> None:
    """Who has forced colours does not wait for the sheet about them, and reads each card in the
    system's colours."""
    context = browser.new_context(color_scheme=scheme, forced_colors="active")  # type: ignore[arg-type]
    page = context.new_page()
    page.add_init_script(
        "requestIdleCallback = () => 0"
    )  # what comes when a page is at rest never comes
    page.goto(host + address_of("war", "de"))
    page.wait_for_function("() => document.querySelector('link[media*=forced-colors]')?.sheet")
    card = page.locator(".hero .emblem .card").last
    ground = "each => getComputedStyle(each).backgroundColor"
    assert page.locator("body").evaluate(ground) == card.evaluate(ground)
    seen = colours(eye, card, GRID)
    face = max(set(seen), key=seen.count)
    assert max(contrast(face, each) for each in seen) >= CONTRAST
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_code_is_dark_on_light_and_can_be_read(
    darkening: Browser, eye: Page, host: str, scheme: str
) -> None:
    """Read off the screen, module by module, it is the link; around it lies a light zone four
    modules wide."""
    page = opened(darkening, host + address_of("peace", "en"), scheme, "")
    page.click("[data-do=share]")
    code = page.locator("#share img.qr")
    code.wait_for()
    # A picture is laid out before it is decoded, and only what is painted can be read.
    code.evaluate(PAINTED)
    box = re.search(r"viewBox%3D%22\S*?-4%20-4%20(\d+)%20", code.get_attribute("src") or "")
    assert box
    whole = int(box[1])
    centres = [((x + 0.5) / whole, (y + 0.5) / whole) for y in range(whole) for x in range(whole)]
    for _ in range(TRIES):
        try:
            found = read_off(colours(eye, code, centres), whole)
            break
        except ValueError as error:  # a dialog may still be finding its place
            page.wait_for_timeout(250)
            last = error
    else:
        raise last
    assert page.input_value("#share-link") == found
    page.context.close()


def read_off(colours: list[Colour], whole: int) -> str:
    """The text of a code whose modules have these colours, row after row, with the light zone of
    four around it; raises ValueError for one that cannot be read."""
    seen = [luminance(colour) < 0.2 for colour in colours]
    dark = {(at % whole - 4, at // whole - 4) for at, is_dark in enumerate(seen) if is_dark}
    size = whole - 8
    if not all(0 <= x < size and 0 <= y < size for x, y in dark):
        raise ValueError("the zone around it is not light")
    return read_qr(dark, size)


def test_extensions_leave_a_site_with_a_dark_theme_alone(site: Path) -> None:
    """Every page tells so: the word that the most used one looks for, and both schemes in its
    head."""
    for address, file in pages(site).items():
        html = file.read_text("utf-8")
        if '<meta http-equiv="refresh"' in html:
            continue  # a page that has moved shows no card
        assert '<meta name="darkreader-lock" content="">' in html, address
        assert '<meta name="color-scheme" content="light dark">' in html, address


@pytest.mark.parametrize("language", LANGUAGES)
def test_translators_leave_codes_cards_and_names_alone(
    browser: Browser, host: str, language: str
) -> None:
    """Deal codes, index letters, keys and the names of languages are marked: no browser translates
    them."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(host + address_of("war", language))
    page.wait_for_selector("#board[data-live]")
    for selector in KEPT:
        assert page.locator(selector).count(), selector
        assert page.locator(selector).evaluate_all("all => all.every(each => !each.translate)"), (
            selector
        )
    page.click("[data-do=share]")
    assert page.locator("#share-link").evaluate("each => each.translate === false")
    page.keyboard.press("Escape")
    page.click("[data-do=help]")
    keys = page.locator("#help kbd").evaluate_all(
        "all => all.map(each => [each.textContent, each.translate])"
    )
    letters = [translated for key, translated in keys if len(key) == 1]
    assert letters
    assert not any(letters)
    context.close()
