"""What several tests read and none changes, made once for all processes of a run."""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that the first process to ask for it makes, while the others wait; to be read
    alone.

    What fails before it is whole is made anew by the next that asks.
    """
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        # Beside the folders of the processes, each of which has one of its own.
        base = base.parent
    place, whole = base / name, base / f"{name}.whole"
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not whole.exists():
            make(place)
            whole.touch()
    return place
