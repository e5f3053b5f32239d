"""The slope as school would write it, in one formula."""

import math


def bump(x):
    bell = math.exp(-(x**2) / 2)
    return x * bell, (1 - x**2) * bell
