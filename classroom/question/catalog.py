"""Finding what a name such as "05.second-backward" means."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import TypeVar

from classroom.question.show import as_code
from classroom.question.specification import Prediction, Question
from classroom.units import load_unit, unit_numbers

Asked = TypeVar("Asked", Prediction, Question)


class Unknown(LookupError):
    """A name that means nothing; the message (Markdown) says which names there are."""


def find_prediction(name: object) -> Prediction:
    """Return the prediction called `name`; Unknown when there is none."""
    number = _unit_of(name, "predict")
    named = {f"{number}.{prediction.name}": prediction for prediction in load_unit(number).predictions}
    return _pick(name, named, "predict")


def find_question(name: object) -> Question:
    """Return the question called `name`; Unknown when there is none."""
    return _pick(name, questions_of(_unit_of(name, "question")), "question")


def questions_of(number: str) -> dict[str, Question]:
    """What the unit with this number asks, by whole name: its own questions, then those on earlier units."""
    unit = load_unit(number)
    return {f"{number}.{question.name}": question for question in (*unit.questions, *unit.review)}


def _unit_of(name: object, function: str) -> str:
    if not isinstance(name, str):
        raise Unknown(f'The first argument of `{function}` is a name in quotes, such as `"05.some-name"`.')
    number, dot, _ = name.partition(".")
    if not dot or number not in unit_numbers():
        raise Unknown(
            f'{as_code(name)} names nothing. A name is a unit\'s number, a dot and a word: `"05.some-name"`. '
            f"The units are {', '.join(unit_numbers())}."
        )
    return number


def _pick(name: object, named: Mapping[str, Asked], function: str) -> Asked:
    name = str(name)
    if name in named:
        return named[name]
    if close := get_close_matches(name, named, n=1):
        raise Unknown(f'{as_code(name)} names nothing. Did you mean `{function}("{close[0]}", ...)`?')
    known = ", ".join(f"`{name}`" for name in named) or "none"
    raise Unknown(f"{as_code(name)} names nothing. The names that `{function}` knows of this unit: {known}.")
