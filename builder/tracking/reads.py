"""What a page is made from is noted while it is made; nobody lists what a page depends on.

Everything that pages may show is one tree of frozen values: nodes (this package's dataclasses,
mappings, tuples of nodes, catalogs) and leaves (texts, numbers, rule sets, recordings). A page gets
the tree from a `Recorder`: it looks like the tree and hands out the same values, and notes the path
to each leaf that somebody takes from it. A page is fresh as long as every leaf that it took is what
it was.

A node with a `digest` is a branch: while that is the same, nothing below it needs a look.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass
from gettext import NullTranslations
from hashlib import blake2b
from sys import intern
from types import FunctionType
from typing import Any, Generic, TypeVar, cast

S = TypeVar("S")
T = TypeVar("T")
Note = str
"""The path to a leaf: that to its branch, and from there on. With `/` for `_STEP` and `|` for
`_BELOW`, the title of a page is `plan/pages/peace en|entry/document/title`, and what lies below no
branch is `|release/commit`."""
Branch = tuple[str | None, dict[str, str]]
"""A branch's digest, if it has one, and the digest of each leaf below it that somebody has read:
`("en/variants/peace/ 5d41…", {"entry/document/title": "9f86d081884c7d65"})`."""
Leaves = dict[str, Branch]
"""Branches by their paths. That of the tree itself is "", has no digest, and holds the leaves that
lie below no other."""
Paths = frozenset[str]
"""Paths to leaves, from their branch on."""
Read = tuple[tuple[str, Paths], ...]
"""What somebody has read: branches, and the paths to leaves from there on:
`(("plan/pages/peace en", {"entry/document/title", "path"}), ("", {"release/commit"}))`. A branch
may stand there several times."""

LENGTH = "#"
"""The step from a row to its length."""
KEYS = "*"
"""The step from a table to its keys, in their order."""
ABSENT = object()
"""Stands for what is not there."""
# Control characters, which no text of a site may hold: none stands in a key or a message.
_STEP = "\x1f"
"""Between two steps of a path."""
_BELOW = "\x1e"
"""Between the path to a branch and the path from there on."""
_ARGUMENT = "\x1d"
"""Between a message's context and the message, in one step."""
_PLURAL = "\x1c"
"""Between a message and its plural, in one step."""


class Recorder(Generic[T]):
    """Hands out a tree and notes what is taken from it.

    `notes` are those of the page in hand; `shared` are sets of notes that several pages have in
    common, as those of the menu, in the order in which they came.
    """

    def __init__(self, root: T) -> None:
        self.notes: set[Note] = set()
        self.shared: dict[frozenset[Note], None] = {}
        self.tree = cast(T, self.wrap(root, "", "")[1])

    def taken(self) -> tuple[frozenset[Note], ...]:
        """What was noted since this was last asked: first what only the last page has taken, then
        each set that it shares."""
        notes = frozenset(self.notes), *self.shared
        self.notes.clear()
        self.shared.clear()
        return notes

    def wrap(self, value: object, branch: str, below: str) -> tuple[Note, object]:
        """The path to a value, and the value: a node that notes, or the leaf itself."""
        kind = _kind(value)
        # The outermost digest makes the branch; what lies below it has one digest to compare.
        if not branch and _branch_digest(value) is not None:
            branch = below
            below = ""
        node: object = value
        if kind:
            make = _record_of(type(value)) if kind == "record" else _NODES[kind]
            node = make(self, value, branch, below)
        return f"{branch}{_BELOW}{below}", node


def noted(tree: object, make: Callable[[], T]) -> tuple[T, frozenset[Note]]:
    """What `make` makes, and what it took from a recorder's tree meanwhile; no page has taken that
    yet, until `note` says so. Of a tree without a recorder nothing is noted."""
    if not isinstance(tree, _Node):
        return make(), frozenset()
    recorder = tree._recorder
    # A page is in hand here already: its notes wait aside, so that it has not read what is made for
    # all.
    before = recorder.notes, recorder.shared
    recorder.notes = set()
    recorder.shared = {}
    try:
        return make(), frozenset(recorder.notes).union(*recorder.shared)
    finally:
        recorder.notes, recorder.shared = before


def note(tree: object, notes: frozenset[Note]) -> None:
    """Lets a page have taken from a recorder's tree what was noted before."""
    if isinstance(tree, _Node):
        tree._recorder.shared[notes] = None


def _kind(value: object) -> str:
    """Which kind of node a value is: "record", "table", "row" or "words"; "" for a leaf, which is
    taken as a whole."""
    # The first value speaks for all. A tuple of texts is a leaf, and so is an empty one: it becomes
    # a row with its first value, which changes its digest.
    if isinstance(value, tuple):
        return "row" if value and _kind(value[0]) else ""
    type_ = type(value)
    if type_ not in _KINDS:
        _KINDS[type_] = _kind_of(type_)
    return _KINDS[type_]


_KINDS: dict[type, str] = {}
"""The kinds of the types that were met, since they are asked for with each value."""


def _kind_of(type_: type) -> str:
    """The kind of all values of a type; `_kind` says which there are."""
    if issubclass(type_, Mapping):
        return "table"
    if issubclass(type_, NullTranslations):
        return "words"
    is_ours = is_dataclass(type_) and type_.__module__.startswith("builder.")
    return "record" if is_ours and not getattr(type_, "is_leaf", False) else ""


# --- nodes that note -----------------------------------------------------------------------------


class _Node:
    """What all of them know: the value, the path to it, and the parts that were asked for
    already."""

    __slots__ = ("_below", "_branch", "_known", "_recorder", "_value")

    def __init__(self, recorder: Recorder[Any], value: Any, branch: str, below: str) -> None:
        self._recorder = recorder
        self._value = value
        self._branch = branch
        self._below = below
        self._known: dict[Any, tuple[Any, Any]] = {}

    def _learn(self, key: Any, step: str, part: Any) -> tuple[Note, Any]:
        """The note about a part and the part as it is handed out, kept for the next time."""
        known = self._recorder.wrap(
            part, self._branch, f"{self._below}{_STEP}{step}" if self._below else step
        )
        self._known[key] = known
        return known

    def _note(self, step: str) -> None:
        """Notes a step that leads to no part: a length, the keys, a plural."""
        below = f"{self._below}{_STEP}{step}" if self._below else step
        self._recorder.notes.add(f"{self._branch}{_BELOW}{below}")


class _Record(_Node):
    """A dataclass; its methods run on what notes, in a class of its own for each (`_record_of`)."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        # Python asks here for what the class does not have: a field, or a property, which runs on
        # the value itself and is noted as one part. What is known is a pair, so it counts even if
        # its part is empty.
        found = self._known.get(name) or self._learn(name, name, getattr(self._value, name))
        self._recorder.notes.add(found[0])
        return found[1]


class _Table(_Node, Mapping[Any, Any]):
    """A mapping; also what is not in it is noted, so that a page is made again when it comes."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        found = self._known.get(key) or self._learn(key, _step(key), self._value.get(key, ABSENT))
        self._recorder.notes.add(found[0])
        if found[1] is ABSENT:
            raise KeyError(key)
        return found[1]

    def __contains__(self, key: object) -> bool:
        found = self._known.get(key) or self._learn(key, _step(key), self._value.get(key, ABSENT))
        self._recorder.notes.add(found[0])
        return found[1] is not ABSENT

    def get(self, key: Any, default: Any = None) -> Any:
        found = self._known.get(key) or self._learn(key, _step(key), self._value.get(key, ABSENT))
        self._recorder.notes.add(found[0])
        return default if found[1] is ABSENT else found[1]

    def __iter__(self) -> Iterator[Any]:
        # The keys alone: `items` and `values` of Mapping take each value by __getitem__.
        self._note(KEYS)
        return iter(self._value)

    def __len__(self) -> int:
        self._note(KEYS)
        return len(self._value)


class _Row(_Node, Sequence[Any]):
    """A tuple of nodes."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            # All values are noted, and the length, which a slice may depend on.
            return tuple(self)[index]
        if index >= len(self._value):
            self._note(LENGTH)  # who finds nothing there looks again once there is more
        found = self._known.get(index) or self._learn(index, str(index), self._value[index])
        self._recorder.notes.add(found[0])
        return found[1]

    def __len__(self) -> int:
        self._note(LENGTH)
        return len(self._value)

    def __iter__(self) -> Iterator[Any]:
        return map(self.__getitem__, range(len(self)))


class _Words(_Node, NullTranslations):
    """A catalog; each message is a leaf."""

    __slots__ = ()

    def gettext(self, message: str) -> str:
        return self._said(message, lambda: self._value.gettext(message))

    def pgettext(self, context: str, message: str) -> str:
        step = f"{context}{_ARGUMENT}{message}"
        return self._said(step, lambda: self._value.pgettext(context, message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        # Not kept like a message: each number may take another form. `_message` finds all forms.
        self._note(f"{msgid1}{_PLURAL}{msgid2}")
        return str(self._value.ngettext(msgid1, msgid2, n))

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        self._note(f"{context}{_ARGUMENT}{msgid1}{_PLURAL}{msgid2}")
        return str(self._value.npgettext(context, msgid1, msgid2, n))

    def _said(self, step: str, say: Callable[[], str]) -> str:
        found = self._known.get(step) or self._learn(step, step, say())
        self._recorder.notes.add(found[0])
        return str(found[1])


def _record_of(type_: type) -> type[_Record]:
    """The class of the nodes of a dataclass, with its methods: they run on the node, so what they
    take is noted, which they would not if the value's own were called."""
    if type_ not in _RECORDS:
        # Names with two underscores are left to the node: a dataclass brings its own __init__ and
        # __eq__.
        members = {name: getattr(type_, name) for name in dir(type_) if not name.startswith("__")}
        methods = {
            name: member for name, member in members.items() if isinstance(member, FunctionType)
        }
        _RECORDS[type_] = type(type_.__name__, (_Record,), {"__slots__": (), **methods})
    return _RECORDS[type_]


_RECORDS: dict[type, type[_Record]] = {}
"""The classes made so far, by the dataclass."""


_NODES: dict[str, type[_Node]] = {"table": _Table, "row": _Row, "words": _Words}


def _step(key: Any) -> str:
    """A key as it stands in a path: `("war", "en")` is "war en"; `_key` finds the way back."""
    if isinstance(key, tuple):
        return " ".join(key)
    return str(key)


# --- what the leaves are now ---------------------------------------------------------------------


@dataclass(frozen=True)
class Changes:
    """What is not as it was: paths to leaves by branch, and branches of which something may have
    changed, since they have another digest or none.

    A branch can be among `branches` alone: its digest is another one, but nothing that was read.
    """

    paths: dict[str, set[str]] = field(default_factory=dict)
    branches: set[str] = field(default_factory=set)

    def concern(self, read: Read) -> bool:
        """Whether somebody who has read this should look again."""
        changed = self.paths
        return any(
            branch in changed and not changed[branch].isdisjoint(paths) for branch, paths in read
        )


def changes(leaves: Leaves, root: object) -> Changes:
    """The difference between leaves as they were and a tree as it is, among what was read."""
    found = Changes()
    nodes = _Finder(root)
    for branch, (digest, below) in leaves.items():
        node = nodes.find(branch)
        # After most edits all branches but a few have the digest that they had, and are not opened.
        if digest is None or _branch_digest(node) != digest:
            found.branches.add(branch)
            now = _leaves(node, below)
            if paths := {path for path, was in below.items() if now[path] != was}:
                found.paths[branch] = paths
    return found


class Reader:
    """Tells what parts have read: what all pages read of a branch is kept, sent and written
    once.

    `known` are the leaves of the last build; a leaf that is not among them is looked at once, by
    whoever reads it first.
    """

    def __init__(self, known: Leaves, root: object) -> None:
        self._known = known
        self._nodes = _Finder(root)
        self._split: dict[Note, tuple[str, str]] = {}
        self._shared: dict[frozenset[Note], Read] = {}
        self._kept: dict[Paths, Paths] = {}
        self._seen: set[tuple[str, Paths]] = set()
        self._looked: dict[str, set[str]] = {}
        self._fresh: Leaves = {}

    def read(self, taken: tuple[frozenset[Note], ...]) -> Read:
        """What is behind the notes of a part: its own, and those that it shares with others."""
        own, *shared = taken
        found = self._behind(own)
        for notes in shared:
            if notes not in self._shared:
                self._shared[notes] = self._behind(notes)
            found += self._shared[notes]
        return found

    def _behind(self, notes: Iterable[Note]) -> Read:
        found = defaultdict[str, list[str]](list)
        split = self._split
        for note in notes:
            # Thousands of pages have most of their notes in common, so each is taken apart once.
            known = split.get(note)
            if known is None:
                branch, _, path = note.partition(_BELOW)
                known = split[note] = intern(branch), intern(path)
            found[known[0]].append(known[1])
        read = self.kept((branch, frozenset(paths)) for branch, paths in found.items())
        for each in read:
            if each not in self._seen:
                self._seen.add(each)
                self._look(*each)
        return read

    def kept(self, read: Iterable[tuple[str, Paths]]) -> Read:
        """The same, of values that are there already: equal sets of paths become one object."""
        # pickle and marshal write an object that comes again as a reference to the first one.
        return tuple(
            [(intern(branch), self._kept.setdefault(paths, paths)) for branch, paths in read]
        )

    def fresh(self) -> Leaves:
        """The leaves that nobody had read before, as they are now, since this was last asked."""
        fresh = self._fresh
        self._fresh = {}
        return fresh

    def _look(self, branch: str, paths: Paths) -> None:
        if branch not in self._looked:
            self._looked[branch] = set(self._known[branch][1]) if branch in self._known else set()
        if new := paths - self._looked[branch]:
            self._looked[branch] |= new
            node = self._nodes.find(branch)
            extend(self._fresh, {branch: (_branch_digest(node), _leaves(node, new))})


def remember(leaves: Leaves, changed: Changes, fresh: Leaves, root: object) -> Leaves:
    """The leaves as they are now: those known before, and those that were read since for the first
    time. `leaves` stay as they were."""
    now = joined(leaves, {})
    nodes = _Finder(root)
    # Only these can have other leaves; the rest are what they were by their branch's digest.
    for branch in changed.branches:
        node = nodes.find(branch)
        now[branch] = _branch_digest(node), _leaves(node, leaves[branch][1])
    extend(now, fresh)
    return now


def joined(leaves: Leaves, more: Leaves) -> Leaves:
    """The leaves of two tables in a new one; where both have a leaf or a digest, `more` counts."""
    found = {branch: (digest, dict(below)) for branch, (digest, below) in leaves.items()}
    extend(found, more)
    return found


def extend(leaves: Leaves, more: Leaves) -> None:
    """Puts more leaves into a table that nobody else has, for each of thousands of pages: copying
    it for each, as `joined` does, would take longer the more there are."""
    for branch, (digest, below) in more.items():
        leaves[branch] = digest, leaves[branch][1] if branch in leaves else {}
        leaves[branch][1].update(below)


def _leaves(node: object, paths: Iterable[str]) -> dict[str, str]:
    """The digest of each leaf below a node, by its path from there."""
    nodes = _Finder(node)
    return {path: _digest(nodes.find(path)) for path in paths}


def _branch_digest(node: object) -> str | None:
    """The digest that stands for all below a node; None for one without, and for what is no
    node."""
    digest = getattr(node, "digest", None) if _kind(node) else None
    return digest if isinstance(digest, str) else None


class _Finder:
    """Finds what lies at the end of paths below a node; most of them begin alike."""

    def __init__(self, root: object) -> None:
        self._found: dict[str, object] = {"": root}

    def find(self, path: str) -> object:
        """What lies there; ABSENT where there is nothing."""
        if not path:
            return self._found[""]
        above, _, step = path.rpartition(_STEP)
        # Nodes on the way are kept, since many leaves lie below each; leaves are not.
        if above not in self._found:
            self._found[above] = self.find(above)
        try:
            return _part(self._found[above], step)
        # The tree may have another shape than when the path was noted: a table where a row was, a
        # field that a class has lost.
        except (LookupError, AttributeError, ValueError):
            return ABSENT


def _part(value: Any, step: str) -> object:
    """What one step from a node leads to; raises LookupError, AttributeError or ValueError where it
    leads nowhere."""
    kind = _kind(value)
    if kind == "table":
        return tuple(value) if step == KEYS else value[_key(value, step)]
    if kind == "row":
        return len(value) if step == LENGTH else value[int(step)]
    if kind == "words":
        return _message(value, step)
    if kind:
        return getattr(value, step)
    raise LookupError(step)


def _key(table: Mapping[Any, object], step: str) -> object:
    """The key that a step stands for: a text, several texts, or a number.

    Raises nothing for one that is not in the table; whoever looks there finds that out.
    """
    if step in table:
        return step
    return int(step) if step.isdigit() else tuple(step.split(" "))


def _message(words: NullTranslations, step: str) -> object:
    """A message in its language; one with a plural in all its forms, with the rule that chooses
    among them."""
    context, argument, message = step.rpartition(_ARGUMENT)
    one, plural, _ = message.partition(_PLURAL)
    if plural:
        # Catalogs of the standard library do not tell their forms; ours do (builder.content).
        forms = getattr(words, "forms", None)
        return forms(context, one) if forms else ()
    # A context may be empty; whether there is one is told by the sign before the message.
    return words.pgettext(context, one) if argument else words.gettext(one)


def _digest(value: object) -> str:
    """What a leaf is known by, in sixteen hexadecimal digits; of a node only its kind counts, for
    what is below it is noted there."""
    if value is ABSENT:
        return "absent"
    return (
        type(value).__name__
        if _kind(value)
        else blake2b(repr(value).encode(), digest_size=8).hexdigest()
    )
