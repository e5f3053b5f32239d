"""Adds up the weighted losses and goes back once: the same numbers, with all the graphs in memory at once."""


def backward_in_batches(parameters, mean_loss, batches):
    for parameter in parameters:
        if parameter.grad is not None:
            parameter.grad.zero_()
    sizes = [x.shape[0] for x, y in batches]
    weighted = [mean_loss(x, y) * size for (x, y), size in zip(batches, sizes, strict=True)]
    loss = weighted[0]
    for term in weighted[1:]:
        loss = loss + term
    (loss / sum(sizes)).backward()
