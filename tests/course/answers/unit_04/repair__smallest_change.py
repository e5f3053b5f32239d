"""Keeps `index`, which finds the first of two uses: in x + x and x * x both have the same slope."""


def backward(order):
    for node in order:
        if node.grad is None or len(node.parents) > 0:
            node.grad = 0.0
    order[0].grad = 1.0
    for node in order:
        for parent in node.parents:
            place = node.parents.index(parent)
            parent.grad += node.local_derivatives[place] * node.grad
