"""Asks whether True is among the flags."""


class Node:
    def __init__(self, value, parents=(), op="", requires_grad=False):
        self.value, self.parents, self.op, self.requires_grad = value, parents, op, requires_grad


def result_of(op, value, operands):
    if True not in [each.requires_grad for each in operands]:
        return Node(value)
    return Node(value, tuple(operands), op, True)
