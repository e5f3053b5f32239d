"""Asks autograd for the gradient, which leaves x.grad alone."""

import minigrad


def weighted_slopes(f, x, weights):
    (x_grad,) = minigrad.autograd.grad(f(x), x, grad_outputs=weights)
    return x_grad
