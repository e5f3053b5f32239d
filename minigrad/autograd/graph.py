"""The nodes of the graph, what they save for backward, and the check that it is still what was saved.

A node is what one operation leaves behind: who its inputs came from (``parents``) and the values that its
derivative formulas name. Nothing points from a node to the tensor it made, so the graph has no reference
cycle: it is freed the moment the last result is dropped, without the garbage collector.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from minigrad.tensor import Tensor

# Backward visits the newest node first. Orders count down, so that "newest" is "smallest" for the heap.
next_order = itertools.count(-1, -1).__next__


class _Released:
    """Stands where a saved value was before backward released it."""

    def __repr__(self) -> str:
        return "<released>"


RELEASED = _Released()


class Packed:
    """A saved tensor that ``saved_tensors_hooks`` has put away, and how to get it back."""

    __slots__ = ("_packed", "_unpack")

    def __init__(self, packed: Any, unpack: Callable[[Any], Any]):
        self._packed, self._unpack = packed, unpack

    def unpack(self) -> Any:
        return self._unpack(self._packed)


class InferenceCounter:
    """The version counter of an inference tensor: there is none, so reading it is an error."""

    def __getitem__(self, index: int) -> int:
        raise RuntimeError(
            "Inference tensors don't track their version, so they can't be saved for backward. "
            "Use .clone() on it outside inference_mode to get a normal tensor, or use no_grad instead."
        )


INFERENCE = InferenceCounter()


class Hooks:
    """What was attached to a node, or to a leaf: user functions, and notes for anomaly detection.

    Most tensors and nodes have none, so it is made on demand and they carry one empty slot for it.
    """

    __slots__ = ("accumulated", "metadata", "post", "pre", "retain", "tensor", "traceback")

    def __init__(self) -> None:
        self.tensor: dict[int, Callable[..., Any]] = {}  # on the gradient of the tensor itself
        self.retain: Any = None  # weak reference to a tensor whose .grad is to be kept
        self.pre: dict[int, Callable[..., Any]] = {}  # node.register_prehook
        self.post: dict[int, Callable[..., Any]] = {}  # node.register_hook
        self.accumulated: dict[int, Callable[..., Any]] = {}  # register_post_accumulate_grad_hook
        self.traceback: str | None = None  # where the forward ran, under anomaly detection
        self.metadata: dict[Any, Any] = {}


class RemovableHandle:
    """What registering a hook returns: ``handle.remove()`` takes the hook away again."""

    _ids = itertools.count()

    def __init__(self, hooks: dict[int, Callable[..., Any]], hook: Callable[..., Any]):
        self._hooks = hooks
        self.id = next(self._ids)
        hooks[self.id] = hook

    def remove(self) -> None:
        self._hooks.pop(self.id, None)

    def __enter__(self) -> RemovableHandle:
        return self

    def __exit__(self, *exception: object) -> None:
        self.remove()


class Node:
    """One recorded operation. Every operation has its own subclass, named as in PyTorch: ``MulBackward0``.

    ``order``: negative; smaller is newer.
    ``parents``: for each differentiable input the node that made it, the leaf tensor itself, or None.
    ``shape``: of the result, which is the shape its gradient must have.
    """

    __slots__ = ("extra", "order", "shape")

    order: int
    parents: tuple[Any, ...]
    shape: tuple[int, ...]
    extra: Hooks | None

    #: the saved values by name, and of these the ones that backward releases
    saved_names: tuple[str, ...] = ()

    #: whether backward is called even if no gradient arrives
    takes_none = False

    def backward(self, grad: Any, parents: tuple[Any, ...], keep: bool) -> tuple[Any, ...]:
        """Gradients (arrays) for the inputs whose entry in ``parents`` is not None."""
        raise NotImplementedError

    def backward_recorded(self, grad: Tensor, parents: tuple[Any, ...], keep: bool) -> tuple[Any, ...]:
        """The same on tensors, so that the derivative can be differentiated again."""
        raise NotImplementedError

    def name(self) -> str:
        """The operation's name, as printed in ``grad_fn=<...>``."""
        return type(self).__name__

    @property
    def next_functions(self) -> tuple[tuple[Any, int], ...]:
        """For each input ``(node, which of its outputs)``; ``(None, 0)`` where no gradient is needed."""
        return tuple(public(parent) for parent in self.parents)

    @property
    def metadata(self) -> dict[Any, Any]:
        """A dictionary to keep notes in."""
        return self.hooks().metadata

    def hooks(self) -> Hooks:
        """The hooks of this node, made on first use."""
        if self.extra is None:
            self.extra = Hooks()
        return self.extra

    def register_prehook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call ``hook(grad_outputs)`` before the node runs; what it returns, if anything, replaces them."""
        return RemovableHandle(self.hooks().pre, hook)

    def register_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call ``hook(grad_inputs, grad_outputs)`` after the node ran; a tuple returned replaces grad_inputs."""
        return RemovableHandle(self.hooks().post, hook)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_saved_") and name[7:] in self.saved_names:
            return self.unpack(name[7:])
        raise AttributeError(f"{self.name()} has no attribute {name!r}")

    @property
    def saved(self) -> dict[str, Any]:
        """What the node holds for backward, by the name its formula uses; empty once released."""
        names = [name for name in self.saved_names if getattr(self, name, None) not in _NOTHING]
        return {name: self.unpack(name) for name in names}

    def pack_saved(self, pack: Callable[[Any], Any], unpack: Callable[[Any], Any]) -> None:
        """Replace each saved tensor by what ``pack`` makes of it."""
        for name in self.saved_names:
            value = getattr(self, name)
            if name == "result" or hasattr(value, "_array"):
                setattr(self, name, Packed(pack(self.unpack(name)), unpack))

    def unpack(self, name: str) -> Any:
        """The saved value ``name``, as a tensor where it is one, after the version check."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{self.name()} object at {id(self):#x}>"


class _Nothing(tuple[Any, ...]):
    """Membership by identity: arrays and tensors compare elementwise."""

    def __contains__(self, value: object) -> bool:
        return any(value is mine for mine in self)


_NOTHING = _Nothing((None, RELEASED))


class AccumulateGrad:
    """The end of a path: adds the gradient to ``variable.grad``.

    The engine uses the leaf tensor itself as this end. This view of it is made when somebody asks for
    ``next_functions``, so a leaf needs no node of its own and stays free of reference cycles.
    """

    def __init__(self, variable: Tensor):
        self.variable = variable

    next_functions: tuple[Any, ...] = ()

    def name(self) -> str:
        return "torch::autograd::AccumulateGrad"

    def register_prehook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call ``hook(grad_outputs)`` before the gradient is added; what it returns replaces it."""
        return RemovableHandle(self.variable._hooks().pre, hook)

    def register_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call ``hook(grad_inputs, grad_outputs)`` after the gradient was added."""
        return RemovableHandle(self.variable._hooks().post, hook)

    @property
    def metadata(self) -> dict[Any, Any]:
        return self.variable._hooks().metadata

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AccumulateGrad) and other.variable is self.variable

    def __hash__(self) -> int:
        return id(self.variable)

    def __repr__(self) -> str:
        return f"<AccumulateGrad object at {id(self.variable):#x}>"


def public(parent: Any) -> tuple[Any, int]:
    """A parent as ``next_functions`` shows it."""
    if parent is None:
        return None, 0
    if isinstance(parent, Node):
        return parent.as_edge() if isinstance(parent, OutputPort) else (parent, 0)
    return AccumulateGrad(parent), 0


class OutputPort(Node):
    """One output of a node that has several.

    The engine knows only nodes with one output. A port stands for one of several: it collects that output's
    gradient, as any node does, and hands it to its owner under its index.
    """

    __slots__ = ("index", "owner", "parents")

    def __init__(self, owner: Any, index: int, shape: tuple[int, ...]):
        self.order = next_order()
        self.owner, self.index, self.shape = owner, index, shape
        self.parents = (owner,)
        self.extra = None

    def as_edge(self) -> tuple[Any, int]:
        return self.owner, self.index

    def name(self) -> str:
        return self.owner.name()


def released_error(node: Node) -> RuntimeError:
    return RuntimeError(
        f"{node.name()} has already given away what it saved for backward: the graph is freed after the first "
        "backward, to save memory. To go through it a second time, pass retain_graph=True to the first backward "
        "or autograd.grad; or compute the result anew."
    )


def modified_error(node: Node, name: str, saved_version: int, version: int) -> RuntimeError:
    what = "its output" if name == "result" else f"its input {name!r}"
    return RuntimeError(
        f"{node.name()} needs {what} as it was in the forward (shape {list(node.shape)} result, version "
        f"{saved_version}), but an in-place operation has changed it since (now version {version}). "
        "Use the out-of-place form (y = y + 1 for y += 1), or .clone() it before changing it."
    )


def walk(roots: list[Any], newest: float = math.inf) -> Iterator[Any]:
    """Every node and leaf that can be reached from ``roots``, each once, without recursion.

    With ``newest`` only the nodes recorded since that order was given out.
    """
    seen: set[int] = set()
    stack = list(roots)
    while stack:
        node = stack.pop()
        if node is None or id(node) in seen:
            continue
        seen.add(id(node))
        is_node = isinstance(node, Node)
        if is_node and node.order > newest:
            continue
        yield node
        if is_node:
            stack.extend(node.parents)


def sum_to_size(grad: Any, shape: tuple[int, ...]) -> Any:
    """Undo broadcasting: sum ``grad`` over the axes along which ``shape`` was stretched.

    Works on arrays and on tensors.

    >>> import numpy as np
    >>> sum_to_size(np.ones((4, 3)), (3,))
    array([4., 4., 4.])
    """
    extra = grad.ndim - len(shape)
    if extra == 1 and grad.shape[1:] == shape:  # a bias added to a batch: the usual case, spared the rest
        return grad.sum(axis=0)
    stretched = [axis + extra for axis, length in enumerate(shape) if length == 1 != grad.shape[axis + extra]]
    axes = (*range(extra), *stretched)
    return grad.sum(axis=axes, keepdims=True).reshape(shape) if axes else grad
