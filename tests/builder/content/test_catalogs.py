"""What catalogs may hold: each text is read as it is meant, or named with its file and line."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from builder.assets.script_messages import script_messages
from builder.content import catalogs, coverage
from builder.content.catalogs import messages, read_catalog, read_words, texts
from builder.content.load import load, read_settings
from builder.content.pofile import read_header
from builder.output.site import Site, build_site
from builder.pages.board import as_json
from builder.pages.render import _filled
from builder.pages.script_words import translated
from builder.system.node import command
from builder.tracking.sources import Sources
from builder.values.errors import ContentError
from builder.values.plurals import plural_categories, plural_forms, rules_of
from builder.workshop import translate
from builder.workshop.check import catalog_faults
from tests.builder.small_project import BASE, ROOT, Workshop, header
from tests.node import answer
from tests.site import LANGUAGES

PO = "locales/de.po"
HEADER = header("de")
MESSAGE = (None, "%(count)s card", "%(count)s cards")
MANY = (
    *(
        "ar",
        "br",
        "cs",
        "cy",
        "da",
        "de",
        "es",
        "fi",
        "fr",
        "ga",
        "gl",
        "he",
        "it",
        "ja",
        "kw",
        "lt",
        "lv",
        "mt",
    ),
    *(
        "nb",
        "nds",
        "nl",
        "pl",
        "pt-BR",
        "pt-PT",
        "ro",
        "ru",
        "sl",
        "sv",
        "tg",
        "th",
        "tt",
        "uk",
        "vi",
        "zh-Hans",
    ),
)
NUMBERS = [
    *range(201),
    1_000,
    1_001,
    1_000_000,
    1_000_001,
    0.1,
    0.5,
    1.0,
    1.5,
    2.5,
    3.25,
    10.1,
    100.5,
]


def catalog(code: str) -> str:
    """A catalog in which each plural form says which it is."""
    plurals = int(plural_forms(code).partition(";")[0].removeprefix("nplurals="))
    forms = "".join(f'msgstr[{form}] "%(count)s {form}"\n' for form in range(plurals))
    return f'{header(code)}msgid "{MESSAGE[1]}"\nmsgid_plural "{MESSAGE[2]}"\n{forms}'


def in_browser(project: Path, codes: tuple[str, ...]) -> dict[str, list[str]]:
    """What the page's script makes of the message for each number, by language."""
    program = """
        import { readFileSync } from "node:fs";
        const { script, languages, message, numbers } = JSON.parse(readFileSync(0, "utf8"));
        const words = await import(script);
        const said = languages.map((language) => {
          words.setLanguage(language);
          return [language.lang, numbers.map((n) => words.ngettext(message, "", n))];
        });
        process.stdout.write(JSON.stringify(Object.fromEntries(said)));
    """
    languages = [
        {
            "lang": code,
            "plurals": [category for category, _ in plural_categories(code)],
            "words": translated({MESSAGE: "0"}, read_words(project, code), code),
            "counting": rules_of(code),
        }
        for code in codes
    ]
    script = (ROOT / "assets/js/board/first/words.js").as_uri()
    asked = {"script": script, "languages": languages, "message": "0", "numbers": NUMBERS}
    return dict(answer(program, asked))


# --- plural forms --------------------------------------------------------------------------------


def of_the_build(folder: Path, code: str) -> list[str]:
    """The form that the build takes for each number."""
    words = read_words(folder, code)
    return [words.ngettext(MESSAGE[1], MESSAGE[2], number) for number in NUMBERS]


def test_build_and_browser_choose_the_same_form_in_every_language(tmp_path: Path) -> None:
    """Whole numbers and fractions; languages with one form and with six, and some that browsers do
    not know."""
    (tmp_path / "locales").mkdir()
    for code in MANY:
        (tmp_path / f"locales/{code}.po").write_text(catalog(code), "utf-8")
    found = in_browser(tmp_path, MANY)
    for code in MANY:
        assert of_the_build(tmp_path, code) == found[code], code


def test_build_and_browser_say_alike_what_nobody_translated(tmp_path: Path) -> None:
    """A message in English has the forms of English as far as those of the language allow."""
    found = in_browser(tmp_path, MANY)
    for code in MANY:
        assert of_the_build(tmp_path, code) == found[code], code


@pytest.mark.parametrize("code", MANY)
def test_the_header_that_errors_ask_for_is_right(tmp_path: Path, code: str) -> None:
    """What a new catalog begins with, and what is asked of one with another rule, is accepted."""
    (tmp_path / "locales").mkdir()
    (tmp_path / f"locales/{code}.po").write_bytes(translate.to_bytes(catalogs.new_catalog(code)))
    made = read_catalog(tmp_path, code)
    assert made is not None
    assert f"{plural_forms(code)};" == made.plural_forms


WILD = {
    "de": (
        "nplurals=2; plural=n != 1;",
        "nplurals=2; plural=(n!=1);",
        "nplurals=2; plural=n == 1 ? 0 : 1",
    ),
    "fr": (
        "nplurals=2; plural=(n > 1);",
        "nplurals=3; plural=(n == 0 || n == 1) ? 0 : n % 1000000 == 0 ? 1 : 2;",
    ),
    "es": ("nplurals=2; plural=(n != 1);",),
    "pt-BR": ("nplurals=2; plural=(n > 1);",),
    "ja": ("nplurals=1; plural=0;",),
    "pl": (
        "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
    ),
    "cs": (
        "nplurals=4; plural=(n==1 && n%1==0) ? 0 : (n>=2 && n<=4 && n%1==0) ? 1: (n%1!=0) ? 2 : 3;",
    ),
    "sl": ("nplurals=4; plural=(n%100==1 ? 1 : n%100==2 ? 2 : n%100==3 || n%100==4 ? 3 : 0);",),
}


@pytest.mark.parametrize(
    ("code", "forms"), [(code, each) for code, all_ in WILD.items() for each in all_]
)
def test_headers_of_other_tools_are_accepted(tmp_path: Path, code: str, forms: str) -> None:
    """They differ in form, and in the order of the forms, and say the same of whole numbers."""
    (tmp_path / "locales").mkdir()
    (tmp_path / f"locales/{code}.po").write_text(
        f'msgid ""\nmsgstr "Plural-Forms: {forms}\\n"\n\nmsgid "Yes"\nmsgstr "x"\n', "utf-8"
    )
    assert "x" == read_words(tmp_path, code).gettext("Yes")


@pytest.mark.parametrize(
    ("code", "forms", "said"),
    [
        ("de", "nplurals=2; plural=(n > 1);", "0 and 1 take the same form"),
        ("de", "nplurals=1; plural=0;", "0 and 1 take the same form"),
        ("de", "nplurals=2; plural=(n == 1);", ""),
        ("de", "nplurals=2; plural=(n != 1 && n != 500);", "0 and 500 take different forms"),
        ("fr", "nplurals=2; plural=(n != 1);", "0 and 1 take different forms"),
        ("ja", "nplurals=2; plural=(n != 1);", "0 and 1 take different forms"),
        ("pt-PT", "nplurals=2; plural=(n > 1);", "0 and 1 take the same form"),
        (
            "he",
            "nplurals=4; plural=(n==1 ? 0 : n==2 ? 1 : n>10 && n%10==0 ? 2 : 3);",
            "0 and 20 take different forms",
        ),
        ("de", "nplurals=2; plural=(n == 1 ? 0 : 2);", "gives 0 the form 2, but nplurals=2"),
        ("de", "nplurals=2; plural=(n != 1 ? -1 : 0);", "unexpected token"),
        ("de", "nplurals=2; plural=1 / (n != n);", "by zero"),
        ("de", "nplurals=2; plural=1 % (n != n);", "by zero"),
        ("de", "nplurals=INTEGER; plural=EXPRESSION;", "cannot read the plural forms"),
        ("de", "plural=(n != 1);", "cannot read the plural forms"),
        ("de", "", "cannot read the plural forms ''"),
    ],
)
def test_rule_that_is_not_the_language_s_is_refused_with_the_right_one(
    tmp_path: Path, code: str, forms: str, said: str
) -> None:
    """One source of truth: what the catalog says is what the browser will do."""
    (tmp_path / "locales").mkdir()
    path = f"locales/{code}.po"
    (tmp_path / path).write_text(
        f'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n"Plural-Forms: {forms}\\n"\n', "utf-8"
    )
    if not said:  # the same numbers are told apart, only the order is another
        read_words(tmp_path, code)
        return
    with pytest.raises(ContentError) as caught:
        read_words(tmp_path, code)
    assert (path, 4) == (caught.value.path, caught.value.line)
    assert said in caught.value.message
    assert f'write "Plural-Forms: {plural_forms(code)};\\n"' == caught.value.hint


# --- what a catalog may hold ---------------------------------------------------------------------

YES = 'msgid "Yes"\nmsgstr "Ja"\n'
READ = {
    "per cent sign": ('msgid "Yes"\nmsgstr "Zu 100 % ja"\n', "Zu 100 % ja"),
    "per cent sign before a letter": ('msgid "Yes"\nmsgstr "100 %s"\n', "100 %s"),
    "quotation mark": ('msgid "Yes"\nmsgstr "\\"Ja\\""\n', '"Ja"'),
    "markup": ('msgid "Yes"\nmsgstr "<b>Ja</b> &amp;"\n', "<b>Ja</b> &amp;"),
    "line separators": ('msgid "Yes"\nmsgstr "J\u2028a\u2029"\n', "J\u2028a\u2029"),
    "bidi marks": ('msgid "Yes"\nmsgstr "\u2067Ja\u2069\u200f"\n', "\u2067Ja\u2069\u200f"),
    "what a past message was": (
        f'{YES}\n#, fuzzy\n#~| msgid "No"\n#~ msgid "Maybe"\n#~ msgstr "Vielleicht"\n',
        "Ja",
    ),
    "what a doubtful message was": (
        f'{YES}\n#, fuzzy\n#| msgid "No"\nmsgid "Maybe"\nmsgstr "Nein"\n',
        "Ja",
    ),
    "past message that came back": (f'{YES}\n#~ msgid "Yes"\n#~ msgstr "Jawohl"\n', "Ja"),
    "context": ('msgctxt "key"\nmsgid "Yes"\nmsgstr "J"\n\n' + YES, "Ja"),
    "text in parts": ('msgid ""\n"Y"\n"es"\nmsgstr ""\n"J"\n"a"\n', "Ja"),
    "tab after a keyword": ('msgid "Yes"\n  msgstr   "Ja"  \n', "Ja"),
    "escapes": ('msgid "Yes"\nmsgstr "\\\\ \\n\\t\\""\n', '\\ \n\t"'),
    "no end of the last line": ('msgid "Yes"\nmsgstr "Ja"', "Ja"),
}


@pytest.mark.parametrize("name", READ)
def test_text_is_read_as_it_is_meant(tmp_path: Path, name: str) -> None:
    said, expected = READ[name]
    (tmp_path / "locales").mkdir()
    (tmp_path / PO).write_bytes((HEADER + said).encode())
    assert expected == read_words(tmp_path, "de").gettext("Yes")


HEADERS = {
    "mark of the encoding": "\ufeff" + HEADER,
    "ends of lines of Windows": HEADER.replace("\n", "\r\n"),
    "ends of lines of old Macs": HEADER.replace("\n", "\r"),
    "another spelling of UTF-8": HEADER.replace("utf-8", "UTF8"),
    "one more": HEADER.replace("charset=utf-8", "charset=Utf_8"),
    "header that is fuzzy": "#, fuzzy\n" + HEADER,
    "header on one line": (
        'msgid ""\nmsgstr "Language: de_DE\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    ),
    "rule in parts": (
        'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; "\n"plural=(n "\n"!= 1);\\n"\n\n'
    ),
    "no language": HEADER.replace('msgstr ""\n', 'msgstr ""\n"Language: \\n"\n'),
    "no encoding": 'msgid ""\nmsgstr "Language: de\\n"\n\n',
    "no header": "",
}


@pytest.mark.parametrize("name", HEADERS)
def test_catalog_of_any_tool_is_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "locales").mkdir()
    (tmp_path / PO).write_bytes((HEADERS[name] + YES).encode())
    assert "Ja" == read_words(tmp_path, "de").gettext("Yes")


COUNTED = 'msgid "%(n)s card"\nmsgid_plural "%(n)s cards"\n'
NAMED = {
    "the same message twice": (HEADER + YES + '\nmsgid "Yes"\nmsgstr "Jawohl"\n', 9, "'Yes' stands in line 6 already"),
    "the header twice": (HEADER + YES + "\n" + HEADER, 9, "the header stands in line 1 already"),
    "a header below": (YES + "\n" + HEADER, 4, "the header is not the first"),
    "unknown escape": (HEADER + 'msgid "Yes"\nmsgstr "J\\a"\n', 7, r"unknown escape \a"),
    "escape by number": (HEADER + 'msgid "Yes"\nmsgstr "J\\x41"\n', 7, r"unknown escape \x"),
    "surrogate": (HEADER + 'msgid "Yes"\nmsgstr "\\ud800"\n', 7, r"unknown escape \u"),
    "control character": (HEADER + 'msgid "Yes"\nmsgstr "\u2028J\x0ba"\n', 7, "the control character U+000B"),
    "nought": (HEADER + 'msgid "Yes"\nmsgstr "J\x00a"\n', 7, "the control character U+0000"),
    "next line": (HEADER + 'msgid "Yes"\nmsgstr "J\x85a"\n', 7, "the control character U+0085"),
    "a fault below a line"
    " separator": (HEADER + '# \u2028\u2029\nmsgid "Yes"\nmsgstr Ja\n', 8, "cannot read"),
    "text of no message": (HEADER + YES + '\n# x\n"more"\n', 10, "belongs to no message"),
    "no translation": (HEADER + 'msgid "Yes"\n\nmsgid "No"\nmsgstr "Nein"\n', 6, "a message of msgid"),
    "two translations": (HEADER + YES + 'msgstr "Jawohl"\n', 6, "a message of msgid msgstr msgstr"),
    "form without a"
    " plural": (HEADER + 'msgid "Yes"\nmsgstr[0] "Ja"\n', 6, "a message of msgid msgstr[0]"),
    "plural without forms": (HEADER + COUNTED + 'msgstr "%(n)s"\n', 6, "a message of msgid msgid_plural msgstr"),
    "a form left out": (HEADER + COUNTED + 'msgstr[1] "%(n)s"\n', 6, "a message of msgid msgid_plural msgstr[1]"),
    "a form too many": (HEADER + COUNTED + "".join(f'msgstr[{n}] "%(n)s"\n' for n in range(3)), 6, "num_plurals"),
    "plural without a"
    " rule": ('msgid ""\nmsgstr "Language: de\\n"\n\n' + COUNTED, 4, "a message of"),
    "another language": (HEADER.replace('msgstr ""\n', 'msgstr ""\n"Language: da\\n"\n'), 3, "its language is 'da'"),
    "no such language": (HEADER.replace('msgstr ""\n', 'msgstr ""\n"Language: Deutsch\\n"\n'), 3, "'Deutsch'"),
    "another"
    " encoding": (HEADER.replace("utf-8", "iso-8859-1"), 3, "iso-8859-1 is not the encoding"),
    "unknown"
    " encoding": (HEADER.replace("utf-8", "klingon") + YES, 3, "klingon is not the encoding"),
    "encoding to be"
    " filled in": (HEADER.replace("utf-8", "CHARSET") + YES, 3, "CHARSET is not the encoding"),
    "a field twice": (HEADER[:-1] + HEADER.split("\n")[3] + "\n", 4, "Plural-Forms stands twice"),
    "a date that is none": (HEADER[:-1] + '"PO-Revision-Date: soon\\n"\n', 1, "its header"),
    "no field": (HEADER[:-1] + '"nonsense\\n"\n', 5, "cannot read 'nonsense'"),
    "per cent sign beside a placeholder": (
        HEADER + 'msgid "%(n)s of all"\nmsgstr "%(n)s % von allen"\n', 6, "broken placeholder",
    ),
    "two per cent signs": (HEADER + 'msgid "Yes"\nmsgstr "100 %% ja"\n', 6, "'%%'"),
    "msgcat's marks": (HEADER + 'msgid "Yes"\nmsgstr "#-#-#-#-#  a.po  #-#-#-#-#\\n"\n', 6, "msgcat's mark"),
}  # fmt: skip


@pytest.mark.parametrize("name", NAMED)
def test_what_cannot_be_read_is_named_with_its_line(workshop: Workshop, name: str) -> None:
    """As msgfmt has it, or stricter: nothing is merged, dropped or guessed."""
    text, line, said = NAMED[name]
    (workshop.root / PO).write_bytes(text.encode())
    with pytest.raises(ContentError) as caught:
        load(workshop.root)
    assert (PO, line) == (caught.value.path, caught.value.line)
    assert said in caught.value.message
    assert caught.value.hint


def test_plural_without_a_rule_is_named(workshop: Workshop) -> None:
    """gettext would take the rule of English for it."""
    workshop.write(
        PO,
        'msgid ""\nmsgstr ""\n"Language: de\\n"\n\n' + COUNTED + 'msgstr[0] "a"\nmsgstr[1] "b"\n',
    )
    with pytest.raises(
        ContentError, match=r"de\.po:1: .*does not say which plural forms .*plural=\(n != 1\);"
    ):
        load(workshop.root)


def test_half_a_plural_is_not_translated(tmp_path: Path) -> None:
    """A form in English would stand among the others."""
    (tmp_path / "locales").mkdir()
    (tmp_path / PO).write_text(f'{HEADER}{COUNTED}msgstr[0] "%(n)s Karte"\nmsgstr[1] ""\n', "utf-8")
    said = [
        read_words(tmp_path, "de").ngettext("%(n)s card", "%(n)s cards", number)
        for number in (1, 2)
    ]
    assert ["%(n)s card", "%(n)s cards"] == said


def test_what_past_messages_were_survives_an_update(workshop: Workshop) -> None:
    """`translate update` reads a catalog that msgmerge wrote, and keeps what it cannot use."""
    past = '#~| msgid "No"\n#~ msgid "Maybe"\n#~ msgstr "Vielleicht"\n'
    workshop.catalog("de", f"{YES}\n{past}")
    translate.update(workshop.root, "de")
    assert past in (workshop.root / PO).read_text("utf-8")


@given(st.text())
def test_lines_of_a_catalog_are_those_of_an_editor(text: str) -> None:
    """Whatever a comment holds, a fault below it is named in its own line."""
    comment = "".join(text.split("\n")).replace("\r", "")
    with pytest.raises(ContentError) as caught:
        read_header(f"# {comment}\nnonsense\n", PO)
    assert 2 == caught.value.line


# --- texts stay texts ----------------------------------------------------------------------------

TAIL, HEAD = "'>&lt;", "\"><b x='&lt;</script><!--%"


def hostile(message: Message) -> str | tuple[str, ...]:
    """The message itself with markup around it."""
    has_values = any("%(" in text for text in texts(message.id))
    head = HEAD.replace("%", "%%") if has_values else HEAD
    said = tuple(f"{head}{text}{TAIL}" for text in texts(message.id))
    return said if message.pluralizable else said[0]


def made_of_messages(folder: Path, *, is_hostile: bool) -> Site:
    """This project in English and German, where German is English, or English with markup around
    each text."""
    folder.mkdir()
    for name in ("assets", "templates", "engine", "builder"):
        (folder / name).symlink_to(ROOT / name)
    content = folder / "content"
    for file in (ROOT / "content").rglob("*"):
        if file.is_file() and (file.suffix != ".md" or file.stem == "en"):
            for name in (file.name, "de.md")[: 1 + (file.suffix == ".md")]:
                copy = content / file.relative_to(ROOT / "content").with_name(name)
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(file.read_bytes())
    settings = (content / "site.toml").read_text("utf-8").split("[[languages]]")
    (content / "site.toml").write_text("[[languages]]".join(settings[:3]), "utf-8")
    made = catalogs.new_catalog("de")
    for message in messages(translate.extract(ROOT)):
        same = tuple(message.id) if message.pluralizable else message.id
        made.add(message.id, hostile(message) if is_hostile else same, context=message.context)
    (folder / "locales").mkdir()
    (folder / PO).write_bytes(translate.to_bytes(made))
    return build_site(folder, BASE, "")


def shape(page: bytes) -> Iterator[tuple[str, ...]]:
    """The elements of a page in their order, each with the names of its attributes."""
    for element in html.document_fromstring(page.decode()).iter():
        yield (str(element.tag), *sorted(element.attrib))


@pytest.fixture(scope="module")
def plain_and_hostile(tmp_path_factory: pytest.TempPathFactory) -> tuple[Site, Site]:
    folder = tmp_path_factory.mktemp("messages")
    return made_of_messages(folder / "plain", is_hostile=False), made_of_messages(
        folder / "hostile", is_hostile=True
    )


def test_no_message_puts_markup_into_a_page(plain_and_hostile: tuple[Site, Site]) -> None:
    """Every message of every page, in texts, attributes and data: the same elements with the same
    attributes."""
    plain, wild = plain_and_hostile
    pages = [path for path in plain.files if path.startswith("de/") and path.endswith(".html")]
    assert len(pages) > 10
    for path in pages:
        assert Counter(shape(plain.files[path])) == Counter(shape(wild.files[path])), path
        assert list(shape(plain.files[path])) == list(shape(wild.files[path])), path


def test_a_message_with_markup_is_shown_as_it_is_written(
    plain_and_hostile: tuple[Site, Site],
) -> None:
    page = html.document_fromstring(plain_and_hostile[1].files["de/index.html"].decode())
    assert f"{HEAD}Skip to content{TAIL}" in page.xpath("string(//a[@class='skip'])")
    assert f"{HEAD}Main menu{TAIL}" in page.xpath("//nav[@id='menu']/@aria-label")
    assert f"{HEAD}Settings{TAIL}" in page.xpath("//button[@data-do='settings']/@aria-label")
    data = json.loads(page.xpath("string(//script[@id='board-data'])"))
    assert any(isinstance(text, str) and text.startswith(HEAD) for text in data["words"].values())
    app = json.loads(plain_and_hostile[1].files["manifest.de.webmanifest"])
    assert f"{HEAD}War & Peace{TAIL}" == app["name"]


@given(st.text(), st.text())
def test_text_and_values_of_a_message_are_shown_as_they_are(text: str, value: str) -> None:
    """Whatever is in them, a browser reads it back; without placeholders also a per cent sign."""
    assert text == _filled("Yes", text, {}).unescape()
    pattern = text.replace("%", "%%") + "%(name)s"
    assert f"{text}{value}" == _filled("%(name)s", pattern, {"name": value}).unescape()
    assert "<" not in _filled("Yes", text, {}) and '"' not in _filled("Yes", text, {})


@given(st.text())
def test_data_of_a_page_cannot_end_its_element(text: str) -> None:
    assert "<" not in as_json([text])
    assert [text] == json.loads(as_json([text]))


def test_the_script_says_a_per_cent_sign_as_the_build_does() -> None:
    """Alone where nothing is filled in, twice beside a placeholder; and a card may have a dollar
    sign in its name."""
    program = """
        const { fill, cardName, setLanguage } = await import(process.argv[1]);
        setLanguage({ lang: "en", words: {}, plurals: [], cards: [Array(13).fill("$&"), ["% of $'"]] });
        const filled = fill("100 %% of %(name)s", { name: "$& %(name)s %%" });
        process.stdout.write(JSON.stringify([filled, cardName("2c")]));
    """
    script = (ROOT / "assets/js/board/first/words.js").as_uri()
    done = subprocess.run(
        command("--input-type=module", "--eval", program, script),
        capture_output=True,
        text=True,
        check=True,
    )
    assert ["100 % of $& %(name)s %%", "$& of $'"] == json.loads(done.stdout)


# --- a language without its messages -------------------------------------------------------------


def said_by_build(workshop: Workshop) -> str:
    with pytest.raises(ContentError) as caught:
        workshop.build()
    return str(caught.value)


def test_published_language_without_a_catalog_stops_the_build(workshop: Workshop) -> None:
    """Else its pages say English under its name; the error names the language's line, and what to
    do."""
    workshop.remove("locales/fi.po")
    line = (workshop.root / "content/site.toml").read_text("utf-8").split("\n").index(
        'code = "fi"'
    ) + 1
    assert (
        f"content/site.toml:{line}: languages: 'fi' is published, but locales/fi.po is not there:"
        " its pages would speak"
        " English — run: python build.py translate update fi, and translate what it writes, or set"
        " draft = true"
    ) == said_by_build(workshop)
    workshop.write("locales/fi.po", "")
    assert "locales/fi.po is empty" in said_by_build(workshop)
    workshop.edit("content/site.toml", 'code = "fi"', 'code = "fi"\ndraft = true')
    assert not any(path.startswith("fi/") for path in workshop.build().files)
    workshop.edit("content/site.toml", "draft = true", "threshold = 0")
    assert any(path.startswith("fi/") for path in workshop.build().files)


def test_the_line_of_a_language_is_right_however_languages_are_listed(workshop: Workshop) -> None:
    """That of the list that it stands in, not that of a text with a line which looks like the
    language's."""
    listed = "".join(
        f'{{ code = "{code}", name = "{name}" }},\n' for code, name in workshop.languages.items()
    )
    repository = '"""\\\ncode = "fi" \\\n"""'
    workshop.write(
        "content/site.toml", f'source = "en"\nrepository = {repository}\nlanguages = [\n{listed}]\n'
    )
    workshop.remove("locales/fi.po")
    assert said_by_build(workshop).startswith("content/site.toml:5: languages: 'fi' is published")


def test_published_language_below_its_threshold_stops_the_build(workshop: Workshop) -> None:
    """Named with the first message that nobody has translated, or doubts; `check` says it beside
    all else."""
    workshop.write(
        "locales/messages.pot",
        'msgid ""\nmsgstr ""\n\nmsgid "Yes"\nmsgstr ""\n\nmsgid "No"\nmsgstr ""\n',
    )
    for code in ("da", "fi"):
        workshop.catalog(code, f'{YES}\nmsgid "No"\nmsgstr "x"\n')
    workshop.catalog("de", f'{YES}\n#, fuzzy\nmsgid "No"\nmsgstr "Nein"\n')
    fault = (
        "locales/de.po:10: catalog: 1 of 2 messages are not translated, and de's threshold is 100 %"
        " — translate this"
        " one; what is left to do: python build.py translate status de"
    )
    assert fault == said_by_build(workshop)
    settings = read_settings(workshop.root)
    assert [fault] == list(catalog_faults(workshop.root, settings, settings))
    assert [] == list(catalog_faults(workshop.root, settings, settings, 50))
    workshop.edit("content/site.toml", 'code = "de"', 'code = "de"\nthreshold = 50')
    workshop.build()
    workshop.catalog("da", YES)
    assert "run: python build.py translate update da" in said_by_build(workshop)


def test_english_needs_no_catalog_and_every_other_source_does(tmp_path: Path) -> None:
    """Messages are English whatever the language of the texts is."""
    shop = Workshop(tmp_path / "project", {"fi": "Suomi", "en": "English", "en-GB": "British"})
    shop.build()
    shop.remove("locales/fi.po")
    assert "'fi' is published, but locales/fi.po is not there" in said_by_build(shop)


@pytest.mark.parametrize(
    "name",
    [
        "nb_NO.po",
        "nb-NO.po",
        "NB.po",
        "no.po",
        "nb.po.txt",
        "nb.PO",
        "nb.pot",
        "nb/LC_MESSAGES/messages.po",
        "nbb.po",
    ],
)
def test_catalog_by_another_name_is_found(tmp_path: Path, name: str) -> None:
    """The build asks whether it is this one; `check` names it also where the language has a catalog
    of its own."""
    shop = Workshop(tmp_path / "project", {"en": "English", "nb": "Norsk"})
    other = f"locales/{name}"
    (shop.root / other).parent.mkdir(parents=True, exist_ok=True)
    (shop.root / "locales/nb.po").rename(shop.root / other)
    assert f"is it {other}? Then rename it to locales/nb.po" in said_by_build(shop)
    languages = read_settings(shop.root).languages
    stray = f"{other}: a catalog of no language in content/site.toml"
    found = list(coverage.stray_catalogs(Sources(shop.root), languages))
    assert [f"{stray} — rename it to locales/nb.po"] == found
    shop.catalog("nb")
    found = list(coverage.stray_catalogs(Sources(shop.root), languages))
    assert [f"{stray} — take it away, or add its language to content/site.toml"] == found


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_published_catalogs_of_this_project_are_whole(language: str) -> None:
    assert 100 == catalogs.translated_share(language, Sources(ROOT))
    assert script_messages(ROOT / "assets/js")
