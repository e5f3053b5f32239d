"""The demo's class gets the scores that its answers deserve, and the demo notices when it does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from nbformat.v4 import new_notebook

from classroom.grading import demo
from classroom.grading.course import Grade
from classroom.grading.judge import Judgement
from classroom.grading.verdict import Verdict
from classroom.paths import CourseError, UnitFiles, list_units
from classroom.units import load_unit

from .conftest import NAME, PROJECT, UNIT, Classroom


def test_six_go_through_the_round(
    classroom: Classroom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(demo, "CELL_SECONDS", 2)
    demo.run(classroom.root, UnitFiles(classroom.root, NAME), UNIT, tmp_path / "class")
    said = capsys.readouterr().out
    scores = {line.split()[0]: line.split()[1] for line in said.splitlines() if "/3 " in line}
    assert scores == {"ada": "3/3", "ben": "2/3", "cleo": "0/3", "dan": "1/3", "eva": "3/3", "finn": "2/3"}
    assert "It looks like this: your answer is what you get when 2 is added." in said
    assert "Stopped: it ran longer than 2 seconds." in said
    assert "the one with your work counts" in said
    pages = [Path(line.strip()) for line in said.splitlines() if line.strip().endswith(".html")]
    assert len(pages) == 6
    assert all(page.is_file() for page in pages)


@pytest.mark.slow
def test_a_wrong_score_ends_in_an_error(
    classroom: Classroom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "CELL_SECONDS", 2)
    monkeypatch.setattr("classroom.grading.verdict.judge", lambda *records: Judgement("right"))
    with pytest.raises(CourseError, match=r"ben got 3 points for .*, not 2"):
        demo.run(classroom.root, UnitFiles(classroom.root, NAME), UNIT, tmp_path / "class")


def test_scores_and_diagnoses_are_compared() -> None:
    notebook = new_notebook()
    ada = demo.Student("ada", "a perfect answer", notebook, frozenset({"double", "shout"}))
    dan = demo.Student("dan", "a mistake", notebook, frozenset({"shout"}), "adds-two")

    def grade(double: float, mistake: str = "") -> Grade:
        tasks = (Verdict("double", double, 2, mistake, ""), Verdict("shout", 1, 1, "", ""))
        return Grade("", tasks, (), Path())

    def told(*grades: Grade) -> list[str]:
        return list(demo.differences([ada, dan], list(grades), {"double": 2, "shout": 1}))

    assert told(grade(2), grade(0, "adds-two")) == []
    assert told(grade(0), grade(0, "adds-two")) == ["ada got 1 points for a perfect answer, not 3."]
    assert told(grade(2), grade(2)) == [
        "dan got 3 points for a mistake, not 1.",
        "dan made the mistake “adds-two”; the diagnosis is none.",
    ]


def test_a_folder_that_holds_something_is_left_alone(classroom: Classroom, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("five years")
    with pytest.raises(CourseError, match="is not empty"):
        demo.run(classroom.root, UnitFiles(classroom.root, NAME), UNIT, tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "five years"


def typed(numbers: list[float], step: int = 2) -> list[float]:
    """Has type hints, which a learner's notebook has not."""
    result: list[float] = [number + step for number in numbers]
    return result


def test_a_mistake_is_written_as_a_learner_would() -> None:
    source = demo.as_source(typed, "x = 1\ndef double(numbers): ...", set())
    assert source is not None
    names: dict = {}
    exec(source, names)
    assert names["double"]([1.0]) == [3.0]
    assert "list[float]" not in source
    assert demo.as_source("BAC", "def order(): ...", set()) == 'def order():\n    return "BAC"'


def made(step: int) -> Callable[[list[float]], list[float]]:
    def answer(numbers: list[float]) -> list[float]:
        return typed(numbers, step)

    return answer


@pytest.mark.parametrize("answer", [made(2), lambda numbers: numbers, sorted])
def test_a_mistake_that_needs_its_module_is_not_written(answer: Any) -> None:
    assert demo.as_source(answer, "def double(numbers): ...", {"np"}) is None


@pytest.mark.slow
@pytest.mark.parametrize("unit", [unit.number for unit in list_units(PROJECT)])
def test_the_demo_of_every_unit(unit: str, tmp_path: Path) -> None:
    files = next(files for files in list_units(PROJECT) if files.number == unit)
    demo.run(PROJECT, files, load_unit(unit), tmp_path / "class")
