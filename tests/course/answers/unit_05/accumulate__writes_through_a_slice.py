"""Assigns into the array with [...], which also works in place for the shape ()."""


def accumulate(leaf, arriving):
    if arriving.ndim != leaf.data.ndim or arriving.shape != leaf.data.shape:
        raise ValueError("shapes differ")
    if leaf.grad is None:
        leaf.grad = arriving.copy()
        return
    leaf.grad[...] = leaf.grad + arriving
