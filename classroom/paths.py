"""Where things lie: the project or learner's folder, and the notebooks of each unit in it.

A unit is known by the two digits that its name begins with, in every folder::

    course/05_leaves_and_accumulation.ipynb                              the lesson
    exercises/05_leaves_and_accumulation/05_leaves_and_accumulation.ipynb   what a learner fills in
    solutions/05_leaves_and_accumulation/05_leaves_and_accumulation.ipynb   what an instructor reads
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

UNIT_NAME = re.compile(r"\d\d_[a-z0-9]+(_[a-z0-9]+)*")


class CourseError(Exception):
    """Something the user can put right; the command line shows its text and no traceback."""


@dataclass(frozen=True)
class UnitFiles:
    """The notebooks of one unit, whether or not they exist."""

    project: Path
    name: str

    @property
    def number(self) -> str:
        """The two digits that the name begins with."""
        return self.name[:2]

    @property
    def lesson(self) -> Path:
        """The lesson notebook."""
        return self.project / "course" / f"{self.name}.ipynb"

    @property
    def exercise(self) -> Path:
        """The notebook that a learner fills in."""
        return self.project / "exercises" / self.name / f"{self.name}.ipynb"

    @property
    def solution(self) -> Path:
        """The notebook that an instructor reads; absent from the learners' copy."""
        return self.project / "solutions" / self.name / f"{self.name}.ipynb"


def find_project(start: Path | None = None) -> Path:
    """Return the nearest folder that holds ``course/``, from ``start`` (the working directory) upward.

    Raises
    ------
    CourseError
        When no folder on the way up holds ``course/``.
    """
    start = (start or Path.cwd()).resolve()
    for folder in (start, *start.parents):
        if (folder / "course").is_dir():
            return folder
    raise CourseError(
        f"Neither {start} nor a folder above it is the course's folder (the one that holds course/). "
        "Change into the course's folder first."
    )


def list_units(project: Path) -> list[UnitFiles]:
    """Return the units of which ``project`` has a lesson, an exercise or a solution, by number."""
    found = [
        *(path.stem for path in (project / "course").glob("*.ipynb")),
        *(path.parent.name for path in (project / "exercises").glob("*/*.ipynb")),
        *(path.parent.name for path in (project / "solutions").glob("*/*.ipynb")),
    ]
    return [UnitFiles(project, name) for name in sorted(set(found)) if UNIT_NAME.fullmatch(name)]


def find_unit(project: Path, wanted: str) -> UnitFiles:
    """Return the unit that ``wanted`` means: a number (``"05"``, ``"5"``) or a whole name.

    Raises
    ------
    CourseError
        When there is no such unit; the message lists those there are.
    """
    units = list_units(project)
    for unit in units:
        if wanted == unit.name or (wanted.isdecimal() and wanted.zfill(2) == unit.number):
            return unit
    if not units:
        raise CourseError(f"There is no unit {wanted!r}: {project} holds no notebook of any unit.")
    known = "\n".join(f"  {unit.name}" for unit in units)
    raise CourseError(
        f"There is no unit {wanted!r}. Name a unit by its number, for example {units[0].number}. "
        f"The units here are:\n{known}"
    )
