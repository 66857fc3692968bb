"""A rule set in words: every difference has its row, and no row is false."""

from gettext import NullTranslations

from hypothesis import given

from engine import STANDARD, Rules
from engine.describe import ROWS, difference, rows
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
    said = {change.key: change.after for change in difference(STANDARD, peace, ENGLISH, lambda n: f"{n:,}")}
    assert {
        "best": "The lowest card; twos are the best cards, aces the worst",
        "tie": "A peace: the lowest of the cards turned next takes all",
        "face_down": "Five, then one face up",
        "full_war": "14 cards",
        "limit": "Drawn after 1,000 battles",
        "options": "2, 3 or 4 players; with more than two, a tie for the lowest card starts a peace that everybody"
        " still in joins",
    } == said


def test_a_full_war_moves_6_10_or_14_cards_or_8_to_26_by_rank() -> None:
    moved = {
        down: next(row.text for row in rows(Rules(face_down=down), ENGLISH, str) if row.key == "full_war")
        for down in (1, 3, 5, "rank")
    }
    assert {
        1: "6 cards",
        3: "10 cards",
        5: "14 cards",
        "rank": "8 to 26, depending on the tied card",
    } == moved


def test_the_options_name_as_many_players_as_can_play() -> None:
    said = {size: rows(Rules(hand_size=size), ENGLISH, str)[-1].text.partition(";")[0] for size in ("all", 13, 17, 26)}
    assert {"all": "2, 3 or 4 players", 13: "2, 3 or 4 players", 17: "2 or 3 players", 26: "Two players only"} == said
