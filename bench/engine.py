"""Games a second: the engine, the engine recording, and a plain simulator with an object for each
card.

Run it with `make bench`. The plain simulator is what one writes first; it is here to be measured
against.
"""

import sys
import tracemalloc
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import process_time

from engine.deal import deal_code, derived_number
from engine.game import play
from engine.rules import Rules
from engine.simulate import simulate

SEED = 1
GAMES = 1_000
ROUNDS = 7


@dataclass(frozen=True, order=True)
class Card:
    """A card as an object; cards compare by rank."""

    rank: int
    suit: str = field(compare=False)


def plain_game(seed: int) -> int:
    """One standard game for two, played with objects; returns its battles."""
    random = Random(seed)
    deck = [Card(rank, suit) for suit in "cdhs" for rank in range(2, 15)]
    random.shuffle(deck)
    one = deque(deck[::2])
    two = deque(deck[1::2])
    battles = 0
    while one and two:
        battles += 1
        mine = one.popleft()
        yours = two.popleft()
        table = [mine, yours]
        while mine == yours and one and two:
            for hand in (one, two):
                table += [hand.popleft() for _ in range(min(4, len(hand)))]
                if hand is one:
                    mine = table[-1]
            yours = table[-1]
        random.shuffle(table)
        if mine == yours:
            (one or two).extend(table)
        else:
            (one if mine > yours else two).extend(table)
    return battles


def timed(work: Callable[[], object]) -> float:
    """Seconds of processor time for a piece of work."""
    start = process_time()
    work()
    return process_time() - start


def record_games(games: int) -> None:
    for number in range(games):
        play(Rules(), 2, deal_code(derived_number(SEED, number)))


def memory(games: int) -> int:
    """The most memory that simulating so many games holds at once, in bytes."""
    tracemalloc.start()
    simulate(Rules(), 2, games, SEED)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def main() -> None:
    works: dict[str, Callable[[], object]] = {
        "simulating": lambda: simulate(Rules(), 2, GAMES, SEED),
        "recording": lambda: record_games(GAMES),
        "plain": lambda: [plain_game(seed) for seed in range(GAMES)],
    }
    runs = [{name: timed(work) for name, work in works.items()} for _ in range(ROUNDS)]
    battles = simulate(Rules(), 2, GAMES, SEED).mean * GAMES
    played = {
        "simulating": battles,
        "recording": battles,
        "plain": sum(map(plain_game, range(GAMES))),
    }
    print(
        f"Python {sys.version.split()[0]}, standard game for two, {GAMES:,} games, median of"
        f" {ROUNDS} rounds"
    )
    for name in works:
        seconds = median(run[name] for run in runs)
        print(
            f"{name:<12}{GAMES / seconds:8,.0f} games/s {played[name] / seconds:12,.0f} battles/s"
        )
    ratio = median(run["recording"] / run["simulating"] for run in runs)
    print(f"recording a game takes {ratio:.2f} times as long as simulating it")
    faster = median(run["plain"] / played["plain"] / (run["simulating"] / battles) for run in runs)
    print(f"simulating plays {faster:.2f} times the battles a second of the plain simulator")
    print(
        f"memory: {memory(200) / 1024:,.0f} KiB at most for 200 games, {memory(20_000) / 1024:,.0f}"
        " KiB for 20,000"
    )


if __name__ == "__main__":
    main()
