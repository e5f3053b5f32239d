"""What is wrong with what an answer did: how it ended, what came back, what it left behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from classroom.check.answers import input_names, name_of, way_to_use
from classroom.check.properties import returns
from classroom.check.running import Outcome, Trouble, attempt
from classroom.check.specification import Case, Difference, Property, Run, Task
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


def find_problem(task: Task, answer: Any, outcome: Outcome, number: int) -> Problem | None:
    """Return what is wrong with an outcome of the task's case `number`, or None."""
    case = outcome.case
    if outcome.out_of_time or (outcome.trouble and not _is_expected(outcome)):
        return ended_badly(name_of(answer), outcome, task, number)
    if case.raises and not outcome.trouble:
        says = f"Nothing was raised; it should be {_article(case.raises.__name__)}{_because(case)}."
        return Problem(Difference(says, got=outcome.result), outcome, number)
    difference = _difference(task, answer, outcome)
    return Problem(difference, outcome, number) if difference else None


def _is_expected(outcome: Outcome) -> bool:
    expected = outcome.case.raises
    return bool(outcome.trouble and expected and issubclass(outcome.trouble.type, expected))


def ended_badly(name: str, outcome: Outcome, task: Task, number: int = 0) -> Problem:
    """The problem of an answer that did not come back, or raised what it should not raise."""
    trouble = outcome.trouble
    if outcome.out_of_time or trouble is None:
        says = (
            f"{name} did not come back within {task.seconds:g} seconds and was stopped. "
            "Is there a loop, or a call of itself, that never ends?"
        )
        return Problem(Difference(says), outcome, number)
    if trouble.type is NotImplementedError and trouble.deliberate:
        says = f"{name} is not written yet. Put your answer in place of the line `{trouble.line}`."
        return Problem(Difference(says), outcome, number)
    return Problem(Difference(_words_for(trouble, name, outcome.case)), outcome, number, trouble)


def _words_for(trouble: Trouble, name: str, case: Case) -> str:
    error = _article(trouble.type.__name__)
    if case.raises:
        return f"It raised {error}; it should be {_article(case.raises.__name__)}{_because(case)}."
    if trouble.type is SystemExit:
        return f"{name} tries to end Python (exit or quit). Let it return instead."
    if issubclass(trouble.type, RecursionError):
        return f"{name} calls itself again and again until Python stops it (RecursionError)."
    if issubclass(trouble.type, SyntaxError):
        return "In this order the lines are not a program."
    if not trouble.function:
        return f"{name} came back, but what it gave or left could not be used ({trouble.type.__name__})."
    return f"{name} stopped with {error}."


def _because(case: Case) -> str:
    return f", because {case.because}" if case.because else ""


def _article(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def _difference(task: Task, answer: Any, outcome: Outcome) -> Difference | None:
    case = outcome.case
    run = Run(case, outcome.inputs, outcome.after, outcome.result, answer)
    for prop in case.properties if case.raises else _all_properties(task, case):
        try:
            difference = prop.test(run)
        except Exception as error:  # the result is of a kind that the property did not foresee
            return Difference(_wrong_form(task, run, error))
        if difference:
            return difference
    return _changed_input(task, run)


def _all_properties(task: Task, case: Case) -> tuple[Property, ...]:
    what = task.lines.returns if task.lines else "the result"
    stated = () if case.returns is None else (returns(lambda *_: case.returns, what=what),)
    return (*stated, *task.properties, *case.properties)


def _wrong_form(task: Task, run: Run, error: Exception) -> str:
    """Say what form a result should have. The known mistakes show it: most are wrong in numbers only."""
    own, usual = _form_of(run.result), _usual_form(task, run.case)
    if run.result is None and own != usual:
        return "Your function returns None. Does every way through it end with `return`?"
    if usual and own != usual:
        return (
            f"The result is {own}, {show(run.result)}; it should be {usual}. Look at the exercise's example."
        )
    return (
        f"The result, {show(run.result)}, could not be looked at ({type(error).__name__}: {error}). "
        "Look at the exercise's example."
    )


def _usual_form(task: Task, case: Case) -> str:
    use: Callable[..., Any] = way_to_use(task)
    tried = [attempt(use, mistake.answer, case, 1.0) for mistake in task.mistakes]
    forms = Counter(_form_of(outcome.result) for outcome in tried if outcome.result is not None)
    return max(forms, key=forms.__getitem__, default="")


def _form_of(result: Any) -> str:
    return f"a tuple of {len(result)} values" if isinstance(result, tuple) else kind_of(result)


def _changed_input(task: Task, run: Run) -> Difference | None:
    if task.changes_inputs is True:
        return None
    names = input_names(task, run.answer, len(run.inputs))
    allowed = task.changes_inputs or ()
    for index, (before, after) in enumerate(zip(run.inputs, run.after, strict=True)):
        if index not in allowed and not same_picture(picture_of(before), picture_of(after), grad=False):
            return Difference(
                f"Your answer changed what it was given: {names[index]} was {show(before)} before and is "
                f"{show(after)} now. It should be left as it is."
            )
    return None
