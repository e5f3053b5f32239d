"""Losses: how far a model's output is from its target, as one number or one for each element.

``reduction`` is ``"mean"``, ``"sum"`` or ``"none"`` throughout. ``minigrad.nn.functional`` documents the
losses for their users and checks what they are given; here are their values and their derivatives.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from minigrad.ops.elementwise import abs, log, log1p, logsigmoid, maximum, sigmoid, sign, where
from minigrad.ops.register import op
from minigrad.tensor import Tensor

__all__ = [
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "huber_loss",
    "mse_loss",
    "nll_loss",
    "smooth_l1_loss",
]

Shape = tuple[int, ...]


# helpers shared by the forwards and formulas --------------------------------------------------------------


def _reduced(losses: Any, reduction: str) -> Any:
    if reduction == "none":
        return losses
    if reduction == "sum":
        return losses.sum()
    return losses.mean() if losses.size else losses.sum() * math.nan


def _shared(grad: Any, reduction: str, *shapes: Shape) -> Any:
    """The gradient that reaches each single loss, made from operands of these shapes."""
    if reduction != "mean":
        return grad
    return grad / (math.prod(np.broadcast_shapes(*shapes)) or math.nan)


# distances ------------------------------------------------------------------------------------------------


@op.pointwise(
    self=lambda grad, self, target, reduction, self_shape, target_shape: (
        _shared(grad, reduction, self_shape, target_shape) * 2 * (self - target)
    ),
    target=lambda grad, self, target, reduction, self_shape, target_shape: (
        _shared(grad, reduction, self_shape, target_shape) * 2 * (target - self)
    ),
)
def mse_loss(self: Any, target: Any, reduction: str = "mean") -> Any:
    """The square of the difference.

    >>> minigrad.nn.functional.mse_loss(minigrad.tensor([1.0, 3.0]), minigrad.zeros(2))
    tensor(5.)
    """
    difference = self - target
    return _reduced(difference * difference, reduction)


@op.pointwise(
    "SmoothL1LossBackward0",
    self=lambda grad, self, target, reduction, beta, self_shape, target_shape: (
        _shared(grad, reduction, self_shape, target_shape) * _smooth_slope(self - target, beta)
    ),
    target=lambda grad, self, target, reduction, beta, self_shape, target_shape: (
        _shared(grad, reduction, self_shape, target_shape) * _smooth_slope(target - self, beta)
    ),
)
def smooth_l1_loss(self: Any, target: Any, reduction: str = "mean", beta: float = 1.0) -> Any:
    """The absolute difference, with its kink at 0 rounded off over a distance of ``beta``.

    >>> minigrad.nn.functional.smooth_l1_loss(minigrad.tensor([0.0, 1.0, 2.0]), minigrad.zeros(3))
    tensor(0.6667)
    """
    distance = np.abs(self - target)
    near = 0.5 * distance * distance / beta
    return _reduced(np.where(distance < beta, near, distance - 0.5 * beta), reduction)


def _smooth_slope(difference: Any, beta: float) -> Any:
    return where(abs(difference) < beta, difference / beta, sign(difference))


@op.pointwise(
    self=lambda grad, self, target, reduction, delta, self_shape, target_shape: (
        _shared(grad, reduction, self_shape, target_shape) * _huber_slope(self - target, delta)
    ),
    target=lambda grad, self, target, reduction, delta, self_shape, target_shape: (
        _shared(grad, reduction, self_shape, target_shape) * _huber_slope(target - self, delta)
    ),
)
def huber_loss(self: Any, target: Any, reduction: str = "mean", delta: float = 1.0) -> Any:
    """Half the square of the difference up to ``delta``, and a straight line beyond.

    >>> minigrad.nn.functional.huber_loss(minigrad.tensor([0.0, 3.0]), minigrad.zeros(2))
    tensor(1.2500)
    """
    distance = np.abs(self - target)
    near = 0.5 * distance * distance
    return _reduced(np.where(distance <= delta, near, delta * (distance - 0.5 * delta)), reduction)


def _huber_slope(difference: Any, delta: float) -> Any:
    return where(abs(difference) <= delta, difference, delta * sign(difference))


# classes --------------------------------------------------------------------------------------------------


@op(
    "NllLossBackward0",
    self=lambda grad, self_shape, target, weight, reduction, ignore_index: _nll_gradient(
        grad, self_shape, *_nll_shares(_array(target), _array(weight), reduction, ignore_index)
    ),
    target=None,
    weight=None,
)
def nll_loss(
    self: Any, target: Any, weight: Any = None, reduction: str = "mean", ignore_index: int = -100
) -> Any:
    """Minus the log-probability (N, C) of the class that each ``target`` (N,) names, times its weight.

    >>> log_probabilities = minigrad.tensor([[0.5, 0.5], [0.25, 0.75]]).log()
    >>> minigrad.nn.functional.nll_loss(log_probabilities, minigrad.tensor([0, 1]))
    tensor(0.4904)
    """
    rows, classes, shares = _nll_shares(target, weight, reduction, ignore_index)
    for wrong in classes[(classes < 0) | (classes >= self.shape[1])]:
        raise IndexError(f"the target {wrong} is none of the {self.shape[1]} classes, which count from 0")
    losses = -self[rows, classes] * shares
    if reduction == "none":
        everywhere = np.zeros(len(self), losses.dtype)
        everywhere[rows] = losses
        return everywhere
    return losses.sum() if len(rows) or reduction == "sum" else losses.sum() * math.nan


def _nll_shares(target: Any, weight: Any, reduction: str, ignore_index: int) -> tuple[Any, Any, Any]:
    """The rows that count, the class of each, and how much each counts."""
    rows = np.flatnonzero(target != ignore_index)
    classes = target[rows]
    if weight is None:
        return rows, classes, 1 / (len(rows) or 1) if reduction == "mean" else 1.0
    shares = weight[classes]
    return rows, classes, shares / shares.sum() if reduction == "mean" else shares


def _nll_gradient(grad: Any, shape: Shape, rows: Any, classes: Any, shares: Any) -> Any:
    slopes = np.zeros(shape, _array(grad).dtype)
    slopes[rows, classes] = -shares
    each_row = grad.reshape((-1, 1)) if grad.ndim else grad
    return each_row * (Tensor._wrap(slopes) if isinstance(grad, Tensor) else slopes)


def _array(value: Any) -> Any:
    return value._array if isinstance(value, Tensor) else value


# probabilities --------------------------------------------------------------------------------------------

# PyTorch bounds the logarithm of a probability, and the product in its derivative, away from minus infinity
# and from 0, so that a wrong and certain answer costs much but not everything.
_LOG_BOUND = -100.0
_PRODUCT_BOUND = 1e-12


@op.pointwise(
    self=lambda grad, self, target, weight, reduction, self_shape, target_shape: (
        _weighted(_shared(grad, reduction, self_shape, target_shape), weight)
        * ((self - target) / maximum((1 - self) * self, _PRODUCT_BOUND))
    ),
    target=lambda grad, self, weight, reduction, self_shape, target_shape: (
        _weighted(_shared(grad, reduction, self_shape, target_shape), weight)
        * (maximum(log1p(-self), _LOG_BOUND) - maximum(log(self), _LOG_BOUND))
    ),
    weight=None,
)
def binary_cross_entropy(self: Any, target: Any, weight: Any = None, reduction: str = "mean") -> Any:
    """Minus the log of the probability that ``self`` gives to what ``target`` (0, 1 or between) says.

    Raises ``RuntimeError`` where ``self`` is no probability.

    >>> minigrad.nn.functional.binary_cross_entropy(minigrad.tensor([0.5, 0.9]), minigrad.tensor([0.0, 1.0]))
    tensor(0.3993)
    """
    if not ((self >= 0) & (self <= 1)).all():
        raise RuntimeError(
            "binary_cross_entropy() takes probabilities, and one is not between 0 and 1. "
            "For the numbers before the sigmoid there is binary_cross_entropy_with_logits."
        )
    log_yes, log_no = np.maximum(np.log(self), _LOG_BOUND), np.maximum(np.log1p(-self), _LOG_BOUND)
    return _reduced(_weighted(-(target * log_yes + (1 - target) * log_no), weight), reduction)


@op.pointwise(
    "BinaryCrossEntropyWithLogitsBackward0",
    self=lambda grad, self, target, weight, pos_weight, reduction, self_shape, target_shape: (
        _weighted(_shared(grad, reduction, self_shape, target_shape), weight)
        * _logit_slope(self, target, pos_weight)
    ),
    target=lambda grad, self, weight, pos_weight, reduction, self_shape, target_shape: (
        _weighted(_shared(grad, reduction, self_shape, target_shape), weight)
        * (-self if pos_weight is None else logsigmoid(-self) - pos_weight * logsigmoid(self))
    ),
    weight=None,
    pos_weight=None,
)
def binary_cross_entropy_with_logits(
    self: Any, target: Any, weight: Any = None, pos_weight: Any = None, reduction: str = "mean"
) -> Any:
    """``binary_cross_entropy(sigmoid(self), target)``, exact also where the sigmoid is 0 or 1.

    >>> logits, target = minigrad.tensor([-200.0, 200.0]), minigrad.tensor([1.0, 0.0])
    >>> minigrad.nn.functional.binary_cross_entropy_with_logits(logits, target)
    tensor(200.)
    """
    minus_log_yes = np.log1p(np.exp(-np.abs(self))) + np.maximum(-self, 0)
    # Minus the log of the other answer is the same number plus the logit.
    losses = _weighted(target * minus_log_yes, pos_weight) + (1 - target) * (minus_log_yes + self)
    return _reduced(_weighted(losses, weight), reduction)


def _weighted(values: Any, weight: Any) -> Any:
    return values if weight is None else values * weight


def _logit_slope(logits: Any, target: Any, pos_weight: Any) -> Any:
    yes = _weighted(target, pos_weight)
    return (yes + (1 - target)) * sigmoid(logits) - yes
