"""Numbers, shares and dates as each language writes them, by Babel; no system locale is asked."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from babel.core import Locale
from babel.dates import format_date
from babel.numbers import format_decimal, format_percent


class Formats:
    """The formats of one language."""

    def __init__(self, code: str) -> None:
        self.locale = Locale.parse(code, sep="-")

    def number(self, value: int) -> str:
        """A whole number with the language's group marks."""
        return str(format_decimal(value, format="#,##0", locale=self.locale))

    def decimal(self, value: float, digits: int = 1) -> str:
        """A number with this many decimal places."""
        return str(format_decimal(value, format=_pattern(digits), locale=self.locale))

    def percent(self, share: float, digits: int = 1) -> str:
        """A share of one as percent, with the language's sign and the space before it."""
        own = str(self.locale.percent_formats[None].pattern)
        return str(format_percent(share, format=own.replace("#,##0", _pattern(digits)), locale=self.locale))

    def date(self, day: date) -> str:
        """A day in words."""
        return str(format_date(day, format="long", locale=self.locale))


def _pattern(digits: int) -> str:
    return "#,##0." + "0" * digits if digits else "#,##0"


@lru_cache(maxsize=64)
def formats(code: str) -> Formats:
    """The formats of a language, made once."""
    return Formats(code)
