"""Activations of neural networks, beside those in ``elementwise`` such as relu and tanh."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from minigrad.ops.elementwise import erf, exp, relu, sigmoid, tanh, where
from minigrad.ops.register import op

__all__ = ["elu", "gelu", "hardtanh", "leaky_relu", "silu", "threshold"]


@op(
    "LeakyReluBackward0", self=lambda grad, self, negative_slope: where(self > 0, grad, grad * negative_slope)
)
def leaky_relu(self: Any, negative_slope: float = 0.01) -> Any:
    """``x`` above 0 and ``negative_slope * x`` below, which is also its slope at 0.

    >>> minigrad.nn.functional.leaky_relu(minigrad.tensor([-1.0, 2.0]))
    tensor([-0.0100,  2.0000])
    """
    return np.where(self > 0, self, self * negative_slope)


# exp(-relu(-x)) is exp(x) below 0, and 1 above, where exp(x) could overflow
@op(self=lambda grad, self, alpha: where(self > 0, grad, grad * alpha * exp(-relu(-self))))
def elu(self: Any, alpha: float = 1.0) -> Any:
    """``x`` above 0 and ``alpha * (exp(x) - 1)`` below.

    >>> minigrad.nn.functional.elu(minigrad.tensor([-1.0, 2.0]))
    tensor([-0.6321,  2.0000])
    """
    return np.where(self > 0, self, alpha * np.expm1(np.minimum(self, 0)))


@op(self=lambda grad, self: grad * (sigmoid(self) * (1 + self * (1 - sigmoid(self)))))
def silu(self: Any) -> Any:
    """``x * sigmoid(x)``.

    >>> minigrad.nn.functional.silu(minigrad.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7311])
    """
    return self * sigmoid(self)


@op(self=lambda grad, self, approximate: grad * _gelu_slope(self, approximate))
def gelu(self: Any, approximate: str = "none") -> Any:
    """``x`` times the probability that a standard normal number is below it.

    ``approximate="tanh"`` takes a formula that is faster and differs in the fourth digit.

    >>> minigrad.nn.functional.gelu(minigrad.tensor([0.0, 1.0]))
    tensor([0.0000, 0.8413])
    """
    if approximate == "tanh":
        return 0.5 * self * (1 + tanh(_gelu_inner(self)))
    if approximate == "none":
        return 0.5 * self * (1 + erf(self * math.sqrt(0.5)))
    raise RuntimeError(f"gelu() approximates by 'none' or 'tanh', not by {approximate!r}.")


def _gelu_inner(x: Any) -> Any:
    return math.sqrt(2 / math.pi) * (x + 0.044715 * x * x * x)


def _gelu_slope(x: Any, approximate: str) -> Any:
    if approximate == "tanh":
        t = tanh(_gelu_inner(x))
        inner_slope = math.sqrt(2 / math.pi) * (1 + 3 * 0.044715 * x * x)
        return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * inner_slope
    probability = 0.5 * (1 + erf(x * math.sqrt(0.5)))
    density = exp(-0.5 * x * x) / math.sqrt(2 * math.pi)
    return probability + x * density


@op(self=lambda grad, self, min_val, max_val: where((self > min_val) & (self < max_val), grad, 0.0))
def hardtanh(self: Any, min_val: float = -1.0, max_val: float = 1.0) -> Any:
    """``x`` kept between ``min_val`` and ``max_val``; the slope at these bounds is 0, other than for clamp.

    >>> minigrad.nn.functional.hardtanh(minigrad.tensor([-3.0, 0.5]))
    tensor([-1.0000,  0.5000])
    """
    return np.minimum(np.maximum(self, min_val), max_val)


@op(self=lambda grad, self, threshold: where(self <= threshold, 0.0, grad))
def threshold(self: Any, threshold: float, value: float) -> Any:
    """``x`` where it is above ``threshold``, else ``value``.

    >>> minigrad.nn.functional.threshold(minigrad.tensor([-3.0, 0.5]), 0.0, 9.0)
    tensor([9.0000, 0.5000])
    """
    return np.where(self > threshold, self, self.dtype.type(value))
