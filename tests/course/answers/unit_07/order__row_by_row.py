"""Adds up over the rows in a loop."""

import numpy as np


def bias_step(b, x, target, lr):
    b_grad = np.zeros_like(b)
    for row, goal in zip(x, target, strict=True):
        b_grad += 2 * (row + b - goal) / x.size
    return b - lr * b_grad
