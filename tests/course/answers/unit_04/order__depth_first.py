"""A depth-first walk with a list of its own and no look at the uses; the order of leaving is turned round."""


def backward_order(end, uses):
    left, seen = [], set()
    waiting = [(end, False)]
    while waiting:
        node, parents_are_done = waiting.pop()
        if parents_are_done:
            left.append(node)
        elif node not in seen:
            seen.add(node)
            waiting.append((node, True))
            waiting.extend((parent, False) for parent in node.parents)
    return left[::-1]
