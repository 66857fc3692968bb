"""What lands in the output folder: only what changed, nothing foreign, the same bytes for the same
input."""

from __future__ import annotations

import hashlib
import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

import builder.output.writing
from builder.assets.asset_files import Assets
from builder.output.writing import MANIFEST, Aside, ForeignFolderError, write
from builder.values.errors import ContentError
from tests.builder.small_project import ROOT, Workshop, text_of

FILES = {"en/index.html": b"home", "en/rules/index.html": b"rules", "a.css": b"a"}


def tree(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.name != MANIFEST
    }


def test_first_write_makes_the_folder(tmp_path: Path) -> None:
    """A folder that is not there is made."""
    written = write(FILES, tmp_path / "a/b")
    assert tree(tmp_path / "a/b") == FILES
    assert len(written.changed) == 3


def test_only_files_whose_bytes_differ_are_written(tmp_path: Path) -> None:
    """An unchanged file keeps its time stamp."""
    write(FILES, tmp_path)
    before = (tmp_path / "a.css").stat().st_mtime_ns
    written = write(FILES | {"en/index.html": b"new"}, tmp_path)
    assert written.changed == ("en/index.html",)
    assert (tmp_path / "a.css").stat().st_mtime_ns == before


def test_pages_no_longer_made_are_removed_and_nothing_else(tmp_path: Path) -> None:
    """What the last build listed and this one does not make goes, with the folder it leaves empty;
    other files stay."""
    write(FILES, tmp_path)
    (tmp_path / "CNAME").write_text("example.org")
    (tmp_path / ".gitignore").write_text("*")
    written = write({"a.css": b"a", "en/index.html": b"home"}, tmp_path)
    assert written.removed == ("en/rules/index.html",)
    assert tree(tmp_path) == {
        "a.css": b"a",
        "en/index.html": b"home",
        "CNAME": b"example.org",
        ".gitignore": b"*",
    }
    assert not (tmp_path / "en/rules").exists()


def test_changed_and_new_files_take_their_places(tmp_path: Path) -> None:
    """Where a file was and where none was, in folders that are there and new ones; nothing is left
    aside."""
    write(FILES, tmp_path)
    now = {
        "en/index.html": b"new",
        "en/rules/index.html": b"rules",
        "b.css": b"b",
        "de/regeln/index.html": b"regeln",
    }
    write(now, tmp_path)
    assert tree(tmp_path) == now
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == [MANIFEST]


def test_a_folder_of_somebody_else_stays(tmp_path: Path) -> None:
    """Where a file has its place: the build ends with an error, and what is in the folder is as it
    was."""
    write(FILES, tmp_path)
    (tmp_path / "a.css").unlink()
    (tmp_path / "a.css").mkdir()
    (tmp_path / "a.css/thesis.txt").write_text("ten years")
    with pytest.raises(ForeignFolderError, match=r"a\.css"):
        write(FILES | {"a.css": b"new"}, tmp_path)
    assert tree(tmp_path / "a.css") == {"thesis.txt": b"ten years"}


def test_foreign_folder_is_refused(tmp_path: Path) -> None:
    """A folder with files of somebody else's is left alone."""
    (tmp_path / "thesis.txt").write_text("ten years")
    with pytest.raises(ForeignFolderError, match="give --out an empty or a new folder"):
        write(FILES, tmp_path)
    assert tree(tmp_path) == {"thesis.txt": b"ten years"}


def test_folder_with_only_gitignore_is_taken(tmp_path: Path) -> None:
    """The repository keeps site/ with its .gitignore."""
    (tmp_path / ".gitignore").write_text("*\n!.gitignore\n")
    write(FILES, tmp_path)
    write({}, tmp_path)
    assert tree(tmp_path) == {".gitignore": b"*\n!.gitignore\n"}


def test_manifest_cannot_point_outside(tmp_path: Path) -> None:
    """A tampered manifest removes nothing outside the folder."""
    (tmp_path / "keep.txt").write_text("mine")
    out = tmp_path / "site"
    out.mkdir()
    (out / MANIFEST).write_text('{"files": ["../keep.txt", "/etc/hostname", 7]}')
    write(FILES, out)
    assert (tmp_path / "keep.txt").exists()


def test_full_disk_leaves_the_last_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All new files are written beside the site before the first is moved into place."""
    write(FILES, tmp_path)
    real = builder.output.writing._put

    def fails(file: str, data: bytes) -> None:
        if data == b"second":
            raise OSError(28, "No space left on device")
        real(file, data)

    monkeypatch.setattr("builder.output.writing._put", fails)
    with pytest.raises(OSError, match="No space"):
        write(FILES | {"a.css": b"first", "en/index.html": b"second"}, tmp_path)
    assert tree(tmp_path) == FILES


def test_what_a_killed_build_left_aside_is_never_moved_in(tmp_path: Path) -> None:
    """Files that were put aside and never moved are of another site."""
    write(FILES, tmp_path)
    killed = Aside(tmp_path)
    killed.put("a.css", b"of a build that was killed")
    write(FILES, tmp_path)
    assert tree(tmp_path) == FILES


def test_build_that_fails_leaves_no_folder(tmp_path: Path) -> None:
    """A site that never was built has no empty folder either."""
    with pytest.raises(RuntimeError), Aside(tmp_path / "site") as aside:
        aside.put("a.css", b"made")
        raise RuntimeError
    assert not (tmp_path / "site").exists()


# --- the command line ----------------------------------------------------------------------------


Run = Callable[..., Result]


@pytest.fixture
def run(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command line of build.py, for the workshop's project."""
    module = importlib.import_module("build")
    monkeypatch.setattr(module, "ROOT", workshop.root)
    main = module.main
    assert isinstance(main, click.Group)

    def call(*arguments: str) -> Result:
        return CliRunner().invoke(main, arguments)

    return call


def test_failed_build_leaves_the_last_good_site(
    workshop: Workshop, run: Run, tmp_path: Path
) -> None:
    """One line says what is wrong, the exit code is 1, and the site is as it was."""
    out = tmp_path / "out"
    assert run("build", "--out", str(out)).exit_code == 0
    before = tree(out)
    workshop.edit("content/variants/peace/rules.toml", "best", "bset")
    result = run("--out", str(out))
    assert result.exit_code == 1
    assert result.stderr.startswith("error: content/variants/peace/rules.toml:6: bset: ")
    assert result.stderr.count("\n") == 1
    assert tree(out) == before


def test_foreign_out_is_refused_before_anything_is_built(
    workshop: Workshop, run: Run, tmp_path: Path
) -> None:
    """--out with somebody else's folder."""
    (tmp_path / "out").mkdir()
    (tmp_path / "out/thesis.txt").write_text("ten years")
    result = run("build", "--out", str(tmp_path / "out"))
    assert result.exit_code == 1
    assert "thesis" not in result.output
    assert list(tree(tmp_path / "out")) == ["thesis.txt"]


def test_build_is_what_happens_without_a_command(run: Run, tmp_path: Path) -> None:
    """Options go to `build`; --clean writes everything anew; --commit stands in the footer."""
    out = str(tmp_path / "out")
    assert (
        "pages in"
        in run("--out", out, "--base-url", "https://example.org/x", "--commit", "abc1234").stdout
    )
    assert "abc1234" in (tmp_path / "out/en/index.html").read_text()
    assert "https://example.org/x/en/" in (tmp_path / "out/sitemap.xml").read_text()
    assert (
        " 0 files written"
        in run("--out", out, "--base-url", "https://example.org/x", "--commit", "abc1234").stdout
    )
    again = run(
        "--out", out, "--base-url", "https://example.org/x", "--commit", "abc1234", "--clean"
    ).stdout
    assert " 0 unchanged" in again


def test_slug_renamed(workshop: Workshop, run: Run, tmp_path: Path) -> None:
    """Input 4: the old address is gone, the new one is there, and the folder equals a clean
    build."""
    out = tmp_path / "out"
    run("--out", str(out))
    workshop.edit("content/variants/peace/de.md", '"peace-de"', '"frieden"')
    run("--out", str(out))
    run("--out", str(tmp_path / "clean"))
    assert not (out / "de/variants-de/peace-de").exists()
    assert (out / "de/variants-de/frieden/index.html").exists()
    assert tree(out) == tree(tmp_path / "clean")


def test_translation_added_then_removed(workshop: Workshop, run: Run, tmp_path: Path) -> None:
    """Input 5: the site is again what it was."""
    out = tmp_path / "out"
    run("--out", str(out))
    before = tree(out)
    path = workshop.page("sources", "de")
    run("--out", str(out))
    assert (out / "de/sources-de/index.html").exists()
    workshop.remove(path)
    run("--out", str(out))
    assert tree(out) == before


# --- the same bytes ------------------------------------------------------------------------------

DIGEST = """
import os, sys
from pathlib import Path
real = os.scandir, os.listdir
if sys.argv[2] == "reversed":
    import contextlib
    os.listdir = lambda *a: sorted(real[1](*a), reverse=True)
    def scandir(*a):
        with real[0](*a) as entries:
            return contextlib.nullcontext(iter(sorted(entries, key=lambda e: e.name, reverse=True)))
    os.scandir = scandir
if sys.argv[2] == "another day":
    import time
    day = time.time() + 1e6
    time.time = lambda: day
from hashlib import sha256
from builder.output.site import build_site
site = build_site(Path(sys.argv[1]), "https://example.org/", "")
print(sha256(repr(list(site.files.items())).encode()).hexdigest())
"""


def digest(root: Path, how: str, seed: str) -> str:
    environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", DIGEST, str(root), how]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True
    ).stdout.strip()


def test_same_input_same_bytes(workshop: Workshop, tmp_path: Path) -> None:
    """Input 17: in another folder, under another hash seed, on another day, with directories read
    backwards."""
    first = digest(workshop.root, "", "1")
    shutil.copytree(workshop.root, tmp_path / "elsewhere", symlinks=True)
    assert len(first) == len(hashlib.sha256().hexdigest())
    assert digest(tmp_path / "elsewhere", "", "2") == first
    assert digest(workshop.root, "reversed", "3") == first
    assert digest(workshop.root, "another day", "1") == first


# --- assets --------------------------------------------------------------------------------------


def test_assets_are_named_by_their_content() -> None:
    """Another content, another name; a reference follows, so the referring file is renamed too."""
    one = Assets(
        {"css/a.css": b"x { background: url('../icons/i.svg') }", "icons/i.svg": b"<svg/>"}
    )
    two = Assets(
        {"css/a.css": b"x { background: url('../icons/i.svg') }", "icons/i.svg": b"<svg></svg>"}
    )
    icon = one.path("icons/i.svg").rpartition("/")[2]
    assert (
        one.files[one.path("css/a.css")] == f"x {{ background: url('../icons/{icon}') }}".encode()
    )
    assert one.path("css/a.css") != two.path("css/a.css")


def test_missing_asset_names_file_and_line() -> None:
    """A picture that a stylesheet asks for is not there."""
    with pytest.raises(ContentError, match=r"assets/a\.css:2: reference: 'no\.png' is not there"):
        Assets({"a.css": b"\nx { background: url(no.png) }"})


def test_pages_use_hashed_assets(workshop: Workshop) -> None:
    """Each asset that a page names is in the site."""
    site = workshop.build()
    assert "../assets/css/site." in text_of(site, "en/")
    assert all(path in site.files for path in site.files if path.startswith("assets/"))
