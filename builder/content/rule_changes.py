"""Which rules a variant's table tells: each with its text in the standard game and in its own."""

from __future__ import annotations

from gettext import NullTranslations

from engine.describe import Change, Number, difference, rows
from engine.rules import STANDARD, Rules


def rule_changes(rules: Rules, words: NullTranslations, number: Number) -> list[Change]:
    """The rules that differ from the standard game; of the standard game itself all, with nothing
    before."""
    if rules == STANDARD:
        return [Change(row.key, row.topic, "", row.text) for row in rows(rules, words, number)]
    return difference(STANDARD, rules, words, number)
