"""Takes means that keep the axes, which divides by the rows by itself."""


def line_gradients(x, y, w, b):
    error = x @ w.T + b - y
    return 2 * (error * x).mean(axis=0, keepdims=True), 2 * error.mean(axis=0)
