"""Jacobians, Hessians and their products with vectors, for functions of tensors.

A product with a vector on the left (``vjp``) is one backward. One on the right (``jvp``) is found by two: the
vjp is linear in its vector, and the derivative of that linear map is the transposed Jacobian's transpose (the
"double backward trick", J. Townsend, 2017).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from minigrad.autograd.engine import grad
from minigrad.autograd.grad_mode import enable_grad
from minigrad.tensor import Tensor

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]

Tensors = Tensor | Sequence[Tensor]


def vjp(
    func: Callable[..., Any],
    inputs: Tensors,
    v: Tensors | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Any, Any]:
    """``func(inputs)`` and the product of ``v`` (in the output's shape) with its Jacobian.

    ``v`` may be left out for a scalar output. ``strict`` raises ``RuntimeError`` where an output does not
    depend on an input, instead of returning zeros.

    >>> import minigrad
    >>> minigrad.autograd.functional.vjp(lambda x: x**2, minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 0.0]))
    (tensor([1., 4.]), tensor([2., 0.]))
    """
    with enable_grad():
        single, own = _prepare(inputs, create_graph)
        outputs, out_single = _outputs(func(*own))
        weights = _vectors(v, outputs, "v", "output")
        gradients = _grad(outputs, own, weights, create_graph, strict)
    return _public(outputs, out_single, create_graph), _public(gradients, single, create_graph)


def jvp(
    func: Callable[..., Any],
    inputs: Tensors,
    v: Tensors | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Any, Any]:
    """``func(inputs)`` and the product of its Jacobian with ``v`` (in the inputs' shape).

    >>> import minigrad
    >>> minigrad.autograd.functional.jvp(lambda x: x**2, minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 0.0]))
    (tensor([1., 4.]), tensor([2., 0.]))
    """
    with enable_grad():
        _, own = _prepare(inputs, create_graph)
        direction = _vectors(v, own, "v", "input")
        outputs, out_single = _outputs(func(*own))
        weights = tuple(Tensor._wrap(np.zeros_like(out._array), requires_grad=True) for out in outputs)
        gradients = _grad(outputs, own, weights, True, strict)
        products = _grad(gradients, weights, direction, create_graph, strict)
    return _public(outputs, out_single, create_graph), _public(products, out_single, create_graph)


def jacobian(
    func: Callable[..., Any], inputs: Tensors, create_graph: bool = False, strict: bool = False
) -> Any:
    """All derivatives of ``func``: of shape (output shape..., input shape...), for each output and input.

    >>> import minigrad
    >>> minigrad.autograd.functional.jacobian(lambda x: x**2, minigrad.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """
    with enable_grad():
        single, own = _prepare(inputs, create_graph)
        outputs, out_single = _outputs(func(*own))
        rows = tuple(_rows(out, own, create_graph, strict) for out in outputs)
    blocks = [_public(row, single, create_graph) for row in rows]
    return blocks[0] if out_single else tuple(blocks)


def _rows(out: Tensor, own: tuple[Tensor, ...], create_graph: bool, strict: bool) -> tuple[Tensor, ...]:
    """The Jacobian of one output for each input: one backward for each element of the output."""
    from minigrad.functions.shapes import reshape, stack

    per_element = []
    for position in range(out.numel()):
        weight = np.zeros(out._array.shape, out._array.dtype)
        weight.reshape(-1)[position] = 1
        per_element.append(_grad((out,), own, (Tensor._wrap(weight),), create_graph, strict, keep=True))
    blocks = []
    for number, argument in enumerate(own):
        shape = (*out._array.shape, *argument._array.shape)
        rows = [element[number] for element in per_element]
        blocks.append(
            reshape(stack(rows), shape) if rows else Tensor._wrap(np.zeros(shape, argument._array.dtype))
        )
    return tuple(blocks)


def hessian(
    func: Callable[..., Any], inputs: Tensors, create_graph: bool = False, strict: bool = False
) -> Any:
    """All second derivatives of ``func``, which must return a scalar.

    >>> import minigrad
    >>> minigrad.autograd.functional.hessian(lambda x: (x**3).sum(), minigrad.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    single, _ = _as_tuple(inputs)

    def gradient(*args: Tensor) -> Any:
        return jacobian(
            lambda *own: _scalar(func)(*own).reshape(()), args[0] if single else args, create_graph=True
        )

    return jacobian(gradient, inputs, create_graph=create_graph, strict=strict)


def vhp(
    func: Callable[..., Any],
    inputs: Tensors,
    v: Tensors | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Any, Any]:
    """``func(inputs)`` and the product of ``v`` (in the inputs' shape) with its Hessian.

    >>> import minigrad
    >>> x, v = minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 0.0])
    >>> minigrad.autograd.functional.vhp(lambda x: (x**3).sum(), x, v)
    (tensor(9.), tensor([6., 0.]))
    """
    with enable_grad():
        single, own = _prepare(inputs, create_graph)
        direction = _vectors(v, own, "v", "input")
        outputs, out_single = _outputs(_scalar(func)(*own))
        gradients = _grad(outputs, own, (None,), True, strict)
        products = _grad(gradients, own, direction, create_graph, strict)
    return _public(outputs, out_single, create_graph), _public(products, single, create_graph)


def hvp(
    func: Callable[..., Any],
    inputs: Tensors,
    v: Tensors | None = None,
    create_graph: bool = False,
    strict: bool = False,
) -> tuple[Any, Any]:
    """``func(inputs)`` and the product of its Hessian with ``v``. A Hessian is symmetric, so it is ``vhp``.

    >>> import minigrad
    >>> x, v = minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 0.0])
    >>> minigrad.autograd.functional.hvp(lambda x: (x**3).sum(), x, v)
    (tensor(9.), tensor([6., 0.]))
    """
    return vhp(func, inputs, v, create_graph, strict)


def _scalar(func: Callable[..., Any]) -> Callable[..., Any]:
    def checked(*args: Any) -> Any:
        out = func(*args)
        if not isinstance(out, Tensor):
            raise RuntimeError(
                f"A Hessian needs a function that returns one tensor, not {type(out).__name__}."
            )
        if out.numel() != 1:
            raise RuntimeError(
                f"A Hessian needs a scalar function; this one returned shape {list(out._array.shape)}."
            )
        return out

    return checked


def _as_tuple(tensors: Any) -> tuple[bool, tuple[Tensor, ...]]:
    single = isinstance(tensors, Tensor)
    if not single and not isinstance(tensors, (tuple, list)):
        raise TypeError(
            f"The inputs must be a Tensor or a tuple of tensors, not {type(tensors).__name__} {tensors!r}."
        )
    tensors = (tensors,) if single else tuple(tensors)
    for tensor in tensors:
        if not isinstance(tensor, Tensor):
            raise TypeError(f"The inputs must be tensors, not {type(tensor).__name__} {tensor!r}.")
    return single, tensors


def _prepare(inputs: Any, create_graph: bool) -> tuple[bool, tuple[Tensor, ...]]:
    """Own copies of the inputs: part of the caller's graph only if the result is to be."""
    single, tensors = _as_tuple(inputs)
    if create_graph:
        own = tuple(
            tensor.view_as(tensor) if tensor.requires_grad else tensor.detach().requires_grad_()
            for tensor in tensors
        )
    else:
        own = tuple(tensor.detach().requires_grad_() for tensor in tensors)
    return single, own


def _outputs(outputs: Any) -> tuple[tuple[Tensor, ...], bool]:
    single = isinstance(outputs, Tensor)
    outputs = (outputs,) if single else tuple(outputs)
    for out in outputs:
        if not isinstance(out, Tensor):
            raise TypeError(f"The function must return tensors, not {type(out).__name__}.")
    return outputs, single


def _vectors(v: Any, like: tuple[Tensor, ...], name: str, what: str) -> tuple[Any, ...]:
    if v is None:
        if len(like) != 1 or like[0].numel() != 1:
            raise RuntimeError(f"{name} can be left out only for one {what} of one element.")
        return (Tensor._wrap(np.ones_like(like[0]._storage())),)
    _, vectors = _as_tuple(v)
    if len(vectors) != len(like):
        raise RuntimeError(f"{name} has {len(vectors)} tensors, but there are {len(like)} {what}s.")
    for vector, tensor in zip(vectors, like, strict=True):
        if vector._array.shape != tensor._array.shape:
            raise RuntimeError(
                f"{name} must have the {what}'s shape {list(tensor._array.shape)}, not {list(vector._array.shape)}."
            )
    return vectors


def _grad(
    outputs: tuple[Tensor, ...],
    inputs: tuple[Tensor, ...],
    weights: tuple[Any, ...],
    create_graph: bool,
    strict: bool,
    keep: bool | None = None,
) -> tuple[Tensor, ...]:
    """The gradients, zeros where there is no dependence (an error if strict)."""
    connected = [(out, weight) for out, weight in zip(outputs, weights, strict=True) if out.requires_grad]
    if strict and len(connected) < len(outputs):
        raise RuntimeError("strict: an output does not depend on the inputs at all.")
    if connected:
        gradients = grad(
            [out for out, _ in connected],
            inputs,
            [weight for _, weight in connected],
            retain_graph=keep,
            create_graph=create_graph,
            allow_unused=True,
        )
    else:
        gradients = (None,) * len(inputs)
    if strict and any(gradient is None for gradient in gradients):
        position = [gradient is None for gradient in gradients].index(True)
        raise RuntimeError(f"strict: the outputs do not depend on input {position}.")
    return tuple(
        Tensor._wrap(np.zeros_like(tensor._storage())) if gradient is None else gradient
        for gradient, tensor in zip(gradients, inputs, strict=True)
    )


def _public(tensors: tuple[Tensor, ...], single: bool, create_graph: bool) -> Any:
    tensors = tensors if create_graph else tuple(tensor.detach() for tensor in tensors)
    return tensors[0] if single else tensors
