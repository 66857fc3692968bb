"""How long games last: the histogram of a variant as geometry, words and a table, and a small one
for the matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from builder.content.figures import share
from builder.values.numbers import Formats
from engine.simulate import Summary

BIN = 30.0
HEIGHT = 250.0
GAP = 3.0
SPARK_WIDTH = 126.0
SPARK_HEIGHT = 36.0
"""Units of a viewBox: the width of a bin with the gap beside its bar, the height of the plot; and
the size of the small chart."""
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5)
"""Shares that two ticks may lie apart."""
MOST_TICKS = 5
"""So many may stand above the one at nought."""


@dataclass(frozen=True)
class Bar:
    """A bar of a chart in the units of its viewBox; `label` is its range, `value` its share."""

    x: float
    y: float
    width: float
    height: float
    label: str
    value: str


@dataclass(frozen=True)
class Tick:
    """A mark on an axis; unpacks as (position, text), as templates take it."""

    at: float
    text: str

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter((self.at, self.text))


@dataclass(frozen=True)
class ChartView:
    """How long games last: geometry, words and the same figures as a table.

    The plot fills a viewBox of width × height; what ticks say lies outside it.
    """

    width: float
    height: float
    bars: tuple[Bar, ...]
    outline: str | None
    """The path of the standard game's histogram, none on War's own page."""
    y_ticks: tuple[Tick, ...]
    x_ticks: tuple[Tick, ...]
    x_title: str
    y_title: str
    sentence: str
    legend: tuple[str, ...]
    """(this variant,) or (this variant, standard War)."""
    table_caption: str
    columns: tuple[str, ...]
    """(battles, share of games), or (battles, this variant, standard War)."""
    rows: tuple[tuple[str, ...], ...]
    """Texts: ("50–99", "12.3%")."""


@dataclass(frozen=True)
class Spark:
    """A small histogram without axes, for the matrix."""

    width: float
    height: float
    bars: tuple[Bar, ...]
    sentence: str


def chart(
    summary: Summary,
    standard: Summary | None,
    titles: tuple[str, ...],
    words: NullTranslations,
    formats: Formats,
) -> ChartView:
    """The chart of a variant's games for two; with the standard game's outline unless it is the
    standard game.

    `titles` name the variant and, where there is one, the standard game.
    """
    _ = words.gettext
    shares = shares_of(summary)
    others = shares_of(standard) if standard else ()
    # One scale for both, so that they can be compared.
    top = _top([*shares, *others])
    labels = ranges(summary, words, formats)
    values = [share(value, formats, words) for value in shares]
    head = (_("Battles"), *titles) if standard else (_("Battles"), _("Share of games"))
    columns = [values, *([[share(value, formats, words) for value in others]] if standard else [])]
    return ChartView(
        width=BIN * len(shares),
        height=HEIGHT,
        bars=_bars(shares, labels, values, top),
        outline=_outline(others, top) if standard else None,
        y_ticks=_y_ticks(top, formats),
        x_ticks=_x_ticks(summary, formats),
        x_title=_("Length in battles"),
        y_title=_("Share of games"),
        sentence=sentence(summary, words, formats),
        legend=titles,
        table_caption=_("How many battles a game for two lasts: %(games)s simulated games")
        % {"games": formats.number(summary.games)},
        columns=head,
        rows=tuple(zip(labels, *columns, strict=True)),
    )


def spark(summary: Summary, words: NullTranslations, formats: Formats) -> Spark:
    """The same histogram, small and without axes."""
    shares = shares_of(summary)
    labels = ranges(summary, words, formats)
    width = SPARK_WIDTH / len(shares)
    # Each fills its own height: only the forms of two small charts can be compared.
    highest = max(shares)
    bars = tuple(
        Bar(
            round(width * index, 2),
            round(SPARK_HEIGHT * (1 - value / highest), 2),
            # A gap of one unit.
            round(width - 1, 2),
            round(SPARK_HEIGHT * value / highest, 2),
            label,
            share(value, formats, words),
        )
        for index, (value, label) in enumerate(zip(shares, labels, strict=True))
    )
    return Spark(SPARK_WIDTH, SPARK_HEIGHT, bars, sentence(summary, words, formats))


def sentence(summary: Summary, words: NullTranslations, formats: Formats) -> str:
    """What the chart shows."""
    _ = words.gettext
    number = formats.number
    text = _(
        "Of %(games)s games for two, half last at most %(median)s battles and nine in ten at most"
        " %(p90)s; the longest took %(longest)s battles."
    )
    if summary.draws.get("limit"):
        # Then the longest took as many battles as a game may.
        text = _(
            "Of %(games)s games for two, half last at most %(median)s battles and nine in ten at"
            " most %(p90)s; those still going after %(longest)s battles were drawn."
        )
    return text % {
        "games": number(summary.games),
        "median": number(summary.median),
        "p90": number(summary.quantiles["p90"]),
        "longest": number(summary.longest),
    }


def shares_of(summary: Summary) -> list[float]:
    """The share of games in each bin."""
    return [count / summary.games for count in summary.histogram]


def ranges(summary: Summary, words: NullTranslations, formats: Formats) -> list[str]:
    """Each bin's range of battles; the last is open."""
    width = summary.bin_width
    last = len(summary.histogram) - 1
    closed = [
        # No game is over before its first battle.
        f"{formats.number(max(1, n * width))}–{formats.number((n + 1) * width - 1)}"
        for n in range(last)
    ]
    least = formats.number(last * width)
    return [*closed, words.gettext("%(least)s or more") % {"least": least}]


def _top(shares: Sequence[float]) -> float:
    """The share at the top of the plot: the next tick above the highest bar, which never reaches
    it."""
    step = _step(max(shares))
    ticks = int(max(shares) / step) + 1
    return step * ticks


def _step(highest: float) -> float:
    """The least of the steps that needs no more ticks than there may be."""
    return next((step for step in STEPS if highest / step < MOST_TICKS), STEPS[-1])


def _bars(
    shares: Sequence[float], labels: Sequence[str], values: Sequence[str], top: float
) -> tuple[Bar, ...]:
    return tuple(
        Bar(BIN * n + GAP / 2, _y(value, top), BIN - GAP, _height(value, top), label, text)
        for n, (value, label, text) in enumerate(zip(shares, labels, values, strict=True))
    )


def _y(value: float, top: float) -> float:
    """Where a bar begins: SVG counts from above."""
    return round(HEIGHT - HEIGHT * value / top, 2)


def _height(value: float, top: float) -> float:
    return round(HEIGHT * value / top, 2)


def _outline(shares: Sequence[float], top: float) -> str:
    """The path along the tops of the standard game's bars."""
    steps = [f"V{_y(value, top):.0f}h{BIN:g}" for value in shares]
    return f"M0 {HEIGHT:g}{''.join(steps)}V{HEIGHT:g}"


def _y_ticks(top: float, formats: Formats) -> tuple[Tick, ...]:
    # The top is a tick itself: a little below it the step is the one that it was made with, at it
    # the next.
    step = _step(top * 0.999)
    return tuple(
        Tick(_y(step * number, top), formats.percent(step * number, 0))
        for number in range(round(top / step) + 1)
    )


def _x_ticks(summary: Summary, formats: Formats) -> tuple[Tick, ...]:
    """A mark every 200 battles, at the left edge of the bin that begins there."""
    return tuple(
        Tick(BIN * number, formats.number(number * summary.bin_width))
        for number in range(0, len(summary.histogram), 200 // summary.bin_width)
    )
