"""The messages of the scripts: all of them reach the page, in the form that its language asks for."""

import json
import re
import subprocess
from gettext import NullTranslations
from io import BytesIO

import pytest
from babel.messages.extract import extract

from builder.cardnames import card_names
from builder.catalogs import read_words
from builder.words import CONTEXT, card_words, messages_of, numbered, plural_categories, script_messages, translated
from tests.site import LANGUAGES, ROOT

SCRIPTS = ROOT / "assets/js"
CALL = re.compile(r"""\b(?:n?gettext\(\s*|pgettext\(\s*"[^"]*",\s*)("(?:[^"\\]|\\.)*")""")


def test_messages_of_scripts_are_those_that_babel_finds() -> None:
    """The catalogs are made by Babel, the pages by a simpler reading, which also looks into template strings."""
    babel, ours = set[object](), set[object]()
    for script in sorted(SCRIPTS.rglob("*.js")):
        data, found = script.read_bytes(), set[object]()
        for _, message, _, context in extract("javascript", BytesIO(data)):
            found.add((context, message, None) if isinstance(message, str) else (context, *message[:2]))
        assert found <= set(messages_of(script.name, data)[0]), script
        babel, ours = babel | found, ours | set(messages_of(script.name, data)[0])
    assert babel == ours


def test_every_message_of_the_scripts_is_found() -> None:
    """Babel does not see a message inside a template literal: none stands there."""
    written = {json.loads(text) for file in SCRIPTS.rglob("*.js") for text in CALL.findall(file.read_text("utf-8"))}
    assert written - {one for _, one, _ in script_messages(SCRIPTS)} == set()


def test_numbers_stand_in_the_scripts_for_all_messages() -> None:
    """No text of a message is left in a script; the two texts of a plural, and a context, are one number."""
    numbers = {message: number for number, message in enumerate(script_messages(SCRIPTS))}
    for file in SCRIPTS.glob("*/*.js"):
        assert CALL.findall(numbered(file.read_text("utf-8"), numbers)) == []
    known = {(None, "Yes", None): 7, ("key", "End", None): 8, (None, "%(n)s card", "%(n)s cards"): 9}
    script = 'gettext("Yes") + pgettext("key", "End") + ngettext(\n  "%(n)s card",\n  "%(n)s cards",\n  n,\n)'
    assert numbered(script, known) == 'gettext(7) + pgettext("", 8) + ngettext(9, "",\n  n,\n)'


def test_each_number_has_its_text_or_its_forms() -> None:
    known = {(None, "Yes", None): 7, ("key", "End", None): 8, (None, "%(n)s card", "%(n)s cards"): 9}
    texts = {"7": "Yes", "8": "End", "9": ["%(n)s card", "%(n)s cards"]}
    assert sorted(translated(known, NullTranslations(), "en")) == sorted(texts)
    assert set(translated(known, NullTranslations(), "en")["9"]) == set(texts["9"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_cards_are_whole_again(language: str) -> None:
    """Each rank put into each suit is the name that translators gave to the card."""
    words = read_words(ROOT, language)
    ranks, suits = card_words(words)
    named = [
        suit.replace("%", rank) if isinstance(suit, str) else suit[at]
        for suit in suits
        for at, rank in enumerate(ranks)
    ]
    assert named == list(card_names(words).values())


def test_names_of_cards_that_follow_no_pattern_are_sent_whole() -> None:
    class Odd(NullTranslations):
        def pgettext(self, context: str, message: str) -> str:
            return "the black lady" if message == "queen of spades" else message

    _, suits = card_words(Odd())
    assert suits[0] == "% of clubs" and suits[3][10] == "the black lady" and len(suits[3]) == 13


@pytest.mark.parametrize("language", LANGUAGES)
def test_scripts_choose_the_same_form_as_gettext(language: str) -> None:
    """For every number the form that the script picks is the one that the catalog's own rule picks."""
    words = read_words(ROOT, language)
    numbers = [0, 1, 2, 3, 5, 11, 21, 22, 101, 111, 1_000, 1_001, 1_000_000]
    message = (None, "%(count)s battle", "%(count)s battles")
    table = translated({message: message[1]}, words, language)
    program = """
        import { readFileSync } from "node:fs";
        const { script, language, numbers } = JSON.parse(readFileSync(0, "utf8"));
        const words = await import(script);
        words.setLanguage(language);
        const forms = numbers.map((n) => words.ngettext("%(count)s battle", "%(count)s battles", n));
        process.stdout.write(JSON.stringify(forms));
    """
    categories = [category for category, _ in plural_categories(language)]
    asked = {
        "script": (SCRIPTS / "board/words.js").as_uri(),
        "language": {"lang": language, "words": table, "plurals": categories, "number": {"group": ",", "decimal": "."}},
        "numbers": numbers,
    }
    command = [str(ROOT / ".venv/bin/node"), "--input-type=module", "--eval", program]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [words.ngettext(message[1], message[2], number) for number in numbers]
    assert CONTEXT not in "".join(table)
