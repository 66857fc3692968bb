"""What is kept below .cache: nothing hangs on it, and it does not grow for ever."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from builder.assets import bundle
from builder.assets.bundle import make_bundles, make_small
from builder.assets.raster import png
from builder.output.compress import pack
from builder.output.folder import OutputFolder
from builder.output.site import Builder, build_site
from builder.system import kept_files
from builder.system.kept_files import CROWD, DAY, UNUSED, keep_folder, kept_file, read_folder, sweep
from builder.system.node import NodeError
from builder.tracking import cache
from builder.tracking.cache import Cache, Shelf
from tests.builder.small_project import BASE, Workshop

SHEET = {"css/a.css": b"a { color: red }\n"}
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8"'
    ' height="8"/></svg>'
)
FILES = {"a": b"one", "b/c": b"two"}


def age(place: Path, seconds: float) -> None:
    """Lets a file or folder, and all below it, have been used so long ago."""
    then = time.time() - seconds
    for file in [*place.rglob("*"), place]:
        os.utime(file, (then, then))


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def entry(number: int) -> str:
    return f"{number:012x}"


# --- nothing hangs on it --------------------------------------------------------------------------


def test_what_is_kept_is_made_once(tmp_path: Path) -> None:
    """A file, and a folder; an empty file is one that was never written."""
    assert b"made" == kept_file(tmp_path / "a/b", lambda: b"made")
    assert b"made" == kept_file(tmp_path / "a/b", lambda: b"again")
    (tmp_path / "a/b").write_bytes(b"")
    assert b"again" == kept_file(tmp_path / "a/b", lambda: b"again")
    keep_folder(FILES, tmp_path / "c/d")
    assert FILES == read_folder(tmp_path / "c/d")
    assert {} == read_folder(tmp_path / "c")


@pytest.mark.parametrize(
    "spoil", [Path.unlink, lambda file: file.write_bytes(b"t"), lambda file: file.write_bytes(b"")]
)
def test_a_folder_that_lacks_something_counts_as_missing(tmp_path: Path, spoil: object) -> None:
    """And is kept anew in its place."""
    keep_folder(FILES, tmp_path / "kept")
    spoil(tmp_path / "kept/b/c")  # type: ignore[operator]
    assert {} == read_folder(tmp_path / "kept")
    keep_folder(FILES, tmp_path / "kept")
    assert FILES == read_folder(tmp_path / "kept")
    assert ["kept"] == names(tmp_path)


def test_what_cannot_be_kept_is_made_all_the_same(tmp_path: Path) -> None:
    """Where a file is in the way of .cache, or another build takes it away in the middle."""
    (tmp_path / "file").touch()
    assert b"made" == kept_file(tmp_path / "file/images/a", lambda: b"made")
    keep_folder(FILES, tmp_path / "file/bundles/a")

    def meanwhile() -> bytes:
        shutil.rmtree(tmp_path / "cache", ignore_errors=True)
        return b"made"

    (tmp_path / "cache/images").mkdir(parents=True)
    assert b"made" == kept_file(tmp_path / "cache/images/a", meanwhile)


def test_a_cache_taken_away_while_scripts_are_bundled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are bundled once more; a fault of theirs is told as ever."""
    real, expected, times = bundle.run, make_small(SHEET, tmp_path / "other"), list[int]()

    def run(arguments: list[str], cwd: Path) -> str:
        times.append(1)
        if len(times) == 1:
            shutil.rmtree(tmp_path / "cache")
        if not cwd.is_dir():
            raise NodeError("the folder is gone")
        return real(arguments, cwd=cwd)

    monkeypatch.setattr(bundle, "run", run)
    assert expected == make_small(SHEET, tmp_path / "cache")
    assert 2 == len(times)
    assert expected == make_small(SHEET, tmp_path / "cache")
    assert 2 == len(times)


@pytest.mark.parametrize("step", ["build", "save"])
def test_the_cache_of_a_project_taken_away_in_the_middle(
    workshop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """This build and the next one are what they should be."""
    out = tmp_path / "out"
    owner = Builder if step == "build" else OutputFolder
    real = getattr(owner, step)

    def taken_away(self: object, *given: object) -> object:
        shutil.rmtree(workshop.root / ".cache", ignore_errors=True)
        return real(self, *given)

    for number in range(3):
        if number == 1:
            monkeypatch.setattr(owner, step, taken_away)
        publisher = OutputFolder(Builder(workshop.root, BASE, "", cache=Cache(workshop.root)), out)
        publisher.publish()
        publisher.save()
    found = {path: (out / path).read_bytes() for path in build_site(workshop.root, BASE, "").files}
    assert build_site(workshop.root, BASE, "").files == found


# --- what goes ------------------------------------------------------------------------------------


def test_what_no_build_has_used_for_long_goes_and_what_one_has_used_stays(tmp_path: Path) -> None:
    """However old it is; bundles, small files, pictures, packed files."""

    def used(number: int) -> None:
        make_small({"css/a.css": f"a {{ order: {number} }}".encode()}, tmp_path)
        make_bundles({"js/board/first/main.js": f"export const a = {number};".encode()}, tmp_path)
        png(SVG.replace("8", str(number)), 8, tmp_path / "images")
        pack(str(number).encode(), ".gz", tmp_path)

    used(5)
    first = {
        folder: names(tmp_path / folder) for folder in ("small", "bundles", "images", "packed")
    }
    used(6)
    keep_folder(FILES, tmp_path / "runtime" / entry(1))
    age(tmp_path, 10 * UNUSED)
    used(5)
    sweep(tmp_path)
    assert first == {folder: names(tmp_path / folder) for folder in first}
    assert [] == names(tmp_path / "runtime")


@pytest.mark.parametrize("kind", ["runtime", "bundles", "small"])
@pytest.mark.parametrize("hours", [1, 24, 24 * 30])
def test_fifty_changed_inputs_leave_a_bounded_number(tmp_path: Path, kind: str, hours: int) -> None:
    """Those of the last day, since somebody may be at them, and a few before that; the newest is
    always there."""
    for number in range(50):
        for place in (tmp_path / kind).glob("*"):
            age(place, time.time() - place.stat().st_mtime + hours * 60 * 60)
        keep_folder(FILES, tmp_path / kind / entry(number))
        sweep(tmp_path)
        assert FILES == read_folder(tmp_path / kind / entry(number))
        assert len(names(tmp_path / kind)) <= max(CROWD[kind], DAY / (hours * 60 * 60) + 1)
        assert len(names(tmp_path / kind)) <= UNUSED / (hours * 60 * 60) + 1


def test_what_another_process_may_be_reading_stays(tmp_path: Path) -> None:
    """Whatever was used within a day, how many there may be."""
    for number in range(20):
        keep_folder({"a": b""}, tmp_path / "runtime" / entry(number))
    sweep(tmp_path)
    assert 20 == len(names(tmp_path / "runtime"))


def test_what_killed_builds_have_left_in_the_cache_goes(tmp_path: Path) -> None:
    """Folders and files with passing names, a day after; not those of a build that runs."""
    for kind in ("runtime", "bundles", "small", "images", "packed"):
        (tmp_path / kind / "tmpab12cd").mkdir(parents=True)
        (tmp_path / kind / "tmpab12cd/out").write_text("left")
        (tmp_path / kind / "tmp_file").write_text("left")
        (tmp_path / kind / "new-7-0123abcd").write_text("left")
        age(tmp_path / kind, 2 * DAY)
        (tmp_path / kind / "tmp_running").mkdir()
        (tmp_path / kind / f"{entry(1)}.png").write_text("kept")
    sweep(tmp_path)
    assert {"tmp_running", f"{entry(1)}.png"} == {file.name for file in tmp_path.glob("*/*")}


def test_sweeping_where_nothing_can_be_swept(tmp_path: Path) -> None:
    """No cache at all, a file in its place: nobody hears of it."""
    sweep(tmp_path / "none")
    (tmp_path / "runtime").touch()
    sweep(tmp_path)


def test_a_file_that_goes_while_it_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two builds that sweep at once."""
    keep_folder(FILES, tmp_path / "runtime" / entry(1))
    age(tmp_path, 2 * UNUSED)
    real = kept_files._remove

    def removed(place: Path) -> None:
        shutil.rmtree(place)
        real(place)

    monkeypatch.setattr(kept_files, "_remove", removed)
    sweep(tmp_path)
    assert [] == names(tmp_path / "runtime")


def test_shelves_forget_what_was_put_there_longest_ago(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A text that is edited a thousand times leaves no thousand behind; what was put again counts
    as new."""
    monkeypatch.setattr(cache, "MOST", 3)
    monkeypatch.setattr(cache, "SHARDS", 1)
    shelf = Shelf(tmp_path)
    for name in ("a", "b", "c", "a", "d"):
        shelf.put(name, name)
    shelf.save()
    assert [None, "a", "c", "d"] == [Shelf(tmp_path).get(name) for name in ("b", "a", "c", "d")]


def test_what_killed_builds_have_left_beside_shelves_goes(tmp_path: Path) -> None:
    """Half a file of a shelf, half a note of an output folder, the folder of a version that is
    gone."""
    kept = Cache(tmp_path)
    kept.markdown.put("a", "b")
    left = [
        kept.folder / "markdown/07.4711",
        kept.folder / "outputs" / f"{entry(7)}.12-ab",
        kept.folder.parent / "old",
    ]
    for file in left:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("left") if file.name != "old" else file.mkdir()
        os.utime(file, (0, 0))
    running = kept.folder / "markdown/07.4712"
    running.write_text("begun")
    kept.save()
    assert [] == [file for file in left if file.exists()]
    assert running.exists()
    assert "b" == Cache(tmp_path).markdown.get("a")
