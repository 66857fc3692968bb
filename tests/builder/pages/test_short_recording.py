"""The law of recordings in brief: the page's script makes of them the very recordings that they
stand for."""

import json
from dataclasses import replace

from builder.pages.short_recording import brief
from engine import Recording, Rules, play
from tests.engine.games import game, variants
from tests.node import answer
from tests.site import ROOT

SCRIPT = ROOT / "assets/js/board/first/recording.js"
PROGRAM = """
    import { readFileSync } from "node:fs";
    const { script, pairs } = JSON.parse(readFileSync(0, "utf8"));
    const { parseRecording } = await import(script);
    const same = ([one, two]) => JSON.stringify(parseRecording(one)) === JSON.stringify(parseRecording(two));
    process.stdout.write(JSON.stringify(pairs.map(same)));
"""
RARE = (
    {"short_hand": "lose"},
    {"short_hand": "draw"},
    {"empty_hand": "stand"},
    {"joins": "tied"},
    {"pickup": "winner-first"},
    {"pickup": "table-order"},
    {"face_down": "rank", "deck": 36},
    {"face_down": 0},
)


def recordings() -> list[Recording]:
    """Games of every variant, by rare rules, drawn ones, and one without a deal, for two, three and
    four."""
    rules = [
        *variants().values(),
        *(replace(Rules(battle_limit=300), **changes) for changes in RARE),
    ]
    played = [play(each, players, "7K3Q9F2A") for each in rules for players in (2, 3, 4)]
    return [
        *played,
        game("[7] v [7]"),
        game("[2,3] v [4,5]", pickup="winner-first", battle_limit=1),
    ]


def test_a_recording_in_brief_is_the_same_recording() -> None:
    texts = [each.to_json() for each in recordings()]
    pairs = [[json.loads(text), brief(text)] for text in texts]
    asked = {"script": SCRIPT.as_uri(), "pairs": pairs}
    assert answer(PROGRAM, asked) == [True] * len(texts)


def test_brief_is_less_than_half() -> None:
    """The cards laid are what most of a recording tells, and what the piles tell as well."""
    text = play(Rules(), 2, "7K3Q9F2A").to_json()
    assert len(json.dumps(brief(text))) * 2 < len(text)
    assert "battles" not in brief(text)
