"""The link code of a game: the same code means the same cards and the same game, in every language,
for ever.

A code is ``version.variant.players.deal[.battle][~rules]-xy``: ``1.peace.2.7K3Q9F2A.83-4T``.
`rules` are all nine parameters in twelve characters of fixed width, when they are not those of the
variant. ``xy`` are two check characters over the rest in its canonical upper-case form: a
polynomial modulo a prime, which sees each single changed character and each two swapped neighbours;
lengths and the hyphen give away what is missing or too much. The battle is only where to start, so
a mistake there means the same game. Letters may come in either case, and in the deal, the rules and
the check I and L are read as 1, O as 0.

A code ends with its check characters. What stands behind them (a full stop, a quotation mark,
`&fbclid=x`) was added on the way and does not count, nor do line breaks and characters that nobody
sees. A letter or digit right behind them is no addition but a change, and changes are refused.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.deal import ALPHABET, LENIENT, DealError, canonical_code, decode, encode
from engine.rules import CHOICES, Rules, RulesError, check_players

VERSION = 1
"""Version of the codes that this engine writes; it reads this one and all before it."""
LONGEST = 80
"""More characters than any code has."""
PRIME, BASE = 1021, 10
"""1,021 is the largest prime that two characters hold; 10 is one of its primitive roots, so its
powers differ."""
RULES_LENGTH = 12
UNSEEN = (
    r"\t\n\v\f\r \u0085\u00a0\u00ad\u061c\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f"
    r"\u3000\ufe00-\ufe0f\ufeff"
)
"""Spaces of all widths, line breaks, soft hyphens, marks of direction, selectors of a drawing."""
WHOLE = re.compile(
    r"[^0-9A-Za-z]*(?=[0-9A-Za-z])"  # what stands before it
    rf"((?:[^.]*\.){{3}}(?:[{UNSEEN}-]*[0-9A-Za-z]){{8}}"  # version, variant, players, deal
    rf"[{UNSEEN}.~0-9A-Za-z-]*?-[{UNSEEN}]*[0-9A-Za-z][{UNSEEN}]*[0-9A-Za-z])"
    r"(?![-~]?(?:[^\W_]|[\u0300-\u036f]))"  # nothing goes on
)

Presets = Mapping[str, Rules]


class ShareError(ValueError):
    """A code that cannot be read: `reason` is a word for programs, the message is for people."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True)
class SharedGame:
    """What a link says: which variant's page, the rules that are played, players, deal, and the
    battle to show."""

    variant: str
    rules: Rules
    players: int
    deal: str
    battle: int | None = None


def write(game: SharedGame, presets: Presets) -> str:
    """The code of a game; raises ShareError, RulesError or DealError for one that cannot be
    shared."""
    if game.variant not in presets:
        raise ShareError(
            "variant", f"variant {game.variant!r} is not known: choose one of {', '.join(presets)}"
        )
    check_players(game.rules, game.players)
    battle = "" if game.battle is None else f".{game.battle}"
    rules = "" if game.rules == presets[game.variant] else f"~{_rules_code(game.rules)}"
    body = f"{VERSION}.{game.variant}.{game.players}.{canonical_code(game.deal)}{battle}{rules}"
    return f"{body}-{_check(body.upper())}"


def read(code: str, presets: Presets) -> SharedGame:
    """What a code says; raises ShareError that says what is wrong, and nothing else, for any text.

    `presets` are the rules of the variants as they were for codes of this version.
    """
    code = without_tail(code)
    if not code:
        raise ShareError("empty", "the link has no game in it")
    if len(code) > LONGEST:
        raise ShareError(
            "long", f"the link is too long: {len(code)} characters, at most {LONGEST} are possible"
        )
    _check_version(code)
    body, _, check = code.upper().rpartition("-")
    head, tilde, rules = body.partition("~")
    fields = head.split(".")
    if len(check) != 2 or len(fields) not in (4, 5) or (tilde and not rules):
        raise ShareError(
            "incomplete", "the link is incomplete: it was cut off, or something was added"
        )
    deal = _read_deal(fields[3])
    canonical = ".".join([*fields[:3], deal, *fields[4:]]) + tilde + rules.translate(LENIENT)
    if check.translate(LENIENT) != _check(canonical):
        raise ShareError(
            "check", "the link has a mistake: its check characters do not fit the rest"
        )
    variant, players = fields[1].lower(), fields[2]
    if variant not in presets:
        raise ShareError("variant", f"the link names a variant that is not known here: {variant!r}")
    if players not in ("2", "3", "4"):
        raise ShareError("players", f"the link has {players!r} players: 2, 3 or 4 are possible")
    battle = _read_battle(fields[4]) if len(fields) == 5 else None
    played = _read_rules(rules.translate(LENIENT)) if rules else presets[variant]
    try:
        check_players(played, int(players))
    except RulesError as error:
        raise ShareError("rules", f"the link has rules that cannot be played: {error}") from None
    return SharedGame(variant, played, int(players), deal, battle)


def without_tail(text: str) -> str:
    """A whole code without what was added around or into it on the way; any other text stays as it
    is."""
    whole = WHOLE.match(text)
    return re.sub(f"[{UNSEEN}]", "", whole[1]) if whole else text


def _check_version(code: str) -> None:
    version = code.partition(".")[0]
    if not (version.isascii() and version.isdigit() and version == str(int(version))):
        raise ShareError(
            "malformed", "this is no link to a game: it does not begin with a version number"
        )
    if not 1 <= int(version) <= VERSION:
        raise ShareError(
            "version", f"the link is of version {version}, this game reads up to version {VERSION}"
        )


def _read_deal(text: str) -> str:
    try:
        return canonical_code(text)
    except DealError as error:
        raise ShareError("deal", f"the link has no right deal in it: {error}") from None


def _read_battle(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 7):
        raise ShareError("battle", f"the link begins at battle {text!r}: it must be a whole number")
    return int(text)


def _check(text: str) -> str:
    """Two check characters over a canonical text."""
    total = 0
    for character in text:
        total = (total * BASE + ord(character)) % PRIME
    return encode(total, 2)


def _rules_code(rules: Rules) -> str:
    """All nine parameters, each in a fixed place: one character each, four for the battle limit."""
    choices = "".join(
        ALPHABET[values.index(getattr(rules, name))] for name, values in CHOICES.items()
    )
    hand = 0 if rules.hand_size == "all" else rules.hand_size
    down = 16 if rules.face_down == "rank" else rules.face_down
    return choices + encode(hand, 1) + encode(down, 1) + encode(rules.battle_limit or 0, 4)


def _read_rules(text: str) -> Rules:
    try:
        if len(text) != RULES_LENGTH:
            raise ValueError(f"{len(text)} characters, {RULES_LENGTH} are needed")
        names = list(CHOICES)
        values: dict[str, Any] = {
            name: CHOICES[name][ALPHABET.index(character)]
            for name, character in zip(names, text, strict=False)
        }
        hand, down, limit = decode(text[6]), decode(text[7]), decode(text[8:])
        values |= {
            "hand_size": hand or "all",
            "face_down": "rank" if down == 16 else down,
            "battle_limit": limit or None,
        }
        return Rules(**values)
    except (ValueError, IndexError) as error:
        raise ShareError("rules", f"the link has rules that cannot be played: {error}") from None
