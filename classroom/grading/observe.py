"""What a hidden check calls: it records a value, and says nothing about whether the value is right.

    ### BEGIN HIDDEN TESTS
    from classroom.grading import observe, raised
    x = minigrad.tensor([1.0, -2.0], requires_grad=True)
    accumulate(x, minigrad.tensor([0.5, 0.5]))
    observe("grad", x.grad)
    observe("a list is refused", raised(accumulate, [1.0], 2.0))
    ### END HIDDEN TESTS

A value is turned into plain data at once (arrays as base64 of NumPy's ``.npy`` form, nothing is ever pickled)
and published as an output of the running cell. The grader reads the output from outside, so the student's
process holds neither an expected value nor a verdict.
"""

from __future__ import annotations

import base64
import builtins
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

#: The MIME type under which an observation travels in a cell's outputs.
OBSERVATION = "application/vnd.minigrad.observation+json"

#: Set in the environment of the process in which our grader runs a notebook.
GRADING = "MINIGRAD_GRADING"

# Limits for one observed value. They bound what the grader must read from a stranger's process.
MAX_ARRAY_BYTES = 1_000_000
MAX_TEXT = 100_000
MAX_PARTS = 10_000
MAX_DEPTH = 20
MAX_INT_BITS = 4096


@dataclass(frozen=True)
class Observation:
    """One recorded value: its name, the value as JSON-ready data, and how closely to compare it."""

    name: str
    value: dict[str, Any]
    rtol: float
    atol: float


class Unrecordable(TypeError):
    """A value that ``observe`` cannot turn into plain data."""


class NeedsConfiguration(RuntimeError):
    """A hidden check was run by nbgrader without this course's configuration."""


_kept: ContextVar[list[Observation] | None] = ContextVar("_kept", default=None)


def observe(name: str, value: object, *, rtol: float = 1e-6, atol: float = 1e-9) -> None:
    """Record ``value`` under ``name``, to be compared later with what the solution recorded.

    Parameters
    ----------
    name
        Says what is recorded; once in a cell.
    value
        A bool, int, float, str, None, a NumPy array or scalar, a minigrad tensor, or lists, tuples and dicts
        (with str keys) of these.
    rtol, atol
        Floating-point numbers agree when ``|value - expected| <= atol + rtol * |expected|``. Only the
        solution's run decides them.

    Raises
    ------
    Unrecordable
        When the value, or a part of it, is none of the above or is too large.
    NeedsConfiguration
        Under ``nbgrader autograde`` without this course's ``nbgrader_config.py``: no points are given.

    When a person runs the solution notebook, nothing is recorded and nothing is shown:

    >>> observe("slope", 6.0)
    """
    if not isinstance(name, str) or not name:
        raise Unrecordable(f"The name of an observation must be a word or a few, not {name!r}.")
    observation = Observation(name, encode(value), float(rtol), float(atol))
    kept = _kept.get()
    if kept is not None:
        kept.append(observation)
    elif os.environ.get(GRADING):
        from IPython.display import publish_display_data

        publish_display_data({OBSERVATION: asdict(observation)})
    elif os.environ.get("NBGRADER_EXECUTION") == "autograde":
        raise NeedsConfiguration(
            "This course's hidden checks are judged by its own grading steps, and this run of nbgrader lacks "
            "them, so no points are given. Run nbgrader in the folder that holds nbgrader_config.py."
        )


def raised(function: Callable[..., object], *args: Any, **kwargs: Any) -> str | None:
    """Call ``function`` and return the name of the built-in type of the exception it raises, or None.

    An exception class of someone's own counts as the built-in class it is made from, so that a class that
    merely carries the name ``ValueError`` is not one.

    >>> raised(float, "three")
    'ValueError'
    >>> raised(float, "3") is None
    True
    """
    try:
        function(*args, **kwargs)
    except Exception as error:
        return next(
            kind.__name__ for kind in type(error).__mro__ if vars(builtins).get(kind.__name__) is kind
        )
    return None


@contextmanager
def recording() -> Iterator[list[Observation]]:
    """Keep what is observed in a list instead of publishing it; for running checks without a notebook.

    >>> with recording() as kept:
    ...     observe("slope", 6.0)
    >>> kept[0].name
    'slope'
    """
    kept: list[Observation] = []
    token = _kept.set(kept)
    try:
        yield kept
    finally:
        _kept.reset(token)


def encode(value: object) -> dict[str, Any]:
    """Return ``value`` as JSON-ready data, from which ``decode`` makes it again.

    >>> encode(("leaf", True))
    {'kind': 'sequence', 'value': [{'kind': 'str', 'value': 'leaf'}, {'kind': 'bool', 'value': True}]}
    """
    return _Encoder().encode(value, depth=0)


class _Encoder:
    """Encodes one value and counts its parts."""

    def __init__(self) -> None:
        self.parts = 0

    def encode(self, value: object, depth: int) -> dict[str, Any]:
        self.parts += 1
        if self.parts > MAX_PARTS:
            raise Unrecordable(f"A value of more than {MAX_PARTS} parts cannot be recorded; record an array.")
        if depth > MAX_DEPTH:
            raise Unrecordable(f"A value nested more than {MAX_DEPTH} levels deep cannot be recorded.")
        match value:
            case None:
                return {"kind": "none", "value": None}
            case bool() | np.bool_():
                return {"kind": "bool", "value": bool(value)}
            case int() | np.integer():
                return {"kind": "int", "value": _int_text(int(value))}
            case float() | np.floating():
                return {"kind": "float", "value": float(value).hex()}  # exact, and knows inf and nan
            case str():
                return {"kind": "str", "value": _bounded(str(value))}
            case np.ndarray():
                return {"kind": "array", "value": _npy_text(value)}
            case list() | tuple():
                return {"kind": "sequence", "value": [self.encode(part, depth + 1) for part in value]}
            case dict():
                return {"kind": "dict", "value": [self._item(*item, depth) for item in value.items()]}
        if (tensor := _as_tensor(value)) is not None:
            return {"kind": "tensor", "value": _npy_text(tensor.detach().numpy())}
        raise Unrecordable(
            f"A value of type {type(value).__name__} cannot be recorded. Record numbers, strings, None, "
            "NumPy arrays, minigrad tensors, or lists, tuples and dicts of these."
        )

    def _item(self, key: object, part: object, depth: int) -> list[Any]:
        if not isinstance(key, str):
            raise Unrecordable(f"A dict is recorded when its keys are strings; {key!r} is not one.")
        return [_bounded(str(key)), self.encode(part, depth + 1)]


def _as_tensor(value: Any) -> Any | None:
    # Looked up, not imported: a value can only be a tensor where minigrad has been imported already.
    tensor = getattr(sys.modules.get("minigrad"), "Tensor", None)
    return value if tensor is not None and isinstance(value, tensor) else None


def _int_text(value: int) -> str:
    if value.bit_length() > MAX_INT_BITS:
        raise Unrecordable(f"An int of more than {MAX_INT_BITS} bits cannot be recorded.")
    return str(value)


def _bounded(text: str) -> str:
    if len(text) > MAX_TEXT:
        raise Unrecordable(f"A string of more than {MAX_TEXT} characters cannot be recorded.")
    return text


def _npy_text(array: np.ndarray) -> str:
    array = np.asarray(array)
    if array.dtype.kind not in "biuf":
        raise Unrecordable(f"An array of dtype {array.dtype} cannot be recorded; use numbers or bools.")
    if array.nbytes > MAX_ARRAY_BYTES:
        raise Unrecordable(
            f"An array of {array.nbytes} bytes cannot be recorded: the limit is {MAX_ARRAY_BYTES}."
        )
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=False)
    return base64.b64encode(buffer.getvalue()).decode("ascii")
