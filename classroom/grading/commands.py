"""The commands ``minigrad-course submit``, ``release``, ``grade`` and ``demo``."""

from __future__ import annotations

import sys
import warnings
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from classroom.grading.released import is_released
from classroom.paths import CourseError, find_project, find_unit, list_units

if TYPE_CHECKING:
    from classroom.grading.course import Course, Grade


@click.command()
@click.argument("unit")
@click.option("--no-open", is_flag=True, help="Do not open the feedback in a browser.")
def submit(unit: str, no_open: bool) -> None:
    """Hand in the exercise of UNIT (for example 05) and get feedback.

    Your notebook in exercises/ is copied, never changed. Save it first. You may hand in as often as you like.
    """
    project = find_project()
    files = find_unit(project, unit)
    click.echo(f"Handing in {files.exercise.relative_to(project)} ...")
    course = _course(project)
    from classroom.grading.handin import grade_own, hand_in

    handed_in = hand_in(course, files)
    if not course.has_solution(files.name):
        click.echo(f"Handed in: {handed_in.inbound}")
        click.echo("This copy of the course holds no solutions, so your instructor grades it.")
        return
    click.echo("Running the hidden checks ...")
    grade = grade_own(course, files, handed_in.student)
    _show(grade)
    click.echo(f"\nFeedback: {grade.feedback}")
    if not no_open:
        webbrowser.open(grade.feedback.as_uri())


@click.command()
@click.argument("units", nargs=-1)
def release(units: Sequence[str]) -> None:
    """Put units into the exchange, from where JupyterLab's assignment list fetches them. Without UNITS: all.

    What is there already, and up to date, stays as it is; so this may run before every start of JupyterLab.
    """
    project = find_project()
    wanted = [find_unit(project, unit) for unit in units] or list_units(project)
    there = [files for files in wanted if files.solution.is_file() or files.exercise.is_file()]
    todo = [files for files in there if not is_released(files)]
    if not todo:
        click.echo("All units are in the exchange.")
        return
    course = _course(project)
    for files in todo:
        course.release(files.name)
        click.echo(f"{files.name} is in the exchange.")


@click.command()
@click.argument("unit")
@click.argument("students", nargs=-1)
def grade(unit: str, students: Sequence[str]) -> None:
    """Collect and grade what was handed in for UNIT; of STUDENTS only, or of everyone.

    Grades go into nbgrader's gradebook, feedback into feedback/ and back into the exchange.
    """
    project = find_project()
    name = find_unit(project, unit).name
    course = _course(project)
    if not course.has_solution(name):
        raise CourseError(f"{project} holds no solution of {name}, and grading compares with it.")
    with course.alone():
        course.prepare(name)
        course.collect(name)
        everyone = course.students(name)
        if unknown := sorted(set(students) - set(everyone)):
            raise CourseError(f"Nothing of {name} was handed in by {', '.join(unknown)}.")
        if not everyone:
            raise CourseError(f"Nobody has handed in {name}: submitted/ and the exchange hold nothing of it.")
        grades, failures = [], []
        for student in students or everyone:
            try:
                grades.append(course.grade(name, student))
                click.echo(f"{student}: {grades[-1].score:g} of {grades[-1].max_score:g}")
            except CourseError as error:
                failures.append(str(error))
                click.echo(str(error), err=True)
    if failures:
        raise CourseError(f"{len(grades)} graded, {len(failures)} not, for the reasons above.")


@click.command()
@click.option("--unit", default="05", show_default=True, help="The unit that the class hands in.")
@click.option(
    "--to",
    type=click.Path(path_type=Path),
    help="Where the class's folder is made. [default: a temporary folder]",
)
def demo(unit: str, to: Path | None) -> None:
    """Take a class of six through a whole round: release, hand in, grade, feedback.

    Among the six: a perfect answer, a partial one, an untouched notebook, a classic mistake, a notebook
    with a duplicated cell, and an endless loop. Ends with an error when one of the scores is not what it
    should be.
    """
    from classroom.grading.demo import run
    from classroom.units import load_unit

    project = find_project()
    files = find_unit(project, unit)
    if not files.solution.is_file():
        raise CourseError(
            f"The demo needs {files.solution}, and a learners' copy of the course has no solutions."
        )
    _hush()
    run(project, files, load_unit(files.number), to)


def _course(project: Path) -> Course:
    if sys.platform == "win32":
        raise CourseError(
            "Handing in and grading go through nbgrader's exchange, which does not exist on Windows. "
            "Use the Windows Subsystem for Linux, or send your notebook to your instructor."
        )
    _hush()
    from classroom.grading.course import Course

    return Course(project)


def _hush() -> None:
    # nbgrader's gradebook warns at length about its use of SQLAlchemy, which nobody here can change.
    warnings.filterwarnings("ignore", module=r"nbgrader\.")


def _show(grade: Grade) -> None:
    for sentence in grade.mended:
        click.echo(f"Put in order: {sentence}")
    for task in grade.tasks:
        click.echo(f"{task.points:g} of {task.max_points:g}  {task.task}: {task.sentence}")
    click.echo(f"Together: {grade.score:g} of {grade.max_score:g} points.")
