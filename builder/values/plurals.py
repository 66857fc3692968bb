"""The plural forms of a language: what a catalog must say of them, and how the page's script asks
for them.

The build chooses a form by the rule in a catalog's header, a browser by the category that
`Intl.PluralRules` names for a number. Both choose alike as long as that rule tells the same numbers
apart as CLDR does, so any other is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from gettext import c2py

NUMBERS = (
    2,
    1,
    0,
    *range(3, 1_001),
    10_000,
    100_000,
    1_000_000,
    1_000_001,
    2_000_000,
    1_000_000_000,
)
"""Whole numbers that show every category of whole numbers that CLDR knows.

Those that stand for a category are the first of it: where a language has a form for one and two,
English says "cards".
"""
FRACTIONS = (0.1, 0.5, 1.1, 1.5, 2.5)
"""Numbers that show the categories of those that are not whole."""
USUAL = 1_000
"""Up to this number each category has a form of its own; few catalogs have one for millions."""
FORMS = 'write "Plural-Forms: {};\\n"'
_INSTEAD = {"gl": "en", "tg": "en", "vi": "ja"}
"""Languages of which Babel and browsers know different rules, each with one of the same rule of
which they agree."""


def rules_of(code: str) -> str:
    """The language whose plural rule counts for a language: itself, unless Babel or browsers do not
    know its own.

    A browser would take the rule of its reader's language for one that it does not know.

    >>> rules_of("pt-BR"), rules_of("nds"), rules_of("vi")
    ('pt-BR', 'en', 'ja')
    """
    from babel.messages.plurals import PLURALS

    language = code.partition("-")[0]
    return _INSTEAD.get(language) or (code if language in PLURALS else "en")


@lru_cache(maxsize=64)
def _category_of(code: str) -> Callable[[float], str]:
    """The rule that gives a number's category in a language, as CLDR names it: "one", "few"."""
    from babel.core import Locale

    rule: Callable[[float], str] = Locale.parse(rules_of(code), sep="-").plural_form
    return rule


@lru_cache(maxsize=64)
def plural_categories(code: str) -> tuple[tuple[str, int], ...]:
    """The plural categories of a language, each with a whole number that stands for it; "other" is
    the last.

    Where only fractions are "other", they take the form of "many".
    """
    category_of = _category_of(code)
    found = dict[str, int]()
    for number in NUMBERS:
        found.setdefault(category_of(number), number)
    # Polish, for one, has no whole number that is "other".
    other = found.pop("other", found.get("many", 0))
    return (*found.items(), ("other", other))


def standing_for(code: str, number: float) -> int:
    """The whole number whose form a number takes in a language.

    >>> [standing_for("de", number) for number in (21, 1, 1.5)], standing_for("sl", 1.5)
    ([2, 1, 2], 3)
    """
    known = dict(plural_categories(code))
    return known.get(_category_of(code)(number), known["other"])


def counts_as(code: str, other: str) -> bool:
    """Whether two languages choose alike for every number."""
    categories = plural_categories(code) == plural_categories(other)
    return categories and all(
        standing_for(code, number) == standing_for(other, number) for number in FRACTIONS
    )


def plural_forms(code: str) -> str:
    """What a catalog's header says of the plural forms of a language.

    >>> plural_forms("de")
    'nplurals=2; plural=(n != 1)'
    """
    from babel.core import Locale
    from babel.messages.plurals import PLURALS, get_plural

    own = get_plural(Locale.parse(rules_of(code), sep="-"))
    # Babel's own rule, where it tells the same numbers apart as CLDR; else the first of another
    # language that does.
    plurals, rule = next(
        forms for forms in (own, *PLURALS.values()) if not rule_fault(code, *forms[:2])
    )
    return f"nplurals={plurals}; plural={rule}"


# A thousand numbers are asked, of the same few rules for each catalog of each build.
@lru_cache(maxsize=200)
def rule_fault(code: str, plurals: int, rule: str) -> str:
    """What is wrong with a catalog's rule, if it is not that of the language; raises ValueError for
    one that is none.

    >>> rule_fault("de", 2, "n > 1")
    'plural=n > 1 is not the rule of de: 2 and 0 take the same form'
    """
    form_of = c2py(rule)
    category_of = _category_of(code)
    forms = dict[str, int]()
    firsts = dict[str, int]()
    for number in sorted(NUMBERS):
        category = category_of(number)
        form = _form(form_of, number)
        if not 0 <= form < plurals:
            return f"plural={rule} gives {number} the form {form}, but nplurals={plurals}"
        first = firsts.setdefault(category, number)
        # Two forms within one category: a browser could never ask for the second.
        if forms.setdefault(category, form) != form:
            return (
                f"plural={rule} is not the rule of {code}: {first} and {number} take different"
                " forms"
            )
        # Two categories with one form: what a browser tells apart the build does not.
        same = next((other for other in forms if other != category and forms[other] == form), None)
        if same and number <= USUAL:
            return (
                f"plural={rule} is not the rule of {code}: {firsts[same]} and {number} take the"
                " same form"
            )
    return ""


def _form(form_of: Callable[[int], int], number: int) -> int:
    """The form that a rule gives a number; raises ValueError for a rule that divides by zero."""
    try:
        return form_of(number)
    except ArithmeticError as error:
        raise ValueError(f"plural form of {number}: {error}") from None
