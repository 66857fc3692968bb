"""Simple Markdown as HTML, at once.

Most of a build's time would go into Markdown's way through a tree, which most texts do not need: their blocks are
paragraphs, headings, tables and lists of one level, with blank lines between them, and their words hold emphasis and
links, and nothing within them. What comes out is the same (a test compares it with Markdown itself).
"""

from __future__ import annotations

import re
from contextlib import suppress

_RICH = ("`", "\\", "<", "_", "{", "\t", "\r", "\x02", "\x03", "![", "  \n")
"""What only Markdown's own way can read: code, escapes, HTML, attributes, underscores, pictures, and breaks."""
_ENTITY = re.compile(r"&(?!\s)")
"""What it also reads: an entity, or what could be one."""
_PART = re.compile(
    r"""\[([^][*]+)\]\(([^][\s()&"'*]+)\)   # a link: its text, where it leads
      | \*(?<!\*\*)(\*?)(?![\s*])([^*]+)(?<!\s)\*\3(?!\*)   # emphasis: a second star or none, its text""",
    re.VERBOSE,
)
_BLOCK = re.compile(r"\n(?:[ #>=+-]|\d+\.\s)")
"""A line that begins a block that is no paragraph, or could; a star that does is one too many for `_inline`."""
_HEADING = re.compile(r"(#{1,6})([^#\n]+)")
_AND = re.compile(r"&(?!(?:#[0-9]+|#x[0-9a-f]+|[0-9a-z]+);)", re.IGNORECASE)
"""What Markdown takes for no entity."""
_DELIMITER = re.compile(r"[|: -]+")
_ALIGNMENT = {(True, True): "center", (True, False): "left", (False, True): "right"}
"""By whether a column's delimiter begins and ends with a colon."""


class _NotSimpleError(Exception):
    """A text holds more than can be written at once."""


def _is_rich(text: str) -> bool:
    """Whether a text holds more than emphasis and links."""
    return any(sign in text for sign in _RICH) or bool(_ENTITY.search(text))


def written(text: str, title: str) -> str | None:
    """A simple text as HTML, the title naming its tables; None for any other text."""
    with suppress(_NotSimpleError):
        return _written(text, title)
    return None


def _written(text: str, title: str) -> str:
    if " \n" in text or text.endswith(" ") or _is_rich(text):  # a space makes of "a\n- " a heading
        raise _NotSimpleError
    blocks = [_block(block.lstrip("\n"), title) for block in text.rstrip("\n").split("\n\n")]
    html = "\n".join(filter(None, blocks))
    if "</ul>\n<ul>" in html:  # to Markdown, one list with paragraphs in it
        raise _NotSimpleError
    return html


def _block(block: str, title: str) -> str:
    if block.startswith("|"):
        return _table(block, title)
    if block.startswith("#"):
        return _heading(block)
    if block.startswith("- "):
        items = "".join([f"<li>{_words(item)}</li>\n" for item in block[2:].split("\n- ")])
        return f"<ul>\n{items}</ul>"
    words = _words(block)
    return f"<p>{words}</p>" if words else ""


def _heading(block: str) -> str:
    found = _HEADING.fullmatch(block)
    if not found:
        raise _NotSimpleError
    tag = f"h{len(found[1])}"
    return f"<{tag}>{_inline(found[2].strip())}</{tag}>"


def _table(block: str, title: str) -> str:
    """A table as `markdown.Tables` makes it; lines begin and end with a bar and have equally many cells."""
    lines = block.split("\n")
    rows = [_cells(line) for line in lines]
    if len(rows) < 3 or len({len(row) for row in rows}) > 1 or not _DELIMITER.fullmatch(lines[1]):
        raise _NotSimpleError
    styles = [_style(cell) for cell in rows[1]]
    columns = [f"td{style}" for style in styles]
    columns[0] = f'th scope="row"{styles[0]}'
    head = _row([f'th scope="col"{style}' for style in styles], rows[0])
    body = "".join([_row(columns, row) for row in rows[2:]])
    caption = f'<caption class="sr">{_title(title)}</caption>'
    return f"<table>{caption}\n<thead>\n{head}</thead>\n<tbody>\n{body}</tbody>\n</table>"


def _title(text: str) -> str:
    return _AND.sub("&amp;", text).replace("<", "&lt;").replace(">", "&gt;")


def _cells(line: str) -> list[str]:
    if not (line.startswith("|") and line.endswith("|")):
        raise _NotSimpleError
    return [cell.strip(" ") for cell in line[1:-1].split("|")]


def _style(delimiter: str) -> str:
    alignment = _ALIGNMENT.get((delimiter.startswith(":"), delimiter.endswith(":")))
    return f' style="text-align: {alignment};"' if alignment else ""


def _row(columns: list[str], cells: list[str]) -> str:
    """A row of a table; each of its columns is a tag and its attributes."""
    found = [f"<{column}>{_inline(cell)}</{column[:2]}>\n" for column, cell in zip(columns, cells, strict=True)]
    return f"<tr>\n{''.join(found)}</tr>\n"


def _words(text: str) -> str:
    """The words of a paragraph or an item."""
    if "|" in text or _BLOCK.search("\n" + text):
        raise _NotSimpleError
    return _inline(text.lstrip())


def _inline(text: str) -> str:
    """The words of a text that is not rich."""
    html = text.replace("&", "&amp;").replace(">", "&gt;")
    if "*" in html or "[" in html:
        html = _PART.sub(_part, html)
        if "*" in html or "[" in html:
            raise _NotSimpleError
    return html


def _part(found: re.Match[str]) -> str:
    linked, target, star, stressed = found.groups()
    if linked:
        return f'<a href="{target}">{linked}</a>'
    tag = "strong" if star else "em"
    return f"<{tag}>{stressed}</{tag}>"
