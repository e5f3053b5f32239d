"""Where each box of a picture goes: a layered layout, inputs on top, the result at the bottom.

Why not a library: the layout has to run in plain Python (the course also runs inside a web page), give the
same bytes every time, know how wide each box is, and be free to ship under the MIT license. NetworkX and
pygraphviz leave the crossings alone or need Graphviz; igraph ignores the size of a box, is compiled and GPL;
grandalf has had no release since January 2023, is GPL or EPL, and placed the same graph differently on a
second call when it was tried. So these are the four classic steps of Sugiyama, Tagawa and Toda (1981), in the
short form that graphs of up to a few hundred boxes need:

1. `rank`: every box lies right above the first box that uses it.
2. An edge that crosses several layers gets an invisible *bend* in each layer between.
3. `order`: sweeps down and up sort each layer by the average position of its neighbors, against crossings.
4. `place`: each layer is moved as close to its neighbors as the widths of the boxes allow.
"""

from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

GAP_X = 26.0
GAP_Y = 48.0
BEND_WIDTH = 8.0
SWEEPS = 12
HEAVY = 100

Piece = tuple[int, int, int]  # an edge from one layer to the next: upper box, lower box, weight


@dataclass(frozen=True)
class Placement:
    """Where everything lies.

    `centers`: of the boxes. `layers`: for each box the top and bottom of its layer, which is as tall as the
    tallest box in it. `bends`: for each edge, the layers that it crosses, as x, top and bottom.
    """

    centers: list[tuple[float, float]]
    layers: list[tuple[float, float]]
    bends: list[list[tuple[float, float, float]]]
    width: float
    height: float


def layered(sizes: Sequence[tuple[float, float]], edges: Sequence[tuple[int, int]]) -> Placement:
    """Place boxes of the given (width, height), in pixels, for the edges (from, to) of an acyclic graph.

    The same input gives the same output, always. Several edges between the same two boxes are allowed. Where
    it costs no crossing, the boxes that have an edge to the same box stand in the order of these edges.

    >>> layered([(100, 40), (60, 40)], [(0, 1)]).centers
    [(50.0, 20.0), (50.0, 108.0)]
    """
    ranks = rank(len(sizes), edges)
    widths = [size[0] for size in sizes]
    chains: list[list[int]] = []  # for each edge, the boxes and bends that it visits
    pieces: list[Piece] = []
    for (source, target), weight in zip(edges, weights(len(sizes), edges), strict=True):
        chain = [source]
        for level in range(ranks[source] + 1, ranks[target]):
            chain.append(len(widths))
            widths.append(BEND_WIDTH)
            ranks.append(level)
        chain.append(target)
        chains.append(chain)
        pieces += [(upper, lower, weight) for upper, lower in pairwise(chain)]

    layers = order(ranks, pieces)
    x = place(layers, widths, pieces)
    extents = heights(layers, sizes)
    return Placement(
        centers=[(x[box], sum(extents[ranks[box]]) / 2) for box in range(len(sizes))],
        layers=[extents[ranks[box]] for box in range(len(sizes))],
        bends=[[(x[bend], *extents[ranks[bend]]) for bend in chain[1:-1]] for chain in chains],
        width=max((x[box] + widths[box] / 2 for box in range(len(widths))), default=0.0),
        height=extents[-1][1] if extents else 0.0,
    )


def weights(count: int, edges: Sequence[tuple[int, int]]) -> list[int]:
    """How strongly each edge pulls its boxes above one another.

    Of the inputs of a box the one with the longest history pulls most, unless it is a leaf. So the main line
    of a computation runs straight, and leaves and short side branches stand beside it.

    >>> weights(4, [(0, 1), (1, 3), (2, 3)])
    [1, 100, 1]
    """
    depth = [-level for level in rank(count, [(target, source) for source, target in edges])]
    deepest: dict[int, int] = {}
    for source, target in edges:
        deepest[target] = max(deepest.get(target, depth[source]), depth[source])
    fed = {target for _, target in edges}
    return [HEAVY if source in fed and depth[source] == deepest[target] else 1 for source, target in edges]


def rank(count: int, edges: Sequence[tuple[int, int]]) -> list[int]:
    """The layer of each box, 0 on top: one above the topmost box that uses it.

    A leaf thereby sits beside the operation that it enters, not in a far row with all the other leaves.

    >>> rank(4, [(0, 1), (1, 2), (3, 2)])
    [0, 1, 2, 1]
    """
    users = defaultdict(list)
    inputs = defaultdict(list)
    for source, target in edges:
        users[source].append(target)
        inputs[target].append(source)
    above_bottom = [0] * count
    unplaced = [len(users[box]) for box in range(count)]
    ready = [box for box in range(count) if not unplaced[box]]
    for box in ready:  # grows while it is walked
        for source in inputs[box]:
            above_bottom[source] = max(above_bottom[source], above_bottom[box] + 1)
            unplaced[source] -= 1
            if not unplaced[source]:
                ready.append(source)
    top = max(above_bottom, default=0)
    return [top - level for level in above_bottom]


def order(ranks: Sequence[int], pieces: Sequence[Piece]) -> list[list[int]]:
    """The boxes of each layer from left to right, with few crossings.

    >>> order([0, 0, 1, 1], [(0, 3, 1), (1, 2, 1)])
    [[1, 0], [2, 3]]
    """
    above, below = neighbors(len(ranks), pieces)
    layers = as_met(ranks, above, below)
    best, fewest = [layer[:] for layer in layers], crossings(layers, below)
    for sweep in range(SWEEPS):
        if not fewest:
            break
        down = sweep % 2 == 0
        side = above if down else below
        for layer in layers[1:] if down else layers[-2::-1]:
            positions = {box: i for row in layers for i, box in enumerate(row)}
            average = {box: mean([positions[other] for other in side[box]], positions[box]) for box in layer}
            layer.sort(key=average.__getitem__)
        found = crossings(layers, below)
        if found < fewest:
            best, fewest = [layer[:] for layer in layers], found
    return best


def as_met(
    ranks: Sequence[int], above: Sequence[Sequence[int]], below: Sequence[Sequence[int]]
) -> list[list[int]]:
    """Each layer in the order in which its boxes are met on the way up, the inputs of a box left to right."""
    layers: list[list[int]] = [[] for _ in range(max(ranks, default=-1) + 1)]
    met: set[int] = set()
    stack = [box for box in reversed(range(len(ranks))) if not below[box]]
    while stack:
        box = stack.pop()
        if box not in met:
            met.add(box)
            layers[ranks[box]].append(box)
            stack += reversed(above[box])
    return layers


def place(layers: Sequence[Sequence[int]], widths: Sequence[float], pieces: Sequence[Piece]) -> list[float]:
    """The x of each box's center, the leftmost box starting at 0."""
    pulls: list[list[tuple[int, int]]] = [[] for _ in widths]  # for each box: (neighbor, weight)
    for upper, lower, weight in pieces:
        pulls[upper].append((lower, weight))
        pulls[lower].append((upper, weight))
    level = {box: number for number, layer in enumerate(layers) for box in layer}
    x = [0.0] * len(widths)
    for layer in layers:
        spread(layer, [(0.0, 1)] * len(layer), widths, x)
    for sweep in range(SWEEPS):
        down = sweep % 2 == 0
        for layer in layers[1:] if down else layers[-2::-1]:
            wishes = []
            for box in layer:
                side = [(x[other], w) for other, w in pulls[box] if (level[other] < level[box]) == down]
                weight = sum(w for _, w in side)
                wishes.append((sum(at * w for at, w in side) / weight, weight) if side else (x[box], 1))
            spread(layer, wishes, widths, x)
    left = min((x[box] - widths[box] / 2 for box in range(len(widths))), default=0.0)
    return [center - left for center in x]


def spread(
    layer: Sequence[int], wishes: Sequence[tuple[float, int]], widths: Sequence[float], x: list[float]
) -> None:
    """Give each box of a layer the x nearest to its wish, a position and a weight, so that no two overlap.

    Less the room that the boxes to its left take, the x of the boxes may only rise. That is isotonic
    regression: neighbors whose wishes contradict each other are merged into a block at their weighted
    average.
    """
    room = [0.0]
    for left, right in pairwise(layer):
        room.append(room[-1] + (widths[left] + widths[right]) / 2 + GAP_X)
    blocks: list[tuple[float, int, int]] = []  # (average wish, weight, number of boxes)
    for (wish, weight), offset in zip(wishes, room, strict=True):
        average, number = wish - offset, 1
        while blocks and blocks[-1][0] > average:
            before, heavy, many = blocks.pop()
            average = (before * heavy + average * weight) / (heavy + weight)
            weight, number = weight + heavy, number + many
        blocks.append((average, weight, number))
    settled = [average for average, _, number in blocks for _ in range(number)]
    for box, position, offset in zip(layer, settled, room, strict=True):
        x[box] = position + offset


def heights(
    layers: Sequence[Sequence[int]], sizes: Sequence[tuple[float, float]]
) -> list[tuple[float, float]]:
    """The top and the bottom of each layer."""
    extents, top = [], 0.0
    for layer in layers:
        bottom = top + max((sizes[box][1] for box in layer if box < len(sizes)), default=0.0)
        extents.append((top, bottom))
        top = bottom + GAP_Y
    return extents


def neighbors(count: int, pieces: Sequence[Piece]) -> tuple[list[list[int]], list[list[int]]]:
    """For each box, those right above it and those right below it that it has an edge with."""
    above: list[list[int]] = [[] for _ in range(count)]
    below: list[list[int]] = [[] for _ in range(count)]
    for upper, lower, _ in pieces:
        above[lower].append(upper)
        below[upper].append(lower)
    return above, below


def crossings(layers: Sequence[Sequence[int]], below: Sequence[Sequence[int]]) -> int:
    """How many pairs of edges cross: inversions between neighboring layers."""
    total = 0
    for upper, lower in pairwise(layers):
        at = {box: i for i, box in enumerate(lower)}
        ends = [end for box in upper for end in sorted(at[other] for other in below[box])]
        seen: list[int] = []
        for end in ends:
            total += len(seen) - bisect_right(seen, end)
            insort(seen, end)
    return total


def mean(values: Sequence[float], otherwise: float) -> float:
    """The average, or `otherwise` when there is nothing to average."""
    return sum(values) / len(values) if values else otherwise
