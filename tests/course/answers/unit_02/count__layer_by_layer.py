"""Goes back one layer of parents at a time and keeps the operations in a dict."""


def count_operations(y):
    layer, found = [y], {}
    while layer:
        fresh = [node for node in layer if len(node.parents) > 0 and id(node) not in found]
        found.update((id(node), node) for node in fresh)
        layer = [parent for node in fresh for parent in node.parents]
    return len(found)
