"""The first files of a new language or a new variant, with all that is to be filled in and nothing
made up."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from builder.content import catalogs
from builder.content.documents import id_fault, kind_of
from builder.content.frontmatter import (
    FENCE,
    edited,
    with_front,
    with_language,
    with_value,
    without,
)
from builder.content.load import (
    CODES,
    PICTURES,
    SITE,
    TINTS,
    CodeError,
    direction_of,
    locale_of,
    read_settings,
    read_variants,
    settings_of,
    source_documents,
)
from builder.content.model import Language, Settings
from builder.system.files import replace_files
from builder.values.errors import ContentError
from builder.workshop import translate
from engine.rules import CHOICES, MOST_FACE_DOWN, STANDARD, Rules

LIMIT_SHOWN = 1000
"""What the skeleton writes as a battle limit, which has no default."""
EXPLAINED = {
    "title": "the name of the game",
    "slug": "its place in the address: a-z, 0-9 and hyphens",
    "head_title": "title of the browser's tab and of search results, without the site's name",
    "description": "for search results: what the page has, in about 150 characters",
    "lead": "one sentence below the title",
    "summary": "half a sentence for the card in lists",
    "paragraph": "three or four sentences for the list of variants",
    "changes_caption": "caption of the table of changes: how the game differs from War",
}
"""What each field of a variant's page is for, as the skeleton says it."""


# --- languages -----------------------------------------------------------------------------------


def init_language(root: Path, code: str, letters: str = "A K Q J") -> list[str]:
    """Add a language as a draft: its line in site.toml, a catalog, and every page with the source
    text in it.

    What is there already stays as it is. Returns the files that were written; raises ContentError
    for a code that is none or that is listed already.
    """
    settings = read_settings(root)
    site = (root / SITE).read_bytes()
    if code not in [language.code for language in settings.languages]:
        site = _with_language(site, code, letters)
    # Checked as it will be, before anything is written.
    listed: Settings = settings_of(SITE, site)[1]
    pages = dict(_skeletons(root, listed, code))
    catalog = catalogs.catalog_path(code)
    files = {
        SITE: site,
        catalog: translate.to_bytes(translate.updated(root, code, translate.extract(root))),
        **pages,
    }
    replace_files({root / path: data for path, data in files.items()})
    return [catalog, *pages]


def _with_language(site: bytes, code: str, letters: str) -> bytes:
    """site.toml with one more language, as a draft."""
    language = named_language(code)
    if len(letters.split()) != 4 or not letters.isprintable() or {'"', "\\"} & {*letters}:
        hint = "give those of ace, king, queen and jack: --letters 'A K Q J'"
        raise ContentError(SITE, 1, "letters", f"{letters!r} are not four index letters", hint)
    said: dict[str, str | bool] = {
        "code": code,
        "name": language.name,
        "letters": letters,
        "draft": True,
    }
    if language.dir == "rtl":
        said["dir"] = "rtl"
    return edited(site, SITE, lambda text: with_language(text, said))


def named_language(code: str) -> Language:
    """A language as it calls itself; raises ContentError for a code that is none."""
    try:
        locale = locale_of(code)
    except CodeError as error:
        raise ContentError(SITE, 1, "code", str(error), CODES) from None
    name = locale.get_display_name() or code
    return Language(code, name[:1].upper() + name[1:], direction_of(code))


def _skeletons(root: Path, settings: Settings, code: str) -> Iterator[tuple[str, bytes]]:
    """Each page that the language lacks, as the source text marked as untranslated."""
    for document in source_documents(root, settings).values():
        path = Path(document.path).with_name(f"{code}.md").as_posix()
        if document.lang == settings.source and not (root / path).exists():
            yield path, edited((root / document.path).read_bytes(), document.path, untranslated)


def untranslated(text: str) -> str:
    """A source text as the first state of its translation: marked, its address still to be found,
    and none of those that the page had before, for in another language it never had them."""
    return with_front(text, "", _as_untranslated)


def _as_untranslated(front: str) -> str:
    own = without(front, "aliases")
    # Where there is none the title makes the address, once it is translated.
    if tomllib.loads(own).get("slug"):
        own = with_value(own, "slug", "")
    return with_value("", "untranslated", True) + without(own, "untranslated")


# --- variants ------------------------------------------------------------------------------------


def new_variant(root: Path, name: str) -> list[str]:
    """A folder for a variant: its rules with nothing changed yet, and a page in each language to be
    written.

    Returns the files; raises ContentError for an id that cannot be one or is taken.
    """
    folder = f"content/variants/{name}"
    if fault := id_fault("variants", name):
        raise ContentError("content/variants", 1, "variant", *fault)
    for taken in (folder, f"content/pages/{name}"):
        if (root / taken).exists():
            raise ContentError(
                taken, 1, "variant", "is there already", "choose another id, or edit its files"
            )
    settings = read_settings(root)
    order = 1 + max((variant.order for variant in read_variants(root)), default=0)
    files = {f"{folder}/rules.toml": rules_skeleton(order)}
    for language in settings.languages:
        files[f"{folder}/{language.code}.md"] = page_skeleton(
            name, is_source=language.code == settings.source
        )
    replace_files({root / path: text.encode() for path, text in files.items()})
    return list(files)


def rules_skeleton(order: int) -> str:
    """The text of a rules.toml with every parameter at its default, commented out."""
    lines = [
        f"order = {order}",
        f'# tint = "{TINTS[0]}"  # colour: {", ".join(TINTS)}',
        '# emblem = ["As", "10h", "back"]  # cards that stand for the game',
        (
            '# steps = ["deal", "turn", "war", "collect"]  # a picture for each ### in #steps:'
            f" {', '.join(PICTURES)}"
        ),
        "",
        "# What differs from War: take off the mark # and change the value.",
        "[rules]",
        *_parameters(),
        "",
        "# What players may choose on the board.",
        "# [options]",
        "# face_down = [0, 1, 3]",
    ]
    return "\n".join(lines) + "\n"


def _parameters() -> Iterator[str]:
    said = {
        "hand_size": '"all", or the number of cards for each player',
        "face_down": f'0 to {MOST_FACE_DOWN}, or "rank": as many as the tied card is worth',
        "best": "high, low, or round: the highest, but the lowest rank of the deck beats the ace",
        "battle_limit": "the game is drawn after so many battles; no limit unless there is a line",
    }
    for parameter in fields(Rules):
        value = getattr(STANDARD, parameter.name)
        shown = LIMIT_SHOWN if value is None else _as_toml(value)
        allowed = said.get(parameter.name) or ", ".join(map(str, CHOICES[parameter.name]))
        yield f"# {parameter.name} = {shown}  # {allowed}"


def _as_toml(value: int | str) -> str:
    return str(value) if isinstance(value, int) else f'"{value}"'


def page_skeleton(name: str, *, is_source: bool) -> str:
    """A variant's page with everything that it must say left empty."""
    kind = kind_of("variants", name)
    said = [field for field in EXPLAINED if field in (*kind.required, "slug")]
    headings = {"what": "What is …?", "steps": "How to play", "history": "History"}
    return "\n".join(
        [
            FENCE,
            *([] if is_source else ["untranslated = true"]),
            *(line for field in said for line in (f"# {EXPLAINED[field]}", f'{field} = ""')),
            "",
            (
                "# Remarks in rows of the table of changes: best, tie, face_down, full_war, limit,"
                " options and so on."
            ),
            "# [remarks]",
            '# best = "…"',
            FENCE,
            *(
                line
                for id_ in kind.sections or ()
                for line in ("", f"## {headings.get(id_, id_)} {{#{id_}}}", "", "…")
            ),
            "",
        ]
    )
