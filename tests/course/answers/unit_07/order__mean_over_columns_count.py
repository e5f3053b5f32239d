"""Takes the mean over the rows, where the loss has only been divided by the number of columns."""


def bias_step(b, x, target, lr):
    errors = x - target + b
    return b - lr * (2 * errors / b.size).mean(axis=0)
