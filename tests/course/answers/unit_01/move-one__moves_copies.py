"""Moves the number in two copies, so that x itself is never touched and nothing has to be put back."""


def slope_along(f, x, i, h):
    right, left = x.copy(), x.copy()
    right[i] += h
    left[i] -= h
    return (f(right) - f(left)) / (right[i] - left[i])
