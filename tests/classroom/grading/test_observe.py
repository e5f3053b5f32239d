"""Values become plain data and come back; whatever else arrives in their place is refused."""

from __future__ import annotations

import base64
import io
import json
import math
import pickle
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from classroom.grading.judge import BadRecord, RecordedTensor, agree, decode
from classroom.grading.observe import (
    MAX_ARRAY_BYTES,
    Observation,
    Unrecordable,
    encode,
    observe,
    raised,
    recording,
)

DTYPES = st.one_of(
    hnp.boolean_dtypes(), hnp.integer_dtypes(), hnp.unsigned_integer_dtypes(), hnp.floating_dtypes()
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | hnp.arrays(DTYPES, hnp.array_shapes(min_dims=0, min_side=0, max_side=4)),
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(st.text(), parts, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_a_value_survives_the_journey_as_json(value: Any) -> None:
    back = decode(json.loads(json.dumps(encode(value))))
    assert agree(value, back, rtol=0.0, atol=0.0)


def test_arrays_keep_dtype_shape_and_order() -> None:
    array = np.asfortranarray(np.arange(6, dtype=np.int16).reshape(2, 3))
    back = decode(encode(array))
    assert isinstance(back, np.ndarray)
    assert (back.dtype, back.shape) == (np.int16, (2, 3))
    assert back.tolist() == array.tolist()


def test_numpy_scalars_are_numbers() -> None:
    values = [np.float32(0.5), np.int8(3), np.bool_(True)]
    assert [decode(encode(value)) for value in values] == [0.5, 3, True]


def test_a_tensor_is_recorded_as_a_tensor(monkeypatch: pytest.MonkeyPatch) -> None:
    class Tensor:
        def detach(self) -> Tensor:
            return self

        def numpy(self) -> np.ndarray:
            return np.ones(2)

    monkeypatch.setitem(sys.modules, "minigrad", SimpleNamespace(Tensor=Tensor))
    back = decode(encode(Tensor()))
    assert isinstance(back, RecordedTensor)
    assert back.data.tolist() == [1.0, 1.0]


def test_a_value_is_recorded_as_it_is_now() -> None:
    array = np.zeros(2)
    with recording() as kept:
        observe("before", array)
        array[:] = 1.0
    assert kept == [Observation("before", encode(np.zeros(2)), 1e-6, 1e-9)]


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (object(), "type object"),
        (lambda: 1, "type function"),
        (np.array([object()]), "dtype object"),
        (np.array(["text"]), "dtype <U4"),
        (1j, "type complex"),
        ({1: 2}, "keys are strings"),
        (np.zeros(MAX_ARRAY_BYTES // 8 + 1), "limit"),
        ("x" * 100_001, "characters"),
        ([0] * 10_001, "parts"),
        (1 << 5000, "bits"),
    ],
)
def test_what_cannot_be_recorded_is_said(value: object, says: str) -> None:
    with pytest.raises(Unrecordable, match=says):
        observe("value", value)


def test_a_list_that_holds_itself_is_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(Unrecordable, match="levels deep"):
        observe("value", endless)


def test_a_name_is_needed() -> None:
    with pytest.raises(Unrecordable, match="name"):
        observe("", 1.0)


def run_python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)


OBSERVE = "from classroom.grading import observe; observe('value', 1.0)"


def test_nothing_is_shown_to_a_person() -> None:
    done = run_python(OBSERVE)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_plain_nbgrader_is_refused() -> None:
    done = run_python(OBSERVE, NBGRADER_EXECUTION="autograde")
    assert done.returncode == 1
    assert "no points are given" in done.stderr


def test_validating_is_not_grading() -> None:
    assert run_python(OBSERVE, NBGRADER_EXECUTION="validate").returncode == 0


class Pretends(Exception):
    """An exception class that carries a built-in one's name."""


Pretends.__name__ = "ValueError"


class Derived(ValueError):
    """An exception class made from a built-in one."""


@pytest.mark.parametrize(
    ("error", "name"),
    [(ValueError("x"), "ValueError"), (Derived("x"), "ValueError"), (Pretends("x"), "Exception")],
)
def test_raised_names_the_built_in_type(error: Exception, name: str) -> None:
    def fail() -> None:
        raise error

    assert raised(fail) == name


def test_raised_lets_an_interrupt_through() -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        raised(interrupted)


def npy(array: np.ndarray, **changes: Any) -> str:
    """An array's .npy form, or one whose header says something else."""
    buffer = io.BytesIO()
    if changes:
        header = {"descr": array.dtype.str, "fortran_order": False, "shape": array.shape} | changes
        np.lib.format.write_array_header_1_0(buffer, header)
        buffer.write(array.tobytes())
    else:
        np.save(buffer, array, allow_pickle=True)
    return base64.b64encode(buffer.getvalue()).decode()


@pytest.mark.parametrize(
    "data",
    [
        None,
        "text",
        {},
        {"kind": "float"},
        {"kind": "float", "value": "wide"},
        {"kind": "float", "value": 1.0},
        {"kind": "int", "value": "9" * 5000},
        {"kind": "bool", "value": 1},
        {"kind": "list", "value": []},
        {"kind": "sequence", "value": {"0": 1}},
        {"kind": "dict", "value": [["key"]]},
        {"kind": "array", "value": "not base64"},
        {"kind": "array", "value": base64.b64encode(pickle.dumps(1)).decode()},
        {"kind": "array", "value": npy(np.array([object()], dtype=object))},
        {"kind": "array", "value": npy(np.ones(2), shape=(10**12,))},
        {"kind": "array", "value": npy(np.ones(2), shape=(-1, -2))},
        {"kind": "array", "value": npy(np.ones(2), descr="|O")},
        {"kind": "array", "value": "A" * (2 * MAX_ARRAY_BYTES)},
    ],
)
def test_forged_data_is_refused(data: Any) -> None:
    with pytest.raises(BadRecord):
        decode(data)


def test_deeply_nested_data_is_refused() -> None:
    data: Any = {"kind": "none", "value": None}
    for _ in range(100):
        data = {"kind": "sequence", "value": [data]}
    with pytest.raises(BadRecord):
        decode(data)


def test_many_parts_are_refused() -> None:
    data = {"kind": "sequence", "value": [{"kind": "none", "value": None}] * 20_000}
    with pytest.raises(BadRecord):
        decode(data)


def test_infinity_and_nan_survive() -> None:
    back = decode(encode([math.inf, -math.inf, math.nan]))
    assert isinstance(back, list)
    assert back[:2] == [math.inf, -math.inf]
    assert math.isnan(back[2])
