"""What may stand beside a tensor in an operation, and what to say when something else does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from minigrad import dtypes

if TYPE_CHECKING:
    from minigrad.ops.register import Op

Number = bool | int | float | complex


def conform(op: Op, *operands: Any) -> tuple[Any, ...]:
    """Bring the operands of a pointwise operation to the dtype of its result, by PyTorch's promotion rules.

    Numbers stay numbers: they are no part of the graph. A tensor that changes dtype does so as a recorded
    operation of its own, so that its gradient comes back in its own dtype.
    """
    from minigrad.tensor import Tensor

    operands = tuple(operand if isinstance(operand, Tensor) else _number(op, operand) for operand in operands)
    tensors = [operand for operand in operands if isinstance(operand, Tensor)]
    if not tensors:
        raise not_a_tensor(op, op.inputs[0], operands[0])
    if op.name in ("sub", "rsub") and any(_is_boolean(operand) for operand in operands):
        raise RuntimeError(
            "Subtraction is not defined for booleans. Use ^ for a difference, ~ for a negation."
        )
    array = tensors[0]._array
    target = array.dtype
    for tensor in tensors[1:]:
        target = dtypes.promote(
            np.empty(array.shape, target) if target != array.dtype else array, tensor._array
        )
    for operand in operands:
        if not isinstance(operand, Tensor):
            target = dtypes.weak_scalar(np.empty(array.shape, target), operand)
    return tuple(
        operand.to(dtypes.from_numpy[target])
        if isinstance(operand, Tensor) and operand._array.dtype != target
        else operand
        for operand in operands
    )


def _is_boolean(operand: Any) -> bool:
    array = getattr(operand, "_array", operand)
    return isinstance(array, bool) or getattr(array, "dtype", None) == np.bool_


def _number(op: Op, value: Any) -> Number:
    if isinstance(value, np.generic):  # first, because np.float64 is also a float
        return value.item()
    if isinstance(value, (bool, int, float, complex)):
        return value
    hint = (
        " Make it a tensor with minigrad.tensor(...) first." if isinstance(value, (np.ndarray, list)) else ""
    )
    raise TypeError(f"{op.name}() takes tensors and numbers, not {_describe(value)}.{hint}")


def floating(value: Any) -> Any:
    """An array of integers or booleans in the default floating dtype; everything else as it is."""
    if isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind in "biu":
        return value.astype(dtypes.get_default_dtype().to_numpy())
    return value


def not_a_tensor(op: Op, name: str, value: Any) -> TypeError:
    return TypeError(f"{op.name}() takes a Tensor as {name!r}, not {_describe(value)}.")


def _describe(value: Any) -> str:
    text = repr(value)
    return f"{type(value).__name__} {text if len(text) < 60 else text[:57] + '...'}"


def explain(op: Op, error: Exception, arguments: tuple[Any, ...]) -> Exception:
    """NumPy's error in the type that PyTorch raises, with the shapes at hand."""
    from minigrad.tensor import Tensor

    if type(error) in (RuntimeError, NotImplementedError, ZeroDivisionError):
        return error  # raised by an operation of ours, which has said what is wrong
    shapes = [
        f"{name} {list(value._array.shape)} {value._array.dtype}"
        for name, value in zip(op.parameters, arguments, strict=True)
        if isinstance(value, Tensor)
    ]
    others = [
        f"{name}={value!r}"
        for name, value in zip(op.parameters, arguments, strict=True)
        if not isinstance(value, Tensor) and value is not None and name not in op.inputs
    ]
    call = f"{op.name}({', '.join(shapes + others)})"
    kind: type[Exception]
    if isinstance(error, IndexError):  # NumPy's AxisError among them
        kind = IndexError
    elif "boolean" in str(error):
        return RuntimeError(f"{call}: not defined for booleans. Use ^ for a difference, ~ for a negation.")
    elif isinstance(error, TypeError):
        kind = TypeError
    else:
        kind = RuntimeError
    if "broadcast" in str(error):
        return kind(
            f"{call}: the shapes don't broadcast. Aligned from the right, two lengths must be equal, or one of "
            "them 1."
        )
    return kind(f"{call}: {error}")
