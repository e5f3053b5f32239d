"""Fills both lists in one loop, with the values of f worked out first."""


def error_curve(f, slope, x, steps):
    forward_errors, central_errors = [], []
    here = f(x)
    for h in steps:
        right, left = f(x + h), f(x - h)
        forward_errors.append(abs((right - here) / h - slope(x)))
        central_errors.append(abs((right - left) / (h + h) - slope(x)))
    return forward_errors, central_errors
