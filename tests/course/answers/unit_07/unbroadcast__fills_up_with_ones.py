"""Fills the shape up with ones at the left, sums once, and reshapes at the end."""


def unbroadcast(g, shape):
    filled = (1,) * (g.ndim - len(shape)) + tuple(shape)
    axes = tuple(i for i, (now, then) in enumerate(zip(g.shape, filled, strict=True)) if now != then)
    return g.sum(axis=axes).reshape(shape)
