"""Unit 01, slopes you can trust: finite differences, the step, the error curve, and where float32 breaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from classroom.check.finite_differences import slopes
from classroom.check.properties import same
from classroom.check.specification import Case, Mistake, Run, Task, Unit
from classroom.question.specification import Choice, Prediction, Question

Array = np.ndarray
OfArray = Callable[[Array], float]
OfNumber = Callable[[float], float]


# --- move-one: one number up, down, and back ---------------------------------------------------------------


def product(x: Array) -> float:
    return float(np.prod(x))


def cube_and_rest(x: Array) -> float:
    return float(x[0] ** 3 + x[1])


def square_in_the_middle(x: Array) -> float:
    return float(x[0] * x[1] ** 2 + x[2] ** 3)


def never_puts_back(f: OfArray, x: Array, i: int, h: float) -> float:
    old = x[i]
    x[i] = old + h
    up = f(x)
    x[i] = old - h
    down = f(x)
    return (up - down) / (2 * h)


def puts_back_too_early(f: OfArray, x: Array, i: int, h: float) -> float:
    old = x[i]
    x[i] = old + h
    up = f(x)
    x[i] = old
    down = f(x)
    return (up - down) / (2 * h)


def looks_before_the_move(f: OfArray, x: Array, i: int, h: float) -> float:
    old = x[i]
    up = f(x)
    x[i] = old - h
    down = f(x)
    x[i] = old
    return (up - down) / (2 * h)


def both_calls_at_the_end(f: OfArray, x: Array, i: int, h: float) -> float:
    old = x[i]
    x[i] = old - h
    up = f(x)
    down = f(x)
    x[i] = old
    return (up - down) / (2 * h)


def swaps_up_and_down(f: OfArray, x: Array, i: int, h: float) -> float:
    old = x[i]
    x[i] = old + h
    down = f(x)
    x[i] = old - h
    up = f(x)
    x[i] = old
    return (up - down) / (2 * h)


MOVE_ONE = Task(
    name="move-one",
    title="Move one number, and put it back",
    cases=(
        Case(
            lambda: (product, np.array([3.0, 5.0]), 0, 0.5),
            returns=5.0,
            text="f(x) = x[0] · x[1], x = [3., 5.], i = 0, h = 0.5",
        ),
        Case(
            lambda: (square_in_the_middle, np.array([3.0, 2.0, 1.0]), 1, 0.5),
            returns=12.0,
            text="f(x) = x[0] · x[1]² + x[2]³, x = [3., 2., 1.], i = 1, h = 0.5",
        ),
        Case(
            lambda: (cube_and_rest, np.array([2.0, -1.0]), 0, 0.1),
            returns=12.01,
            text="f(x) = x[0]³ + x[1], x = [2., −1.], i = 0, h = 0.1",
        ),
    ),
    mistakes=(
        Mistake(
            "never-puts-back",
            "your answer is what you get when x[i] is not put back",
            "What stands in x[i] when your function returns?",
            never_puts_back,
        ),
        Mistake(
            "puts-back-too-early",
            "your answer is what you get when x[i] is put back before the lower value is taken",
            "Which x[i] does f see when `down` is computed?",
            puts_back_too_early,
        ),
        Mistake(
            "looks-before-the-move",
            "your answer is what you get when the upper value is taken before x[i] has been moved",
            "Which x[i] does f see when `up` is computed?",
            looks_before_the_move,
        ),
        Mistake(
            "both-calls-at-the-end",
            "your answer is what you get when both values are taken at the same place",
            "Between your two calls of f, does x change?",
            both_calls_at_the_end,
        ),
        Mistake(
            "swaps-up-and-down",
            "your answer is what you get when `up` is taken at the lower place and `down` at the upper",
            "A function that rises to the right has a positive slope. Which sign has yours?",
            swaps_up_and_down,
        ),
    ),
    hints=(
        "f sees whatever stands in x when it is called. So each call belongs directly behind its move.",
        "The first line must keep what will be needed at the end, and the last line before `return` uses it.",
        "Keep, move up, look, move down, look, put back, return.",
    ),
)


# --- step: a step that fits the number ---------------------------------------------------------------------


def epsilon_and_size(x: Any) -> tuple[float, float]:
    return float(np.finfo(x.dtype).eps), abs(float(x))


def power_before_division(x: Any) -> float:
    eps, size = epsilon_and_size(x)
    return eps**1 / 3 * max(1.0, size)


def square_root(x: Any) -> float:
    eps, size = epsilon_and_size(x)
    return eps**0.5 * max(1.0, size)


def forgets_the_size(x: Any) -> float:
    eps, _ = epsilon_and_size(x)
    return eps ** (1 / 3)


def vanishes_at_zero(x: Any) -> float:
    eps, size = epsilon_and_size(x)
    return eps ** (1 / 3) * size


def at_most_one(x: Any) -> float:
    eps, size = epsilon_and_size(x)
    return eps ** (1 / 3) * min(1.0, size)


def epsilon_itself(x: Any) -> float:
    eps, size = epsilon_and_size(x)
    return eps * max(1.0, size)


def size_and_one_more(x: Any) -> float:
    eps, size = epsilon_and_size(x)
    return eps ** (1 / 3) * (1 + size)


def settled_step(run: Run) -> float:
    """The third root of ε, given as the number whose cube it is, times the size."""
    root = {"float64": 6.0554544523933395e-06, "float32": 0.004921566601151848}[str(run.inputs[0].dtype)]
    return float(np.maximum(root, root * np.abs(run.inputs[0].astype(np.float64))))


STEP = Task(
    name="step",
    title="A step that fits",
    cases=(
        Case(lambda: (np.float64(1.0),), text="x = np.float64(1.0)"),
        Case(lambda: (np.float64(-200.0),), text="x = np.float64(-200.0)"),
        Case(lambda: (np.float32(0.0),), text="x = np.float32(0.0)"),
        Case(lambda: (np.float64(0.001),), text="x = np.float64(0.001)"),
        Case(lambda: (np.float32(1000.0),), text="x = np.float32(1000.0)"),
    ),
    properties=(same("the step", lambda run: run.result, settled_step, rtol=1e-6, atol=0.0),),
    mistakes=(
        Mistake(
            "power-before-division",
            "your answer is what you get when ε is divided by 3 instead of taking its third root",
            "What does Python work out first in 8 ** 1 / 3, and what is the third root of 8?",
            power_before_division,
        ),
        Mistake(
            "square-root",
            "your answer is what you get when the square root is taken",
            "Which of the two differences has its best step at the square root of ε?",
            square_root,
        ),
        Mistake(
            "forgets-the-size",
            "your answer is what you get when the step is the same for every number",
            "How far is it from 1000 to the next number, and how far from 1?",
            forgets_the_size,
        ),
        Mistake(
            "vanishes-at-zero",
            "your answer is what you get when the step shrinks with the number without end",
            "What is your step at x = 0, and what is it divided by later?",
            vanishes_at_zero,
        ),
        Mistake(
            "at-most-one",
            "your answer is what you get when the size counts at most as 1",
            "Of a number and 1, which one is at least 1: the smaller or the larger?",
            at_most_one,
        ),
        Mistake(
            "epsilon-itself",
            "your answer is what you get when ε itself is taken for the step at 1",
            "With a step as wide as the gap between two numbers, how many digits are left in the difference?",
            epsilon_itself,
        ),
        Mistake(
            "size-and-one-more",
            "your answer is what you get when 1 is added to the size",
            "What is `the size of x, but at least 1` when x is 200?",
            size_and_one_more,
        ),
    ),
    hints=(
        "Two factors: one depends on the dtype only, the other on the size of x only.",
        "The third root is a power. Which number is the exponent, and does it need brackets? "
        "For `at least 1`, Python has a function of two numbers.",
        "h = eps ** (...) * max(..., ...)",
    ),
)


# --- curve: the errors of both differences -----------------------------------------------------------------

Errors = tuple[list[float], list[float]]


def keeps_the_sign(f: OfNumber, slope: OfNumber, x: float, steps: Sequence[float]) -> Errors:
    forward = [(f(x + h) - f(x)) / h - slope(x) for h in steps]
    central = [(f(x + h) - f(x - h)) / (2 * h) - slope(x) for h in steps]
    return forward, central


def central_divided_by_h(f: OfNumber, slope: OfNumber, x: float, steps: Sequence[float]) -> Errors:
    forward = [abs((f(x + h) - f(x)) / h - slope(x)) for h in steps]
    central = [abs((f(x + h) - f(x - h)) / h - slope(x)) for h in steps]
    return forward, central


def relative_error(f: OfNumber, slope: OfNumber, x: float, steps: Sequence[float]) -> Errors:
    forward = [abs(((f(x + h) - f(x)) / h - slope(x)) / slope(x)) for h in steps]
    central = [abs(((f(x + h) - f(x - h)) / (2 * h) - slope(x)) / slope(x)) for h in steps]
    return forward, central


def lists_swapped(f: OfNumber, slope: OfNumber, x: float, steps: Sequence[float]) -> Errors:
    forward = [abs((f(x + h) - f(x)) / h - slope(x)) for h in steps]
    central = [abs((f(x + h) - f(x - h)) / (2 * h) - slope(x)) for h in steps]
    return central, forward


def left_side_for_forward(f: OfNumber, slope: OfNumber, x: float, steps: Sequence[float]) -> Errors:
    forward = [abs((f(x) - f(x - h)) / h - slope(x)) for h in steps]
    central = [abs((f(x + h) - f(x - h)) / (2 * h) - slope(x)) for h in steps]
    return forward, central


CURVE = Task(
    name="curve",
    title="The error curve",
    cases=(
        Case(
            lambda: (lambda x: x**3, lambda x: 3 * x**2, 2.0, [0.1]),
            returns=([0.61], [0.01]),
            text="f(x) = x³, slope(x) = 3x², x = 2.0, steps = [0.1]",
        ),
        Case(
            lambda: (lambda x: x**3, lambda x: 3 * x**2, -1.0, [1.0, 0.5]),
            returns=([2.0, 1.25], [1.0, 0.25]),
            text="f(x) = x³, slope(x) = 3x², x = −1.0, steps = [1.0, 0.5]",
        ),
        Case(
            lambda: (lambda x: 1 - x**2, lambda x: -2 * x, 3.0, [0.25, 1.0, 0.5]),
            returns=([0.25, 1.0, 0.5], [0.0, 0.0, 0.0]),
            text="f(x) = 1 − x², slope(x) = −2x, x = 3.0, steps = [0.25, 1.0, 0.5]",
        ),
    ),
    mistakes=(
        Mistake(
            "keeps-the-sign",
            "your answer is what you get when an error may be negative",
            "One estimate is 0.5 too low, another 0.5 too high. Which of the two is better?",
            keeps_the_sign,
        ),
        Mistake(
            "central-divided-by-h",
            "your answer is what you get when the central difference is divided by h instead of 2h",
            "How far is it from x - h to x + h?",
            central_divided_by_h,
        ),
        Mistake(
            "relative-error",
            "your answer is what you get when the errors are divided by the slope",
            "The slope is 12 and the estimate 12.61. How far apart are the two?",
            relative_error,
        ),
        Mistake(
            "lists-swapped",
            "your answer is what you get when the two lists are returned the other way round",
            "Which of the two lists does the docstring name first?",
            lists_swapped,
        ),
        Mistake(
            "left-side-for-forward",
            "your answer is what you get when the one-sided difference looks to the left",
            "Forward means that x is compared with which neighbor?",
            left_side_for_forward,
        ),
    ),
    hints=(
        "An error is the distance between an estimate and the exact slope at x.",
        "Look at the lesson's `forward` and `central`. You need both for each h, and `abs(... - slope(x))`.",
        "Two lists, each made by going through the steps: [abs(... - exact) for h in steps].",
    ),
)


# --- numeric-grad: an array of any shape -------------------------------------------------------------------


def weighted_squares(x: Array) -> float:
    return float((np.array([[1.0, 2.0, -1.0], [0.5, 3.0, 4.0]]) * x**2).sum())


def cubes(x: Array) -> float:
    return float((x**3).sum())


def never_moves_back(f: OfArray, x: Array, eps: float = 1e-6) -> Array:
    x = np.array(x, dtype=np.float64)
    grad = np.zeros_like(x)
    for place in np.ndindex(x.shape):
        old = x[place]
        x[place] = old + eps
        up = f(x)
        x[place] = old - eps
        grad[place] = (up - f(x)) / (2 * eps)
    return grad


def keeps_integers(f: OfArray, x: Array, eps: float = 1e-6) -> Array:
    x = np.copy(x)
    grad = np.zeros(x.shape)
    for place in np.ndindex(x.shape):
        old = x[place]
        x[place] = old + eps
        up = f(x)
        x[place] = old - eps
        grad[place] = (up - f(x)) / (2 * eps)
        x[place] = old
    return grad


def one_sided_gradient(f: OfArray, x: Array, eps: float = 1e-6) -> Array:
    x = np.array(x, dtype=np.float64)
    grad = np.zeros_like(x)
    for place in np.ndindex(x.shape):
        moved = x.copy()
        moved[place] += eps
        grad[place] = (f(moved) - f(x)) / eps
    return grad


def divides_by_eps(f: OfArray, x: Array, eps: float = 1e-6) -> Array:
    x = np.array(x, dtype=np.float64)
    grad = np.zeros_like(x)
    for place in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[place] += eps
        down[place] -= eps
        grad[place] = (f(up) - f(down)) / eps
    return grad


def moves_all_at_once(f: OfArray, x: Array, eps: float = 1e-6) -> Array:
    x = np.array(x, dtype=np.float64)
    return np.full(x.shape, (f(x + eps) - f(x - eps)) / (2 * eps))


def whole_rows(f: OfArray, x: Array, eps: float = 1e-6) -> Array:
    x = np.array(x, dtype=np.float64)
    grad = np.zeros_like(x)
    for i in range(len(x)):
        up, down = x.copy(), x.copy()
        up[i] += eps
        down[i] -= eps
        grad[i] = (f(up) - f(down)) / (2 * eps)
    return grad


def flat_gradient(f: OfArray, x: Array, eps: float = 1e-6) -> Array:
    x = np.array(x, dtype=np.float64)
    found = []
    for place in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[place] += eps
        down[place] -= eps
        found.append((f(up) - f(down)) / (2 * eps))
    return np.array(found)


def single_precision(f: OfArray, x: Array, eps: float = 1e-6) -> Array:
    x = np.array(x, dtype=np.float32)
    grad = np.zeros_like(x)
    for place in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[place] += eps
        down[place] -= eps
        grad[place] = (f(up) - f(down)) / (2 * eps)
    return grad


def moves_the_callers_array(f: OfArray, x: Array, eps: float = 1e-6) -> Array:
    x = np.asarray(x, dtype=np.float64)
    grad = np.zeros_like(x)
    for place in np.ndindex(x.shape):
        x[place] += eps
        up = f(x)
        x[place] -= 2 * eps
        grad[place] = (up - f(x)) / (2 * eps)
    return grad


def one_number_alone(f: OfArray, x: Array, eps: float = 1e-6) -> Array:
    grad = np.zeros(x.shape)
    for place in np.ndindex(x.shape):
        grad[place] = (f(x[place] + eps) - f(x[place] - eps)) / (2 * eps)
    return grad


def two_names_one_array(f: OfArray, x: Array, eps: float = 1e-6) -> Array:
    x = np.array(x, dtype=np.float64)
    grad = np.zeros_like(x)
    for place in np.ndindex(x.shape):
        up = down = x
        up[place] += eps
        down[place] -= eps
        grad[place] = (f(up) - f(down)) / (2 * eps)
    return grad


def back_to_the_start(f: OfArray, x: Array, eps: float = 1e-6) -> Array:
    x = np.array(x, dtype=np.float64)
    grad = np.zeros_like(x)
    for place in np.ndindex(x.shape):
        x[place] += eps
        up = f(x)
        x[place] -= eps
        grad[place] = (up - f(x)) / (2 * eps)
    return grad


NUMERIC_GRAD = Task(
    name="numeric-grad",
    title="numeric_grad",
    cases=(
        Case(
            lambda: (product, np.array([3.0, 5.0])),
            returns=np.array([5.0, 3.0]),
            text="f(x) = x[0] · x[1], x = [3., 5.]",
        ),
        Case(
            lambda: (product, np.array([1.0, 2.0, 3.0]), 0.5),
            returns=np.array([6.0, 3.0, 2.0]),
            text="f(x) = x[0] · x[1] · x[2], x = [1., 2., 3.], eps = 0.5",
        ),
        Case(
            lambda: (cubes, np.array([2.0, 1.0]), 0.1),
            returns=np.array([12.01, 3.01]),
            text="f(x) = x[0]³ + x[1]³, x = [2., 1.], eps = 0.1",
        ),
        Case(
            lambda: (weighted_squares, np.array([[1.0, -2.0, 3.0], [4.0, 0.0, -0.5]])),
            returns=np.array([[2.0, -8.0, -6.0], [4.0, 0.0, -4.0]]),
            text=(
                "f(x) = the sum of w · x², w = [[1., 2., −1.], [0.5, 3., 4.]],\n"
                "x = [[1., −2., 3.], [4., 0., −0.5]]"
            ),
        ),
        Case(
            lambda: (product, np.array([2, 3, 4])),
            returns=np.array([12.0, 8.0, 6.0]),
            text="f(x) = x[0] · x[1] · x[2], x = [2, 3, 4], an array of integers",
        ),
        Case(
            lambda: (cubes, np.array(3.0)),
            returns=np.array(27.0),
            text="f(x) = x³, x = np.array(3.), an array of shape ()",
        ),
    ),
    mistakes=(
        Mistake(
            "never-moves-back",
            "your answer is what you get when numbers that were moved stay moved",
            "When the second number is moved, where is the first one?",
            never_moves_back,
        ),
        Mistake(
            "keeps-integers",
            "your answer is what you get when the numbers are moved in an array of integers",
            "What does an array of integers hold after `x[0] = 3.000001`?",
            keeps_integers,
        ),
        Mistake(
            "one-sided-gradient",
            "your answer is what you get when f is compared with its value at x itself",
            "Which two places does a central difference look at?",
            one_sided_gradient,
        ),
        Mistake(
            "divides-by-eps",
            "your answer is what you get when the difference of the two sides is divided by eps",
            "How far apart are the two places at which f was called?",
            divides_by_eps,
        ),
        Mistake(
            "moves-all-at-once",
            "your answer is what you get when all numbers are moved together",
            "If all numbers are moved, which of them made f change?",
            moves_all_at_once,
        ),
        Mistake(
            "whole-rows",
            "your answer is what you get when whole rows are moved",
            "What is x[0] of an array of shape (2, 3): a number or a row?",
            whole_rows,
        ),
        Mistake(
            "flat-gradient",
            "your answer is what you get when the slopes come back in one long row",
            "Which shape has x, and which shape has your result?",
            flat_gradient,
        ),
        Mistake(
            "single-precision",
            "your answer is what you get when the numbers are moved in float32",
            "How far apart are neighboring numbers in float32 near 3, and how large is eps?",
            single_precision,
        ),
        Mistake(
            "moves-the-callers-array",
            "your answer is what you get when the array that came in is itself moved",
            "After `y = np.asarray(x)`, how many arrays are there?",
            moves_the_callers_array,
        ),
        Mistake(
            "one-number-alone",
            "your answer is what you get when f is given a single number of x instead of the whole array",
            "What does the docstring say that f takes?",
            one_number_alone,
        ),
        Mistake(
            "two-names-one-array",
            "your answer is what you get when the upper and the lower array are the same array",
            "After `up = x` and `down = x`, how many arrays are there?",
            two_names_one_array,
        ),
        Mistake(
            "back-to-the-start",
            "your answer is what you get when the lower place is one step below the upper, at x itself",
            "After the move up, how far is it to x - eps?",
            back_to_the_start,
        ),
    ),
    hints=(
        "For each place of x: move that one number up and down, take both values of f, put it back.",
        "Task 1 is the body of the loop, with x[place] for x[i]. Before the loop you need two arrays: a "
        "copy of x in float64, and one of the same shape for the slopes.",
        "x = np.array(x, dtype=np.float64), then zeros of its shape, then `for place in "
        "np.ndindex(x.shape):` with the seven lines of task 1, where the last one fills grad[place].",
    ),
)


# --- repair: a slope that is always 0 ----------------------------------------------------------------------


def mean_fourth_power(w: float, x: Array, y: Array) -> float:
    return float(np.mean((w * x.astype(np.float64) - y.astype(np.float64)) ** 4))


def slope_of_loss(run: Run) -> float:
    return float(slopes(mean_fourth_power, run.inputs, wrt=(0,))[0])


def still_single(w: float, x: Array, y: Array) -> float:
    h = 1e-8

    def loss(w: float) -> Any:
        return np.mean((w * x - y) ** 4)

    return float((loss(w + h) - loss(w)) / h)


def larger_step_in_single(w: float, x: Array, y: Array) -> float:
    h = 1e-3

    def loss(w: float) -> Any:
        return np.mean((w * x - y) ** 4)

    return float((loss(w + h) - loss(w)) / h)


def one_sided_large_step(w: float, x: Array, y: Array) -> float:
    h = 1e-3
    return (mean_fourth_power(w + h, x, y) - mean_fourth_power(w, x, y)) / h


def divides_by_one_step(w: float, x: Array, y: Array) -> float:
    h = 1e-6
    return (mean_fourth_power(w + h, x, y) - mean_fourth_power(w - h, x, y)) / h


def sum_for_mean(w: float, x: Array, y: Array) -> float:
    h = 1e-6
    return (mean_fourth_power(w + h, x, y) - mean_fourth_power(w - h, x, y)) / (2 * h) * len(x)


def square_for_fourth_power(w: float, x: Array, y: Array) -> float:
    h = 1e-6

    def loss(w: float) -> Any:
        return np.mean((w * x.astype(np.float64) - y) ** 2)

    return float((loss(w + h) - loss(w - h)) / (2 * h))


def single(*numbers: float) -> Array:
    return np.array(numbers, dtype=np.float32)


REPAIR = Task(
    name="repair",
    title="Bug hunt: the slope that is always 0",
    cases=(
        Case(
            lambda: (2.0, single(1.0, 2.0, 3.0), single(1.0, 5.0, 4.0)),
            text="w = 2.0 and the three points of the exercise",
        ),
        Case(lambda: (-0.5, single(2.0, -1.0), single(1.0, 3.0))),
        Case(lambda: (1.5, single(3.0, 1.0, -2.0, 0.5), single(10.0, -6.0, 4.0, 8.0))),
    ),
    properties=(
        same(
            "the slope",
            lambda run: run.result,
            slope_of_loss,
            source="central differences in float64",
            rtol=1e-6,
            atol=0.0,
        ),
    ),
    mistakes=(
        Mistake(
            "still-single",
            "your answer is what you get when the loss is still worked out in float32 and the step is lost",
            "Which dtype has w * x when w is a Python float and x is a float32 array?",
            still_single,
        ),
        Mistake(
            "larger-step-in-single",
            "your answer is what you get when the step is larger, but the loss is still float32",
            "float32 keeps seven digits of each loss. How many are left in the difference of two that are "
            "nearly the same?",
            larger_step_in_single,
        ),
        Mistake(
            "one-sided-large-step",
            "your answer is what you get when a forward difference is taken with the step 0.001",
            "How does the error of a forward difference depend on the step, and how that of a central one?",
            one_sided_large_step,
        ),
        Mistake(
            "divides-by-one-step",
            "your answer is what you get when the central difference is divided by h",
            "How far apart are w - h and w + h?",
            divides_by_one_step,
        ),
        Mistake(
            "sum-for-mean",
            "your answer is what you get for the sum of the fourth powers",
            "How many points are there, and what do they have to do with a mean?",
            sum_for_mean,
        ),
        Mistake(
            "square-for-fourth-power",
            "your answer is what you get when the errors are squared",
            "Which power does the docstring name?",
            square_for_fourth_power,
        ),
    ),
    hints=(
        "Print `np.float32(2.0) + np.float32(1e-8)`. What does the loss notice of such a step?",
        "Print the dtype of `w + h`, and that of `w * x - y` inside the loss. Which numbers have to be "
        "changed so that both become float64?",
        "Both arrays with .astype(np.float64), w as the Python float that came in, a step that is good in "
        "float64, and both sides of w.",
    ),
)


# --- what the lesson asks ----------------------------------------------------------------------------------

PREDICTIONS = (
    Prediction(
        name="forward-of-square",
        prompt=(
            "`(f(x + h) - f(x)) / h` for f(x) = x², x = 3 and h = 0.1. The squares you need are 3.1² = 9.61 "
            "and 3² = 9. Which number comes out?"
        ),
        kind="number",
        explanation="(9.61 − 9) / 0.1 = 0.61 / 0.1 = 6.1.",
    ),
    Prediction(
        name="tiny-step",
        prompt=(
            "The same `(f(x + h) - f(x)) / h` for f(x) = x² and x = 3, and now h = 1e-16, which is "
            "0.0000000000000001. The exact slope is 6. Which number comes out?"
        ),
        kind="number",
        explanation="Nothing is left of the step: `3.0 + 1e-16` is 3.0, so the rise is 0.",
    ),
)

QUESTIONS = (
    Question(
        name="integers",
        prompt=(
            "This function is meant to return a gradient by central differences. For "
            "`x = np.array([3, 5])` and f(x) = x[0] · x[1] the slopes are 5 and 3, and it returns "
            "2500000 and 1500000. Why?\n\n"
            "```python\n"
            "def slopes_of(f, x, h=1e-6):\n"
            "    grad = np.zeros(x.shape)\n"
            "    for i in range(len(x)):\n"
            "        old = x[i]\n"
            "        x[i] = old + h\n"
            "        up = f(x)\n"
            "        x[i] = old - h\n"
            "        down = f(x)\n"
            "        x[i] = old\n"
            "        grad[i] = (up - down) / (2 * h)\n"
            "    return grad\n"
            "```"
        ),
        choices=(
            Choice(
                "h is too small, so rounding takes over.",
                "A step that is too small does give nonsense, so this is worth suspecting. But 10⁻⁶ is a "
                "good step for central differences in float64.",
            ),
            Choice(
                "`x` is an array of integers: 3.000001 is stored as 3, and 2.999999 as 2.",
                "Storing a float in an array of integers cuts off what stands behind the point. So f is "
                "taken at (3, 5) and (2, 5), and (15 − 10) / 0.000002 = 2500000. "
                "`x.astype(np.float64)` first.",
                right=True,
            ),
            Choice(
                "`x[0]` is not put back, so the second slope is taken at another place.",
                "It is put back, in the line before the last of the loop. And the first slope is wrong "
                "already.",
            ),
        ),
    ),
    Question(
        name="zero-in-single",
        prompt=(
            "`x = np.float32(2.0)` and `h = np.float32(1e-8)`. The forward difference of x³ is 0, where the "
            "exact slope is 12. With the same numbers in float64 it is 12 to eight digits. Why?"
        ),
        choices=(
            Choice(
                "float32 cannot hold a number as small as 0.00000001.",
                "It can: float32 reaches down to 10⁻³⁸. What is small here is h compared with 2, not h "
                "itself.",
            ),
            Choice(
                "x³ has too many digits for float32.",
                "8 is held exactly. The trouble begins before the cube is taken.",
            ),
            Choice(
                "In float32 the next number after 2 is 2.00000024, so `x + h` is 2 again.",
                "The spacing near 2 is 2.4 · 10⁻⁷, and the step is smaller than half of it. Both values of "
                "f are taken at the same place.",
                right=True,
            ),
        ),
    ),
    Question(
        name="a-tenth-of-the-step",
        prompt=(
            "A central difference with h = 0.01 is off by 0.0001. You take h = 0.001 instead. "
            "In float64, about how large is the error now?"
        ),
        choices=(
            Choice(
                "0.00001, a tenth",
                "That holds for forward differences, whose error is in proportion to h. The error of a "
                "central difference is in proportion to h².",
            ),
            Choice(
                "0.000001, a hundredth",
                "A tenth of the step makes a hundredth of the error, as long as rounding is far away. At "
                "h = 0.001 in float64 it is.",
                right=True,
            ),
            Choice(
                "larger than before, because of rounding",
                "Rounding does win in the end, but for central differences in float64 only below about 10⁻⁵.",
            ),
        ),
    ),
    Question(
        name="why-errors-grow",
        prompt=(
            "In float64, the forward difference of x² at 3 gets better down to h = 10⁻⁸ and then worse. "
            "Why does it get worse?"
        ),
        choices=(
            Choice(
                "Dividing by a very small number is inexact.",
                "A single division is as exact as any other operation: its result has sixteen right digits. "
                "But it makes errors large that were there before.",
            ),
            Choice(
                "In the difference of f(x + h) and f(x), few right digits are left.",
                "Each value is rounded in its sixteenth digit. At h = 10⁻¹³ the two agree in twelve or "
                "thirteen of them, and these cancel. Dividing by h then makes the error large.",
                right=True,
            ),
            Choice(
                "The formula holds for large h only.",
                "By its formula the error falls with h without end. The computer works with rounded numbers, "
                "which the formula does not know of.",
            ),
        ),
    ),
    Question(
        name="how-many-calls",
        prompt=(
            "A loss depends on 1000 weights. How many times must it be computed to find all slopes by "
            "central differences, and how many times for one backward pass?"
        ),
        choices=(
            Choice(
                "2 times, and once",
                "Two values make one slope. Moving all weights together gives only how the loss changes "
                "along that one direction.",
            ),
            Choice(
                "1000 times, and 1000 times",
                "There are 1000 slopes, so this seems natural. But each needs two values, and a backward "
                "pass finds all slopes in one go.",
            ),
            Choice(
                "2000 times, and once",
                "Each weight is moved up and down alone. A backward pass starts from one computation of the "
                "loss and fills all gradients.",
                right=True,
            ),
        ),
    ),
)

REVIEW = (
    Question(
        name="review-downhill",
        prompt=(
            "The slope of an error in the weight `w` is 5. You want the error to fall by about 0.1. "
            "What do you do with `w`?"
        ),
        choices=(
            Choice(
                "Lower it by 0.02.",
                "The change is about slope times step: 5 · (−0.02) = −0.1.",
                right=True,
            ),
            Choice(
                "Raise it by 0.02.",
                "The size is right. But the slope is positive: raising `w` raises the error.",
            ),
            Choice(
                "Lower it by 0.5.",
                "That is slope times 0.1. You look for the step that, times the slope, gives 0.1.",
            ),
        ),
    ),
    Question(
        name="review-backward",
        prompt="`x` holds 2. and requires a gradient, and `y = x ** 3`. What does `y.backward()` do?",
        choices=(
            Choice(
                "It computes x from y.",
                "The name could be read like that. But the value of `x` is known; what is looked for is a "
                "slope.",
            ),
            Choice(
                "It goes from `y` back to `x` and leaves the slope of `y`, 12., in `x.grad`.",
                "3 · 2² = 12, by the rule for powers, and not from a small step.",
                right=True,
            ),
            Choice(
                "It returns the slope, 12.",
                "The number is right, but nothing is returned. The slope is left where it belongs: in "
                "`x.grad`.",
            ),
        ),
    ),
)

UNIT = Unit(
    number="01",
    name="01_slopes_you_can_trust",
    title="Slopes you can trust",
    tasks=(MOVE_ONE, STEP, CURVE, NUMERIC_GRAD, REPAIR),
    predictions=PREDICTIONS,
    questions=QUESTIONS,
    review=REVIEW,
)
