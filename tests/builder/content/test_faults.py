"""Wrong content stops the build with file, line, field and what to do."""

import shutil
from collections.abc import Callable

import pytest

from builder.values.errors import ContentError
from tests.builder.small_project import ROOT, Workshop

PEACE = "content/variants/peace/de.md"
RULES = "content/variants/peace/rules.toml"
SITE = "content/site.toml"
HOME = "content/pages/home/da.md"
PO = "locales/de.po"
HEADER = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
)


def replaced(path: str, old: str, new: str) -> Callable[[Workshop], int]:
    """A change of one text, at whose line the fault is."""
    return lambda workshop: workshop.edit(path, old, new)


def message(text: str) -> Callable[[Workshop], int]:
    """A message in the German catalog, at whose first line the fault is."""

    def change(workshop: Workshop) -> int:
        workshop.write(PO, HEADER + text)
        return HEADER.count("\n") + 1

    return change


TITLE = 'title = "title of peace de"'
FAULTS: dict[str, tuple[Callable[[Workshop], int], str, str, str]] = {
    "no title": (replaced(PEACE, TITLE + "\n", ""), PEACE, "title", "missing"),
    "empty title": (replaced(PEACE, TITLE, 'title = " "'), PEACE, "title", "empty"),
    "title that is a number": (replaced(PEACE, TITLE, "title = 3"), PEACE, "title", "not a text"),
    "misspelt"
    " field": (replaced(PEACE, TITLE, TITLE + '\ntilte = "x"'), PEACE, "tilte", "unknown field"),
    "TOML without"
    " end": (replaced(PEACE, TITLE, 'title = "Frieden'), PEACE, "TOML", "correct the line"),
    "slug with"
    " capitals": (replaced(PEACE, '"peace-de"', '"Größe"'), PEACE, "slug", 'slug = "groesse"'),
    "slug of the home page": (replaced(HOME, "+++\ntitle", '+++\nslug = "x"\ntitle'), HOME, "slug", "leave slug out"),
    "no front matter": (lambda w: w.edit(HOME, "+++\ntitle", "title") and 1, HOME, "front matter", "missing"),
    "unknown section": (replaced(PEACE, "## Heading {#what}", "## H {#whta}"), PEACE, "#whta", "unknown section"),
    "section without id": (replaced(PEACE, "## Heading {#what}", "## Heading"), PEACE, "section", "has no id"),
    "text before sections": (
        replaced(PEACE, "\n## Heading {#what}", "Hm.\n## Heading {#what}"), PEACE, "body", "before the first section",
    ),
    "skipped"
    " heading": (replaced(PEACE, "### Two", "##### Two"), PEACE, "heading", "order of headings"),
    "first heading": (replaced(PEACE, "### Two", "# Two"), PEACE, "heading", "order of headings"),
    "raw HTML": (replaced(PEACE, "### Two\n\nText.", "### Two\n\n<b>x</b>"), PEACE, "body", "raw HTML"),
    "figure nobody knows": (replaced(PEACE, "### Two", "### Two {mode:war:2}"), PEACE, "figure", "no such figure"),
    "figure not recorded": (replaced(PEACE, "### Two", "### Two {mean:war:2}"), PEACE, "figure", "build.py record"),
    "figure in front"
    " matter": (replaced(PEACE, TITLE, 'title = "{median}"'), PEACE, "figure", "{median}"),
    "remark on no row": (
        replaced(PEACE, "+++\n\n## Heading {#what}", '[remarks]\njoins = "x"\n+++\n\n## Heading {#what}'),
        PEACE, "remarks", "no row",
    ),
    "unknown rule": (replaced(RULES, "face_down = 5", "face_dwon = 5"), RULES, "face_dwon", "there is no such rule"),
    "unknown"
    " value": (replaced(RULES, '"low"', '"lowest"'), RULES, "best", "choose high, low or round"),
    "value out of range": (replaced(RULES, "face_down = 5", "face_down = 16"), RULES, "face_down", "from 0 to 15"),
    "option that no board offers": (
        replaced(RULES, "battle_limit = 1000", 'battle_limit = 1000\n[options]\ndeck = [36, 52]'),
        RULES, "deck", "use one of: hand_size, face_down",
    ),
    "option out of range": (
        replaced(RULES, "battle_limit = 1000", "battle_limit = 1000\n[options]\nhand_size = [5, 99]"),
        RULES, "hand_size", "99",
    ),
    "no order": (replaced(RULES, "order = 2\n", ""), RULES, "order", "missing — add order = 2"),
    "order that is"
    " no number": (replaced(RULES, "order = 2", 'order = "2"'), RULES, "order", "whole number"),
    "no emblem": (replaced(RULES, 'emblem = ["As", "Kd", "2h"]\n', ""), RULES, "emblem", "missing — add emblem"),
    "unknown"
    " tint": (replaced(RULES, '"sky"', '"sunny"'), RULES, "tint", "with one of: sky, brass,"),
    "no tint": (
        replaced(RULES, 'tint = "sky"\n', ""), RULES, "tint", 'missing — add tint = "…" with one of: sky, brass,',
    ),
    "tint that is a"
    " number": (replaced(RULES, '"sky"', "3"), RULES, "tint", "with one of: sky, brass,"),
    "empty tint": (replaced(RULES, '"sky"', '""'), RULES, "tint", "empty — write tint = "),
    "emblem that is no card": (replaced(RULES, '"2h"', '"1h"'), RULES, "emblem", "not a card"),
    "unknown picture": (replaced(RULES, '"turn"]', '"trun"]'), RULES, "steps", "'trun' is unknown — write steps ="),
    "no steps": (
        replaced(RULES, 'steps = ["deal", "turn"]\n', ""), RULES, "steps",
        'missing — add steps = ["…", "…"] with some of: deal, turn,',
    ),
    "unknown direction": (
        replaced(SITE, 'name = "Dansk"', 'name = "Dansk"\ndir = "up"'), SITE, "dir", "with one of: ltr, rtl",
    ),
    "unknown setting": (replaced(SITE, 'base_url = ""', 'base_ulr = ""'), SITE, "base_ulr", "unknown field"),
    "base URL without host": (replaced(SITE, 'base_url = ""', 'base_url = "x.org"'), SITE, "base_url", "address"),
    "source"
    " not in"
    " the"
    " list": (replaced(SITE, 'source = "en"', 'source = "sv"'), SITE, "source", "one of: en, de"),
    "bad language code": (replaced(SITE, 'code = "da"', 'code = "danish"'), SITE, "code", "BCP 47"),
    "unknown language": (replaced(SITE, 'code = "da"', 'code = "qq"'), SITE, "code", "Babel does not know"),
    "language twice": (replaced(SITE, 'code = "da"', 'code = "de"'), SITE, "code", "listed twice"),
    "three index"
    " letters": (replaced(SITE, 'name = "Dansk"', 'letters = "A K D"'), SITE, "letters", "four"),
    "missing placeholder": (
        message('msgid "Battle %(number)s"\nmsgstr "Schlacht"\n'), PO, "msgstr", "%(number)s is missing",
    ),
    "unknown placeholder": (
        message('msgid "Battle %(number)s"\nmsgstr "Schlacht %(nummer)s %(number)s"\n'), PO, "msgstr", "%(nummer)s",
    ),
    "broken placeholder": (
        message('msgid "Battle %(number)s"\nmsgstr "Schlacht %(number)s %(number"\n'),
        PO, "msgstr", "broken placeholder",
    ),
    "missing placeholder in a plural": (
        message('msgid "%(n)s card"\nmsgid_plural "%(n)s cards"\nmsgstr[0] "%(n)s Karte"\nmsgstr[1] "Karten"\n'),
        PO, "msgstr", "%(n)s is missing",
    ),
    "plural rule that cannot be read": (
        lambda w: w.write(PO, HEADER.replace("n != 1", "n !! 1")) and 4, PO, "catalog", "nplurals=2; plural=(n != 1);",
    ),
    "unknown encoding": (
        lambda w: w.write(PO, HEADER.replace("utf-8", "klingon")) and 3, PO, "catalog", "write charset=utf-8",
    ),
}  # fmt: skip


NEAR = (
    "no title", "no order", "no emblem", "no tint", "no steps", "unknown direction",
    "text before sections", "slug of the home page", "remark on no row", "option out of range",
    "option that no board offers",
    "misspelt field", "raw HTML", "first heading", "three index letters",
)  # fmt: skip
"""Here the fault stands a line or two from the text that the test replaced."""


@pytest.mark.parametrize("name", FAULTS)
def test_wrong_content_is_named_by_file_line_and_field(workshop: Workshop, name: str) -> None:
    """The error says where, what and what to do; the line is where the fault stands."""
    change, path, field, said = FAULTS[name]
    line = change(workshop)
    with pytest.raises(ContentError) as caught:
        workshop.build(None)
    error = caught.value
    assert (error.path, error.field) == (path, field)
    assert said in f"{error.message} — {error.hint}"
    assert error.hint
    assert abs(error.line - line) <= (3 if name in NEAR else 0), str(error)


def test_error_is_one_line() -> None:
    """What the command line prints."""
    error = ContentError(
        "content/variants/peace/de.md", 3, "slug", "empty", 'write slug = "frieden"'
    )
    assert str(error) == 'content/variants/peace/de.md:3: slug: empty — write slug = "frieden"'


@pytest.mark.parametrize(
    "path", ["css/site.css", "js/theme.js", "js/board/first/main.js", "icons/icon.svg"]
)
def test_asset_that_is_half_saved_is_named(workshop: Workshop, path: str) -> None:
    """Bytes that are no text, as editors leave them for a moment."""
    (workshop.root / "assets").unlink()
    shutil.copytree(ROOT / "assets", workshop.root / "assets")
    (workshop.root / "assets" / path).write_bytes(b"<svg \xff")
    with pytest.raises(ContentError) as caught:
        workshop.build()
    assert caught.value.path == f"assets/{path}"
    assert caught.value.hint


def test_variant_that_has_the_name_of_a_page(workshop: Workshop) -> None:
    """One of the two would be shown in the place of the other."""
    workshop.page("peace", "en")
    with pytest.raises(
        ContentError, match=r"variants/peace/rules.toml:1: variant: 'peace' is also a page"
    ):
        workshop.build()


def test_missing_section(workshop: Workshop) -> None:
    """A page lacks a section that its kind has."""
    workshop.edit(PEACE, "\n## Heading {#history}\n\nText.\n", "")
    with pytest.raises(ContentError, match="#history: missing section"):
        workshop.build()


def test_sections_out_of_order(workshop: Workshop) -> None:
    """All sections, in another order."""
    text = (workshop.root / PEACE).read_text()
    workshop.write(
        PEACE,
        text.replace("{#what}", "{#x}")
        .replace("{#history}", "{#what}")
        .replace("{#x}", "{#history}"),
    )
    with pytest.raises(ContentError, match="sections: twice or out of order"):
        workshop.build()


def test_steps_and_pictures_must_be_as_many(workshop: Workshop) -> None:
    """A step without a picture, or a picture without a step."""
    line = workshop.edit(PEACE, "\n### Two\n\nText.\n", "")
    with pytest.raises(ContentError, match=r"1 steps, but .* names 2 pictures") as caught:
        workshop.build()
    assert 0 < caught.value.line < line


def test_one_address_for_two_pages_names_both_files(workshop: Workshop) -> None:
    """A slug that is taken."""
    for page in ("sources", "compare"):
        workshop.page(page, "en", slug="same")
    with pytest.raises(ContentError) as caught:
        workshop.build()
    assert (
        "content/pages/sources/en.md and content/pages/compare/en.md have the same address"
        " /en/same/" in str(caught.value)
    )


def test_text_in_a_language_that_the_site_lacks(workshop: Workshop) -> None:
    """A file for a language that is not in site.toml."""
    workshop.page("home", "sv")
    with pytest.raises(
        ContentError, match=r"home/sv\.md:1: language: 'sv' is not a language of the site"
    ):
        workshop.build()


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("content/pages/blog/2026/de.md", "content/pages/blog-2026/de.md"),
        ("content/pages/a/b/c/en.md", "content/pages/a-b-c/en.md"),
        ("content/pages/blog.md", "content/pages/blog/en.md"),
        ("content/pages/de.md", "content/pages/…/de.md"),
        ("content/variants/de.md", "content/variants/…/de.md"),
        ("content/variants/peace/more/de.md", "content/variants/peace-more/de.md"),
    ],
)
def test_text_outside_the_folder_of_a_page(workshop: Workshop, path: str, place: str) -> None:
    """A file one folder too deep or too shallow would be no page, and nobody would know."""
    workshop.page("blog", "en")
    workshop.build()
    workshop.write(path, (workshop.root / "content/pages/blog/en.md").read_text("utf-8"))
    with pytest.raises(ContentError) as caught:
        workshop.build()
    assert str(caught.value) == f"{path}:1: page: not in the folder of a page — move it to {place}"


def test_ordinary_page_says_what_it_lacks(workshop: Workshop) -> None:
    """Any folder of content/pages may be a page; what every page needs it needs too."""
    workshop.write("content/pages/blog/en.md", "+++\n+++\n")
    with pytest.raises(ContentError, match=r"content/pages/blog/en\.md:2: title: missing"):
        workshop.build()


def test_ordinary_page_names_each_section_once(workshop: Workshop) -> None:
    """Its sections are whatever they are, but a link must know which one it means."""
    path = workshop.page("blog", "en", body={})
    text = (workshop.root / path).read_text("utf-8")
    workshop.write(path, text + "\n## One {#one}\n\nText.\n\n## Two {#one}\n\nText.\n")
    with pytest.raises(ContentError, match=r"blog/en\.md:\d+: #one: this id stands twice"):
        workshop.build()


@pytest.mark.parametrize("page", ["root", "home", "not-found"])
def test_each_language_needs_its_fixed_pages(workshop: Workshop, page: str) -> None:
    """A language without a home cannot be chosen."""
    workshop.remove(f"content/pages/{page}/fi.md")
    with pytest.raises(ContentError, match=f"'fi' has no {page} page"):
        workshop.build()


def test_file_that_is_not_utf8(workshop: Workshop) -> None:
    """The line of the first byte that cannot be read."""
    (workshop.root / HOME).write_bytes(b'+++\ntitle = "Gr\xf8n"\n+++\n')
    with pytest.raises(ContentError, match=r"home/da\.md:2: encoding: not UTF-8"):
        workshop.build()


@pytest.mark.parametrize(
    "line", ["nonsense", "msgstr nonsense", 'msgstr "y', 'msgstr "a"b"', 'msgstr "y\\"']
)
def test_catalog_that_cannot_be_read(workshop: Workshop, line: str) -> None:
    """A catalog that is no catalog: Babel alone would take some of these for texts."""
    workshop.write(PO, f'{HEADER}msgid "x"\n{line}\n')
    with pytest.raises(ContentError) as caught:
        workshop.build()
    assert (caught.value.path, caught.value.line) == (PO, HEADER.count("\n") + 2)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("{{ page.nothing }}", "nothing"),
        ("{{ 1 + 'a' }}", "TypeError: unsupported operand"),
        ("{{ 1 // 0 }}", "ZeroDivisionError: "),
        ("{% include 'no.html' %}", "no.html"),
        ("{% if %}", "Expected"),
    ],
)
def test_template_fault_names_template_and_line(workshop: Workshop, code: str, said: str) -> None:
    """A name that no view gives, or whatever else Python can run into."""
    (workshop.root / "templates").unlink()
    workshop.write("templates/base.html", f"<html>\n{code}</html>")
    workshop.write(
        "templates/social.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
    )
    for kind in ("root", "home", "not-found", "variants", "variant"):
        workshop.write(f"templates/{kind}.html", '{% extends "base.html" %}')
    with pytest.raises(ContentError, match=said) as caught:
        workshop.build()
    assert (caught.value.path, caught.value.line) == ("templates/base.html", 2)
