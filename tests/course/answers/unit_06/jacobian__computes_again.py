"""Runs the forward computation once for each row, so that no graph has to be kept."""

import minigrad


def jacobian(f, x):
    table = []
    for i in range(len(f(x))):
        x.grad = None
        f(x)[i].backward()
        table.append(x.grad.clone())
    return minigrad.stack(table)
