"""The first battles of a recorded deal, in cards and in sentences, for readers without a script.

Sentences keep to a colon style ("You: two of hearts."), in which a card's name needs no case.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from gettext import NullTranslations

from builder.pages.card_names import card_names
from builder.values.numbers import Formats
from engine.cards import card_text, rank_of
from engine.deal import shown_code
from engine.game import Battle, Recording
from engine.rules import Rules

BATTLES = 10
"""So many are told on a page."""


@dataclass(frozen=True)
class Laid:
    """What one seat laid in one round: cards face down, then one face up (or none)."""

    card: str
    """As in "7h"."""
    name: str
    """As in "seven of hearts"."""
    face_down: int
    """How many cards lie below it."""
    wins: bool
    """Whether it took the table."""
    new: bool = True
    """False for the old card that stays lying in Last Card Stands."""


@dataclass(frozen=True)
class OpeningBattle:
    """A battle of the recorded deal; rounds → seats → Laid or None."""

    number: int
    """From 1."""
    rounds: tuple[tuple[Laid | None, ...], ...]
    taker: int | None
    """The seat that takes the cards; None if nobody does."""
    sentence: str
    counts: tuple[int, ...]
    """How many cards each seat has after it."""
    war: bool
    signs: tuple[str, ...] = ()
    """Between the turned cards of two seats, round by round: "<", ">", "=" or none."""
    stacks: tuple[str, ...] = ()
    """What each seat laid, in words."""


@dataclass(frozen=True)
class OpeningView:
    """The first battles of the recorded first deal, readable without a script."""

    deal: str
    """Its code as it is shown: "7K3Q-9F2A"."""
    names: tuple[str, ...]
    """What each seat is called."""
    hands: tuple[int, ...]
    """How many cards each seat begins with."""
    battles: tuple[OpeningBattle, ...]
    total: int
    """Battles of the whole game."""
    recording_href: str
    result: str
    """How the game ends, in one sentence."""
    players: tuple[tuple[int, str], ...] = ()
    """Numbers of players that can be chosen, with their text."""
    options: tuple[OpeningOption, ...] = ()


@dataclass(frozen=True)
class OpeningOption:
    """A rule of the variant that the player may choose: its name, what it is called, the choices,
    the variant's own."""

    name: str
    title: str
    choices: tuple[tuple[int, str], ...]
    chosen: int


class Teller:
    """Tells the battles of games for two in one language.

    Seat 0 is the reader, seat 1 the opponent.
    """

    def __init__(self, words: NullTranslations, formats: Formats) -> None:
        self.words = words
        self.formats = formats
        self.names = card_names(words)

    def opening(self, recording: Recording, href: str) -> OpeningView:
        """The view of a recording's first battles."""
        pgettext = self.words.pgettext
        # The first of them are the hands as dealt, so battle 1 ends with counts[1].
        counts = recording.counts()
        battles = (
            self._battle(number, battle, counts[number], recording.rules)
            for number, battle in enumerate(recording.battles[:BATTLES], 1)
        )
        return OpeningView(
            deal=shown_code(recording.deal or ""),
            names=(pgettext("player", "You"), pgettext("player", "Opponent")),
            hands=counts[0],
            battles=tuple(battles),
            total=recording.result.battles,
            recording_href=href,
            result=self._result(recording),
        )

    def _battle(
        self, number: int, battle: Battle, counts: tuple[int, ...], rules: Rules
    ) -> OpeningBattle:
        return OpeningBattle(
            number=number,
            rounds=tuple(self._round(battle, index) for index in range(len(battle.rounds))),
            signs=tuple(_sign(battle, index) for index in range(len(battle.rounds))),
            taker=battle.taker,
            sentence=" ".join(self._sentences(battle, counts, rules)),
            counts=counts,
            war=len(battle.rounds) > 1,
            stacks=tuple(self._stack(battle, seat) for seat in (0, 1)),
        )

    def _stack(self, battle: Battle, seat: int) -> str:
        """All that one player laid in a battle, as one sentence for each round."""
        return " ".join(
            self._turned(seat, cards) for laid in battle.rounds if (cards := laid[seat])
        )

    def _round(self, battle: Battle, index: int) -> tuple[Laid | None, ...]:
        return tuple(self._laid(battle, index, seat) for seat in range(len(battle.rounds[index])))

    def _laid(self, battle: Battle, index: int, seat: int) -> Laid | None:
        cards = battle.rounds[index][seat]
        card = up_card(battle, index, seat)
        if card is None:
            return None
        text = card_text(card)
        last = index == len(battle.rounds) - 1
        # A seat that laid nothing lets its old card stand: () and not None.
        down = len(cards) - 1 if cards else 0
        return Laid(text, self.names[text], down, last and seat == battle.taker, bool(cards))

    def _sentences(self, battle: Battle, counts: tuple[int, ...], rules: Rules) -> Iterator[str]:
        """What happens in a battle: who turns what, each war, who takes how much, and who has how
        much now."""
        _ = self.words.gettext
        for index, laid in enumerate(battle.rounds):
            if index:
                # Translators: what a tie leads to in this battle; "war" and "peace" are the events,
                # not the games.
                yield _("A tie: peace.") if rules.best == "low" else _("A tie: war.")
            yield from (self._turned(seat, cards) for seat, cards in enumerate(laid) if cards)
        yield self._taken(battle)
        # Translators: how many cards you and your opponent hold after the battle.
        yours, theirs = map(self.formats.number, counts)
        yield _("Now %(yours)s to %(theirs)s.") % {"yours": yours, "theirs": theirs}

    def _turned(self, seat: int, cards: tuple[int, ...]) -> str:
        """What one player lays in one round."""
        _ = self.words.gettext
        ngettext = self.words.ngettext
        down = len(cards) - 1
        name = self.names[card_text(cards[-1])]
        if not down:
            text = _("Opponent: %(card)s.") if seat else _("You: %(card)s.")
            return text % {"card": name}
        if seat:
            text = ngettext(
                "Opponent: %(count)s card face down, then %(card)s.",
                "Opponent: %(count)s cards face down, then %(card)s.",
                down,
            )
        else:
            text = ngettext(
                "You: %(count)s card face down, then %(card)s.",
                "You: %(count)s cards face down, then %(card)s.",
                down,
            )
        return text % {"count": self.formats.number(down), "card": name}

    def _taken(self, battle: Battle) -> str:
        _ = self.words.gettext
        ngettext = self.words.ngettext
        count = len(battle.taken)
        if battle.taker is None:
            return _("Nobody takes the cards.")
        if battle.taker:
            text = ngettext(
                "Your opponent takes %(count)s card.", "Your opponent takes %(count)s cards.", count
            )
        else:
            text = ngettext("You take %(count)s card.", "You take %(count)s cards.", count)
        return text % {"count": self.formats.number(count)}

    def _result(self, recording: Recording) -> str:
        """How the whole game ends, in one sentence."""
        ngettext = self.words.ngettext
        battles = recording.result.battles
        if recording.result.kind != "won":
            text = ngettext(
                "Drawn after %(count)s battle.", "Drawn after %(count)s battles.", battles
            )
        elif recording.result.winners[0]:
            text = ngettext(
                "Your opponent wins this game after %(count)s battle.",
                "Your opponent wins this game after %(count)s battles.",
                battles,
            )
        else:
            text = ngettext(
                "You win this game after %(count)s battle.",
                "You win this game after %(count)s battles.",
                battles,
            )
        return text % {"count": self.formats.number(battles)}


def up_card(battle: Battle, index: int, seat: int) -> int | None:
    """The card that counts for a seat in a round: the one turned, or the old one that stays
    lying."""
    cards = battle.rounds[index][seat]
    if cards is None:
        return None
    return cards[-1] if cards else up_card(battle, index - 1, seat)


def _sign(battle: Battle, index: int) -> str:
    """How the cards of a round for two compare by rank; no sign where one of them is missing."""
    ranks = [rank_of(card) for seat in (0, 1) if (card := up_card(battle, index, seat)) is not None]
    if len(ranks) != 2:
        return ""
    first, second = ranks
    if first == second:
        return "="
    return "<" if first < second else ">"
