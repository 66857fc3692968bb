"""A browser, and the site on a host: at its root, and below a path."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.site import hosted

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without a window and without talking to anybody."""
    if not Path(CHROMIUM).exists():
        pytest.fail("These tests need Chromium: sudo apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def host(site: Path) -> Iterator[str]:
    """The address of the site at the root of a host."""
    with hosted(site) as address:
        yield address


@pytest.fixture(scope="session")
def host_below(site_below: Path) -> Iterator[str]:
    """The address of the site below a path of a host."""
    with hosted(site_below, "/games/war/") as address:
        yield address
