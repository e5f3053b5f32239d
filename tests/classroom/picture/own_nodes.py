"""Nodes as a learner writes them in the units on graph building, and graphs made of them."""

from __future__ import annotations

import math


class Own:
    """A number that remembers what it was computed from."""

    def __init__(self, value, parents=(), local_derivatives=(), op=""):
        self.value, self.parents, self.local_derivatives, self.op = value, parents, local_derivatives, op
        self.grad = None

    def __add__(self, other):
        return Own(self.value + other.value, (self, other), (1.0, 1.0), "+")

    def __mul__(self, other):
        if isinstance(other, float):
            return Own(self.value * other, (self, other), (other, self.value), "*")
        return Own(self.value * other.value, (self, other), (other.value, self.value), "*")

    def tanh(self):
        value = math.tanh(self.value)
        return Own(value, (self,), (1 - value**2,), "tanh")


def chain(length):
    result = Own(0.5)
    for _ in range(length):
        result = result.tanh()
    return result


def network(layers):
    """tanh(h * w + b), again and again, every layer with leaves of its own."""
    result = Own(0.3)
    for _ in range(layers):
        result = (result * Own(0.5) + Own(0.1)).tanh()
    return result


def recurrent(steps):
    """The same w in every step, and a sum over all of the steps."""
    w, h, total = Own(0.9), Own(0.1), Own(0.0)
    states = []
    for _ in range(steps):
        h = (h * w + Own(0.2)).tanh()
        states.append(h)
    for state in states:
        total = total + state * state
    return total


def squared_errors(points):
    """The loss of a line over many points, summed in a loop."""
    w, b = Own(0.5), Own(0.1)
    total = Own(0.0)
    for i in range(points):
        error = w * float(i) + b + Own(-2.0 * i)
        total = total + error * error
    return total
