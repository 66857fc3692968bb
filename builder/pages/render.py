"""From a page to its text: pure, of what the world that it is given holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from gettext import NullTranslations
from typing import TYPE_CHECKING, Any

from jinja2 import (
    BaseLoader,
    BytecodeCache,
    Environment,
    StrictUndefined,
    Template,
    TemplateError,
    TemplateNotFound,
)
from jinja2.bccache import Bucket
from jinja2.runtime import Context
from jinja2.utils import missing
from markupsafe import Markup

from builder.content.documents import VIEWS
from builder.pages.board import Scripts
from builder.pages.card_art import dealer, sprite, template
from builder.pages.card_names import card_names
from builder.pages.frame import Frame
from builder.pages.plan import Page, Translations
from builder.pages.template_errors import template_fault
from builder.pages.views import SiteView, Views
from builder.pages.world import TEMPLATES, World, template_of
from builder.tracking.cache import Shelf
from builder.tracking.sources import Sources
from builder.values.errors import ContentError
from builder.values.numbers import formats
from builder.values.site_paths import FAVICON, SERVICE_WORKER, manifest_path

if TYPE_CHECKING:
    from builder.pages.social_tags import Tags


_PLACEHOLDER = "%("
"""What a message has that something is filled into."""


class Renderer:
    """Renders pages of one world after the other; keeps what they share: compiled templates and the
    sprite."""

    def __init__(
        self, sources: Sources, compiled: Shelf | None = None, markdown: Shelf | None = None
    ) -> None:
        self.words: NullTranslations = NullTranslations()
        self.templates: Mapping[str, str] = {}
        self.sprite = sprite()
        self.environment = self._environment(
            _Loader(self, sources), _Bytecode(compiled) if compiled else None
        )
        self.markdown = markdown
        self._framed: Frame | None = None

    def render(self, world: World, page: Page) -> str:
        """The page's HTML; a fault of a template is a ContentError with its line."""
        views = Views(world, page, self.markdown)
        template = f"{page.kind}.html"
        try:
            self.words = views.words
            self.templates = world.templates
            found = self.environment.get_template(template)
            text: str = found.render(**self._shared(views), **_own(views))
        except ContentError:
            raise
        except Exception as error:  # a template may run into anything that Python can
            raise template_fault(error, template, page.path or "/") from error
        return _without_empty_lines(text)

    def _environment(self, loader: BaseLoader, compiled: BytecodeCache | None) -> Environment:
        """Jinja with everything strict; its messages are those of the page in hand, so that
        templates compile once."""
        env = _Environment(
            loader=loader,
            bytecode_cache=compiled,
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=["jinja2.ext.i18n"],
            # Templates are kept by their digests (`known`): Jinja's own cache asks for the age of
            # each at each use.
            cache_size=0,
        )
        env.known = {}
        env.template_class = _Template
        env.context_class = _Context
        env.policies["ext.i18n.trimmed"] = True
        env.globals |= {
            "_": self._gettext,
            "gettext": self._gettext,
            "ngettext": self._ngettext,
            "pgettext": self._pgettext,
        }
        return env

    def _gettext(self, message: str, **values: object) -> Markup:
        return _filled(message, self.words.gettext(message), values)

    def _pgettext(self, context: str, message: str, **values: object) -> Markup:
        return _filled(message, self.words.pgettext(context, message), values)

    def _ngettext(self, one: str, many: str, num: int, **values: object) -> Markup:
        return _filled(one + many, self.words.ngettext(one, many, num), {"num": num} | values)

    def _shared(self, views: Views) -> dict[str, Any]:
        """What every template may use; each thing is made when a template asks for it."""
        page = views.page
        plan = views.plan
        translations = _Late(lambda: plan.translations(page))
        return {
            "lang": page.lang,
            "dir": _Late(lambda: views.language.dir),
            "site": SiteView(views),
            "page": _Late(views.page_view),
            "frame": self._frame(views.world).of(views, self._part),
            "translations": translations,
            "json_ld": _Late(lambda: plan.json_ld(page, translations.value)),
            "root_href": _Late(lambda: views.href("")),
            "social": _Late(lambda: _social(views.world, page, translations.value)),
            "engine_size": _Late(lambda: _megabytes(views.world.scripts, page.lang)),
            "asset": lambda name: views.href(_asset(views.world, name)),
            "sprite": self.sprite,
            "number": lambda value: views.formats.number(value),
            "percent": lambda *values: views.formats.percent(*values),
            "card": lambda *text, **how: _dealer(views.language.letters)(*text, **how),
            "card_template": _Late(lambda: _card_template(views.language.letters)),
            "card_name": lambda text: card_names(views.words)[text],
        }

    def _frame(self, world: World) -> Frame:
        # In another world a part may show something else.
        if not self._framed or self._framed.world is not world:
            self._framed = Frame(world)
        return self._framed

    def _part(self, template: str, views: Views) -> Markup:
        """A part of the frame, which is told nothing of the page's own text."""
        given = {
            "lang": views.page.lang,
            "dir": _Late(lambda: views.language.dir),
            "site": SiteView(views),
            "language": _Late(lambda: views.language.name),
            "nav": _Late(views.nav),
            "footer_links": _Late(views.footer_links),
            "home_href": _Late(views.home_href),
            "favicon": _Late(lambda: views.href(FAVICON)),
            "manifest": _Late(lambda: views.href(manifest_path(views.page.lang))),
            "service_worker": _Late(lambda: views.href(SERVICE_WORKER)),
            "asset": lambda name: views.href(_asset(views.world, name)),
        }
        return Markup(self.environment.get_template(template).render(**given).rstrip("\n"))


def _without_empty_lines(text: str) -> str:
    """A page without what templates leave behind; nothing in it is told apart by them."""
    # Plain replacement, which is quicker than a pattern.
    while "\n\n" in text:
        text = text.replace("\n\n", "\n")
    return text.rstrip("\n") + "\n"


_dealer = cache(dealer)


@cache
def _card_template(letters: str) -> Markup:
    return template(letters.split())


def _asset(world: World, name: str) -> str:
    path = world.assets.get(name)
    if path is None:
        raise TemplateError(f"there is no assets/{name}")
    return path


def _social(world: World, page: Page, translations: Translations) -> Tags | None:
    """What networks read of a page; nothing where it has no absolute address."""
    if not translations.canonical:
        return None
    # With Babel, which a site without a base URL does without.
    from builder.pages.social_tags import tags

    return tags(world.plan, page, translations, world.social)


def _own(views: Views) -> dict[str, Any]:
    """What only this kind of page shows."""
    return {name: _Late(getattr(views, name)) for name in VIEWS[views.page.kind]}


def _megabytes(scripts: Scripts, lang: str) -> str:
    """What a first start of the engine loads; nothing where there is no engine."""
    return formats(lang).number(round(scripts.engine.loaded / 1e6)) if scripts.engine else ""


# --- templates -----------------------------------------------------------------------------------


class _Environment(Environment):
    """Asks for each template by its digest, so that the page in hand is seen to use it, and keeps
    it by that."""

    known: dict[tuple[str, str | None], Template]

    def get_template(self, name: Any, parent: str | None = None, globals: Any = None) -> Template:  # noqa: A002
        loader = self.loader
        assert isinstance(loader, _Loader)
        # Asked for through the world, so that it is noted.
        key = name, loader.renderer.templates.get(name)
        if key not in self.known:
            self.known[key] = super().get_template(name, parent, globals)
        return self.known[key]


def _filled(message: str, text: str, values: dict[str, object]) -> Markup:
    """A message's text with its placeholders filled in; both are words, and none of their
    characters is markup.

    In a message without placeholders a per cent sign is one, as gettext has it; of a plural,
    `message` is both texts, since one of them may be without.
    """
    return _escaped(text) % values if _PLACEHOLDER in message else _escaped(text)


# The same few messages stand on every page.
_escaped = cache(Markup.escape)


class _Late:
    """A value that is made when a template first asks for it: a page depends only on what it
    shows."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make

    @cached_property
    def value(self) -> Any:
        """The value."""
        return self._make()


class _Context(Context):
    """Finds late values."""

    def resolve_or_missing(self, key: str) -> Any:
        # As Jinja does it, but for late values.
        found = self.vars[key] if key in self.vars else self.parent.get(key, missing)
        return found.value if type(found) is _Late else found


class _Template(Template):
    """A template that runs for each page that imports it; Jinja would run it for the first one
    only."""

    def _get_default_module(self, ctx: Any = None) -> Any:
        return self.make_module()


class _Loader(BaseLoader):
    """Reads templates from the sources."""

    def __init__(self, renderer: Renderer, sources: Sources) -> None:
        self.renderer = renderer
        self.sources = sources

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, None]:
        path = f"{TEMPLATES}/{template}"
        if path not in self.sources:
            raise TemplateNotFound(template)
        # The path names the file in tracebacks; None, since a changed template has another digest.
        return self.sources.facts(path, template_of), path, None


class _Bytecode(BytecodeCache):
    """Compiled templates, kept from build to build."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    def load_bytecode(self, bucket: Bucket) -> None:
        if kept := self.shelf.get(bucket.key):
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.shelf.put(bucket.key, bucket.bytecode_to_string())
