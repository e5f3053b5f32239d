"""Names the two points and both differences; it divides by the real distance, 2h up to rounding."""


def slope(f, x, h):
    left, right = x - h, x + h
    rise = f(right) - f(left)
    run = right - left
    return rise / run
