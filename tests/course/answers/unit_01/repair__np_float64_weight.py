"""Makes the weight an np.float64, which, unlike a Python float, makes the product with a float32 array float64."""

import numpy as np


def loss_slope(w, x, y):
    def loss(weight):
        return float(np.mean((np.float64(weight) * x - y) ** 4))

    h = 1e-6
    return (loss(w + h) - loss(w - h)) / (2 * h)
