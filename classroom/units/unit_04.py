"""Unit 04, backward order: when a node may send its gradient on, and how to find that order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from classroom.check.compare import compare
from classroom.check.finite_differences import slopes
from classroom.check.properties import FINITE_DIFFERENCES, same
from classroom.check.specification import Case, Difference, Lines, Mistake, Property, Run, Task, Unit
from classroom.question.specification import Choice, Prediction, Question
from classroom.units.nodes import Node

# --- visits: an order for a given graph --------------------------------------------------------------------


def five_that_send(start: float) -> tuple[Node, ...]:
    """The nodes (x, p, q, r, s, t) of the exercise's graph, ready for the first to send."""
    x = Node(start)
    p = x * x
    q = p * 3.0
    r = p + 1.0
    s = r * p
    t = s + q
    for node in (x, p, q, r, s):
        node.grad = 0.0
    t.grad = 1.0
    return x, p, q, r, s, t


def send(node: Any) -> None:
    """Send a node's grad on to its parents."""
    for parent, local in zip(node.parents, node.local_derivatives, strict=True):
        parent.grad += local * node.grad


def slope_at_x(run: Run) -> float:
    slope = slopes(lambda x: x**4 + 4 * x**2, (run.inputs[0].value,), wrt=(0,))[0]
    return round(float(slope), 6)


VISITS = Task(
    name="visits",
    title="Who sends when?",
    kind="lines",
    lines=Lines(
        {"A": "send(r)", "B": "send(p)", "C": "send(t)", "D": "send(q)", "E": "send(s)"},
        given=("x", "p", "q", "r", "s", "t"),
        returns="x.grad",
        names={"send": send},
    ),
    cases=(
        Case(lambda: five_that_send(2.0), text="x = Node(2.0)"),
        Case(lambda: five_that_send(-1.0), text="x = Node(-1.0)"),
    ),
    properties=(same("x.grad", lambda run: run.result, slope_at_x, source=FINITE_DIFFERENCES),),
    changes_inputs=True,
    mistakes=(
        Mistake(
            "forward-order",
            "your answer is what you get when p sends before anything has arrived at it",
            "Only t has a grad at the beginning. Who can send anything but 0?",
            "BDAEC",
        ),
        Mistake(
            "one-path-to-its-end",
            "your answer is what you get when p sends before q has sent to it",
            "Which nodes use p? Have all of them sent when p does?",
            "CEABD",
        ),
        Mistake(
            "path-over-q-first",
            "your answer is what you get when the path over q is followed to its end first",
            "When p sends, what has r sent to it, and what has s?",
            "CDBEA",
        ),
        Mistake(
            "r-before-s",
            "your answer is what you get when r sends before s has sent to it",
            "Who uses r, and where does r's grad come from?",
            "CAEDB",
        ),
    ),
    hints=(
        "A node may send when every node that uses it has sent.",
        "Write beside each node who uses it: t nobody, s and q only t, r only s, p three others. Who can "
        "begin?",
        "t comes first and p comes last. s comes before r. q may stand anywhere between t and p.",
    ),
)


# --- visit: send, and cross off ----------------------------------------------------------------------------


def watch_visit(
    visit: Callable[..., Any],
    op: str,
    values: tuple[float, ...],
    grads: tuple[float, ...],
    uses: tuple[int, ...],
) -> dict[str, Any]:
    """Visit the node a op b (with one value: a op a), and read what it did, as plain data.

    grads  of the parents before the visit, and of the node itself
    uses   of the parents that are left before the visit
    """
    parents = [Node(value) for value in values]
    first, last = parents[0], parents[-1]
    node = first * last if op == "*" else first + last
    for parent, grad in zip(parents, grads, strict=False):
        parent.grad = grad
    node.grad = grads[-1]
    left = dict(zip(parents, uses, strict=True))
    ready = visit(node, left)
    names = dict(zip(parents, "ab", strict=False))
    found: dict[str, Any] = {}
    for parent, name in names.items():
        found[f"{name}.grad"] = parent.grad
        found[f"uses[{name}]"] = left[parent]
    found["ready"] = [names.get(each, "another node") for each in ready]
    return found


Uses = dict[Node, int]
Nodes = list[Node]


def overwrites(node: Any, uses: Uses) -> Nodes:
    ready = []
    for parent, local in zip(node.parents, node.local_derivatives, strict=True):
        parent.grad = local * node.grad
        uses[parent] -= 1
        if uses[parent] == 0:
            ready.append(parent)
    return ready


def forgets_local(node: Any, uses: Uses) -> Nodes:
    ready = []
    for parent in node.parents:
        parent.grad += node.grad
        uses[parent] -= 1
        if uses[parent] == 0:
            ready.append(parent)
    return ready


def forgets_grad(node: Any, uses: Uses) -> Nodes:
    ready = []
    for parent, local in zip(node.parents, node.local_derivatives, strict=True):
        parent.grad += local
        uses[parent] -= 1
        if uses[parent] == 0:
            ready.append(parent)
    return ready


def multiplies_into(node: Any, uses: Uses) -> Nodes:
    ready = []
    for parent, local in zip(node.parents, node.local_derivatives, strict=True):
        parent.grad *= local * node.grad
        uses[parent] -= 1
        if uses[parent] == 0:
            ready.append(parent)
    return ready


def uses_value(node: Any, uses: Uses) -> Nodes:
    ready = []
    for parent, local in zip(node.parents, node.local_derivatives, strict=True):
        parent.grad += local * node.value
        uses[parent] -= 1
        if uses[parent] == 0:
            ready.append(parent)
    return ready


def never_crosses_off(node: Any, uses: Uses) -> Nodes:
    for parent, local in zip(node.parents, node.local_derivatives, strict=True):
        parent.grad += local * node.grad
    return [parent for parent in node.parents if uses[parent] == 0]


def crosses_off_all(node: Any, uses: Uses) -> Nodes:
    ready = []
    for parent, local in zip(node.parents, node.local_derivatives, strict=True):
        parent.grad += local * node.grad
        uses[parent] = 0
        ready.append(parent)
    return ready


VISIT = Task(
    name="visit",
    title="Send, and cross off",
    use=watch_visit,
    cases=(
        Case(
            lambda: ("+", (1.0,), (0.0, 2.0), (2,)),
            returns={"a.grad": 4.0, "uses[a]": 0, "ready": ["a"]},
            text="node = a + a, node.grad = 2.0, a.grad = 0.0, uses[a] = 2",
        ),
        Case(
            lambda: ("*", (2.0, 3.0), (10.0, 0.0, 5.0), (2, 1)),
            returns={"a.grad": 25.0, "uses[a]": 1, "b.grad": 10.0, "uses[b]": 0, "ready": ["b"]},
            text="node = a * b with a = 2.0, b = 3.0; node.grad = 5.0, a.grad = 10.0, b.grad = 0.0, "
            "uses[a] = 2, uses[b] = 1",
        ),
        Case(
            lambda: ("*", (3.0,), (-1.0, 0.5), (4,)),
            returns={"a.grad": 2.0, "uses[a]": 2, "ready": []},
            text="node = a * a with a = 3.0; node.grad = 0.5, a.grad = -1.0, uses[a] = 4",
        ),
    ),
    mistakes=(
        Mistake(
            "overwrites",
            "your answer is what you get when what arrives replaces what was there",
            "a stands twice in a + a. What does the second arrow do to what the first one brought?",
            overwrites,
        ),
        Mistake(
            "forgets-local",
            "your answer is what you get when the local derivative is left out",
            "In a * b with b = 3, how much does the node change for each unit of a?",
            forgets_local,
        ),
        Mistake(
            "forgets-grad",
            "your answer is what you get when the local derivative alone is sent",
            "The node's own slope is node.grad. Along a path, what is done with slopes?",
            forgets_grad,
        ),
        Mistake(
            "multiplies-into",
            "your answer is what you get when what arrives is multiplied into what was there",
            "One multiplies along a path. What does one do where paths meet?",
            multiplies_into,
        ),
        Mistake(
            "uses-value",
            "your answer is what you get when the node's value is sent instead of its grad",
            "Which attribute of the node holds the slope of the end in this node?",
            uses_value,
        ),
        Mistake(
            "never-crosses-off",
            "your answer is what you get when no use is crossed off",
            "Which of the two lines changes `uses`?",
            never_crosses_off,
        ),
        Mistake(
            "crosses-off-all",
            "your answer is what you get when the first visit crosses off every use",
            "a has three more users that have not sent. Is it ready?",
            crosses_off_all,
        ),
    ),
    hints=(
        "Two things happen at each arrow: something arrives at the parent, and one of the parent's uses is "
        "done.",
        "What arrives is (local derivative) · (grad of the node). It comes on top of what other arrows have "
        "brought.",
        "One line with `parent.grad += ...` and one with `uses[parent] -= ...`.",
    ),
)


# --- graphs as tables: a node's name and its parents' names, in the order of making; the last is the end ---

Graph = dict[str, tuple[str, ...]]


def two_kinds_of_use() -> Graph:
    return {"a": (), "b": ("a", "a"), "c": ("b", "a")}


def two_sums() -> Graph:
    return {"a": (), "b": ("a", "a"), "c": ("b", "b")}


def late_user() -> Graph:
    return {"x": (), "p": ("x", "x"), "q": ("p",), "r": ("p", "q"), "s": ("r", "p"), "t": ("q", "s")}


def side_by_side() -> Graph:
    return {"x": (), "w": (), "u": ("x", "w"), "v": ("x", "u"), "z": ("v", "v"), "y": ("z", "u")}


def one_leaf() -> Graph:
    return {"a": ()}


def sums_of_itself() -> Graph:
    return {"start": ()} | {
        "end" if n == 40 else f"sum {n}": (f"sum {n - 1}" if n > 1 else "start",) * 2 for n in range(1, 41)
    }


def long_chain() -> Graph:
    return {"start": ()} | {
        "end" if n == 5000 else f"sum {n}": (f"sum {n - 1}" if n > 1 else "start",) for n in range(1, 5001)
    }


GRAPHS = {
    two_kinds_of_use: "b = a + a, c = b + a; the end is c",
    two_sums: "b = a + a, c = b + b; the end is c",
    late_user: "p = x + x, q = p + 1, r = p + q, s = r + p, t = q + s; the end is t",
    side_by_side: "u = x + w, v = x + u, z = v + v, y = z + u; the end is y",
    one_leaf: "a leaf alone",
    sums_of_itself: "40 sums, each of the node before with itself",
    long_chain: "a chain of 5,000 sums, x + 1 + 1 + ...",
}


def nodes_of(graph: Graph) -> dict[str, Node]:
    """Build the nodes of a table: a leaf without parents, a sum with one (and a constant) or with two."""
    nodes: dict[str, Node] = {}
    for name, parents in graph.items():
        first = [nodes[parent] for parent in parents]
        nodes[name] = first[0] + (first[1] if len(first) > 1 else 1.0) if first else Node(1.0)
    return nodes


def uses_in(graph: Graph) -> dict[str, int]:
    """How often each name stands among the parents in the table: a count over its entries, not a walk."""
    written = Counter(name for parents in graph.values() for name in parents)
    return {name: written[name] for name in graph}


# --- uses: count the uses ----------------------------------------------------------------------------------


def counts_by_name(count_uses: Callable[..., Any], make: Callable[[], Graph]) -> Any:
    """Count the uses in a graph: by name, of many nodes only the first and last, and how many entries."""
    graph = make()
    nodes = nodes_of(graph)
    found = count_uses(list(nodes.values())[-1])
    if not isinstance(found, dict):
        return found
    return {name: found.get(nodes[name]) for name in some_of(graph)} | {"entries": len(found)}


def some_of(graph: Graph) -> list[str]:
    return [name for name in graph if not name.startswith("sum ")]


def counts_of_the_table(run: Run) -> dict[str, int]:
    graph = run.inputs[0]()
    counts = uses_in(graph)
    return {name: counts[name] for name in some_of(graph)} | {"entries": len(graph)}


def each_parent_once(end: Node) -> Uses:
    uses = {end: 0}
    waiting = [end]
    while waiting:
        for parent in set(waiting.pop().parents):
            if parent not in uses:
                uses[parent] = 0
                waiting.append(parent)
            uses[parent] += 1
    return uses


def counts_first_arrow_only(end: Node) -> Uses:
    uses = {end: 0}
    waiting = [end]
    while waiting:
        for parent in waiting.pop().parents:
            if parent not in uses:
                uses[parent] = 1
                waiting.append(parent)
    return uses


def walks_every_path(end: Node) -> Uses:
    uses = {end: 0}
    waiting = [end]
    while waiting:
        for parent in waiting.pop().parents:
            uses[parent] = uses.get(parent, 0) + 1
            waiting.append(parent)
    return uses


def calls_itself(end: Node) -> Uses:
    uses = {end: 0}

    def look_at(node: Node) -> None:
        for parent in node.parents:
            if parent not in uses:
                uses[parent] = 0
                look_at(parent)
            uses[parent] += 1

    look_at(end)
    return uses


def end_left_out(end: Node) -> Uses:
    uses: Uses = {}
    waiting = [end]
    while waiting:
        for parent in waiting.pop().parents:
            if parent not in uses:
                uses[parent] = 0
                waiting.append(parent)
            uses[parent] += 1
    return uses


def end_counts_one(end: Node) -> Uses:
    uses = {end: 1}
    waiting = [end]
    while waiting:
        for parent in waiting.pop().parents:
            if parent not in uses:
                uses[parent] = 0
                waiting.append(parent)
            uses[parent] += 1
    return uses


def direct_parents_only(end: Node) -> Uses:
    uses = {end: 0}
    for parent in end.parents:
        uses[parent] = uses.get(parent, 0) + 1
    return uses


def tried_on(graph: Callable[[], Graph]) -> Case:
    return Case(lambda: (graph,), text=GRAPHS[graph])


USES = Task(
    name="uses",
    title="Count the uses",
    use=counts_by_name,
    seconds=2.0,
    cases=tuple(map(tried_on, (two_kinds_of_use, two_sums, late_user, one_leaf, long_chain, sums_of_itself))),
    properties=(
        same("the counts", lambda run: run.result, counts_of_the_table, source="counting the arrows"),
    ),
    mistakes=(
        Mistake(
            "each-parent-once",
            "your answer is what you get when x * x counts as one use of x",
            "How many arrows lead from a to a + a? What does a set make of them?",
            each_parent_once,
        ),
        Mistake(
            "counts-first-arrow-only",
            "your answer is what you get when every node counts as used once",
            "What should happen when a node is reached that has an entry already?",
            counts_first_arrow_only,
        ),
        Mistake(
            "walks-every-path",
            "a node's parents are looked at once for every path that leads to the node",
            "In b = a + a, c = b + b, the node b is reached twice. How often are its own parents counted?",
            walks_every_path,
        ),
        Mistake(
            "calls-itself",
            "the function calls itself once for each node of a chain",
            "Where could the nodes wait that still have to be looked at, if not in calls?",
            calls_itself,
        ),
        Mistake(
            "end-left-out",
            "your answer is what you get when the end has no entry",
            "The end is used by nobody. Which number says so?",
            end_left_out,
        ),
        Mistake(
            "end-counts-one",
            "your answer is what you get when the end counts as used once",
            "Which node uses the end?",
            end_counts_one,
        ),
        Mistake(
            "direct-parents-only",
            "your answer is what you get when only the end's own parents are counted",
            "Where in your function are the parents of the parents looked at?",
            direct_parents_only,
        ),
    ),
    hints=(
        "Every arrow counts, each time. But a node is put on the list of nodes to be looked at only once, "
        "when it is reached for the first time.",
        "Keep two things: the dict of counts, and a list of nodes that wait. Whether a node was reached "
        "before can be seen from the dict.",
        "Begin with {end: 0} and [end]. While the list is not empty, take a node from it. For each of its "
        "parents: if it has no entry, give it 0 and put it on the list; then, in any case, add 1 to its "
        "entry.",
    ),
)


# --- order: the order itself -------------------------------------------------------------------------------


def order_by_name(backward_order: Callable[..., Any], make: Callable[[], Graph]) -> Any:
    """Ask for an order of the graph's nodes; the order by name, and whether the counts are as they were."""
    graph = make()
    nodes = nodes_of(graph)
    names = {node: name for name, node in nodes.items()}
    uses = {nodes[name]: count for name, count in uses_in(graph).items()}
    before = dict(uses)
    found = backward_order(list(nodes.values())[-1], uses)
    if isinstance(found, list):
        found = [names.get(each, f"{each!r}, which is not in the graph") for each in found]
    return {"order": found, "uses as before": uses == before}


def order_is_wrong(run: Run) -> Difference | None:
    """Whether each node stands once, and before its parents: any such order is right."""
    graph, order = run.inputs[0](), run.result["order"]
    if not isinstance(order, list):
        return compare(order, list(graph))
    for name, times in Counter(order).items():
        if name not in graph:
            return Difference(f"The order holds {name}. It should hold the graph's nodes.", got=False)
        if times > 1:
            return Difference(
                f"{name} stands in the order {times} times; it should stand there once.", got=False
            )
    place = {name: number for number, name in enumerate(order)}
    if len(place) < len(graph):
        missing = next(name for name in graph if name not in place)
        return Difference(f"The order does not hold {missing}.", got=False)
    for name in order:
        for parent in graph[name]:
            if place[parent] < place[name]:
                return Difference(
                    f"{parent} stands before {name}, which uses it: {', '.join(order[:8])}.", got=False
                )
    return None


def first_come(end: Node, uses: Uses) -> Nodes:
    order, seen = [end], {end}
    for node in order:
        for parent in node.parents:
            if parent not in seen:
                seen.add(parent)
                order.append(parent)
    return order


def one_path_at_a_time(end: Node, uses: Uses) -> Nodes:
    order: Nodes = []
    seen = set()
    waiting = [end]
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            order.append(node)
            waiting.extend(reversed(node.parents))
    return order


def fewest_uses_first(end: Node, uses: Uses) -> Nodes:
    return sorted(uses, key=lambda node: uses[node])


def every_time_reached(end: Node, uses: Uses) -> Nodes:
    order = [end]
    for node in order:
        order.extend(node.parents)
    return order


def order_upside_down(end: Node, uses: Uses) -> Nodes:
    left = dict(uses)
    order = [end]
    for node in order:
        for parent in node.parents:
            left[parent] -= 1
            if left[parent] == 0:
                order.append(parent)
    return order[::-1]


def crosses_off_once(end: Node, uses: Uses) -> Nodes:
    left = dict(uses)
    order = [end]
    for node in order:
        for parent in dict.fromkeys(node.parents):
            left[parent] -= 1
            if left[parent] == 0:
                order.append(parent)
    return order


def changes_uses(end: Node, uses: Uses) -> Nodes:
    order = [end]
    for node in order:
        for parent in node.parents:
            uses[parent] -= 1
            if uses[parent] == 0:
                order.append(parent)
    return order


def calls_itself_for_parents(end: Node, uses: Uses) -> Nodes:
    left = dict(uses)
    order: Nodes = []

    def add(node: Node) -> None:
        order.append(node)
        for parent in node.parents:
            left[parent] -= 1
            if left[parent] == 0:
                add(parent)

    add(end)
    return order


def end_missing(end: Node, uses: Uses) -> Nodes:
    left = dict(uses)
    ready = [end]
    order: Nodes = []
    while ready:
        for parent in ready.pop().parents:
            left[parent] -= 1
            if left[parent] == 0:
                ready.append(parent)
                order.append(parent)
    return order


ORDER = Task(
    name="order",
    title="The order",
    use=order_by_name,
    seconds=2.0,
    cases=tuple(
        map(
            tried_on,
            (two_kinds_of_use, two_sums, late_user, side_by_side, one_leaf, long_chain, sums_of_itself),
        )
    ),
    properties=(
        Property("each node once, before its parents", order_is_wrong),
        same(
            "uses",
            lambda run: run.result["uses as before"],
            lambda run: True,
            says="The counts in `uses` have changed. They belong to the caller.",
        ),
    ),
    mistakes=(
        Mistake(
            "first-come",
            "your answer is what you get when a node comes into the order as soon as it is reached",
            "In c = b + a, b = a + a, the node a is reached from c at once. Who has still to send to it?",
            first_come,
        ),
        Mistake(
            "one-path-at-a-time",
            "your answer is what you get when each path is followed to its end before the next",
            "Where does your function make sure that all users of a node stand in the order before it?",
            one_path_at_a_time,
        ),
        Mistake(
            "fewest-uses-first",
            "your answer is what you get when the nodes are sorted by how often they are used",
            "In b = a + a, c = b + b, both a and b are used twice. Which of them has to come first?",
            fewest_uses_first,
        ),
        Mistake(
            "every-time-reached",
            "your answer is what you get when a node comes into the order each time that it is reached",
            "Of the many arrows that lead back to a node, which one should bring it into the order?",
            every_time_reached,
        ),
        Mistake(
            "order-upside-down",
            "your answer is what you get when the order is turned round",
            "Which node has a gradient first: the end, or a leaf?",
            order_upside_down,
        ),
        Mistake(
            "crosses-off-once",
            "your answer is what you get when a node used twice by one operation is crossed off once",
            "uses[a] counts both arrows of a + a. How many do you cross off?",
            crosses_off_once,
        ),
        Mistake(
            "changes-uses",
            "the uses are crossed off in the dict that was given",
            "What does the caller find in `uses` after your function? How could you keep it from that?",
            changes_uses,
        ),
        Mistake(
            "calls-itself-for-parents",
            "the function calls itself for the next node of a chain",
            "Which list could hold the nodes that are ready, so that a loop can go through them?",
            calls_itself_for_parents,
        ),
        Mistake(
            "end-missing",
            "your answer is what you get when only parents come into the order",
            "The end is no parent. When does it come in?",
            end_missing,
        ),
    ),
    hints=(
        "A node comes into the order when its last use has been crossed off, not when it is first reached.",
        "Work on a copy of `uses`. Go through the nodes of the order from its beginning; each crosses off "
        "one use for each of its parents, and the list grows while you go through it.",
        "order = [end]; for each node in order, for each parent in node.parents: take 1 from its count in "
        "your copy, and if that makes it 0, append the parent to order.",
    ),
)


# --- repair: the second pass -------------------------------------------------------------------------------

Number = Any  # a Node or a float: the graphs below are built of either


def chain_of_two(a: Number) -> dict[str, Number]:
    b = a * 2.0
    c = b * 3.0
    return {"c": c, "b": b, "a": a}


def square_of_square(x: Number) -> dict[str, Number]:
    p = x * x
    y = p * p
    return {"y": y, "p": p, "x": x}


def two_leaves(a: Number, b: Number) -> dict[str, Number]:
    p = a * b
    q = p + p
    r = q * a
    return {"r": r, "q": q, "p": p, "a": a, "b": b}


Before = tuple[float | None, ...]


def grads_after(
    backward: Callable[..., Any],
    graph: Callable[..., dict[str, Number]],
    leaves: tuple[float, ...],
    before: Before,
    passes: int,
) -> dict[str, Any]:
    """Run passes through one graph, and return what is in `.grad` of its nodes."""
    nodes = graph(*map(Node, leaves))
    for node, grad in zip(list(nodes.values())[-len(leaves) :], before, strict=True):
        node.grad = grad
    for _ in range(passes):
        backward(list(nodes.values()))
    return {f"{name}.grad": node.grad for name, node in nodes.items()}


def leaves_by_finite_differences(run: Run) -> dict[str, float]:
    graph, leaves, before, passes = run.inputs
    found = slopes(lambda *at: next(iter(graph(*at).values())), leaves, wrt=range(len(leaves)))
    names = list(graph(*leaves))[-len(leaves) :]
    return {
        f"{name}.grad": round((old or 0.0) + passes * float(slope), 6)
        for name, old, slope in zip(names, before, found, strict=True)
    }


def leaves_in(run: Run) -> dict[str, float]:
    return dict(list(run.result.items())[-len(run.inputs[1]) :])


def in_between_not_cleared(order: Nodes) -> None:
    for node in order:
        if node.grad is None:
            node.grad = 0.0
    order[0].grad = 1.0
    for node in order:
        for parent, local in zip(node.parents, node.local_derivatives, strict=True):
            parent.grad += local * node.grad  # type: ignore[operator]


def each_use_once(order: Nodes) -> None:
    for node in order:
        if node.parents or node.grad is None:
            node.grad = 0.0
    order[0].grad = 1.0
    for node in order:
        for parent, local in dict(zip(node.parents, node.local_derivatives, strict=True)).items():
            parent.grad += local * node.grad  # type: ignore[operator]


def clears_leaves_too(order: Nodes) -> None:
    for node in order:
        node.grad = 0.0
    order[0].grad = 1.0
    for node in order:
        for parent, local in zip(node.parents, node.local_derivatives, strict=True):
            parent.grad += local * node.grad  # type: ignore[operator]


def clears_while_sending(order: Nodes) -> None:
    order[0].grad = 1.0
    for node in order:
        if node is not order[0] and (node.parents or node.grad is None):
            node.grad = 0.0
        for parent, local in zip(node.parents, node.local_derivatives, strict=True):
            parent.grad = (parent.grad or 0.0) + local * node.grad  # type: ignore[operator]


def keeps_nothing(order: Nodes) -> None:
    for node in order:
        if node.parents or node.grad is None:
            node.grad = 0.0
    order[0].grad = 1.0
    for node in order:
        for parent, local in zip(node.parents, node.local_derivatives, strict=True):
            parent.grad = local * node.grad  # type: ignore[operator]


def neither_mended(order: Nodes) -> None:
    for node in order:
        if node.grad is None:
            node.grad = 0.0
    order[0].grad = 1.0
    for node in order:
        for parent, local in dict(zip(node.parents, node.local_derivatives, strict=True)).items():
            parent.grad += local * node.grad  # type: ignore[operator]


REPAIR = Task(
    name="repair",
    title="Bug hunt: the second pass",
    use=grads_after,
    cases=(
        Case(
            lambda: (chain_of_two, (1.0,), (None,), 1),
            returns={"c.grad": 1.0, "b.grad": 3.0, "a.grad": 6.0},
            text="a = Node(1.0), b = a * 2, c = b * 3; one pass",
        ),
        Case(
            lambda: (chain_of_two, (1.0,), (None,), 2),
            returns={"c.grad": 1.0, "b.grad": 3.0, "a.grad": 12.0},
            text="a = Node(1.0), b = a * 2, c = b * 3; two passes",
        ),
        Case(
            lambda: (square_of_square, (3.0,), (None,), 1),
            returns={"y.grad": 1.0, "p.grad": 18.0, "x.grad": 108.0},
            text="x = Node(3.0), p = x * x, y = p * p; one pass",
        ),
        Case(
            lambda: (two_leaves, (2.0, 3.0), (10.0, None), 2),
            returns={"r.grad": 1.0, "q.grad": 2.0, "p.grad": 4.0, "a.grad": 58.0, "b.grad": 16.0},
            text="a = Node(2.0) with 10.0 in a.grad, b = Node(3.0), p = a * b, q = p + p, r = q * a; "
            "two passes",
        ),
    ),
    properties=(same("the leaves", leaves_in, leaves_by_finite_differences, source=FINITE_DIFFERENCES),),
    mistakes=(
        Mistake(
            "in-between-not-cleared",
            "your answer is what you get when the nodes in between keep what they had from the pass before",
            "What is in b.grad when the second pass begins, and what is added to it?",
            in_between_not_cleared,
        ),
        Mistake(
            "each-use-once",
            "your answer is what you get when an operation that uses a node twice sends to it once",
            "How many parents has x * x, and how many has set(parents)?",
            each_use_once,
        ),
        Mistake(
            "clears-leaves-too",
            "your answer is what you get when the leaves are cleared as well",
            "What should become of the 10.0 that was in a leaf's grad?",
            clears_leaves_too,
        ),
        Mistake(
            "clears-while-sending",
            "your answer is what you get when a node is cleared just before it sends",
            "What has arrived at a node by the time that it is its turn?",
            clears_while_sending,
        ),
        Mistake(
            "keeps-nothing",
            "your answer is what you get when what is sent replaces what has arrived",
            "Where two arrows lead to one node, which of the two sums should it hold?",
            keeps_nothing,
        ),
        Mistake(
            "neither-mended",
            "your answer is what the broken function gives",
            "What does b.grad hold after the first pass, and what after the second?",
            neither_mended,
        ),
    ),
    hints=(
        "Two questions find both bugs: what does each node hold when a pass begins, and does something "
        "travel along every arrow?",
        "Print b.grad after each pass: it should be 3.0 both times. Then try x * x at 3.0, whose slope is 6.",
        "At the beginning, set grad to 0.0 for every node that has parents, and for leaves that hold None. "
        "When sending, go through parents and local_derivatives side by side.",
    ),
)


# --- what the lesson asks ----------------------------------------------------------------------------------

PREDICTIONS = (
    Prediction(
        name="calls-itself",
        prompt=(
            "a = 1, `b = a + a`, `c = b + b`. All grads are 0, only `c.grad` is 1. Then "
            "`backward_recursive(c)` runs. Which number does it leave in `a.grad`? Follow the calls with a "
            "pencil."
        ),
        kind="number",
        explanation="The first half of b's gradient is sent twice: once alone, once with the second half.",
    ),
    Prediction(
        name="forward-or-backward",
        prompt=(
            "For a loss with 100 weights you want all 100 slopes. The next cell counts the arrows that are "
            "followed on the way, going forward (one pass for each weight) and going backward. How many "
            "times as many are they going forward?"
        ),
        kind="number",
        explanation="Each pass follows every arrow once. Forward takes 100 passes, backward takes one.",
    ),
)

QUESTIONS = (
    Question(
        name="seen-once",
        prompt=(
            "A backward pass goes from a node to its parents by calling itself, and keeps a set of nodes it "
            "has seen, so that each is visited once. On `b = a + a`, `c = b + b` it leaves 2 in `a.grad` "
            "instead of 4. Why?"
        ),
        choices=(
            Choice(
                "Each node must be visited once for each path.",
                "That would give the right number, if only what is new were sent. But it takes a visit for "
                "every path, and it is not what is missing here: one visit is enough, at the right time.",
            ),
            Choice(
                "b was visited too early: when it sent, only one of its two amounts had arrived.",
                "b sent 1 + 1 to a when it held 1. The second 1 arrived later and was never sent on. "
                "Visiting once is right, but only after all users of the node have sent.",
                right=True,
            ),
            Choice(
                "The set treats `b` and `b` in `b + b` as one, so one arrow is lost.",
                "The loop goes over the parents, not over the set, so both arrows add to b.grad: it ends at "
                "2, as it should. It is a that is short.",
            ),
        ),
    ),
    Question(
        name="overwrites",
        prompt=(
            "`p = x * x`, `y = p + x` at x = 3. A backward pass visits y, then p, in the right order, but it "
            "writes `parent.grad = local * node.grad` where it should say `+=`. y sends to p and then to x. "
            "What is left in `x.grad`?"
        ),
        choices=(
            Choice(
                "7, since the order is right.",
                "7 is the right slope: 1 directly and 3 + 3 through the square. A right order makes sure "
                "that everything arrives; `=` throws away what arrived before.",
            ),
            Choice(
                "3, the last amount that arrived.",
                "x receives 1 from y, then 3 and once more 3 from p. With `=` the last one wins.",
                right=True,
            ),
            Choice(
                "6, because the square overwrites what y sent.",
                "It does overwrite it. But the square sends twice, 3 and 3, and the second overwrites the "
                "first as well.",
            ),
            Choice(
                "1, the amount that arrived first.",
                "That is what arrived first, and it was overwritten first.",
            ),
        ),
    ),
    Question(
        name="several-orders",
        prompt=(
            "`u = x * 2`, `v = x * 3`, `w = v * v`, `y = u + w`. Which of these orders is *not* right for a "
            "backward pass?"
        ),
        choices=(
            Choice(
                "y, w, v, u, x",
                "It looks as if u had been forgotten until late, but u is in no hurry: only x waits for it. "
                "This order is right.",
            ),
            Choice(
                "y, u, w, v, x",
                "Every node stands after all of its users: u and w after y, v after w, x after u and v. This "
                "order is right.",
            ),
            Choice(
                "y, u, x, w, v",
                "x sends (or is taken for finished) before v has sent to it. It is used by u and by v, and "
                "has to wait for both.",
                right=True,
            ),
            Choice(
                "y, w, u, v, x",
                "u and v have nothing to do with each other, so either may come first. This order is right.",
            ),
        ),
    ),
    Question(
        name="few-inputs",
        prompt=(
            "A simulation has 2 input numbers and 1,000 results. You want the slope of every result in every "
            "input. What is cheaper?"
        ),
        choices=(
            Choice(
                "Backward, as always: it is the better method.",
                "It is better for one loss and many parameters. One backward pass begins at one result, so "
                "here it takes 1,000 of them.",
            ),
            Choice(
                "Forward: 2 passes instead of 1,000.",
                "One forward pass gives the slopes of all results in one input. Count inputs and results, "
                "and take the smaller number.",
                right=True,
            ),
            Choice(
                "They cost the same: all 2,000 slopes must be computed anyway.",
                "There are 2,000 slopes in both cases, but one forward pass yields 1,000 of them and one "
                "backward pass yields 2.",
            ),
        ),
    ),
)

REVIEW = (
    Question(
        name="review-square-node",
        prompt=(
            "You write nodes of your own that remember their parents in a tuple. What is in the parents of "
            "`y = x * x`?"
        ),
        choices=(
            Choice(
                "`(x,)`, because there is only one node x.",
                "It is one node, but the product uses it twice, on the left and on the right, and each use "
                "brings its own share to the slope.",
            ),
            Choice(
                "`(x, x)`, the same node twice.",
                "Each use is an arrow of its own. With x = 3 each brings 3, together 6, which is 2x.",
                right=True,
            ),
            Choice(
                "`(3.0, 3.0)`, the values.",
                "The values alone do not say where they came from, so there would be no way back from y to "
                "x.",
            ),
        ),
    ),
    Question(
        name="review-exp",
        prompt=(
            "`u = x * x`, `y = exp(u)` at x = 2, so u = 4 and y = 54.6. Which is the local derivative of the "
            "exp node?"
        ),
        choices=(
            Choice(
                "exp(2) = 7.39, because x = 2",
                "exp does not work at x. It gets u = 4 as its input, and a local derivative is taken there.",
            ),
            Choice(
                "exp(4) = 54.6, which is y itself",
                "exp is its own slope, so its result is also its local derivative.",
                right=True,
            ),
            Choice(
                "2 · 2 · exp(4) = 218.4",
                "That is the slope of y in x: the local derivatives of both nodes multiplied. The exp node "
                "knows only its own.",
            ),
            Choice(
                "4 · exp(3) = 80.3",
                "This is the rule for powers, where the base moves. In exp(u) the exponent moves.",
            ),
        ),
    ),
)

UNIT = Unit(
    number="04",
    name="04_backward_order",
    title="Backward order",
    tasks=(VISITS, VISIT, USES, ORDER, REPAIR),
    predictions=PREDICTIONS,
    questions=QUESTIONS,
    review=REVIEW,
)
