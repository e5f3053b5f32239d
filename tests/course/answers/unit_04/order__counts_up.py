"""Counts the uses that have sent, up to the number there is, instead of down to 0."""

from collections import deque


def backward_order(end, uses):
    sent = dict.fromkeys(uses, 0)
    order, ready = [], deque([end])
    while ready:
        order.append(ready.popleft())
        for parent in order[-1].parents:
            sent[parent] += 1
            if sent[parent] == uses[parent]:
                ready.append(parent)
    return order
