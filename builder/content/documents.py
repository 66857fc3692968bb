"""Reading one Markdown file: front matter between `+++` lines, then sections `## Heading {#id}`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from builder.content.figures import has_figures
from builder.content.frontmatter import split
from builder.content.model import Document, SourceSection
from builder.markdown import links
from builder.markdown.prose import STEP, read
from builder.values import statements
from builder.values.digests import digest_of
from builder.values.errors import ContentError
from builder.values.headers import FOR_EVER
from builder.values.slugs import LONGEST_ALIAS, LONGEST_ID, TAKEN, name_fault, shown, slug_from
from builder.values.toml import Table, decoded

VIEW_IDS = ("board", "changes", "ruleset", "length", "others")
"""Ids that templates give to the parts of a variant's page."""
SHARED_IDS = ("content", "languages", "menu", "offline-state")
"""Ids that they give to the parts of every page."""
DRAWN = re.compile(r"[cdfhs]|[JQK]h?|back|weave|i-.*")
"""Ids of the drawings that pages put their cards and icons together from."""
LINES_OF_MARKDOWN = ("lead", "summary", "paragraph", "changes_caption")
"""Fields of the front matter that are read as Markdown."""
_ELSEWHERE = ("summary", "paragraph")
"""Of these, those that other pages show."""
_SECTION = re.compile(r"## +(?P<title>.+?) *\{#(?P<id>[^{}\s]+)\} *")
"""A heading of a section: "## How to play {#steps}"."""
_SPEAKS = re.compile(r"[\[<{]")
"""A text without one of these has no link, no HTML and no attribute."""
_ALIAS = re.compile(r"([A-Za-z0-9_~-]+/)+([A-Za-z0-9_~-]+\.html)?|[A-Za-z0-9_~-]+\.html")
"""An address below the root: "en/old-address/", "old.html"."""


@dataclass(frozen=True)
class Kind:
    """What a kind of page must and may say, and what it shows beside its texts."""

    name: str
    """That of its template: "variant" for variant.html."""
    required: tuple[str, ...]
    """Fields of the front matter that must say something."""
    optional: tuple[str, ...] = ()
    sections: tuple[str, ...] | None = ()
    """The ids of its sections in their order; None for any, in any order."""
    has_slug: bool = True
    """False where the address is fixed, as that of a home page."""
    views: tuple[str, ...] = ()
    """What its template is given beside what all are: functions of pages/views.py."""


ALWAYS = ("slug", "aliases", "source", "untranslated")
"""What every page may say: its address, those it had before, the digest of the text that it was
translated from, that it still is not."""
_PROSE = ("title", "description", "lead")
_VARIANT = Kind(
    "variant",
    (*_PROSE, "head_title", "summary", "paragraph", "changes_caption"),
    ("remarks",),
    ("what", "steps", "history"),
    views=("variant", "board_data"),
)
STANDARD_ID = "war"
_STANDARD = replace(_VARIANT, sections=("what", "steps", "customs", "questions", "history"))
KINDS = {
    "root": Kind("root", (*_PROSE, "action"), ("head_title",), has_slug=False, views=("choices",)),
    "home": Kind(
        "home",
        _PROSE,
        ("head_title",),
        ("what", "more"),
        has_slug=False,
        views=("cards", "opening", "board_data"),
    ),
    "variants": Kind("variants", _PROSE, ("head_title",), ("choose",), views=("cards",)),
    "compare": Kind("compare", _PROSE, ("head_title",), ("read",), views=("matrix",)),
    "sources": Kind(
        "prose", _PROSE, ("head_title",), ("game", "mathematics", "numbers", "licence")
    ),
    "accessibility": Kind(
        "prose", _PROSE, ("head_title",), ("supported", "keys", "limits", "report")
    ),
    "offline": Kind("offline", _PROSE, ("head_title",), ("works", "keep", "help")),
    "legal": Kind("prose", _PROSE, ("head_title",), ("publisher",)),
    "not-found": Kind("not-found", (*_PROSE, "action"), has_slug=False, views=("choices",)),
}
"""By the ids of the pages that have a kind of their own."""
_ORDINARY = Kind("prose", _PROSE, ("head_title",), sections=None)
"""A page that nothing but its own text asks for."""
_MOVED = Kind("moved", (), views=("now_href", "now_url"))
"""What stands in for a page at an address that it had before; nobody writes one."""
VIEWS = {kind.name: kind.views for kind in (*KINDS.values(), _VARIANT, _ORDINARY, _MOVED)}
"""The views of each kind, by its name."""


def id_fault(folder: str, id_: str) -> tuple[str, str] | None:
    """What is wrong with an id of a page or a variant ("pages", "variants"), and what to do; None
    if nothing is."""
    if folder == "variants" and id_ in KINDS:
        return f"{id_!r} is the id of a page", "choose another one"
    return name_fault(id_, LONGEST_ID)


def kind_of(folder: str, page: str) -> Kind:
    """The kind of a page by its folder ("variants" or "pages") and id."""
    if folder == "pages":
        return KINDS.get(page, _ORDINARY)
    return _STANDARD if page == STANDARD_ID else _VARIANT


Facts = tuple[str, tuple[tuple[str, int, str], ...], tuple[str, ...], bool, bool, tuple[str, ...]]
"""What the plan of the site asks of every document: slug, links by key (key, line, field), ids of
its sections, whether there are figures to write out, whether it is still untranslated, and the
addresses that it had before. They stand in the order of the fields of `Entry`.

An example: ("frieden", (("variant:war", 12, "link"),), ("what", "steps"), True, False, ())."""


def document_of(path: str, data: bytes) -> tuple[Facts, Document]:
    """The document in content/<folder>/<page>/<language>.md; raises ContentError."""
    _, folder, page, name = path.split("/")
    text = decoded(data, path)
    kind = kind_of(folder, page)
    document = read_document(text, path, page, name.removesuffix(".md"), kind)
    keyed = tuple(_links(document, kind))
    sections = tuple(section.id for section in document.sections)
    return (
        document.slug,
        keyed,
        sections,
        has_figures(text),
        document.untranslated,
        document.aliases,
    ), document


def _links(document: Document, kind: Kind) -> Iterator[tuple[str, int, str]]:
    """The links by key in all Markdown of a document; raises ContentError for what no text may say
    or lead to."""
    found = [
        (text, line, field, read(text))
        for text, line, field in texts(document)
        if _SPEAKS.search(text)
    ]
    elements = [list(links.elements(parsed.html)) for *_, parsed in found]
    parts = [
        *(section.id for section in document.sections),
        *(VIEW_IDS if kind.name == "variant" else ()),
    ]
    parts += [id_ for each in elements for id_ in links.ids(each)]
    for (text, line, field, parsed), each in zip(found, elements, strict=True):
        # On another page "#part" would lead to a part of that one.
        here = () if field in _ELSEWHERE else (*parts, *SHARED_IDS)
        for fault in (*links.html_faults(parsed), *links.faults(each, here)):
            _fail(document.path, line_of(text, fault.words, line), field, fault.wrong, fault.todo)
        for key in links.keys(each):
            yield key, line_of(text, key, line), "link" if field == "body" else field
    for id_ in parts:
        # What a template or a drawing gives as an id already stands twice with the first text that
        # gives it.
        if parts.count(id_) > 1 or id_ in SHARED_IDS or DRAWN.fullmatch(id_):
            named = [(text, line) for text, line, *_ in found if f"#{id_}" in text]
            named += [("", section.line) for section in document.sections if section.id == id_]
            line = line_of(named[0][0], f"#{id_}", named[0][1])
            _fail(
                document.path,
                line,
                f"#{id_}",
                "this id stands twice on the page",
                "give each part its own",
            )


def line_of(text: str, words: str, first: int) -> int:
    """The line where words stand in a text that begins at another; that one if they are written
    otherwise."""
    # Words that Markdown has as a reference or with entities are not found as they are.
    at = text.find(words) if words else -1
    return first + text.count("\n", 0, at if at >= 0 else len(text) - len(text.lstrip()))


def texts(document: Document) -> Iterator[tuple[str, int, str]]:
    """All that Markdown is given of a document, each with the line that it begins at and the field
    that errors name."""
    for section in document.sections:
        yield from (
            _steps(section)
            if is_in_steps(document, section)
            else [(section.text, section.line + 1, "body")]
        )
    for field in LINES_OF_MARKDOWN:
        yield getattr(document, field), document.lines.get(field, 1), field
    for key, remark in document.remarks.items():
        yield remark, document.lines[f"remarks.{key}"], f"remarks.{key}"


def titles(document: Document) -> Iterator[tuple[str, int]]:
    """The titles of its sections and steps, which are no Markdown, each with its line."""
    for section in document.sections:
        yield section.title, section.line
        if is_in_steps(document, section):
            for found in STEP.finditer(section.text):
                yield found[1], section.line + 1 + section.text.count("\n", 0, found.start())


def is_in_steps(document: Document, section: SourceSection) -> bool:
    """Whether a section is shown as pictures with a text each."""
    return section.id == "steps" and document.path.startswith("content/variants/")


def _steps(section: SourceSection) -> Iterator[tuple[str, int, str]]:
    line = section.line + 1
    pieces = STEP.split(section.text)
    for number, piece in enumerate(pieces):
        # STEP has one group: headings stand at the odd places, and before the first of them is what
        # no step shows.
        if number and number % 2 == 0:
            yield piece, line, "body"
        line += piece.count("\n")


def read_document(text: str, path: str, page: str, lang: str, kind: Kind) -> Document:
    """The document that a file's text holds, checked against what its kind must say; raises
    ContentError."""
    front = split(unicodedata.normalize("NFC", text), path)
    table = front.table
    table.only((*kind.required, *kind.optional, *ALWAYS))
    untranslated = table.boolean("untranslated", False)
    # A text that is not translated yet may leave out what a page must say.
    required: dict[str, Any] = {
        field: table.string(field, "" if untranslated else None) for field in kind.required
    }
    sections = tuple(_sections(front.body, path, front.body_line))
    _check_sections(sections, kind, path, front.body_line)
    return Document(
        id=page,
        lang=lang,
        path=path,
        title=required.pop("title"),
        slug=_slug(table, lang, kind, untranslated),
        description=required.pop("description"),
        sections=sections,
        # Variants must have one, other pages may.
        head_title=required.pop("head_title", "") or table.string("head_title", ""),
        remarks=_remarks(table),
        lines=_lines(table),
        digest=digest_of(text.encode()),
        source=table.string("source", ""),
        untranslated=untranslated,
        aliases=tuple(_aliases(table)),
        **required,
    )


def _slug(table: Table, lang: str, kind: Kind, untranslated: bool) -> str:
    """The slug of a page; none for one that is no page yet, or has a fixed address."""
    if untranslated:
        return ""
    if not kind.has_slug:
        return _no_slug(table)
    made = slug_from(table.string("title"), lang)
    slug = table.string("slug", made)
    if not slug:
        raise table.fault(
            "slug", "empty", f'write one in letters a–z, as in slug = "{made or "my-page"}"'
        )
    if fault := name_fault(slug):
        message, hint = fault
        raise table.fault(
            "slug", message, hint.replace("open-war", f'slug = "{slug_from(slug, lang) or made}"')
        )
    return slug


def _no_slug(table: Table) -> str:
    if table.string("slug", ""):
        raise table.fault("slug", "this page has a fixed address", "leave slug out")
    return ""


def _aliases(table: Table) -> Iterator[str]:
    """The addresses that the page had before, as paths below the site's root."""
    for alias in table.strings("aliases") if "aliases" in table.values else ():
        if not _ALIAS.fullmatch(alias) or not _could_be(alias):
            hint = 'write paths below the site\'s root, as in aliases = ["en/old-address/"]'
            raise table.fault(
                "aliases", f"{shown(alias)} is not an address that a page can have had", hint
            )
        if len(alias) > LONGEST_ALIAS:
            hint = f"use at most {LONGEST_ALIAS}, or let the host lead from it to the page"
            raise table.fault("aliases", f"{shown(alias)} is {len(alias)} bytes long", hint)
        yield alias


def _could_be(alias: str) -> bool:
    """Whether an address could be one of a page, and its file could lie on any disk."""
    names = alias.lower().removesuffix(".html").split("/")
    # Browsers keep what lies in those folders for ever, and so would keep what stands at the old
    # address.
    return names[0] not in FOR_EVER and TAKEN.isdisjoint(names)


def _remarks(table: Table) -> dict[str, str]:
    remarks = table.table("remarks")
    return {key: remarks.string(key) for key in remarks.values}


def _lines(table: Table) -> dict[str, int]:
    """Where each field and each remark is set; of a text over lines, where it begins to say
    something."""
    remarks = table.table("remarks")
    lines = {field: table.line_of(field) for field in table.values}
    lines |= {f"remarks.{key}": remarks.line_of(key) for key in remarks.values}
    # Only such texts can begin in another line than their field, and finding where takes one more
    # reading of the TOML.
    if '"""' in table.text or "'''" in table.text:
        lines |= {
            ".".join(text.place): text.begin + table.first_line - 1
            for text in statements.texts(table.text)
        }
    return lines


def _sections(body: str, path: str, first_line: int) -> Iterator[SourceSection]:
    """The sections of a body in order; checks headings."""
    head: re.Match[str] | None = None
    line = first_line
    text = list[str]()
    level = 0
    for number, content in enumerate(body.split("\n"), first_line):
        if content.startswith("## "):
            if head:
                yield SourceSection(head["id"], head["title"], "\n".join(text), line)
            head = _heading(content, path, number)
            line = number
            text = []
            level = 2
        elif not head and content.strip():
            _fail(
                path, number, "body", "text before the first section", "begin with ## Heading {#id}"
            )
        else:
            if content.startswith("#"):
                level = _level(content, level, path, number)
            text.append(content)
    if head:
        yield SourceSection(head["id"], head["title"], "\n".join(text), line)


def _heading(content: str, path: str, line: int) -> re.Match[str]:
    found = _SECTION.fullmatch(content)
    if not found:
        _fail(path, line, "section", f"{content.strip()!r} has no id", "write ## Heading {#id}")
    if fault := name_fault(found["id"]):
        _fail(path, line, "section", *fault)
    return found


def _level(content: str, level: int, path: str, line: int) -> int:
    """The heading level after this line; one that skips a level is a fault."""
    found = re.match(r"(#+) ", content)
    if not found:
        return level
    new = len(found[1])
    if new == 1 or new > level + 1:
        hint = "start sections with ##, parts of a section with ###"
        _fail(path, line, "heading", f"{content.strip()!r} breaks the order of headings", hint)
    return new


def _check_sections(
    sections: tuple[SourceSection, ...], kind: Kind, path: str, body_line: int
) -> None:
    """The sections must be those of the kind, in its order."""
    wanted = kind.sections
    found = [section.id for section in sections]
    if wanted is None:
        _check_ids(sections, path)
        return
    order = ", ".join(f"{{#{section}}}" for section in wanted) or "no section at all"
    for section in sections:
        if section.id not in wanted:
            _fail(path, section.line, f"#{section.id}", "unknown section", f"this page has {order}")
    for id_ in wanted:
        if id_ not in found:
            _fail(path, body_line, f"#{id_}", "missing section", f"write {order}, in this order")
    if tuple(found) != wanted:
        # The first that stands where another one should; one behind the last that is wanted, too.
        line = next(s.line for s, w in zip(sections, (*wanted, ""), strict=False) if s.id != w)
        _fail(path, line, "sections", "twice or out of order", f"write {order}, each once")


def _check_ids(sections: tuple[SourceSection, ...], path: str) -> None:
    seen = set[str]()
    for section in sections:
        if section.id in seen:
            _fail(
                path,
                section.line,
                f"#{section.id}",
                "this id stands twice",
                "give each section its own",
            )
        seen.add(section.id)


def _fail(path: str, line: int, field: str, message: str, hint: str) -> NoReturn:
    raise ContentError(path, line, field, message, hint)
