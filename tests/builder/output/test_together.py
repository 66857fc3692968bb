"""Several builds at once into one folder, and hands that touch it meanwhile: the next build puts
everything right."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from builder.output.folder import OutputFolder
from builder.output.site import Builder, build_site
from builder.output.writing import MANIFEST, Aside, write
from builder.system.lock import LOCK, FolderError, locked
from builder.tracking.cache import Cache
from builder.values.errors import ContentError
from tests.builder.small_project import BASE, ROOT, Workshop

FILES = {"en/index.html": b"home", "a.css": b"a"}
HOLD = """
import sys, time
from pathlib import Path
from builder.system.lock import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""
BUILD = """
import sys
from pathlib import Path
import build
build.ROOT = Path(sys.argv.pop(1))
build.main()
"""


def tree(folder: Path) -> dict[str, bytes]:
    """What is in an output folder beside the manifest, lock and leftovers included."""
    files = (file for file in sorted(folder.rglob("*")) if file.is_file())
    found = {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}
    return {path: data for path, data in found.items() if path != MANIFEST}


def names(folder: Path) -> list[str]:
    """What lies directly in a folder."""
    return sorted(file.name for file in folder.iterdir())


def opened(shop: Workshop, out: Path, base_url: str = BASE) -> OutputFolder:
    """A build that knows what is on the disk."""
    return OutputFolder(Builder(shop.root, base_url, "", cache=Cache(shop.root)), out)


def built(shop: Workshop, out: Path, base_url: str = BASE) -> dict[str, bytes]:
    """What is in the folder after the next build."""
    publisher = opened(shop, out, base_url)
    publisher.publish()
    publisher.save()
    return tree(out)


def clean(shop: Workshop, base_url: str = BASE) -> dict[str, bytes]:
    """What a build without memory makes."""
    return dict(build_site(shop.root, base_url, "").files)


def started(code: str, *arguments: object) -> subprocess.Popen[str]:
    """A Python process of its own."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@contextmanager
def holder(out: Path) -> Iterator[subprocess.Popen[str]]:
    """Another build that has the folder and takes its time."""
    with started(HOLD, out) as process:
        assert process.stdout
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


# --- the lock -------------------------------------------------------------------------------------


def test_a_second_build_says_that_it_waits_and_a_killed_one_holds_nobody_up(
    workshop: Workshop, tmp_path: Path
) -> None:
    """One sentence; the lock goes with the process that has it, however that ends."""
    out = tmp_path / "out"
    with holder(out) as other:
        waiting = started(
            BUILD, workshop.root, "build", "--no-engine", "--out", out, "--base-url", BASE
        )
        assert waiting.stderr
        assert f"another build is writing to {out}/: waiting\n" == waiting.stderr.readline()
        assert set(tree(out)) <= {LOCK}
        other.send_signal(signal.SIGKILL)
        _, said = waiting.communicate(timeout=120)
    assert "" == said
    assert 0 == waiting.returncode
    assert set(clean(workshop)) == set(tree(out))


def test_builds_at_once_leave_one_whole_site(workshop: Workshop, tmp_path: Path) -> None:
    """Of one address or the other, never of both; and the next build is a clean build's, for
    either."""
    out = tmp_path / "out"
    bases = (BASE, "https://other.example/", BASE, "https://other.example/")
    commands = [
        ("build", "--no-engine", "--commit", "", "--out", out, "--base-url", base) for base in bases
    ]
    for process in [started(BUILD, workshop.root, *command) for command in commands]:
        _, said = process.communicate(timeout=240)
        assert 0 == process.returncode, said
    sites = [clean(workshop, base) for base in bases[:2]]
    assert tree(out) in sites
    for base, site in zip(bases, sites, strict=False):
        assert site == built(workshop, out, base)


def test_builds_of_several_projects_share_the_lock_of_their_folder(
    workshop: Workshop, tmp_path: Path
) -> None:
    """By whatever path they come to it."""
    out = tmp_path / "out"
    out.mkdir()
    (tmp_path / "link").symlink_to(out)
    shutil.copytree(workshop.root, tmp_path / "copy", symlinks=True)
    with holder(tmp_path / "link"):
        waiting = started(BUILD, tmp_path / "copy", "build", "--no-engine", "--out", out)
        assert waiting.stderr
        assert "waiting" in waiting.stderr.readline()
    assert 0 == waiting.wait(120)


def test_a_host_waits_for_a_preview_and_a_preview_lets_go(
    workshop: Workshop, tmp_path: Path
) -> None:
    """A preview has the folder only while it writes."""
    out = tmp_path / "out"
    preview = opened(workshop, out)
    preview.publish()
    assert LOCK not in tree(out)
    command = ("build", "--no-engine", "--out", out, "--base-url", BASE, "--host", "netlify")
    process = started(BUILD, workshop.root, *command)
    assert 0 == process.wait(120)
    assert "_headers" in tree(out)
    preview.publish()
    assert clean(workshop) == tree(out)


def test_who_waits_builds_the_sources_as_they_are_then(workshop: Workshop, tmp_path: Path) -> None:
    """The build that ends last would else take back an edit that the one before it has shown."""
    out = tmp_path / "out"
    late = opened(workshop, out)
    with locked(out):
        thread = threading.Thread(target=late.publish)
        thread.start()
        workshop.edit("content/variants/peace/de.md", '"peace-de"', '"frieden"')
    thread.join(60)
    assert clean(workshop) == tree(out)


def test_the_lock_is_there_no_longer_than_it_is_held(workshop: Workshop, tmp_path: Path) -> None:
    """Nobody uploads it, a folder that only holds one is no foreign one, and a build that fails
    leaves no folder."""
    with locked(tmp_path / "a/b"):
        assert [LOCK] == names(tmp_path / "a/b")
    assert not (tmp_path / "a/b").exists()
    (tmp_path / "left").mkdir()
    (tmp_path / "left" / LOCK).touch()
    write(FILES, tmp_path / "left")
    assert FILES == tree(tmp_path / "left")
    workshop.edit("content/variants/peace/rules.toml", "best", "bset")
    with pytest.raises(ContentError):
        opened(workshop, tmp_path / "new").publish()
    assert not (tmp_path / "new").exists()


def test_one_at_a_time_whoever_comes_and_goes(tmp_path: Path) -> None:
    """The folder and the lock vanish and come back under those that wait."""
    inside, most, left = [0], [0], threading.Semaphore(0)

    def build() -> None:
        for _ in range(10):
            with locked(tmp_path / "out"):
                inside[0] += 1
                most[0] = max(most[0], inside[0])
                inside[0] -= 1
        left.release()

    threads = [threading.Thread(target=build, daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    assert all(left.acquire(timeout=120) for _ in threads)
    assert 1 == most[0]


def test_a_copy_of_the_process_does_not_free_the_lock(tmp_path: Path) -> None:
    """Many pages are made by copies, which end before the build does."""
    with locked(tmp_path / "out"):
        child = os.fork()
        if not child:
            os._exit(0)
        os.waitpid(child, 0)
        with holds_soon(tmp_path / "out") as held:
            assert [] == held


@contextmanager
def holds_soon(out: Path) -> Iterator[list[str]]:
    """What a process says within a second that wants the folder."""
    said: list[str] = []
    with started(HOLD, out) as process:
        thread = threading.Thread(
            target=lambda: said.extend([process.stdout.readline()] if process.stdout else [])
        )
        thread.start()
        thread.join(1)
        try:
            yield [line for line in said if line]
        finally:
            process.kill()
            thread.join()


def test_a_folder_that_cannot_be_locked_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is read only, or one that knows no locks."""
    (tmp_path / "file").touch()
    todo = "give --out a folder that you may write to, on a disk of this machine"
    with pytest.raises(
        FolderError,
        match=f"file/site: cannot be kept for this build alone: Not a directory — {todo}",
    ):
        write(FILES, tmp_path / "file/site")

    def refuse(*_: object) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr("fcntl.flock", refuse)
    monkeypatch.chdir(tmp_path)
    for out in (Path("site"), tmp_path / "site"):
        with pytest.raises(FolderError) as refused:
            write(FILES, out)
        assert f"site: cannot be kept for this build alone: No locks available — {todo}" == str(
            refused.value
        )


def test_where_there_are_no_locks_the_next_build_puts_all_right(
    workshop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere than on Unix."""
    monkeypatch.setattr("builder.system.lock.fcntl", None)
    out = tmp_path / "out"
    bases = (BASE, "https://other.example/")
    threads = [threading.Thread(target=built, args=(workshop, out, base)) for base in bases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert clean(workshop) == built(workshop, out)


# --- files aside ----------------------------------------------------------------------------------


def test_each_build_puts_its_files_aside_in_a_folder_of_its_own(tmp_path: Path) -> None:
    """What another one has put there is never taken for ours."""
    first, second = Aside(tmp_path), Aside(tmp_path)
    first.put("a.css", b"first")
    second.put("a.css", b"second")
    assert [b"first", b"second"] == sorted(
        file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()
    )


def test_what_killed_builds_have_left_goes_with_the_next_one(tmp_path: Path) -> None:
    """Files aside, a lock, half a manifest; none of them makes the folder a foreign one."""
    for left in (".build-new/a", ".build-new-7-0123abcd/en/index.html", LOCK):
        (tmp_path / left).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / left).write_text("left")
    write(FILES, tmp_path)
    assert FILES == tree(tmp_path)
    assert [MANIFEST, "a.css", "en"] == names(tmp_path)


def test_files_aside_that_somebody_has_taken_away_end_the_build(tmp_path: Path) -> None:
    """It does not go on as if they were in their places."""
    write(FILES, tmp_path)
    with pytest.raises(FileNotFoundError), Aside(tmp_path) as aside:
        made = {path: aside.put(path, b"new") for path in FILES}
        for left in tmp_path.glob(".build-new*"):
            shutil.rmtree(left)
        aside.move_in(made)


# --- somebody else writes -------------------------------------------------------------------------


def same_size(file: Path) -> None:
    file.write_bytes(bytes(byte ^ 1 for byte in file.read_bytes()))


def in_place(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.write(b"?")


def replaced(file: Path) -> None:
    fresh = file.parent.parent / "fresh"
    fresh.write_bytes(bytes(byte ^ 1 for byte in file.read_bytes()))
    fresh.rename(file)


def longer(file: Path) -> None:
    file.write_bytes(file.read_bytes() + b"x")


def deleted(file: Path) -> None:
    file.unlink()


MEDDLINGS = (same_size, in_place, replaced, longer, deleted)
MADE = "de/variants-de/peace-de/index.html"
KEPT = "en/index.html"


@pytest.mark.parametrize("meddle", MEDDLINGS)
@pytest.mark.parametrize("step", ["move_in", "_note", "put", "look"])
def test_who_touches_files_beside_a_build_is_noticed_by_the_next(
    step: str, meddle: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before or after files are put aside, moved and noted; those of this build, those that it
    keeps, and the last."""
    shop, out = Workshop(tmp_path / "project", {"en": "English", "de": "Deutsch"}), tmp_path / "out"
    built(shop, out)
    shop.edit("content/variants/peace/de.md", '"title of peace de"', '"Frieden"')
    owner: Any = OutputFolder if step in ("_note", "look") else Aside
    real, left = getattr(owner, step), [MADE, KEPT, "sw.js"]

    def beside(self: object, *given: object) -> object:
        while step == "_note" and left:
            meddle(out / left.pop())
        found = real(self, *given)
        while left:
            meddle(out / left.pop())
        return found

    monkeypatch.setattr(owner, step, beside)
    disturbed = opened(shop, out)
    disturbed.publish()
    disturbed.save()
    monkeypatch.undo()
    assert [] == left
    site = clean(shop)
    assert site == built(shop, out)
    meddle(out / MADE)
    disturbed.publish()  # a preview goes on
    assert site == tree(out)


def test_a_file_found_in_its_place_may_change_right_after(
    workshop: Workshop, tmp_path: Path
) -> None:
    """A build without memory notes what it finds there only if it is what it has read."""
    out = tmp_path / "out"
    built(workshop, out)
    shutil.rmtree(workshop.root / ".cache")
    for path in (MADE, KEPT):
        (out / path).write_bytes((out / path).read_bytes())  # by somebody else, this moment
    forgetful = opened(workshop, out)
    forgetful.publish()
    same_size(out / MADE)
    forgetful.save()
    assert clean(workshop) == built(workshop, out)


def test_another_build_between_two_of_a_preview(workshop: Workshop, tmp_path: Path) -> None:
    """What it has added goes, what it has taken away comes back, whatever was in memory."""
    out = tmp_path / "out"
    preview = opened(workshop, out, "/")
    preview.publish()
    path = workshop.page("sources", "de")
    assert "de/sources-de/index.html" in built(workshop, out)
    workshop.remove(path)
    preview.builder.sources.refresh()
    preview.publish()
    assert clean(workshop, "/") == tree(out)
    shutil.rmtree(out)
    preview.publish()
    assert clean(workshop, "/") == tree(out)


def test_notes_of_two_builds_are_true_of_either(workshop: Workshop, tmp_path: Path) -> None:
    """The one that notes last may have built first."""
    out = tmp_path / "out"
    first, second = opened(workshop, out), opened(workshop, out, "https://other.example/")
    first.publish()
    second.publish()
    second.save()
    first.save()
    assert clean(workshop, "https://other.example/") == built(
        workshop, out, "https://other.example/"
    )
    first.save()
    assert clean(workshop) == built(workshop, out)


def test_two_folders_with_one_cache(workshop: Workshop, tmp_path: Path) -> None:
    """At the same time, each with its own address."""
    bases = {"one": BASE, "two": "https://other.example/"}
    threads = [
        threading.Thread(target=built, args=(workshop, tmp_path / name, bases[name]))
        for name in bases
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    for name, base in bases.items():
        assert clean(workshop, base) == tree(tmp_path / name)
        assert clean(workshop, base) == built(workshop, tmp_path / name, base)
