"""The matrix's own tools: what they make, and that they notice what they should."""

from __future__ import annotations

import os
import time
from types import SimpleNamespace

import numpy as np
import pytest

import minigrad
from tests.course.memo import fingerprint
from tests.course.mutants import mutants
from tests.course.workbench import in_forks

CELL = '''def shifted(numbers, by=2):
    """Move each number that is not negative."""
    limit = 0
    ### BEGIN SOLUTION
    if by is None:
        raise ValueError("by how much?")
    found = []
    for number in numbers[1:]:
        if number >= limit:
            found.append(number + by)
    return found
    ### END SOLUTION
'''


def lines(cell: str) -> set[str]:
    return {f"{mutant.before} -> {mutant.after}".replace("\n", "; ") for mutant in mutants(cell)}


@pytest.mark.parametrize(
    "change",
    [
        "if by is None: -> if by is not None:",
        "if by is None: -> if True:",
        "raise ValueError('by how much?') -> raise KeyError",
        "raise ValueError('by how much?') -> pass",
        "found = [] -> pass",
        "for number in numbers[1:]: -> for number in numbers:",
        "for number in numbers[1:]: -> for number in numbers[2:]:",
        "for number in numbers[1:]: -> for number in numbers[-1:]:",
        "for number in numbers[1:]: -> for number in list(numbers[1:])[:1]:",
        "if number >= limit: -> if number > limit:",
        "if number >= limit: -> if number < limit:",
        "found.append(number + by) -> found.append(number - by)",
        "found.append(number + by) -> found.append(number)",
        "found.append(number + by) -> pass",
        "return found -> return None",
        "return found -> pass",
    ],
)
def test_mutants_of_every_kind_are_made(change: str) -> None:
    assert change in lines(CELL)


def test_only_the_solution_is_changed_and_no_wording() -> None:
    for mutant in mutants(CELL):
        assert "limit = 0" in mutant.source
        assert "by=2" in mutant.source
        assert "Move each number" in mutant.source
        assert "raise ValueError('by how much?')" in mutant.source or "raise" in mutant.before


def test_mutants_are_valid_different_and_named_apart() -> None:
    made = mutants(CELL)
    for mutant in made:
        compile(mutant.source, "mutant", "exec")
    assert len({mutant.source for mutant in made}) == len(made)
    assert len({mutant.name for mutant in made}) == len(made)


def test_neighboring_statements_are_exchanged() -> None:
    cell = "def f(x):\n    ### BEGIN SOLUTION\n    x += 1\n    x *= 2\n    return x\n    ### END SOLUTION"
    assert "x += 1; x *= 2 -> x *= 2; x += 1" in lines(cell)


def test_an_order_of_lines_is_changed_too() -> None:
    cell = 'def order():\n    ### BEGIN SOLUTION\n    return "CAB"\n    ### END SOLUTION'
    assert {
        "return 'CAB' -> return 'ACB'",
        "return 'CAB' -> return 'CBA'",
        "return 'CAB' -> return 'CA'",
    } <= lines(cell)


def test_a_job_that_hangs_or_dies_is_none_and_the_others_are_served() -> None:
    started = time.monotonic()
    jobs = [lambda: 1, lambda: time.sleep(60), lambda: os._exit(3), lambda: "last"]
    assert in_forks(jobs, seconds=0.5) == [1, None, None, "last"]
    assert time.monotonic() - started < 10


def leaf(value: float, grad: float) -> minigrad.Tensor:
    tensor = minigrad.tensor(value, requires_grad=True)
    tensor.grad = minigrad.tensor(grad)
    return tensor


@pytest.mark.parametrize(
    ("one", "same", "other"),
    [
        (1.0, 1.0, 2.0),
        (np.array([1.0, 2.0]), np.array([1.0, 2.0]), np.array([1.0, 2.5])),
        (np.array([1.0]), np.array([1.0]), np.array([1.0], dtype=np.float32)),
        ([1, {"a": 2}], [1, {"a": 2}], [1, {"a": 3}]),
        (lambda x: x + 1, lambda x: x + 1, lambda x: x + 2),
        (SimpleNamespace(a=1), SimpleNamespace(a=1), SimpleNamespace(a=2)),
        (leaf(1.0, 2.0), leaf(1.0, 2.0), leaf(1.0, 3.0)),
    ],
)
def test_inputs_are_told_apart_by_what_they_hold(one: object, same: object, other: object) -> None:
    assert fingerprint(one) == fingerprint(same)
    assert fingerprint(one) != fingerprint(other)
