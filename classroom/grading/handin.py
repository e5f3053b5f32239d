"""Handing in: by ``minigrad-course submit``, or with Submit in JupyterLab's assignment list.

The classes here take the place of nbgrader's in ``nbgrader_config.py``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from nbgrader.exchange.default import ExchangeList, ExchangeSubmit
from nbgrader.utils import get_username, is_solution, temp_attrs

from classroom.grading.course import Course, Grade
from classroom.grading.reference import read_template
from classroom.grading.released import STORE
from classroom.grading.submission import read_submission, tidy_folder
from classroom.paths import CourseError, UnitFiles
from classroom.units import load_unit


class ExerciseList(ExchangeList):
    """The assignment list, for learners who work in ``exercises/``.

    The list reads its configuration in the folder where assignments are, so that folder must be the
    course's own. Only when it looks for what has been fetched does this class point it to
    ``exercises/``.
    """

    def parse_assignments(self) -> list[dict]:
        """List the assignments; those found in exercises/ count as fetched."""
        with temp_attrs(self, assignment_dir=os.path.join(self.coursedir.root, "exercises")):
            return super().parse_assignments()


class SubmitAndGrade(ExchangeSubmit):
    """Hands in; where the solutions are at hand, grading starts in the background."""

    def copy_files(self) -> None:
        """Copy the assignment into the exchange, then start grading it."""
        super().copy_files()
        root, name = Path(self.coursedir.root), self.coursedir.assignment_id
        if UnitFiles(root, name).solution.is_file():
            student = self.assignment_filename.rsplit("+", 3)[0]
            (root / STORE).mkdir(exist_ok=True, mode=0o700)
            with open(root / STORE / "hand-in.log", "a") as log:
                subprocess.Popen(
                    [sys.executable, "-m", "classroom.cli", "grade", name, student],
                    cwd=root,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,  # JupyterLab may be closed before the grade is there
                )


def before_grading(assignment: str, student: str, notebooks: list[str]) -> None:
    """nbgrader's hook before it grades a folder: tidy the folder, and list the notebook that counts."""
    folder = Path(notebooks[0]).parent
    tidy_folder(folder, f"{folder.name}.ipynb")
    notebooks[:] = [str(folder / f"{folder.name}.ipynb")]


@dataclass(frozen=True)
class HandedIn:
    """Who handed in, and where it lies in the exchange."""

    student: str
    inbound: Path


def hand_in(course: Course, files: UnitFiles) -> HandedIn:
    """Hand in the learner's notebook of a unit.

    The notebook in ``exercises/`` is read and copied, never written.

    Raises
    ------
    CourseError
        When the notebook is missing, broken or another unit's; when the exchange cannot be written.
    """
    _examine(course, files)
    course.release(files.name)
    submit = ExchangeSubmit(
        coursedir=course.api.coursedir, authenticator=course.api.authenticator, config=course.config
    )
    with course.about(assignment_id=files.name):
        course.run(submit, f"{files.exercise} could not be handed in")
    return HandedIn(get_username(), Path(submit.inbound_path, submit.assignment_filename))


def grade_own(course: Course, files: UnitFiles, student: str) -> Grade:
    """Grade what the student has just handed in, and bring the feedback back to them.

    Raises
    ------
    CourseError
        When the grader itself fails; never because of what the notebook holds.
    """
    with course.alone():
        course.prepare(files.name)
        course.collect(files.name, student)
        grade = course.grade(files.name, student)
        course.fetch_feedback(files.name, student)
    return grade


def _examine(course: Course, files: UnitFiles) -> None:
    """Raise a sentence when the learner's notebook is not one to hand in."""
    if not files.exercise.exists():
        raise CourseError(f"There is no notebook {files.exercise}. Work in that file, or copy yours there.")
    try:
        notebook = read_submission(files.exercise)
    except CourseError as error:
        raise CourseError(f"{files.exercise} cannot be handed in. {error}") from error
    wanted = _graded_cells(course, files)
    found = {cell.metadata.get("nbgrader", {}).get("grade_id") for cell in notebook.cells}
    found |= {cell.get("id") for cell in notebook.cells}
    if wanted and not wanted & found:
        raise CourseError(
            f"{files.exercise} cannot be handed in. It holds none of the graded cells of unit {files.number} "
            f"({', '.join(sorted(wanted))}). Is it the notebook of another unit?"
        )


def _graded_cells(course: Course, files: UnitFiles) -> set[str]:
    """The names of the cells that the learner fills in, as far as this copy of the course knows them."""
    if course.has_solution(files.name):
        return {name for name, cell in read_template(files.solution).graded.items() if is_solution(cell)}
    try:
        return {task.name for task in load_unit(files.number).tasks}
    except LookupError:
        return set()
