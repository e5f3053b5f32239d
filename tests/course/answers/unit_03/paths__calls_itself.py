"""The function calls itself, and sum() adds over the parents."""


def slope(y, x):
    if y is x:
        return 1.0
    pairs = zip(y.parents, y.local_derivatives, strict=True)
    return float(sum(local * slope(parent, x) for parent, local in pairs))
