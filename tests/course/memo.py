"""Answers that know the visible check by heart: right on its inputs, and on nothing else.

Such an answer must get no points, so the hidden checks must use other data. It is made from the solution,
which is asked only where the visible check has asked before.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from classroom.check.examine import examine
from classroom.check.notebook import find_task
from classroom.check.values import array_of, is_tensor

MAX_DEPTH = 8


def remembered(name: str, *answers: Any) -> tuple[Any, ...]:
    """Return the answers, each function among them knowing by heart what the visible check of `name` asks."""
    seen: dict[str, Any] = {}
    recording = [_recording(answer, seen) for answer in answers]
    _, task = find_task(name)
    assert examine(task, recording).passed
    return tuple(_knowing(answer, dict(seen)) for answer in answers)


def _recording(right: Any, seen: dict[str, Any]) -> Any:
    if not isinstance(right, FunctionType):
        return right

    def answer(*inputs: Any) -> Any:
        key = fingerprint([right.__name__, inputs])
        seen[key] = None
        seen[key] = result = right(*inputs)
        return result

    return _named_like(answer, right)


def _knowing(right: Any, seen: dict[str, Any]) -> Any:
    if not isinstance(right, FunctionType):
        return right
    any_result = next(reversed(seen.values()), None)

    def answer(*inputs: Any) -> Any:
        if fingerprint([right.__name__, inputs]) in seen:
            return right(*inputs)
        return copy.deepcopy(any_result)

    return _named_like(answer, right)


def _named_like(answer: Callable[..., Any], right: FunctionType) -> Callable[..., Any]:
    answer.__name__ = right.__name__
    answer.__wrapped__ = right  # type: ignore[attr-defined]  # so that its parameters are found
    return answer


def fingerprint(value: Any, depth: int = 0) -> str:
    """A text that is the same for inputs that are the same: numbers, structure, and the code of functions."""
    if depth > MAX_DEPTH:
        return "..."
    if isinstance(value, np.ndarray):
        return f"array {value.dtype} {value.tolist()}"
    if is_tensor(value):
        grad = value.grad if value.is_leaf else None
        numbers = f"tensor {value.dtype} {array_of(value).tolist()} {value.requires_grad}"
        return f"{numbers} {fingerprint(grad, depth + 1)}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(fingerprint(part, depth + 1) for part in value)}]"
    if isinstance(value, dict):
        return fingerprint(sorted((str(key), part) for key, part in value.items()), depth)
    if isinstance(value, FunctionType):
        held = [cell.cell_contents for cell in value.__closure__ or ()]
        code = value.__code__
        constants = [constant for constant in code.co_consts if not hasattr(constant, "co_code")]
        return f"function {code.co_code.hex()} {constants} {fingerprint(held, depth + 1)}"
    if hasattr(value, "__dict__") and not isinstance(value, type):
        return f"{type(value).__name__} {fingerprint(vars(value), depth + 1)}"
    return repr(value)
