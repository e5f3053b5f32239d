"""Comparing whole tensors."""

from __future__ import annotations

import numpy as np

from minigrad.tensor import Tensor

#: bound as methods and as functions of the package
__all__ = ["allclose", "equal", "isclose"]  # fmt: skip


def equal(self: Tensor, other: Tensor) -> bool:
    """Whether shape and all elements are equal.

    >>> minigrad.equal(minigrad.ones(2), minigrad.ones(2))
    True
    """
    return bool(np.array_equal(self._array, other._array))


def isclose(
    self: Tensor, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False
) -> Tensor:
    """Whether ``|self - other| <= atol + rtol * |other|``, element by element."""
    return Tensor._wrap(np.asarray(np.isclose(self._array, other._array, rtol, atol, equal_nan)))


def allclose(
    self: Tensor, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False
) -> bool:
    """Whether ``isclose`` holds for all elements.

    >>> minigrad.allclose(minigrad.ones(2), minigrad.ones(2) + 1e-9)
    True
    """
    return bool(np.allclose(self._array, other._array, rtol, atol, equal_nan))
