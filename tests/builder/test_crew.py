"""What several processes make comes as from one, and what stops one of them stops the build."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

from builder.tracking import processes


def made(make: Callable[[int], object]) -> Iterator[object]:
    """Fifty things, made by three other processes."""
    return processes._in_order(processes._elsewhere(make, 50, 3))


def test_all_come_in_their_order() -> None:
    """Also what is larger than a pipe holds."""
    assert list(made(lambda index: f"{index} " * 50_000)) == [f"{index} " * 50_000 for index in range(50)]


def test_error_elsewhere_is_an_error_here() -> None:
    """With the lines where it happened."""

    def fails(index: int) -> int:
        return index // (index - 40)

    with pytest.raises(ZeroDivisionError) as error:
        list(made(fails))
    assert "in fails" in error.value.__notes__[0]


def test_process_that_is_killed_ends_the_build() -> None:
    """Nobody waits for what it was making."""

    def dies(index: int) -> int:
        if index == 40:
            os._exit(1)
        return index

    with pytest.raises(ChildProcessError, match="was ended from outside"):
        list(made(dies))


def test_no_process_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither after the last thing nor where somebody asks for no more."""
    pids: list[int] = []
    real = os.fork
    monkeypatch.setattr("os.fork", lambda: pids.append(real()) or pids[-1])
    assert len(list(made(str))) == 50
    some = made(str)
    assert next(some) == "0"
    del some
    assert len(pids) == 6
    for pid in pids:
        with pytest.raises(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)
