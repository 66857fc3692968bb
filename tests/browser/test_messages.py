"""Laws of what the board says when something is wrong: where one acted, in sight, linked to its
field, once."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_controls import REFUSED
from tests.browser.test_pages import NARROW, address_of, opened
from tests.site import LANGUAGES

WINDOWS = (NARROW, {"width": 1280, "height": 700})
NO_WASM = "delete window.WebAssembly"
CHOICE = ".choice:has([name=players])"
FOUR = "label:has([name=players][value='4'])"
SHOWN = """() => {
    const message = document.querySelector("#board-message");
    const { x, width, top, bottom } = message.getBoundingClientRect();
    const above = document.elementFromPoint(x + width / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && message.contains(above);
}"""
DISTANCE = """place => {
    const message = document.querySelector("#board-message").getBoundingClientRect();
    const { top, bottom } = place.getBoundingClientRect();
    return Math.max(0, message.top - bottom, top - message.bottom);
}"""
HEARD = """window.heard = []; addEventListener("DOMContentLoaded", () => {
    const region = document.querySelector("#board-status");
    new MutationObserver(() => heard.push(region.textContent.trim())).observe(region, { childList: true });
})"""
NOT_FOR_FINGERS = """all => all.filter(each => {
    let at = each;
    while (at && getComputedStyle(at).touchAction !== "manipulation") at = at.parentElement;
    return !at;
}).map(each => each.outerHTML.slice(0, 80))"""
RECORDED = "**/recordings/*"
NEAR = 24
"""Pixels between a message and what it is about."""


@contextmanager
def board(browser: Browser, url: str, *scripts: str, **options: Any) -> Iterator[Page]:
    """A page whose board is ready."""
    with opened(browser, url, HEARD, *scripts, **options) as page:
        page.wait_for_selector("#board[data-live]")
        yield page


def attached(page: Page) -> None:
    """Have the rest of the board before anything goes wrong, but not the engine."""
    page.focus("#board-time")
    page.wait_for_function("() => document.querySelector('link[href*=board-rest]')?.sheet")
    page.wait_for_timeout(200)


def message(page: Page, reason: str, place: str) -> str:
    """The words of the message, once it is there: in sight, beside its place, and said once."""
    page.wait_for_selector(f"#board-message[data-reason={reason}]:visible")
    page.wait_for_function(SHOWN)
    assert page.locator(place).first.evaluate(DISTANCE) <= NEAR
    paragraphs = page.locator("#board-message > p").all_inner_texts()
    words = " ".join(paragraphs) if paragraphs else page.inner_text("#board-message")
    assert 1 == page.evaluate("heard").count(words)
    assert 1 == page.locator("[role=status], [role=alert]").count()
    return words


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_deal_code_is_refused_at_its_field(
    browser: Browser, host: str, window: dict[str, int], language: str
) -> None:
    """The message is the field's description and the focus stays; as soon as something else is
    typed, all is gone."""
    with board(browser, host + address_of("war", language), viewport=window) as page:
        field = page.locator("#deal-code")
        field.fill("zz")
        field.press("Enter")
        assert "7K3Q-9F2A" in message(page, "deal-code", ".deal-form")
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description(re.compile("7K3Q-9F2A"))
        expect(field).to_be_focused()
        field.press("1")
        expect(page.locator("#board-message")).to_be_hidden()
        assert [None, None] == [
            field.get_attribute(name) for name in ("aria-invalid", "aria-describedby")
        ]


def test_the_button_beside_a_wrong_code_says_the_same_and_keeps_the_focus(
    browser: Browser, host: str
) -> None:
    with board(browser, host + address_of("war", "en"), viewport=NARROW) as page:
        page.fill("#deal-code", "7K3Q-9F2")
        page.locator("[data-do=code]").press("Enter")
        message(page, "deal-code", ".deal-form")
        expect(page.locator("#deal-code")).to_have_attribute("aria-invalid", "true")
        expect(page.locator("[data-do=code]")).to_be_focused()
        page.locator("#board-message [data-do=close]").press("Enter")
        expect(page.locator("#deal-code")).to_be_focused()


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("reason", ["unsupported", "offline", "failed"])
def test_what_cannot_be_chosen_is_said_at_the_choice(
    browser: Browser, host: str, window: dict[str, int], reason: str
) -> None:
    """Without WebAssembly, without a network, without the scripts that it takes: the reason stands
    at the choice."""
    scripts = [NO_WASM] if reason == "unsupported" else []
    with board(browser, host + address_of("quick", "fi"), *scripts, viewport=window) as page:
        if reason == "failed":
            page.route("**/rest*.js*", lambda route: route.abort())
        else:
            attached(page)
        page.context.set_offline(reason == "offline")
        page.click(FOUR)
        message(page, reason, CHOICE)
        assert "2" == page.locator("[name=players]:checked").get_attribute("value")


def test_a_message_put_away_gives_the_focus_back(browser: Browser, host: str) -> None:
    with board(browser, host + address_of("war", "da"), NO_WASM, viewport=NARROW) as page:
        page.click(FOUR)
        message(page, "unsupported", CHOICE)
        expect(page.locator(CHOICE)).to_have_attribute("aria-describedby", "board-message")
        page.locator("#board-message [data-do=close]").press("Enter")
        expect(page.locator("#board-message")).to_be_hidden()
        assert ["players", "2"] == page.evaluate(
            "[document.activeElement.name, document.activeElement.value]"
        )
        assert None is page.locator(CHOICE).get_attribute("aria-describedby")


@pytest.mark.parametrize("window", WINDOWS)
def test_a_recorded_game_that_does_not_come_is_missed_at_the_button(
    browser: Browser, host: str, window: dict[str, int]
) -> None:
    """The button that asked for it stands beside the message, and tries again from there."""
    with board(browser, host + address_of("war", "sv"), NO_WASM, viewport=window) as page:
        attached(page)
        page.route(RECORDED, lambda route: route.abort())
        deal = page.inner_text("#board-deal")
        page.click("[data-do=new]")
        message(page, "recording", ".side-foot")
        page.unroute(RECORDED)
        page.click("#board-message [data-do=retry]")
        expect(page.locator("#board-deal")).not_to_have_text(deal)
        expect(page.locator("#board-message")).to_be_hidden()


@pytest.mark.parametrize("window", WINDOWS)
def test_a_broken_link_is_told_at_the_top_of_the_board(
    browser: Browser, host: str, window: dict[str, int]
) -> None:
    """Wherever one acted before, a link belongs to no control: what is wrong with it stands over
    the table."""
    broken = "#g=1.war.2"
    with board(browser, host + address_of("war", "nb") + broken, NO_WASM, viewport=window) as page:
        message(page, "incomplete", ".stage")
        page.click(FOUR)
        message(page, "unsupported", CHOICE)
        page.evaluate("location.hash = '#g=1.war.9'")
        page.wait_for_selector(".stage > #board-message:visible")
        page.wait_for_function(SHOWN)


def test_what_a_dialog_has_to_say_is_in_sight(browser: Browser, host: str) -> None:
    """Settings that are not kept say so before all else; what copying came to is seen on the lowest
    window."""
    low = {"width": 375, "height": 420}
    with board(browser, host + address_of("war", "en"), REFUSED, viewport=low) as page:
        page.click("[data-do=settings]")
        expect(page.locator("#settings .dialog-note")).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")
        page.click("[data-do=share]")
        page.click("#share [data-do=copy]")
        expect(page.locator("#share .dialog-news")).to_be_in_viewport(ratio=1)


def test_two_quick_presses_are_no_zoom(browser: Browser, host: str) -> None:
    """All that is pressed on the board and in its dialogs takes quick presses as presses; two
    fingers still zoom."""
    with board(browser, host + address_of("peace", "en"), viewport=NARROW) as page:
        page.click("[data-do=settings]")
        page.wait_for_selector("#settings:modal")
        pressed = page.locator(
            ".board-wrap :is(button, label, input), dialog :is(button, label, input)"
        )
        assert pressed.count() > 20
        assert [] == pressed.evaluate_all(NOT_FOR_FINGERS)
