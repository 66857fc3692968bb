"""The messages of the page's scripts, found in assets/js.

Each page gets those of its own language as JSON (pages/script_words.py), under the numbers that
stand for them in the scripts as they are sent.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from builder.pages.script_words import Message
from builder.tracking.sources import files_below
from builder.values.toml import decoded

_TEXT = r'"(?:[^"\\]|\\.)*"'
"""A text in double quotes, with escapes."""
_CALL = re.compile(rf"\b([np]?gettext)\(\s*({_TEXT})(?:\s*,\s*({_TEXT}))?")
"""A message where a script asks for it, up to the end of its last text."""
_SPOKEN = re.compile(rf"/\*.*?\*/|(?<!:)//[^\n]*|{_CALL.pattern}", re.DOTALL)
"""A comment, or a message that is not in one; a test compares what is found with what Babel
finds."""


def script_messages(folder: Path, names: Iterable[str] | None = None) -> list[Message]:
    """The messages of the scripts below a folder, or of those of these names alone."""
    scripts = files_below(folder, ".js") if names is None else (folder / name for name in names)
    return list(
        dict.fromkeys(
            message for file in sorted(scripts) for message in messages_of("", file.read_bytes())[0]
        )
    )


def messages_of(path: str, data: bytes) -> tuple[tuple[Message, ...], None]:
    """The messages of one script."""
    # A comment matches without a call.
    found = (call for call in _SPOKEN.finditer(decoded(data, path)) if call[1])
    return tuple(dict.fromkeys(map(_message, found))), None


def _message(call: re.Match[str]) -> Message:
    one = json.loads(call[2])
    two = json.loads(call[3] or "null")
    return (
        (one, two, None)
        if call[1] == "pgettext"
        else (None, one, two if call[1] == "ngettext" else None)
    )


def numbered(script: str, numbers: Mapping[Message, int]) -> str:
    """A script with the number of each message in the place of its text; comments are no calls."""

    def number(found: re.Match[str]) -> str:
        return _numbered_call(found, numbers) if found[1] else found[0]

    return _SPOKEN.sub(number, script)


def _numbered_call(call: re.Match[str], numbers: Mapping[Message, int]) -> str:
    number = numbers[_message(call)]
    # Arguments keep their places, though the script has no use for a context or a plural here.
    match call[1]:
        case "pgettext":
            return f'pgettext("", {number}'
        case "ngettext":
            return f'ngettext({number}, ""'
        case _:
            return f"gettext({number}"
