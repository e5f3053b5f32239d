"""Uses NumPy's cube root, and decides about the size with an `if` instead of max."""

import numpy as np


def central_step(x):
    root = np.cbrt(float(np.finfo(x.dtype).eps))
    if abs(x) < 1:
        return float(root)
    return float(root) * abs(float(x))
