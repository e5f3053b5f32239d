"""The checker itself is tested: a rule that is wrong in one corner only is refused, a right one accepted."""

import itertools

import numpy as np
import pytest

from classroom.check.examine import examine
from classroom.check.finite_differences import slopes
from classroom.check.properties import gradient, random_gradient, same
from classroom.check.specification import Case, Task


def draw(*shape, seed=1, dtype=np.float64):
    return np.random.default_rng(seed).normal(scale=2, size=shape).astype(dtype)


def rule_task(forward, cases):
    """A task whose answer gets (x, w, grad) and returns the gradients of x and w."""
    return Task(
        name="rule",
        title="A local rule",
        cases=cases,
        properties=(
            gradient(
                of=forward,
                at=lambda run: run.inputs[:2],
                seed=lambda shape: random_gradient(shape),
                got=lambda run: run.result,
            ),
        ),
        use=lambda rule, x, w: rule(x, w, random_gradient(forward(x, w).shape)),
    )


def unbroadcast(grad, like):
    while grad.ndim > like.ndim:
        grad = grad.sum(axis=0)
    axes = tuple(axis for axis, size in enumerate(like.shape) if size == 1 and grad.shape[axis] != 1)
    return grad.sum(axis=axes, keepdims=True).astype(like.dtype)


MULTIPLY = rule_task(
    lambda x, w: x * w,
    (
        Case(lambda: (draw(3), draw(3, seed=2))),
        Case(lambda: (draw(4, 3), draw(3, seed=2))),
        Case(lambda: (draw(2, 1), draw(1, 3, seed=2))),
        Case(lambda: (draw(3, dtype=np.float32), draw(3, seed=2, dtype=np.float32))),
    ),
)


def multiply(x, w, grad):
    return unbroadcast(grad * w, x), unbroadcast(grad * x, w)


def wrong_at_negative_inputs(x, w, grad):
    dx, dw = multiply(x, w, grad)
    return np.where(x < 0, -dx, dx), dw


def wrong_at_large_inputs(x, w, grad):
    dx, dw = multiply(x, w, grad)
    return dx, np.where(np.abs(w) > 1, 0, dw)


def wrong_when_broadcast(x, w, grad):
    dx, dw = multiply(x, w, grad)
    return dx, dw * (1 if x.shape == w.shape else 1 / len(x))


def wrong_shape_when_broadcast(x, w, grad):
    return grad * w, grad * x


def wrong_in_float32(x, w, grad):
    dx, dw = multiply(x, w, grad)
    return (dx + np.float32(0.001), dw) if x.dtype == np.float32 else (dx, dw)


def wrong_dtype(x, w, grad):
    return tuple(np.asarray(part, dtype=np.float64) for part in multiply(x, w, grad))


def wrong_by_a_thousandth(x, w, grad):
    dx, dw = multiply(x, w, grad)
    return dx * 1.001, dw


def wrong_in_the_last_element(x, w, grad):
    dx, dw = multiply(x, w, grad)
    dw.flat[-1] = 0.0
    return dx, dw


def right_only_for_a_gradient_of_ones(x, w, grad):
    return multiply(x, w, np.ones_like(grad))


def right_only_for_a_constant_gradient(x, w, grad):
    return multiply(x, w, np.full_like(grad, grad.mean()))


def gives_not_a_number(x, w, grad):
    dx, dw = multiply(x, w, grad)
    return dx * np.nan, dw


def changes_its_input(x, w, grad):
    result = multiply(x, w, grad)
    x += 1
    return result


def make_wrong_at_the_second_call():
    calls = itertools.count(1)

    def wrong_at_the_second_call(x, w, grad):
        dx, dw = multiply(x, w, grad)
        return (dx, dw) if next(calls) != 2 else (dw, dx)

    return wrong_at_the_second_call


def make_keeps_something():
    kept = {}

    def keeps_something(x, w, grad):
        return kept.setdefault("result", multiply(x, w, grad))

    return keeps_something


def make_wrong_when_all_comes_again():
    seen = set()

    def wrong_when_all_comes_again(x, w, grad):
        key = x.tobytes()
        dx, dw = multiply(x, w, grad)
        if key in seen:
            return dx * 2, dw
        seen.add(key)
        return dx, dw

    return wrong_when_all_comes_again


WRONG_MULTIPLIES = [
    wrong_at_negative_inputs,
    wrong_at_large_inputs,
    wrong_when_broadcast,
    wrong_shape_when_broadcast,
    wrong_in_float32,
    wrong_dtype,
    wrong_by_a_thousandth,
    wrong_in_the_last_element,
    right_only_for_a_gradient_of_ones,
    right_only_for_a_constant_gradient,
    gives_not_a_number,
    changes_its_input,
    make_wrong_at_the_second_call(),
    make_keeps_something(),
    make_wrong_when_all_comes_again(),
]


def test_the_right_rule_passes():
    assert examine(MULTIPLY, [multiply]).passed


@pytest.mark.parametrize("rule", WRONG_MULTIPLIES, ids=lambda rule: rule.__name__)
def test_a_rule_that_is_wrong_in_one_corner_is_refused(rule):
    assert not examine(MULTIPLY, [rule]).passed


MATMUL = rule_task(
    lambda x, w: x @ w,
    (Case(lambda: (draw(2, 2), draw(2, 2, seed=2))), Case(lambda: (draw(2, 3), draw(3, 4, seed=2)))),
)


def matmul(x, w, grad):
    return grad @ w.T, x.T @ grad


def right_only_on_the_diagonal(x, w, grad):
    dx, dw = matmul(x, w, grad)
    return dx, np.where(np.eye(*dw.shape, dtype=bool), dw, dw.T if dw.shape[0] == dw.shape[1] else dw[::-1])


def forgets_one_transpose(x, w, grad):
    dx, dw = matmul(x, w, grad)
    return (grad @ w, dw) if w.shape[0] == w.shape[1] else (dx, dw)


def test_matmul():
    assert examine(MATMUL, [matmul]).passed
    assert not examine(MATMUL, [right_only_on_the_diagonal]).passed
    assert not examine(MATMUL, [forgets_one_transpose]).passed


# At a tie, finite differences say nothing. Properties say what must hold: the gradient is shared evenly.
LARGEST = Task(
    name="largest",
    title="The gradient of the largest number",
    cases=(Case(lambda: (np.array([1.0, 3.0, -2.0]),)), Case(lambda: (np.array([2.0, 5.0, 5.0, -5.0]),))),
    properties=(
        same("the gradient's sum", lambda run: float(run.result.sum()), lambda run: 1.0),
        same(
            "the gradient of equal numbers",
            lambda run: len(set(run.result[run.inputs[0] == run.inputs[0].max()].tolist())),
            lambda run: 1,
        ),
        same(
            "the gradient of smaller numbers",
            lambda run: bool(np.any(run.result[run.inputs[0] < run.inputs[0].max()])),
            lambda run: False,
        ),
    ),
)


def shares_evenly(x):
    largest = x == x.max()
    return largest / largest.sum()


def gives_all_to_the_first(x):
    return np.eye(len(x))[np.argmax(x)]


def gives_each_the_whole(x):
    return (x == x.max()) * 1.0


def largest_by_size(x):
    return (np.abs(x) == np.abs(x).max()) / (np.abs(x) == np.abs(x).max()).sum()


def test_ties():
    assert examine(LARGEST, [shares_evenly]).passed
    assert not examine(LARGEST, [gives_all_to_the_first]).passed
    assert not examine(LARGEST, [gives_each_the_whole]).passed
    assert not examine(LARGEST, [largest_by_size]).passed


@pytest.mark.parametrize(
    ("function", "x", "slope"),
    [
        (lambda x: x**3, 2.0, 12.0),
        (np.exp, 1.0, np.e),
        (np.sin, 0.5, np.cos(0.5)),
        (lambda x: 1 / x, -2.0, -0.25),
        (np.log, 100.0, 0.01),
        (lambda x: 1e6 * x, 3.0, 1e6),
    ],
)
def test_slopes_agree_with_school_calculus(function, x, slope):
    assert slopes(function, (x,), wrt=(0,))[0] == pytest.approx(slope, rel=1e-8)


def test_slopes_of_several_outputs_need_a_weight():
    with pytest.raises(ValueError, match="say with which gradient"):
        slopes(lambda x: x * 2, (np.ones(3),), wrt=(0,))
    assert slopes(lambda x: x * 2, (np.ones(3),), (0,), [1, 2, 3])[0] == pytest.approx([2, 4, 6])


def test_slopes_of_float32_are_taken_in_float64():
    assert slopes(lambda x: x**3, (np.float32([2.0]),), (0,), [1.0])[0] == pytest.approx([12.0], rel=1e-8)


def test_a_random_gradient_is_the_same_each_time_has_no_zero_and_is_not_constant():
    for shape in ((), (3,), (4, 3), (2, 2, 2), (50,)):
        one, other = random_gradient(shape), random_gradient(shape)
        assert one.shape == shape
        assert np.array_equal(one, other)
        assert np.all(one != 0)
        assert one.size == 1 or np.ptp(one) > 0
