"""Faults that other programs of War are known for; none may be here."""

from collections import Counter

from engine import STANDARD, Rules, play, simulate
from engine.cards import parse_card, rank_of
from engine.deal import deal_code
from tests.engine.games import first_battle, game, winner

A, B, C = range(3)


def test_a_ten_is_not_a_one() -> None:
    assert 10 == rank_of(parse_card("10h"))
    assert A == winner("[10h] v [9s]")


def test_suits_do_not_break_ties() -> None:
    tied = game("[As,2c] v [Ac,3c]")
    assert 2 == len(tied.battles[0].rounds)
    assert {None} == {
        winner(f"[A{one}] v [A{two}]") for one in "cdhs" for two in "cdhs" if one != two
    }


def test_no_card_is_lost_or_doubled_when_a_war_cannot_be_finished() -> None:
    for cards in ("[7,9] v [7,2,3]", "[7] v [7,2,3]", "[7,2,3] v [7]", "[7,5] v [7,5] v [7,5,2]"):
        for rules in ({}, {"short_hand": "lose"}, {"empty_hand": "stand"}, {"short_hand": "draw"}):
            recording = game(cards, **rules)
            dealt = Counter(card for hand in recording.hands for card in hand)
            for position in recording.replay():
                assert dealt == Counter(
                    card for pile in (*position.piles, position.waiting) for card in pile
                )


def test_both_short_in_a_war_is_nobodys_loss() -> None:
    for cards in ("[7,2] v [7,2]", "[7] v [7]", "[7,5] v [7,5]"):
        for rules in ({}, {"short_hand": "lose"}, {"short_hand": "draw"}):
            assert ("drawn", (A, B)) == (
                game(cards, **rules).result.kind,
                game(cards, **rules).result.winners,
            )


def test_a_tie_of_last_cards_ends_the_game() -> None:
    assert 1 == game("[7] v [7]").result.battles
    assert 1 == game("[7] v [7]", empty_hand="stand").result.battles


def test_who_runs_out_loses() -> None:
    assert A == winner("[9,3] v [2]")
    assert B == winner("[2] v [9,3]")


def test_hidden_cards_are_really_laid() -> None:
    assert [(5, 5), (0, 10)] == game("[7,2,3,4,5] v [7,2,3,4,6]").counts()
    assert ((7, 2, 3, 4, 5), (7, 2, 3, 4, 6)) == _laid("[7,2,3,4,5] v [7,2,3,4,6]")


def _laid(cards: str) -> tuple[tuple[int, ...], ...]:
    rounds = game(cards).battles[0].rounds
    return tuple(
        tuple(rank_of(card) for laid in rounds for card in laid[seat] or ()) for seat in (A, B)
    )


def test_ties_do_not_all_go_to_one_seat() -> None:
    takers = Counter(
        battle.taker
        for number in range(60)
        for battle in play(STANDARD, 2, deal_code(number)).battles
        if len(battle.rounds) > 1
    )
    assert 0.4 < takers[A] / takers.total() < 0.6


def test_a_tie_among_losers_starts_no_war() -> None:
    assert (A, 3) == first_battle("[9] v [7] v [7]")
    assert 0 == game("[9] v [7] v [7]").result.wars
    assert (C, 3) == first_battle("[7] v [7] v [2]", best="low")


def test_a_drawn_game_is_credited_to_nobody() -> None:
    summary = simulate(Rules(deck=32, hand_size=1), 2, 400, 1)
    assert summary.draws["drawn"] > 0
    assert 400 == sum(summary.wins) + summary.draws["drawn"]


def test_a_game_goes_on_while_nobody_ties_however_few_cards_somebody_holds() -> None:
    few = game("[9] v [2,3,4,5,6,8]", pickup="winner-first")
    assert ((A,), 0) == (few.result.winners, few.result.wars)
    assert 1 == few.counts()[0][A]


def test_each_card_reaches_each_place_of_the_shuffled_deck() -> None:
    """A shuffle that leaves a card in place would show as a place that one card keeps."""
    deals = [play(Rules(battle_limit=1), 2, deal_code(number)) for number in range(2_000)]
    for seat in (A, B):
        for place in range(26):
            commonest = Counter(deal.hands[seat][place] for deal in deals).most_common(1)[0][1]
            assert commonest < 100, (seat, place)


def test_a_captured_pair_goes_under_in_both_orders() -> None:
    battles = [
        battle
        for number in range(20)
        for battle in play(STANDARD, 2, deal_code(number)).battles
        if len(battle.rounds) == 1
    ]
    first_laid_first = sum((battle.rounds[0][0] or ())[0] == battle.taken[0] for battle in battles)
    assert 0.45 < first_laid_first / len(battles) < 0.55
