"""Goes through the operands in a loop and stops at the first that requires a gradient."""


class Node:
    def __init__(self, value, parents=(), op="", requires_grad=False):
        self.value, self.parents, self.op, self.requires_grad = value, parents, op, requires_grad


def result_of(op, value, operands):
    for operand in operands:
        if operand.requires_grad:
            return Node(value, operands, op, requires_grad=True)
    return Node(value)
