"""What a variant's page loads until cards are turned, and how soon a press is seen at ten times the
speed."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from bench import results
from builder.output.site import build_site
from builder.output.writing import write
from builder.runtime.pyodide import make_runtime
from builder.values.project_folder import HOME
from tests.browser.conftest import CHROMIUM, QUIET
from tests.browser.drivers.stage import Stage

PAGES = {
    "War, Finnish": "fi/saannot/",
    "Peace, Danish": "da/varianter/fred/",
    "Quick Game, English": "en/variants/quick-game/",
}
PRESSES = 200
BATTLE_AT_TEN = 90
"""Milliseconds of a battle at ten times the speed."""
LISTEN = """() => {
    window.painted = [];
    const { port1, port2 } = new MessageChannel();
    const pressed = [];
    port1.onmessage = () => window.painted.push(performance.now() - pressed.shift());
    document.addEventListener("keydown", (event) => {
        pressed.push(event.timeStamp);
        requestAnimationFrame(() => port2.postMessage(0));
    }, true);
}"""


@contextmanager
def opened(browser: Browser, stage: Stage, path: str) -> Iterator[tuple[Page, list[str]]]:
    """A page in a new profile, and what it asked for until three cards were turned, a mark, and
    what a fourth adds."""
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(stage.address + path, wait_until="networkidle")
    for battle in (1, 2, 3, 4):
        if battle == 4:
            page.wait_for_load_state("networkidle")
            asked.append("")
        page.click("[data-do=turn]")
        page.wait_for_selector(f"#board[data-battle='{battle}']")
    page.wait_for_load_state("networkidle")
    yield page, [url for url in asked if "probe.js" not in url]
    context.close()


def weight(folder: Path, stage: Stage, urls: list[str]) -> tuple[int, float]:
    """How many files, and their size with gzip in kilobytes."""
    paths = [url.removeprefix(stage.address) for url in urls if url.startswith(stage.address)]
    files = [folder / (f"{path}index.html" if path.endswith("/") else path) for path in paths]
    return len(files), sum(len(gzip.compress(file.read_bytes(), 9)) for file in files) / 1000


def presses(page: Page) -> list[float]:
    """Milliseconds from a key to the frame that shows it, for presses as fast as battles at ten
    times the speed."""
    page.locator("[data-do=turn]").focus()
    page.keyboard.press("Space")
    page.evaluate(LISTEN)
    for number in range(PRESSES):
        page.keyboard.press("ArrowLeft" if number % 10 == 9 else "Space")
        page.wait_for_timeout(BATTLE_AT_TEN)
    return list(page.evaluate("window.painted"))


def main() -> None:
    rows: list[list[str]] = []
    with TemporaryDirectory() as work, sync_playwright() as playwright:
        folder = Path(work) / "site"
        write(build_site(HOME, "/", "", make_runtime()).files, folder)
        stage = Stage(folder)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for name, path in PAGES.items():
            with opened(browser, stage, path) as (page, asked):
                mark = asked.index("")
                shown = weight(folder, stage, asked[:mark])
                rest = weight(folder, stage, asked[mark + 1 :])
                rows.append(
                    [name, *(f"{value:,.1f}".removesuffix(".0") for value in (*shown, *rest))]
                )
                print(*rows[-1])
                if name.startswith("Peace"):
                    times = presses(page)
        browser.close()
        stage.stop()
    slowest = quantiles(times, n=20)[-1]
    text = (
        f"{results.machine()} Chromium. What a page asks for in a new profile until three cards of"
        " the recorded deal are turned, and then, with the fourth, what new deals, links and"
        " dialogs need. Kilobytes with gzip."
    )
    table = results.table(["", "files", "kB", "then files", "kB"], rows)
    press = (
        f"From a key to the frame that shows it, {len(times)} presses {BATTLE_AT_TEN} ms apart, as"
        " fast as battles at"
        f" ten times the speed: median {median(times):.0f} ms, 95th percentile {slowest:.0f} ms."
    )
    print(press)
    results.write("The page before and while playing", f"{text}\n\n{table}\n\n{press}")


if __name__ == "__main__":
    main()
