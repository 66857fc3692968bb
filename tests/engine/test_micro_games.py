"""Micro games whose outcome the rule book states."""

import pytest

from engine import Rules, play
from tests.engine.games import first_battle, game, hands, winner

A, B, C, D = range(4)


@pytest.mark.parametrize(
    ("expected", "cards", "rules"),
    [
        (None, "[7] v [7]", {}),
        (B, "[7] v [7,2]", {"empty_hand": "out"}),
        (A, "[7] v [7,2]", {"empty_hand": "stand"}),
        (A, "[7,2,12,3,9] v [7,12]", {"face_down": 1, "empty_hand": "out"}),
        (B, "[7,2,12,3,9] v [7,12]", {"face_down": 1, "empty_hand": "stand"}),
        (C, "[13] v [13] v [4,2]", {"empty_hand": "out"}),
        (None, "[13] v [13] v [4,2]", {"empty_hand": "stand"}),
        (None, "[13] v [13] v [4]", {}),
        (None, "[5,6,7,8,9] v [5,6,7,8,9]", {}),
        (A, "[10] v [2]", {}),
        (A, "[5,9] v [5]", {}),
        (C, "[13] v [13] v [4,2]", {"joins": "tied", "empty_hand": "stand"}),
        (None, "[7] v [7,2]", {"short_hand": "lose"}),
        (D, "[13] v [13] v [4,2] v [5,3]", {"joins": "tied", "empty_hand": "out"}),
        (A, "[6] v [14]", {"deck": 36, "best": "round"}),
        (B, "[6] v [13]", {"deck": 36, "best": "round"}),
        (B, "[7] v [14]", {"deck": 36, "best": "round"}),
        (A, "[2] v [14]", {"best": "round"}),
        (B, "[6] v [14]", {"best": "round"}),
        (A, "[7] v [14]", {"deck": 32, "best": "round"}),
    ],
)
def test_the_winner_of_a_micro_game(
    expected: int | None, cards: str, rules: dict[str, object]
) -> None:
    assert expected == winner(cards, **rules)


@pytest.mark.parametrize(
    ("expected", "cards", "rules"),
    [
        ((A, 7), "[7,9] v [7,2,3,4,5]", {}),
        ((B, 7), "[7,2,12,3,9] v [7,12]", {"face_down": 1, "empty_hand": "stand"}),
        ((C, 15), "[13,2,3,4,5] v [13,2,3,4,6] v [4,9,9,9,14]", {"joins": "all"}),
        ((B, 11), "[13,2,3,4,5] v [13,2,3,4,6] v [4,9,9,9,14]", {"joins": "tied"}),
        ((A, 14), "[2,9,9,9,9,9,3] v [2,8,8,8,8,8,4]", {"best": "low", "face_down": 5}),
        ((A, 8), "[2,9,9,5] v [2,8,8,4]", {"face_down": "rank"}),
        ((A, 3), "[9] v [7] v [7]", {}),
        ((B, 4), "[14] v [6] v [13] v [7]", {"deck": 36, "best": "round"}),
        ((A, 4), "[6] v [13] v [14] v [14]", {"deck": 36, "best": "round"}),
        ((B, 7), "[6,9,7] v [6,9,8] v [14]", {"deck": 36, "best": "round", "face_down": 1}),
        ((A, 6), "[14,9,6] v [14,9,14]", {"deck": 36, "best": "round", "face_down": 1}),
        ((C, 11), "[13] v [13,2,3,4,5] v [4,9,9,9,14]", {}),
        ((C, 15), "[13,2,9,2,5] v [13,2,9,2,6] v [4,2,3,2,14]", {"face_down": 1}),
        ((B, 11), "[13,2,3,4,5] v [13,2,3,4,6] v [4,9]", {"short_hand": "lose"}),
        ((A, 11), "[13] v [13,2,3,4,5] v [13,2,3,4,6]", {"empty_hand": "stand"}),
        ((C, 11), "[13] v [13,2,3,4,5] v [13,2,3,4,14]", {"empty_hand": "stand"}),
        ((C, 11), "[13] v [13,2,3,4,5] v [13,2,3,4,6]", {"empty_hand": "out"}),
    ],
)
def test_who_takes_how_many_cards(
    expected: tuple[int, int], cards: str, rules: dict[str, object]
) -> None:
    assert expected == first_battle(cards, **rules)


def test_a_tie_of_last_cards_is_shared_by_those_who_tied() -> None:
    assert (A, B) == game("[13] v [13] v [4]").result.winners
    assert (A, B) == game("[13] v [13] v [4,2]", empty_hand="stand").result.winners
    assert (A, B) == game("[7] v [7,2]", short_hand="lose").result.winners


def test_a_loser_among_three_sits_out_with_too_few_cards_and_keeps_them() -> None:
    short = game("[13,2,3,4,5] v [13,2,3,4,6] v [4,9]", short_hand="lose")
    assert (0, 11, 1) == short.counts()[1]


def test_two_wars_of_one_battle_are_one_battle() -> None:
    twice = game("[7,2,12,3,9] v [7,12]", face_down=1, empty_hand="stand")
    assert (1, 2) == (twice.result.battles, twice.result.wars)


def test_waiting_cards_go_first_to_the_winner_of_the_next_battle() -> None:
    waiting = game("[13] v [13] v [4,2] v [5,3]", joins="tied")
    assert [(0, 0, 1, 1), (0, 0, 0, 6)] == waiting.counts()[1:]
    assert [None, D] == [battle.taker for battle in waiting.battles]
    assert waiting.battles[0].rounds[0] == ((208,), (208,), (64,), (80,))
    assert (208, 208, 64, 80) == waiting.battles[1].taken[:4]


def test_waiting_cards_go_at_once_to_the_only_player_left() -> None:
    assert [(0, 0, 4)] == game("[13] v [13] v [4,2]", joins="tied", empty_hand="stand").counts()[1:]


def test_a_limit_draws_the_game_after_its_last_battle_unless_that_battle_ends_it() -> None:
    assert ("limit", (A, B), 1) == _outcome("[9,2] v [7,3]", battle_limit=1)
    assert ("won", (A,), 1) == _outcome("[9,2] v [7]", battle_limit=1)
    assert ("limit", (A, B), 1) == _outcome("[7,2,2,2,9,2] v [7,3,3,3,8,4]", battle_limit=1)


def test_a_short_tied_player_draws_the_game_under_draw() -> None:
    assert ("drawn", (A, B, C), 1) == _outcome("[7] v [7,2,2,2,2] v [3,4]", short_hand="draw")


def test_who_falls_out_of_a_war_gives_the_cards_to_the_table() -> None:
    lost = game("[7,2] v [7,3,3,3,9]", short_hand="lose")
    assert ((0, (32,)),) == lost.battles[0].forfeits
    assert ("won", (B,), 1) == (lost.result.kind, lost.result.winners, lost.result.battles)


def test_the_tied_rank_says_how_many_go_face_down_in_each_war() -> None:
    down = {2: 2, 9: 9, 10: 10, 11: 10, 12: 10, 13: 10, 14: 11}
    for rank, count in down.items():
        tie = [[rank, *[3] * 11, 6, 6], [rank, *[4] * 11, 5, 5]]
        battle = play(Rules(face_down="rank"), 2, tie).battles[0]
        assert count + 1 == len(battle.rounds[1][0] or ())


def test_a_repeated_war_by_rank_follows_the_newly_tied_rank() -> None:
    rounds = game("[2,9,9,3,4,4,4,8] v [2,9,9,3,5,5,5,7]", face_down="rank").battles[0].rounds
    assert [1, 3, 4] == [len(laid[0] or ()) for laid in rounds]


@pytest.mark.parametrize(
    ("pickup", "expected"),
    [
        ("winner-first", "9 8 7"),
        ("loser-first", "8 7 9"),
        ("seat-order", "7 9 8"),
        ("table-order", "7 9 8"),
    ],
)
def test_a_fixed_pickup_order(pickup: str, expected: str) -> None:
    taken = play(Rules(pickup=pickup), 3, hands("[7,2] v [9,2] v [8,2]")).battles[0].taken
    assert expected == " ".join(str(card >> 4) for card in taken)


def test_table_order_is_round_by_round_and_seat_order_player_by_player() -> None:
    cards = "[7,2,9] v [7,3,8]"
    assert [7, 7, 2, 9, 3, 8] == _taken_ranks(cards, "table-order")
    assert [7, 2, 9, 7, 3, 8] == _taken_ranks(cards, "seat-order")


def _taken_ranks(cards: str, pickup: str) -> list[int]:
    return [card >> 4 for card in game(cards, face_down=1, pickup=pickup).battles[0].taken]


def test_a_position_that_comes_back_ends_the_game_where_it_does() -> None:
    """After two battles the piles are 4 3 and 2 5, and four battles later again."""
    endless = game("[2,4] v [5,3]", pickup="seat-order").result
    assert ("endless", (A, B), 6, 4) == (
        endless.kind,
        endless.winners,
        endless.battles,
        endless.cycle,
    )


@pytest.mark.parametrize(
    ("first_return", "pickup", "cards"),
    [
        (4, "seat-order", "[2,4,3] v [5]"),
        (5, "seat-order", "[4] v [2,3,5]"),
        (6, "winner-first", "[2,5,3] v [6,4]"),
        (6, "seat-order", "[2,4] v [5,3]"),
        (8, "loser-first", "[2,4,5,3] v [6]"),
        (9, "winner-first", "[2,3,5] v [4,6]"),
        (17, "loser-first", "[2,3,4,6,5] v [7]"),
        (28, "table-order", "[5,3,4,2,6] v [7]"),
    ],
)
def test_a_game_is_endless_if_a_position_comes_back_within_the_limit(
    first_return: int, pickup: str, cards: str
) -> None:
    assert ("endless", (A, B), first_return) == _outcome(cards, pickup=pickup)
    assert ("endless", (A, B), first_return) == _outcome(
        cards, pickup=pickup, battle_limit=first_return
    )
    assert ("limit", (A, B), first_return - 1) == _outcome(
        cards, pickup=pickup, battle_limit=first_return - 1
    )


@pytest.mark.parametrize("pickup", ["shuffled", "winner-first"])
@pytest.mark.parametrize(
    "cards",
    ["[7,2,3,4,9] v [7s,2,3,4,8]", "[7s,2,3,4,9] v [7,2,3,4,8]", "[7c,2,3,4,9] v [7s,2,3,4,8]"],
)
def test_no_suit_counts_in_a_battle(pickup: str, cards: str) -> None:
    """Not even between a card without a suit and a spade, which are the furthest apart."""
    assert (A, 10) == first_battle(cards, pickup=pickup)


@pytest.mark.parametrize("pickup", ["shuffled", "winner-first"])
@pytest.mark.parametrize(
    "cards", ["[7,5,9] v [7,5s,8]", "[7,5s,9] v [7,5,8]", "[7s,5,9] v [7c,5s,8]"]
)
def test_no_suit_counts_in_a_war(pickup: str, cards: str) -> None:
    tied = game(cards, face_down=0, pickup=pickup)
    assert (A, 3, 2) == (tied.battles[0].taker, len(tied.battles[0].rounds), tied.result.wars)


@pytest.mark.parametrize("best", ["high", "low"])
def test_neighbouring_ranks_never_tie(best: str) -> None:
    """A spade and the club of the next rank are the nearest cards that do not tie."""
    expected = {"high": B, "low": A}[best]
    assert expected == winner("[7s] v [8c]", best=best) == winner("[7s] v [8]", best=best)
    assert 1 - expected == winner("[8c] v [7s]", best=best)


def _outcome(cards: str, **rules: object) -> tuple[str, tuple[int, ...], int]:
    result = game(cards, **rules).result
    return result.kind, result.winners, result.battles
