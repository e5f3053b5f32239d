"""Skips what has no gradient and subtracts by a method instead of an operator."""

import minigrad


@minigrad.no_grad()
def sgd_step(parameters, lr):
    for p in parameters:
        if p.grad is None:
            continue
        p.sub_(p.grad * lr)
