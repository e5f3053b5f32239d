"""Writes through .data, which shares the numbers and records nothing."""


def sgd_step(parameters, lr):
    for p in parameters:
        if p.grad is not None:
            p.data += -lr * p.grad
