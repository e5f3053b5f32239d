"""Two records are compared: what the solution's hidden checks recorded, and what a submission's did.

Nothing here runs a student's code. A submission's record comes from a stranger's process, so it is read with
care (``decode``): it may hold anything, of any size, under any name.
"""

from __future__ import annotations

import base64
import binascii
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from classroom.grading.observe import (
    MAX_ARRAY_BYTES,
    MAX_DEPTH,
    MAX_INT_BITS,
    MAX_PARTS,
    MAX_TEXT,
    Observation,
)

#: right: every value agrees · different: a value does not · missing: the checks ended before the last value ·
#: unexpected: a value was recorded twice, out of turn, under an unknown name, or is no value at all
Outcome = Literal["right", "different", "missing", "unexpected"]


@dataclass(frozen=True)
class Judgement:
    """How a task's record compares with the solution's, and which observation decided it."""

    outcome: Outcome
    name: str = ""

    @property
    def right(self) -> bool:
        """Whether the task's points are given."""
        return self.outcome == "right"


def judge(expected: Sequence[Observation], actual: Sequence[object]) -> Judgement:
    """Compare a task's record with the solution's.

    Parameters
    ----------
    expected
        What the solution recorded; its tolerances count.
    actual
        What the submission recorded: observations, or what a notebook holds under their MIME type, unread.

    Raises
    ------
    ValueError
        When ``expected`` is empty: points would rest on nothing.

    >>> from classroom.grading.observe import observe, recording
    >>> with recording() as expected:
    ...     observe("slope", 6.0)
    >>> with recording() as actual:
    ...     observe("slope", 6)
    >>> judge(expected, actual).right
    True
    """
    if not expected:
        raise ValueError("The solution recorded nothing, so there is nothing to compare with.")
    if len(actual) > len(expected):
        return Judgement("unexpected")
    for wanted, found in zip(expected, actual, strict=False):
        try:
            name, value = _parts(found)
            value = decode(value)
        except BadRecord:
            return Judgement("unexpected", wanted.name)
        if name != wanted.name:
            return Judgement("unexpected", wanted.name)
        if not agree(decode(wanted.value), value, wanted.rtol, wanted.atol):
            return Judgement("different", wanted.name)
    if len(actual) < len(expected):
        return Judgement("missing", expected[len(actual)].name)
    return Judgement("right")


def _parts(found: object) -> tuple[object, object]:
    match found:
        case Observation():
            return found.name, found.value
        case {"name": name, "value": value}:
            return name, value
    raise BadRecord("not an observation")


@dataclass(frozen=True, eq=False)
class RecordedTensor:
    """A tensor's values; kept apart from an array, since an exercise that asks for a tensor means one."""

    data: np.ndarray


def agree(expected: object, actual: object, rtol: float, atol: float) -> bool:
    """Whether two decoded values are the same, floating-point numbers up to the tolerance.

    Numbers compare by value, be they int or float, but never with a bool. Arrays and tensors must have the
    same shape and dtype, sequences and dicts the same length and keys. NaN agrees with NaN.

    >>> agree([1, 0.1 + 0.2], [1.0, 0.3], rtol=1e-6, atol=0.0)
    True
    >>> agree(1, True, rtol=1e-6, atol=0.0)
    False
    """
    match expected, actual:
        case (bool(), bool()) | (str(), str()) | (None, None):
            return expected == actual
        case (bool(), _) | (_, bool()):
            return False
        case int(), int():
            return expected == actual
        case int() | float(), int() | float():
            return _numbers_agree(expected, actual, rtol, atol)
        case np.ndarray(), np.ndarray():
            return _arrays_agree(expected, actual, rtol, atol)
        case RecordedTensor(data=left), RecordedTensor(data=right):
            return _arrays_agree(left, right, rtol, atol)
        case list(), list():
            return len(expected) == len(actual) and all(
                agree(left, right, rtol, atol) for left, right in zip(expected, actual, strict=True)
            )
        case dict(), dict():
            return expected.keys() == actual.keys() and all(
                agree(expected[key], actual[key], rtol, atol) for key in expected
            )
    return False


def _numbers_agree(expected: float, actual: float, rtol: float, atol: float) -> bool:
    try:
        expected, actual = float(expected), float(actual)
    except OverflowError:  # an int beyond the floats
        return expected == actual
    if not math.isfinite(expected) or not math.isfinite(actual):
        return expected == actual or (math.isnan(expected) and math.isnan(actual))
    return abs(actual - expected) <= atol + rtol * abs(expected)


def _arrays_agree(expected: np.ndarray, actual: np.ndarray, rtol: float, atol: float) -> bool:
    if expected.shape != actual.shape or expected.dtype != actual.dtype:
        return False
    if expected.dtype.kind != "f":
        return bool(np.array_equal(expected, actual))
    wide = np.longdouble  # float16 and float32 must not round the tolerance away, nor overflow
    return bool(np.allclose(actual.astype(wide), expected.astype(wide), rtol=rtol, atol=atol, equal_nan=True))


class BadRecord(ValueError):
    """Something under the observations' MIME type that ``observe`` did not write."""


def decode(data: object) -> object:
    """Return the value that ``encode`` made ``data`` from; a tuple comes back as a list.

    Raises
    ------
    BadRecord
        When ``data`` is anything else, or larger than ``observe`` allows.
    """
    return _Decoder().decode(data, depth=0)


class _Decoder:
    """Decodes one value and counts its parts."""

    def __init__(self) -> None:
        self.parts = 0

    def decode(self, data: object, depth: int) -> object:
        self.parts += 1
        if self.parts > MAX_PARTS or depth > MAX_DEPTH:
            raise BadRecord("too many parts")
        match data:
            case {"kind": "none", "value": None}:
                return None
            case {"kind": "bool", "value": bool(value)}:
                return value
            case {"kind": "int", "value": str(text)} if len(text) <= MAX_INT_BITS:
                return _parsed(int, text)
            case {"kind": "float", "value": str(text)} if len(text) <= 40:
                return _parsed(float.fromhex, text)
            case {"kind": "str", "value": str(text)} if len(text) <= MAX_TEXT:
                return text
            case {"kind": "array", "value": str(text)}:
                return _array(text)
            case {"kind": "tensor", "value": str(text)}:
                return RecordedTensor(_array(text))
            case {"kind": "sequence", "value": list(parts)}:
                return [self.decode(part, depth + 1) for part in parts]
            case {"kind": "dict", "value": list(items)}:
                return dict(self._item(item, depth) for item in items)
        raise BadRecord("not a recorded value")

    def _item(self, item: object, depth: int) -> tuple[str, object]:
        match item:
            case [str(key), part] if len(key) <= MAX_TEXT:
                return key, self.decode(part, depth + 1)
        raise BadRecord("not an item of a dict")


def _parsed(parse: Any, text: str) -> Any:
    try:
        return parse(text)
    except (ValueError, OverflowError) as error:
        raise BadRecord("not a number") from error


def _array(text: str) -> np.ndarray:
    """Read a ``.npy`` array, whose header is believed only when it fits the bytes that follow."""
    header_size = 1024
    if len(text) > (MAX_ARRAY_BYTES + header_size) * 4 // 3:
        raise BadRecord("too many bytes")
    try:
        buffer = io.BytesIO(base64.b64decode(text, validate=True))
        if np.lib.format.read_magic(buffer) != (1, 0):
            raise BadRecord("not an array")
        shape, fortran_order, dtype = np.lib.format.read_array_header_1_0(buffer)
        data = buffer.read()
        if dtype.kind not in "biuf" or math.prod(shape) * dtype.itemsize != len(data):
            raise BadRecord("the array's header does not fit its bytes")
        return np.frombuffer(data, dtype).reshape(shape, order="F" if fortran_order else "C")
    except (ValueError, TypeError, OverflowError, binascii.Error) as error:
        raise BadRecord("not an array") from error
