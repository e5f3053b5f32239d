"""Values of any kind: what they were at a moment, whether two are the same, and how a learner sees them.

A learner's function may return anything and may later change it, so what came out is kept at once as a
`Picture`: plain data that nobody can change any more. Tensors are told by what they can do, not by their
class.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np

MAX_DEPTH = 6
MAX_PARTS = 1000
MAX_SHOWN = 400  # characters of one value in a message


def is_tensor(value: Any) -> bool:
    """Whether `value` is a tensor of an engine with PyTorch's names.

    >>> is_tensor(np.zeros(3))
    False
    """
    return not isinstance(value, type) and hasattr(value, "requires_grad") and hasattr(value, "detach")


def array_of(value: Any) -> np.ndarray:
    """The numbers of a number, an array, a tensor or a list of numbers, as an array of their own.

    TypeError: `value` holds something else than numbers.

    >>> array_of([1, 2.5])
    array([1. , 2.5])
    """
    try:
        array = np.array(value.detach().numpy() if is_tensor(value) else value)
    except ValueError:
        raise TypeError(f"{show(value)} does not consist of numbers in a rectangle") from None
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{show(value)} does not consist of numbers")
    return array


def kind_of(value: Any) -> str:
    """What a value is, in the words of a message: "a tensor", "a list", "None"."""
    if value is None:
        return "None"
    if is_tensor(value):
        return "a tensor"
    names = [
        ((bool, np.bool_), "a bool"),
        ((int, float, np.integer, np.floating), "a number"),
        ((str,), "a string"),
        ((np.ndarray,), "a NumPy array"),
        ((list,), "a list"),
        ((tuple,), "a tuple"),
        ((dict,), "a dict"),
        ((set, frozenset), "a set"),
        ((type,), "a class"),
    ]
    for types, name in names:
        if isinstance(value, types):
            return name
    return "a function" if callable(value) else f"an object of type {type(value).__name__}"


@dataclass(frozen=True, eq=False)
class Picture:
    """What a value was at one moment.

    kind     "a tensor", "a number", ... ; lists and tuples are both "a sequence"
    value    the number, string or array itself
    state    of a tensor: dtype, requires_grad, is_leaf
    parts    what it holds: items, attributes, a tensor's grad
    """

    kind: str
    value: Any = None
    state: tuple[Any, ...] = ()
    parts: dict[Any, Picture] = field(default_factory=dict)


def picture_of(value: Any) -> Picture:
    """Keep what `value` is now. What cannot be looked into (functions, depth) is kept as its kind alone."""
    try:
        return _Camera().take(value, 0)
    except Exception:  # an attribute of the learner's own class may fail
        return Picture("unreadable")


class _Camera:
    def __init__(self) -> None:
        self.parts = 0

    def take(self, value: Any, depth: int) -> Picture:
        self.parts += 1
        kind = kind_of(value)
        if self.parts > MAX_PARTS or depth > MAX_DEPTH:
            return Picture(kind)
        if kind in ("a bool", "a number", "a string"):
            return Picture(kind, value)
        if kind == "a NumPy array":
            return Picture(kind, np.array(value), (str(value.dtype),))
        if kind == "a tensor":
            state = (str(value.dtype), bool(value.requires_grad), bool(value.is_leaf))
            grad = value.grad if value.is_leaf or getattr(value, "retains_grad", False) else None
            parts = {} if grad is None else {"grad": self.take(grad, depth + 1)}
            return Picture(kind, array_of(value), state, parts)
        return Picture(
            "a sequence" if kind in ("a list", "a tuple") else kind,
            parts={name: self.take(part, depth + 1) for name, part in _parts_of(value, kind)},
        )


def _parts_of(value: Any, kind: str) -> Iterator[tuple[Any, Any]]:
    if kind in ("a list", "a tuple"):
        yield from enumerate(value)
    elif kind == "a dict":
        yield from ((str(key), part) for key, part in value.items())
    elif kind.startswith("an object"):
        yield from _attributes_of(value).items()


def _attributes_of(value: Any) -> dict[str, Any]:
    return {name: part for name, part in getattr(value, "__dict__", {}).items() if not name.startswith("_")}


def same_picture(one: Picture, other: Picture, *, state: bool = True, grad: bool = True) -> bool:
    """Whether two pictures show the same: equal structure, numbers equal up to rounding.

    state=False looks at the numbers only, not at dtype, requires_grad, leaf; grad=False leaves `.grad` out.

    >>> same_picture(picture_of([1.0, 2.0]), picture_of((1.0, 2.0 + 1e-12)))
    True
    >>> same_picture(picture_of(1.0), picture_of("1.0"))
    False
    """
    if one.kind != other.kind or (state and one.state != other.state):
        return False
    names, other_names = ([name for name in each.parts if grad or name != "grad"] for each in (one, other))
    return (
        names == other_names
        and _same_value(one.value, other.value)
        and all(same_picture(one.parts[name], other.parts[name], state=state, grad=grad) for name in names)
    )


def _same_value(one: Any, other: Any) -> bool:
    if one is None or isinstance(one, (bool, str)):
        return bool(one == other)
    one, other = np.asarray(one), np.asarray(other)
    if one.shape != other.shape:
        return False
    return numbers_close(one, other, *tolerance(one, other)).all()  # type: ignore[return-value]


def tolerance(*arrays: np.ndarray) -> tuple[float, float]:
    """rtol and atol that rounding in the least exact of these dtypes needs, after a few operations."""
    narrow = any(array.dtype.kind == "f" and array.dtype.itemsize < 8 for array in arrays)
    return (1e-4, 1e-5) if narrow else (1e-6, 1e-8)


def numbers_close(got: np.ndarray, expected: np.ndarray, rtol: float, atol: float) -> np.ndarray:
    """Elementwise, whether two arrays of the same shape agree; NaN agrees with NaN."""
    return np.asarray(np.isclose(got.astype(float), expected.astype(float), rtol, atol, equal_nan=True))


def show(value: Any) -> str:
    """A value as a learner reads it: short, numbers to six digits, a tensor's `.grad` where it has one.

    >>> show([5.999999999, np.array([1.0, 0.5])])
    '[6.0, array([1. , 0.5])]'
    """
    try:
        text = _text(value)
    except Exception as error:  # a __repr__ of the learner's own may fail
        text = f"{kind_of(value)} that cannot be printed ({type(error).__name__})"
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 4].rstrip() + " ..."


def _text(value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (float, np.floating)):
        return show_number(float(value))
    if isinstance(value, np.integer):
        return str(int(value))
    if isinstance(value, np.ndarray):
        return f"array({_numbers(value, 6)})"
    if is_tensor(value):
        return _tensor_text(value)
    if isinstance(value, (list, tuple)):
        inside = ", ".join(_text(part) for part in value)
        return f"[{inside}]" if isinstance(value, list) else f"({inside}{',' * (len(value) == 1)})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {_text(part)}" for key, part in value.items()) + "}"
    if callable(value):
        return getattr(value, "__name__", repr(value)).replace("<lambda>", "a function")
    written: Any = type(value).__repr__
    if isinstance(value, SimpleNamespace) or written is object.__repr__:
        inside = ", ".join(f"{name}={_text(part)}" for name, part in _attributes_of(value).items())
        return f"{type(value).__name__}({inside})"
    return repr(value)


def _tensor_text(value: Any) -> str:
    notes = "" if not value.requires_grad else ", requires_grad=True" if value.is_leaf else ", not a leaf"
    return f"tensor({_numbers(array_of(value), 7)}{notes})"


def _numbers(array: np.ndarray, indent: int) -> str:
    if array.ndim == 0:
        return show_number(array.item())
    with np.errstate(all="ignore"):
        return np.array2string(
            array, separator=", ", prefix=" " * indent, precision=6, suppress_small=True, threshold=60
        )


def as_sentence(text: str) -> str:
    """Begin with a capital letter, unless with a name from the code, and end with a point.

    >>> as_sentence("the gradient is cleared"), as_sentence("x.grad is None.")
    ('The gradient is cleared.', 'x.grad is None.')
    """
    if re.match(r"[a-z]{2,}[ ,]", text):
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else text + "."


def show_apart(one: float, other: float) -> tuple[str, str]:
    """Two different numbers, to six digits, or to as many as it takes to see that they differ.

    >>> show_apart(8.91805, 12.01), show_apart(30.666701, 30.666667)
    (('8.91805', '12.01'), ('30.66670', '30.66667'))
    """
    texts = show_number(one), show_number(other)
    for digits in range(7, 18):
        if texts[0] != texts[1]:
            break
        texts = f"{one:#.{digits}g}", f"{other:#.{digits}g}"
    return texts


def show_number(number: float) -> str:
    """A number to six digits, a float with a point.

    >>> show_number(15.9999999999), show_number(0.1 + 0.2), show_number(3), show_number(-0.0)
    ('16.0', '0.3', '3', '0.0')
    """
    if isinstance(number, (bool, int)):
        return str(number)
    text = f"{number + 0.0:.6g}"
    return text if any(mark in text for mark in ".enai") else f"{text}.0"
