"""Which in-place operations would write to a place in memory twice, or before it has been read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from minigrad.tensor import Tensor


def check_memory(target: Tensor, sources: Sequence[Any], may_be_same: bool = True) -> None:
    """Raise ``RuntimeError`` if elements of ``target`` share memory among themselves or, in part, with a source.

    ``may_be_same``: a source may be the target itself, element by element.
    """
    array = target._array
    if type(array) is np.ndarray and 0 in array.strides and array.size and _is_stretched(array):
        raise RuntimeError(
            f"Several elements of this tensor of shape {list(array.shape)} are one place in memory (it was "
            "expanded), so it can't be changed in place: .clone() it first."
        )
    for source in sources:
        if isinstance(source, Tensor) and source is not target and np.may_share_memory(array, source._array):
            _check_overlap(array, source._array, may_be_same)


def _is_stretched(array: np.ndarray[Any, Any]) -> bool:
    return any(n > 1 and step == 0 for n, step in zip(array.shape, array.strides, strict=True))


def _check_overlap(target: Any, source: Any, may_be_same: bool) -> None:
    if type(target) is not np.ndarray or type(source) is not np.ndarray:
        return
    if not _is_dense(target) or not _is_dense(source):
        return  # they may lie between each other, which is allowed and too hard to tell
    start, other_start = (each.__array_interface__["data"][0] for each in (target, source))
    same = may_be_same and start == other_start and target.nbytes == source.nbytes
    same = same and target.strides == source.strides
    apart = start >= other_start + source.nbytes or other_start >= start + target.nbytes
    if not apart and not same:
        raise RuntimeError(
            f"The tensor to be changed (shape {list(target.shape)}) and one that is read (shape "
            f"{list(source.shape)}) share part of their memory: .clone() the one that is read."
        )


def is_same_memory(target: Any, source: Any) -> bool:
    """Whether two arrays are the same elements in the same order, dimensions of length 1 aside."""
    same_start = target.__array_interface__["data"] == source.__array_interface__["data"]
    target, source = np.squeeze(target), np.squeeze(source)
    return same_start and target.shape == source.shape and target.strides == source.strides


def _is_dense(array: np.ndarray[Any, Any]) -> bool:
    """Whether the elements fill a stretch of memory without gaps, in whatever order."""
    length = array.itemsize
    for step, n in sorted(zip(array.strides, array.shape, strict=True)):
        if n != 1 and step != length:
            return False
        length *= n
    return True
