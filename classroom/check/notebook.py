"""A check in a notebook's cell: from the task's name to the message below the cell."""

from __future__ import annotations

import sys
from difflib import get_close_matches
from typing import Any

from classroom.check import CheckFailed
from classroom.check.examine import examine
from classroom.check.message import Message, message_of
from classroom.check.specification import Task, Unit
from classroom.progress import being_graded, latest, record
from classroom.units import load_unit, unit_numbers

#: The MIME type under which the grader finds a check's verdict.
CHECK = "application/vnd.minigrad.check+json"


def check_in_cell(name: Any, *answers: Any) -> None:
    """Do what `classroom.check.check` promises."""
    try:
        unit, task = find_task(name)
    except LookupError as error:
        message, mistake = Message(False, str(error.args[0])), None
    else:
        verdict = examine(task, answers)
        mistake = verdict.mistake.name if verdict.mistake else None
        record("check", name, passed=verdict.passed, mistake=mistake)
        message = message_of(name, task, verdict, answers, _standing(unit, task, verdict.passed))
    publish(message, {"task": str(name), "passed": message.passed, "mistake": mistake})
    if not message.passed:
        raise CheckFailed(f"{name}, see the message above.") from None


def find_task(name: Any) -> tuple[Unit, Task]:
    """Return the unit and the task that a name such as "05.accumulate" means.

    LookupError: it means none; the message suggests what may have been meant.
    """
    if not isinstance(name, str):
        raise LookupError('The first argument is the task\'s name in quotes, for example "05.accumulate".')
    number, _, rest = name.partition(".")
    if number not in unit_numbers():
        raise LookupError(
            f'There is no task "{name}". A name is a unit\'s number, a dot, and a word. '
            f"The units are {', '.join(unit_numbers())}."
        )
    unit = load_unit(number)
    names = [f"{number}.{task.name}" for task in unit.tasks]
    if name in names:
        return unit, unit.task(rest)
    meant = get_close_matches(name, names, n=1)
    suggestion = f'Did you mean "{meant[0]}"?' if meant else f"The tasks of this unit are {', '.join(names)}."
    raise LookupError(f'There is no task "{name}". {suggestion}')


def _standing(unit: Unit, task: Task, passed: bool) -> str:
    """One line: how many of the unit's tasks pass, and what comes next."""
    if being_graded():
        return ""
    done = [each.name for each in unit.tasks if passes(f"{unit.number}.{each.name}")]
    standing = f"Unit {unit.number}: {len(done)} of {len(unit.tasks)} tasks pass."
    if not passed:
        return f'{standing} Stuck? Run `hint("{unit.number}.{task.name}")` in a new cell.'
    open_tasks = [each.name for each in unit.tasks if each.name not in done]
    if open_tasks:
        return f"{standing} Next: {open_tasks[0]}."
    return f"{standing} Save the notebook and hand it in: `minigrad-course submit {unit.number}`."


def passes(name: str) -> bool:
    """Whether the latest check of a task passed."""
    event = latest("check", name)
    return bool(event and event.get("passed"))


def in_notebook() -> bool:
    """Whether an output can be shown below a cell. IPython is looked up, not imported: that takes a while."""
    ipython = sys.modules.get("IPython")
    return ipython is not None and ipython.get_ipython() is not None


def publish(message: Message, data: dict[str, Any]) -> None:
    """Show the message, and beside it what the grader reads; outside a notebook, print it."""
    if not in_notebook():
        print(message.text())
        return
    from IPython.display import publish_display_data

    publish_display_data({"text/plain": message.text(), "text/html": message.html(), CHECK: data})
