"""Laws of playing that hold in Chromium, Firefox and WebKit alike, for somebody who was never here
before."""

import json
import os
import re
from dataclasses import replace
from itertools import product
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from engine import play
from engine.share import ShareError, read
from tests.browser.conftest import CHROMIUM, FIREFOX, QUIET
from tests.browser.drivers.firefox import Firefox
from tests.browser.drivers.reader import Reader
from tests.browser.drivers.stage import LIES, Stage
from tests.browser.playing import ADDRESSES, VARIANTS, Table, code, war_battles
from tests.engine.test_golden_deals import golden_deals
from tests.site import LANGUAGES

REFUSED = """for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { get() { throw new DOMException("refused", "SecurityError"); } });
}"""
SAVING = (
    "Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true },"
    " configurable: true });"
)
NO_WASM = "delete globalThis.WebAssembly;"
FOCUSED = "document.querySelector('#board').contains(document.activeElement)"
SHORT = "F5YQDJ4V"
"""A deal of the pools: 74 battles of standard War, nine of them wars."""
LONG = 60.0
"""Seconds that the engine may take to start on a busy machine."""


chromium = pytest.mark.parametrize("engine", ["chromium"], indirect=True)
"""Where the page's own script alone decides, one engine says how."""


@pytest.fixture
def table(reader: Reader, stage: Stage) -> Table:
    stage.keeps = False
    return Table(reader, stage)


@pytest.mark.skipif(os.getuid() != 0, reason="only root can be in a home of somebody else's")
def test_firefox_starts_in_a_home_of_somebody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it is in a container of GitHub's, where the workflow tests."""
    home = tmp_path / "home"
    home.mkdir()
    os.chown(home, 1001, 1001)
    monkeypatch.setenv("HOME", str(home))
    Firefox(FIREFOX, tmp_path / "profile").close()


def test_all_of_it_on_a_phone(table: Table) -> None:
    """At 375 px (447 in MiniBrowser, as narrow as it gets): play, deal, switch language, share;
    nothing too wide."""
    table.reader.resize(375, 720)
    table.open("peace", "da")
    deal = table.deal
    table.do("turn")
    table.wait_for_battle(1)
    table.choose("players", 3)
    deal = table.wait_for_other_deal(deal, LONG)
    table.do("turn")
    table.wait_for_battle(1)
    table.reader.click("[popovertarget=languages]")
    table.reader.click("#languages a[hreflang=fi]")
    table.reader.wait("document.documentElement.lang === 'fi'")
    table.wait_for_deal(deal)
    table.wait_for_battle(1)
    table.do("share")
    table.reader.wait("document.querySelector('#share-link')?.value.includes('#g=')")
    assert table.reader.evaluate("innerWidth") <= 447
    assert table.reader.evaluate("document.documentElement.scrollWidth <= innerWidth")
    table.silent()


def test_pages_show(reader: Reader, stage: Stage) -> None:
    """Each kind of page loads without a word of complaint, and nothing is wider than the window."""
    pages = (
        "home",
        "war",
        "rank-war",
        "variants",
        "compare",
        "sources",
        "accessibility",
        "offline",
    )
    for number, page in enumerate(pages):
        reader.open(stage.address + ADDRESSES[page, LANGUAGES[number % len(LANGUAGES)]])
        reader.wait("!document.querySelector('#board:not([data-live])')")
        assert reader.text("h1")
        assert reader.evaluate("document.documentElement.scrollWidth <= innerWidth"), page
        assert reader.evaluate("probe.errors") == []
    assert reader.noise() == []


def test_a_recorded_deal_plays_to_its_end_without_the_engine(table: Table) -> None:
    """One press is one battle; "to the end" shows how the recording ends; nothing of the engine is
    loaded."""
    table.open("peace", "da")
    assert table.deal == table.first.deal
    assert table.battle == 0
    table.do("turn")
    table.wait_for_battle(1)
    table.do("end")
    table.wait_for("over")
    assert table.battle == table.first.result.battles
    assert table.reader.evaluate("document.querySelectorAll('#board-log li').length > 0")
    table.do("back")
    table.wait_for_battle(table.first.result.battles - 1)
    table.silent()
    assert table.engine_asked_for() == []


def test_a_whole_standard_game_by_keyboard_only(table: Table) -> None:
    """From the top of the page by Tab to the board, by Space through every battle; then Enter deals
    anew."""
    game = table.played("war", 2, SHORT)
    table.open("war", "en", code("war", 2, SHORT))
    table.wait_for_deal(SHORT)
    reader = table.reader
    for _ in range(40):
        reader.press("Tab")
        if reader.evaluate(f"{FOCUSED} && document.activeElement.dataset.do === 'turn'"):
            break
    else:
        pytest.fail("Tab does not come to the button that plays")
    for _ in range(game.result.battles):
        left = game.result.battles - table.battle
        reader.press(*["Space"] * max(1, left))
        if table.state == "over":
            break
    assert table.battle == game.result.battles
    assert reader.evaluate(FOCUSED)
    # The button deals anew only once no key was pressed for a while, and says so.
    label = reader.text("[data-do=turn] .label")
    reader.press("Space")
    assert table.deal == SHORT
    reader.wait(f"document.querySelector('[data-do=turn] .label').textContent !== {label!r}")
    reader.press("Enter")
    table.wait_for_other_deal(SHORT)
    table.silent()


def test_the_keys_move_through_a_game(table: Table) -> None:
    """Auto, pause, tempo, step back over a war, jump to wars, to the ends, the timeline: all by
    keyboard."""
    table.open("war", "de")
    reader = table.reader
    wars, last = war_battles(table.first), table.first.result.battles
    # auto and pause
    tempo = "document.querySelector('#board').dataset.tempo"
    slow = reader.evaluate(tempo)
    table.keys("s")
    reader.wait(f"{tempo} !== '{slow}'")
    table.keys("Shift+S")
    reader.wait(f"{tempo} === '{slow}'")
    table.keys("s", "s", "a")
    reader.wait("document.querySelector('#board').dataset.battle >= 2")
    table.keys("a")
    table.wait_for("playing", "ready")
    paused = table.battle
    reader.evaluate("new Promise((done) => setTimeout(done, 300))")
    assert table.battle == paused
    # wars
    table.keys("Home")
    table.wait_for_battle(0)
    table.keys("Shift+ArrowRight")
    table.wait_for_battle(wars[0])
    table.keys("Shift+ArrowRight")
    table.wait_for_battle(wars[1])
    table.keys("ArrowLeft")
    table.wait_for_battle(wars[1] - 1)
    table.keys("ArrowRight")
    table.wait_for_battle(wars[1])
    table.keys("Shift+ArrowLeft")
    table.wait_for_battle(wars[0])
    # the ends
    table.keys("End")
    table.wait_for_battle(last)
    table.wait_for("over")
    table.keys("Home")
    table.wait_for_battle(0)
    # the timeline has the keys of any range, and the board leaves them to it
    reader.focus("#board-time")
    reader.press("ArrowRight", "ArrowRight")
    table.wait_for_battle(2)
    reader.press("ArrowLeft")
    table.wait_for_battle(1)
    reader.press("End")
    table.wait_for_battle(last)
    reader.press("Home")
    table.wait_for_battle(0)
    table.silent()


def test_the_engine_deals_for_two_three_and_four(table: Table) -> None:
    """The engine in the browser plays the very games that CPython plays, and another language goes
    on with them."""
    table.open("peace", "fi")
    deal = table.deal
    for players, ask in ((3, "players"), (4, "players"), (2, "players"), (2, "new")):
        if ask == "new":
            table.do("new")
        else:
            table.choose("players", players)
        deal = table.wait_for_other_deal(deal, LONG)
        game = table.played("peace", players, deal)
        assert table.digests()[-1] == game.digest()
        table.do("end")
        table.wait_for("over")
        assert table.battle == game.result.battles
    table.do("back")
    table.reader.click("[popovertarget=languages]")
    table.reader.click("#languages a[hreflang=da]")
    table.reader.wait("document.documentElement.lang === 'da'")
    table.wait_for_deal(deal)
    table.wait_for_battle(game.result.battles - 1)
    assert table.reader.evaluate("probe.workers.length") == 0
    table.silent()


def test_golden_links_are_the_same_games_in_the_browser(table: Table) -> None:
    """Each golden deal has the same digest here as on CPython, and a golden link leads to that very
    game."""
    golden = golden_deals()
    variant, players, deal, _, _, battles, _, digest = golden[-1]
    table.open(variant, "en", code(variant, int(players), deal, int(battles)))
    table.wait_for_deal(deal)
    table.wait_for("over", timeout=LONG)
    assert table.battle == int(battles)
    assert table.digests() == [digest]
    answers = table.ask(
        *(
            {"do": "play", "rules": VARIANTS[v].changes(), "players": int(n), "deal": d}
            for v, n, d, *_ in golden
        )
    )
    assert [answer["digest"] for answer in answers] == [line[-1] for line in golden]
    table.reader.focus("#deal-code")
    table.reader.press(*"7x53-hssx", "Enter")
    table.wait_for_deal("7X53HSSX")
    assert table.digests()[-1] == table.played(variant, int(players), "7X53HSSX").digest()
    table.silent()


def test_another_language_goes_on_with_the_game(table: Table) -> None:
    """The language menu keeps deal and battle."""
    table.open("war", "da")
    deal = table.deal
    table.keys("Shift+ArrowRight", "Shift+ArrowRight")
    table.wait_for_battle(war_battles(table.first)[1])
    battle = table.battle
    for language in ("fi", "de"):
        table.reader.click("[popovertarget=languages]")
        table.reader.click(f"#languages a[hreflang={language}]")
        table.reader.wait(f"document.documentElement.lang === '{language}'")
        table.wait_for_deal(deal)
        table.wait_for_battle(battle)
        assert urlsplit(table.reader.url).path == f"/{ADDRESSES['war', language]}"
        table.silent()


def counts(text: str) -> list[str]:
    """The numbers of a text."""
    return re.findall(r"\d+", text)


def test_a_link_is_the_same_game_for_a_friend(table: Table) -> None:
    """What is shared in one language opens in a fresh profile, in another language, on another
    variant's page."""
    table.open("quick", "de")
    table.keys("ArrowRight", "ArrowRight", "ArrowRight")
    table.wait_for_battle(3)
    table.do("share")
    table.reader.wait("document.querySelector('#share-link')?.value")
    table.choose("share-from", "battle")
    link = table.reader.wait(
        "document.querySelector('#share-link').value.match(/#g=.*[.]3-/) &&"
        " document.querySelector('#share-link').value"
    )
    game = read(link.partition("#g=")[2], VARIANTS)
    deal, hands = table.deal, counts(table.reader.text("#board-lanes"))
    assert (game.variant, game.deal) == ("quick", deal)
    table.reader.fresh()
    table.open("peace", "fi", link.partition("#g=")[2])
    table.wait_for_deal(deal)
    table.wait_for_battle(3)
    assert urlsplit(table.reader.url).path == f"/{ADDRESSES['quick', 'fi']}"
    assert counts(table.reader.text("#board-lanes")) == hands
    table.silent()


def test_reload_restores_and_the_history_leads_back_and_forth(table: Table) -> None:
    """A reload shows the same battle of the same deal; a new deal is a step in the history."""
    table.open("peace", "en")
    first = table.deal
    table.keys(*["ArrowRight"] * 5)
    table.wait_for_battle(5)
    table.reader.wait("/[.]5-..$/.test(location.hash)")  # written at most once a second
    table.reader.reload()
    table.wait_for_deal(first)
    table.wait_for_battle(5)
    table.do("new")
    second = table.wait_for_other_deal(first)
    table.reader.back()
    table.wait_for_deal(first)
    table.wait_for_battle(5)
    table.reader.forward()
    table.wait_for_deal(second)
    table.silent()


@chromium
def test_a_game_without_end_is_drawn(table: Table) -> None:
    """At the battle limit the game is over, and the board says that it is drawn."""
    table.open("one-down", "en", code("one-down", 2, "00000005", 995))
    table.wait_for_deal("00000005")
    table.wait_for_battle(995)
    table.do("end")
    table.wait_for("over")
    assert table.battle == 1000
    assert "1,000" in table.reader.text("#board")
    table.silent()


GOOD = code("peace", 2, "7K3Q9F2A", 12)
BAD = [
    GOOD[:-1],
    GOOD[:-1] + ("0" if GOOD[-1] != "0" else "1"),
    "",
    "9" + GOOD[1:],
    GOOD[:12],
    "hello",
    GOOD.replace("7K3Q", "7K3R"),
    GOOD + "und",
    "%E0%A4%A",
    "1" * 200,
    "<img src=x onerror=probe.errors.push('run')>",
    GOOD[:-3],
]


def test_a_broken_link_is_explained_and_another_deal_is_there(table: Table) -> None:
    """Cut, mistyped, empty, of the future, or nonsense: a message in words, a deal to play, and no
    error."""
    table.open("peace", "de")
    for number, bad in enumerate(BAD):
        with pytest.raises(ShareError) as refused:
            read(bad, VARIANTS)
        if number % 4 == 0:
            table.open("peace", "de", bad or " ")
        else:
            table.reader.evaluate(f"location.hash = {'#g=' + bad!r}")
        assert table.message(refused.value.reason)
        assert len(table.deal) == 8
        assert table.state in ("ready", "playing")
        table.silent()
    table.do("turn")
    table.wait_for_battle(1)


@chromium
def test_without_webassembly_the_recorded_deals_stay(table: Table) -> None:
    """The board says what is missing; the first deal and the pool play on."""
    table.stage.stub = NO_WASM
    table.open("war", "fi")
    deal = table.deal
    table.choose("players", 3)
    assert table.message("unsupported")
    table.choose("players", 2)
    table.do("new")
    assert table.wait_for_other_deal(deal)
    table.do("end")
    table.wait_for("over")
    table.silent()


KILLED_IN_MID_DEAL = """
    void probe.ask([{ do: "simulate", rules: {}, players: 2, first: 0, games: 2000, seed: 1 }]),
    document.querySelector("input[name=players][value='4']").click(),
    new Promise((done) => setTimeout(done, 50)).then(() => probe.workers.at(-1).terminate())
"""
"""A deal has to wait behind a simulation, and the worker dies before it comes to it."""


def test_a_killed_worker_can_be_started_again(table: Table) -> None:
    """The worker dies while it starts, then in mid-deal: a message each time, the game stays, a
    press helps."""
    table.open("peace", "da")
    deal = table.deal
    table.keys("ArrowRight", "ArrowRight")
    table.wait_for_battle(2)
    table.stage.hold(".wasm")
    table.choose("players", 3)
    table.reader.wait("probe.answers.length")
    table.reader.evaluate("probe.workers.at(-1).terminate()")
    assert table.message("failed")
    assert (table.deal, table.battle) == (deal, 2)
    table.stage.hold("")
    table.do("retry")
    deal = table.wait_for_other_deal(deal, LONG)
    table.keys("ArrowRight", "ArrowRight")
    table.wait_for_battle(2)
    table.reader.evaluate(KILLED_IN_MID_DEAL)
    assert table.message("crashed")
    assert (table.deal, table.battle) == (deal, 2)
    table.do("retry")
    deal = table.wait_for_other_deal(deal, LONG)
    assert table.digests()[-1] == table.played("peace", 4, deal).digest()
    table.silent()


def test_offline_before_the_engine_was_ever_loaded(table: Table) -> None:
    """The recorded deal plays on; a new deal says that it cannot be had, and can be tried again."""
    table.open("war", "da")
    deal = table.deal
    # All that comes by itself is there.
    table.reader.wait("Boolean(document.querySelector('link[media^=print]')?.sheet)")
    table.stage.stop()
    table.do("turn")
    table.wait_for_battle(1)
    table.choose("players", 3)
    assert table.message("offline", "failed")
    assert table.reader.evaluate(
        "document.querySelector('input[name=players][value=\"2\"]').checked"
    )
    table.do("new")
    assert table.message("offline", "failed", "recording")
    assert table.deal == deal
    table.do("end")
    table.wait_for("over")
    assert table.reader.evaluate("probe.errors") == []
    table.stage.start()
    table.choose("players", 4)
    deal = table.wait_for_other_deal(deal, LONG)
    assert table.digests()[-1] == table.played("war", 4, deal).digest()


def test_where_storage_is_refused_the_board_works_and_says_so(table: Table) -> None:
    """Settings hold for the page, and the dialog says that they are not kept."""
    table.stage.stub = REFUSED
    table.open("peace", "en")
    table.do("turn")
    table.wait_for_battle(1)
    table.do("settings")
    table.reader.wait(
        "document.querySelector('#settings[open]')?.innerText.includes('does not let us save')"
    )
    table.silent()


TOLD = ("a portal's page", "half", "nothing", "still packed", "one bit wrong")


@pytest.mark.parametrize(
    ("engine", "lie"),
    [
        *(("chromium", lie) for lie in TOLD),
        *product(("firefox", "webkit"), ("half", "still packed")),
    ],
    indirect=["engine"],
)
def test_a_wrong_answer_to_the_board_is_asked_for_again(table: Table, lie: str) -> None:
    """Told once, of all that a board loads later, nobody notices; told on and on it is said, and
    may be tried anew."""
    table.stage.deceive(LIES[lie], times=1)
    table.open("war", "en")
    deal = table.deal
    table.do("new")
    deal = table.wait_for_other_deal(deal)
    table.silent()
    table.stage.deceive(LIES[lie], times=100)
    table.open("war", "de")
    deal = table.deal
    table.do("new")
    assert table.message("failed")
    table.stage.deceive(None)
    table.do("new")
    deal = table.wait_for_other_deal(deal)


def test_firefox_that_stores_nothing_plays_in_silence(stage: Stage, tmp_path: Path) -> None:
    """Cookies and all that goes with them are blocked: settings, locks, caches, the service
    worker."""
    reader = Firefox(FIREFOX, tmp_path / "profile", {"network.cookie.cookieBehavior": 2})
    try:
        reader.fresh()
        table = Table(reader, stage)
        table.open("peace", "en")
        assert reader.evaluate("navigator.cookieEnabled") is False
        deal = table.deal
        table.choose("players", 3)
        deal = table.wait_for_other_deal(deal, LONG)
        assert table.played("peace", 3, deal).digest() == table.digests()[-1]
        reader.open(stage.address + ADDRESSES["offline", "en"])
        reader.wait("!document.querySelector('#keep-offline').hidden")
        reader.wait("document.querySelector('#keep-offline').dataset.state === 'unsupported'")
        table.silent()
    finally:
        reader.close()


def test_chromium_that_stores_nothing_plays_in_silence(
    browser: Browser, stage: Stage, tmp_path: Path
) -> None:
    """As above, with the setting of Chromium."""
    settings = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default/Preferences").write_text(json.dumps(settings), "utf-8")
    context = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=CHROMIUM, args=QUIET
    )
    noise: list[str] = []
    context.on("weberror", lambda error: noise.append(str(error.error)))
    context.on(
        "console",
        lambda said: noise.append(said.text) if said.type in ("error", "warning") else None,
    )
    page = context.new_page()
    page.goto(stage.address + ADDRESSES["peace", "en"])
    page.wait_for_selector("#board[data-live]")
    assert (
        page.evaluate("() => { try { return Boolean(localStorage) } catch { return false } }")
        is False
    )
    deal = page.inner_text("#board-deal")
    page.click("label:has(input[name=players][value='3'])")
    page.wait_for_function(
        "deal => document.querySelector('#board-deal').innerText !== deal", arg=deal, timeout=90_000
    )
    page.goto(stage.address + ADDRESSES["offline", "en"])
    page.click("#keep-offline button")
    page.wait_for_selector("#keep-offline[data-state=failed]")
    context.close()
    assert [] == noise


@chromium
def test_with_save_data_the_engine_waits_to_be_asked(table: Table) -> None:
    """Neither ten battles nor the focus start it; a press does, here on another number of cards."""
    table.stage.stub = SAVING
    table.open("quick", "de")
    deal = table.deal
    table.keys(*["ArrowRight"] * 12)
    table.wait_for_battle(12)
    table.reader.focus("[data-do=new]")
    assert table.engine_asked_for() == []
    table.choose("hand_size", 5)
    deal = table.wait_for_other_deal(deal, LONG)
    assert table.digests() == [play(replace(VARIANTS["quick"], hand_size=5), 2, deal).digest()]


@chromium
def test_ten_battles_start_the_engine(table: Table) -> None:
    """Somebody who plays on will want another deal: the engine is loaded then, not before."""
    table.open("peace", "de")
    assert table.engine_asked_for() == []
    table.keys(*["ArrowRight"] * 12)
    table.reader.wait("probe.workers.length")


def test_a_page_opened_from_a_file_can_be_read(reader: Reader, stage: Stage) -> None:
    """Text and style are there, and the board says that the game needs a web address."""
    reader.open((stage.folder / ADDRESSES["peace", "fi"] / "index.html").as_uri())
    assert reader.text("h1")
    assert reader.evaluate("document.styleSheets.length")
    assert reader.text(".from-file")
    assert (
        reader.evaluate("document.querySelector('[data-do=turn]')?.checkVisibility() ?? false")
        is False
    )
