"""Answers other than a plain function: classes, several at once, own nodes, differentiable results."""

import numpy as np
import pytest

import minigrad
from classroom.check.examine import examine
from classroom.check.properties import (
    backward_with_random_gradient,
    before,
    dtype,
    gradient,
    in_grad,
    random_gradient,
    returns,
    shape,
)
from classroom.check.specification import Case, Lines, Mistake, Task


def message(task, *answers):
    problem = examine(task, answers).problem
    return problem.difference.says if problem else None


# --- a class ------------------------------------------------------------------------------------------------


class Node:
    def __init__(self, value, parents=()):
        self.value, self.parents, self.grad = value, parents, 0.0

    def __mul__(self, other):
        return Node(self.value * other.value, ((self, other.value), (other, self.value)))

    def __add__(self, other):
        return Node(self.value + other.value, ((self, 1.0), (other, 1.0)))


class ForgetsParents(Node):
    def __mul__(self, other):
        return Node(self.value * other.value)


CLASS = Task(
    name="node",
    title="A node that knows its parents",
    kind="class",
    use=lambda Node, a, b: [(parent.value, slope) for parent, slope in (Node(a) * Node(b)).parents],
    cases=(Case(lambda: (2.0, 3.0), returns=[(2.0, 3.0), (3.0, 2.0)]),),
    mistakes=(
        Mistake("forgets-parents", "the product does not know its factors", "Who made it?", ForgetsParents),
    ),
)


def test_a_class():
    assert message(CLASS, Node) is None
    assert examine(CLASS, [ForgetsParents]).mistake.name == "forgets-parents"
    assert "this task asks for a class" in message(CLASS, lambda: None)
    assert "check got an object of type Node" in message(CLASS, Node(1.0))


# --- several answers, and nodes of one's own with plain floats ---


def backward(node, grad=1.0):
    node.grad += grad
    for parent, slope in node.parents:
        backward(parent, grad * slope)


def overwrites(node, grad=1.0):
    node.grad = grad
    for parent, slope in node.parents:
        overwrites(parent, grad * slope)


def forward(a, b):
    return a * b + a


def slopes_by_own_nodes(answers, a, b):
    Node, backward = answers
    a, b = Node(a), Node(b)
    backward(a * b + a)
    return a.grad, b.grad


NODES = Task(
    name="backward",
    title="Go backward through your own nodes",
    use=slopes_by_own_nodes,
    cases=(Case(lambda: (2.0, 3.0)), Case(lambda: (-1.5, 0.5))),
    properties=(gradient(of=forward, names=("a.grad", "b.grad")),),
    mistakes=(Mistake("overwrites", "the last path wins", "What was there?", (Node, overwrites)),),
)


def test_several_answers_over_own_nodes():
    assert message(NODES, Node, backward) is None
    verdict = examine(NODES, [Node, overwrites])
    assert verdict.mistake.name == "overwrites"
    assert verdict.problem.difference.says == "a.grad is 1.0; by finite differences it is 4.0."


# --- a differentiable result ---

DIFFERENTIABLE = Task(
    name="scaled",
    title="A function that can be differentiated",
    use=backward_with_random_gradient,
    cases=(
        Case(lambda: (minigrad.tensor([1.0, -2.0, 0.5], requires_grad=True), 3.0)),
        Case(lambda: (minigrad.tensor([[1.0], [4.0]], requires_grad=True, dtype=minigrad.float64), -0.5)),
    ),
    properties=(
        shape(lambda x, factor: x.shape),
        dtype(lambda x, factor: x),
        gradient(of=lambda x, factor: x * x * factor, got=in_grad, seed=random_gradient),
    ),
)


def test_a_differentiable_result():
    assert message(DIFFERENTIABLE, lambda x, factor: x * (x * factor)) is None
    assert (
        message(DIFFERENTIABLE, lambda x, factor: x * x.detach() * factor)
        == "x.grad differs in 3 of 3 numbers."
    )
    assert message(DIFFERENTIABLE, lambda x, factor: (x * x * factor).detach()) == (
        "x.grad is None; it should be a tensor."
    )
    assert message(DIFFERENTIABLE, lambda x, factor: (x * x * factor).sum()) == (
        "The result has the shape (); it should have (3,)."
    )
    assert message(DIFFERENTIABLE, lambda x, factor: (x * x * factor).to(minigrad.float64)) == (
        "The result has the dtype float64; it should have float32."
    )
    assert message(DIFFERENTIABLE, lambda x, factor: None) is not None


# --- an order of lines with constraints ---

LINES = Lines({"A": "x = x + 1", "B": "x = x * 1", "C": "    x = x"}, given=("x",), returns="x", every=False)
ORDER = Task(
    name="order",
    title="Order",
    kind="lines",
    lines=LINES,
    cases=(Case(lambda: (1.0,), returns=2.0),),
    properties=(before("B", "A", "B wants the old x"),),
)


def test_an_order_that_must_be_kept_though_the_result_is_the_same():
    assert message(ORDER, "BA") is None
    assert message(ORDER, "AB") == "Line A stands before line B, but B wants the old x."


def test_an_order_that_is_no_program():
    assert message(ORDER, "CBA") == "In this order the lines are not a program."


# --- other kinds of results ---


@pytest.mark.parametrize(
    ("got", "says"),
    [
        ({"a": 1.0, "b": 2.0}, None),
        ({"a": 1, "b": 2.0}, None),
        ({"a": 1.0}, "The result has no 'b'."),
        ({"a": 1.0, "b": 2.0, "c": 3.0}, "The result has 'c', which does not belong there."),
        ({"a": 1.0, "b": True}, "The result['b'] is a bool; it should be a number."),
        ({"a": 1.0, "b": float("nan")}, "The result['b'] is nan; by the table it is 2.0."),
        ([1.0, 2.0], "The result is a list; it should be a dict."),
        (np.float64(1.0), "The result is a number; it should be a dict."),
    ],
)
def test_dicts(got, says):
    task = Task(
        "d",
        "D",
        cases=(Case(tuple),),
        properties=(returns(lambda: {"a": 1.0, "b": 2.0}, source="the table"),),
    )
    assert message(task, lambda: got) == says
