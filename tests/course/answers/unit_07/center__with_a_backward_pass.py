"""Lets minigrad go backward; the slopes are the same wherever x is."""

import minigrad


def center_backward(g):
    x = minigrad.zeros(*g.shape, dtype=minigrad.float64, requires_grad=True)
    y = x - x.mean(dim=1, keepdim=True)
    y.backward(gradient=minigrad.tensor(g))
    return x.grad.numpy()
