"""The values that the stages of the build hand to each other, and the views that templates read.

`load` makes Settings, Variant and Document; `plan` makes Page and Translations; the builders of views
(`views`, `chart`, `opening`) make everything below "Views". All are frozen, all sequences are tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from markupsafe import Markup

from engine.rules import Rules

# --- Settings and content ------------------------------------------------------------------------


@dataclass(frozen=True)
class Publisher:
    """Who answers for this copy of the site; names a legal notice into existence."""

    name: str
    address: str = ""
    email: str = ""


@dataclass(frozen=True)
class Language:
    """One language of the site; `code` is a BCP 47 tag and the name of its folder."""

    code: str
    name: str
    dir: str = "ltr"
    letters: str = "A K Q J"
    threshold: int = 100
    draft: bool = False  # unpublished until it reaches its threshold


@dataclass(frozen=True)
class Settings:
    """What content/site.toml says, with the base URL that the command line may have replaced."""

    source: str
    base_url: str
    repository: str
    languages: tuple[Language, ...]
    publisher: Publisher | None = None
    base_path: str = ""

    def language(self, code: str) -> Language:
        """The language with this code; the code comes from this very list."""
        return next(language for language in self.languages if language.code == code)


@dataclass(frozen=True)
class SourceSection:
    """A `## Heading {#id}` of a Markdown file with the text below it, not yet rendered."""

    is_leaf: ClassVar[bool] = True
    """A page that reads one of its fields depends on all of it (tracking/reads.py)."""

    id: str
    title: str
    text: str
    line: int = field(repr=False)  # for errors alone: a page is the same wherever its text stands in the file


TEXTS = ("title", "head_title", "description", "lead", "summary", "paragraph", "changes_caption", "action")
"""What stands in the front matter in the page's language; addresses are made anew in each."""


@dataclass(frozen=True)
class Document:
    """One Markdown file: the front matter, checked, and the sections below it."""

    id: str
    lang: str
    path: str
    title: str
    slug: str
    description: str
    sections: tuple[SourceSection, ...]
    head_title: str = ""
    lead: str = ""
    summary: str = ""
    paragraph: str = ""
    changes_caption: str = ""
    action: str = ""
    remarks: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
    source: str = ""  # digest of the source text that this one was translated from
    untranslated: bool = False  # still in the source language
    aliases: tuple[str, ...] = ()  # addresses that it had before
    digest: str = ""  # of the whole text, its figures written out


@dataclass(frozen=True)
class Entry:
    """What the plan needs of a document, and the way to the rest: reading all of thousands would take too long."""

    id: str
    lang: str
    path: str
    slug: str
    links: tuple[tuple[str, int, str], ...]  # by key: key, line, field
    sections: tuple[str, ...]
    figures: bool  # whether there are any to write out
    untranslated: bool
    aliases: tuple[str, ...]
    digest: str
    load: Callable[[], Document]

    @cached_property
    def document(self) -> Document:
        """The whole document."""
        return self.load()


@dataclass(frozen=True)
class Variant:
    """One rules.toml: the rule set and what the pages show beside it, in no language."""

    id: str
    path: str
    rules: Rules
    order: int
    top_level: bool
    tint: str
    emblem: tuple[str, ...]
    steps: tuple[str, ...]
    options: Mapping[str, tuple[int | str, ...]] = field(default_factory=dict)


# --- Pages and their translations ----------------------------------------------------------------


@dataclass(frozen=True)
class Page:
    """A page that exists: what it shows, in which language, and where it lies below the site's root."""

    id: str
    kind: str
    lang: str
    path: str  # "en/variants/peace/", "" for the root, "404.html"
    entry: Entry

    @property
    def document(self) -> Document:
        """What the page says."""
        return self.entry.document

    @property
    def digest(self) -> str:
        """Changes with the page's address and with its text."""
        return f"{self.path} {self.entry.digest}"


@dataclass(frozen=True)
class Alternate:
    """A page in one of its languages, as head, menu, sitemap and JSON-LD name it."""

    lang: str
    name: str
    href: str
    url: str | None
    dir: str


@dataclass(frozen=True)
class Translations:
    """Every language of one page. The only source of hreflang, canonical, menu, sitemap and JSON-LD."""

    current: Alternate
    alternates: tuple[Alternate, ...]
    missing: tuple[tuple[str, str], ...]
    canonical: str | None
    x_default: str | None


# --- Views: what templates read ------------------------------------------------------------------


@dataclass(frozen=True)
class Link:
    """A link of a menu; `current` when it leads to the page it stands on."""

    href: str
    text: str
    current: bool = False


@dataclass(frozen=True)
class Section:
    """A rendered section."""

    id: str
    title: str
    html: Markup


@dataclass(frozen=True)
class PageView:
    """The page itself: its texts and its sections by id, in the order of the file."""

    id: str
    kind: str
    title: str
    head_title: str
    description: str
    lead: Markup
    action: str
    sections: Mapping[str, Section]


@dataclass(frozen=True)
class Fact:
    """A figure and what it counts, as in "205 battles" over "typical length"."""

    value: str
    text: str


@dataclass(frozen=True)
class PictureGroup:
    """One heap in a step's picture.

    `shape`: "pile" (face-down pile of `count`), "card" (one card up), "fan" (several cards, "back" or
    up), "empty" (a place without a card).
    """

    shape: str
    cards: tuple[str, ...] = ()
    count: int = 0


@dataclass(frozen=True)
class Picture:
    """The small picture of a step: groups from left to right, a sign between them, one sentence."""

    kind: str
    groups: tuple[PictureGroup, ...]
    sign: str = ""  # "<", ">", "=" or none
    label: str = ""


@dataclass(frozen=True)
class Step:
    """A numbered step of how to play."""

    number: int
    title: str
    html: Markup
    picture: Picture


@dataclass(frozen=True)
class Row:
    """A row of a rule table; in a rule set's own table `before` is empty and `after` is the rule."""

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
    """A mark on an axis; unpacks as (position, text)."""

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
    outline: str | None  # path of the standard game's histogram, none on War's own page
    y_ticks: tuple[Tick, ...]
    x_ticks: tuple[Tick, ...]
    x_title: str
    y_title: str
    sentence: str
    legend: tuple[str, ...]  # (this variant,) or (this variant, standard War)
    table_caption: str
    columns: tuple[str, ...]  # (battles, share of games[, of standard War])
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Laid:
    """What one seat laid in one round: cards face down, then one face up (or none)."""

    card: str  # "7h"
    name: str  # "seven of hearts"
    face_down: int
    wins: bool  # took the table with this card
    new: bool = True  # False: the old card that stays lying in Last Card Stands


@dataclass(frozen=True)
class OpeningBattle:
    """A battle of the recorded deal; rounds → seats → Laid or None."""

    number: int
    rounds: tuple[tuple[Laid | None, ...], ...]
    taker: int | None
    sentence: str
    counts: tuple[int, ...]
    war: bool
    signs: tuple[str, ...] = ()  # between the turned cards of two seats, round by round: "<", ">" or "="
    stacks: tuple[str, ...] = ()  # what each seat laid, in words


@dataclass(frozen=True)
class OpeningView:
    """The first battles of the recorded first deal, readable without a script."""

    deal: str  # as shown, "7K3Q-9F2A"
    names: tuple[str, ...]
    hands: tuple[int, ...]
    battles: tuple[OpeningBattle, ...]
    total: int
    recording_href: str
    result: str  # sentence
    players: tuple[tuple[int, str], ...] = ()  # numbers of players that can be chosen, with their text
    options: tuple[OpeningOption, ...] = ()


@dataclass(frozen=True)
class OpeningOption:
    """A rule of the variant that the player may choose: its name, what it is called, the choices, the variant's own."""

    name: str
    title: str
    choices: tuple[tuple[int, str], ...]
    chosen: int


@dataclass(frozen=True)
class VariantCard:
    """A variant as a card in a list."""

    id: str
    href: str
    title: str
    summary: Markup
    paragraph: Markup
    tint: str
    emblem: tuple[str, ...]
    typical: str  # "205 battles"


@dataclass(frozen=True)
class VariantView:
    """Everything a variant's page shows besides the sections of its Markdown file."""

    title: str
    tint: str
    emblem: tuple[str, ...]
    lead: Markup
    kicker: Markup
    facts: tuple[Fact, ...]
    steps: tuple[Step, ...]
    changes: TableView | None
    ruleset: TableView | None
    chart: ChartView | None
    kpis: tuple[Fact, ...]
    opening: OpeningView | None
    others: tuple[VariantCard, ...]


@dataclass(frozen=True)
class Spark:
    """A small histogram without axes, for the matrix."""

    width: float
    height: float
    bars: tuple[Bar, ...]
    sentence: str


@dataclass(frozen=True)
class MatrixColumn:
    """A variant as a column of the matrix."""

    card: VariantCard
    spark: Spark | None


@dataclass(frozen=True)
class Cell:
    """One rule of one variant; `differs` from the standard game's."""

    text: str
    differs: bool


@dataclass(frozen=True)
class MatrixRow:
    """One topic over all variants; `differs` when any cell does."""

    key: str
    topic: str
    cells: tuple[Cell, ...]
    differs: bool


@dataclass(frozen=True)
class MatrixView:
    """Variants × rules; the first column is War."""

    columns: tuple[MatrixColumn, ...]
    rows: tuple[MatrixRow, ...]


@dataclass(frozen=True)
class RootChoice:
    """A language's card on the root and on the 404 page, in its own words."""

    lang: str
    dir: str
    name: str
    href: str
    title: str
    lead: str
    action: str
