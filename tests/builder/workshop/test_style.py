"""The style sheets of the languages: what they avoid is found, in pages and in messages, and
nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.content.load import read_settings
from builder.values.errors import ContentError
from builder.workshop.check import text_faults
from builder.workshop.proofread import faults
from builder.workshop.style import Avoided, pattern_of, read_style
from tests.builder.small_project import ROOT, Workshop
from tests.site import LANGUAGES

SHEET = """# The style sheet of a test.
address = "Sie"

[[avoid]]
words = ["den ganzen Tisch", "… Du"]
unless = ["wischt den ganzen Tisch"]
instead = "alle Karten auf dem Tisch"
why = "nobody wins furniture"

[[name]]
of = "pile"
say = "Stapel"
never = ["Haufen*"]
"""
ENTRIES = [(code, avoided) for code in LANGUAGES for avoided in read_style(ROOT, code).avoided]


def sheet(root: Path, text: str) -> list[str]:
    """What a German text of two sentences violates of this sheet."""
    (root / "locales/style").mkdir(parents=True)
    (root / "locales/style/de.toml").write_text(text, "utf-8")
    said = "Du wischt den ganzen Tisch. Wer gewinnt,\nnimmt den\nganzen Tisch und drei Haufens."
    return [fault.wrong for fault in faults(said, "de", read_style(root, "de"))]


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_language_has_a_sheet(code: str) -> None:
    """It says how readers are spoken to, what is avoided, and what things are called."""
    found = read_style(ROOT, code)
    assert found.address
    assert len(found.avoided) >= 15


@pytest.mark.parametrize(
    ("code", "avoided"), ENTRIES, ids=[f"{code}-{avoided.words}" for code, avoided in ENTRIES]
)
def test_each_entry_can_fail(code: str, avoided: Avoided) -> None:
    """A text with the words is marked, and the mark says what to write."""
    words = avoided.words.removeprefix("… ").replace("*", "")
    found = [fault.todo for fault in faults(f"1 a {words}\n", code, read_style(ROOT, code))]
    assert f"write {avoided.instead}" in found


@pytest.mark.parametrize(
    ("words", "text", "expected"),
    [
        ("haufen*", "Haufens und haufen", ["Haufens", "haufen"]),
        ("Haufen", "haufen, Haufens, Haufen", ["Haufen"]),
        (
            "a full war",
            "A full\nwar, a full\u00a0war; a full wary",
            ["A full\nwar", "a full\u00a0war"],
        ),
        ("… De", "De spiller, når De vil, og De.", ["De", "De"]),
        ("ß", "ß SS", ["ß"]),
        ("*tisch", "Spieltisch Tische", ["Spieltisch"]),
    ],
)
def test_words_are_found_whole(words: str, text: str, expected: list[str]) -> None:
    """A small letter stands for its capital, a star for any letters, a space for any space."""
    assert expected == pattern_of(words).findall(text)


def test_what_a_sheet_avoids_is_marked(tmp_path: Path) -> None:
    """Also across lines; not within the turns in which it is right, nor at a beginning what is
    wrong inside a sentence alone."""
    expected = [
        "den ganzen Tisch: nobody wins furniture",
        "Haufens: there is one word for “pile”",
    ]
    assert expected == sheet(tmp_path, SHEET)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('address = "Sie"\n', "", "1: address: missing"),
        ("why =", "because =", "8: because: unknown field"),
        ('["Haufen*"]', '["*"]', "13: never: '*' has no letter"),
        ('["Haufen*"]', '["Stapel*"]', "13: never: 'Stapel*' is what say asks for"),
        ('words = ["den', 'words = "den', "5: TOML"),
        ("[[name]]", "[name]", "10: name: not a list of tables"),
    ],
)
def test_a_sheet_that_cannot_be_read_is_named(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    """With its line and field."""
    assert old in SHEET
    with pytest.raises(ContentError) as error:
        sheet(tmp_path, SHEET.replace(old, new))
    assert f"locales/style/de.toml:{fault}" in str(error.value)


def test_pages_and_catalogs_are_read_against_the_sheet(tmp_path: Path) -> None:
    """`check` names file, line, words and what to write; the messages themselves are read against
    the source's."""
    workshop = Workshop(tmp_path / "small", {"en": "English", "de": "Deutsch"})
    assert [] == list(text_faults(workshop.root, read_settings(workshop.root)))
    workshop.write("locales/style/de.toml", SHEET)
    workshop.write("locales/style/en.toml", SHEET.replace("Haufen*", "the table"))
    path = workshop.page("peace", "de", folder="variants", lead="Drei Haufen.")
    workshop.catalog("de", 'msgid "Two heaps."\nmsgstr "Zwei Haufen."\n')
    found = list(text_faults(workshop.root, read_settings(workshop.root)))
    assert len(found) == 2, found
    for line, text in zip(found, ("locales/de.po", path), strict=True):
        assert line.startswith(f"{text}:")
        assert line.endswith("Haufen: there is one word for “pile” — write Stapel")
