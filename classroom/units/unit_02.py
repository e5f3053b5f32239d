"""Unit 02, building the graph: nodes that remember, what is recorded, graphs that depend on the numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import minigrad
from classroom.check.properties import gradient, in_grad, same
from classroom.check.specification import Case, Mistake, Run, Task, Unit
from classroom.question.specification import Choice, Prediction, Question

Tensor = Any  # minigrad.Tensor, whose operators are made when it is imported, unseen by a type checker


def leaf(value: float) -> Tensor:
    """A fresh leaf that requires a gradient."""
    return minigrad.tensor(value, requires_grad=True)


class Node:
    """The node of the exercise before it can compute: a value, and what it was computed from."""

    def __init__(self, value: Any, parents: tuple = (), op: str = "", requires_grad: bool = False) -> None:
        self.value = value
        self.parents = parents
        self.op = op
        self.requires_grad = requires_grad


def parent_text(parent: Any) -> str:
    """How a message names a parent: as a node or as a plain number, with its value."""
    return f"node {parent.value:g}" if hasattr(parent, "parents") else f"number {parent:g}"


def described(node: Any) -> dict[str, Any]:
    """A node as plain data."""
    return {
        "value": node.value,
        "requires_grad": node.requires_grad,
        "op": node.op,
        "parents": [parent_text(parent) for parent in node.parents],
    }


# --- rebuild: a name moves on, a node stays ----------------------------------------------------------------


def back_from(rebuild: Callable[..., Any], a: Tensor, b: Tensor) -> Any:
    """Build y and go back from it, so that the gradients can be looked at."""
    y = rebuild(a, b)
    if y.requires_grad:
        y.backward()
    return y


def as_the_table_says(a: Any, b: Any) -> Any:
    return (a * b + a) * (a * b + a) - a * b


def keeps_the_sum(a: Tensor, b: Tensor) -> Tensor:
    t = a * b
    t = t + a
    p = t
    t = t * t
    return t - p


def keeps_the_square(a: Tensor, b: Tensor) -> Tensor:
    t = a * b
    t = t + a
    t = t * t
    p = t
    return t - p


def squares_first(a: Tensor, b: Tensor) -> Tensor:
    t = a * b
    p = t
    t = t * t
    t = t + a
    return t - p


def keeps_the_squared_product(a: Tensor, b: Tensor) -> Tensor:
    t = a * b
    t = t * t
    p = t
    t = t + a
    return t - p


REBUILD = Task(
    name="rebuild",
    title="Rebuild a graph",
    use=back_from,
    cases=(
        Case(lambda: (leaf(2.0), leaf(3.0)), text="a = 2., b = 3."),
        Case(lambda: (leaf(-1.0), leaf(0.5)), text="a = −1., b = 0.5"),
    ),
    properties=(
        same("y", lambda run: run.result.item(), lambda run: as_the_table_says(*numbers(run))),
        gradient(of=as_the_table_says, got=in_grad),
    ),
    mistakes=(
        Mistake(
            "keeps-the-sum",
            "your answer is what you get when p is the sum instead of the product",
            "Which node does t name at the moment when `p = t` runs?",
            keeps_the_sum,
        ),
        Mistake(
            "keeps-the-square",
            "your answer is what you get when p and t are the same node at the end",
            "What is t - p when both names name one node?",
            keeps_the_square,
        ),
        Mistake(
            "squares-first",
            "your answer is what you get when the product is squared before a is added",
            "Which node is squared in the table: p or s?",
            squares_first,
        ),
        Mistake(
            "keeps-the-squared-product",
            "your answer is what you get when the product is squared first and p is that square",
            "Which node is squared in the table, and which node is called p?",
            keeps_the_squared_product,
        ),
    ),
    hints=(
        "Go through the table from top to bottom. After each line, which row does t name?",
        "`p = t` computes nothing. It has to run at the one moment when t names the product.",
        "Product, keep it, sum, square, return.",
    ),
)


def numbers(run: Run) -> list[float]:
    return [each.item() for each in run.inputs]


# --- result: what is recorded ------------------------------------------------------------------------------

Operands = tuple[Any, ...]


def operand(value: float, kind: str) -> Node:
    """A "leaf" that requires a gradient, a "constant" that does not, or what was "made" from such a leaf."""
    if kind == "made":
        return Node(value, (operand(0.0, "leaf"),), "exp", requires_grad=True)
    return Node(value, requires_grad=kind == "leaf")


def record(result_of: Callable[..., Any], op: str, value: float, kinds: Sequence[str]) -> dict[str, Any]:
    """Call the answer with the operands 1., 2., ... of these kinds, and describe the result."""
    operands = tuple(operand(float(n), kind) for n, kind in enumerate(kinds, 1))
    return described(result_of(op, value, operands))


def recorded(op: str, value: float, operands: Operands, condition: bool) -> Node:
    return Node(value, operands, op, requires_grad=True) if condition else Node(value)


def all_for_any(op: str, value: float, operands: Operands) -> Node:
    return recorded(op, value, operands, all(operand.requires_grad for operand in operands))


def records_everything(op: str, value: float, operands: Operands) -> Node:
    return recorded(op, value, operands, True)


def first_operand_only(op: str, value: float, operands: Operands) -> Node:
    return recorded(op, value, operands, operands[0].requires_grad)


def last_operand_only(op: str, value: float, operands: Operands) -> Node:
    return recorded(op, value, operands, operands[-1].requires_grad)


def looks_at_parents(op: str, value: float, operands: Operands) -> Node:
    return recorded(op, value, operands, any(operand.parents for operand in operands))


def records_nothing(op: str, value: float, operands: Operands) -> Node:
    return recorded(op, value, operands, False)


def constant(value: float) -> dict[str, Any]:
    """What is left of an operation that is not recorded."""
    return {"value": value, "requires_grad": False, "op": "", "parents": []}


RESULT = Task(
    name="result",
    title="What is recorded",
    use=record,
    cases=(
        Case(
            lambda: ("*", 2.0, ("leaf", "leaf")),
            returns={"value": 2.0, "requires_grad": True, "op": "*", "parents": ["node 1", "node 2"]},
            text='result_of("*", 2., (a, b)), where a = 1. and b = 2. require a gradient',
        ),
        Case(
            lambda: ("+", 3.0, ("leaf", "constant")),
            returns={"value": 3.0, "requires_grad": True, "op": "+", "parents": ["node 1", "node 2"]},
            text='result_of("+", 3., (a, c)), where a = 1. requires a gradient and c = 2. does not',
        ),
        Case(
            lambda: ("-", -1.0, ("constant", "leaf")),
            returns={"value": -1.0, "requires_grad": True, "op": "-", "parents": ["node 1", "node 2"]},
            text='result_of("-", -1., (c, b)), where c = 1. does not require a gradient and b = 2. does',
        ),
        Case(
            lambda: ("*", 2.0, ("constant", "constant")),
            returns=constant(2.0),
            text='result_of("*", 2., (c, d)), where neither c = 1. nor d = 2. requires a gradient',
        ),
        Case(
            lambda: ("exp", 2.72, ("leaf",)),
            returns={"value": 2.72, "requires_grad": True, "op": "exp", "parents": ["node 1"]},
            text='result_of("exp", 2.72, (a,)), where a = 1. requires a gradient',
        ),
        Case(
            lambda: ("+", 3.0, ("made", "constant")),
            returns={"value": 3.0, "requires_grad": True, "op": "+", "parents": ["node 1", "node 2"]},
            text='result_of("+", 3., (p, c)), where p = 1. was computed from a node that requires a gradient',
        ),
    ),
    mistakes=(
        Mistake(
            "all-for-any",
            "your answer is what you get when every operand must require a gradient",
            "In a * 3, does the slope at a matter less because 3 is a constant?",
            all_for_any,
        ),
        Mistake(
            "records-everything",
            "your answer is what you get when every operation is recorded",
            "Who would ever go back through 2 * 3 when nobody asked for a slope at 2 or at 3?",
            records_everything,
        ),
        Mistake(
            "first-operand-only",
            "your answer is what you get when only the first operand is asked",
            "Is a * c recorded in another way than c * a?",
            first_operand_only,
        ),
        Mistake(
            "last-operand-only",
            "your answer is what you get when only the last operand is asked",
            "Is a * c recorded in another way than c * a?",
            last_operand_only,
        ),
        Mistake(
            "looks-at-parents",
            "your answer is what you get when operands without parents count as constants",
            "Which parents has a leaf whose slope you want?",
            looks_at_parents,
        ),
        Mistake(
            "records-nothing",
            "your answer is what you get when no operation is recorded",
            "For which operands does your condition come out true?",
            records_nothing,
        ),
    ),
    hints=(
        "One operand that asked for a slope is enough.",
        "Every operand has .requires_grad. You want to know whether it is True for at least one of them.",
        "requires_grad = any(... for operand in operands)",
    ),
)


# --- node: numbers that remember ---------------------------------------------------------------------------


def plain(operand: Any) -> Any:
    return getattr(operand, "value", operand)


def wanted(operand: Any) -> bool:
    return bool(getattr(operand, "requires_grad", False))


class Operators:
    """The operators that the wrong answers below have in common. Each says itself what is recorded."""

    def __init__(self, value: Any, parents: tuple = (), op: str = "", requires_grad: bool = False) -> None:
        self.value = value
        self.parents = parents
        self.op = op
        self.requires_grad = requires_grad

    def result_of(self, op: str, value: Any, operands: Operands) -> Any:
        raise NotImplementedError

    def __add__(self, other: Any) -> Any:
        return self.result_of("+", plain(self) + plain(other), (self, other))

    def __radd__(self, other: Any) -> Any:
        return self.result_of("+", plain(other) + plain(self), (other, self))

    def __mul__(self, other: Any) -> Any:
        return self.result_of("*", plain(self) * plain(other), (self, other))

    def __rmul__(self, other: Any) -> Any:
        return self.result_of("*", plain(other) * plain(self), (other, self))

    def __sub__(self, other: Any) -> Any:
        return self.result_of("-", plain(self) - plain(other), (self, other))

    def __rsub__(self, other: Any) -> Any:
        return self.result_of("-", plain(other) - plain(self), (other, self))


class ReversedDifference(Operators):
    def result_of(self, op: str, value: Any, operands: Operands) -> Any:
        found = any(map(wanted, operands))
        return ReversedDifference(value, operands if found else (), op if found else "", found)

    def __rsub__(self, other: Any) -> Any:
        return self - other


class ParentsSwapped(Operators):
    def result_of(self, op: str, value: Any, operands: Operands) -> Any:
        found = any(map(wanted, operands))
        return ParentsSwapped(value, operands if found else (), op if found else "", found)

    def __rmul__(self, other: Any) -> Any:
        return self * other

    def __rsub__(self, other: Any) -> Any:
        return self.result_of("-", plain(other) - plain(self), (self, other))


class DropsNumbers(Operators):
    def result_of(self, op: str, value: Any, operands: Operands) -> Any:
        nodes = tuple(operand for operand in operands if isinstance(operand, Operators))
        return DropsNumbers(value, nodes, op, True) if any(map(wanted, nodes)) else DropsNumbers(value)


class WrapsNumbers(Operators):
    def result_of(self, op: str, value: Any, operands: Operands) -> Any:
        nodes = tuple(each if isinstance(each, Operators) else WrapsNumbers(each) for each in operands)
        return WrapsNumbers(value, nodes, op, True) if any(map(wanted, nodes)) else WrapsNumbers(value)


class TracksConstants(Operators):
    def result_of(self, op: str, value: Any, operands: Operands) -> Any:
        return TracksConstants(value, operands, op, True)


class AllOperandsMust(Operators):
    def result_of(self, op: str, value: Any, operands: Operands) -> Any:
        if all(map(wanted, operands)):
            return AllOperandsMust(value, operands, op, True)
        return AllOperandsMust(value)


class LosesTheFlag(Operators):
    def result_of(self, op: str, value: Any, operands: Operands) -> Any:
        if any(map(wanted, operands)):
            return LosesTheFlag(value, operands, op)
        return LosesTheFlag(value)


class ParentsAsNumbers(Operators):
    def result_of(self, op: str, value: Any, operands: Operands) -> Any:
        if any(map(wanted, operands)):
            return ParentsAsNumbers(value, tuple(map(plain, operands)), op, True)
        return ParentsAsNumbers(value)


class AsksPlainNumbers(Operators):
    def result_of(self, op: str, value: Any, operands: Operands) -> Any:
        if any(operand.requires_grad for operand in operands):
            return AsksPlainNumbers(value, operands, op, True)
        return AsksPlainNumbers(value)


class NumbersWithoutValue(Operators):
    def result_of(self, op: str, value: Any, operands: Operands) -> Any:
        return NumbersWithoutValue(value, operands, op, any(map(wanted, operands)))

    def __mul__(self, other: Any) -> Any:
        return self.result_of("*", self.value * other.value, (self, other))

    def __sub__(self, other: Any) -> Any:
        return self.result_of("-", self.value - other.value, (self, other))


class ConstantsKeepParents(Operators):
    def result_of(self, op: str, value: Any, operands: Operands) -> Any:
        return ConstantsKeepParents(value, operands, op, any(map(wanted, operands)))


class AsksSelfOnly(Operators):
    def result_of(self, op: str, value: Any, operands: Operands) -> Any:
        if self.requires_grad:
            return AsksSelfOnly(value, operands, op, True)
        return AsksSelfOnly(value)


def compute(make: Any, expression: Callable[..., Any], a: float, b: float, c: float) -> dict[str, Any]:
    """Work out an expression of nodes a and b, which require a gradient, and c, which does not."""
    return described(
        expression(make(a, requires_grad=True), make(b, requires_grad=True), make(c))  # as learners write it
    )


def node_case(text: str, expression: Callable[..., Any], value: float, op: str, *parents: str) -> Case:
    expected = {"value": value, "requires_grad": bool(op), "op": op, "parents": list(parents)}
    return Case(
        lambda: (expression, 5.0, 2.0, 3.0),
        returns=expected,
        text=f"{text}, where a = 5. and b = 2. require a gradient and c = 3. does not",
    )


NODE = Task(
    name="node",
    title="Numbers that remember",
    kind="class",
    use=compute,
    cases=(
        node_case("a * b", lambda a, b, c: a * b, 10.0, "*", "node 5", "node 2"),
        node_case("a - b", lambda a, b, c: a - b, 3.0, "-", "node 5", "node 2"),
        node_case("c - a", lambda a, b, c: c - a, -2.0, "-", "node 3", "node 5"),
        node_case("a * 4.", lambda a, b, c: a * 4.0, 20.0, "*", "node 5", "number 4"),
        node_case("4. * a", lambda a, b, c: 4.0 * a, 20.0, "*", "number 4", "node 5"),
        node_case("4. - a", lambda a, b, c: 4.0 - a, -1.0, "-", "number 4", "node 5"),
        node_case("a - 4.", lambda a, b, c: a - 4.0, 1.0, "-", "node 5", "number 4"),
        node_case("c * c", lambda a, b, c: c * c, 9.0, ""),
        node_case("4. - c", lambda a, b, c: 4.0 - c, 1.0, ""),
        node_case("(a * b) * c", lambda a, b, c: (a * b) * c, 30.0, "*", "node 10", "node 3"),
    ),
    mistakes=(
        Mistake(
            "reversed-difference",
            "your answer is what you get when 2 - a is worked out as a - 2",
            "For which operator is the order of the operands no matter: for * or for -?",
            ReversedDifference,
        ),
        Mistake(
            "parents-swapped",
            "your answer is what you get when a number on the left is recorded on the right",
            "In which order were the operands written?",
            ParentsSwapped,
        ),
        Mistake(
            "drops-numbers",
            "your answer is what you get when plain numbers are left out of the parents",
            "How can somebody see from the parents what a was multiplied by?",
            DropsNumbers,
        ),
        Mistake(
            "wraps-numbers",
            "your answer is what you get when a plain number is turned into a node",
            "What does the docstring say about plain numbers among the parents?",
            WrapsNumbers,
        ),
        Mistake(
            "tracks-constants",
            "your answer is what you get when operations on constants are recorded too",
            "Who would ever go back through c * c when nobody asked for a slope at c?",
            TracksConstants,
        ),
        Mistake(
            "all-operands-must",
            "your answer is what you get when every operand must be a node that requires a gradient",
            "In a * 4., does the slope at a matter less because 4 is a plain number?",
            AllOperandsMust,
        ),
        Mistake(
            "loses-the-flag",
            "your answer is what you get when a result does not require a gradient itself",
            "What does the next operation see when it asks this result?",
            LosesTheFlag,
        ),
        Mistake(
            "parents-as-numbers",
            "your answer is what you get when the parents are the operands' values",
            "How would somebody get from the result back to the node a?",
            ParentsAsNumbers,
        ),
        Mistake(
            "asks-plain-numbers",
            "a plain number is asked for its requires_grad, and it has none",
            "Which operands have no requires_grad, and what should they count as?",
            AsksPlainNumbers,
        ),
        Mistake(
            "numbers-without-value",
            "a plain number is asked for its value, and it has none",
            "What does the helper `number` do for a plain number?",
            NumbersWithoutValue,
        ),
        Mistake(
            "constants-keep-parents",
            "your answer is what you get when a constant keeps its op and its parents",
            "What does the docstring say about op and parents where nothing was recorded?",
            ConstantsKeepParents,
        ),
        Mistake(
            "asks-self-only",
            "your answer is what you get when only the node whose method runs is asked",
            "In c - a, the method of c runs. Who asks a?",
            AsksSelfOnly,
        ),
    ),
    hints=(
        "Each operator does two things: it computes with plain numbers, and it hands on the operands as they "
        "were written. Deciding whether to record is the business of result_of alone.",
        "In result_of, a plain number has no .requires_grad: getattr(operand, name, default) helps, or "
        "isinstance(operand, Node). For the operators, look at __add__ and __radd__.",
        'result_of is task 2 with getattr(operand, "requires_grad", False). In __rsub__, `other` is the '
        "number on the left: it comes first in the difference and first among the parents.",
    ),
)


# --- count: how large is the graph -------------------------------------------------------------------------


def made_of(*parents: Node, value: float = 1.0) -> Node:
    return Node(value, parents, "+" if parents else "")


def counts_every_way(y: Any) -> int:
    if not y.parents:
        return 0
    return 1 + sum(counts_every_way(parent) for parent in y.parents)


def everything_behind(y: Any) -> list[Any]:
    """All nodes that y was computed from, and y itself, each once: what several mistakes start from."""
    found: dict[int, Any] = {}
    waiting = [y]
    while waiting:
        node = waiting.pop()
        if id(node) not in found:
            found[id(node)] = node
            waiting += node.parents
    return list(found.values())


def counts_leaves(y: Any) -> int:
    return len(everything_behind(y))


def first_parent_only(y: Any) -> int:
    count = 0
    while y.parents:
        count += 1
        y = y.parents[0]
    return count


def not_the_last(y: Any) -> int:
    return sum(bool(node.parents) for node in everything_behind(y) if node is not y)


def same_value_same_node(y: Any) -> int:
    return len({node.value for node in everything_behind(y) if node.parents})


def counts_arrows(y: Any) -> int:
    return sum(len(node.parents) for node in everything_behind(y))


def never_adds_one(y: Any) -> int:
    return sum(never_adds_one(parent) for parent in y.parents)


def a_leaf() -> Node:
    return made_of(value=3.0)


def a_chain() -> Node:
    return made_of(made_of(made_of(a_leaf(), value=4.0), value=5.0), value=6.0)


def used_twice() -> Node:
    p = made_of(a_leaf(), a_leaf(), value=6.0)
    return made_of(p, p, value=12.0)


def used_again_and_again() -> Node:
    a = a_leaf()
    p = made_of(a, a, value=6.0)
    q = made_of(a, p, value=9.0)
    r = made_of(q, q, value=18.0)
    return made_of(r, q, value=27.0)


def equal_values() -> Node:
    a = a_leaf()
    return made_of(made_of(a, a, value=6.0), made_of(a, a, value=6.0), value=12.0)


COUNT = Task(
    name="count",
    title="How large is the graph?",
    properties=(
        same(
            "the count",
            lambda run: run.answer(run.after[0]),
            lambda run: run.case.returns,
            says="Asked a second time about the same graph, your function gives another number. "
            "Does it keep something from one call to the next?",
        ),
    ),
    cases=(
        Case(lambda: (used_twice(),), returns=2, text="y = p + p, where p = a + b"),
        Case(lambda: (a_leaf(),), returns=0, text="y = a leaf"),
        Case(lambda: (a_chain(),), returns=3, text="y made from q, q from p, p from a leaf"),
        Case(
            lambda: (used_again_and_again(),),
            returns=4,
            text="y = r + q, where p = a + a, q = a + p, r = q + q",
        ),
        Case(
            lambda: (equal_values(),),
            returns=3,
            text="y = p + q, where p = a + a and q = a + a: two nodes with the same value",
        ),
    ),
    mistakes=(
        Mistake(
            "counts-every-way",
            "your answer is what you get when an operation is counted once for each way that leads to it",
            "In y = p + p, how often does your function come to p, and how often does it count it?",
            counts_every_way,
        ),
        Mistake(
            "counts-leaves",
            "your answer is what you get when leaves are counted too",
            "Which operation made a leaf?",
            counts_leaves,
        ),
        Mistake(
            "first-parent-only",
            "your answer is what you get when only the first parent is followed",
            "How many parents has the result of a sum?",
            first_parent_only,
        ),
        Mistake(
            "not-the-last",
            "your answer is what you get when y itself is left out",
            "Was y made by an operation?",
            not_the_last,
        ),
        Mistake(
            "same-value-same-node",
            "your answer is what you get when nodes with equal values count as one",
            "Two sums may both come out as 6. Are they one node or two?",
            same_value_same_node,
        ),
        Mistake(
            "counts-arrows",
            "your answer is what you get when the arrows of the graph are counted",
            "A sum has two arrows that lead to it. How many operations is it?",
            counts_arrows,
        ),
        Mistake(
            "never-adds-one",
            "your answer is what you get when the counts of the parents are added up, and nothing else",
            "Which line counts the operation that your function is looking at?",
            never_adds_one,
        ),
    ),
    hints=(
        "You need two collections: nodes that you have still to look at, and operations that you have counted.",
        "Take a node out of those still to look at. If it is a leaf, or counted already, there is nothing to "
        "do. Otherwise count it, and its parents are still to be looked at.",
        "waiting = [y], seen = set(); `while waiting:` take one with waiting.pop(); "
        "`if node.parents and node not in seen:` add it, and waiting.extend(node.parents).",
    ),
)


# --- halve: a loop that depends on the numbers -------------------------------------------------------------


def operations_of(y: Tensor) -> int:
    """How many operations lie between a tensor and its leaf, along the first inputs."""
    count, node = 0, y.grad_fn
    while node is not None and type(node).__name__ != "AccumulateGrad":
        count, node = count + 1, node.next_functions[0][0]
    return count


def halve_and_go_back(halve_until: Callable[..., Any], x: Tensor, limit: float) -> dict[str, Any]:
    y = halve_until(x, limit)
    found = {
        "result": y.item(),
        "operations": operations_of(y),
        "requires_grad": y.requires_grad,
        "x.grad": None,
    }
    if y.requires_grad:
        y.backward()
        found["x.grad"] = None if x.grad is None else x.grad.item()
    return found


def computes_on_numbers(x: Tensor, limit: float) -> Tensor:
    value = x.item()
    while value > limit:
        value = value * 0.5
    return minigrad.tensor(value)


def a_new_leaf(x: Tensor, limit: float) -> Tensor:
    value = x.item()
    while value > limit:
        value = value * 0.5
    return minigrad.tensor(value, requires_grad=True)


def cut_off(x: Tensor, limit: float) -> Tensor:
    while x > limit:
        x = x.detach() * 0.5
    return x


def halves_once(x: Tensor, limit: float) -> Tensor:
    if x > limit:
        x = x * 0.5
    return x


def at_least_once(x: Tensor, limit: float) -> Tensor:
    x = x * 0.5
    while x > limit:
        x = x * 0.5
    return x


def halves_at_the_limit(x: Tensor, limit: float) -> Tensor:
    while x >= limit:
        x = x * 0.5
    return x


def one_large_step(x: Tensor, limit: float) -> Tensor:
    halvings = 0
    while x.item() * 0.5**halvings > limit:
        halvings += 1
    return x * 0.5**halvings


def changes_the_leaf(x: Tensor, limit: float) -> Tensor:
    while x > limit:
        x *= 0.5
    return x


def halved(result: float, operations: int, slope: float) -> dict[str, Any]:
    return {"result": result, "operations": operations, "requires_grad": True, "x.grad": slope}


HALVE = Task(
    name="halve",
    title="A loop that depends on the numbers",
    use=halve_and_go_back,
    cases=(
        Case(lambda: (leaf(10.0), 1.0), returns=halved(0.625, 4, 0.0625), text="x = 10., limit = 1."),
        Case(lambda: (leaf(3.0), 2.0), returns=halved(1.5, 1, 0.5), text="x = 3., limit = 2."),
        Case(lambda: (leaf(0.75), 2.0), returns=halved(0.75, 0, 1.0), text="x = 0.75, limit = 2."),
        Case(lambda: (leaf(8.0), 2.0), returns=halved(2.0, 2, 0.25), text="x = 8., limit = 2."),
    ),
    mistakes=(
        Mistake(
            "computes-on-numbers",
            "your answer is what you get when the halving is done on plain numbers",
            "What does a plain number remember of x?",
            computes_on_numbers,
        ),
        Mistake(
            "a-new-leaf",
            "your answer is what you get when the result is a new leaf that has nothing to do with x",
            "requires_grad=True asks for a slope at this tensor. How does one get from there to x?",
            a_new_leaf,
        ),
        Mistake(
            "cut-off",
            "your answer is what you get when the result is cut off from x",
            "Which parents has the result of x.detach()?",
            cut_off,
        ),
        Mistake(
            "halves-once",
            "your answer is what you get when x is halved at most once",
            "Which of Python's words means `if, and then again`?",
            halves_once,
        ),
        Mistake(
            "at-least-once",
            "your answer is what you get when x is halved before the first comparison",
            "What should come back when x is smaller than the limit already?",
            at_least_once,
        ),
        Mistake(
            "halves-at-the-limit",
            "your answer is what you get when x is halved also where it equals the limit",
            "Is 2 greater than 2?",
            halves_at_the_limit,
        ),
        Mistake(
            "one-large-step",
            "your answer is what you get when all halvings are made in one operation",
            "How many operations does the graph of your result have, and how many halvings were there?",
            one_large_step,
        ),
        Mistake(
            "changes-the-leaf",
            "the leaf itself is changed in place, which a leaf that requires a gradient does not allow",
            "What is the difference between `x *= 0.5` and `x = x * 0.5` for somebody else who holds x?",
            changes_the_leaf,
        ),
    ),
    hints=(
        "Write it as you would for plain numbers. The graph takes care of itself.",
        "A loop whose condition compares x with the limit, and in it one line that moves the name x on to "
        "half of x.",
        "while ... : x = x * ..., and after the loop return x.",
    ),
)


# --- repair: one graph too few, many too many --------------------------------------------------------------

Points = Sequence[tuple[float, float]]


def sum_of_losses(w: Any, points: Points) -> Any:
    total = (w * w * points[0][0] - points[0][1]) ** 2
    for x, target in points[1:]:
        total = total + (w * w * x - target) ** 2
    return total


def mean_of_losses(run: Run) -> float:
    w, points = run.inputs
    return float(np.mean([(w.item() ** 2 * x - target) ** 2 for x, target in points]))


def still_one_square(w: Tensor, points: Points) -> float:
    total = 0.0
    square = w * w
    for x, target in points:
        loss = (square * x - target) ** 2
        loss.backward()
        total = total + loss.item()
    return total / len(points)


def returns_a_tensor(w: Tensor, points: Points) -> Tensor:
    total: Tensor = 0.0
    for x, target in points:
        loss = (w * w * x - target) ** 2
        loss.backward()
        total = total + loss
    return total / len(points)


def square_cut_off(w: Tensor, points: Points) -> float:
    total = 0.0
    for x, target in points:
        loss = ((w * w).detach() * x - target) ** 2
        loss.backward()
        total = total + loss.item()
    return total / len(points)


def one_loss_left(w: Tensor, points: Points) -> float:
    total = 0.0
    for x, target in points:
        w.grad = None
        loss = (w * w * x - target) ** 2
        loss.backward()
        total = total + loss.item()
    return total / len(points)


def slope_of_the_mean(w: Tensor, points: Points) -> float:
    total = 0.0
    for x, target in points:
        loss = (w * w * x - target) ** 2 / len(points)
        loss.backward()
        total = total + loss.item()
    return total


def sum_not_mean(w: Tensor, points: Points) -> float:
    total = 0.0
    for x, target in points:
        loss = (w * w * x - target) ** 2
        loss.backward()
        total = total + loss.item()
    return total


def never_goes_back(w: Tensor, points: Points) -> float:
    return sum(((w * w * x - target) ** 2).item() for x, target in points) / len(points)


REPAIR = Task(
    name="repair",
    title="Bug hunt: one graph too few, and many too many",
    cases=(
        Case(
            lambda: (leaf(2.0), [(1.0, 3.0), (2.0, 10.0)]),
            text="w = 2. and the two points of the exercise, (1., 3.) and (2., 10.)",
        ),
        Case(lambda: (leaf(-1.0), [(0.5, 2.0), (3.0, 1.0), (-1.0, 1.0)])),
        Case(lambda: (leaf(1.5), [(2.0, 4.0)])),
    ),
    properties=(
        same("the mean loss", lambda run: run.result, mean_of_losses, rtol=1e-5),
        gradient(of=sum_of_losses, got=in_grad, names=("w.grad",)),
    ),
    mistakes=(
        Mistake(
            "still-one-square",
            "a second backward pass goes through a product that the first pass has released",
            "In which round of the loop is `w * w` computed, and in which rounds is its graph needed?",
            still_one_square,
        ),
        Mistake(
            "returns-a-tensor",
            "your answer is what you get when the losses are added up as tensors",
            "What does `total + loss` remember, and how does one get a plain number out of a tensor?",
            returns_a_tensor,
        ),
        Mistake(
            "square-cut-off",
            "your answer is what you get when the square is a constant, so that nothing leads back to w",
            "Follow the parents of the loss. Do you come to w?",
            square_cut_off,
        ),
        Mistake(
            "one-loss-left",
            "your answer is what you get when only the last point's slope is left in w.grad",
            "What happens to the first point's slope when the second point's turn comes?",
            one_loss_left,
        ),
        Mistake(
            "slope-of-the-mean",
            "your answer is what you get when the slopes are divided by the number of points",
            "Does the docstring ask for the sum of the slopes or for their mean?",
            slope_of_the_mean,
        ),
        Mistake(
            "sum-not-mean",
            "your answer is what you get when the sum of the losses is returned",
            "How many points are there, and what do they have to do with a mean?",
            sum_not_mean,
        ),
        Mistake(
            "never-goes-back",
            "your answer is what you get when no backward pass is made",
            "Which call puts something into w.grad?",
            never_goes_back,
        ),
    ),
    hints=(
        "A graph is good for one backward pass. And whoever holds the end of a graph holds all of it.",
        "Which operation happens once, in front of the loop, and is part of every loss? "
        "Which line of the loop makes a tensor longer and longer?",
        "Move one line into the loop. In another line, take the number out of the tensor with .item().",
    ),
)


# --- what the lesson asks ----------------------------------------------------------------------------------

PREDICTIONS = (
    Prediction(
        name="arrows-from-x",
        prompt=(
            "In the graph of `y = x * x + x`, an arrow leads from each operand to the operation that uses it. "
            "How many arrows start at `x`?"
        ),
        kind="number",
        explanation="Two lead to the product, which uses `x` on both sides, and one to the sum.",
    ),
    Prediction(
        name="slope-of-halving",
        prompt=(
            "`y` begins as `x`, and is halved as long as it is greater than 1. With `x = 6`, what is the slope "
            "of the final `y` in `x`?"
        ),
        kind="number",
        explanation="6, 3, 1.5, 0.75: three halvings, so y = x / 8, and the slope is 1/8 = 0.125.",
    ),
)

QUESTIONS = (
    Question(
        name="a-tensor-of-a-number",
        prompt=(
            "`x` requires a gradient. This runs without an error, and afterwards `x.grad` is `None`. Why?\n\n"
            "```python\n"
            "square = x.item() ** 2\n"
            "y = minigrad.tensor(square, requires_grad=True)\n"
            "y.backward()\n"
            "```"
        ),
        choices=(
            Choice(
                "`**` is not recorded.",
                "It is, when one of its operands is a tensor that requires a gradient. Here it got a plain "
                "number.",
            ),
            Choice(
                "`y` is a new leaf: `x.item()` gave a plain number, which does not remember x.",
                "`requires_grad=True` asks for the slope at `y`. It does not bring back what was lost on the "
                "way. Write `y = x ** 2`.",
                right=True,
            ),
            Choice(
                "`y` must be used in a further operation before `backward()` can be called.",
                "`backward()` may be called on a leaf; it then leaves 1 in `y.grad`. What is missing is a "
                "way from `y` to `x`.",
            ),
        ),
    ),
    Question(
        name="running-total",
        prompt=(
            "A loop makes a loss in each of a million rounds and calls `loss.backward()`. It also adds "
            "`total = total + loss`, to print the mean in the end. Memory fills up. Why?"
        ),
        choices=(
            Choice(
                "`backward()` keeps every graph, in case it is needed again.",
                "It does the opposite: it releases what the graph has saved. And the graph itself goes when "
                "nothing refers to its end any more.",
            ),
            Choice(
                "`.grad` becomes larger in every round.",
                "The numbers in it do, perhaps. But it has the shape of its leaf for ever.",
            ),
            Choice(
                "`total` is a tensor whose graph leads back to every loss there was.",
                "`total` holds the last sum, the sum holds its parents, and so on back to the first loss. "
                "`total = total + loss.item()` adds a plain number.",
                right=True,
            ),
        ),
    ),
    Question(
        name="what-if-leaves-behind",
        prompt=(
            "`y = x * x if x > 0 else -3 * x`, where `x` is 2. and requires a gradient. "
            "What of the condition `x > 0` is in the graph of `y`?"
        ),
        choices=(
            Choice(
                "A node for the comparison, with `x` as its parent.",
                "The comparison does compute something from `x`. But its result is a truth value for Python, "
                "and `y` is not computed from it.",
            ),
            Choice(
                "Both branches, and a switch between them.",
                "That is how it would be if the graph were made from the program's text. It is made from "
                "what ran.",
            ),
            Choice(
                "Nothing. Only the branch that was taken is there.",
                "The graph of `y` holds one product. With `x` = −2. the same line makes another graph.",
                right=True,
            ),
        ),
    ),
    Question(
        name="what-constants-cost",
        prompt=(
            "`data` and `scale` are tensors that do not require a gradient, `w` is one that does. "
            "Which operations of `((data * scale) * w).sum()` are recorded?"
        ),
        choices=(
            Choice(
                "all three",
                "All three compute tensors. But nobody can ask for a slope at anything that "
                "`data * scale` was computed from.",
            ),
            Choice(
                "the second product and the sum",
                "`w` is an operand of the second product, so that is recorded, and then the sum as well. "
                "`data * scale` is a constant.",
                right=True,
            ),
            Choice(
                "none, because `data` does not require a gradient",
                "One operand that requires a gradient is enough for the result to require one.",
            ),
        ),
    ),
    Question(
        name="names-and-nodes",
        prompt=(
            "`t = a * b`, then `t = t + a`. Afterwards no variable names the product any more. "
            "Can `t.backward()` still find the slope at `b`?"
        ),
        choices=(
            Choice(
                "No, the product was overwritten.",
                "The name was. The node is still there, because the sum holds it as a parent.",
            ),
            Choice(
                "Yes, the sum holds the product as a parent.",
                "`t` names the sum, the sum holds the product, the product holds `a` and `b`. That is enough "
                "to go all the way back.",
                right=True,
            ),
            Choice(
                "Only if the product was stored in a variable of its own.",
                "That is needed to look at the product later, not to go back through it.",
            ),
        ),
    ),
)

REVIEW = (
    Question(
        name="review-both-sides",
        prompt=(
            "You make the step of a difference ten times smaller, from 0.1 to 0.01, and the error becomes a "
            "hundred times smaller. Was it a forward or a central difference?"
        ),
        choices=(
            Choice(
                "forward",
                "The error of a forward difference is in proportion to h: ten times smaller.",
            ),
            Choice(
                "central",
                "The error of a central difference is in proportion to h²: what is in proportion to h cancels "
                "between the two sides.",
                right=True,
            ),
            Choice(
                "either, since the error depends on rounding only",
                "Rounding matters for very small steps. At 0.1 and 0.01 the chord's own error is far larger.",
            ),
        ),
    ),
    Question(
        name="review-single",
        prompt=(
            "You check a gradient by central differences with h = 10⁻⁶, and the two disagree in the second "
            "digit. All numbers are float32. What do you try first?"
        ),
        choices=(
            Choice(
                "a smaller step",
                "It would come closer to the tangent. But in float32 near 1 the step is only about eight gaps "
                "wide already, and rounding gets worse.",
            ),
            Choice(
                "look for the mistake in the gradient",
                "There may be none. With such a step in float32, the difference itself is right to one or "
                "two digits.",
            ),
            Choice(
                "the same check in float64",
                "There the difference is right to ten digits or so. If the two still disagree, the gradient "
                "is to blame.",
                right=True,
            ),
        ),
    ),
)

UNIT = Unit(
    number="02",
    name="02_building_the_graph",
    title="Building the graph",
    tasks=(REBUILD, RESULT, NODE, COUNT, HALVE, REPAIR),
    predictions=PREDICTIONS,
    questions=QUESTIONS,
    review=REVIEW,
)
