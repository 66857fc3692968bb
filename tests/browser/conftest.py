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
    # Below the bar for addresses each window keeps two pages of Chromium's own, which nobody sees:
    # they take longer than a page of the site.
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
    # Of several such lists the last one counts, so here is Playwright's too.
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
    "ThirdPartyStoragePartitioning",
)
"""What Chromium can do and is not to do."""
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(UNWANTED)}",
]
FIRST_COMPILER = "--js-flags=--no-wasm-tier-up --no-wasm-dynamic-tiering"
FIRST_COMPILERS = {"JSC_useOMGJIT": "0", "JSC_useWasmOMG": "0"}
"""What Chromium's and WebKit's first compilers make of WebAssembly is quick enough for a test; the
last one takes longer than a game, and more than the start of the engine. Firefox has all of its
own."""


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
        executable_path=CHROMIUM, args=[*QUIET, FIRST_COMPILER], env=os.environ | settings
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


@pytest.fixture(scope="session")
def engines() -> Iterator[dict[str, Reader]]:
    """The engines that have been started, by name: a start costs as much as several tests."""
    started: dict[str, Reader] = {}
    yield started
    for reader in started.values():
        reader.close()


@pytest.fixture(scope="session", params=["chromium", "firefox", "webkit"])
def engine(
    request: pytest.FixtureRequest,
    engines: dict[str, Reader],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Reader]:
    """One engine after the other; whichever has its turn, the others show nothing."""
    if request.param not in engines:
        engines[request.param] = start(request, tmp_path_factory)
    yield engines[request.param]
    engines[request.param].leave()


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
    return Webkit(WEBKIT_DRIVER, str(browser), SCREEN, FIRST_COMPILERS)


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
