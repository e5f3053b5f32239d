"""Shapes, views and joining."""

from __future__ import annotations

import builtins
import math
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from minigrad.dtypes import dtype as Dtype
from minigrad.functions.common import op
from minigrad.ops import elementwise, indexing, shape
from minigrad.tensor import Tensor

#: bound as methods and as functions of the package
__all__ = [
    "broadcast_to", "cat", "chunk", "flatten", "flip", "movedim", "narrow", "outer", "permute", "ravel",
    "reshape", "roll", "split", "squeeze", "stack", "unbind", "unflatten",
]  # fmt: skip

#: bound as methods only
METHODS = ["expand", "expand_as", "repeat", "reshape_as", "view", "view_as"]  # fmt: skip


def _ints(arguments: tuple[Any, ...]) -> tuple[int, ...]:
    """Lengths or dimensions, given one by one or as one sequence."""
    if len(arguments) == 1 and isinstance(arguments[0], (tuple, list)):
        arguments = tuple(arguments[0])
    return tuple(int(n) if not isinstance(n, int) else n for n in arguments)


def _lengths(arguments: tuple[Any, ...]) -> tuple[int, ...]:
    """The lengths of a new shape, of which one may be -1."""
    lengths = _ints(arguments)
    for length in lengths:
        if length < -1:  # NumPy reads any negative length as -1
            raise RuntimeError(f"A length of {length} in the shape {list(lengths)}: only -1 may be negative.")
    return lengths


def view(self: Tensor, *shape_: Any) -> Tensor:
    """The same storage in another shape, or read as another dtype of the same size."""
    if len(shape_) == 1 and isinstance(shape_[0], Dtype):
        return Tensor._wrap(self._storage().view(shape_[0].to_numpy()))
    return op(shape.view)(self, _lengths(shape_))


def reshape(self: Tensor, *shape_: Any) -> Tensor:
    """The elements in another shape: a view where the storage allows it, else a copy.

    Raises ``RuntimeError`` where the number of elements differs.

    >>> minigrad.arange(6).reshape(2, -1).shape
    torch.Size([2, 3])
    """
    lengths = _lengths(shape_)
    if self._storage().flags.c_contiguous or _viewable(self._array, lengths):
        return op(shape.view)(self, lengths)
    return op(shape.reshape_copy)(self, lengths)


def _viewable(array: np.ndarray[Any, Any], lengths: tuple[int, ...]) -> bool:
    try:
        return np.may_share_memory(array.reshape(lengths), array)
    except ValueError:
        return True  # the view raises the error that says what is wrong


def reshape_as(self: Tensor, other: Tensor) -> Tensor:
    """The elements in the shape of another tensor."""
    return reshape(self, other.shape)


def view_as(self: Tensor, other: Tensor) -> Tensor:
    """A view in the shape of another tensor."""
    return view(self, other.shape)


def flatten(self: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """The dimensions from ``start_dim`` to ``end_dim`` joined into one.

    >>> minigrad.ones(2, 3, 4).flatten(1).shape
    torch.Size([2, 12])
    """
    lengths = self._array.shape
    if not lengths:
        return reshape(self, (1,))
    start, end = start_dim % len(lengths), end_dim % len(lengths)
    if start > end:
        raise RuntimeError(f"flatten(): start_dim {start_dim} comes after end_dim {end_dim}.")
    joined = math.prod(lengths[start : end + 1])
    if start == end:
        return self
    return reshape(self, (*lengths[:start], joined, *lengths[end + 1 :]))


def ravel(self: Tensor) -> Tensor:
    """All elements in one dimension."""
    return reshape(self, (-1,)) if self._array.ndim != 1 else self


def unflatten(self: Tensor, dim: int, sizes: Sequence[int]) -> Tensor:
    """Split one dimension into several."""
    lengths = self._array.shape
    dim %= len(lengths)
    return reshape(self, (*lengths[:dim], *sizes, *lengths[dim + 1 :]))


def permute(self: Tensor, *dims: Any) -> Tensor:
    """The dimensions in another order.

    >>> minigrad.permute(minigrad.ones(2, 3), (1, 0)).shape
    torch.Size([3, 2])
    """
    return op(shape.permute)(self, _ints(dims))


def movedim(self: Tensor, source: int, destination: int) -> Tensor:
    """One dimension moved to another place."""
    dims = list(range(self._array.ndim))
    for d in (source, destination):
        if not -max(len(dims), 1) <= d < max(len(dims), 1):
            raise IndexError(f"movedim(): dim {d} is out of range for shape {list(self._array.shape)}.")
    if not dims:
        return self[...]
    dims.insert(destination % len(dims), dims.pop(source % len(dims)))
    return permute(self, dims)


def squeeze(self: Tensor, dim: Any = None) -> Tensor:
    """Without the dimensions of length 1, or without ``dim`` if its length is 1.

    >>> minigrad.squeeze(minigrad.ones(1, 3)).shape
    torch.Size([3])
    """
    return op(shape.squeeze_all)(self) if dim is None else op(shape.squeeze_dim)(self, dim)


def expand(self: Tensor, *shape_: Any) -> Tensor:
    """Dimensions of length 1 stretched without copying; -1 keeps a length."""
    return op(shape.expand)(self, _ints(shape_))


def expand_as(self: Tensor, other: Tensor) -> Tensor:
    """Expanded to the shape of another tensor."""
    return expand(self, other.shape)


def broadcast_to(self: Tensor, shape_: Sequence[int]) -> Tensor:
    """Expanded to a shape."""
    return expand(self, shape_)


def repeat(self: Tensor, *repeats: Any) -> Tensor:
    """The tensor tiled along each dimension."""
    return op(shape.repeat)(self, _ints(repeats))


def flip(self: Tensor, *dims: Any) -> Tensor:
    """The order along the dimensions reversed.

    >>> minigrad.flip(minigrad.arange(3), (0,))
    tensor([2, 1, 0])
    """
    return op(shape.flip)(self, _ints(dims))


def roll(self: Tensor, shifts: Any, dims: Any = None) -> Tensor:
    """Shifted along the dimensions; what falls off at the end comes back at the front.

    >>> minigrad.roll(minigrad.arange(3), 1)
    tensor([2, 0, 1])
    """
    if dims is None and self._array.ndim == 1:
        dims = 0
    if dims is None:
        return op(shape.roll)(self, _ints((shifts,)), None)
    return op(shape.roll)(self, _ints((shifts,)), _ints((dims,)))


def transposed(self: Tensor) -> Tensor:
    """The transpose of a matrix."""
    if self._array.ndim == 2:
        return op(shape.permute)(self, (1, 0))
    if self._array.ndim > 2:
        warnings.warn(
            f"x.T of a tensor with {self._array.ndim} dimensions reverses them all. Use x.mT for a batch of "
            "matrices, or x.permute(...) to say it.",
            UserWarning,
            stacklevel=2,
        )
    return permute(self, tuple(reversed(range(self._array.ndim))))


def matrix_transposed(self: Tensor) -> Tensor:
    """The transpose of each matrix of a batch: the last two dimensions exchanged."""
    return op(shape.transpose)(self, -2, -1)


def _sequence(tensors: Any, name: str) -> tuple[Tensor, ...]:
    if isinstance(tensors, Tensor):
        raise TypeError(f"{name}() takes a list or tuple of tensors, not one tensor.")
    return tuple(tensors)


def cat(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Tensors joined along an existing dimension; a 1-dim empty tensor joins anything.

    >>> minigrad.cat([minigrad.ones(1), minigrad.zeros(2)])
    tensor([1., 0., 0.])
    """
    parts = _sequence(tensors, "cat")
    some = tuple(part for part in parts if not isinstance(part, Tensor) or part._array.shape != (0,))
    if all(isinstance(part, Tensor) and part._array.ndim == 1 for part in some):
        some = parts
    return op(shape.cat)(*(some or parts), dim=dim)


def stack(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Tensors of one shape joined along a new dimension.

    >>> minigrad.stack([minigrad.tensor(1.0), minigrad.tensor(2.0)])
    tensor([1., 2.])
    """
    return op(shape.stack)(*_sequence(tensors, "stack"), dim=dim)


def _several(views: list[Tensor]) -> tuple[Tensor, ...]:
    """Views that one call returned together: none of them may be changed in place."""
    for each in views:
        if each._view is not None:
            each._view.one_of_many = True
    return tuple(views)


def unbind(self: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """The entries along ``dim``, as a tuple of views.

    >>> minigrad.unbind(minigrad.tensor([[1, 2], [3, 4]]))
    (tensor([1, 2]), tensor([3, 4]))
    """
    length = self.size(dim)
    before = (slice(None),) * (dim % self._array.ndim)
    return _several([op(indexing.unbind_one)(self, (*before, i, Ellipsis)) for i in range(length)])


def split(self: Tensor, split_size: int | Sequence[int], dim: int = 0) -> tuple[Tensor, ...]:
    """The tensor in pieces of one size (the last may be smaller), or of the given sizes.

    >>> minigrad.split(minigrad.arange(5), 2)
    (tensor([0, 1]), tensor([2, 3]), tensor([4]))
    """
    if not self._array.ndim:
        raise RuntimeError("split() needs at least one dimension, and this is a 0-dim tensor.")
    length = self.size(dim)
    if isinstance(split_size, int):
        if split_size <= 0:
            raise RuntimeError(f"split(): the size of a piece must be positive, not {split_size}.")
        sizes = [builtins.min(split_size, length - start) for start in range(0, length, split_size)] or [0]
    else:
        sizes = list(split_size)
        if builtins.sum(sizes) != length:
            raise RuntimeError(f"split(): the sizes {sizes} must sum to the length {length}.")
    starts = np.cumsum([0, *sizes]).tolist()
    return _several(
        [op(indexing.split_one)(self, dim, start, size) for start, size in zip(starts, sizes, strict=False)]
    )


def chunk(self: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    """The tensor in about this many pieces of one size."""
    return split(self, builtins.max(-(-self.size(dim) // chunks), 1), dim)


def narrow(self: Tensor, dim: int, start: int, length: int) -> Tensor:
    """``length`` entries along ``dim`` from ``start``, a view."""
    size = self.size(dim)
    if start < 0:
        start += size
    if not 0 <= start <= size or start + length > size:
        raise RuntimeError(f"narrow(): {start} to {start + length} is out of range for length {size}.")
    return op(shape.narrow)(self, dim, start, length)


def outer(self: Tensor, vec2: Tensor) -> Tensor:
    """The products of all pairs of two vectors' elements.

    >>> minigrad.outer(minigrad.tensor([1.0, 2.0]), minigrad.tensor([3.0, 4.0]))
    tensor([[3., 4.],
            [6., 8.]])
    """
    return op(elementwise.mul)(op(shape.unsqueeze)(self, 1), vec2)
