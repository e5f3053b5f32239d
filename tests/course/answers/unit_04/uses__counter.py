"""First all nodes, each once, from a queue; then every arrow of each of them, with a Counter."""

from collections import Counter, deque


def count_uses(end):
    found = [end]
    seen = {end}
    queue = deque(found)
    while queue:
        for parent in queue.popleft().parents:
            if parent not in seen:
                seen.add(parent)
                found.append(parent)
                queue.append(parent)
    uses = Counter(dict.fromkeys(found, 0))
    for node in found:
        uses.update(node.parents)
    return dict(uses)
