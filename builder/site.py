"""The whole way from content to the files of the site, in memory; nothing is written before all went well."""

from __future__ import annotations

import subprocess
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from builder import machines
from builder.assets import hashed, read_assets
from builder.load import load
from builder.plan import Plan, make_plan
from builder.render import Renderer
from builder.urls import file_of
from builder.views import Release

NO_BASE = (
    "content/site.toml: base_url is empty: hreflang, canonical addresses and the sitemap are left out"
    " — set it, or give --base-url"
)


@dataclass(frozen=True)
class Site:
    """A built site: its files by path, and what the builder of it should know."""

    plan: Plan
    files: Mapping[str, bytes]
    warnings: tuple[str, ...]


def build_site(root: Path, base_url: str | None = None, commit: str | None = None) -> Site:
    """Build the site below `root`; raises ContentError for whatever is wrong with its content."""
    plan = make_plan(load(root, base_url))
    assets = read_assets(root / "assets")
    recordings = _recordings(plan)
    release = Release(_version(root), _commit(root) if commit is None else commit)
    renderer = Renderer(plan, root / "templates", assets, lambda variant: recordings[variant][0], release)
    files = {file_of(page.path): renderer.render(page).encode() for page in plan.pages.values()}
    files |= assets.files
    files |= dict(recordings.values())
    files["robots.txt"] = machines.robots(plan).encode()
    has_base = bool(plan.content.settings.base_url)
    if has_base:
        files["sitemap.xml"] = machines.sitemap(plan).encode()
    return Site(plan, dict(sorted(files.items())), () if has_base else (NO_BASE,))


def _recordings(plan: Plan) -> dict[str, tuple[str, bytes]]:
    """Each variant's first deal: path and bytes."""
    found = ((name, recorded.first_json.encode()) for name, recorded in plan.content.recorded.items() if recorded.first)
    return {name: (f"recordings/{hashed(f'{name}-2.json', data)}", data) for name, data in found}


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
