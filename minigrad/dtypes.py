"""The types of number that a tensor can hold, and which of them an operation on two of them yields.

Two rules are PyTorch's and not NumPy's, and ``promote`` and ``weak_scalar`` are about them:

- a Python number, and a 0-dim tensor beside one with dimensions, only counts by its *category* (bool,
  integer, floating point, complex): ``float32 tensor * 2.5`` stays float32, ``int64 tensor * 2.5`` becomes
  float32;
- an integer type beside a floating point type yields just that floating point type, never a wider one.
"""

from __future__ import annotations

import builtins
import functools
from typing import Any

import numpy as np

__all__ = [
    "bool",
    "can_cast",
    "complex128",
    "complex64",
    "double",
    "dtype",
    "finfo",
    "float",
    "float16",
    "float32",
    "float64",
    "get_default_dtype",
    "half",
    "iinfo",
    "int",
    "int16",
    "int32",
    "int64",
    "int8",
    "long",
    "promote_types",
    "result_type",
    "set_default_dtype",
    "short",
    "uint8",
]

# The categories, in the order in which the one beats the other.
BOOL, INTEGER, FLOATING, COMPLEX = range(4)
_CATEGORY_OF_KIND = {"b": BOOL, "i": INTEGER, "u": INTEGER, "f": FLOATING, "c": COMPLEX}
CATEGORY_OF_TYPE = {
    builtins.bool: BOOL,
    builtins.int: INTEGER,
    builtins.float: FLOATING,
    builtins.complex: COMPLEX,
}


class dtype:
    """The type of a tensor's numbers, such as ``minigrad.float32``. There is one object for each type.

    ``numpy`` is the NumPy dtype of the same name, ``itemsize`` the size of one number in bytes.

    >>> float32
    torch.float32
    >>> float32.itemsize, float32.is_floating_point, float32.numpy
    (4, True, dtype('float32'))
    """

    __slots__ = ("category", "is_complex", "is_floating_point", "is_signed", "itemsize", "name", "numpy")

    def __init__(self, name: str):
        self.name = name
        self.numpy = np.dtype(name)
        self.itemsize = self.numpy.itemsize
        self.category = _CATEGORY_OF_KIND[self.numpy.kind]
        self.is_floating_point = self.category == FLOATING
        self.is_complex = self.category == COMPLEX
        self.is_signed = self.numpy.kind in "ifc"

    def to_numpy(self) -> np.dtype[Any]:
        """The NumPy dtype of the same name."""
        return self.numpy

    def __repr__(self) -> str:
        # PyTorch's name, so that a lesson prints the same on both.
        return f"torch.{self.name}"

    def __reduce__(self) -> str:
        # Copied and pickled by name: there is one object for each type.
        return self.name


float16 = dtype("float16")
float32 = dtype("float32")
float64 = dtype("float64")
complex64 = dtype("complex64")
complex128 = dtype("complex128")
int8 = dtype("int8")
int16 = dtype("int16")
int32 = dtype("int32")
int64 = dtype("int64")
uint8 = dtype("uint8")
# PyTorch's names for these hide Python's own, which the functions below reach as builtins.bool and so on.
bool = dtype("bool")
half, float, double = float16, float32, float64
short, int, long = int16, int32, int64

#: every dtype, from the weakest to the strongest
ALL = (bool, uint8, int8, int16, int32, int64, float16, float32, float64, complex64, complex128)

#: from a NumPy dtype to ours
from_numpy: dict[np.dtype[Any], dtype] = {each.numpy: each for each in ALL}

_OF_PYTHON_TYPE = {
    builtins.bool: bool,
    builtins.int: int64,
    builtins.float: float64,
    builtins.complex: complex128,
}

# Complex numbers are pairs of floating point numbers, and float16 has no complex partner in NumPy.
_COMPLEX_OF = {float16: complex64, float32: complex64, float64: complex128}

_default = float32


def get_default_dtype() -> dtype:
    """The dtype of tensors made from Python floats: float32, unless ``set_default_dtype`` changed it.

    >>> get_default_dtype()
    torch.float32
    """
    return _default


def set_default_dtype(d: dtype) -> None:
    """Make ``d``, a floating point type, the dtype of tensors made from Python floats. Else ``TypeError``."""
    global _default
    if not isinstance(d, dtype) or not d.is_floating_point:
        raise TypeError(
            f"The default dtype has to be a floating point type (float16, float32 or float64), not {d!r}."
        )
    _default = d


def default_complex_dtype() -> dtype:
    """The dtype of tensors made from Python complex numbers: complex64, or complex128 beside float64."""
    return _COMPLEX_OF[_default]


def as_dtype(value: Any) -> dtype:
    """The dtype that an argument ``dtype=`` means: one of ours, or Python's bool, int, float or complex.

    >>> as_dtype(builtins.float)
    torch.float64
    """
    if isinstance(value, dtype):
        return value
    try:
        return _OF_PYTHON_TYPE[value]
    except (KeyError, TypeError):
        raise TypeError(
            f"dtype has to be a dtype such as minigrad.float32, not {value!r} "
            f"(of type {type(value).__name__})."
        ) from None


def of_array(array: Any) -> dtype:
    """Our dtype for a NumPy array or scalar. ``TypeError`` if there is none."""
    try:
        return from_numpy[array.dtype]
    except KeyError:
        names = ", ".join(each.name for each in ALL)
        raise TypeError(
            f"A tensor can't hold NumPy's {array.dtype} numbers. It can hold {names}: "
            "convert the array first, for instance by array.astype('float32')."
        ) from None


# promotion ---------------------------------------------------------------------------------------------


@functools.cache
def _promoted(one: dtype, other: dtype) -> dtype:
    """The result for two operands that count the same."""
    low, high = sorted((one, other), key=ALL.index)
    if low.category <= INTEGER and high.category >= FLOATING:
        return high  # where NumPy would look for a type that holds every integer exactly
    return from_numpy[np.promote_types(low.numpy, high.numpy)]


@functools.cache
def _beside(strong: dtype, weak: dtype) -> dtype:
    """The result for operands of which ``weak`` only counts by its category."""
    if weak.category <= strong.category:
        return strong
    if weak.category == COMPLEX and strong.category == FLOATING:
        return _COMPLEX_OF[strong]
    return _promoted(strong, weak)


def promote(a: Any, b: Any) -> np.dtype[Any]:
    """The NumPy dtype in which an operation on two arrays runs; either may be 0-dim, or a NumPy scalar.

    >>> promote(np.ones(3, np.float32), np.float64(2))
    dtype('float32')
    >>> promote(np.ones(3, np.float32), np.ones(3))
    dtype('float64')
    """
    one, other = from_numpy[a.dtype], from_numpy[b.dtype]
    if (a.ndim == 0) == (b.ndim == 0):
        return _promoted(one, other).numpy
    return (_beside(other, one) if a.ndim == 0 else _beside(one, other)).numpy


def weak_scalar(array: Any, number: builtins.complex | np.generic) -> np.dtype[Any]:
    """The NumPy dtype in which an operation on an array and a Python number runs.

    NumPy's scalars, such as ``np.float64(2)``, count as the Python numbers that they are.

    >>> weak_scalar(np.ones(3, np.float16), 2.5), weak_scalar(np.ones(3, np.int64), 2.5)
    (dtype('float16'), dtype('float32'))
    """
    return _beside(from_numpy[array.dtype], of_number(number)).numpy


def of_number(number: builtins.complex | np.generic) -> dtype:
    """The dtype of a tensor made from this Python number.

    >>> of_number(True), of_number(2), of_number(2.5), of_number(2j)
    (torch.bool, torch.int64, torch.float32, torch.complex64)
    """
    if isinstance(number, np.generic) and number.dtype.kind in _CATEGORY_OF_KIND:
        return of_category(_CATEGORY_OF_KIND[number.dtype.kind])
    for kind, category in CATEGORY_OF_TYPE.items():
        if isinstance(number, kind):
            return of_category(category)
    raise TypeError(f"Expected a tensor or a number, not {number!r} (of type {type(number).__name__}).")


def of_category(category: builtins.int) -> dtype:
    """The dtype of a tensor made from Python numbers of this category."""
    return (bool, int64, _default, default_complex_dtype())[category]


def promote_types(type1: dtype, type2: dtype) -> dtype:
    """The smallest dtype that both can be converted to; integers give way to any floating point type.

    >>> promote_types(int64, float16)
    torch.float16
    >>> promote_types(uint8, int8)
    torch.int16
    """
    for each in (type1, type2):
        if not isinstance(each, dtype):
            raise TypeError(f"promote_types takes two dtypes, and {each!r} is of type {type(each).__name__}.")
    return _promoted(type1, type2)


def result_type(tensor1: Any, tensor2: Any) -> dtype:
    """The dtype of an operation on these two tensors or Python numbers.

    >>> import minigrad
    >>> result_type(minigrad.tensor([1, 2]), 1.0)
    torch.float32
    """
    numbers = [value for value in (tensor1, tensor2) if not hasattr(value, "_array")]
    arrays = [value._array for value in (tensor1, tensor2) if hasattr(value, "_array")]
    if not numbers:
        return from_numpy[promote(*arrays)]
    if not arrays:
        return _promoted(of_number(tensor1), of_number(tensor2))
    return from_numpy[weak_scalar(arrays[0], numbers[0])]


def can_cast(from_: dtype, to: dtype) -> builtins.bool:
    """Whether an in-place operation may write a result of type ``from_`` into a tensor of type ``to``.

    A result never moves to a lesser category: a floating point number not into an integer tensor.

    >>> can_cast(float64, float32), can_cast(float32, int64)
    (True, False)
    """
    return from_.category <= to.category


# limits ------------------------------------------------------------------------------------------------


class finfo:
    """The limits of a floating point type, of which ``eps`` is the gap between 1 and the next number.

    >>> finfo(float32).eps
    1.1920928955078125e-07
    """

    def __init__(self, dtype: dtype | None = None):
        dtype = _default if dtype is None else dtype
        if dtype.category < FLOATING:
            raise TypeError(f"finfo is about floating point types. For {dtype!r} use minigrad.iinfo.")
        limits = np.finfo(dtype.numpy)
        self.bits = limits.bits
        self.eps = builtins.float(limits.eps)
        self.max = builtins.float(limits.max)
        self.min = builtins.float(limits.min)
        self.resolution = 10.0**-limits.precision
        self.smallest_normal = self.tiny = builtins.float(limits.smallest_normal)
        self.dtype = str(limits.dtype)

    def __repr__(self) -> str:
        names = ("resolution", "min", "max", "eps", "smallest_normal", "tiny")
        limits = ", ".join(f"{name}={getattr(self, name):g}" for name in names)
        return f"finfo({limits}, dtype={self.dtype})"


class iinfo:
    """The limits of an integer type.

    >>> iinfo(uint8)
    iinfo(min=0, max=255, dtype=uint8)
    """

    def __init__(self, dtype: dtype):
        if dtype.category != INTEGER:
            raise TypeError(
                f"iinfo is about integer types. For {dtype!r} use minigrad.finfo, if it has limits."
            )
        limits = np.iinfo(dtype.numpy)
        self.bits = limits.bits
        self.min = builtins.int(limits.min)
        self.max = builtins.int(limits.max)
        self.dtype = str(limits.dtype)

    def __repr__(self) -> str:
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"
