"""Writes the two paths as two lines."""

import numpy as np


def center_backward(g):
    mean_grad = -g.sum(axis=1, keepdims=True)
    through_the_mean = np.broadcast_to(mean_grad, g.shape) / g.shape[1]
    return g + through_the_mean
