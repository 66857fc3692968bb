"""One builder at a time writes into an output folder; a second one says so and waits.

The lock is on a file in the folder itself, so it holds for every project and path that leads there.
It ends with the process that holds it, however that ends, and the file is there no longer than the
lock. The system's own call takes microseconds, libraries for it take a tenth of a small build.
Where a system has no such call, builds that meet are put right by the next one alone.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # elsewhere than on Unix
    fcntl = None  # type: ignore[assignment]

LOCK = ".build.lock"
"""The file in an output folder that is locked; it holds nothing."""
TRIES = 100
"""So many times the folder may vanish while we ask for it: whoever made it takes it away if nothing
came into it."""


class FolderError(Exception):
    """The output folder cannot be built into: what is wrong with it, and what to do."""


@contextmanager
def locked(out: Path) -> Iterator[bool]:
    """Has the folder for us alone, and makes it if need be; yields whether another build had it
    until now.

    Raises FolderError where it cannot be made, written to or locked.
    """
    is_new = not out.exists()
    file, waited = _taken(out)
    try:
        yield waited
    finally:
        with suppress(OSError):
            if _is_there(file, out):
                # While the lock is ours still: who waits for it finds the file gone once it is
                # free, and asks for another one.
                (out / LOCK).unlink()
        _free(file)
        if is_new:
            with suppress(OSError):
                out.rmdir()  # where nothing came into it


def _taken(out: Path) -> tuple[int, bool]:
    """The lock's open file, and whether we had to wait for it."""
    waited = False
    vanished = 0
    while True:
        try:
            out.mkdir(parents=True, exist_ok=True)
            file = os.open(out / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            vanished += 1
            # FileExistsError is also what mkdir says of a folder that vanishes while it looks.
            if vanished > TRIES or not isinstance(error, FileExistsError | FileNotFoundError):
                raise _refusal(out, error) from None
            continue
        try:
            waited = _wait(file, out, waited)
            # Who had the lock may have removed the file: a lock on that keeps nobody else out.
            if _is_there(file, out):
                return file, waited
        except OSError as error:
            os.close(file)
            raise _refusal(out, error) from None
        # Ctrl+C while we wait, most of all.
        except BaseException:
            os.close(file)
            raise
        os.close(file)


def _wait(file: int, out: Path, waited: bool) -> bool:
    """Waits until the lock is ours, and says so the first time; whether it ever had to. Raises
    OSError where the disk knows no locks."""
    if not fcntl:
        return waited
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    # Where a system builds flock on fcntl, a lock that somebody has may be EACCES.
    except (BlockingIOError, PermissionError):
        if not waited:
            sys.stderr.write(f"another build is writing to {_shown(out)}/: waiting\n")
            sys.stderr.flush()
        fcntl.flock(file, fcntl.LOCK_EX)
        return True
    return waited


def _free(file: int) -> None:
    """Gives the lock back and closes its file."""
    if fcntl:
        with suppress(OSError):
            # To close it would not do: copies of this process have the file open, too.
            fcntl.flock(file, fcntl.LOCK_UN)
    os.close(file)


def _is_there(file: int, out: Path) -> bool:
    """Whether the open file is still the one that others find."""
    try:
        return os.path.samestat(os.fstat(file), (out / LOCK).stat())
    except FileNotFoundError:
        return False


def _refusal(out: Path, error: OSError) -> FolderError:
    """An error of the system as one of the folder: NFS, for one, may know no locks."""
    todo = "give --out a folder that you may write to, on a disk of this machine"
    return FolderError(
        f"{_shown(out)}: cannot be kept for this build alone: {error.strerror} — {todo}"
    )


def _shown(out: Path) -> Path:
    """The folder as somebody calls it who stands where we do."""
    here = Path.cwd()
    return out.relative_to(here) if out.is_relative_to(here) and out != here else out
