"""Laws of where a project lies and what it is read from: no letter's case, end of line, link or
terminal changes it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

import build
from builder.content.load import direction_of, read_settings
from builder.output.hosts import HostError, release_before
from builder.output.site import build_site
from builder.output.writing import ForeignFolderError, clear_way, write
from builder.runtime.pyodide import _source, build_wheel, inputs_digest
from builder.tracking.sources import scan
from builder.values.errors import ContentError
from builder.workshop.pseudo import Copy
from tests.builder.output.test_writing import tree
from tests.builder.small_project import ROOT, Workshop

# --- names and places of texts -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("EN.MD", "en.md"),
        ("en.MD", "en.md"),
        ("De.md", "de.md"),
        ("DE.Md", "de.md"),
        ("en.markdown", "en.md"),
        ("EN.Mkd", "en.md"),
        ("pt_br.md", "pt-BR.md"),
        ("PT-BR.MD", "pt-BR.md"),
        ("pt-BR.markdown", "pt-BR.md"),
    ],
)
@pytest.mark.parametrize(
    "folder", ["content/pages/blog", "content/variants/peace", "content/pages"]
)
def test_a_text_under_another_spelling_is_named_with_the_right_one(
    folder: str, name: str, wanted: str, tmp_path: Path
) -> None:
    """It was counted as nothing at all, and the page was not there."""
    shop = Workshop(tmp_path / "project", {"en": "English", "de": "Deutsch", "pt-BR": "Português"})
    shop.write(f"{folder}/{name}", "+++\n+++\n")
    with pytest.raises(ContentError) as caught:
        shop.build()
    assert f"{folder}/{name}" == caught.value.path
    if folder != "content/pages" or not name.endswith(".md"):
        assert f"rename it to {wanted}" == caught.value.hint


@pytest.mark.parametrize(
    "folder",
    [
        "assets",
        "content",
        "locales",
        "templates",
        "content/variants",
        "content/pages",
        "content/recorded",
    ],
)
def test_a_file_in_place_of_a_folder_is_an_error_and_not_an_empty_folder(
    folder: str, workshop: Workshop
) -> None:
    place = workshop.root / folder
    if place.is_symlink():
        place.unlink()
    shutil.rmtree(place, ignore_errors=True)
    workshop.write(folder, "mine")
    with pytest.raises(ContentError) as caught:
        workshop.build()
    assert (
        f"{folder}:1: folder: a file lies where this folder must be" in str(caught.value)
        or folder == "content"
    )


@pytest.mark.parametrize("name", ["Variants", "PAGES", "Recorded"])
def test_a_folder_under_another_spelling_is_named(name: str, workshop: Workshop) -> None:
    """A site without variants was built of it."""
    workshop.write(f"content/{name}/x/en.md", "+++\n+++\n")
    with pytest.raises(
        ContentError, match=f"^content/{name}:1: folder: .* — rename it to content/{name.lower()}$"
    ):
        workshop.build()


# --- direction -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code",
    ["ar", "ar-EG", "he", "fa", "ur", "yi", "ps", "dv", "ckb", "az-Arab", "en-Arab", "ff-Adlm"],
)
def test_a_language_runs_as_its_script_does(code: str) -> None:
    """From right to left without being told."""
    assert "rtl" == direction_of(code)


@pytest.mark.parametrize(
    "code", ["en", "de", "zh-Hant", "ar-Latn", "ur-Latn", "sd-Deva", "mn-Mong", "az", "pt-BR"]
)
def test_every_other_language_runs_from_left_to_right(code: str) -> None:
    assert "ltr" == direction_of(code)


@pytest.mark.parametrize(
    ("block", "wanted"),
    [
        ('code = "ar"', "rtl"),
        ('code = "ar"\ndir = "ltr"', "ltr"),
        ('code = "ar-Latn"', "ltr"),
        ('code = "sv"', "ltr"),
    ],
)
def test_what_site_toml_says_goes_before(block: str, wanted: str, workshop: Workshop) -> None:
    workshop.settings(f'[[languages]]\n{block}\nname = "A"\ndraft = true\n\n')
    assert wanted == read_settings(workshop.root).languages[0].dir


# --- what lies in the way ------------------------------------------------------------------------

FILES = {
    "index.html": b"root",
    "en/index.html": b"home",
    "en/rules/index.html": b"rules",
    "a/b.css": b"css",
}


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("place", ["en/rules", "a", "new"])
def test_a_file_of_ones_own_where_a_folder_must_come_is_one_sentence(
    place: str, is_first: bool, tmp_path: Path
) -> None:
    """Nothing is written then; with the file gone the next build is as if nothing had been."""
    out = tmp_path / "site"
    write(
        {"index.html": b"root"} if is_first else {"index.html": b"old", "en/index.html": b"home"},
        out,
    )
    (out / place).parent.mkdir(exist_ok=True)
    (out / place).write_text("mine")
    before = tree(out)
    files = {**FILES, "new/index.html": b"new"}
    with pytest.raises(
        ForeignFolderError, match=f"{place}: here lies a file that no build made, where a folder"
    ) as caught:
        write(files, out)
    assert 1 == len(str(caught.value).splitlines())
    assert before == tree(out)
    (out / place).unlink()
    write(files, out)
    write(files, tmp_path / "clean")
    assert tree(tmp_path / "clean") == tree(out)


@pytest.mark.parametrize("content", [None, "mine"])
def test_a_folder_of_ones_own_where_a_file_must_come_is_one_sentence(
    content: str | None, tmp_path: Path
) -> None:
    """Unless it is empty, or nothing but old files of the site lie in it."""
    out = tmp_path / "site"
    write({"index.html": b"root"}, out)
    (out / "404.html/x").mkdir(parents=True)
    if content:
        (out / "404.html/x/y").write_text(content)
        with pytest.raises(
            ForeignFolderError,
            match=r"404\.html: here lies a folder that no build made, where a file",
        ):
            write({**FILES, "404.html": b""}, out)
        assert b"root" == (out / "index.html").read_bytes()
    else:
        write({**FILES, "404.html": b"lost"}, out)
        assert b"lost" == (out / "404.html").read_bytes()


@pytest.mark.parametrize(("before", "now"), [("a", "a/b/c"), ("a/b/c", "a"), ("a/b", "a/b/c")])
def test_old_files_of_the_site_are_in_nobodys_way(before: str, now: str, tmp_path: Path) -> None:
    """What was a file may become a folder, and the other way."""
    out = tmp_path / "site"
    write({"index.html": b"", before: b"old"}, out)
    write({"index.html": b"", now: b"new"}, out)
    write({"index.html": b"", now: b"new"}, tmp_path / "clean")
    assert tree(tmp_path / "clean") == tree(out)


def test_a_link_to_a_folder_is_in_nobodys_way(tmp_path: Path) -> None:
    """Only one to nowhere is."""
    (tmp_path / "site").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "site/en").symlink_to(tmp_path / "elsewhere")
    clear_way(tmp_path / "site", FILES, set())
    (tmp_path / "elsewhere").rmdir()
    with pytest.raises(ForeignFolderError):
        clear_way(tmp_path / "site", FILES, set())


# --- the release before --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keep", "said"),
    [
        ("none", "there is no such folder — leave --keep out for the first release"),
        ("empty", "here is no release — give the folder of one, built with --host nginx"),
        ("other", "here is no release — give the folder of one, built with --host nginx"),
        ("file", "this is a file — give the folder of the release before"),
        ("out", "--out writes into the same folder — copy the release before"),
        ("out/below", "--out writes into the same folder — copy the release before"),
        (".", "--out writes into the same folder — copy the release before"),
    ],
)
def test_what_is_no_release_to_keep_is_one_sentence(keep: str, said: str, tmp_path: Path) -> None:
    """Tabs that are open would lose their files without a word."""
    for folder in ("empty", "other", "out/below"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "other/notes.txt").write_text("x")
    (tmp_path / "file").write_text("x")
    with pytest.raises(HostError) as caught:
        release_before(tmp_path / keep, tmp_path / "out", "nginx", "https://example.org/")
    assert f"--keep {tmp_path / keep}: {said}" in str(caught.value)
    assert 1 == len(str(caught.value).splitlines())


def test_a_release_is_kept_from_where_the_host_has_it(tmp_path: Path) -> None:
    write({"war/assets/a.01234567.css": b"a", "404.html": b""}, tmp_path / "live")
    found = release_before(
        tmp_path / "live", tmp_path / "out", "netlify", "https://example.org/war/"
    )
    assert {"assets/a.01234567.css": b"a"} == found
    with pytest.raises(HostError, match="for the same path"):
        release_before(tmp_path / "live", tmp_path / "out", "netlify", "https://example.org/peace/")


# --- ends of lines -------------------------------------------------------------------------------


def with_crlf(folder: Path) -> None:
    """As git writes a checkout where core.autocrlf is on."""
    for file in folder.rglob("*"):
        if file.is_file() and not file.is_symlink() and b"\0" not in file.read_bytes():
            file.write_bytes(file.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))


def test_a_checkout_with_crlf_builds_the_same_bytes(tmp_path: Path) -> None:
    """Texts, catalogs, recordings, templates, styles, scripts and icons; digests in names
    included."""
    for name in ("plain", "crlf"):
        for folder in ("assets", "content", "locales", "templates"):
            shutil.copytree(ROOT / folder, tmp_path / name / folder)
    with_crlf(tmp_path / "crlf")
    plain = build_site(tmp_path / "plain", "https://example.org/", "")
    crlf = build_site(tmp_path / "crlf", "https://example.org/", "")
    assert [] == [path for path in plain.files if plain.files[path] != crlf.files.get(path)]
    assert plain.files.keys() == crlf.files.keys()
    assert plain.warnings == crlf.warnings


def test_an_engine_with_crlf_is_packed_the_same(tmp_path: Path) -> None:
    """The wheel, and the digest by which it is found again."""
    for name in ("plain", "crlf"):
        shutil.copytree(
            ROOT / "engine",
            tmp_path / name / "engine",
            ignore=shutil.ignore_patterns("__pycache__"),
        )
        shutil.copy(ROOT / "pyproject.toml", tmp_path / name)
        (tmp_path / name / "work").mkdir()
    with_crlf(tmp_path / "crlf/engine")
    assert b"\r" in (tmp_path / "crlf/engine/cards.py").read_bytes()
    assert b"\r" not in _source(tmp_path / "crlf/engine/cards.py")
    assert inputs_digest(tmp_path / "plain") == inputs_digest(tmp_path / "crlf")
    wheels = [build_wheel(tmp_path / name, tmp_path / name / "work") for name in ("plain", "crlf")]
    assert wheels[0].read_bytes() == wheels[1].read_bytes()


def test_git_is_told_which_files_are_texts() -> None:
    """Whatever core.autocrlf says, a new checkout has plain ends of lines, and pictures and fonts
    are left alone."""
    if not (ROOT / ".git").exists():
        pytest.skip("no checkout")
    listed = subprocess.run(
        ["git", "ls-files", "--eol"], cwd=ROOT, capture_output=True, check=True
    ).stdout.decode()
    files = [line.split("\t") for line in listed.splitlines()]
    assert [] == [path for said, path in files if said.startswith(("i/crlf", "i/mixed"))]
    assert [] == [
        path for said, path in files if said.startswith("i/-text") and "attr/-text" not in said
    ]
    assert [] == [path for said, path in files if said.startswith("i/lf") and "eol=lf" not in said]


# --- terminals -----------------------------------------------------------------------------------

TERMINALS: Mapping[str, Mapping[str, str]] = {
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}
NAME = "Sää — ♠ …"
PROGRAM = "import build, sys; build.ROOT = build.Path(sys.argv.pop(1)); build._run()"


def run(workshop: Workshop, *words: str, **settings: str) -> subprocess.CompletedProcess[bytes]:
    """A command for the small project, as on a machine with these settings."""
    own = {
        name: value
        for name, value in os.environ.items()
        if name not in ("LANG", "LC_ALL", "PYTHONUTF8")
    }
    command = [sys.executable, "-c", PROGRAM, str(workshop.root), *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, env=own | settings)


@pytest.mark.parametrize("terminal", TERMINALS)
def test_no_terminal_ends_a_command(terminal: str, workshop: Workshop, tmp_path: Path) -> None:
    """What it cannot show is shown in another way, and the site that comes out is the same."""
    workshop.edit("content/variants/peace/en.md", '"title of peace en"', f'"{NAME}"')
    workshop.edit("content/variants/peace/fi.md", "+++\ntitle", f'+++\nslug2 = "{NAME}"\ntitle')
    commands = [
        ["build", "--no-engine", "--out", str(tmp_path / "x")],
        ["check"],
        ["check", "--json"],
        ["translate", "status"],
        ["translate", "init", "nl", "--letters", "♠ ♥ ♦ ä"],
        ["translate", "accept", f"content/{NAME}.md"],
        ["record", NAME],
        ["serve", "--host", NAME],
        ["new", "variant", NAME],
        ["--help"],
    ]
    for words in commands:
        done = run(workshop, *words, **TERMINALS[terminal])
        said = (done.stdout + done.stderr).decode("latin-1")
        assert "Traceback" not in said and "UnicodeEncodeError" not in said, (words, said)
    workshop.edit("content/variants/peace/fi.md", f'slug2 = "{NAME}"\n', "")
    for out, settings in (("plain", {}), ("other", TERMINALS[terminal])):
        done = run(
            workshop,
            "build",
            "--no-engine",
            "--commit",
            "",
            "--out",
            str(tmp_path / out),
            **settings,
        )
        assert 0 == done.returncode, done.stderr
    assert tree(tmp_path / "plain") == tree(tmp_path / "other")


@pytest.mark.parametrize("terminal", TERMINALS)
def test_json_for_programs_is_json_in_every_terminal(terminal: str, workshop: Workshop) -> None:
    workshop.edit("content/variants/peace/en.md", '"title of peace en"', f'"{NAME}"')
    for words in (["check", "--json"], ["translate", "status", "--json"]):
        done = run(workshop, *words, **TERMINALS[terminal])
        found = json.loads(done.stdout.decode(TERMINALS[terminal].get("PYTHONIOENCODING", "utf-8")))
        assert json.loads(run(workshop, *words).stdout) == found


def test_no_file_is_read_by_the_locale(workshop: Workshop, tmp_path: Path) -> None:
    """Python says where an encoding is left to the machine: nowhere in the builder."""
    found = set[str]()
    for words in (
        [
            "build",
            "--no-engine",
            "--out",
            str(tmp_path / "x"),
            "--base-url",
            "https://example.org/",
            "--host",
            "nginx",
        ],
        ["check"],
        ["translate", "update"],
        ["translate", "accept", "--all"],
        ["translate", "compile", "--out", str(tmp_path / "mo")],
        ["translate", "init", "nl"],
        ["new", "variant", "bataille"],
    ):
        done = run(
            workshop,
            *words,
            PYTHONWARNDEFAULTENCODING="1",
            PYTHONWARNINGS="always::EncodingWarning",
        )
        lines = done.stderr.decode().splitlines()
        found |= {
            line
            for line in lines
            if "EncodingWarning" in line and f"{ROOT}/" in line and "/.venv/" not in line
        }
    assert set() == found


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&- <&-"])
def test_who_closes_what_is_printed_to_gets_the_site_all_the_same(
    closed: str, workshop: Workshop, tmp_path: Path
) -> None:
    """As some schedulers do."""
    command = (
        f"{sys.executable} -c '{PROGRAM}' {workshop.root} build --no-engine --out {tmp_path / 'x'}"
        f" {closed}"
    )
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True)
    assert (0, False) == (done.returncode, b"Traceback" in done.stderr)
    assert (tmp_path / "x/en/index.html").is_file()


# --- links and locks of editors ------------------------------------------------------------------


def test_the_lock_of_an_editor_is_no_part_of_the_copy(workshop: Workshop, tmp_path: Path) -> None:
    """Emacs makes a link to nowhere beside each file that is being edited, and others make files
    with a tail."""
    workshop.write("locales/de.po", 'msgid ""\nmsgstr "Language: de\\n"\n')
    for folder in (
        "content/pages/home",
        "content/variants/peace",
        "content",
        "locales",
        "content/pages",
    ):
        for name in (".#de.md", ".#de.po", ".#site.toml"):
            (workshop.root / folder / name).symlink_to("somebody@host.1234:567890")
    Copy(workshop.root, tmp_path / "copy").renew()
    assert [] == list((tmp_path / "copy/content").rglob(".#*"))
    copied = {path for path in scan(tmp_path / "copy") if path.startswith(("content/", "locales/"))}
    assert {
        path for path in scan(workshop.root) if path.startswith(("content/", "locales/"))
    } <= copied


def test_a_file_that_goes_while_it_is_copied_is_no_error(
    workshop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An editor replaces files by others at any moment."""
    workshop.write("content/pages/home/notes.txt", "x")
    found = scan(workshop.root)
    workshop.remove("content/pages/home/notes.txt")
    monkeypatch.setattr("builder.workshop.pseudo.scan", lambda root: found)
    Copy(workshop.root, tmp_path / "copy").renew()
    assert (tmp_path / "copy/content/pages/home/en.md").is_file()


# --- previews ------------------------------------------------------------------------------------


def test_a_preview_leaves_the_release_alone(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """serve after build --base-url: site/ is as it was; two previews have folders of their own."""
    monkeypatch.setattr(build, "ROOT", workshop.root)
    monkeypatch.setattr("gc.disable", lambda: None)
    monkeypatch.setattr("builder.preview.preview.Preview.watch", lambda *_: iter(()))
    out = workshop.root / "site"
    command = CliRunner()
    made = ["build", "--no-engine", "--base-url", "https://example.org/", "--out", str(out)]
    assert 0 == command.invoke(build.main, made).exit_code
    before = tree(out)
    assert "sitemap.xml" in before
    for port in ("0", "18231", "18232"):
        found = command.invoke(
            build.main, ["serve", "--no-engine", "--port", port], catch_exceptions=False
        )
        assert (0, "") == (found.exit_code, found.stderr)
    assert before == tree(out)
    below = workshop.root / ".cache/preview"
    assert ["127.0.0.1-18231", "127.0.0.1-18232"] == sorted(
        folder.name for folder in below.iterdir()
    )
    assert (below / "127.0.0.1-18231/en/index.html").is_file()
