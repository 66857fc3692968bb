"""The parser of Markdown, made once: making it takes longer than a page does.

Most of a build's time would go into Markdown's general way through a tree, which most texts do not need: their words
hold emphasis and links, and nothing within them. Such a text is *plain*. One whose blocks are *simple* (paragraphs,
headings, tables and lists of one level, with blank lines between them) is written at once, one with others by way of a
simpler tree, and a text that is not plain takes Markdown's own way. What comes out is the same (a test compares it with
Markdown itself).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.extensions.attr_list import AttrListExtension
from markdown.extensions.tables import TableExtension
from markdown.preprocessors import HtmlBlockPreprocessor
from markdown.serializers import RE_AMP
from markdown.treeprocessors import InlineProcessor, Treeprocessor
from markdown.util import AtomicString
from markupsafe import Markup

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
_DELIMITER = re.compile(r"[|: -]+")
_ALIGNMENT = {(True, True): "center", (True, False): "left", (False, True): "right"}
"""By whether a column's delimiter begins and ends with a colon."""


class _NotSimpleError(Exception):
    """A text holds more than can be written at once."""


def _is_rich(text: str) -> bool:
    """Whether a text holds more than emphasis and links."""
    return any(sign in text for sign in _RICH) or bool(_ENTITY.search(text))


def _written(text: str, title: str) -> str:
    """A plain text of simple blocks as HTML; the title names its tables."""
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
    """A table as `Tables` makes it; each line begins and ends with a bar, and all have the same number of cells."""
    lines = block.split("\n")
    rows = [_cells(line) for line in lines]
    if len(rows) < 3 or len({len(row) for row in rows}) > 1 or not _DELIMITER.fullmatch(lines[1]):
        raise _NotSimpleError
    styles = [_style(cell) for cell in rows[1]]
    columns = [f"td{style}" for style in styles]
    columns[0] = f'th scope="row"{styles[0]}'
    head = _row([f'th scope="col"{style}' for style in styles], rows[0])
    body = "".join([_row(columns, row) for row in rows[2:]])
    caption = f'<caption class="sr">{_escaped(title)}</caption>'
    return f"<table>{caption}\n<thead>\n{head}</thead>\n<tbody>\n{body}</tbody>\n</table>"


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


def _node(node: Element) -> str:
    """The words of a node."""
    if (node.tail and not node.tail.isspace()) or isinstance(node.text, AtomicString):
        raise _NotSimpleError
    return _inline(node.text or "")


class _Inline(InlineProcessor):
    """Reads a plain text at once."""

    rich, plain = False, False

    def run(self, tree: Element, ancestors: list[str] | None = None) -> Element:
        self.plain = False
        if not self.rich:
            with suppress(_NotSimpleError):
                for node, html in [(node, _node(node)) for node in tree.iter()]:
                    node.text = Markup(html)
                self.plain = True
                return tree
        return super().run(tree, ancestors)


class _Unless(Treeprocessor):
    """A step of Markdown's that plain texts do not need."""

    def __init__(self, inline: _Inline, step: Treeprocessor) -> None:
        super().__init__()
        self.inline, self.step = inline, step

    def run(self, root: Element) -> Element | None:
        return None if self.inline.plain else self.step.run(root)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.step, name)  # other steps look for what this one knows


class _Html(HtmlBlockPreprocessor):
    """Looks for HTML where some could be, and whether the text is rich."""

    def __init__(self, md: Markdown, inline: _Inline) -> None:
        super().__init__(md)
        self.inline = inline

    def run(self, lines: list[str]) -> list[str]:
        source = "\n".join(lines)
        self.inline.rich = _is_rich(source)
        return super().run(lines) if "<" in source or "&" in source else lines


class Tables(Treeprocessor):
    """Gives tables what a screen reader needs: a caption and the direction of their heads."""

    title = ""

    def run(self, root: Element) -> None:
        for table in root.iter("table"):
            caption = Element("caption", {"class": "sr"})
            caption.text, caption.tail = self.title, "\n"
            table.insert(0, caption)
            for head in table.iter("th"):
                head.set("scope", "col")
            for row in table.iterfind("tbody/tr"):
                row[0].tag = "th"
                row[0].set("scope", "row")


class _Writer:
    """Writes the tree of a plain text with Markdown's line breaks; any other with Markdown's own writer."""

    def __init__(self, md: Markdown, inline: _Inline) -> None:
        self.inline, self.otherwise, self.blocks = inline, md.serializer, frozenset(md.block_level_elements)

    def __call__(self, root: Element) -> str:
        if not self.inline.plain:
            return self.otherwise(root)
        found: list[str] = []
        self._write(root, found.append)
        return "".join(found)

    def _write(self, element: Element, put: Callable[[str], object]) -> None:
        tag, text, tail, children = element.tag, element.text, element.tail, list(element)
        attributes = _attributes(element) if element.keys() else ""
        if children and children[0].tag in self.blocks and not (text and text.strip()):
            text = "\n"
        put(f"<{tag}{attributes}>{_escaped(text) if text else ''}")
        for child in children:
            self._write(child, put)
        end = "" if tag == "hr" else f"</{tag}>"  # the one element of a plain text that ends itself
        if tag in self.blocks and not (tail and tail.strip()):
            tail = "\n"
        put(f"{end}{_escaped(tail) if tail else ''}")


def _attributes(element: Element) -> str:
    """An element's attributes; no value in a plain text holds a quote."""
    return "".join([f' {name}="{_escaped(value)}"' for name, value in sorted(element.items())])


def _escaped(text: str) -> str:
    if isinstance(text, Markup):
        return text
    if "&" in text:
        text = RE_AMP.sub("&amp;", text)
    return text.replace("<", "&lt;").replace(">", "&gt;")


class _Project(Extension):
    """This project's own steps."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name that Markdown calls
        self.tables = Tables(md)
        self.inline = inline = _Inline(md)
        steps = md.treeprocessors
        for name, priority in (("prettify", 10), ("attr_list", 8), ("unescape", 0)):
            steps.register(_Unless(inline, steps[name]), name, priority)
        steps.register(self.tables, "tables", 12)
        steps.register(inline, "inline", 20)
        md.preprocessors.register(_Html(md, inline), "html_block", 20)


class Parser:
    """Markdown with tables and lists of attributes, and nothing else."""

    def __init__(self) -> None:
        self.project = _Project()
        # By name, Markdown would search all that is installed for them.
        extensions = [AttrListExtension(), TableExtension(), self.project]
        self.markdown = Markdown(extensions=extensions, output_format="html")
        self.markdown.serializer = _Writer(self.markdown, self.project.inline)

    def parse(self, text: str, title: str) -> str:
        """A text as HTML; the title names its tables."""
        with suppress(_NotSimpleError):
            return _written(text, title)
        self.project.tables.title = title
        return self.markdown.reset().convert(text)
