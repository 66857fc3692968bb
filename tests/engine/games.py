"""Helpers to write games as text: ``[7 2] v [7]``, top card first."""

import re
import tomllib
from pathlib import Path
from typing import Any

from engine import Recording, Rules, play

DATA = Path(__file__).parent.parent / "data"


def hands(text: str) -> list[str]:
    """The hands of ``[7,2] v [7]``."""
    return [hand.replace(",", " ") for hand in re.findall(r"\[(.*?)\]", text)]


def game(text: str, **rules: Any) -> Recording:
    """Plays explicit hands by the standard rules, but for those named."""
    dealt = hands(text)
    return play(Rules(**rules), len(dealt), dealt)


def first_battle(text: str, **rules: Any) -> tuple[int | None, int]:
    """Who takes the first battle and how many cards."""
    battle = game(text, **rules).battles[0]
    return battle.taker, len(battle.taken)


def winner(text: str, **rules: Any) -> int | None:
    """The seat that wins, None if the game is not won."""
    result = game(text, **rules).result
    return result.winners[0] if result.kind == "won" else None


def variants() -> dict[str, Rules]:
    """The rules of each variant of the site, by id."""
    folders = (Path(__file__).parent.parent.parent / "content" / "variants").glob("*/rules.toml")
    return {
        file.parent.name: Rules.from_mapping(tomllib.loads(file.read_text())["rules"])
        for file in sorted(folders)
    }
