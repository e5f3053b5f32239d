"""Uses NumPy's functions: np.array copies, and np.add writes the sum into the array it is given."""

import numpy as np


def accumulate(leaf, arriving):
    if np.shape(arriving) == np.shape(leaf.data):
        if leaf.grad is not None:
            np.add(leaf.grad, arriving, out=leaf.grad)
        else:
            leaf.grad = np.array(arriving)
    else:
        raise ValueError("shapes differ")
