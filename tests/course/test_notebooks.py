"""The committed notebooks are what the sources say. If this fails: ``make notebooks``, and commit."""

from pathlib import Path

import pytest

from classroom.build.compare import differences
from classroom.build.generate import generate

ROOT = Path(__file__).resolve().parents[2]


def test_every_committed_notebook_is_as_its_source_says():
    found = differences(ROOT)
    if found:
        pytest.fail("\n".join([*found, "To write them again: make notebooks"]), pytrace=False)


def test_every_unit_has_a_lesson_an_exercise_and_a_solution():
    units: dict[str, set[str]] = {}
    for made in generate(ROOT):
        units.setdefault(made.path.stem, set()).add(made.path.relative_to(ROOT).parts[0])
    assert units
    assert all(folders == {"course", "exercises", "solutions"} for folders in units.values()), units
