"""Decides on plain numbers and computes on the tensor, one operation for each halving."""


def halve_until(x, limit):
    value = float(x)
    while not value <= limit:
        value /= 2.0
        x = 0.5 * x
    return x
