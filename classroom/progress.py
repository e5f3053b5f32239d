"""What a learner has done, kept in `progress.json` in their folder, and the table that shows it.

The store is a list of events, and anything that a learner does may be one. `check`, `hint`, `predict` and
`question` record here and read their own events back:

>>> record("question", "05.q1", choice="b", right=False)
>>> record("question", "05.q1", choice="c", right=True)
>>> [event["choice"] for event in events("question", "05.q1")]
['b', 'c']
>>> latest("question", "05.q1")["right"]
True
>>> latest("question", "05.q2") is None
True

An event is a dict: `kind`, `item` ("05.q1": the unit's number, a dot, a name), `time` (UTC, ISO 8601, to the
second), and whatever else was recorded. It is written in one piece under a lock, so two kernels at once lose
nothing. A file that makes no sense is moved aside and named in a sentence. When the folder cannot be written
to, a sentence says so, once, and the lesson goes on.

The kinds in use:

- "check": passed (bool), mistake (its name, or None)
- "hint": number (1, 2 or 3: which hint was shown)
- "prediction" and "question": see `classroom.question`
"""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from classroom.paths import CourseError, find_project

Event = dict[str, Any]

_told: set[str] = set()  # sentences that were already shown; each is shown once


def progress_path() -> Path:
    """Where progress is kept: `MINIGRAD_PROGRESS`, else beside `course/`, else in the working folder."""
    if named := os.environ.get("MINIGRAD_PROGRESS"):
        return Path(named)
    try:
        return find_project() / "progress.json"
    except CourseError:
        return Path.cwd() / "progress.json"


def being_graded() -> bool:
    """Whether this process runs a submission for the grader: then progress is neither kept nor shown."""
    return bool(os.environ.get("MINIGRAD_GRADING")) or os.environ.get("NBGRADER_EXECUTION") == "autograde"


def record(kind: str, item: str, **details: Any) -> None:
    """Add one event. `details` are JSON values: text, numbers, booleans, None, lists and dicts of them.

    Nothing is recorded while a submission is being graded.

    TypeError: a detail that JSON cannot hold.
    """
    if being_graded():
        return
    event = {"kind": kind, "item": item, "time": datetime.now(UTC).isoformat(timespec="seconds"), **details}
    json.dumps(event)  # a detail that cannot be written raises here, before the file is touched
    path = progress_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _lock(path):
            _write(path, [*_read(path), event])
    except (OSError, TimeoutError) as error:
        _tell(f"Your progress could not be saved in {path} ({error}). The check itself is not affected.")


def events(kind: str | None = None, item: str | None = None) -> list[Event]:
    """The events so far, oldest first: all, or those of one kind, of one item, or both."""
    path = progress_path()
    try:
        found = _read(path)
    except OSError as error:
        _tell(f"Your progress in {path} could not be read ({error}).")
        return []
    return [
        event
        for event in found
        if (kind is None or event["kind"] == kind) and (item is None or event["item"] == item)
    ]


def latest(kind: str, item: str) -> Event | None:
    """The newest event of this kind about this item, or None."""
    return next(reversed(events(kind, item)), None)


def progress(unit: str | None = None) -> None:
    """Show how far you are: all units, or the tasks of one, for example `progress("05")`."""
    from classroom.progress_table import show

    show(unit)


def _lock(path: Path) -> Any:
    from filelock import FileLock

    return FileLock(path.with_name(f".{path.name}.lock"), timeout=10)


def _read(path: Path) -> list[Event]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return []
    except UnicodeDecodeError:
        return _move_aside(path)
    try:
        found = json.loads(text)["events"]
        usable = all(isinstance(event["kind"], str) and isinstance(event["item"], str) for event in found)
    except (ValueError, TypeError, KeyError, RecursionError):
        return _move_aside(path)
    return list(found) if usable else _move_aside(path)


def _move_aside(path: Path) -> list[Event]:
    kept = path.with_name(f"{path.stem}.broken-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}{path.suffix}")
    path.replace(kept)
    _tell(f"{path} could not be understood. It was kept as {kept.name}, and a new one begins.")
    return []


def _write(path: Path, everything: list[Event]) -> None:
    # One event a line: easy to read, and easy to mend by hand.
    lines = ",\n".join(json.dumps(event, ensure_ascii=False) for event in everything)
    new = path.with_name(f".{path.name}.{os.getpid()}")
    new.write_text(f'{{"events": [\n{lines}\n]}}\n', encoding="utf-8")
    new.replace(path)


def _tell(sentence: str) -> None:
    if sentence not in _told:
        _told.add(sentence)
        print(sentence)
