"""How a value is written in a picture: whole when it is small, as a summary when it is large."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

SIGNIFICANT_DIGITS = 4
BOX = 34  # characters of one line in a box
LINE = 90  # characters of one line in a sentence or a table
MOST_ELEMENTS = 24  # of an array that is written whole, if it fits


def as_array(value: Any) -> NDArray[Any]:
    """A copy of a tensor, an array or a number, as a NumPy array: what a picture keeps must not change
    later."""
    if hasattr(value, "detach"):
        value = value.detach().numpy()
    return np.array(value)


def is_numeric(value: Any) -> bool:
    """Whether a picture can show this as numbers: a tensor, an array, a number, or lists of numbers."""
    if hasattr(value, "detach"):
        return True
    try:
        return np.asarray(value).dtype.kind in "biufc"
    except (TypeError, ValueError):  # ragged lists, objects that refuse to be arrays
        return False


def number(value: Any) -> str:
    """One number, with four significant digits or all digits before the point.

    >>> number(3.0), number(2), number(1 / 3), number(-12345.678), number(1e-9), number(float("nan"))
    ('3.0', '2', '0.3333', '-12346.0', '1e-09', 'nan')
    """
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, bool | int | complex):
        return str(value)
    digits = max(SIGNIFICANT_DIGITS, len(str(int(abs(value))))) if abs(value) < 1e6 else SIGNIFICANT_DIGITS
    text = f"{value:.{digits}g}"
    return text if any(mark in text for mark in ".en") else text + ".0"


def whole(value: Any) -> str:
    """All elements, as nested lists.

    >>> whole([[1.0, 2.5], [3.0, 4.0]])
    '[[1.0, 2.5], [3.0, 4.0]]'
    """
    array = np.asarray(value)
    if array.ndim == 0:
        return number(array[()])
    return "[" + ", ".join(whole(row) for row in array) + "]"


def brief(value: Any, room: int = BOX) -> str:
    """A value on one line: all elements when there is room for them, otherwise the shape and the range.

    >>> brief(None), brief(8.0), brief([1.0, 2.0, 3.0])
    ('None', '8.0', '[1.0, 2.0, 3.0]')
    >>> brief(np.arange(6000.0).reshape(60, 100))
    '(60, 100) from 0.0 to 5999.0'
    >>> brief(np.array([1.0, float("nan")] * 50))
    '(100,) all 1.0, 50 nan'
    """
    if value is None or isinstance(value, str):
        return str(value)
    array = np.asarray(value)
    if array.size == 0:
        return f"empty {array.shape}"
    if array.size <= MOST_ELEMENTS and len(whole(array)) <= room:
        return whole(array)
    if array.dtype.kind not in "iuf":
        return f"{array.shape} {array.dtype}"
    finite = array[np.isfinite(array)]
    parts = []
    if finite.size:
        low, high = number(finite.min()), number(finite.max())
        parts = [f"all {low}" if low == high else f"from {low} to {high}"]
    return f"{array.shape} " + ", ".join(parts + strange(array))


def strange(value: Any) -> list[str]:
    """How many elements are not finite, by kind.

    >>> strange([1.0, float("nan"), float("-inf")])
    ['1 nan', '1 inf']
    """
    array = np.asarray(value)
    if array.dtype.kind not in "fc":
        return []
    counts = {"nan": int(np.isnan(array).sum()), "inf": int(np.isinf(array).sum())}
    return [f"{count} {kind}" for kind, count in counts.items() if count]
