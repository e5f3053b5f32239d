"""Sends along all arrows first, then crosses off, then looks which parents are ready."""


def visit(node, uses):
    for place, parent in enumerate(node.parents):
        parent.grad += node.local_derivatives[place] * node.grad
    for parent in node.parents:
        uses[parent] -= 1
    return [parent for parent in dict.fromkeys(node.parents) if uses[parent] == 0]
