"""Bad rules, deals and cards are refused with the field, the value and what is allowed."""

from typing import Any

import pytest

from engine import STANDARD, DealError, Rules, RulesError, play, simulate
from engine.cards import card_text, make_card, parse_card
from engine.deal import CODES, canonical_code, deal_code, decode, encode, shown_code
from engine.rules import check_players, most_players


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
        (
            {"pickup": "random"},
            "pickup",
            "shuffled, winner-first, loser-first, seat-order or table-order",
        ),
        ({"battle_limit": 0}, "battle_limit", "from 1 to 1000000"),
        ({"battle_limit": "many"}, "battle_limit", "no limit"),
        ({"battle_limit": 1_000_001}, "battle_limit", "from 1 to 1000000"),
        ({"battle_limit": True}, "battle_limit", "from 1 to 1000000"),
        ({"hand_size": True}, "hand_size", "from 1 to 26"),
        ({"face_down": True}, "face_down", "from 0 to 15"),
        ({"empty_hand": "stand", "short_hand": "draw"}, "empty_hand", 'short_hand = "lay"'),
        ({"facedown": 3}, "facedown", "face_down"),
    ],
)
def test_impossible_rules_name_field_value_and_what_is_allowed(
    values: dict[str, Any], field: str, allowed: str
) -> None:
    with pytest.raises(RulesError) as refused:
        Rules.from_mapping(values)
    assert field == refused.value.field
    assert values[field] == refused.value.value
    assert allowed in refused.value.allowed
    assert f"{field} = {values[field]!r} is not possible: {refused.value.allowed}" == str(
        refused.value
    )


def test_the_ends_of_each_range_are_possible() -> None:
    for values in (
        {"hand_size": 1},
        {"hand_size": 26},
        {"deck": 36, "hand_size": 18},
        {"face_down": 0},
        {"face_down": 15},
        {"battle_limit": 1},
        {"battle_limit": 1_000_000},
    ):
        assert values == Rules.from_mapping(values).changes()


def test_the_standard_game_is_that_of_the_rule_book() -> None:
    standard = Rules(
        deck=52,
        hand_size="all",
        best="high",
        face_down=3,
        joins="all",
        short_hand="lay",
        empty_hand="out",
        pickup="shuffled",
        battle_limit=None,
    )
    assert standard == STANDARD == Rules()


@pytest.mark.parametrize(
    ("most", "size"), [(4, "all"), (4, 1), (4, 13), (3, 14), (3, 17), (2, 18), (2, 26)]
)
def test_as_many_can_play_as_the_deck_has_cards_for(most: int, size: Any) -> None:
    assert most == most_players(Rules(hand_size=size))
    for players in range(2, most + 1):
        check_players(Rules(hand_size=size), players)


@pytest.mark.parametrize("players", [0, 1, 5, True, "2"])
def test_only_two_three_or_four_can_play(players: Any) -> None:
    for attempt in (
        lambda: play(Rules(), players, "00000000"),
        lambda: simulate(Rules(), players, 1, 0),
    ):
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
        (["٣", "8"], "card '٣'"),
        (["h", "8"], "card 'h'"),
        (["7h", "2c 7h"], "card '7h' is there twice"),
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
    assert 7 == len(
        play(Rules(), 2, ["7 7 7 7", "7 7 8"]).hands[0] + play(Rules(), 2, ["7", "7 7 8"]).hands[1]
    )


@pytest.mark.parametrize(
    ("card", "text"),
    [(16 * 2 + 1, "2c"), (16 * 10 + 4, "10s"), (16 * 13 + 2, "Kd"), (16 * 14 + 3, "Ah"), (16, "1")],
)
def test_a_card_is_its_rank_and_its_suit_in_either_case(card: int, text: str) -> None:
    assert text == card_text(card)
    assert card == parse_card(text) == parse_card(text.lower()) == parse_card(text.upper())


def test_a_card_is_sixteen_times_its_rank_and_its_suit_if_any() -> None:
    assert 7 * 16 == make_card(7) == parse_card("7")
    assert 7 * 16 + 4 == make_card(7, 4) == parse_card("7s")


def test_letters_are_ranks_too() -> None:
    assert [11, 12, 13, 14] == [parse_card(letter) // 16 for letter in "JQKA"]
    assert ["J", "Q", "K", "A", "15"] == [card_text(16 * rank) for rank in range(11, 16)]


def test_a_deal_code_is_a_number_in_crockfords_base_32() -> None:
    """A is 10, Z is 31: 10 · 32 + 31 = 351."""
    assert "0000009Z" == deal_code(9 * 32 + 31)
    assert "000000AZ" == deal_code(351)
    assert "ZZZZZZZZ" == deal_code(CODES - 1)
    assert ("AZ", 351) == (encode(351, 2), decode("AZ"))
    assert list(range(32)) == [
        decode(character) for character in "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    ]


def test_a_code_is_shown_in_two_halves() -> None:
    assert "7K3Q-9F2A" == shown_code("7K3Q9F2A")


def test_hands_that_are_given_need_no_deck() -> None:
    """Not even one that has so many cards for each player."""
    assert 1 == play(Rules(hand_size=20), 3, ["9 8", "7", "6"]).result.battles


def test_two_to_four_can_play_with_hands_that_are_given() -> None:
    with pytest.raises(RulesError, match="choose 2, 3 or 4"):
        play(Rules(), 5, ["9", "8", "7", "6", "5"])
