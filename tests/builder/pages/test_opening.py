"""What is said of a game, in each language, for every card, every number of players and every kind
of battle.

    .venv/bin/pytest tests/builder/test_sentences.py -s

prints all sentences, each once, for people to read.
"""

import json
import re
import sys
from typing import Any

import pytest

from builder.assets.script_messages import script_messages
from builder.content.catalogs import CONTEXT, read_words
from builder.pages.board import separators
from builder.pages.card_names import card_names
from builder.pages.script_words import card_words, translated
from builder.values.numbers import formats
from builder.values.plurals import plural_categories
from engine import Recording, Rules, play
from tests.engine.games import game, variants
from tests.node import answer
from tests.site import LANGUAGES, ROOT

BOARD = ROOT / "assets/js/board"
BROKEN = re.compile(r"%\(|\b(?:undefined|null|NaN)\b| {2}|^ | $| \.")
PROGRAM = """
    import { readFileSync } from "node:fs";
    const { folder, language, recordings, titles } = JSON.parse(readFileSync(0, "utf8"));
    const names = ["first/words", "first/tell", "first/recording", "later/outcome", "later/title"];
    const [words, tell, { parseRecording }, outcome, { title }] = await Promise.all(
      names.map((name) => import(`${folder}/${name}.js`)),
    );
    words.setLanguage(language);
    const said = recordings.map((content) => {
      const recording = parseRecording(content);
      Object.assign(tell.later, outcome);
      const battles = recording.battles.map((_, at) => tell.battle(recording, at + 1));
      return [title("War", recording.players), ...battles, outcome.result(recording)];
    });
    process.stdout.write(JSON.stringify(said));
"""


def recordings() -> list[Recording]:
    """Games of every variant for two, three and four, and the rare ends."""
    played = [
        play(rules, players, "7K3Q9F2A") for rules in variants().values() for players in (2, 3, 4)
    ]
    stands = [play(variants()["last-stand"], 3, code) for code in ("00000019", "0000001W")]
    loses = [play(Rules(short_hand="lose"), players, "7K3Q9F2A") for players in (2, 3, 4)]
    draws = [
        game("[7] v [7]"),
        game("[7] v [7] v [7]"),
        game("[2,3] v [4,5]", pickup="winner-first", battle_limit=1),
    ]
    return [*played, *stands, *loses, *draws]


def told(language: str, games: list[Recording]) -> list[list[str]]:
    words = read_words(ROOT, language)
    names = {
        message: f"{message[0]}{CONTEXT}{message[1]}" if message[0] else message[1]
        for message in script_messages(BOARD)
    }
    asked: dict[str, Any] = {
        "folder": BOARD.as_uri(),
        "recordings": [json.loads(each.to_json()) for each in games],
        "language": {
            "lang": language,
            "words": translated(names, words, language),
            "cards": card_words(words),
            "plurals": [category for category, _ in plural_categories(language)],
            "number": separators(formats(language)),
        },
    }
    return list(answer(PROGRAM, asked))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_whole(language: str) -> None:
    """No placeholder, no gap and no stranger's word is left; every battle is told, and every card
    named."""
    games = recordings()
    said = told(language, games)
    assert [len(each) for each in said] == [len(each.battles) + 2 for each in games]
    sentences = sorted(
        {sentence for each in said for text in each for sentence in re.split(r"(?<=[.!])\s", text)}
    )
    sys.stdout.write("\n".join([f"\n# {language}", *sentences, ""]))
    broken = [
        text
        for each in said
        for text in each
        if re.search(r"%\(|\b(?:undefined|null|NaN)\b| {2}|^ | $| \.", text)
    ]
    assert broken == []
    names = set(card_names(read_words(ROOT, language)).values())
    assert {name for name in names if not any(name in sentence for sentence in sentences)} == set()
