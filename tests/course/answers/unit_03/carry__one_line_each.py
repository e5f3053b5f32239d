"""Gives the intermediate value a name of its own, so that the order of the lines matters less."""

import math


def through_square_and_exp(value, slope):
    u = value**2
    y = math.exp(u)
    return y, slope * (2 * value) * y
