"""Assigns value and slope together: the right sides are worked out before either is changed."""

import math


def through_square_and_exp(value, slope):
    value, slope = value * value, slope * 2 * value
    value, slope = math.exp(value), slope * math.exp(value)
    return value, slope
