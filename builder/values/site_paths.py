"""Where things lie in the site, as far as several rooms must agree upon it."""

from __future__ import annotations

ASSETS = "assets"
"""The folder of styles, scripts and pictures, in the project and in the site."""
RECORDINGS = "recordings"
"""The folder of recorded deals."""
WORDS = "words"
"""The folder of the messages that boards load later, a file for each language."""
FAVICON = "favicon.ico"
"""At the site's root, where some browsers look without being told."""
SERVICE_WORKER = "sw.js"
"""At the root and never under another name, or browsers would go on with the old one."""


def manifest_path(lang: str) -> str:
    """Where a language's manifest lies; its address stays, since installed apps ask for it
    again."""
    return f"manifest.{lang.lower()}.webmanifest"
