"""Goes backward from y with slopes of y instead of forward with slopes in x: the same local slopes."""

import math


def bump(x):
    a = x * x
    b = -0.5 * a
    c = math.exp(b)
    y = x * c
    y_of_c = x
    y_of_b = y_of_c * c
    y_of_a = y_of_b * -0.5
    return y, c + y_of_a * 2 * x
