"""Long work is said at a terminal while it is done, leaves no trace there, and nothing at all in a
pipe."""

from __future__ import annotations

import os
import pty
import re
import shutil
import subprocess
import sys
import termios
import time
from io import StringIO
from pathlib import Path

import pytest

from builder.assets.bundle import make_small
from builder.output.compress import beside
from builder.system import progress_line
from builder.system.progress_line import counted, shown, step
from builder.workshop import record
from tests.builder.small_project import ROOT, Workshop

BUILD = """
import sys
from pathlib import Path
import build
build.ROOT = Path(sys.argv.pop(1))
build.main()
"""


def screen(said: str) -> list[str]:
    """What stands on a terminal after all this was written to it."""
    lines = []
    for written in said.split("\n"):
        line = list[str]()
        at = 0
        for sign in written:
            if sign == "\r":
                at = 0
            else:
                line[at : at + 1] = [sign]
                at += 1
        lines.append("".join(line).rstrip())
    return lines


def at_terminal(root: Path, *arguments: str, term: str = "xterm") -> str:
    """What the command line writes to a terminal."""
    above, below = pty.openpty()
    mode = termios.tcgetattr(below)
    mode[1] &= ~termios.OPOST  # line ends as they were written
    termios.tcsetattr(below, termios.TCSANOW, mode)
    command = [sys.executable, "-c", BUILD, str(root), *arguments]
    environment = os.environ | {"TERM": term}
    with subprocess.Popen(
        command, cwd=ROOT, stdin=below, stdout=below, stderr=below, env=environment
    ):
        os.close(below)
        said = b""
        try:
            while data := os.read(above, 65_536):
                said += data
        except OSError:
            pass  # nobody has the other end any more
    os.close(above)
    return said.decode()


def in_pipe(root: Path, *arguments: str) -> str:
    """What it writes to a pipe."""
    command = [sys.executable, "-c", BUILD, str(root), *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a style sheet that nobody has made small yet."""
    shop = Workshop(tmp_path / "project", {"en": "English"})
    (shop.root / "assets").unlink()
    shutil.copytree(ROOT / "assets", shop.root / "assets")
    with (shop.root / "assets/css/site.css").open("a") as file:
        file.write(f"/* {tmp_path} {time.time_ns()} */\n")
    return shop.root


WORK = "making styles and scripts small"
DONE = r"\d+ pages in \d+\.\d\d s: \d+ files written, 0 removed, \d+ unchanged"


def building(project: Path) -> tuple[str, ...]:
    """A build with pictures, which need an address."""
    place = str(project / "site")
    return "build", "--no-engine", "--base-url", "https://example.org/", "--out", place


def test_work_is_said_at_a_terminal_and_leaves_no_trace(project: Path) -> None:
    """The lines that stay are those of a pipe; what comes from the cache is not said at all."""
    command = building(project)
    said = at_terminal(project, *command)
    assert WORK in said
    assert [] == [line for line in screen(said)[:-1] if not re.fullmatch(DONE, line)]
    again = at_terminal(project, *command)
    assert re.fullmatch(DONE + "\n", again)


def test_nothing_is_said_in_a_pipe_and_at_a_terminal_that_cannot(project: Path) -> None:
    """Nor is there anything that moves a cursor."""
    command = building(project)
    assert re.fullmatch(DONE + "\n", in_pipe(project, *command))
    with (project / "assets/css/site.css").open("a") as file:
        file.write("/* more */\n")
    assert "\r" not in at_terminal(project, *command, term="dumb")


def test_a_fault_stands_alone_on_its_line(project: Path) -> None:
    """Work that ends with an error leaves no trace either."""
    (project / "assets/js/board/first/main.js").write_text("export const = 1;\n", "utf-8")
    said = at_terminal(project, "build", "--no-engine", "--out", str(project / "site"))
    assert "bundling scripts" in said
    lines = screen(said)
    assert lines[0].startswith("error: esbuild failed:")
    assert not [line for line in lines if "bundling scripts" in line]


# --- the line -------------------------------------------------------------------------------------


class Terminal(StringIO):
    """A stream that takes itself for a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress_line, "PACE", 0)
    return Terminal()


def shows(said: str) -> list[str]:
    """What was to be read, one after the other."""
    return [text for text in (each.strip() for each in said.split("\r")) if text]


def test_work_within_work_goes_on_where_it_was(terminal: Terminal) -> None:
    """The line shows the innermost, and then the outer one again."""
    with shown(terminal), step("outer"):
        with counted("inner", 2, patience=0) as tell:
            tell(1)
            tell(2)
        assert "outer ..." == shows(terminal.getvalue())[-1]
    assert ["outer ...", "inner 1/2", "inner 2/2", "outer ..."] == shows(terminal.getvalue())
    assert [""] == screen(terminal.getvalue())


def test_counted_work_that_is_done_soon_is_not_shown(terminal: Terminal) -> None:
    """Hundreds of files that come from the cache."""
    with shown(terminal), counted("packing files", 1_000) as tell:
        for number in range(1_000):
            tell(number)
    assert "" == terminal.getvalue()


def test_a_line_is_never_broken(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing could take away the half that is above."""
    monkeypatch.setenv("COLUMNS", "10")
    with shown(terminal), step("packing Python for the page"):
        pass
    assert ["packing P"] == shows(terminal.getvalue())


def test_nobody_is_told_where_no_terminal_is() -> None:
    """As in a test, or in a program that uses the builder."""
    stream = StringIO()
    with shown(stream), step("one"), counted("two", 3, patience=0) as tell:
        tell(1)
    assert "" == stream.getvalue()


def test_recording_says_how_many_simulations_are_done(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of all that were asked for; what is said of a variant stands on a line of its own."""
    monkeypatch.setattr(record, "GAMES", 20)
    monkeypatch.setattr(record, "CANDIDATES", 5)
    variants = record_variants()
    with shown(terminal):
        record.record(tmp_path, variants, lambda text: print(text, file=terminal))
    said = shows(terminal.getvalue().replace("\n", "\r"))
    assert re.fullmatch(r"simulating war \d/6", said[0])
    assert any(re.fullmatch(r"simulating peace \d/6", text) for text in said)
    assert ["war: ", "peace: "] == [
        line.split("median")[0] for line in screen(terminal.getvalue()) if line
    ]


def record_variants() -> list[record.Variant]:
    from builder.content.load import read_variants

    return [variant for variant in read_variants(ROOT) if variant.id in ("war", "peace")]


def test_packing_says_how_far_it_is(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Packing for a host takes seconds; from the cache, none."""
    monkeypatch.setattr(
        "builder.output.compress.counted", lambda words, number: counted(words, number, patience=0)
    )
    with shown(terminal):
        beside({"a": b"a" * 999, "b": b"b" * 999}, tmp_path)
    assert ["packing files 0/2", "packing files 1/2"] == shows(terminal.getvalue())


def test_only_what_runs_is_said(terminal: Terminal, tmp_path: Path) -> None:
    """What is kept is taken without a word."""
    for expected in (["making styles and scripts small ..."], []):
        stream = Terminal()
        with shown(stream):
            make_small({"css/a.css": b"a { order: 1 }"}, tmp_path)
        assert expected == shows(stream.getvalue())
