"""What git knows of a project: which commit it is, and what a file said in another.

A project may lie in a folder of a larger repository, in a worktree or a submodule, and git finds
that by itself. It may also lie in a repository that is about something else and does not hold it:
then that one's commits are not its own.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from builder.values.toml import decoded

FOLDER = "content"
"""Who holds this holds the project."""
_OF_ANOTHER = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_COMMON_DIR",
    "GIT_NAMESPACE",
    "GIT_PREFIX",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
)
"""What a hook is told of the repository that it runs for, which need not be the project's."""
_UNSAFE = "safe.directory"
"""The setting that git asks for where a repository belongs to another user."""
_INSTEAD = "run translate accept for each translation"


class GitError(Exception):
    """Git cannot say what is asked: why, and what to do."""


def commit_of(root: Path) -> str:
    """The commit that is checked out, in seven digits; "" where git holds no commit of this
    project."""
    try:
        # The folder as that commit has it: asked for with the commit, or another project's would be
        # named.
        found = _git(root, "rev-parse", "--verify", "--quiet", f"HEAD:./{FOLDER}")
        if found.returncode:
            return ""
        head = _git(root, "rev-parse", "--verify", "--quiet", "HEAD")
    except OSError:
        return ""
    return head.stdout.decode().strip()[:7]


def committed(root: Path, path: str, commit: str) -> str:
    """The text of a file of the project in a commit; raises GitError, or ContentError for one that
    is no text."""
    about = f"{path} cannot be read from {commit}"
    try:
        done = _git(root, "cat-file", "blob", f"{commit}:./{path}")
    except OSError:
        raise GitError(f"{about}: git is not on this machine — install it, or {_INSTEAD}") from None
    if done.returncode:
        said = done.stderr.decode(errors="replace")
        reason = next(iter(said.strip().splitlines()), "git said nothing").removeprefix("fatal: ")
        raise GitError(f"{about}: {reason} — {_todo(root, said)}")
    return decoded(done.stdout, f"{commit}:{path}")


def _todo(root: Path, said: str) -> str:
    """What to do about what git said."""
    if _UNSAFE in said:
        return f"if you trust it, run: git config --global --add {_UNSAFE} {_top(root)}"
    if (
        "not a git repository" in said
        or _git(root, "rev-parse", "--verify", "--quiet", "HEAD").returncode
    ):
        return _INSTEAD
    return "give another commit with --since"


def _top(root: Path) -> Path:
    """The folder of the repository that a project lies in."""
    return next((folder for folder in (root, *root.parents) if (folder / ".git").exists()), root)


def _git(root: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Runs git in a project, and waits for it; raises OSError where there is no git."""
    # LC_ALL, since what git says is searched for words, and it may speak the user's language.
    own = {name: value for name, value in os.environ.items() if name not in _OF_ANOTHER}
    return subprocess.run(
        ["git", "-C", str(root), *arguments], capture_output=True, env=own | {"LC_ALL": "C"}
    )
