"""Takes the central difference by itself, and asks the questions in one expression."""


def verdict(f, slope, x, h, tolerance):
    up, here, down = f(x + h), f(x), f(x - h)
    bend = (up - 2 * here + down) / h
    error = slope - (up - down) / (2 * h)
    return "kink" if not -tolerance <= bend <= tolerance else "wrong" if abs(error) > tolerance else "agrees"
