"""Replacing files that people wrote, whole or not at all, and what goes wrong on a disk, in one
sentence."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

_AGAIN = "then run the command again"
_SAID = {
    errno.ENOSPC: ("the disk is full", f"make room, {_AGAIN}"),
    errno.EDQUOT: ("no more may be written for this user", f"make room, {_AGAIN}"),
    errno.EFBIG: (
        "larger than a file may be here",
        f"raise the limit (ulimit -f) or make room, {_AGAIN}",
    ),
    errno.EACCES: ("not allowed", f"give yourself the right to it and to its folder, {_AGAIN}"),
    errno.EPERM: ("not allowed", f"give yourself the right to it and to its folder, {_AGAIN}"),
    errno.EROFS: ("on a disk that can only be read", "work on a copy elsewhere"),
    errno.ELOOP: ("a link that leads back to itself", "remove the link, or let it lead to a file"),
    errno.EISDIR: ("a folder, where a file should be", f"move it away, {_AGAIN}"),
    errno.ENOTDIR: ("a file, where a folder should be", f"move it away, {_AGAIN}"),
    errno.EEXIST: ("there already", f"move it away, {_AGAIN}"),
    errno.ENOENT: ("not there", "look whether it is spelt right"),
    errno.ENAMETOOLONG: ("a name longer than the disk allows", "give it a shorter one"),
    errno.EMFILE: ("too many files are open", f"raise the limit (ulimit -n), {_AGAIN}"),
    errno.ENFILE: ("too many files are open on this machine", f"close some programs, {_AGAIN}"),
    errno.ENOMEM: ("not enough memory", f"close some programs, {_AGAIN}"),
    errno.EIO: ("the disk does not answer", f"look whether it is whole, {_AGAIN}"),
}
"""What an error of the system says, and what to do, by its number."""


class UnfinishedError(OSError):
    """Some files of a command have been replaced when one could not be; each of them is whole.

    `done` are the paths of those that were replaced; all else is that of the error that ended it.
    """

    def __init__(self, error: OSError, done: list[Path]) -> None:
        super().__init__(error.errno, error.strerror, error.filename)
        self.done = done


def replace_file(file: Path, data: bytes) -> None:
    """Replace a file, or write a new one: after whatever happens it has its old bytes or the new
    ones. Raises OSError with its path."""
    replace_files({file: data})


def replace_files(files: Mapping[Path, bytes]) -> None:
    """Replace these files, or write new ones, in their order, when all that is new lies ready
    beside them.

    A file keeps its rights, and a link goes on leading to its file; what has these bytes already is
    not touched. Raises OSError with the file's path; nothing is changed then, but after an
    UnfinishedError, which says what is.
    """
    ready = dict[Path, Path]()
    folders = list[Path]()
    try:
        for file, data in files.items():
            with named(file):
                target = _target(file)
                if not _holds(target, data):
                    folders += [
                        each
                        for each in (target.parent, *target.parent.parents)
                        if not each.exists()
                    ]
                    target.parent.mkdir(parents=True, exist_ok=True)
                    # Two of the paths may lead to one file: the later bytes count. The name begins
                    # with a dot, so no build or preview takes it for a source.
                    new = ready.setdefault(target, target.with_name(f".{secrets.token_hex(8)}.new"))
                    _write(new, data, target)
        _move(ready)
    except BaseException:
        for new in ready.values():
            with suppress(OSError):
                new.unlink()
        # Deepest first, as a folder goes only when it is empty.
        for folder in sorted(folders, reverse=True):
            with suppress(OSError):  # something has come into it
                folder.rmdir()
        raise


def _target(file: Path) -> Path:
    """The file that is meant, at the end of all links; raises OSError for what cannot be replaced
    by a file."""
    target = Path(os.path.realpath(file))
    try:
        status = file.stat()
    except FileNotFoundError:
        # A new file, or a link to one that is not there: it comes where the link leads.
        return target
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(file))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "no file that can be replaced", os.fspath(file))
    if not os.access(target, os.W_OK):  # its folder might allow what it does not
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(file))
    return target


def _holds(file: Path, data: bytes) -> bool:
    return file.is_file() and file.read_bytes() == data


def _write(new: Path, data: bytes, target: Path) -> None:
    """A file on the disk with the rights of the one that it will replace."""
    with new.open("wb") as file:
        file.write(data)
        file.flush()
        # Else a machine that loses power could have the new name on its disk, and not the bytes.
        os.fsync(file.fileno())
    if target.exists():
        status = target.stat()
        with suppress(OSError):  # only root may give files away
            os.chown(new, status.st_uid, status.st_gid)
        new.chmod(stat.S_IMODE(status.st_mode))


def _move(ready: Mapping[Path, Path]) -> None:
    """Put all into their places; where one does not go, those that replaced nothing are taken away
    again."""
    # Looked at before the first move: afterwards all of them are there.
    fresh = [target for target in ready if not target.exists()]
    done = list[Path]()
    for target, new in ready.items():
        try:
            with named(target):
                new.replace(target)
        except OSError as error:
            for file in [file for file in done if file in fresh]:
                with suppress(OSError):
                    file.unlink()
            if replaced := [file for file in done if file.exists()]:
                raise UnfinishedError(error, replaced) from error
            raise
        done.append(target)


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Lets an error of the system name this path where it names none, or a file that nobody knows
    of."""
    try:
        yield
    except OSError as error:
        if error.filename is None or str(error.filename).endswith(".new"):
            error.filename = os.fspath(path)
        raise


# --- in words ------------------------------------------------------------------------------------


def said(error: OSError, root: Path) -> str:
    """An error of the system as a sentence for people: the path, what is wrong, what to do.

    Paths below `root` are named from there.

    >>> print(said(OSError(errno.ENOSPC, "", "/srv/war/locales/de.po"), Path("/srv/war")))
    locales/de.po: the disk is full — make room, then run the command again
    """
    # copytree gathers what went wrong in one error: (from, to, why) for each.
    if isinstance(error, shutil.Error) and isinstance(error.args[0], list):
        path, _, what = error.args[0][0]
        return f"{_shown(path, root)}: {what} — see to it, {_AGAIN}"
    if error.errno is None:  # one of our own
        return str(error)
    what, todo = _SAID.get(error.errno, (error.strerror or str(error), f"see to it, {_AGAIN}"))
    path = error.filename
    if isinstance(path, str | bytes):
        file = _culprit(Path(os.fsdecode(path)), error.errno)
        if error.errno == errno.EEXIST and not file.is_dir():  # a folder was to be made
            what, todo = _SAID[errno.ELOOP if _leads_to_itself(file) else errno.ENOTDIR]
        what = f"{_shown(file, root)}: {what}"
    sentence = f"{what} — {todo}"
    if isinstance(error, UnfinishedError):
        sentence += f"; done before: {', '.join(_shown(file, root) for file in error.done)}"
    return sentence


def _culprit(path: Path, number: int | None) -> Path:
    """The part of a path that is meant: the file among its folders, or the link among them that
    leads to itself."""
    for part in (*reversed(path.parents), path):
        if number == errno.ENOTDIR and part.is_file():
            return part
        if number == errno.ELOOP and part.is_symlink() and _leads_to_itself(part):
            return part
    return path


def _leads_to_itself(link: Path) -> bool:
    """Whether a link leads in a circle, which is told by following it."""
    try:
        link.stat()
    except OSError as error:
        return error.errno == errno.ELOOP
    return False


def _shown(path: str | Path, root: Path) -> str:
    """A path as the project names it, in letters that every terminal can be given."""
    file = Path(path)
    inside = file.relative_to(root) if file.is_relative_to(root) and file != root else file
    # A name on a disk may be no UTF-8; Python holds such bytes as letters that cannot be printed.
    return os.fsencode(inside).decode(errors="replace")
