"""Unit 00, start here: one small task, one prediction, one question."""

from __future__ import annotations

from collections.abc import Callable

from classroom.check.specification import Case, Mistake, Task, Unit
from classroom.question.specification import Choice, Prediction, Question

Function = Callable[[float], float]


def cube(x: float) -> float:
    return x**3


def parabola(x: float) -> float:
    return x**2 - 2 * x


def reciprocal(x: float) -> float:
    return 1 / x


def right_side_only(f: Function, x: float, h: float) -> float:
    return (f(x + h) - f(x)) / h


def left_side_only(f: Function, x: float, h: float) -> float:
    return (f(x) - f(x - h)) / h


def divides_by_h(f: Function, x: float, h: float) -> float:
    return (f(x + h) - f(x - h)) / h


def missing_brackets(f: Function, x: float, h: float) -> float:
    return f(x + h) - f(x - h) / (2 * h)


def multiplies_by_h(f: Function, x: float, h: float) -> float:
    return (f(x + h) - f(x - h)) / 2 * h


def fixed_distance(f: Function, x: float, h: float) -> float:
    return (f(x + h) - f(x - h)) / 0.2


def falls_for_rises(f: Function, x: float, h: float) -> float:
    return (f(x - h) - f(x + h)) / (2 * h)


SLOPE = Task(
    name="slope",
    title="The slope between two points",
    cases=(
        Case(lambda: (cube, 2.0, 0.1), returns=12.01, text="f(x) = x³, x = 2.0, h = 0.1"),
        Case(lambda: (parabola, 3.0, 0.5), returns=4.0, text="f(x) = x² − 2x, x = 3.0, h = 0.5"),
        Case(lambda: (reciprocal, 2.0, 1.0), returns=-1 / 3, text="f(x) = 1/x, x = 2.0, h = 1.0"),
    ),
    mistakes=(
        Mistake(
            "right-side-only",
            "your answer is what you get when you look to the right side only",
            "Which two places does the table in the exercise use, and is x itself one of them?",
            right_side_only,
        ),
        Mistake(
            "left-side-only",
            "your answer is what you get when you look to the left side only",
            "Which two places does the table in the exercise use, and is x itself one of them?",
            left_side_only,
        ),
        Mistake(
            "divides-by-h",
            "your answer is what you get when the rise is divided by h",
            "How far apart are x - h and x + h?",
            divides_by_h,
        ),
        Mistake(
            "missing-brackets",
            "your answer is what you get when only f(x - h) is divided",
            "Which comes first in Python, the minus or the division?",
            missing_brackets,
        ),
        Mistake(
            "multiplies-by-h",
            "your answer is what you get when the rise is divided by 2 and then multiplied by h",
            "In which order does Python work out a / 2 * h?",
            multiplies_by_h,
        ),
        Mistake(
            "fixed-distance",
            "your answer is what you get when the distance is always 0.2, as in the exercise's table",
            "Which h was used in the table, and which h does your function get?",
            fixed_distance,
        ),
        Mistake(
            "falls-for-rises",
            "your answer is what you get when the two values are subtracted the other way round",
            "When a function rises to the right, which of f(x + h) and f(x - h) is larger, and which sign "
            "has its slope?",
            falls_for_rises,
        ),
    ),
    hints=(
        "A slope is a rise divided by a run: how much f changes, divided by how much x changes.",
        "The two places are x - h and x + h. Work out f at both. How much does x change from the one to the "
        "other?",
        "It is one line, a difference of two values of f in brackets, divided by the distance in brackets: "
        "`return (f(...) - f(...)) / (...)`.",
    ),
)


UNIT = Unit(
    number="00",
    name="00_start_here",
    title="Start here",
    tasks=(SLOPE,),
    predictions=(
        Prediction(
            name="slope-of-cube",
            prompt=(
                "When x rises from 2 to 2.001, x³ rises from 8 to 8.012006001. "
                "Rounded to a whole number, how steep is x³ at x = 2?"
            ),
            kind="number",
            explanation="0.012006001 / 0.001 = 12.006001, which rounds to 12.",
        ),
    ),
    questions=(
        Question(
            name="what-a-slope-says",
            prompt=(
                "At some place, the slope of an error with respect to the number `w` is −3. "
                "You raise `w` by 0.01. What does the error do?"
            ),
            choices=(
                Choice(
                    "It rises by about 0.03.",
                    "The size is right: 3 · 0.01. But the slope has a minus sign: raising `w` lowers the "
                    "error.",
                ),
                Choice(
                    "It falls by about 0.03.",
                    "The change is about slope times step: −3 · 0.01 = −0.03. "
                    "It is only about that, because the slope itself changes on the way.",
                    right=True,
                ),
                Choice(
                    "It falls to −3.",
                    "The slope says how fast the error changes, not what its value is.",
                ),
                Choice(
                    "It falls by 3.",
                    "−3 is the change for each whole unit of `w`. You moved it by a hundredth of a unit.",
                ),
            ),
        ),
    ),
)
