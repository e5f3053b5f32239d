from graphlib import TopologicalSorter

import pytest

from classroom.picture.fold import SMALL, fold
from classroom.picture.names import Names
from classroom.picture.read import read
from tests.classroom.picture.own_nodes import Own, chain, network, recurrent, squared_errors

LARGE = {
    "chain": lambda: chain(200),
    "network": lambda: network(65),
    "recurrent": lambda: recurrent(40),
    "squared errors": lambda: squared_errors(40),
}


def graph_of(node):
    return read(node, Names({}, None), {})


@pytest.mark.parametrize("make", LARGE.values(), ids=LARGE)
def test_every_vertex_is_in_one_box_and_every_edge_in_one_line_or_inside_one_box(make):
    graph = graph_of(make())
    folded = fold(graph)
    assert sorted(v for box in folded.boxes for v in box.members) == list(range(len(graph.vertices)))
    drawn = [edge for line in folded.lines for edge in line.edges]
    home = folded.box_of()
    hidden = [edge for edge in graph.edges if home[edge.source] == home[edge.target]]
    assert len(drawn) == len(set(drawn))
    assert sorted(drawn + hidden, key=repr) == sorted(graph.edges, key=repr)
    for line in folded.lines:
        assert {(home[edge.source], home[edge.target]) for edge in line.edges} == {(line.source, line.target)}


@pytest.mark.parametrize("make", LARGE.values(), ids=LARGE)
def test_folding_makes_no_cycle(make):
    folded = fold(graph_of(make()))
    order = TopologicalSorter({box: set() for box in range(len(folded.boxes))})
    for line in folded.lines:
        order.add(line.target, line.source)
    order.prepare()  # raises CycleError


@pytest.mark.parametrize("make", LARGE.values(), ids=LARGE)
def test_two_hundred_nodes_become_a_picture_of_at_most_twenty_five_boxes(make):
    graph = graph_of(make())
    assert len(graph.vertices) > 150
    assert len(fold(graph).boxes) <= 25


@pytest.mark.parametrize("make", LARGE.values(), ids=LARGE)
def test_a_fold_counts_right(make):
    graph = graph_of(make())
    folds = [box for box in fold(graph).boxes if box.is_fold]
    assert folds
    for box in folds:
        operations = [graph.vertices[v].op for v in box.members if graph.vertices[v].kind == "operation"]
        assert operations == list(box.block) * box.repeats


def test_a_chain_keeps_both_ends():
    graph = graph_of(chain(200))
    boxes = fold(graph).boxes
    # The leaf; the operation on it; of the 199 that follow an operation the first, a fold, and the last.
    assert [len(box.members) for box in boxes] == [1, 1, 1, 197, 1]
    assert boxes[-1].members == (graph.result,)


def test_the_leaves_of_folded_layers_are_folded_and_a_shared_leaf_is_not():
    graph = graph_of(network(65))
    (inside,) = [box for box in fold(graph).boxes if box.is_fold]
    leaves = [v for v in inside.members if graph.vertices[v].kind == "leaf"]
    assert len(leaves) == 2 * inside.repeats

    graph = graph_of(recurrent(40))
    folded = fold(graph)
    (inside,) = [box for box in folded.boxes if box.is_fold]
    (shared,) = [v for v, vertex in enumerate(graph.vertices) if vertex.value == 0.9]
    assert shared not in inside.members
    (line,) = [
        line
        for line in folded.lines
        if folded.boxes[line.source].members == (shared,) and folded.boxes[line.target] == inside
    ]
    assert len(line.edges) == inside.repeats


def test_a_small_graph_is_drawn_whole():
    graph = graph_of(chain(SMALL - 1))
    assert len(graph.vertices) == SMALL
    assert all(len(box.members) == 1 for box in fold(graph).boxes)


def test_what_differs_is_not_folded():
    # A run of x + y, then of x * y: two folds, with the border between them left open.
    result, leaf = Own(1.0), Own(1.0)
    for _ in range(20):
        result = result + leaf
    for _ in range(20):
        result = result * leaf
    folds = [box for box in fold(graph_of(result)).boxes if box.is_fold]
    assert [box.block for box in folds] == [("+",), ("*",)]
    assert [box.repeats for box in folds] == [17, 18]


def test_a_stretch_wired_differently_is_not_folded():
    # Fibonacci: every node adds the two before it. Then the same operation, but on one node twice.
    older, newer = Own(1.0), Own(1.0)
    for _ in range(20):
        older, newer = newer, older + newer
    for _ in range(20):
        newer = newer + newer
    folds = [box for box in fold(graph_of(newer)).boxes if box.is_fold]
    assert len(folds) == 2
