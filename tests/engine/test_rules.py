"""Bad rules, deals and cards are refused with the field, the value and what is allowed."""

from typing import Any

import pytest

from engine import DealError, Rules, RulesError, play, simulate
from engine.deal import canonical_code


@pytest.mark.parametrize(
    ("values", "field", "allowed"),
    [
        ({"deck": 54}, "deck", "52, 36 or 32"),
        ({"deck": True}, "deck", "52, 36 or 32"),
        ({"hand_size": 0}, "hand_size", "from 1 to 26"),
        ({"hand_size": 27}, "hand_size", "from 1 to 26"),
        ({"deck": 32, "hand_size": 17}, "hand_size", "from 1 to 16"),
        ({"hand_size": "some"}, "hand_size", '"all"'),
        ({"best": "middle"}, "best", "high, low or round"),
        ({"face_down": -1}, "face_down", "from 0 to 15"),
        ({"face_down": 16}, "face_down", "from 0 to 15"),
        ({"face_down": 2.5}, "face_down", '"rank"'),
        ({"face_down": None}, "face_down", '"rank"'),
        ({"joins": "some"}, "joins", "all or tied"),
        ({"short_hand": "win"}, "short_hand", "lay, lose or draw"),
        ({"empty_hand": "sit"}, "empty_hand", "out or stand"),
        ({"empty_hand": "stand", "short_hand": "lose"}, "empty_hand", 'short_hand = "lay"'),
        ({"pickup": "random"}, "pickup", "shuffled, winner-first, loser-first, seat-order or table-order"),
        ({"battle_limit": 0}, "battle_limit", "from 1 to 1000000"),
        ({"battle_limit": "many"}, "battle_limit", "no limit"),
        ({"facedown": 3}, "facedown", "face_down"),
    ],
)
def test_impossible_rules_name_field_value_and_what_is_allowed(
    values: dict[str, Any], field: str, allowed: str
) -> None:
    with pytest.raises(RulesError) as refused:
        Rules.from_mapping(values)
    assert field == refused.value.field
    assert field in str(refused.value)
    assert repr(values[field]) in str(refused.value)
    assert allowed in str(refused.value)


@pytest.mark.parametrize("players", [0, 1, 5, True, "2"])
def test_only_two_three_or_four_can_play(players: Any) -> None:
    for attempt in (lambda: play(Rules(), players, "00000000"), lambda: simulate(Rules(), players, 1, 0)):
        with pytest.raises(RulesError, match=r"players.*2, 3 or 4"):
            attempt()


def test_hands_that_the_deck_cannot_fill_are_refused() -> None:
    with pytest.raises(RulesError, match=r"hand_size = 20.*3 players can get at most 17"):
        play(Rules(hand_size=20), 3, "00000000")


@pytest.mark.parametrize(
    ("deal", "message"),
    [
        ("7K3Q9F2", "has 7 characters: it needs 8"),
        ("7K3Q-9F2AB", "has 9 characters: it needs 8"),
        ("", "has 0 characters"),
        ("7K3Q9F2U", "'U' is not one of"),
        (["7 2"], "1 hands for 2 players"),
        (["7", "8", "9"], "3 hands for 2 players"),
        (["7", ""], "hand 2 is empty"),
        (["7h 2c", "7h"], "card '7h' is there twice"),
        (["7 X", "8"], "card 'X'"),
        (["0", "8"], "card '0'"),
        (["7hh", "8"], "card '7hh'"),
        (["-3", "8"], "card '-3'"),
    ],
)
def test_a_deal_that_cannot_be_played_says_why(deal: Any, message: str) -> None:
    with pytest.raises(DealError) as refused:
        play(Rules(), 2, deal)
    assert message in str(refused.value)


@pytest.mark.parametrize("rank", [1, 15])
def test_only_ranks_with_a_worth_can_say_how_many_go_face_down(rank: int) -> None:
    with pytest.raises(DealError, match="from 2 to 14"):
        play(Rules(face_down="rank"), 2, [[rank], [7]])


@pytest.mark.parametrize("games", [0, -1, True, 2.5])
def test_a_simulation_needs_at_least_one_game(games: Any) -> None:
    with pytest.raises(DealError, match="games"):
        simulate(Rules(), 2, games, 0)


def test_a_deal_code_is_read_leniently() -> None:
    assert "7K3Q9F10" == canonical_code("7k3q-9fIo") == canonical_code(" 7K3Q 9FLO ")


def test_cards_of_one_rank_without_suits_may_be_there_often() -> None:
    assert 7 == len(play(Rules(), 2, ["7 7 7 7", "7 7 8"]).hands[0] + play(Rules(), 2, ["7", "7 7 8"]).hands[1])
