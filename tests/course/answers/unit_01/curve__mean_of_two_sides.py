"""Makes the central difference as the mean of a forward and a backward one, and a distance with max."""


def error_curve(f, slope, x, steps):
    ahead = [(f(x + h) - f(x)) / h for h in steps]
    behind = [(f(x) - f(x - h)) / h for h in steps]
    both = [(a + b) / 2 for a, b in zip(ahead, behind, strict=True)]
    wanted = slope(x)
    return tuple([max(s - wanted, wanted - s) for s in estimates] for estimates in (ahead, both))
