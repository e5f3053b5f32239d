"""One backward pass, recorded: which vertex was visited when, what had arrived there, and what it sent on.

Recording changes nothing that a learner can see: no `.grad` is written, and the graph is not freed.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import minigrad
from classroom.picture.graph import Edge, Graph, formula_of, stretched
from classroom.picture.rules import fill, rule_of
from classroom.picture.values import as_array, is_numeric

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
    """A vertex's turn: the whole gradient that had arrived, and what was sent to each of its inputs."""

    vertex: int
    arrived: NDArray[Any]
    sent: tuple[Sent, ...]


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
        visits.append(Visit(vertex, np.asarray(arrived[vertex]), tuple(sent)))
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
    if isinstance(loss, minigrad.Tensor):
        return record_tensors(loss, graph, gradient)
    return record_nodes(graph)


def record_tensors(loss: minigrad.Tensor, graph: Graph, gradient: Any) -> list[Visit]:
    """The engine's own backward pass, watched by hooks on its nodes and leaves."""
    calls: list[tuple[int, Any, Any]] = []  # vertex, grad_inputs, grad_outputs
    handles = []
    for vertex, live in enumerate(graph.live):
        if graph.vertices[vertex].kind == "operation":
            note = functools.partial(lambda v, inputs, outputs: calls.append((v, inputs, outputs)), vertex)
            handles.append(live.register_hook(note))
        elif graph.vertices[vertex].kind == "leaf":
            arrived = functools.partial(lambda v, grad: calls.append((v, (), (grad,))), vertex)
            handles.append(live.register_hook(arrived))
    leaves = [live for v, live in zip(graph.vertices, graph.live, strict=True) if v.kind == "leaf"]
    try:
        minigrad.autograd.grad(loss, leaves, grad_outputs=gradient, retain_graph=True, allow_unused=True)
    finally:
        for handle in handles:
            handle.remove()
    return [as_visit(graph, *call) for call in calls]


def as_visit(graph: Graph, vertex: int, inputs: Sequence[Any], outputs: Sequence[Any]) -> Visit:
    """One call of a hook as plain numbers."""
    arrived = as_array(next(grad for grad in outputs if grad is not None))
    node = graph.live[vertex]
    numbers = {**graph.vertices[vertex].saved, "grad": arrived}
    sent = []
    for edge in graph.inputs(vertex):
        if graph.vertices[edge.source].kind == "constant" or inputs[edge.slot] is None:
            continue
        amount = as_array(inputs[edge.slot])
        formula = formula_of(node, edge.role)
        rule = rule_of(formula) if formula else f"{node.name()}.backward(grad)"
        note = f"summed to shape {amount.shape}" if stretched(node, amount) else ""
        sent.append(Sent(edge, amount, rule, fill(rule, numbers) if formula else "", note))
    return Visit(vertex, arrived, tuple(sent))
