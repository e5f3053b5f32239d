"""Operations that change a tensor in place."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from minigrad.autograd import graph
from minigrad.autograd.grad_mode import mode
from minigrad.autograd.views import check_in_place
from minigrad.functions.arithmetic import to
from minigrad.functions.common import op
from minigrad.functions.memory import check_memory
from minigrad.ops import elementwise, shape
from minigrad.tensor import Tensor, assign

#: bound as methods only
METHODS = ["copy_", "fill_", "zero_"]  # fmt: skip

_DIRECTLY = {"add_": operator.iadd, "sub_": operator.isub, "mul_": operator.imul, "div_": operator.itruediv}


def in_place(function: Callable[..., Tensor], name: str) -> Callable[..., Tensor]:
    """The in-place form of a function: computed out of place from an alias, then written over the tensor.

    While nothing is recorded, as in an optimizer's step, plain arithmetic on floats needs no second array.
    """
    directly = _DIRECTLY.get(name)

    def changed(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        check_in_place(self)
        check_memory(self, args)
        if directly is not None and not mode.track and not kwargs and _fits_in_place(self, args[0]):
            directly(self._array, args[0]._array)
            self._bump_version()
            return self
        if not mode.track:
            return assign(self, function(self, *args, **kwargs))
        before = self._alias()  # a node that saved the tensor itself would be a cycle
        since = graph.next_order()
        value = function(before, *args, **kwargs)
        if value._node is not None and _was_saved(before, value._node, since):
            before._array, before._counter, before._view = before._array.copy(), [before._version], None
        return assign(self, value)

    changed.__name__ = changed.__qualname__ = name
    changed.__doc__ = f"``{name[:-1]}``, in place."
    return changed


def _was_saved(tensor: Tensor, node: Any, since: int) -> bool:
    """Whether a node recorded after the order ``since`` keeps ``tensor``; a hook that has seen it may have kept it."""
    if mode.track is not True:
        return True
    new = [each for each in graph.walk([node], since) if isinstance(each, graph.Node)]
    return any(getattr(each, name) is tensor for each in new for name in each.saved_names)


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
    check_memory(self, (source,))
    return write(self, source)


def write(self: Tensor, source: Tensor) -> Tensor:
    """``copy_`` without a look at the memory, for a source that is the same memory in another shape."""
    check_in_place(self)
    source = to(source, self.dtype)  # recorded, so that the gradient comes back in the source's own dtype
    return assign(self, op(shape.copy)(self._alias(), source))


def fill_(self: Tensor, value: Any) -> Tensor:
    """Fill with a number, in place."""
    if isinstance(value, Tensor):
        if value._array.ndim:
            raise RuntimeError(
                f"fill_() takes a number or a 0-dim tensor, not a tensor of shape {list(value._array.shape)}."
            )
        return copy_(self, value)
    check_in_place(self)
    return assign(self, op(elementwise.fill)(self._alias(), value))


def zero_(self: Tensor) -> Tensor:
    """Fill with zeros, in place."""
    check_in_place(self)
    return assign(self, op(elementwise.zero)(self._alias()))


def set_data(self: Tensor, values: np.ndarray[Any, Any]) -> None:
    """Overwrite the values under the hood, without a record; used by initialization and optimizers."""
    self._storage()[...] = values
    if self._counter is not graph.INFERENCE:
        self._bump_version()
