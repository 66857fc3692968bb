"""Writing what was measured into bench/RESULTS.md: each part under its heading, with the machine
and the commit."""

import os
import platform
import re
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from builder.system.files import replace_file

FILE = Path(__file__).with_name("RESULTS.md")


def machine() -> str:
    """The machine and the commit, in a sentence."""
    command = ["git", "-C", str(FILE.parent), "rev-parse", "--short=7", "HEAD"]
    commit = subprocess.run(command, capture_output=True, text=True).stdout.strip() or "none"
    system = platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    cores = (
        f"{os.cpu_count()} cores, {platform.machine()}, {system}, CPython"
        f" {platform.python_version()}"
    )
    return f"Commit {commit}. {cores}."


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown; all columns but the first are numbers."""
    lines = ["| " + " | ".join(cells) + " |" for cells in (head, *rows)]
    return "\n".join([lines[0], "|---|" + "---:|" * (len(head) - 1), *lines[1:]])


def write(heading: str, text: str) -> None:
    """Puts a text under its heading, in place of what stood there."""
    content = FILE.read_text("utf-8") if FILE.exists() else "# Measured\n"
    section = f"## {heading}\n\n{text.strip()}\n"
    old = re.compile(rf"^## {re.escape(heading)}\n.*?(?=^## |\Z)", re.DOTALL | re.MULTILINE)
    content = (
        old.sub(lambda _: section + "\n", content)
        if old.search(content)
        else f"{content.rstrip()}\n\n{section}"
    )
    replace_file(FILE, (content.rstrip() + "\n").encode())
