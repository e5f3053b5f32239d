"""Says with einsum which index is summed over."""

import numpy as np


def matmul_backward(g, x, w):
    return np.einsum("ij,kj->ik", g, w), np.einsum("ik,ij->kj", x, g)
