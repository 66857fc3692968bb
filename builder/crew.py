"""Making many parts of a site in several processes; what comes out is the same as in one."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
MANY = 200
"""Fewer are made sooner by one process alone."""
FIRST = 4
"""So many are made here before the others begin, with what these have compiled."""
PIECE = 20
_task: Callable[[int], list[object]]


def spread(make: Callable[[int], T], number: int) -> Iterator[T]:
    """`make(0)`, `make(1)` … in this order. What the other processes change in memory is theirs alone."""
    processes = processors()
    if number < MANY or processes == 1 or threading.active_count() > 1:
        yield from map(make, range(number))
        return
    from multiprocessing import get_context

    global _task
    _task = lambda start: [make(index) for index in range(start, min(start + PIECE, number))]  # noqa: E731
    yield from map(make, range(FIRST))
    with get_context("fork").Pool(processes) as pool:
        for piece in pool.imap(_piece, range(FIRST, number, PIECE)):
            yield from piece  # type: ignore[misc]


def processors() -> int:
    """How many processes can run at a time; elsewhere than on Linux a process cannot be had as a copy of this one."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1


def _piece(start: int) -> Sequence[object]:
    return _task(start)
