"""Many games as figures: sums, quantiles and bins of games that are counted by hand."""

from collections import Counter
from typing import Any

import pytest

from engine import DealError, Rules, Summary, play, simulate
from engine.deal import CODES, deal_code, derived_number
from engine.simulate import Tally, tally

ONE_OF_EACH = Tally(2, Counter(range(1, 101)))
"""A hundred games, of 1, 2, … 100 battles."""


def lasting(*lengths: int) -> Summary:
    """The summary of games of these lengths."""
    return Tally(2, Counter(lengths)).summary()


def test_a_quantile_is_the_shortest_length_that_so_many_of_a_hundred_games_do_not_exceed() -> None:
    expected = {"p10": 10, "p25": 25, "p50": 50, "p75": 75, "p90": 90, "p95": 95, "p99": 99}
    assert expected == ONE_OF_EACH.summary().quantiles


def test_the_median_is_the_length_in_the_middle_or_the_lower_one_of_two() -> None:
    assert 7 == lasting(5, 7, 90).median
    assert 7 == lasting(5, 7, 9, 90).median
    assert 5 == lasting(5, 5, 90).median
    assert 4 == lasting(4).median


def test_mean_shortest_and_longest_count_each_game() -> None:
    summary = lasting(10, 10, 10, 20)
    assert (4, 12.5, 10, 20) == (summary.games, summary.mean, summary.shortest, summary.longest)


def test_a_bin_holds_50_lengths_and_the_last_one_all_from_1000() -> None:
    summary = lasting(1, 49, 50, 99, 100, 949, 950, 999, 1000, 1001, 3000)
    assert 50 == summary.bin_width
    assert (2, 2, 1, *[0] * 15, 1, 2, 3) == summary.histogram


def test_wars_are_counted_by_game_and_wins_by_seat() -> None:
    counts = Tally(3, Counter([8, 9]), Counter(won=2), Counter({0: 1, 2: 1}), wars=5)
    assert (2.5, (1, 0, 1)) == (counts.summary().wars, counts.summary().wins)


def test_draws_are_counted_by_cause() -> None:
    kinds = Counter(won=1, drawn=2, limit=3, endless=4)
    assert {"drawn": 2, "limit": 3, "endless": 4} == Tally(2, Counter([8]), kinds).summary().draws


def test_two_tallies_add_up_count_by_count() -> None:
    one = Tally(2, Counter([7]), Counter(won=1), Counter([0]), 1, 10)
    other = Tally(2, Counter([7, 8]), Counter(drawn=2), Counter([1]), 2, 20)
    both = Tally(2, Counter({7: 2, 8: 1}), Counter(won=1, drawn=2), Counter([0, 1]), 3, 30)
    assert both == one + other


def test_a_summary_of_no_game_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Tally(2).summary()


def test_games_past_1000_are_those_of_more_battles_and_those_stopped_at_1000() -> None:
    assert 1 == lasting(999, 1000, 1001).over_1000
    assert (
        3 == Tally(2, Counter([999, 1000, 1000, 1000, 1001]), limits_at_1000=2).summary().over_1000
    )


@pytest.mark.parametrize(("limit", "expected"), [(None, 10), (1001, 10), (1000, 10), (999, 0)])
def test_a_game_is_past_1000_wherever_from_there_a_limit_stops_it(
    limit: int | None, expected: int
) -> None:
    rules = Rules(face_down=1, short_hand="lose", battle_limit=limit)
    assert expected == simulate(rules, 2, 100, 4).over_1000


def test_only_games_stopped_at_battle_1000_are_counted_as_such() -> None:
    for limit, expected in ((999, 0), (1000, 10), (1001, 0)):
        rules = Rules(face_down=1, short_hand="lose", battle_limit=limit)
        assert expected == tally(rules, 2, range(100), 4).limits_at_1000


def test_the_games_of_a_simulation_are_deals_that_follow_each_other_and_go_round() -> None:
    """Python promises that random.Random(1).random() is 0.13436424411240122, here in parts of 2 **
    40."""
    assert 147_735_048_758 == derived_number(1, 0)
    assert 147_735_048_759 == derived_number(1, 1)
    assert CODES - 1 == derived_number(1, CODES - 147_735_048_759)
    assert 0 == derived_number(1, CODES - 147_735_048_758)


def test_past_the_last_deal_a_simulation_goes_on_with_the_first() -> None:
    game = CODES - 147_735_048_758 + 1
    expected = play(Rules(), 2, deal_code(1)).result
    counts = tally(Rules(), 2, range(game, game + 1), 1)
    assert ({expected.battles: 1}, expected.wars) == (counts.lengths, counts.wars)


def test_one_game_can_be_simulated() -> None:
    summary = simulate(Rules(), 2, 1, 1)
    assert (1, play(Rules(), 2, "49JV3WHP").result.battles) == (summary.games, summary.longest)


def test_no_more_games_than_deals_can_be_simulated() -> None:
    with pytest.raises(DealError, match=r"games = 1099511627777 is not possible"):
        simulate(Rules(), 2, CODES + 1, 0)


@pytest.mark.parametrize("players", [1, 5])
def test_a_tally_needs_players(players: Any) -> None:
    with pytest.raises(ValueError, match="choose 2, 3 or 4"):
        tally(Rules(), players, range(1), 0)
