"""Laws that hold for what readers press: links, menus, the theme, print."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from builder.output.writing import write
from tests.browser.test_pages import address_of, opened
from tests.browser.visitor import visitor
from tests.builder.small_project import Workshop
from tests.site import CONTENT, LANGUAGES, front_matter, hosted

BACKGROUND = (
    "[document.documentElement, document.body].map(each =>"
    " getComputedStyle(each).backgroundColor).join()"
)
REFUSED = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("refused", "SecurityError"); }
})"""
TOO_SMALL = """all => all.map(each => [each.outerHTML.slice(0, 60), each.getBoundingClientRect()])
    .filter(([, box]) => box.height < 43.5 || box.width < 43.5)
    .map(([text, box]) => `${text} ${box.width} × ${box.height}`)"""
AT_FIRST = """new MutationObserver((_, watch) => {
    if (!document.body) return;
    window.atFirst = document.documentElement.dataset.theme;
    watch.disconnect();
}).observe(document, { childList: true, subtree: true })"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_skip_link_is_the_first_stop_and_leads_to_the_text(
    browser: Browser, host: str, language: str
) -> None:
    """Tab shows it, Enter moves the focus into the main part, and the next Tab goes on from
    there."""
    with opened(browser, host + address_of("peace", language)) as page:
        page.keyboard.press("Tab")
        skip = page.locator(":focus")
        expect(skip).to_have_class("skip")
        expect(skip).to_be_in_viewport()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


@pytest.mark.parametrize("script", [True, False])
def test_the_language_menu_leads_to_the_same_page(
    browser: Browser, host: str, script: bool
) -> None:
    """From each language to each other one, with and without JavaScript."""
    for page_id in ("home", "peace", "compare"):
        with opened(
            browser, host + address_of(page_id, LANGUAGES[0]), java_script_enabled=script
        ) as page:
            for language in (*LANGUAGES[1:], LANGUAGES[0]):
                page.click("[popovertarget=languages]")
                page.click(f"#languages a[hreflang={language}]")
                page.wait_for_url(host + address_of(page_id, language))
                assert page.get_attribute("html", "lang") == language


@pytest.mark.parametrize("script", [True, False])
def test_the_main_menu_of_a_narrow_screen_leads_on(
    browser: Browser, host: str, script: bool
) -> None:
    """Where the links do not fit, a button shows them, with and without JavaScript."""
    narrow = {"width": 375, "height": 800}
    with opened(
        browser, host + address_of("home", "fi"), viewport=narrow, java_script_enabled=script
    ) as page:
        expect(page.locator("nav#menu")).to_be_hidden()
        page.click("[popovertarget=menu]")
        page.locator("nav#menu a").first.click()
        page.wait_for_url(host + address_of("war", "fi"))


def test_the_language_menu_opens_and_closes_by_keyboard(browser: Browser, host: str) -> None:
    """Enter opens it, Escape closes it, and the focus stays on the button."""
    with opened(browser, host + address_of("war", "en")) as page:
        page.focus("[popovertarget=languages]")
        page.keyboard.press("Enter")
        expect(page.locator("#languages")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#languages")).to_be_hidden()
        expect(page.locator("[popovertarget=languages]")).to_be_focused()


def shown_words(page: Page) -> list[str]:
    """The languages whose part of the page of the missing address can be seen."""
    parts = page.locator("[data-language]:visible")
    return [str(parts.nth(index).get_attribute("data-language")) for index in range(parts.count())]


PLACES = ("host", "host_below", "host_en")
"""Input 7: at a root, below a path, and below one that reads like a language."""


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missing_address_is_answered_in_its_language(
    browser: Browser, request: pytest.FixtureRequest, place: str, language: str
) -> None:
    """404 speaks the language of the first segment, at any depth, and its link leads home in that
    language."""
    base = request.getfixturevalue(place)
    with opened(browser, f"{base}{language}/xyz/deeper/") as page:
        assert shown_words(page) == [language]
        assert page.get_attribute("html", "lang") == language
        heading = page.locator("h1:visible")
        expect(heading).to_have_count(1)
        expect(heading).to_have_text(
            str(front_matter(CONTENT / f"pages/not-found/{language}.md")["title"])
        )
        page.click("main a:visible")
        page.wait_for_url(f"{base}{language}/")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("script", [True, False])
def test_an_address_without_language_is_answered_in_all(
    browser: Browser, request: pytest.FixtureRequest, place: str, script: bool
) -> None:
    """404 for /xyz, and any 404 without JavaScript, shows every language, styled, with working ways
    home."""
    base = request.getfixturevalue(place)
    with opened(
        browser, f"{base}xyz{'' if script else '/fi/'}", java_script_enabled=script
    ) as page:
        assert shown_words(page) == list(LANGUAGES)
        assert page.evaluate("document.styleSheets.length") > 0
        homes = page.locator("main a").evaluate_all("links => links.map(link => link.href)")
        assert homes == [f"{base}{language}/" for language in LANGUAGES]


@pytest.mark.parametrize("place", PLACES)
def test_the_root_leads_to_every_language_without_a_script(
    browser: Browser, request: pytest.FixtureRequest, place: str
) -> None:
    """Input 16: nothing is hidden, and each language's card leads to its home page."""
    base = request.getfixturevalue(place)
    with opened(browser, base, java_script_enabled=False) as page:
        homes = page.locator("main a:visible").evaluate_all("links => links.map(link => link.href)")
        assert homes == [f"{base}{language}/" for language in LANGUAGES]


REGIONS = {"en": "English", "de": "Deutsch", "pt-BR": "Português", "de-AT": "Österreichisch"}


@pytest.fixture(scope="module")
def host_of_regions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A small site in languages of regions."""
    folder = tmp_path_factory.mktemp("regions")
    write(Workshop(folder / "project", REGIONS).build().files, folder / "site")
    with hosted(folder / "site") as address:
        yield address


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("pt-br/xyz", "pt-BR"),
        ("pt-BR/xyz/deeper/", "pt-BR"),
        ("de-at/xyz", "de-AT"),
        ("de/xyz", "de"),
        ("pt-br", "pt-BR"),
    ],
)
def test_a_missing_address_is_answered_in_the_language_of_its_region(
    browser: Browser, host_of_regions: str, path: str, language: str
) -> None:
    """Input 9: the folder is in lower case, the language as it is written, and de is not taken for
    de-AT."""
    with opened(browser, f"{host_of_regions}{path}/x") as page:
        assert shown_words(page) == [language]
        assert page.get_attribute("html", "lang") == language
        expect(page.locator("h1:visible")).to_have_text(f"title of not-found {language}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_theme_stays_chosen_and_nothing_flashes(
    browser: Browser, host: str, scheme: str
) -> None:
    """The button turns the theme over; after a reload the choice holds before anything is
    painted."""
    with opened(browser, host + address_of("home", "de"), AT_FIRST, color_scheme=scheme) as page:
        before = page.evaluate(BACKGROUND)
        button = page.locator("[data-theme-button]")
        button.click()
        chosen = page.evaluate(BACKGROUND)
        assert chosen != before
        assert button.get_attribute("aria-pressed") == str(scheme == "light").lower()
        # A style sheet blocks painting, and the theme's script comes before it: what holds when the
        # body begins holds at the first paint.
        page.reload()
        assert page.evaluate("window.atFirst") == ("dark" if scheme == "light" else "light")
        assert page.evaluate(BACKGROUND) == chosen
        page.goto(host + address_of("peace", "fi"))
        assert page.evaluate(BACKGROUND) == chosen


def test_the_theme_works_where_storage_is_refused(browser: Browser, host: str) -> None:
    """Without storage the button still turns the theme over for this page, and nothing breaks."""
    url = host + address_of("home", "en")
    errors: list[str] = []

    def fail(error: Error) -> None:
        errors.append(str(error))

    with visitor(browser, url, REFUSED, color_scheme="light") as page:
        page.on("pageerror", fail)
        page.goto(url)
        before = page.evaluate(BACKGROUND)
        page.click("[data-theme-button]")
        assert page.evaluate(BACKGROUND) != before
        page.remove_listener("pageerror", fail)
    assert errors == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_print(browser: Browser, host: str, language: str) -> None:
    """The button on the rules of War opens the print dialog, and on paper stands the text, not the
    menus."""
    with opened(browser, host + address_of("war", language)) as page:
        page.evaluate("window.print = () => { document.documentElement.dataset.printed = '' }")
        page.click("[data-print]")
        expect(page.locator("html")).to_have_attribute("data-printed", "")
        page.emulate_media(media="print")
        for selector in ("header.top", "footer.foot", "[data-print]"):
            expect(page.locator(selector)).to_be_hidden()
        for section in ("steps", "customs", "questions"):
            expect(page.locator(f"#{section}")).to_be_visible()


def test_the_root_offers_every_language_and_forces_none(browser: Browser, host: str) -> None:
    """At / the reader chooses; whatever the browser prefers, nobody is sent anywhere."""
    with opened(browser, host, locale="da-DK") as page:
        page.wait_for_timeout(200)
        assert page.url == host
        links = page.locator("main a[hreflang]")
        assert [
            links.nth(index).get_attribute("hreflang") for index in range(links.count())
        ] == list(LANGUAGES)
        links.first.click()
        page.wait_for_url(f"{host}{LANGUAGES[0]}/")


def test_every_control_is_large_enough_to_hit(browser: Browser, host: str) -> None:
    """Buttons and the links of the menus measure at least 44 px on a narrow screen, as the design
    asks."""
    with opened(
        browser, host + address_of("war", "de"), viewport={"width": 375, "height": 800}
    ) as page:
        page.click("[popovertarget=menu]")
        small = page.locator("button:visible, nav#menu a:visible").evaluate_all(TOO_SMALL)
    assert small == []
