"""Uses the quotient itself: -a / b² is -(a / b) / b."""

from classroom.units.nodes import Node


def divide(a, b):
    value = a.value / b.value
    local_derivatives = (1.0 / b.value, -value / b.value)
    return Node(value, (a, b), local_derivatives, "/")
