"""Keep a large graph readable: of what repeats, the first and the last are drawn, and the rest is one box.

Operations are taken in the order in which they were computed. A *block* is a stretch of them that is followed
by a stretch of the same operations, wired in the same way: the layers of a network, the steps of a loop, the
links of a chain. Of a run of blocks the first and the last stay, so that both ends can be read.

A stretch of that order may always be merged into one box without making a cycle: a path that leaves the
stretch and comes back would have to pass an operation that was computed in between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from classroom.picture.graph import Edge, Graph

SMALL = 30  # a graph of up to so many boxes is drawn whole
LONGEST_BLOCK = 64  # operations
FEWEST_HIDDEN = 3  # boxes; hiding fewer would not pay


@dataclass(frozen=True)
class Box:
    """What is drawn as one box: one vertex, or a fold of `repeats` blocks."""

    members: tuple[int, ...]
    block: tuple[str, ...] = ()
    repeats: int = 0

    @property
    def is_fold(self) -> bool:
        return self.repeats > 0

    @property
    def title(self) -> str:
        """What a fold stands for: "62 times (MulBackward0, TanhBackward0)"."""
        block = ", ".join(self.block)
        return f"{self.repeats} times {block if len(self.block) == 1 else f'({block})'}"


@dataclass(frozen=True)
class Line:
    """What is drawn as one edge between two boxes: one edge, or several where one of the boxes is a fold."""

    source: int
    target: int
    edges: tuple[Edge, ...]


@dataclass(frozen=True)
class Folded:
    """The boxes and lines to draw. Each vertex is in one box, each edge in one line or inside one box."""

    boxes: list[Box]
    lines: list[Line]

    def box_of(self) -> dict[int, int]:
        """For each vertex, the index of its box."""
        return {vertex: index for index, box in enumerate(self.boxes) for vertex in box.members}


def fold(graph: Graph) -> Folded:
    """Group the vertices of a graph into boxes: one for each, or folds where a large graph repeats."""
    stretches = [Box((v,)) for v, vertex in enumerate(graph.vertices) if vertex.kind == "operation"]
    if len(graph.vertices) > SMALL:
        while (run := longest_run(graph, stretches)) is not None:
            start, period, repeats = run
            inner = stretches[start + period : start + period * (repeats - 1)]
            block = tuple(name for box in inner[:period] for name in names_of(graph, box))
            members = tuple(v for box in inner for v in box.members)
            stretches[start + period : start + period * (repeats - 1)] = [Box(members, block, repeats - 2)]
    boxes = with_leaves(graph, stretches)
    return Folded(boxes, lines_between(graph, boxes))


def names_of(graph: Graph, box: Box) -> tuple[str, ...]:
    """The operations of a box, in order."""
    if box.is_fold:
        return (box.title,)
    return (graph.vertices[box.members[0]].op,)


def longest_run(graph: Graph, stretches: Sequence[Box]) -> tuple[int, int, int] | None:
    """The run of blocks that hides most: (first stretch, stretches in a block, number of blocks)."""
    same = Matcher(graph, stretches)
    best, most = None, FEWEST_HIDDEN - 1
    for period in range(1, min(LONGEST_BLOCK, len(stretches) // 3) + 1):
        start = 0
        for i in range(period, len(stretches) + 1):
            if i < len(stretches) and same(i - period, i):
                continue
            repeats = (i - start) // period
            hidden = sum(
                len(box.members) for box in stretches[start + period : start + period * (repeats - 1)]
            )
            if repeats >= 3 and hidden > most:
                best, most = (start, period, repeats), hidden
            start = i - period + 1
    return best


class Matcher:
    """Says whether two stretches do the same: same operation, and inputs that lie equally far back."""

    def __init__(self, graph: Graph, stretches: Sequence[Box]) -> None:
        self.graph, self.stretches = graph, stretches
        self.position = {v: i for i, box in enumerate(stretches) for v in box.members}
        self.inputs: dict[int, list[int]] = {i: [] for i in range(len(stretches))}
        self.first_use: dict[int, int] = {}
        for edge in graph.edges:
            user = self.position[edge.target]
            if self.position.get(edge.source) != user:
                self.inputs[user].append(edge.source)
                self.first_use[edge.source] = min(self.first_use.get(edge.source, user), user)

    def __call__(self, earlier: int, later: int) -> bool:
        one, other = self.stretches[earlier], self.stretches[later]
        if one.is_fold or other.is_fold:
            return False
        if self.graph.vertices[one.members[0]].op != self.graph.vertices[other.members[0]].op:
            return False
        inputs, others = self.inputs[earlier], self.inputs[later]
        return len(inputs) == len(others) and all(
            self.alike(a, earlier, b, later) for a, b in zip(inputs, others, strict=True)
        )

    def alike(self, one: int, earlier: int, other: int, later: int) -> bool:
        """Whether input `one` of the earlier stretch plays the part that `other` plays for the later."""
        kind = self.graph.vertices[one].kind
        if kind != self.graph.vertices[other].kind:
            return False
        if one == other:  # a leaf or a value that every block shares
            return True
        if kind == "constant":
            return True
        where = self.position if kind == "operation" else self.first_use
        if kind == "operation" and self.stretches[where[one]].is_fold:
            return where[one] == where[other]
        return earlier - where[one] == later - where[other]


def with_leaves(graph: Graph, stretches: Sequence[Box]) -> list[Box]:
    """All boxes, in the order of their first members. A leaf that only one fold uses lies inside it."""
    home = {v: i for i, box in enumerate(stretches) for v in box.members}
    users: dict[int, set[int]] = {}
    for edge in graph.edges:
        users.setdefault(edge.source, set()).add(home[edge.target])
    inside: dict[int, list[int]] = {}
    alone = []
    for v, vertex in enumerate(graph.vertices):
        if vertex.kind == "operation":
            continue
        (user,) = users.get(v, set()) if len(users.get(v, set())) == 1 else (None,)
        if user is not None and stretches[user].is_fold:
            inside.setdefault(user, []).append(v)
        else:
            alone.append(Box((v,)))
    grown = [
        Box(tuple(sorted((*box.members, *inside.get(i, [])))), box.block, box.repeats)
        for i, box in enumerate(stretches)
    ]
    return sorted([*grown, *alone], key=lambda box: box.members[0])


def lines_between(graph: Graph, boxes: Sequence[Box]) -> list[Line]:
    """One line for each edge; between a fold and another box, one line for all edges that join them."""
    home = {v: i for i, box in enumerate(boxes) for v in box.members}
    bundles: dict[tuple[int, ...], list[Edge]] = {}
    for number, edge in enumerate(graph.edges):
        ends = home[edge.source], home[edge.target]
        if ends[0] == ends[1]:
            continue
        bundled = boxes[ends[0]].is_fold or boxes[ends[1]].is_fold
        bundles.setdefault(ends if bundled else (*ends, number), []).append(edge)
    return [Line(ends[0], ends[1], tuple(edges)) for ends, edges in bundles.items()]


def contents(graph: Graph, box: Box) -> str:
    """What is inside a fold, in words: "30 operations, 20 leaves"."""
    kinds: Counter[str] = Counter(graph.vertices[v].kind for v in box.members)
    words = {"operation": "operations", "leaf": "leaves", "constant": "constants"}
    return ", ".join(
        f"{kinds[kind]} {plural if kinds[kind] > 1 else kind}"
        for kind, plural in words.items()
        if kinds[kind]
    )
