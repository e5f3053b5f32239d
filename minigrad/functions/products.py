"""Products of vectors and matrices."""

from __future__ import annotations

from typing import Any

from minigrad.functions.common import op
from minigrad.functions.shapes import permute, reshape
from minigrad.ops import linalg, shape
from minigrad.tensor import Tensor

#: bound as methods and as functions of the package
__all__ = ["einsum", "matmul"]  # fmt: skip


def matmul(self: Tensor, other: Tensor) -> Tensor:
    """The matrix product ``self @ other``, of vectors, matrices and batches of matrices.

    Raises ``RuntimeError`` where the shapes don't fit or the dtypes differ.

    >>> minigrad.ones(2, 3) @ minigrad.ones(3)
    tensor([3., 3.])
    """
    if not isinstance(other, Tensor):
        raise TypeError(f"A matrix product takes two tensors, not {type(other).__name__} {other!r}.")
    left, right = self._array.ndim, other._array.ndim
    if left == 2 and right == 2:
        return op(linalg.mm)(self, other)
    if left == 2 and right == 1:
        return op(linalg.mv)(self, other)
    if left <= 1 and right <= 1:
        return op(linalg.dot)(self, other)
    if left == 1:
        row = op(shape.unsqueeze)(self, 0)
        product = op(linalg.mm if right == 2 else linalg.bmm)(row, other)
        return op(linalg.drop_row)(product, -2)
    if right == 1:
        product = op(linalg.bmm)(self, op(shape.unsqueeze)(other, 1))
        return op(shape.squeeze_dim)(product, -1)
    return op(linalg.joined_batch)(op(linalg.bmm)(self, other))


def rmatmul(self: Tensor, other: Any) -> Tensor:
    """``other @ self``."""
    raise TypeError(f"A matrix product takes two tensors, not {type(other).__name__} {other!r}.")


def einsum(equation: str, *operands: Tensor) -> Tensor:
    """Sums of products, told by a letter for each dimension: ``"ij,jk->ik"`` is the matrix product.

    A letter that is not in the output is summed over; one that an operand has twice is its diagonal. Without
    ``->`` the output has the letters that come once, in alphabetical order. Raises ``RuntimeError`` where the
    letters don't fit the operands.

    >>> x = minigrad.tensor([[1.0, 2.0], [3.0, 4.0]])
    >>> minigrad.einsum("ii->", x), minigrad.einsum("ij->j", x), minigrad.einsum("i,j->ij", x[0], x[1])[0]
    (tensor(5.), tensor([4., 6.]), tensor([3., 4.]))
    """
    inputs, output = _letters(equation, operands)
    every = output + "".join(sorted(set("".join(inputs)) - set(output)))
    product = None
    for names, operand in zip(inputs, operands, strict=True):
        aligned = _aligned(operand, names, every)
        product = aligned if product is None else product * aligned
    assert product is not None  # _letters has seen to it that there are operands
    summed = tuple(range(len(output), len(every)))
    return product.sum(summed) if summed else product


def _letters(equation: str, operands: tuple[Tensor, ...]) -> tuple[list[str], str]:
    """The letters of each operand and of the output, after a check that they fit."""
    left, arrow, output = equation.replace(" ", "").partition("->")
    inputs = left.split(",")
    if not all(letter.isalpha() for letter in left.replace(",", "") + output):
        raise RuntimeError(f"einsum() takes letters, commas and ->, not {equation!r}.")
    if len(inputs) != len(operands) or not operands:
        raise RuntimeError(f"einsum({equation!r}) is for {len(inputs)} operands, not {len(operands)}.")
    lengths: dict[str, int] = {}
    for names, operand in zip(inputs, operands, strict=True):
        shape = list(operand._array.shape)
        if len(names) != len(shape):
            raise RuntimeError(f"einsum({equation!r}): {names!r} does not fit an operand of shape {shape}.")
        for letter, length in zip(names, shape, strict=True):
            if lengths.setdefault(letter, length) != length:
                raise RuntimeError(
                    f"einsum({equation!r}): {letter!r} has length {lengths[letter]} in one place and {length} in "
                    "another."
                )
    joined = "".join(inputs)
    if not arrow:
        output = "".join(sorted(letter for letter in set(joined) if joined.count(letter) == 1))
    if len(set(output)) != len(output) or not set(output) <= set(joined):
        raise RuntimeError(
            f"einsum({equation!r}): the output's letters must be different ones of the inputs."
        )
    return inputs, output


def _aligned(operand: Tensor, names: str, every: str) -> Tensor:
    """The operand with a dimension for each letter of ``every``, of length 1 where it has none."""
    for letter in sorted(set(names)):
        while names.count(letter) > 1:
            first = names.index(letter)
            second = names.index(letter, first + 1)
            operand = operand.diagonal(0, first, second)
            names = names[:first] + names[first + 1 : second] + names[second + 1 :] + letter
    operand = permute(operand, [names.index(letter) for letter in every if letter in names])
    present = iter(operand._array.shape)
    return reshape(operand, tuple([next(present) if letter in names else 1 for letter in every]))
