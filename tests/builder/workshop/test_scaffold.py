"""A new language and a new variant begin with files that build, once what is missing is filled
in."""

from __future__ import annotations

import re
import tomllib

import pytest
from click.testing import CliRunner

import build
from builder.content.documents import STANDARD_ID, kind_of
from builder.content.load import read_settings
from builder.values.errors import ContentError
from builder.workshop import scaffold
from builder.workshop.staleness import UNTRANSLATED, accept
from builder.workshop.status import progress
from builder.workshop.translate import extract
from engine.rules import STANDARD, Rules
from tests.builder.small_project import RULES, Workshop, pages


def test_every_parameter_stands_in_the_skeleton_with_its_default() -> None:
    text = scaffold.rules_skeleton(9)
    assert {} == tomllib.loads(text)["rules"]
    head, _, rules = text.partition("\n\n# What differs")
    parameters = rules.partition("[rules]\n")[2].partition("\n\n")[0]
    values = tomllib.loads(re.sub(r"^# (\w+ = )", r"\1", parameters, flags=re.MULTILINE))
    assert set(vars(STANDARD)) == set(values)
    assert {"battle_limit": scaffold.LIMIT_SHOWN} == Rules.from_mapping(values).changes()
    assert {"order", "tint", "emblem", "steps"} == set(
        tomllib.loads(re.sub(r"^# ", "", head, flags=re.MULTILINE))
    )


def test_the_build_leads_from_the_skeleton_to_a_page_field_by_field(workshop: Workshop) -> None:
    """Whoever only does what each error says ends with a variant that builds."""
    scaffold.new_variant(workshop.root, "open-war")
    named: list[str] = []
    while True:
        try:
            built = pages(workshop.build())
            break
        except ContentError as error:
            assert error.path.startswith("content/variants/open-war/")
            assert error.hint
            named.append(error.field)
            fill(workshop, error)
        assert len(named) < 20, named
    assert {
        "title",
        "description",
        "lead",
        "summary",
        "paragraph",
        "changes_caption",
        "head_title",
        "slug",
    } <= {*named}
    assert {"tint", "emblem"} <= set(named)
    assert "en/variants-en/open-war/" in built
    assert "de" not in built["en/variants-en/open-war/"].alternates


def fill(workshop: Workshop, error: ContentError) -> None:
    """Does what the error says."""
    text = (workshop.root / error.path).read_text(encoding="utf-8")
    if error.path.endswith(".toml"):
        text = re.sub(rf"^# ({error.field} = )", r"\1", text, flags=re.MULTILINE)
    elif error.field in ("steps", "#steps"):
        parts = "\n\n".join(f"### {step}\n\n…" for step in ("Deal", "Turn", "War", "Collect"))
        text = text.replace("{#steps}\n\n…", f"{{#steps}}\n\n{parts}")
    else:
        value = "open-war" if error.field == "slug" else f"A {error.field}"
        text = text.replace(f'\n{error.field} = ""', f'\n{error.field} = "{value}"')
    workshop.write(error.path, text)


@pytest.mark.parametrize("name", ["peace", "Open War", "", "../x", "home"])
def test_an_id_must_be_new_and_fit_into_an_address(workshop: Workshop, name: str) -> None:
    with pytest.raises(
        ContentError, match=r"is there already|cannot stand in an address|is the id of a page"
    ):
        scaffold.new_variant(workshop.root, name)


def test_a_new_language_is_a_draft_in_the_source_language_until_somebody_translates_it(
    workshop: Workshop,
) -> None:
    before = set(pages(workshop.build()))
    written = scaffold.init_language(workshop.root, "sv", "E K D Kn")
    language = read_settings(workshop.root).languages[-1]
    assert ("sv", "Svenska", "ltr", "E K D Kn", True) == (
        language.code,
        language.name,
        language.dir,
        language.letters,
        language.draft,
    )
    assert before == set(pages(workshop.build()))
    found = progress(workshop.root, read_settings(workshop.root), extract(workshop.root), "sv")
    assert {UNTRANSLATED} == {page.state for page in found.pages}
    assert [page.path for page in found.pages].sort() == [
        path for path in written if path.endswith(".md")
    ].sort()
    assert len(found.missing) > 100


def test_a_language_appears_when_all_of_it_is_there(workshop: Workshop) -> None:
    """Translating here means: take the mark off, give an address, fill in the catalog."""
    written = scaffold.init_language(workshop.root, "sv")
    for path in (path for path in written if path.endswith(".md")):
        page = path.split("/")[-2]
        text = (
            (workshop.root / path).read_text(encoding="utf-8").replace("untranslated = true\n", "")
        )
        workshop.write(path, text.replace('slug = ""', f'slug = "{page}-sv"'))
    catalog = (workshop.root / "locales/sv.po").read_text(encoding="utf-8")
    head, *messages = catalog.split("\n\n")
    workshop.write("locales/sv.po", "\n\n".join([head, *map(repeated, messages)]))
    accept(
        workshop.root,
        read_settings(workshop.root),
        [path for path in written if path.endswith(".md")],
    )
    built = pages(workshop.build())
    assert "sv/variants-sv/peace-sv/" in built
    assert "sv" in built["en/"].menu


def repeated(message: str) -> str:
    """A message of a catalog whose translation is the message itself."""
    if "msgid " not in message or message.startswith("#~"):
        return message
    found = re.search(r'msgid ((?:"[^"\n]*(?:\\"[^"\n]*)*"\n)+)', message + "\n")
    assert found
    return re.sub(
        r'(msgstr(?:\[\d\])?) ""', lambda place: f"{place[1]} {found[1].rstrip()}", message
    )


def test_run_again_it_adds_what_is_missing_and_touches_nothing_else(workshop: Workshop) -> None:
    scaffold.init_language(workshop.root, "sv")
    path = "content/variants/peace/sv.md"
    workshop.write(
        path,
        (workshop.root / path).read_text(encoding="utf-8").replace("title of peace en", "Fred"),
    )
    workshop.remove("content/variants/war/sv.md")
    kept, site = (
        (workshop.root / path).read_text(encoding="utf-8"),
        (workshop.root / "content/site.toml").read_bytes(),
    )
    assert ["locales/sv.po", "content/variants/war/sv.md"] == scaffold.init_language(
        workshop.root, "sv"
    )
    assert kept == (workshop.root / path).read_text(encoding="utf-8")
    assert site == (workshop.root / "content/site.toml").read_bytes()


def test_a_language_that_is_written_from_right_to_left_says_so() -> None:
    assert ("rtl", "ltr") == (
        scaffold.named_language("he").dir,
        scaffold.named_language("pt-BR").dir,
    )


@pytest.mark.parametrize("code", ["swedish", "x", "xx", "sv_SE"])
def test_a_code_that_is_none_is_refused_before_anything_is_written(
    workshop: Workshop, code: str
) -> None:
    before = (workshop.root / "content/site.toml").read_bytes()
    with pytest.raises(ContentError, match=r"BCP 47"):
        scaffold.init_language(workshop.root, code)
    assert before == (workshop.root / "content/site.toml").read_bytes()


@pytest.mark.parametrize("letters", ["A K Q", "", 'A K "Q J', "A K Q \\"])
def test_letters_that_are_none_are_refused_before_anything_is_written(
    workshop: Workshop, letters: str
) -> None:
    before = (workshop.root / "content/site.toml").read_bytes()
    with pytest.raises(ContentError, match=r"four index letters"):
        scaffold.init_language(workshop.root, "sv", letters)
    assert before == (workshop.root / "content/site.toml").read_bytes()


def test_the_commands_say_what_they_wrote_and_what_comes_next(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "ROOT", workshop.root)
    said = (
        CliRunner()
        .invoke(build.main, ["new", "variant", "open-war"], catch_exceptions=False)
        .output
    )
    assert said.startswith(
        "content/variants/open-war/rules.toml\ncontent/variants/open-war/en.md\n"
    )
    assert said.endswith("Then run: python build.py record open-war\n")
    workshop.write(
        "content/variants/open-war/rules.toml", RULES["war"].replace("order = 1", "order = 3")
    )
    workshop.page("open-war", "en", folder="variants")
    said = (
        CliRunner().invoke(build.main, ["translate", "init", "sv"], catch_exceptions=False).output
    )
    assert "content/variants/open-war/sv.md\n" in said
    assert said.endswith("What is left to do: python build.py translate status sv\n")


def test_a_skeleton_asks_for_all_that_a_page_must_say() -> None:
    kind = kind_of("variants", "open-war")
    text = scaffold.page_skeleton("open-war", is_source=True)
    assert STANDARD_ID != "open-war"
    assert all(f'{field} = ""' in text for field in (*kind.required, "slug"))
    assert all(f"{{#{section}}}" in text for section in kind.sections)
