"""Goes through the numbers one by one and stops at the first that does not agree."""

import numpy as np


def gradcheck(f, rule, x, seed=0, atol=1e-5, rtol=1e-3):
    x = np.asarray(x).astype(float)
    g = np.random.RandomState(seed).normal(size=np.shape(f(x)))
    found = np.asarray(rule(g, x))
    if found.shape != x.shape:
        return False
    for i in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[i] += 1e-6
        down[i] -= 1e-6
        slope = (np.sum(g * f(up)) - np.sum(g * f(down))) / (up[i] - down[i])
        if not abs(found[i] - slope) <= atol + rtol * abs(slope):
            return False
    return True
