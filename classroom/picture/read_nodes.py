"""What a node that a learner wrote has to show.

Such a node needs only this:

- `parents`: the nodes (or plain numbers) that it was computed from, in a tuple or list; a leaf has none;
- `value` or `data`: its number or array.

It may also have

- `op`: what computed it, such as `"*"`; without it the class's name is shown;
- `grad`: its gradient, or None;
- `local_derivatives`: one number or array for each parent, the derivative of the node's value with respect to
  that parent. `step` needs them; `draw` does not;
- `name`: what to call it, if it is not kept in a variable.
"""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Number
from typing import Any

from classroom.picture.graph import Vertex
from classroom.picture.names import Names
from classroom.picture.values import as_array, is_numeric


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
