"""Operations on any number of tensors: ``cat`` and ``stack``.

They are few and their inputs many, so nothing is generated for them: one node class, one plain loop.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from minigrad import dtypes
from minigrad.autograd import graph
from minigrad.autograd.grad_mode import mode
from minigrad.autograd.graph import Node
from minigrad.autograd.views import refresh
from minigrad.ops import operands
from minigrad.ops.register import TABLE
from minigrad.tensor import Tensor

Formula = Callable[[Any, list[tuple[int, ...]], int], list[Any]]


class Variadic:
    """A row of the table for an operation ``forward(*arrays, dim)``.

    ``formula(grad, shapes, dim)`` gives the list of gradients.
    """

    kind = "variadic"

    def __init__(self, forward: Callable[..., Any], formula: Formula):
        self.name, self.forward, self.formula = forward.__name__, forward, formula
        self.parameters = self.inputs = ["tensors"]
        self.node = type(f"{self.name.capitalize()}Backward0", (VariadicNode,), {"__slots__": (), "op": self})

    def function(self, *tensors: Any, dim: int = 0) -> Tensor:
        for tensor in tensors:
            if not isinstance(tensor, Tensor):
                raise operands.not_a_tensor(self, "tensors", tensor)  # type: ignore[arg-type]
            refresh(tensor)
        tensors = _of_one_dtype(tensors)
        try:
            data = self.forward(*[tensor._array for tensor in tensors], dim=dim)
        except Exception as error:
            raise self._explain(error, tensors, dim) from None
        needs = [tensor._requires_grad for tensor in tensors]
        if not mode.track or not any(needs):
            return Tensor._wrap(data)
        node = self.node()
        node.order, node.extra, node.shape, node.dim = graph.next_order(), None, data.shape, dim
        node.shapes = [tensor._array.shape for tensor in tensors]
        node.parents = tuple(
            (tensor._node or tensor) if need else None for tensor, need in zip(tensors, needs, strict=True)
        )
        if mode.track is not True:
            mode.track.recorded(node)
        return Tensor._made_by(node, data)

    def _explain(self, error: Exception, tensors: tuple[Tensor, ...], dim: int) -> Exception:
        shapes = [list(tensor._array.shape) for tensor in tensors]
        kind = IndexError if isinstance(error, IndexError) else RuntimeError
        return kind(f"{self.name}() of shapes {shapes} along dim {dim}: {error}")


class VariadicNode(Node):
    """What such an operation leaves behind: only shapes, no values."""

    __slots__ = ("dim", "parents", "shapes")
    op: Variadic

    def backward(self, grad: Any, parents: tuple[Any, ...], keep: bool) -> tuple[Any, ...]:
        return tuple(self.op.formula(grad, self.shapes, self.dim))

    backward_recorded = backward


def _of_one_dtype(tensors: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
    if not tensors:
        raise RuntimeError("cat() and stack() need at least one tensor.")
    target = functools.reduce(dtypes.promote_types, [tensor.dtype for tensor in tensors])
    return tuple(tensor if tensor.dtype is target else tensor.to(target) for tensor in tensors)


def variadic(formula: Formula) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare such an operation; the result takes arrays as well as tensors, like that of ``@op``."""

    def declare(forward: Callable[..., Any]) -> Callable[..., Any]:
        row = Variadic(forward, formula)
        TABLE[row.name] = row  # type: ignore[assignment]

        @functools.wraps(forward)
        def dual(*tensors: Any, dim: int = 0) -> Any:
            if any(isinstance(tensor, Tensor) for tensor in tensors):
                return row.function(*tensors, dim=dim)
            return forward(*tensors, dim=dim)

        dual.op = row  # type: ignore[attr-defined]
        return dual

    return declare
