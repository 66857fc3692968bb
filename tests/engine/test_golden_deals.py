"""A deal code means the same game for ever: these games were played once and must never change."""

import pytest

from engine import play
from tests.engine.games import DATA, variants


def golden_deals() -> list[list[str]]:
    lines = (DATA / "golden-deals.txt").read_text().splitlines()
    return [line.split() for line in lines if not line.startswith("#")]


def test_every_variant_and_number_of_players_has_golden_deals() -> None:
    assert {(variant, str(n)) for variant in variants() for n in (2, 3, 4)} == {
        (v, n) for v, n, *_ in golden_deals()
    }


@pytest.mark.parametrize(
    ("variant", "players", "deal", "kind", "winners", "battles", "wars", "digest"), golden_deals()
)
def test_a_golden_deal_is_the_same_game_for_ever(
    variant: str,
    players: str,
    deal: str,
    kind: str,
    winners: str,
    battles: str,
    wars: str,
    digest: str,
) -> None:
    recording = play(variants()[variant], int(players), deal)
    result = recording.result
    assert (kind, winners, battles, wars) == (
        result.kind,
        ",".join(map(str, result.winners)),
        str(result.battles),
        str(result.wars),
    )
    assert digest == recording.digest()
