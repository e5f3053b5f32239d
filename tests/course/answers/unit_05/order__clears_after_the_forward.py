"""Clears between the forward line and backward(): only backward() adds, so any place before it is as good."""


def training_step(optimizer, loss_function):
    loss = loss_function()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()
