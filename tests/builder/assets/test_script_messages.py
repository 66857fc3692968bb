"""The messages of the scripts: all of them reach the page, in the form that its language asks
for."""

import json
import re
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.extract import extract

from builder.assets.script_messages import messages_of, numbered, script_messages
from builder.content.catalogs import CONTEXT, messages, read_catalog, read_words
from builder.pages.card_names import card_names
from builder.pages.script_words import Message, card_words, translated
from builder.values.plurals import plural_categories
from tests.node import answer
from tests.site import LANGUAGES, ROOT

SCRIPTS = ROOT / "assets/js"
CALL = re.compile(r"""\b(?:n?gettext\(\s*|pgettext\(\s*"[^"]*",\s*)("(?:[^"\\]|\\.)*")""")


def test_messages_of_scripts_are_those_that_babel_finds() -> None:
    """The catalogs are made by Babel, the pages by a simpler reading, which also looks into
    template strings."""
    babel, ours = set[object](), set[object]()
    for script in sorted(SCRIPTS.rglob("*.js")):
        data, found = script.read_bytes(), set[object]()
        for _, message, _, context in extract("javascript", BytesIO(data)):
            found.add(
                (context, message, None) if isinstance(message, str) else (context, *message[:2])
            )
        assert found <= set(messages_of(script.name, data)[0]), script
        babel, ours = babel | found, ours | set(messages_of(script.name, data)[0])
    assert babel == ours


def test_every_message_of_the_scripts_is_found() -> None:
    """Babel does not see a message inside a template literal: none stands there."""
    written = {
        json.loads(text)
        for file in SCRIPTS.rglob("*.js")
        for text in CALL.findall(file.read_text("utf-8"))
    }
    assert written - {one for _, one, _ in script_messages(SCRIPTS)} == set()


def test_numbers_stand_in_the_scripts_for_all_messages() -> None:
    """No text of a message is left in a script; the two texts of a plural, and a context, are one
    number."""
    numbers = {message: number for number, message in enumerate(script_messages(SCRIPTS))}
    for file in SCRIPTS.glob("*/*.js"):
        assert CALL.findall(numbered(file.read_text("utf-8"), numbers)) == []
    known = {
        (None, "Yes", None): 7,
        ("key", "End", None): 8,
        (None, "%(n)s card", "%(n)s cards"): 9,
    }
    script = (
        'gettext("Yes") + pgettext("key", "End") + ngettext(\n  "%(n)s card",\n  "%(n)s cards",\n '
        " n,\n)"
    )
    assert numbered(script, known) == 'gettext(7) + pgettext("", 8) + ngettext(9, "",\n  n,\n)'


def test_comments_of_scripts_keep_their_words() -> None:
    """A call in one is no message, whether or not its text is one elsewhere."""
    script = '// gettext("Old")\ngettext("New"); /* gettext("New") */'
    assert '// gettext("Old")\ngettext(3); /* gettext("New") */' == numbered(
        script, {(None, "New", None): 3}
    )


def test_each_number_has_its_text_or_its_forms() -> None:
    known = {
        (None, "Yes", None): 7,
        ("key", "End", None): 8,
        (None, "%(n)s card", "%(n)s cards"): 9,
    }
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


NUMBERS = [0, 1, 2, 3, 5, 11, 21, 22, 101, 111, 500, 1_000, 1_001, 1_000_000, 2_000_000, 1_000_001]


def said_by_scripts(
    messages: list[Message], words: NullTranslations, language: str
) -> dict[str, list[str]]:
    """What the scripts make of each message for each number."""
    program = """
        import { readFileSync } from "node:fs";
        const { script, language, messages, numbers } = JSON.parse(readFileSync(0, "utf8"));
        const words = await import(script);
        words.setLanguage(language);
        const forms = messages.map(([, one, many]) => [one, numbers.map((n) => words.ngettext(one, many, n))]);
        process.stdout.write(JSON.stringify(Object.fromEntries(forms)));
    """
    table = translated({message: message[1] for message in messages}, words, language)
    assert CONTEXT not in "".join(table)
    categories = [category for category, _ in plural_categories(language)]
    asked = {
        "script": (SCRIPTS / "board/first/words.js").as_uri(),
        "language": {
            "lang": language,
            "words": table,
            "plurals": categories,
            "number": {"group": ",", "decimal": "."},
        },
        "messages": messages,
        "numbers": NUMBERS,
    }
    return dict(answer(program, asked))


@pytest.mark.parametrize("language", LANGUAGES)
def test_scripts_choose_the_same_form_as_gettext(language: str) -> None:
    """Input 12: of every message that counts, in the real catalogs, the form that the catalog's own
    rule picks."""
    words, messages = (
        read_words(ROOT, language),
        [message for message in script_messages(SCRIPTS) if message[2]],
    )
    assert messages
    assert said_by_scripts(messages, words, language) == {
        one: [words.ngettext(one, str(many), number) for number in NUMBERS]
        for _, one, many in messages
    }


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_message_that_counts_has_both_forms_where_they_belong(language: str) -> None:
    """Input 12: in the real catalogs one takes the first form; nought, two and twenty-one the
    second."""
    catalog, words = read_catalog(ROOT, language), read_words(ROOT, language)
    assert catalog
    counting = [message for message in messages(catalog) if message.pluralizable]
    assert len(counting) > 20
    for message in counting:
        (one, many), (first, second) = message.id, message.string
        assert [words.ngettext(one, many, number) for number in (0, 1, 2, 21)] == [
            second,
            first,
            second,
            second,
        ]


def test_portuguese_of_brazil_has_three_forms(tmp_path: Path) -> None:
    """Input 9 and 12: 0 and 1, whole millions, and the rest, as CLDR has it, at build time and in
    the scripts."""
    rule = "nplurals=3; plural=(n == 0 || n == 1) ? 0 : n % 1000000 == 0 ? 1 : 2;"
    forms = ("%(count)s batalha", "%(count)s de batalhas", "%(count)s batalhas")
    (tmp_path / "locales").mkdir()
    (tmp_path / "locales/pt-BR.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms:'
        f' {rule}\\n"\n\n'
        'msgid "%(count)s battle"\nmsgid_plural "%(count)s battles"\n'
        + "".join(f'msgstr[{number}] "{form}"\n' for number, form in enumerate(forms)),
        "utf-8",
    )
    words, message = read_words(tmp_path, "pt-BR"), (None, "%(count)s battle", "%(count)s battles")
    expected = [
        forms[0 if number < 2 else 1 if number % 1_000_000 == 0 else 2] for number in NUMBERS
    ]
    assert [words.ngettext(message[1], message[2], number) for number in NUMBERS] == expected
    assert said_by_scripts([message], words, "pt-BR") == {message[1]: expected}
