"""Makes both factors as large as y first, and undoes it with sums and a reshape."""

import numpy as np


def outer_backward(g, a, b):
    table_a, table_b = np.broadcast_arrays(a, b)
    return np.sum(g * table_b, axis=1).reshape(a.shape), np.sum(g * table_a, axis=0)
