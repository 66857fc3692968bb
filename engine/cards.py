"""Cards, ranks and decks.

A *rank* is a whole number: 2 … 10 as printed, jack 11, queen 12, king 13, ace 14; for study any
other positive number will do. A *suit* is 0 (none), 1 clubs, 2 diamonds, 3 hearts or 4 spades. A
*card* is ``16 * rank + suit``, so that two cards tie exactly when they are less than 5 apart: the
engine compares a million of them a second. In text a card is its rank and its suit letter: ``2h``,
``10s``, ``Kd``, or ``7`` where suits are left out.
"""

from collections.abc import Iterable, Sequence

RANK_LETTERS = {11: "J", 12: "Q", 13: "K", 14: "A"}
LETTER_RANKS = {letter: rank for rank, letter in RANK_LETTERS.items()}
SUIT_LETTERS = ("", "c", "d", "h", "s")
LOWEST_RANK = {52: 2, 36: 6, 32: 7}
HIGHEST_RANK = 14
TIE = 4
"""Cards of one rank differ by at most this much."""


def make_card(rank: int, suit: int = 0) -> int:
    return 16 * rank + suit


def rank_of(card: int) -> int:
    return card >> 4


def suit_of(card: int) -> int:
    return card & 15


def make_deck(size: int) -> list[int]:
    """The cards of a new deck of 52, 36 or 32, suit after suit, each from its lowest rank to the
    ace."""
    ranks = range(LOWEST_RANK[size], HIGHEST_RANK + 1)
    return [make_card(rank, suit) for suit in (1, 2, 3, 4) for rank in ranks]


def without_suits(cards: Iterable[int]) -> list[int]:
    """The same cards by rank alone; suits never matter in play."""
    return [card & ~15 for card in cards]


def card_text(card: int) -> str:
    """The card as text: ``2h``, ``10s``, ``Kd``, or ``7`` without a suit."""
    rank = rank_of(card)
    return f"{RANK_LETTERS.get(rank, rank)}{SUIT_LETTERS[suit_of(card)]}"


def parse_card(text: str) -> int:
    """The card that a text names; raises ValueError with what is allowed."""
    rank, suit = text, 0
    if text[-1:].lower() in SUIT_LETTERS[1:]:
        rank, suit = text[:-1], SUIT_LETTERS.index(text[-1:].lower())
    if rank.upper() in LETTER_RANKS:
        return make_card(LETTER_RANKS[rank.upper()], suit)
    if rank.isascii() and rank.isdigit() and int(rank) > 0:
        return make_card(int(rank), suit)
    raise ValueError(
        f"card {text!r}: write a rank (a number from 1, or J, Q, K, A), with c, d, h or s after it"
        " for a suit"
    )


def parse_cards(hand: str | Sequence[int | str]) -> tuple[int, ...]:
    """A hand, top card first: ``"7 2 Q 3 9"``, ``"7h 2c"``, or a list of ranks; raises
    ValueError."""
    return tuple(
        parse_card(str(card)) for card in (hand.split() if isinstance(hand, str) else hand)
    )
