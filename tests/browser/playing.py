"""A board in an open page, in the words of a player; what must be true of it is asked of the engine
in Python."""

import json
import re
from functools import cached_property
from pathlib import Path
from typing import Any

from engine import Recording, Rules, play
from engine.share import SharedGame, write
from tests.browser.drivers.reader import PATIENCE, Reader
from tests.browser.drivers.stage import Stage
from tests.engine.games import DATA, variants
from tests.site import ROOT, addresses

ADDRESSES = addresses()
VARIANTS = variants()
ENGINE = re.compile(r"/engine-|/worker-|/client-")
"""In the path of each file that only the engine needs."""
STATES = ("ready", "playing", "war", "auto", "over")
"""What a board may be at that is not waiting for anything."""


def code(
    variant: str, players: int, deal: str, battle: int | None = None, rules: Rules | None = None
) -> str:
    """The link code of a game, as Python writes it."""
    return write(SharedGame(variant, rules or VARIANTS[variant], players, deal, battle), VARIANTS)


def war_battles(recording: Recording) -> list[int]:
    """The battles that were wars, counted from 1."""
    return [number for number, battle in enumerate(recording.battles, 1) if len(battle.rounds) > 1]


class Table:
    """What a player sees and does at the board of the page that is open."""

    def __init__(self, reader: Reader, stage: Stage) -> None:
        self.reader = reader
        self.stage = stage

    def open(self, variant: str, language: str, fragment: str = "", ready: bool = True) -> None:
        """Go to a variant's page and wait for its board."""
        self.reader.open(self.address(variant, language, fragment))
        if ready:
            self.reader.wait("document.querySelector('#board')?.dataset.live !== undefined")
            self.wait_for(*STATES)

    def address(self, variant: str, language: str, fragment: str = "") -> str:
        return (
            self.stage.address
            + ADDRESSES[variant, language]
            + (f"#g={fragment}" if fragment else "")
        )

    @property
    def state(self) -> str:
        return str(self.reader.evaluate("document.querySelector('#board').dataset.state"))

    @property
    def battle(self) -> int:
        return int(self.reader.evaluate("document.querySelector('#board').dataset.battle"))

    @property
    def deal(self) -> str:
        """The deal code as it is shown, without its hyphen."""
        found = re.search(
            r"[0-9A-HJKMNP-TV-Z]{4}-?[0-9A-HJKMNP-TV-Z]{4}", self.reader.text("#board-deal")
        )
        assert found, self.reader.text("#board-deal")
        return found[0].replace("-", "")

    @cached_property
    def first(self) -> Recording:
        """The recorded deal that the open page begins with."""
        href = self.data["deal"]["href"]
        return Recording.from_json(
            (self.stage.folder / "recordings" / Path(href).name).read_text("utf-8")
        )

    @property
    def data(self) -> dict[str, Any]:
        return dict(
            self.reader.evaluate("JSON.parse(document.querySelector('#board-data').textContent)")
        )

    def wait_for(self, *states: str, timeout: float = PATIENCE) -> None:
        self.reader.wait(
            f"{json.dumps(states)}.includes(document.querySelector('#board')?.dataset.state)",
            timeout,
        )

    def wait_for_battle(self, number: int) -> None:
        self.reader.wait(f"document.querySelector('#board')?.dataset.battle === '{number}'")

    def wait_for_deal(self, deal: str) -> None:
        self.reader.wait(
            "document.querySelector('#board-deal')?.textContent.replace('-',"
            f" '').includes('{deal}')"
        )

    def wait_for_other_deal(self, deal: str, timeout: float = 60) -> str:
        shown = "document.querySelector('#board-deal')?.textContent.replace('-', '')"
        self.reader.wait(f"{shown} && !{shown}.includes('{deal}')", timeout)
        return self.deal

    def do(self, what: str) -> None:
        """Click one of the buttons of the board."""
        self.reader.click(f"[data-do={what}]")

    def choose(self, name: str, value: object) -> None:
        """Click on a choice, by its label as people do."""
        self.reader.click(f'label:has(input[name={name}][value="{value}"])')

    def keys(self, *keys: str) -> None:
        """Press keys with the focus on the button that plays."""
        self.reader.focus("#board [data-do=turn]")
        self.reader.press(*keys)

    def message(self, *reasons: str) -> str:
        """Wait for the box that says what is wrong, for one of these reasons; its text."""
        self.reader.wait(
            f"{json.dumps(reasons)}.includes(document.querySelector('#board-message')?.dataset.reason)"
            " && document.querySelector('#board-message').innerText.trim()"
        )
        return self.reader.text("#board-message")

    def silent(self) -> None:
        """Nothing went wrong in the page that is open, and it asked no other host, as far as can be
        told from here."""
        strange = (
            "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => "
        )
        assert (
            self.reader.evaluate(
                f"{strange} !name.startsWith(location.origin) && !name.startsWith('data:'))"
            )
            == []
        )
        assert self.reader.evaluate("probe.errors") == []
        noise = self.reader.noise()
        assert noise == [], noise

    def said(self) -> list[str]:
        """What the status region has said since the page was opened."""
        return [str(text) for text in self.reader.evaluate("probe.said")]

    def engine_asked_for(self) -> list[str]:
        """What was loaded only for the engine."""
        return [path for path in self.stage.asked if ENGINE.search(path)]

    def digests(self) -> list[str]:
        """The digest of each game that the engine in the browser has played for this page."""
        texts = self.reader.evaluate("probe.answers")
        return re.findall(r'"digest":"([0-9a-f]{16})"', "".join(texts).replace("\\", ""))

    def ask(self, *requests: dict[str, object]) -> list[dict[str, Any]]:
        """What the engine that runs for this page answers, past the board."""
        return list(self.reader.evaluate(f"probe.ask({json.dumps(requests)})"))

    def played(self, variant: str, players: int, deal: str) -> Recording:
        """The game as CPython plays it."""
        return play(VARIANTS[variant], players, deal)


__all__ = ["ADDRESSES", "DATA", "ROOT", "VARIANTS", "Table", "code", "war_battles"]
