"""A course of one small unit with two tasks, in a temporary folder, and ways to hand in to it.

It brings a `check` of its own, so that these tests look at the grading and at nothing else.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from traitlets.config import Config

from classroom.build.release import exercise_from
from classroom.build.source import HEADER, complete, read_source
from classroom.check.specification import Mistake, Task, Unit
from classroom.grading.course import Course, Grade

PROJECT = Path(__file__).parents[3]
NAME = "97_tiny"

SOURCE = f"""{HEADER}

# %% [markdown]
# # 97 · Tiny

# %% nbgrader={{"grade_id": "imports", "locked": true}}
import numpy as np
from IPython.display import publish_display_data

TRIED = {{
    "97.double": lambda answer: answer([1.0, 2.0]),
    "97.shout": lambda answer: answer("a"),
}}
EXPECTED = {{"97.double": [2.0, 4.0], "97.shout": "A!"}}


class CheckFailed(Exception):
    pass


def check(task, answer):
    got = TRIED[task](answer)
    passed = got == EXPECTED[task]
    mistake = "adds-two" if got == [3.0, 4.0] else None
    result = {{"task": task, "passed": passed, "mistake": mistake}}
    publish_display_data({{"application/vnd.minigrad.check+json": result, "text/plain": "tried"}})
    if not passed:
        raise CheckFailed


# %% nbgrader={{"grade_id": "double", "solution": true}}
def double(numbers):
    ### BEGIN SOLUTION
    return [2 * number for number in numbers]
    ### END SOLUTION


# %% nbgrader={{"grade": true, "grade_id": "double-check", "locked": true, "points": 2}}
check("97.double", double)
### BEGIN HIDDEN TESTS
from classroom.grading import observe, raised

observe("three numbers", double([0.1, -7.5, 1e6]))
observe("none", double([]))
observe("an array", np.array(double(np.array([3.25, 4.5]))))
observe("no numbers at all", raised(double, None))
### END HIDDEN TESTS

# %% nbgrader={{"grade_id": "shout", "solution": true}}
def shout(word):
    ### BEGIN SOLUTION
    return word.upper() + "!"
    ### END SOLUTION


# %% nbgrader={{"grade": true, "grade_id": "shout-check", "locked": true, "points": 1}}
check("97.shout", shout)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

observe("a longer word", shout("wonderful"))
### END HIDDEN TESTS
"""


def adds_two(numbers):
    return [number + 2 for number in numbers]


ADDS_TWO = Mistake("adds-two", "your answer is what you get when 2 is added", "What is twice 10?", adds_two)
UNIT = Unit("97", NAME, "Tiny", (Task("double", "Double", mistakes=(ADDS_TWO,)), Task("shout", "Shout")))

#: Right answers, as a learner would write them.
DOUBLE = "def double(numbers):\n    return [number + number for number in numbers]"
SHOUT = "def shout(word):\n    return f'{word.upper()}!'"


def solution_notebook(folder: Path) -> NotebookNode:
    """The small unit's solution."""
    path = folder / f"{NAME}.exercises.py"
    path.write_text(SOURCE, encoding="utf-8")
    notebook = complete(read_source(path, path))
    path.unlink()
    return notebook


def make_course(root: Path) -> None:
    """Lay out the course in an empty folder."""
    solution = solution_notebook(root)
    for kind, notebook in (("solutions", solution), ("exercises", exercise_from(solution))):
        (root / kind / NAME).mkdir(parents=True)
        nbformat.write(notebook, root / kind / NAME / f"{NAME}.ipynb")
    (root / "course").mkdir()
    shutil.copy(PROJECT / "nbgrader_config.py", root)


@dataclass
class Classroom:
    """The course, and students who hand in to it."""

    root: Path
    course: Course

    def exercise(self) -> NotebookNode:
        """The notebook as it was handed out."""
        return nbformat.read(self.root / "exercises" / NAME / f"{NAME}.ipynb", as_version=4)

    def answered(self, double: str = DOUBLE, shout: str = SHOUT) -> NotebookNode:
        """The notebook with these answers."""
        notebook = self.exercise()
        cell_of(notebook, "double").source = double
        cell_of(notebook, "shout").source = shout
        return notebook

    def submitted(self, student: str) -> Path:
        """The folder of what the student handed in."""
        folder = self.root / "submitted" / student / NAME
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def grade(self, notebook: NotebookNode | str | bytes, student: str = "ada") -> Grade:
        """Hand in and grade a notebook, or whatever text stands in its file."""
        path = self.submitted(student) / f"{NAME}.ipynb"
        if isinstance(notebook, NotebookNode):
            notebook = nbformat.writes(notebook)
        path.write_bytes(notebook.encode() if isinstance(notebook, str) else notebook)
        return self.course.grade(NAME, student)

    def points(self, notebook: NotebookNode | str | bytes, student: str = "ada") -> dict[str, float]:
        """The points for each task."""
        return {task.task: task.points for task in self.grade(notebook, student).tasks}

    def in_gradebook(self, student: str) -> tuple[float, bool]:
        """The score in nbgrader's gradebook, and whether something is left to do by hand."""
        with self.course.api.gradebook as gradebook:
            submission = gradebook.find_submission(NAME, student)
            return submission.score, submission.needs_manual_grade


def cell_of(notebook: NotebookNode, grade_id: str) -> NotebookNode:
    """The first cell with this grade_id."""
    return next(
        cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("grade_id") == grade_id
    )


@pytest.fixture(scope="session")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course that was released and whose solution was run, to be copied by each test."""
    root = tmp_path_factory.mktemp("course")
    make_course(root)
    Course(root).prepare(NAME)
    return root


@pytest.fixture
def classroom(laid_out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Classroom:
    """A fresh copy of the course, with a short time limit."""
    root = tmp_path / "course"
    shutil.copytree(laid_out, root)
    monkeypatch.setattr("classroom.grading.verdict.load_unit", {"97": UNIT}.get)
    limits = Config({"Executor": {"cell_seconds": 5, "notebook_seconds": 60}})
    return Classroom(root, Course(root, limits))


OwnCells = Callable[[NotebookNode], None]
