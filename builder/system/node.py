"""Running what comes from npm: Node itself, Pyodide in it, esbuild."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from builder.values.project_folder import HOME

PACKAGES = HOME / "node_modules"
"""What npm installed."""
PATIENCE = 180
"""Seconds that a script may take."""


class NodeError(Exception):
    """Node, a package of npm or a wheel for Pyodide is missing, or a program of theirs failed."""


def node() -> str:
    """Node's path: beside this Python, where `make` puts it, or anywhere; raises NodeError without
    one."""
    beside = Path(sys.executable).parent / "node"
    found = str(beside) if beside.exists() else shutil.which("node")
    if not found:
        raise NodeError(
            "Node is missing, which makes the scripts and the engine of the pages — run: make site"
        )
    return found


def command(*arguments: str) -> list[str]:
    """How to run Node so that it ends.

    Its own thread and those that compile beside it can wait for each other at the end, for ever
    (nodejs/node#54918); without the others no script of ours takes longer. Raises NodeError.
    """
    return [node(), "--single-threaded", *arguments]


def package(name: str) -> Path:
    """The folder of a package of npm; raises NodeError where it is missing."""
    folder = PACKAGES / name
    if not folder.is_dir():
        raise NodeError(f"the npm package {name} is missing — run: make site")
    return folder


def package_version(name: str) -> str:
    """The version of a package of npm that is installed; raises NodeError where it is missing."""
    return str(json.loads((package(name) / "package.json").read_text(encoding="utf-8"))["version"])


def run(arguments: list[str], cwd: Path = HOME, send: str = "") -> str:
    """Runs a script with Node and returns what it printed; raises NodeError with what went wrong.

    `arguments` begin with the script's path; `send` is what it reads from its standard input.

    One that stands still is tried once more, so it must not mind what an earlier run has left.
    """
    name = Path(arguments[0]).name
    # Node may stand still where it should end (`command`), seldom twice.
    for _ in range(2):
        with suppress(subprocess.TimeoutExpired):
            done = subprocess.run(
                command(*arguments),
                cwd=cwd,
                input=send,
                capture_output=True,
                encoding="utf-8",
                timeout=PATIENCE,
            )
            break
    else:
        raise NodeError(
            f"{name} did not end within {PATIENCE} seconds, twice — look what else keeps the"
            " machine busy"
        )
    # What went wrong stands at the end of a long trace; a program that was killed prints nothing.
    if done.returncode:
        said = (done.stderr or done.stdout).strip()[-4000:] or f"exit code {done.returncode}"
        raise NodeError(f"{name} failed:\n{said}")
    return done.stdout
