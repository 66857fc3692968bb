"""The whole way from content to the files of the site, in memory; nothing is written before all
went well.

A site is made in parts: each page is one, and so is each file that speaks of many pages. A part
gets the world through a recorder, and is made again only when something is new that it read the
last time, or when its files are not as it left them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from builder.assets import sitemap
from builder.assets.asset_files import Assets, read_assets
from builder.assets.bundle import CORE, REST, WORKER
from builder.assets.icons import SOURCE as ICON
from builder.assets.icons import icons
from builder.assets.manifest import manifests
from builder.assets.script_messages import messages_of
from builder.assets.service_worker import SOURCE, service_worker
from builder.content.catalogs import words_digest
from builder.content.coverage import message_faults
from builder.content.load import SITE, Content, load, read_settings
from builder.content.recordings import first_file, pool_files
from builder.output.writing import File
from builder.pages.board import Engine, Scripts, data_file, words_file
from builder.pages.plan import NOT_FOUND, Plan, make_plan
from builder.pages.script_words import Message
from builder.pages.world import TEMPLATES, Release, World, template_digests
from builder.system.git import commit_of
from builder.system.progress_line import counted
from builder.tracking.cache import Cache
from builder.tracking.processes import spread
from builder.tracking.reads import (
    Changes,
    Leaves,
    Read,
    Reader,
    Recorder,
    changes,
    extend,
    joined,
    remember,
)
from builder.tracking.sources import Sources
from builder.values.digests import digest_of
from builder.values.site_paths import FAVICON, SERVICE_WORKER
from builder.values.toml import parse, read_text
from builder.values.urls import file_of

if TYPE_CHECKING:
    from builder.pages.render import Renderer
    from builder.runtime.pyodide import Runtime

NO_BASE = (
    "content/site.toml: base_url is empty: hreflang, canonical addresses, preview pictures and the"
    " sitemap are left out — set it, or give --base-url"
)


PROJECT = "pyproject.toml"
"""Where the version of a project stands."""
REST_STYLE = "css/board-rest.css"
"""The style that boards load later, with the rest of their scripts."""


class Part(NamedTuple):
    """A piece of the site: its name, as in "page war en", by which the next build knows it, and how
    its files, bytes by path, are made from the world."""

    name: str
    make: Callable[[World], Mapping[str, bytes]]


PartNotes = tuple[Read, tuple[str, ...]]
"""Of a part: what it read, and the paths of its files:
`((("plan/pages/peace en", {"path"}),), ("en/variants/peace/index.html",))`, with `/` for the sign
between steps."""
Take = Callable[[str, bytes], File]
"""Takes a file, its path and its bytes; what it gives back is sent from process to process."""


@dataclass(frozen=True)
class Parts:
    """Parts as they are now: those that were made with their files and what they read, and files
    that were kept.

    `parts` has all of them by name, `files` the new ones by path, `kept` the digests of the others
    by path, `leaves` what nobody had read before, `changed` what is not as in the last build.
    """

    parts: dict[str, PartNotes] = field(default_factory=dict)
    files: dict[str, File] = field(default_factory=dict)
    kept: dict[str, str] = field(default_factory=dict)
    leaves: Leaves = field(default_factory=dict)
    changed: Changes = field(default_factory=Changes)

    def joined(self, other: Parts) -> Parts:
        """These parts and others; what has changed is taken from these, and so is whatever both
        have."""
        return Parts(
            other.parts | self.parts,
            other.files | self.files,
            other.kept | self.kept,
            joined(other.leaves, self.leaves),
            self.changed,
        )


@dataclass(frozen=True)
class Last:
    """What is known of the last build into a folder: what each part read and made, the leaves as
    they were, and in `files` by path the digests of those that are as it left them."""

    parts: Mapping[str, PartNotes] = field(default_factory=dict)
    leaves: Leaves = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Site:
    """A built site: its files by path, and what the builder of it should know.

    After a build that began with what the last one left, `made_files` are those that were made,
    `kept` those that are still good, with their digests. `files` are those made that nobody took.
    """

    plan: Plan
    files: Mapping[str, bytes]
    warnings: tuple[str, ...]
    kept: Mapping[str, str] = field(default_factory=dict)
    made_files: Mapping[str, File] = field(default_factory=dict)
    parts: Mapping[str, PartNotes] = field(default_factory=dict)
    leaves: Leaves = field(default_factory=dict)

    @property
    def made(self) -> set[str]:
        """The paths of the files that were made."""
        return set(self.made_files)


def build_site(
    root: Path,
    base_url: str | None = None,
    commit: str | None = None,
    engine: Runtime | None = None,
    *,
    whole: bool = True,
) -> Site:
    """Build the site below `root`; raises ContentError for whatever is wrong with its content.

    Without an `engine` the pages play recorded deals only, and say so. Unless it must be `whole`,
    messages may be missing in any language.
    """
    builder = Builder(root, base_url, commit, engine)
    builder.whole = whole
    return builder.build()


@dataclass(frozen=True)
class Ground:
    """What is there before any page is: what pages are made from, and the files beside them."""

    world: World
    files: Mapping[str, bytes]
    code: bytes
    """The script of the service worker, without the list of what it keeps."""
    engine: Mapping[str, bytes]
    """The files that only the engine needs."""
    apps: Mapping[str, bytes]
    """The manifests."""

    def service_worker(self, digests: Mapping[str, str]) -> bytes:
        """The last file of a site, which lists the digests of all the others."""
        world = self.world
        words = world.scripts.words
        return service_worker(world.plan, digests, self.code, self.engine, self.apps, words)


def _first_deals(plan: Plan) -> dict[str, str]:
    """The path of each variant's first deal."""
    recorded = plan.content.recorded
    return {name: first_file(name, found)[0] for name, found in recorded.items() if found.first}


class Builder:
    """Builds the site of one project, as often as it changes."""

    def __init__(
        self,
        root: Path,
        base_url: str | None = None,
        commit: str | None = None,
        engine: Runtime | None = None,
        cache: Cache | None = None,
    ) -> None:
        self.root = root
        self.base_url = base_url
        self.engine = engine
        self.cache = cache
        self.release = Release(_version(root), commit_of(root) if commit is None else commit)
        self.sources = Sources(root, cache.sources if cache else None)
        self.whole = True
        # The template of the preview pictures by its digest: compiled once, until it is another.
        self._drawing: tuple[str | None, Any] = None, None
        # The assets as they were when the folder was last looked at: `_seen` is that look's number.
        self._seen = 0
        self._shown: tuple[Assets, bytes]

    @property
    def address(self) -> str:
        """The base URL of the site."""
        return read_settings(self.root, self.base_url, self.sources).base_url

    def build(self, last: Last | None = None, put: Take | None = None) -> Site:
        """The site as the sources are now, with the last one's parts where they are still good.

        `put` takes each file as soon as it is made, in one of several processes; without it the
        site has them all. Raises ContentError for whatever is wrong with the content,
        NodeError where scripts cannot be bundled, and ChildProcessError where a process is ended.
        """
        last = last or Last()
        take = put or _hold
        ground = self._ground()
        world = ground.world
        # Pictures come first: pages name them by paths that hold the digests of their bytes.
        drawn = self._made(
            "drawing preview pictures", world, list(self._pictures(world.plan)), last, take
        )
        world = replace(world, social=_pictures_by_page(drawn))
        made = self._made("making pages", world, list(self._parts(world)), last, take).joined(drawn)
        plan = world.plan
        has_base = bool(world.plan.content.settings.base_url)
        files = made.files | {path: take(path, data) for path, data in ground.files.items()}
        digests = made.kept | {path: file.digest for path, file in files.items()}
        # Last, and in each build: it lists the digests of all the others.
        files[SERVICE_WORKER] = take(SERVICE_WORKER, ground.service_worker(digests))
        leaves = remember(last.leaves, made.changed, made.leaves, world)
        warnings = (
            *(self._lacking(plan, drawn) if has_base else (NO_BASE,)),
            *_warnings(plan, self.engine),
        )
        # Only what nobody took: the rest lies in the folder already.
        held = {path: file.data for path, file in sorted(files.items()) if file.data is not None}
        return Site(plan, held, warnings, made.kept, files, made.parts, leaves)

    def _made(self, words: str, world: World, parts: list[Part], last: Last, take: Take) -> Parts:
        """These parts: made again, or kept where they are still good; `words` say what is done
        meanwhile. Parts that are no longer among them are forgotten with their files."""
        if not parts:
            return Parts()
        recorder = Recorder(world)
        changed = changes(last.leaves, world)
        found = Parts()
        stale = list[Part]()
        for part in parts:
            known = last.parts.get(part.name)
            if known and _is_fresh(known, changed, last.files):
                found.parts[part.name] = known
                found.kept.update((path, last.files[path]) for path in known[1])
            else:
                stale.append(part)
        reader = Reader(last.leaves, world)
        with counted(words, len(stale)) as tell:
            made = self._make(stale, recorder, reader, take)
            for number, (part, (files, read, leaves)) in enumerate(
                zip(stale, made, strict=True), 1
            ):
                tell(number)
                # What came from another process are copies: equal ones become one object again.
                found.parts[part.name] = reader.kept(read), tuple(files)
                found.files.update(files)
                extend(found.leaves, leaves)
        return replace(found, changed=changed)

    def _make(
        self, parts: list[Part], recorder: Recorder[World], reader: Reader, take: Take
    ) -> Iterator[tuple[Mapping[str, File], Read, Leaves]]:
        """The files of each part, what it read, and what nobody had read before."""
        shelves = (self.cache.markdown, self.cache.templates) if self.cache else ()

        def make(index: int) -> tuple[Mapping[str, File], Read, Leaves, list[dict[str, Any]]]:
            files = {
                path: take(path, data) for path, data in parts[index].make(recorder.tree).items()
            }
            # In this order: what is fresh is told by what was read.
            return (
                files,
                reader.read(recorder.taken()),
                reader.fresh(),
                [shelf.news() for shelf in shelves],
            )

        for files, read, leaves, news in spread(make, len(parts)):
            # A shelf in another process ends with it; this one is saved.
            for shelf, more in zip(shelves, news, strict=True):
                shelf.put_all(more)
            yield files, read, leaves

    def _ground(self) -> Ground:
        """What is there before any page is made; raises what is wrong with the content."""
        content = load(self.root, self.base_url, self.sources)
        self._check_messages(content)
        plan = make_plan(content)
        assets, favicon = self._assets()
        engine = self.engine
        scripts, told = self._scripts(plan, assets)
        apps = manifests(plan, assets.path)
        files = assets.files | {FAVICON: favicon} | told | apps
        started = engine.site_files() if engine else {}
        # The service worker has its name in the root alone, where it stands with what it keeps.
        code = files.pop(assets.path(SOURCE))
        worker = assets.path(WORKER)
        return Ground(
            world=World(
                plan,
                self.release,
                assets.paths,
                template_digests(self.sources),
                _first_deals(plan),
                scripts,
            ),
            files=files | started,
            code=code,
            engine=started | {worker: files[worker]} if engine else {},
            apps=apps,
        )

    def _check_messages(self, content: Content) -> None:
        """Raises ContentError for the first message that a language lacks, if the site must be
        whole."""
        faults = message_faults(self.sources, content.settings.languages)
        if self.whole and (fault := next(faults, None)):
            raise fault

    def _scripts(self, plan: Plan, assets: Assets) -> tuple[Scripts, dict[str, bytes]]:
        """What the scripts of boards are told, and the files that they ask for later."""
        # A page brings the messages of the scripts that it loads at once; the others come with the
        # rest.
        first = {
            message
            for name in assets.modules.get(CORE, ())
            for message in self.sources.facts(f"assets/{name}", messages_of)
        }
        numbers = assets.numbers
        later = {message: at for message, at in numbers.items() if message not in first}
        words = self._words(plan, later)
        engine = self._told_of_engine(assets)
        data = {variant.id: data_file(plan, variant, engine) for variant in plan.content.variants}
        scripts = Scripts(
            first=tuple((message, at) for message, at in numbers.items() if message in first),
            words={lang: path for lang, (path, _) in words.items()},
            data={variant: path for variant, (path, _) in data.items()},
            rest=(assets.path(REST), assets.path(REST_STYLE)),
            engine=engine,
        )
        return scripts, dict(words.values()) | dict(data.values())

    def _told_of_engine(self, assets: Assets) -> Engine | None:
        engine = self.engine
        if not engine:
            return None
        return Engine(assets.path(WORKER), engine.folder, engine.loaded, engine.start)

    def _assets(self) -> tuple[Assets, bytes]:
        """The assets with the icons made of one of them, and the icon for the root."""
        sources = self.sources
        if self._seen != sources.looked["assets"]:
            assets = read_assets(self.root / "assets", sources)
            icon = sources.read(f"assets/{ICON}")
            # Icons are drawn from one picture, which few edits concern.
            drawn = sources.kept("icons", digest_of(icon), lambda: icons(icon))
            assets.add({name: data for name, data in drawn.items() if name != FAVICON})
            self._seen = sources.looked["assets"]
            self._shown = (assets, drawn[FAVICON])
        return self._shown

    def _words(self, plan: Plan, messages: Mapping[Message, int]) -> dict[str, tuple[str, bytes]]:
        """What boards need later in each language, messages and the pages of variants: path and
        bytes."""
        if not plan.content.variants:
            return {}
        places = [
            (key, page.path) for key, page in plan.pages.items() if plan.content.variant(key[0])
        ]
        # Stands for all that the file of a language is made of, but for its catalog.
        asked = digest_of(repr((messages, places)).encode())
        return {
            lang: self.sources.kept(
                f"words {lang}",
                asked + words_digest(words),
                partial(words_file, plan, lang, messages),
            )
            for lang, words in plan.content.words.items()
        }

    def _pictures(self, plan: Plan) -> Iterator[Part]:
        """The pictures that pages name, where pages have an address."""
        if plan.content.settings.base_url:
            for (id_, lang), page in plan.pages.items():
                if page.kind != NOT_FOUND:
                    yield Part(f"picture {id_} {lang}", partial(self._picture, (id_, lang)))

    def _picture(self, key: tuple[str, str], world: World) -> Mapping[str, bytes]:
        """The picture of a page by its path; nothing where the font lacks letters."""
        from builder.assets.social_pictures import TEMPLATE, picture, social_template

        # Asked of the world, so that the picture is drawn again with another template.
        template = world.templates.get(TEMPLATE, "")
        if self._drawing[0] != template:
            self._drawing = template, social_template(self.root / TEMPLATES)
        return picture(world.plan, world.plan.pages[key], self._drawing[1])

    def _lacking(self, plan: Plan, drawn: Parts) -> tuple[str, ...]:
        """Why some pages have no picture."""
        without = [_key(name) for name, (_, paths) in drawn.parts.items() if not paths]
        if not without:
            return ()
        from builder.assets.social_pictures import warnings

        return tuple(warnings(plan, without))

    def _parts(self, world: World) -> Iterator[Part]:
        """Everything that is made of the world, in its order."""
        for key in world.plan.pages:
            # Page and language alone: the world comes with the call, through a recorder.
            yield Part(f"page {' '.join(key)}", partial(self._page, key))
        for address in world.plan.moved:
            yield Part(f"moved {address}", partial(self._moved, address))
        for name in world.plan.content.recorded:
            yield Part(f"recordings {name}", partial(_recordings, name))
        yield Part("robots", lambda world: {"robots.txt": sitemap.robots(world.plan).encode()})
        if world.plan.content.settings.base_url:
            yield Part(
                "sitemap", lambda world: {"sitemap.xml": sitemap.sitemap(world.plan).encode()}
            )

    def _page(self, key: tuple[str, str], world: World) -> Mapping[str, bytes]:
        page = world.plan.pages[key]
        return {file_of(page.path): self._renderer.render(world, page).encode()}

    def _moved(self, address: str, world: World) -> Mapping[str, bytes]:
        return {
            file_of(address): self._renderer.render(world, world.plan.redirect(address)).encode()
        }

    @cached_property
    def _renderer(self) -> Renderer:
        # It brings Jinja, which a build that renders nothing does without.
        from builder.pages.render import Renderer

        cache = self.cache
        return (
            Renderer(self.sources, cache.templates, cache.markdown)
            if cache
            else Renderer(self.sources)
        )


def _hold(_: str, data: bytes) -> File:
    """Takes a file by keeping its bytes in memory."""
    return File(digest_of(data), data)


def _key(part: str) -> tuple[str, str]:
    """The page that a part is of: "picture war en" is of `("war", "en")`."""
    _, page, lang = part.split(" ")
    return page, lang


def _pictures_by_page(drawn: Parts) -> dict[tuple[str, str], str]:
    """The path of each page's picture, drawn or kept."""
    return {_key(name): path for name, (_, paths) in drawn.parts.items() for path in paths}


def _warnings(plan: Plan, engine: Runtime | None) -> Iterator[str]:
    for code, share in plan.content.held_back.items():
        yield (
            f"{SITE}: {code} is a draft, {int(share)} % done, left out"
            f" — for what is left to do, run: python build.py translate status {code}"
        )
    if engine and engine.warning:
        yield engine.warning


def _is_fresh(known: PartNotes, changed: Changes, files: Mapping[str, str]) -> bool:
    """Whether a part is as it would be made now, and its files are as it left them."""
    read, paths = known
    # A part without files is tried each time: a font that lacks letters is no leaf of the world, so
    # nothing tells that it has come.
    return bool(paths) and not changed.concern(read) and all(path in files for path in paths)


def _recordings(name: str, world: World) -> dict[str, bytes]:
    """The files of a variant's deals, by path: the first one apart, since a page begins with
    it."""
    recorded = world.plan.content.recorded[name]
    first = [first_file(name, recorded)] if recorded.first else []
    return dict(first) | pool_files(name, recorded)


def _version(root: Path) -> str:
    """The project's version, "0" for one without a file that says it."""
    if not (root / PROJECT).exists():
        return "0"
    return parse(read_text(root / PROJECT, PROJECT), PROJECT).table("project").string("version")
