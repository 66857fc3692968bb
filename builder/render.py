"""From a page to its text: pure, every file is read by Jinja before."""

from __future__ import annotations

from collections.abc import Callable
from gettext import NullTranslations
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError

from builder.assets import Assets
from builder.board import Scripts, board_data
from builder.cardnames import card_names
from builder.cards import dealer, sprite, template
from builder.documents import STANDARD_ID
from builder.errors import ContentError
from builder.formats import formats
from builder.icons import FAVICON
from builder.manifest import manifest_path
from builder.model import Page
from builder.offline import PAGE as OFFLINE
from builder.offline import SERVICE_WORKER
from builder.plan import NOT_FOUND, Plan
from builder.social import Social, tags
from builder.views import Release, Views


class Renderer:
    """Renders pages of one plan; holds what pages share: the compiled templates and the sprite."""

    def __init__(
        self,
        plan: Plan,
        templates: Path,
        assets: Assets,
        recording_path: Callable[[str], str],
        release: Release,
        scripts: Scripts,
        social: Social,
    ) -> None:
        self.plan = plan
        self.assets = assets
        self.recording_path = recording_path
        self.release = release
        self.scripts = scripts
        self.social = social
        self.sprite = sprite()
        self.words: NullTranslations = NullTranslations()
        self.environment = self._environment(templates)

    def render(self, page: Page) -> str:
        """The page's HTML; a fault of a template is an error with its line."""
        views = Views(self.plan, page, self.release, self.recording_path)
        template = f"{page.kind}.html"
        try:
            self.words = views.words
            found = self.environment.get_template(template)
            text: str = found.render(**self._shared(views), **_own(views), **self._board(page))
        except TemplateError as error:
            line = getattr(error, "lineno", None) or _line_of(error)
            message = f"{page.path or '/'}: {error.message}"
            name = getattr(error, "name", None) or template
            raise ContentError(f"templates/{name}", line, "template", message, "correct the template") from error
        return text if text.endswith("\n") else text + "\n"

    def _environment(self, templates: Path) -> Environment:
        """Jinja with everything strict; its messages are those of the page in hand, so that templates compile once."""
        env = Environment(
            loader=FileSystemLoader(templates),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=["jinja2.ext.i18n"],
            auto_reload=False,
        )
        env.policies["ext.i18n.trimmed"] = True
        env.install_gettext_callables(  # type: ignore[attr-defined]
            gettext=lambda message: self.words.gettext(message),
            ngettext=lambda one, many, n: self.words.ngettext(one, many, n),
            pgettext=lambda context, message: self.words.pgettext(context, message),
            npgettext=lambda context, one, many, n: self.words.npgettext(context, one, many, n),
            newstyle=True,
        )
        return env

    def _shared(self, views: Views) -> dict[str, Any]:
        """What every template may use."""
        page = views.page
        language = self.plan.content.settings.language(page.lang)
        return {
            "lang": language.code,
            "dir": language.dir,
            "site": views.site(),
            "page": views.page_view(),
            "nav": views.nav(),
            "footer_links": views.footer_links(),
            "translations": self.plan.translations(page),
            "home_href": views.home_href(),
            "social": tags(self.plan, page, self.social),
            "favicon": self.plan.href_of_path(page, FAVICON),
            "asset": lambda name: self.plan.href_of_path(page, self._asset(name)),
            "manifest": self.plan.href_of_path(page, manifest_path(language.code)),
            "service_worker": self.plan.href_of_path(page, SERVICE_WORKER),
            "sprite": self.sprite,
            "number": views.formats.number,
            "percent": views.formats.percent,
            "card": dealer(language.letters),
            "card_template": template(language.letters.split()),
            "card_name": card_names(views.words).__getitem__,
            "letters": language.letters.split(),
        }

    def _board(self, page: Page) -> dict[str, Any]:
        """What the script of a page's board is told; the home page plays the standard game."""
        id_ = STANDARD_ID if page.kind == "home" else page.id
        variant = self.plan.content.variant(id_)
        engine = self.scripts.engine
        size = formats(page.lang).number(round(engine[2] / 1e6)) if engine else ""
        if not variant:
            return {"engine_size": size}
        return {"board_data": board_data(self.plan, page, variant, self.scripts), "engine_size": size}

    def _asset(self, name: str) -> str:
        try:
            return self.assets.path(name)
        except KeyError:
            raise TemplateError(f"there is no assets/{name}") from None


def _own(views: Views) -> dict[str, Any]:
    """What only this kind of page shows."""
    kind = views.page.kind
    if kind == "variant":
        return {"variant": views.variant()}
    if kind == "variants":
        return {"cards": views.cards()}
    if kind == "home":
        return {"cards": views.cards(), "opening": views.opening(STANDARD_ID)}
    if kind == "compare":
        return {"matrix": views.matrix()}
    if kind == OFFLINE:
        return {"root_href": views.plan.href_of_path(views.page, "")}
    if kind in ("root", NOT_FOUND):
        return {"choices": views.choices()}
    return {}


def _line_of(error: TemplateError) -> int:
    """The line of the template that was running when the error came up."""
    line, trace = 1, error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename.endswith(".html"):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
