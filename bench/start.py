"""How soon the engine plays in a page: from plain Pyodide, from the library as bytecode, from the
snapshot, in each browser; its bytes; games a second in its thread.

Run it with `make bench`; it writes a part of bench/RESULTS.md. The pages are those of the site
without their pool of recorded deals, so that the first game after "New game" is one that the engine
made. The host is on this machine, sends files as they are, and lets browsers keep what has a hash
in its name.
"""

import json
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from http.server import ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from playwright.sync_api import sync_playwright

from bench import results
from builder.output.site import build_site
from builder.output.writing import write
from builder.preview.serve import Handler
from builder.runtime.pyodide import Runtime, build_wheel, make_runtime
from builder.runtime.snapshot import SNAPSHOT
from builder.system.node import package, run
from builder.values.project_folder import HOME
from engine import Rules, simulate
from tests.browser.conftest import CHROMIUM, FIREFOX, QUIET, SCREEN, WEBKIT_DRIVER
from tests.browser.drivers.chromium import Chromium
from tests.browser.drivers.firefox import Firefox
from tests.browser.drivers.reader import Reader
from tests.browser.drivers.webkit import Webkit

ROUNDS = 7
PLAIN = "plain Pyodide"
LIBRARY = "library"
QUICK = "snapshot"
LEFT_OUT: dict[str, tuple[str, ...]] = {
    PLAIN: (),
    LIBRARY: (),
    QUICK: ("python_stdlib.zip", ".whl", "pyodide-lock.json"),
}
"""What a start leaves of its folder."""
PAGE = "da/varianter/fred/"
LIVE = b"""new MutationObserver((_, observer) => {
    if (!document.querySelector("#board[data-live]")) return;
    window.live = performance.now();
    observer.disconnect();
}).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["data-live"],
});
"""
"""Slipped into each page: notes when the board first answers to a press, counted from the call of
the page."""
PRESS = """void (async () => {
    const code = document.querySelector("#board-deal"), before = code.textContent;
    const start = performance.now();
    document.querySelector("[data-do=new]").click();
    await new Promise((resolve) => {
        const dealt = () => code.textContent !== before && resolve();
        const all = { childList: true, characterData: true, subtree: true };
        new MutationObserver(dealt).observe(code, all);
    });
    document.querySelector("[data-do=turn]").click();
    await new Promise(requestAnimationFrame);
    window.taken = performance.now() - start;
})()"""
SPEED = """void (async () => {
    const { rest } = JSON.parse(document.querySelector("#board-data").textContent);
    const told = await fetch(rest.data);
    const { engine } = await told.json();
    const thread = new Worker(new URL(engine.worker, told.url), { type: "module" });
    const heard = (name) => new Promise((resolve) => {
        thread.onmessage = ({ data }) => name in data && resolve(data[name]);
    });
    const { sizes, snapshot } = engine;
    const start = new URL(engine.runtime, told.url).href;
    thread.postMessage({ start, life: "bench", sizes, snapshot });
    await heard("ready");
    const play = (first) => {
        const wish = { do: "simulate", rules: {}, players: 2, first, games: 200, seed: 1 };
        const ask = JSON.stringify(wish);
        thread.postMessage({ id: first, ask });
        return heard("answer");
    };
    await play(0);
    const start = performance.now();
    for (let first = 200; first < 3200; first += 200) await play(first);
    const rate = 3000 / ((performance.now() - start) / 1000);
    thread.terminate();
    window.taken = rate;
})()"""
SIZES = """
const zlib = require("node:zlib"), fs = require("node:fs");
const sizes = JSON.parse(fs.readFileSync(0, "utf8")).map((file) => {
  const data = fs.readFileSync(file);
  const packed = [zlib.gzipSync(data, { level: 9 }), zlib.brotliCompressSync(data)];
  return [data.length, ...packed.map(({ length }) => length)];
});
console.log(JSON.stringify(sizes));
"""


def plain_runtime(work: Path) -> Runtime:
    """Pyodide as npm gives it, with the engine as an ordinary wheel in its lock file."""
    wheel = build_wheel(HOME, work)
    lock = json.loads((package("pyodide") / "pyodide-lock.json").read_text("utf-8"))
    made = json.loads(make_runtime().files["pyodide-lock.json"])["packages"]
    entry = {"file_name": wheel.name, "sha256": sha256(wheel.read_bytes()).hexdigest()}
    lock["packages"] |= {name: values | entry for name, values in made.items()}
    names = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
    files = {name: (package("pyodide") / name).read_bytes() for name in names}
    return Runtime(
        "assets/engine-plain/",
        files | {wheel.name: wheel.read_bytes(), "pyodide-lock.json": dumped(lock)},
    )


def dumped(content: object) -> bytes:
    return json.dumps(content).encode()


@contextmanager
def hosted(runtime: Runtime) -> Iterator[str]:
    """The site with this runtime and without recorded deals on a host that lets browsers keep what
    is hashed."""
    with TemporaryDirectory() as folder:
        files = dict(build_site(HOME, "/", "", runtime).files)
        for path in (path for path in files if path.startswith("recordings/")):
            files[path] = re.sub(rb'"pool":\[[^]]*\]', b'"pool":[]', files[path])
        for path in (path for path in files if path.endswith(".html")):
            files[path] = files[path].replace(
                b"<head>", b'<head><script src="/live.js"></script>', 1
            )
        files["live.js"] = LIVE
        write(files, Path(folder) / "site")

        class Keeping(Handler):
            def send_header(self, keyword: str, value: str) -> None:
                keep = keyword == "Cache-Control" and "/assets/" in self.path
                super().send_header(
                    keyword, "public, max-age=31536000, immutable" if keep else value
                )

        handler = type("Bench", (Keeping,), {"folder": Path(folder) / "site", "base_path": "/"})
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            server.server_close()


@dataclass(frozen=True)
class Visit:
    """Milliseconds from the call of the page to a board that answers, and from "New game" to the
    first card."""

    interactive: float
    card: float


def visit(reader: Reader, host: str) -> Visit:
    reader.open(host + PAGE)
    live = float(reader.wait("window.live"))
    return Visit(live, taken(reader, PRESS))


def taken(reader: Reader, script: str) -> float:
    """What a script that may take its time has measured."""
    reader.evaluate(script)
    return float(reader.wait("window.taken", timeout=120))


@contextmanager
def browsers(wanted: list[str]) -> Iterator[list[Reader]]:
    """The browsers, one running at a time would be better, but starting them costs more than
    idling."""
    with ExitStack() as stack:
        readers: list[Reader] = []
        if "chromium" in wanted:
            playwright = stack.enter_context(sync_playwright())
            readers.append(
                Chromium(playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET))
            )
        if "firefox" in wanted:
            readers.append(Firefox(FIREFOX, Path(stack.enter_context(TemporaryDirectory()))))
        if "webkit" in wanted:
            program = next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"))
            readers.append(Webkit(WEBKIT_DRIVER, str(program), SCREEN))
        for reader in readers:
            stack.callback(reader.close)
        yield readers


def measure_starts(reader: Reader, hosts: dict[str, str]) -> dict[str, tuple[Visit, Visit]]:
    """A first visit and a second, medians, for each host; the hosts take turns."""
    visits: dict[str, tuple[list[Visit], list[Visit]]] = {name: ([], []) for name in hosts}
    for _ in range(ROUNDS):
        for name, host in hosts.items():
            reader.fresh()
            for found in visits[name]:
                found.append(visit(reader, host))
    return {name: (middle(first), middle(second)) for name, (first, second) in visits.items()}


def middle(visits: list[Visit]) -> Visit:
    return Visit(median(each.interactive for each in visits), median(each.card for each in visits))


def games_a_second(reader: Reader, host: str) -> float:
    reader.fresh()
    reader.open(host + PAGE)
    return taken(reader, SPEED)


def native_speed() -> float:
    start = process_time()
    simulate(Rules(), 2, 3000, 1)
    return 3000 / (process_time() - start)


def sizes(runtime: Runtime, without: tuple[str, ...]) -> list[int]:
    """Bytes as they are, with gzip, with brotli, all files together but some."""
    with TemporaryDirectory() as folder:
        for name, data in runtime.files.items():
            if not name.endswith(without):
                (Path(folder) / name).write_bytes(data)
        listed = json.dumps([str(file) for file in sorted(Path(folder).iterdir())])
        return [
            sum(column) for column in zip(*json.loads(run(["-e", SIZES], send=listed)), strict=True)
        ]


def without_snapshot(runtime: Runtime) -> Runtime:
    files = {name: data for name, data in runtime.files.items() if name != SNAPSHOT}
    return replace(runtime, files=files)


def main(*wanted: str) -> None:
    """Measures in these browsers, or in all."""
    with TemporaryDirectory() as work, ExitStack() as stack:
        made = make_runtime()
        runtimes = {PLAIN: plain_runtime(Path(work)), LIBRARY: without_snapshot(made), QUICK: made}
        hosts = {name: stack.enter_context(hosted(runtime)) for name, runtime in runtimes.items()}
        cold: list[list[str]] = []
        again: list[list[str]] = []
        speeds = [["CPython, here", f"{native_speed():,.0f}"]]
        for name in wanted or ("chromium", "firefox", "webkit"):
            with browsers([name]) as (reader,):
                found = measure_starts(reader, hosts)
                first = [found[kind][0].card for kind in runtimes]
                cold.append([name, *figures(first), *ratios(first)])
                second = [found[kind][1] for kind in runtimes]
                whole = [each.interactive + each.card for each in second]
                cards = [each.card for each in second]
                again.append(
                    [
                        name,
                        *figures(cards),
                        *ratios(cards),
                        *figures([second[-1].interactive, whole[-1]]),
                    ]
                )
                again[-1].append(f"{whole[-1] / whole[0]:.2f}")
                speeds.append([name, f"{games_a_second(reader, hosts[QUICK]):,.0f}"])
                print(*cold[-1], "|", *again[-1], "|", speeds[-1][1], flush=True)
        weights = [
            [name, *(f"{size / 1e6:.2f}" for size in sizes(runtimes[name], LEFT_OUT[name]))]
            for name in runtimes
        ]
    how = (
        f'{results.machine()} From "New game" to the first card that the engine dealt, in'
        " milliseconds, median of"
        f" {ROUNDS} rounds in which all take turns; recorded deals are off, the host is on the same"
        " machine."
        " Plain Pyodide: as npm gives it, with the engine as a wheel. Library: as much of the"
        " standard library as the"
        " engine uses, as bytecode. Snapshot: Python's memory with the engine in it. In a new"
        " profile:"
    )
    second_visit = (
        'The page once more, all of it in the browser\'s cache: from "New game" to the first card;'
        " then, with the"
        " snapshot, from the call of the page until the board answers, both together, and their"
        " share of the same with"
        " plain Pyodide:"
    )
    faster = [f"{LIBRARY}: times as fast", f"{QUICK}: times as fast"]
    text = [
        how,
        results.table(["", *runtimes, *faster], cold),
        second_visit,
        results.table(["", *runtimes, *faster, "board", "board and card", "share of plain"], again),
        "What a first start loads, in megabytes:",
        results.table(["", "as it is", "gzip", "brotli"], weights),
        "Games a second by `simulate`, the standard game for two, 3,000 games in pieces of 200:",
        results.table(["", "games a second"], speeds),
    ]
    results.write("The start of the engine in a page", "\n\n".join(text))


def figures(times: list[float]) -> list[str]:
    return [f"{time:,.0f}" for time in times]


def ratios(times: list[float]) -> list[str]:
    """How many times as fast as the first the others are."""
    return [f"{times[0] / time:.2f}" for time in times[1:]]


if __name__ == "__main__":
    main(*sys.argv[1:])
