"""One axis at a time: first those that are lacking, then those of length 1."""


def unbroadcast(g, shape):
    while g.ndim > len(shape):
        g = g.sum(axis=0)
    for axis, length in enumerate(shape):
        if length != g.shape[axis]:
            g = g.sum(axis=axis, keepdims=True)
    return g
