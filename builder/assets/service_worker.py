"""What the service worker keeps for readers without a network: parts that are kept together, and
their version.

The version is a digest of everything that is listed, so that it changes with each of these files
and with nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from posixpath import splitext

from builder.pages.plan import NOT_FOUND, ROOT, Plan
from builder.values.digests import digest_of_files
from builder.values.headers import TYPES
from builder.values.site_paths import ASSETS, RECORDINGS, manifest_path
from builder.values.urls import file_of

SOURCE = "js/offline/service.js"
PAGE = "offline"
"""The page that stands in for those that are not kept."""
SHELL = "shell"
ENGINE = "engine"
"""The parts that are in no language: what every reader needs, and what only new deals need."""
SHOWN = (".css", ".js", ".svg")
"""What pages need of assets/; pictures for other sites are left out."""
DIGITS = 16
"""Of each file's digest: enough to tell what came by mistake, and short for a script that browsers
ask for often."""


def service_worker(
    plan: Plan,
    files: Mapping[str, str],
    code: bytes,
    engine: Mapping[str, bytes],
    manifests: Mapping[str, bytes],
    words: Mapping[str, str],
) -> bytes:
    """The script of the service worker, with the list of the site above it.

    `files` are the digests of all of the site's (SHA-256, in hexadecimal digits), `engine` has the
    files that only the engine needs, `manifests` those that name the icons, `words` the messages by
    language. Raises KeyError for a part that has no file.
    """
    parts = _parts(plan, files, engine, manifests, words)
    digests = {
        part: [files[file_of(path)][:DIGITS] for path in paths] for part, paths in parts.items()
    }
    site = {
        "version": digest_of_files(
            {part: " ".join((*paths, *digests[part])).encode() for part, paths in parts.items()}
        ),
        "parts": parts,
        # One text, since each digest has as many digits.
        "digests": {part: "".join(found) for part, found in digests.items()},
        "digits": DIGITS,
        "types": _types(parts),
        "bytes": {path: len(engine[path]) for path in parts[ENGINE]},
        "offline": {
            page.lang.lower(): page.path for page in plan.pages.values() if page.id == PAGE
        },
    }
    return (
        b"self.site="
        + json.dumps(site, ensure_ascii=False, separators=(",", ":")).encode()
        + b";\n"
        + code
    )


def _types(parts: Mapping[str, list[str]]) -> dict[str, str]:
    """The type of content by the end of a name, as far as the parts have such files."""
    ends = {splitext(file_of(path))[1] for paths in parts.values() for path in paths}
    return {end: TYPES[end] for end in sorted(ends) if end in TYPES}


def _parts(
    plan: Plan,
    files: Mapping[str, str],
    engine: Mapping[str, bytes],
    manifests: Mapping[str, bytes],
    words: Mapping[str, str],
) -> dict[str, list[str]]:
    """The paths of each part; none is in two."""
    kept = {
        language.code: list(_of_language(files, language.code, words))
        for language in plan.content.settings.languages
    }
    for page in plan.pages.values():
        # The page of the missing address is the host's to send; the others are in every reader's
        # part.
        if page.kind not in (ROOT, NOT_FOUND) and page.id != PAGE:
            kept[page.lang].append(page.path)
    # In every language, since a reader may ask for a page of one that is not kept.
    common = [page.path for page in plan.pages.values() if page.kind == ROOT or page.id == PAGE]
    assets = [
        path
        for path in files
        if path.startswith(f"{ASSETS}/") and path.endswith(SHOWN) and path not in engine
    ]
    deals = [path for path in files if path.startswith(f"{RECORDINGS}/")]
    return {
        SHELL: sorted([*common, *assets, *deals, *_icons(manifests)]),
        ENGINE: sorted(engine),
        **{code.lower(): sorted(paths) for code, paths in kept.items()},
    }


def _icons(manifests: Mapping[str, bytes]) -> set[str]:
    """The pictures that the manifests name."""
    return {
        icon["src"]
        for each in map(json.loads, manifests.values())
        for icon in each["icons"]
        # Drawings are among the assets already, and nothing may be listed twice.
        if not icon["src"].endswith(SHOWN)
    }


def _of_language(files: Mapping[str, str], code: str, words: Mapping[str, str]) -> Iterator[str]:
    """What the pages of a language share."""
    if manifest_path(code) in files:
        yield manifest_path(code)
    if code in words:
        yield words[code]
