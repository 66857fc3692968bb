"""How soon the engine plays in a page, beside plain Pyodide, in each browser; its bytes; games a second in its thread.

Run it with `make bench`; it writes a part of bench/RESULTS.md. The pages are those of the site without their pool of
recorded deals, so that the first game after "New game" is one that the engine made. The host is on this machine and
sends files as they are.
"""

import json
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from http.server import ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from playwright.sync_api import sync_playwright

from bench import results
from builder.npm import HOME, package, run
from builder.runtime import Runtime, build_wheel, make_runtime
from builder.serve import Handler
from builder.site import build_site
from builder.write import write
from engine import Rules, simulate
from tests.browser.conftest import CHROMIUM, FIREFOX, QUIET, SCREEN, WEBKIT_DRIVER
from tests.browser.drivers.chromium import Chromium
from tests.browser.drivers.firefox import Firefox
from tests.browser.drivers.reader import Reader
from tests.browser.drivers.webkit import Webkit

ROUNDS = 7
PAGE = "da/varianter/fred/"
PRESS = """void (async () => {
    const code = document.querySelector("#board-deal"), before = code.textContent;
    const start = performance.now();
    document.querySelector("[data-do=new]").click();
    await new Promise((resolve) => {
        const dealt = () => code.textContent !== before && resolve();
        new MutationObserver(dealt).observe(code, { childList: true, characterData: true, subtree: true });
    });
    document.querySelector("[data-do=turn]").click();
    await new Promise(requestAnimationFrame);
    window.taken = performance.now() - start;
})()"""
SPEED = """void (async () => {
    const { engine } = JSON.parse(document.querySelector("#board-data").textContent);
    const thread = new Worker(engine.worker, { type: "module" });
    const heard = (name) => new Promise((resolve) => {
        thread.onmessage = ({ data }) => name in data && resolve(data[name]);
    });
    thread.postMessage({ start: new URL(engine.runtime, location.href).href, life: "bench" });
    await heard("ready");
    const play = (first) => {
        const ask = JSON.stringify({ do: "simulate", rules: {}, players: 2, first, games: 200, seed: 1 });
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
  return [data.length, zlib.gzipSync(data, { level: 9 }).length, zlib.brotliCompressSync(data).length];
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
    return Runtime("assets/engine-plain/", files | {wheel.name: wheel.read_bytes(), "pyodide-lock.json": dumped(lock)})


def dumped(content: object) -> bytes:
    return json.dumps(content).encode()


@contextmanager
def hosted(runtime: Runtime) -> Iterator[str]:
    """The site with this runtime and without recorded deals on a host that lets browsers keep what is hashed."""
    with TemporaryDirectory() as folder:
        files = dict(build_site(HOME, "/", "", runtime).files)
        for path in (path for path in files if path.startswith("recordings/")):
            files[path] = re.sub(rb'"pool":\[[^]]*\]', b'"pool":[]', files[path])
        write(files, Path(folder) / "site")

        class Keeping(Handler):
            def send_header(self, keyword: str, value: str) -> None:
                keep = keyword == "Cache-Control" and "/assets/" in self.path
                super().send_header(keyword, "public, max-age=31536000, immutable" if keep else value)

        handler = type("Bench", (Keeping,), {"folder": Path(folder) / "site", "base_path": "/"})
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            server.server_close()


def press(reader: Reader, host: str) -> float:
    """Milliseconds from "New game" to the first card that the engine has dealt."""
    reader.open(host + PAGE)
    reader.wait("Boolean(document.querySelector('#board')?.dataset.state)")
    return taken(reader, PRESS)


def taken(reader: Reader, script: str) -> float:
    """What a script that may take its time has measured."""
    reader.evaluate(script)
    return float(reader.wait("window.taken", timeout=120))


@contextmanager
def browsers(wanted: list[str]) -> Iterator[list[Reader]]:
    """The browsers, one running at a time would be better, but starting them costs more than idling."""
    with ExitStack() as stack:
        readers: list[Reader] = []
        if "chromium" in wanted:
            playwright = stack.enter_context(sync_playwright())
            readers.append(Chromium(playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)))
        if "firefox" in wanted:
            readers.append(Firefox(FIREFOX, Path(stack.enter_context(TemporaryDirectory()))))
        if "webkit" in wanted:
            program = next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"))
            readers.append(Webkit(WEBKIT_DRIVER, str(program), SCREEN))
        for reader in readers:
            stack.callback(reader.close)
        yield readers


def measure_starts(reader: Reader, hosts: dict[str, str]) -> dict[str, tuple[float, float]]:
    """Cold and warm, median, for each host; the hosts take turns."""
    times: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in hosts}
    for _ in range(ROUNDS):
        for name, host in hosts.items():
            reader.fresh()
            for found in times[name]:
                found.append(press(reader, host))
    return {name: (median(cold), median(warm)) for name, (cold, warm) in times.items()}


def games_a_second(reader: Reader, host: str) -> float:
    reader.fresh()
    reader.open(host + PAGE)
    return taken(reader, SPEED)


def native_speed() -> float:
    start = process_time()
    simulate(Rules(), 2, 3000, 1)
    return 3000 / (process_time() - start)


def sizes(runtime: Runtime) -> list[int]:
    """Bytes as they are, with gzip, with brotli, all files together."""
    with TemporaryDirectory() as folder:
        for name, data in runtime.files.items():
            (Path(folder) / name).write_bytes(data)
        listed = json.dumps([str(file) for file in sorted(Path(folder).iterdir())])
        return [sum(column) for column in zip(*json.loads(run(["-e", SIZES], send=listed)), strict=True)]


def main(*wanted: str) -> None:
    """Measures in these browsers, or in all."""
    with TemporaryDirectory() as work, ExitStack() as stack:
        runtimes = {"this site": make_runtime(), "plain Pyodide": plain_runtime(Path(work))}
        hosts = {name: stack.enter_context(hosted(runtime)) for name, runtime in runtimes.items()}
        starts: list[list[str]] = []
        speeds = [["CPython, here", f"{native_speed():,.0f}"]]
        for name in wanted or ("chromium", "firefox", "webkit"):
            with browsers([name]) as (reader,):
                found = measure_starts(reader, hosts)
                (cold, warm), (plain_cold, plain_warm) = found.values()
                milliseconds = [f"{time:,.0f}" for time in (cold, plain_cold, warm, plain_warm)]
                starts.append([name, *milliseconds, f"{plain_cold / cold:.2f}", f"{plain_warm / warm:.2f}"])
                speeds.append([name, f"{games_a_second(reader, hosts['this site']):,.0f}"])
                print(*starts[-1], speeds[-1][1])
        megabytes = [[name, *(f"{size / 1e6:.2f}" for size in sizes(each))] for name, each in runtimes.items()]
    head = ["", "cold", "plain, cold", "warm", "plain, warm", "times as fast, cold", "warm"]
    how = (
        f'{results.machine()} From "New game" to the first card that the engine dealt, in milliseconds, median of'
        f" {ROUNDS} rounds in which both take turns; recorded deals are off, the host is on the same machine. Cold: a"
        " new profile; warm: the page once more. Plain: Pyodide as npm gives it, with the engine as a wheel."
    )
    text = [
        how,
        results.table(head, starts),
        "What a first start loads, in megabytes:",
        results.table(["", "as it is", "gzip", "brotli"], megabytes),
        "Games a second by `simulate`, the standard game for two, 3,000 games in pieces of 200:",
        results.table(["", "games a second"], speeds),
    ]
    results.write("The start of the engine in a page", "\n\n".join(text))


if __name__ == "__main__":
    main(*sys.argv[1:])
