"""The frame of pages: parts that are the same on every page of a folder in one language, so each is
made once for all.

A part of the frame is made for a *neighbour*: a page of that folder which has no text of its own,
so nothing of any page can slip in. Every page but those that the part leads to, and those above
them, sees it as the neighbour does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from markupsafe import Markup

from builder.pages.plan import NOT_FOUND, HrefOf, Page
from builder.pages.views import Views
from builder.pages.world import World
from builder.tracking.reads import Note, note, noted

_NOBODY = "*/"
"""The name of the neighbour, which no page can have."""


@dataclass(frozen=True)
class _Neighbour(Views):
    """The views of a neighbour; they know where they lead."""

    leads: set[str] = field(default_factory=set)
    """The paths that a part asked for; it fills while the part is made."""

    @cached_property
    def href(self) -> HrefOf:
        """From a path below the root to its address in the folder."""
        href = self.plan.href_from(self.page)
        leads = self.leads

        def found(path: str) -> str:
            leads.add(path)
            return href(path)

        return found


@dataclass(frozen=True)
class _Part:
    """A part of the frame in one folder: what it read, and the paths of the pages that do not see
    it like this."""

    html: Markup
    notes: frozenset[Note]
    others: frozenset[str]


class Frame:
    """The frame of the pages of one world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._parts: dict[tuple[str, str, str], _Part] = {}

    def of(self, views: Views, make: Callable[[str, Views], Markup]) -> Callable[[str], Markup]:
        """From a template to that part of a page's frame; `make` makes one from the page's
        views."""
        page = views.page
        path = page.path
        lang = page.lang
        # The page of the missing address leads to others by whole paths.
        is_alone = page.kind == NOT_FOUND
        # Without the last name: "en/" of "en/rules/".
        folder = path[: path.rfind("/", 0, -1) + 1]

        def part(template: str) -> Markup:
            if is_alone:
                return make(template, views)
            # An address that a page had before may lie in the folder of another language.
            known = self._parts.get((template, lang, folder))
            if known is None:
                known = self._parts[template, lang, folder] = self._made(
                    template, lang, folder, make
                )
            if path in known.others:
                return make(template, views)
            # The page depends on what the part was made from, as if it had made the part itself.
            note(self.world, known.notes)
            return known.html

        return part

    def _made(
        self, template: str, lang: str, folder: str, make: Callable[[str, Views], Markup]
    ) -> _Part:
        # Without an entry: a template that asks for a text of the page fails.
        nobody = Page("", "", lang, folder + _NOBODY, entry=None)  # type: ignore[arg-type]
        views = _Neighbour(self.world, nobody)
        html, notes = noted(self.world, lambda: make(template, views))
        others = {path[:end] for path in views.leads for end in _ends(path)}
        return _Part(html, notes, frozenset(others))


def _ends(path: str) -> list[int]:
    """Where the paths of a page and of all pages above it end."""
    # A page above another has a shorter way to it than its neighbours: en/variants/ leads to
    # peace/, they lead to ../variants/peace/.
    return [0, *(index + 1 for index, sign in enumerate(path) if sign == "/"), len(path)]
