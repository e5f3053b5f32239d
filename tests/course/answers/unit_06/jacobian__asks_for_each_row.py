"""Asks autograd for each row, which leaves x.grad alone."""

import minigrad


def jacobian(f, x):
    y = f(x)
    return minigrad.stack([minigrad.autograd.grad(output, x, retain_graph=True)[0] for output in y])
