"""Takes the lower side first: each call still comes directly after its move."""


def slope_along(f, x, i, h):
    here = x[i]
    x[i] = here - h
    low = f(x)
    x[i] = here + h
    high = f(x)
    x[i] = here
    return (high - low) / (2 * h)
