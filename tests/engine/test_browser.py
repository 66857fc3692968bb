"""What pages ask the engine: JSON in, JSON out, and whatever comes in, an answer comes out."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Rules, play, simulate
from engine.browser import ANSWERS, MOST_GAMES, answer
from engine.deal import CODES
from tests.engine.games import variants

PLAY = {"do": "play", "rules": {}, "players": 2, "deal": "7K3Q9F2A"}
SIMULATE = {"do": "simulate", "rules": {}, "players": 2, "first": 0, "games": 20, "seed": 1}

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2)
    ),
    max_leaves=5,
)


def ask(**request: Any) -> Any:
    return json.loads(answer(json.dumps(request)))


def error(**request: Any) -> tuple[str, str]:
    """Reason and message of a request that is refused."""
    found = ask(**request)["error"]
    return found["reason"], found["message"]


@pytest.mark.parametrize("variant", variants())
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_comes_as_its_recording(variant: str, players: int) -> None:
    """The answer is the recording that `play` makes, with its digest."""
    rules = variants()[variant]
    recording = play(rules, players, "7K3Q9F2A")
    found = ask(do="play", rules=rules.changes(), players=players, deal="7k3q-9f2a")
    assert found == {"recording": json.loads(recording.to_json()), "digest": recording.digest()}


def test_a_simulation_comes_as_its_summary() -> None:
    """The summary is that of `simulate`."""
    found = ask(**SIMULATE | {"rules": {"best": "low"}, "players": 3})
    assert found["summary"] == simulate(Rules(best="low"), 3, 20, 1).to_dict()


def test_pieces_of_a_simulation_add_up_to_the_whole() -> None:
    """A tally goes out, comes back, and the next games are added to it."""
    first = ask(**SIMULATE)
    both = ask(**SIMULATE | {"first": 20, "games": 30, "tally": first["tally"]})
    assert both == ask(**SIMULATE | {"games": 50})


@pytest.mark.parametrize(
    ("request_", "reason", "says"),
    [
        (PLAY | {"rules": {"best": "middle"}}, "rules", "best = 'middle' is not possible"),
        (PLAY | {"rules": {"tempo": 3}}, "rules", "there is no such rule"),
        (
            PLAY | {"rules": {"deck": 52.0}},
            "rules",
            "deck = 52.0 is not possible: numbers in rules are whole",
        ),
        (PLAY | {"rules": {"hand_size": 20}, "players": 4}, "rules", "at most 13"),
        (PLAY | {"players": 5}, "rules", "choose 2, 3 or 4"),
        (PLAY | {"players": 2.0}, "rules", "players = 2.0 is not possible: choose 2, 3 or 4"),
        (PLAY | {"players": True}, "rules", "choose 2, 3 or 4"),
        (PLAY | {"players": None}, "rules", "players = None is not possible: choose 2, 3 or 4"),
        (PLAY | {"deal": "7K3Q"}, "deal", "has 4 characters"),
        (PLAY | {"deal": "7K3Q9F2U"}, "deal", "'U' is not one of"),
        (PLAY | {"deal": 7}, "request", "give a deal code"),
        (PLAY | {"rules": []}, "request", "the rules must be a JSON object"),
        (PLAY | {"do": "dance"}, "request", "choose play or simulate"),
        (SIMULATE | {"games": 0}, "request", "from 1 to"),
        (SIMULATE | {"games": MOST_GAMES + 1}, "request", "from 1 to"),
        (SIMULATE | {"games": True}, "request", "from 1 to"),
        (SIMULATE | {"first": -1}, "request", "first = -1"),
        (SIMULATE | {"seed": "1"}, "request", "seed = '1'"),
        (SIMULATE | {"tally": {"lengths": 3}}, "request", "the tally is not one"),
        (SIMULATE | {"players": 7}, "rules", "choose 2, 3 or 4"),
    ],
)
def test_what_cannot_be_done_has_a_reason_and_a_message(
    request_: dict[str, Any], reason: str, says: str
) -> None:
    """Rules, deal and request are told apart; the message says what is allowed."""
    found, message = error(**request_)
    assert found == reason
    assert says in message


def test_a_tally_for_other_players_is_refused() -> None:
    """Wins are counted by seat, so games for two and for three do not add up."""
    tally = ask(**SIMULATE)["tally"]
    assert error(**SIMULATE | {"players": 3, "tally": tally})[0] == "request"


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "{", "7", '"play"', "{}", "\ud800", "[" * 100_000, "9" * 10_000]
)
def test_a_request_that_is_none_gets_an_answer(text: str) -> None:
    """No text makes it raise."""
    assert "error" in json.loads(answer(text))


spoilt_rules = st.fixed_dictionaries(
    {"rules": st.dictionaries(st.sampled_from(list(vars(Rules()))), anything, min_size=1)}
)
spoilt_fields = st.dictionaries(st.sampled_from([*SIMULATE, "deal", "tally"]), anything)


@given(st.sampled_from([PLAY, SIMULATE]), spoilt_fields | spoilt_rules)
def test_whatever_is_asked_an_answer_comes(
    request_: dict[str, Any], spoilt: dict[str, Any]
) -> None:
    """Any JSON for any field: an answer of the one kind or the other, never an exception, never a
    fault of ours."""
    found = ask(**request_ | spoilt)
    assert "error" not in found or found["error"]["reason"] in ("rules", "deal", "request")


def nested(brackets: int) -> str:
    """A request with so many levels of brackets, its own among them."""
    return json.dumps(PLAY)[:-1] + ', "more": ' + "[" * (brackets - 1) + "]" * (brackets - 1) + "}"


def test_a_request_may_have_twenty_levels_of_brackets() -> None:
    assert "recording" in json.loads(answer(nested(20)))
    refused = json.loads(answer(nested(21)))["error"]
    assert ("request", "the request is nested too deeply: 20 levels are possible") == tuple(
        refused.values()
    )


def test_brackets_beside_each_other_are_no_deeper_than_one() -> None:
    many = json.dumps(PLAY | {"more": [[{}]] * 100})
    assert "recording" in json.loads(answer(many))


def test_braces_count_as_brackets() -> None:
    deep = json.dumps(PLAY)[:-1] + ', "more": ' + '{"a":' * 20 + "1" + "}" * 21
    assert "request" == json.loads(answer(deep))["error"]["reason"]


def test_the_first_and_the_last_number_of_a_range_are_possible() -> None:
    for field, least, most in (("first", 0, CODES), ("seed", 0, CODES)):
        assert "summary" in ask(**SIMULATE | {"games": 1, field: least})
        assert "summary" in ask(**SIMULATE | {"games": 1, field: most})
        assert f"from {least} to {most}" in error(**SIMULATE | {field: most + 1})[1]
    assert "summary" in ask(**SIMULATE | {"rules": {"deck": 32, "hand_size": 1}, "games": 10_000})
    assert "choose a whole number from 1 to 10000" in error(**SIMULATE | {"games": 10_001})[1]


def test_a_tally_comes_as_pairs_of_numbers() -> None:
    """One card each: two games of one battle, won by the player with the higher card."""
    found = ask(**SIMULATE | {"rules": {"deck": 32, "hand_size": 1}, "games": 2})["tally"]
    assert {"players", "lengths", "kinds", "winners", "limits_at_1000", "wars"} == set(found)
    assert [[1, 2]] == found["lengths"]


@pytest.mark.parametrize(
    "spoilt",
    [
        {"lengths": [[1, True]]},
        {"lengths": [[1, 2.0]]},
        {"kinds": [["won", "2"]]},
        {"winners": [[0, None]]},
        {"winners": 3},
        {"wars": 1.5},
        {"limits_at_1000": True},
        {"players": 3},
        {"tempo": 1},
    ],
)
def test_a_spoilt_tally_is_refused(spoilt: dict[str, Any]) -> None:
    tally = ask(**SIMULATE)["tally"]
    message = "the tally is not one that an earlier answer gave for these players"
    assert ("request", message) == error(**SIMULATE | {"tally": tally | spoilt})


def test_a_tally_without_a_count_is_refused() -> None:
    tally = ask(**SIMULATE)["tally"]
    for missing in ("players", "lengths", "kinds", "winners"):
        rest = {name: count for name, count in tally.items() if name != missing}
        assert "request" == error(**SIMULATE | {"tally": rest})[0]


def test_a_fault_of_the_engine_is_an_answer_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(request: object) -> str:
        raise ZeroDivisionError

    monkeypatch.setitem(ANSWERS, "play", fail)
    assert ("engine", "ZeroDivisionError") == error(**PLAY)


def test_an_answer_has_no_spaces_between_its_parts() -> None:
    assert '{"error":{"reason":"request","message":"the request must be a JSON object"}}' == answer(
        "[]"
    )
