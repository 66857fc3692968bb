"""The one error that wrong content raises."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class ContentError(Exception):
    """Wrong content: where it is, what is wrong and what to do, as one line.

    `path` is below the project's root, `line` counts from 1, `field` is the part of the file that
    is meant.

    >>> print(ContentError("content/site.toml", 3, "source", "'xx' is unknown", "use de or en"))
    content/site.toml:3: source: 'xx' is unknown — use de or en
    """

    path: str
    line: int
    field: str
    message: str
    hint: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.field}: {self.message} — {self.hint}"
