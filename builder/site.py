"""The whole way from content to the files of the site, in memory; nothing is written before all went well."""

from __future__ import annotations

import subprocess
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from builder import machines
from builder.assets import read_assets
from builder.board import Scripts, data_file, words_file
from builder.bundle import CORE, REST, WORKER
from builder.icons import FAVICON, icons
from builder.icons import SOURCE as ICON
from builder.load import load
from builder.manifest import manifests
from builder.offline import SERVICE_WORKER, SOURCE, service_worker
from builder.plan import Plan, make_plan
from builder.recorded import first_file, pool_files
from builder.render import Renderer
from builder.runtime import Runtime
from builder.social import make_social
from builder.urls import file_of
from builder.views import Release
from builder.words import Message, script_messages

NO_BASE = (
    "content/site.toml: base_url is empty: hreflang, canonical addresses, preview pictures and the sitemap are left out"
    " — set it, or give --base-url"
)


REST_STYLE = "css/board-rest.css"


@dataclass(frozen=True)
class Site:
    """A built site: its files by path, and what the builder of it should know."""

    plan: Plan
    files: Mapping[str, bytes]
    warnings: tuple[str, ...]


def build_site(
    root: Path, base_url: str | None = None, commit: str | None = None, engine: Runtime | None = None
) -> Site:
    """Build the site below `root`; raises ContentError for whatever is wrong with its content.

    Without an `engine` the pages play recorded deals only, and say so.
    """
    plan = make_plan(load(root, base_url))
    assets = read_assets(root / "assets")
    drawn = icons((root / "assets" / ICON).read_bytes())
    assets.add({name: data for name, data in drawn.items() if name != FAVICON})
    recordings = _recordings(plan)
    release = Release(_version(root), _commit(root) if commit is None else commit)
    first = set(script_messages(root / "assets", assets.modules.get(CORE, ())))
    words = _words(plan, {message: number for message, number in assets.numbers.items() if message not in first})
    data = {variant.id: data_file(plan, variant) for variant in plan.content.variants}
    scripts = Scripts(
        first={message: number for message, number in assets.numbers.items() if message in first},
        words={lang: path for lang, (path, _) in words.items()},
        data={variant: path for variant, (path, _) in data.items()},
        rest=(assets.path(REST), assets.path(REST_STYLE)),
        engine=(assets.path(WORKER), engine.folder, engine.loaded, engine.start) if engine else None,
    )
    social = make_social(plan, root / "templates")
    renderer = Renderer(
        plan, root / "templates", assets, lambda variant: recordings[variant][0], release, scripts, social
    )
    files = {file_of(page.path): renderer.render(page).encode() for page in plan.pages.values()}
    files |= assets.files
    files[FAVICON] = drawn[FAVICON]
    files |= social.files
    if engine:
        files |= engine.site_files()
    files |= dict(recordings.values())
    files |= dict(words.values())
    files |= dict(data.values())
    for name, recorded in plan.content.recorded.items():
        files |= pool_files(name, recorded)
    files["robots.txt"] = machines.robots(plan).encode()
    has_base = bool(plan.content.settings.base_url)
    if has_base:
        files["sitemap.xml"] = machines.sitemap(plan).encode()
    files |= manifests(plan, assets.path)
    started = engine.site_files() | {assets.path(WORKER): b""} if engine else {}
    files[SERVICE_WORKER] = service_worker(plan, files, files.pop(assets.path(SOURCE)), started, scripts.words)
    warnings = (*(social.warnings if has_base else (NO_BASE,)), *_warnings(engine))
    return Site(plan, dict(sorted(files.items())), warnings)


def _warnings(engine: Runtime | None) -> tuple[str, ...]:
    return (engine.warning,) if engine and engine.warning else ()


def _recordings(plan: Plan) -> dict[str, tuple[str, bytes]]:
    """Each variant's first deal: path and bytes."""
    return {name: first_file(name, recorded) for name, recorded in plan.content.recorded.items() if recorded.first}


def _words(plan: Plan, messages: Mapping[Message, int]) -> dict[str, tuple[str, bytes]]:
    """The messages that scripts need later in each language: path and bytes."""
    return {language.code: words_file(plan, language.code, messages) for language in plan.content.settings.languages}


def _version(root: Path) -> str:
    """The project's version."""
    file = root / "pyproject.toml"
    if not file.exists():
        return "0"
    return str(tomllib.loads(file.read_text(encoding="utf-8"))["project"]["version"])


def _commit(root: Path) -> str:
    """The commit that is checked out; nothing where there is no git."""
    if not (root / ".git").exists():
        return ""
    command = ["git", "-C", str(root), "rev-parse", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()[:7]
    except (OSError, subprocess.CalledProcessError):
        return ""
