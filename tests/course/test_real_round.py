"""The workbench scores as the real round does: nbgrader, its gradebook, a kernel for each notebook."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest

from classroom.grading.course import Course
from classroom.paths import find_unit
from classroom.units import unit_numbers
from tests.course.results import everything_of
from tests.course.workbench import ROOT, Answer, Workbench

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

MUTANTS = 4  # notebooks of mutants, drawn at random but the same each time


def notebooks(bench: Workbench) -> Iterator[dict[str, Answer]]:
    """Sets of answers, one for each task: mistakes together, alternatives together, mutants together."""
    answers = {task: [*bench.answers(task), *bench.mutants(task)] for task in bench.tasks()}
    draw = random.Random(5)
    for kind, number in (("mistake", 3), ("alternative", 2)):
        for place in range(number):
            of_kind = {task: [each for each in found if each.kind == kind] for task, found in answers.items()}
            yield {task: found[place] for task, found in of_kind.items()}
    for _ in range(MUTANTS):
        yield {task: draw.choice([a for a in found if a.kind == "mutant"]) for task, found in answers.items()}


@pytest.mark.parametrize("number", unit_numbers())
def test_the_real_round_gives_the_same_points(number: str, tmp_path: Path) -> None:
    files, bench, expected = find_unit(ROOT, number), Workbench(number), everything_of(number)
    for folder in ("solutions", "exercises"):
        shutil.copytree(ROOT / folder / files.name, tmp_path / folder / files.name)
    (tmp_path / "course").mkdir()
    shutil.copy(ROOT / "nbgrader_config.py", tmp_path)
    course = Course(tmp_path)
    course.prepare(files.name)

    compared = 0
    for place, chosen in enumerate(notebooks(bench)):
        student = f"student-{place}"
        notebook = nbformat.read(files.exercise, as_version=4)
        for cell in notebook.cells:
            if (answer := chosen.get(cell.metadata.get("nbgrader", {}).get("grade_id", ""))) is not None:
                cell.source = answer.sources[answer.task]
        folder = tmp_path / "submitted" / student / files.name
        folder.mkdir(parents=True)
        nbformat.write(notebook, folder / f"{files.name}.ipynb")

        points = {task.task: task.points for task in course.grade(files.name, student).tasks}
        for task, answer in chosen.items():
            (result,) = [r for r in expected.of(answer.kind, task) if r.name == answer.name]
            assert points[task] == result.points[task], (answer.kind, answer.name)
            compared += 1
    assert compared == len(bench.tasks()) * (5 + MUTANTS)
