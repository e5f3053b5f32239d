"""Takes the loss as a number before the step, which does not change a number computed before it."""


def training_step(optimizer, loss_function):
    optimizer.zero_grad()
    loss = loss_function()
    value = float(loss)
    loss.backward()
    optimizer.step()
    return value
