"""Read the graph behind a tensor of minigrad, or behind a node that a learner wrote.

The two differ in how a node tells its inputs and what it holds; `read_tensors` and `read_nodes` know that.
What they have in common is here: visiting all nodes, inputs first, and making vertices and edges of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from classroom.picture.graph import Edge, Graph, Vertex
from classroom.picture.names import Names
from classroom.picture.read_nodes import NodeReader
from classroom.picture.read_tensors import TensorReader
from minigrad.tensor import Tensor


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
