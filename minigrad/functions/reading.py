"""Indexing: reading and writing parts of a tensor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from minigrad.autograd.views import check_in_place
from minigrad.functions.arithmetic import to
from minigrad.functions.common import op
from minigrad.functions.in_place import copy_, write
from minigrad.functions.memory import check_memory, is_same_memory
from minigrad.functions.shapes import reshape
from minigrad.ops import indexing, shape
from minigrad.tensor import Tensor, assign

#: bound as methods and as functions of the package
__all__ = ["gather", "masked_select", "nonzero", "select", "take", "take_along_dim"]  # fmt: skip

#: bound as methods only
METHODS = ["index_put_"]  # fmt: skip

_BASIC = {"select": indexing.select, "slice": indexing.slice_, "insert": indexing.insert}


def getitem(self: Tensor, key: Any) -> Tensor:
    """``self[key]``: a view for integers, slices, None and ..., a copy for lists, masks and index tensors."""
    index, kind = indexing.normalized(key, self._array.shape)
    if kind == "alias":
        return op(shape.alias)(self)
    if kind == "advanced":
        return op(indexing.index)(self, index)
    return op(_BASIC[kind])(self, index)


def setitem(self: Tensor, key: Any, value: Any) -> None:
    """``self[key] = value``, in place."""
    index, kind = indexing.normalized(key, self._array.shape)
    if not isinstance(value, Tensor):
        if not isinstance(value, (bool, int, float, complex, np.generic)):
            raise TypeError(
                f"Only tensors and numbers can be assigned to parts of a tensor, not {type(value).__name__} {value!r}: "
                "make it a tensor with minigrad.tensor(...) first."
            )
        value = Tensor._wrap(np.asarray(value, self._array.dtype))
    is_number = not value._array.ndim
    value = _without_leading_ones(value)
    if kind != "advanced":
        part = self if kind == "alias" else getitem(self, key)
        assign_to = write if is_same_memory(part._storage(), value._storage()) else copy_
        assign_to(part, value)
        return
    same_dtype = value._array.dtype == self._array.dtype
    if not same_dtype and is_number:
        value, same_dtype = to(value, self.dtype), True
    changed = op(indexing.index_put)(self._alias(), value, index)
    if not same_dtype:
        raise RuntimeError(
            f"Assigning at indices needs values of the tensor's dtype {self.dtype}, not {value.dtype}."
        )
    check_in_place(self)
    if value._array.ndim:
        check_memory(self, (value,), may_be_same=False)
    assign(self, changed)


def _without_leading_ones(value: Tensor) -> Tensor:
    """Values of shape (1, 3) can be assigned to a part of shape (3,)."""
    lengths = value._array.shape
    if lengths[:1] != (1,):
        return value
    first = next((axis for axis, length in enumerate(lengths) if length != 1), len(lengths))
    return reshape(value, lengths[first:])


def index_put_(self: Tensor, indices: Sequence[Any], values: Tensor, accumulate: bool = False) -> Tensor:
    """Write ``values`` at index tensors, in place; with ``accumulate`` add them."""
    check_in_place(self)
    index, _ = indexing.normalized(tuple(indices), self._array.shape)
    row = indexing.index_put_accumulate if accumulate else indexing.index_put
    return assign(self, op(row)(self._alias(), values, index))


def masked_select(self: Tensor, mask: Tensor) -> Tensor:
    """The elements where the mask is True, in one dimension."""
    return getitem(self, mask)


def take(self: Tensor, index: Tensor) -> Tensor:
    """The elements at these positions of the flattened tensor."""
    return op(indexing.index)(reshape(self, (-1,)), (index._array,))


def take_along_dim(self: Tensor, indices: Tensor, dim: int | None = None) -> Tensor:
    """For each index the element at that place along ``dim``."""
    return take(self, indices) if dim is None else gather(self, dim, indices)


def gather(self: Tensor, dim: int, index: Tensor) -> Tensor:
    """For each index the element at that place along ``dim``."""
    return op(indexing.gather)(self, dim, index)


def nonzero(self: Tensor, as_tuple: bool = False) -> Any:
    """Where the elements are not zero: one row of indices each, or one tensor of indices a dimension."""
    found = np.nonzero(np.atleast_1d(self._array))
    if as_tuple:
        return tuple(Tensor._wrap(indices) for indices in found)
    return Tensor._wrap(
        np.stack(found, axis=1) if self._array.ndim else np.zeros((len(found[0]), 0), np.int64)
    )


def select(self: Tensor, dim: int, index: int) -> Tensor:
    """One entry along ``dim``, a view."""
    return getitem(self, (slice(None),) * (dim % self._array.ndim) + (index,))
