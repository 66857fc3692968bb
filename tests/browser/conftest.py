"""Browsers, and the site on a host: at its root, below a path, and on one that a test can stop."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.drivers.chromium import Chromium
from tests.browser.drivers.firefox import Firefox
from tests.browser.drivers.reader import Reader
from tests.browser.drivers.stage import Stage, staged
from tests.browser.drivers.webkit import Webkit
from tests.machine import USUAL, font_settings
from tests.runtime import host as runtime_host
from tests.site import build, hosted

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
FIREFOX = shutil.which("firefox-esr") or "/usr/bin/firefox-esr"
WEBKIT_DRIVER = shutil.which("WebKitWebDriver") or "/usr/bin/WebKitWebDriver"
SCREEN = shutil.which("Xvfb") or "/usr/bin/Xvfb"
UNWANTED = (
    # Pages of its own that Chromium loads for the list below its address bar, for each window that
    # a context opens: two thirds of what a new context costs, and nobody sees them.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # What Playwright turns off; only the last such list counts.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "TcpPortRandomizationWin",
    "ThirdPartyStoragePartitioning",
)
QUIET = [
    "--no-sandbox",
    f"--disable-features={','.join(UNWANTED)}",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Debian's Chromium, without a window and without talking to anybody."""
    browser = launch(playwright, USUAL, tmp_path_factory.mktemp("fonts"))
    yield browser
    browser.close()


def launch(playwright: Playwright, fonts: str, place: Path) -> Browser:
    """A Chromium that knows one set of fonts, whose settings are written into a folder."""
    if not Path(CHROMIUM).exists():
        pytest.fail("These tests need Chromium: sudo apt-get install chromium")
    settings = {"FONTCONFIG_FILE": str(font_settings(fonts, place))}
    return playwright.chromium.launch(
        executable_path=CHROMIUM, args=QUIET, env=os.environ | settings
    )


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


@pytest.fixture(scope="session")
def host_en(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site below a path that reads like a language."""
    with hosted(
        build(tmp_path_factory.mktemp("en") / "site", "https://example.org/en/"), "/en/"
    ) as address:
        yield address


@pytest.fixture(scope="session", params=["chromium", "firefox", "webkit"])
def engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Reader]:
    """One engine after the other, each started once."""
    reader = start(request, tmp_path_factory)
    yield reader
    reader.close()


def start(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Reader:
    if request.param == "chromium":
        return Chromium(request.getfixturevalue("browser"))
    if request.param == "firefox":
        if not Path(FIREFOX).exists():
            pytest.fail("These tests need Firefox: sudo apt-get install firefox-esr")
        return Firefox(FIREFOX, tmp_path_factory.mktemp("firefox"))
    browser = next(Path("/usr/lib").glob("*/webkit*gtk-*/MiniBrowser"), None)
    if not (browser and Path(WEBKIT_DRIVER).exists() and Path(SCREEN).exists()):
        pytest.fail("These tests need WebKitGTK: sudo apt-get install webkit2gtk-driver xvfb")
    return Webkit(WEBKIT_DRIVER, str(browser), SCREEN)


@pytest.fixture
def reader(engine: Reader) -> Reader:
    """Somebody who was never here before, at one engine after the other."""
    engine.fresh()
    return engine


@pytest.fixture(scope="session")
def theatre(site: Path) -> Iterator[Stage]:
    with staged(site) as stage:
        yield stage


@pytest.fixture
def stage(theatre: Stage) -> Stage:
    """A host of the site that a test can stop and hold up."""
    theatre.anew()
    return theatre


@pytest.fixture(scope="module")
def engine_host() -> Iterator[runtime_host.Host]:
    """The engine alone, without the pages of the site."""
    with runtime_host.hosted(runtime_host.engine_files()) as host:
        yield host


@pytest.fixture
def kept(engine_host: runtime_host.Host) -> runtime_host.Host:
    """The host of the engine, with whatever an earlier test ordered forgotten."""
    engine_host.anew()
    return engine_host
