"""Calls itself on the half."""


def halve_until(x, limit):
    return halve_until(x / 2, limit) if x.item() > limit else x
