"""Sums, means, extremes, spread, sorting: of all elements or along dimensions."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from minigrad.dtypes import dtype as Dtype
from minigrad.functions.arithmetic import to
from minigrad.functions.common import Dims, ValuesAndIndices, dims_of, op, with_indices
from minigrad.functions.shapes import reshape
from minigrad.ops import elementwise, indexing, reduction
from minigrad.tensor import Tensor

#: bound as methods and as functions of the package
__all__ = [
    "amax", "amin", "cummax", "cummin", "cumprod", "cumsum", "kthvalue", "log_softmax", "logcumsumexp",
    "logsumexp", "max", "mean", "median", "min", "norm", "prod", "softmax", "sort", "std", "sum", "topk",
    "var",
]  # fmt: skip


def _total_or_along(total: Any, along: Any) -> Callable[..., Tensor]:
    def reduce(
        self: Tensor,
        dim: Dims = None,
        keepdim: bool = False,
        *,
        dtype: Dtype | None = None,
        axis: Dims = None,
        keepdims: bool = False,
    ) -> Tensor:
        if not isinstance(self, Tensor):
            raise TypeError(f"Expected a Tensor, not {type(self).__name__} {self!r}.")
        dim, keepdim = (axis if dim is None else dim), keepdim or keepdims
        if dtype is not None:
            self = to(self, dtype)
        dim = dims_of(self, dim)
        if dim is not None:
            return op(along)(self, dim, keepdim)
        result = op(total)(self)
        return reshape(result, (1,) * self._array.ndim) if keepdim and self._array.ndim else result

    reduce.__doc__ = total.__doc__.replace("of all elements", "of all elements, or of those along ``dim``")
    return reduce


sum = _total_or_along(reduction.sum_all, reduction.sum_dim)
mean = _total_or_along(reduction.mean_all, reduction.mean_dim)
prod = _total_or_along(reduction.prod_all, reduction.prod_dim)
for _function, _name in ((sum, "sum"), (mean, "mean"), (prod, "prod")):
    _function.__name__ = _function.__qualname__ = _name


def _extreme(all_of_them: Any, values_row: Any, pairwise: Any, index_of: Any) -> Callable[..., Any]:
    def extreme(self: Tensor, dim: Any = None, keepdim: bool = False) -> Any:
        if isinstance(dim, Tensor):
            return op(pairwise)(self, dim)
        if dim is None:
            return op(all_of_them)(self)
        return _with_indices(self, dims_of(self, dim), keepdim, values_row, op(index_of))

    extreme.__doc__ = all_of_them.__doc__
    return extreme


def _with_indices(self: Tensor, dim: int | None, keepdim: bool, row: Any, index_of: Any) -> ValuesAndIndices:
    if dim is None:  # a 0-dim tensor
        nowhere = np.zeros((), np.int64)
        return with_indices(row, op(row)(self, nowhere, 0, True), Tensor._wrap(nowhere))
    nan_first = index_of(self, dim, True)
    values = op(row)(self, nan_first._array, dim, keepdim)
    indices = nan_first._array if keepdim else np.squeeze(nan_first._array, dim)
    return with_indices(row, values, Tensor._wrap(indices))


max = _extreme(reduction.max_all, indexing.max_values, elementwise.maximum, reduction.argmax)
min = _extreme(reduction.min_all, indexing.min_values, elementwise.minimum, reduction.argmin)
max.__name__, min.__name__ = "max", "min"


def amax(self: Tensor, dim: Dims = None, keepdim: bool = False) -> Tensor:
    """The largest element along ``dim``; ties split the gradient evenly."""
    return op(reduction.amax)(self, dims_of(self, dim), keepdim)


def amin(self: Tensor, dim: Dims = None, keepdim: bool = False) -> Tensor:
    """The smallest element along ``dim``; ties split the gradient evenly."""
    return op(reduction.amin)(self, dims_of(self, dim), keepdim)


def _correction(unbiased: bool | None, correction: float | None) -> float:
    if correction is not None:
        return correction
    return 1 if unbiased is None or unbiased else 0


def _spread(row: Any) -> Callable[..., Tensor]:
    def spread(
        self: Tensor,
        dim: Any = None,
        unbiased: bool | None = None,
        keepdim: bool = False,
        *,
        correction: float | None = None,
    ) -> Tensor:
        if isinstance(dim, bool):
            dim, unbiased = None, dim
        along = dims_of(self, dim)
        freedom = _correction(unbiased, correction)
        if reduction.count(self._array.shape, along) - freedom <= 0:
            warnings.warn(
                f"The variance divides by n - correction, which is not positive for shape {list(self._array.shape)}: "
                "the result is nan or inf. Use correction=0 for the population variance.",
                UserWarning,
                stacklevel=2,
            )
        return op(row)(self, along, freedom, keepdim)

    spread.__doc__ = row.__doc__
    return spread


var, std = _spread(reduction.var_op), _spread(reduction.std_op)
var.__name__, std.__name__ = "var", "std"


def norm(self: Tensor, p: Any = 2, dim: Dims = None, keepdim: bool = False) -> Tensor:
    """``(sum of |x|**p) ** (1/p)`` along ``dim``; "fro" is p = 2. Its slope at the zero vector is 0.

    >>> minigrad.norm(minigrad.tensor([3.0, 4.0]))
    tensor(5.)
    """
    order = 2.0 if p in ("fro", None) else float(p)
    return op(reduction.vector_norm)(self, order, dims_of(self, dim), keepdim)


def vector_norm(self: Tensor, ord: float = 2, dim: Dims = None, keepdim: bool = False) -> Tensor:
    """``(sum of |x|**ord) ** (1/ord)`` along ``dim``. Its slope at the zero vector is 0."""
    return norm(self, ord, dim, keepdim)


def _along(row: Any) -> Callable[..., Tensor]:
    def along(self: Tensor, dim: Any, keepdim: bool = False) -> Tensor:
        keep = (keepdim,) if "keepdim" in row.op.parameters else ()
        return op(row)(self, dims_of(self, dim) if self._array.ndim else 0, *keep)

    along.__doc__, along.__name__ = row.__doc__, row.__name__
    return along


logsumexp = _along(reduction.logsumexp)
cumsum = _along(reduction.cumsum)
cumprod = _along(reduction.cumprod)
logcumsumexp = _along(reduction.logcumsumexp)


def _activation(row: Any) -> Callable[..., Tensor]:
    def activation(self: Tensor, dim: int, *, dtype: Dtype | None = None) -> Tensor:
        self = self if dtype is None else to(self, dtype)
        dims_of(self, dim)
        return op(row)(self, dim)

    activation.__doc__, activation.__name__ = row.__doc__, row.__name__
    return activation


softmax = _activation(reduction.softmax)
log_softmax = _activation(reduction.log_softmax)


def _running_extreme(row: Any, accumulate: Any) -> Callable[..., ValuesAndIndices]:
    def running(self: Tensor, dim: int) -> ValuesAndIndices:
        values = self._array
        if values.ndim == 0:
            return _with_indices(self, None, True, row, None)
        best = accumulate(values, axis=dim)
        positions = np.arange(values.shape[dim]).reshape([-1] + [1] * (values.ndim - 1 - dim % values.ndim))
        is_best = (values == best) | (values != values)
        indices = np.maximum.accumulate(np.where(is_best, positions, 0), axis=dim)
        return with_indices(row, op(row)(self, indices, dim, True), Tensor._wrap(indices))

    running.__doc__ = "The largest (smallest) element so far along ``dim``, and where it is."
    return running


cummax = _running_extreme(indexing.cummax_values, np.maximum.accumulate)
cummin = _running_extreme(indexing.cummin_values, np.minimum.accumulate)


def median(self: Tensor, dim: int | None = None, keepdim: bool = False) -> Any:
    """The middle element, the lower one of two, along ``dim``.

    >>> minigrad.median(minigrad.tensor([1.0, 5.0, 2.0]))
    tensor(2.)
    """
    if dim is None:
        return op(reduction.median_all)(self)
    return kthvalue(self, (self.size(dim) + 1) // 2, dim, keepdim, indexing.median_values)


def kthvalue(
    self: Tensor, k: int, dim: int = -1, keepdim: bool = False, _row: Any = None
) -> ValuesAndIndices:
    """The ``k``-th smallest element along ``dim``, counted from 1."""

    def index_of(tensor: Tensor, dim: int, keep: bool) -> Tensor:
        order = np.argsort(tensor._array, axis=dim, kind="stable")
        return Tensor._wrap(np.take(order, [k - 1], axis=dim))

    return _with_indices(self, dims_of(self, dim), keepdim, _row or indexing.kthvalue_values, index_of)


def sort(self: Tensor, dim: int = -1, descending: bool = False, stable: bool = True) -> ValuesAndIndices:
    """The elements in order along ``dim``, and where they were.

    >>> minigrad.sort(minigrad.tensor([3.0, 1.0, 2.0])).values
    tensor([1., 2., 3.])
    """
    indices = op(reduction.argsort)(self, dim, descending)
    row = indexing.sort_values
    return with_indices(row, op(row)(self, indices._array, dim, True), indices)


def topk(self: Tensor, k: int, dim: int = -1, largest: bool = True) -> ValuesAndIndices:
    """The ``k`` largest (or smallest) elements along ``dim``, in order, and where they were."""
    if not 0 <= k <= self.size(dim):
        raise RuntimeError(f"topk(): k = {k} is out of range for length {self.size(dim)}.")
    order = op(reduction.argsort)(self, dim, largest)._array
    indices = np.take(order, np.arange(k), axis=dim)
    row = indexing.topk_values
    return with_indices(row, op(row)(self, indices, dim, True), Tensor._wrap(indices))
