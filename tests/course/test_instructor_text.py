"""The solutions tell an instructor which mistakes to expect, in the words that the learner has read."""

from __future__ import annotations

import nbformat
import pytest

from classroom.paths import UnitFiles, find_project
from classroom.units import load_unit, unit_numbers

TASKS = [(number, task) for number in unit_numbers() for task in load_unit(number).tasks]


@pytest.mark.parametrize(("number", "task"), TASKS, ids=lambda value: getattr(value, "name", value))
def test_each_mistake_stands_below_its_solution(number, task):
    text = _told_below(number, task.name)
    for mistake in task.mistakes:
        assert f"`{mistake.name}`" in text
        assert _plain(mistake.says) in _plain(text)


def _plain(text: str) -> str:
    return text.lower().replace("`", "")


def _told_below(number: str, task: str) -> str:
    """The instructor's cell that follows the task's test, on one line."""
    notebook = nbformat.read(UnitFiles(find_project(), load_unit(number).name).solution, as_version=4)
    ids = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in notebook.cells]
    cell = notebook.cells[ids.index(f"{task}-check") + 1]
    assert "solution-only" in cell.metadata.tags
    return " ".join(cell.source.split())
