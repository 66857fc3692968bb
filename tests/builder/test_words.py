"""The messages of the scripts: all of them reach the page, in the form that its language asks for."""

import json
import re
import subprocess
from gettext import NullTranslations

import pytest

from builder.catalogs import read_words
from builder.words import CONTEXT, plural_categories, script_messages, translated
from tests.site import LANGUAGES, ROOT

SCRIPTS = ROOT / "assets/js"
CALL = re.compile(r"""\b(?:n?gettext\(\s*|pgettext\(\s*"[^"]*",\s*)("(?:[^"\\]|\\.)*")""")


def test_every_message_of_the_scripts_is_found() -> None:
    """Babel does not see a message inside a template literal: none stands there."""
    written = {json.loads(text) for file in SCRIPTS.rglob("*.js") for text in CALL.findall(file.read_text("utf-8"))}
    assert written - {one for _, one, _ in script_messages(SCRIPTS)} == set()


def test_what_is_as_in_the_source_costs_no_bytes() -> None:
    assert translated(script_messages(SCRIPTS), NullTranslations(), "en") == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_scripts_choose_the_same_form_as_gettext(language: str) -> None:
    """For every number the form that the script picks is the one that the catalog's own rule picks."""
    words = read_words(ROOT, language)
    numbers = [0, 1, 2, 3, 5, 11, 21, 22, 101, 111, 1_000, 1_001, 1_000_000]
    message = (None, "%(count)s battle", "%(count)s battles")
    table = translated([message], words, language)
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
