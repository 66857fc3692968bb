"""A whole game, from the deal to its end, as a recording.

War leaves nothing to decide, so the engine plays a game at once and the page steps through the
recording.

A *battle* is one turning-up with all the wars that it causes. Its *rounds* are what was laid: first
one card by everybody, then, war by war, what each joiner laid, the last card face up. In a round
each seat has a tuple of cards; ``()`` is a player whose old card stands, ``None`` one who takes no
part. The taker puts ``taken`` under the pile in that order; without a taker the cards wait on the
table.

**The recording as JSON** (format 1)::

    {"v":1, "rules":{what differs from the standard}, "players":2,
     "deal":"7K3Q9F2A" (null: explicit hands),
     "cards":"52" (or the list of cards that letters stand for), "hands":["aQx…","…"], "aside":"",
     "battles":"0a1Q>1Qa 0x1b,0cdef1ghij>0…",
     "result":{"kind":"won","winners":[0],"battles":205,"wars":17}}

One letter is one card: A–Z, a–z are the 52 cards by rank, then suit (clubs, diamonds, hearts,
spades). In ``battles`` a space parts battles and a comma rounds; a digit is a seat and the letters
after it are the cards that it laid; ``!`` before a seat marks cards given up by a player who falls
out (short_hand = "lose"); ``>`` is followed by the taker and the cards taken.
"""

import json
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from engine.cards import (
    HIGHEST_RANK,
    LOWEST_RANK,
    TIE,
    card_text,
    make_card,
    parse_card,
    without_suits,
)
from engine.deal import Chance, Hand, Hands, canonical_code, deal_deck, decode, read_hands, shuffle
from engine.rules import Rules

FORMAT = 1
WORTH = {rank: min(rank, 10) if rank < 14 else 11 for rank in range(2, 15)}
"""Cards laid face down under ``face_down = "rank"``: as printed, jack, queen and king 10, ace
11."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
STANDARD_CARDS = tuple(make_card(rank, suit) for rank in range(2, 15) for suit in (1, 2, 3, 4))

Pile = deque[int]
Round = tuple[tuple[int, ...] | None, ...]
Forfeits = tuple[tuple[int, tuple[int, ...]], ...]


class Battle(NamedTuple):
    """One battle: its rounds, who takes the table, the cards taken in the order they go under the
    pile."""

    rounds: tuple[Round, ...]
    taker: int | None
    taken: tuple[int, ...] = ()
    forfeits: Forfeits = ()
    """Cards put on the table by players who fall out, by seat (only short_hand = "lose")."""


@dataclass(frozen=True)
class Result:
    """How a game ended: "won", "drawn" (nobody can go on), "limit" or "endless"; a draw is shared
    by `winners`."""

    kind: str
    winners: tuple[int, ...]
    battles: int
    wars: int
    cycle: int | None = None
    """Battles from one position to its return; only for "endless"."""


class Position(NamedTuple):
    """Piles by seat, top card first, and the cards that wait on the table."""

    piles: tuple[tuple[int, ...], ...]
    waiting: tuple[int, ...]


@dataclass(frozen=True)
class Recording:
    """A whole game; with `replay` each position in it, without any rule."""

    rules: Rules
    players: int
    deal: str | None
    hands: Hands
    set_aside: tuple[int, ...]
    battles: tuple[Battle, ...]
    result: Result

    def replay(self) -> Iterator[Position]:
        """The position before the first battle and after each one; raises ValueError if cards do
        not add up."""
        piles: list[Pile] = [deque(hand) for hand in self.hands]
        waiting: list[int] = []
        yield _position(piles, waiting)
        for battle in self.battles:
            for seat, cards in chain(_laid(battle), battle.forfeits):
                for card in cards:
                    if not piles[seat] or piles[seat].popleft() != card:
                        raise ValueError(
                            f"player {seat + 1} cannot lay {card_text(card)}: it is not on top"
                        )
                waiting += cards
            if battle.taker is not None:
                if sorted(waiting) != sorted(battle.taken):
                    raise ValueError("the cards taken are not the cards on the table")
                piles[battle.taker] += battle.taken
                waiting.clear()
            yield _position(piles, waiting)

    def counts(self) -> list[tuple[int, ...]]:
        """Each player's number of cards before the first battle and after each one."""
        return [tuple(map(len, position.piles)) for position in self.replay()]

    def to_json(self) -> str:
        """The recording in the format that this module documents: small, and the same bytes every
        time."""
        cards, letter = _alphabet(self)
        result = {name: value for name, value in vars(self.result).items() if value is not None}
        content = {
            "v": FORMAT,
            "rules": self.rules.changes(),
            "players": self.players,
            "deal": self.deal,
            "cards": "52" if cards == STANDARD_CARDS else [card_text(card) for card in cards],
            "hands": ["".join(map(letter.__getitem__, hand)) for hand in self.hands],
            "aside": "".join(map(letter.__getitem__, self.set_aside)),
            "battles": " ".join(_battle_text(battle, letter) for battle in self.battles),
            "result": result,
        }
        return json.dumps(content, separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "Recording":
        """Reads what `to_json` wrote; raises ValueError for another format."""
        content = json.loads(text)
        if content["v"] != FORMAT:
            raise ValueError(
                f"recording format {content['v']} is not known: this engine reads format {FORMAT}"
            )
        listed = content["cards"]
        cards = STANDARD_CARDS if listed == "52" else tuple(map(parse_card, listed))
        card = {_letter(index): card for index, card in enumerate(cards)}
        result = content["result"] | {"winners": tuple(content["result"]["winners"])}
        return cls(
            rules=Rules.from_mapping(content["rules"]),
            players=content["players"],
            deal=content["deal"],
            hands=tuple(tuple(map(card.__getitem__, hand)) for hand in content["hands"]),
            set_aside=tuple(map(card.__getitem__, content["aside"])),
            battles=tuple(
                _parse_battle(battle, content["players"], card)
                for battle in content["battles"].split()
            ),
            result=Result(**result),
        )

    def digest(self) -> str:
        """Sixteen hexadecimal digits that stand for this very game."""
        return sha256(self.to_json().encode()).hexdigest()[:16]


def play(
    rules: Rules, players: int, deal: str | Sequence[Hand], *, pickup_seed: int = 0
) -> Recording:
    """Plays a whole game.

    `deal` is a deal code, which fixes cards and pickup, or explicit hands, top card first: ``["7 2
    Q 3", "9 9 K 4"]``; then `pickup_seed` orders the captured cards. Raises RulesError or DealError
    for what cannot be played.
    """
    code: str | None = None
    set_aside: tuple[int, ...] = ()
    if isinstance(deal, str):
        code = canonical_code(deal)
        chance = Random(decode(code)).random
        hands, set_aside = deal_deck(rules, players, chance)
    else:
        hands = read_hands(rules, players, deal)
        chance = Random(pickup_seed).random
    battles: list[Battle] = []
    result = play_hands(rules, hands, chance, battles.append)
    return Recording(rules, players, code, hands, set_aside, tuple(battles), result)


def play_hands(
    rules: Rules,
    hands: Sequence[Sequence[int]],
    chance: Chance,
    record: Callable[[Battle], None] | None = None,
) -> Result:
    """Plays hands to the end of the game, and hands each battle to `record` if somebody wants
    it."""
    if rules.pickup == "shuffled":
        table = Table(rules, [deque(hand) for hand in hands], chance)
        last = rules.battle_limit or sys.maxsize
        if len(hands) == 2 and rules.face_down != "rank" and rules.best != "round":
            return _play_two(table, last, record)
        return _play_on(table, last, record)
    cycle = find_cycle(rules, hands)
    table = Table(rules, [deque(hand) for hand in hands], chance)
    if cycle is None:
        return _play_on(table, rules.battle_limit or sys.maxsize, record)
    before, length = cycle
    drawn = _play_on(table, before + length, record)
    return Result("endless", drawn.winners, drawn.battles, drawn.wars, length)


class Table:
    """A game in progress: the piles by seat, the cards that wait, and what the rules make of the
    next battle."""

    __slots__ = (
        "battles",
        "beats_ace",
        "chance",
        "drawn",
        "high",
        "piles",
        "rules",
        "waiting",
        "wars",
    )

    def __init__(self, rules: Rules, piles: list[Pile], chance: Chance) -> None:
        self.rules = rules
        self.piles = piles
        self.chance = chance
        self.high = rules.best != "low"
        self.beats_ace = LOWEST_RANK[rules.deck] if rules.best == "round" else None
        self.waiting: list[int] = []
        self.battles = 0
        self.wars = 0
        self.drawn: tuple[int, ...] = ()

    def copy(self) -> "Table":
        twin = Table(self.rules, [pile.copy() for pile in self.piles], self.chance)
        twin.waiting = self.waiting.copy()
        return twin

    def same_position(self, other: "Table") -> bool:
        return self.piles == other.piles and self.waiting == other.waiting

    def alive(self) -> list[int]:
        """The seats that still hold a card."""
        return [seat for seat, pile in enumerate(self.piles) if pile]

    def is_over(self) -> bool:
        return bool(self.drawn) or sum(map(bool, self.piles)) < 2

    def battle(self) -> Battle:
        """Plays one battle, wars included."""
        piles = self.piles
        turned = {seat: pile.popleft() for seat, pile in enumerate(piles) if pile}
        laid = tuple((turned[seat],) if seat in turned else None for seat in range(len(piles)))
        self.battles += 1
        tied = self.best(turned)
        if len(tied) == 1:
            return self.take(tied[0], list(turned.values()), (laid,))
        return self.war(turned, tied, list(turned.values()), [laid])

    def best(self, turned: dict[int, int]) -> list[int]:
        """The seats with the best rank: one, or those who tie."""
        best = (max(turned.values()) if self.high else min(turned.values())) >> 4
        if best == HIGHEST_RANK and any(card >> 4 == self.beats_ace for card in turned.values()):
            best = min(turned.values()) >> 4
        return [seat for seat, card in turned.items() if card >> 4 == best]

    def war(
        self, turned: dict[int, int], tied: list[int], table: list[int], rounds: list[Round]
    ) -> Battle:
        """Plays wars until one player is best or nobody can go on; the steps are those of RULEBOOK
        section 3."""
        rules, piles = self.rules, self.piles
        forfeits: list[tuple[int, tuple[int, ...]]] = []
        while True:
            self.wars += 1
            down = WORTH[turned[tied[0]] >> 4] if rules.face_down == "rank" else rules.face_down
            joiners = (
                self.alive() if rules.joins == "all" else [seat for seat in tied if piles[seat]]
            )
            standing = (
                [seat for seat in tied if not piles[seat]] if rules.empty_hand == "stand" else []
            )
            if rules.short_hand != "lay":
                short = [seat for seat in tied if len(piles[seat]) <= down]
                if short and rules.short_hand == "draw":
                    self.drawn = tuple(sorted({*self.alive(), *tied}))
                    return self.leave(table, rounds, forfeits)
                for seat in short:
                    forfeits.append((seat, tuple(piles[seat])))
                    table += piles[seat]
                    piles[seat].clear()
                joiners = [seat for seat in joiners if len(piles[seat]) > down]
            if not joiners:
                if not self.alive():
                    self.drawn = tuple(tied)
                return self.leave(table, rounds, forfeits)
            if len(joiners) + len(standing) == 1:
                return self.take(joiners[0], table, tuple(rounds), forfeits)
            laid = {seat: self.lay(seat, down + 1) for seat in joiners}
            for seat in joiners:
                table += laid[seat]
            turned = {
                seat: laid[seat][-1] if seat in laid else turned[seat]
                for seat in sorted(joiners + standing)
            }
            rounds.append(
                tuple(
                    laid.get(seat, () if seat in standing else None) for seat in range(len(piles))
                )
            )
            tied = self.best(turned)
            if len(tied) == 1:
                return self.take(tied[0], table, tuple(rounds), forfeits)

    def lay(self, seat: int, count: int) -> tuple[int, ...]:
        """Takes up to `count` cards off a pile."""
        pile = self.piles[seat]
        return tuple([pile.popleft() for _ in range(min(count, len(pile)))])

    def take(
        self, taker: int, table: list[int], rounds: tuple[Round, ...], forfeits: Sequence[Any] = ()
    ) -> Battle:
        """Puts the waiting cards, then those of the battle, under the taker's pile."""
        if self.rules.pickup == "shuffled":
            shuffle(table, self.chance)
        else:
            table = self.ordered(taker, table, rounds, forfeits)
        taken = (*self.waiting, *table)
        self.waiting.clear()
        self.piles[taker] += taken
        return Battle(rounds, taker, taken, tuple(forfeits))

    def ordered(
        self, taker: int, table: list[int], rounds: tuple[Round, ...], forfeits: Sequence[Any]
    ) -> list[int]:
        """The captured cards in the fixed order of the rules."""
        pickup = self.rules.pickup
        if pickup == "table-order":
            return table
        seats = list(range(len(self.piles)))
        if pickup != "seat-order":
            seats = seats[taker:] + seats[:taker]
        if pickup == "loser-first":
            seats = seats[1:] + seats[:1]
        laid = [entry for each in rounds for entry in enumerate(each)] + list(forfeits)
        return [
            card
            for seat in seats
            for owner, cards in laid
            if owner == seat and cards
            for card in cards
        ]

    def leave(self, table: list[int], rounds: list[Round], forfeits: Sequence[Any]) -> Battle:
        """Nobody takes the table: the cards wait, or go at once to the only player left."""
        alive = self.alive()
        if len(alive) == 1 and not self.drawn:
            return self.take(alive[0], table, tuple(rounds), forfeits)
        self.waiting += table
        return Battle(tuple(rounds), None, (), tuple(forfeits))

    def result(self) -> Result:
        """The result of a game that is over, or stopped by a limit."""
        if self.drawn:
            return Result("drawn", self.drawn, self.battles, self.wars)
        alive = tuple(self.alive())
        return Result("won" if len(alive) == 1 else "limit", alive, self.battles, self.wars)


def _play_on(table: Table, last: int, record: Callable[[Battle], None] | None) -> Result:
    """Plays up to battle number `last`."""
    while table.battles < last and not table.is_over():
        battle = table.battle()
        if record:
            record(battle)
    return table.result()


def _play_two(table: Table, last: int, record: Callable[[Battle], None] | None) -> Result:
    """Two players, captured cards shuffled: the same game as `_play_on`, several times as fast.

    Nearly all of the time goes to plain battles, so here they are written out: compare two numbers,
    toss a coin for the order.
    """
    first, second = table.piles
    turn_first, turn_second = first.popleft, second.popleft
    put_first, put_second = first.append, second.append
    if_first_higher, if_second_higher = (
        (put_first, put_second) if table.high else (put_second, put_first)
    )
    chance = table.chance
    as_battle = partial(tuple.__new__, Battle)
    for table.battles in range(1, last + 1):
        one = turn_first()
        two = turn_second()
        if one - TIE > two:
            put = if_first_higher
        elif two - TIE > one:
            put = if_second_higher
        else:
            battle = _war_of_two(table, one, two)
            if record:
                record(battle)
            if table.drawn or not first or not second:
                break
            continue
        if chance() < 0.5:
            taken = two, one
            put(two)
            put(one)
        else:
            taken = one, two
            put(one)
            put(two)
        if record:
            record(as_battle(((((one,), (two,)),), 0 if put is put_first else 1, taken, ())))
        if not first or not second:
            break
    return table.result()


def _war_of_two(table: Table, one: int, two: int) -> Battle:
    """The wars of a battle for `_play_two`; one that somebody has too few cards for is left to
    `Table.war`."""
    first, second = table.piles
    down = table.rules.face_down
    assert down != "rank"
    on_table = [one, two]
    rounds: list[Round] = [((one,), (two,))]
    while -TIE <= one - two <= TIE:
        if len(first) <= down or len(second) <= down:
            return table.war({0: one, 1: two}, [0, 1], on_table, rounds)
        table.wars += 1
        laid_first = [first.popleft() for _ in range(down + 1)]
        laid_second = [second.popleft() for _ in range(down + 1)]
        on_table += laid_first
        on_table += laid_second
        one, two = laid_first[-1], laid_second[-1]
        rounds.append((tuple(laid_first), tuple(laid_second)))
    taker = 0 if (one > two) == table.high else 1
    shuffle(on_table, table.chance)
    table.piles[taker].extend(on_table)
    return Battle(tuple(rounds), taker, tuple(on_table))


def find_cycle(rules: Rules, hands: Sequence[Sequence[int]]) -> tuple[int, int] | None:
    """Whether a game with a fixed pickup order comes back to an earlier position, within the battle
    limit if any.

    The battles before the first position that comes back, and from there to its return; None if the
    game ends. Positions are compared by rank. Two tables at two speeds (Brent 1980) need no memory
    of positions.
    """
    start = Table(rules, [deque(without_suits(hand)) for hand in hands], lambda: 0.0)
    limit = rules.battle_limit or sys.maxsize
    length = _cycle_length(start, 3 * limit)
    if length is None:
        return None
    ahead, behind, before = start.copy(), start.copy(), 0
    for _ in range(length):
        ahead.battle()
    while not ahead.same_position(behind):
        ahead.battle()
        behind.battle()
        before += 1
    return (before, length) if before + length <= limit else None


def _cycle_length(start: Table, most: int) -> int | None:
    """Brent's search: a cycle that starts and closes within n battles is seen before battle 3 n."""
    hare, tortoise = start.copy(), start.copy()
    power, length = 1, 0
    while not hare.is_over() and hare.battles <= most:
        hare.battle()
        length += 1
        if hare.same_position(tortoise):
            return length
        if length == power:
            tortoise, power, length = hare.copy(), power * 2, 0
    return None


def _laid(battle: Battle) -> Iterator[tuple[int, tuple[int, ...]]]:
    return ((seat, cards) for laid in battle.rounds for seat, cards in enumerate(laid) if cards)


def _position(piles: list[Pile], waiting: list[int]) -> Position:
    return Position(tuple(map(tuple, piles)), tuple(waiting))


def _letter(index: int) -> str:
    return LETTERS[index] if index < len(LETTERS) else chr(0x100 + index - len(LETTERS))


def _alphabet(recording: Recording) -> tuple[tuple[int, ...], dict[int, str]]:
    """The cards that letters stand for, in order, and each card's letter."""
    used = {card for hand in (*recording.hands, recording.set_aside) for card in hand}
    cards = STANDARD_CARDS if used <= set(STANDARD_CARDS) else tuple(sorted(used))
    return cards, {card: _letter(index) for index, card in enumerate(cards)}


def _battle_text(battle: Battle, letter: dict[int, str]) -> str:
    def word(cards: tuple[int, ...]) -> str:
        return "".join([letter[card] for card in cards])

    rounds = ",".join(
        "".join([f"{seat}{word(cards)}" for seat, cards in enumerate(laid) if cards is not None])
        for laid in battle.rounds
    )
    forfeits = "".join(f"!{seat}{word(cards)}" for seat, cards in battle.forfeits)
    taken = "" if battle.taker is None else f">{battle.taker}{word(battle.taken)}"
    return rounds + forfeits + taken


def _parse_battle(text: str, players: int, card: dict[str, int]) -> Battle:
    rest, _, taken = text.partition(">")
    rounds, *forfeits = rest.split("!")
    return Battle(
        tuple(_parse_round(laid, players, card) for laid in rounds.split(",")),
        int(taken[0]) if taken else None,
        tuple(map(card.__getitem__, taken[1:])),
        tuple((int(each[0]), tuple(map(card.__getitem__, each[1:]))) for each in forfeits),
    )


def _parse_round(text: str, players: int, card: dict[str, int]) -> Round:
    laid: list[tuple[int, ...] | None] = [None] * players
    seat = 0
    for character in text:
        if character.isdigit():
            seat = int(character)
            laid[seat] = ()
        else:
            laid[seat] = (*(laid[seat] or ()), card[character])
    return tuple(laid)
