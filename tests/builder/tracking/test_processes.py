"""What several processes make comes as from one, and what stops one of them stops the build."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from multiprocessing import active_children

import pytest

from builder.tracking import processes
from tests.site import ROOT


def made(make: Callable[[int], object]) -> Iterator[object]:
    """Fifty things, made by three other processes."""
    return processes._elsewhere(make, range(50), 3)


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "PIECE", 3)


def test_all_come_in_their_order() -> None:
    """Also what is larger than a pipe holds."""
    assert [f"{index} " * 50_000 for index in range(50)] == list(
        made(lambda index: f"{index} " * 50_000)
    )


def test_error_elsewhere_is_an_error_here() -> None:
    """With the lines where it happened."""

    def fails(index: int) -> int:
        return index // (index - 40)

    with pytest.raises(ZeroDivisionError) as error:
        list(made(fails))
    assert "in fails" in str(error.value.__cause__)


def test_process_that_is_killed_ends_the_build() -> None:
    """Nobody waits for what it was making."""

    def dies(index: int) -> int:
        if index == 40:
            os.kill(os.getpid(), signal.SIGKILL)
        return index

    with pytest.raises(ChildProcessError, match="was ended from outside"):
        list(made(dies))


def test_no_process_is_left() -> None:
    """Neither after the last thing nor where somebody asks for no more."""
    assert 50 == len(list(made(str)))
    some = made(str)
    assert "0" == next(some)
    del some
    assert [] == active_children()


KILLED = """
import os, signal
from builder.tracking import processes
some = processes._elsewhere(str, range(50), 3)
next(some)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_no_process_outlives_a_build_that_is_killed() -> None:
    """The pipe that all of them hold is closed by the last of them."""
    command = [sys.executable, "-c", KILLED]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, timeout=60)
    assert (-signal.SIGKILL, b"") == (done.returncode, done.stdout)
