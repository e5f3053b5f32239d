"""Products of vectors and matrices."""

from __future__ import annotations

from typing import Any

from minigrad.functions.common import op
from minigrad.ops import linalg, shape
from minigrad.tensor import Tensor

#: bound as methods and as functions of the package
__all__ = ["matmul"]  # fmt: skip


def matmul(self: Tensor, other: Tensor) -> Tensor:
    """The matrix product ``self @ other``, of vectors, matrices and batches of matrices.

    Raises ``RuntimeError`` where the shapes don't fit or the dtypes differ.

    >>> minigrad.ones(2, 3) @ minigrad.ones(3)
    tensor([3., 3.])
    """
    if not isinstance(other, Tensor):
        raise TypeError(f"A matrix product takes two tensors, not {type(other).__name__} {other!r}.")
    left, right = self._array.ndim, other._array.ndim
    if left == 2 and right == 2:
        return op(linalg.mm)(self, other)
    if left == 2 and right == 1:
        return op(linalg.mv)(self, other)
    if left <= 1 and right <= 1:
        return op(linalg.dot)(self, other)
    if left == 1:
        row = op(shape.unsqueeze)(self, 0)
        product = op(linalg.mm if right == 2 else linalg.bmm)(row, other)
        return op(linalg.drop_row)(product, -2)
    if right == 1:
        product = op(linalg.bmm)(self, op(shape.unsqueeze)(other, 1))
        return op(shape.squeeze_dim)(product, -1)
    return op(linalg.joined_batch)(op(linalg.bmm)(self, other))


def rmatmul(self: Tensor, other: Any) -> Tensor:
    """``other @ self``."""
    raise TypeError(f"A matrix product takes two tensors, not {type(other).__name__} {other!r}.")
