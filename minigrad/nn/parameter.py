"""``Parameter``: a tensor that a module learns."""

from __future__ import annotations

from minigrad.creation import empty
from minigrad.tensor import Tensor

__all__ = ["Parameter"]


class Parameter(Tensor):
    """A leaf tensor that becomes one of ``module.parameters()`` when it is assigned to a module.

    It shares the numbers of ``data`` but not its history, and requires grad unless told otherwise. Raises
    ``TypeError`` if ``data`` is no tensor, and ``RuntimeError`` for integers that should require grad.

    >>> import minigrad
    >>> minigrad.nn.Parameter(minigrad.ones(2))
    Parameter containing:
    tensor([1., 1.], requires_grad=True)
    """

    __slots__ = ()

    def __new__(cls, data: Tensor | None = None, requires_grad: bool = True) -> Parameter:
        source = empty(0) if data is None else data
        if not isinstance(source, Tensor):
            raise TypeError(
                f"Parameter() takes a tensor, not a {type(source).__name__}: Parameter(minigrad.tensor(...))."
            )
        parameter = source.detach()
        parameter.__class__ = cls
        parameter.requires_grad = requires_grad
        return parameter  # type: ignore[return-value]

    def __repr__(self) -> str:
        return f"Parameter containing:\n{super().__repr__()}"
