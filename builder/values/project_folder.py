"""Where this project itself lies, with what was installed for it, wherever the content is that it
builds."""

from __future__ import annotations

from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
CACHE = HOME / ".cache"
"""What is kept from one build to the next; it may be removed at any time."""
