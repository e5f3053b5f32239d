"""Treats the bias as the weight of one more feature that is always 1."""

import numpy as np


def layer_gradients(w, b, x, target):
    features = np.hstack([x, np.ones((len(x), 1))])
    weights = np.vstack([w, b])
    error = features @ weights - target
    slopes = features.T @ error * (2 / error.size)
    return np.mean(error**2), slopes[:-1], slopes[-1]
