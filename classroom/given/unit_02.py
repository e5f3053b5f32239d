"""The stand-in for what learners write in unit 02."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any


def _on_both_sides(op: str, function: Callable[[Any, Any], Any]) -> tuple[Any, Any]:
    """The methods for `node op other` and for `other op node`."""

    def recorded(*operands: Any) -> Node:
        value = function(*(getattr(each, "value", each) for each in operands))
        if not any(getattr(each, "requires_grad", False) for each in operands):
            return Node(value)
        return Node(value, True, operands, op)

    return recorded, lambda node, other: recorded(other, node)


class Node:
    """A number that remembers what it was computed from.

    value          the number
    requires_grad  whether a slope is wanted at this node, or at one that it was computed from
    parents        the operands, in their order, as nodes or plain numbers; () where nothing was recorded
    op             "+", "*" or "-"; "" where nothing was recorded
    grad           None, until somebody puts a slope there

    Nodes can be added, multiplied and subtracted, with nodes and with plain numbers. A result none of whose
    operands requires a slope is recorded as a plain leaf.

    >>> a = Node(3.0, requires_grad=True)
    >>> y = a * 2 + Node(1.0)
    >>> y.value, y.op, y.parents[0].op, (Node(1.0) + 2).parents
    (7.0, '+', '*', ())
    """

    def __init__(self, value: Any, requires_grad: bool = False, parents: tuple = (), op: str = "") -> None:
        self.value = value
        self.requires_grad = requires_grad
        self.parents = parents
        self.op = op
        self.grad: Any = None

    def __repr__(self) -> str:
        made = f", op={self.op!r}" if self.op else ""
        return f"Node({self.value}{made}{', requires_grad=True' if self.requires_grad else ''})"

    __add__, __radd__ = _on_both_sides("+", operator.add)
    __mul__, __rmul__ = _on_both_sides("*", operator.mul)
    __sub__, __rsub__ = _on_both_sides("-", operator.sub)


GIVEN = {"node": Node}
