"""The history of the browser: a model of it says what lies on the table after any steps, in each
engine."""

import json
import random
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from builder.content.recordings import pool_deals
from engine import Recording, play
from tests.browser.drivers.reader import Reader
from tests.browser.drivers.stage import Stage
from tests.browser.playing import ADDRESSES, VARIANTS, Table, code, war_battles

VARIANT = "war"
DEALS = pool_deals()
LONG = 60.0
"""Seconds that the engine may take to start on a busy machine."""
SITUATION = """(() => {
    const board = document.querySelector('#board');
    if (!board || board.dataset.live === undefined || board.dataset.state === 'loading') return null;
    return [
        document.querySelector('#board-deal').textContent.replace('-', '').trim(),
        document.querySelectorAll('#board-lanes .lane').length,
        Number(board.dataset.battle),
        location.hash,
    ];
})()"""

LINK = code(VARIANT, 2, DEALS[5], 7)
PLAIN = (
    "(() => { const { deal, battle } = history.state ?? {}; return [deal, battle, location.hash];"
    " })()"
)
REFUSING = """for (const how of ["pushState", "replaceState"]) {
    const write = history[how];
    history[how] = (...given) => {
        if (window.refuses) throw new DOMException("more than 100 times per 30 seconds", "SecurityError");
        write.apply(history, given);
    };
}"""


def lead(table: Table, fragment: str) -> None:
    """Go to a fragment of the page; after a key, for WebKit goes back past what nobody has
    touched."""
    table.keys("Shift")
    table.reader.evaluate(f"location.hash = {json.dumps(fragment)}")


@dataclass
class Visit:
    """A game on the table from when it was dealt, or leapt in, until the next."""

    deal: str
    players: int
    battle: int = 0


@dataclass
class Entry:
    """An entry of the history: whose visit it is, and what its address names."""

    visit: Visit
    anchor: str = ""
    named: bool = True
    """Whether the address says the game; at the page's own deal it does so once a card is
    turned."""

    @property
    def hash(self) -> str:
        if self.anchor:
            return self.anchor
        if not self.named:
            return ""
        return "#g=" + code(VARIANT, self.visit.players, self.visit.deal, self.visit.battle or None)


@dataclass
class Model:
    """What the history must be: its entries, and at which of them the page stands."""

    entries: list[Entry]
    place: int = 0
    games: dict[tuple[str, int], Recording] = field(default_factory=dict)

    @property
    def now(self) -> Entry:
        return self.entries[self.place]

    @property
    def expected(self) -> list[Any]:
        visit = self.now.visit
        return [visit.deal, visit.players, visit.battle, self.now.hash]

    @property
    def last(self) -> int:
        visit = self.now.visit
        key = (visit.deal, visit.players)
        if key not in self.games:
            self.games[key] = play(VARIANTS[VARIANT], visit.players, visit.deal)
        return self.games[key].result.battles

    def push(self, entry: Entry) -> None:
        self.entries[self.place + 1 :] = [entry]
        self.place += 1

    def leave(self) -> None:
        """The page itself goes on to another game: it writes down first what is left."""
        self.now.named = True

    def go(self, battle: int) -> None:
        self.now.visit.battle = min(max(0, battle), self.last)
        self.now.named |= self.now.visit.battle > 0

    def step(self, by: int) -> None:
        self.place += by
        self.now.named |= self.now.visit.battle > 0


class Walk:
    """Somebody at the board, and the model that says what there must be after each step."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.chance = random.Random(seed)
        self.steps: list[str] = []
        table.open(VARIANT, "en")
        self.model = Model([Entry(Visit(table.first.deal or "", 2), named=False)])
        self.settled()

    def settled(self, timeout: float = 20.0) -> None:
        """Wait until the page is where the model is."""
        expected = self.model.expected
        try:
            self.table.reader.wait(
                f"JSON.stringify({SITUATION}) ==="
                f" {json.dumps(json.dumps(expected, separators=(',', ':')))}",
                timeout,
            )
        except TimeoutError:
            found = self.table.reader.evaluate(SITUATION)
            assert expected == found, f"{expected} is not {found} after {', '.join(self.steps)}"

    def possible(self) -> list[str]:
        model = self.model
        found = ["turn", "turn", "turn", "new", "link", "anchor", "reload", "end"]
        if model.place:
            found += ["back"] * 4
        if model.place + 1 < len(model.entries):
            found += ["forward"] * 3
        return found

    def go(self, step: str) -> None:
        self.steps.append(step)
        getattr(self, step)()
        self.settled()

    def turn(self) -> None:
        self.table.keys("ArrowRight")
        self.model.go(self.model.now.visit.battle + 1)

    def end(self) -> None:
        visit = self.model.now.visit
        self.table.keys("e")
        if visit.battle < self.model.last:
            self.model.leave()
            self.model.push(Entry(replace(visit, battle=self.model.last)))

    def new(self) -> None:
        self._dealt(self.model.now.visit.players, lambda: self.table.keys("n"))

    def players(self) -> None:
        count = self.chance.choice(
            [each for each in (2, 3, 4) if each != self.model.now.visit.players]
        )
        self.steps[-1] += f" {count}"
        self._dealt(count, lambda: self.table.choose("players", count))

    def _dealt(self, players: int, ask: Any) -> None:
        before = self.table.deal
        ask()
        deal = self.table.wait_for_other_deal(before, LONG)
        self.model.leave()
        self.model.push(Entry(Visit(deal, players)))

    def link(self) -> None:
        visit = Visit(self.chance.choice(DEALS[:3]), 2, self.chance.choice([0, 3, 9]))
        entry = Entry(visit)
        self.steps[-1] += f" {visit.deal}.{visit.battle}"
        if self.model.now.hash != entry.hash:
            self.model.push(entry)
        lead(self.table, entry.hash)

    def anchor(self) -> None:
        anchor = self.chance.choice(["#content", "#steps"])
        if self.model.now.anchor != anchor:
            self.model.push(Entry(self.model.now.visit, anchor))
        lead(self.table, anchor)

    def back(self) -> None:
        self.table.reader.back()
        self.model.step(-1)

    def forward(self) -> None:
        self.table.reader.forward()
        self.model.step(1)

    def reload(self) -> None:
        self.table.reader.reload()


@pytest.fixture
def table(reader: Reader, stage: Stage) -> Table:
    stage.keeps = False
    return Table(reader, stage)


def test_any_steps_lead_where_the_model_says(table: Table) -> None:
    """Turns, deals, links, leaps, parts of the page, reloads, back and forward: deal, players,
    battle and address."""
    for seed in range(2):
        walk = Walk(table, seed)
        for _ in range(12):
            walk.go(walk.chance.choice(walk.possible()))
    # Firefox itself writes down each load of the engine that a reload has broken off.
    assert [] == table.reader.evaluate("probe.errors")


@pytest.mark.parametrize("turns", [0, 1, 3])
def test_a_pasted_link_is_followed_however_little_was_played(table: Table, turns: int) -> None:
    """Also where nothing but the first cards was loaded; the next turns go on from there, and Back
    leads back."""
    table.open(VARIANT, "en")
    first = table.deal
    table.keys(*["Space"] * turns) if turns == 1 else [table.do("turn") for _ in range(turns)]
    before = table.battle
    paste(table, LINK)
    table.wait_for_deal(DEALS[5])
    table.wait_for_battle(7)
    table.keys("ArrowRight")
    table.wait_for_battle(8)
    table.reader.wait(f"location.hash === {json.dumps('#g=' + code(VARIANT, 2, DEALS[5], 8))}")
    table.reader.back()
    table.wait_for_deal(first)
    table.wait_for_battle(before)
    table.silent()


def paste(table: Table, link: str) -> None:
    """What a link does that is pasted into the address of an open page."""
    lead(table, "#g=" + link)


def test_a_pasted_link_ends_whatever_was_going_on(table: Table) -> None:
    """A war that is being shown, the game that plays by itself, a deal that is on its way: the
    newest wish counts."""
    table.open(VARIANT, "en", code(VARIANT, 2, DEALS[2], 0))
    table.wait_for_deal(DEALS[2])
    table.keys("s", "a")
    table.reader.wait("document.querySelector('#board').dataset.battle >= 2")
    paste(table, LINK)
    table.wait_for_deal(DEALS[5])
    table.wait_for_battle(7)
    table.wait_for("playing")
    # a war
    war = war_battles(play(VARIANTS[VARIANT], 2, DEALS[2]))[0]
    paste(table, code(VARIANT, 2, DEALS[2], war - 1))
    table.wait_for_battle(war - 1)
    table.do("turn")
    table.wait_for("war")
    paste(table, LINK)
    table.wait_for_deal(DEALS[5])
    table.wait_for_battle(7)
    # a deal that comes late
    table.stage.hold("/recordings/")
    table.keys("n")
    table.reader.wait("true")
    paste(table, code(VARIANT, 2, DEALS[2], 3))
    table.wait_for_deal(DEALS[2])
    table.wait_for_battle(3)
    table.stage.hold("")
    wait(table, 0.7)
    assert (table.deal, table.battle) == (DEALS[2], 3)
    assert table.reader.evaluate(PLAIN) == [DEALS[2], 3, "#g=" + code(VARIANT, 2, DEALS[2], 3)]
    table.silent()


def wait(table: Table, seconds: float) -> None:
    """Let so much time pass in the page."""
    table.reader.evaluate(f"new Promise((done) => setTimeout(done, {seconds * 1000}))")


def test_a_broken_link_that_is_pasted_loses_no_game(table: Table) -> None:
    """It says so and deals others; Back leads to the game that was left, at its battle. So does one
    of another page."""
    table.open(VARIANT, "en")
    first = table.deal
    table.do("turn")
    table.wait_for_battle(1)
    paste(table, "1.war.2.nonsense")
    table.message("incomplete")
    table.reader.wait("!location.hash.includes('nonsense')")
    table.reader.back()
    table.wait_for_deal(first)
    table.wait_for_battle(1)
    paste(table, code("peace", 2, DEALS[5], 4))
    table.reader.wait(f"location.pathname.endsWith({json.dumps(ADDRESSES['peace', 'en'])})")
    table.wait_for_deal(DEALS[5])
    table.wait_for_battle(4)
    table.reader.back()
    table.reader.wait(f"location.pathname.endsWith({json.dumps(ADDRESSES[VARIANT, 'en'])})")
    table.wait_for_deal(first)
    table.wait_for_battle(1)
    table.silent()


def test_a_part_of_the_page_keeps_its_address(table: Table) -> None:
    """With settings kept, whoever opens a part of a page or goes to one finds it in the address,
    and keeps the game."""
    table.open(VARIANT, "en")
    table.keys("s")
    table.reader.wait("document.querySelector('#board').dataset.tempo === '3'")
    table.reader.open(table.address(VARIANT, "en") + "#steps")
    table.reader.wait("document.querySelector('#board')?.dataset.tempo === '3'")
    deal = table.deal
    wait(table, 1.3)
    assert table.reader.evaluate("location.hash") == "#steps"
    table.keys(*["ArrowRight"] * 5)
    table.wait_for_battle(5)
    wait(table, 1.3)
    assert table.reader.evaluate("location.hash") == "#steps"
    table.reader.reload()
    table.wait_for_deal(deal)
    table.wait_for_battle(5)
    assert table.reader.evaluate("location.hash") == "#steps"
    table.keys("n")
    table.wait_for_other_deal(deal)
    table.reader.back()
    table.wait_for_deal(deal)
    table.wait_for_battle(5)
    assert table.reader.evaluate("location.hash") == "#steps"
    table.silent()


def test_a_game_is_an_entry_however_long_it_was_left_alone(table: Table) -> None:
    """Five battles, three seconds, a new game: Back leads to the old one, Forward to the new
    one."""
    table.open(VARIANT, "en")
    first = table.deal
    table.keys(*["ArrowRight"] * 5)
    table.wait_for_battle(5)
    wait(table, 3)
    table.do("new")
    second = table.wait_for_other_deal(first)
    table.reader.back()
    table.wait_for_deal(first)
    table.wait_for_battle(5)
    table.reader.forward()
    table.wait_for_deal(second)
    table.silent()


@pytest.mark.parametrize("held", ["", "/rest-"])
def test_a_leap_to_the_end_can_be_taken_back(table: Table, held: str) -> None:
    """Back leads to the battle where it began, also where the leap came before the script that
    notes it."""
    table.open(VARIANT, "en")
    table.stage.hold(held)
    for battle in (1, 2):
        table.do("turn")
        table.wait_for_battle(battle)
    table.do("end")
    table.wait_for("over")
    table.stage.hold("")
    table.reader.wait("/[.]\\d+-..$/.test(location.hash)")
    table.reader.back()
    table.wait_for_battle(2)
    table.reader.forward()
    table.wait_for("over")
    table.silent()


def test_arrows_among_the_players_deal_nothing(table: Table) -> None:
    """They lead from choice to choice; Space, or Enter, deals for the one that has the focus."""
    table.open(VARIANT, "en")
    deal = table.deal
    table.reader.focus("#board input[name=players]:checked")
    focused = "document.activeElement.name + document.activeElement.value"
    table.reader.press("ArrowRight")
    table.reader.wait(f"{focused} === 'players3'")
    table.reader.press("ArrowDown")
    table.reader.wait(f"{focused} === 'players4'")
    table.reader.press("ArrowRight", "ArrowLeft")
    table.reader.wait(f"{focused} === 'players4'")
    assert table.state == "ready"
    wait(table, 0.5)
    assert (deal, 0, 2) == (
        table.deal,
        table.battle,
        table.reader.evaluate("document.querySelectorAll('#board-lanes .lane').length"),
    )
    assert (
        table.reader.evaluate("document.querySelector('input[name=players]:checked').value") == "2"
    )
    table.reader.press("Space")
    deal = table.wait_for_other_deal(deal, LONG)
    table.reader.wait("document.querySelectorAll('#board-lanes .lane').length === 4")
    table.reader.press("ArrowLeft", "Enter")
    table.wait_for_other_deal(deal, LONG)
    table.reader.wait("document.querySelectorAll('#board-lanes .lane').length === 3")
    table.silent()


def test_a_browser_that_refuses_to_note_more_stops_nothing(table: Table) -> None:
    """Safari takes a hundred entries in half a minute: the game goes on, and what is owed is noted
    later."""
    table.stage.stub = REFUSING
    table.open(VARIANT, "en")
    first = table.deal
    table.keys(*["ArrowRight"] * 5)
    table.wait_for_battle(5)
    table.reader.evaluate("window.refuses = true")
    table.keys("ArrowRight")
    table.keys("n")
    second = table.wait_for_other_deal(first)
    table.keys("ArrowRight")
    table.wait_for_battle(1)
    table.reader.evaluate("window.refuses = false")
    table.reader.wait(f"location.hash === {json.dumps('#g=' + code(VARIANT, 2, second, 1))}")
    table.reader.back()
    table.wait_for_deal(first)
    table.wait_for_battle(6)
    table.silent()
