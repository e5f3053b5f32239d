"""Collects both slopes first and then looks how far apart they are."""


def verdict(f, slope, x, h, tolerance):
    slopes = [(f(x + side * h) - f(x)) / (side * h) for side in (1, -1)]
    if max(slopes) - min(slopes) > tolerance:
        return "kink"
    return "agrees" if abs(sum(slopes) / 2 - slope) <= tolerance else "wrong"
