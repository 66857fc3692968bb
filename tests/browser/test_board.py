"""Laws of the board in Chromium: it shows what the recording holds, by keys as by pointer, at every
size."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, expect

from builder.pages.card_names import card_names
from engine import Recording, SharedGame, play
from engine.cards import card_text
from engine.share import write
from tests.browser.test_controls import TOO_SMALL
from tests.browser.test_pages import NARROW, NARROWEST, TOO_WIDE, address_of, violations
from tests.browser.visitor import visitor
from tests.engine.games import variants
from tests.site import LANGUAGES

PRESETS = variants()
DEAL = "7K3Q9F2A"
SHIFTS = """new PerformanceObserver(list => list.getEntries().forEach(each => {
    if (!each.hadRecentInput) window.shifted = (window.shifted ?? 0) + each.value
})).observe({ type: "layout-shift", buffered: true })"""
COUNTS = (
    "lanes => lanes.map(lane => Number(lane.querySelector('.count').textContent.replace(/\\D/g,"
    " '')))"
)


@contextmanager
def table(
    browser: Browser, url: str, kept: Recording | None = None, **options: Any
) -> Iterator[Page]:
    """A page whose board is ready, and silent until the end; `kept` is the game that the tab was
    at."""
    noise: list[str] = []

    def hear(said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            noise.append(said.text)

    def fail(error: Error) -> None:
        noise.append(str(error))

    scripts = []
    if kept:
        game = json.dumps(kept.to_json())
        scripts = [f"if (origin !== 'null') sessionStorage.setItem('game', {game})"]
    with visitor(browser, url, *scripts, **options) as page:
        page.on("console", hear)
        page.on("pageerror", fail)
        page.goto(url)
        page.wait_for_selector("#board[data-live]")
        yield page
        page.remove_listener("console", hear)
        page.remove_listener("pageerror", fail)
    assert noise == []


def address(recording: Recording, variant: str, language: str, battle: int | None = None) -> str:
    code = write(
        SharedGame(variant, PRESETS[variant], recording.players, recording.deal or "", battle),
        PRESETS,
    )
    return f"{address_of(variant, language)}#g={code}"


def first_deal(page: Page, site: Path) -> Recording:
    """The recording that the page begins with."""
    data = json.loads(page.text_content("#board-data") or "")
    return Recording.from_json(
        (site / "recordings" / Path(data["deal"]["href"]).name).read_text("utf-8")
    )


def at(page: Page, battle: int) -> None:
    page.wait_for_selector(f"#board[data-battle='{battle}']")


def counts(page: Page) -> list[int]:
    found: list[int] = page.locator("#board-lanes .lane").evaluate_all(COUNTS)
    return found


def wars(recording: Recording) -> list[int]:
    return [number for number, battle in enumerate(recording.battles, 1) if len(battle.rounds) > 1]


def keys(page: Page, *pressed: str) -> None:
    page.focus("[data-do=turn]")
    for key in pressed:
        page.keyboard.press(key)


def test_a_whole_game_by_keyboard_shows_what_the_engine_played(
    browser: Browser, host: str, site: Path
) -> None:
    """Space turns battle after battle; after each one everybody holds as many cards as in the
    recording."""
    with table(browser, host + address_of("quick", "da"), reduced_motion="reduce") as page:
        recording = first_deal(page, site)
        expected = recording.counts()
        assert counts(page) == list(expected[0])
        for battle in range(1, recording.result.battles + 1):
            keys(page, "Space")
            at(page, battle)
            assert counts(page) == list(expected[battle])
        assert page.get_attribute("#board", "data-state") == "over"
        expect(page.locator("#board-end")).to_be_visible()
        assert page.locator("#board-log > li").count() == min(50, recording.result.battles)


def test_the_button_becomes_new_game_only_when_nobody_presses(
    browser: Browser, host: str, site: Path
) -> None:
    """Whoever presses on and on at the end deals no game by mistake; after a pause the same button
    deals one."""
    with table(browser, host + address_of("quick", "fi")) as page:
        deal = page.inner_text("#board-deal")
        keys(page, "End")
        for _ in range(4):
            page.wait_for_timeout(250)
            page.keyboard.press("Space")
        assert page.inner_text("#board-deal") == deal
        page.wait_for_timeout(900)
        page.keyboard.press("Enter")
        page.wait_for_function(
            "deal => document.querySelector('#board-deal').innerText !== deal", arg=deal
        )
        at(page, 0)
        assert page.evaluate("document.activeElement.dataset.do") == "turn"


def test_a_held_key_turns_no_cards(browser: Browser, host: str) -> None:
    with table(browser, host + address_of("war", "en")) as page:
        page.focus("[data-do=turn]")
        for _ in range(5):
            page.keyboard.down("Enter")
        page.keyboard.up("Enter")
        assert page.get_attribute("#board", "data-battle") == "1"


def test_steps_and_jumps_over_wars(browser: Browser, host: str, site: Path) -> None:
    """Back over a war and on again is the same position; Shift and an arrow go from war to war."""
    with table(browser, host + address_of("peace", "de")) as page:
        recording = first_deal(page, site)
        expected, found = recording.counts(), wars(recording)
        keys(page, "Shift+ArrowRight")
        at(page, found[0])
        assert counts(page) == list(expected[found[0]])
        keys(page, "ArrowLeft")
        at(page, found[0] - 1)
        assert counts(page) == list(expected[found[0] - 1])
        keys(page, "ArrowRight", "Shift+ArrowRight", "Shift+ArrowLeft")
        at(page, found[0])
        assert counts(page) == list(expected[found[0]])
        keys(page, "End")
        at(page, recording.result.battles)
        keys(page, "Home")
        at(page, 0)


def test_a_war_plays_in_phases_that_a_press_cuts_short(
    browser: Browser, host: str, site: Path
) -> None:
    """One press leads to the end of a war by itself; a second one shows it at once."""
    with table(browser, host + address_of("war", "da")) as page:
        recording = first_deal(page, site)
        war = wars(recording)[0]
        for wait in (True, False):
            page.fill("#board-time", str(war - 1))
            at(page, war - 1)
            keys(page, "Space")
            assert page.get_attribute("#board", "data-state") == "war"
            assert page.locator("#board-lanes .gain").count() == 0
            if not wait:
                page.keyboard.press("Space")
                assert page.get_attribute("#board", "data-state") == "playing"
            expect(page.locator("#board-lanes .gain")).to_have_count(1)
            assert page.get_attribute("#board", "data-battle") == str(war)
            assert counts(page) == list(recording.counts()[war])


def test_reduced_motion_shows_a_war_at_once(browser: Browser, host: str, site: Path) -> None:
    with table(browser, host + address_of("war", "da"), reduced_motion="reduce") as page:
        war = wars(first_deal(page, site))[0]
        page.fill("#board-time", str(war - 1))
        keys(page, "Space")
        assert page.get_attribute("#board", "data-state") == "playing"
        assert page.evaluate("document.getAnimations().length") == 0


def test_the_timeline_is_a_range_that_keys_move(browser: Browser, host: str, site: Path) -> None:
    """Arrow, page and end keys do what a range does, and the board follows; its value is read in
    words."""
    with table(browser, host + address_of("war", "fi")) as page:
        last = first_deal(page, site).result.battles
        page.focus("#board-time")
        page.keyboard.press("ArrowRight")
        at(page, 1)
        page.keyboard.press("End")
        at(page, last)
        page.keyboard.press("Home")
        at(page, 0)
        page.keyboard.press("ArrowRight")
        assert "1" in (page.get_attribute("#board-time", "aria-valuetext") or "")
        assert page.evaluate("document.activeElement.id") == "board-time"


def test_auto_plays_pauses_and_changes_its_tempo(browser: Browser, host: str) -> None:
    with table(browser, host + address_of("war", "en")) as page:
        keys(page, "s", "s", "a")
        expect(page.locator("input[name=tempo][value='10']")).to_be_checked()
        page.wait_for_function("() => Number(document.querySelector('#board').dataset.battle) > 9")
        keys(page, "Space")
        stopped = page.get_attribute("#board", "data-battle")
        assert page.get_attribute("[data-do=auto]", "aria-pressed") == "false"
        page.wait_for_timeout(400)
        assert page.get_attribute("#board", "data-battle") == stopped
        keys(page, "Shift+S", "Shift+S", "Shift+S")
        assert page.is_checked("input[name=tempo][value='0.5']")


def test_keys_hold_only_in_the_board_and_never_take_what_a_control_uses(
    browser: Browser, host: str
) -> None:
    with table(browser, host + address_of("war", "de")) as page:
        page.focus(".brand")
        page.keyboard.press("ArrowRight")
        assert page.get_attribute("#board", "data-battle") == "0"
        page.focus("#deal-code")
        page.keyboard.type("ae")
        assert page.input_value("#deal-code") == "ae"
        assert page.get_attribute("#board", "data-battle") == "0"
        page.focus("input[name=tempo]:checked")
        page.keyboard.press("ArrowRight")
        assert page.is_checked("input[name=tempo][value='3']")
        assert page.get_attribute("#board", "data-battle") == "0"


def test_the_log_is_newest_first_in_pages_of_fifty(browser: Browser, host: str, site: Path) -> None:
    with table(browser, host + address_of("war", "da")) as page:
        last = first_deal(page, site).result.battles
        keys(page, "End")
        at(page, last)
        rows = page.locator("#board-log > li")
        assert rows.count() == 50
        assert rows.first.locator(".log-number").inner_text() == str(last)
        while page.is_visible("[data-do=log]"):
            page.click("[data-do=log]")
        assert rows.count() == last
        assert rows.last.locator(".log-number").inner_text() == "1"


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("variant", ["war", "peace", "last-stand", "rank-war"])
def test_three_and_four_play_as_the_engine_says(
    browser: Browser, host: str, variant: str, players: int
) -> None:
    """Every position of a game of three or four shows the counts of the recording, and nothing is
    too wide."""
    recording = play(PRESETS[variant], players, DEAL)
    url = host + address(recording, variant, LANGUAGES[players - 1])
    with table(browser, url, recording, viewport=NARROWEST) as page:
        expect(page.locator("#board-lanes .lane")).to_have_count(players)
        expected = recording.counts()
        for battle in sorted(
            {*wars(recording)[:8], 1, recording.result.battles // 2, recording.result.battles - 1}
        ):
            page.fill("#board-time", str(battle))
            at(page, battle)
            assert counts(page) == list(expected[battle])
            assert page.evaluate(TOO_WIDE, NARROWEST["width"]) == []
        keys(page, "e")
        expect(page.locator("#board-end")).to_be_visible()
        assert page.evaluate(TOO_WIDE, NARROWEST["width"]) == []


def test_a_reload_and_a_link_restore_deal_and_battle(browser: Browser, host: str) -> None:
    """The address holds the game: after a reload the same cards lie there, with the same
    sentence."""
    with table(browser, host + address_of("peace", "fi")) as page:
        page.fill("#board-time", "6")
        page.wait_for_url(re.compile("#g="))
        before = [
            page.inner_text(part) for part in ("#board-lanes", ".say", "#board-log", "#board-deal")
        ]
        page.reload()
        at(page, 6)
        assert [
            page.inner_text(part) for part in ("#board-lanes", ".say", "#board-log", "#board-deal")
        ] == before


@pytest.mark.parametrize(("variant", "players"), [("war", 2), ("rank-war", 4), ("open-war", 2)])
def test_after_a_game_every_face_down_card_can_be_seen(
    browser: Browser, host: str, variant: str, players: int
) -> None:
    """Battle by battle and player by player, as spoken and as drawn, with nothing too wide on the
    narrowest screen."""
    recording = play(PRESETS[variant], players, DEAL)
    hidden = [
        cards
        for battle in recording.battles
        for seat in range(players)
        if (cards := [card for laid in battle.rounds for card in (laid[seat] or ())[:-1]])
    ]
    with table(
        browser, host + address(recording, variant, "en"), recording, viewport=NARROWEST
    ) as page:
        keys(page, "e")
        page.click("[data-do=hidden]")
        shown = page.locator("#hidden .hidden-cards p")
        expect(shown).to_have_count(len(hidden))
        names = card_names(NullTranslations())
        spoken = [", ".join(names[card_text(card)] for card in cards) for cards in hidden]
        assert spoken == shown.locator(".sr").all_inner_texts()
        assert [len(cards) for cards in hidden] == [
            each.locator(".mini").count() for each in shown.all()
        ]
        assert page.evaluate(TOO_WIDE, NARROWEST["width"]) == []
        assert violations(page) == []


def test_the_end_says_why_a_game_is_drawn(browser: Browser, host: str) -> None:
    """A game stopped by its limit says so, and how common that is."""
    deals = (
        play(PRESETS["peace"], 2, code)
        for code in ("0000001W", "0000008E", *map("{:08d}".format, range(2_000)))
    )
    recording = next(each for each in deals if each.result.kind == "limit")
    with table(browser, host + address(recording, "peace", "en"), recording) as page:
        keys(page, "e")
        end = page.inner_text("#board-end")
        assert "A draw." in end
        assert "After 1,000 battles" in end
        assert re.search(r"About one game in \d", end)


def test_loading_shows_how_far_it_is_and_stops_nothing(browser: Browser, host: str) -> None:
    """While the engine loads the game goes on; cancelled, or with another deal from the pool,
    nothing waits."""
    with table(browser, host + address_of("war", "de")) as page:
        page.route("**/*.wasm", lambda route: None)  # never answered
        deal = page.inner_text("#board-deal")
        for cancel in ("[data-do=cancel]", "[data-do=new]"):
            page.click("label:has(input[name=players][value='4'])")
            page.wait_for_selector("#board[data-state=loading]")
            expect(page.locator("#board-loaded")).not_to_be_empty()
            keys(page, "Space")
            page.wait_for_function("() => document.querySelector('#board').dataset.battle > 0")
            assert page.inner_text("#board-deal") == deal
            assert violations(page) == []
            page.click(cancel)
            page.wait_for_selector("#board:not([data-state=loading])")
            expect(page.locator("#board-loading")).to_be_hidden()
            assert page.is_checked("input[name=players][value='2']")
        page.wait_for_function(
            "deal => document.querySelector('#board-deal').innerText !== deal", arg=deal
        )


STATES = ("ready", "battle", "war", "auto", "over", "four")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_no_violation_in_any_state(
    browser: Browser, host: str, state: str, scheme: str
) -> None:
    recording = play(PRESETS["war"], 4 if state == "four" else 2, DEAL)
    place = address(recording, "war", LANGUAGES[STATES.index(state) % len(LANGUAGES)])
    with table(
        browser, host + place, recording, color_scheme=scheme, reduced_motion="reduce"
    ) as page:
        match state:
            case "battle":
                keys(page, "Space")
            case "war" | "four":
                page.fill("#board-time", str(wars(recording)[0]))
            case "auto":
                keys(page, "a")
            case "over":
                keys(page, "e")
                page.wait_for_timeout(700)
        page.wait_for_timeout(100)
        assert violations(page) == []
        page.set_viewport_size(NARROW)
        assert violations(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_targets_are_large_enough(browser: Browser, host: str, language: str) -> None:
    """Everything to press on the board measures 44 px or more, at both ends of the game."""
    pressed = (
        "#board button:visible, #board .segments label, #board input[type=range], .note"
        " button:visible"
    )
    with table(browser, host + address_of("quick", language), viewport=NARROWEST) as page:
        for key in ("Home", "End"):
            keys(page, key)
            page.wait_for_timeout(50)
            assert page.locator(pressed).evaluate_all(TOO_SMALL) == []


@pytest.mark.parametrize("width", [320, 375, 768, 1280])
def test_the_live_board_takes_the_place_that_was_kept_for_it(
    browser: Browser, host: str, width: int
) -> None:
    """Nothing moves when the script comes, and a battle or a war changes no height; in no
    language."""
    grown = {}
    window = {"width": width, "height": 900}
    for language in LANGUAGES:
        url = host + address_of("peace", language)
        with visitor(browser, url, SHIFTS, viewport=window, reduced_motion="reduce") as page:
            page.goto(url)
            page.wait_for_selector("#board[data-live]")
            height = "document.querySelector('#board').offsetHeight"
            ready = page.evaluate(height)
            keys(page, *["Space"] * 6)
            at(page, 6)
            grown[language] = page.evaluate(height) - ready
            assert page.evaluate("window.shifted ?? 0") < 0.01, language
    assert {} == {language: by for language, by in grown.items() if by > 8}


def test_without_a_script_the_opening_is_read_as_before(browser: Browser, host: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(host + address_of("peace", "de"))
    assert page.locator(".still .log li:visible").count() == 10
    assert (
        page.locator("#board button:visible, #board input:visible, #deal-code:visible").count() == 0
    )
    context.close()


def test_a_page_opened_from_a_file_says_how_to_play(browser: Browser, site: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto((site / address_of("peace", "en") / "index.html").as_uri())
    assert page.is_visible(".from-file")
    assert page.locator(".still .log li:visible").count() == 10
    assert page.locator("#board button:visible").count() == 0
    context.close()
