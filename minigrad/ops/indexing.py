"""Reading and writing parts of a tensor by position, by mask and by lists of indices."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigrad.ops.elementwise import where
from minigrad.ops.register import op
from minigrad.ops.shape import narrow, put_slice

# basic indexing: integers, slices, None and ... give views ---------------------------------------------------


def _declare_basic(name: str, node_name: str) -> Any:
    """Three rows that differ only in their node's name, which tells what the index did last."""

    def forward(self: Any, index: Any) -> Any:
        return self[index]  # holds an Ellipsis, which makes it an array and a view, never a scalar

    forward.__name__ = name
    forward.__doc__ = """A part of the tensor, as a view.

    >>> minigrad.arange(4)[1:3]
    tensor([1, 2])
    """
    return op.view(node_name, self=lambda grad, self_shape, index: place(grad, self_shape, index))(forward)


select = _declare_basic("select_index", "SelectBackward0")
slice_ = _declare_basic("slice_index", "SliceBackward0")
insert = _declare_basic("insert_index", "UnsqueezeBackward0")


@op(self=lambda grad, index: select(grad, index))
def place(self: Any, shape: tuple[int, ...], index: Any) -> Any:
    """The reverse of reading a part: zeros of ``shape`` with the tensor at ``index``.

    >>> place(minigrad.ones(2), (4,), (slice(1, 3), ...))
    tensor([0., 1., 1., 0.])
    """
    whole = np.zeros(shape, self.dtype)
    whole[index] = self
    return whole


# advanced indexing: masks and integer arrays give copies -----------------------------------------------------


@op("IndexBackward0", self=lambda grad, self_shape, index: add_at(grad, self_shape, index), index=None)
def index(self: Any, index: Any) -> Any:
    """The elements at these positions, copied; a position may come twice.

    >>> minigrad.tensor([5.0, 6.0, 7.0])[[0, 2, 0]]
    tensor([5., 7., 5.])
    """
    return np.array(self[index])


@op(self=lambda grad, index: index_dual(grad, index))
def add_at(self: Any, shape: tuple[int, ...], index: Any) -> Any:
    """The reverse of ``index``: zeros of ``shape`` to which each element is added at its position.

    >>> add_at(minigrad.ones(3), (3,), ([0, 2, 0],))
    tensor([2., 0., 1.])
    """
    whole = np.zeros(shape, self.dtype)
    np.add.at(whole, index, self)
    return whole


index_dual = index


@op(
    "IndexPutBackward0",
    self=lambda grad, index: _zero_at(grad, index),
    value=lambda grad, index: index_dual(grad, index),
    index=None,
)
def index_put(self: Any, value: Any, index: Any) -> Any:
    """A copy with ``value`` at these positions; where one comes twice, the last is kept.

    >>> x = minigrad.zeros(3)
    >>> x[[0, 2]] = minigrad.tensor([1.0, 2.0])
    >>> x
    tensor([1., 0., 2.])
    """
    changed = np.array(self, order="K")
    changed[index] = value
    return changed


def _zero_at(grad: Any, index: Any) -> Any:
    mask = np.ones(tuple(grad.shape), bool)
    mask[index] = False
    return where(mask, grad, 0.0)


@op(
    "IndexPutBackward0",
    self=lambda grad: grad,
    value=lambda grad, index: index_dual(grad, index),
    index=None,
)
def index_put_accumulate(self: Any, value: Any, index: Any) -> Any:
    """A copy with ``value`` added at these positions, as often as each comes.

    >>> minigrad.zeros(2).index_put_(([0, 0],), minigrad.ones(2), accumulate=True)
    tensor([2., 0.])
    """
    changed = np.array(self, order="K")
    np.add.at(changed, index, value)
    return changed


@op(
    weight=lambda grad, weight_shape, indices, padding_idx: _embedding_gradient(
        grad, weight_shape, _plain(indices), padding_idx
    ),
    indices=None,
)
def embedding(weight: Any, indices: Any, padding_idx: int | None = None) -> Any:
    """The rows of a matrix at these indices; the row ``padding_idx`` gets no gradient.

    >>> minigrad.nn.functional.embedding(minigrad.tensor([1, 1]), minigrad.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[3., 4.],
            [3., 4.]])
    """
    return weight[indices]


def _embedding_gradient(grad: Any, shape: tuple[int, ...], indices: Any, padding_idx: int | None) -> Any:
    if padding_idx is not None:
        learned = indices != padding_idx % shape[0]
        grad, indices = grad[learned], indices[learned]
    return add_at(grad, shape, (indices,))


@op("PutBackward0", self=lambda grad, positions: grad.reshape(-1)[positions])
def put(self: Any, positions: Any, length: int) -> Any:
    """A flat tensor of zeros to which each element is added at its position.

    >>> put(minigrad.ones(2), np.array([3, 1]), 4)
    tensor([0., 1., 0., 1.])
    """
    whole = np.zeros(length, self.dtype)
    np.add.at(whole, positions.reshape(-1), self.reshape(-1))
    return whole


@op(self=lambda grad, self_shape, dim, index: scatter_add_zeros(grad, self_shape, dim, index), index=None)
def gather(self: Any, dim: int, index: Any) -> Any:
    """For each index the element at that place along ``dim``.

    >>> minigrad.tensor([[1.0, 2.0], [3.0, 4.0]]).gather(1, minigrad.tensor([[1], [0]]))
    tensor([[2.],
            [3.]])
    """
    return np.array(self[_grid(index, dim, self.ndim)])


@op(self=lambda grad, dim, index: gather_dual(grad, dim, index), index=None)
def scatter_add_zeros(self: Any, shape: tuple[int, ...], dim: int, index: Any) -> Any:
    """The reverse of ``gather``: zeros of ``shape`` to which each element is added at its place.

    >>> scatter_add_zeros(minigrad.ones(2), (3,), 0, np.array([1, 1]))
    tensor([0., 2., 0.])
    """
    whole = np.zeros(shape, self.dtype)
    place = _grid(index, dim, len(shape))
    np.add.at(whole, place, self[tuple(slice(n) for n in index.shape)])
    return whole


gather_dual = gather


@op(
    self=lambda grad: grad,
    source=lambda grad, dim, index: gather_dual(grad, dim, index),
    index=None,
)
def scatter_add(self: Any, dim: int, index: Any, source: Any) -> Any:
    """A copy to which each element of ``source`` is added at its index along ``dim``.

    >>> minigrad.zeros(3).scatter_add(0, minigrad.tensor([1, 1]), minigrad.ones(2))
    tensor([0., 2., 0.])
    """
    changed = np.array(self, order="K")
    np.add.at(changed, _grid(index, dim, self.ndim), source[tuple(slice(n) for n in index.shape)])
    return changed


@op(
    self=lambda grad, dim, index: _zero_at(grad, _grid(_plain(index), dim, len(grad.shape))),
    source=lambda grad, dim, index: gather_dual(grad, dim, index),
    index=None,
)
def scatter(self: Any, dim: int, index: Any, source: Any) -> Any:
    """A copy with each element of ``source`` written at its index along ``dim``.

    >>> minigrad.zeros(3).scatter(0, minigrad.tensor([2]), minigrad.ones(1))
    tensor([0., 0., 1.])
    """
    changed = np.array(self, order="K")
    changed[_grid(index, dim, self.ndim)] = source[tuple(slice(n) for n in index.shape)]
    return changed


def _plain(index: Any) -> Any:
    return getattr(index, "_array", index)


def _grid(index: Any, dim: int, ndim: int) -> tuple[Any, ...]:
    """Index arrays that say "this index along dim, my own position along the others"."""
    if ndim == 0:
        return ()
    positions: list[Any] = list(np.ogrid[tuple(slice(n) for n in index.shape)])
    positions[dim % ndim] = index
    return tuple(positions)


@op(self=lambda grad, self_shape, dim, index: _index_add(grad, self_shape, dim, index), index=None)
def index_select(self: Any, dim: int, index: Any) -> Any:
    """The entries along ``dim`` at these indices.

    >>> minigrad.tensor([5.0, 6.0, 7.0]).index_select(0, minigrad.tensor([2, 0]))
    tensor([7., 5.])
    """
    if self.ndim == 0 and index.size != 1:
        raise RuntimeError(f"A 0-dim tensor has one element to select; {index.size} indices were given.")
    return np.take(self, index.reshape(()) if self.ndim == 0 else index, axis=dim if self.ndim else None)


def _index_add(grad: Any, shape: tuple[int, ...], dim: int, index: Any) -> Any:
    where = (slice(None),) * (dim % max(len(shape), 1)) + (_plain(index),)
    return add_at(grad, shape, where)


# extremes by index -------------------------------------------------------------------------------------------


def _declare_taking(name: str, node_name: str) -> Any:
    """Values found at computed indices (``max(dim)``, ``sort``): the gradient goes back to just these."""

    def forward(self: Any, indices: Any, dim: int, keepdim: bool) -> Any:
        if self.ndim == 0:
            return np.array(self)
        values = np.take_along_axis(self, indices, axis=dim)
        return values if keepdim else np.squeeze(values, dim)

    def formula(grad: Any, self_shape: Any, indices: Any, dim: int, keepdim: bool) -> Any:
        if not self_shape:
            return grad
        indices = _plain(indices)
        return scatter_add_zeros(grad.reshape(indices.shape), self_shape, dim, indices)

    forward.__name__ = name
    forward.__doc__ = """The values at ``indices`` (kept dimension) along ``dim``.

    >>> minigrad.tensor([[1.0, 3.0]]).max(1).values
    tensor([3.])
    """
    return op(node_name, self=formula, indices=None)(forward)


max_values = _declare_taking("max_values", "MaxBackward0")
min_values = _declare_taking("min_values", "MinBackward0")
sort_values = _declare_taking("sort_values", "SortBackward0")
topk_values = _declare_taking("topk_values", "TopkBackward0")
median_values = _declare_taking("median_values", "MedianBackward1")
kthvalue_values = _declare_taking("kthvalue_values", "KthvalueBackward0")
cummax_values = _declare_taking("cummax_values", "CummaxBackward0")
cummin_values = _declare_taking("cummin_values", "CumminBackward0")

# reading an index --------------------------------------------------------------------------------------------


def normalized(key: Any, shape: tuple[int, ...]) -> tuple[tuple[Any, ...], str]:
    """An index as NumPy takes it, and its kind: ``select``, ``slice``, ``insert``, ``alias`` or ``advanced``.

    Raises ``IndexError`` for what can't be an index, and ``ValueError`` for a negative step.
    """
    from minigrad.tensor import Tensor

    if isinstance(key, list):
        key = (np.asarray(key),) if key else (np.zeros(0, np.int64),)
    parts = key if isinstance(key, tuple) else (key,)
    index: list[Any] = []
    kind = "alias"
    for part in parts:
        if isinstance(part, Tensor):
            array = part._array
            if array.dtype.kind not in "biu":
                raise IndexError(
                    f"A tensor used as an index must hold integers or booleans, not {part.dtype}."
                )
            part = int(array) if array.ndim == 0 and array.dtype != np.bool_ else np.asarray(array)
        if isinstance(part, slice):
            part = slice(*(_as_integer(bound) for bound in (part.start, part.stop, part.step)))
            if part.step is not None and part.step <= 0:
                raise ValueError(f"A slice's step must be positive, not {part.step}: use .flip() to reverse.")
            if kind != "advanced" and part != slice(None):
                kind = "slice"
        elif part is None:
            kind = kind if kind == "advanced" else "insert"
        elif part is Ellipsis:
            pass
        elif isinstance(part, (bool, np.bool_, np.ndarray, list, range)):
            part = np.asarray(part)
            if part.dtype.kind == "f" and part.size == 0:
                part = part.astype(np.int64)
            if part.dtype.kind not in "biu":
                raise IndexError(f"An index array must hold integers or booleans, not {part.dtype}.")
            kind = "advanced"
        else:
            if isinstance(part, float):
                raise IndexError(f"An index is a whole number, not {part}.")
            part = _as_integer(part)
            kind = kind if kind == "advanced" else "select"
        index.append(part)
    dots = sum(part is Ellipsis for part in index)
    if dots > 1:
        raise IndexError("An index can have one ... only.")
    return (tuple(index) if dots else (*index, Ellipsis)), kind


def _as_integer(value: Any) -> Any:
    if value is None:
        return None
    try:
        return value.__index__()
    except (AttributeError, TypeError):
        raise TypeError(
            f"An index is made of integers, slices, None, ..., lists, and integer or boolean tensors, not "
            f"{type(value).__name__} {value!r}."
        ) from None


# several views at once ---------------------------------------------------------------------------------------


@op.view("UnbindBackward0", self=lambda grad, self_shape, index: place(grad, self_shape, index))
def unbind_one(self: Any, index: Any) -> Any:
    """One of the views that ``unbind`` returns.

    >>> minigrad.tensor([[1, 2], [3, 4]]).unbind()[1]
    tensor([3, 4])
    """
    return self[index]


@op.view(
    "SplitBackward0",
    self=lambda grad, self_shape, dim, start, length: put_slice(grad, self_shape, dim, start, length),
)
def split_one(self: Any, dim: int, start: int, length: int) -> Any:
    """One of the views that ``split`` returns.

    >>> minigrad.arange(5).split(2)[1]
    tensor([2, 3])
    """
    return narrow.op.forward(self, dim, start, length)  # type: ignore[attr-defined]
