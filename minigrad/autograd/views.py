"""Views: tensors that share the storage of another, and what an in-place edit through one does to the graph.

All views of one tensor point to their base. An edit through any of them changes the base's graph, and with it
the history of every other view. The views find out when they are next used: each remembers at which version its
history was written, and ``refresh`` writes a new one when the shared counter has moved on.
"""

from __future__ import annotations

import weakref
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

    ``version``: of the storage when this view's own history was written.
    ``one_of_many``: made by an operation with several results (``unbind``, ``split``).
    ``tracked``: made while recording was on.
    """

    __slots__ = ("arguments", "base", "forward", "one_of_many", "previous", "tracked", "version")

    def __init__(self, source: Tensor, forward: Callable[..., Any], arguments: tuple[Any, ...]):
        previous = source._view
        self.previous: View | None = previous
        self.base: Tensor = source if previous is None else previous.base
        self.forward, self.arguments = forward, arguments
        self.version = 0 if source.is_inference() else source._version
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

    positions: Any

    def name(self) -> str:
        return "torch::autograd::CopySlices"

    def backward(self, grad: Any, parents: tuple[Any, ...], keep: bool) -> tuple[Any, ...]:
        if self.positions is graph.RELEASED:
            raise graph.released_error(self)
        before, part = parents
        flat = grad.reshape(-1)
        outside = None if before is None else _without(flat, self.positions).reshape(self.shape)
        inside = None if part is None else flat[self.positions]
        if not keep:
            self.positions = graph.RELEASED
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
    """Before a view is used in a recorded operation: ``renew`` its history."""
    if mode.track:
        renew(tensor)


def renew(tensor: Tensor) -> None:
    """Give a view a new history if its storage was edited through another name."""
    view = tensor._view
    if view is None or tensor._counter is graph.INFERENCE:
        return
    base = view.base
    if base._requires_grad:
        tensor._requires_grad = True
    version = tensor._version
    if version == view.version or (tensor._node is None and not base._requires_grad):
        return
    _check_alone(view)
    view.version = version
    node = AsStridedBackward0()
    node.order, node.extra = graph.next_order(), None
    node.parents = (base._node or base,) if base._requires_grad else (None,)
    node.shape, node.base_shape = tensor._array.shape, base._array.shape
    node.positions = view.positions()
    _give_node(tensor, node)


def _check_alone(view: View) -> None:
    """Raise if an edit would leave views whose history can't be told."""
    if view.one_of_many:
        raise RuntimeError(
            "This view is one of several results of one operation (unbind, split, chunk or iteration): neither it "
            "nor its base can be changed in place as long as it is used. Index the tensor (x[i]) to get a view "
            "that can."
        )
    if not view.tracked:
        raise RuntimeError(
            "This view was made under no_grad, so its relation to its base was not recorded; neither of them can "
            "be changed in place while operations are recorded. Change it under no_grad, or make the view outside."
        )


def is_unrecorded_view(tensor: Tensor) -> bool:
    """Whether it is a view, made under no_grad, of a tensor that requires grad: it does too, but leads nowhere."""
    view = tensor._view
    return view is not None and tensor._node is None and view.base._requires_grad


def check_in_place(tensor: Tensor, recorded: bool = False) -> None:
    """Raise the error that an in-place edit of ``tensor`` deserves, if any, before anything is changed.

    ``recorded``: the edit will be part of the graph, though the tensor itself may not require grad so far.
    """
    if tensor._counter is graph.INFERENCE and not mode.inference:
        raise RuntimeError(
            "An inference tensor can't be changed in place outside inference_mode. "
            "Make a normal tensor of it with .clone() first."
        )
    requires_grad = tensor.requires_grad
    if not mode.track or not (requires_grad or recorded):
        return
    view = tensor._view
    shape = list(tensor._array.shape)
    if view is not None:
        _check_alone(view)
        if requires_grad and view.base._node is None:
            raise RuntimeError(
                f"This view (shape {shape}) is of a leaf, and changing it in place would change the leaf. Do it "
                "under minigrad.no_grad(), or on a clone."
            )
        renew(tensor)
    if requires_grad and tensor._node is None:
        raise RuntimeError(
            f"A leaf that requires grad (shape {shape}) can't be changed in place while operations are recorded: "
            "its gradient would be that of a value that no longer exists. Do it under minigrad.no_grad(), or out "
            "of place."
        )


def rebase(tensor: Tensor, node: Node) -> None:
    """After a recorded in-place edit: ``node`` is now what made ``tensor``, and its base follows."""
    view = tensor._view
    if view is None:
        _give_node(tensor, node)
        return
    base = view.base
    joined = CopySlices()
    joined.order, joined.extra = graph.next_order(), None
    joined.parents = ((base._node or base) if base._requires_grad else None, node)
    joined.shape, joined.positions = base._array.shape, view.positions()
    _give_node(base, joined)
    renew(tensor)


def _give_node(tensor: Tensor, node: Node) -> None:
    """Let ``node`` be what made the tensor. Whether its gradient is retained goes along."""
    retained = tensor.retains_grad
    if retained:
        tensor._node.extra.retain = None
    tensor._node, tensor._requires_grad = node, True
    if retained:
        node.hooks().retain = weakref.ref(tensor)
