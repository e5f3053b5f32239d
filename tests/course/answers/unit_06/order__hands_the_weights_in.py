"""Hands the weights in with gradient=, of which the lines are the long form."""


def weighted_slopes(f, x, weights):
    x.grad = None
    f(x).backward(gradient=weights)
    return x.grad
