"""Files that pages refer to, under names that change with their content, so that hosts may keep them for ever."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from builder.bundle import is_module, make_bundles
from builder.errors import ContentError

FOLDER = "assets"
_CSS_URL = re.compile(r"""url\(\s*["']?(?!data:|https?:|#)([^"')?#]+)""")
_JS_IMPORT = re.compile(r"""(?:\bfrom|\bimport|\bimport\()\s*["'](\.{1,2}/[^"']+)["']""")
_REFERENCES = {".css": _CSS_URL, ".js": _JS_IMPORT, ".mjs": _JS_IMPORT}


class Assets:
    """The files below assets/: their hashed paths and their bytes with references rewritten, leaves first."""

    def __init__(self, sources: Mapping[str, bytes]) -> None:
        self._sources = sources
        self._paths: dict[str, str] = {}
        self.files: dict[str, bytes] = {}
        for name in sorted(sources):
            self._add(name, ())

    def path(self, name: str) -> str:
        """Where the asset of this name lies below the site's root; raises KeyError if there is none."""
        return self._paths[name]

    def add_made(self, paths: Mapping[str, str], files: Mapping[str, bytes]) -> None:
        """Takes in files that have their final names already, and under which of them each asset is found."""
        self._paths |= {name: f"{FOLDER}/{path}" for name, path in paths.items()}
        self.files |= {f"{FOLDER}/{path}": data for path, data in files.items()}

    def _add(self, name: str, above: tuple[str, ...]) -> str:
        if name in above:
            raise ContentError(f"{FOLDER}/{name}", 1, "import", "imports itself", "break the circle")
        if name not in self._paths:
            content = self._rewritten(name, (*above, name))
            self._paths[name] = f"{FOLDER}/{hashed(name, content)}"
            self.files[self._paths[name]] = content
        return self._paths[name]

    def _rewritten(self, name: str, above: tuple[str, ...]) -> bytes:
        """The file with each reference to another asset led to its hashed name."""
        pattern = _REFERENCES.get(posixpath.splitext(name)[1])
        if not pattern:
            return self._sources[name]
        text = self._sources[name].decode()

        def lead(found: re.Match[str]) -> str:
            other = posixpath.normpath(posixpath.join(posixpath.dirname(name), found[1]))
            if other not in self._sources:
                line = text.count("\n", 0, found.start()) + 1
                message = f"{found[1]!r} is not there"
                raise ContentError(f"{FOLDER}/{name}", line, "reference", message, "correct the path")
            target = posixpath.basename(self._add(other, above))
            return found[0].replace(found[1], posixpath.join(posixpath.dirname(found[1]), target))

        return pattern.sub(lead, text).encode()


def hashed(name: str, content: bytes) -> str:
    """The name with eight digits of its content's digest before the suffix."""
    stem, suffix = posixpath.splitext(name)
    return f"{stem}.{sha256(content).hexdigest()[:8]}{suffix}"


def read_assets(folder: Path) -> Assets:
    """All assets below a folder, modules in bundles; hidden files are not meant for the browser."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    named = {file.relative_to(folder).as_posix(): file for file in files}
    shown = {name: file.read_bytes() for name, file in named.items() if not re.search(r"(^|/)\.", name)}
    modules = {name: shown.pop(name) for name in list(shown) if is_module(name)}
    assets = Assets(shown)
    assets.add_made(*make_bundles(modules))
    return assets
