"""The answers so far, kept in the learner's progress.

Three kinds of events, each about one name ("05.second-backward"):

- "prediction": answer, as plain data. The last one before the first outcome is the prediction. After that
  none is recorded, so that nobody's prediction is written after the fact.
- "outcome": shown (what came out, as text), same (whether it is what was predicted).
- "question": choice (a letter), right. Every answer counts; the same cell run again does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from classroom.progress import events, latest, record
from classroom.question.answer import Plain, identical

#: The same answer to the same question within this time is the same cell, run again.
RUN_AGAIN = timedelta(days=1)


@dataclass(frozen=True)
class Attempt:
    """One answer to a question: its letter, whether it was right, and when."""

    choice: str
    right: bool
    time: datetime


def now() -> datetime:
    """The present time."""
    return datetime.now(UTC)


def prediction(name: str) -> Plain | None:
    """The kept prediction, or None while it is open."""
    event = latest("prediction", name)
    return None if event is None else event.get("answer")


def is_settled(name: str) -> bool:
    """Whether the learner has seen the prediction beside what came out."""
    return latest("outcome", name) is not None


def keep_prediction(name: str, answer: Plain) -> None:
    """Keep a prediction that is not settled yet, once."""
    if not identical(prediction(name), answer):
        record("prediction", name, answer=answer)


def keep_outcome(name: str, shown: str, same: bool) -> None:
    """Settle the prediction. The first outcome is kept; running the lesson again changes nothing."""
    if not is_settled(name):
        record("outcome", name, shown=shown, same=same)


def attempts() -> dict[str, list[Attempt]]:
    """All answers to questions, by name, oldest first. An event edited beyond use is passed over."""
    found: dict[str, list[Attempt]] = {}
    for event in events("question"):
        try:
            time = datetime.fromisoformat(event["time"]).astimezone(UTC)
            attempt = Attempt(str(event["choice"]), bool(event["right"]), time)
        except (KeyError, TypeError, ValueError):
            continue
        found.setdefault(event["item"], []).append(attempt)
    return found


def keep_attempt(name: str, choice: str, right: bool) -> None:
    """Keep an answer to a question, unless it is the same cell run again."""
    before = attempts().get(name)
    if not before or before[-1].choice != choice or now() - before[-1].time >= RUN_AGAIN:
        record("question", name, choice=choice, right=right)
