"""What social networks show of a page: a picture with its emblem, title and lead, and the tags that
name it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template, TemplateError

from builder.assets.raster import IMAGES, png
from builder.assets.typeface import BOLD, FAMILY, REGULAR, Block, fit, typeface
from builder.content.documents import STANDARD_ID
from builder.pages.card_art import BACK, full_face, icon, symbols
from builder.pages.plan import Page, Plan
from builder.pages.social_tags import WIDTH, plain
from builder.pages.template_errors import template_fault
from builder.pages.world import TEMPLATES
from builder.values.digests import hashed
from builder.values.errors import ContentError
from builder.values.site_paths import ASSETS
from builder.values.toml import read_text

TEMPLATE = "social.svg"
TEXT_WIDTH = 650
TOP = 140
BOTTOM = 590
GAP = 26
"""Pixels: the column of the words, and what lies between title and lead."""
TITLE_SIZES = (100, 92, 84, 76, 68, 60, 54)
LEAD_SIZES = (36, 33, 30, 27)
"""Sizes of letters to try, the largest first."""
TITLE_LINES = 3
TITLE_HEIGHT = 270
TINTS = {
    "sky": "#1f66a8",
    "brass": "#f2c14e",
    "plum": "#8a3574",
    "moss": "#476815",
    "clay": "#a0411d",
    "slate": "#475877",
}
"""The tints of the stylesheet in its light scheme; brass, which stands on felt here, as bright as
on the board."""
FAN = 12
"""Degrees from one card of the emblem to the next."""


@dataclass(frozen=True)
class Layout:
    """The words of a picture, broken into lines that fit."""

    name: str
    title: Block
    lead: Block

    @property
    def title_top(self) -> float:
        """Title and lead stand together in the middle of their column."""
        return TOP + (BOTTOM - TOP - self.title.height - GAP - self.lead.height) / 2

    @property
    def lead_top(self) -> float:
        """Below the title."""
        return self.title_top + self.title.height + GAP


def picture(plan: Plan, page: Page, template: Template, cache: Path = IMAGES) -> dict[str, bytes]:
    """A page's picture by its path; none where the font lacks letters."""
    if _lacking(plan, page):
        return {}
    data = _picture(plan, page, template, cache)
    return {f"{ASSETS}/{hashed(f'social/{page.id}-{page.lang}.png', data)}": data}


def warnings(plan: Plan, without: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Why these pages have no picture, once for each language."""
    missing: dict[str, str] = {}
    for id_, lang in without:
        missing[lang] = missing.get(lang, "") + _lacking(plan, plan.pages[id_, lang])
    return (_warning(lang, letters) for lang, letters in missing.items())


def _picture(plan: Plan, page: Page, template: Template, cache: Path) -> bytes:
    """The picture as PNG; raises ContentError where the template makes none."""
    try:
        return png(svg(plan, page, template), WIDTH, cache)
    except ContentError:
        raise
    except Exception as error:  # a template may run into anything that Python can
        raise template_fault(error, TEMPLATE, page.path or "/") from error


def _warning(lang: str, letters: str) -> str:
    few = "".join(dict.fromkeys(letters))[:12]
    return (
        f"social images: {FAMILY} has no {few!r}, so pages in {lang} go without — put a font that"
        " has these letters into builder/assets/fonts and name it in builder/assets/typeface.py"
    )


# --- the picture ---------------------------------------------------------------------------------


def svg(plan: Plan, page: Page, template: Template) -> str:
    """The picture of a page; one that is no variant's has the emblem of the standard game."""
    variant = plan.content.variant(page.id) or plan.content.variant(STANDARD_ID)
    emblem = variant.emblem if variant else ()
    letters = plan.content.settings.language(page.lang).letters.split()
    laid = layout(*_words(plan, page))
    return template.render(
        vars(laid),
        title_top=laid.title_top,
        lead_top=laid.lead_top,
        family=FAMILY,
        tint=TINTS[variant.tint if variant else "brass"],
        mark=icon("mark"),
        symbols=symbols(),
        cards=[
            (card[-1], angle, "" if card == BACK else full_face(card, letters))
            for card, angle in fan(emblem)
        ],
    )


def fan(emblem: tuple[str, ...]) -> Iterator[tuple[str, float]]:
    """The cards of an emblem, each with its turn."""
    for number, card in enumerate(emblem):
        yield card, (number - (len(emblem) - 1) / 2) * FAN


def layout(name: str, title: str, lead: str) -> Layout:
    """The words in lines; on a page that has the site's name for a title the name is not said
    twice.

    The lead gets what height the title leaves.
    """
    heading = fit(title, typeface(BOLD), TITLE_SIZES, TEXT_WIDTH, TITLE_HEIGHT, TITLE_LINES)
    left = BOTTOM - TOP - GAP - heading.height
    return Layout(
        "" if name == title else name,
        heading,
        fit(lead, typeface(REGULAR), LEAD_SIZES, TEXT_WIDTH, left, 6),
    )


def _words(plan: Plan, page: Page) -> tuple[str, str, str]:
    """Name of the site, title and lead."""
    name = plan.content.words[page.lang].pgettext("name of the site", "War & Peace")
    return name, page.document.title, plain(page.document.lead)


def _lacking(plan: Plan, page: Page) -> str:
    name, title, lead = _words(plan, page)
    return typeface(BOLD).missing(name + title) + typeface(REGULAR).missing(lead)


def social_template(templates: Path) -> Template:
    """The template of the pictures."""

    def read(name: str) -> tuple[str, str, None]:
        path = f"{TEMPLATES}/{name}"
        return read_text(templates / name, path), path, None

    environment = Environment(
        loader=FunctionLoader(read), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    try:
        return environment.get_template(TEMPLATE)
    except TemplateError as error:
        raise template_fault(error, TEMPLATE) from error
