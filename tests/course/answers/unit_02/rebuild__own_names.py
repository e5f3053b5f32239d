"""Gives every node a name of its own instead of moving one name on."""


def rebuild(a, b):
    product = a * b
    s = product + a
    return s * s - product
