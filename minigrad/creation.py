"""Making tensors: ``tensor``, ``zeros``, ``arange`` and their kin. Random ones are in ``random``."""

from __future__ import annotations

import functools
import math
import operator
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from minigrad import dtypes
from minigrad.dtypes import dtype as DType
from minigrad.tensor import Tensor

__all__ = [
    "arange",
    "as_tensor",
    "empty",
    "empty_like",
    "eye",
    "from_numpy",
    "full",
    "full_like",
    "linspace",
    "ones",
    "ones_like",
    "tensor",
    "zeros",
    "zeros_like",
]

Number = bool | int | float | complex


def tensor(data: Any, *, dtype: DType | None = None, requires_grad: bool = False) -> Tensor:
    """A new leaf tensor with a copy of ``data``: a number, nested lists of numbers, or a NumPy array.

    Without ``dtype``, Python's floats become the default dtype (float32), its integers int64, and an array
    keeps its own type. Raises ``ValueError`` for rows of different lengths, ``TypeError`` for what is no
    number, and ``RuntimeError`` for a number that ``dtype`` can't hold or for integers with
    ``requires_grad=True``.

    >>> import minigrad
    >>> minigrad.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    tensor([[1., 2.],
            [3., 4.]], requires_grad=True)
    """
    target = None if dtype is None else dtypes.as_dtype(dtype)
    if isinstance(data, Tensor):
        warnings.warn(
            "tensor() copies the numbers of a tensor and drops its history. Say so with "
            "source.detach().clone(), or keep the history with source.clone().",
            UserWarning,
            stacklevel=2,
        )
        array = _converted(data._array, target)
    elif isinstance(data, np.ndarray | np.generic):
        array = _converted(_acceptable(data), target)
    else:
        shape, numbers = _flatten(data)
        numbers, common = _plain(numbers)
        array = _filled(numbers, target or common)
        array = array.reshape(shape) if shape else array[0]
    # a single number as a NumPy scalar, with which operations are several times as fast
    return Tensor._wrap(array if array.ndim else array[()], requires_grad)


def as_tensor(data: Any, *, dtype: DType | None = None) -> Tensor:
    """``data`` as a tensor, copied only if it has to be: a tensor is returned as it is, an array is shared.

    >>> import numpy as np, minigrad
    >>> array = np.zeros(2)
    >>> x = minigrad.as_tensor(array)
    >>> array[0] = 7
    >>> x
    tensor([7., 0.], dtype=torch.float64)
    """
    if isinstance(data, Tensor):
        return data if dtype is None else data.to(dtypes.as_dtype(dtype))
    if isinstance(data, np.ndarray) and (dtype is None or dtypes.as_dtype(dtype).numpy == data.dtype):
        return from_numpy(data)
    return tensor(data, dtype=dtype)


def from_numpy(ndarray: np.ndarray[Any, Any]) -> Tensor:
    """A tensor that shares the memory of ``ndarray``: a change to the one changes the other.

    Raises ``TypeError`` for anything but an array of numbers that a tensor can hold.
    """
    if not isinstance(ndarray, np.ndarray):
        raise TypeError(
            f"from_numpy() shares the memory of a NumPy array, and got a {type(ndarray).__name__}. "
            "Use minigrad.tensor(...) to copy other data."
        )
    array = _acceptable(ndarray)
    if not array.flags.writeable:
        warnings.warn(
            "The NumPy array is read-only, and the tensor shares its memory: don't write to the tensor, "
            "or use minigrad.tensor(array), which copies it.",
            UserWarning,
            stacklevel=2,
        )
    return Tensor._wrap(array)


# of a given size -----------------------------------------------------------------------------------------


def zeros(*size: Any, dtype: DType | None = None, requires_grad: bool = False) -> Tensor:
    """A tensor of zeros: ``zeros(2, 3)`` and ``zeros((2, 3))`` are the same.

    >>> import minigrad
    >>> minigrad.zeros(2, 3)
    tensor([[0., 0., 0.],
            [0., 0., 0.]])
    """
    return Tensor._wrap(np.zeros(to_shape("zeros", size), to_numpy(dtype)), requires_grad)


def ones(*size: Any, dtype: DType | None = None, requires_grad: bool = False) -> Tensor:
    """A tensor of ones: ``ones(2, 3)`` and ``ones((2, 3))`` are the same."""
    return Tensor._wrap(np.ones(to_shape("ones", size), to_numpy(dtype)), requires_grad)


def empty(*size: Any, dtype: DType | None = None, requires_grad: bool = False) -> Tensor:
    """A tensor that holds whatever was in that memory: for one that is written to before it is read."""
    return Tensor._wrap(np.empty(to_shape("empty", size), to_numpy(dtype)), requires_grad)


def full(
    size: Sequence[int], fill_value: Any, *, dtype: DType | None = None, requires_grad: bool = False
) -> Tensor:
    """A tensor of shape ``size`` that holds ``fill_value`` everywhere, and without ``dtype`` has its type.

    >>> import minigrad
    >>> minigrad.full((2,), 7)
    tensor([7, 7])
    """
    if not isinstance(size, tuple | list):
        raise TypeError(f"full() takes the size as a tuple, such as (2, 3), not {size!r}.")
    value = to_number(fill_value)
    target = dtypes.of_number(value) if dtype is None else dtypes.as_dtype(dtype)
    return Tensor._wrap(np.full(to_shape("full", size), value, target.numpy), requires_grad)


def zeros_like(input: Tensor, *, dtype: DType | None = None, requires_grad: bool = False) -> Tensor:
    """Zeros in the shape of ``input``, and in its dtype unless another is given."""
    return Tensor._wrap(np.zeros_like(array_of("zeros_like", input), to_numpy(dtype, input)), requires_grad)


def ones_like(input: Tensor, *, dtype: DType | None = None, requires_grad: bool = False) -> Tensor:
    """Ones in the shape of ``input``, and in its dtype unless another is given."""
    return Tensor._wrap(np.ones_like(array_of("ones_like", input), to_numpy(dtype, input)), requires_grad)


def empty_like(input: Tensor, *, dtype: DType | None = None, requires_grad: bool = False) -> Tensor:
    """As ``empty``, in the shape of ``input``, and in its dtype unless another is given."""
    return Tensor._wrap(np.empty_like(array_of("empty_like", input), to_numpy(dtype, input)), requires_grad)


def full_like(
    input: Tensor, fill_value: Any, *, dtype: DType | None = None, requires_grad: bool = False
) -> Tensor:
    """``fill_value`` in the shape of ``input``, and in its dtype unless another is given."""
    array = array_of("full_like", input)
    return Tensor._wrap(np.full_like(array, to_number(fill_value), to_numpy(dtype, input)), requires_grad)


# of a given pattern --------------------------------------------------------------------------------------


def arange(
    start: Any,
    end: Any = None,
    step: Any = 1,
    *,
    dtype: DType | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """``start``, ``start + step``, … up to and without ``end``; ``arange(end)`` starts at 0.

    Without ``dtype``: int64 if all are integers, else the default dtype. Raises ``RuntimeError`` for a step
    of 0 or one that leads away from ``end``.

    >>> import minigrad
    >>> minigrad.arange(3), minigrad.arange(1, 2.5, 0.5)
    (tensor([0, 1, 2]), tensor([1.0000, 1.5000, 2.0000]))
    """
    if end is None:
        start, end = 0, start
    start, end, step = (_real("arange", value) for value in (start, end, step))
    if step == 0:
        raise RuntimeError("arange() can't step by 0: it would never arrive.")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise RuntimeError(f"arange() can't count from {start} to {end}.")
    if (end - start) * step < 0:
        raise RuntimeError(f"arange() never gets from {start} to {end} in steps of {step}: check the sign.")
    whole = all(isinstance(value, int) for value in (start, end, step))
    count = max(0, -((start - end) // step)) if whole else math.ceil((end - start) / step)
    target = to_numpy(dtypes.int64 if dtype is None and whole else dtype)
    return Tensor._wrap((start + step * np.arange(count)).astype(target), requires_grad)


def linspace(
    start: Any, end: Any, steps: int, *, dtype: DType | None = None, requires_grad: bool = False
) -> Tensor:
    """``steps`` numbers at equal distances, of which the first is ``start`` and the last ``end``.

    >>> import minigrad
    >>> minigrad.linspace(0, 1, 5)
    tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])
    """
    if steps < 0:
        raise RuntimeError(f"linspace() can't make {steps} steps: the number must not be negative.")
    target = to_numpy(dtype)
    # In the resulting precision and from the nearer end, as PyTorch does: both ends come out exact.
    working = target if target.kind in "fc" else np.dtype(np.float64)
    first, last = (np.asarray(to_number(value)).astype(target).astype(working) for value in (start, end))
    step = (last - first) / np.asarray(max(steps - 1, 1), working)
    index = np.arange(steps)
    from_start = first + step * index.astype(working)
    from_end = last - step * index[::-1].astype(working)
    return Tensor._wrap(
        np.where(index < max(steps // 2, 1), from_start, from_end).astype(target), requires_grad
    )


def eye(n: int, m: int | None = None, *, dtype: DType | None = None, requires_grad: bool = False) -> Tensor:
    """The ``n`` by ``m`` matrix with ones on its diagonal and zeros elsewhere; square without ``m``."""
    shape = to_shape("eye", (n, n if m is None else m))
    return Tensor._wrap(np.eye(*shape, dtype=to_numpy(dtype)), requires_grad)


# shared with random --------------------------------------------------------------------------------------


def to_shape(name: str, size: Sequence[Any]) -> tuple[int, ...]:
    """The shape meant by the arguments of ``zeros(2, 3)`` or ``zeros((2, 3))``."""
    if len(size) == 1 and isinstance(size[0], tuple | list):
        size = size[0]
    elif size == ():
        raise TypeError(f"{name}() needs a size, such as {name}(2, 3). For a single number write {name}(()).")
    lengths = []
    for length in size:
        if isinstance(length, bool) or not hasattr(length, "__index__"):
            raise TypeError(f"{name}() takes whole numbers as its size, and {length!r} isn't one.")
        lengths.append(operator.index(length))
    if any(length < 0 for length in lengths):
        raise RuntimeError(f"{name}() can't make a tensor of shape {lengths}: a length is negative.")
    return tuple(lengths)


def to_numpy(dtype: DType | None, like: Tensor | None = None) -> np.dtype[Any]:
    """The NumPy type meant by an argument ``dtype=``, or of ``like``, or of the default dtype."""
    if dtype is not None:
        return dtypes.as_dtype(dtype).numpy
    return dtypes.get_default_dtype().numpy if like is None else like._array.dtype


def array_of(name: str, input: Any) -> Any:
    """The numbers of ``input``, which must be a tensor."""
    if not isinstance(input, Tensor):
        raise TypeError(f"{name}() takes its shape from a tensor, and got a {type(input).__name__}.")
    return input._array


def to_number(value: Any) -> Any:
    """A Python number; NumPy's scalars and tensors of one element are converted."""
    if isinstance(value, Tensor | np.generic | np.ndarray):
        return value.item()
    if not isinstance(value, Number):
        raise TypeError(f"Expected a number, not {value!r} (of type {type(value).__name__}).")
    return value


def _real(name: str, value: Any) -> Any:
    number = to_number(value)
    if isinstance(number, complex):
        raise TypeError(f"{name}() takes real numbers, not {number!r}.")
    return int(number) if isinstance(number, bool) else number


# from nested lists to an array ---------------------------------------------------------------------------

_PLAIN = set(dtypes.CATEGORY_OF_TYPE)


def _flatten(data: Any) -> tuple[tuple[int, ...], list[Any]]:
    """The shape of nested sequences and the numbers in them, row by row."""
    if isinstance(data, str):
        raise TypeError(f"tensor() takes numbers, and {data!r} is text.")
    lengths: list[int] = []
    first = data
    while _is_sequence(first):
        lengths.append(len(first))
        first = first[0] if len(first) else None
    numbers: list[Any] = []
    _collect(data, tuple(lengths), (), numbers)
    return tuple(lengths), numbers


def _is_sequence(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.ndim > 0
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _collect(part: Any, lengths: tuple[int, ...], position: tuple[int, ...], numbers: list[Any]) -> None:
    """Append the numbers of ``part``, which is ``data`` indexed by ``position``, after checking its shape."""
    depth = len(position)
    if depth == len(lengths):
        if _is_sequence(part):
            raise TypeError(
                f"{_place(position)} is a {type(part).__name__}, where {_place((0,) * depth)} is a number. "
                "Every row has to be nested as deep as the first."
            )
        numbers.append(part)
        return
    if not _is_sequence(part):
        _dtype_of(part)  # what is no number at all says so
        raise TypeError(
            f"{_place(position)} is a number, where {_place((0,) * depth)} is a sequence. "
            "Every row has to be nested as deep as the first."
        )
    if len(part) != lengths[depth]:
        raise ValueError(
            f"Rows have to be of equal length: {_place(position)} has length {len(part)}, "
            f"and {_place((0,) * depth)} has length {lengths[depth]}."
        )
    if depth == len(lengths) - 1 and set(map(type, part)) <= _PLAIN:
        numbers.extend(part)
        return
    for index, item in enumerate(part):
        _collect(item, lengths, (*position, index), numbers)


def _place(position: tuple[int, ...]) -> str:
    return "data" + "".join(f"[{index}]" for index in position)


def _plain(numbers: list[Any]) -> tuple[list[Any], DType]:
    """The numbers as Python numbers, and the dtype that they have in common."""
    kinds = set(map(type, numbers))
    if not kinds:
        return numbers, dtypes.get_default_dtype()
    if kinds <= _PLAIN:
        return numbers, dtypes.of_category(max(dtypes.CATEGORY_OF_TYPE[kind] for kind in kinds))
    if any(isinstance(number, Tensor) and number.requires_grad for number in numbers):
        warnings.warn(
            "tensor() takes only the numbers of the tensors in a list, and drops their history. "
            "Use minigrad.stack(list) to keep it.",
            UserWarning,
            stacklevel=3,
        )
    common = functools.reduce(dtypes.promote_types, map(_dtype_of, numbers))
    return [to_number(_single(number)) for number in numbers], common


def _dtype_of(number: Any) -> DType:
    if isinstance(number, Tensor):
        return number.dtype
    if isinstance(number, np.generic | np.ndarray):
        return dtypes.of_array(number)
    if isinstance(number, str):
        raise ValueError(f"tensor() takes numbers, and {number!r} is text.")
    if not isinstance(number, Number):
        raise RuntimeError(f"tensor() takes numbers, and {number!r} is of type {type(number).__name__}.")
    return dtypes.of_number(number)


def _single(number: Any) -> Any:
    if isinstance(number, Tensor) and number.numel() != 1:
        raise ValueError(
            f"A list of tensors can become a tensor if each holds one number, and one has shape "
            f"{list(number.shape)}. Use minigrad.stack or minigrad.cat to join tensors."
        )
    return number


def _filled(numbers: list[Any], dtype: DType) -> np.ndarray[Any, Any]:
    if dtype.category == dtypes.INTEGER:
        return _whole(numbers, dtype)
    try:
        return np.array(numbers, dtype.numpy)
    except TypeError:
        raise TypeError(f"A complex number doesn't fit into {dtype!r}.") from None


def _whole(numbers: list[Any], dtype: DType) -> np.ndarray[Any, Any]:
    values = np.array(numbers or [0])
    if values.dtype.kind == "c":
        raise TypeError(f"A complex number doesn't fit into {dtype!r}.")
    if values.dtype.kind not in "bif":
        raise ValueError(
            f"An integer is too large for {dtype!r}, or for any integer type that a tensor can hold."
        )
    limits = _limits(dtype)
    # PyTorch lets a negative number wrap around in an unsigned type.
    lowest = limits.min or -limits.max
    fit = (values >= lowest) & (values <= limits.max)
    if not fit.all():
        raise RuntimeError(
            f"{values[~fit][0]} doesn't fit into {dtype!r}, which holds {limits.min} to {limits.max}."
        )
    return values.astype(dtype.numpy)[: len(numbers)]


_limits = functools.cache(dtypes.iinfo)


def _acceptable(array: Any) -> Any:
    """A NumPy array or scalar that a tensor can share or copy as it is."""
    if not array.dtype.isnative:
        raise ValueError(
            f"The array stores its numbers in the other byte order ({array.dtype.str}). "
            "Convert it first: array.astype(array.dtype.newbyteorder('='))."
        )
    dtypes.of_array(array)
    if any(stride < 0 for stride in array.strides):
        raise ValueError(
            f"The array runs backwards through its memory (strides {array.strides}), which a tensor can't. "
            "Pass array.copy()."
        )
    return array


def _converted(array: Any, dtype: DType | None) -> Any:
    """A copy of the array or scalar, in another type if one is given."""
    return array.astype(array.dtype if dtype is None else dtype.numpy, order="C")
