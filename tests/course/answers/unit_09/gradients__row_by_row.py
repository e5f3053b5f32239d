"""Adds up one row after the other, as the table of the lesson does."""

import numpy as np


def line_gradients(x, y, w, b):
    w_grad, b_grad = np.zeros((1, 1)), np.zeros(1)
    for (x_row,), (y_row,) in zip(x, y, strict=True):
        error = w[0, 0] * x_row + b[0] - y_row
        w_grad += 2 * error * x_row
        b_grad += 2 * error
    return w_grad / len(x), b_grad / len(x)
