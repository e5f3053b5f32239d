"""A loop with early exits instead of one condition, and `grad_fn is None` for `is_leaf`."""


def where_gradients_land(tensors):
    names = []
    for name, tensor in tensors.items():
        if not tensor.requires_grad:
            continue
        if tensor.grad_fn is not None and not tensor.retains_grad:
            continue
        names.append(name)
    return names
