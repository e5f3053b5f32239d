"""Review: questions from earlier units, those once missed first, and again after a week."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from classroom.question import kept
from classroom.question.ask import open_question
from classroom.question.catalog import find_question, questions_of
from classroom.question.kept import Attempt
from classroom.question.show import Message
from classroom.units import unit_numbers

AT_ONCE = 2
AFTER = timedelta(days=7)


def review(unit: str | None = None) -> None:
    """Ask two questions again, those once missed first.

        review("05")    # from the units before 05; those never answered come last
        review()        # from all units, of those that were answered a week ago or longer

    They are answered with `question`, in a cell of their own.
    """
    numbers = unit_numbers()
    if unit is None:
        names, nothing = due(), "There is nothing to review: no answer of yours is a week old."
    elif unit in numbers:
        earlier = [name for number in numbers if number < unit for name in questions_of(number)]
        names, nothing = in_order(earlier, kept.attempts())[:AT_ONCE], f"No unit before {unit} has questions."
    else:
        names, nothing = [], f"There is no unit {unit!r}. The units are {', '.join(map(repr, numbers))}."
    if not names:
        Message("Review", (nothing,)).show()
    for name in names:
        open_question(name, find_question(name)).show()


def due(now: datetime | None = None) -> list[str]:
    """The questions to ask again at `now` (default: the present), at most two, those once missed first.

    A question is due when its last answer is a week old.
    """
    now = now or kept.now()
    answers = kept.attempts()
    asked = [name for number in unit_numbers() for name in questions_of(number) if name in answers]
    return in_order((name for name in asked if now - answers[name][-1].time >= AFTER), answers)[:AT_ONCE]


def in_order(names: Iterable[str], answers: Mapping[str, list[Attempt]]) -> list[str]:
    """The questions in the order in which they are worth asking again.

    First those that were missed and not answered right on a later day: the right letter at the second try,
    with the first reason in view, shows little. Then those that were not seen for longest. Then the
    unanswered.
    """
    return sorted(names, key=lambda name: _rank(answers.get(name, [])))


def _rank(attempts: list[Attempt]) -> tuple[int, float]:
    if not attempts:
        return 2, 0.0
    missed = [attempt.time for attempt in attempts if not attempt.right]
    made_good = missed and any(
        attempt.right and attempt.time - missed[-1] >= kept.RUN_AGAIN for attempt in attempts
    )
    return (0 if missed and not made_good else 1), attempts[-1].time.timestamp()
