"""Deal codes, shuffling and dealing.

A *deal code* is eight characters of Crockford's base 32 (no I, L, O, U), read without regard to
case, hyphens and spaces; I and L count as 1 and O as 0. Its number seeds ``random.Random``, whose
method ``random()`` is the one sequence that Python promises never to change: it shuffles the deck
and, going on, orders the captured cards.
"""

from collections.abc import Callable, Sequence
from random import Random

from engine.cards import card_text, make_deck, parse_cards, suit_of
from engine.rules import Rules, check_players

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 8
CODES: int = 32**CODE_LENGTH
"""How many deals have a code: 1,099,511,627,776."""
LENIENT = str.maketrans("ILO", "110", "- ")

Hand = str | Sequence[int | str]
Hands = tuple[tuple[int, ...], ...]
Chance = Callable[[], float]


class DealError(ValueError):
    """A deal that cannot be played: the message names the code, hand or card and what is
    allowed."""


def encode(number: int, length: int) -> str:
    """The number in base 32, most significant character first, padded to the length."""
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(length)))


def decode(text: str) -> int:
    """The number that `encode` wrote; raises ValueError for a character outside the alphabet."""
    number = 0
    for character in text:
        number = number * 32 + ALPHABET.index(character)
    return number


def deal_code(number: int) -> str:
    """The code of deal `number`, 0 … CODES − 1: ``7K3Q9F2A``."""
    return encode(number, CODE_LENGTH)


def canonical_code(code: str) -> str:
    """The code in its one canonical form; raises DealError."""
    text = code.upper().translate(LENIENT)
    if len(text) != CODE_LENGTH:
        raise DealError(
            f"deal code {code!r} has {len(text)} characters: it needs {CODE_LENGTH}, as in"
            " 7K3Q-9F2A"
        )
    for character in text:
        if character not in ALPHABET:
            raise DealError(f"deal code {code!r}: {character!r} is not one of {ALPHABET}")
    return text


def shown_code(code: str) -> str:
    """The code as people read it: ``7K3Q-9F2A``."""
    return f"{code[:4]}-{code[4:]}"


def derived_number(seed: int, game: int) -> int:
    """The number of the deal that is game `game` of a simulation; games of one seed never share a
    deal."""
    return (int(Random(seed).random() * CODES) + game) % CODES


def shuffle(cards: list[int], chance: Chance) -> None:
    """Fisher and Yates, in place. Written out, since Python may change ``random.shuffle``."""
    for last in range(len(cards) - 1, 0, -1):
        other = int(chance() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]


def hand_size(rules: Rules, players: int) -> int:
    """How many cards each player gets."""
    return rules.hand_size if isinstance(rules.hand_size, int) else rules.deck // players


def deal_deck(rules: Rules, players: int, chance: Chance) -> tuple[Hands, tuple[int, ...]]:
    """Shuffles a new deck and deals it one card at a time: the hands, top card first, and what is
    set aside."""
    check_players(rules, players)
    deck = make_deck(rules.deck)
    shuffle(deck, chance)
    dealt = hand_size(rules, players) * players
    return tuple(tuple(deck[seat:dealt:players]) for seat in range(players)), tuple(deck[dealt:])


def read_hands(rules: Rules, players: int, hands: Sequence[Hand]) -> Hands:
    """Explicit hands, checked: as many as players, none empty, no card (rank and suit) twice;
    raises DealError."""
    check_players(Rules(), players)
    if len(hands) != players:
        raise DealError(f"{len(hands)} hands for {players} players: give one hand for each player")
    try:
        cards = tuple(parse_cards(hand) for hand in hands)
    except ValueError as error:
        raise DealError(str(error)) from None
    for seat, hand in enumerate(cards):
        if not hand:
            raise DealError(f"hand {seat + 1} is empty: every player needs at least one card")
    _check_once(cards)
    if rules.face_down == "rank":
        _check_worth(cards)
    return cards


def _check_once(hands: Hands) -> None:
    seen: set[int] = set()
    for card in (card for hand in hands for card in hand if suit_of(card)):
        if card in seen:
            raise DealError(f"card {card_text(card)!r} is there twice: a deck has each card once")
        seen.add(card)


def _check_worth(hands: Hands) -> None:
    for card in (card for hand in hands for card in hand):
        if not 2 <= card >> 4 <= 14:
            raise DealError(
                f"card {card_text(card)!r}: with face_down = 'rank' ranks go from 2 to 14 (ace)"
            )
