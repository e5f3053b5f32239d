"""A graph and its backward pass in words: for the table, the screen reader, and a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from classroom.picture.backward import Visit
from classroom.picture.fold import Folded, contents
from classroom.picture.graph import Graph, Vertex
from classroom.picture.steps import Step, equation, group_visits, new_grad, received
from classroom.picture.values import LINE, brief

MOST_ROWS = 500
GRAPH_HEADER = ("No.", "Name", "What", "Inputs", "Value", ".grad", "Saved for backward")
PASS_HEADER = ("Step", "Visited", "Gradient arrived", "Sent to its inputs", "New .grad")

Rows = list[tuple[str, ...]]


def describe(graph: Graph, folded: Folded) -> str:
    """What a picture shows, in two sentences."""
    kinds: Counter[str] = Counter(vertex.kind for vertex in graph.vertices)
    words = {
        "operation": ("operation", "operations"),
        "leaf": ("leaf", "leaves"),
        "constant": ("constant", "constants"),
        "apart": ("tensor that the graph does not reach", "tensors that the graph does not reach"),
    }
    counts = ", ".join(f"{kinds[kind]} {words[kind][kinds[kind] > 1]}" for kind in words if kinds[kind])
    folds = [box for box in folded.boxes if box.is_fold]
    hidden = f" {len(folds)} folded: {'; '.join(contents(graph, box) for box in folds)}." if folds else ""
    return f"{counts}, {len(graph.edges)} edges.{hidden} The table says the same in words."


def no_graph(graph: Graph) -> str:
    """A sentence for a result that no recorded operation made, and an empty text for all others."""
    title, kind = graph.title(graph.result), graph.vertices[graph.result].kind
    if kind == "leaf":
        return f"Here {title} itself is a leaf: no operation was recorded."
    if kind == "constant":
        return f"Here {title} has no graph: it requires no gradient, so no operation was recorded."
    return ""


def graph_rows(graph: Graph) -> Rows:
    """One row for each vertex; a row names the vertices that its inputs come from."""
    return limited(
        [
            (
                str(number),
                vertex.name,
                vertex.op or vertex.kind,
                ", ".join(f"{graph.title(edge.source)} (no. {edge.source})" for edge in graph.inputs(number)),
                value_text(vertex),
                brief(vertex.grad, LINE) if vertex.has_grad else "",
                saved_text(vertex),
            )
            for number, vertex in enumerate(graph.vertices)
        ]
    )


def value_text(vertex: Vertex) -> str:
    """The value, or why there is none."""
    if vertex.value is not None:
        return brief(vertex.value, LINE)
    return f"not kept, shape {vertex.shape}" if vertex.shape else "not kept"


def saved_text(vertex: Vertex) -> str:
    """What is saved for the backward pass."""
    if vertex.released:
        return "released"
    return ", ".join(f"{name} = {brief(value, LINE)}" for name, value in vertex.saved.items())


def pass_rows(graph: Graph, folded: Folded, visits: Sequence[Visit]) -> Rows:
    """One row for each visit of a backward pass."""
    return limited(
        [
            (
                str(step),
                graph.title(visit.vertex),
                received(visit),
                "; ".join(f"{graph.title(sent.edge.source)}: {equation(sent)}" for sent in visit.sent),
                new_grad(graph.vertices[visit.vertex], visit.gradient) if is_leaf(graph, visit) else "",
            )
            for step, group in enumerate(group_visits(folded, visits), start=1)
            for visit in group
        ]
    )


def is_leaf(graph: Graph, visit: Visit) -> bool:
    """Whether this visit adds to a `.grad`."""
    vertex = graph.vertices[visit.vertex]
    return vertex.kind == "leaf" and vertex.has_grad


def limited(rows: Rows) -> Rows:
    """The rows, or the first and last of very many and a row that says how many are missing."""
    if len(rows) <= MOST_ROWS:
        return rows
    half = MOST_ROWS // 2
    missing = ("…", f"{len(rows) - 2 * half} rows left out", *[""] * (len(rows[0]) - 2))
    return [*rows[:half], missing, *rows[-half:]]


def plain_table(header: Sequence[str], rows: Rows) -> str:
    """The table for a terminal; columns that are empty throughout are left out."""
    columns = [column for column in zip(header, *rows, strict=True) if any(column[1:])]
    widths = [max(map(len, column)) for column in columns]
    lines = zip(*columns, strict=True)
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def plain_steps(steps: Sequence[Step]) -> str:
    """The steps for a terminal."""
    return "\n".join(
        "\n    ".join(
            [f"{number}. {step.heading}", *("".join(sentence).rstrip() for sentence in step.sentences)]
        )
        for number, step in enumerate(steps)
    )
