"""A proofreader's marks: each kind of fault is found in a spoiled text, and none in the real
ones."""

from __future__ import annotations

from io import BytesIO

import pytest
from babel.messages.pofile import read_po

from builder.content.catalogs import catalog_path, check_message, read_catalog, single_forms, texts
from builder.content.load import read_settings
from builder.values.errors import ContentError
from builder.workshop.check import text_faults
from builder.workshop.proofread import (
    CONVENTIONS,
    NBSP,
    SAME,
    blocks,
    catalog_findings,
    document_findings,
    faults,
    prose,
    template_findings,
)
from builder.workshop.pseudo import PSEUDO
from builder.workshop.scaffold import page_skeleton
from tests.builder.small_project import ROOT, Workshop

HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
TWO = "nplurals=2; plural=(n != 1);"
FOUR = "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2);"


def found(source: str, translation: str, code: str) -> list[str]:
    """What is wrong with one translated message."""
    catalog = read_po(
        BytesIO(f"{HEAD}msgid {quoted(source)}\nmsgstr {quoted(translation)}\n".encode()),
        locale=code.replace("-", "_"),
    )
    return [finding.wrong for finding in catalog_findings(catalog, "x.po", code)]


def quoted(text: str) -> str:
    escaped = text.replace('"', '\\"')
    return f'"{escaped}"'


def test_the_real_catalogs_and_texts_have_no_faults() -> None:
    assert [] == list(text_faults(ROOT, read_settings(ROOT)))


@pytest.mark.parametrize(
    ("code", "source", "translation", "wrong"),
    [
        ("de", "Copied.", "Kopiert", "ends in 't'"),
        ("de", "Copied", "Kopiert.", "ends in '.'"),
        ("de", "Loading…", "Laden.", "ends in '.'"),
        ("fi", "War!", "Sota.", "ends in '.'"),
        ("de", "Share", "Share", "as in English"),
        ("de", "Shift", "Shift", "as in English"),
        ("sv", "Your cards", "Dina cards", "an English word"),
        ("da", "Share", "del", "begins with a small letter"),
        ("da", "on", "Til", "begins with a capital"),
        ("de", "Copy", "Kopieren ", "ends otherwise than the source: a space"),
        ("de", "Copy", " Kopieren", "begins otherwise than the source: a space"),
        ("de", "52 cards", "32 Karten", "32 stands there instead of 52"),
        ("nb", "As in 7K3Q-9F2A", "Som i 7K3Q-9F2B", "7K3Q-9F2B stands there instead of 7K3Q-9F2A"),
        ("fi", "← one battle back", "→ yksi taistelu taakse", "→ stands there instead of ←"),
    ],
)
def test_a_translation_is_read_beside_its_message(
    code: str, source: str, translation: str, wrong: str
) -> None:
    assert wrong in found(source, translation, code)


@pytest.mark.parametrize(
    ("code", "source", "translation"),
    [
        ("fi", "Beta", "Beta"),
        ("de", "%(player)s: %(card)s.", "%(player)s: %(card)s."),
        ("da", "What is different from War", "Hvad er anderledes end i Krig?"),
        ("de", "players", "Spieler"),
        ("fi", "Longer than %(count)s games in 100.", "Pidempi kuin %(count)s peliä sadasta."),
        ("de", "Two players only", "Nur 2 Spieler"),
        ("zh-Hans", "Copied.", "已复制。"),
        ("ga", "Copied.", "‚Cóipeáilte’."),
        ("nl", "Copied.", "‘Gekopieerd’."),
    ],
)
def test_what_a_language_does_its_own_way_is_no_fault(
    code: str, source: str, translation: str
) -> None:
    assert [] == found(source, translation, code)


@pytest.mark.parametrize(
    ("code", "text", "wrong"),
    [
        ("de", "Zwei  Karten", "two spaces"),
        ("de", "Zwei Karten ", "a space at the end"),
        ("de", "Zwei Karten !", "a space before a mark"),
        ("de", "Bube,Dame", "no space after a mark"),
        ("de", 'Das "Ass"', "a straight quotation mark"),
        ("fi", "Pelaajan 'oma' pino", "a straight quotation mark"),
        ("en", "the winner's pile", "a straight apostrophe"),
        ("sv", "Vänta...", "three dots"),
        ("nb", "Et kort - og så krig", "a hyphen for a dash"),
        ("da", "Et kort -- og så krig", "a hyphen for a dash"),
        ("fi", "2-4 pelaajaa", "a hyphen in a range"),
        ("de", "Eine Karte– und dann", "a dash with one space"),
        ("de", "Eine Karte—und dann", "a dash that this language does not use"),
        ("de", "12 % der Partien", "per cent is set otherwise"),
        ("de", "12% der Partien", "per cent is set otherwise"),
        ("en", f"12{NBSP}% of games", "per cent is set otherwise"),
        ("sv", "{draws:war:2} % av partierna", "per cent is set otherwise"),
        ("de", "1,000 Schlachten", "thousands are set otherwise"),
        ("en", "1.000 battles", "thousands are set otherwise"),
        ("de", "1 000 Schlachten", "thousands are set otherwise"),
        ("fi", "1.000 taistelua", "thousands are set otherwise"),
        ("nb", "1 000 slag", "thousands are set otherwise"),
        ("en", "1 000 battles", "thousands are set otherwise"),
        ("da", "20000 slag", "a long number"),
        ("de", "Das “Ass”", "the quotation mark “ does not belong here"),
        ("de", "Das „Ass”", "the quotation mark ” does not belong here"),
        ("da", "Det «røde» es", "the quotation mark « does not belong here"),
        ("fi", "Se „ässä“", "the quotation mark „ does not belong here"),
        ("sv", "Ett »ess«", "the quotation mark » does not belong here"),
        ("nb", "Et ”ess”", "the quotation mark ” does not belong here"),
        ("en", "the „ace“", "the quotation mark „ does not belong here"),
        ("sv", "Ett ”ess", "the quotation mark ” is never closed"),
        ("de", "Er weiß, daß", "old spelling with ß"),
        ("de", "Das heisst Krieg", "ss after a long vowel"),
        ("fi", "Turn over the kortti", "an English word"),
    ],
)
def test_each_fault_of_a_text_is_found(code: str, text: str, wrong: str) -> None:
    assert wrong in [fault.wrong for fault in faults(text, code)]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (
            "de",
            (
                f"„Eine Karte verdeckt“ – mit 12{NBSP}% von 1.000 Partien – dauert 0,5 s, siehe"
                " [War](https://a.b/x-y)."
            ),
        ),
        ("en", "“The winner’s ‘pile’”, 12% of 1,000: 0.125 – 2–4 players, 1995."),
        ("da", f"»Spring« og ”hop”, 400{NBSP}% af 31.920; *the war*{{: lang=en }} i 2013."),
        (
            "fi",
            (
                f"”Kaikki” 400{NBSP}%:n, 1{NBSP}000, 2–4, {{p10:war:2}}–{{p90:war:2}}, *Science*{{:"
                f" lang=fr }} -lehdessä."
            ),
        ),
        ("sv", f"”Ett kort” på 2{NBSP}000 slag. Är ni två, spelar ni en gång till."),
        (
            "nb",
            (
                "«Slag for slag». De fleste spiller slik, og den høyeste vinner. De to nederste er"
                " ute."
            ),
        ),
        ("de", "`a - b` ist \ufffc und **fett**, [„zitiert“](variant:one-down)"),
    ],
)
def test_texts_set_well_have_no_faults(code: str, text: str) -> None:
    assert [] == list(faults(text, code))


def test_hidden_text_keeps_every_character_in_its_place() -> None:
    text = "- *War*{: lang=en } has %(count)s [cards](variant:war), 5 %% of `x`"
    assert len(text) == len(prose(text))
    assert (text.index("has"), text.index("cards")) == (
        prose(text).index("has"),
        prose(text).index("cards"),
    )
    assert not any(hidden in prose(text) for hidden in ("War", "count", "variant", "`"))


PAGE = """+++
title = 'Der "Krieg"'
slug = "a--b"
source = "0123456789ab"

[remarks]
best = "zwei  Karten"
+++

## Was... {#what}

Ein Absatz,
in dem the Wort steht.

| Taste | Was |
|---|---|
| S | schneller |
"""


def test_findings_of_a_page_name_its_line() -> None:
    source = PAGE.replace("| S |", "| A |")
    findings = list(document_findings(PAGE, "x/de.md", "de", source))
    assert {
        (2, "a straight quotation mark"),
        (7, "two spaces"),
        (10, "three dots"),
        (13, "an English word"),
        (15, "not the keys of the source text"),
    } == {(finding.line, finding.wrong) for finding in findings}
    assert (
        "x/de.md:13: 'in dem the Wort steht.': an English word — translate it, or mark it: *word*{:"
        " lang=en }" in map(str, findings)
    )


def test_a_skeleton_says_that_nothing_is_written_yet() -> None:
    findings = list(document_findings(page_skeleton("open", is_source=True), "x/en.md", "en"))
    assert ["nothing is written yet"] * 3 == [finding.wrong for finding in findings]


def test_blocks_are_fields_and_paragraphs_without_addresses() -> None:
    assert [2, 7, 10, 12, 15] == [block.line for block in blocks(PAGE)]


def test_what_is_not_translated_or_in_doubt_is_not_read() -> None:
    text = f'{HEAD}#, fuzzy\nmsgid "Copied."\nmsgstr "Kopiert"\n\nmsgid "Share"\nmsgstr ""\n'
    assert [] == list(catalog_findings(read_po(BytesIO(text.encode()), locale="de"), "x.po", "de"))


def test_messages_themselves_are_read() -> None:
    template = read_po(BytesIO(f'{HEAD}msgid "The winner\'s pile"\nmsgstr ""\n'.encode()))
    assert ["a straight apostrophe"] == [
        f.wrong for f in template_findings(template, "x.pot", "en")
    ]


def plural(*forms: str, rule: str = TWO) -> str:
    head = HEAD.replace("utf-8\\n", f'utf-8\\n"\n"Plural-Forms: {rule}\\n')
    lines = "".join(f'msgstr[{number}] "{form}"\n' for number, form in enumerate(forms))
    return f'{head}msgid "%(count)s card"\nmsgid_plural "%(count)s cards"\n{lines}'


def test_an_empty_plural_form_is_found() -> None:
    catalog = read_po(BytesIO(plural("%(count)s Karte", "").encode()), locale="de")
    assert ["the plural form msgstr[1] is empty"] == [
        f.wrong for f in catalog_findings(catalog, "x.po", "de")
    ]


@pytest.mark.parametrize(
    ("forms", "rule", "code", "right"),
    [
        (("Eine Karte", "%(count)s Karten"), TWO, "de", True),
        (("%(count)s Karte", "Karten"), TWO, "de", False),
        (("Одна карта", "%(count)s карты", "%(count)s карт"), FOUR, "ru", False),
    ],
)
def test_only_a_form_for_one_number_may_leave_it_out(
    forms: tuple[str, ...], rule: str, code: str, right: bool
) -> None:
    catalog = read_po(BytesIO(plural(*forms, rule=rule).encode()), locale=code)
    (message,) = (each for each in catalog if each.id)
    try:
        check_message(message, "x.po", catalog.num_plurals, single_forms(catalog))
    except ContentError:
        assert not right
    else:
        assert right


def test_every_language_of_the_site_has_conventions() -> None:
    """Quotation marks are known of each; add a new language's to CONVENTIONS."""
    assert set() == {
        language.code.partition("-")[0] for language in read_settings(ROOT).languages
    } - set(CONVENTIONS)


def test_every_exception_is_needed() -> None:
    """Each message that may be as in English is so, in just these languages."""
    same: dict[str, set[str]] = {}
    for code in CONVENTIONS:
        catalog = read_catalog(ROOT, code)
        for message in catalog or ():
            if (
                message.id
                and (both := set(texts(message.id)) & set(texts(message.string)))
                and any(map(words, both))
            ):
                same.setdefault(both.pop(), set()).add(code)
    assert {message: set(codes) for message, (codes, _) in SAME.items()} == same


def words(text: str) -> bool:
    return any(letter.isalpha() for letter in prose(text))


def test_check_reports_a_spoiled_catalog_and_text(workshop: Workshop) -> None:
    workshop.write(catalog_path("de"), f'{HEAD}msgid "Copied."\nmsgstr "Kopiert"\n')
    workshop.page("home", "da", title="Krig  og fred")
    settings = read_settings(workshop.root)
    faults_ = list(text_faults(workshop.root, settings))
    assert any(line.startswith("locales/de.po:5: 'Copied.': ends in 't'") for line in faults_)
    assert any(
        line.startswith("content/pages/home/da.md:2: 'Krig  og fred': two spaces")
        for line in faults_
    )


def test_a_language_that_nobody_speaks_is_read_by_the_rules_of_all() -> None:
    for pseudo in PSEUDO:
        assert ["two spaces"] == [fault.wrong for fault in faults("å  å", pseudo.code)]
