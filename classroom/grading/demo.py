"""A class of six goes through a whole round, in a folder of its own.

What they hand in comes from the unit itself: right answers from its solution, wrong ones from its bank of
mistakes. The points that each should get are the sum over the tasks that were filled in right, and are
compared at the end.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import shutil
import tempfile
import textwrap
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import nbformat
from nbformat import NotebookNode
from nbgrader.exchange.default import ExchangeSubmit
from traitlets.config import Config

from classroom.check.specification import Mistake, Unit
from classroom.grading.course import CONFIG, Course, Grade
from classroom.grading.reference import read_solution, read_template
from classroom.paths import CourseError, UnitFiles

#: The time limit for a cell. The endless loop costs as much; every other cell needs far less.
CELL_SECONDS = 5

LOOP = "while True:  # until it works\n    pass\n\n\n"


@dataclass(frozen=True)
class Student:
    """One of the class: a name, what they hand in, and the tasks they got right."""

    name: str
    what: str
    notebook: NotebookNode
    right: frozenset[str]
    mistake: str = ""


def run(project: Path, files: UnitFiles, unit: Unit, folder: Path | None = None) -> None:
    """Take the class through the round, telling what happens, and show the scores.

    Raises
    ------
    CourseError
        When one of the six does not get the score, or the diagnosis, that the answers deserve.
    """
    root = folder or Path(tempfile.mkdtemp(prefix="minigrad-class-"))
    _lay_out(root, project, files)
    changes = Config({"Executor": {"cell_seconds": CELL_SECONDS}})
    course = Course(root, changes)

    click.echo(f"A class of six in {root}")
    click.echo(f"release   {files.name}, after running its solution ... ", nl=False)
    course.prepare(files.name)
    click.echo("done")

    released = course.exchange / "outbound" / files.name / files.exercise.name
    students = list(make_class(nbformat.read(released, as_version=4), files.solution, unit))
    for student in students:
        _hand_in(course, student, files)
        click.echo(f"hand in   {student.name:<6} {student.what}")
    course.collect(files.name)

    grades = []
    for student in students:
        click.echo(f"grade     {student.name:<6} ... ", nl=False)
        grades.append(course.grade(files.name, student.name))
        click.echo("done")

    click.echo()
    _show(students, grades)
    click.echo(f"\nGradebook: {root / 'gradebook.db'}\nFeedback:")
    for grade in grades:
        click.echo(f"  {grade.feedback}")
    points = {task: cell.metadata.nbgrader.points for task, cell in _tests(files.solution).items()}
    wrong = list(differences(students, grades, points))
    if wrong:
        raise CourseError("\n".join(wrong))
    click.echo("\nAll six got the score that their answers deserve.")


def _lay_out(root: Path, project: Path, files: UnitFiles) -> None:
    if root.exists() and any(root.iterdir()):
        raise CourseError(f"{root} is not empty. Name a new folder, so that nothing in it is lost.")
    shutil.copytree(files.solution.parent, UnitFiles(root, files.name).solution.parent)
    shutil.copy(project / CONFIG, root)


def _tests(solution: Path) -> dict[str, NotebookNode]:
    template = read_template(solution)
    return {grade_id.removesuffix("-check"): template.graded[grade_id] for grade_id in template.tests()}


def make_class(released: NotebookNode, solution: Path, unit: Unit) -> Iterator[Student]:
    """Fill in the released notebook in six ways."""
    answers = {
        cell.metadata.nbgrader.grade_id: _without_marks(cell.source)
        for cell in _solution_cells(read_solution(solution))
    }
    points = {task: cell.metadata.nbgrader.points for task, cell in _tests(solution).items()}
    everything = frozenset(answers)

    yield Student("ada", "a perfect answer", _fill(released, answers), everything)

    half = dict(list(answers.items())[: len(answers) // 2])
    yield Student("ben", "the first half of the tasks", _fill(released, half), frozenset(half))

    yield Student("cleo", "an untouched notebook", deepcopy(released), frozenset())

    task, mistake, wrong = _classic_mistake(answers, points, unit, _imported_names(released))
    what = f"a classic mistake, “{mistake.name}”, in {task}"
    yield Student("dan", what, _fill(released, answers | {task: wrong}), everything - {task}, mistake.name)

    copied = _fill(released, answers)
    place = next(place for place, cell in enumerate(copied.cells) if cell in _solution_cells(copied))
    untouched = next(_solution_cells(released))
    copied.cells.insert(place + 1, nbformat.from_dict({**deepcopy(untouched), "id": "copied-by-hand"}))
    yield Student("eva", "a duplicated cell", copied, everything)

    last = list(answers)[-1]
    looping = answers | {last: LOOP + answers[last]}
    yield Student("finn", f"an endless loop in {last}", _fill(released, looping), everything - {last})


def _classic_mistake(
    answers: dict[str, str], points: dict[str, float], unit: Unit, imported: set[str]
) -> tuple[str, Mistake, str]:
    """The first mistake that can be written down, in the task that gives most points."""
    for task in sorted(answers, key=lambda name: -points[name]):
        for mistake in unit.task(task).mistakes:
            source = as_source(mistake.answer, answers[task], imported)
            if source is not None:
                return task, mistake, source
    raise CourseError(f"None of the known mistakes of unit {unit.number} can be written down.")


def _solution_cells(notebook: NotebookNode) -> Iterator[NotebookNode]:
    return (cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("solution"))


def _without_marks(source: str) -> str:
    return "\n".join(line for line in source.splitlines() if not line.strip().startswith("###"))


def _fill(released: NotebookNode, answers: dict[str, str]) -> NotebookNode:
    notebook = deepcopy(released)
    for cell in _solution_cells(notebook):
        cell.source = answers.get(cell.metadata.nbgrader.grade_id, cell.source)
    return notebook


def as_source(answer: Any, right: str, imported: set[str]) -> str | None:
    """Write a known wrong answer as a learner would have: in the place of the right one, under its name.

    None when that is not possible, because the answer uses names that only its unit module has. The notebook
    has those that it imported.
    """
    name = _definition(right).name
    if isinstance(answer, str):
        return f'def {name}():\n    return "{answer}"'
    try:
        wrong = _definition(textwrap.dedent(inspect.getsource(answer)))
    except (OSError, TypeError, SyntaxError, StopIteration):  # a lambda, a builtin, something made by a call
        return None
    wrong.name = name
    wrong = _WithoutTypes().visit(wrong)
    return ast.unparse(wrong) if _foreign_names(wrong) <= imported else None


def _definition(source: str) -> ast.FunctionDef | ast.ClassDef:
    nodes = ast.parse(source).body
    return next(node for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef))


def _imported_names(notebook: NotebookNode) -> set[str]:
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    imports = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Import | ast.ImportFrom)]
    return {name.asname or name.name for node in imports for name in node.names}


def _foreign_names(definition: ast.AST) -> set[str]:
    """The names that a definition uses and does not itself bind."""
    names = [node for node in ast.walk(definition) if isinstance(node, ast.Name)]
    bound = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    bound |= {node.arg for node in ast.walk(definition) if isinstance(node, ast.arg)}
    bound |= {node.name for node in ast.walk(definition) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return {node.id for node in names} - bound - set(dir(builtins))


class _WithoutTypes(ast.NodeTransformer):
    """Leaves out type hints, which a unit module has and an exercise does not."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if node.value is None:
            return None
        return ast.copy_location(ast.Assign([node.target], self.visit(node.value)), node)


def _hand_in(course: Course, student: Student, files: UnitFiles) -> None:
    own = course.root / "students" / student.name
    path = own / files.name / files.exercise.name
    path.parent.mkdir(parents=True)
    nbformat.write(student.notebook, path)
    submit = ExchangeSubmit(
        coursedir=course.api.coursedir, authenticator=course.api.authenticator, config=course.config
    )
    submit.assignment_dir = str(own)
    with course.about(assignment_id=files.name, student_id=student.name):
        course.run(submit, f"{student.name}'s notebook could not be handed in")


def _show(students: list[Student], grades: list[Grade]) -> None:
    tasks = [task.task for task in grades[0].tasks]
    width = max(map(len, tasks))
    click.echo(f"{'':<6}  {'score':>7}   " + "  ".join(tasks))
    for student, grade in zip(students, grades, strict=True):
        marks = "  ".join(f"{task.points:>{len(task.task)}g}" for task in grade.tasks)
        click.echo(f"{student.name:<6}  {grade.score:>3g}/{grade.max_score:<3g}   {marks}")
    for student, grade in zip(students, grades, strict=True):
        failed = [task for task in grade.tasks if not task.right]
        if failed or grade.mended:
            click.echo(f"\n{student.name}, who handed in {student.what}:")
        for sentence in grade.mended:
            click.echo(f"  {'put in order':<{width}}  {sentence}")
        for sentence in dict.fromkeys(task.sentence for task in failed):
            names = ", ".join(task.task for task in failed if task.sentence == sentence)
            click.echo(f"  {names:<{width}}  {sentence}")


def differences(students: list[Student], grades: list[Grade], points: dict[str, float]) -> Iterator[str]:
    """A sentence for each score, and each diagnosis, that is not what the answers deserve."""
    for student, grade in zip(students, grades, strict=True):
        expected = sum(points[task] for task in student.right)
        if grade.score != expected:
            yield f"{student.name} got {grade.score:g} points for {student.what}, not {expected:g}."
        named = {task.mistake for task in grade.tasks} - {""}
        if student.mistake and named != {student.mistake}:
            yield f"{student.name} made the mistake “{student.mistake}”; the diagnosis is {named or 'none'}."
