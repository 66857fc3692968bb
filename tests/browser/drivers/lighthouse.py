"""Lighthouse, run by Node with Debian's Chromium."""

import json
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from builder.system.node import node
from tests.site import addresses

PROGRAM = Path(__file__).with_suffix(".mjs")
FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run"
    " --disable-background-networking"
    " --disable-dev-shm-usage"
)
PATIENCE = 120_000
"""Milliseconds that a page may take to load on a busy machine."""
KINDS = {
    "root": ("root", ""),
    "home": ("home", "en"),
    "variant": ("war", "en"),
    "list of variants": ("variants", "en"),
    "comparison": ("compare", "en"),
    "prose": ("sources", "en"),
}
"""One page of each kind: its id and language."""

LEAST = {"performance": 99, "accessibility": 100, "best-practices": 100, "seo": 100}
"""Scores of a page, of a hundred."""
MOST = {
    "largest-contentful-paint": 1200,
    "total-blocking-time": 50,
    "cumulative-layout-shift": 0.01,
}
"""Milliseconds, and the share of the window that moves."""


def kinds() -> dict[str, str]:
    """The address of one page of each kind, below the site's root."""
    every = addresses()
    return {kind: every[page] for kind, page in KINDS.items()}


def reports(chromium: str, pages: Sequence[str], **options: Any) -> list[dict[str, Any]]:
    """What Lighthouse says of pages, as on a phone, one after the other in one Chromium."""
    with TemporaryDirectory() as folder:
        job = {
            "chromium": chromium,
            "flags": FLAGS.split(),
            "pages": pages,
            "options": {"maxWaitForLoad": PATIENCE, **options},
        }
        done = subprocess.run(
            [node(), str(PROGRAM)],
            input=json.dumps(job),
            env=os.environ | {"HOME": folder, "TMPDIR": folder},
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stderr[-4000:]
        return json.loads(done.stdout)


def medians(reports: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """Of each measure that has a budget; a score that Lighthouse could not give is none."""
    scores = {
        name: median(100 * (each["categories"][name]["score"] or 0) for each in reports)
        for name in LEAST
    }
    return scores | {
        name: median(each["audits"][name]["numericValue"] for each in reports) for name in MOST
    }


def excesses(page: str, found: Mapping[str, float]) -> Iterator[str]:
    """Each measure of a page that is not within its budget, in a sentence."""
    for name, least in LEAST.items():
        if found[name] < least:
            yield f"{page}: {name} is {found[name]:,.10g}, at least {least} is wanted"
    for name, most in MOST.items():
        if found[name] > most:
            yield f"{page}: {name} is {found[name]:,.10g}, at most {most:,} is allowed"
