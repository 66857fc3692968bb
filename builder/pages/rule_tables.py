"""The rule-change table of a variant, the whole rule set of War, and the matrix of all variants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from markupsafe import Markup

from builder.content.rule_changes import rule_changes
from engine.describe import Number, rows
from engine.rules import STANDARD, Rules


@dataclass(frozen=True)
class Row:
    """A row of a rule table; in a rule set's own table `before` is empty and `after` is the
    rule."""

    key: str
    topic: str
    before: str
    after: str
    remark: Markup = Markup("")


@dataclass(frozen=True)
class TableView:
    """A rule table; `columns` are the heads: (topic, standard, variant) or (topic, rule)."""

    caption: Markup
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Cell:
    """One rule of one variant; `differs` tells whether it is not the standard game's."""

    text: str
    differs: bool


@dataclass(frozen=True)
class MatrixRow:
    """One topic over all variants; `differs` when any cell does."""

    key: str
    topic: str
    cells: tuple[Cell, ...]
    differs: bool


def table_rows(rules: Rules, words: NullTranslations, number: Number) -> list[Row]:
    """The rows that differ from the standard game, or all rows of the standard game itself."""
    return [
        Row(change.key, change.topic, change.before, change.after)
        for change in rule_changes(rules, words, number)
    ]


def table(
    rules: Rules,
    title: str,
    caption: Markup,
    remarks: Mapping[str, Markup],
    words: NullTranslations,
    number: Number,
) -> TableView:
    """The table of one variant, each remark in the row that it belongs to."""
    _ = words.gettext
    columns = (_("Rule"),) if rules == STANDARD else (_("Standard War"), title)
    with_remarks = (
        Row(row.key, row.topic, row.before, row.after, remarks.get(row.key, Markup("")))
        for row in table_rows(rules, words, number)
    )
    return TableView(caption, (_("Topic"), *columns), tuple(with_remarks))


def matrix_rows(
    rule_sets: Sequence[Rules], words: NullTranslations, number: Number
) -> tuple[MatrixRow, ...]:
    """Each rule in all rule sets; the "other options" follow from the rules and are left out."""
    standard = {row.key: row for row in rows(STANDARD, words, number)}
    described = [{row.key: row.text for row in rows(rules, words, number)} for rules in rule_sets]
    topics = [(row.key, row.topic) for row in standard.values() if row.key != "options"]
    return tuple(_matrix_row(key, topic, described, standard[key].text) for key, topic in topics)


def _matrix_row(key: str, topic: str, described: list[dict[str, str]], standard: str) -> MatrixRow:
    # A dash where a rule set has no row for this rule.
    texts = [texts.get(key, "–") for texts in described]
    cells = tuple(Cell(text, text != standard) for text in texts)
    return MatrixRow(key, topic, cells, any(cell.differs for cell in cells))
