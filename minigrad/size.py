"""``Size``: the shape of a tensor."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable
from typing import Any, SupportsIndex

__all__ = ["Size"]


class Size(tuple[int, ...]):
    """A shape: a tuple of lengths, one for each dimension. ``Size([])`` is the shape of a single number.

    Raises ``TypeError`` for a length that is not an integer.

    >>> Size([3, 2])
    torch.Size([3, 2])
    >>> Size([3, 2]) == (3, 2)
    True
    >>> Size([3, 2])[1:]
    torch.Size([2])
    >>> Size([3, 2]).numel()
    6
    """

    __slots__ = ()

    def __new__(cls, lengths: Iterable[SupportsIndex] = ()) -> Size:
        return super().__new__(cls, [_length(item, position) for position, item in enumerate(lengths)])

    def numel(self) -> int:
        """How many numbers a tensor of this shape holds."""
        return math.prod(self)

    # A part of a shape, or two shapes joined, is a shape again.

    def __getitem__(self, index: Any) -> Any:
        item = super().__getitem__(index)
        return Size(item) if isinstance(index, slice) else item

    def __add__(self, other: Any) -> Any:
        return Size(super().__add__(other)) if isinstance(other, tuple) else NotImplemented

    def __radd__(self, other: Any) -> Any:
        return Size(other) + self if isinstance(other, tuple) else NotImplemented

    def __mul__(self, times: SupportsIndex) -> Size:
        return Size(super().__mul__(times))

    __rmul__ = __mul__

    def __repr__(self) -> str:
        # PyTorch's name, so that a lesson prints the same on both.
        return f"torch.Size({list(self)})"


def _length(item: SupportsIndex, position: int) -> int:
    try:
        return operator.index(item)
    except TypeError:
        raise TypeError(
            f"Size takes whole numbers, but item {position} is {item!r}, a {type(item).__name__}."
        ) from None
