"""How long a site takes to build: clean, again, after one edit; ours and others, on the same texts
in the same run.

`make bench` runs it. Seconds are wall time, and processor time where it says so; medians of rounds
in which all take turns. With `--ours` the peers are left out.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench import results
from bench.corpus import ROOT, write_project
from bench.peers import PEERS, Peer, environment, install, shell

SIZES = (10, 100, 1_000)
ROUNDS = 3
EDITED = "content/pages/page-0005/de.md"
TEMPLATE = "templates/base.html"
OURS = (sys.executable, "build.py", "build", "--no-engine")


@dataclass(frozen=True)
class Run:
    """What one run of a program took: seconds of wall and processor time, and the most memory in
    megabytes."""

    wall: float
    cpu: float
    memory: float


def run(command: tuple[str, ...], folder: Path) -> Run:
    """Runs a program to its end; one that fails ends the benchmark."""
    with TemporaryDirectory() as logs, Path(logs, "log").open("w+") as log:
        start = time.perf_counter()
        process = subprocess.Popen(command, cwd=folder, env=environment(), stdout=log, stderr=log)
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            log.seek(0)
            raise SystemExit(f"{' '.join(command)} failed:\n{log.read()[-2000:]}")
    return Run(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def put_away(made: Path) -> None:
    """Moves what was built out of the way; for some seconds after a deletion, new files are slow to
    make."""
    if made.exists():
        old = made.parent.parent / "old"
        old.mkdir(exist_ok=True)
        made.rename(old / str(time.perf_counter_ns()))


def clean(folder: Path) -> Run:
    """Our build of a project that was never built."""
    for made in ("site", ".cache"):
        put_away(folder / made)
    return run(OURS, folder)


def edited(folder: Path, path: str, text: str) -> Run:
    """Our build after one edit, by a program that has just started."""
    file = folder / path
    file.write_text(f"{file.read_text('utf-8')}{text}\n", "utf-8")
    return run(OURS, folder)


def peer(folder: Path, each: Peer) -> Run:
    """A peer's build of everything."""
    put_away(folder / each.output)
    return run(each.command, folder)


def rounds(works: dict[str, Callable[[int], Run]]) -> dict[str, Run]:
    """Each piece of work in turn, several times: the medians."""
    found: dict[str, list[Run]] = {name: [] for name in works}
    for number in range(ROUNDS):
        for name, work in works.items():
            found[name].append(work(number))
    return {
        name: Run(
            *(median(getattr(one, field) for one in runs) for field in ("wall", "cpu", "memory"))
        )
        for name, runs in found.items()
    }


def measured(folder: Path, pages: int, with_peers: bool) -> dict[str, Run]:
    """All that is measured at one size."""
    ours = folder / "ours"
    write_project(ours, pages)
    clean(ours)
    works: dict[str, Callable[[int], Run]] = {
        "ours": lambda _: clean(ours),
        "ours, a template edited": lambda number: edited(ours, TEMPLATE, f"<!-- {number} -->"),
        "ours, one page edited": lambda number: edited(ours, EDITED, f"Edit {number}."),
        "ours, nothing edited": lambda _: run(OURS, ours),
    }
    if with_peers:
        page = shell((ours / "site/en/page-0005-en/index.html").read_text("utf-8"))
        for each in PEERS:
            each.write(folder / each.name, pages, page)
            works[each.name] = lambda _, each=each: peer(folder / each.name, each)  # type: ignore[misc]
    return rounds(works)


def watched(folder: Path) -> list[float]:
    """Seconds from an edit's event to the file, one after the other, under `serve`."""
    from builder.output.folder import OutputFolder
    from builder.output.site import Builder
    from builder.preview.preview import Preview
    from builder.tracking.cache import Cache

    preview = Preview(
        OutputFolder(Builder(folder, "/", "", cache=Cache(folder)), folder / "preview")
    )
    preview.build()
    preview.publisher.save()
    return list(_edits(preview, folder / EDITED))


def _edits(preview: object, file: Path) -> Iterator[float]:
    for number in range(15):
        file.write_text(f"{file.read_text('utf-8')}Edit {number}.\n", "utf-8")
        start = time.perf_counter()
        preview.build([EDITED])  # type: ignore[attr-defined]
        yield time.perf_counter() - start


def main() -> None:
    if sys.argv[1:2] == ["--watched"]:
        sys.stdout.write(f"{median(watched(Path(sys.argv[2])))}\n")
        return
    with_peers = "--ours" not in sys.argv and install()
    if not with_peers:
        sys.stdout.write("The peers are not here and cannot be installed: only ours is measured.\n")
    found = dict[int, dict[str, Run]]()
    served = dict[int, float]()
    with TemporaryDirectory() as work:
        for pages in SIZES:
            folder = Path(work) / str(pages)
            folder.mkdir()
            found[pages] = measured(folder, pages, with_peers)
            command = [sys.executable, "-m", "bench.build", "--watched", str(folder / "ours")]
            served[pages] = float(
                subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
            )
    helped = median(run((sys.executable, "build.py", "--help"), ROOT).wall for _ in range(5))
    report(found, served, helped)


def report(found: dict[int, dict[str, Run]], served: dict[int, float], helped: float) -> None:
    """Prints the table and keeps it."""
    names = list(found[SIZES[0]])
    head = ["", *(f"{4 * pages:,} pages" for pages in SIZES), f"CPU at {4 * SIZES[-1]:,}", "MB"]
    rows = [
        [
            name,
            *(f"{found[pages][name].wall:.2f}" for pages in SIZES),
            f"{last.cpu:.2f}",
            f"{last.memory:.0f}",
        ]
        for name in names
        for last in [found[SIZES[-1]][name]]
    ]
    edits = ", ".join(
        f"{seconds * 1000:.0f} ms at {4 * pages:,} pages" for pages, seconds in served.items()
    )
    text = (
        f"{results.machine()} Four languages, 350 words and a table a page, the same page around"
        " them; seconds from"
        " the start of the program to its end, processor time and memory at the largest size,"
        f" median of {ROUNDS}"
        " rounds in which all take turns.\n\n"
        f"{results.table(head, rows)}\n\n"
        f"Under `serve`, from the event of an edit to the written file: {edits}. `build.py --help`:"
        f" {helped:.2f} s.\n"
    )
    sys.stdout.write(text)
    results.write("Building the site", text)


if __name__ == "__main__":
    main()
