"""Keeps the nodes that are ready in a list of their own and takes the last of them."""


def backward_order(end, uses):
    remaining = uses.copy()
    ready = [end]
    order = []
    while ready:
        node = ready.pop()
        order.append(node)
        for parent in node.parents:
            remaining[parent] = remaining[parent] - 1
            if not remaining[parent]:
                ready.append(parent)
    return order
