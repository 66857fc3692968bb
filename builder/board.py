"""What the script of the board finds in the page: one JSON block."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from builder.assets import hashed
from builder.formats import Formats, formats
from builder.model import Page, Variant
from builder.plan import Plan
from builder.recorded import Recorded, first_file, pool_files
from builder.words import Message, card_words, plural_categories, translated
from engine.simulate import Summary


@dataclass(frozen=True)
class Scripts:
    """Where scripts find what they need: the messages by language, and the engine.

    `engine` has the paths of the worker and of the runtime's folder below the root, and the bytes of a first start.
    """

    words: Mapping[str, str] = field(default_factory=dict)
    engine: tuple[str, str, int] | None = None


def board_data(plan: Plan, page: Page, variant: Variant, scripts: Scripts) -> Markup:
    """The data block of a page's board."""
    return as_json(_data(plan, page, variant, scripts))


def as_json(data: object) -> Markup:
    """JSON that can stand in a script element."""
    return Markup(json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"))


def _data(plan: Plan, page: Page, variant: Variant, scripts: Scripts) -> dict[str, Any]:
    content, lang = plan.content, page.lang
    document = content.document(variant.id, lang)
    recorded = content.recorded.get(variant.id)
    pages = {each.id: found for each in content.variants if (found := plan.page(each.id, lang))}
    language = content.settings.language(lang)
    return {
        "lang": lang,
        "variant": variant.id,
        "title": document.title if document else variant.id,
        "rules": variant.rules.changes(),
        "options": {name: list(choices) for name, choices in variant.options.items()},
        "deal": _first(plan, page, variant.id, recorded),
        "pool": _pool(plan, page, variant.id, recorded),
        "presets": {each.id: each.rules.changes() for each in content.variants},
        "pages": {id_: plan.href(page, target) for id_, target in pages.items()},
        "letters": language.letters,
        "number": separators(formats(lang)),
        "lengths": {str(n): _lengths(summary) for n, summary in (recorded.summaries if recorded else {}).items()},
        "engine": _engine(plan, page, scripts),
        "plurals": [category for category, _ in plural_categories(lang)],
        **({"words": plan.href_of_path(page, scripts.words[lang])} if lang in scripts.words else {}),
    }


def words_file(plan: Plan, lang: str, messages: Iterable[Message]) -> tuple[str, bytes]:
    """The messages of all scripts in a language as a file of the site: path and bytes."""
    words = plan.content.words[lang]
    table = translated(messages, words, lang) | dict(card_words(words))
    data = json.dumps(table, ensure_ascii=False, separators=(",", ":")).encode()
    return f"words/{hashed(f'{lang.lower()}.json', data)}", data


def separators(own: Formats) -> dict[str, str]:
    """The marks in numbers of a language: between groups of three digits, and before decimals."""
    return {"group": own.number(1000)[1:-3], "decimal": own.decimal(1.5)[1:-1]}


def _first(plan: Plan, page: Page, variant: str, recorded: Recorded | None) -> dict[str, str] | None:
    if not recorded or not recorded.first:
        return None
    return {
        "href": plan.href_of_path(page, first_file(variant, recorded)[0]),
        "code": recorded.first.deal or "",
    }


def _pool(plan: Plan, page: Page, variant: str, recorded: Recorded | None) -> list[str]:
    return [plan.href_of_path(page, path) for path in pool_files(variant, recorded)] if recorded else []


def _lengths(summary: Summary) -> dict[str, Any]:
    return {
        "bin": summary.bin_width,
        "counts": list(summary.histogram),
        "games": summary.games,
        "limit": summary.draws.get("limit", 0) / summary.games,
    }


def _engine(plan: Plan, page: Page, scripts: Scripts) -> dict[str, Any] | None:
    if not scripts.engine:
        return None
    worker, runtime, size = scripts.engine
    return {
        "worker": plan.href_of_path(page, worker),
        "runtime": plan.href_of_path(page, runtime),
        "bytes": size,
    }
