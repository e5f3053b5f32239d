"""Operations that work on each element by itself, with their derivatives."""

# A formula's parameters are named after the inputs, so `self` and `min` here are right.

from __future__ import annotations

import math
from typing import Any

import numpy as np

from minigrad.ops.operands import floating
from minigrad.ops.register import op

# arithmetic ------------------------------------------------------------------------------------------------


@op.pointwise(self=lambda grad: grad, other=lambda grad: grad)
def add(self: Any, other: Any) -> Any:
    """``self + other``.

    >>> minigrad.add(minigrad.tensor([1.0, 2.0]), 10)
    tensor([11., 12.])
    """
    return self + other


@op.pointwise(self=lambda grad: grad, other=lambda grad: -grad)
def sub(self: Any, other: Any) -> Any:
    """``self - other``; a ``RuntimeError`` for booleans.

    >>> minigrad.tensor([1.0, 2.0]) - minigrad.tensor(1.0)
    tensor([0., 1.])
    """
    return self - other


@op.pointwise("RsubBackward1", self=lambda grad: -grad, other=lambda grad: grad)
def rsub(self: Any, other: Any) -> Any:
    """``other - self``, which is what ``1 - x`` calls.

    >>> 1 - minigrad.tensor([1.0, 2.0])
    tensor([ 0., -1.])
    """
    return other - self


@op.pointwise(self=lambda grad, other: grad * other, other=lambda grad, self: grad * self)
def mul(self: Any, other: Any) -> Any:
    """``self * other``.

    >>> minigrad.tensor([1.0, 2.0]) * 3
    tensor([3., 6.])
    """
    return self * other


@op.pointwise(
    self=lambda grad, other: grad / other, other=lambda grad, self, other: -grad * (self / other) / other
)
def div(self: Any, other: Any) -> Any:
    """``self / other``; integers give the default floating dtype.

    >>> minigrad.tensor([3, 4]) / 2
    tensor([1.5000, 2.0000])
    """
    return floating(self) / floating(other)


@op.pointwise(self=None, other=None)
def floor_divide(self: Any, other: Any) -> Any:
    """``self // other``, rounded towards minus infinity; has no derivative.

    Raises ``RuntimeError`` for integer division by zero.

    >>> minigrad.tensor([3, -3]) // 2
    tensor([ 1, -2])
    """
    if self.dtype.kind in "iu" and np.any(np.equal(other, 0)):
        raise RuntimeError("floor_divide() of integers by zero is not defined.")
    return self // other


@op.pointwise(
    "RemainderBackward0",
    self=lambda grad: grad,
    other=lambda grad, self, other: -grad * floor(self / other),
)
def remainder(self: Any, other: Any) -> Any:
    """``self % other``, with the sign of ``other``.

    >>> minigrad.tensor([3.0, -3.0]) % 2
    tensor([1., 1.])
    """
    return self % other


@op.pointwise(
    "FmodBackward1",
    self=lambda grad: grad,
    other=lambda grad, self, other: -grad * trunc(self / other),
)
def fmod(self: Any, other: Any) -> Any:
    """The remainder of the division, with the sign of ``self``.

    >>> minigrad.fmod(minigrad.tensor([5.0, -5.0]), 3)
    tensor([ 2., -2.])
    """
    return np.fmod(self, other)


@op(self=lambda grad: -grad)
def neg(self: Any) -> Any:
    """``-self``; a ``RuntimeError`` for booleans.

    >>> -minigrad.tensor([1.0, -2.0])
    tensor([-1.,  2.])
    """
    return -self


@op("PowBackward0", self=lambda grad, self, exponent: _times_power(grad, self, exponent))
def pow_scalar(self: Any, exponent: Any) -> Any:
    """``self ** exponent`` for a number as exponent.

    >>> minigrad.tensor([1.0, 3.0]) ** 2
    tensor([1., 9.])
    """
    return self**exponent


def _times_power(grad: Any, self: Any, exponent: Any) -> Any:
    # x**0 is 1 everywhere, so its slope is 0, also at 0 where 0 * 0**-1 would be nan
    return zeros_like(self) if exponent == 0 else grad * (exponent * self ** (exponent - 1))


@op.pointwise(
    "PowBackward1",
    self=lambda grad, self, exponent: grad * where(exponent == 0, 0.0, exponent * self ** (exponent - 1)),
    exponent=lambda grad, self, exponent, result: grad * _slope_in_exponent(self, exponent, result),
)
def pow_tensor(self: Any, exponent: Any) -> Any:
    """``self ** exponent``, element by element.

    >>> minigrad.tensor([2.0, 3.0]) ** minigrad.tensor([3.0, 2.0])
    tensor([8., 9.])
    """
    return self**exponent


def _slope_in_exponent(base: Any, exponent: Any, result: Any) -> Any:
    # at base 0 the power is 0 for every positive exponent, so nothing changes with the exponent
    return where((base == 0) & (exponent >= 0), 0.0, result * log(base))


@op(
    "PowBackward2",
    exponent=lambda grad, base, exponent, result: grad * _scalar_base_slope(base, exponent, result),
)
def rpow(exponent: Any, base: Any) -> Any:
    """``base ** exponent`` for a number as base.

    >>> 2 ** minigrad.tensor([1.0, 3.0])
    tensor([2., 8.])
    """
    return base**exponent


def _scalar_base_slope(base: float, exponent: Any, result: Any) -> Any:
    if base == 0:
        return where(exponent >= 0, 0.0, result * -math.inf)
    return result * (math.log(base) if base > 0 else math.nan)


@op.pointwise(
    "HypotBackward0",
    self=lambda grad, self, result: grad * (self / result),
    other=lambda grad, other, result: grad * (other / result),
)
def hypot(self: Any, other: Any) -> Any:
    """``sqrt(self**2 + other**2)``, the length of the hypotenuse.

    >>> minigrad.hypot(minigrad.tensor(3.0), minigrad.tensor(4.0))
    tensor(5.)
    """
    return np.hypot(self, other)


@op.pointwise(
    "XlogyBackward0",
    self=lambda grad, self, other: where((self == 0) & (other <= 0), 0.0, xlogy(grad, other)),
    other=lambda grad, self, other: grad * (self / other),
)
def xlogy(self: Any, other: Any) -> Any:
    """``self * log(other)``, and 0 where ``self`` is 0.

    >>> minigrad.xlogy(minigrad.tensor([0.0, 2.0]), minigrad.tensor([0.0, 1.0]))
    tensor([0., 0.])
    """
    return np.where((self == 0) & (other == other), self * 0, self * np.log(floating(other)))


@op.pointwise(self=lambda grad, weight: grad * (1 - weight), end=lambda grad, weight: grad * weight)
def lerp(self: Any, end: Any, weight: float) -> Any:
    """``self + weight * (end - self)``, for a number as weight.

    >>> minigrad.lerp(minigrad.tensor(1.0), minigrad.tensor(3.0), 0.5)
    tensor(2.)
    """
    return self + weight * (end - self)


@op.pointwise(
    "LerpBackward1",
    self=lambda grad, weight: grad * (1 - weight),
    end=lambda grad, weight: grad * weight,
    weight=lambda grad, self, end: grad * (end - self),
)
def lerp_tensor(self: Any, end: Any, weight: Any) -> Any:
    """The same for a weight of each element.

    >>> minigrad.lerp(minigrad.tensor(1.0), minigrad.tensor(3.0), minigrad.tensor([0.0, 0.5]))
    tensor([1., 2.])
    """
    return self + weight * (end - self)


# exponentials and roots ------------------------------------------------------------------------------------


@op.floating(self=lambda grad, result: grad * result)
def exp(self: Any) -> Any:
    """e to the power of each element.

    >>> minigrad.exp(minigrad.tensor([0.0, 1.0]))
    tensor([1.0000, 2.7183])
    """
    return np.exp(self)


@op.floating(self=lambda grad, result: grad * (result * math.log(2)))
def exp2(self: Any) -> Any:
    """2 to the power of each element.

    >>> minigrad.exp2(minigrad.tensor([0.0, 3.0]))
    tensor([1., 8.])
    """
    return np.exp2(self)


@op.floating("Expm1Backward0", self=lambda grad, result: grad * (result + 1))
def expm1(self: Any) -> Any:
    """``exp(x) - 1``, exact also near 0.

    >>> minigrad.expm1(minigrad.tensor([0.0, 1.0]))
    tensor([0.0000, 1.7183])
    """
    return np.expm1(self)


@op.floating(self=lambda grad, self: grad / self)
def log(self: Any) -> Any:
    """The natural logarithm.

    >>> minigrad.log(minigrad.tensor([1.0, 2.0]))
    tensor([0.0000, 0.6931])
    """
    return np.log(self)


@op.floating("Log2Backward0", self=lambda grad, self: grad / (self * math.log(2)))
def log2(self: Any) -> Any:
    """The logarithm to base 2.

    >>> minigrad.log2(minigrad.tensor([1.0, 8.0]))
    tensor([0., 3.])
    """
    return np.log2(self)


@op.floating("Log10Backward0", self=lambda grad, self: grad / (self * math.log(10)))
def log10(self: Any) -> Any:
    """The logarithm to base 10.

    >>> minigrad.log10(minigrad.tensor([1.0, 2.0]))
    tensor([0.0000, 0.3010])
    """
    return np.log10(self)


@op.floating("Log1PBackward0", self=lambda grad, self: grad / (self + 1))
def log1p(self: Any) -> Any:
    """``log(1 + x)``, exact also near 0.

    >>> minigrad.log1p(minigrad.tensor([0.0, 1.0]))
    tensor([0.0000, 0.6931])
    """
    return np.log1p(self)


@op.floating(self=lambda grad, result: grad / (2 * result))
def sqrt(self: Any) -> Any:
    """The square root; at 0 its slope is infinite, below 0 it is nan.

    >>> minigrad.sqrt(minigrad.tensor([4.0, 9.0]))
    tensor([2., 3.])
    """
    return np.sqrt(self)


@op.floating(self=lambda grad, result: -0.5 * grad * result**3)
def rsqrt(self: Any) -> Any:
    """``1 / sqrt(x)``.

    >>> minigrad.rsqrt(minigrad.tensor([4.0]))
    tensor([0.5000])
    """
    return 1 / np.sqrt(self)


@op.floating(self=lambda grad, result: -grad * result * result)
def reciprocal(self: Any) -> Any:
    """``1 / x``.

    >>> minigrad.reciprocal(minigrad.tensor([4.0]))
    tensor([0.2500])
    """
    return 1 / self


# trigonometry ----------------------------------------------------------------------------------------------


@op.floating(self=lambda grad, self: grad * cos(self))
def sin(self: Any) -> Any:
    """The sine of an angle in radians.

    >>> minigrad.sin(minigrad.tensor([0.0, 1.0]))
    tensor([0.0000, 0.8415])
    """
    return np.sin(self)


@op.floating(self=lambda grad, self: -grad * sin(self))
def cos(self: Any) -> Any:
    """The cosine of an angle in radians.

    >>> minigrad.cos(minigrad.tensor([0.0, 1.0]))
    tensor([1.0000, 0.5403])
    """
    return np.cos(self)


@op.floating(self=lambda grad, result: grad * (1 + result * result))
def tan(self: Any) -> Any:
    """The tangent of an angle in radians.

    >>> minigrad.tan(minigrad.tensor([0.0, 1.0]))
    tensor([0.0000, 1.5574])
    """
    return np.tan(self)


@op.floating(self=lambda grad, self: grad * rsqrt(1 - self * self))
def asin(self: Any) -> Any:
    """The angle (radians) whose sine it is; nan outside -1 to 1.

    >>> minigrad.asin(minigrad.tensor([0.0, 1.0]))
    tensor([0.0000, 1.5708])
    """
    return np.arcsin(self)


@op.floating(self=lambda grad, self: -grad * rsqrt(1 - self * self))
def acos(self: Any) -> Any:
    """The angle (radians) whose cosine it is; nan outside -1 to 1.

    >>> minigrad.acos(minigrad.tensor([0.0, 1.0]))
    tensor([1.5708, 0.0000])
    """
    return np.arccos(self)


@op.floating(self=lambda grad, self: grad / (1 + self * self))
def atan(self: Any) -> Any:
    """The angle (radians) whose tangent it is.

    >>> minigrad.atan(minigrad.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7854])
    """
    return np.arctan(self)


@op.pointwise(
    "Atan2Backward0",
    self=lambda grad, self, other: grad * _over_square_of_radius(other, self, other),
    other=lambda grad, self, other: grad * _over_square_of_radius(-self, self, other),
)
def atan2(self: Any, other: Any) -> Any:
    """The angle (radians) of the point with ordinate ``self`` and abscissa ``other``.

    >>> minigrad.atan2(minigrad.tensor([1.0]), minigrad.tensor([-1.0]))
    tensor([2.3562])
    """
    return np.arctan2(floating(self), floating(other))


def _over_square_of_radius(numerator: Any, y: Any, x: Any) -> Any:
    square = y * y + x * x
    return numerator * where(square == 0, 0.0, 1 / square)  # the angle of the origin: no slope, by convention


@op.floating(self=lambda grad, self: grad * cosh(self))
def sinh(self: Any) -> Any:
    """The hyperbolic sine.

    >>> minigrad.sinh(minigrad.tensor([0.0, 1.0]))
    tensor([0.0000, 1.1752])
    """
    return np.sinh(self)


@op.floating(self=lambda grad, self: grad * sinh(self))
def cosh(self: Any) -> Any:
    """The hyperbolic cosine.

    >>> minigrad.cosh(minigrad.tensor([0.0, 1.0]))
    tensor([1.0000, 1.5431])
    """
    return np.cosh(self)


@op.floating(self=lambda grad, result: grad * (1 - result * result))
def tanh(self: Any) -> Any:
    """The hyperbolic tangent.

    >>> minigrad.tanh(minigrad.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7616])
    """
    return np.tanh(self)


@op.floating(self=lambda grad, self: grad * rsqrt(self * self + 1))
def asinh(self: Any) -> Any:
    """The inverse of ``sinh``.

    >>> minigrad.asinh(minigrad.tensor([0.0, 1.0]))
    tensor([0.0000, 0.8814])
    """
    return np.arcsinh(self)


@op.floating(self=lambda grad, self: grad * rsqrt(self * self - 1))
def acosh(self: Any) -> Any:
    """The inverse of ``cosh``; nan below 1.

    >>> minigrad.acosh(minigrad.tensor([1.0, 2.0]))
    tensor([0.0000, 1.3170])
    """
    return np.arccosh(self)


@op.floating(self=lambda grad, self: grad / (1 - self * self))
def atanh(self: Any) -> Any:
    """The inverse of ``tanh``; nan outside -1 to 1.

    >>> minigrad.atanh(minigrad.tensor([0.0, 0.5]))
    tensor([0.0000, 0.5493])
    """
    return np.arctanh(self)


@op.floating(self=lambda grad, self: grad * _sinc_slope(self))
def sinc(self: Any) -> Any:
    """``sin(pi x) / (pi x)``, and 1 at 0.

    >>> minigrad.sinc(minigrad.tensor([0.0, 0.5]))
    tensor([1.0000, 0.6366])
    """
    return np.sinc(self).astype(self.dtype)


def _sinc_slope(values: Any) -> Any:
    angle = values * math.pi
    return where(values == 0, 0.0, (angle * cos(angle) - sin(angle)) / (angle * values))


# activations -----------------------------------------------------------------------------------------------


@op.floating(self=lambda grad, result: grad * (result * (1 - result)))
def sigmoid(self: Any) -> Any:
    """``1 / (1 + exp(-x))``.

    >>> minigrad.sigmoid(minigrad.tensor([-200.0, 0.0, 200.0]))
    tensor([0.0000, 0.5000, 1.0000])
    """
    return 1 / (1 + np.exp(-self))


@op(self=lambda grad, result: relu_slope(grad, result))
def relu(self: Any) -> Any:
    """``max(x, 0)``; its slope at 0 is 0.

    >>> minigrad.relu(minigrad.tensor([-1.0, 0.0, 2.0]))
    tensor([0., 0., 2.])
    """
    if self.dtype == np.bool_:
        raise RuntimeError("relu() is not defined for booleans.")
    return np.maximum(self, 0)


@op(
    "ThresholdBackwardBackward0",
    self=lambda grad, result: relu_slope(grad, result),
    result=lambda grad: zeros_like(grad),
)
def relu_slope(self: Any, result: Any) -> Any:
    """What ``relu`` makes of a gradient: it passes where the result is not 0. Its own slope in the result is 0.

    >>> relu_slope(minigrad.tensor([5.0, 5.0]), minigrad.tensor([0.0, 2.0]))
    tensor([0., 5.])
    """
    return self * (result != 0)  # which holds for nan too


@op.floating("ErfBackward0", self=lambda grad, self: grad * (2 / math.sqrt(math.pi)) * exp(-(self * self)))
def erf(self: Any) -> Any:
    """The error function.

    >>> minigrad.erf(minigrad.tensor([0.0, 1.0]))
    tensor([0.0000, 0.8427])
    """
    values = [math.erf(x) for x in np.ravel(self).tolist()]
    return np.asarray(values, self.dtype).reshape(self.shape)


@op.floating("LogSigmoidBackward0", self=lambda grad, self: grad * sigmoid(-self))
def logsigmoid(self: Any) -> Any:
    """``log(sigmoid(x))``, exact also where the sigmoid is 0.

    >>> logsigmoid(minigrad.tensor([-200.0, 0.0]))
    tensor([-200.0000,   -0.6931])
    """
    return np.minimum(self, 0) - np.log1p(np.exp(-np.abs(self)))


@op.floating(
    "SoftplusBackward0",
    self=lambda grad, self, beta, threshold: grad * where(self * beta > threshold, 1.0, sigmoid(self * beta)),
)
def softplus(self: Any, beta: float = 1.0, threshold: float = 20.0) -> Any:
    """``log(1 + exp(beta x)) / beta``; the line ``x`` itself where ``beta x`` exceeds ``threshold``.

    >>> softplus(minigrad.tensor([0.0, 100.0]))
    tensor([  0.6931, 100.0000])
    """
    scaled = self * beta
    return np.where(scaled > threshold, self, np.log1p(np.exp(np.minimum(scaled, threshold))) / beta)


# steps and kinks -------------------------------------------------------------------------------------------


@op(self=lambda grad, self: grad * sign(self))
def abs(self: Any) -> Any:
    """The absolute value; its slope at 0 is 0.

    >>> minigrad.abs(minigrad.tensor([-2.0, 0.0, 3.0]))
    tensor([2., 0., 3.])
    """
    return np.abs(self)


@op(self=lambda grad: zeros_like(grad))
def sign(self: Any) -> Any:
    """-1, 0 or 1; 0 for nan.

    >>> minigrad.sign(minigrad.tensor([-2.0, 0.0, 3.0]))
    tensor([-1.,  0.,  1.])
    """
    signs = np.sign(self)
    return np.where(self == self, signs, signs.dtype.type(0)) if signs.dtype.kind == "f" else signs


@op(self=lambda grad: zeros_like(grad))
def floor(self: Any) -> Any:
    """The largest integer that is not larger.

    >>> minigrad.floor(minigrad.tensor([1.5, -1.5]))
    tensor([ 1., -2.])
    """
    return np.floor(self)


@op(self=lambda grad: zeros_like(grad))
def ceil(self: Any) -> Any:
    """The smallest integer that is not smaller.

    >>> minigrad.ceil(minigrad.tensor([1.5, -1.5]))
    tensor([ 2., -1.])
    """
    return np.ceil(self)


@op(self=lambda grad: zeros_like(grad))
def round(self: Any) -> Any:
    """The nearest integer, halves to the even one.

    >>> minigrad.round(minigrad.tensor([0.5, 1.5]))
    tensor([0., 2.])
    """
    return np.round(self)


@op(self=lambda grad: zeros_like(grad))
def trunc(self: Any) -> Any:
    """The integer part, rounded towards 0.

    >>> minigrad.trunc(minigrad.tensor([1.5, -1.5]))
    tensor([ 1., -1.])
    """
    return np.trunc(self)


@op(self=lambda grad: grad)
def frac(self: Any) -> Any:
    """What ``trunc`` takes away.

    >>> minigrad.frac(minigrad.tensor([1.5, -1.5]))
    tensor([ 0.5000, -0.5000])
    """
    return self - np.trunc(self)


@op("ClampBackward1", self=lambda grad, self, min, max: where(_inside(self, min, max), grad, 0.0))
def clamp_scalar(self: Any, min: float | None = None, max: float | None = None) -> Any:
    """Values below ``min`` become ``min``, above ``max`` become ``max``; the slope at the bounds is 1.

    >>> minigrad.clamp(minigrad.tensor([-1.0, 0.5, 2.0]), 0, 1)
    tensor([0.0000, 0.5000, 1.0000])
    """
    low = self if min is None else np.maximum(self, min)
    return low if max is None else np.minimum(low, max)


def _inside(values: Any, min: float | None, max: float | None) -> Any:
    if min is None:
        return values <= max
    return values >= min if max is None else (values >= min) & (values <= max)


def _share(grad: Any, lost: Any, tied: Any) -> Any:
    """The whole gradient where this input won, half of it where the two were equal."""
    return where(lost, 0.0, where(tied, grad / 2, grad))


@op.pointwise(
    self=lambda grad, self, other: _share(grad, self < other, self == other),
    other=lambda grad, self, other: _share(grad, other < self, self == other),
)
def maximum(self: Any, other: Any) -> Any:
    """The larger of two, element by element; at a tie each gets half the gradient; nan if one is nan.

    >>> minigrad.maximum(minigrad.tensor([1.0, 4.0]), minigrad.tensor([2.0, 3.0]))
    tensor([2., 4.])
    """
    return np.maximum(self, other)


@op.pointwise(
    self=lambda grad, self, other: _share(grad, self > other, self == other),
    other=lambda grad, self, other: _share(grad, other > self, self == other),
)
def minimum(self: Any, other: Any) -> Any:
    """The smaller of two, element by element; at a tie each gets half the gradient; nan if one is nan.

    >>> minigrad.minimum(minigrad.tensor([1.0, 4.0]), minigrad.tensor([2.0, 3.0]))
    tensor([1., 3.])
    """
    return np.minimum(self, other)


@op.pointwise(
    self=lambda grad, self, other: grad * ((self >= other) | (other != other)),
    other=lambda grad, self, other: grad * ~((self >= other) | (other != other)),
)
def fmax(self: Any, other: Any) -> Any:
    """The larger of two, or the one that is not nan; at a tie the first gets the gradient.

    >>> minigrad.fmax(minigrad.tensor([1.0, math.nan]), minigrad.tensor([2.0, 3.0]))
    tensor([2., 3.])
    """
    return np.fmax(self, other)


@op.pointwise(
    self=lambda grad, self, other: grad * ((self <= other) | (other != other)),
    other=lambda grad, self, other: grad * ~((self <= other) | (other != other)),
)
def fmin(self: Any, other: Any) -> Any:
    """The smaller of two, or the one that is not nan; at a tie the first gets the gradient.

    >>> minigrad.fmin(minigrad.tensor([1.0, math.nan]), minigrad.tensor([2.0, 3.0]))
    tensor([1., 3.])
    """
    return np.fmin(self, other)


# choosing --------------------------------------------------------------------------------------------------


@op.pointwise(
    condition=None,
    self=lambda grad, condition: where(condition, grad, 0.0),
    other=lambda grad, condition: where(condition, 0.0, grad),
)
def where(condition: Any, self: Any, other: Any) -> Any:
    """``self`` where the condition holds, else ``other``.

    >>> x = minigrad.tensor([-1.0, 2.0])
    >>> minigrad.where(x > 0, x, 0.0)
    tensor([0., 2.])
    """
    if condition.dtype != np.bool_:
        raise RuntimeError(
            f"where() takes a boolean condition, not one of dtype {condition.dtype}: compare first."
        )
    return np.where(condition, self, other)


@op(self=lambda grad, mask: where(mask, 0.0, grad), mask=None)
def masked_fill(self: Any, mask: Any, value: float) -> Any:
    """A copy with ``value`` where the mask is True.

    >>> x = minigrad.tensor([-1.0, 2.0])
    >>> x.masked_fill(x < 0, 9.0)
    tensor([9., 2.])
    """
    if mask.dtype != np.bool_:
        raise RuntimeError(f"masked_fill() takes a boolean mask, not one of dtype {mask.dtype}.")
    return np.where(mask, self.dtype.type(value), self)


@op(self=lambda grad: zeros_like(grad))
def fill(self: Any, value: float) -> Any:
    """A tensor of the same shape and dtype that holds ``value`` throughout.

    >>> fill(minigrad.tensor([1.0, 2.0]), 7.0)
    tensor([7., 7.])
    """
    return np.full_like(self, value)


@op(self=lambda grad: zeros_like(grad))
def zero(self: Any) -> Any:
    """Zeros of the same shape and dtype: what ``zero_`` writes.

    >>> minigrad.ones(2).zero_()
    tensor([0., 0.])
    """
    return np.zeros_like(self)


def zeros_like(values: Any) -> Any:
    """Zeros of the same shape and dtype, for arrays and tensors; a constant, with no history."""
    from minigrad.tensor import Tensor

    if isinstance(values, Tensor):
        return Tensor._wrap(np.zeros_like(values._array))
    return np.zeros_like(values)


# comparing -------------------------------------------------------------------------------------------------


@op.pointwise(self=None, other=None)
def eq(self: Any, other: Any) -> Any:
    """Whether the elements are equal, a boolean tensor.

    >>> minigrad.tensor([1.0, 2.0]) == 2
    tensor([False,  True])
    """
    return self == other


@op.pointwise(self=None, other=None)
def ne(self: Any, other: Any) -> Any:
    """Whether the elements differ, a boolean tensor.

    >>> minigrad.tensor([1.0, 2.0]) != 2
    tensor([ True, False])
    """
    return self != other


@op.pointwise(self=None, other=None)
def lt(self: Any, other: Any) -> Any:
    """``self < other``, a boolean tensor.

    >>> minigrad.tensor([1.0, 2.0]) < 2
    tensor([ True, False])
    """
    return self < other


@op.pointwise(self=None, other=None)
def le(self: Any, other: Any) -> Any:
    """``self <= other``, a boolean tensor.

    >>> minigrad.tensor([1.0, 2.0]) <= 1
    tensor([ True, False])
    """
    return self <= other


@op.pointwise(self=None, other=None)
def gt(self: Any, other: Any) -> Any:
    """``self > other``, a boolean tensor.

    >>> minigrad.tensor([1.0, 2.0]) > 1
    tensor([False,  True])
    """
    return self > other


@op.pointwise(self=None, other=None)
def ge(self: Any, other: Any) -> Any:
    """``self >= other``, a boolean tensor.

    >>> minigrad.tensor([1.0, 2.0]) >= 2
    tensor([False,  True])
    """
    return self >= other


@op(self=None)
def isnan(self: Any) -> Any:
    """Whether the elements are nan, a boolean tensor.

    >>> minigrad.isnan(minigrad.tensor([1.0, math.nan]))
    tensor([False,  True])
    """
    return np.isnan(self)


@op(self=None)
def isinf(self: Any) -> Any:
    """Whether the elements are infinite, a boolean tensor.

    >>> minigrad.isinf(minigrad.tensor([1.0, math.inf]))
    tensor([False,  True])
    """
    return np.isinf(self)


@op(self=None)
def isfinite(self: Any) -> Any:
    """Whether the elements are neither infinite nor nan, a boolean tensor.

    >>> minigrad.isfinite(minigrad.tensor([1.0, math.inf]))
    tensor([ True, False])
    """
    return np.isfinite(self)


@op.pointwise(self=None, other=None)
def logical_and(self: Any, other: Any) -> Any:
    """Whether both are true (not zero), a boolean tensor.

    >>> minigrad.logical_and(minigrad.tensor([True, True]), minigrad.tensor([True, False]))
    tensor([ True, False])
    """
    return np.logical_and(self, other)


@op.pointwise(self=None, other=None)
def logical_or(self: Any, other: Any) -> Any:
    """Whether one or both are true (not zero), a boolean tensor.

    >>> minigrad.logical_or(minigrad.tensor([True, False]), minigrad.tensor([False, False]))
    tensor([ True, False])
    """
    return np.logical_or(self, other)


@op.pointwise(self=None, other=None)
def logical_xor(self: Any, other: Any) -> Any:
    """Whether exactly one is true (not zero), a boolean tensor.

    >>> minigrad.logical_xor(minigrad.tensor([True, False]), minigrad.tensor([True, True]))
    tensor([False,  True])
    """
    return np.logical_xor(self, other)


@op(self=None)
def logical_not(self: Any) -> Any:
    """Whether it is false (zero), a boolean tensor.

    >>> minigrad.logical_not(minigrad.tensor([True, False]))
    tensor([False,  True])
    """
    return np.logical_not(self)


@op.pointwise(self=None, other=None)
def bitwise_and(self: Any, other: Any) -> Any:
    """``self & other`` for integers and booleans.

    >>> minigrad.tensor([True, True]) & minigrad.tensor([True, False])
    tensor([ True, False])
    """
    return self & other


@op.pointwise(self=None, other=None)
def bitwise_or(self: Any, other: Any) -> Any:
    """``self | other`` for integers and booleans.

    >>> minigrad.tensor([1]) | 2
    tensor([3])
    """
    return self | other


@op.pointwise(self=None, other=None)
def bitwise_xor(self: Any, other: Any) -> Any:
    """``self ^ other`` for integers and booleans.

    >>> minigrad.tensor([3]) ^ 1
    tensor([2])
    """
    return self ^ other


@op(self=None)
def bitwise_not(self: Any) -> Any:
    """``~self`` for integers and booleans.

    >>> ~minigrad.tensor([True, False])
    tensor([False,  True])
    """
    return ~self
