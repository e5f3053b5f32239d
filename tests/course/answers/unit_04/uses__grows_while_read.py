"""Goes through a list that grows on the way, and uses setdefault for the first time a node is reached."""


def count_uses(end):
    uses = {end: 0}
    nodes = [end]
    for node in nodes:
        for parent in node.parents:
            if uses.setdefault(parent, 0) == 0:
                nodes.append(parent)
            uses[parent] = uses[parent] + 1
    return uses
