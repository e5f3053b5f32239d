"""Losses as modules. ``minigrad.nn.functional`` says what each computes, and from which shapes."""

from __future__ import annotations

from minigrad.nn import functional as F
from minigrad.nn.module import Module
from minigrad.tensor import Tensor

__all__ = [
    "BCELoss",
    "BCEWithLogitsLoss",
    "CrossEntropyLoss",
    "HuberLoss",
    "L1Loss",
    "MSELoss",
    "NLLLoss",
    "SmoothL1Loss",
]


class _Loss(Module):
    """``reduction``: "mean" and "sum" give one number, "none" gives all."""

    def __init__(self, *, reduction: str = "mean") -> None:
        super().__init__()
        self.reduction = reduction


class _WeightedLoss(_Loss):
    """``weight`` is a buffer: it is saved with the module and converted with it, but not learned."""

    weight: Tensor | None

    def __init__(self, weight: Tensor | None = None, *, reduction: str = "mean") -> None:
        super().__init__(reduction=reduction)
        self.register_buffer("weight", weight)


class MSELoss(_Loss):
    """The mean of the squared differences.

    >>> import minigrad
    >>> from minigrad import nn
    >>> nn.MSELoss()(minigrad.tensor([1.0, 3.0]), minigrad.zeros(2))
    tensor(5.)
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """``mse_loss(input, target)``."""
        return F.mse_loss(input, target, reduction=self.reduction)


class L1Loss(_Loss):
    """The mean of the absolute differences."""

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """``l1_loss(input, target)``."""
        return F.l1_loss(input, target, reduction=self.reduction)


class SmoothL1Loss(_Loss):
    """The mean of the absolute differences, with the kink at 0 rounded off over ``beta``."""

    def __init__(self, *, reduction: str = "mean", beta: float = 1.0) -> None:
        super().__init__(reduction=reduction)
        self.beta = beta

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """``smooth_l1_loss(input, target)``."""
        return F.smooth_l1_loss(input, target, reduction=self.reduction, beta=self.beta)


class HuberLoss(_Loss):
    """The mean of half the squares up to ``delta``, and of a straight line beyond."""

    def __init__(self, reduction: str = "mean", delta: float = 1.0) -> None:
        super().__init__(reduction=reduction)
        self.delta = delta

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """``huber_loss(input, target)``."""
        return F.huber_loss(input, target, self.reduction, self.delta)


class CrossEntropyLoss(_WeightedLoss):
    """Minus the log of the probability that the scores (N, C) give to the target classes (N,).

    >>> import minigrad
    >>> from minigrad import nn
    >>> nn.CrossEntropyLoss()(minigrad.zeros(2, 4), minigrad.tensor([0, 3]))
    tensor(1.3863)
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        *,
        ignore_index: int = -100,
        reduction: str = "mean",
        label_smoothing: float = 0.0,
    ) -> None:
        super().__init__(weight, reduction=reduction)
        self.ignore_index, self.label_smoothing = ignore_index, label_smoothing

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """``cross_entropy(input, target)``."""
        return F.cross_entropy(
            input,
            target,
            self.weight,
            ignore_index=self.ignore_index,
            reduction=self.reduction,
            label_smoothing=self.label_smoothing,
        )


class NLLLoss(_WeightedLoss):
    """Minus the log-probability (N, C) of the target classes (N,)."""

    def __init__(
        self, weight: Tensor | None = None, *, ignore_index: int = -100, reduction: str = "mean"
    ) -> None:
        super().__init__(weight, reduction=reduction)
        self.ignore_index = ignore_index

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """``nll_loss(input, target)``."""
        return F.nll_loss(
            input, target, self.weight, ignore_index=self.ignore_index, reduction=self.reduction
        )


class BCELoss(_WeightedLoss):
    """Minus the log of the probability that ``input`` gives to the target, 0 or 1."""

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """``binary_cross_entropy(input, target)``."""
        return F.binary_cross_entropy(input, target, self.weight, reduction=self.reduction)


class BCEWithLogitsLoss(_WeightedLoss):
    """``BCELoss`` of the sigmoid of ``input``, exact also where the sigmoid is 0 or 1."""

    pos_weight: Tensor | None

    def __init__(
        self,
        weight: Tensor | None = None,
        *,
        reduction: str = "mean",
        pos_weight: Tensor | None = None,
    ) -> None:
        super().__init__(weight, reduction=reduction)
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """``binary_cross_entropy_with_logits(input, target)``."""
        return F.binary_cross_entropy_with_logits(
            input, target, self.weight, reduction=self.reduction, pos_weight=self.pos_weight
        )
