"""The nodes that units 03 and 04 work with: numbers that remember what they were computed from."""

from __future__ import annotations


class Node:
    """A number in a graph.

    value              the number, a float
    parents            the nodes that it was computed from, a tuple; in x * x, the node x is there twice.
                       A leaf has none
    local_derivatives  one float for each parent: how much the value changes for each unit that this parent
                       changes while the others stay as they are
    op                 what computed it, such as "*"
    grad               room for its gradient; None at first

    A plain number beside a node is a constant: it becomes part of the operation and is no parent.

    >>> x = Node(3.0)
    >>> y = x * x
    >>> y.value, y.local_derivatives, y.parents == (x, x)
    (9.0, (3.0, 3.0), True)
    >>> (x * 5.0).local_derivatives
    (5.0,)
    """

    def __init__(
        self,
        value: float,
        parents: tuple[Node, ...] = (),
        local_derivatives: tuple[float, ...] = (),
        op: str = "",
    ) -> None:
        self.value = value
        self.parents = parents
        self.local_derivatives = local_derivatives
        self.op = op
        self.grad: float | None = None

    def __add__(self, other: Node | float) -> Node:
        if isinstance(other, Node):
            return Node(self.value + other.value, (self, other), (1.0, 1.0), "+")
        return Node(self.value + other, (self,), (1.0,), f"+ {other:g}")

    def __mul__(self, other: Node | float) -> Node:
        if isinstance(other, Node):
            return Node(self.value * other.value, (self, other), (other.value, self.value), "*")
        return Node(self.value * other, (self,), (other,), f"* {other:g}")

    def __repr__(self) -> str:
        return f"Node({self.value:g})"
