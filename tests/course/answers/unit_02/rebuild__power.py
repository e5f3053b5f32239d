"""Squares with **, and keeps the product inside the expression's last line."""


def rebuild(a, b):
    t = a * b
    return (t + a) ** 2 - t
