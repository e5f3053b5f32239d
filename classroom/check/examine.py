"""Trying an answer on a task's cases, and finding the first thing that is not as it should be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from classroom.check.answers import Unusable, input_names, name_of, take_answer, way_to_use
from classroom.check.diagnosis import diagnose, did_the_same
from classroom.check.properties import returns
from classroom.check.running import Outcome, Trouble, attempt
from classroom.check.specification import Case, Difference, Mistake, Property, Run, Task
from classroom.check.values import kind_of, picture_of, same_picture, show


@dataclass(frozen=True)
class Problem:
    """The first thing that is wrong.

    outcome   what the answer did in this case; None where it could not be tried at all
    number    the case's place, from 1
    """

    difference: Difference
    outcome: Outcome | None = None
    number: int = 0
    trouble: Trouble | None = None


@dataclass(frozen=True)
class Verdict:
    """What a check found. `problem` is None when everything holds that was tried.

    answer   the answer as it was understood (an order "c, a, b" as "CAB")
    """

    tried: int = 0
    problem: Problem | None = None
    mistake: Mistake | None = None
    answer: Any = None

    @property
    def passed(self) -> bool:
        """Whether nothing wrong was found."""
        return self.problem is None


def examine(task: Task, answers: Sequence[Any]) -> Verdict:
    """Try the answers on all cases of the task, and name the mistake that a wrong one looks like."""
    try:
        answer = _take(task, answers)
    except _Refused as refused:
        return Verdict(problem=refused.problem)
    outcomes = _try_cases(task, answer)
    problems = [_problem(task, answer, outcome, number) for number, outcome in enumerate(outcomes, 1)]
    wrong = [i for i, problem in enumerate(problems) if problem]
    if not wrong:
        return Verdict(len(outcomes), _problem_when_repeated(task, answer, outcomes), answer=answer)
    return Verdict(len(outcomes), problems[wrong[0]], diagnose(task, answer, outcomes, wrong), answer)


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
        raise _Refused(replace(_ended_badly(name, outcome, task), outcome=None))
    return outcome.result


def _try_cases(task: Task, answer: Any) -> list[Outcome]:
    outcomes = []
    for case in task.cases:
        outcomes.append(attempt(way_to_use(task), answer, case, task.seconds))
        if outcomes[-1].out_of_time:
            break  # one wait is enough
    return outcomes


def _problem(task: Task, answer: Any, outcome: Outcome, number: int) -> Problem | None:
    case = outcome.case
    if outcome.out_of_time or (outcome.trouble and not _is_expected(outcome)):
        return replace(_ended_badly(name_of(answer), outcome, task), number=number)
    if case.raises and not outcome.trouble:
        says = f"Nothing was raised; it should be a {case.raises.__name__}{_because(case)}."
        return Problem(Difference(says, got=outcome.result), outcome, number)
    difference = _difference(task, answer, outcome)
    return Problem(difference, outcome, number) if difference else None


def _is_expected(outcome: Outcome) -> bool:
    return bool(
        outcome.trouble and outcome.case.raises and issubclass(outcome.trouble.type, outcome.case.raises)
    )


def _because(case: Case) -> str:
    return f", because {case.because}" if case.because else ""


def _ended_badly(name: str, outcome: Outcome, task: Task) -> Problem:
    if outcome.out_of_time or outcome.trouble is None:
        says = (
            f"{name} did not come back within {task.seconds:g} seconds and was stopped. "
            "Is there a loop, or a call of itself, that never ends?"
        )
        return Problem(Difference(says), outcome)
    trouble = outcome.trouble
    if trouble.type is NotImplementedError and trouble.deliberate:
        says = f"{name} is not written yet. Put your answer in place of the line `{trouble.line}`."
        return Problem(Difference(says), outcome)
    if outcome.case.raises:
        says = (
            f"It raised {_article(trouble.type.__name__)}; "
            f"it should be {_article(outcome.case.raises.__name__)}{_because(outcome.case)}."
        )
    elif trouble.type is SystemExit:
        says = f"{name} tries to end Python (exit or quit). Let it return instead."
    elif issubclass(trouble.type, RecursionError):
        says = f"{name} calls itself again and again until Python stops it (RecursionError)."
    elif issubclass(trouble.type, SyntaxError):
        says = "In this order the lines are not a program."
    else:
        says = f"{name} stopped with {_article(trouble.type.__name__)}."
    return Problem(Difference(says), outcome, trouble=trouble)


def _article(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def _difference(task: Task, answer: Any, outcome: Outcome) -> Difference | None:
    case = outcome.case
    run = Run(case, outcome.inputs, outcome.after, outcome.result, answer)
    for prop in case.properties if case.raises else _all_properties(task, case):
        try:
            difference = prop.test(run)
        except Exception as error:
            # Looking at a result of an unforeseen kind failed, so it is not what was asked for.
            return Difference(
                f"The result is {kind_of(run.result)}, {show(run.result)}, and could not be looked at "
                f"({type(error).__name__}: {error}). Compare it with the exercise's example."
            )
        if difference:
            return difference
    return _changed_input(task, run)


def _all_properties(task: Task, case: Case) -> tuple[Property, ...]:
    what = task.lines.returns if task.lines else "the result"
    stated = () if case.returns is None else (returns(lambda *_: case.returns, what=what),)
    return (*stated, *task.properties, *case.properties)


def _changed_input(task: Task, run: Run) -> Difference | None:
    names = input_names(task, run.answer, len(run.inputs))
    if task.changes_inputs is True:
        return None
    allowed = task.changes_inputs or ()
    for index, (before, after) in enumerate(zip(run.inputs, run.after, strict=True)):
        if index not in allowed and not same_picture(picture_of(before), picture_of(after), grad=False):
            return Difference(
                f"Your answer changed what it was given: {names[index]} was {show(before)} before and is "
                f"{show(after)} now. It should be left as it is."
            )
    return None


def _problem_when_repeated(task: Task, answer: Any, outcomes: Sequence[Outcome]) -> Problem | None:
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
