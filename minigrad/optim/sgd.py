"""Stochastic gradient descent."""

from __future__ import annotations

from typing import Any

from minigrad.optim.optimizer import IMPLEMENTATION, Optimizer, Parameters, check_settings
from minigrad.tensor import Tensor

__all__ = ["SGD"]


class SGD(Optimizer):
    """Gradient descent, with momentum if asked for.

    The plain step is ``param -= lr * grad``. With ``momentum`` the steps build up speed::

        velocity = momentum * velocity + (1 - dampening) * grad      (at first: velocity = grad)
        param -= lr * velocity

    ``nesterov`` steps by ``grad + momentum * velocity`` instead: it looks ahead to where the speed leads.
    ``weight_decay`` adds ``weight_decay * param`` to the gradient, ``maximize`` goes up instead of down.

    >>> import minigrad
    >>> x = minigrad.tensor(2.0, requires_grad=True)
    >>> optimizer = SGD([x], lr=0.1)
    >>> (x * x).backward()
    >>> optimizer.step()
    >>> x
    tensor(1.6000, requires_grad=True)
    """

    def __init__(
        self,
        params: Parameters,
        lr: float = 1e-3,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
    ) -> None:
        check_settings(lr=lr, momentum=momentum, weight_decay=weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError(
                f"Nesterov's step needs momentum above 0 and no dampening, not momentum={momentum} and "
                f"dampening={dampening}."
            )
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "dampening": dampening,
            "weight_decay": weight_decay,
            "nesterov": nesterov,
            "maximize": maximize,
        }
        super().__init__(params, {**defaults, **IMPLEMENTATION})

    def keeps_state(self, group: dict[str, Any]) -> bool:
        """Only momentum has to be remembered."""
        return bool(group["momentum"])

    def update(self, param: Tensor, grad: Tensor, state: dict[str, Any], group: dict[str, Any]) -> None:
        """One step of one parameter."""
        if group["weight_decay"]:
            grad = grad + group["weight_decay"] * param
        if group["momentum"]:
            grad = self._with_momentum(grad, state, group)
        param.sub_(group["lr"] * grad)

    def _with_momentum(self, grad: Tensor, state: dict[str, Any], group: dict[str, Any]) -> Tensor:
        momentum = group["momentum"]
        velocity = state.get("momentum_buffer")
        if velocity is None:
            velocity = state["momentum_buffer"] = grad.detach().clone()
        else:
            velocity.mul_(momentum).add_((1 - group["dampening"]) * grad)
        return grad + momentum * velocity if group["nesterov"] else velocity
