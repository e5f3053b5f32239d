"""`hint("05.accumulate")`: three hints for each task, one more each time."""

from __future__ import annotations


def hint(task: str) -> None:
    """Show the next hint for a task: first the idea, then where to look, then nearly the code.

    The earlier ones are shown again above it. Hints cost no points; `progress("05")` counts them.
    """
    from classroom.check.notebook import find_task
    from classroom.progress import latest, record
    from classroom.question.show import Message

    try:
        _, found = find_task(task)
    except LookupError as error:
        Message("Hint", (str(error.args[0]),)).show()
        return
    last = latest("hint", task)
    number = min(last["number"] + 1, len(found.hints)) if last else 1
    record("hint", task, number=number)
    shown = tuple(f"**Hint {i} of {len(found.hints)}.** {found.hints[i - 1]}" for i in range(1, number + 1))
    after = "" if number < len(found.hints) else "That was the last hint. What does the check say now?"
    Message("Hint", (*shown, after) if after else shown).show()
