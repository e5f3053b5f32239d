"""Writes a / b as a · b⁻¹ and uses the rules of the product and of the power."""

from classroom.units.nodes import Node


def divide(a, b):
    value = a.value / b.value
    local_derivatives = [b.value**-1, a.value * -1 * b.value**-2]
    return Node(value, (a, b), local_derivatives, "/")
