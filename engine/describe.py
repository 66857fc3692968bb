"""A rule set, or the difference between two, in words.

The words come from a gettext translations object, numbers from a function, so that the same code
serves the build (Babel) and the browser. Each text is one whole message; nothing is glued from
parts.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from gettext import NullTranslations

from engine.cards import LOWEST_RANK
from engine.game import WORTH
from engine.rules import Rules, most_players

Number = Callable[[int], str]
"""A whole number as the language writes it."""
Said = tuple[str, str]
"""What a row is about, and the rule in words. Where the lowest card wins, a war is called a
peace."""


@dataclass(frozen=True)
class Row:
    """One rule in words; `text` is empty where the other rules make it meaningless."""

    key: str
    topic: str
    text: str


@dataclass(frozen=True)
class Change:
    """One rule in words, in two rule sets."""

    key: str
    topic: str
    before: str
    after: str


def rows(rules: Rules, translations: NullTranslations, number: Number) -> list[Row]:
    """All that there is to say of a rule set; who joins a war has a row of its own, so the options
    do not repeat it."""
    shown = [row for row in _all_rows(rules, translations, number) if row.text]
    return [
        replace(row, text=_players(rules, translations)) if row.key == "options" else row
        for row in shown
    ]


def difference(
    before: Rules, after: Rules, translations: NullTranslations, number: Number
) -> list[Change]:
    """The rows in which two rule sets differ, and the other options, which a reader always wants to
    know."""
    pairs = zip(
        _all_rows(before, translations, number), _all_rows(after, translations, number), strict=True
    )
    return [
        Change(one.key, other.topic, one.text, other.text)
        for one, other in pairs
        if one.text != other.text or one.key == "options"
    ]


def _all_rows(rules: Rules, translations: NullTranslations, number: Number) -> list[Row]:
    return [Row(key, *say(rules, translations, number)) for key, (_, say) in _SUBJECTS.items()]


def _deck(rules: Rules, t: NullTranslations, number: Number) -> Said:
    topic = t.gettext("Deck")
    return topic, {
        52: t.gettext("52 cards, from the two to the ace, no jokers"),
        36: t.gettext("36 cards, from the six to the ace"),
        32: t.gettext("32 cards, from the seven to the ace"),
    }[rules.deck]


def _hand_size(rules: Rules, t: NullTranslations, number: Number) -> Said:
    topic = t.gettext("Cards dealt")
    if rules.hand_size == "all":
        return topic, t.gettext("The whole deck, shared equally; any card left over is set aside")
    # Translators: %(count)s is how many cards each player gets.
    text = t.ngettext(
        "%(count)s card each; the rest stays out, unseen",
        "%(count)s cards each; the rest stays out, unseen",
        rules.hand_size,
    )
    return topic, text % {"count": number(rules.hand_size)}


def _best(rules: Rules, t: NullTranslations, number: Number) -> Said:
    topic = t.gettext("Who wins a battle")
    return topic, {
        ("high", 52): t.gettext("The highest card; aces are high, twos low"),
        ("high", 36): t.gettext("The highest card; aces are high, sixes low"),
        ("high", 32): t.gettext("The highest card; aces are high, sevens low"),
        ("low", 52): t.gettext("The lowest card; twos are the best cards, aces the worst"),
        ("low", 36): t.gettext("The lowest card; sixes are the best cards, aces the worst"),
        ("low", 32): t.gettext("The lowest card; sevens are the best cards, aces the worst"),
        ("round", 52): t.gettext("The highest card, but a two beats an ace"),
        ("round", 36): t.gettext("The highest card, but a six beats an ace"),
        ("round", 32): t.gettext("The highest card, but a seven beats an ace"),
    }[rules.best, rules.deck]


def _tie(rules: Rules, t: NullTranslations, number: Number) -> Said:
    topic = t.gettext("A tie")
    return topic, {
        "high": t.gettext("A war: the highest of the cards turned next takes all"),
        "low": t.gettext("A peace: the lowest of the cards turned next takes all"),
        "round": t.gettext("A war: the best of the cards turned next takes all"),
    }[rules.best]


def _face_down(rules: Rules, t: NullTranslations, number: Number) -> Said:
    topic = t.gettext("Face-down cards before the deciding one")
    if rules.face_down == "rank":
        return topic, t.gettext(
            "As many as the tied card is worth: two to ten as printed, jack, queen and king ten,"
            " ace eleven;"
            " then one face up"
        )
    return topic, (
        t.gettext("None; the very next card decides"),
        t.gettext("One, then one face up"),
        t.gettext("Two, then one face up"),
        t.gettext("Three, then one face up"),
        t.gettext("Four, then one face up"),
        t.gettext("Five, then one face up"),
        t.gettext("Six, then one face up"),
        t.gettext("Seven, then one face up"),
        t.gettext("Eight, then one face up"),
        t.gettext("Nine, then one face up"),
        t.gettext("Ten, then one face up"),
        t.gettext("Eleven, then one face up"),
        t.gettext("Twelve, then one face up"),
        t.gettext("Thirteen, then one face up"),
        t.gettext("Fourteen, then one face up"),
        t.gettext("Fifteen, then one face up"),
    )[rules.face_down]


def _full_war(rules: Rules, t: NullTranslations, number: Number) -> Said:
    topic = t.gettext("Cards at stake in a war for two, if both have enough")
    if rules.best == "low":
        topic = t.gettext("Cards at stake in a peace for two, if both have enough")
    if rules.face_down == "rank":
        least, most = full_war_cards(LOWEST_RANK[rules.deck]), full_war_cards(WORTH[14])
        # Translators: both are numbers of cards.
        return topic, t.gettext("%(least)s to %(most)s, depending on the tied card") % {
            "least": number(least),
            "most": number(most),
        }
    cards = full_war_cards(rules.face_down)
    # Translators: %(count)s is the number of cards on the table, both players together.
    return topic, t.ngettext("%(count)s card", "%(count)s cards", cards) % {"count": number(cards)}


def full_war_cards(face_down: int) -> int:
    """Cards on the table in a full war for two: both tied cards, and what both lay."""
    return 2 + 2 * (face_down + 1)


def _joins(rules: Rules, t: NullTranslations, number: Number) -> Said:
    topic = t.gettext("Who joins a war when three or four play")
    if rules.best == "low":
        topic = t.gettext("Who joins a peace when three or four play")
    if rules.joins == "all":
        return topic, t.gettext("Everybody who still has cards")
    return topic, t.gettext("Only the players who tied")


def _short_hand(rules: Rules, t: NullTranslations, number: Number) -> Said:
    topic = t.gettext("Too few cards for a war")
    if rules.best == "low":
        topic = t.gettext("Too few cards for a peace")
    return topic, {
        "lay": t.gettext("You lay what you have: the last card face up, the others face down"),
        "lose": t.gettext("You are out of the game, and your cards join those on the table"),
        "draw": t.gettext("The game is drawn"),
    }[rules.short_hand]


def _empty_hand(rules: Rules, t: NullTranslations, number: Number) -> Said:
    topic = t.gettext("No cards left for a war")
    if rules.best == "low":
        topic = t.gettext("No cards left for a peace")
    if rules.short_hand != "lay":
        return topic, ""
    if rules.empty_hand == "out":
        return topic, t.gettext("You sit it out; if nobody has cards left, the game is a draw")
    return topic, t.gettext(
        "The last card you turned stays up as your card, as long as it is tied for best"
    )


def _pickup(rules: Rules, t: NullTranslations, number: Number) -> Said:
    topic = t.gettext("Captured cards")
    return topic, {
        "shuffled": t.gettext("Go under the winner’s pile in a random order"),
        "winner-first": t.gettext("Go under the winner’s pile, the winner’s own first"),
        "loser-first": t.gettext("Go under the winner’s pile, the winner’s own last"),
        "seat-order": t.gettext(
            "Go under the winner’s pile, always player 1’s first, then player 2’s and so on"
        ),
        "table-order": t.gettext("Go under the winner’s pile in the order in which they were laid"),
    }[rules.pickup]


def _limit(rules: Rules, t: NullTranslations, number: Number) -> Said:
    topic = t.gettext("Very long games")
    if rules.battle_limit is None:
        return topic, t.gettext("No limit: you play until one player has won")
    text = t.ngettext(
        "Drawn after %(count)s battle", "Drawn after %(count)s battles", rules.battle_limit
    )
    return topic, text % {"count": number(rules.battle_limit)}


def _players(rules: Rules, t: NullTranslations) -> str:
    """How many can play, in words."""
    return {
        4: t.gettext("2, 3 or 4 players"),
        3: t.gettext("2 or 3 players"),
        2: t.gettext("Two players only"),
    }[most_players(rules)]


def _options(rules: Rules, t: NullTranslations, number: Number) -> Said:
    topic = t.gettext("Other options")
    return topic, {
        ("high", "all", 4): t.gettext(
            "2, 3 or 4 players; with more than two, a tie for the highest card starts a war for"
            " everybody who still has cards"
        ),
        ("high", "all", 3): t.gettext(
            "2 or 3 players; with three, a tie for the highest card starts a war for"
            " everybody who still has cards"
        ),
        ("high", "tied", 4): t.gettext(
            "2, 3 or 4 players; with more than two, only those who tie for the highest card"
            " fight the war"
        ),
        ("high", "tied", 3): t.gettext(
            "2 or 3 players; with three, only those who tie for the highest card fight the war"
        ),
        ("low", "all", 4): t.gettext(
            "2, 3 or 4 players; with more than two, a tie for the lowest card starts a peace for"
            " everybody who still has cards"
        ),
        ("low", "all", 3): t.gettext(
            "2 or 3 players; with three, a tie for the lowest card starts a peace for"
            " everybody who still has cards"
        ),
        ("low", "tied", 4): t.gettext(
            "2, 3 or 4 players; with more than two, only those who tie for the lowest card"
            " take part in the peace"
        ),
        ("low", "tied", 3): t.gettext(
            "2 or 3 players; with three, only those who tie for the lowest card"
            " take part in the peace"
        ),
        ("round", "all", 4): t.gettext(
            "2, 3 or 4 players; with more than two, a tie for the best card starts a war for"
            " everybody who still has cards"
        ),
        ("round", "all", 3): t.gettext(
            "2 or 3 players; with three, a tie for the best card starts a war for"
            " everybody who still has cards"
        ),
        ("round", "tied", 4): t.gettext(
            "2, 3 or 4 players; with more than two, only those who tie for the best card"
            " fight the war"
        ),
        ("round", "tied", 3): t.gettext(
            "2 or 3 players; with three, only those who tie for the best card fight the war"
        ),
    }.get((rules.best, rules.joins, most_players(rules)), _players(rules, t))


_SUBJECTS: dict[str, tuple[tuple[str, ...], Callable[[Rules, NullTranslations, Number], Said]]] = {
    "deck": (("deck",), _deck),
    "hand_size": (("hand_size",), _hand_size),
    "best": (("best", "deck"), _best),
    "tie": (("best",), _tie),
    "face_down": (("face_down",), _face_down),
    "full_war": (("face_down", "deck"), _full_war),
    "joins": (("joins",), _joins),
    "short_hand": (("short_hand",), _short_hand),
    "empty_hand": (("empty_hand", "short_hand"), _empty_hand),
    "pickup": (("pickup",), _pickup),
    "limit": (("battle_limit",), _limit),
    "options": ((), _options),
}
"""What can be said of a rule set, in the order of the rows: on which parameters it depends, and
what says it."""
ROWS = {key: parameters for key, (parameters, _) in _SUBJECTS.items()}
"""The rows, and the parameters that each depends on."""
