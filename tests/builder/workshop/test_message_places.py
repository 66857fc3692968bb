"""Translators are told of every message where it appears, and of every placeholder what it stands
for."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from babel.messages.pofile import read_po

from builder.content.catalogs import messages, read_catalog
from builder.content.load import read_settings
from builder.workshop import message_places, translate
from builder.workshop.message_places import form_of, key_of, part_of, placeholders, where
from tests.builder.small_project import ROOT, Workshop

TEMPLATE = translate.extract(ROOT)


def texts(message_id: str | tuple[str, ...]) -> tuple[str, ...]:
    return (message_id,) if isinstance(message_id, str) else message_id


def test_every_file_with_messages_has_its_words() -> None:
    """A new module says in builder/workshop/message_places.py where its messages appear."""
    files = {file for message in messages(TEMPLATE) for file, _ in message.locations}
    assert set() == {
        file
        for file in files
        if not any(key.partition(":")[0] == file for key in message_places.PLACES)
    }


def test_every_message_says_where_it_appears() -> None:
    assert [] == [
        m.id
        for m in messages(TEMPLATE)
        if not any(aid.startswith("Where: ") for aid in m.auto_comments)
    ]


def test_no_words_for_what_has_no_messages() -> None:
    """An entry of the table is used by some message."""
    used = set()
    for folder in ("engine", "builder", "templates", "assets/js"):
        for name, number, *_ in translate._messages(ROOT, folder):
            lines = (ROOT / folder / name).read_text("utf-8").split("\n")
            used.add(key_of(f"{folder}/{name}", part_of(lines, number)))
    several = {key.partition(":")[0] for key in message_places.PLACES if ":" in key}
    assert set(message_places.PLACES) - used <= several


def test_every_placeholder_is_explained_and_none_in_vain() -> None:
    used = {
        name
        for m in messages(TEMPLATE)
        for text in texts(m.id)
        for name in re.findall(r"%\((\w+)\)s", text)
    }
    assert used == set(message_places.PLACEHOLDERS)
    for message in messages(TEMPLATE):
        for name in re.findall(r"%\((\w+)\)s", texts(message.id)[0]):
            assert any(f"%({name})s" in aid for aid in message.auto_comments), (message.id, name)


def test_catalogs_carry_the_aids_of_the_template() -> None:
    """What stands in messages.pot stands in each language."""
    told = {(m.id, m.context): m.auto_comments for m in messages(TEMPLATE)}
    settings = read_settings(ROOT)
    for language in settings.languages:
        catalog = read_catalog(ROOT, language.code)
        for message in messages(catalog) if catalog else ():
            wanted = " ".join(told[message.id, message.context]).split()
            assert wanted == " ".join(message.auto_comments).split(), (language.code, message.id)


PYTHON = """def _deck(rules, t):
    return t.gettext("52 cards")


class Views:
    def nav(self):
        return self.words.gettext("Rules")
"""
SCRIPT = """export function show(board) {
  const close = element("button", { class: "x" }, gettext("Close"));
}

export const tie = (recording) =>
  recording ? gettext("A tie") : gettext("None");
"""


@pytest.mark.parametrize(
    ("text", "number", "part"),
    [
        (PYTHON, 2, "_deck"),
        (PYTHON, 7, "nav"),
        (SCRIPT, 2, "show"),
        (SCRIPT, 6, "tie"),
        ("<p>{{ _('x') }}</p>", 1, ""),
    ],
)
def test_the_part_is_the_function_above(text: str, number: int, part: str) -> None:
    assert part == part_of(text.split("\n"), number)


@pytest.mark.parametrize(
    ("before", "form"),
    [
        (
            '<button class="tool" type="button">{{ icon("share") }}<span class="long">{{ _("',
            "button",
        ),
        ('<nav aria-label="{{ _("', "only spoken by screen readers"),
        ('<h2 id="length">{{ _("', "heading"),
        ('<th scope="col">{{ _("', "head of a row or column"),
        ('<p class="said">{{ _("', ""),
        ('  const copy = element("button", { type: "button" }, gettext("', "button"),
        ('  return openDialog("share", gettext("', "title of the dialog"),
        ('      board.say(on ? gettext("', "announced by screen readers"),
        ('    return fill(gettext("', ""),
    ],
)
def test_the_form_is_what_stands_before_the_message(before: str, form: str) -> None:
    assert form == form_of(before)


BROKEN = """const side = element(
  "div",
  { class: "side" },
  element("label", { for: field.id }, gettext("Link")),
  gettext("It opens in your language."),
);
const copy = element(
  "button",
  { type: "button" },
  // Translators: a note.
  gettext("Copy"),
);
"""


@pytest.mark.parametrize(
    ("number", "message", "form"),
    [
        (4, "Link", "label of a control"),
        (5, "It opens in your language.", ""),
        (11, "Copy", "button"),
    ],
)
def test_a_call_may_be_broken_into_lines(number: int, message: str, form: str) -> None:
    """What begins the call says what its message is; another call among its arguments does not."""
    assert form == where("a.js", BROKEN, number, message)


def test_the_function_goes_before_the_file() -> None:
    table = {"a.py": "somewhere", "a.py:top": "at the top"}
    assert ("a.py:top", "a.py", "") == (
        key_of("a.py", "top", table),
        key_of("a.py", "x", table),
        key_of("b.py", "", table),
    )
    assert 'table of rules, row "Deck"' == where("engine/describe.py", PYTHON, 2, "52 cards")


def test_a_note_beside_the_message_goes_before_the_table() -> None:
    assert ["%(count)s: whole number of what is named after it, as in 26."] == list(
        placeholders(["%(count)s cards"])
    )
    assert [] == list(placeholders(["%(count)s cards"], "%(count)s is 1 to 99."))


def test_what_a_message_was_before_is_kept_while_it_is_fuzzy(workshop: Workshop) -> None:
    """Nobody needs the old message once somebody has looked at the translation."""
    translate.update(workshop.root, "de")
    path = workshop.root / "locales/de.po"
    text = path.read_text("utf-8")
    old = text.replace(
        'msgid "Earlier battles"\nmsgstr ""', 'msgid "Older battle"\nmsgstr "Ältere Schlachten"'
    )
    path.write_text(old, "utf-8")
    for _ in range(2):
        translate.update(workshop.root, "de")
        entry = next(
            each
            for each in path.read_text("utf-8").split("\n\n")
            if 'msgid "Earlier battles"' in each
        )
        assert (1, 1) == (entry.count('#| msgid "Older battle"\n'), entry.count("#, fuzzy"))
    path.write_text(path.read_text("utf-8").replace("#, fuzzy\n", ""), "utf-8")
    translate.update(workshop.root, "de")
    assert 'Older battle"' not in path.read_text("utf-8")


def test_a_template_that_says_less_than_the_code_is_not_current(workshop: Workshop) -> None:
    translate.write_template(workshop.root)
    assert translate.is_current(workshop.root)
    path = workshop.root / translate.TEMPLATE
    assert b"#. Where: " in path.read_bytes()
    path.write_bytes(path.read_bytes().replace(b"#. Where: page footer.\n", b"", 1))
    assert not translate.is_current(workshop.root)
    assert len(read_po(BytesIO(path.read_bytes()))) == len(TEMPLATE)
