"""Laws that hold for the pages in a browser: everybody can read them, and they keep to
themselves."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize

from tests.browser.visitor import visitor
from tests.site import LANGUAGES, ROOT, addresses

AXE = (ROOT / "node_modules/axe-core/axe.min.js").read_text("utf-8")
VIOLATIONS = "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)"
"""Every rule, but what passes is not described: that takes longer than to judge it."""
ADDRESSES = addresses()
KINDS = (
    "root",
    "home",
    "war",
    "peace",
    "variants",
    "compare",
    "sources",
    "accessibility",
    "offline",
    "not-found",
)
NARROW: ViewportSize = {"width": 375, "height": 800}
NARROWEST: ViewportSize = {"width": 320, "height": 640}
TOO_WIDE = """limit => document.documentElement.scrollWidth <= limit ? [] :
    [...document.querySelectorAll("body *")]
        .filter(each => each.getBoundingClientRect().right > limit)
        .slice(0, 5).map(each => each.outerHTML.slice(0, 80))"""


def address_of(page_id: str, language: str) -> str:
    return ADDRESSES.get((page_id, language), ADDRESSES.get((page_id, ""), ""))


@contextmanager
def opened(browser: Browser, url: str, *scripts: str, **options: object) -> Iterator[Page]:
    """A page as somebody opens it who was never here."""
    with visitor(browser, url, *scripts, **options) as page:
        page.goto(url)
        yield page


def violations(page: Page) -> list[tuple[str, str, str]]:
    """What axe has against the page as it is shown now: rule, place, what to do."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE)
    return [
        (violation["id"], str(node["target"]), node["failureSummary"])
        for violation in page.evaluate(VIOLATIONS)
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page_id", KINDS)
def test_axe_finds_no_violation(browser: Browser, host: str, page_id: str, scheme: str) -> None:
    """Each kind of page passes every rule of axe, wide and narrow, in light and in dark; the
    languages take turns."""
    url = host + address_of(page_id, LANGUAGES[KINDS.index(page_id) % len(LANGUAGES)])
    with opened(browser, url, color_scheme=scheme) as page:
        assert violations(page) == []
        page.set_viewport_size(NARROW)
        assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_in_open_menus(browser: Browser, host: str, scheme: str) -> None:
    """The language menu and, on a narrow screen, the main menu pass as well once they are open."""
    with opened(
        browser, host + address_of("peace", "fi"), color_scheme=scheme, viewport=NARROW
    ) as page:
        for menu in ("languages", "menu"):
            page.click(f"[popovertarget={menu}]")
            assert page.is_visible(f"#{menu}")
            assert violations(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_scrolls_sideways_on_the_narrowest_screen(
    browser: Browser, host: str, language: str
) -> None:
    """At 320 px, which is 1,280 px at 400 % zoom, every page in every language fits the width."""
    wide = {}
    with opened(browser, host, viewport=NARROWEST) as page:
        for (page_id, code), address in ADDRESSES.items():
            if code in ("", language):
                page.goto(host + address)
                wide[page_id] = page.evaluate(TOO_WIDE, NARROWEST["width"])
    assert {page_id: parts for page_id, parts in wide.items() if parts} == {}


def test_text_spacing_of_wcag_cuts_nothing(browser: Browser, host: str) -> None:
    """With the line, letter and word spacing of WCAG 1.4.12 nothing scrolls sideways either."""
    spacing = (
        "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em"
        " !important }"
    )
    wide = {}
    with opened(browser, host, viewport=NARROWEST, bypass_csp=True) as page:
        for page_id in KINDS:
            page.goto(host + address_of(page_id, "de"))
            page.add_style_tag(content=spacing)
            wide[page_id] = page.evaluate(TOO_WIDE, NARROWEST["width"])
    assert {page_id: parts for page_id, parts in wide.items() if parts} == {}


def test_pages_are_silent_and_ask_no_other_host(browser: Browser, host: str) -> None:
    """No page writes an error to the console, and no request leaves the site's own host."""
    noise: list[str] = []
    strange: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            noise.append(f"{message.location.get('url')}: {message.text}")

    # With what keeps pages for readers without a network, which has its own errors and requests.
    context = browser.new_context()
    page = context.new_page()
    page.on("console", hear)
    page.on("pageerror", lambda error: noise.append(f"{page.url}: {error}"))
    context.on(
        "request",
        lambda request: strange.append(request.url) if not request.url.startswith(host) else None,
    )
    for address in ADDRESSES.values():
        page.goto(host + address, wait_until="load")
    context.close()
    assert noise == []
    assert [url for url in strange if urlsplit(url).scheme != "data"] == []


def test_every_page_answers_below_a_path(browser: Browser, host_below: str) -> None:
    """The same pages work below a path: whatever a page loads is there."""
    missing: list[str] = []
    with opened(browser, host_below) as page:
        page.on(
            "response", lambda answer: missing.append(answer.url) if answer.status != 200 else None
        )
        for address in ADDRESSES.values():
            page.goto(host_below + address, wait_until="load")
    assert missing == []


def test_a_reader_without_script_loses_nothing(browser: Browser, host: str) -> None:
    """Without JavaScript each page shows its text, and no control that needs a script."""
    with opened(browser, host, java_script_enabled=False) as page:
        for page_id in KINDS:
            page.goto(host + address_of(page_id, "da"))
            assert page.is_visible("h1"), page_id
            assert page.locator("[data-theme-button]:visible, [data-print]:visible").count() == 0, (
                page_id
            )
