"""Link codes: the same code is the same game, and a damaged one is refused or the very same
game."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import DealError, Rules, RulesError, SharedGame, ShareError
from engine.deal import ALPHABET, CODES, deal_code
from engine.share import LONGEST, VERSION, read, write
from tests.engine.games import variants
from tests.engine.test_laws import rule_sets

PRESETS = variants()
TYPED = ALPHABET + "abcdefghijklmnopqrstuvwxyzILOU.-~_ !é"
TAILS = (
    *".,;:!?)]}>\"'`*_|/\\&#=%…”“»«’‹›、。）",
    "...",
    ").",
    ".)",
    "-",
    " and more",
    "\nSent from my phone",
    "&fbclid=IwAR0-x_y",
    "?utm_source=mail-list&utm_medium=x",
    "&amp;fbclid=x",
    "\u200b",
    "\u200bdo",
    "\ufeff",
    "\u00a0",
    "%20",
    "%29",
    "%E2%80%8B",
    "</a>",
    "#:~:text=cards,war",
    ":~:text=cards",
    ":look",
    "🙂",
)
"""What messengers, mail programs and people put right behind a link."""
WRAPS = ("\n", "\r\n ", " ", "\u00ad", "\u200b", "\u2060", "\ufeff")
"""What breaks a long word, or may."""


@st.composite
def shared_games(draw: st.DrawFn) -> SharedGame:
    variant = draw(st.sampled_from(sorted(PRESETS)))
    rules = draw(st.just(PRESETS[variant]) | rule_sets())
    battle = draw(st.none() | st.integers(0, 40_000))
    return SharedGame(
        variant,
        rules,
        draw(st.sampled_from([2, 3, 4])),
        deal_code(draw(st.integers(0, CODES - 1))),
        battle,
    )


def same_game_or_refused(game: SharedGame, code: str) -> bool:
    try:
        return replace(read(code, PRESETS), battle=None) == replace(game, battle=None)
    except ShareError as error:
        return bool(str(error))


@given(shared_games())
def test_a_code_is_read_back(game: SharedGame) -> None:
    assert game == read(write(game, PRESETS), PRESETS)


@given(shared_games())
def test_a_code_is_short_and_safe_in_a_link(game: SharedGame) -> None:
    code = write(game, PRESETS)
    assert len(code) <= LONGEST
    assert set(code) <= set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.-~")


@given(shared_games())
def test_a_code_in_the_other_case_is_the_same_game(game: SharedGame) -> None:
    code = write(game, PRESETS)
    assert game == read(code.lower(), PRESETS) == read(code.upper(), PRESETS)


@given(shared_games())
def test_a_truncated_code_is_refused(game: SharedGame) -> None:
    code = write(game, PRESETS)
    for length in range(len(code)):
        with pytest.raises(ShareError):
            read(code[:length], PRESETS)


@given(shared_games(), st.data())
def test_one_changed_character_is_refused_or_the_very_same_game(
    game: SharedGame, data: st.DataObject
) -> None:
    code = write(game, PRESETS)
    for place in range(len(code)):
        other = data.draw(st.sampled_from(TYPED))
        assert same_game_or_refused(game, code[:place] + other + code[place + 1 :])


@given(shared_games(), st.data())
def test_one_missing_or_added_character_is_refused_or_the_very_same_game(
    game: SharedGame, data: st.DataObject
) -> None:
    code = write(game, PRESETS)
    for place in range(len(code)):
        assert same_game_or_refused(game, code[:place] + code[place + 1 :])
        assert same_game_or_refused(
            game, code[:place] + data.draw(st.sampled_from(TYPED)) + code[place:]
        )


@given(shared_games())
def test_two_swapped_neighbours_are_refused_or_the_very_same_game(game: SharedGame) -> None:
    code = write(game, PRESETS)
    for place in range(len(code) - 1):
        swapped = code[:place] + code[place + 1] + code[place] + code[place + 2 :]
        assert same_game_or_refused(game, swapped)


@given(shared_games(), st.sampled_from(TAILS), st.text(max_size=200))
def test_what_is_added_behind_a_code_is_cut_off(game: SharedGame, tail: str, more: str) -> None:
    """Whatever stands behind a whole code, and whatever comes after that, the code is read as if it
    were alone."""
    code = write(game, PRESETS)
    assert game == read(code + tail, PRESETS)
    joined = not tail.rstrip("-~") or tail.endswith(("-", "~"))
    assert game == read(f"{code}{tail}{' ' if joined else ''}{more}", PRESETS)


@pytest.mark.parametrize("tail", TAILS)
def test_each_tail_is_cut_off(tail: str) -> None:
    game = SharedGame("peace", PRESETS["peace"], 2, "7K3Q9F2A")
    assert game == read(f"1.peace.2.7K3Q9F2A-V3{tail}", PRESETS)


@given(shared_games(), st.sampled_from("\"'“„«‹<([ \u200b\ufeff"))
def test_what_stands_before_a_code_is_cut_off(game: SharedGame, mark: str) -> None:
    assert game == read(mark + write(game, PRESETS), PRESETS)


@given(shared_games(), st.data())
def test_a_wrapped_code_is_the_same_game(game: SharedGame, data: st.DataObject) -> None:
    """A mail program may break a code anywhere, more than once."""
    code = write(game, PRESETS)
    places = data.draw(st.lists(st.integers(1, len(code) - 1), min_size=1, max_size=4))
    for place in sorted(places, reverse=True):
        code = code[:place] + data.draw(st.sampled_from(WRAPS)) + code[place:]
    assert game == read(code, PRESETS)


@given(shared_games(), st.text("0aZüж٣́", min_size=1), st.sampled_from(["", "-", "~"]))
def test_letters_and_digits_right_behind_a_code_are_refused(
    game: SharedGame, more: str, between: str
) -> None:
    """They may be a change of the check characters themselves, so nothing is guessed."""
    with pytest.raises(ShareError):
        read(write(game, PRESETS) + between + more, PRESETS)


def test_a_long_text_is_refused_at_once() -> None:
    """Reading takes time in proportion to the text, whatever is in it."""
    for text in (
        "-" * 200_000,
        "1.a.2.7K3Q9F2A" + "- " * 200_000,
        "1.a.2." + "- " * 200_000,
        "." * 200_000,
    ):
        with pytest.raises(ShareError):
            read(text, PRESETS)


@given(st.text(max_size=100))
def test_any_text_is_read_or_refused_with_one_error(text: str) -> None:
    try:
        read(text, PRESETS)
    except ShareError as error:
        assert error.reason
        assert "\n" not in str(error)


def _signed(body: str) -> str:
    from engine.share import _check

    return f"{body}-{_check(body.upper())}"


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("", "empty"),
        ("hello", "malformed"),
        ("01.peace.2.7K3Q9F2A-00", "malformed"),
        ("٣.peace.2.7K3Q9F2A-00", "malformed"),
        (f"{VERSION + 1}.peace.2.7K3Q9F2A-00", "version"),
        ("0.peace.2.7K3Q9F2A-00", "version"),
        ("1.peace.2.7K3Q9F2A", "incomplete"),
        ("1.peace.2-00", "incomplete"),
        ("1.peace.2.7K3Q9F2-00", "deal"),
        ("1.peace.2.7K3Q9F2A-00", "check"),
        ("1." + "x" * 78, "incomplete"),
        ("1." + "x" * 79, "long"),
        ("1.peace.2.7K3Q9F2A.1.2-00", "incomplete"),
        ("1.peace.2.7K3Q9F2A~-00", "incomplete"),
        ("1.peace.2.7K3Q9F2A-0", "incomplete"),
        ("1.peace.2.7K3Q9F2A-000", "incomplete"),
        (_signed("1.peace.1.7K3Q9F2A"), "players"),
        (_signed("1.peace.02.7K3Q9F2A"), "players"),
        (_signed("1.chess.2.7K3Q9F2A"), "variant"),
        (_signed("1.peace.5.7K3Q9F2A"), "players"),
        (_signed("1.peace.2.7K3Q9F2A.x"), "battle"),
        (_signed("1.peace.2.7K3Q9F2A~000"), "rules"),
        (_signed("1.peace.2.7K3Q9F2A~ZZZZZZZZZZZZ"), "rules"),
        (_signed("1.peace.4.7K3Q9F2A~000000T00000"), "rules"),
    ],
)
def test_a_bad_code_says_what_is_wrong(code: str, reason: str) -> None:
    with pytest.raises(ShareError) as refused:
        read(code, PRESETS)
    assert reason == refused.value.reason


def test_golden_codes_mean_the_same_for_ever() -> None:
    peace = SharedGame("peace", PRESETS["peace"], 2, "7K3Q9F2A")
    assert "1.peace.2.7K3Q9F2A-V3" == write(peace, PRESETS)
    own = SharedGame(
        "war", Rules(deck=32, hand_size=8, face_down="rank", battle_limit=700), 4, "00000001", 83
    )
    assert "1.war.4.00000001.83~2000008G00NW-6S" == write(own, PRESETS)


def test_only_a_known_variant_can_be_shared() -> None:
    with pytest.raises(ShareError, match="choose one of"):
        write(SharedGame("chess", Rules(), 2, "7K3Q9F2A"), PRESETS)


def test_a_code_of_its_own_rules_does_not_need_the_variant_to_stay_as_it_is() -> None:
    own = SharedGame("war", Rules(face_down=2), 2, "7K3Q9F2A")
    code = write(own, PRESETS)
    assume_changed = PRESETS | {"war": Rules(face_down=4)}
    assert own == read(code, assume_changed)


@pytest.mark.parametrize("battle", [0, 1, 83, 9_999_999])
def test_a_code_begins_at_any_battle_of_up_to_seven_digits(battle: int) -> None:
    assert battle == read(_signed(f"1.peace.2.7K3Q9F2A.{battle}"), PRESETS).battle


def test_a_battle_of_eight_digits_is_refused() -> None:
    with pytest.raises(ShareError) as refused:
        read(_signed("1.peace.2.7K3Q9F2A.10000000"), PRESETS)
    assert "battle" == refused.value.reason


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_code_says_its_players(players: int) -> None:
    assert players == read(_signed(f"1.peace.{players}.7K3Q9F2A"), PRESETS).players


def test_a_link_names_no_battle_unless_one_is_given() -> None:
    game = SharedGame("peace", PRESETS["peace"], 2, "7K3Q9F2A")
    assert game.battle is None
    assert game == read("1.peace.2.7K3Q9F2A-V3", PRESETS)


def test_letters_that_look_like_digits_are_read_as_these() -> None:
    """In the deal, the rules and the check: O is 0, I and L are 1."""
    own = read("1.war.4.00000001.83~2000008G00NW-6S", PRESETS)
    assert own == read("1.war.4.ooooOOOi.83~2OOOoo8GOoNW-6s", PRESETS)
    assert own == read("1.war.4.0000-000L.83~2000008G00NW-6S", PRESETS)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (Rules(), "000000030000"),
        (Rules(deck=36), "100000030000"),
        (Rules(best="low"), "010000030000"),
        (Rules(joins="tied"), "001000030000"),
        (Rules(short_hand="draw"), "000200030000"),
        (Rules(empty_hand="stand"), "000010030000"),
        (Rules(pickup="table-order"), "000004030000"),
        (Rules(hand_size=26), "000000T30000"),
        (Rules(face_down=15), "0000000F0000"),
        (Rules(face_down="rank"), "0000000G0000"),
        (Rules(battle_limit=1_000_000), "00000003YGJ0"),
    ],
)
def test_each_rule_has_its_place_in_a_code(rules: Rules, expected: str) -> None:
    """deck, best, joins, short hand, empty hand, pickup, hand size, face down, and four for the
    limit."""
    code = write(SharedGame("none", rules, 2, "7K3Q9F2A"), {"none": Rules(deck=32)})
    assert expected == code.partition("~")[2].partition("-")[0]
    assert rules == read(code, {"none": Rules(deck=32)}).rules


def test_the_check_is_a_polynomial_modulo_1021() -> None:
    """By hand: the character codes of "1.A" are 49, 46 and 65; 4900 + 460 + 65 = 5425 = 5 · 1021 +
    320 = A0."""
    from engine.share import _check

    assert "A0" == _check("1.A")


def test_what_cannot_be_played_cannot_be_shared() -> None:
    with pytest.raises(RulesError, match="at most 13"):
        write(SharedGame("war", Rules(hand_size=20), 4, "7K3Q9F2A"), PRESETS)
    with pytest.raises(DealError, match="has 4 characters"):
        write(SharedGame("war", Rules(), 4, "7K3Q"), PRESETS)
