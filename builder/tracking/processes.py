"""Making many parts of a site in several processes; what comes out is the same as in one."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from traceback import format_exc
from typing import TYPE_CHECKING, NoReturn, TypeVar, cast

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

T = TypeVar("T")
MANY = 200
"""Fewer are made sooner by one process alone."""
FIRST = 4
"""So many are made here before the others begin, with what these have compiled."""
PIECE = 20
ENDED = "a process of the build was ended from outside — perhaps memory is short; then run it again with more"
PIECES = 10_000
"""The numbers of so many pieces go into a pipe at once."""
_WIDTH = 4
"""Bytes of a number."""


def spread(make: Callable[[int], T], number: int) -> Iterator[T]:
    """`make(0)`, `make(1)` … in this order. What the other processes change in memory is theirs alone."""
    processes = processors()
    if number < MANY or processes == 1 or threading.active_count() > 1:
        yield from map(make, range(number))
        return
    yield from map(make, range(FIRST))
    size = max(PIECE, number // PIECES)
    pieces = [range(start, min(start + size, number)) for start in range(FIRST, number, size)]
    for piece in _in_order(_elsewhere(lambda index: [make(each) for each in pieces[index]], len(pieces), processes)):
        yield from piece


def processors() -> int:
    """How many processes can run at a time; elsewhere than on Linux a process cannot be had as a copy of this one."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1


def _in_order(found: Iterable[tuple[int, T]]) -> Iterator[T]:
    waiting, following = dict[int, T](), 0
    for index, value in found:
        waiting[index] = value
        while following in waiting:
            yield waiting.pop(following)
            following += 1


def _elsewhere(make: Callable[[int], T], number: int, processes: int) -> Iterator[tuple[int, T]]:
    """What copies of this process make, as it comes: each takes the next number from a pipe and answers in its own.

    Raises ChildProcessError where one is ended from outside.

    They are plainer than Python's pools, whose threads here take more time than all that they hand on.
    """
    from multiprocessing.connection import Pipe, wait

    tasks, todo = os.pipe()
    copies: dict[Connection, int] = {}
    try:
        for _ in range(processes):
            answers, answer = Pipe(duplex=False)
            pid = os.fork()
            if not pid:
                os.close(todo)  # or the copies would wait for more after this process has died
                _work(make, tasks, answer)
            answer.close()
            copies[answers] = pid
        os.write(todo, b"".join(index.to_bytes(_WIDTH, "big") for index in range(number)))
        while number:
            for answers in cast("list[Connection]", wait(list(copies))):
                try:
                    index, value, error = pickle.loads(answers.recv_bytes())
                except EOFError:
                    raise ChildProcessError(ENDED) from None
                if error:
                    raise error
                yield index, value
                number -= 1
    finally:
        for end in (tasks, todo):
            os.close(end)
        for copy, pid in copies.items():
            copy.close()
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _work(make: Callable[[int], T], tasks: int, answer: Connection) -> NoReturn:
    """Makes one thing after the other until there is nothing more to do."""
    try:
        while task := os.read(tasks, _WIDTH):
            index = int.from_bytes(task, "big")
            try:
                made = pickle.dumps((index, make(index), None), protocol=5)
            except Exception as error:
                error.add_note(format_exc())
                made = pickle.dumps((index, None, error), protocol=5)
            answer.send_bytes(made)
    finally:
        os._exit(0)
