"""A loop with early exits instead of one condition, and `grad_fn is None` for `is_leaf`."""


def where_gradients_land(tensors):
    names = []
    for name, tensor in tensors.items():
        if not tensor.requires_grad:
            continue
        if tensor.grad_fn is None:
            names.append(name)
        elif tensor.retains_grad:
            names.append(name)
    return names
