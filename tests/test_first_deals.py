"""Laws of the deals that pages begin with: what the page's first script cannot tell never happens
in them."""

from pathlib import Path

import pytest

from engine import Recording

DEALS = sorted((Path(__file__).parent.parent / "content" / "recorded").glob("*-2.json"))
LATE = 20
"""Battles in which the rest of the scripts has come (assets/js/board/later/outcome.js), if it comes
at all."""


@pytest.mark.parametrize("file", DEALS, ids=lambda file: file.stem)
def test_first_deals_begin_with_battles_that_the_first_script_can_tell(file: Path) -> None:
    """Nobody drops out in a war, no card waits on the table, and the end is far."""
    recording = Recording.from_json(file.read_text("utf-8"))
    assert [] == [
        at
        for at, battle in enumerate(recording.battles, 1)
        if battle.forfeits or battle.taker is None
    ]
    assert len(recording.battles) > LATE


def test_there_is_a_first_deal_for_each_variant() -> None:
    assert 8 <= len(DEALS)
