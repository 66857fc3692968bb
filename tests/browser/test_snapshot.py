"""The quick start in Chromium, Firefox and WebKit: from the snapshot if all about it is right, else
from the library, and nobody notices."""

import gzip
import json
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Browser

from builder.runtime.pyodide import make_runtime
from builder.runtime.snapshot import HEAP, SNAPSHOT, integrity
from engine import Rules, play
from tests.browser.drivers.chromium import Chromium
from tests.browser.drivers.reader import Reader
from tests.engine.games import variants
from tests.engine.test_golden_deals import golden_deals
from tests.runtime.host import PAGE, Host

GAME = play(Rules(best="low"), 3, "7K3Q9F2A")
LONG = 90.0
"""Seconds that the engine may take to start on a busy machine."""
ENGINES = ("chromium", "firefox", "webkit")
LIBRARY = (".zip", ".whl", "pyodide-lock.json")
CONNECTION = "Object.defineProperty(WorkerNavigator.prototype, 'connection', { value: %s });"


@pytest.fixture
def chromium(browser: Browser) -> Iterator[Reader]:
    """What is decided before any engine matters is tested in one."""
    reader = Chromium(browser)
    reader.fresh()
    yield reader
    reader.close()


def started(reader: Reader, host: Host, **more: object) -> str:
    """Open the page, play a game that has to be CPython's, and say which way the engine was
    started."""
    reader.open(host.address)
    reader.wait("Boolean(window.reason)")
    reader.evaluate(f"(window.engine = make({json.dumps({'patience': 60_000} | more)}), 0)")
    reader.evaluate(
        "void engine.call(game).then((each) => { window.answer = each }, (error) => { window.answer"
        " = error })"
    )
    reader.wait("window.answer", LONG)
    answer: dict[str, Any] = reader.evaluate("answer")
    assert answer.get("recording") == json.loads(GAME.to_json()), reader.evaluate("String(answer)")
    assert answer["digest"] == GAME.digest()
    assert [each for each in reader.evaluate("news") if isinstance(each, str)] == [
        "loading",
        "ready",
    ]
    return str(reader.evaluate("engine.way"))


def of_the_library(host: Host) -> list[str]:
    return [path for path in host.asked if path.endswith(LIBRARY)]


def test_an_engine_starts_from_the_snapshot_and_asks_for_nothing_else(
    reader: Reader, kept: Host
) -> None:
    """Of the library not a byte is loaded; all is counted, and the golden deals are the same
    games."""
    assert started(reader, kept) == "snapshot"
    assert of_the_library(kept) == []
    assert len(kept.asked) == len(set(kept.asked))
    steps = [each for each in reader.evaluate("news") if not isinstance(each, str)]
    loaded = [step["loaded"] for step in steps]
    assert loaded == sorted(loaded)
    assert loaded[-1] == steps[-1]["total"] == make_runtime().loaded
    rules = {name: each.changes() for name, each in variants().items()}
    asked = [
        {"do": "play", "rules": rules[variant], "players": int(n), "deal": deal}
        for variant, n, deal, *_ in golden_deals()
    ]
    reader.evaluate(
        f"void Promise.all({json.dumps(asked)}.map((each) => engine.call(each).then(({{ digest }})"
        " => digest)))"
        ".then((each) => { window.digests = each })"
    )
    assert reader.wait("window.digests", LONG) == [deal[-1] for deal in golden_deals()]


def changed(**more: object) -> bytes:
    """The snapshot with another header, packed anew."""
    header, _, rest = gzip.decompress(make_runtime().files[SNAPSHOT]).partition(b"\n")
    return gzip.compress(json.dumps(json.loads(header) | more).encode() + b"\n" + rest, 1)


def other_build() -> bytes:
    """The snapshot as another build of Pyodide would have made it."""
    header, _, rest = gzip.decompress(make_runtime().files[SNAPSHOT]).partition(b"\n")
    return gzip.compress(header + b"\n" + rest[:16] + bytes(32) + rest[48:], 1)


WRONG: dict[str, Callable[[bytes], bytes]] = {
    "corrupted": lambda data: data[: len(data) // 3] + bytes(100) + data[len(data) // 3 + 100 :],
    "truncated": lambda data: data[: len(data) // 3],
    "a page of HTML": lambda _: PAGE,
}


@pytest.mark.parametrize(
    ("engine", "wrong"),
    [
        *(("chromium", wrong) for wrong in WRONG),
        ("firefox", "corrupted"),
        ("webkit", "corrupted"),
    ],
    indirect=["engine"],
)
def test_a_snapshot_with_another_digest_is_not_taken(
    reader: Reader, kept: Host, wrong: str
) -> None:
    """Whatever comes instead, the start goes by the library."""
    kept.instead[SNAPSHOT] = WRONG[wrong](make_runtime().files[SNAPSHOT])
    assert started(reader, kept) == "library"
    assert len(of_the_library(kept)) == 3


def test_a_snapshot_that_is_not_there_is_not_waited_for(chromium: Reader, kept: Host) -> None:
    """A 404 does not end a start."""
    kept.faults[SNAPSHOT] = "missing"
    assert started(chromium, kept) == "library"


INSIDE: dict[str, Callable[[], bytes]] = {
    "of another version": lambda: changed(version="0.27.0"),
    "of another format": lambda: changed(format=2),
    "of another heap": lambda: changed(heap=2 * HEAP),
    "of another build": other_build,
    "that plays other games": lambda: changed(proof=['{"do":"nothing"}', "{}"]),
    "cut before it was packed": lambda: gzip.compress(
        gzip.decompress(make_runtime().files[SNAPSHOT])[:5_000_000], 1
    ),
    "cut after it was packed": lambda: make_runtime().files[SNAPSHOT][:1_000_000],
    "that is none": lambda: PAGE,
    "that is empty": lambda: b"",
}


@pytest.mark.parametrize("inside", INSIDE)
def test_a_snapshot_that_is_wrong_inside_is_not_taken(
    chromium: Reader, kept: Host, inside: str
) -> None:
    """Version, format, heap, build and an answer are looked at, even where the digest agrees, and
    any error is enough."""
    kept.instead[SNAPSHOT] = INSIDE[inside]()
    assert started(chromium, kept, snapshot=integrity(kept.instead[SNAPSHOT])) == "library"


def test_a_connection_that_breaks_off_in_the_snapshot_does_not_end_a_start(
    chromium: Reader, kept: Host
) -> None:
    """What has come of it is not lost from the count of bytes."""
    kept.faults[SNAPSHOT] = "cut"
    assert started(chromium, kept) == "library"
    last = [each for each in chromium.evaluate("news") if not isinstance(each, str)][-1]
    assert last["loaded"] <= last["total"]


def test_without_a_snapshot_the_start_goes_by_the_library(chromium: Reader, kept: Host) -> None:
    """A build may have left it out."""
    assert started(chromium, kept, snapshot="") == "library"
    assert [path for path in kept.asked if path.endswith(SNAPSHOT)] == []


def before_the_worker(host: Host, script: str) -> None:
    """Has a script run in the engine's thread before its own."""
    worker = next(path for path in host.files if path.startswith("assets/js/worker"))
    host.instead[worker.rpartition("/")[2]] = script.encode() + host.files[worker]


SAVING = {"saveData": True}
SLOW = {"effectiveType": "3g"}
WHATEVER: list[tuple[dict[str, object], str, Callable[[], bytes]]] = [
    (SAVING, "whole", lambda: make_runtime().files[SNAPSHOT]),
    (SAVING, "corrupted", lambda: WRONG["corrupted"](make_runtime().files[SNAPSHOT])),
    (SLOW, "truncated", lambda: WRONG["truncated"](make_runtime().files[SNAPSHOT])),
    (SLOW, "of another version", lambda: changed(version="0.27.0")),
]


@pytest.mark.parametrize(
    ("connection", "snapshot"),
    [(connection, snapshot) for connection, _, snapshot in WHATEVER],
    ids=[f"{connection}-{name}" for connection, name, _ in WHATEVER],
)
def test_who_saves_data_or_has_a_slow_line_starts_from_the_library(
    chromium: Reader, kept: Host, connection: dict[str, object], snapshot: Callable[[], bytes]
) -> None:
    """It has fewer bytes; the snapshot is not even asked for, so nothing that is wrong with it
    matters."""
    kept.instead[SNAPSHOT] = snapshot()
    before_the_worker(kept, CONNECTION % json.dumps(connection))
    assert started(chromium, kept, snapshot=integrity(kept.instead[SNAPSHOT])) == "library"
    assert [path for path in kept.asked if path.endswith(SNAPSHOT)] == []


def test_on_a_slow_line_a_snapshot_that_is_kept_is_taken(chromium: Reader, kept: Host) -> None:
    """It costs nothing then."""
    before_the_worker(kept, CONNECTION % json.dumps(SLOW))
    chromium.open(kept.address)
    chromium.wait("Boolean(window.reason)")
    path = next(path for path in kept.files if path.endswith(SNAPSHOT))
    chromium.evaluate(f"caches.open('kept').then((cache) => cache.add('/{path}')).then(() => 0)")
    assert started(chromium, kept) == "snapshot"


@pytest.mark.parametrize(
    ("engine", "wrong", "way"),
    [
        *((engine, "", "snapshot") for engine in ENGINES),
        *((engine, "corrupted", "library") for engine in ENGINES),
        ("chromium", "truncated", "library"),
    ],
    indirect=["engine"],
)
def test_without_https_the_browser_compares_the_digest(
    reader: Reader, kept: Host, wrong: str, way: str
) -> None:
    """Scripts cannot, there; a snapshot is taken or left all the same."""
    before_the_worker(kept, "Object.defineProperty(crypto, 'subtle', { value: undefined });")
    if wrong:
        kept.instead[SNAPSHOT] = WRONG[wrong](make_runtime().files[SNAPSHOT])
    assert started(reader, kept) == way


DENIED = """
const denied = () => { throw new DOMException("denied", "SecurityError"); };
for (const name of ["caches", "indexedDB"]) Object.defineProperty(self, name, { get: denied });
navigator.locks.request = async () => denied();
const noise = new BroadcastChannel("noise");
addEventListener("error", ({ message }) => noise.postMessage(message));
addEventListener("unhandledrejection", ({ reason }) => noise.postMessage(String(reason)));
"""
HEARD = """(
    window.noise = [],
    window.channel = new BroadcastChannel("noise"),
    channel.onmessage = ({ data }) => noise.push(data),
    0)"""
"""Storage as where it is denied; with it go locks, in some browsers by an error, in others by a
promise."""


def test_a_thread_whose_storage_is_denied_plays_in_silence(reader: Reader, kept: Host) -> None:
    """Nothing of it is needed, and no error goes unheard."""
    before_the_worker(kept, DENIED + CONNECTION % json.dumps(SLOW))
    reader.open(kept.address)
    reader.evaluate(HEARD)
    reader.wait("Boolean(window.reason)")
    reader.evaluate("(window.engine = make(), 0)")
    reader.evaluate("void engine.call(game).then(({ digest }) => { window.answer = digest })")
    assert GAME.digest() == reader.wait("window.answer", LONG)
    assert [] == reader.evaluate("noise")
    assert [] == reader.noise()


ONCE: dict[str, Callable[[bytes], bytes]] = WRONG | {
    "nothing": lambda _: b"",
    "still packed": gzip.compress,
    "of an older release": lambda data: data[:-1] + bytes([data[-1] ^ 1]),
}
YEAR = {"Cache-Control": "public, max-age=31536000, immutable"}


FILES = (*sorted(make_runtime().files), "worker")
STARTING = tuple(name for name in FILES if not name.endswith(LIBRARY))
"""What a start from the snapshot takes."""


def fetched_wrongly(reader: Reader, host: Host, name: str, wrong: str) -> None:
    """Open the page where one file of the engine was answered wrongly before, for a year."""
    path = next(
        path for path in host.files if path.rpartition("/")[2].startswith(name) and "/" in path
    )
    host.headers |= YEAR
    host.instead[path.rpartition("/")[2]] = ONCE[wrong](host.files[path])
    assert host.instead[path.rpartition("/")[2]] != host.files[path]
    reader.open(host.address)
    reader.evaluate(f"fetch('/{path}').then((answer) => answer.arrayBuffer()).then(() => 0)")
    host.instead.clear()


@pytest.mark.parametrize(
    ("name", "wrong"), list(product(STARTING, ("a page of HTML", "truncated")))
)
def test_a_wrong_answer_that_the_browser_keeps_for_a_year_does_no_harm(
    chromium: Reader, kept: Host, name: str, wrong: str
) -> None:
    """Each file of the engine was answered wrongly before, and lies in the browser's own cache: the
    start mends it."""
    fetched_wrongly(chromium, kept, name, wrong)
    way = started(chromium, kept, patience=10_000)
    assert way in ("snapshot", "library")
    assert way == "snapshot" or name != SNAPSHOT


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("pyodide-lock.json", "a page of HTML"),
        ("pyodide-lock.json", "truncated"),
        ("python_stdlib.zip", "nothing"),
        ("python_stdlib.zip", "still packed"),
        ("python_stdlib.zip", "of an older release"),
        ("war_and_peace-", "corrupted"),
        ("war_and_peace-", "truncated"),
    ],
)
def test_a_wrong_library_that_the_browser_keeps_for_a_year_does_no_harm(
    chromium: Reader, kept: Host, name: str, wrong: str
) -> None:
    """Nor does it where a start needs it, for there is no snapshot."""
    fetched_wrongly(chromium, kept, name, wrong)
    assert started(chromium, kept, snapshot="", patience=10_000) == "library"


def test_a_start_that_failed_is_tried_again_without_the_snapshot(
    chromium: Reader, kept: Host
) -> None:
    """So not even a snapshot that ends the thread could keep anybody from playing."""
    chromium.open(kept.address)
    chromium.wait("Boolean(window.reason)")
    kept.faults[".wasm"] = "missing"
    chromium.evaluate("(window.engine = make(), 0)")
    assert chromium.evaluate("reason(engine.start())") == "failed"
    kept.anew()
    assert chromium.evaluate("engine.start().then(() => engine.way)") == "library"
