"""`mine("01.numeric-grad")`: what a learner wrote in an earlier unit, for a later one to go on with.

The answer is taken from the exercise notebook as it was last saved: the task's cell is run, and of the cells
above it what that cell may need. It is used when it passes the task's check. Otherwise the course's own
stands in (`classroom.given`), so that a unit works for everybody, also for who skipped the earlier one.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from classroom.paths import CourseError, UnitFiles, find_project

SECONDS = 5.0


class NotUsable(Exception):
    """The learner's own answer cannot be used; the text says why, as the end of a sentence."""


def mine(task: str) -> Any:
    """Return your own answer to a task of an earlier unit: `numeric_grad = mine("01.numeric-grad")`.

    It comes from your exercise notebook, as you last saved it, and must pass its check there. Otherwise you
    get the course's own function or class of the same name. One printed sentence says which of the two it is.
    While a submission is graded it is always the course's own, so that your points for a unit depend on that
    unit alone.

    LookupError: there is no such task, or the course gives no stand-in for it.
    """
    from classroom.check.notebook import find_task
    from classroom.progress import being_graded

    unit, _ = find_task(task)
    given = stand_in(task)
    name = given.__name__
    if being_graded():
        return given
    try:
        answer = _own(UnitFiles(_project(), unit.name), task, name)
    except NotUsable as reason:
        print(f"{name} is the course's own, because {reason}.")
        return given
    print(f"{name} is your own, from exercises/{unit.name}.")
    return answer


def stand_in(task: str) -> Any:
    """What the course gives in place of an answer to `task`. LookupError: nothing."""
    number, _, name = task.partition(".")
    try:
        return import_module(f"classroom.given.unit_{number}").GIVEN[name]
    except (ModuleNotFoundError, KeyError):
        raise LookupError(
            f'mine("{task}"): the course gives no stand-in for this task, so no later unit can go on with it.'
        ) from None


def _project() -> Path:
    try:
        return find_project()
    except CourseError:
        raise NotUsable("this notebook does not lie in the course's folder") from None


def _own(files: UnitFiles, task: str, name: str) -> Any:
    """Run the learner's cell and return what it calls `name`, if it passes the check. Else NotUsable."""
    from classroom.check.examine import examine
    from classroom.check.notebook import find_task
    from classroom.check.running import attempt
    from classroom.check.specification import Case

    path = files.exercise.relative_to(files.project).as_posix()
    above, cell = _cells(files.exercise, path, task.partition(".")[2])
    if "raise NotImplementedError" in cell:
        raise NotUsable(f"yours in {path} is not written yet")
    outcome = attempt(lambda _: _run(above, cell, path), None, Case(tuple), SECONDS)
    if outcome.out_of_time:
        raise NotUsable(f"your cell in {path} does not come to an end")
    if trouble := outcome.trouble:
        raise NotUsable(f"your cell in {path} ends with {trouble.type.__name__}: {trouble.text}")
    if name not in outcome.result:
        raise NotUsable(f"your cell in {path} does not define it")
    answer = outcome.result[name]
    if not examine(find_task(task)[1], (answer,)).passed:
        raise NotUsable(f"yours in {path} does not pass its check yet")
    return answer


def _cells(notebook: Path, path: str, grade_id: str) -> tuple[list[str], str]:
    """The code cells above the task's cell, and the task's cell."""
    from classroom.grading.submission import read_submission

    if not notebook.exists():
        raise NotUsable(f"there is no {path}")
    try:
        cells = [cell for cell in read_submission(notebook).cells if cell.cell_type == "code"]
    except CourseError as error:
        raise NotUsable(f"your notebook cannot be read ({str(error).rstrip('.')})") from None
    sources = [cell.source for cell in cells]
    for place, cell in enumerate(cells):
        if cell.metadata.get("nbgrader", {}).get("grade_id") == grade_id:
            return sources[:place], sources[place]
    raise NotUsable(f"{path} no longer has the cell of this task")


def _run(above: list[str], cell: str, path: str) -> dict[str, Any]:
    """Run the task's cell, after what the cells above it define. Return all names that there are then."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, source in enumerate(above):
        for statement in _definitions(source):
            with suppress(Exception):  # what fails here may not be needed
                _execute(ast.unparse(statement), names, f"<{path}, cell {number}>")
    _execute(cell, names, f"<{path}>")
    return names


def _execute(source: str, names: dict[str, Any], filename: str) -> None:
    # So that an exception, and whoever asks for the source of a function, can see the lines.
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    exec(compile(source, filename, "exec"), names)


def _definitions(source: str) -> Iterator[ast.stmt]:
    """Imports, functions, classes, and variables that are set without calling anything but `mine`.

    Checks, experiments and slow computations in the cells above are left out.
    """
    try:
        statements = ast.parse(source).body
    except SyntaxError:  # an unfinished cell, or one with a magic command
        return
    for statement in statements:
        match statement:
            case ast.Import() | ast.ImportFrom() | ast.FunctionDef() | ast.ClassDef():
                yield statement
            case ast.Assign(value=value) if all(_is_mine(call) for call in _calls(value)):
                yield statement


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    """The calls that are made when an expression is worked out: not those inside a lambda."""
    if isinstance(node, ast.Lambda):
        return
    if isinstance(node, ast.Call):
        yield node
    for child in ast.iter_child_nodes(node):
        yield from _calls(child)


def _is_mine(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "mine"
