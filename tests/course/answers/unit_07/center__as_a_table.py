"""Multiplies each row of weights by the table of slopes, which is the same for every row."""

import numpy as np


def center_backward(g):
    m = g.shape[1]
    return g @ (np.eye(m) - 1 / m)
