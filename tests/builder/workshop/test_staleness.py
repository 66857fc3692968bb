"""A translation says which source text it was made from, and no change of that text goes unseen."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import build
from builder.content.load import load, read_settings, source_documents
from builder.output.folder import Published
from builder.preview.preview import Preview
from builder.values.errors import ContentError
from builder.workshop import staleness
from builder.workshop.check import completeness, draft_faults, unfinished
from builder.workshop.staleness import (
    CURRENT,
    MISSING,
    STALE,
    UNKNOWN,
    UNTRANSLATED,
    Change,
    changes,
)
from builder.workshop.status import progress, report
from builder.workshop.translate import extract
from tests.builder.small_project import Workshop, pages

SOURCE = "content/variants/peace/en.md"
DE, DA = "content/variants/peace/de.md", "content/variants/peace/da.md"


def accept(workshop: Workshop, *paths: str) -> list[str]:
    return staleness.accept(workshop.root, read_settings(workshop.root), paths)


def state(workshop: Workshop, path: str) -> str:
    return page(workshop, path).state


def page(workshop: Workshop, path: str) -> staleness.PageStatus:
    found = staleness.status(workshop.root, read_settings(workshop.root), Path(path).stem)
    return next(each for each in found if each.path == path)


def text(workshop: Workshop, path: str) -> str:
    return (workshop.root / path).read_text(encoding="utf-8")


def test_a_page_is_missing_untranslated_unknown_current_or_stale(workshop: Workshop) -> None:
    assert UNKNOWN == state(workshop, DE)
    accept(workshop, DE)
    assert CURRENT == state(workshop, DE)
    workshop.edit(SOURCE, "### Two\n\nText.", "### Two\n\nAnother text.")
    assert STALE == state(workshop, DE)
    workshop.edit(DE, "+++\ntitle", "+++\nuntranslated = true\ntitle")
    assert UNTRANSLATED == state(workshop, DE)
    workshop.remove(DE)
    assert MISSING == state(workshop, DE)


def test_one_paragraph_edited_one_language_stale_one_updated_since(workshop: Workshop) -> None:
    """Input 14 of the design; the diff is the very paragraph."""
    accept(workshop, DE, DA)
    workshop.edit(SOURCE, "### Two\n\nText.", "### Two\n\nAnother text.")
    accept(workshop, DA)
    assert CURRENT == state(workshop, DA)
    assert (Change(("Text.",), ("Another text.",)),) == page(workshop, DE).changes
    found = progress(workshop.root, read_settings(workshop.root), extract(workshop.root), "de")
    lines = list(report(found))
    assert any(line.startswith(f"  {DE}: stale") for line in lines)
    assert ["    - Text.", "    + Another text."] == [
        line for line in lines if line.startswith(("    -", "    +"))
    ]


def test_a_new_address_makes_no_translation_stale(workshop: Workshop) -> None:
    accept(workshop, DE)
    workshop.edit(SOURCE, 'slug = "peace-en"', 'slug = "calm"')
    assert CURRENT == state(workshop, DE)


@pytest.mark.parametrize(
    "field", ["title", "description", "lead", "summary", "paragraph", "changes_caption"]
)
def test_each_field_that_is_translated_counts(workshop: Workshop, field: str) -> None:
    accept(workshop, DE)
    workshop.edit(SOURCE, f'"{field} of peace en"', '"Something else"')
    assert (Change((f"{field}: {field} of peace en",), (f"{field}: Something else",)),) == page(
        workshop, DE
    ).changes


@pytest.mark.parametrize(
    ("old", "new", "field"), [('slug = "peace-de"', 'slug = "½"', "slug"), ("title", "", "title")]
)
def test_a_page_that_lacks_something_is_not_accepted(
    workshop: Workshop, old: str, new: str, field: str
) -> None:
    """The mark "untranslated" stays, on this page and on those named with it, so that the site
    still builds."""
    workshop.edit(DE, "+++\ntitle", "+++\nuntranslated = true\ntitle")
    workshop.write(
        DE, re.sub(rf"^{old}.*", new or 'title = ""', text(workshop, DE), flags=re.MULTILINE)
    )
    before = text(workshop, DE), text(workshop, DA)
    with pytest.raises(ContentError, match=rf"{DE}:\d+: {field}"):
        accept(workshop, DA, DE)
    assert before == (text(workshop, DE), text(workshop, DA))
    workshop.build()


def test_accepting_all_leaves_alone_what_is_still_in_the_source_language(
    workshop: Workshop, command: CliRunner
) -> None:
    workshop.edit(DE, "+++\ntitle", "+++\nuntranslated = true\ntitle")
    said = command.invoke(
        build.main, ["translate", "accept", "--all"], catch_exceptions=False
    ).output
    assert f"{DA}: current\n" in said
    assert DE not in said
    assert UNTRANSLATED == state(workshop, DE)


def test_a_trivial_change_keeps_current_what_was_current_and_nothing_else(
    workshop: Workshop,
) -> None:
    accept(workshop, DA)
    workshop.edit(SOURCE, "### One\n\nText.", "### One\n\nNew text.")
    accept(workshop, DE)
    before = text(workshop, SOURCE)
    workshop.edit(SOURCE, "### Two\n\nText.", "### Two\n\nText!")
    assert [DE] == staleness.trivial(workshop.root, read_settings(workshop.root), SOURCE, before)
    assert (CURRENT, STALE) == (state(workshop, DE), state(workshop, DA))
    assert 2 == len(page(workshop, DA).changes)


def test_accepting_changes_one_line_of_a_translation(workshop: Workshop) -> None:
    before = text(workshop, DE)
    accept(workshop, DE)
    after = text(workshop, DE)
    [line] = [line for line in after.split("\n") if line not in before.split("\n")]
    assert line.startswith('source = "')
    assert before == after.replace(f"{line}\n", "")
    accept(workshop, DE)
    assert after == text(workshop, DE)


def test_the_digest_stands_before_the_remarks(workshop: Workshop) -> None:
    workshop.edit(DE, "\n+++\n", '\n\n[remarks]\nbest = "x"\n+++\n')
    accept(workshop, DE)
    document = source_documents(workshop.root, read_settings(workshop.root))["peace", "de"]
    assert document.source
    assert {"best": "x"} == dict(document.remarks)


def test_source_texts_that_nobody_needs_are_thrown_away(workshop: Workshop) -> None:
    for words in ("One.", "Two.", "Three."):
        workshop.write(
            SOURCE, text(workshop, SOURCE).replace("### Two\n\n", f"### Two\n\n{words}\n\n")
        )
        accept(workshop, DE, DA)
        [kept] = (workshop.root / staleness.FOLDER).glob("peace-*")
    assert words in kept.read_text(encoding="utf-8")


def test_without_the_kept_text_nobody_claims_to_know(workshop: Workshop) -> None:
    accept(workshop, DE)
    workshop.edit(SOURCE, "### Two\n\nText.", "### Two\n\nAnother text.")
    for file in (workshop.root / staleness.FOLDER).glob("*"):
        file.unlink()
    assert UNKNOWN == state(workshop, DE)


@pytest.mark.parametrize("path", [SOURCE, "content/variants/peace/sv.md", "README.md"])
def test_what_is_no_translation_cannot_be_accepted(workshop: Workshop, path: str) -> None:
    with pytest.raises(ContentError, match=r"no translation|no page of the site"):
        accept(workshop, DE, path)
    assert UNKNOWN == state(workshop, DE)


TEXTS = st.lists(
    st.sampled_from(["one", "two", "three\nlines", "four"]), min_size=1, max_size=8
).map("\n\n".join)


@given(TEXTS, TEXTS)
def test_the_changes_lead_from_the_old_text_to_the_new(before: str, after: str) -> None:
    found = changes(before, after)
    assert (before == after) == (not found)
    old, new = before.split("\n\n"), after.split("\n\n")
    kept = len(old) - sum(len(change.before) for change in found)
    assert kept == len(new) - sum(len(change.after) for change in found)
    for change in found:
        assert change.before != change.after
        assert "\n\n".join(change.before) in before
        assert "\n\n".join(change.after) in after


# --- completeness --------------------------------------------------------------------------------


def found_faults(workshop: Workshop, fail_under: int | None = None) -> list[str]:
    """What `check` says about unfinished translations."""
    read = read_settings(workshop.root)
    table = completeness(workshop.root, load(workshop.root), read)
    return [line for line in unfinished(table, read, fail_under) if "messages" not in line]


def all_translations(workshop: Workshop) -> list[str]:
    written = source_documents(workshop.root, read_settings(workshop.root)).values()
    return [document.path for document in written if document.lang != "en"]


def test_a_stale_page_fails_the_check_unless_the_threshold_allows_it(workshop: Workshop) -> None:
    accept(workshop, *all_translations(workshop))
    assert [] == found_faults(workshop)
    workshop.edit(SOURCE, "### Two\n\nText.", "### Two\n\nAnother text.")
    accept(workshop, DA, DA.replace("da.md", "fi.md"))
    faults = found_faults(workshop)
    assert "de: pages 83.3 % done, below the threshold of 100 %" == faults[0]
    assert f"{DE}: stale — run: python build.py translate status de" == faults[1]
    assert 2 == len(faults)
    assert [] == found_faults(workshop, fail_under=80)
    workshop.edit("content/site.toml", 'code = "de"', 'code = "de"\nthreshold = 80')
    assert [] == found_faults(workshop)


def test_an_untranslated_page_is_not_made(workshop: Workshop) -> None:
    """It is English under another name; nothing is ever shown under a false language."""
    workshop.edit(DE, "+++\ntitle", "+++\nuntranslated = true\ntitle")
    built = pages(workshop.build())
    assert "de/variants-de/peace-de/" not in built
    assert "de" not in built["en/variants-en/peace-en/"].alternates


def test_a_draft_comes_out_when_it_reaches_its_threshold(workshop: Workshop) -> None:
    """Half of a language is not shown, and no check complains of it."""
    workshop.edit("content/site.toml", 'code = "fi"', 'code = "fi"\ndraft = true\nthreshold = 80')
    workshop.write(
        "locales/fi.po", 'msgid ""\nmsgstr "Language: fi\\n"\n\nmsgid "Rules"\nmsgstr "Säännöt"\n'
    )
    assert any(path.startswith("fi/") for path in pages(workshop.build()))
    workshop.edit("content/variants/peace/fi.md", "+++\ntitle", "+++\nuntranslated = true\ntitle")
    assert any(path.startswith("fi/") for path in pages(workshop.build()))
    workshop.edit("content/variants/war/fi.md", "+++\ntitle", "+++\nuntranslated = true\ntitle")
    built = pages(workshop.build())
    assert not any(path.startswith("fi/") for path in built)
    assert {"en", "de", "da"} == set(built["en/"].menu)
    accept(workshop, *(path for path in all_translations(workshop) if "/fi.md" not in path))
    assert [] == found_faults(workshop)


def test_a_message_that_the_catalog_lacks_counts_as_one_to_translate(workshop: Workshop) -> None:
    """What the code says is in the template; a catalog that was not updated since knows nothing of
    what is new."""
    workshop.edit("content/site.toml", 'code = "fi"', 'code = "fi"\ndraft = true\nthreshold = 60')
    head, rules = 'msgid ""\nmsgstr "Language: fi\\n"\n\n', 'msgid "Rules"\nmsgstr "Säännöt"\n\n'
    workshop.write("locales/fi.po", head + rules)
    for code in ("de", "da"):
        workshop.catalog(code, f'{rules}msgctxt "verb"\nmsgid "Play"\nmsgstr "…"\n')
    workshop.write("locales/messages.pot", 'msgid ""\nmsgstr ""\n\nmsgid "Rules"\nmsgstr ""\n')
    assert "fi/" in pages(workshop.build())
    workshop.edit(
        "locales/messages.pot",
        'msgid "Rules"',
        'msgctxt "verb"\nmsgid "Play"\nmsgstr ""\n\nmsgid "Rules"',
    )
    assert "fi/" not in pages(workshop.build())
    workshop.write("locales/fi.po", f'{head}{rules}msgid "Play"\nmsgstr "Peli"\n')
    assert "fi/" not in pages(workshop.build())
    workshop.write("locales/fi.po", f'{head}{rules}msgctxt "verb"\nmsgid "Play"\nmsgstr "Pelaa"\n')
    assert "fi/" in pages(workshop.build())


@pytest.mark.parametrize("page", ["home", "root", "not-found"])
def test_a_draft_stays_back_while_a_page_is_missing_that_it_must_have(
    workshop: Workshop, page: str
) -> None:
    """However low its threshold: it must not stop the build of the others."""
    workshop.edit("content/site.toml", 'code = "fi"', 'code = "fi"\ndraft = true\nthreshold = 50')
    workshop.write(
        "locales/fi.po", 'msgid ""\nmsgstr "Language: fi\\n"\n\nmsgid "Rules"\nmsgstr "Säännöt"\n'
    )
    assert "fi/" in pages(workshop.build())
    workshop.edit(f"content/pages/{page}/fi.md", "+++\ntitle", "+++\nuntranslated = true\ntitle")
    assert "fi/" not in pages(workshop.build())


def test_a_draft_is_counted_while_nobody_sees_it(workshop: Workshop) -> None:
    """Whoever translates sees the table grow; what the check says once it is out keeps it from
    going again."""
    workshop.edit("content/site.toml", 'code = "fi"', 'code = "fi"\ndraft = true')
    workshop.edit("content/variants/peace/fi.md", "+++\ntitle", "+++\nuntranslated = true\ntitle")
    read, content = read_settings(workshop.root), load(workshop.root)
    row = next(row for row in completeness(workshop.root, content, read) if row.lang == "fi")
    assert (5, 6, 2, 3) == (row.pages, row.all_pages, row.slugs, row.all_slugs)
    assert [] == list(draft_faults(content.settings))
    workshop.edit("content/site.toml", "draft = true", "draft = true\nthreshold = 0")
    assert ["fi"] == [fault.split()[1] for fault in draft_faults(load(workshop.root).settings)]


# --- the commands --------------------------------------------------------------------------------


@pytest.fixture
def command(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    monkeypatch.setattr(build, "ROOT", workshop.root)
    monkeypatch.chdir(workshop.root)
    return CliRunner()


def test_status_speaks_to_people_and_to_programs(workshop: Workshop, command: CliRunner) -> None:
    command.invoke(build.main, ["translate", "accept", "--all"], catch_exceptions=False)
    workshop.edit(SOURCE, "### Two\n\nText.", "### Two\n\nAnother text.")
    said = command.invoke(build.main, ["translate", "status", "de"], catch_exceptions=False).output
    assert said.startswith("de: 5 of 6 pages current")
    assert (
        f"  {DE}: stale — the source text has changed since\n    @@\n    - Text.\n    + Another"
        " text.\n" in said
    )
    found = json.loads(command.invoke(build.main, ["translate", "status", "de", "--json"]).output)
    [stale] = [each for each in found["languages"][0]["pages"] if each["state"] == "stale"]
    assert [{"before": ["Text."], "after": ["Another text."]}] == stale["changes"]


def test_build_and_serve_say_once_a_build_which_draft_is_left_out(
    workshop: Workshop, command: CliRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With how far it is and where the rest is shown; one that is far enough is not named."""

    def edited_once(preview: Preview, stop: object) -> Iterator[Published | None]:
        workshop.edit("content/variants/peace/fi.md", "untranslated = true\n", "")
        yield preview.build()

    monkeypatch.setattr("gc.disable", lambda: None)
    monkeypatch.setattr(Preview, "watch", edited_once)
    workshop.edit("content/site.toml", 'code = "fi"', 'code = "fi"\ndraft = true')
    workshop.edit("content/variants/peace/fi.md", "+++\ntitle", "+++\nuntranslated = true\ntitle")
    workshop.write(
        "locales/fi.po", 'msgid ""\nmsgstr "Language: fi\\n"\n\nmsgid "Rules"\nmsgstr "Säännöt"\n'
    )
    warning = (
        "warning: content/site.toml: fi is a draft, 83 % done, left out"
        " — for what is left to do, run: python build.py translate status fi"
    )
    out = ("--no-engine", "--out", str(workshop.root / "out"))
    built = command.invoke(
        build.main, ["build", "--base-url", "https://example.org/", *out], catch_exceptions=False
    )
    assert [warning] == built.stderr.splitlines()
    served = command.invoke(build.main, ["serve", "--port", "0", *out], catch_exceptions=False)
    assert [warning] == served.stderr.splitlines()


def test_check_speaks_to_people_and_to_programs(workshop: Workshop, command: CliRunner) -> None:
    """The same table and the same findings; either ends with code 1 while something is left to
    do."""
    people = command.invoke(build.main, ["check"])
    programs = command.invoke(build.main, ["check", "--json"])
    assert (1, 1) == (people.exit_code, programs.exit_code)
    found = json.loads(programs.stdout)
    assert ["en", "de", "da", "fi"] == [row["lang"] for row in found["languages"]]
    assert people.stderr.splitlines() == found["findings"]
    assert f"{DE}: unknown — run: python build.py translate status de" in found["findings"]
    assert people.stdout.splitlines()[1].split()[:2] == ["en", "6/6"]
    low = json.loads(command.invoke(build.main, ["check", "--json", "--fail-under", "0"]).stdout)[
        "findings"
    ]
    assert not any("below the threshold" in finding for finding in low)


def test_accept_needs_to_be_told_what(command: CliRunner) -> None:
    found = command.invoke(build.main, ["translate", "accept"])
    assert 1 == found.exit_code
    assert "nothing to accept — give the paths" in found.output


def test_trivial_takes_the_text_before_the_change_from_a_commit(
    workshop: Workshop, command: CliRunner
) -> None:
    import subprocess

    def git(*words: str) -> None:
        author = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
        subprocess.run(["git", *author, *words], cwd=workshop.root, check=True, capture_output=True)

    accept(workshop, DE)
    git("init", "-q")
    git("add", "content")
    git("commit", "-qm", "texts")
    workshop.edit(SOURCE, "### Two\n\nText.", "### Two\n\nText!")
    said = command.invoke(build.main, ["translate", "trivial", SOURCE])
    assert f"{SOURCE}: still current: {DE}\n" == said.output
    assert CURRENT == state(workshop, DE)
    said = command.invoke(build.main, ["translate", "trivial", SOURCE, "--since", "nowhere"])
    assert 1 == said.exit_code
    assert "give another commit with --since" in said.output


def test_trivial_says_what_to_do_where_there_is_no_git(
    workshop: Workshop, command: CliRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The text before the change is nowhere else."""
    monkeypatch.setenv("PATH", "")
    said = command.invoke(build.main, ["translate", "trivial", SOURCE])
    assert 1 == said.exit_code
    assert (
        f"Error: {SOURCE} cannot be read from HEAD: git is not on this machine"
        " — install it, or run translate accept for each translation\n" == said.output
    )


@settings(
    max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=6))
def test_a_translation_is_current_exactly_when_its_source_is_the_text_it_was_made_from(
    workshop: Workshop, edits: list[int]
) -> None:
    original = text(workshop, SOURCE)
    try:
        accept(workshop, DE)
        made_from = original
        for edit in edits:
            workshop.write(SOURCE, original.replace("### Two\n\nText.", f"### Two\n\nText {edit}."))
            assert (made_from == text(workshop, SOURCE)) == (state(workshop, DE) == CURRENT)
            if edit == 5:
                accept(workshop, DE)
                made_from = text(workshop, SOURCE)
    finally:
        workshop.write(SOURCE, original)
