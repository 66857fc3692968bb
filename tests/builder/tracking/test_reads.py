"""What a page has read is noted, also what was not there."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from builder.tracking.reads import Reader, Recorder, changes


@dataclass(frozen=True)
class Leaf:
    text: str


@dataclass(frozen=True)
class Tree:
    row: tuple[Leaf, ...]
    table: dict[str, str]


# Only classes of the builder are looked into; others are taken as a whole.
for each in (Leaf, Tree):
    each.__module__ = "builder.of_a_test"


def concerned(before: Tree, after: Tree, read: object) -> bool:
    """Whether somebody who reads this of a tree should look again after an edit."""
    recorder = Recorder(before)
    read(recorder.tree)  # type: ignore[operator]
    reader = Reader({}, before)
    taken = reader.read(recorder.taken())
    return changes(reader.fresh(), after).concern(taken)


def second(tree: Tree) -> None:
    with suppress(IndexError):
        assert tree.row[1]


def test_who_found_nothing_in_a_row_looks_again_once_there_is_more() -> None:
    one = Tree((Leaf("a"),), {})
    assert not concerned(one, one, second)
    assert concerned(one, Tree((Leaf("a"), Leaf("b")), {}), second)


def test_a_key_without_letters_is_a_key() -> None:
    one = Tree((), {"": "a", "b": "c"})
    assert not concerned(one, Tree((), {"": "a", "b": "d"}), lambda tree: tree.table[""])
    assert concerned(one, Tree((), {"": "b", "b": "c"}), lambda tree: tree.table[""])
