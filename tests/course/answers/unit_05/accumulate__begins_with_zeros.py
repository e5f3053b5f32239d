"""Makes zeros when nothing has arrived yet, and then always adds in place."""

import numpy as np


def accumulate(leaf, arriving):
    if leaf.data.shape != arriving.shape:
        raise ValueError("the gradient's shape is not the leaf's")
    if leaf.grad is None:
        leaf.grad = np.zeros_like(leaf.data)
    leaf.grad += arriving
