"""Activations as modules, to be put between layers. ``minigrad.nn.functional`` says what each computes."""

from __future__ import annotations

from minigrad.nn import functional as F
from minigrad.nn.module import Module
from minigrad.tensor import Tensor

__all__ = [
    "ELU",
    "GELU",
    "Hardtanh",
    "LeakyReLU",
    "LogSigmoid",
    "LogSoftmax",
    "ReLU",
    "ReLU6",
    "SiLU",
    "Sigmoid",
    "Softmax",
    "Softplus",
    "Tanh",
]


class Tanh(Module):
    """The hyperbolic tangent: between -1 and 1."""

    def forward(self, input: Tensor) -> Tensor:
        """``tanh(input)``."""
        return F.tanh(input)


class Sigmoid(Module):
    """``1 / (1 + exp(-x))``: between 0 and 1."""

    def forward(self, input: Tensor) -> Tensor:
        """``sigmoid(input)``."""
        return F.sigmoid(input)


class LogSigmoid(Module):
    """The logarithm of the sigmoid."""

    def forward(self, input: Tensor) -> Tensor:
        """``logsigmoid(input)``."""
        return F.logsigmoid(input)


class ReLU(Module):
    """``max(x, 0)``."""

    def forward(self, input: Tensor) -> Tensor:
        """``relu(input)``."""
        return F.relu(input)


class ReLU6(Module):
    """``x`` kept between 0 and 6."""

    def forward(self, input: Tensor) -> Tensor:
        """``relu6(input)``."""
        return F.relu6(input)


class SiLU(Module):
    """``x * sigmoid(x)``."""

    def forward(self, input: Tensor) -> Tensor:
        """``silu(input)``."""
        return F.silu(input)


class GELU(Module):
    """``x`` times the probability that a standard normal number is below it."""

    def __init__(self, approximate: str = "none") -> None:
        super().__init__()
        self.approximate = approximate

    def forward(self, input: Tensor) -> Tensor:
        """``gelu(input)``."""
        return F.gelu(input, self.approximate)

    def extra_repr(self) -> str:
        """The formula used."""
        return f"approximate={self.approximate!r}"


class LeakyReLU(Module):
    """``x`` above 0 and ``negative_slope * x`` below."""

    def __init__(self, negative_slope: float = 0.01) -> None:
        super().__init__()
        self.negative_slope = negative_slope

    def forward(self, input: Tensor) -> Tensor:
        """``leaky_relu(input)``."""
        return F.leaky_relu(input, self.negative_slope)

    def extra_repr(self) -> str:
        """The slope."""
        return f"negative_slope={self.negative_slope}"


class ELU(Module):
    """``x`` above 0 and ``alpha * (exp(x) - 1)`` below."""

    def __init__(self, alpha: float = 1.0) -> None:
        super().__init__()
        self.alpha = alpha

    def forward(self, input: Tensor) -> Tensor:
        """``elu(input)``."""
        return F.elu(input, self.alpha)

    def extra_repr(self) -> str:
        """The lower bound, without its sign."""
        return f"alpha={self.alpha}"


class Softplus(Module):
    """``log(1 + exp(beta x)) / beta``: a ReLU without the kink."""

    def __init__(self, beta: float = 1.0, threshold: float = 20.0) -> None:
        super().__init__()
        self.beta, self.threshold = beta, threshold

    def forward(self, input: Tensor) -> Tensor:
        """``softplus(input)``."""
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self) -> str:
        """The sharpness, and where it becomes a straight line."""
        return f"beta={self.beta}, threshold={self.threshold}"


class Hardtanh(Module):
    """``x`` kept between ``min_val`` and ``max_val``."""

    def __init__(self, min_val: float = -1.0, max_val: float = 1.0) -> None:
        super().__init__()
        self.min_val, self.max_val = min_val, max_val

    def forward(self, input: Tensor) -> Tensor:
        """``hardtanh(input)``."""
        return F.hardtanh(input, self.min_val, self.max_val)

    def extra_repr(self) -> str:
        """The bounds."""
        return f"min_val={self.min_val}, max_val={self.max_val}"


class Softmax(Module):
    """Positive numbers that sum to 1 along ``dim``."""

    def __init__(self, dim: int | None = None) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """``softmax(input)``."""
        return F.softmax(input, self.dim)

    def extra_repr(self) -> str:
        """The dimension."""
        return f"dim={self.dim}"


class LogSoftmax(Softmax):
    """The logarithm of the softmax."""

    def forward(self, input: Tensor) -> Tensor:
        """``log_softmax(input)``."""
        return F.log_softmax(input, self.dim)
