"""The site as an app that a browser may install: one web app manifest a language, and the icons
that it names."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from builder.content.model import Language
from builder.pages.plan import HOME, Plan
from builder.values.site_paths import manifest_path

PAPER = "#f5f6f2"
"""The ground of the light scheme, as theme-color in templates/base.html."""
ICONS = (
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/maskable-512.png", "512x512", "maskable"),
    ("icons/icon.svg", "any", "any"),
)
"""Name, sizes and purpose of each."""
TYPES = {"png": "image/png", "svg": "image/svg+xml"}


def manifests(plan: Plan, path_of: Callable[[str], str]) -> dict[str, bytes]:
    """The manifest of each language that has a home page, by path; `path_of` tells where an asset
    lies.

    All addresses are read from the manifest, which lies in the site's root.
    """
    listed = [
        {
            "src": path_of(name),
            "sizes": sizes,
            "type": TYPES[name.rpartition(".")[2]],
            "purpose": purpose,
        }
        for name, sizes, purpose in ICONS
    ]
    return {
        manifest_path(language.code): _json(_manifest(plan, language) | {"icons": listed})
        for language in plan.content.settings.languages
        if plan.page(HOME, language.code)
    }


def _manifest(plan: Plan, language: Language) -> dict[str, Any]:
    """Whatever the language, it is the same app: `id` and `scope` are the site's folder."""
    words = plan.content.words[language.code]
    home = plan.pages[HOME, language.code]
    return {
        "id": plan.content.settings.base_path,
        "name": words.pgettext("name of the site", "War & Peace"),
        "short_name": words.pgettext("short name of the site", "War"),
        "description": home.document.description,
        "lang": language.code,
        "dir": language.dir,
        "start_url": home.path,
        "scope": "./",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
    }


def _json(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, indent=1).encode() + b"\n"
