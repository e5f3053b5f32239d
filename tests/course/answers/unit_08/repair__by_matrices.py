"""Writes the sums of cumsum as a product with a triangle of ones, and tanh by its hyperbolic cosine."""

import numpy as np


def backward(name, g, x):
    if name == "relu":
        return np.where(x > 0, g, 0.0)
    if name == "sigmoid":
        return g * np.exp(-x) / (1 + np.exp(-x)) ** 2
    if name == "tanh":
        return g / np.cosh(x) ** 2
    if name == "row squares":
        return 2 * (x.T * g).T
    m = x.shape[1]
    return g @ np.tril(np.ones((m, m)))
