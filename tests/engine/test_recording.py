"""The recording: its format, letter by letter, and that nobody can change or forge it."""

import json
import re
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from engine import STANDARD, Battle, Recording, Result, Rules, SharedGame, play, simulate
from engine.describe import Change, Row
from tests.engine.games import game

ALL_CARDS = " ".join(f"{rank}{suit}" for rank in [*range(2, 11), *"JQKA"] for suit in "cdhs")
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def as_json(cards: str, **rules: Any) -> Any:
    return json.loads(game(cards, **rules).to_json())


def test_a_letter_is_a_card_by_rank_then_suit() -> None:
    """A–Z, a–z are the 52 cards from the two of clubs to the ace of spades."""
    recording = play(Rules(battle_limit=1), 2, [ALL_CARDS[: 36 * 3], ALL_CARDS[36 * 3 :]])
    assert ALPHABET == "".join(json.loads(recording.to_json())["hands"])


def test_a_recording_is_these_very_bytes() -> None:
    expected = (
        '{"v":1,"rules":{"pickup":"winner-first"},"players":2,"deal":null,"cards":"52","hands":["W","fA"],'
        '"aside":"","battles":"0W1f>1fW","result":{"kind":"won","winners":[1],"battles":1,"wars":0}}'
    )
    assert expected == game("[7h] v [9s,2c]", pickup="winner-first").to_json()


def test_an_exclamation_mark_stands_before_cards_given_up() -> None:
    assert (
        "0W1U!0B>1UWB"
        == as_json("[7h,2d] v [7c,3c,4c,5c,9s]", short_hand="lose", pickup="winner-first")[
            "battles"
        ]
    )


def test_a_card_that_stands_is_a_seat_without_letters() -> None:
    rules = {"face_down": 1, "joins": "tied", "empty_hand": "stand", "pickup": "table-order"}
    assert (
        "0u1s2A,01EI>0usAEI"
        == as_json("[Kh] v [Kc,3c,4c,2h] v [2c,Qs]", **rules)["battles"].split()[0]
    )


def test_a_battle_without_a_taker_ends_with_its_rounds() -> None:
    assert "0W1U" == as_json("[7h] v [7c]")["battles"]


def test_cards_of_study_are_listed_and_their_letters_go_on_after_z() -> None:
    """Sixty ranks: the first 52 have the usual letters, then come those from U+0100 on."""
    recording = play(Rules(battle_limit=1), 2, [list(range(1, 31)), list(range(31, 61))])
    content = json.loads(recording.to_json())
    assert [*map(str, range(1, 11)), "J", "Q", "K", "A", *map(str, range(15, 61))] == content[
        "cards"
    ]
    assert ALPHABET + "ĀāĂăĄąĆć" == "".join(content["hands"])


def test_equal_cards_have_one_letter() -> None:
    content = as_json("[7,9] v [7,8]", battle_limit=1)
    assert (["7", "8", "9"], ["AC", "AB"]) == (content["cards"], content["hands"])


def test_only_an_endless_game_says_its_cycle() -> None:
    assert {"kind": "won", "winners": [0], "battles": 1, "wars": 0} == as_json("[9] v [7]")[
        "result"
    ]
    endless = {"kind": "endless", "winners": [0, 1], "battles": 6, "wars": 0, "cycle": 4}
    assert endless == as_json("[2,4] v [5,3]", pickup="seat-order")["result"]


def test_another_format_is_refused() -> None:
    content = json.loads(game("[9] v [7]").to_json())
    with pytest.raises(ValueError, match="format 2 is not known: this engine reads format 1"):
        Recording.from_json(json.dumps(content | {"v": 2}))


def test_hands_are_ordered_by_seed_0_unless_another_is_named() -> None:
    hands = ["2 3 4 5 6 7 8", "8 7 6 5 4 3 2"]
    unnamed = play(STANDARD, 2, hands)
    assert unnamed == play(STANDARD, 2, hands, pickup_seed=0)
    assert unnamed != play(STANDARD, 2, hands, pickup_seed=1)


def test_a_digest_has_sixteen_hexadecimal_digits() -> None:
    assert re.fullmatch("[0-9a-f]{16}", game("[9] v [7]").digest())


def replayed(*battles: Battle) -> list[Any]:
    return list(replace(game("[9,3] v [7,2]"), battles=battles).replay())


def test_a_card_that_is_not_on_top_cannot_be_laid() -> None:
    nine, three, seven = 9 * 16, 3 * 16, 7 * 16
    assert 2 == len(replayed(Battle((((nine,), (seven,)),), 0, (nine, seven))))
    with pytest.raises(ValueError, match="player 1 cannot lay 3: it is not on top"):
        replayed(Battle((((three,), (seven,)),), 0, (three, seven)))
    with pytest.raises(ValueError, match="player 2 cannot lay 9: it is not on top"):
        replayed(Battle((((nine,), (nine,)),), 0, (nine, nine)))


def test_an_empty_pile_lays_no_card() -> None:
    cards = tuple(rank * 16 for rank in (9, 3, 5))
    with pytest.raises(ValueError, match="player 1 cannot lay 5"):
        replayed(Battle(((cards, None),), 0, cards))


def test_the_cards_taken_are_those_on_the_table() -> None:
    nine, seven, two = 9 * 16, 7 * 16, 2 * 16
    with pytest.raises(ValueError, match="not the cards on the table"):
        replayed(Battle((((nine,), (seven,)),), 0, (nine, two)))


@pytest.mark.parametrize(
    ("thing", "field"),
    [
        (STANDARD, "deck"),
        (Result("won", (0,), 1, 0), "kind"),
        (game("[9] v [7]"), "deal"),
        (SharedGame("war", STANDARD, 2, "7K3Q9F2A"), "deal"),
        (simulate(STANDARD, 2, 1, 0), "games"),
        (Row("deck", "Deck", "52"), "text"),
        (Change("deck", "Deck", "52", "36"), "after"),
    ],
)
def test_what_the_engine_says_cannot_be_changed(thing: Any, field: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(thing, field, getattr(thing, field))
