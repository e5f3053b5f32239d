"""Collects the slopes of this pass in a dict, and writes them into .grad at the end."""


def backward(order):
    slopes = dict.fromkeys(order, 0.0)
    slopes[order[0]] = 1.0
    for node in order:
        for parent, local in zip(node.parents, node.local_derivatives, strict=True):
            slopes[parent] += local * slopes[node]
    for node, slope in slopes.items():
        old = 0.0 if node.parents or node.grad is None else node.grad
        node.grad = old + slope
