"""Uses tensors of shape () for w and b, and flat points."""

import minigrad


def fit_line(x, y, steps, lr):
    w = minigrad.tensor(0.0, requires_grad=True)
    b = minigrad.tensor(0.0, requires_grad=True)
    optimizer = minigrad.optim.SGD([w, b], lr=lr)
    losses = []
    for _ in range(steps):
        loss = ((w * x[:, 0] + b - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return w.item(), b.item(), losses
