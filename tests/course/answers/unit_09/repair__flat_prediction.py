"""Makes the prediction flat instead of the targets a column, and clears after the step."""

import minigrad


def train(model, x, y, steps, lr):
    optimizer = minigrad.optim.SGD([model.weight, model.bias], lr=lr)
    losses = []
    for _ in range(steps):
        loss = ((model(x).reshape(-1) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    return losses
