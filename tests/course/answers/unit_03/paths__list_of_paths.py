"""Keeps a list of paths that are not finished, each as its last node and the product so far."""


def slope(y, x):
    total = 0.0
    unfinished = [(y, 1.0)]
    while unfinished:
        node, product = unfinished.pop()
        if node is x:
            total += product
            continue
        for place, parent in enumerate(node.parents):
            unfinished.append((parent, product * node.local_derivatives[place]))
    return total
