"""``Function``: an operation whose forward and backward a user writes.

    class Cube(minigrad.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x**3

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return grad * 3 * x**2

    y = Cube.apply(x)

``ctx`` is the node of the graph itself.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from minigrad.autograd import graph
from minigrad.autograd.grad_mode import mode, no_grad
from minigrad.autograd.graph import Node, OutputPort, Packed, sum_to_size
from minigrad.autograd.views import View, check_in_place, rebase
from minigrad.tensor import Tensor

__all__ = ["Function", "FunctionCtx", "once_differentiable"]


class FunctionCtx(Node):
    """The node that ``Function.apply`` leaves behind, and the ``ctx`` that forward and backward share.

    ``needs_input_grad``: for each argument, whether its gradient is asked for. Other attributes are free.
    """

    function: type[Function]
    needs_input_grad: tuple[bool, ...]
    outputs: int
    takes_none = True
    _input_meta: dict[int, tuple[tuple[int, ...], np.dtype[Any]]]  # of the tensor arguments, by position
    _output_meta: list[tuple[tuple[int, ...], np.dtype[Any]]]

    def __init__(self) -> None:
        self.order = graph.next_order()
        self.extra = None
        self.shape = ()
        self.parents = ()
        self.outputs = 1
        self._to_save: tuple[Any, ...] = ()
        self._saved: list[Any] | None = []
        self._dirty: tuple[Tensor, ...] = ()
        self._not_differentiable: tuple[Tensor, ...] = ()
        self._materialize = True

    # for forward -------------------------------------------------------------------------------------------

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keep these tensors for backward, which finds them in ``saved_tensors``; they are version-checked."""
        self._to_save = tensors

    save_for_forward = save_for_backward

    def mark_dirty(self, *tensors: Tensor) -> None:
        """Tell that these inputs were changed in place; they must be returned."""
        self._dirty = tensors

    def mark_non_differentiable(self, *tensors: Tensor) -> None:
        """Tell that these outputs have no gradient."""
        self._not_differentiable = tensors

    def set_materialize_grads(self, value: bool) -> None:
        """Whether backward gets zeros (True) or None for an output that nobody used."""
        self._materialize = value

    # for backward ------------------------------------------------------------------------------------------

    @property
    def saved_tensors(self) -> tuple[Tensor | None, ...]:
        """What ``save_for_backward`` was given. ``RuntimeError`` once released, or after an in-place edit."""
        if self._saved is None:
            raise graph.released_error(self)
        return tuple(each.unpack() if isinstance(each, Packed | _Saved) else each for each in self._saved)

    def name(self) -> str:
        return type(self).__name__

    def pack_saved(self, pack: Callable[[Any], Any], unpack: Callable[[Any], Any]) -> None:
        tensors = self.saved_tensors
        self._saved = [None if each is None else Packed(pack(each), unpack) for each in tensors]

    # the engine's side -------------------------------------------------------------------------------------

    def backward(self, grad: Any, parents: tuple[Any, ...], keep: bool) -> tuple[Any, ...]:
        gradients = [None if g is None else Tensor._wrap(np.asarray(g)) for g in self._as_list(grad)]
        return tuple(g if g is None else g._array for g in self._call(gradients, keep))

    def backward_recorded(self, grad: Any, parents: tuple[Any, ...], keep: bool) -> tuple[Any, ...]:
        return tuple(self._call(self._as_list(grad), keep))

    def _as_list(self, grad: Any) -> list[Any]:
        return grad if isinstance(grad, list) else [grad]

    def _call(self, gradients: list[Any], keep: bool) -> list[Any]:
        if self._materialize:
            gradients = [
                Tensor._wrap(np.zeros(shape, dtype)) if g is None else g
                for g, (shape, dtype) in zip(gradients, self._output_meta, strict=True)
            ]
        results = self.function._backward_of()(self, *gradients)
        if not keep:
            self._saved = None
        return self._checked(results)

    def _checked(self, results: Any) -> list[Any]:
        """The gradients of the tensor arguments, in their shapes and dtypes."""
        name = self.function.__name__
        results = results if isinstance(results, tuple) else (results,)
        expected = len(self.needs_input_grad)
        if len(results) > expected and any(r is not None for r in results[expected:]):
            raise RuntimeError(
                f"{name}.backward returned {len(results)} gradients, but forward took {expected} arguments: one "
                "for each, None where there is none."
            )
        if len(results) < expected:
            raise RuntimeError(
                f"{name}.backward returned {len(results)} gradients for the {expected} arguments of forward: "
                "return one for each, None where there is none."
            )
        found = []
        for position, result in enumerate(results[:expected]):
            if result is not None and position not in self._input_meta:
                raise RuntimeError(
                    f"{name}.backward returned a gradient for argument {position}, which is not a tensor: return "
                    "None there."
                )
        for position, (shape, dtype) in self._input_meta.items():
            found.append(_fitting(name, position, results[position], shape, dtype))
        return found


class _Saved:
    """A tensor kept for backward; an output is kept without the tensor object, which would be a cycle."""

    __slots__ = ("array", "counter", "node", "tensor", "version")

    def __init__(self, tensor: Tensor, node: FunctionCtx, is_output: bool):
        self.node = node if is_output else None
        self.tensor = None if is_output else tensor
        self.array = tensor._storage()
        self.counter = tensor._shared_counter()
        self.version = self.counter[0]

    def unpack(self) -> Tensor:
        if self.counter[0] != self.version:
            raise RuntimeError(
                f"A tensor of shape {list(self.array.shape)} given to save_for_backward was changed in place "
                f"since (version {self.version}, now {self.counter[0]}). Save a .clone(), or change it out of place."
            )
        if self.tensor is not None:
            return self.tensor
        return Tensor._made_by(self.node, self.array, self.counter)


def _fitting(name: str, position: int, result: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Any:
    if result is None:
        return None
    if not isinstance(result, Tensor):
        raise RuntimeError(
            f"{name}.backward must return tensors or None; for argument {position} it returned "
            f"{type(result).__name__} {result!r}."
        )
    have = result._array.shape
    if have != shape:
        stretched = len(have) >= len(shape) and all(
            n == m or m == 1 for n, m in zip(reversed(have), reversed(shape), strict=False)
        )
        if not stretched:
            raise RuntimeError(
                f"{name}.backward returned a gradient of shape {list(have)} for argument {position}, which has "
                f"shape {list(shape)}. A gradient has the shape of what it is the gradient of."
            )
        result = sum_to_size(result, shape)
    if result._array.dtype != dtype:
        from minigrad import dtypes

        result = result.to(dtypes.from_numpy[dtype])
    return result


class Function:
    """Base class of operations with a hand-written backward; see the module's example.

    Subclasses define static methods ``forward(ctx, *args)`` and ``backward(ctx, *grads)``; or, keeping the
    two concerns apart, ``forward(*args)`` and ``setup_context(ctx, inputs, output)``. ``backward`` returns a
    gradient for each argument of forward, None where there is none.
    """

    def __init__(self, *args: Any, **kwargs: Any):
        warnings.warn(
            f"{type(self).__name__} should not be instantiated: write forward and backward as static methods "
            f"and call {type(self).__name__}.apply(...).",
            DeprecationWarning,
            stacklevel=2,
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError(
            f"{type(self).__name__} objects can't be called: write forward and backward as static methods and "
            f"call {type(self).__name__}.apply(...)."
        )

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        """Compute the result; to be overridden."""
        raise NotImplementedError("A Function needs a static method forward(ctx, *args).")

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        """Save what backward needs, for a forward without ``ctx``."""
        raise NotImplementedError("setup_context(ctx, inputs, output) is not defined.")

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        """From the gradients of the results to those of the arguments; to be overridden."""
        raise NotImplementedError(
            "A Function needs a static method backward(ctx, *grads) to be differentiated."
        )

    vjp = backward

    @classmethod
    def _backward_of(cls) -> Callable[..., Any]:
        return cls.backward if cls.backward is not Function.backward else cls.vjp

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Run forward on the arguments and record it as one node."""
        if kwargs:
            raise TypeError(f"{cls.__name__}.apply takes positional arguments only, not {sorted(kwargs)}.")
        ctx = _context_class(cls)()  # type: ignore[arg-type]
        ctx.needs_input_grad = tuple(isinstance(arg, Tensor) and arg.requires_grad for arg in args)
        recording = bool(mode.track) and any(ctx.needs_input_grad)
        ctx._input_meta = {
            position: (arg._array.shape, arg._array.dtype)
            for position, arg in enumerate(args)
            if isinstance(arg, Tensor)
        }
        ctx.parents = tuple(
            (arg._node or arg) if ctx.needs_input_grad[position] else None
            for position, arg in enumerate(args)
            if isinstance(arg, Tensor)
        )
        with no_grad():
            if cls.setup_context is not Function.setup_context:
                result = cls.forward(*args)
                cls.setup_context(ctx, args, result)
            else:
                result = cls.forward(ctx, *args)
        return _finish(ctx, args, result, recording)


@functools.cache
def _context_class(function: type[Function]) -> type[FunctionCtx]:
    return type(f"{function.__name__}Backward", (FunctionCtx,), {"function": function})


def _finish(ctx: FunctionCtx, args: tuple[Any, ...], result: Any, recording: bool) -> Any:
    """Make the results of forward outputs of the node ``ctx``."""
    several = isinstance(result, tuple)
    outputs = list(result) if several else [result]
    tensors = [output for output in outputs if isinstance(output, Tensor)]
    ctx._output_meta = [(t._array.shape, t._array.dtype) for t in tensors]
    ctx.outputs = len(tensors)
    ctx.shape = tensors[0]._array.shape if tensors else ()
    for tensor in ctx._dirty:
        if recording:
            check_in_place(tensor)
        tensor._bump_version()
    finished = []
    index = 0
    for output in outputs:
        if not isinstance(output, Tensor):
            finished.append(output)
            continue
        finished.append(_as_output(ctx, args, output, index, recording))
        index += 1
    _save(ctx, finished)
    if recording and mode.track is not True:
        mode.track.recorded(ctx)
    return tuple(finished) if several else finished[0]


def _is_among(tensor: Any, tensors: Any) -> bool:
    return any(tensor is each for each in tensors)


def _as_output(
    ctx: FunctionCtx, args: tuple[Any, ...], output: Tensor, index: int, recording: bool
) -> Tensor:
    dirty = _is_among(output, ctx._dirty)
    if not dirty and (_is_among(output, args) or output._node is not None):
        # an input handed through: the caller gets another tensor on the same storage
        view = View(output, _itself, ())
        output = output.detach()
        output._view = view if recording else None
    differentiable = not _is_among(output, ctx._not_differentiable) and output.is_floating_point()
    if not recording or not differentiable:
        return output
    node: Node = ctx if ctx.outputs == 1 else OutputPort(ctx, index, output._array.shape)
    if dirty:
        rebase(output, node)
    else:
        if output._view is not None:
            output._view.version = output._version
        output._node, output._requires_grad = node, True
    return output


def _itself(array: Any) -> Any:
    return array[...]


def _save(ctx: FunctionCtx, outputs: list[Any]) -> None:
    saved: list[Any] = []
    for tensor in ctx._to_save:
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(
                f"save_for_backward takes tensors and None, not {type(tensor).__name__} {tensor!r}: keep it as an "
                "attribute, ctx.name = value."
            )
        saved.append(None if tensor is None else _Saved(tensor, ctx, _is_among(tensor, outputs)))
    ctx._saved = saved
    ctx._to_save = ctx._dirty = ctx._not_differentiable = ()


class _OnceDifferentiable(Node):
    """Stands behind the result of a backward that can't be differentiated itself."""

    def __init__(self, shape: tuple[int, ...], parents: tuple[Any, ...]):
        self.order, self.extra = graph.next_order(), None
        self.shape, self.parents = shape, parents

    def backward(self, grad: Any, parents: tuple[Any, ...], keep: bool) -> tuple[Any, ...]:
        raise RuntimeError("This backward is marked @once_differentiable: it has no derivative of its own.")

    backward_recorded = backward


def once_differentiable(backward: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a ``backward`` that uses more than recorded operations: differentiating it is an error."""

    @functools.wraps(backward)
    def wrapped(ctx: FunctionCtx, *grads: Any) -> Any:
        with no_grad():
            results = backward(ctx, *grads)
        if not mode.track:
            return results
        ends = [g._node or g for g in grads if isinstance(g, Tensor) and g.requires_grad]
        if not ends:
            return results
        several = isinstance(results, tuple)
        blocked = [
            Tensor._made_by(_OnceDifferentiable(r._array.shape, tuple(ends)), r._storage())
            if isinstance(r, Tensor)
            else r
            for r in (results if several else (results,))
        ]
        return tuple(blocked) if several else blocked[0]

    return wrapped
