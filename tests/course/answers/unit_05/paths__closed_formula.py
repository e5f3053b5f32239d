"""The slope of x³ + 3x² as school would write it: the same polynomial without the graph."""


def value_and_slope(x):
    return x**3 + 3 * x**2, 3 * x**2 + 6 * x
