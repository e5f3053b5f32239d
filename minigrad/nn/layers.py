"""Layers: modules that transform their input, most of them with parameters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from minigrad.autograd.grad_mode import no_grad
from minigrad.creation import empty
from minigrad.dtypes import dtype as DType
from minigrad.nn import functional as F
from minigrad.nn import init
from minigrad.nn.module import Module
from minigrad.nn.parameter import Parameter
from minigrad.tensor import Tensor

__all__ = ["Dropout", "Embedding", "Flatten", "Identity", "LayerNorm", "Linear"]


class Linear(Module):
    """``input @ weight.T + bias``: each output is a weighted sum of all inputs.

    ``weight`` (out_features, in_features) and ``bias`` (out_features,) start evenly drawn between plus and
    minus ``1 / sqrt(in_features)``. Input (..., in_features), output (..., out_features).

    >>> import minigrad
    >>> from minigrad import nn
    >>> layer = nn.Linear(2, 3)
    >>> layer
    Linear(in_features=2, out_features=3, bias=True)
    >>> layer(minigrad.ones(5, 2)).shape
    torch.Size([5, 3])
    """

    bias: Parameter | None

    def __init__(
        self, in_features: int, out_features: int, bias: bool = True, *, dtype: DType | None = None
    ) -> None:
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        self.weight = Parameter(empty(out_features, in_features, dtype=dtype))
        self.register_parameter("bias", Parameter(empty(out_features, dtype=dtype)) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the weight and the bias anew."""
        bound = 1 / math.sqrt(self.in_features) if self.in_features else 0.0
        init.uniform_(self.weight, -bound, bound)
        if self.bias is not None:
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input: Tensor) -> Tensor:
        """The weighted sums."""
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        """The sizes."""
        return (
            f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"
        )


class Identity(Module):
    """Its input, unchanged. Takes any arguments, so that it can stand in for another layer."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

    def forward(self, input: Tensor) -> Tensor:
        """The input."""
        return input


class Flatten(Module):
    """The dimensions from ``start_dim`` to ``end_dim`` made one; by default all but the first."""

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, input: Tensor) -> Tensor:
        """The flattened input."""
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self) -> str:
        """The dimensions."""
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Dropout(Module):
    """While training, each element is 0 with probability ``p``, and the others are divided by ``1 - p``.

    After ``eval()`` it passes its input on unchanged.
    """

    def __init__(self, p: float = 0.5) -> None:
        if not 0 <= p <= 1:
            raise ValueError(f"The probability of dropping an element has to be between 0 and 1, not {p}.")
        super().__init__()
        self.p = p

    def forward(self, input: Tensor) -> Tensor:
        """The input with some elements dropped."""
        return F.dropout(input, self.p, self.training)

    def extra_repr(self) -> str:
        """The probability."""
        return f"p={self.p}, inplace=False"


class LayerNorm(Module):
    """Shifts and scales the last dimensions to mean 0 and variance 1, for each sample by itself.

    ``normalized_shape``: the shape of these dimensions, or the length of the last. With
    ``elementwise_affine`` a learned ``weight`` and ``bias`` of that shape follow.
    """

    weight: Parameter | None
    bias: Parameter | None

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        *,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.normalized_shape, self.eps, self.elementwise_affine = shape, eps, elementwise_affine
        for name, wanted in {"weight": elementwise_affine, "bias": elementwise_affine and bias}.items():
            self.register_parameter(name, Parameter(empty(shape, dtype=dtype)) if wanted else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set the weight to ones and the bias to zeros."""
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)

    def forward(self, input: Tensor) -> Tensor:
        """The normalized input."""
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        """The settings."""
        return (
            f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}, "
            f"bias={self.bias is not None}"
        )


class Embedding(Module):
    """A table of ``num_embeddings`` learned vectors of length ``embedding_dim``, looked up by their number.

    The row ``padding_idx``, if given, is zero and never learns. Input: integers (...), output
    (..., embedding_dim).

    >>> import minigrad
    >>> from minigrad import nn
    >>> nn.Embedding(10, 3)(minigrad.tensor([[1, 2], [4, 9]])).shape
    torch.Size([2, 2, 3])
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        *,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        self.num_embeddings, self.embedding_dim, self.padding_idx = num_embeddings, embedding_dim, padding_idx
        self.weight = Parameter(empty(num_embeddings, embedding_dim, dtype=dtype))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the table anew."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            with no_grad():
                self.weight[self.padding_idx] = 0.0

    def forward(self, input: Tensor) -> Tensor:
        """The vectors."""
        return F.embedding(input, self.weight, self.padding_idx)

    def extra_repr(self) -> str:
        """The sizes."""
        padding = "" if self.padding_idx is None else f", padding_idx={self.padding_idx}"
        return f"{self.num_embeddings}, {self.embedding_dim}{padding}"
