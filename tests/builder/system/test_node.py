"""Scripts that Node runs for the build: what they print, and what becomes of one that stands
still."""

from pathlib import Path

import pytest

from builder.system import node
from builder.system.node import NodeError, run

STILL = """
import { appendFileSync, readFileSync } from "node:fs";
const [, , seen, times] = process.argv;
appendFileSync(seen, "x");
if (readFileSync(seen, "utf8").length <= Number(times)) setInterval(() => {}, 1000);
else console.log("made");
"""


@pytest.fixture
def still(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A script that stands still as many times as it is told, and so little patience that nobody
    waits for it."""
    script = tmp_path / "still.mjs"
    script.write_text(STILL, "utf-8")
    monkeypatch.setattr(node, "PATIENCE", 5)
    return script


def test_a_script_that_stands_still_is_tried_once_more(still: Path, tmp_path: Path) -> None:
    """Nobody who builds the site sees it, but that it took longer."""
    assert run([str(still), str(tmp_path / "seen"), "1"]) == "made\n"
    assert (tmp_path / "seen").read_text("utf-8") == "xx"


def test_a_script_that_stands_still_twice_ends_the_build(still: Path, tmp_path: Path) -> None:
    """With a sentence, after the time that the project allows it."""
    with pytest.raises(
        NodeError, match=r"^still\.mjs did not end within 5 seconds, twice — look what else keeps"
    ):
        run([str(still), str(tmp_path / "seen"), "2"])


def test_a_script_that_fails_says_what_it_said(tmp_path: Path) -> None:
    """It is not tried again: it would fail again."""
    script = tmp_path / "failing.mjs"
    script.write_text('console.error("no card left"); process.exit(3);', "utf-8")
    with pytest.raises(NodeError, match=r"^failing\.mjs failed:\nno card left$"):
        run([str(script)])
