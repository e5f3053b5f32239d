"""What the functions share: access to the table, dimensions as arguments, pairs as results."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

from minigrad.tensor import Tensor

Dims = int | Sequence[int] | None


class ValuesAndIndices(NamedTuple):
    """What reductions along a dimension return that also tell where: ``.values`` and ``.indices``."""

    values: Tensor
    indices: Tensor

    def __repr__(self) -> str:
        return (
            f"torch.return_types.{type(self).__name__}(\nvalues={self.values!r},\nindices={self.indices!r})"
        )


@functools.cache
def return_type(name: str) -> type[ValuesAndIndices]:
    """The pair as the function ``name`` returns it, which shows in how it prints."""
    return type(name, (ValuesAndIndices,), {"__slots__": ()})


def with_indices(row: Any, values: Tensor, indices: Tensor) -> ValuesAndIndices:
    """The results of a row ``<function>_values``, and where they were found."""
    return return_type(row.op.name.removesuffix("_values"))(values, indices)


def op(dual: Any) -> Any:
    """The operation of a row, for tensors only."""
    return dual.op.function


def dims_of(self: Tensor, dim: Dims) -> Any:
    """``dim`` for a reduction, or None for all. A 0-dim tensor has no dimension, yet dim 0 and -1 are allowed."""
    if dim is None:
        return None
    dims = (dim,) if isinstance(dim, int) else tuple(dim)
    ndim = self._array.ndim
    for d in dims:
        if not -max(ndim, 1) <= d < max(ndim, 1):
            raise IndexError(
                f"dim {d} is out of range for a tensor of shape {list(self._array.shape)}, which has {ndim} dimensions."
            )
    if len({d % max(ndim, 1) for d in dims}) < len(dims):
        raise RuntimeError(f"dim {list(dims)} names a dimension twice.")
    if ndim == 0 or dims == ():
        return None
    return dims[0] if isinstance(dim, int) else dims
