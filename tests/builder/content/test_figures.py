"""Numbers, plurals and figures, as each language writes them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from gettext import NullTranslations

import pytest

from builder.content.catalogs import read_words
from builder.content.figures import Figures, share
from builder.content.recordings import Recorded
from builder.markdown.prose import Target, render, render_line
from builder.values.numbers import formats
from engine.rules import STANDARD
from engine.simulate import simulate
from tests.builder.small_project import ROOT, Workshop

NBSP = "\u00a0"
WRITTEN = {
    "en": ("1,234,567.89", "25.5%"),
    "de": ("1.234.567,89", f"25,5{NBSP}%"),
    "da": ("1.234.567,89", f"25,5{NBSP}%"),
    "nb": (f"1{NBSP}234{NBSP}567,89", f"25,5{NBSP}%"),
    "fi": (f"1{NBSP}234{NBSP}567,89", f"25,5{NBSP}%"),
    "sv": (f"1{NBSP}234{NBSP}567,89", f"25,5{NBSP}%"),
}
SCRIPT = """
import sys
from builder.values.numbers import formats
f = formats(sys.argv[1])
print(f.decimal(1234567.89, 2), f.percent(0.255), sep="|")
"""


@pytest.mark.parametrize("code", WRITTEN)
def test_formats_ask_no_system_locale(code: str) -> None:
    """Input 13: a number and a share, right under LC_ALL=C."""
    environment = {
        "LC_ALL": "C",
        "LANG": "C",
        "PYTHONUTF8": "1",
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, code],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert tuple(done.stdout.strip().split("|")) == WRITTEN[code]


FORMS = {
    "en": ("nplurals=2; plural=(n != 1);", ["card", "cards"], {0: 1, 1: 0, 2: 1, 21: 1}),
    "de": ("nplurals=2; plural=(n != 1);", ["Karte", "Karten"], {0: 1, 1: 0, 2: 1, 21: 1}),
    "da": ("nplurals=2; plural=(n != 1);", ["kort", "kort"], {0: 1, 1: 0, 2: 1, 21: 1}),
    "nb": ("nplurals=2; plural=(n != 1);", ["krig", "kriger"], {0: 1, 1: 0, 2: 1, 21: 1}),
    "fi": ("nplurals=2; plural=(n != 1);", ["kortti", "korttia"], {0: 1, 1: 0, 2: 1, 21: 1}),
    "sv": ("nplurals=2; plural=(n != 1);", ["dolt kort", "dolda kort"], {0: 1, 1: 0, 2: 1, 21: 1}),
    "sl": (
        "nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);",
        ["karta", "karti", "karte", "kart"],
        {1: 0, 3: 2, 5: 3, 22: 3, 102: 1},
    ),
}


@pytest.mark.parametrize("code", FORMS)
def test_plural_forms(workshop: Workshop, code: str) -> None:
    """Input 12: each number takes the form of its language, also where there are four."""
    rule, forms, expected = FORMS[code]
    lines = "".join(f'msgstr[{index}] "%(count)s {form}"\n' for index, form in enumerate(forms))
    header = (
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms:'
        f' {rule}\\n"\n\n'
    )
    workshop.write(
        f"locales/{code}.po",
        f'{header}msgid "%(count)s card"\nmsgid_plural "%(count)s cards"\n{lines}',
    )
    words = read_words(workshop.root, code)
    for number, form in expected.items():
        text = words.ngettext("%(count)s card", "%(count)s cards", number) % {"count": number}
        assert text == f"{number} {forms[form]}"


@pytest.fixture(scope="module")
def recorded() -> dict[str, Recorded]:
    return {"war": Recorded("", 200, {2: simulate(STANDARD, 2, 200, 1)}, None, "")}


@pytest.mark.parametrize(
    ("figure", "pattern"),
    [
        ("median:war:2", "[0-9,]+"), ("mean:war:2", "[0-9,]+"), ("p10:war:2", "[0-9,]+"), ("p90:war:2", "[0-9,]+"),
        ("longest:war:2", "[0-9,]+"), ("draws:war:2", "[0-9.]+%"), ("over1000:war:2", "[0-9.]+%"),
        ("wars:war:2", r"[0-9]+\.[0-9]"), ("games", "20,000"),
    ],
)  # fmt: skip
def test_figures_are_filled_in(recorded: dict[str, Recorded], figure: str, pattern: str) -> None:
    """Each figure becomes a number; percent signs come with it."""
    text = Figures(recorded, formats("en"), NullTranslations()).fill(
        f"It is {{{figure}}}.", "x.md", 1
    )
    assert re.fullmatch(rf"It is {pattern}\.", text)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0, "0%"),
        (0.00005, "under 0.01%"),
        (0.0001, "0.01%"),
        (0.0005, "0.05%"),
        (0.0006, "0.1%"),
        (0.0866, "8.7%"),
        (1, "100.0%"),
    ],
)
def test_a_small_share_is_not_none(value: float, written: str) -> None:
    """Only what never happened is 0 %."""
    assert written == share(value, formats("en"), NullTranslations())


def test_figures_follow_the_language(recorded: dict[str, Recorded]) -> None:
    """The same figure, each time with the marks of its language."""
    filled = [
        Figures(recorded, formats(code), NullTranslations()).fill("{games}", "x.md", 1)
        for code in ("en", "de", "da", "fi", "sv")
    ]
    assert filled == ["20,000", "20.000", "20.000", f"20{NBSP}000", f"20{NBSP}000"]


def test_attributes_are_no_figures(recorded: dict[str, Recorded]) -> None:
    """`{: lang=en }` and `{#id}` belong to Markdown."""
    text = "*peace*{: lang=en } {#what}"
    assert Figures(recorded, formats("en"), NullTranslations()).fill(text, "x.md", 1) == text


def _nowhere(page: str, fragment: str) -> Target:
    return Target(f"{page}/")


def test_foreign_words_keep_their_language() -> None:
    """A word marked in Markdown is marked in HTML."""
    assert render_line("Like *peace*{: lang=en }.", _nowhere) == 'Like <em lang="en">peace</em>.'


def test_one_parser_remembers_nothing() -> None:
    """A page rendered after another is the page rendered alone."""
    once = render("[a]\n\n[a]: https://example.org/", _nowhere)
    assert render("[a]", _nowhere) == "<p>[a]</p>"
    assert render("[a]\n\n[a]: https://example.org/", _nowhere) == once


def test_tables_in_texts_have_captions_and_heads() -> None:
    """A Markdown table is read aloud by its section's title, with row and column heads."""
    html = render("|Key|Does|\n|---|---|\n|Tab|goes on|\n", _nowhere, "Keys")
    assert '<caption class="sr">Keys</caption>' in html
    assert html.count('scope="col"') == 2
    assert '<th scope="row">Tab</th>' in html


def test_words_without_catalog_are_the_source() -> None:
    """A language whose catalog is not begun speaks the source language; `check` says so."""
    assert type(read_words(ROOT / "nowhere", "sv")) is NullTranslations
