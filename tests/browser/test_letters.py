"""Laws of letters: whatever size a reader's browser gives them, nothing is cut, nothing lies over
another, all fits."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from engine import SharedGame, play
from engine.share import write
from tests.browser.conftest import CHROMIUM, QUIET
from tests.browser.test_pages import address_of
from tests.browser.visitor import visitor
from tests.engine.games import variants
from tests.site import LANGUAGES

SIZES = (16, 20, 24, 32)
"""Pixels of the letters that a reader can choose in the browser's settings."""
WIDTHS = (375, 768, 1280, 1920)
PAGES = ("root", "home", "variants", "peace", "compare", "sources", "offline", "not-found", "menus")
BOARDS = ("ready", "war", "auto", "over", "four", "code", "broken")
DIALOGS = ("share", "settings", "help", "hidden")
SCENES = (*PAGES, *BOARDS, *DIALOGS)
SCENES_OF_ALL = ("ready", "over")
"""What is looked at in every language and size: each label of the main button, lanes, log, figures
of the end."""
EVERY_LABEL = bool(os.environ.get("EVERY_LABEL"))
"""Whether that is done with every scene, which takes half an hour; else languages and sizes take
turns."""
LABELS = (Path(__file__).parent / "drivers" / "labels.js").read_text("utf-8")
SPACING = (
    "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em"
    " !important }"
)
PRESETS = variants()
TWO, FOUR = (play(PRESETS["war"], players, "7K3Q9F2A") for players in (2, 4))
LONGEST = max(range(len(TWO.battles)), key=lambda at: len(TWO.battles[at].rounds)) + 1


def turns() -> list[tuple[int, str]]:
    """Sizes and scenes: each scene with the largest letters and with one of the other sizes."""
    return [
        (size, scene)
        for size in SIZES
        for at, scene in enumerate(SCENES)
        if EVERY_LABEL
        or scene in SCENES_OF_ALL
        or size in (SIZES[-1], SIZES[at % (len(SIZES) - 1)])
    ]


@pytest.fixture(scope="module")
def letters(browser: Browser) -> Iterator[Callable[[int], Browser]]:
    """Browsers that give letters a size: a style of the page would not reach what media queries ask
    for."""
    started: dict[int, Browser] = {}

    def browser_of(size: int) -> Browser:
        if size not in started:
            args = [*QUIET, f"--blink-settings=defaultFontSize={size}"]
            started[size] = browser.browser_type.launch(executable_path=CHROMIUM, args=args)
        return started[size]

    yield browser_of
    for each in started.values():
        each.close()


def link(players: int, battle: int) -> str:
    recording = TWO if players == 2 else FOUR
    return "#g=" + write(
        SharedGame("war", PRESETS["war"], players, recording.deal or "", battle), PRESETS
    )


@contextmanager
def shown(browser: Browser, host: str, scene: str, language: str, **options: Any) -> Iterator[Page]:
    """A page as a reader sees it in the middle of something."""
    recording = FOUR if scene == "four" else TWO
    kept = (
        f"if (origin !== 'null') sessionStorage.setItem('game', {json.dumps(recording.to_json())})"
    )
    fragment = {"war": link(2, LONGEST), "four": link(4, 1), "broken": "#g=1.war.2"}.get(scene, "")
    page_id = scene if scene in PAGES and scene != "menus" else "war"
    url = host + address_of(page_id, language) + fragment
    with visitor(browser, url, kept, reduced_motion="reduce", **options) as page:
        page.goto(url)
        if page.query_selector("#board"):
            page.wait_for_selector("#board[data-live]")
            bring(page, scene)
        yield page


def bring(page: Page, scene: str) -> None:
    """Does what leads from a board that is ready into the middle of something."""
    match scene:
        case "war" | "four":
            page.wait_for_selector("#board-lanes .slot.last")
        case "auto":
            page.focus("[data-do=turn]")
            page.keyboard.press("a")
            page.wait_for_selector("[data-do=auto][aria-pressed=true]")
        case "over" | "hidden":
            page.focus("#deal-code")  # what shows the end comes with it
            page.wait_for_selector("link[href*=board-rest]", state="attached")
            page.locator("[data-do=turn]").press("e")
            page.wait_for_selector("#board-end:visible, #board[data-state=over]")
            page.wait_for_timeout(700)
        case "code":
            page.fill("#deal-code", "?")
            page.locator("#deal-code").press("Enter")
        case "menus":
            page.click("[popovertarget=languages]")
    if scene in ("broken", "code"):
        page.wait_for_selector("#board-message:visible .control")
    if scene in DIALOGS:
        page.click(f"[data-do={scene}]:visible")
        page.wait_for_selector(f"#{scene}:modal")


def wrong(page: Page) -> dict[int, list[str]]:
    """What is wrong with the labels, by the width of the window."""
    found = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        found[width] = page.evaluate(LABELS)
    return {width: labels for width, labels in found.items() if labels}


@pytest.mark.parametrize(("size", "scene"), turns())
def test_every_label_fits_whatever_the_size_of_letters(
    letters: Callable[[int], Browser], host: str, size: int, scene: str
) -> None:
    """Nothing scrolls sideways, is cut off, leaves its button, cell or box, or lies over another
    text or a card."""
    found = {}
    turn = LANGUAGES[SCENES.index(scene) % len(LANGUAGES)]
    for language in LANGUAGES if EVERY_LABEL or scene in SCENES_OF_ALL else (turn,):
        window = {"width": WIDTHS[0], "height": 900}
        with shown(letters(size), host, scene, language, viewport=window) as page:
            found[language] = wrong(page)
    assert {} == {language: labels for language, labels in found.items() if labels}


@pytest.mark.parametrize("scene", ["war", "over", "four", "share", "peace", "compare"])
def test_wide_spacing_cuts_no_label(browser: Browser, host: str, scene: str) -> None:
    """With the line, letter and word spacing of WCAG 1.4.12 every label is whole as well."""
    language = LANGUAGES[len(scene) % len(LANGUAGES)]
    with shown(browser, host, scene, language, bypass_csp=True) as page:
        page.add_style_tag(content=SPACING)
        assert {} == wrong(page), language
