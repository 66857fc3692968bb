"""The playing cards as inline SVG: one sprite a page, a few bytes a card.

A card is 250 units wide and 350 high. Colours come from the stylesheet (classes ``c d h s``), so
that the same markup works in dark mode, in four colours and in forced colours. A card has two
faces: *full* (countable pips, two-headed courts) and *index* (one big letter over one big suit) for
small sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from markupsafe import Markup

BACK = "back"
COURTS = {"A": 0, "K": 1, "Q": 2, "J": 3}
"""Where the index letter of each of these ranks stands among those of a language."""

# Suits are drawn about the origin in a square of 44 units, so that one pip is one <use> with x and
# y.
_SUITS = {
    "h": (
        "M0 18.5C-12.3 7.9-19.8.4-19.8-8.4-19.8-15-15-19.4-9.2-19.4c4.4 0 7.4 3.1 9.2 7 1.8-3.9"
        " 4.8-6.6 9.2-6.6 5.8 0 10.6 4.4 10.6 11C19.8.8 12.3 7.9 0 18.5Z"
    ),
    "s": (
        "M0-19.8C3.5-10.6 18.9-3.1 18.9 7.5c0 5.7-4 9.2-8.8 9.2-3.5 0-6.2-1.7-7.9-4.4.4 4 1.8 6.2"
        " 4.8 7.9H-7c3-1.7 4.4-3.9 4.8-7.9-1.7 2.7-4.4 4.4-7.9 4.4-4.8"
        " 0-8.8-3.5-8.8-9.2C-18.9-3.1-3.5-10.6 0-19.8Z"
    ),
    "d": (
        "M0-20.2C4-12.3 8.8-5.7 15.4 0 8.8 5.7 4 12.3 0 20.2-4 12.3-8.8 5.7-15.4 0-8.8-5.7-4-12.3"
        " 0-20.2Z"
    ),
    "c": (
        "M0-19.8A9.2 9.2 0 0 1 6.6-4a9.2 9.2 0 1 1-4.4 15c.4 4 1.8 7 4.8 9.2H-7c3-2.2 4.4-5.2 4.8"
        "-9.2A9.2 9.2 0 1 1-6.6-4 9.2 9.2 0 0 1 0-19.8Z"
    ),
}

# One half of each court, 142 × 145: gold is class g, the face is class p, the rest is the suit's
# colour.
_HALVES = {
    "K": (
        '<path d="M0 145V121c12-19 34-29 50-33h42c16 4 38 14 50 33v24Z"/>'
        '<path class="gl" d="M71 118v27M20 145c3-14 12-24 24-31M122 145c-3-14-12-24-24-31"/>'
        '<path class="g" d="M46 87c8 26 42 26 50 0l9 3c-9 38-59 38-68 0Z"/>'
        '<path class="bd" d="M44 97c12 24 42 24 54 0"/>'
        '<path class="p" d="M50 45h42v22c0 12-9 24-21 24S50 79 50 67Z"/>'
        '<path d="M49 60c5 8 11 10 22 10s17-2 22-10v14c0 18-10 30-22 32-12-2-22-14-22-32Z"/>'
        '<path class="pl" d="M65 76h12"/>'
        '<path d="M44 42h7v26c-6-3-7-9-7-14Zm54 0h-7v26c6-3 7-9 7-14Z"/>'
        '<path class="g" d="M46 46 40 14l17 14L71 6l14 22 17-14-6 32Z"/>'
        '<path d="M46 46h50v5H46ZM76 6A5 5 0 1 1 66 6a5 5 0 0 1 10 0ZM44 13a4 4 0 1 1-8 0 4 4 0 0 1'
        " 8 0Z"
        'M106 13a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z"/>'
    ),
    "Q": (
        '<path class="g" d="M42 40c0-24 58-24 58 0 0 24 6 40 11 62H31c5-22 11-38 11-62Z"/>'
        '<path d="M0 145v-20c14-20 36-29 52-31 6 16 32 16 38 0 16 2 38 11 52 31v20Z"/>'
        '<path class="gl" d="M18 145c4-18 14-28 26-34M124 145c-4-18-14-28-26-34"/>'
        '<path class="g" d="M71 118l9 13-9 13-9-13Z"/>'
        '<path class="p" d="M51 45c0-16 40-16 40 0v20c0 13-8 25-20 25S51 78 51 65Z"/>'
        '<path class="g" d="M47 50c8-2 16-8 20-16 6 8 18 14 28 16-2-18-10-24-24-24s-22 6-24 24Z"/>'
        '<path class="gd" d="M61 8h.1M81 8h.1"/>'
        '<path class="sl" d="M65 75q6 5 12 0"/>'
        '<path class="gb" d="M50 97c8 14 34 14 42 0"/>'
        '<path d="M46 34 42 12l13 10 6-14 10 12 10-12 6 14 13-10-4 22c-16-7-34-7-50 0Z"/>'
    ),
    "J": (
        '<path class="g" d="M46 40h50v38c0 8-6 12-10 12H56c-4 0-10-4-10-12Z"/>'
        '<path d="M0 145v-22c14-16 34-25 52-29h38c18 4 38 13 52 29v22Z"/>'
        '<path class="gl" d="M22 145c3-16 10-26 22-33M120 145c-3-16-10-26-22-33"/>'
        '<path class="gd" d="M71 132v.1M71 142v.1"/>'
        '<path class="p" d="M52 44h38v22c0 13-8 25-19 25S52 79 52 66Z"/>'
        '<path class="g" d="M54 94 71 112 88 94l8 3-25 30-25-30Z"/>'
        '<path d="M42 46c-8-26 12-38 36-36 20 2 30 14 24 32-18-8-38-6-60 4Z"/>'
        '<path class="g" d="M43 47c20-9 40-11 59-4l-1 7c-18-6-38-4-57 4Z"/>'
        '<path class="g" d="M94 20c8-18 26-22 34-14-2 14-14 24-32 24Z"/>'
        '<path class="sl" d="M96 28c10-4 20-11 28-19M65 76q6 4 12 0"/>'
    ),
}
_EYES = (
    '<path d="M64.6 59a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0ZM82.6 59a2.6 2.6 0 1 1-5.2 0 2.6 2.6'
    ' 0 0 1 5.2 0Z"/>'
)

_BACK = (
    '<pattern id="weave" width="20" height="20" patternUnits="userSpaceOnUse"'
    ' patternTransform="rotate(45)">'
    '<path class="b" d="M0 0h20v20H0z"/><path class="bl" d="M10 3 17 10 10 17 3 10Z"/>'
    '<path class="bt" d="M10 10h.1M0 0h.1M20 0h.1M0 20h.1M20 20h.1"/></pattern>'
    '<g id="back"><rect x="14" y="14" width="222" height="322" rx="9" fill="url(#weave)"/>'
    '<rect class="bl" x="14" y="14" width="222" height="322" rx="9"/></g>'
)

# The paper of a face is drawn as well: a browser that darkens pages turns backgrounds over, and
# leaves drawings alone.
_PAPER = '<rect id="f" class="p" width="250" height="350" rx="16"/>'

_ICONS = {
    "mark": (
        '<rect class="mr" x="3" y="4" width="17" height="24" rx="3" transform="rotate(-9 11 16)"/>'
        '<g transform="rotate(9 21 17)"><rect class="mi" x="13" y="5" width="17" height="24"'
        ' rx="3"/>'
        '<path class="ml" d="M16.5 14h10M16.5 20h10"/></g>'
    ),
    "globe": (
        '<path d="M3 12h18M12 3c5 6 5 12 0 18-5-6-5-12 0-18Z"/><circle cx="12" cy="12" r="9"/>'
    ),
    "moon": '<path d="M19 14A8 8 0 0 1 10 5a8 8 0 1 0 9 9Z"/>',
    "sun": (
        '<circle cx="12" cy="12" r="4"/>'
        '<path d="M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1'
        'M18.4 5.6l-1.1 1.1M6.7 17.3l-1.1 1.1"/>'
    ),
    "menu": '<path d="M4 7h16M4 12h16M4 17h16"/>',
    "back": '<path d="M15 5l-8 7 8 7ZM19 5v14"/>',
    "play": '<path fill="currentColor" d="M7 5l12 7-12 7Z"/>',
    "end": '<path fill="currentColor" d="M4 6l8 6-8 6ZM13 6l8 6-8 6Z"/>',
    "share": '<path d="M12 15V3M8 7l4-4 4 4M5 12v8h14v-8"/>',
    "sliders": '<path d="M3 8h9M18 8h3M3 16h3M12 16h9M15 5v6M9 13v6"/>',
    "again": '<path d="M5 12a7 7 0 1 0 3-5.7M8 2v4.5h4.5"/>',
}
_ICON_SIZES = {"mark": 34}
"""Units of a side; those of all others are 24."""

# The columns and rows that pips stand in.
_LEFT = 82
_MIDDLE = 125
_RIGHT = 168
_TOP = 66
_CENTRE = 175
# Pips in the upper half and on the centre line; those above the line are repeated below it, turned.
_COLUMNS = ((_LEFT, _TOP), (_RIGHT, _TOP))
_SIDES = ((_LEFT, _CENTRE), (_RIGHT, _CENTRE))
_QUARTERS = (*_COLUMNS, (_LEFT, 139), (_RIGHT, 139))
_PIPS: dict[str, tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]] = {
    "2": (((_MIDDLE, _TOP),), ()),
    "3": (((_MIDDLE, _TOP),), ((_MIDDLE, _CENTRE),)),
    "4": (_COLUMNS, ()),
    "5": (_COLUMNS, ((_MIDDLE, _CENTRE),)),
    "6": (_COLUMNS, _SIDES),
    "7": (_COLUMNS, (*_SIDES, (_MIDDLE, 120))),
    "8": ((*_COLUMNS, (_MIDDLE, 120)), _SIDES),
    "9": (_QUARTERS, ((_MIDDLE, _CENTRE),)),
    "10": ((*_QUARTERS, (_MIDDLE, 103)), ()),
}


def sprite() -> Markup:
    """The symbols that the cards and icons of one page refer to, hidden and once a page."""
    icons = "".join(
        f'<symbol id="i-{name}" viewBox="0 0 {_ICON_SIZES.get(name, 24)}'
        f' {_ICON_SIZES.get(name, 24)}">{shape}</symbol>'
        for name, shape in _ICONS.items()
    )
    return Markup(
        '<svg class="sprite" width="0" height="0"'
        f' aria-hidden="true"><defs>{symbols()}{icons}</defs></svg>'
    )


def icon(name: str) -> Markup:
    """The shape of an icon, for pictures outside pages."""
    return Markup(_ICONS[name])


def symbols() -> Markup:
    """What the drawings of cards refer to."""
    suits = "".join(f'<path id="{suit}" d="{path}"/>' for suit, path in _SUITS.items())
    courts = "".join(_court(letter, half) for letter, half in _HALVES.items())
    return Markup(f"{suits}{courts}{_PAPER}{_BACK}")


def _court(letter: str, half: str) -> str:
    """A court figure with two heads in its frame, without its suit."""
    return (
        f'<symbol id="{letter}h" viewBox="0 0 142 145">{half}{_EYES}</symbol>'
        f'<g id="{letter}"><rect class="fr" x="60" y="32" width="130" height="286" rx="3"/>'
        f'<use href="#{letter}h" x="60" y="41" width="130" height="134"/>'
        f'<use href="#{letter}h" x="60" y="41" width="130" height="134" transform="rotate(180 125'
        ' 175)"/>'
        '<path class="gs" d="M60 175h130"/><rect class="fl" x="60" y="32" width="130" height="286"'
        ' rx="3"/></g>'
    )


def card(
    text: str, letters: Sequence[str], name: str | None = None, *, face: str = "auto"
) -> Markup:
    """One card such as ``"10s"``, ``"Kd"`` or ``"back"``; without a name it stands in a picture or
    is hidden with it.

    ``letters`` are the index letters of ace, king, queen and jack. ``face`` is ``"full"``,
    ``"index"``, or ``"auto"`` for both, of which the stylesheet shows the one that fits the card's
    size. Raises ValueError for a text that is no card.
    """
    spoken = (
        Markup('role="img" aria-label="{}"').format(name) if name else Markup('aria-hidden="true"')
    )
    outer = Markup(
        '<span class="card {}"{}><svg viewBox="0 0 250 350" {}><use href="#f"/>{}</svg></span>'
    )
    if text == BACK:
        return outer.format("back", "", spoken, Markup('<use href="#back"/>'))
    rank = text[:-1]
    suit = text[-1]
    if suit not in _SUITS or (rank not in _PIPS and rank not in COURTS):
        raise ValueError(
            f"unknown card {text!r}: expected a rank 2 to 10, A, K, Q or J and a suit c, d, h or s"
        )
    index = letters[COURTS[rank]] if rank in COURTS else rank
    full = _full(rank, suit, index) if face != "index" else ""
    big = _index(suit, index) if face != "full" else ""
    both = f'<g class="std">{full}</g><g class="big">{big}</g>' if full and big else full or big
    small = " only-index" if face == "index" else ""
    # A browser that translates pages would put words in the place of letters.
    lettered = Markup(' translate="no"')
    return outer.format(f"{suit}{small}", lettered, spoken, Markup(both))


def full_face(text: str, letters: Sequence[str]) -> Markup:
    """The full face of a card as a drawing of 250 × 350, for pictures outside pages."""
    rank = text[:-1]
    suit = text[-1]
    return Markup(_full(rank, suit, letters[COURTS[rank]] if rank in COURTS else rank))


def _full(rank: str, suit: str, index: str) -> str:
    """The face with countable pips or the court figure, and the index in two corners."""
    middle, upper = _middle(rank, suit)
    # Pips, corner and suit of one half; the other is written the same, turned, which packs well.
    half = f"{upper}{_text(index, 31, 54)}{_scaled(suit, 31, 77, '.6')}"
    return f'{middle}{half}<g transform="rotate(180 125 175)">{half}</g>'


def _middle(rank: str, suit: str) -> tuple[str, str]:
    """What is there once, and what also stands on its head.

    One big suit for an ace, a court figure with its suit, or as many pips as the rank says.
    """
    if rank == "A":
        return _scaled(suit, _MIDDLE, _CENTRE, "2.8"), ""
    if rank in COURTS:
        return f'<use href="#{rank}"/>', _scaled(suit, 78, 52, ".55")
    upper, line = (
        "".join(f'<use href="#{suit}" x="{x}" y="{y}"/>' for x, y in pips) for pips in _PIPS[rank]
    )
    return line, upper


def _index(suit: str, index: str) -> str:
    """The face for small sizes: a big letter or number over a big suit."""
    return f"{_text(index, 125, 150)}{_scaled(suit, 125, 248, '3.2')}"


def _text(index: str, x: int, y: int) -> str:
    narrow = {"10": ' class="ten"'}.get(index, ' class="two"' if len(index) > 1 else "")
    return str(Markup(f'<text x="{x}" y="{y}"{narrow}>{{}}</text>').format(index))


def _scaled(suit: str, x: int, y: int, scale: str) -> str:
    """A suit about this point, so many times as large as a pip."""
    return f'<use href="#{suit}" transform="translate({x} {y}) scale({scale})"/>'


def template(letters: Sequence[str]) -> Markup:
    """What scripts make cards of: the thirteen ranks, drawn in hearts, the card of a log without
    its rank, the back."""
    ranks = [*_PIPS, *reversed(COURTS)]
    drawn = [*(card(f"{rank}h", letters) for rank in ranks), _mini("", "h"), card(BACK, letters)]
    return Markup('<template id="cards" hidden>{}</template>').format(Markup("").join(drawn))


def mini(text: str, letters: Sequence[str]) -> Markup:
    """A card of one line of text, for logs; decoration, the words stand beside it."""
    index = letters[COURTS[text[:-1]]] if text[:-1] in COURTS else text[:-1]
    return _mini(index, text[-1])


def _mini(index: str, suit: str) -> Markup:
    return Markup(
        # A suit is drawn about the origin, 22 units to each side.
        '<span class="mini {0}" translate="no">{1}<svg viewBox="-22 -22 44 44"><use'
        ' href="#{0}"/></svg></span>'
    ).format(suit, index)


def dealer(letters: str) -> Callable[..., Markup]:
    """The ``card`` function of one language's templates, with its index letters (``"A K Q J"``)
    filled in."""
    index_letters = letters.split()

    def deal(text: str, name: str | None = None, *, face: str = "auto") -> Markup:
        return (
            mini(text, index_letters)
            if face == "mini"
            else card(text, index_letters, name, face=face)
        )

    return deal
