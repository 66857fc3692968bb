"""What the script of the board finds in the page: one JSON block."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from markupsafe import Markup

from builder.content.model import Variant
from builder.content.recordings import Recorded, first_file, pool_files
from builder.pages.plan import Page, Plan
from builder.pages.script_words import Message, card_words, translated
from builder.pages.short_recording import brief
from builder.values.digests import hashed
from builder.values.numbers import Formats, formats
from builder.values.plurals import plural_categories, rules_of
from builder.values.site_paths import RECORDINGS, WORDS
from builder.values.urls import relative
from engine.rules import CHOICES, MOST_BATTLES, MOST_FACE_DOWN, STANDARD
from engine.simulate import Summary


@dataclass(frozen=True)
class Engine:
    """What a script has to know to start the engine: paths below the root, and the bytes of a first
    start."""

    worker: str
    folder: str
    loaded: int
    start: Mapping[str, Any]


@dataclass(frozen=True)
class Scripts:
    """Where scripts find what they need: messages, what is loaded later, and the engine.

    `first` are the messages that a page has in itself; `words` has the path of the others by
    language, `data` that of further data by variant, `rest` those of the script and the style that
    use them.
    """

    first: tuple[tuple[Message, int], ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    data: Mapping[str, str] = field(default_factory=dict)
    rest: tuple[str, str] = ("", "")
    engine: Engine | None = None


def board_data(plan: Plan, page: Page, variant: Variant, scripts: Scripts) -> Markup:
    """The data block of a page's board."""
    return as_json(_data(plan, page, variant, scripts))


def as_json(data: object) -> Markup:
    """JSON that can stand in a script element."""
    # "</script>" in a text would end the element.
    return Markup(_dumped(data).decode().replace("<", "\\u003c"))


def _data(plan: Plan, page: Page, variant: Variant, scripts: Scripts) -> dict[str, Any]:
    content = plan.content
    lang = page.lang
    document = content.document(variant.id, lang)
    recorded = content.recorded.get(variant.id)
    language = content.settings.language(lang)
    return {
        "lang": lang,
        "variant": variant.id,
        "title": document.title if document else variant.id,
        "rules": variant.rules.changes(),
        "options": {name: list(choices) for name, choices in variant.options.items()},
        "deal": _first(plan, page, variant.id, recorded),
        "first": brief(recorded.first_json) if recorded and recorded.first_json else None,
        "letters": language.letters,
        "number": separators(formats(lang)),
        "plurals": [category for category, _ in plural_categories(lang)],
        # A browser that does not know a language counts as that of its reader.
        **({} if rules_of(lang) == lang else {"counting": rules_of(lang)}),
        "words": translated(dict(scripts.first), content.words[lang], lang),
        "cards": card_words(content.words[lang]),
        "rest": _rest(plan, page, variant, scripts),
    }


def words_file(plan: Plan, lang: str, messages: Mapping[Message, int]) -> tuple[str, bytes]:
    """Messages in a language and where its pages of the variants are, as a file of the site: path
    and bytes."""
    pages = {
        each.id: found for each in plan.content.variants if (found := plan.page(each.id, lang))
    }
    content = {
        "words": translated(messages, plan.content.words[lang], lang),
        "pages": {id_: relative(f"{WORDS}/", page.path) for id_, page in pages.items()},
    }
    data = _dumped(content)
    return f"{WORDS}/{hashed(f'{lang.lower()}.json', data)}", data


def data_file(plan: Plan, variant: Variant, engine: Engine | None = None) -> tuple[str, bytes]:
    """What a variant's board needs for more than its first deal, as a file of the site: path and
    bytes.

    Without an engine the board is told that there is none, and plays recorded deals.
    """
    recorded = plan.content.recorded.get(variant.id)
    summaries = recorded.summaries if recorded else {}
    content = {
        # They lie beside this file.
        "pool": [posixpath.basename(path) for path in pool_files(variant.id, recorded)]
        if recorded
        else [],
        "book": rule_book(),
        "presets": {each.id: each.rules.changes() for each in plan.content.variants},
        "lengths": {str(n): _lengths(summary) for n, summary in summaries.items()},
        "engine": _engine(engine),
    }
    data = _dumped(content)
    return f"{RECORDINGS}/{hashed(f'{variant.id}.json', data)}", data


def rule_book() -> dict[str, Any]:
    """What rules there can be, for the script that reads links (assets/js/board/later/link.js)."""
    return {
        "standard": asdict(STANDARD),
        "choices": list(CHOICES.items()),
        "most": {"face_down": MOST_FACE_DOWN, "battle_limit": MOST_BATTLES},
    }


def _dumped(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def separators(own: Formats) -> dict[str, str]:
    """The marks in numbers of a language: between groups of three digits, and before decimals.

    Of German: {"group": ".", "decimal": ","}.
    """
    # "1.000" and "1,5" without their digits.
    return {"group": own.number(1000)[1:-3], "decimal": own.decimal(1.5)[1:-1]}


def _first(
    plan: Plan, page: Page, variant: str, recorded: Recorded | None
) -> dict[str, str] | None:
    """Where the recording of the first deal lies, and the deal's code."""
    if not recorded or not recorded.first:
        return None
    return {
        "href": plan.href_from(page)(first_file(variant, recorded)[0]),
        "code": recorded.first.deal or "",
    }


def _rest(plan: Plan, page: Page, variant: Variant, scripts: Scripts) -> dict[str, str]:
    script, style = scripts.rest
    paths = {
        "script": script,
        "style": style,
        "data": scripts.data.get(variant.id, ""),
        "words": scripts.words.get(page.lang, ""),
    }
    return {name: plan.href_from(page)(path) for name, path in paths.items()}


def _lengths(summary: Summary) -> dict[str, Any]:
    """How long games last: how many there are in each bin of `bin` battles, and of them all, the
    share that the limit of battles ended."""
    return {
        "bin": summary.bin_width,
        "counts": list(summary.histogram),
        "games": summary.games,
        "limit": summary.draws.get("limit", 0) / summary.games,
    }


def _engine(engine: Engine | None) -> dict[str, Any] | None:
    if not engine:
        return None
    return {
        "worker": relative(f"{RECORDINGS}/", engine.worker),
        "runtime": relative(f"{RECORDINGS}/", engine.folder),
        "bytes": engine.loaded,
        **engine.start,
    }
