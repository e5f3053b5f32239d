"""Starting values for parameters. Each function fills a tensor in place, unrecorded, and returns it.

With weights too large, numbers grow from layer to layer, with weights too small they vanish. The functions
named after Xavier and Kaiming choose the spread so that they do neither, from how many inputs and outputs
each unit has (``fan_in`` and ``fan_out``) and from how much the activation shrinks what passes it (``gain``).
"""

from __future__ import annotations

import math
from typing import Literal

from minigrad.autograd.grad_mode import no_grad
from minigrad.creation import eye, full_like
from minigrad.random import Generator, rand, randn
from minigrad.tensor import Tensor

__all__ = [
    "calculate_gain",
    "constant_",
    "eye_",
    "kaiming_normal_",
    "kaiming_uniform_",
    "normal_",
    "ones_",
    "uniform_",
    "xavier_normal_",
    "xavier_uniform_",
    "zeros_",
]

Mode = Literal["fan_in", "fan_out"]


def _fill(tensor: Tensor, values: Tensor) -> Tensor:
    with no_grad():
        tensor.copy_(values)
    return tensor


def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Numbers drawn evenly from ``a`` to ``b``."""
    return _fill(tensor, a + (b - a) * rand(tensor.shape, dtype=tensor.dtype, generator=generator))


def normal_(
    tensor: Tensor, mean: float = 0.0, std: float = 1.0, generator: Generator | None = None
) -> Tensor:
    """Numbers from the normal distribution with this mean and standard deviation."""
    return _fill(tensor, mean + std * randn(tensor.shape, dtype=tensor.dtype, generator=generator))


def constant_(tensor: Tensor, val: float) -> Tensor:
    """The same number everywhere.

    >>> import minigrad
    >>> constant_(minigrad.empty(2), 3.0)
    tensor([3., 3.])
    """
    return _fill(tensor, full_like(tensor, val))


def ones_(tensor: Tensor) -> Tensor:
    """Ones."""
    return constant_(tensor, 1.0)


def zeros_(tensor: Tensor) -> Tensor:
    """Zeros."""
    return constant_(tensor, 0.0)


def eye_(tensor: Tensor) -> Tensor:
    """Ones on the diagonal of a matrix, zeros elsewhere."""
    if tensor.ndim != 2:
        raise ValueError(f"eye_() fills a matrix, not a tensor of shape {list(tensor.shape)}.")
    return _fill(tensor, eye(*tensor.shape, dtype=tensor.dtype))


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """By how much to scale weights that feed this activation; ``param`` is the slope of a leaky ReLU.

    >>> calculate_gain("relu")
    1.4142135623730951
    """
    gains = {"linear": 1, "sigmoid": 1, "tanh": 5 / 3, "relu": math.sqrt(2), "selu": 3 / 4}
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        return math.sqrt(2 / (1 + slope**2))
    if nonlinearity not in gains:
        raise ValueError(
            f"There is no gain for {nonlinearity!r}, only for {', '.join(gains)} and leaky_relu."
        )
    return gains[nonlinearity]


def xavier_uniform_(tensor: Tensor, gain: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Evenly drawn, with standard deviation ``gain * sqrt(2 / (fan_in + fan_out))``."""
    bound = math.sqrt(3) * _xavier_std(tensor, gain)
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Normally distributed, with standard deviation ``gain * sqrt(2 / (fan_in + fan_out))``."""
    return normal_(tensor, 0.0, _xavier_std(tensor, gain), generator)


def kaiming_uniform_(
    tensor: Tensor,
    a: float = 0,
    mode: Mode = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> Tensor:
    """Evenly drawn, with standard deviation ``gain / sqrt(fan)``; ``a`` is the slope of a leaky ReLU."""
    bound = math.sqrt(3) * _kaiming_std(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(
    tensor: Tensor,
    a: float = 0,
    mode: Mode = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> Tensor:
    """Normally distributed, with standard deviation ``gain / sqrt(fan)``; ``a`` as above."""
    return normal_(tensor, 0.0, _kaiming_std(tensor, a, mode, nonlinearity), generator)


def _xavier_std(tensor: Tensor, gain: float) -> float:
    return gain * math.sqrt(2 / sum(_fans(tensor).values()))


def _kaiming_std(tensor: Tensor, a: float, mode: str, nonlinearity: str) -> float:
    fans = _fans(tensor)
    if mode not in fans:
        raise ValueError(f'mode has to be "fan_in" or "fan_out", not {mode!r}.')
    return calculate_gain(nonlinearity, a) / math.sqrt(fans[mode])


def _fans(tensor: Tensor) -> dict[str, int]:
    """How many inputs and outputs each unit of a weight (out, in, …) has."""
    if tensor.ndim < 2:
        raise ValueError(
            f"Inputs and outputs can be told apart in a weight (out, in), not in {list(tensor.shape)}."
        )
    outputs, inputs, *rest = tensor.shape
    return {"fan_in": inputs * math.prod(rest), "fan_out": outputs * math.prod(rest)}
