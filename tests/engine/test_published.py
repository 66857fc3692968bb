"""Results that others have published, exact and statistical."""

import json
from fractions import Fraction
from math import comb, factorial, sqrt
from pathlib import Path
from random import Random
from statistics import mean

import pytest

from engine import Rules, Summary, play, simulate
from engine.cards import make_deck
from engine.deal import deal_code
from engine.game import play_hands
from engine.simulate import Tally, tally
from tests.engine.games import DATA, game

CONTENT = Path(__file__).parent.parent.parent / "content"
HEX = "0123456789ABCDE"


def test_advent_of_code_2020_day_22() -> None:
    result = game("[9,2,6,3,1] v [5,8,4,7,10]", pickup="winner-first").result
    assert ("won", (1,), 29) == (result.kind, result.winners, result.battles)


@pytest.mark.parametrize(
    ("expected", "cards"),
    [
        (("won", (0,), 3), "[A,K,Q] v [K,Q,J]"),
        (("won", (0,), 6), "[9,8,K,7,5,9] v [7,5,Q,2,4,8]"),
        (("drawn", (0, 1), 3), "[10,9,8,K,7,5,6] v [10,7,5,Q,2,4,6]"),
    ],
)
def test_codingame_winamax_battle(expected: tuple[str, tuple[int, ...], int], cards: str) -> None:
    result = game(cards, pickup="seat-order", short_hand="draw").result
    assert expected == (result.kind, result.winners, result.battles)


def _code_golf() -> list[tuple[str, str, str, int]]:
    lines = (DATA / "codegolf-82340.txt").read_text().splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    return [(first, second, winner, int(battles)) for first, second, winner, battles in rows]


@pytest.mark.parametrize(("first", "second", "winner", "battles"), _code_golf())
def test_code_golf_82340(first: str, second: str, winner: str, battles: int) -> None:
    rules = Rules(face_down=1, short_hand="lose", pickup="loser-first")
    result = play(rules, 2, [[HEX.index(card) for card in hand] for hand in (first, second)]).result
    assert ("won", ("AB".index(winner),), battles) == (result.kind, result.winners, result.battles)


def test_the_code_golf_vectors_are_all_there() -> None:
    assert 14 == len(_code_golf())


def test_spivey_cycle_of_31920_battles() -> None:
    lines = (DATA / "spivey-cycle.txt").read_text().splitlines()
    hands = [line[2:] for line in lines if line[:2] in ("A ", "B ")]
    recording = play(Rules(best="low", pickup="winner-first"), 2, hands)
    assert ("endless", 31_920, 31_920) == (
        recording.result.kind,
        recording.result.battles,
        recording.result.cycle,
    )
    positions = list(recording.replay())
    assert positions[0] == positions[-1]
    assert 31_920 == len(set(positions[:-1]))


def _tie_for_best(players: int) -> Fraction:
    """Chance that two or more of the cards first turned share the best rank, counted."""
    alone = sum(comb(4, 1) * comb(4 * lower, players - 1) for lower in range(13))
    return 1 - Fraction(alone, comb(52, players))


@pytest.mark.parametrize(
    ("players", "chance"), [(2, Fraction(1, 17)), (3, Fraction(37, 425)), (4, Fraction(97, 833))]
)
def test_the_first_battle_ties_as_often_as_counted(players: int, chance: Fraction) -> None:
    assert chance == _tie_for_best(players)
    tied = sum(_first_battle_ties(players, number) for number in range(4_000))
    deviation = sqrt(4_000 * float(chance) * (1 - float(chance)))
    assert abs(tied - 4_000 * float(chance)) < 4 * deviation


def _first_battle_ties(players: int, number: int) -> bool:
    return len(play(Rules(battle_limit=1), players, deal_code(number)).battles[0].rounds) > 1


def test_a_game_of_26_battles_without_a_tie_is_one_in_159_620_171_7_deals() -> None:
    """One player beats the other 26 times: counted over the multisets of ranks, rank by rank from
    below.

    A sweep never sees a captured card again, so the engine's own rule, higher rank takes, decides
    each pair.
    """
    ways = {(0, 0): 1}
    for _ in range(13):
        ways = _add_rank(ways)
    sweeps = 2 * ways[26, 26] * factorial(26)
    deals = factorial(52)
    assert 159_620_171.7 == round(deals / sweeps, 1)
    for seat in (0, 1):
        hands = [
            [rank for rank in range(2, 15) for _ in (0, 1)],
            [rank for rank in range(1, 14) for _ in (0, 1)],
        ]
        result = play(Rules(), 2, hands if seat == 0 else hands[::-1]).result
        assert (26, 0, (seat,)) == (result.battles, result.wars, result.winners)


def _add_rank(ways: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """Extends (winning cards, losing cards) by one rank: its winners pair with losers that are
    strictly lower.

    Winners may pair with any earlier loser not yet paired, in order of rank, hence the falling
    product; which of the four suits win is chosen too.
    """
    longer: dict[tuple[int, int], int] = {}
    for (won, lost), count in ways.items():
        for winners in range(5):
            free = lost - won
            if winners > free:
                continue
            pairings = factorial(free) // factorial(free - winners)
            key = (won + winners, lost + 4 - winners)
            longer[key] = longer.get(key, 0) + count * comb(4, winners) * pairings
    return {key: count for key, count in longer.items() if max(key) <= 26}


def _close(measured: float, published: float, deviation: float, games: int) -> bool:
    return abs(measured - published) < 4 * deviation / sqrt(games)


@pytest.fixture(scope="module")
def standard() -> Summary:
    return simulate(Rules(), 2, 20_000, 22)


@pytest.mark.figures
def test_kbwar_mean_length_median_and_wars(standard: Summary) -> None:
    assert _close(standard.mean, 270.62, 221.6, standard.games)
    assert _close(standard.wars, 16.926, 14.5, standard.games)
    assert _share_close(standard, 205)


def _share_close(summary: Summary, median: int) -> bool:
    """Whether the published median lies in the middle of the measured lengths, by four standard
    errors of a share."""
    below = sum(summary.histogram[: median // summary.bin_width])
    upto = below + summary.histogram[median // summary.bin_width]
    error = 4 * sqrt(summary.games) / 2
    return below - error <= summary.games / 2 <= upto + error and abs(summary.median - median) <= 8


@pytest.fixture(scope="module")
def one_down() -> Tally:
    """One card face down, without help for short hands."""
    return tally(Rules(face_down=1, short_hand="lose"), 2, range(20_000), 82)


@pytest.mark.figures
def test_war_simulator_and_paternault_one_down(one_down: Tally) -> None:
    summary = one_down.summary()
    assert _close(summary.mean, 441.4, 415, summary.games) or 440 <= summary.mean <= 445
    assert abs(summary.median - 334) <= 12


@pytest.mark.figures
def test_95_percent_of_one_down_games_take_70_to_1414_battles(one_down: Tally) -> None:
    lengths = one_down.lengths.items()
    inside = sum(count for length, count in lengths if 70 <= length <= 1414)
    assert abs(inside / 20_000 - 0.95) < 4 * sqrt(0.95 * 0.05 / 20_000) + 0.005


@pytest.mark.figures
def test_paternault_32_cards() -> None:
    summary = simulate(Rules(deck=32, face_down=1, short_hand="lose"), 2, 20_000, 32)
    assert _close(summary.mean, 126.5, 110, summary.games)
    assert abs(summary.median - 96) <= 4


@pytest.mark.figures
@pytest.mark.parametrize(("face_down", "published"), [(1, 0.809), (2, 0.717), (3, 0.655)])
def test_hectorpefo_four_aces_against_the_other_48(face_down: int, published: float) -> None:
    rules = Rules(face_down=face_down, short_hand="lose")
    aces = [card for card in make_deck(52) if card >> 4 == 14]
    others = [card for card in make_deck(52) if card >> 4 != 14]
    wins, games = 0, 4_000
    for number in range(games):
        generator = Random(number)
        hand = sorted(others, key=lambda _: generator.random())
        result = play_hands(rules, [aces, hand], generator.random)
        wins += result.kind == "won" and result.winners == (0,)
    assert _close(wins / games, published, sqrt(published * (1 - published)), games)


@pytest.mark.figures
def test_zaporter_winner_first_by_that_programs_way_of_counting() -> None:
    """It counts one round more when a game ends in a plain battle, since only the next round finds
    nobody there."""
    rules = Rules(short_hand="lose", pickup="winner-first")
    games = [play(rules, 2, deal_code(7_919 * number)) for number in range(2_000)]
    rounds = [
        game.result.battles + (len(game.battles[-1].rounds) == 1 and not game.battles[-1].forfeits)
        for game in games
    ]
    assert _close(mean(rounds), 178.0, 134, len(games))


@pytest.mark.parametrize(
    ("variant", "players", "published"),
    [
        ("war", 2, (271, 205, 0.014)),
        ("war", 3, (235, 171, 0.010)),
        ("war", 4, (229, 161, 0.011)),
        ("one-down", 2, (459, 346, 0.087)),
        ("one-down", 3, (424, 315, 0.074)),
        ("one-down", 4, (427, 314, 0.079)),
        ("peace", 2, (172, 130, 0.001)),
        ("peace", 3, (142, 100, 0.0006)),
        ("peace", 4, (131, 86, 0.0007)),
    ],
)
def test_the_sites_own_variants_come_out_as_expected(
    variant: str, players: int, published: tuple[float, float, float]
) -> None:
    """Figures of one million games played without the limit; the stored figures stop at it."""
    stored = json.loads((CONTENT / "recorded" / f"{variant}.json").read_text())
    summary = Summary.from_dict(stored["players"][str(players)])
    mean_length, median, past = published
    assert abs(summary.median - median) <= 0.04 * median
    share = (summary.over_1000 or summary.draws["limit"]) / summary.games
    assert abs(share - past) <= 4 * sqrt(past / summary.games) + 0.0005
    if variant == "war":
        assert abs(summary.mean - mean_length) <= 4 * 222 / sqrt(summary.games) + 0.5
