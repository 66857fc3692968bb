"""The site without a network, in Chromium and Firefox: what is kept after a visit, how versions
follow each other, and that nothing is lost where nothing can be kept. The host is really
stopped."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from builder.content.recordings import pool_deals
from builder.output.site import build_site
from builder.output.writing import write
from builder.runtime.pyodide import Runtime, make_runtime
from builder.values.urls import file_of
from engine import play
from tests.browser.conftest import CHROMIUM, QUIET
from tests.browser.drivers.reader import Reader
from tests.browser.drivers.stage import LIES, Stage, staged
from tests.browser.playing import ADDRESSES, ROOT, VARIANTS, Table
from tests.site import LANGUAGES

BASE = "https://example.org"
LONG = 90.0
STATE = "document.querySelector('#offline-state')"
READY = f"{STATE}.lastElementChild.textContent === {STATE}.dataset.ready"
SHEET = "Boolean(document.querySelector('dialog[open]'))"
COMMIT = "document.querySelector('.commit').textContent"
FULL = """
const full = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
Cache.prototype.put = Cache.prototype.addAll = full;
"""
NO_SERVICE = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined });"
REFUSED = (
    "navigator.serviceWorker.register = () => Promise.reject(new DOMException('refused',"
    " 'SecurityError'));"
)
SAVING = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"
UNLISTED = "clients.matchAll = async () => [];"
LATER = """caches.keys().then(async (names) => {
  const notes = await caches.open(names.find((name) => name.endsWith(" tabs")));
  for (const { url } of await notes.keys()) {
    const [version] = (await (await notes.match(url)).text()).split(" ");
    await notes.put(url, new Response(`${version} 0`));
  }
  return true;
})"""
VISIT = """new Promise((done) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => data.done && done(true);
  navigator.serviceWorker.controller.postMessage({ do: "visit", lang: "en" }, [port2]);
})"""

DIGESTS = """caches.keys().then(async (names) => {
  const found = {};
  for (const name of names.filter((each) => !each.endsWith(" tabs"))) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const bytes = await (await cache.match(url, { ignoreVary: true })).arrayBuffer();
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      const path = url.slice(location.origin.length + 1);
      const digits = [...digest].map((each) => each.toString(16).padStart(2, "0")).join("");
      found[`${name.split(" ").slice(2).join(" ")} ${path}`] = digits;
    }
  }
  return found;
})"""
POISON = """caches.keys().then(async (names) => {
  for (const name of names.filter((each) => !each.endsWith(" tabs"))) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      await cache.put(url, new Response("<title>Log in</title>", { headers: { "Content-Type": "text/html" } }));
    }
  }
  return true;
})"""

two_engines = pytest.mark.parametrize("engine", ["chromium", "firefox"], indirect=True)
chromium = pytest.mark.parametrize("engine", ["chromium"], indirect=True)


def made(root: Path, out: Path, base: str, commit: str, runtime: Runtime | None = None) -> Path:
    """A build of the project below `root`."""
    write(build_site(root, base, commit, runtime or make_runtime()).files, out)
    return out


def small() -> Runtime:
    """The engine's files, and of each no more than its head: for who keeps them and starts
    nothing."""
    whole = make_runtime()
    return replace(whole, files={name: data[:2_000] for name, data in whole.files.items()})


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This project with fewer recorded deals, which are most of what is kept: three of each
    variant."""
    root = tmp_path_factory.mktemp("project")
    for name in ("templates", "locales", "builder", "engine", "pyproject.toml"):
        (root / name).symlink_to(ROOT / name)
    for name in ("content", "assets"):
        shutil.copytree(ROOT / name, root / name)
    for deal in pool_deals()[2:]:
        for file in (root / "content" / "recorded").glob(f"*/{deal}.json"):
            file.unlink()
    return root


@pytest.fixture(scope="module")
def one(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(project, tmp_path_factory.mktemp("one") / "site", f"{BASE}/", "1111111")


@pytest.fixture(scope="module")
def light(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first version again, with an engine that weighs nothing and cannot start."""
    return made(project, tmp_path_factory.mktemp("light") / "site", f"{BASE}/", "1111111", small())


@pytest.fixture(scope="module")
def two(one: Path, light: Path, project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The version after: every page says so, and the parts that are loaded late have other names.
    Its engine is as small as that of `light`."""
    for name in ("share", "help"):
        script = project / "assets/js/board/later" / f"{name}.js"
        script.write_text(
            script.read_text("utf-8") + "\ndocument.documentElement.dataset.made = '2';\n", "utf-8"
        )
    return made(project, tmp_path_factory.mktemp("two") / "site", f"{BASE}/", "2222222", small())


@pytest.fixture(scope="module")
def house(one: Path) -> Iterator[Stage]:
    with staged(one) as stage:
        stage.slips = False
        yield stage


@pytest.fixture
def host(house: Stage, one: Path) -> Stage:
    """A host of the first version, without a probe in its pages."""
    house.anew()
    house.show(one)
    house.slips = False
    return house


@pytest.fixture
def table(reader: Reader, host: Stage) -> Table:
    return Table(reader, host)


def listed(folder: Path) -> dict[str, Any]:
    """What the service worker of a build is told."""
    text = (folder / "sw.js").read_text("utf-8")
    return dict(json.loads(text.partition("\n")[0].removeprefix("self.site=").removesuffix(";")))


def caches(reader: Reader) -> dict[str, int]:
    """How many files each cache holds, by version and part."""
    names = reader.evaluate(
        "caches.keys().then((names) => Promise.all(names.map(async (name) =>"
        " [name, (await (await caches.open(name)).keys()).length])))"
    )
    return {" ".join(name.split(" ")[2:]): count for name, count in names}


def wait_for_part(reader: Reader, folder: Path, part: str) -> None:
    """Until all files of a part are kept."""
    site = listed(folder)
    name = json.dumps(f"{site['version']} {part}")
    script = (
        "Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))"
    )
    found = (
        f"caches.keys().then((all) => all.filter((name) => name.endsWith({name}))).then((names) =>"
        f" {script})"
    )
    reader.wait(f"{found}.then(([count]) => count === {len(site['parts'][part])})", LONG)


def visit(table: Table, page: str, language: str) -> None:
    """Open a page and stay until the site is kept."""
    table.reader.open(table.address(page, language))
    table.reader.wait(READY, LONG)


def versions(reader: Reader) -> set[str]:
    return {name.split(" ")[0] for name in caches(reader)} - {"tabs"}


def battles(reader: Reader) -> int:
    return int(reader.evaluate("document.querySelector('#board-time').max"))


def registration(script: str) -> str:
    """A question about the registration of the service worker, `each`."""
    return f"navigator.serviceWorker.getRegistration().then(async (each) => {script})"


def gone(folder: Path) -> str:
    """Whether no cache of a build is left."""
    return (
        "caches.keys().then((names) => !names.some((name) =>"
        f" name.includes('{listed(folder)['version']}')))"
    )


WAITS = registration("Boolean(each.waiting)")
INSTALLS = registration("Boolean(each?.installing)")
IDLE = registration("!each.installing && !each.waiting")


def update(reader: Reader) -> None:
    reader.evaluate(registration("(each.update().catch(() => {}), true)"))


def wait_for_version(reader: Reader, folder: Path, language: str = "en") -> None:
    """Until this version is at work, with all of a language, and nothing waits."""
    wait_for_part(reader, folder, language)
    reader.wait(registration("Boolean(each.active && !each.waiting && !each.installing)"), LONG)


def later(reader: Reader) -> None:
    """Every tab was opened long ago."""
    reader.evaluate(LATER)
    sweep(reader)


def sweep(reader: Reader) -> None:
    """Until all has been removed that nobody needs: a second visit is answered after what the first
    one does."""
    for _ in range(2):
        reader.evaluate(VISIT)


# --- without a network ----------------------------------------------------------------------------


@two_engines
def test_after_one_visit_everything_works_without_a_host(table: Table, host: Stage) -> None:
    """All pages of the language, their links, recorded deals and, once the engine was used, new
    ones."""
    reader = table.reader
    visit(table, "peace", "de")
    table.open("peace", "de")
    deal = table.deal
    table.choose("players", 3)
    table.wait_for_other_deal(deal, LONG)
    wait_for_part(reader, host.folder, "engine")
    host.stop()
    for (page, language), path in ADDRESSES.items():
        if language == "de":
            reader.open(host.address + path)
            assert reader.evaluate(
                "[document.documentElement.lang, document.styleSheets[0].cssRules.length > 0]"
            ) == [
                "de",
                True,
            ], page
            assert reader.url == host.address + path
    table.open("war", "de")
    deal = table.deal
    assert battles(reader) == len(play(VARIANTS["war"], 2, deal).battles)
    table.do("end")
    table.wait_for("over")
    table.choose("players", 4)
    deal = table.wait_for_other_deal(deal, LONG)
    assert battles(reader) == len(play(VARIANTS["war"], 4, deal).battles)
    table.do("share")
    reader.wait(SHEET)
    reader.press("Escape")
    reader.click("footer a")
    reader.wait("document.querySelector('h1') && !document.querySelector('#board')")
    assert reader.evaluate("document.documentElement.lang") == "de"


@two_engines
def test_a_page_that_is_not_kept_gives_way_to_the_offline_page_in_its_language(
    table: Table, host: Stage
) -> None:
    """The first segment of the address names the language; the way back is offered."""
    reader = table.reader
    visit(table, "sources", "de")
    host.stop()
    for path, language in ((ADDRESSES["peace", "fi"], "fi"), ("da/nothing/", "da"), ("xx/", "de")):
        reader.open(host.address + path)
        assert reader.url == f"{host.address}{ADDRESSES['offline', language]}#/{path}"
        assert reader.evaluate("document.documentElement.lang") == language
        reader.wait("!document.querySelector('#missing').hidden")
        assert reader.evaluate("document.querySelector('#missing a').href") == host.address + path
    host.start()
    reader.click("#missing a")
    reader.wait("Boolean(document.querySelector('.not-found'))")


@two_engines
def test_the_button_keeps_the_engine_too(table: Table, host: Stage) -> None:
    """New deals are there without the engine having been used before."""
    reader = table.reader
    reader.open(table.address("offline", "fi"))
    reader.wait("!document.querySelector('#keep-offline').hidden")
    assert caches(reader).get(f"{listed(host.folder)['version']} engine", 0) == 0
    reader.click("#keep-offline button")
    reader.wait("document.querySelector('#keep-offline').dataset.state === 'kept'", LONG)
    assert reader.text("#keep-offline [role=status]")
    wait_for_part(reader, host.folder, "engine")
    host.stop()
    table.open("quick", "fi")
    deal = table.deal
    table.choose("players", 3)
    deal = table.wait_for_other_deal(deal, LONG)
    assert battles(reader) == len(play(VARIANTS["quick"], 3, deal).battles)


@two_engines
def test_languages_come_on_demand(table: Table, host: Stage) -> None:
    """The reader's own language is kept, another one once a page of it was visited."""
    reader, version = table.reader, listed(host.folder)["version"]
    visit(table, "sources", "de")
    assert set(caches(reader)) - {"tabs"} == {f"{version} shell", f"{version} de"}
    visit(table, "sources", "da")
    assert set(caches(reader)) - {"tabs"} == {f"{version} shell", f"{version} de", f"{version} da"}
    host.stop()
    reader.open(table.address("compare", "da"))
    assert reader.evaluate("document.documentElement.lang") == "da"


@chromium
def test_the_foot_of_the_page_says_when_there_is_no_network(table: Table) -> None:
    """In words, and gone again when there is one."""
    reader = table.reader
    visit(table, "war", "en")
    context = reader.context  # type: ignore[attr-defined]
    context.set_offline(True)
    reader.wait("document.querySelector('#offline-state').innerText.includes('You are offline.')")
    context.set_offline(False)
    reader.wait(READY)


@chromium
@pytest.mark.parametrize("path", ["/games/war/", "/en/"])
def test_a_site_below_a_path_keeps_to_it(
    reader: Reader, project: Path, tmp_path: Path, path: str
) -> None:
    """Even where the path reads like a language: pages, files, and the offline page."""
    folder = made(project, tmp_path / "site", BASE + path, "1111111")
    with staged(folder, path) as stage:
        stage.slips = False
        table = Table(reader, stage)
        visit(table, "war", "de")
        assert (
            reader.evaluate("navigator.serviceWorker.ready.then(({ scope }) => scope)")
            == stage.address
        )
        stage.stop()
        table.open("peace", "de")
        reader.open(stage.address)
        assert reader.evaluate("document.querySelectorAll('.chooser a').length") >= len(LANGUAGES)
        reader.open(table.address("peace", "fi"))
        assert reader.url.startswith(stage.address + ADDRESSES["offline", "fi"])
        reader.open(f"{stage.address}nothing/")
        assert reader.url.startswith(stage.address + ADDRESSES["offline", "de"])


# --- wrong answers --------------------------------------------------------------------------------


def keep_all(reader: Reader, state: str) -> None:
    """Press the button of the offline page, and wait for what becomes of it."""
    reader.wait("!document.querySelector('#keep-offline').hidden")
    reader.click("#keep-offline button")
    reader.wait(f"document.querySelector('#keep-offline').dataset.state === '{state}'", LONG)


def assert_kept_as_built(reader: Reader, folder: Path, *parts: str) -> None:
    """These parts are in the caches of the build's version, all of them and byte by byte."""
    site = listed(folder)
    expected = {
        f"{site['version']} {part} {path}": sha256(
            (folder / file_of(path)).read_bytes()
        ).hexdigest()
        for part in parts
        for path in site["parts"][part]
    }
    assert expected == reader.evaluate(DIGESTS)


@pytest.mark.parametrize(
    ("engine", "lie"),
    [
        *(("chromium", lie) for lie in LIES),
        ("firefox", "a portal's page"),
        ("firefox", "still packed"),
        ("firefox", "a detour"),
    ],
    indirect=["engine"],
)
def test_a_wrong_answer_is_never_kept(table: Table, host: Stage, light: Path, lie: str) -> None:
    """For every file and each kind of wrong answer: told twice it keeps nothing, the next visit is
    as if it had never been; told once nobody notices."""
    reader = table.reader
    host.show(light)
    host.deceive(LIES[lie], times=2)
    reader.open(table.address("offline", "en"))
    keep_all(reader, "failed")
    assert reader.text("#keep-offline [role=status]")
    host.deceive(LIES[lie], times=1)
    reader.open(table.address("offline", "en"))
    keep_all(reader, "kept")
    assert_kept_as_built(reader, host.folder, "shell", "en", "engine")


@two_engines
def test_whatever_lies_in_the_caches_heals_with_a_visit(table: Table, host: Stage) -> None:
    """Every file that was kept has become a portal's page: pages and engine come from the host, and
    are kept anew."""
    reader = table.reader
    reader.open(table.address("offline", "en"))
    keep_all(reader, "kept")
    reader.evaluate(POISON)
    table.open("war", "en")
    deal = table.deal
    table.choose("players", 3)
    table.wait_for_other_deal(deal, LONG)
    visit(table, "sources", "en")
    sweep(reader)
    assert_kept_as_built(reader, host.folder, "shell", "en", "engine")


@two_engines
def test_what_an_older_version_kept_wrongly_heals_with_the_next(
    table: Table, host: Stage, light: Path, two: Path
) -> None:
    """Files of the same name are not taken over unseen."""
    reader = table.reader
    host.show(light)
    reader.open(table.address("offline", "en"))
    keep_all(reader, "kept")
    reader.evaluate(POISON)
    host.show(two)
    update(reader)
    wait_for_version(reader, two)
    reader.open(table.address("offline", "en"))
    keep_all(reader, "kept")
    later(reader)
    reader.wait(gone(light), LONG)
    assert_kept_as_built(reader, two, "shell", "en", "engine")


@two_engines
def test_a_portals_page_is_shown_and_not_kept(table: Table, host: Stage) -> None:
    """Whoever has to log in first sees where; what is kept of the site is shown as ever."""
    reader = table.reader
    visit(table, "sources", "en")
    host.portal = True
    reader.open(table.address("war", "de"))
    assert reader.evaluate("document.title") == "Free WiFi"
    table.open("war", "en")
    host.portal = False
    reader.open(table.address("war", "de"))
    assert reader.evaluate("document.documentElement.lang") == "de"


# --- versions -------------------------------------------------------------------------------------


@two_engines
def test_a_new_version_waits_for_the_end_of_a_game(
    table: Table, host: Stage, one: Path, two: Path
) -> None:
    """A game goes on with its own files, which the host has no more; then the new version takes
    over."""
    reader = table.reader
    visit(table, "peace", "en")
    table.open("peace", "en")
    reader.wait(READY, LONG)
    table.do("turn")
    table.wait_for("playing")
    host.show(two)
    update(reader)
    reader.wait(WAITS, LONG)
    table.do("turn")
    table.wait_for_battle(2)
    table.do("share")
    reader.wait(SHEET)
    assert reader.evaluate("document.documentElement.dataset.made") is None
    reader.press("Escape")
    assert reader.evaluate(WAITS)
    table.do("end")
    table.wait_for("over")
    wait_for_version(reader, two)
    assert versions(reader) == {listed(one)["version"], listed(two)["version"]}
    table.do("help")
    reader.wait(SHEET)
    assert reader.evaluate("document.documentElement.dataset.made") is None
    table.open("peace", "en")
    assert reader.evaluate(COMMIT) == "2222222"
    later(reader)
    reader.wait(gone(one), LONG)
    host.stop()
    table.open("war", "en")
    assert reader.evaluate(COMMIT) == "2222222"
    table.do("share")
    reader.wait("document.documentElement.dataset.made === '2'")


@chromium
@pytest.mark.parametrize("path", ["", "nothing/"], ids=["root", "missing page"])
def test_a_page_where_nobody_can_play_does_not_hold_up_a_new_version(
    table: Table, host: Stage, two: Path, path: str
) -> None:
    """The pages without a language have no script that would say so."""
    reader = table.reader
    visit(table, "sources", "en")
    reader.evaluate(f"Boolean(window.other = open({json.dumps(host.address + path)}))")
    reader.wait("Boolean(other.document.querySelector('h1'))", LONG)
    host.show(two)
    update(reader)
    wait_for_version(reader, two)


def play_beside(table: Table, host: Stage, version: Path, visited: str) -> None:
    """A board of the version that was there at the visit of a page, and the worker of another
    one."""
    visit(table, visited, "en")
    table.open("peace", "en")
    table.reader.wait(READY, LONG)
    host.show(version)
    update(table.reader)
    wait_for_version(table.reader, version)


@two_engines
def test_two_tabs_on_two_versions(table: Table, host: Stage, one: Path, two: Path) -> None:
    """The older tab keeps its files as long as it lives; the newer one has its own; afterwards only
    those are left."""
    reader = table.reader
    old, new = listed(one)["version"], listed(two)["version"]
    play_beside(table, host, two, "peace")
    address = json.dumps(table.address("war", "en"))
    reader.evaluate(f"Boolean(window.other = open({address}))")
    reader.wait("other.document.querySelector('#board')?.dataset.live !== undefined", LONG)
    assert reader.evaluate("other.document.querySelector('.commit').textContent") == "2222222"
    assert reader.evaluate(COMMIT) == "1111111"
    reader.wait(READY.replace("document", "other.document"), LONG)
    host.stop()
    assert versions(reader) == {old, new}
    deal = table.deal
    table.do("new")
    table.wait_for_other_deal(deal)
    table.do("help")
    reader.wait(SHEET)
    assert reader.evaluate("document.documentElement.dataset.made") is None
    reader.press("Escape")
    reader.evaluate("other.document.querySelector('[data-do=help]').click()")
    reader.wait("other.document.documentElement.dataset.made === '2'")
    reader.open(table.address("variants", "en"))
    assert reader.evaluate(COMMIT) == "2222222"
    later(reader)
    reader.wait(gone(one), LONG)
    assert versions(reader) == {new}


@two_engines
def test_a_tab_that_is_not_listed_yet_keeps_its_version(
    table: Table, host: Stage, one: Path, two: Path
) -> None:
    """Browsers list a tab a moment after its page was answered; a tab that is never listed is
    gone."""
    reader = table.reader
    host.service_stub = UNLISTED
    play_beside(table, host, two, "sources")
    sweep(reader)
    assert versions(reader) == {listed(one)["version"], listed(two)["version"]}
    host.stop()
    table.do("help")
    reader.wait(SHEET)
    assert reader.evaluate("document.documentElement.dataset.made") is None
    later(reader)
    assert versions(reader) == {listed(two)["version"]}


@two_engines
def test_a_new_version_that_does_not_come_whole_changes_nothing(
    table: Table, host: Stage, one: Path, two: Path
) -> None:
    """The connection breaks in the middle: the older version goes on, and later the newer one comes
    after all."""
    reader = table.reader
    visit(table, "sources", "en")
    host.show(two)
    host.hold(ADDRESSES["compare", "en"])
    reader.evaluate(
        "navigator.serviceWorker.getRegistration().then((each) => { each.update().catch(() => {});"
        " return true })"
    )
    reader.wait(INSTALLS, LONG)
    host.stop()
    reader.wait(IDLE, LONG)
    for page in ("war", "compare", "offline"):
        reader.open(table.address(page, "en"))
        assert reader.evaluate(COMMIT) == "1111111"
    table.open("peace", "en")
    host.start()
    update(reader)
    wait_for_version(reader, two)
    reader.open(table.address("compare", "en"))
    assert reader.evaluate(COMMIT) == "2222222"


@two_engines
def test_a_first_visit_that_breaks_off_is_made_good(table: Table, host: Stage) -> None:
    """Nothing is kept then; the next visit keeps it."""
    reader = table.reader
    host.hold("/recordings/war-2-")
    reader.open(table.address("sources", "da"))
    reader.wait(INSTALLS, LONG)
    host.stop()
    reader.wait(registration("!each?.installing && !each?.active"), LONG)
    host.start()
    visit(table, "sources", "da")
    host.stop()
    table.open("war", "da")


@chromium
def test_a_page_of_another_version_is_not_kept(
    table: Table, host: Stage, one: Path, two: Path
) -> None:
    """A language that comes on demand is kept by the version that has its files, never mixed."""
    reader = table.reader
    visit(table, "war", "en")
    table.open("war", "en")
    table.do("turn")
    table.wait_for("playing")
    host.show(two)
    reader.evaluate(f"Boolean(window.other = open({json.dumps(table.address('war', 'fi'))}))")
    reader.wait("other.document.querySelector('.commit')?.textContent === '2222222'", LONG)
    reader.wait(WAITS, LONG)
    assert caches(reader).get(f"{listed(one)['version']} fi", 0) == 0
    assert caches(reader)[f"{listed(two)['version']} fi"] == len(listed(two)["parts"]["fi"])


# --- where nothing can be kept --------------------------------------------------------------------


def plays(table: Table) -> None:
    """The board deals recorded and new games."""
    table.open("peace", "de")
    deal = table.deal
    table.do("new")
    deal = table.wait_for_other_deal(deal)
    table.choose("players", 3)
    deal = table.wait_for_other_deal(deal, LONG)
    assert battles(table.reader) == len(play(VARIANTS["peace"], 3, deal).battles)


@two_engines
def test_where_space_is_refused_everything_works_with_a_network(table: Table, host: Stage) -> None:
    """No cache takes anything: the game plays, the button says what happened, nothing is
    promised."""
    host.service_stub = FULL
    plays(table)
    reader = table.reader
    reader.open(table.address("offline", "de"))
    reader.wait("!document.querySelector('#keep-offline').hidden")
    reader.click("#keep-offline button")
    reader.wait("document.querySelector('#keep-offline').dataset.state === 'failed'", LONG)
    assert reader.text("#keep-offline [role=status]")
    assert reader.evaluate(READY) is False


@two_engines
def test_space_that_runs_out_later_breaks_nothing(table: Table, host: Stage) -> None:
    """What is kept stays, what is not comes from the network, and an update that finds no room
    changes nothing."""
    reader = table.reader
    visit(table, "sources", "de")
    host.service_stub = FULL
    update(reader)
    reader.wait(IDLE, LONG)
    plays(table)
    host.stop()
    reader.open(table.address("compare", "de"))
    assert reader.evaluate("document.documentElement.lang") == "de"


@two_engines
def test_caches_that_the_browser_cleared_are_filled_again(table: Table, host: Stage) -> None:
    """Meanwhile everything comes from the network."""
    reader = table.reader
    visit(table, "sources", "de")
    reader.evaluate(
        "caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))"
    )
    plays(table)
    reader.wait(READY, LONG)
    host.stop()
    reader.open(table.address("compare", "de"))
    assert reader.evaluate("document.documentElement.lang") == "de"


@two_engines
@pytest.mark.parametrize("stub", [NO_SERVICE, REFUSED])
def test_a_browser_without_service_workers_loses_nothing(
    reader: Reader, host: Stage, stub: str
) -> None:
    """The game plays, the offline page says how things are, and no error is heard."""
    host.slips, host.stub = True, stub
    table = Table(reader, host)
    plays(table)
    table.silent()
    reader.open(table.address("offline", "de"))
    reader.wait("!document.querySelector('#keep-offline').hidden")
    if stub == NO_SERVICE:
        reader.wait("document.querySelector('#keep-offline').dataset.state === 'unsupported'")
    else:
        reader.click("#keep-offline button")
        reader.wait("document.querySelector('#keep-offline').dataset.state === 'failed'")
    assert reader.text("#keep-offline [role=status]")
    table.silent()


@chromium
def test_with_save_data_nothing_is_kept_unasked(reader: Reader, host: Stage) -> None:
    """The button still keeps everything."""
    host.slips, host.stub = True, SAVING
    table = Table(reader, host)
    reader.open(table.address("offline", "en"))
    reader.wait("!document.querySelector('#keep-offline').hidden")
    assert (
        reader.evaluate("navigator.serviceWorker.getRegistrations().then(({ length }) => length)")
        == 0
    )
    reader.click("#keep-offline button")
    reader.wait("document.querySelector('#keep-offline').dataset.state === 'kept'", LONG)


# --- an app ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def installer(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrowserContext]:
    """A Chromium with a profile of its own, without which nothing can be installed."""
    context = browser.browser_type.launch_persistent_context(
        tmp_path_factory.mktemp("profile"), executable_path=CHROMIUM, args=QUIET
    )
    yield context
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_chromium_finds_nothing_against_installing(
    installer: BrowserContext, host: Stage, language: str
) -> None:
    """The manifest is without fault, and the app is the same in every language."""
    page = installer.pages[0]
    page.goto(host.address + ADDRESSES["peace", language])
    session = installer.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    data = json.loads(manifest["data"])
    assert (data["lang"], data["start_url"], data["scope"], data["id"]) == (
        language,
        f"{language}/",
        "./",
        "/",
    )
    assert session.send("Page.getAppId")["appId"] == host.address
    session.detach()
