"""Two languages that nobody speaks, made from the source texts, to see what a real one would break.

*Lengthened*: every letter with a mark, every text longer by two fifths, four plural forms. Letters
without a mark on a page are texts that are in no catalog. *Mirrored*: written from right to left in
letters of another script.

They borrow a code each, since plural forms and number formats belong to codes. A project with them
is a folder of its own beside the real one, which they never touch.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from babel.messages.catalog import Catalog

from builder.content import catalogs
from builder.content.frontmatter import edited, split, with_front, with_language, without
from builder.content.load import SITE, load, read_settings
from builder.tracking.sources import scan
from builder.values.statements import with_texts
from builder.workshop import translate

_PROTECTED = re.compile(
    r"%\(\w+\)s|%%|\\.|\{[^{}\n]*\}|\]\([^)\n]*\)|<[^<>\n]+>|`[^`\n]*`|https?://\S+|&\w+;", re.ASCII
)
"""What is no text: placeholders, figures, attributes, targets of links, addresses, code."""
_MARKED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "åƀçđéƒĝĥîĵķłḿñöþɋŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶŁḾÑÖÞɊŔŠŢÛṼŴẊÝŽ",
)
_MIRRORED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "אבגדהוזחטיכלמנסעפצקרשתאבגדהוזחטיכלמנסעפצקרשתאבגדהוזח",
)


@dataclass(frozen=True)
class Pseudo:
    """A language that nobody speaks: its block in site.toml, and what it makes of a text."""

    code: str
    name: str
    dir: str
    letters: str
    change: Callable[[str], str]


def lengthened(text: str) -> str:
    """Marked letters, and words of filling until the text is longer by two fifths.

    >>> lengthened("Turn up %(count)s cards")
    'Ţûŕñ ûþ %(count)s çåŕđš ööööö'
    """
    filling = round(0.4 * len(_PROTECTED.sub("", text)))
    # Words of five letters, each with the space before it.
    words = ["ö" * min(5, filling - start) for start in range(0, filling, 6)]
    return " ".join([_changed(text, _MARKED), *words])


def mirrored(text: str) -> str:
    """The text in letters that run from right to left."""
    return _changed(text, _MIRRORED)


def _changed(text: str, letters: dict[int, int]) -> str:
    kept = _PROTECTED.findall(text)
    changed = [part.translate(letters) for part in _PROTECTED.split(text)]
    return "".join(part + keep for part, keep in zip(changed, [*kept, ""], strict=True))


# Slovene has four plural forms; Hebrew runs from right to left.
LENGTHENED = Pseudo("sl", "Ļéñĝţĥéñéđ", "ltr", "Å Ķ Ɋ Ĵ", lengthened)
MIRRORED = Pseudo("he", "מירורד", "rtl", "א כ פ י", mirrored)
PSEUDO = (LENGTHENED, MIRRORED)


def make_project(root: Path, out: Path) -> Path:
    """A project in `out` that is the one below `root` with the two languages added; made anew each
    time."""
    shutil.rmtree(out, ignore_errors=True)
    (out / "locales").mkdir(parents=True)
    for path in scan(root):
        if path.startswith("content/") or (path.startswith("locales/") and path.endswith(".po")):
            _copy(root / path, out / path)
    for name in ("templates", "assets", "engine", "builder", "pyproject.toml"):
        (out / name).symlink_to(root / name)
    settings = read_settings(root)
    template = translate.extract(root)
    for language in PSEUDO:
        _add(out, language)
        _write_catalog(out, language, template)
        for source in sorted((out / "content").glob(f"*/*/{settings.source}.md")):
            path = source.relative_to(out).as_posix()
            change = partial(document, page=source.parent.name, language=language)
            data = edited(source.read_bytes(), path, change)
            source.with_name(f"{language.code}.md").write_bytes(data)
    return out


def _copy(file: Path, to: Path) -> None:
    """Copies a file, unless an editor has taken it away since it was found."""
    to.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        shutil.copyfile(file, to)


@dataclass(frozen=True)
class Copy:
    """A project with the two languages in `out`, made anew after each edit of the one below
    `root`."""

    root: Path
    out: Path

    def renew(self) -> None:
        """Makes the copy; raises ContentError for what is wrong with the project, and leaves the
        last copy."""
        load(self.root)
        make_project(self.root, self.out)


def _add(out: Path, language: Pseudo) -> None:
    said = {
        "code": language.code,
        "name": language.name,
        "dir": language.dir,
        "letters": language.letters,
    }
    site = out / SITE
    site.write_bytes(edited(site.read_bytes(), SITE, lambda text: with_language(text, said)))


def _write_catalog(out: Path, language: Pseudo, template: Catalog) -> None:
    """Every message changed; a plural form says which one it is: {0}, {1}, …"""
    catalog = Catalog(locale=language.code, fuzzy=False)
    catalog.update(template)
    for message in catalogs.messages(catalog):
        if message.pluralizable:
            many = language.change(str(message.id[1]))
            message.string = tuple(f"{many} {{{form}}}" for form in range(catalog.num_plurals))
        else:
            message.string = language.change(str(message.id))
    (out / catalogs.catalog_path(language.code)).write_bytes(translate.to_bytes(catalog))


def document(text: str, page: str, language: Pseudo) -> str:
    """A source document as one of this language."""

    def changed(field: str, said: str) -> str:
        if field == "slug":
            # An address of its own in a–z: a changed slug could not be one.
            return said and f"{page}-{language.code}"
        return said if field == "source" or not said else language.change(said)

    def front(toml: str) -> str:
        return with_texts(without(toml, "aliases"), changed)

    made = with_front(text, page, front)
    body = split(made, page).body
    parts = [_paragraph(part, language.change) for part in body.split("\n\n")]
    return made.removesuffix(body) + "\n\n".join(parts)


def _paragraph(text: str, change: Callable[[str], str]) -> str:
    """A paragraph, heading, list or table with its marks kept.

    Of each line only the words are changed: not the mark before them, nor an id behind them.
    """
    return (
        "\n".join(
            f"{mark}{change(words)}{tail}"
            for mark, words, tail in (
                re.fullmatch(
                    r"(\s*(?:#+ |[-*] |\d+\. )?)(.*?)((?: *\{#[^}]*\})?\s*)", line
                ).groups()  # type: ignore[union-attr]
                for line in text.split("\n")
            )
        )
        if text.strip()
        else text
    )
