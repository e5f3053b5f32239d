"""How a tensor prints, which is exactly as in PyTorch.

All numbers of a tensor are written in one notation, chosen from the numbers themselves (``Notation``), and
padded to one width. Rows are wrapped at ``linewidth`` and indented by their depth (``_body``). A tensor of
more than ``threshold`` numbers is summarized by the first and last ``edgeitems`` of each dimension. What the
numbers don't show, such as the dtype or ``grad_fn``, follows as suffixes (``repr_tensor``).
"""

from __future__ import annotations

import math
import types
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

import numpy as np

from minigrad import dtypes

__all__ = ["repr_tensor", "set_printoptions"]


_DEFAULT = {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80, "sci_mode": None}
_PROFILES: dict[str, dict[str, Any]] = {
    "default": _DEFAULT,
    "short": {**_DEFAULT, "precision": 2},
    "full": {**_DEFAULT, "threshold": math.inf},
}

#: what ``set_printoptions`` sets
options: Any = types.SimpleNamespace(**_DEFAULT)


def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: Literal["default", "short", "full"] | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Change how tensors print from now on. What isn't given stays, except ``sci_mode``.

    ``precision``: digits after the point; ``threshold``: numbers above which a tensor is summarized;
    ``edgeitems``: numbers shown at each end then; ``linewidth``: characters in a line;
    ``profile``: start from "default", "short" or "full"; ``sci_mode``: scientific notation always or never,
    or, with None, where the numbers call for it.

    >>> import minigrad
    >>> set_printoptions(precision=2)
    >>> minigrad.tensor([0.125, 1.0])
    tensor([0.12, 1.00])
    >>> set_printoptions(profile="default")
    """
    if profile is not None:
        if profile not in _PROFILES:
            raise ValueError(f"profile has to be one of {', '.join(_PROFILES)}, not {profile!r}.")
        vars(options).update(_PROFILES[profile])
    given = {
        "precision": precision,
        "threshold": threshold,
        "edgeitems": edgeitems,
        "linewidth": linewidth,
    }
    vars(options).update({name: value for name, value in given.items() if value is not None})
    options.sci_mode = sci_mode


def repr_tensor(array: Any, suffixes: Iterable[str] = ()) -> str:
    """The text of a tensor that holds ``array``; ``suffixes`` follow its numbers, and its dtype if it has to.

    >>> repr_tensor(np.array([1, 2.5]), ["requires_grad=True"])
    'tensor([1.0000, 2.5000], dtype=torch.float64, requires_grad=True)'
    """
    array = np.asarray(array)
    start = "tensor("
    body = "[]" if array.size == 0 else _body(array, len(start))
    return _with_suffixes(start + body, [*_own_suffixes(array), *suffixes], len(start))


def _own_suffixes(array: np.ndarray[Any, Any]) -> list[str]:
    """The size and dtype, where the numbers don't show them."""
    dtype = dtypes.of_array(array)
    default = dtypes.get_default_dtype()
    suffixes = []
    if array.size == 0:
        if array.ndim != 1:
            suffixes.append(f"size={array.shape}")
        shown = {default}
    else:
        shown = {default, dtypes.default_complex_dtype(), dtypes.int64, dtypes.bool}
    if dtype not in shown:
        suffixes.append(f"dtype={dtype!r}")
    return suffixes


def _with_suffixes(text: str, suffixes: list[str], indent: int) -> str:
    """Append ``, suffix`` for each, on a new line where it would not fit, and close the parenthesis."""
    column = len(text) - text.rfind("\n") + 1
    for suffix in suffixes:
        if column + len(suffix) + 2 > options.linewidth:
            text += ",\n" + " " * indent + suffix
            column = indent + len(suffix)
        else:
            text += ", " + suffix
            column += len(suffix) + 2
    return text + ")"


# the notation --------------------------------------------------------------------------------------------


class Notation:
    """How the numbers of one tensor are written: with which digits, and how wide.

    Floating point numbers are written ``1.`` if all of them are whole, else with ``precision`` digits; and in
    scientific notation if they are very large, very small, or differ by more than a factor of 1000. Zeros,
    infinities and NaNs have no say in this, nor in the width.
    """

    def __init__(self, values: np.ndarray[Any, Any]):
        self._format: Callable[[Any], str] = str
        if values.dtype.kind == "f":
            values = values[np.isfinite(values) & (values != 0)].astype(np.float64)
            self._format = _notation_for(values)
        self.width = max((len(self._format(value)) for value in values.ravel().tolist()), default=1)

    def __call__(self, value: complex) -> str:
        return self._format(value).rjust(self.width)


def _notation_for(values: np.ndarray[Any, Any]) -> Callable[[float], str]:
    if values.size == 0:
        return _whole
    whole = bool((values == np.ceil(values)).all())
    scientific = options.sci_mode
    if scientific is None:
        scientific = _are_extreme(np.abs(values), whole)
    if scientific:
        return _scientific
    return _whole if whole else _fixed


def _are_extreme(sizes: np.ndarray[Any, Any], whole: bool) -> bool:
    smallest, largest = sizes.min(), sizes.max()
    return bool(largest > 1e8 or largest / smallest > 1000 or (smallest < 1e-4 and not whole))


def _whole(value: float) -> str:
    return f"{value:.0f}." if math.isfinite(value) else f"{value:.0f}"


def _fixed(value: float) -> str:
    return f"{value:.{options.precision}f}"


def _scientific(value: float) -> str:
    return f"{value:.{options.precision}e}"


class ComplexNotation:
    """The same for complex numbers, whose two parts have each a notation of their own."""

    def __init__(self, values: np.ndarray[Any, Any]):
        self._real, self._imag = Notation(values.real), Notation(values.imag)
        self.width = self._real.width + self._imag.width + 1

    def __call__(self, value: complex) -> str:
        imag = self._imag(value.imag).lstrip()
        sign = "" if imag.startswith(("+", "-")) else "+"
        return f"{self._real(value.real)}{sign}{imag}j"


# the numbers ---------------------------------------------------------------------------------------------


def _body(array: np.ndarray[Any, Any], indent: int) -> str:
    """The numbers of a tensor that isn't empty, in brackets; ``indent`` is the column where they start."""
    summarize = array.size > options.threshold
    shown = _edges(array) if summarize else array
    notation = ComplexNotation(shown) if array.dtype.kind == "c" else Notation(shown)
    return _block(array, indent, summarize, notation)


def _edges(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The part of the array that a summary shows."""
    for axis, length in enumerate(array.shape):
        if length > 2 * options.edgeitems:
            first = np.arange(options.edgeitems)
            array = array.take([*first, *(length - 1 - first[::-1])], axis)
    return array


def _block(array: np.ndarray[Any, Any], indent: int, summarize: bool, notation: Any) -> str:
    if array.ndim == 0:
        return str(notation(array.item()))
    gap = summarize and len(array) > 2 * options.edgeitems
    head = options.edgeitems if gap else len(array)
    tail = len(array) - options.edgeitems if gap else len(array)
    if array.ndim == 1:
        row = [notation(value) for value in array[:head].tolist()]
        row += [" ..."] * gap + [notation(value) for value in array[tail:].tolist()]
        return _wrapped(row, indent, notation.width + 2)
    blocks = [_block(part, indent + 1, summarize, notation) for part in array[:head]]
    blocks += ["..."] * gap + [_block(part, indent + 1, summarize, notation) for part in array[tail:]]
    # One line apart for rows, and one blank line more for each dimension further out.
    return f"[{(',' + chr(10) * (array.ndim - 1) + ' ' * (indent + 1)).join(blocks)}]"


def _wrapped(row: Sequence[str], indent: int, width: int) -> str:
    """One row in brackets, on as many lines as it needs."""
    per_line = max(1, (options.linewidth - indent) // width)
    lines = [", ".join(row[start : start + per_line]) for start in range(0, len(row), per_line)]
    return f"[{(',' + chr(10) + ' ' * (indent + 1)).join(lines)}]"
