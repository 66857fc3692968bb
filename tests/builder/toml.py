"""TOML as nobody writes it but anybody may: made by Hypothesis, with lines in strings that look
like something else."""

from __future__ import annotations

import json
from dataclasses import dataclass

from hypothesis import strategies as st

TEMPTING = (
    'source = "0123456789ab"', "source = '''", "untranslated = true", "aliases = [", 'slug = "x"', 'title = "x"', "+++",
    "[remarks]", "[[languages]]", "[Krieg](variant:war) ist", "# a comment", "]", "}", "{", "'", "=", "", "  ", "ä ö",
)  # fmt: skip
"""Lines of a string that are none of what they look like."""
LINES = st.lists(st.sampled_from(TEMPTING), max_size=5).map("\n".join)
WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=12)


@dataclass(frozen=True)
class Piece:
    """A statement of a text, or lines between statements; `field` is what it sets, if that is one
    of the whole."""

    text: str
    field: str = ""


def basic(said: str) -> str:
    return json.dumps(said, ensure_ascii=False).replace("\x7f", "\\u007f")


def literal(said: str) -> str:
    return f"'{said}'" if "'" not in said else basic(said)


def over_lines(said: str) -> str:
    return '"""\n' + said.replace("\\", "\\\\").replace('"""', '""\\"') + ' \\\n   and on"""'


def literal_over_lines(said: str) -> str:
    return f"'''\n{said}\n'''" if "'''" not in said else over_lines(said)


STRINGS = st.one_of(
    WORDS.map(basic),
    WORDS.map(literal),
    LINES.map(over_lines),
    LINES.map(literal_over_lines),
    LINES.map(basic),
)
NUMBERS = st.sampled_from(["1", "0x1f", "3.5", "true", "1979-05-27T07:32:00Z", "inf"])
LISTS = st.lists(STRINGS, max_size=3).map(
    lambda said: "[ # what ] it has\n  " + ",\n  ".join(said) + "\n]"
)
TABLES = st.lists(WORDS, max_size=3).map(
    lambda said: (
        "{ " + ", ".join(f'"k {number}" = {basic(each)}' for number, each in enumerate(said)) + " }"
    )
)
VALUES = st.one_of(STRINGS, STRINGS, NUMBERS, LISTS, TABLES)
COMMENTS = st.sampled_from(
    ["", "", "  # as it is", '# source = "x"', "\t# [remarks]", " # '''", ' # """']
)
BETWEEN = st.sampled_from(
    ["\n", "  \n", '# source = "x"\n', "# [remarks]\n", '# """ \n', "# untranslated = true\n"]
)
KEYS = st.sampled_from(
    ["plain", "'literal [x]'", '"quoted = \\" #"', "a . b", 'c."source"', '"\\u00e4"']
)


@st.composite
def statements(draw: st.DrawFn, most: int = 4) -> list[Piece]:
    """Statements that set fields of one table, with comments and empty lines among them."""
    pieces = list[Piece]()
    for number, key in enumerate(draw(st.lists(KEYS, max_size=most, unique=True))):
        pieces += [Piece(text) for text in draw(st.lists(BETWEEN, max_size=2))]
        space, value = draw(st.sampled_from(["", " ", "\t"])), draw(VALUES)
        pieces.append(Piece(f"{space}{key}{space}={space}{value}{draw(COMMENTS)}\n", f"{number}"))
    return pieces


@st.composite
def fields(draw: st.DrawFn, *names: str, value: st.SearchStrategy[str] = STRINGS) -> list[Piece]:
    """Some of these fields, each once, in whatever form."""
    some = draw(st.lists(st.sampled_from(names), unique=True)) if names else []
    forms = st.sampled_from(["{}", '"{}"', "'{}'"])
    return [
        Piece(f"{draw(forms).format(name)} = {draw(value)}{draw(COMMENTS)}\n", name)
        for name in some
    ]


@st.composite
def tables(draw: st.DrawFn) -> list[Piece]:
    """Tables with fields that have the names of others, in whatever form."""
    pieces = list[Piece]()
    headers = ["[remarks]", '[ "x.y" ]', "[z.source]", "[[list]]", "  [ t . u ]  # [v]"]
    for header in draw(st.lists(st.sampled_from(headers), max_size=3, unique=True)):
        named = draw(fields("source", "untranslated", "languages"))
        body = [*draw(st.lists(BETWEEN.map(Piece), max_size=2)), *draw(statements(2)), *named]
        pieces += [Piece(f"{header}\n"), *(Piece(piece.text) for piece in body)]
    return pieces


@st.composite
def documents(draw: st.DrawFn, *names: str) -> list[Piece]:
    """A TOML text as the pieces that it consists of; some of them set the fields of these names."""
    root = [*draw(statements()), *draw(fields(*names))]
    return [
        *draw(st.permutations(root)),
        *draw(st.lists(BETWEEN.map(Piece), max_size=2)),
        *draw(tables()),
    ]


def text_of(pieces: list[Piece]) -> str:
    return "".join(piece.text for piece in pieces)


ENDS = st.sampled_from(["\n", "\r\n", "\r"])
MARKS = st.sampled_from([b"", b"\xef\xbb\xbf"])
