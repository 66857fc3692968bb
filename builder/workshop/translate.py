"""Extracting messages, carrying them into each language's catalog, and compiling catalogs, all by
Babel.

The template names files without lines and carries no dates, so that a diff shows words and nothing
else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, check_and_call_extract_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import write_po

from builder.content import catalogs
from builder.content.model import Settings
from builder.system.files import replace_file, replace_files
from builder.tracking.sources import files_below, with_plain_ends
from builder.values.toml import read_text
from builder.workshop import message_places

TEMPLATE = catalogs.TEMPLATE
PROJECT = catalogs.PROJECT
METHODS = [
    ("engine/**.py", "python"),
    ("builder/**.py", "python"),
    ("templates/**.html", "jinja2"),
    ("assets/js/**.js", "javascript"),
]
"""How Babel reads each kind of file, by a pattern of paths."""
OPTIONS = {
    "templates/**.html": {"encoding": "utf-8", "trimmed": "true", "newstyle_gettext": "true"}
}
COMMENT = "Translators:"
"""How a comment in the code begins that goes into the catalogs."""
WHERE = "Where:"
_BEFORE = "| "
"""How a line begins that has what a fuzzy message was before."""
_UNWANTED = re.compile(
    rb'^"(POT-Creation-Date|PO-Revision-Date|Generated-By|Last-Translator|Language-Team|Report-Msgid-Bugs-To):.*\\n"\n',
    re.MULTILINE,
)
"""Fields of a header that change with the day, the machine or the tool."""


def extract(root: Path) -> Catalog:
    """All messages of the engine, the builder, the templates and the scripts."""
    catalog = Catalog(project=PROJECT, fuzzy=False)
    catalog.header_comment = f"# Messages of {PROJECT}. Made by: python build.py translate extract"
    folders = ("engine", "builder", "templates", "assets/js")
    for folder in folders:
        for name, number, message, comments, context in sorted(
            _messages(root, folder), key=_by_file
        ):
            file = f"{folder}/{name}"
            aids = _aids(root, file, number, message, comments)
            catalog.add(message, None, [(file, 0)], auto_comments=aids, context=context)
    for found in catalogs.messages(catalog):
        # A message that stands in several files has several places: they come first, before all
        # notes.
        found.auto_comments.sort(key=lambda aid: not aid.startswith(WHERE))
    return catalog


def _aids(
    root: Path, file: str, number: int, message: str | tuple[str, ...], comments: list[str]
) -> list[str]:
    """What a translator should know of a message: where it appears, what the code says, what its
    placeholders are."""
    texts = [message] if isinstance(message, str) else message
    place = message_places.where(file, read_text(root / file, file), number, texts[0])
    note = " ".join(comments).removeprefix(COMMENT).strip()
    said = [f"{WHERE} {place}."] if place else []
    return [*said, *([f"Note: {note}"] if note else []), *message_places.placeholders(texts, note)]


Extracted = tuple[str, int, str | tuple[str, ...], list[str], str | None]
"""A message as Babel finds it: file, line, text or texts of a plural, comments, context."""


def _messages(root: Path, folder: str) -> Iterator[Extracted]:
    # Babel compares patterns with paths below the folder that it is given.
    methods = [
        (pattern.removeprefix(f"{folder}/"), how)
        for pattern, how in METHODS
        if pattern.startswith(f"{folder}/")
    ]
    options = {key.removeprefix(f"{folder}/"): value for key, value in OPTIONS.items()}
    for pattern, _ in methods:
        for file in files_below(root / folder, Path(pattern).suffix):
            yield from check_and_call_extract_file(
                file,
                methods,
                options,
                None,
                DEFAULT_KEYWORDS,
                (COMMENT,),
                False,
                dirpath=root / folder,
            )


def _by_file(found: Extracted) -> tuple[str, int]:
    return found[0], found[1]


def to_bytes(catalog: Catalog) -> bytes:
    """The catalog as a file, without the time of day."""
    out = BytesIO()
    write_po(
        out, catalog, width=100, include_lineno=False, include_previous=True, ignore_obsolete=False
    )
    # Only the head may lose lines.
    head, between, messages = out.getvalue().partition(b"\n\n")
    # Where Babel is told no version of the project, it writes "VERSION".
    head = _UNWANTED.sub(b"", head + b"\n").removesuffix(b"\n").replace(b" VERSION\\n", b"\\n", 1)
    # What messages were before is a plain comment to Babel (`for_babel`): here it gets its own form
    # again.
    return head + between + re.sub(rb"\n# (~?\| )", rb"\n#\1", messages)


def write_template(root: Path) -> int:
    """Write the template; returns the number of its messages."""
    catalog = extract(root)
    replace_file(root / TEMPLATE, to_bytes(catalog))
    return len(catalog)


def update(root: Path, code: str) -> Catalog:
    """Bring a language's catalog up to the code."""
    catalog = updated(root, code, extract(root))
    replace_file(root / catalogs.catalog_path(code), to_bytes(catalog))
    return catalog


def update_all(root: Path, codes: Iterable[str]) -> dict[str, Catalog]:
    """Write the template, and bring the catalogs of these languages up to it."""
    template = extract(root)
    found = {code: updated(root, code, template) for code in codes}
    files = {catalogs.catalog_path(code): to_bytes(catalog) for code, catalog in found.items()}
    files[TEMPLATE] = to_bytes(template)
    replace_files({root / path: data for path, data in files.items()})
    return found


def updated(root: Path, code: str, template: Catalog) -> Catalog:
    """A language's catalog brought up to the template; one that is not there begins empty."""
    catalog = catalogs.read_catalog(root, code)
    # Not one without messages, which may hold past ones.
    if catalog is None:
        catalog = catalogs.new_catalog(code)
    catalog.update(template, update_creation_date=False)
    _forget(catalog)
    return catalog


def _forget(catalog: Catalog) -> None:
    """Let go what a message was before, once nobody doubts its translation; Babel would keep it as
    a comment."""
    for message in catalogs.messages(catalog):
        message.user_comments = [
            comment
            for comment in message.user_comments
            if message.fuzzy or not comment.startswith(_BEFORE)
        ]


def progress(catalog: Catalog) -> str:
    """How far a catalog is translated, in words."""
    found = list(catalogs.messages(catalog))
    done = sum(catalogs.is_translated(message) for message in found)
    return (
        f"{done} of {len(found)} messages translated, {sum(message.fuzzy for message in found)}"
        " fuzzy"
    )


def compile_catalogs(root: Path, settings: Settings, out: Path) -> list[Path]:
    """Write <out>/<code>.mo for each language; the build itself reads .po files and needs none of
    them."""
    written = dict[Path, bytes]()
    for language in settings.languages:
        catalog = catalogs.read_catalog(root, language.code)
        if catalog:
            compiled = BytesIO()
            write_mo(compiled, catalog)
            written[out / f"{language.code}.mo"] = compiled.getvalue()
    replace_files(written)
    return list(written)


def is_current(root: Path) -> bool:
    """Whether the template holds exactly the messages of the code, and what it says of them."""
    file = root / TEMPLATE
    if not file.exists():
        return False
    # git may have checked the file out with the ends of lines of Windows.
    return with_plain_ends(TEMPLATE, file.read_bytes()) == to_bytes(extract(root))
