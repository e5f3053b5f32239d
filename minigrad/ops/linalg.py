"""Products of vectors and matrices.

A matrix has its rows in the last but one dimension and its columns in the last; dimensions before them count
the matrices of a batch, and broadcast.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from minigrad.ops.register import op


@op(self=lambda grad, other: grad @ other.swapaxes(0, 1), other=lambda grad, self: self.swapaxes(0, 1) @ grad)
def mm(self: Any, other: Any) -> Any:
    """The product of two matrices, (n, k) and (k, m).

    >>> minigrad.mm(minigrad.ones(2, 3), minigrad.ones(3, 1))
    tensor([[3.],
            [3.]])
    """
    _check(self, other, self.ndim == other.ndim == 2 and self.shape[1] == other.shape[0])
    return self @ other


@op(self=lambda grad, vec: grad[:, None] * vec, vec=lambda grad, self: self.swapaxes(0, 1) @ grad)
def mv(self: Any, vec: Any) -> Any:
    """The product of a matrix (n, k) and a vector (k,).

    >>> minigrad.mv(minigrad.ones(2, 3), minigrad.ones(3))
    tensor([3., 3.])
    """
    _check(self, vec, self.ndim == 2 and vec.ndim == 1 and self.shape[1] == vec.shape[0])
    return self @ vec


@op(self=lambda grad, other: grad * other, other=lambda grad, self: grad * self)
def dot(self: Any, other: Any) -> Any:
    """The sum of the products of two vectors of one length.

    >>> minigrad.dot(minigrad.tensor([1.0, 2.0]), minigrad.tensor([3.0, 4.0]))
    tensor(11.)
    """
    _check(self, other, self.ndim == other.ndim == 1 and self.shape == other.shape)
    return self @ other


@op(
    self=lambda grad, other: grad @ other.swapaxes(-1, -2),
    other=lambda grad, self: self.swapaxes(-1, -2) @ grad,
)
def bmm(self: Any, other: Any) -> Any:
    """The products of two batches of matrices, (..., n, k) and (..., k, m); the batch dimensions broadcast.

    >>> minigrad.bmm(minigrad.ones(4, 2, 3), minigrad.ones(4, 3, 1)).shape
    torch.Size([4, 2, 1])
    """
    _check(self, other, self.ndim >= 2 and other.ndim >= 2 and self.shape[-1] == other.shape[-2])
    return self @ other


@op("UnsafeViewBackward0", self=lambda grad: grad)
def joined_batch(self: Any) -> Any:
    """What ``@`` returns for batches: the product itself.

    >>> (minigrad.ones(4, 2, 3) @ minigrad.ones(3, 1)).shape
    torch.Size([4, 2, 1])
    """
    return self


@op.view("SqueezeBackward4", self=lambda grad, self_shape: grad.reshape(self_shape))
def drop_row(self: Any, dim: int) -> Any:
    """The product of a vector and matrices, without the row dimension that the vector was given for it.

    >>> (minigrad.ones(3) @ minigrad.ones(3, 2)).shape
    torch.Size([2])
    """
    return self.squeeze(dim)


@op(
    bias=lambda grad: grad,
    self=lambda grad, other: grad @ other.swapaxes(0, 1),
    other=lambda grad, self: self.swapaxes(0, 1) @ grad,
)
def addmm(bias: Any, self: Any, other: Any) -> Any:
    """``bias + self @ other`` for two matrices; the bias broadcasts.

    >>> minigrad.addmm(minigrad.tensor([10.0]), minigrad.ones(2, 3), minigrad.ones(3, 1))
    tensor([[13.],
            [13.]])
    """
    _check(self, other, self.ndim == other.ndim == 2 and self.shape[1] == other.shape[0])
    if bias.dtype != self.dtype:
        raise RuntimeError(f"The bias must have the dtype of the product, {self.dtype}, not {bias.dtype}.")
    product = self @ other
    product += bias  # a second array of this size would cost as much as the addition
    return product


def _check(left: Any, right: Any, fits: bool) -> None:
    if not fits:
        raise RuntimeError(
            f"A product of shapes {list(left.shape)} and {list(right.shape)} needs the last length of the first "
            "equal to the last but one of the second (or the only one of a vector), and no 0-dim tensor."
        )
    if left.dtype != right.dtype:
        raise RuntimeError(
            f"A matrix product needs one dtype, not {left.dtype} and {right.dtype}: convert one of them, for "
            "instance with .float() or .double()."
        )
    if left.dtype == np.bool_:
        raise RuntimeError("A matrix product of boolean tensors is not defined: convert them with .float().")
