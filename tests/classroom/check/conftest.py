"""A small unit "90" that needs no engine, for tests of the checks."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest

from classroom import progress_table
from classroom.check import notebook
from classroom.check.properties import gradient
from classroom.check.specification import Case, Lines, Mistake, Task, Unit


def swapped(x, w, grad):
    return grad * x, grad * w


def forgets_grad(x, w, grad):
    return w, x


def adds(x, w, grad):
    return grad + w, grad + x


PRODUCT = Task(
    name="product-rule",
    title="The rule of a product",
    cases=(
        Case(lambda: (3.0, 2.0, 1.0)),
        Case(lambda: (-1.5, 0.5, 4.0)),
        Case(
            lambda: (
                np.array([[1.0, -2.0], [0.5, 3.0]]),
                np.array([[2.0, 1.0], [-1.0, 4.0]]),
                np.eye(2) + 0.5,
            )
        ),
        Case(lambda: ("x", 2.0, 1.0), raises=TypeError, because="a string cannot be multiplied by a number"),
    ),
    # The output gradient is the third input: what is differentiated is the sum of grad * x * w.
    properties=(gradient(of=lambda x, w, grad: grad * x * w, wrt=(0, 1), seed=np.ones),),
    mistakes=(
        Mistake(
            "swapped",
            "your answer is what you get when the two factors are swapped",
            "Which factor?",
            swapped,
        ),
        Mistake("forgets-grad", "the arriving gradient is left out", "What arrives?", forgets_grad),
        Mistake("adds", "the numbers are added instead of multiplied", "Along a way?", adds),
    ),
    hints=("Along a way, multiply.", "Look at `grad`.", "Two products, `grad * ...` each."),
)


ORDER = Task(
    name="order",
    title="Put two lines in order",
    kind="lines",
    lines=Lines({"A": "x = x * 2", "B": "x = x + 1"}, given=("x",), returns="x"),
    cases=(Case(lambda: (3.0,), returns=7.0), Case(lambda: (-1.0,), returns=-1.0)),
    mistakes=(
        Mistake("adds-first", "1 is added before the doubling", "What is doubled?", "BA"),
        Mistake("only-doubles", "nothing is added", "Where is the 1?", "A"),
        Mistake("only-adds", "nothing is doubled", "Where is the 2?", "B"),
    ),
    hints=("One.", "Two.", "Three."),
)


@pytest.fixture
def right():
    def product_rule(x, w, grad):
        return grad * w, grad * x

    return product_rule


@pytest.fixture
def unit(monkeypatch):
    """Make unit 90 the only unit there is."""
    unit = Unit("90", "90_small", "A small unit", (PRODUCT, ORDER))
    monkeypatch.setitem(sys.modules, "classroom.units.unit_90", SimpleNamespace(UNIT=unit))
    for module in (notebook, progress_table):
        monkeypatch.setattr(module, "unit_numbers", lambda: ["90"])
        monkeypatch.setattr(module, "load_unit", lambda number: unit)
    return unit
