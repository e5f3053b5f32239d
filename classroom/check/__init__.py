"""`check("05.accumulate", accumulate)`: try a learner's answer at once, and say what is wrong with it.

Read in this order:

- `specification`: what a unit module writes: Unit, Task, Case, Mistake;
- `properties`: what can be stated about a right answer without giving one;
- `values`, `compare`, `finite_differences`: keeping, showing and comparing what came out;
- `answers`: what a learner hands in: a function, a class, an order of lines, a choice;
- `time_limit`, `running`: using it once, whatever it does;
- `problems`: what is wrong with what it did;
- `diagnosis`: the known mistake that it looks like;
- `examine`: all cases, the first problem, the diagnosis;
- `message`: what the learner reads;
- `notebook`: all of it, in a cell.
"""

from __future__ import annotations

from typing import Any


class CheckFailed(Exception):
    """A check found something. The message above it says what, so a notebook shows this in one line."""

    def _render_traceback_(self) -> list[str]:
        return [f"CheckFailed: {self}"]


def check(task: str, *answers: Any) -> None:
    """Try your answer to a task, and show what came out.

    task      the unit's number and the task's name, as the exercise writes them: "05.accumulate"
    answers   your function, without brackets: accumulate, not accumulate(...)

    What is right for the inputs tried here still has to be right for others: the hidden checks try those.

    CheckFailed: something is not right yet. What it is stands in the message above.
    """
    from classroom.check.notebook import check_in_cell

    check_in_cell(task, *answers)
