"""Uses the loss that the library has, with targets made a column once before the loop."""

import minigrad


def train(model, x, y, steps, lr):
    optimizer = minigrad.optim.SGD(model.parameters(), lr=lr)
    mean_squared_error = minigrad.nn.MSELoss()
    targets, losses = y.reshape(-1, 1), []
    for _ in range(steps):
        model.zero_grad()
        loss = mean_squared_error(model(x), targets)
        losses.append(float(loss))
        loss.backward()
        optimizer.step()
    return losses
