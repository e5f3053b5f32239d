"""Reading what a learner wrote as an answer, and comparing it with what came out.

An answer is turned into plain data (a number, nested lists, text), which can be kept in a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from classroom.question.show import as_code
from classroom.question.specification import LETTERS, Choice, Kind, Prediction

Plain = float | str | list[Any]


class WrongAnswerType(TypeError):
    """The answer is not of the kind that was asked for; the message (Markdown) says what to write."""


def is_open(answer: object) -> bool:
    """Whether the answer is still to be written: `...`, with or without quotes, stands in its place."""
    dots = ("", "...", "\N{HORIZONTAL ELLIPSIS}")
    return answer is ... or (isinstance(answer, str) and answer.strip() in dots)


def read(asked: Prediction, answer: object) -> Plain:
    """Return the learner's `answer` to a prediction as plain data.

    >>> read(Prediction("slope", "Which slope?", kind="number"), 12)
    12.0
    >>> read(Prediction("w", "Which shape?", kind="shape"), (3, 2))
    [3, 2]

    WrongAnswerType: it is not what the prediction asks for.
    """
    if asked.kind == "choice":
        return read_choice(asked.choices, answer)
    return {"number": _read_number, "shape": _read_shape, "printed": _read_printed}[asked.kind](answer)


def read_choice(choices: Sequence[Choice], answer: object) -> str:
    """Return the letter of the choice that `answer` names: "b", "B", "b." and "(b)" are all b.

    WrongAnswerType: it names no choice.
    """
    letters = LETTERS[: len(choices)]
    if isinstance(answer, str):
        letter = answer.strip().strip("().").lower()
        if letter in list(letters):
            return letter
    raise WrongAnswerType(
        f'The answer is one letter in quotes, from `"a"` to `"{letters[-1]}"`. {_you_wrote(answer)}'
    )


def same(asked: Prediction, predicted: Plain, outcome: object) -> bool:
    """Whether `predicted` is what came out. For a choice, the unit module says which is right."""
    if asked.kind == "choice":
        return predicted == right_letter(asked.choices)
    if asked.kind == "printed":
        return _words(str(predicted)) == _words(as_printed(outcome))
    if asked.kind == "shape":
        return predicted == _shape_of(outcome)
    return _same_numbers(predicted, outcome, asked.tolerance)


def identical(one: Plain | None, other: Plain | None) -> bool:
    """Whether two answers are the same one. Here nan is the same as nan."""
    return repr(one) == repr(other)


def right_letter(choices: Sequence[Choice]) -> str:
    """The letter of the right choice."""
    return next(letter for letter, choice in zip(LETTERS, choices, strict=False) if choice.right)


def as_printed(outcome: object) -> str:
    """What came out, as `print` shows it. Of an exception, the type: its wording differs between libraries.

    >>> as_printed(None), as_printed(RuntimeError("no graph"))
    ('None', 'RuntimeError')
    """
    return type(outcome).__name__ if isinstance(outcome, BaseException) else str(outcome)


def as_shown(kind: Kind, outcome: object) -> str:
    """What came out, as the learner reads it beside the prediction. Where a shape was asked, the shape."""
    shape = _shape_of(outcome) if kind == "shape" else None
    return as_printed(outcome) if shape is None else str(tuple(shape))


def as_written(predicted: Plain, kind: Kind) -> str:
    """The kept prediction, as a learner writes it.

    >>> as_written([3], "shape"), as_written(12.0, "number"), as_written("tensor(8.)", "printed")
    ('(3,)', '12.0', 'tensor(8.)')
    """
    return str(tuple(predicted)) if kind == "shape" and isinstance(predicted, list) else str(predicted)


def _read_number(answer: object) -> Plain:
    try:
        plain: Plain = _numbers(answer).tolist()
    except (TypeError, ValueError):
        raise WrongAnswerType(
            "The answer is a number, or a list of numbers, without quotes, such as `12.` or `[2., 4.]`. "
            f"{_you_wrote(answer)}"
        ) from None
    return plain


def _read_shape(answer: object) -> Plain:
    if isinstance(answer, tuple | list) and all(type(size) is int and size >= 0 for size in answer):
        return list(answer)
    hint = f" With a comma it is a shape: `({answer},)`." if type(answer) is int and answer >= 0 else ""
    raise WrongAnswerType(
        "The answer is a shape: the sizes in parentheses, such as `(3, 2)`, or `(3,)` for a row of three, "
        f"or `()` for one number. {_you_wrote(answer)}{hint}"
    )


def _read_printed(answer: object) -> Plain:
    if isinstance(answer, str):
        return answer
    if answer is None or isinstance(answer, bool):
        return str(answer)
    raise WrongAnswerType(
        f'The answer is what is printed, in quotes, such as `"tensor(8.)"`. {_you_wrote(answer)}'
    )


def _numbers(value: Any) -> np.ndarray:
    """`value` as an array of floats. TypeError or ValueError when it holds anything but real numbers."""
    if hasattr(value, "tolist"):  # a tensor or an array, of whatever library
        value = value.tolist()
    array = np.asarray(value)  # ValueError: lists of unequal length
    if array.dtype.kind not in "iuf":
        raise TypeError("not real numbers")
    return array.astype(float)


def _same_numbers(predicted: Plain, outcome: object, tolerance: float) -> bool:
    try:
        expected, got = _numbers(outcome), _numbers(predicted)
    except (TypeError, ValueError):  # what came out is no number: None, for example
        return False
    if expected.size == got.size == 1:  # 12. for [12.] is right: that is not what was asked
        expected, got = expected.reshape(()), got.reshape(())
    return expected.shape == got.shape and np.allclose(got, expected, rtol=0, atol=tolerance, equal_nan=True)


def _shape_of(outcome: Any) -> list[int] | None:
    shape = outcome if isinstance(outcome, tuple | list) else getattr(outcome, "shape", None)
    return None if shape is None else list(shape)


def _words(text: str) -> list[str]:
    """The text without its blanks and line breaks, which are hard to predict and teach nothing."""
    return text.split()


def _you_wrote(answer: object) -> str:
    try:
        text = repr(answer)
    except Exception:  # the learner's own class may have a repr that fails; the lesson goes on
        text = object.__repr__(answer)
    return f"You wrote {as_code(text if len(text) <= 60 else f'{text[:57]}...')}."
