"""Adds up gradients of sums (mean times rows), and divides the finished gradients by all rows."""


def backward_in_batches(parameters, mean_loss, batches):
    for parameter in parameters:
        parameter.grad = None
    rows = 0
    for x, y in batches:
        (len(x) * mean_loss(x, y)).backward()
        rows += len(x)
    for parameter in parameters:
        parameter.grad /= rows
