"""Makes the prediction flat instead of making a column of y."""

import minigrad


def fit_line(x, y, steps, lr):
    w = minigrad.zeros(1, 1, requires_grad=True)
    b = minigrad.zeros(1, requires_grad=True)
    optimizer = minigrad.optim.SGD([w, b], lr=lr)
    losses = []
    for _ in range(steps):
        prediction = (x @ w).reshape(-1) + b
        loss = ((prediction - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return w.item(), b.item(), losses
