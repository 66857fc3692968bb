"""Making many parts of a site in several processes; what comes out is the same as in one."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")
MANY = 200
"""Fewer are made sooner by one process alone."""
FIRST = 4
"""So many are made here before the others begin: those are copies of this process, and have what it
has compiled for these."""
PIECE = 20
"""So many are handed to a process at a time."""
ENDED = (
    "a process of the build was ended from outside — perhaps memory is short; then run it again"
    " with more"
)

_make: Callable[[int], Any]
"""In a copy of this process: what it has to make."""


def spread(make: Callable[[int], T], number: int) -> Iterator[T]:
    """`make(0)`, `make(1)` … in this order; what other processes change in memory is theirs alone.

    Raises ChildProcessError where one of them is ended from outside, and what `make` raises.
    """
    processes = processors()
    # A copy of a process with several threads may wait for one that it does not have.
    if number < MANY or processes == 1 or threading.active_count() > 1:
        yield from map(make, range(number))
        return
    yield from map(make, range(min(FIRST, number)))
    yield from _elsewhere(make, range(FIRST, number), processes)


def _elsewhere(make: Callable[[int], T], numbers: range, processes: int) -> Iterator[T]:
    """What copies of this process make of these numbers, in their order."""
    # A twentieth of a second, which a build of few parts saves.
    from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
    from multiprocessing import get_context

    # `make` is most often a function inside another, which cannot be pickled; a copy of this
    # process has it, if it is handed over before the copy is made.
    pool = ProcessPoolExecutor(processes, get_context("fork"), _begin, (make,))
    try:
        yield from pool.map(_made, numbers, chunksize=PIECE)
    except BrokenProcessPool:
        raise ChildProcessError(ENDED) from None
    finally:
        # After an error nobody waits for pieces that have not begun.
        pool.shutdown(cancel_futures=True)


def processors() -> int:
    """How many processes can run at a time.

    Elsewhere than on Linux a process cannot be had as a copy of this one, with all that it knows.
    """
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1


def _begin(make: Callable[[int], Any]) -> None:
    """The first thing that each process of the pool does."""
    global _make
    _make = make
    # A pool's processes do not notice the death of the one that they work for.
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    if parent := parent_process():
        parent.join()
        # sys.exit would end this thread alone, and the process would go on waiting for work.
        os._exit(1)


def _made(number: int) -> Any:
    return _make(number)
