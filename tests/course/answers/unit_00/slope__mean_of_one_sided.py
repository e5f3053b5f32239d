"""The mean of the slopes to the right and to the left: f(x) cancels, and the central difference remains."""


def slope(f, x, h):
    right = (f(x + h) - f(x)) / h
    left = (f(x) - f(x - h)) / h
    return (right + left) / 2
