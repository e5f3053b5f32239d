"""Adam and AdamW: steps whose size adapts to each element of each parameter."""

from __future__ import annotations

import math
from typing import Any

from minigrad.creation import tensor, zeros_like
from minigrad.ops.elementwise import maximum
from minigrad.optim.optimizer import IMPLEMENTATION, Optimizer, Parameters, check_settings
from minigrad.tensor import Tensor

__all__ = ["Adam", "AdamW"]


class Adam(Optimizer):
    """Steps of about ``lr``, whatever the scale of the gradient.

    It keeps two running means, of the gradient and of its square, and corrects both for having started at 0::

        mean   = beta1 * mean   + (1 - beta1) * grad
        square = beta2 * square + (1 - beta2) * grad**2
        param -= lr * (mean / (1 - beta1**step)) / (sqrt(square / (1 - beta2**step)) + eps)

    ``amsgrad`` divides by the largest ``square`` so far. ``weight_decay`` adds ``weight_decay * param`` to
    the gradient, ``maximize`` goes up instead of down.

    >>> import minigrad
    >>> x = minigrad.tensor([2.0, -300.0], requires_grad=True)
    >>> optimizer = Adam([x], lr=0.1)
    >>> (x * x).sum().backward()
    >>> optimizer.step()
    >>> x
    tensor([   1.9000, -299.9000], requires_grad=True)
    """

    #: whether weight decay shrinks the parameter itself instead of adding to its gradient
    decoupled_weight_decay = False

    def __init__(
        self,
        params: Parameters,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
    ) -> None:
        check_settings(lr=lr, eps=eps, weight_decay=weight_decay)
        for index, beta in enumerate(betas):
            if not 0 <= beta < 1:
                raise ValueError(f"betas[{index}] has to be at least 0 and less than 1, not {beta}.")
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "amsgrad": amsgrad,
            "maximize": maximize,
            **IMPLEMENTATION,
            "capturable": False,
            "decoupled_weight_decay": self.decoupled_weight_decay,
        }
        super().__init__(params, defaults)

    def update(self, param: Tensor, grad: Tensor, state: dict[str, Any], group: dict[str, Any]) -> None:
        """One step of one parameter."""
        if not state:
            state["step"] = tensor(0.0)
            state["exp_avg"], state["exp_avg_sq"] = zeros_like(param), zeros_like(param)
            if group["amsgrad"]:
                state["max_exp_avg_sq"] = zeros_like(param)
        if group["weight_decay"]:
            if group["decoupled_weight_decay"]:
                param.mul_(1 - group["lr"] * group["weight_decay"])
            else:
                grad = grad + group["weight_decay"] * param
        mean, square = state["exp_avg"], state["exp_avg_sq"]
        beta1, beta2 = group["betas"]
        state["step"].add_(1)
        mean.mul_(beta1).add_((1 - beta1) * grad)
        square.mul_(beta2).add_((1 - beta2) * (grad * grad))
        if group["amsgrad"]:
            largest = state["max_exp_avg_sq"]
            square = largest.copy_(maximum(largest, square))
        step = state["step"].item()
        root = square.sqrt() / math.sqrt(1 - beta2**step)
        param.sub_(group["lr"] / (1 - beta1**step) * (mean / (root + group["eps"])))


class AdamW(Adam):
    """Adam whose weight decay shrinks the parameter itself, by ``lr * weight_decay`` of it at each step.

    In Adam the decay goes through the gradient and is scaled with it, which undoes much of its strength.
    """

    decoupled_weight_decay = True

    def __init__(
        self,
        params: Parameters,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
    ) -> None:
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize=maximize)
