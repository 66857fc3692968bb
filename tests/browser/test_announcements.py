"""What a screen reader says of a whole game, word for word, in each language.

    WRITE_ANNOUNCEMENTS=1 .venv/bin/pytest tests/browser/test_announcements.py

writes tests/data/announcements-<language>.txt anew. Read what it wrote: every sentence must be
right in its language.
"""

import os

import pytest
from playwright.sync_api import Browser

from tests.browser.drivers.chromium import Chromium
from tests.browser.drivers.stage import Stage
from tests.browser.playing import Table, code
from tests.engine.games import DATA
from tests.site import LANGUAGES

DEAL = "F5YQDJ4V"
HOW = "WRITE_ANNOUNCEMENTS=1 .venv/bin/pytest tests/browser/test_announcements.py"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_announced_word_for_word(
    browser: Browser, stage: Stage, language: str
) -> None:
    """The status region says one sentence a battle, from the first to the end, as the golden file
    has it."""
    reader = Chromium(browser)
    reader.fresh()
    table = Table(reader, stage)
    table.open("war", language, code("war", 2, DEAL))
    table.wait_for_deal(DEAL)
    last = table.played("war", 2, DEAL).result.battles
    table.keys(*["ArrowRight"] * last)
    table.wait_for("over")
    said = [f"# war 2 {DEAL}", *table.said()]
    reader.close()
    assert len(said) == last + 2
    file = DATA / f"announcements-{language}.txt"
    if os.environ.get("WRITE_ANNOUNCEMENTS"):
        file.write_text("".join(f"{line}\n" for line in said), "utf-8")
    assert file.exists(), f"write it: {HOW}"
    assert said == file.read_text("utf-8").splitlines(), f"if the new words are right: {HOW}"
