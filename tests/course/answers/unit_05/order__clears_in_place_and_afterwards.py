"""Zeroes in place before, and clears once more after the step: a zero is as good a beginning as None."""


def training_step(optimizer, loss_function):
    optimizer.zero_grad(set_to_none=False)
    loss = loss_function()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss.item()
