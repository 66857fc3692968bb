"""Simulating the figures of the pages and choosing each variant's first deal; a build never does this."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path

from builder.errors import ContentError
from builder.model import Variant
from builder.recorded import (
    GAMES,
    PLAYERS,
    SEED,
    Recorded,
    first_deal_path,
    read_recorded,
    stamp,
    summaries_path,
)
from engine.deal import deal_code, derived_number
from engine.game import Recording, play
from engine.rules import Rules
from engine.simulate import Summary, simulate

CANDIDATES = 400
OPENING = 10
"""A first deal has a war among so many battles."""


def read_all(root: Path, variants: Iterable[Variant]) -> dict[str, Recorded]:
    """What is recorded; a file that cannot be read counts for nothing and is made anew."""
    found: dict[str, Recorded] = {}
    for variant in variants:
        with suppress(ContentError):
            if recorded := read_recorded(root, variant.id):
                found[variant.id] = recorded
    return found


def stale(variants: Iterable[Variant], recorded: Mapping[str, Recorded]) -> Iterator[Variant]:
    """The variants whose figures were not made by this engine from these rules."""
    for variant in variants:
        found = recorded.get(variant.id)
        if not found or found.stamp != stamp(variant.rules) or found.first is None:
            yield variant


def record(root: Path, variants: Iterable[Variant], say: Callable[[str], None]) -> None:
    """Simulate and record these variants and write what came out below `root`."""
    with ProcessPoolExecutor() as pool:
        jobs = [
            (
                variant,
                {players: pool.submit(simulate, variant.rules, players, GAMES, SEED) for players in PLAYERS},
            )
            for variant in variants
        ]
        for variant, futures in jobs:
            summaries = {players: future.result() for players, future in futures.items()}
            first = first_deal(variant.rules, summaries[2].median)
            _write(root / summaries_path(variant.id), summaries_json(variant.rules, summaries))
            _write(root / first_deal_path(variant.id), first.to_json())
            say(f"{variant.id}: median {summaries[2].median} battles for two, first deal {first.deal}")


def first_deal(rules: Rules, median: int) -> Recording:
    """The deal of a fixed series that opens well and comes nearest to the median length."""
    games = (play(rules, 2, deal_code(derived_number(SEED, GAMES + number))) for number in range(CANDIDATES))
    return min(games, key=lambda game: (not opens_well(game), abs(game.result.battles - median)))


def opens_well(game: Recording) -> bool:
    """Whether the game is won, has a war among its first battles, and does not begin with one."""
    wars = [len(battle.rounds) > 1 for battle in game.battles[:OPENING]]
    return game.result.kind == "won" and any(wars) and not wars[0]


def summaries_json(rules: Rules, summaries: dict[int, Summary]) -> str:
    """The summaries of a variant as they are stored: one line a number of players, for quiet diffs."""
    players = ",\n".join(f'  "{n}": {json.dumps(summary.to_dict())}' for n, summary in summaries.items())
    head = f'"stamp": "{stamp(rules)}",\n"games": {GAMES},\n"seed": {SEED},\n"players": {{\n'
    return "{\n" + head + players + "\n}\n}"


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text + "\n", encoding="utf-8")
