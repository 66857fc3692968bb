"""Figures in texts: `{median:peace:2}` becomes the recorded number as the page's language writes
it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from gettext import NullTranslations
from typing import Any

from builder.content.model import TEXTS, Document, Imprint
from builder.content.recordings import GAMES, Recorded
from builder.values.digests import digest_of
from builder.values.errors import ContentError
from builder.values.numbers import Formats
from engine.simulate import Summary

_FIGURE = re.compile(r"\{(?![:#])([^{}\n]*)\}")
"""A figure, "{median:peace:2}"; "{#id}" and "{: lang=fr }" are Markdown's."""
LEAST = 0.0001
"""The least share that is written; what is less, and not nothing, is said to be under it."""
NAMES: dict[str, Callable[[Summary, Formats, NullTranslations], str]] = {
    "median": lambda s, f, _: f.number(s.median),
    "mean": lambda s, f, _: f.number(round(s.mean)),
    "p10": lambda s, f, _: f.number(s.quantiles["p10"]),
    "p90": lambda s, f, _: f.number(s.quantiles["p90"]),
    "longest": lambda s, f, _: f.number(s.longest),
    "draws": lambda s, f, words: share(draws(s), f, words),
    "over1000": lambda s, f, words: share(s.over_1000 / s.games, f, words),
    "wars": lambda s, f, _: f.decimal(s.wars, 1),
}
"""How each figure is written: from the summary of a variant's games, the formats of a language and
its messages."""
_HINT = "write {games} or {figure:variant:players}, with one of: " + ", ".join(NAMES)


@dataclass(frozen=True)
class Figures:
    """What the figures of a text are taken from, in one language; `recorded` by variant."""

    recorded: Mapping[str, Recorded]
    formats: Formats
    words: NullTranslations
    publisher: Imprint | None = None

    def fill(self, text: str, path: str, line: int) -> str:
        """The text with its figures; `path` and `line` are where it begins, for errors.

        Raises ContentError for a figure that there is not.
        """

        def value(found: re.Match[str]) -> str:
            try:
                return self.value(found[1])
            except LookupError as error:
                at = line + text.count("\n", 0, found.start())
                raise ContentError(
                    path, at, "figure", f"{found[0]}: {error.args[0]}", _HINT
                ) from None

        return _FIGURE.sub(value, text) if "{" in text else text

    def value(self, name: str) -> str:
        """One figure; raises LookupError with what is wrong."""
        if name == "games":
            return self.formats.number(GAMES)
        if name.startswith("publisher."):
            return self._publisher(name.partition(".")[2])
        figure, variant, players = [*name.split(":"), "", ""][:3]
        if figure not in NAMES or name.count(":") != 2:
            raise LookupError("no such figure")
        if variant not in self.recorded:
            raise LookupError(
                f"nothing is recorded for the variant {variant!r} (python build.py record)"
            )
        summaries = self.recorded[variant].summaries
        if not players.isdigit() or int(players) not in summaries:
            raise LookupError(f"nothing is recorded for {players!r} players")
        return NAMES[figure](summaries[int(players)], self.formats, self.words)

    def _publisher(self, field: str) -> str:
        if self.publisher is None or field not in ("name", "address", "email"):
            raise LookupError("there is name, address and email, if site.toml has a [publisher]")
        return str(getattr(self.publisher, field))


def draws(summary: Summary) -> float:
    """The share of games that nobody won."""
    return sum(summary.draws.values()) / summary.games


def share(value: float, formats: Formats, words: NullTranslations) -> str:
    """A share as percent with one decimal; none at all is plainly 0 %, and a little is not none."""
    if not value:
        return formats.percent(value, 0)
    if value < LEAST:
        # Translators: a share that is too small to be written: "under 0.01%".
        return words.gettext("under %(share)s") % {"share": formats.percent(LEAST, 2)}
    # Less than this would be rounded to 0.0 %.
    return formats.percent(value, 1 if value > 0.0005 else 2)


def has_figures(text: str) -> bool:
    """Whether there is a figure to write out."""
    return _FIGURE.search(text) is not None


def fill_document(document: Document, figures: Figures) -> Document:
    """The document with all its figures written out; raises ContentError for one that there is
    not."""

    def fill(text: str, field: str) -> str:
        return figures.fill(text, document.path, document.lines.get(field, 1))

    texts: dict[str, Any] = {field: fill(getattr(document, field), field) for field in TEXTS}
    remarks = {key: fill(text, f"remarks.{key}") for key, text in document.remarks.items()}
    sections = tuple(
        replace(section, text=figures.fill(section.text, document.path, section.line + 1))
        for section in document.sections
    )
    filled = replace(document, **texts, remarks=remarks, sections=sections)
    # The file is the same when other figures are recorded, but pages that show them are not.
    return replace(filled, digest=digest_of(repr(filled).encode()))
