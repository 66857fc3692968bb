"""Random mutants of the engine: small changes of its code that its own tests must notice.

`python -m tests.engine.mutants 200` samples so many; a number after it is the seed. Each mutant
is run in a folder of its own, within limits of time and memory, since some never end; one that
meets a limit is noticed too. Those that nobody notices are named: either a law is missing, or the
change changes nothing.
"""

from __future__ import annotations

import ast
import os
import resource
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import hypothesis  # noqa: F401 # loaded here once, not in every process that runs tests
import pytest

ROOT = Path(__file__).parent.parent.parent
MEMORY = 2 * 1024**3
"""Bytes that the tests of one mutant may have."""
SECONDS = 30
"""What each stage of the tests may take of the processor; without a mutant none takes half."""
NEAREST = {
    "cards.py": ("micro_games", "rules", "recording"),
    "deal.py": ("rules", "golden_deals", "simulate"),
    "game.py": ("golden_deals", "micro_games", "recording"),
}
"""The tests of a file of the engine that has no file of tests of its own name."""
QUICK = (
    "golden_deals",
    "micro_games",
    "rules",
    "recording",
    "simulate",
    "faults",
    "browser",
    "describe",
)
THOROUGH = ("laws", "share")
"""Games by the thousand against published figures are left out: they take most of the time, and
what only they notice lacks a law."""

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
TYPES_ONLY = ("annotation", "returns")
"""Fields of a node that no game depends on."""
NAMES_ONLY = ("__all__", "__slots__")
"""Lists of names, whose order and length mean nothing to a game."""


@dataclass(frozen=True)
class Place:
    """A node of a syntax tree where it stands: in a field of its owner, which may be a list."""

    owner: ast.AST
    field: str
    index: int | None
    node: ast.AST

    def put(self, node: ast.AST) -> None:
        """Puts a node there."""
        if self.index is None:
            setattr(self.owner, self.field, node)
        else:
            getattr(self.owner, self.field)[self.index] = node


@dataclass(frozen=True)
class Change:
    """One thing that a mutant does otherwise."""

    file: str
    tree: ast.Module
    place: Place
    other: ast.AST


@dataclass(frozen=True)
class Mutant:
    """The changed source of one file of the engine, and the change in words."""

    file: str
    source: str
    title: str


def changes(file: Path) -> Iterator[Change]:
    """Everything in a file that could be otherwise."""
    tree = ast.parse(file.read_text("utf-8"))
    for place in places(tree):
        for other in alternatives(place.node):
            if ast.dump(other) != ast.dump(place.node):
                yield Change(file.name, tree, place, other)


def places(owner: ast.AST, in_raise: bool = False) -> Iterator[Place]:
    """Every node below another one, but for what no game depends on and the texts of errors."""
    for field, value in ast.iter_fields(owner):
        listed = isinstance(value, list)
        for index, node in enumerate(value if listed else [value]):
            if not isinstance(node, ast.AST) or field in TYPES_ONLY or says_nothing(node):
                continue
            if in_raise and is_sentence(node):
                continue
            yield Place(owner, field, index if listed else None, node)
            yield from places(node, in_raise or isinstance(node, ast.Raise))


def says_nothing(node: ast.AST) -> bool:
    """Whether a node is a docstring, a list of names, a type, or there for the type checker."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom() | ast.Assert():
            return True
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name in NAMES_ONLY or (name[0].isupper() and not name.isupper())
    return False


def is_sentence(node: ast.AST) -> bool:
    """Whether a node is a text for people."""
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value
    )


def alternatives(node: ast.AST) -> Iterator[ast.AST]:
    """What could stand in the place of a node."""
    match node:
        case ast.Constant(value=value):
            yield from (ast.Constant(other) for other in other_values(value))
        case ast.Compare(ops=ops):
            yield from other_comparisons(node, ops)
        case ast.BinOp(op=op) if type(op) in OPERATORS:
            yield with_fields(node, op=OPERATORS[type(op)]())
        case ast.BoolOp(op=op):
            yield with_fields(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.UnaryOp(operand=operand):
            yield operand
        case ast.IfExp(body=body, orelse=orelse):
            yield with_fields(node, body=orelse, orelse=body)
        case ast.Name(id=name) if name in TWINS:
            yield with_fields(node, id=TWINS[name])
        case ast.stmt():
            yield from other_statements(node)
    yield from swaps(node)


def other_values(value: object) -> tuple[object, ...]:
    """Values near a constant."""
    match value:
        case bool():
            return (not value,)
        case int():
            return value - 1, value + 1
        case float():
            return (value + 0.1,)
        case "":
            return ("x",)
        case str() if " " in value or len(set(value)) == 1:
            return ("",)
        case str():
            return "", swapped_text(value)
    return ()


def swapped_text(text: str) -> str:
    """The text with two neighbours swapped, as near to its middle as they differ."""
    pairs = [index for index in range(len(text) - 1) if text[index] != text[index + 1]]
    first = min(pairs, key=lambda index: abs(index + 1 - len(text) // 2))
    return text[:first] + text[first + 1] + text[first] + text[first + 2 :]


def other_comparisons(node: ast.Compare, ops: list[ast.cmpop]) -> Iterator[ast.AST]:
    for index, op in enumerate(ops):
        for other in COMPARISONS[type(op)]:
            yield with_fields(node, ops=[*ops[:index], other(), *ops[index + 1 :]])


def other_statements(node: ast.stmt) -> Iterator[ast.AST]:
    """A statement left out, a condition turned round, a result withheld."""
    match node:
        case ast.If(test=test) | ast.While(test=test):
            yield with_fields(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.Return(value=ast.expr()):
            yield ast.Return(ast.Constant(None))
        case ast.AugAssign(op=op):
            yield with_fields(node, op=OPERATORS[type(op)]())
            yield ast.Pass()
        case ast.Expr() | ast.Raise() | ast.Break() | ast.Continue():
            yield ast.Pass()


def swaps(node: ast.AST) -> Iterator[ast.AST]:
    """A node with two neighbours swapped: values of a dictionary, elements, arguments."""
    match node:
        case ast.Dict(values=values):
            field = "values"
        case ast.Tuple(elts=values, ctx=ast.Load()) | ast.List(elts=values, ctx=ast.Load()):
            field = "elts"
        case ast.Call(func=func, args=values) if ast.unparse(func) not in TWINS:
            field = "args"
        case _:
            return
    for index in range(len(values) - 1):
        one, other = values[index : index + 2]
        yield with_fields(node, **{field: [*values[:index], other, one, *values[index + 2 :]]})


def with_fields(node: ast.AST, **fields: Any) -> ast.AST:
    """A copy of a node with other fields."""
    return type(node)(**dict(ast.iter_fields(node)) | fields)


def mutant(change: Change) -> Mutant:
    """The file with this one change."""
    place = change.place
    place.put(change.other)
    source = ast.unparse(change.tree)
    place.put(place.node)
    line = getattr(place.node, "lineno", 0)
    before, after = difference(ast.unparse(place.node), ast.unparse(change.other))
    return Mutant(change.file, source, f"engine/{change.file}:{line}: {before} → {after}")


def difference(before: str, after: str) -> tuple[str, str]:
    """Two texts in one line each, without most of what they begin with in common."""
    pairs = enumerate(zip(before, after, strict=False))
    differing = next((place for place, (one, other) in pairs if one != other), 0)
    start = max(0, differing - 40)
    return shortened(before, start), shortened(after, start)


def shortened(text: str, start: int) -> str:
    return ("…" if start else "") + " ".join(text[start : start + 100].split())


def survives(mutant: Mutant) -> bool:
    """Whether all tests pass with the mutant; those that should notice it come first."""
    own = mutant.file.replace(".py", "")
    nearest = NEAREST.get(mutant.file, (own,) if own in QUICK + THOROUGH else ())
    rest = tuple(name for name in QUICK if name not in nearest)
    return pass_tests(mutant, [stage for stage in (nearest, rest, THOROUGH) if stage])


def pass_tests(mutant: Mutant | None, stages: Iterable[Sequence[str]]) -> bool:
    with engine_copy(mutant) as folder:
        return all(passes(folder, names) for names in stages)


@contextmanager
def engine_copy(mutant: Mutant | None) -> Iterator[Path]:
    """A copy of the engine, a mutant's file in it, beside all that the tests read."""
    with TemporaryDirectory(prefix="mutant-") as name:
        folder = Path(name)
        (folder / "engine").mkdir()
        for file in (ROOT / "engine").glob("*.py"):
            shutil.copy(file, folder / "engine")
        for link in ("tests", "content", "pyproject.toml"):
            (folder / link).symlink_to(ROOT / link)
        if mutant:
            (folder / "engine" / mutant.file).write_text(mutant.source, "utf-8")
        yield folder


def passes(folder: Path, names: Sequence[str]) -> bool:
    """Runs some tests of an engine in a process of their own.

    It is forked: to start Python and pytest takes longer than the tests that notice most mutants.
    """
    process = os.fork()
    if process == 0:
        code = int(pytest.ExitCode.INTERNAL_ERROR)
        try:
            code = int(run_pytest(folder, names))
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    if code in (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise RuntimeError(f"pytest finds no tests in {names}")
    return code == 0


def run_pytest(folder: Path, names: Sequence[str]) -> int:
    """Runs pytest in this process, silently and within the limits."""
    os.environ["HYPOTHESIS_PROFILE"] = "mutants"
    os.chdir(folder)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    options = ["-x", "-q", "-p", "no:cacheprovider", "-o", "timeout=0"]
    return pytest.main([*options, *(f"tests/engine/test_{name}.py" for name in names)])


def sample(count: int, seed: int) -> list[Mutant]:
    """So many mutants of all that there could be."""
    files = sorted((ROOT / "engine").glob("*.py"))
    every = list(chain.from_iterable(map(changes, files)))
    say(f"{len(every)} mutants are possible; a sample of {count}, seed {seed}")
    return [mutant(change) for change in Random(seed).sample(every, count)]


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str]) -> int:
    """Prints who survives; 1 if somebody does."""
    count = int(arguments[0])
    seed = int(arguments[1]) if len(arguments) > 1 else Random().randrange(1_000_000)
    if not pass_tests(None, [QUICK, THOROUGH]):
        raise SystemExit("error: the tests fail without any mutant")
    mutants = sample(count, seed)
    survivors = 0
    with ProcessPoolExecutor(mp_context=get_context("fork")) as workers:
        for each, survived in zip(mutants, workers.map(survives, mutants), strict=True):
            if survived:
                survivors += 1
                say(each.title)
    say(f"{count - survivors} of {count} killed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
