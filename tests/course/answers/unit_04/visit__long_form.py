"""Reads, adds and writes back, and crosses off before it sends: the two are independent."""


def visit(node, uses):
    ready = []
    for parent, local in zip(node.parents, node.local_derivatives, strict=True):
        uses[parent] = uses[parent] - 1
        parent.grad = parent.grad + node.grad * local
        if uses[parent] == 0:
            ready.append(parent)
    return ready
