"""Backward: from the roots to the leaves, newest node first.

A node's order says when it was recorded. Everything that used its result was recorded later, so when the
newest waiting node is taken first, its gradient is complete: all its consumers have run. A heap of orders
therefore visits the graph in reverse topological order without looking at it beforehand, and without
recursion.

In the heap's loop gradients are plain arrays. Under ``create_graph`` they are tensors and the same loop
records what it does.
"""

from __future__ import annotations

import warnings
import weakref
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import Any

import numpy as np

from minigrad.autograd import graph
from minigrad.autograd.grad_mode import mode
from minigrad.autograd.graph import Hooks, Node, OutputPort, sum_to_size
from minigrad.autograd.views import is_unrecorded_view, renew
from minigrad.tensor import Tensor

__all__ = ["backward", "grad"]

Tensors = Tensor | Sequence[Tensor]


# what users call -------------------------------------------------------------------------------------------


def backward(
    tensors: Tensors,
    grad_tensors: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    *,
    inputs: Tensors | None = None,
) -> None:
    """Add the gradient of ``tensors`` (of their sum, weighted by ``grad_tensors``) to the leaves' ``.grad``.

    Raises ``RuntimeError`` for a root without graph, for a non-scalar root without gradient, for a graph that
    has been freed, and for a saved value that was changed in place.

    >>> import minigrad
    >>> x = minigrad.ones(3, requires_grad=True)
    >>> minigrad.autograd.backward([(2 * x).sum(), (3 * x).sum()])
    >>> x.grad
    tensor([5., 5., 5.])
    """
    roots = _as_tuple(tensors, "tensors")
    seeds = _seeds(roots, grad_tensors, create_graph)
    targets = None
    if inputs is not None:
        targets = _as_tuple(inputs, "inputs")
        if not targets:
            raise RuntimeError(
                "backward(inputs=[]): name at least one tensor, or leave inputs out for all leaves."
            )
        _check_inputs(targets)
    if create_graph:
        _warn_of_cycle()
    keep = create_graph if retain_graph is None else retain_graph
    run = _Run(keep, create_graph, targets, accumulate=True)
    run.start(roots, seeds)


def grad(
    outputs: Tensors,
    inputs: Tensors,
    grad_outputs: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Tensor | None, ...]:
    """The gradients of ``outputs`` for ``inputs``, as a tuple; no ``.grad`` is touched.

    An input that the outputs don't depend on is a ``RuntimeError``, unless ``allow_unused`` (then its
    gradient is None) or ``materialize_grads`` (then it is zeros).

    >>> import minigrad
    >>> x = minigrad.tensor(2.0, requires_grad=True)
    >>> minigrad.autograd.grad(x**3, x)
    (tensor(12.),)
    """
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "materialize_grads=True fills in unused inputs, so allow_unused can't be False with it."
        )
    if is_grads_batched:
        raise NotImplementedError(
            "is_grads_batched needs vmap, which minigrad does not have: call grad in a loop."
        )
    roots = _as_tuple(outputs, "outputs")
    targets = _as_tuple(inputs, "inputs")
    if not targets:
        raise RuntimeError("grad() needs at least one input.")
    seeds = _seeds(roots, grad_outputs, create_graph)
    _check_inputs(targets)
    keep = create_graph if retain_graph is None else retain_graph
    run = _Run(keep, create_graph, targets, accumulate=False)
    run.start(roots, seeds)
    found = [run.captured.get(id(_end(target))) for target in targets]
    return tuple(
        _present(
            gradient, target, position, allow_unused or materialize_grads, materialize_grads, create_graph
        )
        for position, (gradient, target) in enumerate(zip(found, targets, strict=True))
    )


def _present(
    gradient: Any, target: Tensor, position: int, allow_unused: bool, materialize: bool, create_graph: bool
) -> Tensor | None:
    if gradient is None:
        if not allow_unused:
            raise RuntimeError(
                f"The outputs don't depend on input {position} (shape {list(target._array.shape)}). If that is "
                "meant, pass allow_unused=True to get None for it, or materialize_grads=True to get zeros."
            )
        return Tensor._wrap(np.zeros_like(target._array), create_graph) if materialize else None
    return gradient if isinstance(gradient, Tensor) else Tensor._wrap(gradient)


# arguments -------------------------------------------------------------------------------------------------


def _as_tuple(tensors: Any, name: str) -> tuple[Tensor, ...]:
    if isinstance(tensors, Tensor):
        return (tensors,)
    tensors = tuple(tensors)
    for tensor in tensors:
        if not isinstance(tensor, Tensor):
            raise TypeError(f"{name} must be tensors, not {type(tensor).__name__}.")
    return tensors


def _check_inputs(targets: tuple[Tensor, ...]) -> None:
    for position, target in enumerate(targets):
        if not target.requires_grad:
            raise RuntimeError(
                f"Input {position} (shape {list(target._array.shape)}) doesn't require grad, so nothing was "
                "recorded for it. Set requires_grad=True before it is used."
            )


def _seeds(roots: tuple[Tensor, ...], given: Any, create_graph: bool) -> list[Any]:
    """The gradient to start from at each root, on the side (arrays or tensors) on which the run computes."""
    if given is None or isinstance(given, Tensor):
        given = (given,) * len(roots) if given is None else (given,)
    given = tuple(given) if isinstance(given, (tuple, list)) else (given,)
    if len(given) != len(roots):
        raise RuntimeError(f"{len(roots)} roots need as many gradients, not {len(given)}.")
    return [_seed(root, gradient, create_graph) for root, gradient in zip(roots, given, strict=True)]


def _seed(root: Tensor, gradient: Any, create_graph: bool) -> Any:
    array = root._array
    renew(root)
    recorded = root.requires_grad and not is_unrecorded_view(root)
    if gradient is None:
        if not recorded:
            raise RuntimeError(
                "There is no graph to go back through: this tensor doesn't require grad. Did an input get "
                "requires_grad=True, and was it computed outside no_grad?"
            )
        if array.size != 1:
            raise RuntimeError(
                f"Backward starts from a scalar, and this tensor has shape {list(array.shape)}. Reduce it first "
                f"(.sum(), .mean()), or pass gradient=, a tensor of shape {list(array.shape)} with the weight of "
                "each element."
            )
        if array.dtype.kind not in "fc":
            raise RuntimeError(f"Gradients exist for floating point tensors only, not for {root.dtype}.")
        seed = array.dtype.type(1) if array.ndim == 0 else np.ones(array.shape, array.dtype)
        return Tensor._wrap(seed) if create_graph else seed
    if not isinstance(gradient, Tensor):
        raise TypeError(f"gradient= must be a Tensor or None, not {type(gradient).__name__} {gradient!r}.")
    if gradient._array.shape != array.shape:
        raise RuntimeError(
            f"gradient= must have the root's shape {list(array.shape)}, not {list(gradient._array.shape)}: it "
            "weights each element of the root."
        )
    if not recorded:
        raise RuntimeError("There is no graph to go back through: this tensor doesn't require grad.")
    if gradient._array.dtype != array.dtype:
        gradient = gradient.to(root.dtype)
    return gradient if create_graph else gradient._array


_warned_of_cycle = False


def _warn_of_cycle() -> None:
    global _warned_of_cycle
    if _warned_of_cycle:  # once in a program is enough
        return
    _warned_of_cycle = True
    warnings.warn(
        "backward(create_graph=True) makes each leaf's .grad part of a graph that refers back to the leaf, a cycle "
        "that keeps memory until .grad is set to None. autograd.grad has no such cycle.",
        UserWarning,
        stacklevel=4,
    )


def _end(tensor: Tensor) -> Any:
    """What stands for this tensor in the graph: its node, or the leaf itself."""
    if tensor._view is not None:
        renew(tensor)
    return tensor._node or tensor


def retain(tensor: Tensor) -> None:
    """Let the tensor's node keep the gradient in ``tensor.grad``. The reference is weak: a node must not
    keep alive what it made."""
    tensor._node.hooks().retain = weakref.ref(tensor)


# the run ---------------------------------------------------------------------------------------------------


class _Run:
    """One backward: its settings, and the gradients that wait.

    ``ready``: order -> (node, gradient so far), the nodes that wait; ``leaves``: the same for leaf tensors.
    ``shared``: ends whose gradient may be somebody else's array, so that nothing may be added in place.
    ``added``: end -> how often something was added in place, which is what a gradient's version counts.
    """

    def __init__(self, keep: bool, create_graph: bool, targets: tuple[Tensor, ...] | None, accumulate: bool):
        self.keep, self.create_graph, self.accumulate = keep, create_graph, accumulate
        self.nodes: dict[int, Node] = {}
        self.waiting: dict[Any, Any] = {}
        self.leaves: dict[int, Tensor] = {}
        self.shared: set[int] = set()
        self.added: dict[int, int] = {}
        self.targets = None if targets is None else {id(_end(target)): target for target in targets}
        self.captured: dict[int, Any] = {}
        self.useful: set[int] | None = None

    def start(self, roots: tuple[Tensor, ...], seeds: list[Any]) -> None:
        if self.targets is not None:
            self.useful = _on_a_path([_end(root) for root in roots], self.targets)
        before = mode.grad, mode.inference, mode.watchers
        mode.set(grad=self.create_graph, inference=False)
        try:
            heap: list[int] = []
            for root, seed in zip(roots, seeds, strict=True):
                self._add(heap, _end(root), seed)
            self._propagate(heap)
            for leaf in list(self.leaves.values()):
                self._finish_leaf(leaf)
        finally:
            grad_mode, inference, watchers = before
            mode.set(grad=grad_mode, inference=inference, watchers=watchers)

    def _propagate(self, heap: list[int]) -> None:
        """Run the waiting nodes, newest first, and hand each gradient on to the parents."""
        nodes, waiting, leaves, shared = self.nodes, self.waiting, self.leaves, self.shared
        keep, create_graph = self.keep, self.create_graph
        plain = self.useful is None and not create_graph and not mode.watchers
        while heap:
            order = heappop(heap)
            node = nodes.pop(order)
            gradient = waiting.pop(order)
            parents = node.parents
            if plain and node.extra is None and gradient is not None and type(node) is not OutputPort:
                gradients = node.backward(gradient, parents, keep)
            else:
                parents, gradients = self._run_carefully(heap, node, gradient)
            for parent, part in zip(parents, gradients):  # noqa: B905  (strict costs a tenth of a small op)
                if parent is None:
                    continue
                if part is None:
                    self._add_nothing(heap, parent)
                    continue
                # What follows is _add, written out: a call an edge would cost a fifth of a small backward.
                if isinstance(parent, Node):
                    key, shape = parent.order, parent.shape
                else:
                    key, shape = id(parent), parent._array.shape
                if part.shape != shape:
                    part = sum_to_size(part, shape)
                if key not in waiting:
                    waiting[key] = part
                    if key < 0:
                        nodes[key] = parent
                        heappush(heap, key)
                    else:
                        leaves[key] = parent
                    if part is gradient or (not create_graph and part.base is not None):
                        shared.add(key)
                else:
                    self._add_to(key, part)

    def _run_carefully(
        self, heap: list[int], node: Node, gradient: Any
    ) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """One node with everything that is rare: hooks, ``inputs=``, several outputs, recording, watchers."""
        useful = self.useful
        # As in PyTorch, a node that is only asked for its gradient is asked after its hooks have run, and one that
        # leads on to another target before.
        captured = self.targets is not None and id(node) in self.targets
        leads_on = captured and any(id(parent) in useful for parent in node.parents)  # type: ignore[operator]
        if captured and leads_on:
            self._capture(node, gradient)
        if node.extra is not None and type(gradient) is not list:
            gradient = self._tensor_hooks(node.extra, gradient, node)
        if captured and not leads_on:
            self._capture(node, gradient)
        if isinstance(node, OutputPort):
            if useful is None or id(node.owner) in useful:
                self._hand_over(heap, node, gradient)
            return (), ()
        parents = node.parents
        if useful is not None:
            parents = tuple(p if p is not None and id(p) in useful else None for p in parents)
            if all(p is None for p in parents):
                return (), ()
        if gradient is None and not node.takes_none:
            return parents, (None,) * len(parents)
        return parents, self._run_with_hooks(node, gradient, parents)

    def _hand_over(self, heap: list[int], port: OutputPort, gradient: Any) -> None:
        """Give a node with several outputs the gradient of one of them."""
        owner = port.owner
        if owner.order not in self.nodes:
            self.nodes[owner.order] = owner
            self.waiting[owner.order] = [None] * owner.outputs
            heappush(heap, owner.order)
        self.waiting[owner.order][port.index] = gradient

    def _add(self, heap: list[int], root: Any, seed: Any) -> None:
        """The gradient of a root, which is the caller's and not ours to change."""
        key = root.order if isinstance(root, Node) else id(root)
        if key in self.waiting:
            self._add_to(key, seed)
            return
        self.waiting[key] = seed
        self.shared.add(key)
        if key < 0:
            self.nodes[key] = root
            heappush(heap, key)
        else:
            self.leaves[key] = root

    def _add_nothing(self, heap: list[int], end: Any) -> None:
        """A backward answered None for a needed gradient: hooks further down are told, Functions get zeros."""
        key = end.order if isinstance(end, Node) else id(end)
        if key in self.waiting:
            return
        self.waiting[key] = None
        if key < 0:
            self.nodes[key] = end
            heappush(heap, key)
        else:
            self.leaves[key] = end

    def _add_to(self, key: int, part: Any) -> None:
        """Add to a gradient that waits already."""
        have = self.waiting[key]
        if have is None:
            self.waiting[key] = part
            self.shared.add(key)
        elif self.create_graph or key in self.shared:
            self.waiting[key] = have + part
            self.shared.discard(key)
        else:
            have += part  # in place for an array; a NumPy scalar is replaced
            self.waiting[key] = have
            self.added[key] = self.added.get(key, 0) + 1

    # leaves ------------------------------------------------------------------------------------------------

    def _finish_leaf(self, leaf: Tensor) -> None:
        key = id(leaf)
        gradient = self.waiting.pop(key)
        extra = leaf._extra
        if extra is not None:
            gradient = self._tensor_hooks(extra, gradient, leaf)
        if self.targets is not None:
            if key not in self.targets:
                return
            self._capture(leaf, gradient)
            if not self.accumulate:
                return
        if gradient is None:
            return
        if extra is not None and extra.pre:
            gradient = self._unwrapped(_call_prehooks(extra, (self._wrapped(gradient),))[0])
        if not leaf.requires_grad:  # switched off since the forward
            return
        if is_unrecorded_view(leaf):
            return
        if leaf._node is not None:
            raise RuntimeError(
                f"A leaf (shape {list(leaf._array.shape)}) was changed in place after it was used, so it is no leaf "
                "any more and its gradient has nowhere to go. Assign to a new tensor, or .clone() it first."
            )
        self._accumulate(leaf, gradient, key)
        if extra is not None:
            for hook in list(extra.post.values()):
                hook((), (self._wrapped(gradient),))
            for hook in list(extra.accumulated.values()):
                if hook(leaf) is not None:
                    raise RuntimeError(
                        "A post-accumulate hook must return None: it is told of .grad, not asked."
                    )

    def _accumulate(self, leaf: Tensor, gradient: Any, key: int) -> None:
        have = leaf._grad
        if self.create_graph:
            leaf._grad = _copied(gradient) if have is None else have + gradient
        elif have is None:
            if key in self.shared:
                gradient = gradient.copy()
            leaf._grad = Tensor._wrap(gradient)
            if key in self.added:
                leaf._grad._counter = [self.added[key]]
        else:
            have._array += gradient  # in place for an array; a NumPy scalar, which nobody shares, is replaced
            have._bump_version()

    def _capture(self, end: Any, gradient: Any) -> None:
        """Keep the gradient of one of ``inputs=``: to be returned, or, for a computed one, put in ``.grad``."""
        key = end.order if isinstance(end, Node) else id(end)
        if not self.create_graph and key in self.shared:
            gradient = gradient.copy()
            self.shared.discard(key)
        self.captured[id(end)] = gradient
        if self.accumulate and isinstance(end, Node):
            target = self.targets[id(end)]  # type: ignore[index]
            self._accumulate(target, gradient, key)

    # hooks -------------------------------------------------------------------------------------------------

    def _wrapped(self, gradient: Any) -> Any:
        if gradient is None or isinstance(gradient, Tensor):
            return gradient
        return Tensor._wrap(gradient if type(gradient) is np.ndarray else np.asarray(gradient))

    def _unwrapped(self, gradient: Any) -> Any:
        return gradient if self.create_graph or gradient is None else gradient._array

    def _tensor_hooks(self, extra: Hooks, gradient: Any, end: Any) -> Any:
        """Hooks on the gradient of one tensor, then its retain_grad."""
        if extra.tensor:
            tensor = self._wrapped(gradient)
            for hook in list(extra.tensor.values()):
                result = hook(tensor)
                if result is not None:
                    if tensor is not None:
                        _check_hook_result(result, tensor)
                    tensor = result
            gradient = self._unwrapped(tensor)
            self.shared.add(end.order if isinstance(end, Node) else id(end))
        if extra.retain is not None and gradient is not None:
            kept = extra.retain()
            if kept is not None:
                if self.create_graph:
                    new = gradient
                else:
                    new = Tensor._wrap(gradient.copy() if isinstance(gradient, np.ndarray) else gradient)
                kept._grad = new if kept._grad is None else kept._grad + new
        return gradient

    def _run_with_hooks(self, node: Node, gradient: Any, parents: tuple[Any, ...]) -> tuple[Any, ...]:
        call: Callable[..., Any] = node.backward_recorded if self.create_graph else node.backward
        for watcher in mode.watchers:
            call = watcher.around(node, call)
        extra = node.extra
        if extra is None:
            return call(gradient, parents, self.keep)
        several = isinstance(gradient, list)
        outputs = tuple(self._wrapped(each) for each in (gradient if several else [gradient]))
        if extra.pre:
            outputs = _call_prehooks(extra, outputs)
            unwrapped = [self._unwrapped(each) for each in outputs]
            gradient = unwrapped if several else unwrapped[0]
        gradients = call(gradient, parents, self.keep)
        if extra.post:
            inputs = tuple(self._wrapped(g) for g in gradients)
            for hook in list(extra.post.values()):
                result = hook(inputs, outputs)
                if result is not None:
                    inputs = result
            # A hook may have kept what it saw: the engine adds to copies from here on.
            gradients = tuple(g if g is None or self.create_graph else g._array.copy() for g in inputs)
        return tuple(gradients)


def _copied(gradient: Tensor) -> Tensor:
    from minigrad.ops.shape import copied

    return copied(gradient)


def _call_prehooks(extra: Hooks, outputs: tuple[Any, ...]) -> tuple[Any, ...]:
    for hook in list(extra.pre.values()):
        result = hook(outputs)
        if result is not None:
            outputs = result if isinstance(result, tuple) else (result,)
    return outputs


def _check_hook_result(result: Any, gradient: Tensor) -> None:
    if not isinstance(result, Tensor):
        raise TypeError(f"A hook must return a Tensor or None, not {type(result).__name__}.")
    if result._array.shape != gradient._array.shape:
        raise RuntimeError(
            f"A hook must return a gradient of the same shape {list(gradient._array.shape)}, not "
            f"{list(result._array.shape)}."
        )
    if result._array.dtype != gradient._array.dtype:
        raise RuntimeError(f"A hook must return the gradient's dtype {gradient.dtype}, not {result.dtype}.")


def _on_a_path(roots: list[Any], targets: dict[int, Tensor]) -> set[int]:
    """The ids of the nodes and leaves from which a target can be reached, the targets included."""
    found = list(graph.walk(roots))
    nodes = sorted((end for end in found if isinstance(end, Node)), key=lambda node: -node.order)
    useful = {id(end) for end in found if id(end) in targets}
    for node in nodes:  # oldest first: parents before those who used them
        if any(id(parent) in useful for parent in node.parents if parent is not None):
            useful.add(id(node))
    return useful
