"""From content and plan to what each template shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from gettext import NullTranslations

from markupsafe import Markup

from builder.content.documents import STANDARD_ID
from builder.content.figures import draws, share
from builder.content.model import Document, Language, Variant
from builder.markdown import prose
from builder.pages.board import board_data
from builder.pages.chart import ChartView, Spark, chart, spark
from builder.pages.opening import OpeningOption, OpeningView, Teller
from builder.pages.plan import HOME, HrefOf, Page, Plan
from builder.pages.rule_tables import MatrixRow, TableView, matrix_rows, table
from builder.pages.step_pictures import Picture, picture
from builder.pages.world import World
from builder.tracking.cache import Shelf
from builder.values.numbers import Formats, formats
from engine.rules import STANDARD, most_players
from engine.simulate import Summary

NAV = ("war", "variants", "compare")
"""The ids of the pages in the header, in this order; "war" is the standard game."""
FOOTER = ("sources", "accessibility", "offline", "legal")
"""Those in the footer."""
CHARTED = 2
"""The number of players whose games charts and key figures are about."""


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

    kind: str
    title: str
    head_title: str
    description: str
    lead: Markup
    sections: Mapping[str, Section]


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
    """Cards: ("As", "back")."""
    typical: str
    """As in "205 battles"; empty where nothing is recorded."""


@dataclass(frozen=True)
class VariantView:
    """Everything a variant's page shows besides the sections of its Markdown file."""

    title: str
    tint: str
    emblem: tuple[str, ...]
    lead: Markup
    kicker: Markup
    """The line above the title; none on War's own page."""
    facts: tuple[Fact, ...]
    steps: tuple[Step, ...]
    changes: TableView | None
    """What differs from the standard game; None for that game itself."""
    ruleset: TableView | None
    """All rules of the standard game; None for any other."""
    chart: ChartView | None
    """None where nothing is recorded; nor are there key figures (`kpis`) then."""
    kpis: tuple[Fact, ...]
    opening: OpeningView | None
    others: tuple[VariantCard, ...]


@dataclass(frozen=True)
class Fact:
    """A figure and what it counts, as in "205 battles" over "typical length"."""

    value: str
    text: str


@dataclass(frozen=True)
class Step:
    """A numbered step of how to play."""

    number: int
    title: str
    html: Markup
    picture: Picture


@dataclass(frozen=True)
class MatrixColumn:
    """A variant as a column of the matrix."""

    card: VariantCard
    spark: Spark | None


@dataclass(frozen=True)
class MatrixView:
    """Variants × rules; the first column is War."""

    columns: tuple[MatrixColumn, ...]
    rows: tuple[MatrixRow, ...]


@dataclass(frozen=True)
class Views:
    """The views of one page; everything in them is in the page's language and relative to its
    address."""

    world: World
    page: Page
    markdown: Shelf | None = None

    @cached_property
    def plan(self) -> Plan:
        """The pages of the site."""
        return self.world.plan

    # Kept for all links of the page: how it leads to others is worked out once.
    @cached_property
    def href(self) -> HrefOf:
        """From a path below the root to its address on this page."""
        return self.plan.href_from(self.page)

    @cached_property
    def words(self) -> NullTranslations:
        """The messages in the page's language."""
        return self.plan.content.words[self.page.lang]

    @cached_property
    def language(self) -> Language:
        """The page's language."""
        return self.plan.content.settings.language(self.page.lang)

    @cached_property
    def formats(self) -> Formats:
        """The number formats of the page's language."""
        return formats(self.page.lang)

    # --- every page --------------------------------------------------------------------------

    def page_view(self) -> PageView:
        """The page's own texts."""
        document = self.page.document
        return PageView(
            kind=self.page.kind,
            title=document.title,
            head_title=document.head_title or document.title,
            description=document.description,
            lead=self._line(document.lead),
            sections={
                s.id: Section(s.id, s.title, self._html(s.text, s.title)) for s in document.sections
            },
        )

    def nav(self) -> tuple[Link, ...]:
        """The header's links, to pages that exist."""
        _ = self.words.gettext
        # Translators: entries of the main menu; "Compare" leads to a table of all variants.
        texts = {
            "war": _("Rules"),
            "variants": _("Variants"),
            "compare": _("Compare"),
        }
        return tuple(self._link(page, texts[page.id]) for page in self._existing(NAV))

    def footer_links(self) -> tuple[Link, ...]:
        """The footer's links, to pages that exist."""
        return tuple(self._link(page, page.document.title) for page in self._existing(FOOTER))

    def home_href(self) -> str:
        """The address of the home page in the page's language."""
        return self.href(self.plan.pages[HOME, self.page.lang].path)

    def _existing(self, ids: tuple[str, ...]) -> Iterator[Page]:
        lang = self.page.lang
        pages = self.plan.pages
        return (page for id_ in ids if (page := pages.get((id_, lang))))

    def _link(self, target: Page, text: str) -> Link:
        return Link(self.href(target.path), text, target is self.page)

    def _line(self, text: str) -> Markup:
        return prose.render_line(text, self._resolve, self.markdown)

    def _html(self, text: str, title: str) -> Markup:
        return prose.render(text, self._resolve, title, self.markdown)

    def _resolve(self, page: str, fragment: str) -> prose.Target:
        return self.plan.target(self.page, page, fragment)

    # --- lists of variants and languages -----------------------------------------------------

    def cards(self, without: str = "") -> tuple[VariantCard, ...]:
        """Every variant of this language as a card, but for one."""
        return tuple(
            self._card(variant, page) for variant, page in self._variants() if variant.id != without
        )

    def _variants(self) -> Iterator[tuple[Variant, Page]]:
        for variant in self.plan.content.variants:
            if page := self.plan.page(variant.id, self.page.lang):
                yield variant, page

    def _card(self, variant: Variant, page: Page) -> VariantCard:
        document = page.document
        return VariantCard(
            id=variant.id,
            href=self.href(page.path),
            title=document.title,
            summary=self._line(document.summary),
            paragraph=self._line(document.paragraph),
            tint=variant.tint,
            emblem=variant.emblem,
            typical=self._battles(summary.median) if (summary := self._summary(variant.id)) else "",
        )

    def matrix(self) -> MatrixView:
        """All variants side by side."""
        pairs = list(self._variants())
        columns = tuple(MatrixColumn(self._card(*pair), self._spark(pair[0].id)) for pair in pairs)
        return MatrixView(
            columns, matrix_rows([v.rules for v, _ in pairs], self.words, self.formats.number)
        )

    def choices(self) -> tuple[RootChoice, ...]:
        """The languages, each in its own words: those of this page's document in that language."""
        content = self.plan.content
        return tuple(
            RootChoice(
                lang=language.code,
                dir=language.dir,
                name=language.name,
                href=self.href(self.plan.pages[HOME, language.code].path),
                title=document.title,
                lead=document.lead,
                action=document.action,
            )
            for language in content.settings.languages
            if (document := content.document(self.page.id, language.code))
        )

    # --- what stands in for a page that has moved ---------------------------------------------

    def now_href(self) -> str:
        """Where the page lies that was at this address before."""
        return self.href(self._now().path)

    def now_url(self) -> str | None:
        """Its absolute address; none without a base URL."""
        return self.plan.url(self._now())

    def _now(self) -> Page:
        return self.plan.pages[self.page.id, self.page.lang]

    # --- a variant's page --------------------------------------------------------------------

    def variant(self) -> VariantView:
        """All that a variant's page shows."""
        variant = self._own_variant()
        document = self.page.document
        tabled = self._table(variant, document)
        is_standard = variant.rules == STANDARD
        return VariantView(
            title=document.title,
            tint=variant.tint,
            emblem=variant.emblem,
            lead=self._line(document.lead),
            kicker=Markup("") if is_standard else self._kicker(),
            facts=self._facts(variant),
            steps=tuple(self._steps(variant, document)),
            changes=None if is_standard else tabled,
            ruleset=tabled if is_standard else None,
            chart=self._chart(variant, document),
            kpis=self._key_figures(variant),
            opening=self.opening(),
            others=self.cards(without=variant.id),
        )

    def _own_variant(self) -> Variant:
        # Only pages of the kind "variant" ask, and each of them has one.
        return next(variant for variant in self.plan.content.variants if variant.id == self.page.id)

    def _kicker(self) -> Markup:
        """The line above the name: of which game this is a variant."""
        standard = self.plan.page(STANDARD_ID, self.page.lang)
        if not standard:
            return Markup("")
        link = Markup('<a href="{}">{}</a>').format(
            self.href(standard.path), standard.document.title
        )
        return Markup.escape(self.words.gettext("Variant of %(war)s")) % {"war": link}

    def _facts(self, variant: Variant) -> tuple[Fact, ...]:
        # Translators: each of the next lines stands under or after a number that is greater than
        # one.
        _ = self.words.gettext
        number = self.formats.number
        rules = variant.rules
        most = most_players(rules)
        facts = [Fact(f"2–{number(most)}" if most > 2 else number(2), _("players"))]
        if rules.hand_size == "all":
            facts.append(Fact(number(rules.deck), _("cards")))
        else:
            facts.append(Fact(number(rules.hand_size), _("cards each")))
        if summary := self._summary(variant.id):
            facts.append(Fact(number(summary.median), _("battles in a typical game")))
        return tuple(facts)

    def _steps(self, variant: Variant, document: Document) -> Iterator[Step]:
        section = next(section for section in document.sections if section.id == "steps")
        parts = prose.split_steps(section.text)
        # The check of the texts has seen that there is a picture for each (content/load.py).
        for number, (kind, (title, text)) in enumerate(zip(variant.steps, parts, strict=True), 1):
            yield Step(
                number, title, self._html(text, title), picture(kind, variant.rules, self.words)
            )

    def _table(self, variant: Variant, document: Document) -> TableView:
        remarks = {key: self._line(text) for key, text in document.remarks.items()}
        caption = self._line(document.changes_caption)
        return table(
            variant.rules, document.title, caption, remarks, self.words, self.formats.number
        )

    def _chart(self, variant: Variant, document: Document) -> ChartView | None:
        summary = self._summary(variant.id)
        standard = None
        if not summary:
            return None
        titles: tuple[str, ...] = (document.title,)
        # War would have its own outline around its bars.
        if variant.rules != STANDARD and (standard := self._summary(STANDARD_ID)):
            titles = (document.title, self.words.gettext("Standard War"))
        return chart(summary, standard, titles, self.words, self.formats)

    def _spark(self, variant: str) -> Spark | None:
        summary = self._summary(variant)
        return spark(summary, self.words, self.formats) if summary else None

    def _key_figures(self, variant: Variant) -> tuple[Fact, ...]:
        # Translators: labels; the value (such as "205 battles") stands beside them.
        _ = self.words.gettext
        summary = self._summary(variant.id)
        if not summary:
            return ()
        return (
            Fact(
                self._battles(summary.median), _("Typical length: half of all games last no longer")
            ),
            Fact(self._battles(summary.quantiles["p90"]), _("Nine games in ten last no longer")),
            Fact(share(draws(summary), self.formats, self.words), _("Drawn games")),
        )

    def opening(self) -> OpeningView | None:
        """The beginning of the first deal of the variant that the page plays, if one is
        recorded."""
        variant = self._played()
        recorded = self.plan.content.recorded.get(variant.id) if variant else None
        if not variant or not recorded or not recorded.first:
            return None
        href = self.href(self.world.recordings[variant.id])
        opening = Teller(self.words, self.formats).opening(recorded.first, href)
        return replace(opening, players=self._choices((2, 3, 4)), options=self._options(variant))

    def board_data(self) -> Markup:
        """What the script of the page's board is told."""
        variant = self._played()
        return (
            board_data(self.plan, self.page, variant, self.world.scripts) if variant else Markup("")
        )

    def _played(self) -> Variant | None:
        """The variant that the page plays; the home page plays the standard game."""
        return self.plan.content.variant(STANDARD_ID if self.page.id == HOME else self.page.id)

    def _choices(self, values: Iterable[int]) -> tuple[tuple[int, str], ...]:
        return tuple((value, self.formats.number(value)) for value in values)

    def _options(self, variant: Variant) -> tuple[OpeningOption, ...]:
        _ = self.words.gettext
        titles = {"hand_size": _("Cards each"), "face_down": _("Face-down cards")}
        return tuple(
            OpeningOption(
                name, titles[name], self._choices(map(int, values)), getattr(variant.rules, name)
            )
            for name, values in variant.options.items()
        )

    def _summary(self, variant: str) -> Summary | None:
        recorded = self.plan.content.recorded.get(variant)
        return recorded.summaries.get(CHARTED) if recorded else None

    def _battles(self, count: int) -> str:
        text = self.words.ngettext("%(count)s battle", "%(count)s battles", count)
        return text % {"count": self.formats.number(count)}


@dataclass(frozen=True)
class SiteView:
    """What a page says about the site as a whole.

    A property is worked out when a template asks for it: a page that shows no commit is the same
    after the next one.
    """

    views: Views

    @property
    def title(self) -> str:
        """The site's name."""
        return self.views.words.pgettext("name of the site", "War & Peace")

    @property
    def mark(self) -> str:
        """Its name where there is little room."""
        return self.views.words.pgettext("short name of the site", "War")

    @property
    def version(self) -> str:
        """The project's version."""
        return self.views.world.release.version

    @property
    def commit(self) -> str:
        """The commit that it was built from, if known."""
        return self.views.world.release.commit

    @property
    def repository(self) -> str:
        """Where its source code is, if the settings say so."""
        return self.views.plan.content.settings.repository

    @property
    def licence(self) -> Link | None:
        """The licence section of the sources page, where there is one."""
        views = self.views
        sources = views.plan.page("sources", views.page.lang)
        if not sources:
            return None
        return Link(views.href(sources.path) + "#licence", views.words.gettext("Licence"))
