"""Takes the third root by logarithms."""

import math

import numpy as np


def central_step(x):
    eps = float(np.finfo(x.dtype).eps)
    size = np.maximum(1.0, np.abs(x.astype(np.float64)))
    return float(size * math.exp(math.log(eps) / 3))
