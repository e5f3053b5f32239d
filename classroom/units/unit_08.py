"""Unit 08, gradient checking: a tolerance, a checker, three planted bugs, and what a check cannot see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from classroom.check.properties import gradient
from classroom.check.specification import Case, Mistake, Task, Unit
from classroom.question.specification import Choice, Prediction, Question

Array = Any  # np.ndarray of any shape, or a NumPy number
Forward = Callable[[Array], Array]
Rule = Callable[[Array, Array], Array]


# --- agree: how much difference is tolerated ---------------------------------------------------------------


def only_absolute(found: Array, measured: Array, atol: float, rtol: float) -> bool:
    difference = np.abs(found - measured)
    tolerated = atol
    return bool((difference <= tolerated).all())


def only_relative(found: Array, measured: Array, atol: float, rtol: float) -> bool:
    difference = np.abs(found - measured)
    tolerated = rtol * np.abs(measured)
    return bool((difference <= tolerated).all())


def keeps_the_sign(found: Array, measured: Array, atol: float, rtol: float) -> bool:
    difference = np.abs(found - measured)
    tolerated = atol + rtol * measured
    return bool((difference <= tolerated).all())


def takes_the_larger(found: Array, measured: Array, atol: float, rtol: float) -> bool:
    difference = np.abs(found - measured)
    tolerated = np.maximum(atol, rtol * np.abs(measured))
    return bool((difference <= tolerated).all())


def relative_to_found(found: Array, measured: Array, atol: float, rtol: float) -> bool:
    difference = np.abs(found - measured)
    tolerated = atol + rtol * np.abs(found)
    return bool((difference <= tolerated).all())


def relative_to_the_largest(found: Array, measured: Array, atol: float, rtol: float) -> bool:
    difference = np.abs(found - measured)
    tolerated = atol + rtol * np.abs(measured).max()
    return bool((difference <= tolerated).all())


def swaps_the_two(found: Array, measured: Array, atol: float, rtol: float) -> bool:
    difference = np.abs(found - measured)
    tolerated = rtol + atol * np.abs(measured)
    return bool((difference <= tolerated).all())


AGREE = Task(
    name="agree",
    title="One line: how much difference is tolerated",
    cases=(
        Case(lambda: (np.array([12.0]), np.array([12.5]), 1.0, 0.0), returns=True),
        Case(lambda: (np.array([110.0]), np.array([100.0]), 1.0, 0.125), returns=True),
        Case(lambda: (np.array([0.25]), np.array([0.0]), 0.5, 0.125), returns=True),
        Case(lambda: (np.array([-110.0]), np.array([-100.0]), 1.0, 0.125), returns=True),
        Case(lambda: (np.array([6.0]), np.array([4.0]), 1.0, 0.25), returns=True),
        Case(lambda: (np.array([9.0]), np.array([4.0]), 1.0, 0.5), returns=False),
        Case(lambda: (np.array([100.0, 5.0]), np.array([100.0, 1.0]), 1.0, 0.125), returns=False),
    ),
    mistakes=(
        Mistake(
            "only-absolute",
            "your answer is what you get when the relative part is left out",
            "A slope is 1,000,000. How many of its digits would have to agree?",
            only_absolute,
        ),
        Mistake(
            "only-relative",
            "your answer is what you get when the absolute part is left out",
            "A slope is 0, and differences say 0.0000000001. How much is tolerated then?",
            only_relative,
        ),
        Mistake(
            "keeps-the-sign",
            "your answer is what you get when a negative slope makes the tolerance smaller",
            "How much is tolerated at a measured slope of -100?",
            keeps_the_sign,
        ),
        Mistake(
            "takes-the-larger",
            "your answer is what you get when the larger of the two parts is taken instead of their sum",
            "With atol = 1 and rtol · |measured| = 1, how much is tolerated?",
            takes_the_larger,
        ),
        Mistake(
            "relative-to-found",
            "your answer is what you get when the size of backward's slope sets the tolerance",
            "Which of the two numbers is the one under suspicion?",
            relative_to_found,
        ),
        Mistake(
            "relative-to-the-largest",
            "your answer is what you get when the largest slope sets the tolerance for all of them",
            "One slope is 100 and another 1. May the small one be off by as much as the large one?",
            relative_to_the_largest,
        ),
        Mistake(
            "swaps-the-two",
            "your answer is what you get when atol and rtol change places",
            "Which of the two is multiplied by the size of the slope?",
            swaps_the_two,
        ),
    ),
    hints=(
        "The tolerance has two parts that are added: one fixed, one in proportion to the measured slope.",
        "The second part is a fraction, rtol, of the size of `measured`. A size has no sign.",
        "Add atol to the product of rtol and the absolute value of measured.",
    ),
)


# --- gradcheck: the checker --------------------------------------------------------------------------------


def square(x: Array) -> Array:
    return x * x


def backward_of_square(g: Array, x: Array) -> Array:
    return g * 2 * x


def half_of_it(g: Array, x: Array) -> Array:
    return g * x


def reverse(x: Array) -> Array:
    return x[::-1]


def sends_on_unchanged(g: Array, x: Array) -> Array:
    return g


def total(x: Array) -> Array:
    return x.sum()


def spread_out(g: Array, x: Array) -> Array:
    return g * np.ones_like(x)


def millions(x: Array) -> Array:
    return 1e6 * x**3


def backward_of_millions(g: Array, x: Array) -> Array:
    return g * 3e6 * x**2


def cube(x: Array) -> Array:
    return x**3


def backward_of_cube(g: Array, x: Array) -> Array:
    return g * 3 * x**2


def errors_that_cancel(g: Array, x: Array) -> Array:
    return g * 2 * x + np.array([1.0, -1.0, 0.0])


def last_is_missing(g: Array, x: Array) -> Array:
    return g * 2 * x * np.array([1.0, 1.0, 0.0])


def a_little_off(g: Array, x: Array) -> Array:
    return g * 2.02 * x


def seeds_with_ones(
    f: Forward, rule: Rule, x: Array, seed: int = 0, atol: float = 1e-5, rtol: float = 1e-3
) -> bool:
    x = np.array(x, dtype=np.float64)
    g = np.ones(np.shape(f(x)))
    found, measured = rule(g, x), np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[i] += 1e-6
        down[i] -= 1e-6
        measured[i] = ((g * f(up)).sum() - (g * f(down)).sum()) / 2e-6
    return np.shape(found) == x.shape and np.allclose(found, measured, rtol, atol)


def lets_shapes_broadcast(
    f: Forward, rule: Rule, x: Array, seed: int = 0, atol: float = 1e-5, rtol: float = 1e-3
) -> bool:
    x = np.array(x, dtype=np.float64)
    g = np.random.default_rng(seed).standard_normal(np.shape(f(x)))
    found, measured = rule(g, x), np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[i] += 1e-6
        down[i] -= 1e-6
        measured[i] = ((g * f(up)).sum() - (g * f(down)).sum()) / 2e-6
    return np.allclose(found, measured, rtol, atol)


def stays_in_float32(
    f: Forward, rule: Rule, x: Array, seed: int = 0, atol: float = 1e-5, rtol: float = 1e-3
) -> bool:
    g = np.random.default_rng(seed).standard_normal(np.shape(f(x)))
    found, measured = rule(g, x), np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[i] += 1e-6
        down[i] -= 1e-6
        measured[i] = ((g * f(up)).sum() - (g * f(down)).sum()) / 2e-6
    return np.shape(found) == x.shape and np.allclose(found, measured, rtol, atol)


def leaves_out_rtol(
    f: Forward, rule: Rule, x: Array, seed: int = 0, atol: float = 1e-5, rtol: float = 1e-3
) -> bool:
    x = np.array(x, dtype=np.float64)
    g = np.random.default_rng(seed).standard_normal(np.shape(f(x)))
    found, measured = rule(g, x), np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[i] += 1e-6
        down[i] -= 1e-6
        measured[i] = ((g * f(up)).sum() - (g * f(down)).sum()) / 2e-6
    return np.shape(found) == x.shape and bool((np.abs(found - measured) <= atol).all())


def leaves_out_atol(
    f: Forward, rule: Rule, x: Array, seed: int = 0, atol: float = 1e-5, rtol: float = 1e-3
) -> bool:
    x = np.array(x, dtype=np.float64)
    g = np.random.default_rng(seed).standard_normal(np.shape(f(x)))
    found, measured = rule(g, x), np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[i] += 1e-6
        down[i] -= 1e-6
        measured[i] = ((g * f(up)).sum() - (g * f(down)).sum()) / 2e-6
    return np.shape(found) == x.shape and bool((np.abs(found - measured) <= rtol * np.abs(measured)).all())


def compares_the_sums(
    f: Forward, rule: Rule, x: Array, seed: int = 0, atol: float = 1e-5, rtol: float = 1e-3
) -> bool:
    x = np.array(x, dtype=np.float64)
    g = np.random.default_rng(seed).standard_normal(np.shape(f(x)))
    found, measured = rule(g, x), np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[i] += 1e-6
        down[i] -= 1e-6
        measured[i] = ((g * f(up)).sum() - (g * f(down)).sum()) / 2e-6
    return np.shape(found) == x.shape and np.allclose(found.sum(), measured.sum(), rtol, atol)


def one_that_agrees_suffices(
    f: Forward, rule: Rule, x: Array, seed: int = 0, atol: float = 1e-5, rtol: float = 1e-3
) -> bool:
    x = np.array(x, dtype=np.float64)
    g = np.random.default_rng(seed).standard_normal(np.shape(f(x)))
    found, measured = rule(g, x), np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[i] += 1e-6
        down[i] -= 1e-6
        measured[i] = ((g * f(up)).sum() - (g * f(down)).sum()) / 2e-6
    return np.shape(found) == x.shape and bool(np.isclose(found, measured, rtol, atol).any())


def weighs_one_side_only(
    f: Forward, rule: Rule, x: Array, seed: int = 0, atol: float = 1e-5, rtol: float = 1e-3
) -> bool:
    x = np.array(x, dtype=np.float64)
    g = np.random.default_rng(seed).standard_normal(np.shape(f(x)))
    found, measured = rule(g, x), np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[i] += 1e-6
        down[i] -= 1e-6
        measured[i] = (f(up).sum() - f(down).sum()) / 2e-6
    return np.shape(found) == x.shape and np.allclose(found, measured, rtol, atol)


def verdict_of(answer: Callable[..., Any], *inputs: Any) -> Any:
    """The verdict of a checker; NumPy's bool is as good as Python's."""
    verdict = answer(*inputs)
    return bool(verdict) if isinstance(verdict, np.bool_) else verdict


GRADCHECK = Task(
    name="gradcheck",
    title="Write the checker",
    use=verdict_of,
    cases=(
        Case(
            lambda: (square, backward_of_square, np.array([1.0, -2.0, 3.0])),
            returns=True,
            text="f(x) = x * x with its right rule, g * 2 * x, at x = [1. -2. 3.]",
        ),
        Case(
            lambda: (square, half_of_it, np.array([1.0, -2.0, 3.0])),
            returns=False,
            text="f(x) = x * x with the wrong rule g * x, at x = [1. -2. 3.]",
        ),
        Case(
            lambda: (reverse, sends_on_unchanged, np.array([1.0, 2.0, 3.0])),
            returns=False,
            text="f(x) = x[::-1] with the wrong rule g, at x = [1. 2. 3.]",
        ),
        Case(
            lambda: (total, spread_out, np.array([1.0, 2.0, 3.0])),
            returns=True,
            text="f(x) = x.sum(), one output, with its right rule, g for each entry of x, at x = [1. 2. 3.]",
        ),
        Case(
            lambda: (total, sends_on_unchanged, np.array([1.0, 2.0, 3.0])),
            returns=False,
            text="f(x) = x.sum() with a rule that returns the single number g where three are due",
        ),
        Case(
            lambda: (square, backward_of_square, np.array([[1.0, -2.0], [0.5, 3.0]], dtype=np.float32)),
            returns=True,
            text="f(x) = x * x with its right rule, at an x that comes in as float32, of shape (2, 2)",
        ),
        Case(
            lambda: (millions, backward_of_millions, np.array([1.1, 2.3, -3.7])),
            returns=True,
            text="f(x) = 1e6 * x**3 with its right rule, at x = [1.1 2.3 -3.7]",
        ),
        Case(
            lambda: (cube, backward_of_cube, np.array([0.0, 0.0])),
            returns=True,
            text="f(x) = x**3 with its right rule, at x = [0. 0.], where the slopes are 0",
        ),
        Case(
            lambda: (square, errors_that_cancel, np.array([1.0, -2.0, 3.0])),
            returns=False,
            text="f(x) = x * x with a rule that is 1 too high in x[0] and 1 too low in x[1]",
        ),
        Case(
            lambda: (square, last_is_missing, np.array([1.0, -2.0, 3.0])),
            returns=False,
            text="f(x) = x * x with a rule that forgets the last entry, at x = [1. -2. 3.]",
        ),
        Case(
            lambda: (square, a_little_off, np.array([1.0, -2.0, 3.0])),
            returns=False,
            text="f(x) = x * x with a rule that is 1 % too high, at x = [1. -2. 3.]",
        ),
        Case(
            lambda: (square, a_little_off, np.array([1.0, -2.0, 3.0]), 1, 1e-5, 0.1),
            returns=True,
            text="the same with seed = 1 and the wide tolerance rtol = 0.1",
        ),
    ),
    mistakes=(
        Mistake(
            "seeds-with-ones",
            "your answer is what you get when every output has the weight 1",
            "If all weights are equal, can you see which weight went to which input?",
            seeds_with_ones,
        ),
        Mistake(
            "lets-shapes-broadcast",
            "your answer is what you get when a gradient of the wrong shape is stretched before it is compared",
            "Which shape must a gradient have, and what does np.allclose do with two shapes that differ?",
            lets_shapes_broadcast,
        ),
        Mistake(
            "stays-in-float32",
            "your answer is what you get when a float32 input is moved in float32",
            "What is 3 + 0.000001 in float32?",
            stays_in_float32,
        ),
        Mistake(
            "leaves-out-rtol",
            "your answer is what you get when only the absolute tolerance is used",
            "A slope is some millions. To how many digits can a difference tell it?",
            leaves_out_rtol,
        ),
        Mistake(
            "leaves-out-atol",
            "your answer is what you get when only the relative tolerance is used",
            "How much is tolerated where the measured slope is almost 0?",
            leaves_out_atol,
        ),
        Mistake(
            "compares-the-sums",
            "your answer is what you get when only the sums of the two gradients are compared",
            "One entry is too high by 1 and another too low by 1. What is the sum?",
            compares_the_sums,
        ),
        Mistake(
            "one-that-agrees-suffices",
            "your answer is what you get when one entry that agrees is enough",
            "How many of the entries must agree?",
            one_that_agrees_suffices,
        ),
        Mistake(
            "weighs-one-side-only",
            "your answer is what you get when the rule receives g, but the differences are taken of a plain sum",
            "The rule answers the question of how (g * f(x)).sum() moves. Which one do your differences answer?",
            weighs_one_side_only,
        ),
    ),
    hints=(
        "Two gradients of the same single number, (g * f(x)).sum(): one by the rule, one by differences.",
        "np.random.default_rng(seed).standard_normal(shape) draws g; its shape is that of f(x). numeric_grad "
        "takes a function of x that returns one number. np.allclose compares, but it stretches shapes.",
        "Draw g, call rule(g, x), measure lambda x: (g * f(x)).sum(), compare the two shapes and then the "
        "numbers with np.allclose(found, measured, rtol=rtol, atol=atol).",
    ),
)


# --- repair: three planted bugs ----------------------------------------------------------------------------


def forward(name: str, g: Array, x: Array) -> Array:
    """What the five rules of the exercise belong to; g is what arrives at the result."""
    if name == "relu":
        return np.maximum(x, 0.0)
    if name == "sigmoid":
        return 1 / (1 + np.exp(-x))
    if name == "tanh":
        return np.tanh(x)
    if name == "row squares":
        return (x**2).sum(axis=1)
    return np.cumsum(x, axis=1)


def tanh_of_its_input(name: str, g: Array, x: Array) -> Any:
    if name == "relu":
        return g * (x > 0)
    if name == "sigmoid":
        s = 1 / (1 + np.exp(-x))
        return g * s * (1 - s)
    if name == "tanh":
        return g * (1 - x**2)
    if name == "row squares":
        return g[:, None] * 2 * x
    return np.cumsum(g[:, ::-1], axis=1)[:, ::-1]


def weights_along_the_wrong_axis(name: str, g: Array, x: Array) -> Any:
    if name == "relu":
        return g * (x > 0)
    if name == "sigmoid":
        s = 1 / (1 + np.exp(-x))
        return g * s * (1 - s)
    if name == "tanh":
        return g * (1 - np.tanh(x) ** 2)
    if name == "row squares":
        return g * 2 * x
    return np.cumsum(g[:, ::-1], axis=1)[:, ::-1]


def sums_in_the_forward_direction(name: str, g: Array, x: Array) -> Any:
    if name == "relu":
        return g * (x > 0)
    if name == "sigmoid":
        s = 1 / (1 + np.exp(-x))
        return g * s * (1 - s)
    if name == "tanh":
        return g * (1 - np.tanh(x) ** 2)
    if name == "row squares":
        return g[:, None] * 2 * x
    return np.cumsum(g, axis=1)


def believes_the_alarm(name: str, g: Array, x: Array) -> Any:
    if name == "relu":
        return g * ((x > 0) + 0.5 * (x == 0))
    if name == "sigmoid":
        s = 1 / (1 + np.exp(-x))
        return g * s * (1 - s)
    if name == "tanh":
        return g * (1 - np.tanh(x) ** 2)
    if name == "row squares":
        return g[:, None] * 2 * x
    return np.cumsum(g[:, ::-1], axis=1)[:, ::-1]


def does_not_turn_back(name: str, g: Array, x: Array) -> Any:
    if name == "relu":
        return g * (x > 0)
    if name == "sigmoid":
        s = 1 / (1 + np.exp(-x))
        return g * s * (1 - s)
    if name == "tanh":
        return g * (1 - np.tanh(x) ** 2)
    if name == "row squares":
        return g[:, None] * 2 * x
    return np.cumsum(g[:, ::-1], axis=1)


def forgets_the_square(name: str, g: Array, x: Array) -> Any:
    if name == "relu":
        return g * (x > 0)
    if name == "sigmoid":
        s = 1 / (1 + np.exp(-x))
        return g * s * (1 - s)
    if name == "tanh":
        return g * (1 - np.tanh(x))
    if name == "row squares":
        return g[:, None] * 2 * x
    return np.cumsum(g[:, ::-1], axis=1)[:, ::-1]


def all_as_they_were(name: str, g: Array, x: Array) -> Any:
    if name == "relu":
        return g * (x > 0)
    if name == "sigmoid":
        s = 1 / (1 + np.exp(-x))
        return g * s * (1 - s)
    if name == "tanh":
        return g * (1 - x**2)
    if name == "row squares":
        return g * 2 * x
    return np.cumsum(g, axis=1)


AGAINST_DIFFERENCES = (gradient(of=forward, wrt=(2,), seed=1),)

REPAIR = Task(
    name="repair",
    title="Bug hunt: three of five rules are wrong",
    cases=(
        Case(
            lambda: ("relu", np.array([[1.0, 10.0], [-3.0, 2.0]]), np.array([[2.0, -1.0], [0.5, -4.0]])),
            properties=AGAINST_DIFFERENCES,
        ),
        Case(
            lambda: ("relu", np.array([[1.0, 10.0]]), np.array([[0.0, 3.0]])),
            returns=np.array([[0.0, 10.0]]),
        ),
        Case(
            lambda: ("sigmoid", np.array([[1.0, 10.0]]), np.array([[0.0, 2.0]])),
            properties=AGAINST_DIFFERENCES,
        ),
        Case(
            lambda: ("tanh", np.array([[1.0, 10.0], [4.0, -2.0]]), np.array([[0.0, 1.0], [2.0, -0.5]])),
            properties=AGAINST_DIFFERENCES,
        ),
        Case(
            lambda: ("row squares", np.array([1.0, 10.0]), np.array([[1.0, 2.0], [3.0, 4.0]])),
            properties=AGAINST_DIFFERENCES,
        ),
        Case(
            lambda: ("cumsum", np.array([[1.0, 10.0, 100.0]]), np.array([[3.0, 1.0, 2.0]])),
            properties=AGAINST_DIFFERENCES,
        ),
    ),
    mistakes=(
        Mistake(
            "all-as-they-were",
            "your answer is what you get when none of the three is repaired",
            "At which x and with which g did you run your check?",
            all_as_they_were,
        ),
        Mistake(
            "tanh-of-its-input",
            "your answer is what you get when the rule of tanh squares the input instead of the output",
            "At x = 0 the two are the same. What are they at x = 2?",
            tanh_of_its_input,
        ),
        Mistake(
            "weights-along-the-wrong-axis",
            "your answer is what you get when the weight of row i goes to column i",
            "g has one weight for each row. Along which axis does NumPy lay it beside the table x?",
            weights_along_the_wrong_axis,
        ),
        Mistake(
            "sums-in-the-forward-direction",
            "your answer is what you get when what arrives is summed from the left",
            "x[0] is in all the outputs, the last x in one only. Whose gradient is the sum of the whole row?",
            sums_in_the_forward_direction,
        ),
        Mistake(
            "believes-the-alarm",
            "your answer is what you get when relu is given the slope 1/2 at 0",
            "A difference at a kink is the mean of two slopes. Is it a slope of relu?",
            believes_the_alarm,
        ),
        Mistake(
            "does-not-turn-back",
            "your answer is what you get when the reversed sums are not reversed again",
            "Which entry of what arrives did your first entry come from?",
            does_not_turn_back,
        ),
        Mistake(
            "forgets-the-square",
            "your answer is what you get when the rule of tanh takes 1 - tanh(x), without the square",
            "The slope of tanh is the same at 1 and at -1. Is yours?",
            forgets_the_square,
        ),
    ),
    hints=(
        "A check convicts only at the points, and with the output gradients, that you give it. Use an x with "
        "no zero in it, and let g be random.",
        "tanh, row squares and cumsum fail. For each, write down which outputs an input acts on, with which "
        "slope, and which entry of g has arrived there.",
        "tanh: the slope is 1 minus the square of the output. row squares: make g a column, g[:, None]. "
        "cumsum: x[j] is in the outputs j, j + 1, ... of its row, so sum g from the right.",
    ),
)


# --- verdict: kink or bug? ---------------------------------------------------------------------------------

Curve = Callable[[float], float]


def never_suspects_a_kink(f: Curve, slope: float, x: float, h: float, tolerance: float) -> str:
    central = (f(x + h) - f(x - h)) / (2 * h)
    return "agrees" if abs(slope - central) <= tolerance else "wrong"


def asks_about_agreement_first(f: Curve, slope: float, x: float, h: float, tolerance: float) -> str:
    right = (f(x + h) - f(x)) / h
    left = (f(x) - f(x - h)) / h
    if abs(slope - (right + left) / 2) <= tolerance:
        return "agrees"
    return "kink" if abs(right - left) > tolerance else "wrong"


def looks_for_zero(f: Curve, slope: float, x: float, h: float, tolerance: float) -> str:
    if x == 0:
        return "kink"
    central = (f(x + h) - f(x - h)) / (2 * h)
    return "agrees" if abs(slope - central) <= tolerance else "wrong"


def compares_with_the_right(f: Curve, slope: float, x: float, h: float, tolerance: float) -> str:
    right = (f(x + h) - f(x)) / h
    left = (f(x) - f(x - h)) / h
    if abs(right - left) > tolerance:
        return "kink"
    return "agrees" if abs(slope - right) <= tolerance else "wrong"


def sees_kinks_upward_only(f: Curve, slope: float, x: float, h: float, tolerance: float) -> str:
    right = (f(x + h) - f(x)) / h
    left = (f(x) - f(x - h)) / h
    if right - left > tolerance:
        return "kink"
    return "agrees" if abs(slope - (right + left) / 2) <= tolerance else "wrong"


def sees_errors_upward_only(f: Curve, slope: float, x: float, h: float, tolerance: float) -> str:
    right = (f(x + h) - f(x)) / h
    left = (f(x) - f(x - h)) / h
    if abs(right - left) > tolerance:
        return "kink"
    return "agrees" if slope - (right + left) / 2 <= tolerance else "wrong"


def calls_every_difference_a_kink(f: Curve, slope: float, x: float, h: float, tolerance: float) -> str:
    right = (f(x + h) - f(x)) / h
    left = (f(x) - f(x - h)) / h
    if abs(right - left) > tolerance or abs(slope - (right + left) / 2) > tolerance:
        return "kink"
    return "agrees"


def square_of(x: float) -> float:
    return x * x


def relu_of(x: float) -> float:
    return max(x, 0.0)


def roof(x: float) -> float:
    return -abs(x)


VERDICT = Task(
    name="verdict",
    title="A kink or a bug?",
    cases=(
        Case(lambda: (square_of, 6.0, 3.0, 0.25, 1.0), returns="agrees", text="x * x, slope 6 at x = 3"),
        Case(lambda: (square_of, 3.0, 3.0, 0.25, 1.0), returns="wrong", text="x * x, slope 3 at x = 3"),
        Case(lambda: (square_of, 9.0, 3.0, 0.25, 1.0), returns="wrong", text="x * x, slope 9 at x = 3"),
        Case(lambda: (square_of, 0.0, 0.0, 0.25, 1.0), returns="agrees", text="x * x, slope 0 at x = 0"),
        Case(
            lambda: (square_of, 5.125, 3.0, 0.25, 1.0),
            returns="agrees",
            text="x * x, slope 5.125 at x = 3, with h = 0.25 and tolerance = 1",
        ),
        Case(
            lambda: (square_of, 5.5, 3.0, 0.25, 0.5),
            returns="agrees",
            text="x * x, slope 5.5 at x = 3, with h = 0.25 and tolerance = 0.5, where nothing is more than 0.5",
        ),
        Case(lambda: (relu_of, 0.0, 0.0, 0.25, 0.125), returns="kink", text="max(x, 0), slope 0 at x = 0"),
        Case(
            lambda: (relu_of, 1.0, 0.0625, 0.25, 0.125),
            returns="kink",
            text="max(x, 0), slope 1 at x = 0.0625, with h = 0.25: the kink lies between the points",
        ),
        Case(lambda: (roof, 1.0, 0.0, 0.25, 0.125), returns="kink", text="-|x|, slope 1 at x = 0"),
        Case(lambda: (roof, 0.0, 0.0, 0.25, 0.125), returns="kink", text="-|x|, slope 0 at x = 0"),
        Case(lambda: (roof, -1.0, 0.5, 0.25, 0.125), returns="agrees", text="-|x|, slope -1 at x = 0.5"),
    ),
    mistakes=(
        Mistake(
            "never-suspects-a-kink",
            "your answer is what you get when only the central difference is looked at",
            "At a kink the central difference is the mean of two slopes. How could you see that there are two?",
            never_suspects_a_kink,
        ),
        Mistake(
            "asks-about-agreement-first",
            "your answer is what you get when agreement is believed even at a kink",
            "-|x| has the slopes 1 and -1 at 0. What does it mean that 0 agrees with their mean?",
            asks_about_agreement_first,
        ),
        Mistake(
            "looks-for-zero",
            "your answer is what you get when a kink is expected at x = 0 and nowhere else",
            "Does x * x have a kink at 0? And does it take x = 0 exactly to step over a kink?",
            looks_for_zero,
        ),
        Mistake(
            "compares-with-the-right",
            "your answer is what you get when the slope is compared with the difference to the right",
            "Unit 01 compared one-sided with central differences. Which error is smaller?",
            compares_with_the_right,
        ),
        Mistake(
            "sees-kinks-upward-only",
            "your answer is what you get when a kink counts only where the right slope is the larger one",
            "Which of the two slopes is larger at the ridge of a roof?",
            sees_kinks_upward_only,
        ),
        Mistake(
            "sees-errors-upward-only",
            "your answer is what you get when a slope that is too small counts as agreement",
            "What is 3 - 6, and is it at most 1?",
            sees_errors_upward_only,
        ),
        Mistake(
            "calls-every-difference-a-kink",
            "your answer is what you get when every disagreement is put down to a kink",
            "x * x has no kink. What is to be said when backward claims the slope 3 at x = 3?",
            calls_every_difference_a_kink,
        ),
    ),
    hints=(
        "At a smooth place the slope to the left and the slope to the right are nearly the same.",
        "Work out three differences: to the right, to the left, and central. Ask about the kink first.",
        'right = (f(x + h) - f(x)) / h, left likewise. If their distance exceeds tolerance: "kink". Else '
        "compare slope with the mean of the two.",
    ),
)


# --- what the lesson asks ----------------------------------------------------------------------------------

PREDICTIONS = (
    Prediction(
        name="detached",
        prompt=(
            "`x` is 3 and `y = x * x.detach()`: the second factor counts as a plain number. `y` is 9. "
            "After `y.backward()`, which number is in `x.grad`?"
        ),
        kind="number",
        explanation="Only the path through the first factor is left, with the slope 3. The slope of x² is 6.",
    ),
    Prediction(
        name="reversed",
        prompt=(
            "`reverse` turns [x₀, x₁, x₂] into [x₂, x₁, x₀]. Its backward rule is written wrongly: it sends on "
            "what arrives, without turning it around. You check it with the output gradient [1, 1, 1]. "
            "What does the check say?"
        ),
        kind="choice",
        choices=(
            Choice(
                "The two gradients differ.",
                "The rule is wrong, so one expects it. But turned around, [1, 1, 1] is [1, 1, 1] again.",
            ),
            Choice(
                "The two gradients agree.",
                "Equal weights cannot show that they went to the wrong places.",
                right=True,
            ),
            Choice(
                "It raises an error.",
                "The shapes all fit, so nothing is noticed.",
            ),
        ),
    ),
)

QUESTIONS = (
    Question(
        name="zero",
        prompt=(
            "The slope of sin(x) is cos(x). A colleague's backward rule for sin is `g * (1 - x**2)`. The check, "
            "with a random `g` in float64, agrees at x = 0. What follows?"
        ),
        choices=(
            Choice(
                "The rule is right: `g` was random and the numbers were float64.",
                "Both were done well. But they do not help where the right and the wrong formula have the same "
                "value, and cos(0) = 1 = 1 − 0².",
            ),
            Choice(
                "The rule has the right value at x = 0, and nothing more is known.",
                "At x = 1 it says 0 where cos(1) is 0.54. A check speaks about the points it was run at.",
                right=True,
            ),
            Choice(
                "The tolerance is too wide.",
                "At x = 0 the two are equal to the last digit, so no tolerance would tell them apart.",
            ),
        ),
    ),
    Question(
        name="float32",
        prompt=("A rule that is right, checked with eps = 1e-6 at x = 3 in float32, is off by 5 %. Why?"),
        choices=(
            Choice(
                "The rule is not accurate enough in float32.",
                "It has about seven digits there. It is the other side that lost its digits.",
            ),
            Choice(
                "eps should be smaller.",
                "That would be so if the curve were bent within eps. Here a smaller eps makes it worse.",
            ),
            Choice(
                "Near 9 the float32 numbers lie about 1e-6 apart, so a difference of two of them, divided by "
                "2e-6, can be off by about a half, where the slope is 6.",
                "The difference that is measured is not much larger than the rounding.",
                right=True,
            ),
        ),
    ),
    Question(
        name="proof",
        prompt=(
            "gradcheck has passed for a new operation, at three random points, with random output gradients, "
            "in float64. What do you know?"
        ),
        choices=(
            Choice(
                "The backward rule is right for all inputs.",
                "It would be convenient. But the rule may branch: for negative x, for ties, for an empty or a "
                "broadcast input, and three points may miss the branch.",
            ),
            Choice(
                "Nothing, because differences are only approximate.",
                "They are good to many digits in float64. An ordinary bug, such as a lost factor 2, would "
                "have been seen.",
            ),
            Choice(
                "The forward computes what it should, and the backward too.",
                "The check takes the forward as given. If that computes the wrong thing, and backward is the "
                "derivative of the wrong thing, the two agree.",
            ),
            Choice(
                "At these points the backward rule very probably fits the forward as it is written.",
                "That is much, and it is all. More kinds of points make it worth more.",
                right=True,
            ),
        ),
    ),
)

REVIEW = (
    Question(
        name="review-step",
        prompt=(
            "You take a central difference in float64 and shrink the step from 1e-5 to 1e-13. What happens to "
            "the error?"
        ),
        choices=(
            Choice(
                "It shrinks with the square of the step.",
                "That holds for the part that comes from the bend of the curve, while the step is large.",
            ),
            Choice(
                "It grows: the two values agree in almost all digits, and what is left is rounding.",
                "The rounding error is divided by an ever smaller step.",
                right=True,
            ),
            Choice(
                "It stays, because float64 is exact enough.",
                "float64 has about 16 digits. A step of 1e-13 leaves three of them to the difference.",
            ),
        ),
    ),
    Question(
        name="review-weights",
        prompt=(
            "`y` holds two numbers computed from `x`. What does `y.backward(gradient=v)` put into an empty "
            "`x.grad`?"
        ),
        choices=(
            Choice(
                "The gradient of `y.sum()`, multiplied by the sum of `v`",
                "`v` looks like a factor. But each of its entries weighs one output, before they are added.",
            ),
            Choice(
                "The gradient of the one number `(v * y).sum()`",
                "So finite differences of that number are what it has to agree with.",
                right=True,
            ),
            Choice(
                "A table with one row for each output",
                "`x.grad` has the shape of `x`. A table takes one backward pass for each row.",
            ),
        ),
    ),
)

UNIT = Unit(
    number="08",
    name="08_gradient_checking",
    title="Gradient checking",
    tasks=(AGREE, GRADCHECK, REPAIR, VERDICT),
    predictions=PREDICTIONS,
    questions=QUESTIONS,
    review=REVIEW,
)
