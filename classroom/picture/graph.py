"""What a picture shows of a graph: its vertices and edges as plain data, read once and never changed.

`read` takes either a tensor of minigrad or a node that a learner wrote. A learner's node needs only this:

- `parents`: the nodes (or plain numbers) that it was computed from, in a tuple or list; a leaf has none;
- `value` or `data`: its number or array.

It may also have

- `op`: what computed it, such as `"*"`; without it the class's name is shown;
- `grad`: its gradient, or None;
- `local_derivatives`: one number or array for each parent, the derivative of the node's value with respect to
  that parent. `step` needs them; `draw` does not;
- `name`: what to call it, if it is not kept in a variable.

A vertex is a leaf, an operation, a constant (it enters an operation, but no gradient flows to it), or
*apart*: a tensor that the caller named, and that the graph does not reach.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from numbers import Number
from typing import Any, Literal, Protocol

from numpy.typing import NDArray

from classroom.picture.names import Names
from classroom.picture.values import as_array, brief, is_numeric
from minigrad.autograd.graph import RELEASED
from minigrad.tensor import Tensor

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


def read(result: Any, names: Names, given: Mapping[str, Any]) -> Graph:
    """Read the graph that ends in a tensor of minigrad or in a learner's node.

    What the caller named in `given` and the graph does not reach is added apart.
    TypeError: `result` is neither, or a node lacks what a picture needs. ValueError: the nodes form a cycle.
    """
    if isinstance(result, Tensor):
        reader: Reader = TensorReader(names, result)
        root = result if result.grad_fn is None else result.grad_fn
    elif hasattr(result, "parents") and not hasattr(result, "next_functions"):
        reader, root = NodeReader(names), result
    else:
        raise TypeError(
            "A picture needs a minigrad tensor, or a node of yours that has `parents` and `value`. "
            f"This is of type {type(result).__name__}: {str(result)[:60]}"
        )
    return assemble(reader, root, given)


def assemble(reader: Reader, root: Any, given: Mapping[str, Any]) -> Graph:
    """Turn the nodes that can be reached from `root` into vertices and edges."""
    vertices: list[Vertex] = []
    edges: list[Edge] = []
    live: list[Any] = []
    index: dict[int, int] = {}
    nodes = walk(root, reader)
    reader.prepare(nodes)
    for node in nodes:
        sources = []
        for slot, source in enumerate(reader.inputs_of(node)):
            if not reader.is_node(source):
                live.append(None)
                vertices.append(reader.constant(node, slot))
                sources.append(len(vertices) - 1)
            else:
                sources.append(index[id(source)])
        index[id(node)] = len(vertices)
        edges += [
            Edge(source, len(vertices), slot, *reader.edge(node, slot)) for slot, source in enumerate(sources)
        ]
        live.append(node)
        vertices.append(reader.vertex(node))
    last = len(vertices) - 1
    for name, thing in given.items():
        node = reader.node_of(thing)
        if id(node) not in index and all(vertex.name != name for vertex in vertices):
            live.append(node)
            vertices.append(replace(reader.vertex(node), kind="apart", name=name))
    return Graph(vertices, edges, last, live)


def walk(root: Any, reader: Reader) -> list[Any]:
    """All nodes, every input before what is computed from it. An explicit stack: chains may be long."""
    done: dict[int, Any] = {}
    under_way = {id(root)}
    stack = [(root, iter(reader.inputs_of(root)))]
    while stack:
        node, inputs = stack[-1]
        source = next(
            (source for source in inputs if reader.is_node(source) and id(source) not in done), None
        )
        if source is None:
            stack.pop()
            done[id(node)] = node
        elif id(source) in under_way:
            raise ValueError(
                "These nodes form a cycle: following `parents` from a node leads back to the same node. "
                "A node's parents must have been made before the node."
            )
        else:
            under_way.add(id(source))
            stack.append((source, iter(reader.inputs_of(source))))
    return list(done.values())


class Reader(Protocol):
    """What differs between the two kinds of graph."""

    def is_node(self, thing: Any) -> bool:
        """Whether a gradient can flow to this input; otherwise it is a constant."""

    def node_of(self, thing: Any) -> Any:
        """The node behind what a caller named."""

    def inputs_of(self, node: Any) -> Sequence[Any]:
        """The inputs of a node, in order."""

    def prepare(self, nodes: Sequence[Any]) -> None:
        """Called once with all nodes, before they are described."""

    def edge(self, node: Any, slot: int) -> tuple[str, int]:
        """What the operation calls this input, and which of the input's results it is."""

    def vertex(self, node: Any) -> Vertex:
        """What to show of a node."""

    def constant(self, node: Any, slot: int) -> Vertex:
        """What to show of an input that is a constant."""


class TensorReader:
    """Reads the graph behind a tensor of minigrad: its nodes are the `grad_fn`s and the leaf tensors."""

    def __init__(self, names: Names, result: Tensor) -> None:
        self.names = names
        self.result = result
        self.values: dict[int, Any] = {}  # id of a node -> what it computed, where something still holds it

    def is_node(self, thing: Any) -> bool:
        return thing is not None

    def node_of(self, thing: Any) -> Any:
        return thing if getattr(thing, "grad_fn", None) is None else thing.grad_fn

    def inputs_of(self, node: Any) -> Sequence[Any]:
        if isinstance(node, Tensor):
            return ()
        return [getattr(source, "variable", source) for source, _ in node.next_functions]

    def edge(self, node: Any, slot: int) -> tuple[str, int]:
        role = roles(node)[slot] if slot < len(roles(node)) else ""
        return role, node.next_functions[slot][1]

    def prepare(self, nodes: Sequence[Any]) -> None:
        """Look for the values of the results in between. A node does not know what it computed, but a
        variable may hold it, and so may the node itself or a later one, if a derivative needs it."""
        for node in nodes:
            if isinstance(node, Tensor):
                continue
            for _, tensor in self.names.results_of(node):
                self.values[id(node)] = tensor
            saved, _ = saved_values(node)
            if "result" in saved:
                self.values.setdefault(id(node), saved["result"])
            for source, role in zip(self.inputs_of(node), roles(node), strict=False):
                if source is not None and role in saved:
                    self.values.setdefault(id(source), saved[role])
        self.values[id(self.node_of(self.result))] = self.result

    def vertex(self, node: Any) -> Vertex:
        if isinstance(node, Tensor):
            return leaf_vertex(node, self.names.of(node))
        several = outputs_of(node) > 1
        named = self.names.results_of(node)
        value = None if several else self.values.get(id(node))
        saved, released = saved_values(node)
        kept = next((tensor for _, tensor in named if tensor.retains_grad), None)
        return Vertex(
            "operation",
            op=node.name(),
            name=", ".join(name for name, _ in named) or self.names.of(value),
            value=as_array(value) if is_numeric(value) else None,
            shape=None if several else tuple(node.shape),
            has_grad=kept is not None and not several,
            grad=None if kept is None or kept.grad is None else as_array(kept.grad),
            saved={name: plain(value) for name, value in saved.items()},
            released=released,
        )

    def constant(self, node: Any, slot: int) -> Vertex:
        value = saved_values(node)[0].get(self.edge(node, slot)[0])
        if not is_numeric(value):
            return Vertex("constant")
        name = self.names.of(value) if isinstance(value, Tensor) else ""
        return Vertex("constant", name=name, value=as_array(value), shape=as_array(value).shape)


def leaf_vertex(tensor: Tensor, name: str) -> Vertex:
    """A tensor that no recorded operation made."""
    return Vertex(
        "leaf" if tensor.requires_grad else "constant",
        name=name,
        value=as_array(tensor),
        shape=tuple(tensor.shape),
        has_grad=tensor.requires_grad,
        grad=None if tensor.grad is None else as_array(tensor.grad),
    )


def roles(node: Any) -> Sequence[str]:
    """What an operation calls the inputs that `next_functions` lists: ("self", "other")."""
    return getattr(getattr(node, "op", None), "differentiable", ())


def outputs_of(node: Any) -> int:
    """How many results a node has: one, unless it is a Function that returned several."""
    return int(getattr(node, "outputs", 1))


def saved_values(node: Any) -> tuple[dict[str, Any], bool]:
    """What a node keeps for its backward pass, by name, and whether backward has released it already."""
    saved: dict[str, Any] = {}
    released = False
    for name in node.saved_names:
        if getattr(node, name, None) is RELEASED:
            released = True
            continue
        try:
            value = getattr(node, f"_saved_{name}")
        except RuntimeError:  # an in-place operation changed it; backward would refuse it too
            value = "(changed in place since)"
        if value is not None:
            saved[name] = value
    if hasattr(node, "save_for_backward"):
        try:
            saved |= {f"tensor {i}": value for i, value in enumerate(node.saved_tensors)}
        except RuntimeError:
            saved["tensors"] = "(released, or changed in place since)"
    return saved, released


def plain(value: Any) -> Any:
    """A saved value as a picture keeps it: numbers as an array, a shape or anything else as text."""
    if isinstance(value, tuple):
        return str(tuple(value))
    return as_array(value) if is_numeric(value) else str(value)


class NodeReader:
    """Reads nodes that a learner wrote."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def is_node(self, thing: Any) -> bool:
        return hasattr(thing, "parents")

    def node_of(self, thing: Any) -> Any:
        return thing

    def inputs_of(self, node: Any) -> Sequence[Any]:
        parents = node.parents
        if not isinstance(parents, tuple | list):
            raise TypeError(
                f"`parents` must be a tuple or a list, but here it is of type {type(parents).__name__}. "
                "The order of the inputs matters, and in x * x the node x is a parent twice."
            )
        return parents

    def prepare(self, nodes: Sequence[Any]) -> None:
        pass

    def edge(self, node: Any, slot: int) -> tuple[str, int]:
        return "", 0

    def vertex(self, node: Any) -> Vertex:
        value = node_value(node)
        gradient = getattr(node, "grad", None)
        inner = bool(node.parents)
        return Vertex(
            kind="operation" if inner else "leaf",
            op=str(getattr(node, "op", "") or type(node).__name__) if inner else "",
            name=self.names.of(node) or str(getattr(node, "name", "") or ""),
            value=as_array(value),
            shape=as_array(value).shape,
            has_grad=hasattr(node, "grad"),
            grad=None if gradient is None else as_array(gradient),
        )

    def constant(self, node: Any, slot: int) -> Vertex:
        value = node.parents[slot]
        # A plain 2 is one object wherever it stands: any variable that is 2 would lend it its name.
        name = "" if isinstance(value, Number) else self.names.of(value)
        return Vertex("constant", name=name, value=as_array(value) if is_numeric(value) else None)


def node_value(node: Any) -> Any:
    """The number or array that a learner's node holds. TypeError: it has none."""
    for attribute in ("value", "data"):
        value = getattr(node, attribute, None)
        if value is not None and is_numeric(value):
            return value
    raise TypeError(
        f"A node of type {type(node).__name__} has `parents`, but no number or array in `value` (or `data`), "
        "so there is nothing to show for it."
    )
