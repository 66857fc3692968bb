"""A rule set: nine parameters, each with the values that the engine can play.

The number of players belongs to a game, not to its rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

DECKS = (52, 36, 32)
MOST_FACE_DOWN = 15
MOST_BATTLES = 1_000_000

CHOICES: dict[str, tuple[object, ...]] = {
    "deck": DECKS,
    "best": ("high", "low", "round"),
    "joins": ("all", "tied"),
    "short_hand": ("lay", "lose", "draw"),
    "empty_hand": ("out", "stand"),
    "pickup": ("shuffled", "winner-first", "loser-first", "seat-order", "table-order"),
}


class RulesError(ValueError):
    """A rule set that cannot be played: names the field, its value and what is allowed."""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        super().__init__(f"{field} = {value!r} is not possible: {allowed}")
        self.field = field
        self.value = value
        self.allowed = allowed


@dataclass(frozen=True)
class Rules:
    """The rules of a game of War; the defaults are the standard game.

    deck        52 cards, 36 (six up) or 32 (seven up)
    hand_size   "all", or how many cards each player gets (the rest stays out, unseen)
    best        which rank takes the table: "high", "low", or "round": the highest, but the deck's
                lowest rank beats the ace, so that of cards with both among them the lowest are best
    face_down   cards laid face down in a war, 0 … 15, or "rank": as many as the tied rank is worth
    joins       who fights a war: "all" who still hold a card, or those "tied" for best
    short_hand  a tied player with too few cards for a war: "lay" what there is, the last card face
                up; "lose": out of the game, the cards go to the table; "draw": the game is drawn
    empty_hand  a tied player without a card, under "lay": "out" of this war, or "stand": the last
                card turned stays as this player's card as long as it is tied for best
    pickup      how captured cards go under the winner's pile
    battle_limit  the game is drawn after so many battles; None: no limit
    """

    deck: int = 52
    hand_size: int | Literal["all"] = "all"
    best: str = "high"
    face_down: int | Literal["rank"] = 3
    joins: str = "all"
    short_hand: str = "lay"
    empty_hand: str = "out"
    pickup: str = "shuffled"
    battle_limit: int | None = None

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            value = getattr(self, name)
            if isinstance(value, bool) or value not in choices:
                raise RulesError(name, value, f"choose {_listed(choices)}")
        if self.hand_size != "all":
            _check_whole("hand_size", self.hand_size, 1, self.deck // 2, 'or "all"')
        if self.face_down != "rank":
            _check_whole("face_down", self.face_down, 0, MOST_FACE_DOWN, 'or "rank"')
        if self.battle_limit is not None:
            _check_whole(
                "battle_limit", self.battle_limit, 1, MOST_BATTLES, "or leave it out for no limit"
            )
        if self.empty_hand == "stand" and self.short_hand != "lay":
            raise RulesError(
                "empty_hand", "stand", 'it needs short_hand = "lay", or nobody is left to stand'
            )

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> "Rules":
        """Rules from the names and values that differ from the standard game; raises RulesError."""
        names = [field.name for field in fields(cls)]
        for name, value in values.items():
            if name not in names:
                raise RulesError(name, value, f"there is no such rule; choose {_listed(names)}")
        return cls(**values)

    def changes(self) -> dict[str, Any]:
        """What differs from the standard game, by field; `from_mapping` reads it back."""
        return {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if getattr(self, field.name) != field.default
        }


def check_players(rules: Rules, players: int) -> None:
    """Raises RulesError unless so many can play by these rules."""
    if isinstance(players, bool) or players not in (2, 3, 4):
        raise RulesError("players", players, "choose 2, 3 or 4")
    if rules.hand_size != "all" and rules.hand_size * players > rules.deck:
        most = rules.deck // players
        raise RulesError(
            "hand_size", rules.hand_size, f"{players} players can get at most {most} cards each"
        )


def most_players(rules: Rules) -> int:
    """How many can play at the most: two, three or four, as many as get their cards from the
    deck."""
    return min(4, rules.deck // rules.hand_size) if isinstance(rules.hand_size, int) else 4


def _check_whole(name: str, value: object, least: int, most: int, otherwise: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RulesError(name, value, f"choose a whole number from {least} to {most}, {otherwise}")


def _listed(choices: "tuple[object, ...] | list[str]") -> str:
    words = [str(choice) for choice in choices]
    return f"{', '.join(words[:-1])} or {words[-1]}"


STANDARD = Rules()
