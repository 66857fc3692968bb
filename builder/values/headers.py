"""What a host says beside the bytes of a file: its type, the site's policy, and how long a browser
may keep it."""

from __future__ import annotations

import re
from posixpath import splitext

# By the end of a name. A browser runs nothing that comes with the wrong type.
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".xml": "application/xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json; charset=utf-8",
}
ANY_TYPE = "application/octet-stream"
"""The type of all other files: bytes that a browser does not show."""
# 'wasm-unsafe-eval' lets the engine compile its WebAssembly, and no text be run as a script.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src"
    " 'self'; style-src 'self'; img-src 'self' data:; manifest-src 'self'; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'none'"
)
GUARDS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
"""What every answer carries."""
NO_CACHE = "no-cache"
"""A browser may keep the file, but asks each time whether it is still the same."""
IMMUTABLE = "public, max-age=31536000, immutable"
"""A year, in seconds, without being asked for again."""
FOR_EVER = ("assets", "recordings", "words")
"""Folders in the root whose files browsers keep for ever: the build gives each of them a name by
its content."""
HEADERS = GUARDS | {"Cache-Control": NO_CACHE}
"""What this machine says of every file: an edit shows at once."""

# Ours (site.1b2c3d4e.css), esbuild's (main-AB12CD34.js), and folders (engine-0123456789ab/…).
_HASHED = re.compile(r"(\.[0-9a-f]{8}|-[0-9A-Z]{8})\.[a-z0-9]+$|-[0-9a-f]{12}/[^/]+$")


def content_type(path: str) -> str:
    """The type of a file, by the end of its name."""
    return TYPES.get(splitext(path)[1], ANY_TYPE)


def is_hashed(path: str) -> bool:
    """Whether the name changes with the content, so that a browser may keep the file for ever.

    >>> is_hashed("css/site.1b2c3d4e.css"), is_hashed("js/main-AB12CD34.js"), is_hashed("sw.js")
    (True, True, False)
    """
    return _HASHED.search(path) is not None
