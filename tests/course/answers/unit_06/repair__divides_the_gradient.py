"""Hands the weights in as they are and divides the gradient afterwards: one number may scale it."""

import minigrad


def fit_weighted(x, y, weights, steps, lr):
    w = minigrad.tensor(0.0, requires_grad=True)
    optimizer = minigrad.optim.SGD([w], lr=lr)
    for _ in range(steps):
        optimizer.zero_grad()
        losses = (w * x - y) ** 2
        losses.backward(gradient=weights)
        w.grad /= weights.sum()
        optimizer.step()
    return w.item()
