"""From a recorded backward pass to what is seen at each step: sentences, changing lines, moving gradients.

Step 0 is the start, before any vertex was visited. Each further step is the visit of one vertex. Visits
inside one fold that follow each other are one step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from classroom.picture.backward import Sent, Visit
from classroom.picture.card import Row, Text
from classroom.picture.fold import Folded
from classroom.picture.graph import Edge, Graph, Vertex
from classroom.picture.svg import Flow
from classroom.picture.values import BOX, LINE, brief

MOST_ADDENDS = 4
LONGEST_FLOW = 18


class Code(str):
    """A part of a sentence that is set as code."""


Sentence = tuple[str, ...]


@dataclass(frozen=True)
class Step:
    """What is said at one step. `box` is the one at work; None at the start."""

    heading: str
    sentences: tuple[Sentence, ...]
    box: int | None


@dataclass(frozen=True)
class Arrival:
    """An amount of gradient that reached a result of a vertex at a step."""

    step: int
    amount: NDArray[Any]
    output: int = 0


@dataclass(frozen=True)
class Pass:
    """A backward pass, ready to be shown."""

    steps: list[Step]
    flows: list[Flow]
    gradient_rows: dict[int, list[Row]]  # vertex -> lines that replace its `.grad`


def tell(graph: Graph, folded: Folded, visits: Sequence[Visit]) -> Pass:
    """Put a recorded pass into words and numbers."""
    box_of = folded.box_of()
    line_of = {edge: index for index, line in enumerate(folded.lines) for edge in line.edges}
    groups = group_visits(folded, visits)
    expected = Counter(sent.edge.source for visit in visits for sent in visit.sent)
    arrivals: dict[int, list[Arrival]] = {graph.result: seeds(visits[0])}
    steps = [start(graph, visits[0])]
    flows: list[Flow] = []
    visited_at: dict[int, int] = {}
    for number, group in enumerate(groups, start=1):
        box = box_of[group[0].vertex]
        for visit in group:
            visited_at[visit.vertex] = number
            for sent in visit.sent:
                arrivals.setdefault(sent.edge.source, []).append(
                    Arrival(number, sent.amount, sent.edge.output)
                )
        if len(group) == 1:
            steps.append(visit_step(graph, group[0], arrivals, expected, box))
        else:
            steps.append(fold_step(graph, folded, group, box))
        flows += flows_of(group, line_of, number)
    last = len(groups)
    rows = {
        visit.vertex: [
            arrived_row(arrivals[visit.vertex], last),
            *leaf_row(graph.vertices[visit.vertex], visit, visited_at[visit.vertex], last),
        ]
        for visit in visits
    }
    return Pass(steps, flows, rows)


def group_visits(folded: Folded, visits: Sequence[Visit]) -> list[list[Visit]]:
    """The visits of each step: one, or several that follow each other inside the same fold."""
    box_of = folded.box_of()
    groups: list[list[Visit]] = []
    for visit in visits:
        box = box_of[visit.vertex]
        if groups and folded.boxes[box].is_fold and box_of[groups[-1][-1].vertex] == box:
            groups[-1].append(visit)
        else:
            groups.append([visit])
    return groups


def seeds(first: Visit) -> list[Arrival]:
    """What the pass starts with at the result."""
    return [Arrival(0, seed, output) for output, seed in enumerate(first.arrived) if seed is not None]


def start(graph: Graph, first: Visit) -> Step:
    """Step 0: where the first gradient comes from."""
    title = graph.title(graph.result)
    if first.gradient.ndim == 0 and first.gradient == 1:
        sentence: Sentence = (
            f"It starts at {title}, whose gradient for itself is ",
            Code("1.0"),
            ".",
        )
    else:
        sentence = (f"It starts at {title}, with ", Code(f"gradient={brief(first.gradient, LINE)}"), ".")
    return Step("Start", (sentence,), None)


def received(visit: Visit) -> str:
    """The gradient of a vertex, or of each of its results."""
    if len(visit.arrived) == 1:
        return brief(visit.gradient, LINE)
    return ", ".join(f"{brief(gradient, LINE)} for output {i}" for i, gradient in enumerate(visit.arrived))


def visit_step(
    graph: Graph,
    visit: Visit,
    arrivals: Mapping[int, Sequence[Arrival]],
    expected: Mapping[int, int],
    box: int,
) -> Step:
    """One vertex's turn."""
    vertex = graph.vertices[visit.vertex]
    came = arrivals[visit.vertex]
    sentences: list[Sentence] = [("Gradient that arrived here: ", Code(sum_text(came)))]
    if len(visit.arrived) == 1 and not np.allclose(total(came), visit.gradient, equal_nan=True):
        sentences.append(("A hook has turned it into ", Code(brief(visit.gradient, LINE)), "."))
    if vertex.kind == "leaf":
        sentences.append(leaf_sentence(graph.title(visit.vertex), vertex, visit.gradient))
    for edge in graph.inputs(visit.vertex):
        title = graph.title(edge.source)
        sent = next((sent for sent in visit.sent if sent.edge == edge), None)
        if sent is None:
            sentences.append((f"To {title}: nothing, it is a constant.",))
            continue
        sentences.append((f"To {title}: ", Code(equation(sent)), *([f" ({sent.note})"] if sent.note else [])))
        so_far = arrivals[edge.source]
        missing = expected[edge.source] - len(so_far) + (edge.source == graph.result)
        if len(so_far) > 1 or missing:
            more = f"; {missing} more to come" if missing else ""
            sentences.append((f"{title} so far: ", Code(sum_text(so_far)), more))
    what = f"{vertex.name}, {vertex.op}" if vertex.name and vertex.op else graph.title(visit.vertex)
    return Step(what if vertex.kind != "leaf" else f"{what}, a leaf", tuple(sentences), box)


def leaf_sentence(title: str, vertex: Vertex, arrived: NDArray[Any]) -> Sentence:
    """What backward would do to the `.grad` of a leaf."""
    if not vertex.has_grad:
        return (f"{title} is a leaf: the gradient stays here.",)
    old = Code(f"{title}.grad"), " is ", Code(brief(vertex.grad, LINE))
    if vertex.grad is None:
        return (*old, "; backward would set it to ", Code(new_grad(vertex, arrived)), ".")
    return (*old, "; backward would add to it: ", Code(new_grad(vertex, arrived)), ".")


def new_grad(vertex: Vertex, arrived: NDArray[Any], room: int = LINE) -> str:
    """The new `.grad` of a leaf: what arrived, or the sum of the old and of what arrived."""
    addends = [arrived] if vertex.grad is None else [vertex.grad, arrived]
    return sum_text([Arrival(0, addend) for addend in addends], room)


def fold_step(graph: Graph, folded: Folded, group: Sequence[Visit], box: int) -> Step:
    """Several visits inside one fold."""
    kinds = Counter(graph.vertices[visit.vertex].kind for visit in group)
    words = " and ".join(
        f"{count} {'leaves' if kind == 'leaf' else 'operations'}" for kind, count in kinds.items()
    )
    sentences: list[Sentence] = [
        (f"{words} of the fold are visited one after the other; the table has each of them.",)
    ]
    operations = [visit for visit in group if graph.vertices[visit.vertex].kind == "operation"]
    if operations:
        sentences.append(("The first operation received ", Code(received(operations[0])), "."))
        sentences.append(("The last operation received ", Code(received(operations[-1])), "."))
    return Step(folded.boxes[box].title, tuple(sentences), box)


def flows_of(group: Sequence[Visit], line_of: Mapping[Edge, int], step: int) -> list[Flow]:
    """What moves along the drawn lines at a step; edges inside a fold are not drawn."""
    amounts: dict[int, list[NDArray[Any]]] = {}
    for visit in group:
        for sent in visit.sent:
            if sent.edge in line_of:
                amounts.setdefault(line_of[sent.edge], []).append(sent.amount)
    return [
        Flow(line, flow_text(several[0]) if len(several) == 1 else f"{len(several)} gradients", step)
        for line, several in amounts.items()
    ]


def flow_text(amount: NDArray[Any]) -> str:
    """A short form of a gradient, for beside a line."""
    text = brief(amount)
    return text if len(text) <= LONGEST_FLOW else f"shape {amount.shape}"


def arrived_row(came: Sequence[Arrival], last: int) -> Row:
    """The line of a box that says what has arrived there so far."""
    ends = [*(arrival.step for arrival in came[1:]), last + 1]
    texts = [Text("gradient: none yet", 0, came[0].step - 1)] if came[0].step else []
    for count, (arrival, end) in enumerate(zip(came, ends, strict=True), start=1):
        if arrival.step < end:  # two amounts of the same step are seen together
            texts.append(Text(f"gradient {sum_text(came[:count], BOX - 9)}", arrival.step, end - 1))
    return Row("grad", tuple(texts))


def leaf_row(vertex: Vertex, visit: Visit, visited: int, last: int) -> list[Row]:
    """The `.grad` line of a leaf: the old one until its visit, then the new one."""
    if vertex.kind != "leaf" or not vertex.has_grad:
        return []
    old = Text(f".grad {brief(vertex.grad)}", 0, visited - 1)
    new = Text(f".grad {new_grad(vertex, visit.gradient, BOX - 6)}", visited, last)
    return [Row("grad", (old, new))]


def equation(sent: Sent) -> str:
    """The rule, the rule with its numbers, and the result: "grad * other = 1.0 * 3.0 = 3.0"."""
    return " = ".join(part for part in (sent.rule, sent.filled, brief(sent.amount, LINE)) if part)


def sum_text(came: Sequence[Arrival], room: int = LINE) -> str:
    """Addends and their sum, as far as they fit: "3.0 + 1.0 = 4.0". Each result has a sum of its own."""
    outputs = sorted({arrival.output for arrival in came})
    if outputs != [0]:
        sums = (
            sum_text([Arrival(a.step, a.amount) for a in came if a.output == output]) for output in outputs
        )
        return ", ".join(f"{text} for output {output}" for text, output in zip(sums, outputs, strict=True))
    result = brief(total(came), room)
    if len(came) == 1:
        return result
    text = f"{' + '.join(brief(arrival.amount, room) for arrival in came)} = {result}"
    if len(came) <= MOST_ADDENDS and len(text) <= room:
        return text.replace("+ -", "- ")
    return f"{result} from {len(came)} amounts"


def total(came: Sequence[Arrival]) -> NDArray[Any]:
    """The sum, added up in the order of arrival."""
    result = came[0].amount
    for arrival in came[1:]:
        result = np.asarray(result + arrival.amount)
    return result
