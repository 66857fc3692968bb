"""What templates are given: openings in words, charts that add up, pictures and tables that follow
the rules."""

from __future__ import annotations

from gettext import NullTranslations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.pages.card_names import card_names
from builder.pages.chart import HEIGHT, chart, spark
from builder.pages.opening import Teller
from builder.pages.rule_tables import matrix_rows, table_rows
from builder.pages.step_pictures import picture
from builder.values.numbers import formats
from engine.cards import card_text, make_deck
from engine.describe import ROWS
from engine.game import play
from engine.rules import STANDARD, Rules
from engine.simulate import Tally, simulate
from tests.builder.small_project import Workshop, text_of, words_of

ENGLISH = NullTranslations()
TELLER = Teller(ENGLISH, formats("en"))
PEACE = Rules(best="low", face_down=5, battle_limit=1000)


def told(rules: Rules, *hands: str) -> list[str]:
    """The sentences of a game's first battles."""
    return [battle.sentence for battle in TELLER.opening(play(rules, 2, hands), "x.json").battles]


def test_battle_is_told_in_sentences() -> None:
    """Who turns what, who takes how much, who has how much."""
    assert told(STANDARD, "9h 2c", "5s 4d")[0] == (
        "You: nine of hearts. Opponent: five of spades. You take 2 cards. Now 3 to 1."
    )


def test_war_is_told_round_by_round() -> None:
    """The tie, what goes down, the deciding cards; the table goes to one player."""
    assert told(STANDARD, "7h 2c 3c 4c Kc", "7s 2d 3d 4d 9d")[0] == (
        "You: seven of hearts. Opponent: seven of spades. A tie: war. You: 3 cards face down, then"
        " king of clubs."
        " Opponent: 3 cards face down, then nine of diamonds. You take 10 cards. Now 10 to 0."
    )
    assert "A tie: peace." in told(PEACE, "2c 9c 5c", "2d 8d 4d")[0]


def test_short_hand_lays_what_is_there() -> None:
    """One card less is one card less face down, in the singular."""
    assert (
        "You: 1 card face down, then nine of hearts."
        in told(STANDARD, "7h 2c 9h", "7s 2d 3d 4d 5d")[0]
    )


def test_standing_card_is_shown_again() -> None:
    """Last Card Stands: the old card lies against the new one."""
    rules = Rules(joins="tied", empty_hand="stand")
    (battle,) = TELLER.opening(play(rules, 2, ["7h", "7s 2d"]), "x.json").battles
    standing = battle.rounds[1][0]
    assert standing is not None
    assert (standing.card, standing.new, standing.wins) == ("7h", False, True)
    assert battle.signs == ("=", ">")


def test_drawn_game_takes_nothing() -> None:
    """Both out of cards in a war."""
    opening = TELLER.opening(play(STANDARD, 2, ["7h", "7s"]), "x.json")
    assert opening.battles[0].sentence.endswith("Nobody takes the cards. Now 0 to 0.")
    assert opening.result == "Drawn after 1 battle."


@given(st.integers(0, 10**9))
def test_every_opening_can_be_told(number: int) -> None:
    """No deal of any variant is without words, and the counts are those of the game."""
    from engine.deal import deal_code

    for rules in (
        STANDARD,
        PEACE,
        Rules(face_down="rank"),
        Rules(hand_size=5),
        Rules(joins="tied", empty_hand="stand"),
    ):
        game = play(rules, 2, deal_code(number))
        opening = TELLER.opening(game, "x.json")
        assert [battle.counts for battle in opening.battles] == game.counts()[1:11]
        assert all(
            f"%({name})" not in battle.sentence
            for battle in opening.battles
            for name in ("card", "count")
        )


def test_each_card_has_a_name_of_its_own() -> None:
    """Fifty-two messages."""
    names = card_names(ENGLISH)
    assert sorted(names) == sorted(card_text(card) for card in make_deck(52))
    assert len(set(names.values())) == 52


# --- charts --------------------------------------------------------------------------------------

LENGTHS = st.lists(st.integers(1, 3000), min_size=1, max_size=50)


@given(LENGTHS, LENGTHS)
def test_chart_shows_every_game(lengths: list[int], others: list[int]) -> None:
    """Bars stay in the plot, are as high as their share, and the table has a row for each."""
    summaries = []
    for each in (lengths, others):
        tally = Tally(2)
        tally.lengths.update(each)
        summaries.append(tally.summary())
    view = chart(summaries[0], summaries[1], ("Peace", "War"), ENGLISH, formats("en"))
    assert len(view.bars) == len(view.rows) == 21
    assert all(
        0 <= bar.y <= HEIGHT and abs(bar.y + bar.height - HEIGHT) < 0.02 for bar in view.bars
    )
    full = HEIGHT / float(view.y_ticks[-1].text.rstrip("%")) * 100
    assert abs(sum(bar.height for bar in view.bars) - full) < 0.5
    assert view.y_ticks[0].at == HEIGHT
    assert abs(view.y_ticks[-1].at) < 0.01
    assert [len(row) for row in view.rows] == [len(view.columns)] * 21


def test_chart_of_war_has_no_outline() -> None:
    """The standard game is not compared with itself."""
    summary = simulate(STANDARD, 2, 100, 1)
    view = chart(summary, None, ("War",), ENGLISH, formats("de"))
    assert view.outline is None
    assert view.columns == ("Battles", "Share of games")
    assert view.rows[-1][0] == "1.000 or more"
    assert view.x_ticks[-1].text == "1.000"
    assert max(bar.height for bar in spark(summary, ENGLISH, formats("de")).bars) == 36


# --- pictures and tables -------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "down"), [(STANDARD, 3), (PEACE, 5), (Rules(face_down=1), 1)])
def test_picture_of_a_war_lays_what_the_rules_say(rules: Rules, down: int) -> None:
    """A change of rules.toml changes the picture."""
    (fan,) = [group for group in picture("war", rules, ENGLISH).groups if group.shape == "fan"]
    assert fan.cards == ("back",) * down


def test_eights_lay_eight() -> None:
    """Rank War's own picture."""
    fan = picture("rank", Rules(face_down="rank"), ENGLISH).groups[1]
    assert len(fan.cards) == 8


@pytest.mark.parametrize(
    ("rules", "winner"),
    [(STANDARD, "Kh"), (PEACE, "2h"), (Rules(best="round", deck=36, face_down=1), "6h")],
)
def test_the_card_that_takes_the_battle_is_framed(rules: Rules, winner: str) -> None:
    """Not the higher one: no sign between the cards could be read as if the other had won."""
    framed = [group.cards for group in picture("turn", rules, ENGLISH).groups if group.wins]
    assert [(winner,)] == framed


def test_matrix_marks_what_differs() -> None:
    """Each rule a row, each variant a cell, marked where it differs from War."""
    rows = matrix_rows([STANDARD, PEACE], ENGLISH, str)
    assert [row.key for row in rows] == [key for key in ROWS if key != "options"]
    assert [row.key for row in rows if row.differs] == [
        "best",
        "tie",
        "face_down",
        "full_war",
        "limit",
    ]
    assert not any(row.cells[0].differs for row in rows)


def test_war_has_its_whole_rule_set_as_a_table() -> None:
    """Every row, without a column to compare with."""
    rows = table_rows(STANDARD, ENGLISH, str)
    assert [row.key for row in rows] == list(ROWS)
    assert all(row.after and not row.before for row in rows)


def test_remark_stands_in_its_row(workshop: Workshop) -> None:
    """A remark is inline Markdown in the variant's own column."""
    workshop.edit(
        "content/variants/peace/en.md",
        "+++\n\n## Heading {#what}",
        '[remarks]\nface_down = "as in *peace*{: lang=en }"\n+++\n\n## Heading {#what}',
    )
    html = text_of(workshop.build(), "en/variants-en/peace-en/")
    row = html[html.index("Face-down cards before") :]
    assert '<em lang="en">peace</em>' in row[: row.index("</tr>")]


def test_header_links_only_pages_that_exist(workshop: Workshop) -> None:
    """No dead entry in menu and footer; the page itself is marked."""
    html = text_of(workshop.build(), "en/variants-en/")
    header = html[html.index("<header") : html.index("</header>")]
    assert 'href="./" aria-current="page"' in header
    assert "Compare" not in words_of(header)
    workshop.page("compare", "en")
    assert "Compare" in words_of(text_of(workshop.build(), "en/variants-en/"))


def test_legal_notice_needs_a_publisher(workshop: Workshop) -> None:
    """The page is made only where somebody answers for the site, and names that person."""
    workshop.page("legal", "en", body={"publisher": "By {publisher.name}."})
    assert not any("legal" in path for path in workshop.build().files)
    workshop.settings('[publisher]\nname = "The Publisher"\n')
    site = workshop.build()
    assert "By The Publisher." in words_of(text_of(site, "en/legal-en/"))
    assert 'href="legal-en/"' in text_of(site, "en/")
