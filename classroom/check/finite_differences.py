"""Slopes that rest on nothing but the function itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from classroom.check.values import array_of, is_tensor

STEP = 1e-5


def slopes(
    function: Callable[..., Any],
    inputs: Sequence[Any],
    wrt: Sequence[int],
    output_gradient: Any = None,
    step: float = STEP,
) -> list[np.ndarray]:
    """Return d(output_gradient · function(*inputs)) / d(inputs[i]) for each i of `wrt`, in float64.

    Each number is moved by `step` to both sides, and the change of the output is divided by 2 · step (central
    differences). A tensor among the inputs is given to the function as a float64 tensor that nothing tracks,
    an array as a float64 array, a number as a float.

    ValueError: the function's output has several numbers and there is no `output_gradient` to weigh them.

    >>> [float(slope.round(6)) for slope in slopes(lambda x, y: x * x * y, (3.0, 2.0), wrt=(0, 1))]
    [12.0, 9.0]
    """
    arrays = {i: array_of(inputs[i]).astype(np.float64) for i in wrt}

    def at(moved: dict[int, np.ndarray]) -> float:
        given = [_like(value, moved.get(i)) for i, value in enumerate(inputs)]
        return _weighed(array_of(function(*given)), output_gradient)

    found = []
    for i in wrt:
        slope = np.zeros_like(arrays[i])
        for place in np.ndindex(arrays[i].shape):
            up, down = arrays[i].copy(), arrays[i].copy()
            up[place] += step
            down[place] -= step
            slope[place] = (at({**arrays, i: up}) - at({**arrays, i: down})) / (up[place] - down[place])
        found.append(slope)
    return found


def _like(value: Any, array: np.ndarray | None) -> Any:
    """An input as the function gets it: of the kind of `value`, with the numbers of `array` if given."""
    if is_tensor(value):
        import minigrad

        return minigrad.tensor(array_of(value).astype(np.float64) if array is None else array)
    if array is None:
        return value
    if isinstance(value, np.ndarray):
        return array
    return array.tolist()  # a float, or a list of them


def _weighed(output: np.ndarray, output_gradient: Any) -> float:
    if output_gradient is None:
        if output.size != 1:
            raise ValueError(
                f"the output has the shape {output.shape}: say with which gradient it is weighed"
            )
        return float(output.reshape(()))
    return float((output * array_of(output_gradient)).sum())
