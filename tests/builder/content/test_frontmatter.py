"""TOML that people wrote is changed where it is to be changed and nowhere else, and every fault
names its line."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.content.documents import document_of
from builder.content.frontmatter import (
    edited,
    split,
    with_front,
    with_language,
    with_value,
    without,
)
from builder.content.load import read_settings, source_documents
from builder.values.errors import ContentError
from builder.values.statements import statements, texts, with_texts
from builder.values.toml import parse
from builder.workshop import scaffold, staleness
from builder.workshop.proofread import document_findings
from builder.workshop.pseudo import LENGTHENED, make_project
from builder.workshop.pseudo import document as pseudo_document
from tests.builder.small_project import Workshop
from tests.builder.toml import ENDS, MARKS, STRINGS, TEMPTING, Piece, documents, text_of

SOURCE, DE = "content/variants/peace/en.md", "content/variants/peace/de.md"
DIGEST = "15fb5cda0da6"
TITLE, PARAGRAPH = 'title = "title of peace de"', 'paragraph = "paragraph of peace de"'
BODY = '\n## Heading {#what}\n\n+++\nsource = "x"\n\n[remarks]\n'

LETTERS = '"""\nErster Satz.\n[Krieg](variant:war) ist anders."""'


def mark(data: bytes) -> bytes:
    """What `translate accept` does to a file."""

    def marked(front: str) -> str:
        return with_value(without(front, "untranslated"), "source", DIGEST)

    return edited(
        data,
        "x",
        lambda text: with_front(
            text, "x", lambda front: with_value(without(front, "untranslated"), "source", DIGEST)
        ),
    )


def page(pieces: list[Piece], end: str = "\n", mark: bytes = b"") -> bytes:
    return mark + f"+++\n{text_of(pieces)}+++\n{BODY}".replace("\n", end).encode()


# --- the laws ------------------------------------------------------------------------------------


@given(documents("source", "untranslated"), ENDS, MARKS)
def test_accepting_changes_one_key_of_any_front_matter(
    pieces: list[Piece], end: str, first: bytes
) -> None:
    """Every other value and the body stay byte for byte; the mark "untranslated" goes; twice is
    once."""
    before = page(pieces, end, first)
    after = mark(before)
    values = tomllib.loads(text_of(pieces))
    values.pop("untranslated", None)
    front = split(after.decode("utf-8-sig").replace(end, "\n"), "x")
    assert values | {"source": DIGEST} == front.table.values
    assert BODY == front.body
    kept = [piece for piece in pieces if piece.field != "untranslated"]
    at = next((number for number, piece in enumerate(kept) if piece.field == "source"), None)
    if at is None:
        line = f'source = "{DIGEST}"{end}'.encode()
        assert page(kept, end, first) in {
            after[:at] + after[at + len(line) :]
            for at in range(len(after))
            if after.startswith(line, at)
        }
    else:
        assert after.startswith(
            page(kept[:at], end, first).removesuffix(f"+++\n{BODY}".replace("\n", end).encode())
        )
        assert after.endswith(page(kept[at + 1 :], end).removeprefix(f"+++{end}".encode()))
    assert after == mark(after)


@given(
    documents(),
    st.sampled_from(["", "# the end", "[publisher]\nname = 'x'"]),
    ENDS,
    MARKS,
    st.booleans(),
)
def test_a_new_language_adds_one_block_to_any_settings(
    pieces: list[Piece], last: str, end: str, first: bytes, is_list: bool
) -> None:
    """All that was there stays, byte for byte, whether languages are tables or entries of a
    list."""
    listed = 'languages = [\n  { code = "en" }, # first\n]\n' if is_list else ""
    blocks = "" if is_list else '[[ "languages" ]]\ncode = "en"\n'
    text = f"{listed}{text_of(pieces)}{blocks}{last}"
    said = {"code": "sv", "name": 'Sv"e', "draft": True}
    before = first + text.replace("\n", end).encode()
    after = edited(before, "x", lambda text: with_language(text, said))
    values = tomllib.loads(text)
    read = tomllib.loads(after.decode("utf-8-sig").replace(end, "\n"))
    assert {**values, "languages": [*values["languages"], said]} == read
    if is_list:
        assert after.endswith(f"]\n{text_of(pieces)}{last}".replace("\n", end).encode())
    else:
        assert after.startswith(before)


@given(documents("source"))
def test_statements_are_the_text_and_each_is_toml(pieces: list[Piece]) -> None:
    text = text_of(pieces)
    found = list(statements(text))
    assert text == "".join(statement.text for statement in found)
    for statement in found:
        assert (
            statement.line == text.count("\n", 0, text.index(statement.text)) + 1
            or text.count(statement.text) > 1
        )
        assert len(statement.values()) <= 1


@given(documents("source", "title"))
def test_a_fault_names_the_line_where_its_field_is_set(pieces: list[Piece]) -> None:
    """Whatever stands in the strings before it."""
    table = parse(text_of(pieces), "x", 2)
    for number, piece in enumerate(pieces):
        if piece.field in ("source", "title"):
            assert 2 + text_of(pieces[:number]).count("\n") == table.line_of(piece.field)


@given(documents())
def test_every_string_can_be_made_another_and_nothing_else(pieces: list[Piece]) -> None:
    """Strings over lines, those of lists and tables too; names, comments and numbers stay."""
    text = text_of(pieces)
    assert turned(tomllib.loads(text)) == tomllib.loads(
        with_texts(text, lambda _, said: said[::-1])
    )
    assert tomllib.loads(text) == tomllib.loads(with_texts(text, lambda _, said: said))


def turned(value: object) -> object:
    if isinstance(value, str):
        return value[::-1]
    if isinstance(value, list):
        return [turned(each) for each in value]
    return (
        {name: turned(each) for name, each in value.items()} if isinstance(value, dict) else value
    )


@given(STRINGS)
def test_each_word_of_a_string_has_the_line_that_it_stands_in(string: str) -> None:
    text = f"# first\ntitle = {string}\n"
    [said] = texts(text)
    assert tomllib.loads(text)["title"] == said.value
    for number, line in enumerate(text.split("\n"), 1):
        for word in ("remarks", "anders", "and on", "ä ö"):
            if line.count(word) == said.value.count(word) == 1:
                assert number == said.line_at(said.value.index(word))


# --- the commands --------------------------------------------------------------------------------

FORMS = {
    "the text of the issue": (PARAGRAPH, f"paragraph = {LETTERS}"),
    "a literal text over lines": (PARAGRAPH, "paragraph = '''\nsource = \"x\"\n[remarks]\n'''"),
    "a line +++ in a text": (PARAGRAPH, 'paragraph = """\nOne\n+++\nsource = 3\n+++\ntwo"""'),
    "a source in single quotes": (TITLE, "source='x' # made from\ntitle = 't'"),
    "a source over lines": (TITLE, 'source = """\nx"""\ntitle = \'t\''),
    "names in quotes": (TITLE, '"source" = "x"\n\'untranslated\' = true # still\n"title" = \'t\''),
    "a mark in other spaces": (TITLE, "  untranslated=true# still\ntitle = 't'"),
    "dotted names": (TITLE, "title = 't'\nremarks.best = 'x'\nremarks . limit = 'y'"),
    "a table in a line": (TITLE, "title = 't'\nremarks = { best = '[x]', limit = 'y' }"),
    "a list over lines": (TITLE, "title = 't'\naliases = [\n  'de/old/', # ]\n  'de/older/',\n]"),
    "comments that look like fields": (
        TITLE,
        "# source = 'x'\n# [remarks]\ntitle = 't' # untranslated = true",
    ),
}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("form", FORMS)
def test_accepting_loses_nothing_of_a_page(workshop: Workshop, form: str, end: str) -> None:
    workshop.edit(DE, *FORMS[form])
    file = workshop.root / DE
    file.write_bytes(file.read_bytes().replace(b"\n", end.encode()))
    before = read(workshop, DE)
    settings = read_settings(workshop.root)
    assert [DE] == staleness.accept(workshop.root, read_settings(workshop.root), [DE])
    after = read(workshop, DE)
    digest = after.pop("source")
    before.pop("source", None)
    before.pop("untranslated", None)
    assert before == after
    assert digest == staleness.source_digest(
        staleness.text_of(source_documents(workshop.root, settings)["peace", "en"])
    )
    first = file.read_bytes()
    staleness.accept(workshop.root, read_settings(workshop.root), [DE])
    assert first == file.read_bytes()
    assert first.count(b"\n") == first.count(end.encode())


def read(workshop: Workshop, path: str) -> dict[str, object]:
    """The values of a page's front matter, and its body."""
    text = (workshop.root / path).read_text(encoding="utf-8")
    front = split(text, path)
    return {**front.table.values, "": front.body}


def test_a_trivial_change_loses_nothing_of_a_page(workshop: Workshop) -> None:
    workshop.edit(DE, 'paragraph = "paragraph of peace de"', f"paragraph = {LETTERS}")
    staleness.accept(workshop.root, read_settings(workshop.root), [DE])
    before, old = read(workshop, DE), (workshop.root / SOURCE).read_text(encoding="utf-8")
    workshop.edit(SOURCE, "### Two\n\nText.", "### Two\n\nText!")
    assert [DE] == staleness.trivial(workshop.root, read_settings(workshop.root), SOURCE, old)
    assert before.pop("source") != (after := read(workshop, DE)).pop("source")
    assert before == after


def test_a_page_begins_in_another_language_with_every_text_of_the_source(
    workshop: Workshop,
) -> None:
    """Its mark, its empty address and the addresses of before are the only difference."""
    workshop.edit(
        SOURCE,
        'paragraph = "paragraph of peace en"',
        'paragraph = """\nslug = "x"\naliases = ["a/"]\n"""',
    )
    workshop.edit(
        SOURCE, 'slug = "peace-en"', 'slug="peace-en" # short\naliases = [\n  "en/]/", # [\n]'
    )
    text = (workshop.root / SOURCE).read_text(encoding="utf-8").replace('"en/]/"', '"en/b/"')
    workshop.write(SOURCE, text)
    before = read(workshop, SOURCE)
    del before["aliases"]
    scaffold.init_language(workshop.root, "sv")
    assert {"untranslated": True, **before, "slug": ""} == read(
        workshop, SOURCE.replace("en.md", "sv.md")
    )


@pytest.mark.parametrize("listed", ["languages = [\n  {},\n]\n", "languages = [{}]\n"])
def test_a_language_can_be_added_to_a_list(workshop: Workshop, listed: str) -> None:
    entries = ", ".join(
        f'{{ code = "{code}", name = "{name}" }}' for code, name in workshop.languages.items()
    )
    workshop.write(
        "content/site.toml", f'source = "en"\n{listed.format("{}").replace("{}", entries)}'
    )
    scaffold.init_language(workshop.root, "sv")
    assert [*workshop.languages, "sv"] == [
        each.code for each in read_settings(workshop.root).languages
    ]


def test_pseudo_languages_change_texts_in_whatever_form() -> None:
    text = (
        f"+++\ntitle = 'War'\nslug = 'war' # kept\nlead = {LETTERS}\nremarks = {{ best = \"high\""
        f" }}\n+++\n\nText.\n"
    )
    front = split(pseudo_document(text, "war", LENGTHENED), "x").table.values
    assert "war-sl" == front["slug"]
    assert LENGTHENED.change("Erster Satz.\n[Krieg](variant:war) ist anders.") == front["lead"]
    assert {"best": LENGTHENED.change("high")} == front["remarks"]


def test_pseudo_languages_join_a_list(workshop: Workshop, tmp_path: Path) -> None:
    workshop.write(
        "content/site.toml", 'source = "en"\nlanguages = [{ code = "en", name = "English" }]\n'
    )
    for code in ("de", "da", "fi"):
        for file in (workshop.root / "content").rglob(f"{code}.md"):
            file.unlink()
    made = make_project(workshop.root, tmp_path / "pseudo")
    assert ["en", "sl", "he"] == [language.code for language in read_settings(made).languages]


PROOF = '''+++
title = """
Ein "Wort" \\
  und  zwei,
drei..."""
slug = 'a--b'
# lead = "the ..."
aliases = [
  "de/a--b.html",
]
lead = """the
best = "x"
"""

[remarks]
'best' = 'zwei  Karten'
+++

## Was {#what}
'''


def test_a_proofreader_reads_texts_over_lines_and_nothing_that_only_looks_like_one() -> None:
    found = {
        (finding.line, finding.wrong)
        for finding in document_findings(PROOF, "x/de.md", "de", PROOF)
    }
    assert {
        (3, "a straight quotation mark"),
        (4, "two spaces"),
        (5, "three dots"),
        (11, "an English word"),
        (12, "a straight quotation mark"),
        (16, "two spaces"),
    } == found


@pytest.mark.parametrize(
    ("front", "field", "line"),
    [
        ('a = """\ntitle = 1\n"""\ntitle = 2\n', "title", 5),
        ("a = '''\n[remarks]\n'''\n", "a", 2),
        ('"title" = 2\n', "title", 2),
        ("'title' = 2\n", "title", 2),
        ('# title = 1\n"t\\u0069tle" = 2\n', "title", 3),
        ("a = [\n  1, # ]\n]\ntitle = 2\n", "title", 5),
    ],
)
def test_a_field_is_found_in_whatever_form(front: str, field: str, line: int) -> None:
    assert line == parse(front, "x", 2).line_of(field)


@pytest.mark.parametrize(
    "text",
    [
        'remarks.best = "x"',
        'remarks = { best = "x" }',
        '[ "remarks" ]\nbest = "x"',
        "[remarks]\n'best' = 'x'",
    ],
)
def test_a_field_of_a_table_is_found_in_whatever_form(text: str) -> None:
    table = parse(f'best = """\n[remarks]\nbest = 2\n"""\n{text}\n', "x")
    assert 4 + text.count("\n") + 1 == table.table("remarks").line_of("best")


def test_a_fault_of_a_language_names_its_own_block(workshop: Workshop) -> None:
    """Not a line of a text that looks like one."""
    text = (workshop.root / "content/site.toml").read_text(encoding="utf-8")
    told = text.replace('base_url = ""', 'repository = """\n[[languages]]\n"""')
    told = told.replace('[[languages]]\ncode = "da"', '[[ languages ]]\ncode = "danish"')
    workshop.write("content/site.toml", told)
    with pytest.raises(ContentError) as caught:
        workshop.build(None)
    assert told[: told.index("danish")].count("\n") + 1 == caught.value.line


def test_a_dead_link_in_a_text_over_lines_names_its_line(workshop: Workshop) -> None:
    line = workshop.edit(
        DE, 'paragraph = "paragraph of peace de"', 'paragraph = """\nEins\n[zwei](variant:wra)"""'
    )
    with pytest.raises(ContentError, match="wra") as caught:
        workshop.build()
    assert (DE, line + 2) == (caught.value.path, caught.value.line)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('+++\ntitle = "x\n+++\n\n+++\n', 2, "Unterminated"),
        ('+++\ntitle = """x\ny\n+++\n', 3, "Unterminated string"),
        ("+++\ntitle = 1\n", 1, "does not end"),
        ("title = 1\n+++\n", 1, "missing"),
    ],
)
def test_a_page_whose_front_matter_is_none_says_where(text: str, line: int, said: str) -> None:
    with pytest.raises(ContentError, match=said) as caught:
        split(text, "x.md")
    assert line == caught.value.line


def test_any_line_in_a_text_leaves_the_page_what_it_is(workshop: Workshop) -> None:
    """Accepted, it is the same page to read, but for the source that it names."""
    for line in TEMPTING:
        workshop.page("peace", "de", folder="variants")
        workshop.edit(DE, 'lead = "lead of peace de"', f'lead = """a\n{line}\n"""')
        before = document_of(DE, (workshop.root / DE).read_bytes())[1]
        staleness.accept(workshop.root, read_settings(workshop.root), [DE])
        after = document_of(DE, (workshop.root / DE).read_bytes())[1]
        assert (before.lead, before.sections[0].text, "") == (
            after.lead,
            after.sections[0].text,
            before.source,
        )
