"""Begins with all names and takes away those that cannot have a gradient."""


def where_gradients_land(tensors):
    names = list(tensors)
    for name, tensor in tensors.items():
        passes_through = not tensor.is_leaf and not tensor.retains_grad
        if passes_through or not tensor.requires_grad:
            names.remove(name)
    return names
