"""The parser of Markdown, made once: making it takes longer than a page does.

Most of a build's time would go into Markdown's general way through a tree, which most texts do not need: their words
hold emphasis and links, and nothing within them. Such a text is *plain*. One of paragraphs alone is written at once,
one with lists, tables or headings by way of a simpler tree, and every other takes Markdown's own way. What comes out is
the same (a test compares it with Markdown itself).
"""

from __future__ import annotations

import re
from collections.abc import Callable
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

_RICH = re.compile(r"[`\\<_{\t\x02\x03]|&(?!\s)")
"""What only Markdown's own way can read: code, escapes, HTML, attributes, entities, and underscores."""
_BLOCK = re.compile(
    r"""[|] | [ ]$ | ^[ #>=+-] | ^\*[\s*]*$ | ^\*\s   # tables; spaces; headings, quotes, lists and lines
      | ^\d+\.\s | ^\[[^\]]*\]:   # numbered lists, and where links of another kind lead""",
    re.MULTILINE | re.VERBOSE,
)
"""What begins a block that is no paragraph, or could."""
_PART = re.compile(
    r"""\[([^][*]+)\]\(([^\s()<>"'*]+)\)   # a link: its text, where it leads
      | \*(?<!\*\*)(\*?)(?![\s*])([^*]+)(?<!\s)\*\3(?!\*)   # emphasis: a second star or none, its text""",
    re.VERBOSE,
)


def _is_rich(text: str) -> bool:
    """Whether a text holds more than emphasis and links; breaks and pictures are among the more."""
    return "  \n" in text or "![" in text or bool(_RICH.search(text))


def _split(text: str) -> list[str] | None:
    """A text that is not rich, split at its links and emphases as `_PART` finds them; None if there is more in it."""
    if "*" not in text and "[" not in text:
        return [text]
    parts = _PART.split(text)
    rest = "".join([*parts[::5], *(part for part in parts[4::5] if part)])
    return None if "*" in rest or "[" in rest else parts


def _paragraphs(text: str) -> str | None:
    """A plain text of paragraphs alone as HTML; None for any other."""
    if _is_rich(text) or _BLOCK.search(text):
        return None
    found = [_split(block.lstrip()) for block in text.rstrip("\n").split("\n\n") if block.strip()]
    return "\n".join([f"<p>{_html(parts)}</p>" for parts in found if parts]) if all(found) else None


def _html(parts: list[str]) -> str:
    """The text that was split."""
    found = [_escaped(parts[0])]
    for start in range(1, len(parts), 5):
        linked, target, star, stressed, tail = parts[start : start + 5]
        if linked:
            found.append(f'<a href="{_escaped(target)}">{_escaped(linked)}</a>')
        else:
            tag = "strong" if star else "em"
            found.append(f"<{tag}>{_escaped(stressed)}</{tag}>")
        found.append(_escaped(tail))
    return "".join(found)


def _parts(node: Element) -> list[str] | None:
    """The text of a node, split; None if there is more in it."""
    if (node.tail and not node.tail.isspace()) or isinstance(node.text, AtomicString):
        return None
    return _split(node.text or "")


class _Inline(InlineProcessor):
    """Reads a plain text at once."""

    rich, plain = False, False

    def run(self, tree: Element, ancestors: list[str] | None = None) -> Element:
        found = [] if self.rich else [(node, _parts(node)) for node in tree.iter()]
        self.plain = not self.rich and all(parts is not None for _, parts in found)
        if not self.plain:
            return super().run(tree, ancestors)
        for node, parts in found:
            if parts and len(parts) > 1:
                node.text = Markup(_html(parts))
        return tree


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
        html = _paragraphs(text)
        if html is not None:
            return html
        self.project.tables.title = title
        return self.markdown.reset().convert(text)
