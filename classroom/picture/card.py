"""What is written in each box, and how large the box must be for it.

Text is set in a fixed-width font, so that the width of a line follows from its number of characters; no
browser has to be asked. A line can change with the steps of a backward pass: it then has several *texts*, of
which one is seen at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from classroom.picture.fold import Box, contents
from classroom.picture.graph import Graph, Vertex
from classroom.picture.values import BOX, brief, strange

CHARACTER = 7.3  # width in pixels at 12 px, in the widest of the usual fixed-width fonts
LINE_HEIGHT = 17.0
PADDING = 9.0

Style = Literal["value", "grad", "quiet", "warning"]
KINDS = {"operation": "", "leaf": "leaf", "constant": "constant", "apart": "not in this graph"}


@dataclass(frozen=True)
class Text:
    """One text of a line, seen from step `first` to step `last`; None means always."""

    text: str
    first: int | None = None
    last: int | None = None


@dataclass(frozen=True)
class Row:
    """One line of a box."""

    style: Style
    texts: tuple[Text, ...]


@dataclass(frozen=True)
class Card:
    """One box, ready to be drawn. `vertices`: the numbers of what is in it."""

    vertices: tuple[int, ...]
    kind: str
    heading: str
    tag: str
    rows: tuple[Row, ...]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in pixels."""
        head = len(self.heading) + (len(self.tag) + 3 if self.tag else 0)
        longest = max([head] + [len(text.text) for row in self.rows for text in row.texts])
        return 2 * PADDING + longest * CHARACTER, 2 * PADDING + LINE_HEIGHT * (1 + len(self.rows)) - 4


def row(style: Style, text: str) -> Row:
    """A line that does not change."""
    return Row(style, (Text(text),))


def shorten(text: str, limit: int = BOX) -> str:
    """The text, its end replaced by an ellipsis when it is longer than the limit."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def value_rows(vertex: Vertex) -> list[Row]:
    """The value, or at least the shape, and a warning if the value is not finite."""
    if vertex.value is None:
        return [row("quiet", f"shape {vertex.shape}")] if vertex.shape else []
    rows = [row("value", brief(vertex.value))]
    if strange(vertex.value):
        rows.append(row("warning", "! holds " + " and ".join(strange(vertex.value))))
    return rows


def saved_rows(vertex: Vertex) -> list[Row]:
    """What the operation keeps for the backward pass."""
    if vertex.released:
        return [row("quiet", "saved values released")]
    return [row("quiet", saved_text(name, value)) for name, value in vertex.saved.items()]


def saved_text(name: str, value: Any) -> str:
    """A saved value on a line of a box; its shape alone where the value is too long."""
    whole = f"saves {name} {brief(value)}"
    return whole if len(whole) <= BOX or isinstance(value, str) else f"saves {name} {value.shape}"


def grad_rows(vertex: Vertex) -> list[Row]:
    """`.grad`, where there is one to read."""
    return [row("grad", f".grad {brief(vertex.grad)}")] if vertex.has_grad else []


def vertex_card(graph: Graph, number: int, gradient: Sequence[Row] | None = None) -> Card:
    """The box of one vertex; `gradient` replaces its `.grad` line by lines that change with the steps."""
    vertex = graph.vertices[number]
    tag = KINDS[vertex.kind]
    parts = [vertex.name, vertex.op] if vertex.name else [graph.title(number)]
    heading = ": ".join(shorten(part) for part in parts if part)
    if not vertex.name and vertex.kind in ("constant", "leaf"):  # the word would stand there twice
        heading, tag = (heading, "") if vertex.kind == "leaf" else (tag, "")
    changing = grad_rows(vertex) if gradient is None else list(gradient)
    return Card(
        (number,), vertex.kind, heading, tag, tuple(value_rows(vertex) + changing + saved_rows(vertex))
    )


def fold_card(graph: Graph, box: Box, gradient: Sequence[Row] = ()) -> Card:
    """The box of a fold: how often which block, and how much that is."""
    lines = wrap(box.block)
    rows = [row("value", line) for line in lines] + [row("quiet", contents(graph, box))]
    return Card(box.members, "fold", f"{box.repeats} more times", "folded", tuple(rows) + tuple(gradient))


def wrap(names: Sequence[str], lines: int = 6) -> list[str]:
    """Names joined by commas, in lines that fit a box; what does not fit is counted."""
    wrapped = [""]
    for number, name in enumerate(names):
        joined = f"{wrapped[-1]}, {name}" if wrapped[-1] else name
        if len(joined) <= BOX:
            wrapped[-1] = joined
        elif len(wrapped) < lines:
            wrapped.append(shorten(name))
        else:
            return [*wrapped, f"and {len(names) - number} more operations"]
    return wrapped
