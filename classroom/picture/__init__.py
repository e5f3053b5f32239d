"""Pictures of a live graph: `draw(tensor)` shows it, `step(loss)` goes through its backward pass.

`read` turns the graph into plain data and `names` finds what the learner calls its tensors; `fold` groups
what repeats; `backward` records one backward pass and `steps` puts it into words; `card`, `layout` and `svg`
make the drawing, and `page` the HTML around it. Nothing is left to the browser but showing it: no kernel, no
script, no program to install.
"""

from __future__ import annotations

import sys
from typing import Any

from classroom.picture.backward import record
from classroom.picture.card import Card, fold_card, vertex_card
from classroom.picture.fold import Folded, fold
from classroom.picture.graph import Graph
from classroom.picture.names import Names
from classroom.picture.page import KEYS, page, table
from classroom.picture.read import read
from classroom.picture.steps import Pass, tell
from classroom.picture.svg import Drawing, svg
from classroom.picture.words import (
    GRAPH_HEADER,
    PASS_HEADER,
    describe,
    graph_rows,
    no_graph,
    pass_rows,
    plain_steps,
    plain_table,
)

__all__ = ["Picture", "draw", "step"]


class Picture:
    """What `draw` and `step` return. A notebook shows the drawing; a terminal, and `str`, show it in words.

    `svg`: the drawing alone, as the text of an SVG file.
    """

    def __init__(self, html: str, text: str, drawing: Drawing) -> None:
        self._html, self._text, self._drawing = html, text, drawing

    @property
    def svg(self) -> str:
        return svg(self._drawing, "graph")

    def __repr__(self) -> str:
        return self._text

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/html": self._html, "text/plain": self._text}


def draw(tensor: Any, /, **names: Any) -> Picture:
    """Show the graph that a tensor hangs on: values, shapes, gradients, what is saved, and which are leaves.

    Nothing is computed. The value of a result in between is shown where something still holds it: a variable,
    or an operation that saved it for its backward pass.

    `tensor` is a minigrad tensor, or a node of your own with `parents` and `value`; the module
    `classroom.picture.read_nodes` says what else such a node may have. Tensors are called what your variables
    are called. `names` overrides that: `draw(loss, weight=w)`. A tensor named in this way is shown even if
    the graph does not reach it.

    TypeError: `tensor` is neither. ValueError: your nodes form a cycle.

    >>> import minigrad
    >>> a = minigrad.tensor(2.0, requires_grad=True)
    >>> b = minigrad.tensor(3.0, requires_grad=True)
    >>> p = a * b
    >>> draw(p + a)
    No.  Name  What          Inputs                Value  .grad  Saved for backward
    0    a     leaf                                2.0    None
    1    b     leaf                                3.0    None
    2    p     MulBackward0  a (no. 0), b (no. 1)  6.0           other = 3.0, self = 2.0
    3          AddBackward0  p (no. 2), a (no. 0)  8.0
    """
    graph = read(tensor, Names(names, sys._getframe(1)), names)
    folded = fold(graph)
    drawing = Drawing(
        cards=[card(graph, folded, index) for index in range(len(folded.boxes))],
        lines=folded.lines,
        title=f"Graph of {graph.title(graph.result)}",
        description=describe(graph, folded),
    )
    rows = graph_rows(graph)
    html = page(drawing, [], [table("The graph as a table", GRAPH_HEADER, rows)], no_graph(graph))
    return Picture(html, plain_table(GRAPH_HEADER, rows), drawing)


def step(loss: Any, /, gradient: Any = None, **names: Any) -> Picture:
    """Go through the backward pass of a tensor, one node at a time, forward and back.

    At each node it says which gradient arrived, the node's rule with its numbers, and what is sent to each
    input. Nothing is changed: no `.grad` is written and the graph is not freed. For a leaf it says what
    `loss.backward()` would make of its `.grad`.

    `gradient` is what `backward` would be given; a tensor with more than one element needs it. `names` as for
    `draw`. A node of your own needs `local_derivatives`.

    RuntimeError: the tensor requires no gradient, is no scalar and `gradient` is missing, or the graph has
    already been freed. TypeError, ValueError: as for `draw`, or a node has no `local_derivatives`.

    >>> import minigrad
    >>> a = minigrad.tensor(2.0, requires_grad=True)
    >>> b = minigrad.tensor(3.0, requires_grad=True)
    >>> y = a * b
    >>> step(y)
    0. Start
        It starts at y, whose gradient for itself is 1.0.
    1. y, MulBackward0
        Gradient that arrived here: 1.0
        To a: grad * other = 1.0 * 3.0 = 3.0
        To b: grad * self = 1.0 * 2.0 = 2.0
    2. a, a leaf
        Gradient that arrived here: 3.0
        a.grad is None; backward would set it to 3.0.
    3. b, a leaf
        Gradient that arrived here: 2.0
        b.grad is None; backward would set it to 2.0.
    """
    graph = read(loss, Names(names, sys._getframe(1)), names)
    visits = record(loss, graph, gradient)
    folded = fold(graph)
    story = tell(graph, folded, visits)
    drawing = Drawing(
        cards=[card(graph, folded, index, story) for index in range(len(folded.boxes))],
        lines=folded.lines,
        title=f"Backward pass of {graph.title(graph.result)}",
        description=describe(graph, folded),
        flows=story.flows,
        visits={
            box: [k for k, told in enumerate(story.steps) if told.box == box]
            for box in range(len(folded.boxes))
        },
        last_step=len(story.steps) - 1,
    )
    tables = [
        table("The steps as a table", PASS_HEADER, pass_rows(graph, folded, visits)),
        table("The graph as a table", GRAPH_HEADER, graph_rows(graph)),
    ]
    return Picture(page(drawing, story.steps, tables, KEYS), plain_steps(story.steps), drawing)


def card(graph: Graph, folded: Folded, index: int, story: Pass | None = None) -> Card:
    """The card of a box. In a backward pass its gradient changes with the steps."""
    box = folded.boxes[index]
    if box.is_fold:
        return fold_card(graph, box)
    vertex = box.members[0]
    rows = None if story is None else story.gradient_rows.get(vertex, [])
    return vertex_card(graph, vertex, rows)
