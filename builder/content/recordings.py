"""The figures, first deals and pools in content/recorded/: reading them, and telling whether they
are stale."""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path

from builder.tracking.sources import Sources
from builder.values.digests import hashed
from builder.values.errors import ContentError
from builder.values.site_paths import RECORDINGS
from builder.values.toml import decoded
from engine import cards, deal, game, rules, simulate
from engine.deal import deal_code, derived_number
from engine.game import Recording
from engine.rules import Rules
from engine.simulate import Summary

FOLDER = "content/recorded"
PLAYERS = (2, 3, 4)
"""Numbers of players that have a summary."""
GAMES = 20_000
"""Simulated games for each of them."""
SEED = 1
POOL_SIZE = 24
"""Deals for two beside the first, for boards whose engine has not started yet."""
_MODULES = (cards, deal, game, rules, simulate)
"""The engine as far as it decides how a game goes."""


@dataclass(frozen=True)
class Recorded:
    """What was recorded about one variant: a summary for each number of players, a first deal for
    two, and a pool.

    The pool are more deals for two, as JSON by their codes, for a page whose engine has not started
    yet.
    """

    stamp: str
    """The digest of what the figures depend on, as it was when they were made (`stamp`)."""
    games: int
    summaries: Mapping[int, Summary]
    """By the number of players."""
    first: Recording | None
    first_json: str
    pool: Mapping[str, str] = field(default_factory=dict)
    """JSON of recordings by code, in the order of `pool_deals`."""
    digest: str = ""


def summaries_path(variant: str) -> str:
    """Where a variant's summaries lie."""
    return f"{FOLDER}/{variant}.json"


def first_deal_path(variant: str) -> str:
    """Where the recording of a variant's first deal for two lies."""
    return f"{FOLDER}/{variant}-2.json"


def pool_path(variant: str, deal: str) -> str:
    """Where the recording of one of a variant's other deals for two lies."""
    return f"{FOLDER}/{variant}/{deal}.json"


def pool_deals() -> tuple[str, ...]:
    """The deals of a pool, the same for every variant: a fair sample, since nobody chose among
    them."""
    return tuple(deal_code(derived_number(SEED + number, 0)) for number in range(1, POOL_SIZE + 1))


def first_file(variant: str, recorded: Recorded) -> tuple[str, bytes]:
    """A variant's first deal as a file of the site: path and bytes."""
    data = recorded.first_json.encode()
    return f"{RECORDINGS}/{hashed(f'{variant}-2.json', data)}", data


def pool_files(variant: str, recorded: Recorded) -> dict[str, bytes]:
    """A variant's pool as files of the site: bytes by path, in the order of the pool."""
    files = ((f"{variant}-2-{deal}.json", text.encode()) for deal, text in recorded.pool.items())
    return {f"{RECORDINGS}/{hashed(name, data)}": data for name, data in files}


def read_recorded(root: Path, variant: str, sources: Sources | None = None) -> Recorded | None:
    """What is recorded about a variant, if anything is; raises ContentError for a file that cannot
    be read."""
    sources = sources or Sources(root)
    path = summaries_path(variant)
    first = None
    first_json = ""
    pool = {}
    if path not in sources:
        return None
    stamp, games = sources.facts(path, summaries_of)
    digests = [sources.digest(path, summaries_of)]
    summaries = sources.value(path, summaries_of)
    path = first_deal_path(variant)
    if path in sources:
        first_json = sources.facts(path, recording_of)
        first = sources.value(path, recording_of)
        digests.append(sources.digest(path, recording_of))
    for code in pool_deals():
        path = pool_path(variant, code)
        if path in sources:
            pool[code] = sources.facts(path, pooled)
            digests.append(sources.digest(path, pooled))
    return Recorded(stamp, games, summaries, first, first_json, pool, " ".join(digests))


def summaries_of(path: str, data: bytes) -> tuple[tuple[str, int], dict[int, Summary]]:
    """Stamp and number of games as facts, and the summary for each number of players; raises
    ContentError."""
    try:
        content = json.loads(decoded(data, path))
        summaries = {int(n): Summary.from_dict(values) for n, values in content["players"].items()}
        return (content["stamp"], content["games"]), summaries
    except _UNREADABLE as error:
        raise _unreadable(path, error) from None


def recording_of(path: str, data: bytes) -> tuple[str, Recording | None]:
    """A recording, as it is written and as what it says; an empty file is none.

    Raises ContentError.
    """
    try:
        text = decoded(data, path).strip()
        return text, Recording.from_json(text) if text else None
    except _UNREADABLE as error:
        raise _unreadable(path, error) from None


def pooled(path: str, data: bytes) -> tuple[str, None]:
    """A recording as the engine writes it; raises ContentError."""
    try:
        return Recording.from_json(decoded(data, path)).to_json(), None
    except _UNREADABLE as error:
        raise _unreadable(path, error) from None


_UNREADABLE = (ValueError, KeyError, TypeError, AttributeError)
"""What the reading of a file ends in that has another form than the engine writes."""


def _unreadable(path: str, error: Exception) -> ContentError:
    # <variant>.json, <variant>-2.json, or <variant>/<deal>.json.
    variant = path.split("/")[2].removesuffix(".json").removesuffix("-2")
    hint = f"run: python build.py record --force {variant}"
    return ContentError(path, 1, "recording", f"not readable ({error})", hint)


def stamp(variant_rules: Rules) -> str:
    """A digest of everything that the recorded figures depend on: the engine's code, rules, games,
    seed."""
    asked = json.dumps([variant_rules.changes(), GAMES, SEED, PLAYERS], sort_keys=True)
    return sha256((engine_digest() + asked).encode()).hexdigest()[:16]


@cache
def engine_digest() -> str:
    """A digest of the engine's code that a comment, a docstring or an annotation does not
    change."""
    return sha256(
        "\n".join(code_text(inspect.getsource(module)) for module in _MODULES).encode()
    ).hexdigest()


def code_text(source: str) -> str:
    """The code as one line, the same on every Python; `ast.dump` writes empty lists on some and not
    on others."""
    return "".join(_plain(ast.parse(source)))


_UNHEARD = ("ctx", "kind", "type_comment", "returns", "annotation")
"""Parts of the syntax tree that change no game."""


def _plain(node: object) -> Iterator[str]:
    if isinstance(node, ast.AST):
        yield f"{type(node).__name__}("
        for name, value in ast.iter_fields(node):
            if value not in (None, []) and name not in _UNHEARD:
                yield f"{name}="
                yield from _plain(value)
        yield ")"
    elif isinstance(node, list):
        for item in node:
            if not _is_docstring(item):
                yield from _plain(item)
                yield ","
    else:
        yield repr(node)


def _is_docstring(node: object) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
