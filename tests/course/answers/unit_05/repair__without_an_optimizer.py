"""Moves the parameters by hand under no_grad() and sets .grad to None: what SGD does, written out."""

import minigrad


def fit_line(x, y, steps, lr):
    w = minigrad.zeros((), requires_grad=True)
    b = minigrad.zeros((), requires_grad=True)
    losses = []
    for _ in range(steps):
        error = w * x + b - y
        loss = (error * error).mean()
        loss.backward()
        with minigrad.no_grad():
            for parameter in (w, b):
                parameter -= lr * parameter.grad
                parameter.grad = None
        losses.append(float(loss))
    return float(w), float(b), losses
