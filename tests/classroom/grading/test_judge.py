"""Two records agree or not; a forged one never does."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import numpy as np
import pytest

from classroom.grading.judge import judge
from classroom.grading.observe import Observation, observe, recording


def record(**values: Any) -> list[Observation]:
    with recording() as kept:
        for name, value in values.items():
            observe(name, value)
    return kept


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        (1.0, 1.0 + 1e-8),
        (1.0, 1),
        (1, np.int64(1)),
        (0.5, np.float32(0.5)),
        (True, np.bool_(True)),
        ((1, 2), [1, 2]),
        ([], ()),
        (float("nan"), float("nan")),
        (float("inf"), float("inf")),
        (0.0, -0.0),
        (10**400, 10**400),
        (np.array([1.0, np.nan]), np.array([1.0 + 1e-9, np.nan])),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        (None, None),
        ("text", "text"),
    ],
)
def test_right(expected: object, actual: object) -> None:
    assert judge(record(value=expected), record(value=actual)).outcome == "right"


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        (1.0, 1.0 + 1e-5),
        (0.0, 1e-8),
        (1, True),
        (True, 1),
        (1, "1"),
        (None, False),
        (0.0, float("nan")),
        (float("inf"), -float("inf")),
        (float("inf"), 1e300),
        (10**400, 10**400 + 1),
        ([1, 2], [1]),
        ([1, 2], [2, 1]),
        ([1], 1),
        ({"a": 1}, {"b": 1}),
        (np.ones(3), np.ones((3, 1))),
        (np.ones((1, 3)), np.ones(3)),
        (np.ones(2), np.ones(2, dtype=np.float32)),
        (np.array([1, 2]), np.array([1, 3])),
        (np.ones(2), [1.0, 1.0]),
        (np.array(1.0), 1.0),
        (np.array([1.0]), np.array([np.nan])),
    ],
)
def test_different(expected: object, actual: object) -> None:
    judgement = judge(record(value=expected), record(value=actual))
    assert (judgement.outcome, judgement.name) == ("different", "value")


def test_only_the_solution_says_how_closely_to_compare() -> None:
    wide = [replace(observation, rtol=1e9, atol=1e9) for observation in record(value=7.0)]
    assert judge(record(value=1.0), wide).outcome == "different"
    assert judge(wide, record(value=1.0)).outcome == "right"


def test_a_small_float_type_does_not_round_the_tolerance_away() -> None:
    expected, actual = (record(value=np.array([value], dtype=np.float16)) for value in (1.0, 1.001))
    assert judge(expected, actual).outcome == "different"


def test_missing() -> None:
    assert judge(record(a=1, b=2), record(a=1)).outcome == "missing"
    assert judge(record(a=1, b=2), []).outcome == "missing"


def test_a_wrong_value_is_told_before_a_missing_one() -> None:
    assert judge(record(a=1, b=2), record(a=3)).outcome == "different"


@pytest.mark.parametrize(
    "actual",
    [
        record(a=1, b=2, c=3),
        record(a=1) + record(a=1),
        record(b=2, a=1),
        record(a=1, c=2),
        record(b=2),
        [None],
        [{"name": "a"}],
        [{"name": ["a"], "value": {"kind": "int", "value": "1"}}],
        [{"name": "a", "value": {"kind": "int", "value": 1}}],
        ["a"],
    ],
)
def test_unexpected(actual: list[object]) -> None:
    assert judge(record(a=1, b=2), actual).outcome == "unexpected"


def test_a_record_from_a_notebook_is_read() -> None:
    assert judge(record(a=1, b=[2.5]), [asdict(each) for each in record(a=1, b=[2.5])]).right


def test_points_never_rest_on_nothing() -> None:
    with pytest.raises(ValueError, match="recorded nothing"):
        judge([], [])
