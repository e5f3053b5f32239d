"""Lets minigrad find the gradient of the bias."""

import minigrad


def bias_step(b, x, target, lr):
    bias = minigrad.tensor(b, requires_grad=True)
    ((minigrad.tensor(x) + bias - minigrad.tensor(target)) ** 2).mean().backward()
    return b - lr * bias.grad.numpy()
