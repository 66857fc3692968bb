"""The snapshot of Python's memory: the same bytes each time, the same games, chance of its own;
else left out."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from builder.output.site import build_site
from builder.runtime import pyodide, snapshot
from builder.runtime.pyodide import EXTRA, Runtime, make_runtime, modules
from builder.runtime.snapshot import HEAP, PAGE, SNAPSHOT, Taken, make_snapshot
from builder.system.node import NodeError, run
from builder.values.project_folder import HOME
from engine import play
from tests.engine.games import variants
from tests.engine.test_golden_deals import golden_deals

SCRIPT = Path(__file__).with_name("restored.mjs")


@pytest.fixture(scope="module")
def folder(made: Runtime, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pyodide and the snapshot alone: neither library nor engine."""
    folder = tmp_path_factory.mktemp("restored")
    for name, data in made.files.items():
        if name.startswith(("pyodide.", SNAPSHOT)):
            (folder / name).write_bytes(data)
    return folder


def restored(folder: Path, *requests: dict[str, Any]) -> dict[str, Any]:
    """What an engine started from the snapshot says."""
    job = {"folder": str(folder), "snapshot": str(folder / SNAPSHOT), "requests": requests}
    answer: dict[str, Any] = json.loads(run(["--no-warnings", str(SCRIPT)], send=json.dumps(job)))
    return answer


def test_the_restored_engine_plays_the_golden_deals(folder: Path) -> None:
    """The games that must never change, to the last card, from a heap of the right size."""
    rules = variants()
    asked = [
        {"do": "play", "rules": rules[variant].changes(), "players": int(players), "deal": deal}
        for variant, players, deal, *_ in golden_deals()
    ]
    found = restored(folder, *asked)
    assert [json.loads(answer)["digest"] for answer in found["answers"]] == [
        line[-1] for line in golden_deals()
    ]
    variant, players, deal, *_ = golden_deals()[0]
    whole = json.loads(found["answers"][0])["recording"]
    assert whole == json.loads(play(rules[variant], int(players), deal).to_json())
    assert found["heaps"] == [HEAP]


def test_faults_are_answered_as_ever(folder: Path) -> None:
    """Whatever is imported late for the report of an error is there."""
    asked = (
        {"do": "dance"},
        {"do": "play", "rules": {"best": "x"}, "players": 2, "deal": "00000000"},
        {"do": "play"},
    )
    found = restored(folder, *asked)
    assert [json.loads(answer)["error"]["reason"] for answer in found["answers"]] == [
        "request",
        "rules",
        "request",
    ]


def test_chance_is_its_own_after_each_start(folder: Path) -> None:
    """What is frozen in the snapshot is sown anew: no two starts draw the same."""
    one, other = (restored(folder)["chance"] for _ in range(2))
    assert one[0] != other[0] and one[1] != other[1]


def test_a_snapshot_is_a_small_part_of_the_heap(made: Runtime) -> None:
    """Pages that a fresh heap has too are left out; the file says for what it was made."""
    unpacked = gzip.decompress(made.files[SNAPSHOT])
    header = json.loads(unpacked.partition(b"\n")[0])
    assert (header["heap"], header["page"]) == (HEAP, PAGE)
    assert len(unpacked) < HEAP / 3
    assert len(made.files[SNAPSHOT]) < 3_300_000


def test_nothing_of_the_machine_is_in_a_snapshot(made: Runtime) -> None:
    """Neither its folders nor its user: it is public, and the same wherever it is made."""
    unpacked = gzip.decompress(made.files[SNAPSHOT])
    for word in (str(HOME), str(Path.home() / "x")[:-1], "snapshot.mjs"):
        assert word.encode() not in unpacked


def take(monkeypatch: pytest.MonkeyPatch, *results: bytes | NodeError) -> Taken:
    """A snapshot of nothing, as if making it had these results."""
    left = iter(results)

    def taken(*_: object) -> bytes:
        result = next(left)
        if isinstance(result, NodeError):
            raise result
        return result

    monkeypatch.setattr(snapshot, "_take", taken)
    return make_snapshot(Path("nowhere"), "war-and-peace", [*modules(HOME / "engine"), *EXTRA])


def test_a_snapshot_that_is_not_the_same_twice_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one sentence that says so, and what to do."""
    taken = take(monkeypatch, b"one", b"other")
    assert (taken.data, taken.has_failed) == (b"", False)
    assert taken.warning.endswith(
        "made twice, it was not the same — to try again, remove .cache/runtime"
    )
    assert "\n" not in taken.warning
    assert take(monkeypatch, b"one", b"one") == Taken(b"one")


def test_a_snapshot_that_cannot_be_made_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last line of what went wrong is the reason."""
    taken = take(
        monkeypatch, NodeError("snapshot.mjs failed:\nsomewhere\nthe heap has 1 bytes and not 2")
    )
    assert (taken.data, taken.has_failed) == (b"", True)
    assert taken.warning.endswith(
        "than they could: the heap has 1 bytes and not 2 — the next build tries again"
    )


def packed(_: object, *, send: str) -> str:
    """Leaves one file where the packing of Python would leave six, and says its size with gzip."""
    out = Path(json.loads(send)["out"])
    out.mkdir()
    (out / "pyodide.mjs").write_bytes(b"python")
    return json.dumps({"pyodide.mjs": 6})


@pytest.mark.parametrize("has_failed", [True, False])
def test_only_a_snapshot_that_failed_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, has_failed: bool
) -> None:
    """The build goes on without it; what Node did when it was killed says nothing of the next
    time."""
    made = iter([Taken(warning="the reason", has_failed=has_failed), Taken(b"snapshot")])
    monkeypatch.setattr(pyodide, "make_snapshot", lambda *_: next(made))
    monkeypatch.setattr(pyodide, "build_wheel", lambda _, work: work / "engine.whl")
    monkeypatch.setattr(pyodide, "run", packed)
    first, second = (make_runtime(HOME, tmp_path) for _ in range(2))
    assert (SNAPSHOT in first.files, first.warning) == (False, "the reason")
    assert (SNAPSHOT in second.files, second.warning) == (
        (True, "") if has_failed else (False, "the reason")
    )


def test_a_heap_of_another_size_makes_no_snapshot(made: Runtime, tmp_path: Path) -> None:
    """It would ask for another WebAssembly."""
    for name, content in made.files.items():
        (tmp_path / name).write_bytes(content)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(snapshot, "HEAP", HEAP - 65_536)
        taken = make_snapshot(tmp_path, "war-and-peace", modules(HOME / "engine"))
    assert taken.data == b""
    assert f": the heap has {HEAP} bytes and not {HEAP - 65_536} — " in taken.warning


def test_the_build_says_why_there_is_no_snapshot_and_pages_do_without(made: Runtime) -> None:
    """A warning, no file, and no word of it in the pages."""
    files = {name: data for name, data in made.files.items() if name != SNAPSHOT}
    site = build_site(HOME, "/", "", Runtime(made.folder, files, made.packed, "the reason"))
    assert "the reason" in site.warnings
    assert b'"snapshot":"sha256-' not in site.files["en/rules/index.html"]
    assert f'"bytes":{made.loaded}'.encode() not in site.files["en/rules/index.html"]
