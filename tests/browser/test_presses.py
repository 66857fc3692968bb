"""Presses on a slow line: each answers at once, whatever has not come yet, and is one press however
often made."""

import json
import time
from typing import Any

import pytest

from tests.browser.drivers.chromium import Chromium
from tests.browser.drivers.reader import PATIENCE, Reader
from tests.browser.drivers.stage import Stage
from tests.browser.playing import Table

REST = "/rest-"
CORE = "/chunk-"
"""In the paths of what a board can do later, and of what it can do at first."""
BUSY = "document.querySelector(%s).getAttribute('aria-busy')"
SHOWN = "Number(getComputedStyle(document.querySelector(%s)).opacity)"

chromium = pytest.mark.parametrize("engine", ["chromium"], indirect=True)


@pytest.fixture
def table(reader: Reader, stage: Stage) -> Table:
    stage.keeps = False
    return Table(reader, stage)


def waits(table: Table, selector: str) -> bool:
    """Whether a control says that it waits, to eyes and to assistive technology."""
    name = json.dumps(selector)
    return bool(table.reader.evaluate(f"{BUSY % name} === 'true' && {SHOWN % name} < 0.7"))


def rested(table: Table) -> None:
    """Nothing waits any more."""
    table.reader.wait("!document.querySelector('[aria-busy]')")


def recordings(table: Table) -> list[str]:
    """The recorded deals that were loaded."""
    return [path for path in table.stage.asked if "/recordings/war-2-" in path]


def wait_for_recording(table: Table) -> None:
    """Until a recorded deal was asked for."""
    end = time.monotonic() + PATIENCE
    while not recordings(table):
        assert time.monotonic() < end
        time.sleep(0.02)


def test_an_impatient_press_is_one_press(table: Table) -> None:
    """Four presses on a switch whose script has not come turn it on, and not on, off, on, off."""
    table.stage.hold(REST)
    table.open("war", "en")
    for _ in range(4):
        table.do("auto")
        assert waits(table, "[data-do=auto]")
    table.stage.hold("")
    table.reader.wait("document.querySelector('[data-do=auto]').ariaPressed === 'true'")
    rested(table)
    table.wait_for("auto")
    table.do("auto")
    table.wait_for("playing", "war", "ready")
    table.silent()


def test_an_impatient_press_for_a_deal_is_one_deal(table: Table) -> None:
    """Nor is it another deal each time, whether the script or the deal is late."""
    table.stage.hold(REST)
    table.open("war", "en")
    deal = table.deal
    for _ in range(4):
        table.do("new")
        assert waits(table, "[data-do=new]")
    table.stage.hold("/recordings/war-2-")
    wait_for_recording(table)
    for _ in range(3):
        table.do("new")
        assert waits(table, "[data-do=new]")
    table.stage.hold("")
    table.wait_for_other_deal(deal)
    rested(table)
    assert 1 == len(recordings(table))
    table.silent()


def test_of_several_choices_the_last_one_counts(table: Table) -> None:
    """One may change one's mind while the script is late."""
    table.stage.hold(REST)
    table.open("war", "en")
    deal = table.deal
    for players in (3, 4, 3):
        table.choose("players", players)
        assert waits(table, ".choice.option")
    table.stage.hold("")
    deal = table.wait_for_other_deal(deal, 90)
    assert [table.played("war", 3, deal).digest()] == table.digests()
    table.silent()


def test_keys_before_the_script_are_steps(table: Table) -> None:
    """Three arrows are three battles, however late they are."""
    table.stage.hold(REST)
    table.open("war", "en")
    table.keys("ArrowRight", "ArrowRight", "ArrowRight")
    assert waits(table, "#board")
    table.stage.hold("")
    table.wait_for_battle(3)
    rested(table)
    table.silent()


def test_an_impatient_key_is_one_press(table: Table) -> None:
    """Keys are presses too: the board says that it waits, and a switch is turned once."""
    table.stage.hold(REST)
    table.open("war", "en")
    table.keys("a", "a", "a", "a")
    assert waits(table, "#board")
    table.stage.hold("")
    table.reader.wait("document.querySelector('[data-do=auto]').ariaPressed === 'true'")
    rested(table)
    table.keys("a")
    table.wait_for("playing", "war", "ready")
    table.silent()


def test_what_does_not_come_is_said_and_can_be_pressed_again(table: Table) -> None:
    """The wait ends in words, and the next press asks anew."""
    table.stage.hold(REST)
    table.open("war", "en")
    table.do("share")
    assert waits(table, "[data-do=share]")
    table.stage.stop()
    assert table.message("offline", "failed")
    rested(table)
    table.stage.start()
    table.do("share")
    table.reader.wait("Boolean(document.querySelector('dialog[open]'))")


def test_a_long_wait_is_announced(table: Table) -> None:
    """Who cannot see the button hears of it."""
    table.stage.hold(REST)
    table.open("war", "en")
    table.do("settings")
    table.reader.wait("probe.said.includes('Loading …')")
    table.stage.hold("")
    table.reader.wait("Boolean(document.querySelector('dialog[open]'))")
    table.silent()


@chromium
@pytest.mark.parametrize(
    ("press", "result"),
    [
        ("[data-do=turn]", "document.querySelector('#board').dataset.battle === '1'"),
        ("[data-do=auto]", "document.querySelector('[data-do=auto]').ariaPressed === 'true'"),
        ("[data-do=share]", "document.querySelectorAll('dialog[open]').length === 1"),
        (
            "label:has([name=tempo][value='10'])",
            "document.querySelector('#board').dataset.tempo === '10'",
        ),
    ],
)
def test_what_is_pressed_before_any_script_is_done_once(
    table: Table, press: str, result: str
) -> None:
    """The page can be seen long before its script is there."""
    assert isinstance(table.reader, Chromium)
    page: Any = table.reader.page
    table.stage.hold(CORE)
    page.goto(table.address("war", "en"), wait_until="commit")
    page.wait_for_selector("[data-do=auto]")
    for _ in range(4):
        page.click(press)
    assert page.locator("[aria-busy=true]").count() == 1
    table.stage.hold("")
    table.reader.wait(result)
    rested(table)
    assert table.reader.evaluate(result)
    assert int(table.battle) <= 1 or "auto" in press
    table.silent()
