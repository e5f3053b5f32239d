from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from classroom.picture.layout import GAP_X, layered


@st.composite
def acyclic(draw):
    """Sizes of boxes, and edges that run from an earlier to a later box."""
    count = draw(st.integers(1, 14))
    sizes = draw(
        st.lists(st.tuples(st.integers(20, 260), st.integers(30, 90)), min_size=count, max_size=count)
    )
    pairs = list(combinations(range(count), 2))
    edges = draw(st.lists(st.sampled_from(pairs), max_size=24)) if pairs else []
    return sizes, edges


def outline(placement, sizes, box):
    (x, y), (width, height) = placement.centers[box], sizes[box]
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


@given(acyclic())
def test_no_two_boxes_touch(graph):
    sizes, edges = graph
    placement = layered(sizes, edges)
    for one, other in combinations(range(len(sizes)), 2):
        left, top, right, bottom = outline(placement, sizes, one)
        other_left, other_top, other_right, other_bottom = outline(placement, sizes, other)
        beside = other_left - right >= GAP_X - 0.01 or left - other_right >= GAP_X - 0.01
        assert beside or bottom < other_top or other_bottom < top


@given(acyclic())
def test_every_edge_runs_downward_through_its_bends(graph):
    sizes, edges = graph
    placement = layered(sizes, edges)
    for (source, target), bends in zip(edges, placement.bends, strict=True):
        bottom, top = outline(placement, sizes, source)[3], outline(placement, sizes, target)[1]
        heights = [bottom, *(y for _, *extent in bends for y in extent), top]
        assert heights == sorted(heights)
        assert heights[0] < heights[-1]


@given(acyclic())
def test_everything_lies_inside_the_drawing(graph):
    sizes, edges = graph
    placement = layered(sizes, edges)
    for box in range(len(sizes)):
        left, top, right, bottom = outline(placement, sizes, box)
        assert left >= -0.01
        assert top >= -0.01
        assert right <= placement.width + 0.01
        assert bottom <= placement.height + 0.01


@given(acyclic())
def test_the_same_graph_is_placed_the_same_way(graph):
    sizes, edges = graph
    assert layered(sizes, edges) == layered(list(sizes), list(edges))


def test_a_leaf_sits_right_above_the_operation_that_uses_it():
    # 0 -> 1 -> 2 -> 3, and the leaf 4 enters 3
    placement = layered([(50, 40)] * 5, [(0, 1), (1, 2), (2, 3), (4, 3)])
    assert placement.centers[4][1] == placement.centers[2][1]


def test_a_long_edge_bends_around_the_boxes_between():
    placement = layered([(80, 40)] * 4, [(0, 1), (1, 2), (2, 3), (0, 3)])
    assert len(placement.bends[3]) == 2
    for (x, top, bottom), box in zip(placement.bends[3], (1, 2), strict=True):
        assert top < placement.centers[box][1] < bottom
        assert abs(x - placement.centers[box][0]) > 40


def test_two_pairs_do_not_cross():
    placement = layered([(50, 40)] * 4, [(0, 3), (1, 2)])
    x = [center[0] for center in placement.centers]
    assert (x[0] < x[1]) == (x[3] < x[2])


def test_the_chain_of_operations_runs_straight_beside_its_leaves():
    # Five layers h -> h * w, every w a leaf.
    edges = [
        edge for layer in range(5) for edge in ((2 * layer, 2 * layer + 2), (2 * layer + 1, 2 * layer + 2))
    ]
    placement = layered([(90, 40)] * 11, edges)
    spine = [placement.centers[box][0] for box in range(2, 11, 2)]
    assert max(spine) - min(spine) < 5


def test_inputs_stand_in_the_order_in_which_they_are_used():
    placement = layered([(50, 40)] * 4, [(2, 3), (0, 3), (1, 3)])
    x = [center[0] for center in placement.centers]
    assert x[2] < x[0] < x[1]


def test_nothing_to_place():
    assert layered([], []).centers == []
