"""`check` finds what a build does not see."""

from __future__ import annotations

from dataclasses import replace
from gettext import NullTranslations
from pathlib import Path

import pytest

from builder.content import recordings
from builder.content.documents import STANDARD_ID
from builder.content.load import load, read_settings
from builder.content.recordings import code_text
from builder.output.site import Site
from builder.values.errors import ContentError
from builder.workshop import check, record, translate
from builder.workshop.html_page import read_page
from engine.game import Recording, play
from engine.rules import STANDARD, Rules
from engine.simulate import simulate
from tests.builder.small_project import BASE, ROOT, Workshop


def spoiled(site: Site, path: str, old: str, new: str) -> Site:
    """The site with one file changed after the build."""
    text = site.files[path].decode()
    assert old in text, old
    return replace(site, files={**site.files, path: text.replace(old, new).encode()})


def read(site: Site) -> dict[str, check.HtmlPage]:
    return {
        path: read_page(data.decode())
        for path, data in site.files.items()
        if path.endswith(".html")
    }


def test_sound_site_has_no_faults(workshop: Workshop) -> None:
    """Nothing to say about a site as it is built."""
    site = workshop.build()
    pages = read(site)
    found = [
        *check.link_faults(site, pages),
        *check.markup_faults(pages),
        *check.translation_faults(site, pages),
    ]
    assert found == []
    assert list(check.rule_faults(site.plan.content)) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'href="../variants-en/"',
            'href="../variant-en/"',
            "leads to en/variant-en/index.html, which is not there",
        ),
        ('href="#content"', 'href="#contend"', "has no part #contend"),
        ('href="../variants-en/"', 'href="../../../x/"', "leads out of the site"),
    ],
)
def test_dead_links_are_found(workshop: Workshop, old: str, new: str, said: str) -> None:
    """A page, a fragment, an address above the site."""
    site = spoiled(workshop.build(check.CHECK_BASE), "en/war-en/index.html", old, new)
    assert any(said in fault for fault in check.link_faults(site, read(site)))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("<h1>", '<h1 style="color: red">', "attribute style of <h1>"),
        ("<h1>", '<h1 onclick="x()">', "attribute onclick of <h1>"),
        ("</main>", "<script>x()</script></main>", "inline <script>"),
        ("</main>", "<style>x {}</style></main>", "inline <style>"),
        ("</main>", '<i id="content"></i></main>', "id 'content' stands twice"),
        ("</main>", "<h1>x</h1></main>", "2 headings of level 1"),
        ("</main>", "<h5>x</h5></main>", "a heading of level 5 follows"),
    ],
)
def test_what_the_policy_blocks_is_found(workshop: Workshop, old: str, new: str, said: str) -> None:
    """Inline styles and scripts, and headings that break the outline."""
    site = spoiled(workshop.build(), "en/war-en/index.html", old, new)
    assert any(said in fault for fault in check.markup_faults(read(site)))


@pytest.mark.parametrize(
    ("path", "old", "new", "said"),
    [
        (
            "en/index.html",
            f'hreflang="fi" href="{BASE}fi/"',
            f'hreflang="fi" href="{BASE}da/"',
            "does not answer",
        ),
        (
            "en/index.html",
            f'<link rel="canonical" href="{BASE}en/"',
            f'<link rel="canonical" href="{BASE}"',
            "canonical",
        ),
        (
            "sitemap.xml",
            f'hreflang="fi" href="{BASE}fi/"',
            f'hreflang="fi" href="{BASE}fin/"',
            "sitemap.xml",
        ),
        ("en/index.html", 'href="../fi/"', 'href="../da/"', "language menu"),
        ("en/index.html", '"inLanguage":"fi"', '"inLanguage":"sv"', "JSON-LD"),
    ],
)
def test_disagreeing_languages_are_found(
    workshop: Workshop, path: str, old: str, new: str, said: str
) -> None:
    """Head, menu, sitemap and JSON-LD must name one set."""
    site = spoiled(workshop.build(), path, old, new)
    assert any(said in fault for fault in check.translation_faults(site, read(site)))


class SaysTheSame(NullTranslations):
    """A translator who has one word for everything."""

    def gettext(self, message: str) -> str:
        return "so"

    def ngettext(self, one: str, many: str, n: int) -> str:
        return "so"


def test_difference_that_a_translation_swallows_is_found(workshop: Workshop) -> None:
    """Two rules that differ but read the same."""
    content = load(workshop.root)
    spoilt = replace(content, words={**content.words, "fi": SaysTheSame()})
    found = list(check.rule_faults(spoilt))
    assert "rules of war and peace in fi: best differs, but no row says so" in found
    assert not any(" in de" in fault for fault in found)


def test_difference_that_is_none_is_found(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row that says what the rules do not."""
    content = load(workshop.root)
    real = check.difference
    false = [
        replace(change, key="pickup")
        for change in real(STANDARD, Rules(best="low"), NullTranslations(), str)
    ]
    monkeypatch.setattr(check, "difference", lambda *_: false[:1])
    assert any(
        "the row 'pickup' shows a difference that is not there" in fault
        for fault in check.rule_faults(content)
    )


# --- translations --------------------------------------------------------------------------------


def test_completeness_counts_pages_messages_and_slugs(workshop: Workshop) -> None:
    """A language without catalog and one page short is told so."""
    workshop.page("sources", "en")
    workshop.page("sources", "de", slug="")
    settings = read_settings(workshop.root)
    rows = {
        row.lang: row for row in check.completeness(workshop.root, load(workshop.root), settings)
    }
    assert (rows["en"].messages, rows["de"].messages) == (rows["en"].all_messages, 0)
    assert (rows["de"].pages, rows["fi"].pages) == (rows["en"].pages, rows["en"].pages - 1)
    assert (rows["en"].slugs, rows["de"].slugs) == (4, 3)
    found = list(check.unfinished(list(rows.values()), settings))
    assert any(fault.startswith("fi: pages ") for fault in found)
    assert not any(fault.startswith("en: ") for fault in found)


def test_template_is_the_same_every_time(workshop: Workshop) -> None:
    """No date, no line numbers: extracting again changes nothing."""
    translate.write_template(workshop.root)
    first = (workshop.root / translate.TEMPLATE).read_bytes()
    translate.write_template(workshop.root)
    assert (workshop.root / translate.TEMPLATE).read_bytes() == first
    assert b"Date" not in first
    assert b"#: engine/describe.py\n" in first
    assert translate.is_current(workshop.root)


def test_update_keeps_translations_and_previous_messages(workshop: Workshop) -> None:
    """What was translated stays; a message that changed is doubtful, and its old text stands beside
    it."""
    translate.update(workshop.root, "de")
    path = "locales/de.po"
    workshop.edit(path, 'msgid "Deck"\nmsgstr ""', 'msgid "Deck"\nmsgstr "Blatt"')
    workshop.edit(
        path,
        'msgid "52 cards, from the two to the ace, no jokers"\nmsgstr ""',
        'msgid "52 cards, from the two to the ace, no joker"\nmsgstr "52 Karten"',
    )
    translate.update(workshop.root, "de")
    text = (workshop.root / path).read_text()
    assert 'msgid "Deck"\nmsgstr "Blatt"' in text
    assert '#| msgid "52 cards, from the two to the ace, no joker"' in text
    assert "#, fuzzy" in text


def test_compiled_catalogs_are_written_on_request(workshop: Workshop, tmp_path: Path) -> None:
    """One .mo for each catalog that there is."""
    translate.update(workshop.root, "fi")
    for code in ("de", "da"):
        workshop.remove(f"locales/{code}.po")
    files = translate.compile_catalogs(workshop.root, load(workshop.root).settings, tmp_path)
    assert [file.name for file in files] == ["fi.mo"]


# --- recorded figures ----------------------------------------------------------------------------


def test_stamp_ignores_comments_and_docstrings() -> None:
    """A better comment does not ask for 360,000 new games; another number does."""
    code = (
        'X = 1\n"""One."""\n\ndef f(a: int) -> int:\n    """Adds."""\n    return a + X  # plainly\n'
    )
    same = 'X = 1\n"""The one."""\n\n\ndef f(a):\n    return (a + X)\n'
    assert code_text(code) == code_text(same)
    assert code_text(code) != code_text(code.replace("X = 1", "X = 2"))
    assert code_text(code) != code_text(code.replace("a + X", "a - X"))


def test_stamp_depends_on_the_rules() -> None:
    """Other rules, other figures."""
    assert recordings.stamp(STANDARD) == recordings.stamp(Rules())
    assert recordings.stamp(STANDARD) != recordings.stamp(Rules(face_down=1))


def test_record_writes_what_a_build_reads(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Summaries for 2, 3 and 4 players and a first deal; a second run has nothing to do."""
    monkeypatch.setattr(record, "GAMES", 60)
    content = load(workshop.root)
    record.record(workshop.root, content.variants, lambda _: None)
    content = load(workshop.root)
    assert list(record.stale(content.variants, content.recorded)) == []
    found = content.recorded[STANDARD_ID]
    assert found.summaries[3] == simulate(STANDARD, 3, 60, recordings.SEED)
    assert found.first is not None
    assert record.opens_well(found.first)
    workshop.edit("content/variants/peace/rules.toml", "face_down = 5", "face_down = 4")
    content = load(workshop.root)
    assert [variant.id for variant in record.stale(content.variants, content.recorded)] == ["peace"]


def test_record_makes_a_missing_pool_without_simulating(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where only a deal of the pool is gone, the same deal comes back, a strange one goes, and the
    figures stay."""
    monkeypatch.setattr(record, "GAMES", 60)
    variants = load(workshop.root).variants
    record.record(workshop.root, variants, lambda _: None)
    before = {
        file: file.read_bytes() for file in (workshop.root / recordings.FOLDER).rglob("*.json")
    }
    workshop.remove(recordings.pool_path("peace", recordings.pool_deals()[5]))
    workshop.write(recordings.pool_path("peace", "00000000"), "{}")
    found = record.read_all(workshop.root, variants)
    todo = list(record.stale(variants, found))
    assert [variant.id for variant in todo] == ["peace"]
    monkeypatch.delattr(record, "simulate")
    monkeypatch.setattr(record, "first_deal", None)
    record.record(workshop.root, [variants[1]], lambda _: None, found)
    assert before == {
        file: file.read_bytes() for file in (workshop.root / recordings.FOLDER).rglob("*.json")
    }


def test_a_pool_is_in_the_site(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each deal of a pool is a small file of its own, under a name that changes with it, in the
    order of the pool."""
    monkeypatch.setattr(record, "GAMES", 60)
    record.record(workshop.root, load(workshop.root).variants, lambda _: None)
    found = load(workshop.root).recorded["peace"]
    files = recordings.pool_files("peace", found)
    assert files.items() <= workshop.build().files.items()
    assert [Recording.from_json(text.decode()).deal for text in files.values()] == list(
        recordings.pool_deals()
    )
    assert len(files) == recordings.POOL_SIZE == len(set(recordings.pool_deals()))
    assert found.first is not None
    assert found.first.deal not in recordings.pool_deals()


def test_first_deal_opens_well() -> None:
    """Near the median, a war among the first ten battles, not in the first."""
    deal = record.first_deal(STANDARD, 205)
    assert abs(deal.result.battles - 205) <= 10
    assert record.opens_well(deal)
    assert Recording.from_json(deal.to_json()) == deal


def test_unreadable_recording_says_what_to_run(workshop: Workshop) -> None:
    """A recording that somebody edited by hand."""
    workshop.write("content/recorded/war.json", "{}")
    with pytest.raises(
        ContentError, match=r"war\.json:1: recording: not readable .* build\.py record"
    ):
        load(workshop.root)


# --- this project --------------------------------------------------------------------------------


def test_this_project_has_no_findings() -> None:
    """`build.py check` passes here."""
    assert check.check(ROOT)[1] == []


def test_the_pools_of_this_project_are_what_the_engine_plays() -> None:
    """Each recorded deal is the game that its code stands for, by the rules of its variant."""
    content = load(ROOT)
    for variant in content.variants:
        found = content.recorded[variant.id].pool
        assert found == {
            deal: play(variant.rules, 2, deal).to_json() for deal in recordings.pool_deals()
        }
