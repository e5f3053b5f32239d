"""Give the tensor class its methods and operators, and the package its functions."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from minigrad import dtypes
from minigrad.functions import arithmetic, comparing, in_place, products, reading, reductions, shapes
from minigrad.ops.register import TABLE
from minigrad.tensor import Tensor, assign, is_recording

_MODULES = (arithmetic, reductions, shapes, products, reading, in_place, comparing)

#: functions that make no sense as methods
_NO_METHODS = ("cat", "einsum", "stack", "where")

#: rows of the table that are bound under their own name, as methods and as functions
_ROWS = [
    "mul", "remainder", "fmod", "neg", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sqrt",
    "rsqrt", "reciprocal", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh",
    "asinh", "acosh", "atanh", "sigmoid", "relu", "erf", "abs", "sign", "floor", "ceil", "round", "trunc",
    "frac", "maximum", "minimum", "fmax", "fmin", "hypot", "xlogy", "sinc", "eq", "ne", "lt", "le", "gt",
    "ge", "isnan", "isinf", "isfinite", "logical_and", "logical_or", "logical_xor", "logical_not",
    "bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_not", "argmax", "argmin", "argsort", "all", "any",
    "count_nonzero", "nansum", "transpose", "t", "unsqueeze", "clone", "tril", "triu", "diagonal", "mm",
    "mv", "dot", "bmm", "addmm", "index_select", "scatter_add", "scatter", "alias",
]  # fmt: skip

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

#: operations with an in-place form, whose name ends in _
_IN_PLACE = [
    "add", "sub", "mul", "div", "floor_divide", "remainder", "fmod", "pow", "neg", "exp", "log", "sqrt",
    "rsqrt", "reciprocal", "sin", "cos", "tan", "tanh", "sigmoid", "relu", "abs", "sign", "floor", "ceil",
    "round", "trunc", "clamp", "masked_fill", "square", "lerp", "tril", "triu", "cumsum", "cumprod",
    "scatter_add", "scatter", "logical_not", "bitwise_and", "bitwise_or", "bitwise_xor", "eq", "ne", "lt",
    "le", "gt", "ge",
]  # fmt: skip

_OPERATORS = {
    "add": "add", "radd": "add", "sub": "sub", "rsub": "rsub", "mul": "mul", "rmul": "mul", "truediv": "div",
    "mod": "remainder",
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


def _function(name: str) -> Callable[..., Any] | None:
    """The function of this name from the modules of this package."""
    for module in _MODULES:
        if name in getattr(module, "__all__", ()):
            return getattr(module, name)
    return None


def bind() -> None:
    """Give the class its methods and operators."""
    for name in _ROWS:
        _bind(name, _FromTable(name))
    for module in _MODULES:
        for name in (*getattr(module, "__all__", ()), *getattr(module, "METHODS", ())):
            if name not in _NO_METHODS:
                _bind(name, getattr(module, name))
    for alias, name in _ALIASES.items():
        if name not in _NO_METHODS:
            _bind(alias, _function(name) or _FromTable(name))
    for name, target in _CONVERSIONS.items():
        _bind(name, arithmetic.conversion(target))
    for name in _IN_PLACE:
        _bind(f"{name}_", in_place.in_place(_function(name) or _later(name), f"{name}_"))
    Tensor.clip_ = Tensor.clamp_  # type: ignore[attr-defined]
    for symbol, name in _OPERATORS.items():
        _bind(f"__{symbol}__", _operator(name, f"__{symbol}__"))
    for symbol, name in _IN_PLACE_OPERATORS.items():
        _bind(f"__{symbol}__", getattr(Tensor, name))
    for symbol, function in _OTHER_OPERATORS.items():
        _bind(f"__{symbol}__", function)
    Tensor.T = property(shapes.transposed)  # type: ignore[attr-defined]
    Tensor.mT = property(shapes.matrix_transposed)  # type: ignore[attr-defined]


def _operator(row: str, dunder: str) -> Callable[..., Any]:
    """Python looks operators up on the class, past ``_FromTable``: this stand-in replaces itself when first used."""

    def first_time(*args: Any) -> Any:
        function = TABLE[row].function
        setattr(Tensor, dunder, function)
        return function(*args)

    return first_time


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
    if (function := _function(name)) is not None:
        return function
    return _with_out(TABLE[name].function) if name in _ROWS else None


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


_OTHER_OPERATORS = {
    "rtruediv": arithmetic.rdiv,
    "floordiv": arithmetic.floor_divide,
    "rfloordiv": _reflected(arithmetic.floor_divide),
    "rmod": _reflected(_later("remainder")),
    "pow": arithmetic.pow,
    "rpow": arithmetic.rpow,
    "matmul": products.matmul,
    "rmatmul": products.rmatmul,
    "getitem": reading.getitem,
    "setitem": reading.setitem,
}
