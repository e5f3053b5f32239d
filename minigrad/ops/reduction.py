"""Operations that make fewer elements of many: sums, means, products, extremes, norms, running totals.

``dim`` is None for all elements, else one dimension or a tuple of them; ``keepdim`` keeps the reduced
dimensions with length 1, so that the result still broadcasts against the input.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from minigrad.ops.elementwise import exp, sign, where, zeros_like
from minigrad.ops.register import op
from minigrad.ops.shape import expand, flip, moved
from minigrad.tensor import Tensor

Dims = int | tuple[int, ...] | None


# helpers shared by the formulas; arrays and tensors alike --------------------------------------------------


def axes_of(dim: Dims, ndim: int) -> tuple[int, ...]:
    """The reduced axes as numbers from 0."""
    if dim is None:
        return tuple(range(ndim))
    dims = (dim,) if isinstance(dim, int) else tuple(dim)
    return tuple(d % ndim for d in dims) if ndim else ()


def kept(value: Any, shape: tuple[int, ...], dim: Dims) -> Any:
    """A reduced value with its reduced dimensions put back, of length 1."""
    axes = axes_of(dim, len(shape))
    return value.reshape(tuple([1 if axis in axes else length for axis, length in enumerate(shape)]))


def stretched(value: Any, shape: tuple[int, ...], dim: Dims) -> Any:
    """A reduced value stretched over the elements that it was computed from."""
    if dim is None:
        return everywhere(value, shape)
    return expand(kept(value, shape, dim), shape)


def everywhere(value: Any, shape: tuple[int, ...]) -> Any:
    """A single value at every place of ``shape``, without copying."""
    if isinstance(value, Tensor):
        return expand(value.reshape(()), shape)
    # what np.broadcast_to does, which takes ten times as long to say it
    return np.ndarray(shape, value.dtype, np.asarray(value), 0, (0,) * len(shape))


def count(shape: tuple[int, ...], dim: Dims) -> int:
    """How many elements went into each result."""
    return math.prod(shape[axis] for axis in axes_of(dim, len(shape)))


def _in_int64(total: Any) -> Any:
    """NumPy totals uint8 in uint64, which no tensor holds; PyTorch in int64."""
    return total.astype(np.int64) if total.dtype.kind == "u" else total


def _numpy_axis(dim: Dims) -> Any:
    return tuple(dim) if isinstance(dim, (list, tuple)) else dim


# sums ------------------------------------------------------------------------------------------------------


@op("SumBackward0", self=lambda grad, self_shape: everywhere(grad, self_shape))
def sum_all(self: Any) -> Any:
    """The sum of all elements.

    >>> minigrad.tensor([1.0, 2.0, 3.0]).sum()
    tensor(6.)
    """
    return _in_int64(np.add.reduce(self, axis=None))


@op("SumBackward1", self=lambda grad, self_shape, dim: stretched(grad, self_shape, dim))
def sum_dim(self: Any, dim: Dims, keepdim: bool = False) -> Any:
    """The sum along ``dim``.

    >>> minigrad.ones(2, 3).sum(0)
    tensor([2., 2., 2.])
    """
    return _in_int64(np.add.reduce(self, axis=_numpy_axis(dim), keepdims=keepdim))  # type: ignore[call-overload]


@op("MeanBackward0", self=lambda grad, self_shape: everywhere(grad / math.prod(self_shape), self_shape))
def mean_all(self: Any) -> Any:
    """The mean of all elements; a ``RuntimeError`` for integers, which have none of their own dtype.

    >>> minigrad.tensor([1.0, 2.0, 3.0]).mean()
    tensor(2.)
    """
    return _mean(self, None, False)


@op(
    "MeanBackward1",
    self=lambda grad, self_shape, dim: stretched(grad / count(self_shape, dim), self_shape, dim),
)
def mean_dim(self: Any, dim: Dims, keepdim: bool = False) -> Any:
    """The mean along ``dim``.

    >>> minigrad.tensor([[1.0, 3.0], [5.0, 9.0]]).mean(1)
    tensor([2., 7.])
    """
    return _mean(self, dim, keepdim)


def _mean(self: Any, dim: Dims, keepdim: bool) -> Any:
    if self.dtype.kind not in "fc":
        raise RuntimeError(f"mean() needs a floating dtype, not {self.dtype}: use .float().mean().")
    if self.dtype == np.float16:  # summed in float32, as it soon exceeds what float16 holds
        return self.mean(axis=_numpy_axis(dim), keepdims=keepdim)
    total = np.add.reduce(self, axis=_numpy_axis(dim), keepdims=keepdim)  # type: ignore[call-overload]
    return total / self.dtype.type(count(self.shape, dim))


@op("NansumBackward0", self=lambda grad, self, dim: stretched(grad, self.shape, dim) * (self == self))
def nansum(self: Any, dim: Dims = None, keepdim: bool = False) -> Any:
    """The sum of the elements that are not nan.

    >>> minigrad.tensor([1.0, math.nan]).nansum()
    tensor(1.)
    """
    return np.nansum(self, axis=_numpy_axis(dim), keepdims=keepdim)


# products --------------------------------------------------------------------------------------------------


@op(
    "ProdBackward0",
    self=lambda grad, self: _times(
        expand(grad, self.shape), _product_of_others(self.reshape(-1), 0).reshape(self.shape)
    ),
)
def prod_all(self: Any) -> Any:
    """The product of all elements.

    >>> minigrad.tensor([2.0, 3.0, 4.0]).prod()
    tensor(24.)
    """
    return _in_int64(self.prod())


@op(
    "ProdBackward1",
    self=lambda grad, self, dim: _times(stretched(grad, self.shape, dim), _product_of_others(self, dim)),
)
def prod_dim(self: Any, dim: int, keepdim: bool = False) -> Any:
    """The product along ``dim``.

    >>> minigrad.tensor([[2.0, 3.0], [4.0, 5.0]]).prod(1)
    tensor([ 6., 20.])
    """
    return _in_int64(self.prod(axis=dim, keepdims=keepdim))


def _times(grad: Any, others: Any) -> Any:
    """Where the product of the others is 0 nothing passes, not even an infinite gradient."""
    return where(others == 0, others, grad * others)


def _product_of_others(values: Any, dim: int) -> Any:
    """For each element the product of all the others along ``dim``, right also where some are zero.

    Dividing the product by the element would give 0/0 there; so the product of those before it and the
    product of those after it are multiplied.
    """
    if values.ndim == 0:
        return values * 0 + 1
    return _product_before(values, dim) * flip(_product_before(flip(values, (dim,)), dim), (dim,))


def _product_before(values: Any, dim: int) -> Any:
    """For each element the product of those before it along ``dim``: a running product, shifted by one."""
    length = values.shape[dim]
    if length == 0:
        return values
    before = moved(values, dim, 0)[: length - 1]
    first = zeros_like(moved(values, dim, 0)[:1]) + 1
    shifted = _cat(first, before)
    return moved(cumprod(shifted, 0), 0, dim)


def _cat(first: Any, rest: Any) -> Any:
    from minigrad.ops.shape import cat

    return cat(first, rest, dim=0)


@op(self=lambda grad, dim: flip(cumsum(flip(grad, (dim,)), dim), (dim,)))
def cumsum(self: Any, dim: int) -> Any:
    """The running sum along ``dim``.

    >>> minigrad.tensor([1.0, 2.0, 3.0]).cumsum(0)
    tensor([1., 3., 6.])
    """
    return _in_int64(np.cumsum(self, axis=dim)).reshape(self.shape)


@op(self=lambda grad, self, result, dim: _cumprod_gradient(grad, self, result, dim))
def cumprod(self: Any, dim: int) -> Any:
    """The running product along ``dim``.

    >>> minigrad.tensor([1.0, 2.0, 3.0]).cumprod(0)
    tensor([1., 2., 6.])
    """
    return _in_int64(np.cumprod(self, axis=dim)).reshape(self.shape)


def _cumprod_gradient(grad: Any, values: Any, result: Any, dim: int) -> Any:
    if values.ndim == 0 or math.prod(values.shape) == 1:
        return grad
    if not bool((values == 0).any()):
        return flip(cumsum(flip(grad * result, (dim,)), dim), (dim,)) / values
    # With zeros: result j depends on element i <= j by the product of the others up to j.
    length = values.shape[dim]
    first = moved(values, dim, 0)
    along = moved(grad, dim, 0)
    parts = []
    for i in range(length):
        others = _cat(first[:i], _cat(zeros_like(first[i : i + 1]) + 1, first[i + 1 :]))
        parts.append((along * cumprod(others, 0))[i:].sum(axis=0, keepdims=True))
    joined = parts[0]
    for part in parts[1:]:
        joined = _cat(joined, part)
    return moved(joined, 0, dim)


# extremes --------------------------------------------------------------------------------------------------


def _same(values: Any, extreme: Any) -> Any:
    """Where the extreme was found; nan is found where nan is."""
    return (values == extreme) | ((values != values) & (extreme != extreme))


def _split(grad: Any, values: Any, extreme: Any, dim: Dims) -> Any:
    """Elements that tie for the extreme get equal parts of its gradient."""
    shape = values.shape
    mask = _same(values, kept(extreme, shape, dim))
    ties = mask.sum(axis=axes_of(dim, len(shape)), keepdims=True, dtype=grad.dtype)
    return mask * (kept(grad, shape, dim) / ties)


@op("MaxBackward1", self=lambda grad, self, result: _split(grad, self, result, None))
def max_all(self: Any) -> Any:
    """The largest element; ties split the gradient evenly. ``RuntimeError`` for an empty tensor.

    >>> minigrad.tensor([1.0, 3.0, 2.0]).max()
    tensor(3.)
    """
    return _not_empty(self, "max").max()


@op("MinBackward1", self=lambda grad, self, result: _split(grad, self, result, None))
def min_all(self: Any) -> Any:
    """The smallest element; ties split the gradient evenly. ``RuntimeError`` for an empty tensor.

    >>> minigrad.tensor([1.0, 3.0, 2.0]).min()
    tensor(1.)
    """
    return _not_empty(self, "min").min()


def _has_extremes(values: Any, dim: int | None) -> Any:
    length = values.size if dim is None else values.shape[dim] if values.ndim else 1
    if length == 0:
        where_ = "" if dim is None else f" along dim {dim}"
        raise IndexError(f"There is no largest or smallest element{where_} in shape {list(values.shape)}.")
    return values


def _not_empty(values: Any, name: str) -> Any:
    if values.size == 0:
        raise RuntimeError(f"{name}() of an empty tensor (shape {list(values.shape)}) is not defined.")
    return values


@op(self=lambda grad, self, result, dim: _split(grad, self, result, dim))
def amax(self: Any, dim: Dims = None, keepdim: bool = False) -> Any:
    """The largest element along ``dim``; ties split the gradient evenly.

    >>> minigrad.tensor([[1.0, 3.0], [5.0, 2.0]]).amax(1)
    tensor([3., 5.])
    """
    return self.max(axis=_numpy_axis(dim), keepdims=keepdim)


@op(self=lambda grad, self, result, dim: _split(grad, self, result, dim))
def amin(self: Any, dim: Dims = None, keepdim: bool = False) -> Any:
    """The smallest element along ``dim``; ties split the gradient evenly.

    >>> minigrad.tensor([[1.0, 3.0], [5.0, 2.0]]).amin(1)
    tensor([1., 2.])
    """
    return self.min(axis=_numpy_axis(dim), keepdims=keepdim)


@op("MedianBackward0", self=lambda grad, self, result: _split(grad, self, result, None))
def median_all(self: Any) -> Any:
    """The middle element, the lower one of two; ties split the gradient evenly.

    >>> minigrad.tensor([1.0, 5.0, 2.0, 4.0]).median()
    tensor(2.)
    """
    flat = np.sort(self.reshape(-1))
    if flat.size == 0 or flat[-1] != flat[-1]:
        return flat.dtype.type(math.nan)
    return flat[(flat.size - 1) // 2]


# spread and norms ------------------------------------------------------------------------------------------


@op("VarBackward0", self=lambda grad, self, dim, correction: _var_gradient(grad, self, dim, correction))
def var_op(self: Any, dim: Dims = None, correction: float = 1, keepdim: bool = False) -> Any:
    """The variance: the mean squared distance to the mean, divided by ``n - correction`` instead of ``n``.

    >>> minigrad.tensor([1.0, 2.0, 4.0]).var()
    tensor(2.3333)
    """
    if self.dtype.kind not in "fc":
        raise RuntimeError(f"var() and std() need a floating dtype, not {self.dtype}: use .float() first.")
    axes = axes_of(dim, self.ndim)
    n = count(self.shape, dim)
    # NumPy's own var() would warn where n - correction is 0
    distance = self - self.sum(axis=axes, keepdims=True) / self.dtype.type(n)
    squares = (distance * distance).sum(axis=axes, keepdims=keepdim)
    return squares / squares.dtype.type(max(n - correction, 0))


def _var_gradient(grad: Any, values: Any, dim: Dims, correction: float) -> Any:
    n = count(values.shape, dim)
    axes = axes_of(dim, len(values.shape))
    distance = values - values.sum(axis=axes, keepdims=True) / n
    freedom = n - correction
    scale = 2 / freedom if freedom > 0 else math.nan if freedom == 0 and n == 1 else math.inf
    return stretched(grad, values.shape, dim) * (distance * scale)


@op(
    "StdBackward0",
    self=lambda grad, self, result, dim, correction: _std_gradient(grad, self, result, dim, correction),
)
def std_op(self: Any, dim: Dims = None, correction: float = 1, keepdim: bool = False) -> Any:
    """The standard deviation, the square root of the variance; its slope is 0 where all values are equal.

    >>> minigrad.tensor([1.0, 2.0, 4.0]).std()
    tensor(1.5275)
    """
    return np.sqrt(var_op.op.forward(self, dim, correction, keepdim))  # type: ignore[attr-defined]


def _std_gradient(grad: Any, values: Any, result: Any, dim: Dims, correction: float) -> Any:
    through_root = where(result == 0, 0.0, grad / (2 * result))
    return _var_gradient(through_root, values, dim, correction)


@op(
    "LinalgVectorNormBackward0",
    self=lambda grad, self, result, ord, dim: _norm_gradient(grad, self, result, ord, dim),
)
def vector_norm(self: Any, ord: float = 2, dim: Dims = None, keepdim: bool = False) -> Any:
    """``(sum of |x|**ord) ** (1/ord)``; ``ord`` inf is the largest, -inf the smallest, 0 counts the nonzero.

    Its slope at the zero vector is 0.

    >>> minigrad.linalg.vector_norm(minigrad.tensor([3.0, -4.0]))
    tensor(5.)
    """
    if self.dtype.kind not in "fc":
        raise RuntimeError(f"norm() needs a floating dtype, not {self.dtype}: use .float() first.")
    axes = axes_of(dim, self.ndim)
    size = np.abs(self)
    if ord == math.inf:
        return size.max(axis=axes, keepdims=keepdim)
    if ord == -math.inf:
        return size.min(axis=axes, keepdims=keepdim)
    if ord == 0:
        return (size != 0).sum(axis=axes, keepdims=keepdim).astype(self.dtype)
    if ord == 1:
        return size.sum(axis=axes, keepdims=keepdim)
    if ord == 2:
        return np.sqrt((size * size).sum(axis=axes, keepdims=keepdim))
    return (size**ord).sum(axis=axes, keepdims=keepdim) ** (1 / ord)


def _norm_gradient(grad: Any, values: Any, result: Any, ord: float, dim: Dims) -> Any:
    shape = values.shape
    grad, result = kept(grad, shape, dim), kept(result, shape, dim)
    if ord == 0:
        return None
    if ord == 1:
        return sign(values) * grad
    if ord == 2:
        return values * where(result == 0, 0.0, grad / result)
    size = values * sign(values)
    if ord in (math.inf, -math.inf):
        return sign(values) * _split(grad, size, result, dim)
    share = where(size == 0, 0.0, size ** (ord - 1)) if ord < 2 else size ** (ord - 1)
    return sign(values) * share * where(result == 0, 0.0, grad / result ** (ord - 1))


@op(
    self=lambda grad, self, result, dim: (
        kept(grad, self.shape, dim) * exp(self - kept(result, self.shape, dim))
    )
)
def logsumexp(self: Any, dim: Dims, keepdim: bool = False) -> Any:
    """``log(sum(exp(x)))`` along ``dim``, without overflow.

    >>> minigrad.tensor([1000.0, 1000.0]).logsumexp(0)
    tensor(1000.6932)
    """
    axes = axes_of(dim, self.ndim)
    largest = self.max(axis=axes, keepdims=True) if self.size else np.zeros((), self.dtype)
    shift = np.where(np.isfinite(largest), largest, largest.dtype.type(0))
    total = np.log(np.exp(self - shift).sum(axis=axes, keepdims=True)) + shift
    return total if keepdim else total.reshape(tuple(n for i, n in enumerate(self.shape) if i not in axes))


@op(self=lambda grad, self, result, dim: _logcumsumexp_gradient(grad, self, result, dim))
def logcumsumexp(self: Any, dim: int) -> Any:
    """``log(cumsum(exp(x)))`` along ``dim``, without overflow.

    >>> minigrad.tensor([0.0, 0.0]).logcumsumexp(0)
    tensor([0.0000, 0.6931])
    """
    return np.logaddexp.accumulate(self, axis=dim) if self.ndim else self + self.dtype.type(0)


def _logcumsumexp_gradient(grad: Any, values: Any, result: Any, dim: int) -> Any:
    if values.ndim == 0:
        return grad
    # d result_j / d value_i = exp(value_i - result_j) for i <= j; summed in the log domain it would need signs,
    # so the largest result is taken out of both exponents instead
    top = result.max(axis=dim, keepdims=True) if isinstance(result, np.ndarray) else result.amax(dim, True)
    weights = grad * exp(top - result)
    return exp(values - top) * flip(cumsum(flip(weights, (dim,)), dim), (dim,))


# softmax ---------------------------------------------------------------------------------------------------


@op(self=lambda grad, result, dim: _softmax_gradient(grad, result, dim))
def softmax(self: Any, dim: int) -> Any:
    """``exp(x) / sum(exp(x))`` along ``dim``: positive numbers that sum to 1.

    >>> minigrad.tensor([0.0, 0.0]).softmax(0)
    tensor([0.5000, 0.5000])
    """
    _need_floats(self, "softmax")
    if not self.size:
        return np.array(self)
    axes = axes_of(dim, self.ndim)
    powers = np.exp(self - self.max(axis=axes, keepdims=True))
    return powers / powers.sum(axis=axes, keepdims=True)


def _need_floats(values: Any, name: str) -> None:
    if values.dtype.kind not in "fc":
        raise RuntimeError(f"{name}() needs a floating dtype, not {values.dtype}: use .float().{name}().")


def _softmax_gradient(grad: Any, result: Any, dim: int) -> Any:
    weighted = grad * result
    return weighted - result * weighted.sum(axis=axes_of(dim, len(result.shape)), keepdims=True)


@op(self=lambda grad, result, dim: _log_softmax_gradient(grad, result, dim))
def log_softmax(self: Any, dim: int) -> Any:
    """The logarithm of ``softmax``, without overflow.

    >>> minigrad.tensor([0.0, 0.0]).log_softmax(0)
    tensor([-0.6931, -0.6931])
    """
    _need_floats(self, "log_softmax")
    if not self.size:
        return np.array(self)
    axes = axes_of(dim, self.ndim)
    shifted = self - self.max(axis=axes, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=axes, keepdims=True))


def _log_softmax_gradient(grad: Any, result: Any, dim: int) -> Any:
    return grad - exp(result) * grad.sum(axis=axes_of(dim, len(result.shape)), keepdims=True)


# without derivative ----------------------------------------------------------------------------------------


@op(self=None)
def argmax(self: Any, dim: int | None = None, keepdim: bool = False) -> Any:
    """The index of the largest element, the first of several; of the flattened tensor without ``dim``.

    >>> minigrad.tensor([1.0, 3.0, 3.0]).argmax()
    tensor(1)
    """
    return np.argmax(_has_extremes(self, dim), axis=dim, keepdims=keepdim)


@op(self=None)
def argmin(self: Any, dim: int | None = None, keepdim: bool = False) -> Any:
    """The index of the smallest element, the first of several; of the flattened tensor without ``dim``.

    >>> minigrad.tensor([3.0, 1.0, 1.0]).argmin()
    tensor(1)
    """
    return np.argmin(_has_extremes(self, dim), axis=dim, keepdims=keepdim)


@op(self=None)
def argsort(self: Any, dim: int = -1, descending: bool = False) -> Any:
    """The indices that sort along ``dim``.

    >>> minigrad.tensor([3.0, 1.0, 2.0]).argsort()
    tensor([1, 2, 0])
    """
    if self.ndim == 0:
        return np.zeros((), np.int64)
    if not descending:
        return np.argsort(self, axis=dim, kind="stable")
    order = np.argsort(np.flip(self, dim), axis=dim, kind="stable")
    return np.flip(self.shape[dim] - 1 - order, dim).copy()


@op(self=None)
def all(self: Any, dim: Dims = None, keepdim: bool = False) -> Any:
    """Whether all elements are true (not zero).

    >>> minigrad.tensor([True, False]).all()
    tensor(False)
    """
    return np.all(self, axis=_numpy_axis(dim), keepdims=keepdim)


@op(self=None)
def any(self: Any, dim: Dims = None, keepdim: bool = False) -> Any:
    """Whether one element or more is true (not zero).

    >>> minigrad.tensor([True, False]).any()
    tensor(True)
    """
    return np.any(self, axis=_numpy_axis(dim), keepdims=keepdim)


@op(self=None)
def count_nonzero(self: Any, dim: Dims = None) -> Any:
    """How many elements are not zero.

    >>> minigrad.tensor([1.0, 0.0, 2.0]).count_nonzero()
    tensor(2)
    """
    return np.asarray(np.count_nonzero(self, axis=_numpy_axis(dim)))
