"""Which units are in the exchange as they are now. Answered without nbgrader, which takes long to import."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

from classroom.paths import UnitFiles

#: Folder in the course's root for what the grader keeps between runs.
STORE = ".grading"


def is_released(files: UnitFiles) -> bool:
    """Whether the exchange holds this unit as its solution, or in a learners' copy its exercise, makes it."""
    try:
        mark = json.loads(_mark(files).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return False
    return mark["made_of"] == _made_of(files) and (files.project / mark["outbound"]).is_dir()


def mark_released(files: UnitFiles, outbound: Path) -> None:
    """Remember that the unit was released into the folder ``outbound``."""
    # A relative path, so that a copy of the whole folder is released into its own exchange.
    mark = {"made_of": _made_of(files), "outbound": os.path.relpath(outbound, files.project)}
    _mark(files).write_text(json.dumps(mark), encoding="utf-8")


def _mark(files: UnitFiles) -> Path:
    return files.project / STORE / f"{files.name}.released"


def _made_of(files: UnitFiles) -> str:
    # A learners' copy has no solution. Its exercise is released once: later it holds the learner's answers.
    return hashlib.sha256(files.solution.read_bytes()).hexdigest() if files.solution.is_file() else "exercise"
