"""Arithmetic, choosing and conversion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from minigrad import dtypes
from minigrad.dtypes import dtype as Dtype
from minigrad.functions.common import op
from minigrad.ops import elementwise, shape
from minigrad.tensor import Tensor

#: bound as methods and as functions of the package
__all__ = ["add", "clamp", "div", "floor_divide", "lerp", "masked_fill", "pow", "square", "sub", "where"]  # fmt: skip

#: bound as methods only
METHODS = ["contiguous", "to", "type_as"]  # fmt: skip

_NUMBERS = (int, float, bool)


def add(self: Tensor, other: Any, *, alpha: float = 1) -> Tensor:
    """``self + alpha * other``."""
    return op(elementwise.add)(self, other if alpha == 1 else other * alpha)


def sub(self: Tensor, other: Any, *, alpha: float = 1) -> Tensor:
    """``self - alpha * other``."""
    return op(elementwise.sub)(self, other if alpha == 1 else other * alpha)


def div(self: Tensor, other: Any, *, rounding_mode: str | None = None) -> Tensor:
    """``self / other``, with ``rounding_mode`` "floor" or "trunc" rounded to an integer."""
    if rounding_mode is None:
        return op(elementwise.div)(self, other)
    if rounding_mode == "floor":
        return floor_divide(self, other)
    if rounding_mode == "trunc":
        quotient = op(elementwise.trunc)(op(elementwise.div)(self, other))
        return quotient.to(dtypes.result_type(self, other))
    raise RuntimeError(f"rounding_mode is None, 'floor' or 'trunc', not {rounding_mode!r}.")


def floor_divide(self: Tensor, other: Any) -> Tensor:
    """``self // other``: no derivative."""
    return op(elementwise.floor_divide)(self, other)


def rdiv(self: Tensor, other: Any) -> Tensor:
    """``other / self``."""
    return op(elementwise.mul)(op(elementwise.reciprocal)(self), other)


def pow(self: Any, exponent: Any) -> Tensor:
    """``self ** exponent``; either may be a number.

    >>> minigrad.pow(minigrad.tensor(2.0), 3)
    tensor(8.)
    """
    if isinstance(exponent, Tensor):
        if isinstance(self, Tensor):
            return op(elementwise.pow_tensor)(self, exponent)
        return rpow(exponent, self)
    if isinstance(exponent, np.generic):
        exponent = exponent.item()
    if type(exponent) is float and self._array.dtype.kind in "biu":
        self = self.to(dtypes.get_default_dtype())
    if type(exponent) is int and self._array.dtype.kind == "b":
        self = to(self, dtypes.int64)
    return op(elementwise.pow_scalar)(self, exponent)


def rpow(self: Tensor, base: Any) -> Tensor:
    """``base ** self``."""
    if isinstance(base, np.generic):
        base = base.item()
    if not isinstance(base, _NUMBERS):
        raise TypeError(f"pow() takes tensors and numbers, not {type(base).__name__} {base!r}.")
    if type(base) is float and self._array.dtype.kind in "biu":
        self = self.to(dtypes.get_default_dtype())
    return op(elementwise.rpow)(self, base)


def square(self: Tensor) -> Tensor:
    """``self ** 2``.

    >>> minigrad.square(minigrad.tensor(3.0))
    tensor(9.)
    """
    return pow(self, 2)


def clamp(self: Tensor, min: Any = None, max: Any = None) -> Tensor:
    """Values below ``min`` become ``min``, above ``max`` become ``max``; numbers or tensors.

    The slope at the bounds is 1. Raises ``RuntimeError`` without any bound.

    >>> minigrad.clamp(minigrad.tensor([-1.0, 0.5, 2.0]), 0, 1)
    tensor([0.0000, 0.5000, 1.0000])
    """
    if min is None and max is None:
        raise RuntimeError("clamp() needs min, max or both.")
    if not isinstance(min, Tensor) and not isinstance(max, Tensor):
        wants_float = type(min) is float or type(max) is float
        if wants_float and self._array.dtype.kind in "biu":
            self = self.to(dtypes.get_default_dtype())
        return op(elementwise.clamp_scalar)(self, min, max)
    if min is not None:
        self = op(elementwise.maximum)(self, min)
    return self if max is None else op(elementwise.minimum)(self, max)


def where(condition: Any, self: Any = None, other: Any = None) -> Any:
    """``self`` where the condition holds, else ``other``; with the condition alone, where it holds.

    >>> x = minigrad.tensor([-1.0, 2.0])
    >>> minigrad.where(x > 0, x, 0.0)
    tensor([0., 2.])
    """
    if self is None and other is None:
        from minigrad.functions.reading import nonzero  # which imports this module

        return nonzero(condition, as_tuple=True)
    if not isinstance(condition, Tensor):
        raise TypeError(f"where() takes a boolean tensor as condition, not {type(condition).__name__}.")
    if not isinstance(self, Tensor) and not isinstance(other, Tensor):
        self = Tensor._wrap(np.asarray(self, dtypes.of_number(self).to_numpy()))
    return op(elementwise.where)(condition, self, other)


def masked_fill(self: Tensor, mask: Tensor, value: Any) -> Tensor:
    """A copy with ``value`` where the mask is True; the mask broadcasts.

    >>> x = minigrad.tensor([-1.0, 2.0])
    >>> x.masked_fill(x < 0, 9.0)
    tensor([9., 2.])
    """
    if isinstance(value, Tensor):
        value = value.item()
    return op(elementwise.masked_fill)(self, mask, value)


def lerp(self: Tensor, end: Tensor, weight: Any) -> Tensor:
    """``self + weight * (end - self)``.

    >>> minigrad.lerp(minigrad.tensor(1.0), minigrad.tensor(3.0), 0.5)
    tensor(2.)
    """
    others = (end, weight) if isinstance(weight, Tensor) else (end,)
    for other in others:
        if isinstance(other, Tensor) and other._array.dtype != self._array.dtype:
            raise RuntimeError(f"lerp() takes tensors of one dtype, not {self.dtype} and {other.dtype}.")
    return op(elementwise.lerp_tensor if isinstance(weight, Tensor) else elementwise.lerp)(self, end, weight)


def to(self: Tensor, target: Any = None, *, dtype: Dtype | None = None, copy: bool = False) -> Tensor:
    """The tensor in another dtype (or that of another tensor); itself if there is nothing to change.

    Raises ``RuntimeError`` for a device other than the CPU.
    """
    if isinstance(target, Tensor):
        dtype = target.dtype
    elif isinstance(target, str):
        if target != "cpu":
            raise RuntimeError(f"minigrad runs on the CPU; it has no device {target!r}.")
    elif target is not None:
        dtype = target
    if dtype is None or dtype is self.dtype:
        return op(shape.clone)(self) if copy else self
    numpy_dtype = dtypes.as_dtype(dtype).to_numpy()
    source = self._array.dtype
    if numpy_dtype == source:
        return self
    if numpy_dtype.kind not in "fc":
        return Tensor._wrap(self._array.astype(numpy_dtype))
    return op(shape.cast)(self, numpy_dtype, source)


def conversion(target: Dtype) -> Callable[[Tensor], Tensor]:
    def convert(self: Tensor) -> Tensor:
        return to(self, target)

    convert.__doc__ = f"The tensor as {target!r}."
    return convert


def type_as(self: Tensor, other: Tensor) -> Tensor:
    """The tensor in the dtype of another."""
    return to(self, other.dtype)


def contiguous(self: Tensor) -> Tensor:
    """Itself if its numbers lie in reading order, else a copy in which they do."""
    return self if self.is_contiguous() else op(shape.contiguous_copy)(self)
