"""The small pictures beside the steps of how to play, drawn from the rules they explain."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from gettext import NullTranslations

from engine.cards import LOWEST_RANK
from engine.game import WORTH
from engine.rules import Rules

WHOLE_PILE = 5
"""Cards drawn for a pile whose size does not matter."""


@dataclass(frozen=True)
class PictureGroup:
    """One heap in a step's picture.

    `shape`: "pile" (face-down pile of `count`), "card" (one card up), "fan" (several cards, "back"
    or up), "empty" (a place without a card).
    """

    shape: str
    cards: tuple[str, ...] = ()
    count: int = 0
    wins: bool = False
    """Whether it is framed, as the card that takes a battle is on the board."""


@dataclass(frozen=True)
class Picture:
    """The small picture of a step: groups from left to right, and one sentence."""

    kind: str
    groups: tuple[PictureGroup, ...]
    label: str = ""


def picture(kind: str, rules: Rules, words: NullTranslations) -> Picture:
    """The picture of this kind for these rules."""
    return Picture(kind, _DRAWN[kind](rules), _label(kind, rules, words))


def _card(text: str, wins: bool = False) -> PictureGroup:
    return PictureGroup("card", (text,), wins=wins)


def _down(count: int) -> PictureGroup:
    return PictureGroup("fan", ("back",) * count, count)


def _pile(count: int = WHOLE_PILE) -> PictureGroup:
    return PictureGroup("pile", (), count)


def _face_down(rules: Rules, rank: int) -> int:
    """How many cards go down when this rank ties."""
    return WORTH[rank] if rules.face_down == "rank" else rules.face_down


Drawn = tuple[PictureGroup, ...]
"""The groups of a picture, from left to right."""


def _deal(rules: Rules) -> Drawn:
    return _pile(), _pile()


def _quick(rules: Rules) -> Drawn:
    return _pile(3), _pile(3)


def _turn(rules: Rules) -> Drawn:
    if rules.best == "low":
        return _card("2h", wins=True), _card("Ks")
    if rules.best == "round":
        # The one thing to be seen here: the lowest rank of the deck beats the ace.
        return _card(f"{LOWEST_RANK[rules.deck]}h", wins=True), _card("As")
    return _card("Kh", wins=True), _card("9s")


def _war(rules: Rules) -> Drawn:
    tied, deciding = ("2s", "4d") if rules.best == "low" else ("7d", "Qs")
    # Under face_down = "rank", as many as the seven that ties is worth.
    down = _face_down(rules, 7)
    return _card(tied), *([_down(down)] if down else []), _card(deciding)


def _rank(rules: Rules) -> Drawn:
    return _card("8s"), _down(_face_down(rules, 8)), _card("Jd")


def _collect(rules: Rules) -> Drawn:
    return (PictureGroup("fan", ("5c", "9d", "Qh", "As")),)


def _out(rules: Rules) -> Drawn:
    return PictureGroup("empty"), _pile()


def _stand(rules: Rules) -> Drawn:
    return _card("Qs"), _down(_face_down(rules, 12)), _card("6d")


_DRAWN: dict[str, Callable[[Rules], Drawn]] = {
    "deal": _deal,
    "quick": _quick,
    "turn": _turn,
    "war": _war,
    "rank": _rank,
    "collect": _collect,
    "out": _out,
    "stand": _stand,
}


def _label(kind: str, rules: Rules, words: NullTranslations) -> str:
    """What the picture shows, in one sentence."""
    _ = words.gettext
    return {
        "deal": _("Two piles, face down, side by side."),
        "quick": _("Two short piles, face down, side by side."),
        "turn": _turn_label(rules, words),
        "war": _("A tied card, then the cards that go face down, then the card that decides.")
        if rules.face_down
        else _("A tied card, then the card that decides."),
        "rank": _("An eight, eight cards face down, and the card that decides."),
        "collect": _("The captured cards, spread out."),
        "out": _("An empty place beside a pile."),
        "stand": _(
            "A queen that stays on the table; against it, cards face down and a newly turned six."
        ),
    }[kind]


def _turn_label(rules: Rules, words: NullTranslations) -> str:
    _ = words.gettext
    if rules.best == "round":
        return {
            2: _("A two beats an ace."),
            6: _("A six beats an ace."),
            7: _("A seven beats an ace."),
        }[LOWEST_RANK[rules.deck]]
    return _("A two beats a king.") if rules.best == "low" else _("A king beats a nine.")
