"""Gradient checking: what backward says, compared with what finite differences say.

The derivative of f in direction i is measured by the central difference ``(f(x + eps e_i) - f(x - eps e_i)) /
(2 eps)``, whose error shrinks with eps squared (W. H. Press et al., Numerical Recipes, 5.7), in double
precision. Backward's Jacobian is found row by row, with one unit output gradient each.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from minigrad.autograd.engine import grad
from minigrad.tensor import Tensor

__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]

Array = np.ndarray[Any, Any]


class GradcheckError(RuntimeError):
    """The two Jacobians differ, or backward gave something that can't be compared."""


def gradcheck(
    func: Callable[..., Any],
    inputs: Tensor | Sequence[Any],
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
) -> bool:
    """Whether the gradients of ``func`` agree with central differences at ``inputs``.

    They agree where ``|backward - difference| <= atol + rtol * |difference|``. The inputs that are checked are
    the floating point tensors that require grad; float64 is needed for the default tolerances.

    Raises ``ValueError`` if no input requires grad, ``RuntimeError`` for an input whose elements overlap in
    memory, and ``GradcheckError`` for a difference (or returns False, with ``raise_exception=False``).

    >>> import minigrad
    >>> x = minigrad.tensor([1.0, 2.0], dtype=minigrad.float64, requires_grad=True)
    >>> minigrad.autograd.gradcheck(lambda x: (x**3).sum(), x)
    True
    """
    arguments = (inputs,) if isinstance(inputs, Tensor) else tuple(inputs)
    _check_arguments(arguments)
    try:
        _compare(func, arguments, eps, atol, rtol, nondet_tol)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def gradgradcheck(
    func: Callable[..., Any],
    inputs: Tensor | Sequence[Any],
    grad_outputs: Tensor | Sequence[Tensor] | None = None,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
) -> bool:
    """The same for second derivatives: checks the function that maps inputs and output gradients to gradients.

    >>> import minigrad
    >>> x = minigrad.tensor([1.0, 2.0], dtype=minigrad.float64, requires_grad=True)
    >>> minigrad.autograd.gradgradcheck(lambda x: (x**3).sum(), x)
    True
    """
    arguments = (inputs,) if isinstance(inputs, Tensor) else tuple(inputs)
    _check_arguments(arguments)
    outputs = _differentiable(func(*arguments))
    if grad_outputs is None:
        rng = np.random.default_rng(0)
        weights = [
            Tensor._wrap(rng.standard_normal(out._array.shape).astype(out._array.dtype), requires_grad=True)
            for out in outputs
        ]
    else:
        weights = [grad_outputs] if isinstance(grad_outputs, Tensor) else list(grad_outputs)
    checked = [position for position, arg in enumerate(arguments) if _is_checked(arg)]

    def first_derivative(*args: Any) -> tuple[Tensor, ...]:
        own, given = args[: len(arguments)], args[len(arguments) :]
        results = _differentiable(func(*own))
        gradients = grad(
            results, [own[i] for i in checked], list(given), create_graph=True, allow_unused=True
        )
        return tuple(g for g in gradients if g is not None)

    return gradcheck(
        first_derivative,
        (*arguments, *weights),
        eps=eps,
        atol=atol,
        rtol=rtol,
        raise_exception=raise_exception,
        nondet_tol=nondet_tol,
    )


def _is_checked(argument: Any) -> bool:
    return isinstance(argument, Tensor) and argument.requires_grad


def _check_arguments(arguments: tuple[Any, ...]) -> None:
    checked = [arg for arg in arguments if _is_checked(arg)]
    if not checked:
        raise ValueError("gradcheck needs at least one input with requires_grad=True.")
    for arg in checked:
        array = arg._storage()
        if arg._array.dtype != np.float64:
            warnings.warn(
                f"An input is {arg.dtype}; finite differences are accurate to a few digits only there. "
                "Use float64.",
                UserWarning,
                stacklevel=3,
            )
        if array.size and any(
            stride == 0 and length > 1 for stride, length in zip(array.strides, array.shape, strict=True)
        ):
            raise RuntimeError(
                f"An input of shape {list(array.shape)} has elements that share memory (it was expanded), so they "
                "can't be changed one at a time. Pass a .clone() that requires grad."
            )


def _differentiable(outputs: Any) -> list[Tensor]:
    """The outputs to check: those that require grad. If none does, the floating ones, whose derivative must be 0."""
    outputs = outputs if isinstance(outputs, (tuple, list)) else (outputs,)
    floating = [out for out in outputs if isinstance(out, Tensor) and out.is_floating_point()]
    return [out for out in floating if out.requires_grad] or floating


def _compare(
    func: Callable[..., Any],
    arguments: tuple[Any, ...],
    eps: float,
    atol: float,
    rtol: float,
    nondet_tol: float,
) -> None:
    outputs = _differentiable(func(*arguments))
    for position, argument in enumerate(arguments):
        if not _is_checked(argument):
            continue
        measured = _numerical_jacobians(func, arguments, argument, eps)
        for number, (out, expected) in enumerate(zip(outputs, measured, strict=True)):
            found = _backward_jacobian(out, argument)
            again = _backward_jacobian(out, argument)
            if np.abs(found - again).max(initial=0) > nondet_tol:
                raise GradcheckError(
                    f"Backward is not deterministic: run twice, output {number} has two different Jacobians for "
                    f"input {position}."
                )
            _report_difference(found, expected, position, number, atol, rtol)


def _report_difference(
    found: Array, expected: Array, position: int, number: int, atol: float, rtol: float
) -> None:
    wrong = ~np.isclose(found, expected, rtol, atol, equal_nan=True)
    if not wrong.any():
        return
    i, j = (int(k[0]) for k in np.nonzero(wrong))
    raise GradcheckError(
        f"Jacobian of output {number} for input {position}: {int(wrong.sum())} of {wrong.size} entries differ. "
        f"The first is d output[{j}] / d input[{i}] (flattened): backward says {found[i, j]:.6g}, finite "
        f"differences say {expected[i, j]:.6g}.\nbackward:\n{found}\nfinite differences:\n{expected}"
    )


def _numerical_jacobians(
    func: Callable[..., Any], arguments: tuple[Any, ...], argument: Tensor, eps: float
) -> list[Array]:
    """For each output a matrix: a row for each element of ``argument``, a column for each of the output."""
    elements = argument._storage().reshape(-1) if argument.is_contiguous() else argument._storage().flat
    lengths = [out.numel() for out in _differentiable(func(*arguments))]
    jacobians = [np.zeros((argument.numel(), length)) for length in lengths]
    for i in range(argument.numel()):
        before = elements[i]
        results = []
        for step in (eps, -eps):
            elements[i] = before + step
            results.append(
                [out._array.astype(np.float64).ravel() for out in _differentiable(func(*arguments))]
            )
        elements[i] = before
        for jacobian, ahead, behind in zip(jacobians, *results, strict=True):
            jacobian[i] = (ahead - behind) / (2 * eps)
    return jacobians


def _backward_jacobian(out: Tensor, argument: Tensor) -> Array:
    jacobian = np.zeros((argument.numel(), out.numel()))
    if not out.requires_grad:
        return jacobian
    for j in range(out.numel()):
        weight = np.zeros(out._array.shape, out._array.dtype)
        weight.reshape(-1)[j] = 1
        (gradient,) = grad(out, argument, Tensor._wrap(weight), retain_graph=True, allow_unused=True)
        if gradient is None:
            continue
        if gradient._array.shape != argument._array.shape:
            raise GradcheckError(
                f"A gradient has shape {list(gradient._array.shape)}, its input {list(argument._array.shape)}."
            )
        jacobian[:, j] = gradient._array.ravel()
    return jacobian
