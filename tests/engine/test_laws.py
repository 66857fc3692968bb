"""Laws that hold for all rules, numbers of players and deals."""

from collections import deque
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import STANDARD, Battle, Recording, Result, Rules, RulesError, play, simulate
from engine.cards import make_card, rank_of, suit_of
from engine.deal import CODES, Chance, Hands, deal_code, derived_number
from engine.game import Table, play_hands
from engine.rules import CHOICES, most_players

numbers = st.integers(0, CODES - 1)
players = st.sampled_from([2, 3, 4])


@st.composite
def rule_sets(draw: st.DrawFn, /, **fixed: Any) -> Rules:
    """Any rules that can be played, but no long games without end.

    In a fixed pickup order a whole deck can go on for millions of battles before a position comes
    back.
    """
    values: dict[str, Any] = {
        name: draw(st.sampled_from(choices)) for name, choices in CHOICES.items()
    }
    values["hand_size"] = draw(st.just("all") | st.integers(1, values["deck"] // 4))
    values["face_down"] = draw(st.just("rank") | st.integers(0, 15))
    values["battle_limit"] = draw(st.none() | st.integers(1, 300))
    if values["pickup"] != "shuffled" and values["hand_size"] not in range(1, 7):
        values["battle_limit"] = draw(st.integers(1, 300))
    values |= fixed
    if values["short_hand"] != "lay":
        values["empty_hand"] = "out"
    return Rules(**values)


@given(rule_sets(), players, numbers)
def test_cards_are_conserved_after_every_battle(rules: Rules, players: int, number: int) -> None:
    recording = play(rules, players, deal_code(number))
    for position in recording.replay():
        cards = [card for pile in position.piles for card in pile]
        everything = [*cards, *position.waiting, *recording.set_aside]
        assert rules.deck == len(everything) == len(set(everything))


@given(rule_sets(), players, numbers)
def test_every_game_ends_and_says_how(rules: Rules, players: int, number: int) -> None:
    recording = play(rules, players, deal_code(number))
    result, counts = recording.result, recording.counts()[-1]
    alive = tuple(seat for seat, count in enumerate(counts) if count)
    assert len(recording.battles) == result.battles
    match result.kind:
        case "won":
            assert result.winners == alive
            assert len(alive) == 1
            assert sum(counts) + len(recording.set_aside) == rules.deck
        case "limit":
            assert rules.battle_limit == result.battles
            assert result.winners == alive
            assert len(alive) > 1
        case "endless":
            positions = [_ranks(position) for position in recording.replay()]
            assert result.cycle is not None
            assert positions[-1] == positions[-1 - result.cycle]
            assert len(set(positions[:-1])) == len(positions) - 1
            assert rules.pickup != "shuffled"
        case "drawn":
            assert len(result.winners) > 1
        case other:
            raise AssertionError(other)


def _ranks(position: Any) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(map(rank_of, pile)) for pile in (*position.piles, position.waiting))


@given(rule_sets(), players, numbers)
def test_the_same_deal_is_the_same_game(rules: Rules, players: int, number: int) -> None:
    assert play(rules, players, deal_code(number)) == play(rules, players, deal_code(number))


@given(rule_sets(), players, numbers)
def test_a_recording_survives_its_json(rules: Rules, players: int, number: int) -> None:
    recording = play(rules, players, deal_code(number))
    assert recording == Recording.from_json(recording.to_json())


@given(
    st.lists(st.lists(st.integers(1, 10_000), min_size=1, max_size=9), min_size=2, max_size=4),
    st.integers(0, 9),
)
def test_study_hands_of_any_rank_survive_their_json(hands: list[list[int]], seed: int) -> None:
    recording = play(Rules(battle_limit=50), len(hands), hands, pickup_seed=seed)
    assert recording == Recording.from_json(recording.to_json())


@given(rule_sets(face_down=3), players, numbers)
def test_a_low_game_is_the_high_game_on_mirrored_ranks(
    rules: Rules, players: int, number: int
) -> None:
    high = replace(rules, best="high")
    dealt = play(replace(high, battle_limit=1), players, deal_code(number)).hands
    mirrored = [[_mirror(card, rules.deck) for card in hand] for hand in dealt]
    played = play_explicit(high, dealt)
    opposite = play_explicit(replace(rules, best="low"), mirrored)
    assert played.result == opposite.result
    assert [battle.taker for battle in played.battles] == [
        battle.taker for battle in opposite.battles
    ]
    assert [
        tuple(_mirror(card, rules.deck) for card in battle.taken) for battle in played.battles
    ] == [battle.taken for battle in opposite.battles]


def _mirror(card: int, deck: int) -> int:
    lowest = {52: 2, 36: 6, 32: 7}[deck]
    return make_card(lowest + 14 - rank_of(card), suit_of(card))


def play_explicit(rules: Rules, hands: Any) -> Recording:
    from engine.cards import card_text

    return play(
        rules, len(hands), [" ".join(map(card_text, hand)) for hand in hands], pickup_seed=5
    )


@given(rule_sets(pickup="shuffled"), numbers)
def test_the_fast_way_for_two_plays_the_very_game_of_the_general_way(
    rules: Rules, number: int
) -> None:
    limited = replace(rules, battle_limit=rules.battle_limit or 2_000)
    fast = played_fast(limited, number, Random(number).random)
    assert played_in_general(limited, number, Random(number).random) == fast


@pytest.mark.parametrize("chance", [0.0, 0.5, 1 - 2**-53])
def test_the_fast_way_for_two_tosses_the_coin_as_the_general_way_does(chance: float) -> None:
    """Down to the very middle, which hardly any game meets."""
    rules = Rules(battle_limit=20)
    assert played_in_general(rules, 1, lambda: chance) == played_fast(rules, 1, lambda: chance)


def played_fast(rules: Rules, number: int, chance: Chance) -> tuple[list[Battle], Result]:
    battles: list[Battle] = []
    result = play_hands(rules, first_hands(rules, number), chance, battles.append)
    return battles, result


def played_in_general(rules: Rules, number: int, chance: Chance) -> tuple[list[Battle], Result]:
    table = Table(rules, [deque(hand) for hand in first_hands(rules, number)], chance)
    battles: list[Battle] = []
    while not table.is_over() and table.battles < (rules.battle_limit or 0):
        battles.append(table.battle())
    return battles, table.result()


def first_hands(rules: Rules, number: int) -> Hands:
    """The hands of a deal for two."""
    return play(replace(rules, battle_limit=1), 2, deal_code(number)).hands


@given(rule_sets(), players, st.integers(0, 10**9))
def test_game_i_of_a_simulation_is_the_game_of_its_deal_code(
    rules: Rules, players: int, seed: int
) -> None:
    summary = simulate(rules, players, 3, seed)
    games = [
        play(rules, players, deal_code(derived_number(seed, game))).result for game in range(3)
    ]
    assert sum(game.battles for game in games) == pytest.approx(3 * summary.mean)
    assert sum(game.wars for game in games) == pytest.approx(3 * summary.wars)
    for seat in range(players):
        assert summary.wins[seat] == sum(
            game.kind == "won" and game.winners == (seat,) for game in games
        )
    for kind, count in summary.draws.items():
        assert count == sum(game.kind == kind for game in games)


@given(players, numbers)
def test_a_deal_gives_everybody_the_same_number_and_sets_the_rest_aside(
    players: int, number: int
) -> None:
    recording = play(Rules(battle_limit=1), players, deal_code(number))
    assert [52 // players] * players == [len(hand) for hand in recording.hands]
    assert 52 % players == len(recording.set_aside)


@given(rule_sets())
def test_rules_survive_their_changes(rules: Rules) -> None:
    assert rules == Rules.from_mapping(rules.changes())
    assert {} == STANDARD.changes()


@given(rule_sets(), players, st.integers(1, 26))
def test_as_many_can_play_as_get_their_cards_from_the_deck(
    rules: Rules, players: int, size: int
) -> None:
    rules = replace(rules, hand_size=min(size, rules.deck // 2), battle_limit=5)
    cards = players * int(rules.hand_size)
    if cards > rules.deck:
        assert most_players(rules) < players
        for attempt in (
            lambda: play(rules, players, "00000000"),
            lambda: simulate(rules, players, 1, 0),
        ):
            with pytest.raises(RulesError, match="at most"):
                attempt()
    else:
        assert most_players(rules) >= players
        recording = play(rules, players, "00000000")
        assert [rules.hand_size] * players == [len(hand) for hand in recording.hands]
        assert rules.deck - cards == len(recording.set_aside)


@given(
    rule_sets(battle_limit=None, pickup="winner-first", hand_size=6), numbers, st.integers(1, 400)
)
def test_a_limit_only_cuts_a_game_short(rules: Rules, number: int, limit: int) -> None:
    whole = play(rules, 2, deal_code(number))
    cut = play(replace(rules, battle_limit=limit), 2, deal_code(number))
    assert whole.battles[:limit] == cut.battles
    if whole.result.battles <= limit:
        assert whole.result == cut.result
    else:
        assert "limit" == cut.result.kind


def test_a_recording_of_300_battles_fits_in_six_kilobytes() -> None:
    recordings = [play(STANDARD, 2, deal_code(number)) for number in range(200)]
    per_battle = [
        len(r.to_json().encode()) / r.result.battles for r in recordings if r.result.battles >= 250
    ]
    assert len(per_battle) > 50
    assert max(per_battle) * 300 <= 6 * 1024


def test_a_simulation_in_pieces_is_the_simulation() -> None:
    from engine.simulate import tally

    pieces = tally(STANDARD, 3, range(10), 4) + tally(STANDARD, 3, range(10, 30), 4)
    assert simulate(STANDARD, 3, 30, 4) == pieces.summary()


def test_a_summary_survives_its_dictionary() -> None:
    import json

    from engine import Summary

    summary = simulate(STANDARD, 2, 50, 1)
    assert summary == Summary.from_dict(json.loads(json.dumps(summary.to_dict())))
