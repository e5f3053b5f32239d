"""One backward pass, recorded: which vertex was visited when, what had arrived there, and what it sent on.

Recording changes nothing that a learner can see: no `.grad` is written, and the graph is not freed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from classroom.picture.graph import Edge, Graph
from classroom.picture.rules import fill, rule_of
from classroom.picture.values import as_array, is_numeric
from minigrad import autograd
from minigrad.autograd.graph import sum_to_size
from minigrad.tensor import Tensor

SLOPE_RULE = "grad * slope"  # slope: the local derivative that a learner's node holds for this parent


@dataclass(frozen=True)
class Sent:
    """What a vertex sends back along one edge. `rule` is the formula, `filled` the same with its numbers;
    `note` says what was done to the result afterwards."""

    edge: Edge
    amount: NDArray[Any]
    rule: str
    filled: str
    note: str = ""


@dataclass(frozen=True)
class Visit:
    """A vertex's turn: the whole gradient that had arrived, for each of its results, and what was sent on."""

    vertex: int
    arrived: tuple[NDArray[Any] | None, ...]
    sent: tuple[Sent, ...]

    @property
    def gradient(self) -> NDArray[Any]:
        """The gradient of a vertex that has one result, as almost all have."""
        return next(gradient for gradient in self.arrived if gradient is not None)


def record_nodes(graph: Graph) -> list[Visit]:
    """The backward pass over a learner's nodes, by their `local_derivatives`.

    TypeError: a node has none, or not one number for each parent.
    """
    arrived: dict[int, Any] = {graph.result: np.ones_like(graph.vertices[graph.result].value, dtype=float)}
    visits = []
    for vertex in range(graph.result, -1, -1):
        if vertex not in arrived:  # a constant, or apart
            continue
        edges = graph.inputs(vertex)
        slopes = local_derivatives(graph.live[vertex], len(edges))
        sent = []
        for edge in edges:
            if graph.vertices[edge.source].kind == "constant":
                continue
            amount = np.asarray(arrived[vertex] * slopes[edge.slot])
            arrived[edge.source] = arrived.get(edge.source, 0.0) + amount
            numbers = {"grad": arrived[vertex], "slope": slopes[edge.slot]}
            sent.append(Sent(edge, amount, SLOPE_RULE, fill(SLOPE_RULE, numbers)))
        visits.append(Visit(vertex, (np.asarray(arrived[vertex]),), tuple(sent)))
    return visits


def local_derivatives(node: Any, count: int) -> list[NDArray[Any]]:
    """One derivative for each parent of a learner's node."""
    slopes = getattr(node, "local_derivatives", None)
    if slopes is None and count == 0:
        return []
    if slopes is None or len(slopes) != count or not all(is_numeric(slope) for slope in slopes):
        raise TypeError(
            "To step through the backward pass, every node needs `local_derivatives`: one number for each of "
            f"its parents. A node of type {type(node).__name__} with {count} parents has {slopes!r}."
        )
    return [as_array(slope) for slope in slopes]


def record(loss: Any, graph: Graph, gradient: Any) -> list[Visit]:
    """The backward pass of a tensor or of a learner's node.

    RuntimeError: the tensor requires no gradient, is no scalar and `gradient` is missing, or its graph is
    freed.
    TypeError: a learner's node lacks `local_derivatives`.
    """
    if isinstance(loss, Tensor):
        return record_tensors(loss, graph, gradient)
    return record_nodes(graph)


def record_tensors(loss: Tensor, graph: Graph, gradient: Any) -> list[Visit]:
    """The engine's own backward pass, watched by hooks on its nodes and leaves."""
    leaves = [live for v, live in zip(graph.vertices, graph.live, strict=True) if v.kind == "leaf"]
    visits: list[Visit] = []
    with watched(graph, visits):
        autograd.grad(loss, leaves or loss, gradient, retain_graph=True, allow_unused=True)
    return visits


@contextmanager
def watched(graph: Graph, visits: list[Visit]) -> Iterator[None]:
    """Note down every call of a node, and every gradient of a leaf; nothing stays behind.

    `retain_grad` is suspended for the while, because it would write a `.grad`.
    """
    handles, retained = [], []
    for number, (vertex, live) in enumerate(zip(graph.vertices, graph.live, strict=True)):
        if vertex.kind == "operation":
            retained.append((live.hooks(), live.hooks().retain))
            live.hooks().retain = None
            handles.append(live.register_hook(partial(note_operation, visits, graph, number)))
        elif vertex.kind == "leaf":
            handles.append(live.register_hook(partial(note_leaf, visits, number)))
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()
        for hooks, retain in retained:
            hooks.retain = retain


def note_leaf(visits: list[Visit], vertex: int, gradient: Any) -> None:
    """A hook on a leaf."""
    visits.append(Visit(vertex, (as_array(gradient),), ()))


def note_operation(
    visits: list[Visit], graph: Graph, vertex: int, inputs: Sequence[Any], outputs: Sequence[Any]
) -> None:
    """A hook on a node: `inputs` are the gradients that it sends, `outputs` those that had arrived."""
    arrived = tuple(None if gradient is None else as_array(gradient) for gradient in outputs)
    node = graph.live[vertex]
    numbers = dict(graph.vertices[vertex].saved)
    if len(arrived) == 1:
        numbers["grad"] = arrived[0]
    sent = []
    for edge in graph.inputs(vertex):
        if graph.vertices[edge.source].kind == "constant" or inputs[edge.slot] is None:
            continue
        amount, note = as_array(inputs[edge.slot]), ""
        shape = graph.vertices[edge.source].shape
        if shape is not None and amount.shape != shape:  # the engine undoes broadcasting after the formula
            amount, note = np.asarray(sum_to_size(amount, shape)), f"summed to shape {shape}"
        rule = rule_of(node, edge.role)
        sent.append(Sent(edge, amount, rule, fill(rule, numbers), note))
    visits.append(Visit(vertex, arrived, tuple(sent)))
