"""The example in `classroom.check.specification` is a unit that works."""

import re

import pytest

import minigrad
from classroom.check import specification
from classroom.check.examine import examine


@pytest.fixture(scope="module")
def unit():
    (source,) = re.findall(r"```python\n(.*?)```", specification.__doc__, re.DOTALL)
    names = {}
    exec(source, names)
    return names["UNIT"]


def accumulate(x, rate):
    (x * x * rate).sum().backward()


def accumulate_by_autograd(x, rate):
    (slope,) = minigrad.autograd.grad((x * x * rate).sum(), [x])
    x.grad = slope if x.grad is None else x.grad + slope


RIGHT = [
    ("accumulate", accumulate),
    ("accumulate", accumulate_by_autograd),
    ("order", "BCA"),
    ("order", "CBA"),
    ("which", "C"),
]


@pytest.mark.parametrize(("task", "answer"), RIGHT)
def test_right_answers_pass(unit, task, answer):
    verdict = examine(unit.task(task), [answer])
    assert verdict.passed, verdict.problem


@pytest.mark.parametrize("name", ["accumulate", "order", "which"])
def test_each_mistake_is_refused_and_diagnosed(unit, name):
    task = unit.task(name)
    found = [examine(task, [mistake.answer]) for mistake in task.mistakes]
    assert [verdict.mistake and verdict.mistake.name for verdict in found] == [
        mistake.name for mistake in task.mistakes
    ]


def test_the_answer_to_a_choice_is_not_shown(unit):
    difference = examine(unit.task("which"), ["A"]).problem.difference
    assert "True" not in difference.says
    assert not difference.shown


def test_an_order_that_fails_shows_the_line_it_failed_in(unit):
    problem = examine(unit.task("order"), ["BAC"]).problem
    assert problem.trouble.line == "y.backward()"
    assert problem.trouble.type is NameError
