"""Files that pages refer to, under names that change with their content, so that hosts may keep
them for ever."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from builder.assets.bundle import Bundles, is_module, is_part, make_bundles, make_small
from builder.assets.script_messages import messages_of, numbered
from builder.pages.script_words import Message
from builder.tracking.sources import Sources
from builder.values.digests import hashed
from builder.values.errors import ContentError
from builder.values.site_paths import ASSETS
from builder.values.toml import decoded

KINDS = (".css", ".ico", ".js", ".json", ".png", ".svg", ".txt")
"""The kinds of files that are published: what the site's policy lets a page use, and notes on
them."""
TYPES = ".d.ts"
"""What the checker of types alone reads."""
LONGEST = 100
"""Bytes of a name, to which the build adds a digest."""
_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*", re.ASCII)
TEXTS = (".css", ".js", ".json", ".svg", ".txt")
"""The published kinds that are text."""
_CSS_URL = re.compile(r"""url\(\s*["']?(?!data:|https?:|#)([^"')?#]+)""")
"""An address of another asset: url("../icons/icon.svg")."""


class Assets:
    """The files below assets/: their hashed paths and their bytes with references rewritten, leaves
    first.

    `modules` names the modules of each bundle, `numbers` has the numbers that stand in them for
    messages.
    """

    def __init__(self, sources: Mapping[str, bytes]) -> None:
        self._sources = sources
        self.paths: dict[str, str] = {}
        self.files: dict[str, bytes] = {}
        self.modules: Mapping[str, tuple[str, ...]] = {}
        self.numbers: Mapping[Message, int] = {}
        for name in sorted(sources):
            self._add(name, ())

    def path(self, name: str) -> str:
        """Where the asset of this name lies below the site's root; raises KeyError if there is
        none."""
        return self.paths[name]

    def add_bundles(self, bundles: Bundles) -> None:
        """Takes in files that have their final names already."""
        self.paths |= {name: f"{ASSETS}/{path}" for name, path in bundles.paths.items()}
        self.files |= {f"{ASSETS}/{path}": data for path, data in bundles.files.items()}
        self.modules = bundles.modules

    def add(self, files: Mapping[str, bytes]) -> None:
        """Takes in made files that refer to nothing, under names with their digests."""
        for name, data in files.items():
            self.paths[name] = f"{ASSETS}/{hashed(name, data)}"
            self.files[self.paths[name]] = data

    def _add(self, name: str, above: tuple[str, ...]) -> str:
        if name in above:
            raise ContentError(
                f"{ASSETS}/{name}", 1, "import", "imports itself", "break the circle"
            )
        if name not in self.paths:
            content = self._rewritten(name, (*above, name))
            self.paths[name] = f"{ASSETS}/{hashed(name, content)}"
            self.files[self.paths[name]] = content
        return self.paths[name]

    def _rewritten(self, name: str, above: tuple[str, ...]) -> bytes:
        """The file with each reference to another asset led to its hashed name."""
        if not name.endswith(".css"):
            return self._sources[name]
        text = decoded(self._sources[name], f"{ASSETS}/{name}")
        # A part is sent as a piece of its sheet: its addresses are read from where that lies.
        folder = name.partition("/")[0] if is_part(name) else posixpath.dirname(name)

        def lead(found: re.Match[str]) -> str:
            other = posixpath.normpath(posixpath.join(folder, found[1]))
            if other not in self._sources:
                line = text.count("\n", 0, found.start()) + 1
                message = f"{found[1]!r} is not there"
                raise ContentError(
                    f"{ASSETS}/{name}", line, "reference", message, "correct the path"
                )
            target = posixpath.basename(self._add(other, above))
            return found[0].replace(found[1], posixpath.join(posixpath.dirname(found[1]), target))

        return _CSS_URL.sub(lead, text).encode()


def is_published(path: str) -> bool:
    """Whether a file below assets/ is of a kind that is published."""
    return path.endswith(KINDS)


def check_names(paths: Iterable[str]) -> None:
    """A name must mean the same in an address and on any disk; raises ContentError."""
    known = dict[str, str]()
    for path in paths:
        for name in path.split("/")[1:]:
            if not _NAME.fullmatch(name) or len(name) > LONGEST:
                hint = f"use letters a–z, digits, hyphens, _ and dots, at most {LONGEST}"
                raise ContentError(path, 1, "name", f"{name!r} cannot stand in an address", hint)
        other = known.setdefault(path.lower(), path)
        if other != path:
            message = f"{other} differs from it in capitals alone"
            raise ContentError(path, 1, "name", message, "give one of the two another name")


def read_assets(folder: Path, sources: Sources | None = None) -> Assets:
    """All assets below a folder, modules in bundles; files of other kinds are not meant for the
    browser.

    Raises ContentError for a name, a text or a reference that is not right, NodeError for a script
    or a style sheet that esbuild cannot read.
    """
    sources = sources or Sources(folder.parent)
    paths = [path for path in sources.below(ASSETS) if is_published(path)]
    check_names(paths)
    shown = {path.removeprefix(f"{ASSETS}/"): sources.read(path) for path in paths}
    for path in paths:
        # What is wrong with a text is an error with its line.
        if path.endswith(TEXTS):
            decoded(shown[path.removeprefix(f"{ASSETS}/")], path)
    scripts = (path for path in paths if path.startswith(f"{ASSETS}/js/") and path.endswith(".js"))
    # In the order of the files, so that numbers are the same in each build.
    messages = dict.fromkeys(
        message for path in scripts for message in sources.facts(path, messages_of)
    )
    numbers = {message: number for number, message in enumerate(messages)}
    modules = {
        name: numbered(shown.pop(name).decode(), numbers).encode()
        for name in list(shown)
        if is_module(name)
    }
    plain = {name: data for name, data in shown.items() if name.endswith((".css", ".js"))}
    # A reference that leads nowhere is an error with its line; once sheets are small, they have one
    # line only.
    Assets(shown)
    whole = {name: data for name, data in shown.items() if not is_part(name)}
    assets = Assets(whole | make_small(plain))
    assets.add_bundles(make_bundles(modules))
    assets.numbers = numbers
    return assets
