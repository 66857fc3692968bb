"""A build with memory puts into the folder what a clean build would, and renders no page that
nothing new concerns."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.output.folder import OutputFolder
from builder.output.site import Builder, build_site
from builder.tracking.cache import Cache, read_value, write_value
from tests.builder import edits
from tests.builder.small_project import BASE, ROOT, Workshop


@pytest.mark.parametrize("seed", range(24))
def test_random_edits_end_as_a_clean_build(seed: int, tmp_path: Path) -> None:
    """Input 18: after any edit, restart, crash, other version or spoilt cache, each byte is that of
    a clean build."""
    with edits.fast_clock():
        assert len(list(edits.run(seed, tmp_path))) == edits.STEPS


# --- input 6: exactly the pages that use it -------------------------------------------------------


class Project:
    """A workshop with a folder that is built again and again."""

    def __init__(self, workshop: Workshop, out: Path) -> None:
        self.shop, self.root, self.out = workshop, workshop.root, out
        for name in ("templates", "assets"):
            (self.root / name).unlink()
            shutil.copytree(ROOT / name, self.root / name)
        shutil.copytree(ROOT / "locales", self.root / "locales", dirs_exist_ok=True)
        workshop.settings('repository = "https://example.org/code"')
        for lang in ("en", "de"):
            workshop.page("sources", lang)
            workshop.page("blog", lang, body={"one": "[Peace](variant:peace)"})
        self.made()

    def made(self) -> set[str]:
        """The pages that a new build renders."""
        publisher = OutputFolder(Builder(self.root, BASE, "", cache=Cache(self.root)), self.out)
        made = publisher.publish().site.made
        publisher.save()
        return {path.removesuffix("index.html") for path in made if path.endswith(".html")}

    def pages(self) -> set[str]:
        """All pages."""
        return {
            str(file.relative_to(self.out)).removesuffix("index.html")
            for file in self.out.rglob("*.html")
        }


@pytest.fixture
def project(workshop: Workshop, tmp_path: Path) -> Project:
    return Project(workshop, tmp_path / "out")


VARIANTS_DE = {"de/war-de/", "de/variants-de/peace-de/"}
GERMAN = {"de/", "de/variants-de/", "de/blog-de/", "de/sources-de/"} | VARIANTS_DE


def in_blog(project: Project) -> None:
    project.shop.edit("content/pages/blog/de.md", "[Peace]", "[Peace, again]")


def in_title(project: Project) -> None:
    """The title of War stands on its page, above its variants, and in the lists of variants."""
    project.shop.edit("content/variants/war/de.md", '"title of war de"', '"Krieg"')


def in_footer_title(project: Project) -> None:
    project.shop.edit("content/pages/sources/de.md", '"title of sources de"', '"Quellen"')


def in_description(project: Project) -> None:
    project.shop.edit("content/variants/war/de.md", '"description of war de"', '"Alles"')


def in_message(project: Project) -> None:
    """Only pages of variants that are not War show what differs from it."""
    text = 'msgid "What is different from War"\nmsgstr "'
    project.shop.edit("locales/de.po", text, f"{text}! ")


def in_everyones_message(project: Project) -> None:
    project.shop.edit("locales/de.po", 'msgstr "Zum Inhalt springen"', 'msgstr "Zum Inhalt"')


def in_message_of_one_page(project: Project) -> None:
    text = 'msgid "Print these rules"\nmsgstr "'
    project.shop.edit("locales/de.po", text, f"{text}! ")


def in_plural_rule(project: Project) -> None:
    """Only pages that count something; the same rule in other words might say something else."""
    project.shop.edit("locales/de.po", "plural=(n != 1);", "plural=(n > 1 || n == 0);")


def in_plural_form(project: Project) -> None:
    project.shop.edit(
        "locales/de.po", "Nach %(count)s Schlachten unentschieden", "Schluss nach %(count)s"
    )


def in_template(project: Project) -> None:
    project.shop.edit("templates/prose.html", '<div class="wrap">', '<div class="wrap prose">')


def in_part(project: Project) -> None:
    """A part is used through templates that import it."""
    project.shop.edit(
        "templates/parts/table.html", '<table class="rules">', '<table class="rules all">'
    )


def in_threshold(project: Project) -> None:
    """A setting that no page shows."""
    project.shop.edit("content/site.toml", 'name = "Deutsch"', 'name = "Deutsch"\nthreshold = 90')


def in_letters(project: Project) -> None:
    """The index letters of one language stand on its cards."""
    project.shop.edit(
        "content/site.toml", 'name = "Deutsch"', 'name = "Deutsch"\nletters = "A K D B"'
    )


def in_rule(project: Project) -> None:
    project.shop.edit("content/variants/peace/rules.toml", "face_down = 5", "face_down = 4")


def in_repository(project: Project) -> None:
    project.shop.edit("content/site.toml", "example.org/code", "example.org/source")


PEACE = {f"{lang}/variants-{lang}/peace-{lang}/" for lang in ("en", "de", "da", "fi")}


@pytest.mark.parametrize(
    ("edit", "pages"),
    [
        (lambda project: None, set()),
        (in_blog, {"de/blog-de/"}),
        (in_title, {"de/", "de/variants-de/"} | VARIANTS_DE),
        (in_footer_title, GERMAN),
        (in_description, {"de/war-de/"}),
        (in_message, {"de/variants-de/peace-de/"}),
        (in_everyones_message, GERMAN),
        (in_message_of_one_page, {"de/war-de/"}),
        (in_plural_rule, VARIANTS_DE),
        (in_plural_form, {"de/variants-de/peace-de/"}),
        (in_template, {"en/blog-en/", "de/blog-de/", "en/sources-en/", "de/sources-de/"}),
        (in_part, PEACE | {f"{lang}/war-{lang}/" for lang in ("en", "de", "da", "fi")}),
        (in_threshold, set()),
        (in_rule, PEACE),
    ],
)
def test_exactly_the_pages_that_use_it_are_rendered(
    project: Project, edit: Callable[[Project], None], pages: set[str]
) -> None:
    """Input 6: one text, message, template, setting or rule changed."""
    edit(project)
    assert pages == project.made()
    clean = build_site(project.root, BASE, "").files
    assert clean == {path: (project.out / path).read_bytes() for path in clean}


def test_setting_of_one_language_concerns_that_language(project: Project) -> None:
    """Index letters are shown by whoever shows cards in that language, and by nobody else."""
    in_letters(project)
    assert {"de/", "de/variants-de/"} | VARIANTS_DE == {
        page for page in project.made() if page.startswith("de/")
    }


def test_setting_of_all_pages_renders_all_that_show_it(project: Project) -> None:
    """The repository stands in every footer; root and 404 page have none."""
    in_repository(project)
    assert project.pages() - {"", "404.html"} == project.made()


def test_template_that_an_imported_template_imports(project: Project) -> None:
    """Jinja keeps what it imports from page to page; each page that shows it depends on it all the
    same."""
    project.shop.write("templates/parts/inner.html", "{% macro inner() %}inner{% endmacro %}\n")
    project.shop.write(
        "templates/parts/outer.html",
        '{% from "parts/inner.html" import inner %}{% macro outer() %}<i>{{ inner() }}</i>{%'
        " endmacro %}\n",
    )
    project.shop.edit(
        "templates/prose.html", "{% block content %}", "{% block content %}{{ outer() }}"
    )
    project.shop.edit(
        "templates/prose.html", "{% extends", '{% from "parts/outer.html" import outer %}{% extends'
    )
    prose = {"en/blog-en/", "de/blog-de/", "en/sources-en/", "de/sources-de/"}
    assert prose == project.made()
    project.shop.edit("templates/parts/inner.html", "}inner{", "}another{")
    assert prose == project.made()
    assert "<i>another</i>" in (project.out / "de/blog-de/index.html").read_text("utf-8")


def test_many_parts_are_made_by_several_processes(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same bytes, and the same notes of what each page read."""
    alone = Builder(project.root, BASE, "", cache=Cache(project.root)).build()
    monkeypatch.setattr("builder.tracking.processes.MANY", 2)
    monkeypatch.setattr("builder.tracking.processes.PIECE", 3)
    monkeypatch.setattr("builder.tracking.processes.processors", lambda: 3)
    together = Builder(project.root, BASE, "", cache=Cache(project.root)).build()
    assert alone.files == together.files
    assert alone.leaves == together.leaves
    assert {name: (set(read), paths) for name, (read, paths) in alone.parts.items()} == {
        name: (set(read), paths) for name, (read, paths) in together.parts.items()
    }


# --- the cache ------------------------------------------------------------------------------------


def test_spoilt_file_of_the_cache_counts_as_missing(tmp_path: Path) -> None:
    """Any byte changed or cut off."""
    file = tmp_path / "value"
    write_value(file, {"a": (1, "b", b"c")})
    whole = file.read_bytes()
    assert read_value(file) == {"a": (1, "b", b"c")}
    for at in range(len(whole)):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert read_value(file) is None
        file.write_bytes(whole[:at])
        assert read_value(file) is None


def test_cache_of_another_version_is_thrown_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One version, one folder."""
    for version in ("one", "two"):
        monkeypatch.setattr("builder.tracking.cache.version", lambda version=version: version)
        kept = Cache(tmp_path)
        kept.markdown.put("a", version)
        kept.save()
    assert [folder.name for folder in (tmp_path / ".cache/build").iterdir()] == ["two"]
    assert Cache(tmp_path).markdown.get("a") == "two"


def test_build_where_nothing_can_be_kept(project: Project) -> None:
    """A project on a disk that cannot be written is built all the same."""
    shutil.rmtree(project.root / ".cache")
    (project.root / ".cache").write_text("in the way")
    shutil.rmtree(project.out)
    project.made()
    assert "en/" in project.pages()
