"""Makes a bare node first, and sets what it remembers afterwards; negates for the reflected difference's value."""


def value_of(operand):
    return operand.value if hasattr(operand, "parents") else operand


class Node:
    def __init__(self, value, parents=(), op="", requires_grad=False):
        self.value = value
        self.parents = tuple(parents)
        self.op = op
        self.requires_grad = requires_grad

    def remember(self, op, operands):
        flags = [operand.requires_grad for operand in operands if hasattr(operand, "parents")]
        self.requires_grad = sum(flags) > 0
        if self.requires_grad:
            self.op, self.parents = op, operands
        return self

    def __add__(self, other):
        return Node(self.value + value_of(other)).remember("+", (self, other))

    def __radd__(self, other):
        return Node(self.value + other).remember("+", (other, self))

    def __mul__(self, other):
        return Node(self.value * value_of(other)).remember("*", (self, other))

    def __rmul__(self, other):
        return Node(self.value * other).remember("*", (other, self))

    def __sub__(self, other):
        return Node(self.value - value_of(other)).remember("-", (self, other))

    def __rsub__(self, other):
        return Node(-(self.value - other)).remember("-", (other, self))
