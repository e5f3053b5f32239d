"""Which known mistake a wrong answer looks like: found by making the mistake on the same inputs.

Each mistake in a task's bank is a wrong answer that runs. It is used exactly as the learner's was, and what
the two did is compared: what came back, what the inputs were left as, which exception came out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from classroom.check.answers import way_to_use
from classroom.check.running import Outcome, Trouble, attempt
from classroom.check.specification import Mistake, Task
from classroom.check.values import same_picture

#: Slips of the pen. Two answers that both have one need not have the same idea behind it.
SLIPS = (NameError, SyntaxError, ImportError, NotImplementedError)

#: A mistake that never returns is only worth this many seconds.
SECONDS = 1.0

# How much of what a mistake does must be what the learner's answer did, the most specific first.
SAME_ANSWER = 4  # the very same order of lines, or choice
SAME_EVERYWHERE = 3  # on all inputs, also where the answer is right
SAME_WHERE_WRONG = 2  # on all inputs where the answer is wrong
SAME_NUMBERS_WHERE_WRONG = 1  # as before, but dtype or requires_grad differ
UNLIKE = 0


def diagnose(task: Task, answer: Any, outcomes: Sequence[Outcome], wrong: Sequence[int]) -> Mistake | None:
    """Return the mistake that explains what `answer` did, or None.

    outcomes   what it did on the task's cases, as far as they were tried; `wrong` says at which it is wrong

    Of several mistakes that explain it the most specific wins, and then the one that stands first in the
    bank.
    """
    best, best_rank = None, UNLIKE
    for mistake in task.mistakes:
        rank = _likeness(task, mistake, answer, outcomes, wrong)
        if rank > best_rank:
            best, best_rank = mistake, rank
    return best


def _likeness(
    task: Task, mistake: Mistake, answer: Any, outcomes: Sequence[Outcome], wrong: Sequence[int]
) -> int:
    if task.kind in ("lines", "choice") and answer == mistake.answer:
        return SAME_ANSWER
    use = way_to_use(task)
    made = [attempt(use, mistake.answer, outcome.case, min(SECONDS, task.seconds)) for outcome in outcomes]
    slips_count = bool(task.lines)  # whoever orders lines makes no slips of the pen

    def alike(places: Sequence[int], **detail: bool) -> bool:
        return all(did_the_same(outcomes[i], made[i], slips_count=slips_count, **detail) for i in places)

    if not alike(wrong, state=False):
        return UNLIKE
    if not alike(wrong):
        return SAME_NUMBERS_WHERE_WRONG
    return SAME_EVERYWHERE if alike(range(len(outcomes))) else SAME_WHERE_WRONG


def did_the_same(one: Outcome, other: Outcome, *, state: bool = True, slips_count: bool = False) -> bool:
    """Whether two answers did the same with the same input."""
    if one.out_of_time or other.out_of_time:
        return one.out_of_time and other.out_of_time
    if one.trouble or other.trouble:
        return bool(one.trouble and other.trouble) and _same_trouble(one.trouble, other.trouble, slips_count)
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
