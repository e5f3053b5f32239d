"""Writes the slope of the weighted mean as a formula, with a float for w."""


def fit_weighted(x, y, weights, steps, lr):
    w = 0.0
    for _ in range(steps):
        slope = (weights * 2 * (w * x - y) * x).sum() / weights.sum()
        w -= lr * slope.item()
    return w
