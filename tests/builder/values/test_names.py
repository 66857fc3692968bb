"""Names: of strays, of assets, of pages, variants, sections and addresses."""

import re
import shutil
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.assets.asset_files import KINDS, Assets, read_assets
from builder.assets.bundle import is_part
from builder.content.documents import KINDS as PAGES
from builder.runtime import pyodide
from builder.tracking.sources import STRAY, is_source, is_stray, scan, stray, strays
from builder.values.digests import hashed
from builder.values.errors import ContentError
from builder.values.headers import TYPES, is_hashed
from builder.values.slugs import LONGEST, LONGEST_ALIAS, LONGEST_ID, TAKEN, name_fault, slug_from
from builder.workshop import check, scaffold, translate
from engine import share
from engine.rules import STANDARD, Rules
from tests.builder.small_project import ROOT, RULES, Workshop

STRAYS = [
    "site.css~", "#site.css#", ".#site.css", "#site.css", ".site.css.swp", "site.css.swo", "site.css.swx",
    "site.css.un~", "4913", "site.css.bak", "site.css.BAK", "site.css.old", "site.css.orig", "site.css.rej",
    "site.css.tmp", "~site.css",
    "site.css.part", "site.css.crdownload", "site.css___jb_tmp___", "site_BASE_123.css", "site.css.LOCAL.77.css",
    ".DS_Store", "._site.css", "Icon\r", "Thumbs.db", "ehthumbs.db", "Desktop.ini", "site.lnk", "~$site.docx",
    ".~lock.site.css#", "site (conflicted copy 2024-01-01).css", "site (Anna's conflicted copy).css",
    "site.sync-conflict-20240101-101010-ABCDEFG.css", "__pycache__", "__MACOSX", "x.pyc", "node_modules",
]  # fmt: skip
"""One or more of each row of the table."""
NEIGHBOURS = [
    "site.css", "en.md", "war-2.json", "sl.po", "messages.pot", "old.css", "tmp.js", "base.html", "local.md",
    "conflict.md", "part.js", "4913.css", "swap.svg", "icon.svg", "thumbs.svg", "class.js", "download.svg",
]  # fmt: skip


OTHER = Rules(best="low", face_down=5, battle_limit=1000)


def own_assets(workshop: Workshop) -> Path:
    """A copy of the assets, and of the templates, that a test may add to."""
    for name in ("assets", "templates"):
        (workshop.root / name).unlink()
        shutil.copytree(ROOT / name, workshop.root / name)
    return workshop.root / "assets"


# --- strays --------------------------------------------------------------------------------------


def test_every_row_of_the_table_has_an_example() -> None:
    """What editors and systems leave behind is known by its name, in any case of letters."""
    assert [] == [
        name for name in STRAYS if not stray(name) or stray(name.swapcase()) != stray(name)
    ]
    assert {what for _, what in STRAY} == set(map(stray, STRAYS))


@pytest.mark.parametrize("name", NEIGHBOURS)
def test_names_like_those_of_strays_are_none(name: str) -> None:
    assert not is_stray(name)


def test_no_file_of_the_project_is_a_stray() -> None:
    assert [] == list(strays(ROOT))


@pytest.mark.parametrize("name", STRAYS)
def test_a_stray_changes_nothing_wherever_it_lies(workshop: Workshop, name: str) -> None:
    """The sources are the same with a stray file or a stray folder, and whatever is in it."""
    assets = own_assets(workshop)
    before = scan(workshop.root)
    others = (workshop.root / "templates/parts", workshop.root / "content/pages/home")
    places = [assets / "css", assets / "js/board", *others]
    for place in places:
        (place / name).write_text("{{ broken", "utf-8")
    (workshop.root / "content/pages" / name).mkdir()
    (workshop.root / "content/pages" / name / "en.md").write_text("broken", "utf-8")
    assert before == scan(workshop.root)
    left = [(place.relative_to(workshop.root) / name).as_posix() for place in places] + [
        f"content/pages/{name}"
    ]
    assert sorted(left) == sorted(path for path, _ in strays(workshop.root))
    assert [] == [path for path in left if is_source(path)]


def test_a_stray_leaves_the_site_as_it_was(workshop: Workshop) -> None:
    """Neither published nor named by the service worker; one that leads nowhere is no fault."""
    assets, before = own_assets(workshop), dict(workshop.build().files)
    (assets / "css/site.css~").write_text("body {}", "utf-8")
    (assets / "js/board/first/.#main.js").symlink_to("somebody@somewhere.123:456")
    (workshop.root / "content/pages/home/.#en.md").symlink_to("somebody@somewhere.123:456")
    assert before == dict(workshop.build().files)


def test_strays_are_neither_extracted_nor_packed(tmp_path: Path) -> None:
    """Messages and the engine's modules are looked for by the same rule."""
    for name in ("engine", "builder", "templates", "assets", "pyproject.toml"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    before = pyodide.inputs_digest(tmp_path), translate.to_bytes(translate.extract(tmp_path))
    for path in (
        "engine/.#game.py",
        "templates/.#base.html",
        "assets/js/board/first/.#main.js",
        "builder/.#views.py",
    ):
        (tmp_path / path).symlink_to("somebody@somewhere.123:456")
    (tmp_path / "engine/game (conflicted copy).py").write_text("broken(", "utf-8")
    (tmp_path / "assets/js/board/first/main_BASE_1.js").write_text('gettext("stray")', "utf-8")
    assert before == (
        pyodide.inputs_digest(tmp_path),
        translate.to_bytes(translate.extract(tmp_path)),
    )
    assert pyodide.modules(ROOT / "engine") == pyodide.modules(tmp_path / "engine")


# --- assets --------------------------------------------------------------------------------------


def test_what_is_published_is_known_to_every_host() -> None:
    assert set() == set(KINDS) - set(TYPES)


@given(st.from_regex(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,30}", fullmatch=True), st.sampled_from(KINDS))
def test_every_published_name_changes_with_its_content(stem: str, kind: str) -> None:
    """So that a host may let browsers keep all of them; an address needs no escape for it."""
    name = hashed(f"{stem}{kind}", b"")
    assert is_hashed(f"assets/{name}")
    assert name == quote(name)


@pytest.mark.parametrize(
    "name", ["font.woff2", "README.md", "notes", "deck.psd", "deck.SVG", "a b.xcf", "main.ts"]
)
def test_a_file_of_another_kind_is_left_out_and_named(workshop: Workshop, name: str) -> None:
    """It is not published, and `check` says so, with what to do."""
    (own_assets(workshop) / "icons" / name).write_text("text", "utf-8")
    site = workshop.build()
    assert [] == [
        path
        for path in site.files
        if name.partition(".")[0] in path.partition("/icons/")[2].split(".")
    ]
    found = [line for line in check.unread(workshop.root) if "icons" in line]
    assert [f"assets/icons/{name}:1: kind: not published — use one of {', '.join(KINDS)}"] == found


@pytest.mark.parametrize(
    "name",
    ["deck#2.svg", "a b.svg", "ä.svg", "100%.svg", "a?b.css", "a&b.svg", 'a"b.svg', "a'b.svg", "a+b.svg", "a\nb.svg",
     "a,b.svg", "a;b.svg", "a<b.svg", "a\\b.svg", "-/a(1).svg", "ﬁ.svg", "a" * 97 + ".svg", "x y/a.svg"],
)  # fmt: skip
def test_letters_that_addresses_need_escaped_are_refused(workshop: Workshop, name: str) -> None:
    """With the file and what to do."""
    file = own_assets(workshop) / "icons" / name
    file.parent.mkdir(exist_ok=True)
    file.write_text("<svg/>", "utf-8")
    said = r"(?s)^assets/icons/.*name: .* cannot stand in an address — use letters"
    with pytest.raises(ContentError, match=said) as caught:
        workshop.build()
    assert f"assets/icons/{name}" == caught.value.path


def test_two_names_differ_in_more_than_capitals(workshop: Workshop) -> None:
    """On many disks they are one file."""
    assets = own_assets(workshop)
    (assets / "icons/Icon.svg").write_text("<svg/>", "utf-8")
    if len(list((assets / "icons").iterdir())) == 1:
        pytest.skip("this disk is one of them")
    with pytest.raises(
        ContentError,
        match=r"^assets/icons/icon\.svg:1: name: .*Icon\.svg differs from it in capitals",
    ):
        workshop.build()


def test_the_real_assets_are_all_published() -> None:
    """Each by itself, a script in a bundle, or a part in the style sheet that imports it."""
    files = {path for path in scan(ROOT) if path.startswith("assets/")}
    assert [] == list(check.unread(ROOT))
    shown = read_assets(ROOT / "assets")
    assert isinstance(shown, Assets)
    parts = {path for path in files if is_part(path.removeprefix("assets/"))}
    whole = {path for path in files if not path.startswith("assets/js/")} - parts
    assert whole <= {f"assets/{name}" for name in shown.paths}
    sheets = "".join((ROOT / path).read_text("utf-8") for path in whole if path.endswith(".css"))
    assert parts == {
        f"assets/css/{name}" for name in re.findall(r'^@import "\./(.+)";$', sheets, re.MULTILINE)
    }


# --- slugs and ids -------------------------------------------------------------------------------

BAD = [
    "house rules", "house#1", "FAQ", "a--b", "-a", "a-", "a_b", "a.b", "ä", "a\nb", "50%",
    "con", "nul", "com1", "lpt9",
]  # fmt: skip


@given(st.text(alphabet="abc 1ä-#.", max_size=300), st.sampled_from(["en", "de"]))
def test_a_name_that_passes_fits_everywhere(name: str, lang: str) -> None:
    """In an address without an escape, and on a disk with a digest and the endings of packed
    files."""
    if name_fault(name) is None:
        assert name == quote(name, safe="")
        assert LONGEST >= len(name.encode())
    made = slug_from(name, lang)
    assert not made or made in TAKEN or name_fault(made) is None


def test_a_long_title_makes_a_slug_of_whole_words(workshop: Workshop) -> None:
    """As many as there is room for; a word that is longer than that is cut."""
    workshop.page("blog", "en", title="word " * 100, slug="")
    slug = "-".join(["word"] * 16)
    assert LONGEST - 1 == len(slug)
    assert f"en/{slug}/index.html" in workshop.build().files
    assert "x" * LONGEST == slug_from("x" * 300, "en")


@pytest.mark.parametrize("slug", [*BAD, "x" * (LONGEST + 1), "x" * 260])
def test_a_slug_that_no_address_or_disk_takes_is_named_by_line(
    workshop: Workshop, slug: str
) -> None:
    path = workshop.page("blog", "en", slug=slug)
    with pytest.raises(ContentError) as caught:
        workshop.build()
    text = (workshop.root / path).read_text("utf-8").split("\n")
    assert (path, "slug") == (caught.value.path, caught.value.field)
    assert text[caught.value.line - 1].startswith("slug = ")
    assert 300 > len(str(caught.value))


@pytest.mark.parametrize("id_", [*BAD, "x" * (LONGEST_ID + 1), "x" * 240])
@pytest.mark.parametrize("folder", ["pages", "variants"])
def test_a_folder_that_is_no_id_is_named(workshop: Workshop, folder: str, id_: str) -> None:
    """With what to do; nothing is built."""
    workshop.page(id_, "en", folder=folder, slug="blog")
    if folder == "variants":
        workshop.write(f"content/variants/{id_}/rules.toml", RULES["war"])
    with pytest.raises(ContentError, match="rename the folder") as caught:
        workshop.build()
    assert f"content/{folder}/{id_}" == caught.value.path


@pytest.mark.parametrize("id_", [*BAD, "", "../x", "x" * (LONGEST_ID + 1), *PAGES])
def test_a_new_variant_has_an_id_by_the_same_rule(workshop: Workshop, id_: str) -> None:
    before = scan(workshop.root)
    with pytest.raises(ContentError, match=r"^content/variants:1: variant: |is there already"):
        scaffold.new_variant(workshop.root, id_)
    assert before == scan(workshop.root)


def test_every_id_fits_into_a_shared_game() -> None:
    """The longest id with everything that a link can say is no longer than a link may be."""
    id_ = "x" * LONGEST_ID
    presets = {id_: STANDARD}
    code = share.write(share.SharedGame(id_, OTHER, 4, "7K3Q9F2A", 9_999_999), presets)
    assert OTHER == share.read(code, presets).rules


@pytest.mark.parametrize("id_", ["House", "a_b", "1--2", "x" * (LONGEST + 1), "ä", "con"])
def test_an_id_of_a_section_follows_the_rule(workshop: Workshop, id_: str) -> None:
    path = workshop.page("blog", "en", body={"one": "Text.", id_: "Text."})
    with pytest.raises(ContentError, match=f"^{path}:12: section: ") as caught:
        workshop.build()
    assert 300 > len(str(caught.value))


@pytest.mark.parametrize(
    "alias",
    [
        "x" * LONGEST_ALIAS + "/",
        "a/" * 150,
        "en/" + "x" * 300 + ".html",
        "con/",
        "en/aux.html",
        "Assets/x/",
    ],
)
def test_an_alias_that_no_disk_takes_is_named_by_line(workshop: Workshop, alias: str) -> None:
    path = workshop.page("blog", "en")
    line = workshop.edit(path, 'title = "', f'aliases = ["{alias}"]\ntitle = "')
    with pytest.raises(ContentError, match=f"^{path}:{line}: aliases: "):
        workshop.build()


@pytest.mark.parametrize(
    "code", ["../x", "EN", "x" * 300, "", "en/x", "e n", "en_US", "en-us", "zxx-", "con", "aux"]
)
def test_a_language_has_a_code_that_is_one(workshop: Workshop, code: str) -> None:
    """In site.toml, and for the command that begins one; nothing is written."""
    before = scan(workshop.root)
    with pytest.raises(ContentError, match=r"^content/site\.toml:1: code: ") as caught:
        scaffold.init_language(workshop.root, code)
    assert 300 > len(str(caught.value))
    assert before == scan(workshop.root)
    workshop.settings(f'[[languages]]\ncode = "{code}"\nname = "X"\n')
    with pytest.raises(ContentError, match=r"^content/site\.toml:4: code: "):
        workshop.build()


def test_names_of_files_stay_short(workshop: Workshop) -> None:
    """The longest slugs and ids that are allowed make names that every disk takes, packed and by
    digest."""
    id_, slug = "x" * LONGEST_ID, "y" * LONGEST
    for lang in workshop.languages:
        workshop.page("variants", lang, slug=slug)
    shutil.copytree(
        workshop.root / "content/variants/peace", workshop.root / f"content/variants/{id_}"
    )
    workshop.page(id_, "en", folder="variants", slug="z" * LONGEST)
    workshop.edit(
        f"content/variants/{id_}/rules.toml", 'steps = ["deal", "turn"]', 'steps = ["deal"]'
    )
    for lang in set(workshop.languages) - {"en"}:
        workshop.remove(f"content/variants/{id_}/{lang}.md")
    files = workshop.build().files
    assert f"en/{slug}/{'z' * LONGEST}/index.html" in files
    assert 255 - len(".br") >= max(len(name.encode()) for path in files for name in path.split("/"))
