"""All that the pages of a site may be made from, as one tree (recorder.py says what for)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from builder.pages.board import Scripts
from builder.pages.plan import Plan
from builder.tracking.sources import Sources
from builder.values.toml import decoded

TEMPLATES = "templates"


@dataclass(frozen=True)
class Release:
    """What identifies a version of the site."""

    version: str
    commit: str


@dataclass(frozen=True)
class World:
    """What there is; a page that is given it can read nothing else."""

    plan: Plan
    release: Release
    assets: Mapping[str, str]
    """The path below the root of each file below assets/: {"js/theme.js":
    "assets/js/theme.1b2c3d4e.js"}."""
    templates: Mapping[str, str]
    """The digest of each file below templates/."""
    recordings: Mapping[str, str]
    """The path of each variant's first deal."""
    scripts: Scripts
    social: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """The path of each page's picture, by id and language."""


def template_of(path: str, data: bytes) -> tuple[str, None]:
    """The source of a template."""
    return decoded(data, path), None


def template_digests(sources: Sources) -> dict[str, str]:
    """The digest of each template."""
    paths = sources.below(TEMPLATES)
    return {path.removeprefix(f"{TEMPLATES}/"): sources.digest(path, template_of) for path in paths}
