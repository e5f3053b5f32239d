"""Follows every path from every entry of y."""

import numpy as np


def outer_backward(g, a, b):
    a_grad, b_grad = np.zeros_like(a), np.zeros_like(b)
    for i, j in np.ndindex(g.shape):
        a_grad[i, 0] += g[i, j] * b[j]
        b_grad[j] += g[i, j] * a[i, 0]
    return a_grad, b_grad
