"""Trying an answer on all of a task's cases: the first thing that is wrong, and the mistake it looks like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from classroom.check.answers import Unusable, name_of, take_answer, way_to_use
from classroom.check.diagnosis import Diagnosis, diagnose, did_the_same
from classroom.check.problems import Problem, ended_badly, find_problem
from classroom.check.running import Outcome, attempt
from classroom.check.specification import Case, Difference, Mistake, Task


@dataclass(frozen=True)
class Verdict:
    """What a check found. `problem` is None when everything holds that was tried.

    answer   the answer as it was understood (an order "c, a, b" as "CAB")
    """

    tried: int = 0
    problem: Problem | None = None
    diagnosis: Diagnosis | None = None
    answer: Any = None

    @property
    def passed(self) -> bool:
        """Whether nothing wrong was found."""
        return self.problem is None

    @property
    def mistake(self) -> Mistake | None:
        """The known mistake that the answer looks like."""
        return self.diagnosis.mistake if self.diagnosis else None


def examine(task: Task, answers: Sequence[Any]) -> Verdict:
    """Try the answers on all cases of the task, and name the mistake that a wrong one looks like."""
    try:
        answer = _take(task, answers)
    except _Refused as refused:
        return Verdict(problem=refused.problem)
    outcomes = _try_cases(task, answer)
    problems = [find_problem(task, answer, outcome, number) for number, outcome in enumerate(outcomes, 1)]
    if not any(problems):
        return Verdict(len(outcomes), _problem_when_repeated(task, outcomes, answer), answer=answer)
    first = next(problem for problem in problems if problem)
    return Verdict(len(outcomes), first, diagnose(task, answer, outcomes, problems), answer)


class _Refused(Exception):
    def __init__(self, problem: Problem) -> None:
        self.problem = problem


def _take(task: Task, answers: Sequence[Any]) -> Any:
    outcome = attempt(lambda given: take_answer(task, given), answers, Case(tuple), task.seconds)
    trouble = outcome.trouble
    if trouble and trouble.type is Unusable:
        raise _Refused(Problem(Difference(trouble.text)))
    if trouble or outcome.out_of_time:
        name = name_of(answers[0]) if answers else task.name
        raise _Refused(replace(ended_badly(name, outcome, task), outcome=None))
    return outcome.result


def _try_cases(task: Task, answer: Any) -> list[Outcome]:
    outcomes = []
    for case in task.cases:
        outcomes.append(attempt(way_to_use(task), answer, case, task.seconds))
        if outcomes[-1].out_of_time:
            break  # one wait is enough
    return outcomes


def _problem_when_repeated(task: Task, outcomes: Sequence[Outcome], answer: Any) -> Problem | None:
    """Use the answer once more: an answer that keeps something between calls gives itself away."""
    if not task.repeatable:
        return None
    for number, first in enumerate(outcomes, 1):
        again = attempt(way_to_use(task), answer, first.case, task.seconds)
        if not did_the_same(first, again, slips_count=True):
            says = (
                "The same input gives something else when your answer is used again: does it keep something "
                "from one call to the next?"
            )
            difference = Difference(says, expected=first.result, got=again.result, source="the first call")
            return Problem(difference, again, number, again.trouble)
    return None
