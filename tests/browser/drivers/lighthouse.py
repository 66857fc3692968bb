"""Lighthouse, run by Node with Debian's Chromium."""

import json
import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from builder.npm import node, package
from tests.site import addresses

FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
PATIENCE = "--max-wait-for-load=120000"
KINDS = {
    "root": ("root", ""),
    "home": ("home", "en"),
    "variant": ("war", "en"),
    "list of variants": ("variants", "en"),
    "comparison": ("compare", "en"),
    "prose": ("sources", "en"),
}
"""One page of each kind: its id and language."""


def kinds() -> dict[str, str]:
    """The address of one page of each kind, below the site's root."""
    every = addresses()
    return {kind: every[page] for kind, page in KINDS.items()}


def report(chromium: str, address: str, *options: str) -> dict[str, Any]:
    """What Lighthouse says of a page, as on a phone."""
    with TemporaryDirectory() as folder:
        out = Path(folder) / "report.json"
        program = str(package("lighthouse") / "cli/index.js")
        command = [node(), program, address, "--quiet", "--output=json", f"--output-path={out}", PATIENCE, *options]
        settings = os.environ | {"CHROME_PATH": chromium, "HOME": folder, "TMPDIR": folder}
        done = subprocess.run([*command, f"--chrome-flags={FLAGS}"], env=settings, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[-4000:]
        return json.loads(out.read_text("utf-8"))
