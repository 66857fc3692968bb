"""Work that takes long, said while it is done: one line at a terminal, gone with the work; in a
pipe nothing.

Whoever does such work says so here and knows nothing of terminals; only the command line has one to
show.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from shutil import get_terminal_size
from typing import TextIO

PATIENCE = 0.5
"""Seconds that counted work may take before it is shown: most of it is done by then."""
PACE = 0.1
"""Seconds from one number to the next."""


class Line:
    """The last line of a terminal, for the work at hand and the work that it is a part of."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.text = ""

    def show(self, text: str) -> None:
        """Shows a text in place of the one before; an empty one leaves no trace."""
        # A text over two lines could not be written over: \r leads to the start of the last.
        text = text[: get_terminal_size().columns - 1]
        if text != self.text:
            # Blanks over the text before, which may be longer.
            self._stream.write(f"\r{' ' * len(self.text)}\r{text}")
            self._stream.flush()
            self.text = text


_line: ContextVar[Line | None] = ContextVar("line", default=None)
"""The line of the `shown` that is around the work; None where there is none, and in a pipe."""


@contextmanager
def shown(stream: TextIO) -> Iterator[None]:
    """Shows what is done meanwhile, if the stream is a terminal that can write over its last
    line."""
    can = stream.isatty() and os.environ.get("TERM") != "dumb"
    before = _line.set(Line(stream) if can else None)
    try:
        yield
    finally:
        _line.reset(before)


@contextmanager
def step(words: str) -> Iterator[None]:
    """Work that takes a while, in words: "bundling scripts". The work around it is shown again
    afterwards."""
    line = _line.get()
    if not line:
        yield
        return
    before = line.text
    line.show(f"{words} ...")
    try:
        yield
    finally:
        line.show(before)


@contextmanager
def counted(words: str, number: int, patience: float = PATIENCE) -> Iterator[Callable[[int], None]]:
    """Work on so many things; what it yields is told how many are done, and says so as soon as that
    takes a while."""
    line = _line.get()
    if not line:
        yield lambda _: None
        return
    before = line.text
    due = time.monotonic() + patience

    def tell(done: int) -> None:
        nonlocal due
        if time.monotonic() >= due:
            due = time.monotonic() + PACE
            line.show(f"{words} {done}/{number}")

    try:
        yield tell
    finally:
        line.show(before)
