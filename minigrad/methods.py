"""The operations as users call them: tensor methods, operators and module functions.

Most are a row of the table under the same name. Here are those that choose between rows (``sum`` of all or
along a dimension), take arguments in several forms, or are put together from others.
"""

# PyTorch's names for functions and parameters hide some of Python's own.

from __future__ import annotations

import builtins
import functools
import math
import operator
import warnings
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from minigrad import dtypes
from minigrad.autograd import graph
from minigrad.autograd.grad_mode import mode
from minigrad.autograd.views import check_in_place
from minigrad.dtypes import dtype as Dtype
from minigrad.ops import elementwise, indexing, linalg, reduction, shape
from minigrad.ops.register import TABLE
from minigrad.tensor import Tensor, assign, is_recording

Dims = int | Sequence[int] | None

_NUMBERS = (int, float, bool)


class ValuesAndIndices(NamedTuple):
    """What reductions along a dimension return that also tell where: ``.values`` and ``.indices``."""

    values: Tensor
    indices: Tensor


def op(dual: Any) -> Any:
    """The operation of a row, for tensors only."""
    return dual.op.function


# arithmetic ------------------------------------------------------------------------------------------------


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
    return self + weight * (end - self)


# conversions -----------------------------------------------------------------------------------------------


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


def _conversion(target: Dtype) -> Callable[[Tensor], Tensor]:
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


# reductions ------------------------------------------------------------------------------------------------


def _dims(self: Tensor, dim: Dims) -> Any:
    """``dim`` for a reduction, or None for all. A 0-dim tensor has no dimension, yet dim 0 and -1 are allowed."""
    if dim is None:
        return None
    dims = (dim,) if isinstance(dim, int) else tuple(dim)
    ndim = self._array.ndim
    for d in dims:
        if not -builtins.max(ndim, 1) <= d < builtins.max(ndim, 1):
            raise IndexError(
                f"dim {d} is out of range for a tensor of shape {list(self._array.shape)}, which has {ndim} dimensions."
            )
    if len({d % builtins.max(ndim, 1) for d in dims}) < len(dims):
        raise RuntimeError(f"dim {list(dims)} names a dimension twice.")
    if ndim == 0 or dims == ():
        return None
    return dims[0] if isinstance(dim, int) else dims


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
        dim = _dims(self, dim)
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
        return _with_indices(self, _dims(self, dim), keepdim, values_row, op(index_of))

    extreme.__doc__ = all_of_them.__doc__
    return extreme


def _with_indices(self: Tensor, dim: int | None, keepdim: bool, row: Any, index_of: Any) -> ValuesAndIndices:
    if dim is None:  # a 0-dim tensor
        return ValuesAndIndices(
            op(row)(self, np.zeros((), np.int64), 0, True), Tensor._wrap(np.zeros((), np.int64))
        )
    nan_first = index_of(self, dim, True)
    values = op(row)(self, nan_first._array, dim, keepdim)
    indices = nan_first._array if keepdim else np.squeeze(nan_first._array, dim)
    return ValuesAndIndices(values, Tensor._wrap(indices))


max = _extreme(reduction.max_all, indexing.max_values, elementwise.maximum, reduction.argmax)
min = _extreme(reduction.min_all, indexing.min_values, elementwise.minimum, reduction.argmin)
max.__name__, min.__name__ = "max", "min"


def amax(self: Tensor, dim: Dims = None, keepdim: bool = False) -> Tensor:
    """The largest element along ``dim``; ties split the gradient evenly."""
    return op(reduction.amax)(self, _dims(self, dim), keepdim)


def amin(self: Tensor, dim: Dims = None, keepdim: bool = False) -> Tensor:
    """The smallest element along ``dim``; ties split the gradient evenly."""
    return op(reduction.amin)(self, _dims(self, dim), keepdim)


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
        along = _dims(self, dim)
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
    return op(reduction.vector_norm)(self, order, _dims(self, dim), keepdim)


def vector_norm(self: Tensor, ord: float = 2, dim: Dims = None, keepdim: bool = False) -> Tensor:
    """``(sum of |x|**ord) ** (1/ord)`` along ``dim``. Its slope at the zero vector is 0."""
    return norm(self, ord, dim, keepdim)


def _along(row: Any) -> Callable[..., Tensor]:
    def along(self: Tensor, dim: Any, keepdim: bool = False) -> Tensor:
        keep = (keepdim,) if "keepdim" in row.op.parameters else ()
        return op(row)(self, _dims(self, dim) if self._array.ndim else 0, *keep)

    along.__doc__, along.__name__ = row.__doc__, row.__name__
    return along


logsumexp = _along(reduction.logsumexp)
cumsum = _along(reduction.cumsum)
cumprod = _along(reduction.cumprod)
logcumsumexp = _along(reduction.logcumsumexp)


def _activation(row: Any) -> Callable[..., Tensor]:
    def activation(self: Tensor, dim: int, *, dtype: Dtype | None = None) -> Tensor:
        self = self if dtype is None else to(self, dtype)
        along = _dims(self, dim)
        if along is None:  # 0-dim: a distribution over one value
            return reshape(activation(reshape(self, (1,)), 0), ())
        return op(row)(self, along)

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
        return ValuesAndIndices(op(row)(self, indices, dim, True), Tensor._wrap(indices))

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

    return _with_indices(self, _dims(self, dim), keepdim, _row or indexing.kthvalue_values, index_of)


def sort(self: Tensor, dim: int = -1, descending: bool = False, stable: bool = True) -> ValuesAndIndices:
    """The elements in order along ``dim``, and where they were.

    >>> minigrad.sort(minigrad.tensor([3.0, 1.0, 2.0])).values
    tensor([1., 2., 3.])
    """
    indices = op(reduction.argsort)(self, dim, descending)
    return ValuesAndIndices(op(indexing.sort_values)(self, indices._array, dim, True), indices)


def topk(self: Tensor, k: int, dim: int = -1, largest: bool = True) -> ValuesAndIndices:
    """The ``k`` largest (or smallest) elements along ``dim``, in order, and where they were."""
    if not 0 <= k <= self.size(dim):
        raise RuntimeError(f"topk(): k = {k} is out of range for length {self.size(dim)}.")
    order = op(reduction.argsort)(self, dim, largest)._array
    indices = np.take(order, np.arange(k), axis=dim)
    return ValuesAndIndices(op(indexing.topk_values)(self, indices, dim, True), Tensor._wrap(indices))


# shape -----------------------------------------------------------------------------------------------------


def _ints(arguments: tuple[Any, ...]) -> tuple[int, ...]:
    """Lengths or dimensions, given one by one or as one sequence."""
    if len(arguments) == 1 and isinstance(arguments[0], (tuple, list)):
        arguments = tuple(arguments[0])
    return tuple(int(n) if not isinstance(n, int) else n for n in arguments)


def view(self: Tensor, *shape_: Any) -> Tensor:
    """The same storage in another shape, or read as another dtype of the same size."""
    if len(shape_) == 1 and isinstance(shape_[0], Dtype):
        return Tensor._wrap(self._storage().view(shape_[0].to_numpy()))
    return op(shape.view)(self, _ints(shape_))


def reshape(self: Tensor, *shape_: Any) -> Tensor:
    """The elements in another shape: a view where the storage allows it, else a copy.

    Raises ``RuntimeError`` where the number of elements differs.

    >>> minigrad.arange(6).reshape(2, -1).shape
    torch.Size([2, 3])
    """
    lengths = _ints(shape_)
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
        return reshape(op(shape.roll)(reshape(self, (-1,)), _ints((shifts,)), (0,)), self.shape)
    return op(shape.roll)(self, _ints((shifts,)), _ints((dims,)))


def _transposed(self: Tensor) -> Tensor:
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


def _matrix_transposed(self: Tensor) -> Tensor:
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
    before = (slice(None),) * (_dims(self, dim) % self._array.ndim)
    return _several([op(indexing.unbind_one)(self, (*before, i, Ellipsis)) for i in range(self.size(dim))])


def split(self: Tensor, split_size: int | Sequence[int], dim: int = 0) -> tuple[Tensor, ...]:
    """The tensor in pieces of one size (the last may be smaller), or of the given sizes.

    >>> minigrad.split(minigrad.arange(5), 2)
    (tensor([0, 1]), tensor([2, 3]), tensor([4]))
    """
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


def select(self: Tensor, dim: int, index: int) -> Tensor:
    """One entry along ``dim``, a view."""
    return getitem(self, (slice(None),) * (dim % self._array.ndim) + (index,))


def outer(self: Tensor, vec2: Tensor) -> Tensor:
    """The products of all pairs of two vectors' elements.

    >>> minigrad.outer(minigrad.tensor([1.0, 2.0]), minigrad.tensor([3.0, 4.0]))
    tensor([[3., 4.],
            [6., 8.]])
    """
    return op(elementwise.mul)(op(shape.unsqueeze)(self, 1), vec2)


# matrix products -------------------------------------------------------------------------------------------


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


# indexing --------------------------------------------------------------------------------------------------

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
        value = Tensor._wrap(np.asarray(value, self._array.dtype))
    if kind != "advanced":
        part = getitem(self, key) if kind != "alias" else op(shape.alias)(self)
        copy_(part, value)
        return
    check_in_place(self)
    if value._array.dtype != self._array.dtype:
        if value._array.ndim:
            raise RuntimeError(
                f"Assigning at indices needs values of the tensor's dtype {self.dtype}, not {value.dtype}."
            )
        value = to(value, self.dtype)
    assign(self, op(indexing.index_put)(self._alias(), value, index))


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


# in place --------------------------------------------------------------------------------------------------


_DIRECTLY = {"add_": operator.iadd, "sub_": operator.isub, "mul_": operator.imul, "div_": operator.itruediv}


def in_place(function: Callable[..., Tensor], name: str) -> Callable[..., Tensor]:
    """The in-place form of a function: computed out of place from an alias, then written over the tensor.

    While nothing is recorded, as in an optimizer's step, plain arithmetic on floats needs no second array.
    """
    directly = _DIRECTLY.get(name)

    def changed(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        check_in_place(self)
        if directly is not None and not mode.track and not kwargs and _fits_in_place(self, args[0]):
            directly(self._array, args[0]._array)
            self._bump_version()
            return self
        before = self._alias() if mode.track else self  # a node that saved the tensor itself would be a cycle
        return assign(self, function(before, *args, **kwargs))

    changed.__name__ = changed.__qualname__ = name
    changed.__doc__ = f"``{name[:-1]}``, in place."
    return changed


def _fits_in_place(self: Tensor, other: Any) -> bool:
    """Whether NumPy's own in-place operator does the same: an array and a tensor of equal shape and float dtype."""
    array = self._array
    return (
        isinstance(other, Tensor)
        and type(array) is np.ndarray
        and array.shape == other._array.shape
        and array.dtype is other._array.dtype
        and array.dtype.kind == "f"
    )


def copy_(self: Tensor, source: Tensor) -> Tensor:
    """Overwrite the tensor with the values of another, in place; the gradient goes to the source."""
    check_in_place(self)
    source = source if isinstance(source, Tensor) else Tensor._wrap(np.asarray(source))
    return assign(self, op(shape.copy)(self._alias(), source))


def fill_(self: Tensor, value: Any) -> Tensor:
    """Fill with a number, in place."""
    check_in_place(self)
    value = value.item() if isinstance(value, Tensor) else value
    return assign(self, op(elementwise.fill)(self._alias(), value))


def zero_(self: Tensor) -> Tensor:
    """Fill with zeros, in place."""
    return fill_(self, 0)


def set_data(self: Tensor, values: np.ndarray[Any, Any]) -> None:
    """Overwrite the values under the hood, without a record; used by initialization and optimizers."""
    self._storage()[...] = values
    if self._counter is not graph.INFERENCE:
        self._bump_version()


# comparing whole tensors -----------------------------------------------------------------------------------


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


# binding ---------------------------------------------------------------------------------------------------

#: rows that are bound under their own name, as methods and as functions
_ROWS = [
    "mul",
    "remainder",
    "fmod",
    "neg",
    "exp",
    "exp2",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "sqrt",
    "rsqrt",
    "reciprocal",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "sigmoid",
    "relu",
    "erf",
    "abs",
    "sign",
    "floor",
    "ceil",
    "round",
    "trunc",
    "frac",
    "maximum",
    "minimum",
    "fmax",
    "fmin",
    "hypot",
    "xlogy",
    "sinc",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "isnan",
    "isinf",
    "isfinite",
    "logical_and",
    "logical_or",
    "logical_xor",
    "logical_not",
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "bitwise_not",
    "argmax",
    "argmin",
    "argsort",
    "all",
    "any",
    "count_nonzero",
    "nansum",
    "transpose",
    "t",
    "unsqueeze",
    "clone",
    "tril",
    "triu",
    "diagonal",
    "mm",
    "mv",
    "dot",
    "bmm",
    "addmm",
    "index_select",
    "scatter_add",
    "scatter",
    "alias",
]

#: functions of this module that are bound as methods and as functions
_FUNCTIONS = [
    "add",
    "sub",
    "div",
    "floor_divide",
    "pow",
    "square",
    "clamp",
    "masked_fill",
    "lerp",
    "sum",
    "mean",
    "prod",
    "max",
    "min",
    "amax",
    "amin",
    "var",
    "std",
    "norm",
    "logsumexp",
    "cumsum",
    "cumprod",
    "logcumsumexp",
    "cummax",
    "cummin",
    "softmax",
    "log_softmax",
    "median",
    "kthvalue",
    "sort",
    "topk",
    "reshape",
    "flatten",
    "ravel",
    "unflatten",
    "permute",
    "movedim",
    "squeeze",
    "broadcast_to",
    "flip",
    "roll",
    "unbind",
    "split",
    "chunk",
    "narrow",
    "select",
    "outer",
    "matmul",
    "masked_select",
    "take",
    "take_along_dim",
    "gather",
    "nonzero",
    "equal",
    "isclose",
    "allclose",
]

#: functions of this module that are bound as methods only
_METHODS = [
    "to",
    "type_as",
    "contiguous",
    "view",
    "reshape_as",
    "view_as",
    "expand",
    "expand_as",
    "repeat",
    "index_put_",
    "copy_",
    "fill_",
    "zero_",
]

_ALIASES = {
    "absolute": "abs", "negative": "neg", "multiply": "mul", "subtract": "sub", "divide": "div", "true_divide": "div",
    "clip": "clamp", "swapaxes": "transpose", "swapdims": "transpose", "greater": "gt", "less": "lt", "sgn": "sign",
    "greater_equal": "ge", "less_equal": "le", "not_equal": "ne", "arctan2": "atan2", "arcsin": "asin",
    "arccos": "acos", "arctan": "atan", "concat": "cat", "concatenate": "cat", "moveaxis": "movedim", "fix": "trunc",
}  # fmt: skip

_CONVERSIONS = {
    "float": dtypes.float32, "double": dtypes.float64, "half": dtypes.float16, "long": dtypes.int64,
    "int": dtypes.int32, "short": dtypes.int16, "bool": dtypes.bool,
}  # fmt: skip

_IN_PLACE = [
    "add",
    "sub",
    "mul",
    "div",
    "floor_divide",
    "remainder",
    "fmod",
    "pow",
    "neg",
    "exp",
    "log",
    "sqrt",
    "rsqrt",
    "reciprocal",
    "sin",
    "cos",
    "tan",
    "tanh",
    "sigmoid",
    "relu",
    "abs",
    "sign",
    "floor",
    "ceil",
    "round",
    "trunc",
    "clamp",
    "masked_fill",
    "square",
    "lerp",
    "tril",
    "triu",
    "cumsum",
    "cumprod",
    "scatter_add",
    "scatter",
    "logical_not",
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
]

_OPERATORS = {
    "add": "add", "radd": "add", "sub": "sub", "mul": "mul", "rmul": "mul", "truediv": "div", "mod": "remainder",
    "neg": "neg", "abs": "abs", "eq": "eq", "ne": "ne", "lt": "lt", "le": "le", "gt": "gt", "ge": "ge",
    "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor", "rand": "bitwise_and", "ror": "bitwise_or",
    "rxor": "bitwise_xor", "invert": "bitwise_not",
}  # fmt: skip

_IN_PLACE_OPERATORS = {
    "iadd": "add_", "isub": "sub_", "imul": "mul_", "itruediv": "div_", "ifloordiv": "floor_divide_",
    "imod": "remainder_", "ipow": "pow_", "iand": "bitwise_and_", "ior": "bitwise_or_", "ixor": "bitwise_xor_",
}  # fmt: skip


class _FromTable:
    """A method that is generated when it is first used, so that importing the package compiles nothing."""

    def __init__(self, row: str):
        self.row = row
        self.__doc__ = TABLE[row].forward.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        function = TABLE[self.row].function
        setattr(Tensor, self.name, function)
        return getattr(owner if instance is None else instance, self.name)


def _bind(name: str, value: Any) -> None:
    setattr(Tensor, name, value)
    if isinstance(value, _FromTable):
        value.__set_name__(Tensor, name)


def bind() -> None:
    """Give the class its methods and operators."""
    here = globals()
    for name in _ROWS:
        _bind(name, _FromTable(name))
    for name in _FUNCTIONS + _METHODS:
        _bind(name, here[name])
    for alias, name in _ALIASES.items():
        if name not in ("cat",):
            _bind(alias, _FromTable(name) if name in _ROWS else here[name])
    for name, target in _CONVERSIONS.items():
        _bind(name, _conversion(target))
    for name in _IN_PLACE:
        _bind(f"{name}_", in_place(here.get(name) or _later(name), f"{name}_"))
    Tensor.clip_ = Tensor.clamp_  # type: ignore[attr-defined]
    for symbol, name in _OPERATORS.items():
        _bind(f"__{symbol}__", _operator(TABLE[name].name, f"__{symbol}__"))
    for symbol, name in _IN_PLACE_OPERATORS.items():
        _bind(f"__{symbol}__", getattr(Tensor, name))
    for symbol, function in dict(
        rsub=_row_function("rsub"), rtruediv=rdiv, floordiv=floor_divide, pow=pow, rpow=rpow, matmul=matmul,
        rmatmul=rmatmul, getitem=getitem, setitem=setitem, rfloordiv=_reflected(floor_divide), rmod=_reflected(_later("remainder")),
    ).items():  # fmt: skip
        _bind(f"__{symbol}__", function)
    Tensor.T = property(_transposed)  # type: ignore[attr-defined]
    Tensor.mT = property(_matrix_transposed)  # type: ignore[attr-defined]


def _operator(row: str, dunder: str) -> Callable[..., Any]:
    """Python looks operators up on the class, past ``_FromTable``: this stand-in replaces itself when first used."""

    def first_time(*args: Any) -> Any:
        function = TABLE[row].function
        setattr(Tensor, dunder, function)
        return function(*args)

    return first_time


def _row_function(name: str) -> Callable[..., Any]:
    return _operator(name, f"__{name}__")


def _later(name: str) -> Callable[..., Any]:
    def function(*args: Any, **kwargs: Any) -> Any:
        return TABLE[name].function(*args, **kwargs)

    return function


def _reflected(function: Callable[..., Any]) -> Callable[..., Any]:
    def reflected(self: Tensor, other: Any) -> Any:
        return function(Tensor._wrap(np.asarray(other, dtypes.weak_scalar(self._array, other))), self)

    return reflected


def function_named(name: str) -> Any:
    """The module function ``minigrad.<name>``, or None."""
    name = _ALIASES.get(name, name)
    if name in _FUNCTIONS or name in ("where", "cat", "stack"):
        return globals()[name]
    if name in _ROWS or name in ("rsub",):
        return _with_out(TABLE[name].function)
    return None


def _with_out(function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """The function form of a row, which also takes ``out=``, a tensor to write the result to."""

    @functools.wraps(function)
    def called(*args: Any, out: Tensor | None = None, **kwargs: Any) -> Tensor:
        if out is None:
            return function(*args, **kwargs)
        if is_recording() and any(isinstance(each, Tensor) and each.requires_grad for each in (*args, out)):
            raise RuntimeError(
                "out= overwrites a tensor, which can't be recorded: leave it out, or use no_grad."
            )
        return assign(out, function(*args, **kwargs))

    return called
