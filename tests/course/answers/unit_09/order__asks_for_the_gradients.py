"""Asks for the gradients instead of reading them from .grad, so that there is nothing to clear."""

import minigrad


def step_by_hand(x, y, w, b, lr):
    loss = ((x @ w.T + b - y) ** 2).mean()
    w_grad, b_grad = minigrad.autograd.grad(loss, (w, b))
    with minigrad.no_grad():
        w -= lr * w_grad
        b -= lr * b_grad
    return float(loss)
