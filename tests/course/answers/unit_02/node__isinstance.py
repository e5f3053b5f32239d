"""Tells nodes from numbers by isinstance, and makes the reflected operators out of one helper."""


class Node:
    def __init__(self, value, parents=(), op="", requires_grad=False):
        self.value, self.requires_grad = value, requires_grad
        self.parents, self.op = parents, op

    @staticmethod
    def compute(op, left, right):
        numbers = [each.value if isinstance(each, Node) else each for each in (left, right)]
        value = {"+": numbers[0] + numbers[1], "-": numbers[0] - numbers[1], "*": numbers[0] * numbers[1]}[op]
        for each in (left, right):
            if isinstance(each, Node) and each.requires_grad:
                return Node(value, (left, right), op, True)
        return Node(value)

    def __add__(self, other):
        return self.compute("+", self, other)

    def __radd__(self, other):
        return self.compute("+", other, self)

    def __mul__(self, other):
        return self.compute("*", self, other)

    def __rmul__(self, other):
        return self.compute("*", other, self)

    def __sub__(self, other):
        return self.compute("-", self, other)

    def __rsub__(self, other):
        return self.compute("-", other, self)
