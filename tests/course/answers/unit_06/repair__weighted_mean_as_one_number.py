"""Makes one number, the weighted mean, and needs no gradient=."""

import minigrad


def fit_weighted(x, y, weights, steps, lr):
    w = minigrad.tensor(0.0, requires_grad=True)
    optimizer = minigrad.optim.SGD([w], lr=lr)
    for _ in range(steps):
        loss = (weights * (w * x - y) ** 2).sum() / weights.sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return w.item()
