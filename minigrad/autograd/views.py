"""Views: tensors that share the storage of another, and what an in-place edit through one does to the graph.

All views of one tensor point to their base. An edit through any of them changes the base's graph, and with it
the history of every other view. The views find out when they are next used: each remembers which node of the
base it was made from, and ``refresh`` gives it a new history when the base has a new node.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from minigrad.autograd import graph
from minigrad.autograd.grad_mode import mode
from minigrad.autograd.graph import Node

if TYPE_CHECKING:
    from minigrad.tensor import Tensor


class View:
    """How a tensor was cut from its base: a chain of view operations on plain arrays.

    ``made_from``: the base's node when this view's own history was written.
    ``one_of_many``: made by an operation with several results (``unbind``, ``split``).
    ``tracked``: made while recording was on.
    """

    __slots__ = ("arguments", "base", "forward", "made_from", "one_of_many", "previous", "tracked")

    def __init__(self, source: Tensor, forward: Callable[..., Any], arguments: tuple[Any, ...]):
        previous = source._view
        self.previous: View | None = previous
        self.base: Tensor = source if previous is None else previous.base
        self.forward, self.arguments = forward, arguments
        self.made_from = self.base._node
        self.one_of_many: bool = previous is not None and previous.one_of_many
        self.tracked = bool(mode.track)

    def positions(self) -> np.ndarray[Any, Any]:
        """For each element of the view, where in the flattened base it lies (an integer array)."""
        steps, view = [], self
        while True:
            steps.append(view)
            if view.previous is None:
                break
            view = view.previous
        shape = self.base._array.shape
        where = np.arange(self.base._array.size).reshape(shape)
        for step in reversed(steps):
            where = step.forward(where, *step.arguments)
        return where


class AsStridedBackward0(Node):
    """The history of a view whose base has been edited: an extract of the base as it is now."""

    __slots__ = ("base_shape", "parents", "positions")

    base_shape: tuple[int, ...]
    positions: np.ndarray[Any, Any]

    def backward(self, grad: Any, parents: tuple[Any, ...], keep: bool) -> tuple[Any, ...]:
        return (_scatter(grad, self.positions, self.base_shape),)

    backward_recorded = backward


class CopySlices(Node):
    """The base after an edit through a view: parents are the base before, and the edited part."""

    __slots__ = ("parents", "positions")

    positions: np.ndarray[Any, Any]

    def backward(self, grad: Any, parents: tuple[Any, ...], keep: bool) -> tuple[Any, ...]:
        before, part = parents
        flat = grad.reshape(-1)
        outside = None if before is None else _without(flat, self.positions).reshape(self.shape)
        inside = None if part is None else flat[self.positions]
        return outside, inside

    backward_recorded = backward


def _scatter(grad: Any, positions: np.ndarray[Any, Any], shape: tuple[int, ...]) -> Any:
    from minigrad.ops.indexing import put  # the table imports this module

    return put(grad, positions, int(np.prod(shape))).reshape(shape)


def _without(flat: Any, positions: np.ndarray[Any, Any]) -> Any:
    from minigrad.ops.elementwise import where

    mask = np.ones(flat.shape, bool)
    mask[positions.reshape(-1)] = False
    return where(mask, flat, 0.0)


def refresh(tensor: Tensor) -> None:
    """Give a view a new history if its base was edited through another view, or directly."""
    view = tensor._view
    if view is None or view.base._node is view.made_from:
        return
    base = view.base
    view.made_from = base._node
    if base._requires_grad:
        node = AsStridedBackward0()
        node.order, node.extra = graph.next_order(), None
        node.parents = (base._node or base,)
        node.shape, node.base_shape = tensor._array.shape, base._array.shape
        node.positions = view.positions()
        tensor._node, tensor._requires_grad = node, True


def check_in_place(tensor: Tensor) -> None:
    """Raise the error that an in-place edit of ``tensor`` deserves, if any, before anything is changed."""
    if tensor._counter is graph.INFERENCE and not mode.inference:
        raise RuntimeError(
            "An inference tensor can't be changed in place outside inference_mode. "
            "Make a normal tensor of it with .clone() first."
        )
    if not mode.track:
        return
    view = tensor._view
    if view is None:
        if tensor._requires_grad and tensor._node is None:
            raise RuntimeError(
                f"A leaf that requires grad (shape {list(tensor._array.shape)}) can't be changed in place while "
                "operations are recorded: its gradient would be that of a value that no longer exists. "
                "Do it under minigrad.no_grad(), or out of place."
            )
        return
    refresh(tensor)
    base = view.base
    if base._requires_grad and base._node is None:
        raise RuntimeError(
            f"This is a view of a leaf that requires grad (shape {list(base._array.shape)}), and changing it in "
            "place would change the leaf. Do it under minigrad.no_grad(), or on a clone."
        )
    if view.one_of_many and tensor._requires_grad:
        raise RuntimeError(
            "This view is one of several results of one operation (unbind, split, chunk or iteration) and can't "
            "be changed in place. Index the tensor (x[i]) to get a view that can."
        )
    if not view.tracked and base._requires_grad:
        raise RuntimeError(
            "This view was made under no_grad, so its relation to its base was not recorded; it can't be changed "
            "in place while operations are recorded. Change it under no_grad, or make the view outside."
        )


def rebase(tensor: Tensor, node: Node) -> None:
    """After a recorded in-place edit: ``node`` is now what made ``tensor``, and its base follows."""
    view = tensor._view
    if view is None:
        tensor._node, tensor._requires_grad = node, True
        return
    base = view.base
    joined = CopySlices()
    joined.order, joined.extra = graph.next_order(), None
    joined.parents = ((base._node or base) if base._requires_grad else None, node)
    joined.shape, joined.positions = base._array.shape, view.positions()
    base._node, base._requires_grad = joined, True
    refresh(tensor)
