"""Clears after the step: the function's own parameters begin without a gradient, so this is as good."""

import minigrad


def fit_line(x, y, steps, lr):
    w = minigrad.tensor(0.0, requires_grad=True)
    b = minigrad.tensor(0.0, requires_grad=True)
    optimizer = minigrad.optim.SGD([w, b], lr=lr)
    losses = []
    for _ in range(steps):
        loss = ((w * x + b - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    return w.item(), b.item(), losses
