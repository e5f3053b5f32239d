"""What the layers and losses compute, as functions of tensors, without parameters of their own.

``reduction`` says what a loss does with its values: ``"mean"``, ``"sum"``, or ``"none"`` to return them all.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from minigrad import dtypes
from minigrad.creation import full_like, ones, zeros
from minigrad.ops import activations, elementwise, indexing, linalg, losses
from minigrad.random import bernoulli
from minigrad.tensor import Tensor

__all__ = [
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "cosine_similarity",
    "cross_entropy",
    "dropout",
    "elu",
    "embedding",
    "gelu",
    "hardtanh",
    "huber_loss",
    "l1_loss",
    "layer_norm",
    "leaky_relu",
    "linear",
    "log_softmax",
    "logsigmoid",
    "mse_loss",
    "nll_loss",
    "normalize",
    "one_hot",
    "relu",
    "relu6",
    "sigmoid",
    "silu",
    "smooth_l1_loss",
    "softmax",
    "softplus",
    "tanh",
    "threshold",
]

# activations ---------------------------------------------------------------------------------------------

elu = activations.elu
gelu = activations.gelu
hardtanh = activations.hardtanh
leaky_relu = activations.leaky_relu
logsigmoid = elementwise.logsigmoid
relu = elementwise.relu
sigmoid = elementwise.sigmoid
silu = activations.silu
softplus = elementwise.softplus
tanh = elementwise.tanh
threshold = activations.threshold


def relu6(input: Tensor) -> Tensor:
    """``input`` kept between 0 and 6."""
    return hardtanh(input, 0.0, 6.0)


def softmax(input: Tensor, dim: int | None = None) -> Tensor:
    """Positive numbers that sum to 1 along ``dim``: each element's exponential over the sum of all.

    >>> import minigrad
    >>> softmax(minigrad.tensor([[0.0, 0.0], [0.0, 1000.0]]), dim=1)
    tensor([[0.5000, 0.5000],
            [0.0000, 1.0000]])
    """
    return input.softmax(_implied("softmax", input) if dim is None else dim)


def log_softmax(input: Tensor, dim: int | None = None) -> Tensor:
    """The logarithm of ``softmax``, exact also where the softmax is 0."""
    return input.log_softmax(_implied("log_softmax", input) if dim is None else dim)


def _implied(name: str, input: Tensor) -> int:
    warnings.warn(
        f"{name}() guesses the dimension; say which one you mean: dim=1.", UserWarning, stacklevel=3
    )
    return 0 if input.ndim in (0, 1, 3) else 1


# layers --------------------------------------------------------------------------------------------------


def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """``input @ weight.T + bias``, for input (..., in), weight (out, in) and bias (out,).

    >>> import minigrad
    >>> linear(minigrad.ones(1, 2), minigrad.tensor([[1.0, 2.0]]), minigrad.tensor([10.0]))
    tensor([[13.]])
    """
    if not isinstance(input, Tensor):
        raise TypeError(f"linear() takes a tensor, not a {type(input).__name__}.")
    if bias is None:
        return input @ weight.t()
    if input.ndim == 2:
        return linalg.addmm(bias, input, weight.t())
    rows = linalg.addmm(bias, input.reshape(-1, input.size(-1)), weight.t())
    return rows.view(*input.shape[:-1], weight.size(0))


def dropout(input: Tensor, p: float = 0.5, training: bool = True) -> Tensor:
    """While ``training``, each element is 0 with probability ``p``, and the others are divided by ``1 - p``.

    Raises ``ValueError`` if ``p`` is no probability.
    """
    if not 0 <= p <= 1:
        raise ValueError(f"The probability of dropping an element has to be between 0 and 1, not {p}.")
    if not training or p == 0:
        return input
    kept = bernoulli(full_like(input, 1 - p))
    return input * (kept / (1 - p) if p < 1 else kept)


def layer_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
) -> Tensor:
    """Shift and scale the last dimensions to mean 0 and variance 1, then apply weight and bias.

    ``normalized_shape`` is the shape of these last dimensions, and of ``weight`` and ``bias``. Raises
    ``RuntimeError`` if ``input`` doesn't end with it.
    """
    if not isinstance(normalized_shape, tuple | list):
        raise TypeError(
            f"layer_norm() takes normalized_shape as a tuple, such as (3,), not {normalized_shape!r}."
        )
    if input.shape[input.ndim - len(normalized_shape) :] != tuple(normalized_shape):
        raise RuntimeError(
            f"layer_norm() over {list(normalized_shape)} needs an input whose shape ends with that, "
            f"not {list(input.shape)}."
        )
    dims = tuple(range(-len(normalized_shape), 0))
    centered = input - input.mean(dims, keepdim=True)
    variance = (centered * centered).mean(dims, keepdim=True)
    normalized = centered * (variance + eps).rsqrt()
    scaled = normalized if weight is None else normalized * weight
    return scaled if bias is None else scaled + bias


def embedding(input: Tensor, weight: Tensor, padding_idx: int | None = None) -> Tensor:
    """The rows of ``weight`` (n, dim) that ``input`` numbers: input (...), result (..., dim).

    The row ``padding_idx`` gets no gradient. Raises ``IndexError`` for a row that is not there, and
    ``RuntimeError`` if ``input`` holds no integers.
    """
    if input.is_floating_point():
        raise RuntimeError(f"embedding() takes the numbers of rows as integers, not as {input.dtype!r}.")
    _check_range(input, weight.size(0), "row", IndexError)
    return indexing.embedding(weight, input, padding_idx)


def one_hot(tensor: Tensor, num_classes: int = -1) -> Tensor:
    """Class numbers (...) as rows (..., num_classes) of zeros with a one at the class.

    >>> import minigrad
    >>> one_hot(minigrad.tensor([0, 2]))
    tensor([[1, 0, 0],
            [0, 0, 1]])
    """
    classes = int(tensor.max().item()) + 1 if num_classes == -1 else num_classes
    _check_range(tensor, classes, "class", RuntimeError)
    rows = zeros(tensor.numel(), classes, dtype=dtypes.int64)
    rows[list(range(tensor.numel())), tensor.reshape(-1)] = 1
    return rows.reshape(*tensor.shape, classes)


def _check_range(numbers: Tensor, count: int, what: str, error: type[Exception]) -> None:
    array = numbers._array
    wrong = array[(array < 0) | (array >= count)]
    if wrong.size:
        raise error(f"There is no {what} {wrong.reshape(-1)[0]}: they are numbered from 0 to {count - 1}.")


def normalize(input: Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12) -> Tensor:
    """``input`` divided by its norm along ``dim``, or by ``eps`` where the norm is smaller."""
    return input / input.norm(p, dim, keepdim=True).clamp(min=eps)


def cosine_similarity(x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-8) -> Tensor:
    """The cosine of the angle between two vectors along ``dim``; no norm counts as less than ``eps``."""
    return (normalize(x1, 2.0, dim, eps) * normalize(x2, 2.0, dim, eps)).sum(dim)


# losses --------------------------------------------------------------------------------------------------


def mse_loss(input: Tensor, target: Tensor, *, reduction: str = "mean") -> Tensor:
    """The square of the difference of input and target.

    >>> import minigrad
    >>> mse_loss(minigrad.tensor([1.0, 3.0]), minigrad.zeros(2))
    tensor(5.)
    """
    _check_reduction(reduction)
    _warn_of_broadcast("mse_loss", input, target)
    return losses.mse_loss(input, target, reduction)


def l1_loss(input: Tensor, target: Tensor, *, reduction: str = "mean") -> Tensor:
    """The absolute difference of input and target; no gradient where they are equal."""
    _check_reduction(reduction)
    _warn_of_broadcast("l1_loss", input, target)
    return _reduced((input - target).abs(), reduction)


def smooth_l1_loss(input: Tensor, target: Tensor, *, reduction: str = "mean", beta: float = 1.0) -> Tensor:
    """The absolute difference, with its kink at 0 rounded off over a distance of ``beta``."""
    _check_reduction(reduction)
    if beta < 0:
        raise RuntimeError(f"smooth_l1_loss() needs a beta of at least 0, not {beta}.")
    if beta == 0:
        return l1_loss(input, target, reduction=reduction)
    _warn_of_broadcast("smooth_l1_loss", input, target)
    return losses.smooth_l1_loss(input, target, reduction, beta)


def huber_loss(input: Tensor, target: Tensor, reduction: str = "mean", delta: float = 1.0) -> Tensor:
    """Half the square of the difference up to ``delta``, and a straight line beyond."""
    _check_reduction(reduction)
    if delta <= 0:
        raise RuntimeError(f"huber_loss() needs a delta above 0, not {delta}.")
    _warn_of_broadcast("huber_loss", input, target)
    return losses.huber_loss(input, target, reduction, delta)


def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    *,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """Minus the log of the probability that the scores ``input`` give to the class ``target``.

    ``input``: scores (N, C), or (C,) for one sample, or (N, C, d1, …); ``target``: the classes (N,), (), or
    (N, d1, …) as integers, or probabilities in the shape of ``input``. ``weight`` (C,) says how much each
    class counts; samples of class ``ignore_index`` don't count at all.

    >>> import minigrad
    >>> cross_entropy(minigrad.zeros(2, 4), minigrad.tensor([0, 3]))
    tensor(1.3863)
    """
    _check_reduction(reduction)
    dim = 0 if input.ndim == 1 else 1
    log_probabilities = input.log_softmax(dim)
    if target.is_floating_point() and target.shape == input.shape:
        return _soft_cross_entropy(log_probabilities, target, weight, reduction, label_smoothing, dim)
    loss = nll_loss(log_probabilities, target, weight, ignore_index=ignore_index, reduction=reduction)
    if label_smoothing == 0:
        return loss
    smooth = _evenly_spread(log_probabilities, target, weight, ignore_index, reduction, dim)
    return loss * (1 - label_smoothing) + smooth * (label_smoothing / input.size(dim))


def _soft_cross_entropy(
    log_probabilities: Tensor,
    target: Tensor,
    weight: Tensor | None,
    reduction: str,
    smoothing: float,
    dim: int,
) -> Tensor:
    """For a target that gives a probability to each class."""
    classes = log_probabilities.size(dim)
    if smoothing:
        target = target * (1 - smoothing) + smoothing / classes
    parts = _weighted(log_probabilities * target, weight, dim)
    if reduction == "none":
        return -parts.sum(dim)
    samples = parts.numel() // classes
    return -parts.sum() / samples if reduction == "mean" else -parts.sum()


def _evenly_spread(
    log_probabilities: Tensor,
    target: Tensor,
    weight: Tensor | None,
    ignore_index: int,
    reduction: str,
    dim: int,
) -> Tensor:
    """The loss against every class alike, which label smoothing mixes in."""
    ignored = target == ignore_index
    each = -_weighted(log_probabilities, weight, dim).sum(dim).masked_fill(ignored, 0.0)
    if reduction != "mean":
        return _reduced(each, reduction)
    counted = ones(log_probabilities.size(dim), dtype=log_probabilities.dtype) if weight is None else weight
    return each.sum() / counted[target.masked_fill(ignored, 0)].masked_fill(ignored, 0.0).sum()


def _weighted(values: Tensor, weight: Tensor | None, dim: int) -> Tensor:
    """Values times the weight of their class, which is counted along ``dim``."""
    if weight is None:
        return values
    return values * weight.reshape([-1 if axis == dim else 1 for axis in range(values.ndim)])


def nll_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    *,
    ignore_index: int = -100,
    reduction: str = "mean",
) -> Tensor:
    """Minus the log-probability of the class ``target``: ``cross_entropy`` after ``log_softmax``.

    The shapes are those of ``cross_entropy``. Raises ``ValueError`` if input and target don't have the same
    number of samples, ``IndexError`` for a class that is not there.
    """
    _check_reduction(reduction)
    if target.is_floating_point():
        raise RuntimeError(
            f"The target has to hold class numbers, integers, and is {target.dtype!r}. Probabilities of "
            f"classes have to have the input's shape {list(input.shape)}, and have {list(target.shape)}."
        )
    samples = input.shape[:1] + input.shape[2:] if input.ndim > 1 else ()
    if target.shape != samples:
        raise ValueError(
            f"An input of shape {list(input.shape)} needs a target of shape {list(samples)}, one class for "
            f"each sample, not {list(target.shape)}."
        )
    if input.ndim == 2:
        return losses.nll_loss(input, target, weight, reduction, ignore_index)
    # One row for each sample: the classes come last, all other dimensions become one.
    rows = input.permute(0, *range(2, input.ndim), 1) if input.ndim > 2 else input
    flat = rows.reshape(-1, rows.size(-1))
    loss = losses.nll_loss(flat, target.reshape(-1), weight, reduction, ignore_index)
    return loss.reshape(samples) if reduction == "none" else loss


def binary_cross_entropy(
    input: Tensor, target: Tensor, weight: Tensor | None = None, *, reduction: str = "mean"
) -> Tensor:
    """Minus the log of the probability that ``input`` (0 to 1) gives to ``target`` (0, 1 or between).

    Raises ``ValueError`` if the shapes differ, ``RuntimeError`` where ``input`` is no probability.
    """
    _check_reduction(reduction)
    _check_same_shape("binary_cross_entropy", input, target)
    return losses.binary_cross_entropy(input, target, weight, reduction)


def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    *,
    reduction: str = "mean",
    pos_weight: Tensor | None = None,
) -> Tensor:
    """``binary_cross_entropy`` of ``sigmoid(input)``, exact also where the sigmoid is 0 or 1.

    ``weight`` counts each element, ``pos_weight`` those whose target is 1.
    """
    _check_reduction(reduction)
    _check_same_shape("binary_cross_entropy_with_logits", input, target)
    return losses.binary_cross_entropy_with_logits(input, target, weight, pos_weight, reduction)


def _reduced(values: Tensor, reduction: str) -> Tensor:
    if reduction == "none":
        return values
    return values.mean() if reduction == "mean" else values.sum()


def _check_reduction(reduction: Any) -> None:
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f'reduction has to be "mean", "sum" or "none", not {reduction!r}.')


def _check_same_shape(name: str, input: Tensor, target: Tensor) -> None:
    if input.shape != target.shape:
        raise ValueError(
            f"{name}() needs a target of the input's shape {list(input.shape)}, not {list(target.shape)}."
        )


def _warn_of_broadcast(name: str, input: Tensor, target: Tensor) -> None:
    if input.shape != target.shape:
        warnings.warn(
            f"{name}(): the target has shape {list(target.shape)}, the input {list(input.shape)}. They are "
            "broadcast, so a number may be compared with several others: probably not what you want.",
            UserWarning,
            stacklevel=3,
        )
