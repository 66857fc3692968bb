"""The script that reads links in the browser is a twin of engine/share.py: same meaning, or the
same reason."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.pages.board import rule_book
from engine import Rules, SharedGame, ShareError
from engine.deal import canonical_code, shown_code
from engine.share import read, write
from tests.engine.test_share import PRESETS, TAILS, TYPED, WRAPS, shared_games
from tests.node import answer
from tests.site import ROOT

LINK = ROOT / "assets/js/board/later/link.js"
PROGRAM = """
    import { readFileSync } from "node:fs";
    const { script, book, calls } = JSON.parse(readFileSync(0, "utf8"));
    const link = await import(script);
    link.setRuleBook(book);
    const answer = ([name, ...given]) => {
      try {
        return link[name](...given);
      } catch (error) {
        return { error: error instanceof link.LinkError ? error.reason : `${error}` };
      }
    };
    process.stdout.write(JSON.stringify(calls.map(answer)));
"""
EXAMPLES = 400


def answers(calls: list[list[Any]]) -> list[Any]:
    """What the script answers to these calls, asked in one go: a value, or {"error": reason}."""
    asked = {"script": LINK.as_uri(), "book": rule_book(), "calls": calls}
    return list(answer(PROGRAM, asked))


def changes(presets: dict[str, Rules] = PRESETS) -> dict[str, dict[str, Any]]:
    return {name: rules.changes() for name, rules in presets.items()}


def as_script(game: SharedGame) -> dict[str, Any]:
    return {
        "variant": game.variant,
        "rules": game.rules.changes(),
        "players": game.players,
        "deal": game.deal,
        "battle": game.battle,
    }


def said(code: str) -> dict[str, Any]:
    """What Python reads from a code, in the form of the script's answer."""
    try:
        return as_script(read(code, PRESETS))
    except ShareError as error:
        return {"error": error.reason}


def signed(body: str) -> str:
    from engine.share import _check

    return f"{body}-{_check(body.upper())}"


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A code after what a messenger, a hand or an ear can do to it."""
    code = write(draw(shared_games()), PRESETS)
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(code)))
        text = draw(
            st.sampled_from(
                ["", *TYPED, *TAILS, *WRAPS, "ß", "İ", "ı", "ſ", "𝟚", "٣", "̇", "\n", "%7E"]
            )
        )
        code = draw(
            st.sampled_from(
                [
                    code[:place],
                    code[:place] + text + code[place:],
                    code[:place] + text + code[place + 1 :],
                    code[:place]
                    + code[place + 1 : place + 2]
                    + code[place : place + 1]
                    + code[place + 2 :],
                    code.swapcase(),
                    code.replace("0", "o").replace("1", "l"),
                    code + code,
                    code + text,
                ]
            )
        )
    return code


@st.composite
def forged(draw: st.DrawFn) -> str:
    """Fields of which one or another is wrong, under check characters that fit: what a curious
    person can make."""

    def one(good: list[str], bad: list[str]) -> str:
        return draw(st.sampled_from(good if draw(st.integers(0, 4)) else bad))

    fields = [
        one(["1"], ["0", "2", "01", "", "1" * 70]),
        one([*PRESETS, "PEACE"], ["chess", "constructor", "__proto__", "toString", ""]),
        one(["2", "3", "4"], ["5", "02", "", "-3"]),
        one(["7K3Q9F2A", "00000000"], ["7k3q-9f2a", "OIL00000", "7K3Q9F2", "7K3Q9F2U", ""]),
        one([".0", ".83", ".007", ".1234567", ""], [".12345678", ".", ".x", ".-1", ".٣", ".1.1"]),
    ]
    own = draw(st.text("0123GHJTVZ", min_size=10, max_size=13).map("~{}".format))
    rules = one(
        ["", "", "~000000000000"],
        ["~", "~000000T00000", "~000010000000", "~00001000O000", "~0000 - ", own],
    )
    return signed(".".join(fields[:4]) + fields[4] + rules)


@cache
def gathered() -> tuple[list[SharedGame], list[str]]:
    """Games to write and codes to read, made by Hypothesis and kept for one run of Node."""
    games: list[SharedGame] = []
    codes: list[str] = []

    @settings(max_examples=EXAMPLES, database=None)
    @given(shared_games(), st.tuples(damaged(), forged(), st.text(max_size=90)))
    def gather(game: SharedGame, texts: tuple[str, ...]) -> None:
        games.append(game)
        codes.extend([write(game, PRESETS), *texts])

    gather()
    return games, codes


def test_the_script_reads_what_python_reads() -> None:
    """The same game or the same reason for every code: whole, damaged, forged, or any text."""
    codes = gathered()[1]
    found = answers([["readLink", code, changes()] for code in codes])
    differing = [
        (code, said(code), script)
        for code, script in zip(codes, found, strict=True)
        if said(code) != script
    ]
    assert differing == []


def test_the_script_knows_every_reason() -> None:
    """One code for each way to be wrong, and both languages call it by the same word."""
    wrong = {
        "empty": "",
        "long": "1." + "𝟚" * 79,
        "malformed": "peace.2.7K3Q9F2A-00",
        "version": "2.peace.2.7K3Q9F2A-00",
        "incomplete": "1.peace.2.7K3Q9F2A",
        "deal": "1.peace.2.7K3Q9F2-00",
        "check": "1.peace.2.7K3Q9F2A-00",
        "variant": signed("1.toString.2.7K3Q9F2A"),
        "players": signed("1.peace.5.7K3Q9F2A"),
        "battle": signed("1.peace.2.7K3Q9F2A.x"),
        "rules": signed("1.peace.4.7K3Q9F2A~000000T00000"),
    }
    told = [{"error": reason} for reason in wrong]
    assert told == [said(code) for code in wrong.values()]
    assert told == answers([["readLink", code, changes()] for code in wrong.values()])


def test_the_script_writes_what_python_writes() -> None:
    """Character for character, for the rules of a variant and for rules of one's own."""
    games = gathered()[0]
    found = answers([["writeLink", as_script(game), changes()] for game in games])
    assert found == [write(game, PRESETS) for game in games]


def test_the_script_refuses_to_write_what_python_refuses() -> None:
    """A variant that is not there, players that cannot be, a deal that is none, rules that cannot
    be played."""
    game = as_script(SharedGame("war", Rules(), 2, "7K3Q9F2A"))
    wrong = [
        ("variant", game | {"variant": "toString"}),
        ("players", game | {"players": 5}),
        ("deal", game | {"deal": "7K3Q"}),
        ("rules", game | {"rules": {"hand_size": 20}, "players": 3}),
        ("rules", game | {"rules": {"face_down": 16}}),
        ("rules", game | {"rules": {"short_hand": "lose", "empty_hand": "stand"}}),
    ]
    found = answers([["writeLink", asked, changes()] for _, asked in wrong])
    assert found == [{"error": reason} for reason, _ in wrong]


def test_rules_are_compared_as_a_whole() -> None:
    """Said or left out, a standard value is the same; any other value is not."""
    other = replace(PRESETS["peace"], face_down=4).changes()
    pairs = [
        [{}, Rules().changes()],
        [{"deck": 52, "battle_limit": None}, {}],
        [changes()["peace"], other],
    ]
    assert answers([["sameRules", *pair] for pair in pairs]) == [True, True, False]


def test_codes_of_deals_are_new_and_shown_alike() -> None:
    """New codes are canonical and never the same twice; both languages show a code and read it back
    alike."""
    codes = answers([["newDealCode"]] * 500)
    assert len(set(codes)) == 500
    assert codes == [canonical_code(code) for code in codes]
    shown = [shown_code(code) for code in codes]
    assert answers([["shownCode", code] for code in codes]) == shown
    assert answers([["canonicalDeal", code.lower()] for code in shown]) == codes


@pytest.mark.parametrize(
    ("fragment", "code"),
    [
        ("", None),
        ("#rules", None),
        ("#G=1", None),
        ("#g=", ""),
        ("#g=1.war.2.7K3Q9F2A~2000008G00NW-6S", "1.war.2.7K3Q9F2A~2000008G00NW-6S"),
        ("#g=1.war.2.7K3Q9F2A%7E2000008G00NW%2D6S", "1.war.2.7K3Q9F2A~2000008G00NW-6S"),
        ("#g=1.war%", "1.war%"),
        ("#g=%FF", "%FF"),
        ("#g=1.war.2.7K3Q9F2A%2DV3%E2%80%8B%29%FF", "1.war.2.7K3Q9F2A-V3\u200b)%FF"),
        ("#g=1.war.2.7K3Q9F2A%252DV3", "1.war.2.7K3Q9F2A-V3"),
        ("#g%3D1.war.2.7K3Q9F2A-V3", "1.war.2.7K3Q9F2A-V3"),
        ("#g%253d1.war.2.7K3Q9F2A-V3", "1.war.2.7K3Q9F2A-V3"),
        ("#%23g%3D1.war.2.7K3Q9F2A-V3", "1.war.2.7K3Q9F2A-V3"),
        ("##g=1.war.2.7K3Q9F2A-V3", "1.war.2.7K3Q9F2A-V3"),
    ],
)
def test_a_fragment_gives_its_code(fragment: str, code: str | None) -> None:
    """Also one that a messenger wrote with percent signs, or broke."""
    assert answers([["codeInHash", fragment]]) == [code]
