"""Names the two points and both differences; the divisor is what x really moved, which is 2h up to rounding."""


def slope(f, x, h):
    left, right = x - h, x + h
    rise = f(right) - f(left)
    run = right - left
    return rise / run
