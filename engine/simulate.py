"""Many games as figures, without recording any; memory does not grow with the number of games."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import accumulate
from random import Random
from typing import Any

from engine.cards import make_deck, without_suits
from engine.deal import CODES, DealError, derived_number, hand_size, shuffle
from engine.game import play_hands
from engine.rules import Rules, check_players

BIN_WIDTH = 50
LAST_BIN = 1000
"""Games of this many battles or more share the last bin of the histogram."""
QUANTILES = {"p10": 10, "p25": 25, "p50": 50, "p75": 75, "p90": 90, "p95": 95, "p99": 99}


@dataclass(frozen=True)
class Summary:
    """What many games had in common; lengths are in battles."""

    games: int
    mean: float
    median: int
    quantiles: dict[str, int]
    longest: int
    shortest: int
    bin_width: int
    histogram: tuple[int, ...]
    """Games by length, in bins of `bin_width` battles; the last bin is open."""
    draws: dict[str, int]
    """Games without a winner, by cause: "drawn", "limit", "endless"."""
    over_1000: int
    """Games of more than 1,000 battles, or stopped at battle 1,000."""
    wars: float
    """Wars a game."""
    wins: tuple[int, ...]
    """Games won, by seat."""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self) | {"histogram": list(self.histogram), "wins": list(self.wins)}

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> "Summary":
        return cls(
            **{**content, "histogram": tuple(content["histogram"]), "wins": tuple(content["wins"])}
        )


@dataclass
class Tally:
    """Running counts of games; two tallies add up, so that work can be shared out or done in
    pieces."""

    players: int
    lengths: Counter[int] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    winners: Counter[int] = field(default_factory=Counter)
    limits_at_1000: int = 0
    wars: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.players,
            self.lengths + other.lengths,
            self.kinds + other.kinds,
            self.winners + other.winners,
            self.limits_at_1000 + other.limits_at_1000,
            self.wars + other.wars,
        )

    def summary(self) -> Summary:
        """The summary of the games counted so far; raises ValueError for none."""
        games = self.lengths.total()
        if not games:
            raise ValueError("no games were counted: a summary needs at least one")
        lengths = sorted(self.lengths)
        quantiles = {
            name: self._quantile(lengths, games, percent) for name, percent in QUANTILES.items()
        }
        histogram = [0] * (LAST_BIN // BIN_WIDTH + 1)
        for length, count in self.lengths.items():
            histogram[min(length, LAST_BIN) // BIN_WIDTH] += count
        return Summary(
            games=games,
            mean=sum(length * count for length, count in self.lengths.items()) / games,
            median=quantiles["p50"],
            quantiles=quantiles,
            longest=lengths[-1],
            shortest=lengths[0],
            bin_width=BIN_WIDTH,
            histogram=tuple(histogram),
            draws={kind: self.kinds[kind] for kind in ("drawn", "limit", "endless")},
            over_1000=self.limits_at_1000
            + sum(self.lengths[length] for length in lengths if length > 1000),
            wars=self.wars / games,
            wins=tuple(self.winners[seat] for seat in range(self.players)),
        )

    def _quantile(self, lengths: Sequence[int], games: int, percent: int) -> int:
        """The shortest length that at least `percent` of a hundred games do not exceed."""
        running = accumulate(self.lengths[length] for length in lengths)
        return next(
            length
            for length, count in zip(lengths, running, strict=True)
            if 100 * count >= percent * games
        )


def tally(rules: Rules, players: int, games: range, seed: int) -> Tally:
    """Plays the games with these numbers of the simulation `seed`.

    Game `i` is the very game that `play` gives for ``deal_code(derived_number(seed, i))``.
    """
    check_players(rules, players)
    counts = Tally(players)
    lengths, kinds, winners = counts.lengths, counts.kinds, counts.winners
    new_deck = without_suits(make_deck(rules.deck))
    dealt = hand_size(rules, players) * players
    first = derived_number(seed, 0)
    for game in games:
        chance = Random((first + game) % CODES).random
        deck = new_deck.copy()
        shuffle(deck, chance)
        result = play_hands(rules, [deck[seat:dealt:players] for seat in range(players)], chance)
        lengths[result.battles] += 1
        kinds[result.kind] += 1
        counts.wars += result.wars
        if result.kind == "won":
            winners[result.winners[0]] += 1
        elif result.kind == "limit" and result.battles == 1000:
            counts.limits_at_1000 += 1
    return counts


def simulate(rules: Rules, players: int, games: int, seed: int) -> Summary:
    """Plays `games` games and sums them up; raises RulesError, or DealError for fewer than one
    game."""
    if isinstance(games, bool) or not isinstance(games, int) or not 1 <= games <= CODES:
        raise DealError(f"games = {games!r} is not possible: choose a whole number from 1")
    return tally(rules, players, range(games), seed).summary()
