"""Simulating the figures of the pages and recording each variant's deals; a build never does
this."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path

from builder.content.model import Variant
from builder.content.recordings import (
    FOLDER,
    GAMES,
    PLAYERS,
    SEED,
    Recorded,
    first_deal_path,
    pool_deals,
    pool_path,
    read_recorded,
    stamp,
    summaries_path,
)
from builder.system.files import replace_files
from builder.system.progress_line import counted
from builder.values.errors import ContentError
from engine.deal import deal_code, derived_number
from engine.game import Recording, play
from engine.rules import Rules
from engine.simulate import Summary, simulate

CANDIDATES = 400
"""Deals that a first one is chosen among."""
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
    """The variants whose figures or deals were not made by this engine from these rules."""
    for variant in variants:
        found = recorded.get(variant.id)
        if not found or not _figures_fresh(variant, found) or tuple(found.pool) != pool_deals():
            yield variant


def _figures_fresh(variant: Variant, found: Recorded) -> bool:
    return found.stamp == stamp(variant.rules) and found.first is not None


def record(
    root: Path,
    variants: Iterable[Variant],
    say: Callable[[str], None],
    recorded: Mapping[str, Recorded] = {},
) -> None:
    """Simulate and record these variants and write what came out below `root`.

    A variant of which only the pool is missing in what is `recorded` gets its pool, which takes no
    time.
    """
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        # All games are asked for before the first result is, so that no process is idle.
        jobs = []
        for variant in variants:
            found = recorded.get(variant.id)
            # Nothing is to be simulated where only the pool is missing.
            players = () if found and _figures_fresh(variant, found) else PLAYERS
            jobs.append(
                (
                    variant,
                    {n: pool.submit(simulate, variant.rules, n, GAMES, SEED) for n in players},
                )
            )
        asked = [future for _, futures in jobs for future in futures.values()]
        for variant, futures in jobs:
            files = _pool(variant)
            line = f"{variant.id}: pool of {len(files)} deals"
            if futures:
                _await(variant.id, futures.values(), asked)
                summaries = {players: future.result() for players, future in futures.items()}
                first = first_deal(variant.rules, summaries[2].median)
                files[first_deal_path(variant.id)] = first.to_json()
                files[summaries_path(variant.id)] = summaries_json(variant.rules, summaries)
                line = (
                    f"{variant.id}: median {summaries[2].median} battles for two, first deal"
                    f" {first.deal}"
                )
            replace_files({root / path: f"{text}\n".encode() for path, text in files.items()})
            _forget(root, variant)
            say(line)


def _await(name: str, futures: Iterable[Future[Summary]], asked: Sequence[Future[Summary]]) -> None:
    """Waits for the simulations of a variant, and says how many of all are done."""
    with counted(f"simulating {name}", len(asked), patience=0) as tell:
        tell(0)
        for _ in as_completed(futures):
            tell(sum(future.done() for future in asked))


def _pool(variant: Variant) -> dict[str, str]:
    """The recordings of the pool's deals, by their paths."""
    return {
        pool_path(variant.id, deal): play(variant.rules, 2, deal).to_json() for deal in pool_deals()
    }


def _forget(root: Path, variant: Variant) -> None:
    """The deals of an earlier pool go."""
    wanted = {root / pool_path(variant.id, deal) for deal in pool_deals()}
    for other in set((root / FOLDER / variant.id).glob("*.json")) - wanted:
        other.unlink()


def first_deal(rules: Rules, median: int) -> Recording:
    """The deal of a fixed series that opens well and comes nearest to the median length."""
    games = (
        # Beyond the deals that the figures are made of, which are 0 to GAMES - 1.
        play(rules, 2, deal_code(derived_number(SEED, GAMES + number)))
        for number in range(CANDIDATES)
    )
    # False comes before True, so one that opens well goes before any other.
    return min(games, key=lambda game: (not opens_well(game), abs(game.result.battles - median)))


def opens_well(game: Recording) -> bool:
    """Whether the game is won, has a war among its first battles, and does not begin with one."""
    wars = [len(battle.rounds) > 1 for battle in game.battles[:OPENING]]
    return game.result.kind == "won" and any(wars) and not wars[0]


def summaries_json(rules: Rules, summaries: dict[int, Summary]) -> str:
    """The summaries of a variant as they are stored: one line a number of players, for quiet
    diffs."""
    players = ",\n".join(
        f'  "{n}": {json.dumps(summary.to_dict())}' for n, summary in summaries.items()
    )
    head = f'"stamp": "{stamp(rules)}",\n"games": {GAMES},\n"seed": {SEED},\n"players": {{\n'
    return "{\n" + head + players + "\n}\n}"
