"""Numbers and shares as each language writes them, by Babel; no system locale is asked.

Babel is imported by the first language asked for: a page without numbers needs none of it.
"""

from __future__ import annotations

from functools import lru_cache


class Formats:
    """The formats of one language, by its code as in "pt-BR"."""

    def __init__(self, code: str) -> None:
        from babel.core import Locale

        self.locale = Locale.parse(code, sep="-")

    def number(self, value: int) -> str:
        """A whole number with the language's group marks."""
        from babel.numbers import format_decimal

        return str(format_decimal(value, format="#,##0", locale=self.locale))

    def decimal(self, value: float, digits: int = 1) -> str:
        """A number with this many decimal places."""
        from babel.numbers import format_decimal

        return str(format_decimal(value, format=_pattern(digits), locale=self.locale))

    def percent(self, share: float, digits: int = 1) -> str:
        """A share of one as percent, with the language's sign and the space before it."""
        from babel.numbers import format_percent

        # Languages differ in sign and space, so only the number in the middle is another one.
        own = str(self.locale.percent_formats[None].pattern)
        return str(
            format_percent(share, format=own.replace("#,##0", _pattern(digits)), locale=self.locale)
        )


def _pattern(digits: int) -> str:
    """How CLDR writes a number with this many decimal places: "#,##0.0" with one."""
    return "#,##0." + "0" * digits if digits else "#,##0"


@lru_cache(maxsize=64)
def formats(code: str) -> Formats:
    """The formats of a language, made once, since Babel reads a file for each."""
    return Formats(code)
