"""A rule set in words: every difference has its row, and no row is false."""

import re
from gettext import NullTranslations
from typing import Any

import pytest
from hypothesis import given

from engine import STANDARD, Rules
from engine.describe import ROWS, Change, difference, rows
from tests.engine.test_laws import rule_sets

ENGLISH = NullTranslations()


def changed_keys(before: Rules, after: Rules) -> set[str]:
    return {change.key for change in difference(before, after, ENGLISH, str)}


@given(rule_sets(), rule_sets())
def test_every_difference_has_its_row_and_no_row_is_false(one: Rules, other: Rules) -> None:
    differing = {name for name in vars(one) if getattr(one, name) != getattr(other, name)}
    keys = changed_keys(one, other)
    for name in differing:
        assert keys & {key for key, depends in ROWS.items() if name in depends}, name
    for change in difference(one, other, ENGLISH, str):
        if change.key != "options":
            assert change.before != change.after
            assert differing & set(ROWS[change.key])


@given(rule_sets())
def test_a_rule_set_does_not_differ_from_itself(rules: Rules) -> None:
    assert {"options"} == changed_keys(rules, rules)


@given(rule_sets())
def test_each_row_says_something(rules: Rules) -> None:
    for row in rows(rules, ENGLISH, str):
        assert row.topic
        assert row.text
        assert "%" not in row.text


def test_peace_in_words() -> None:
    peace = Rules(best="low", face_down=5, battle_limit=1000)
    said = {
        change.key: change.after
        for change in difference(STANDARD, peace, ENGLISH, lambda n: f"{n:,}")
    }
    assert {
        "best": "The lowest card; twos are the best cards, aces the worst",
        "tie": "A peace: the lowest of the cards turned next takes all",
        "face_down": "Five, then one face up",
        "full_war": "14 cards",
        "limit": "Drawn after 1,000 battles",
        "options": "2, 3 or 4 players; with more than two, a tie for the lowest card starts a peace for"
        " everybody who still has cards",
    } == said


def test_a_full_war_moves_6_10_or_14_cards_or_8_to_26_by_rank() -> None:
    moved = {
        down: next(
            row.text for row in rows(Rules(face_down=down), ENGLISH, str) if row.key == "full_war"
        )
        for down in (1, 3, 5, "rank")
    }
    assert {
        1: "6 cards",
        3: "10 cards",
        5: "14 cards",
        "rank": "8 to 26, depending on the tied card",
    } == moved


def test_the_options_name_as_many_players_as_can_play() -> None:
    said = {
        size: rows(Rules(hand_size=size), ENGLISH, str)[-1].text.partition(";")[0]
        for size in ("all", 13, 17, 26)
    }
    assert {
        "all": "2, 3 or 4 players",
        13: "2, 3 or 4 players",
        17: "2 or 3 players",
        26: "Two players only",
    } == said


def said(key: str, rules: Rules) -> str:
    """What the row of this key says of a rule set."""
    return next(row.text for row in rows(rules, ENGLISH, str) if row.key == key)


@pytest.mark.parametrize(
    ("expected", "key", "rules"),
    [
        ("52 cards, from the two to the ace", "deck", Rules()),
        ("36 cards, from the six to the ace", "deck", Rules(deck=36)),
        ("32 cards, from the seven to the ace", "deck", Rules(deck=32)),
        ("The whole deck, shared equally; any card left over is set aside", "hand_size", Rules()),
        ("1 card each", "hand_size", Rules(hand_size=1)),
        ("7 cards each", "hand_size", Rules(hand_size=7)),
        ("A war: the highest of the cards", "tie", Rules()),
        ("A peace: the lowest of the cards", "tie", Rules(best="low")),
        ("A war: the best of the cards", "tie", Rules(best="round")),
        ("As many as the tied card is worth", "face_down", Rules(face_down="rank")),
        ("Everybody who still has cards", "joins", Rules()),
        ("Only the players who tied", "joins", Rules(joins="tied")),
        ("You lay what you have", "short_hand", Rules()),
        ("You are out of the game", "short_hand", Rules(short_hand="lose")),
        ("The game is drawn", "short_hand", Rules(short_hand="draw")),
        ("You sit it out", "empty_hand", Rules()),
        ("The last card you turned stays up", "empty_hand", Rules(empty_hand="stand")),
        ("Go under the winner’s pile in a random order", "pickup", Rules()),
        (
            "Go under the winner’s pile, the winner’s own first",
            "pickup",
            Rules(pickup="winner-first"),
        ),
        (
            "Go under the winner’s pile, the winner’s own last",
            "pickup",
            Rules(pickup="loser-first"),
        ),
        (
            "Go under the winner’s pile, always player 1’s first",
            "pickup",
            Rules(pickup="seat-order"),
        ),
        ("Go under the winner’s pile in the order in which", "pickup", Rules(pickup="table-order")),
        ("No limit", "limit", Rules()),
        ("Drawn after 1 battle", "limit", Rules(battle_limit=1)),
        ("Drawn after 700 battles", "limit", Rules(battle_limit=700)),
    ],
)
def test_a_row_says_what_the_rule_is(expected: str, key: str, rules: Rules) -> None:
    assert said(key, rules).startswith(expected)


@pytest.mark.parametrize(("deck", "lowest"), [(52, "two"), (36, "six"), (32, "seven")])
def test_the_best_card_is_said_with_the_lowest_rank_of_the_deck(deck: int, lowest: str) -> None:
    words = {best: said("best", Rules(deck=deck, best=best)) for best in ("high", "low", "round")}
    plural = {"two": "twos", "six": "sixes", "seven": "sevens"}[lowest]
    assert {
        "high": f"The highest card; aces are high, {plural} low",
        "low": f"The lowest card; {plural} are the best cards, aces the worst",
        "round": f"The highest card, but a {lowest} beats an ace",
    } == words


def test_cards_laid_face_down_are_said_in_words() -> None:
    firsts = [re.split("[,;]", said("face_down", Rules(face_down=down)))[0] for down in range(16)]
    assert ["None", "One", "Two", "Three", "Four", "Five", "Six", "Seven"] == firsts[:8]
    assert [
        "Eight",
        "Nine",
        "Ten",
        "Eleven",
        "Twelve",
        "Thirteen",
        "Fourteen",
        "Fifteen",
    ] == firsts[8:]


def test_where_the_lowest_card_wins_a_war_is_called_a_peace() -> None:
    topics = {row.key: row.topic for row in rows(Rules(), ENGLISH, str)}
    assert {
        "deck": "Deck",
        "hand_size": "Cards dealt",
        "best": "Who wins a battle",
        "tie": "A tie",
        "face_down": "Face-down cards before the deciding one",
        "full_war": "Cards at stake in a war for two, if both have enough",
        "joins": "Who joins a war when three or four play",
        "short_hand": "Too few cards for a war",
        "empty_hand": "No cards left for a war",
        "pickup": "Captured cards",
        "limit": "Very long games",
        "options": "Other options",
    } == topics
    peace = {row.key: row.topic for row in rows(Rules(best="low"), ENGLISH, str)}
    assert {key: topic.replace("war", "peace") for key, topic in topics.items()} == peace
    assert topics == {row.key: row.topic for row in rows(Rules(best="round"), ENGLISH, str)}


def test_rows_come_from_the_deck_to_the_options() -> None:
    keys = [row.key for row in rows(Rules(), ENGLISH, str)]
    assert ["deck", "hand_size", "best", "tie", "face_down", "full_war"] == keys[:6]
    assert ["joins", "short_hand", "empty_hand", "pickup", "limit", "options"] == keys[6:]


def test_an_empty_hand_means_nothing_where_a_short_hand_ends_the_war() -> None:
    expected = {row.key for row in rows(Rules(), ENGLISH, str)} - {"empty_hand"}
    for short_hand in ("lose", "draw"):
        assert expected == {row.key for row in rows(Rules(short_hand=short_hand), ENGLISH, str)}


def test_the_options_of_a_rule_set_say_how_many_can_play_and_no_more() -> None:
    assert "2, 3 or 4 players" == said("options", Rules())
    assert "2 or 3 players" == said("options", Rules(hand_size=17))
    assert "Two players only" == said("options", Rules(hand_size=26))


@pytest.mark.parametrize(
    ("best", "card", "war", "fight"),
    [
        ("high", "highest", "war", "fight the war"),
        ("low", "lowest", "peace", "take part in the peace"),
        ("round", "best", "war", "fight the war"),
    ],
)
def test_the_options_that_differ_say_who_joins(best: str, card: str, war: str, fight: str) -> None:
    def options(**rules: Any) -> str:
        """The last change from the standard game, which is that of the options."""
        return difference(STANDARD, Rules(best=best, **rules), ENGLISH, str)[-1].after

    everybody = f"a tie for the {card} card starts a {war} for everybody who still has cards"
    only = f"only those who tie for the {card} card {fight}"
    assert f"2, 3 or 4 players; with more than two, {everybody}" == options()
    assert f"2, 3 or 4 players; with more than two, {only}" == options(joins="tied")
    assert f"2 or 3 players; with three, {everybody}" == options(hand_size=17)
    assert f"2 or 3 players; with three, {only}" == options(hand_size=17, joins="tied")
    assert "Two players only" == options(hand_size=26)


def test_a_change_says_before_and_after_by_the_words_of_the_other_rules() -> None:
    expected = Change(
        "joins",
        "Who joins a peace when three or four play",
        "Everybody who still has cards",
        "Only the players who tied",
    )
    assert expected in difference(STANDARD, Rules(best="low", joins="tied"), ENGLISH, str)


def test_a_rule_that_means_nothing_any_more_is_said_with_an_empty_text() -> None:
    said_now = {
        change.key: change.after
        for change in difference(STANDARD, Rules(short_hand="lose"), ENGLISH, str)
    }
    assert "" == said_now["empty_hand"]
