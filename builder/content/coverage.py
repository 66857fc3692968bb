"""Whether each published language has its messages: without them a page speaks English under
another name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from builder.content.catalogs import (
    TEMPLATE,
    catalog_path,
    is_source,
    key_of,
    known,
    messages,
    read_catalog,
    speaks,
    translated_share,
)
from builder.content.load import SITE
from builder.content.model import Language
from builder.tracking.sources import Sources
from builder.values.errors import ContentError
from builder.values.toml import decoded, parse

FOLDER = "locales"
KEPT = f"{FOLDER}/sources/"
"""Where source texts are kept, for translators to see what has changed."""


def message_faults(sources: Sources, languages: Iterable[Language]) -> Iterator[ContentError]:
    """What is wrong with each of these languages, which are published, that lacks more messages
    than it may."""
    for language in languages:
        if translated_share(language.code, sources) < language.threshold:
            yield _fault(sources, language)


def stray_catalogs(sources: Sources, languages: Iterable[Language]) -> Iterator[str]:
    """Each catalog that no language reads, and what to do with it."""
    codes = [language.code for language in languages]
    for path in strays(sources, codes):
        lacking = [
            code for code in codes if catalog_path(code) not in sources and not is_source(code)
        ]
        wanted = [catalog_path(code) for code in lacking if path in near(code, [path])]
        todo = (
            f"rename it to {wanted[0]}"
            if wanted
            else f"take it away, or add its language to {SITE}"
        )
        yield f"{path}: a catalog of no language in {SITE} — {todo}"


def strays(sources: Sources, codes: Iterable[str]) -> list[str]:
    """The catalogs below locales/ that belong to none of these languages, however their names are
    written."""
    own = {catalog_path(code) for code in codes} | {TEMPLATE}
    paths = (path for path in sources.below(FOLDER) if not path.startswith(KEPT))
    # Anywhere in the name: to those who put them there, nb.po.txt and nb.PO are catalogs.
    return [path for path in paths if path not in own and re.search(r"\.po", path, re.IGNORECASE)]


def near(code: str, paths: Iterable[str]) -> list[str]:
    """Those of these catalogs that are a language's by another name: nb_NO.po, no.po, nb.po.txt,
    nb/x.po."""
    # The language stands first: in nb/x.po as the folder, in nb.po.txt before the first dot.
    names = {path: re.split(r"[/.]", path.removeprefix(f"{FOLDER}/"))[0].strip() for path in paths}
    same = [path for path, name in names.items() if speaks(name.lower(), code)]
    return same or [
        path for path, name in names.items() if get_close_matches(code.lower(), [name.lower()])
    ]


def _fault(sources: Sources, language: Language) -> ContentError:
    code = language.code
    path = catalog_path(language.code)
    own, done = sources.facts(path, known) if path in sources else (frozenset(), frozenset())
    if not own:
        said = "is empty" if path in sources else "is not there"
        hint = (
            f"run: python build.py translate update {code}, and translate what it writes, or set"
            " draft = true"
        )
        if found := near(code, strays(sources, [code])):
            hint = f"is it {found[0]}? Then rename it to {path}"
        message = f"{code!r} is published, but {path} {said}: its pages would speak English"
        return ContentError(SITE, _line_of(sources, code), "languages", message, hint)
    wanted = sources.facts(TEMPLATE, known)[0] if TEMPLATE in sources else own
    missing = wanted - done
    message = (
        f"{len(missing)} of {len(wanted)} messages are not translated, and {code}'s threshold is"
        f" {language.threshold} %"
    )
    listed = f"what is left to do: python build.py translate status {code}"
    # The catalog has none of them: it is older than these messages.
    if not missing & own:
        hint = f"run: python build.py translate update {code}, and translate what is new"
        return ContentError(path, 1, "catalog", message, hint)
    line = _first_line(sources, code, missing)
    return ContentError(path, line, "catalog", message, f"translate this one; {listed}")


def _first_line(sources: Sources, code: str, missing: frozenset[tuple[str, str]]) -> int:
    """The line of the first message in a catalog that is not translated."""
    catalog = read_catalog(sources.root, code)
    lines = (
        (each.lineno or 1 for each in messages(catalog) if key_of(each) in missing)
        if catalog
        else ()
    )
    return min(lines, default=1)


def _line_of(sources: Sources, code: str) -> int:
    """The line of a language's code in site.toml."""
    languages = parse(decoded(sources.read(SITE), SITE), SITE).tables("languages")
    return next(
        language.line_of("code") for language in languages if language.string("code") == code
    )
