"""Operations that arrange elements anew: views where possible, and joining."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from minigrad.ops.elementwise import zeros_like
from minigrad.ops.register import op
from minigrad.ops.variadic import variadic

# views -----------------------------------------------------------------------------------------------------


@op.view(self=lambda grad, self_shape: grad.reshape(self_shape))
def view(self: Any, shape: tuple[int, ...]) -> Any:
    """The same storage in another shape; one length may be -1.

    Raises ``RuntimeError`` where the number of elements differs or the storage can't be read that way.

    >>> minigrad.arange(6).view(2, 3)
    tensor([[0, 1, 2],
            [3, 4, 5]])
    """
    shaped = self.reshape(shape)
    if not np.may_share_memory(shaped, self) and self.size:
        raise RuntimeError(
            f"view() can't read a tensor of shape {list(self.shape)} with these strides as {list(shape)} without "
            "copying: use .reshape(), or .contiguous().view()."
        )
    return shaped


@op("UnsafeViewBackward0", self=lambda grad, self_shape: grad.reshape(self_shape))
def reshape_copy(self: Any, shape: tuple[int, ...]) -> Any:
    """The elements in another shape, copied.

    >>> minigrad.arange(4).view(2, 2).t().reshape(4)
    tensor([0, 2, 1, 3])
    """
    return np.array(self.reshape(shape))


@op.view(self=lambda grad, dim0, dim1: grad.swapaxes(dim0, dim1))
def transpose(self: Any, dim0: int, dim1: int) -> Any:
    """Exchange two dimensions.

    >>> minigrad.ones(2, 3).transpose(0, 1).shape
    torch.Size([3, 2])
    """
    return self.swapaxes(dim0, dim1) if self.ndim else self[...]


@op.view("TBackward0", self=lambda grad: grad.swapaxes(0, 1) if len(grad.shape) == 2 else grad)
def t(self: Any) -> Any:
    """The transpose of a matrix; a vector stays as it is. ``RuntimeError`` for more dimensions.

    >>> minigrad.ones(2, 3).t().shape
    torch.Size([3, 2])
    """
    if self.ndim > 2:
        raise RuntimeError(
            f"t() takes at most 2 dimensions, not shape {list(self.shape)}: use .transpose(i, j)."
        )
    return self.T


@op.view(self=lambda grad, dims: permute(grad, inverse(dims)))
def permute(self: Any, dims: tuple[int, ...]) -> Any:
    """Put the dimensions into the order ``dims``.

    >>> minigrad.ones(2, 3, 4).permute(2, 0, 1).shape
    torch.Size([4, 2, 3])
    """
    return self.transpose(dims)


def inverse(dims: tuple[int, ...]) -> tuple[int, ...]:
    """The permutation that undoes ``dims``."""
    order = [d % len(dims) for d in dims]
    return tuple(order.index(position) for position in range(len(dims)))


def moved(values: Any, source: int, to: int) -> Any:
    """``values`` with dimension ``source`` moved to position ``to``; arrays and tensors."""
    dims = list(range(len(values.shape)))
    dims.insert(to % len(dims), dims.pop(source % len(dims)))
    return permute(values, tuple(dims))


@op.view("SqueezeBackward0", self=lambda grad, self_shape: grad.reshape(self_shape))
def squeeze_all(self: Any) -> Any:
    """Drop every dimension of length 1.

    >>> minigrad.ones(1, 3, 1).squeeze().shape
    torch.Size([3])
    """
    return self.squeeze()


@op.view("SqueezeBackward1", self=lambda grad, self_shape: grad.reshape(self_shape))
def squeeze_dim(self: Any, dim: int | tuple[int, ...]) -> Any:
    """Drop ``dim`` if its length is 1.

    >>> minigrad.ones(1, 3, 1).squeeze(0).shape
    torch.Size([3, 1])
    """
    dims = (dim,) if isinstance(dim, int) else tuple(dim)
    if not self.ndim:
        return self[...]
    for d in dims:
        if not -self.ndim <= d < self.ndim:
            raise IndexError(f"squeeze(): dim {d} is out of range for shape {list(self.shape)}.")
    axes = {d % self.ndim for d in dims}
    return self.reshape(tuple(n for i, n in enumerate(self.shape) if not (i in axes and n == 1)))


@op.view(self=lambda grad, self_shape: grad.reshape(self_shape))
def unsqueeze(self: Any, dim: int) -> Any:
    """Insert a dimension of length 1 at ``dim``.

    >>> minigrad.ones(3).unsqueeze(1).shape
    torch.Size([3, 1])
    """
    return np.expand_dims(self, dim)


@op.view(self=lambda grad: grad)  # what was stretched is summed where the engine undoes broadcasting
def expand(self: Any, shape: tuple[int, ...]) -> Any:
    """Stretch dimensions of length 1 to ``shape`` without copying; -1 keeps a length.

    >>> minigrad.tensor([[1], [2]]).expand(2, 3)
    tensor([[1, 1, 1],
            [2, 2, 2]])
    """
    extra = len(shape) - self.ndim
    if extra < 0 or any(n == -1 for n in shape[:extra]):
        raise RuntimeError(f"expand(): shape {list(self.shape)} can't be expanded to {list(shape)}.")
    target = tuple(self.shape[i - extra] if n == -1 else n for i, n in enumerate(shape))
    stretched = np.broadcast_to(self, target)
    stretched.flags.writeable = (
        True  # NumPy hands it out read-only; here it is the in-place operations that refuse
    )
    return stretched


@op.view(
    "SliceBackward0",
    self=lambda grad, self_shape, dim, start, length: put_slice(grad, self_shape, dim, start, length),
)
def narrow(self: Any, dim: int, start: int, length: int) -> Any:
    """``length`` entries along ``dim`` from ``start``.

    >>> minigrad.arange(5).narrow(0, 1, 3)
    tensor([1, 2, 3])
    """
    return self[(slice(None),) * (dim % self.ndim) + (slice(start, start + length),)]


@op(self=lambda grad, dim, start, length: narrow(grad, dim, start, length))
def put_slice(self: Any, shape: tuple[int, ...], dim: int, start: int, length: int) -> Any:
    """The reverse of ``narrow``: zeros of ``shape`` with the tensor at its place.

    >>> put_slice(minigrad.ones(2), (4,), 0, 1, 2)
    tensor([0., 1., 1., 0.])
    """
    whole = np.zeros(shape, self.dtype)
    whole[(slice(None),) * (dim % len(shape)) + (slice(start, start + length),)] = self
    return whole


@op.view("AliasBackward0", self=lambda grad: grad)
def alias(self: Any) -> Any:
    """All of it, as a view.

    >>> x = minigrad.ones(2)
    >>> x.alias()._base is x
    True
    """
    return self[...]


@op.view(self=lambda grad, self_shape, offset, dim1, dim2: put_diagonal(grad, self_shape, offset, dim1, dim2))
def diagonal(self: Any, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    """The diagonal of each matrix that lies in ``dim1`` and ``dim2``, as the last dimension.

    >>> minigrad.arange(4).view(2, 2).diagonal()
    tensor([0, 3])
    """
    if self.ndim < 2:
        raise IndexError(f"diagonal() needs two dimensions; this tensor has shape {list(self.shape)}.")
    diagonal = np.diagonal(self, offset, dim1, dim2)
    diagonal.flags.writeable = True  # NumPy hands it out read-only for historical reasons
    return diagonal


@op(self=lambda grad, offset, dim1, dim2: diagonal(grad, offset, dim1, dim2))
def put_diagonal(self: Any, shape: tuple[int, ...], offset: int, dim1: int, dim2: int) -> Any:
    """The reverse of ``diagonal``: zeros of ``shape`` with the tensor on the diagonal.

    >>> put_diagonal(minigrad.tensor([1.0, 2.0]), (2, 2), 0, 0, 1)
    tensor([[1., 0.],
            [0., 2.]])
    """
    whole = np.zeros(shape, self.dtype)
    diagonal = np.diagonal(whole, offset, dim1, dim2)
    diagonal.flags.writeable = True
    diagonal[...] = self
    return whole


# copies ----------------------------------------------------------------------------------------------------


@op(self=lambda grad: grad)
def clone(self: Any) -> Any:
    """A copy that the gradient flows through.

    >>> x = minigrad.ones(2)
    >>> x.clone().data_ptr() == x.data_ptr()
    False
    """
    return np.array(self, order="K")


@op("CloneBackward0", self=lambda grad: grad)
def contiguous_copy(self: Any) -> Any:
    """A copy in reading order.

    >>> minigrad.ones(2, 3).t().contiguous().stride()
    (2, 1)
    """
    return np.array(self, order="C")


@op("CopyBackwards", self=lambda grad: grad)
def copied(self: Any) -> Any:
    """A copy, as backward makes it for ``.grad`` under ``create_graph``.

    >>> copied(minigrad.ones(2))
    tensor([1., 1.])
    """
    return np.array(self, order="K")


@op("CopyBackwards", self=lambda grad: zeros_like(grad), source=lambda grad: grad)
def copy(self: Any, source: Any) -> Any:
    """The values of ``source`` in the shape and dtype of ``self``: what ``copy_`` writes.

    >>> minigrad.zeros(2).copy_(minigrad.tensor([1, 2]))
    tensor([1., 2.])
    """
    return np.array(np.broadcast_to(source, self.shape), self.dtype)


@op("ToCopyBackward0", self=lambda grad, source: cast(grad, source, source))
def cast(self: Any, dtype: np.dtype[Any], source: np.dtype[Any]) -> Any:
    """The values in another dtype (a NumPy dtype); the gradient comes back in the dtype of the source.

    >>> minigrad.ones(2).double()
    tensor([1., 1.], dtype=torch.float64)
    """
    return self.astype(dtype)


@op(self=lambda grad, dims: flip(grad, dims))
def flip(self: Any, dims: tuple[int, ...]) -> Any:
    """Reverse the order along ``dims``.

    >>> minigrad.arange(3).flip(0)
    tensor([2, 1, 0])
    """
    return np.flip(self, dims if self.ndim else ()).copy()


@op(self=lambda grad, shifts, dims: roll(grad, tuple(-s for s in shifts), dims))
def roll(self: Any, shifts: tuple[int, ...], dims: tuple[int, ...]) -> Any:
    """Shift along ``dims``; what falls off at the end comes back at the front.

    >>> minigrad.arange(3).roll(1)
    tensor([2, 0, 1])
    """
    return np.roll(self, shifts, dims) if dims else np.roll(self, shifts[0])


@op(self=lambda grad, self_shape, repeats: _sum_repeats(grad, self_shape, repeats))
def repeat(self: Any, repeats: tuple[int, ...]) -> Any:
    """Tile the tensor ``repeats`` times along each dimension.

    >>> minigrad.arange(2).repeat(2, 2)
    tensor([[0, 1, 0, 1],
            [0, 1, 0, 1]])
    """
    if len(repeats) < self.ndim:
        raise RuntimeError(
            f"repeat() needs a number for each of the {self.ndim} dimensions, not {list(repeats)}."
        )
    return np.tile(self, repeats)


def _sum_repeats(grad: Any, shape: tuple[int, ...], repeats: tuple[int, ...]) -> Any:
    padded = (1,) * (len(repeats) - len(shape)) + tuple(shape)
    split = tuple(n for pair in zip(repeats, padded, strict=True) for n in pair)
    return grad.reshape(split).sum(axis=tuple(range(0, len(split), 2))).reshape(shape)


@op(self=lambda grad, diagonal: tril(grad, diagonal))
def tril(self: Any, diagonal: int = 0) -> Any:
    """The lower triangle, zeros above the diagonal.

    >>> minigrad.ones(2, 2).tril()
    tensor([[1., 0.],
            [1., 1.]])
    """
    return np.tril(_matrices(self), diagonal)


@op(self=lambda grad, diagonal: triu(grad, diagonal))
def triu(self: Any, diagonal: int = 0) -> Any:
    """The upper triangle, zeros below the diagonal.

    >>> minigrad.ones(2, 2).triu()
    tensor([[1., 1.],
            [0., 1.]])
    """
    return np.triu(_matrices(self), diagonal)


def _matrices(values: Any) -> Any:
    if values.ndim < 2:
        raise RuntimeError(
            f"tril() and triu() need two dimensions; this tensor has shape {list(values.shape)}."
        )
    return values


# joining ---------------------------------------------------------------------------------------------------


@variadic(lambda grad, shapes, dim: _pieces(grad, [shape[dim] for shape in shapes], dim))
def cat(*tensors: Any, dim: int = 0) -> Any:
    """Join tensors along an existing dimension.

    >>> minigrad.cat([minigrad.ones(1), minigrad.zeros(2)])
    tensor([1., 0., 0.])
    """
    return np.concatenate(tensors, axis=dim)


def _pieces(grad: Any, lengths: Sequence[int], dim: int) -> list[Any]:
    starts = np.cumsum([0, *lengths]).tolist()
    return [narrow(grad, dim, start, length) for start, length in zip(starts, lengths, strict=False)]


@variadic(lambda grad, shapes, dim: [grad[_at(i, dim, len(grad.shape))] for i in range(len(shapes))])
def stack(*tensors: Any, dim: int = 0) -> Any:
    """Join tensors of one shape along a new dimension.

    >>> minigrad.stack([minigrad.tensor(1.0), minigrad.tensor(2.0)])
    tensor([1., 2.])
    """
    return np.stack(tensors, axis=dim)


def _at(index: int, dim: int, ndim: int) -> tuple[Any, ...]:
    return (slice(None),) * (dim % ndim) + (index,)
