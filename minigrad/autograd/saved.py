"""``saved_tensors_hooks``: decide how tensors are kept between forward and backward (``autograd.graph``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from minigrad.autograd.grad_mode import mode

__all__ = ["saved_tensors_hooks"]


class saved_tensors_hooks:
    """Within the block, every saved tensor goes through ``pack`` now and through ``unpack`` when backward needs it.

    >>> import minigrad
    >>> x = minigrad.tensor(3.0, requires_grad=True)
    >>> with minigrad.autograd.graph.saved_tensors_hooks(lambda t: t.numpy(force=True), minigrad.from_numpy):
    ...     y = x * x
    >>> y.backward()
    >>> x.grad
    tensor(6.)
    """

    def __init__(self, pack_hook: Callable[[Any], Any], unpack_hook: Callable[[Any], Any]):
        self.pack_hook, self.unpack_hook = pack_hook, unpack_hook

    def recorded(self, node: Any) -> None:
        """Called by the recorder for each new node."""
        grad = mode.grad
        mode.set(grad=False)  # what pack does is no part of the graph
        try:
            node.pack_saved(self.pack_hook, self.unpack_hook)
        finally:
            mode.set(grad=grad)

    def around(self, node: Any, call: Callable[..., Any]) -> Callable[..., Any]:
        """Backward needs nothing extra: the node unpacks what it uses."""
        return call

    def __enter__(self) -> None:
        self._others = mode.watchers
        # the innermost hooks alone decide, so those of an outer block are out of force
        mode.set(watchers=(*(w for w in self._others if not isinstance(w, saved_tensors_hooks)), self))

    def __exit__(self, *exception: object) -> None:
        mode.set(watchers=self._others)
