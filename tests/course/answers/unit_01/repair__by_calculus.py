"""Uses the exact slope, by the chain rule, which needs no step."""

import numpy as np


def loss_slope(w, x, y):
    x, y = np.float64(x), np.float64(y)
    return float(np.mean(4 * x * (w * x - y) ** 3))
