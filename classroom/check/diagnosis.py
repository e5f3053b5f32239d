"""Which known mistake a wrong answer looks like: found by making the mistake on the same inputs.

Each mistake in a task's bank is a wrong answer that runs. It is used exactly as the learner's was, and what
the two did is compared: what came back, what the inputs were left as, which exception came out. To agree by
chance must be unlikely: one number that is the same proves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from classroom.check.answers import way_to_use
from classroom.check.problems import Problem
from classroom.check.running import Outcome, Trouble, attempt
from classroom.check.specification import Mistake, Task
from classroom.check.values import array_of, numbers_close, same_picture, tolerance

#: Slips of the pen. Two answers that both have one need not have the same idea behind it.
SLIPS = (NameError, SyntaxError, ImportError, NotImplementedError)

#: A mistake that never returns is only worth this many seconds.
SECONDS = 1.0

#: How many numbers (or the like) must agree where an answer does only in part what a mistake does.
ENOUGH = 2


class Likeness(IntEnum):
    """How much of what an answer did is what a mistake does, the least specific first."""

    NONE = 0
    FIRST_WRONG = 1  # on the first input where the answer is wrong, and by more than chance
    WHERE_WRONG = 2  # on all inputs where it is wrong, and by more than chance
    EVERYWHERE_IN_NUMBERS = 3  # on all inputs, but dtype or requires_grad differ
    EVERYWHERE = 4  # on all inputs, also where it is right
    SAME_ANSWER = 5  # the very same order of lines, or choice


@dataclass(frozen=True)
class Diagnosis:
    """A mistake, and how much of the answer it explains."""

    mistake: Mistake
    likeness: Likeness


def diagnose(
    task: Task, answer: Any, outcomes: Sequence[Outcome], problems: Sequence[Problem | None]
) -> Diagnosis | None:
    """Return the mistake that explains what `answer` did, or None.

    outcomes, problems   what it did on the task's cases, as far as they were tried, and what is wrong with it

    Of several mistakes that explain it the most specific wins, then the one that stands first in the bank.
    """
    found = [Diagnosis(each, _likeness(task, each, answer, outcomes, problems)) for each in task.mistakes]
    if not found:
        return None
    likenesses = {diagnosis.likeness for diagnosis in found}
    if len(found) > 1 and len(likenesses) == 1:
        return None  # what every mistake does explains nothing
    best = max(found, key=lambda diagnosis: diagnosis.likeness)
    return best if best.likeness else None


def _likeness(
    task: Task,
    mistake: Mistake,
    answer: Any,
    outcomes: Sequence[Outcome],
    problems: Sequence[Problem | None],
) -> Likeness:
    if task.kind in ("lines", "choice") and answer == mistake.answer:
        return Likeness.SAME_ANSWER
    made = _outcomes_of(task, mistake.answer, outcomes)
    wrong = [i for i, problem in enumerate(problems) if problem]
    slips_count = bool(task.lines)  # whoever orders lines makes no slips of the pen

    def alike(i: int, **detail: bool) -> bool:
        return did_the_same(outcomes[i], made[i], slips_count=slips_count, **detail)

    everywhere = range(len(outcomes))
    if all(alike(i) for i in everywhere):
        return Likeness.EVERYWHERE
    if all(alike(i, state=False) for i in everywhere):
        return Likeness.EVERYWHERE_IN_NUMBERS
    first = wrong[0]
    if not alike(first) or _does_nothing(task, outcomes[first]):
        return Likeness.NONE
    if sum(_evidence(problem) for i, problem in enumerate(problems) if problem and alike(i)) < ENOUGH:
        return Likeness.NONE
    return Likeness.WHERE_WRONG if all(map(alike, wrong)) else Likeness.FIRST_WRONG


def _outcomes_of(task: Task, answer: Any, outcomes: Sequence[Outcome]) -> list[Outcome]:
    seconds = min(SECONDS, task.seconds)
    return [attempt(way_to_use(task), answer, outcome.case, seconds) for outcome in outcomes]


def _does_nothing(task: Task, outcome: Outcome) -> bool:
    """Whether an answer did what an empty function does: then agreeing with it means little."""
    (nothing,) = _outcomes_of(task, lambda *inputs: None, [outcome])
    return did_the_same(outcome, nothing)


def _evidence(problem: Problem) -> int:
    """How much it says that two answers have this problem alike, counted in numbers."""
    difference = problem.difference
    if problem.trouble or isinstance(difference.got, bool):
        return ENOUGH  # an exception's words, or a fact that has no neighbors to hit by chance
    try:
        got, expected = array_of(difference.got), array_of(difference.expected)
    except TypeError:
        return 0
    if got.shape != expected.shape:
        return len(set(got.ravel().tolist()))
    wrong = ~numbers_close(got, expected, *tolerance(got, expected))
    return len(set(np.round(got[wrong], 6).ravel().tolist()) - {0})


def did_the_same(one: Outcome, other: Outcome, *, state: bool = True, slips_count: bool = False) -> bool:
    """Whether two answers did the same with the same input."""
    if one.out_of_time or other.out_of_time:
        return one.out_of_time and other.out_of_time
    if one.trouble or other.trouble:
        return _same_trouble(one.trouble, other.trouble, slips_count)
    return same_picture(one.picture, other.picture, state=state)


def _same_trouble(one: Trouble | None, other: Trouble | None, slips_count: bool) -> bool:
    """The same type of exception; and the same words, unless both answers chose the words themselves."""
    if one is None or other is None or one.type is not other.type:
        return False
    if issubclass(one.type, SLIPS) and not slips_count:
        return False
    return (one.deliberate and other.deliberate) or _gist(one.text) == _gist(other.text)


def _gist(text: str) -> str:
    """A message without what differs between programs: numbers, quoted names, the function called."""
    return re.sub(r"'[^']*'|\"[^\"]*\"|[\w.<>]+\(\)|\d+", "_", text)
