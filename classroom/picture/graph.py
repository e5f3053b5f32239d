"""A graph as a picture shows it: vertices and edges as plain data, which `read` fills in and nothing changes.

A vertex is a leaf, an operation, a constant (it enters an operation, but no gradient flows to it), or
*apart*: a tensor that the caller named, and that the graph does not reach.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from numpy.typing import NDArray

from classroom.picture.values import brief

Kind = Literal["leaf", "operation", "constant", "apart"]


@dataclass(frozen=True)
class Vertex:
    """One box. `value` and `grad` are None where nothing keeps them; `has_grad`: `.grad` can be read."""

    kind: Kind
    op: str = ""
    name: str = ""
    value: NDArray[Any] | None = None
    shape: tuple[int, ...] | None = None
    has_grad: bool = False
    grad: NDArray[Any] | None = None
    saved: Mapping[str, Any] = field(default_factory=dict)
    released: bool = False


@dataclass(frozen=True)
class Edge:
    """`source` is input number `slot` of `target`, which calls it `role` ("self", "other"). Of a source with
    several results it is number `output`."""

    source: int
    target: int
    slot: int
    role: str = ""
    output: int = 0


@dataclass(frozen=True)
class Graph:
    """Vertices in an order in which they could have been computed, the result last (before those apart)."""

    vertices: list[Vertex]
    edges: list[Edge]
    result: int
    live: list[Any]  # for each vertex, the node, the leaf tensor or the learner's node; None for a constant

    @cached_property
    def _inputs(self) -> dict[int, list[Edge]]:
        inputs: dict[int, list[Edge]] = {}
        for edge in self.edges:
            inputs.setdefault(edge.target, []).append(edge)
        return inputs

    def inputs(self, vertex: int) -> list[Edge]:
        """The edges that end at a vertex, in the order of their slots."""
        return self._inputs.get(vertex, [])

    @cached_property
    def _titles(self) -> list[str]:
        titles = [vertex.name or vertex.op or what_it_is(vertex) for vertex in self.vertices]
        times = Counter(titles)
        return [title if times[title] == 1 else f"{title} #{number}" for number, title in enumerate(titles)]

    def title(self, vertex: int) -> str:
        """What to call a vertex: its name, else its operation, with a number where that is not enough."""
        return self._titles[vertex]


def what_it_is(vertex: Vertex) -> str:
    """What to call a vertex that has no name: "leaf", or a constant by its number."""
    if vertex.kind == "constant" and vertex.value is not None and vertex.value.ndim == 0:
        return f"constant {brief(vertex.value)}"
    return vertex.kind
