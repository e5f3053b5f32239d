"""What a tensor of minigrad and the nodes behind it have to show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from classroom.picture.graph import Vertex
from classroom.picture.names import Names
from classroom.picture.values import as_array, is_numeric
from minigrad.autograd.graph import RELEASED
from minigrad.tensor import Tensor


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
