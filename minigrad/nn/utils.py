"""Helpers for training: clipping gradients, and parameters as one vector."""

from __future__ import annotations

from collections.abc import Iterable

from minigrad.autograd.grad_mode import no_grad
from minigrad.creation import tensor
from minigrad.ops.shape import cat
from minigrad.tensor import Tensor

__all__ = [
    "clip_grad_norm_",
    "clip_grad_value_",
    "parameters_to_vector",
    "vector_to_parameters",
]


def clip_grad_norm_(
    parameters: Tensor | Iterable[Tensor],
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
) -> Tensor:
    """Scale all gradients, taken as one vector, down to a norm of at most ``max_norm``; returns what it was.

    Parameters without a gradient are left out. With ``error_if_nonfinite``, raises ``RuntimeError`` if the
    norm is infinite or nan.

    >>> import minigrad
    >>> x = minigrad.zeros(2, requires_grad=True)
    >>> x.grad = minigrad.tensor([3.0, 4.0])
    >>> clip_grad_norm_([x], max_norm=1.0)
    tensor(5.)
    >>> x.grad
    tensor([0.6000, 0.8000])
    """
    grads = _grads(parameters)
    with no_grad():
        if not grads:
            return tensor(0.0)
        norms = cat(*[grad.norm(norm_type).reshape(1) for grad in grads])
        total = norms.norm(norm_type)
        if error_if_nonfinite and not total.isfinite():
            raise RuntimeError(f"The gradients have a norm of {total.item()}, which no scaling brings down.")
        scale = (max_norm / (total + 1e-6)).clamp(max=1.0)
        for grad in grads:
            grad.mul_(scale)
    return total


def clip_grad_value_(parameters: Tensor | Iterable[Tensor], clip_value: float) -> None:
    """Bring every element of every gradient between ``-clip_value`` and ``clip_value``."""
    with no_grad():
        for grad in _grads(parameters):
            grad.copy_(grad.clamp(-clip_value, clip_value))


def _grads(parameters: Tensor | Iterable[Tensor]) -> list[Tensor]:
    each = [parameters] if isinstance(parameters, Tensor) else parameters
    return [parameter.grad for parameter in each if parameter.grad is not None]


def parameters_to_vector(parameters: Iterable[Tensor]) -> Tensor:
    """All parameters in one vector, one after the other; gradients flow back into them.

    >>> from minigrad import nn
    >>> parameters_to_vector(nn.Linear(2, 3).parameters()).shape
    torch.Size([9])
    """
    return cat(*[parameter.reshape(-1) for parameter in parameters])


def vector_to_parameters(vec: Tensor, parameters: Iterable[Tensor]) -> None:
    """Copy a vector as ``parameters_to_vector`` makes it back into the parameters."""
    targets = list(parameters)
    if vec.numel() != sum(target.numel() for target in targets):
        raise RuntimeError(
            f"The vector has {vec.numel()} numbers, and the parameters {[list(t.shape) for t in targets]} "
            f"need {sum(target.numel() for target in targets)}."
        )
    start = 0
    with no_grad():
        for target in targets:
            target.copy_(vec[start : start + target.numel()].reshape(target.shape))
            start += target.numel()
