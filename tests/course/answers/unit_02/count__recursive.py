"""A recursive walk with a set of what it has seen, by identity."""


def count_operations(y):
    counted = set()

    def visit(node):
        if node.parents == () or id(node) in counted:
            return
        counted.add(id(node))
        for parent in node.parents:
            visit(parent)

    visit(y)
    return len(counted)
