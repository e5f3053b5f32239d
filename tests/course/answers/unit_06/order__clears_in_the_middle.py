"""Clears just before the backward pass, which is early enough."""


def weighted_slopes(f, x, weights):
    y = f(x)
    total = (weights * y).sum()
    x.grad = None
    total.backward()
    return x.grad
