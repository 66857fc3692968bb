"""What people wrote is replaced as a whole or not at all, and a disk that refuses is told of in one
sentence."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import build
from builder.system.files import UnfinishedError, named, replace_file, replace_files, said
from builder.tracking.sources import scan
from builder.values.errors import ContentError
from builder.workshop import record
from builder.workshop.translate import TEMPLATE
from tests.builder.small_project import ROOT, Workshop

FULL = errno.ENOSPC
HEAD = 'msgid ""\nmsgstr ""\n"Project-Id-Version: War & Peace\\n"\n'


@contextmanager
def failing(step: str, number: int, code: int = FULL) -> Iterator[None]:
    """A disk that refuses a step after so many of its kind, and every later one: fsync, replace or
    open."""
    real = {"fsync": os.fsync, "replace": os.replace, "open": Path.open}[step]
    calls = 0

    def step_of(*args: object, **named: object) -> object:
        nonlocal calls
        if step != "open" or args[1:2] == ("wb",):
            calls += 1
            if calls > number:
                raise OSError(code, os.strerror(code))
        return real(*args, **named)  # type: ignore[operator]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path if step == "open" else os, step, step_of)
        yield


def state(root: Path) -> dict[str, bytes]:
    """Every file below a folder, hidden ones too; those behind links are others'."""
    return {
        file.relative_to(root).as_posix(): file.read_bytes()
        for folder, names, files in os.walk(root)
        for file in (Path(folder) / name for name in (*files, *names))
        if file.is_file()
    }


def folders(root: Path) -> set[str]:
    return {folder for folder, _, _ in os.walk(root)}


# --- the law -------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", ["open", "fsync", "replace"])
@pytest.mark.parametrize("number", range(4))
def test_a_file_has_its_old_bytes_or_the_new_ones_whatever_fails(
    tmp_path: Path, step: str, number: int
) -> None:
    """Nothing is left behind, and what is done already is said."""
    (tmp_path / "a").write_bytes(b"old a")
    (tmp_path / "link").symlink_to("b")
    (tmp_path / "b").write_bytes(b"old b")
    before, were = state(tmp_path), folders(tmp_path)
    new = {tmp_path / "a": b"new a", tmp_path / "link": b"new b", tmp_path / "c/d/e": b"new e"}
    after = before | {"a": b"new a", "b": b"new b", "link": b"new b", "c/d/e": b"new e"}
    with failing(step, number):
        if number == 3:
            replace_files(new)
            assert after == state(tmp_path)
            return
        with pytest.raises(OSError, match=os.strerror(FULL)) as caught:
            replace_files(new)
    if step != "replace" or number == 0:
        assert before == state(tmp_path)
        assert were == folders(tmp_path)
        return
    done = ["a", "b"][:number]
    assert isinstance(caught.value, UnfinishedError)
    assert [tmp_path / name for name in done] == caught.value.done
    assert before | {
        name: after[name] for name in (*done, "link") if name in done or "b" in done
    } == state(tmp_path)
    assert said(caught.value, tmp_path).endswith(f"; done before: {', '.join(done)}")


def test_files_that_replace_nothing_go_again_where_the_last_does_not_come(tmp_path: Path) -> None:
    """So that a command that makes a folder can be run again."""
    with failing("replace", 2), pytest.raises(OSError, match=os.strerror(FULL)) as caught:
        replace_files({tmp_path / f"new/{name}": b"x" for name in "abc"})
    assert not isinstance(caught.value, UnfinishedError)
    assert [] == list(tmp_path.iterdir())


def accepted(workshop: Workshop) -> None:
    workshop.edit("content/variants/peace/de.md", "+++\ntitle", "+++\nuntranslated = true\ntitle")


def with_catalogs(workshop: Workshop) -> None:
    for code in ("de", "da", "fi"):
        workshop.write(
            f"locales/{code}.po", f'{HEAD}"Language: {code}\\n"\n\nmsgid "Zzzz"\nmsgstr "x"\n'
        )
    workshop.write(TEMPLATE, 'msgid ""\nmsgstr ""\n')


COMMANDS: dict[str, tuple[Callable[[Workshop], None], tuple[str, ...]]] = {
    "accept": (
        accepted,
        ("translate", "accept", "content/variants/peace/de.md", "content/variants/peace/da.md"),
    ),
    "init": (with_catalogs, ("translate", "init", "sv")),
    "update": (with_catalogs, ("translate", "update")),
    "extract": (with_catalogs, ("translate", "extract")),
    "compile": (with_catalogs, ("translate", "compile")),
    "new": (lambda _: None, ("new", "variant", "open-war")),
    "record": (with_catalogs, ("record", "war")),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_leaves_old_files_or_new_ones_whatever_fails(
    workshop: Workshop, run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """On a disk that is full, or once the first of the files is in its place."""
    prepare, words = COMMANDS[command]
    monkeypatch.setattr(record, "PLAYERS", ())  # the pool alone, which takes no time
    prepare(workshop)
    before, kept = state(workshop.root), workshop.root.with_name("kept")
    shutil.copytree(workshop.root, kept, symlinks=True)
    assert 0 == run(*words).exit_code
    after = state(workshop.root)
    assert before != after
    for step, number in (("fsync", 0), ("replace", 1)):
        shutil.rmtree(workshop.root)
        shutil.copytree(kept, workshop.root, symlinks=True)
        monkeypatch.chdir(workshop.root)
        with failing(step, number):
            failed = run(*words)
        now = state(workshop.root)
        if step == "fsync" and failed.exit_code:
            assert before == now
        assert now.keys() <= before.keys() | after.keys()
        assert all(data in (before.get(path), after.get(path)) for path, data in now.items())
        if failed.exit_code:
            [line] = failed.stderr.splitlines()
            assert ": the disk is full — make room, then run the command again" in line
            assert ("; done before: " in line) == (before != now)
        assert number or failed.exit_code
    assert 0 == run(*words).exit_code
    assert after == state(workshop.root)


@pytest.fixture
def run(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """A command in the project; whatever it does not tell in a sentence is an error of the test."""
    monkeypatch.setattr(build, "ROOT", workshop.root)
    monkeypatch.chdir(workshop.root)
    out = next(each for each in build.translate.commands["compile"].params if each.name == "out")
    monkeypatch.setattr(out, "default", workshop.root / "locales")
    return lambda *words: CliRunner().invoke(build.main, words, catch_exceptions=False)


def test_a_file_that_may_be_no_larger_stays_whole(workshop: Workshop) -> None:
    """The input of the issue: ulimit -f, translate update."""
    with_catalogs(workshop)
    catalog = workshop.root / "locales/de.po"
    catalog.write_bytes((ROOT / "locales/de.po").read_bytes())
    catalog.write_bytes(catalog.read_bytes().replace(b'msgid "Share"', b'msgid "Shared"'))
    before = state(workshop.root)
    program = (
        "import build, sys; from pathlib import Path; build.ROOT = Path(sys.argv[1]);"
        "build.main(['translate', 'update', 'de'])"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-c", program, str(workshop.root)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (62 * 512, 62 * 512)),
    )
    assert (1, 1) == (done.returncode, len(done.stderr.splitlines()))
    assert done.stderr.startswith("error: locales/de.po: larger than a file may be here — ")
    assert before == state(workshop.root)


# --- what is kept --------------------------------------------------------------------------------


def test_rights_and_links_are_kept(tmp_path: Path) -> None:
    """A link leads where it led, if it led nowhere, too; a new file has the rights of any new
    file."""
    (tmp_path / "far").mkdir()
    (tmp_path / "far/a").write_bytes(b"old")
    (tmp_path / "far/a").chmod(0o640)
    (tmp_path / "near").symlink_to("far/a")
    (tmp_path / "farther").symlink_to("near")
    (tmp_path / "nowhere").symlink_to("far/b")
    replace_files({tmp_path / "farther": b"new", tmp_path / "nowhere": b"b"})
    assert ["far/a", "near", "far/b"] == [
        str((tmp_path / name).readlink()) for name in ("near", "farther", "nowhere")
    ]
    assert (b"new", 0o640) == (
        (tmp_path / "far/a").read_bytes(),
        stat.S_IMODE((tmp_path / "far/a").stat().st_mode),
    )
    (tmp_path / "plain").write_bytes(b"")
    assert (tmp_path / "plain").stat().st_mode == (tmp_path / "far/b").stat().st_mode
    assert {"a", "b"} == {entry.name for entry in (tmp_path / "far").iterdir()}


def test_two_names_of_one_file_are_one_file(tmp_path: Path) -> None:
    (tmp_path / "b").symlink_to("a")
    replace_files({tmp_path / "a": b"a", tmp_path / "b": b"b"})
    assert {"a": b"b", "b": b"b"} == state(tmp_path)


def test_a_file_that_is_the_same_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"same")
    with failing("open", 0):
        replace_file(tmp_path / "a", b"same")


def test_a_name_as_long_as_can_be_is_no_obstacle(tmp_path: Path) -> None:
    replace_file(tmp_path / ("a" * 255), b"x")
    assert ["a" * 255] == [entry.name for entry in tmp_path.iterdir()]


def test_what_nobody_may_write_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though its folder would allow it."""
    (tmp_path / "a").write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PermissionError) as caught:
        replace_file(tmp_path / "a", b"new")
    assert "a: not allowed — give yourself the right" in said(caught.value, tmp_path)
    assert {"a": b"old"} == state(tmp_path)


def test_a_device_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("/dev/null")
    with pytest.raises(OSError, match="no file that can be replaced"):
        replace_file(tmp_path / "a", b"new")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


# --- in words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EDQUOT, "no more may be written"),
        (errno.EFBIG, "larger than a file may be"),
        (errno.EACCES, "not allowed"),
        (errno.EPERM, "not allowed"),
        (errno.EROFS, "on a disk that can only be read"),
        (errno.ELOOP, "a link that leads back to itself"),
        (errno.EISDIR, "a folder, where a file should be"),
        (errno.ENOTDIR, "a file, where a folder should be"),
        (errno.EMFILE, "too many files are open"),
        (errno.ENAMETOOLONG, "a name longer than the disk allows"),
        (errno.EXDEV, os.strerror(errno.EXDEV)),
    ],
)
def test_each_error_of_the_system_is_one_sentence(code: int, words: str) -> None:
    """The path as the project names it, what is wrong, what to do."""
    for error in (
        OSError(code, os.strerror(code), "/x/locales/de.po"),
        named_after(OSError(code, os.strerror(code))),
    ):
        sentence = said(error, Path("/x"))
        assert sentence.startswith(f"locales/de.po: {words}")
        assert " — " in sentence
        assert "\n" not in sentence


def named_after(error: OSError) -> OSError:
    """The error as it comes out of a write, which does not know its file."""
    with pytest.raises(OSError) as caught, named(Path("/x/locales/de.po")):
        raise error
    return caught.value


def test_an_error_of_many_files_names_the_first(tmp_path: Path) -> None:
    (tmp_path / "from").mkdir()
    (tmp_path / "from/a").symlink_to("nowhere")
    with pytest.raises(shutil.Error) as caught:
        shutil.copytree(tmp_path / "from", tmp_path / "to")
    assert said(caught.value, tmp_path).startswith("from/a: [Errno 2] No such file")


def test_a_path_in_letters_that_are_none_can_be_said() -> None:
    assert "caf\ufffd: not allowed" in said(
        OSError(errno.EACCES, "", os.fsdecode(b"/x/caf\xe9")), Path("/x")
    )


Spoiled = tuple[Callable[[Path], object], tuple[str, ...], str]


def folder_for(path: str) -> Callable[[Path], object]:
    def spoil(root: Path) -> None:
        (root / path).unlink(missing_ok=True)
        (root / path).mkdir(parents=True)

    return spoil


def file_for(path: str) -> Callable[[Path], object]:
    def spoil(root: Path) -> None:
        shutil.rmtree(root / path, ignore_errors=True)
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("")

    return spoil


def link_for(path: str, target: str) -> Callable[[Path], object]:
    def spoil(root: Path) -> None:
        (root / path).unlink(missing_ok=True)
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).symlink_to(target)

    return spoil


DE, ACCEPT = "content/variants/peace/de.md", ("translate", "accept", "content/variants/peace/de.md")
SPOILED: dict[str, Spoiled] = {
    "a folder for a catalog": (
        folder_for("locales/de.po"), ("translate", "update", "de"), "locales/de.po:1: file: a folder, where a file",
    ),
    "a folder for the template": (
        folder_for(TEMPLATE), ("translate", "extract"), f"{TEMPLATE}: a folder, where a file should be",
    ),
    "a folder for the settings": (
        folder_for("content/site.toml"), ("check",), "content/site.toml:1: file: a folder, where a file should be",
    ),
    "a folder for a"
    " page": (folder_for(DE), ACCEPT, f"{DE}:1: file: a folder, where a file should be"),
    "a file for the folder of catalogs": (
        file_for("locales"), ("translate", "extract"), "locales: a file, where a folder should be",
    ),
    "a file for the folder of source texts": (
        file_for("locales/sources"), ACCEPT, "locales/sources: a file, where a folder should be",
    ),
    "a file for the"
    " folder of"
    " variants": (file_for("content"), ("check",), "content:1: folder: a file lies where"),
    "a file for the folder of recordings": (
        file_for("content/recorded/war"), ("record", "war"), "content/recorded/war: a file, where a folder should be",
    ),
    "a file for the folder of a new variant": (
        lambda root: [shutil.rmtree(root / "content/variants"), (root / "content/variants").write_text("")],
        ("new", "variant", "bataille"), "content/variants: a file, where a folder should be",
    ),
    "a catalog that leads to itself": (
        link_for("locales/de.po", "de.po"), ("translate", "update", "de"), "locales/de.po: a link that leads back",
    ),
    "the template in a circle of two": (
        lambda root: [link_for(TEMPLATE, "x.pot")(root), link_for("locales/x.pot", "messages.pot")(root)],
        ("translate", "extract"), f"{TEMPLATE}: a link that leads back to itself",
    ),
    "a page that leads"
    " to itself": (link_for(DE, "de.md"), ACCEPT, f"{DE}: a link that leads back to itself"),
    "a folder that leads to itself": (
        link_for("content/pages/x", "x"), ("check",), "content/pages/x: a link that leads back to itself",
    ),
    "a folder that leads to the one that it is in": (
        link_for("content/pages/x", "."), ("check",), "content/pages/x:1: link: leads back to a folder that it is in",
    ),
    "a folder that leads to the project": (
        link_for("content/pages/x", "../.."), ACCEPT, "content/pages/x:1: link: leads back to a folder",
    ),
    "two folders that lead to each other": (
        lambda root: [link_for("content/a/x", "../b")(root), link_for("content/b/y", "../a")(root)],
        ("record", "war"), "content/a/x/y:1: link: leads back to a folder that it is in",
    ),
    "a name too long": (
        lambda _: None, ("translate", "accept", "a" * 300), f"{'a' * 300}: a name longer than the disk allows",
    ),
    "an output folder that is a link to itself": (
        link_for("out", "out"), ("build", "--no-engine", "--out", "out"), "out: a link that leads back to itself",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SPOILED)
def test_a_command_says_in_one_sentence_what_the_disk_has(
    workshop: Workshop, run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Which path, what is wrong there, what to do; and nothing is changed."""
    monkeypatch.setattr(record, "PLAYERS", ())
    spoil, words, sentence = SPOILED[name]
    spoil(workshop.root)
    before = state(workshop.root)
    done = run(*words)
    assert 1 == done.exit_code
    [line] = done.stderr.splitlines()
    assert line.startswith(f"error: {sentence}")
    assert " — " in line
    assert before == state(workshop.root)


@pytest.mark.parametrize("code", [errno.EMFILE, errno.EACCES, errno.EIO])
@pytest.mark.parametrize(
    "words", [("check",), ("translate", "status"), ("build", "--no-engine", "--out", "o"), ACCEPT]
)
def test_a_file_that_cannot_be_read_is_named(
    workshop: Workshop,
    run: Callable[..., Result],
    monkeypatch: pytest.MonkeyPatch,
    code: int,
    words: tuple[str, ...],
) -> None:
    real = Path.read_bytes

    def refused(file: Path) -> bytes:
        if file.name == "de.md":
            raise OSError(code, os.strerror(code), os.fspath(file))
        return real(file)

    monkeypatch.setattr(Path, "read_bytes", refused)
    monkeypatch.setattr("gc.disable", lambda: None)
    done = run(*words)
    assert 1 == done.exit_code
    [line] = done.stderr.splitlines()
    assert "/de.md: " in line
    assert " — " in line


def test_links_to_folders_elsewhere_are_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere/deeper").mkdir(parents=True)
    (tmp_path / "elsewhere/deeper/de.md").write_text("")
    (tmp_path / "project/content").mkdir(parents=True)
    (tmp_path / "project/content/pages").symlink_to("../../elsewhere")
    (tmp_path / "project/content/again").symlink_to("../../elsewhere/deeper")
    assert ["content/again/de.md", "content/pages/deeper/de.md"] == list(scan(tmp_path / "project"))
    (tmp_path / "elsewhere/deeper/back").symlink_to("..")
    with pytest.raises(ContentError, match=r"content/again/back:1: link: leads back"):
        scan(tmp_path / "project")


def test_output_that_cannot_be_written_is_told() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "build.py", "--help"]
        done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True)
    assert 1 == done.returncode
    assert "Traceback" not in done.stderr
