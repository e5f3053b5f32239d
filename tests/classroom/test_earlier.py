"""`mine`: the learner's earlier answer where it is good, the course's own where it is not, and a word on which."""

from importlib import import_module
from pathlib import Path

import nbformat
import numpy as np
import pytest

from classroom import mine
from classroom.check.examine import examine
from classroom.check.notebook import find_task
from classroom.given.unit_01 import numeric_grad as the_courses_own
from classroom.paths import UnitFiles

ROOT = Path(__file__).resolve().parents[2]
TASK = "01.numeric-grad"
UNIT = find_task(TASK)[0].name
GIVEN = Path(import_module("classroom.given").__file__).parent

GOOD = """
def numeric_grad(f, x, eps=1e-6):
    x = np.array(x, dtype=np.float64)
    print("working")
    return np.array([central(f, x, place, eps) for place in np.ndindex(x.shape)]).reshape(x.shape)
"""
HELPERS = """
TWO = 2
slow = print("not run") or 1 / 0

def central(f, x, place, eps):
    up, down = x.copy(), x.copy()
    up[place] += eps
    down[place] -= eps
    return (f(up) - f(down)) / (TWO * eps)
"""


@pytest.fixture
def learner(tmp_path, monkeypatch):
    """A learner's folder; `save(answer, above)` writes their notebook with these cells in it."""
    monkeypatch.delenv("MINIGRAD_GRADING", raising=False)
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    (tmp_path / "course").mkdir()
    monkeypatch.chdir(tmp_path / "course")
    notebook = UnitFiles(tmp_path, UNIT).exercise

    def save(answer=None, above=""):
        exercise = nbformat.read(UnitFiles(ROOT, UNIT).exercise, as_version=4)
        for place, cell in enumerate(exercise.cells):
            if cell.metadata.get("nbgrader", {}).get("grade_id") == "numeric-grad":
                cell.source = cell.source if answer is None else answer
                exercise.cells.insert(place, nbformat.v4.new_code_cell(above))
                break
        notebook.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(exercise, notebook)
        return notebook

    return save


def test_a_good_answer_is_used_with_what_it_needs_from_above(learner, capsys):
    learner(GOOD, HELPERS)
    function = mine(TASK)
    assert capsys.readouterr().out == f"numeric_grad is your own, from exercises/{UNIT}.\n"
    assert function is not the_courses_own
    found = function(lambda x: float((x**2).sum()), np.array([[1.0, -2.0]]))
    assert found.round(6).tolist() == [[2.0, -4.0]]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (None, "is not written yet"),
        (GOOD.replace("TWO *", "") + "\n1 / 0", "ends with ZeroDivisionError: division by zero"),
        ("def numeric_grad(f, x", "ends with SyntaxError"),
        ("def other(): pass", "does not define it"),
        ("def numeric_grad(f, x, eps=1e-6):\n    return x", "does not pass its check yet"),
        ("numeric_grad = 3", "does not pass its check yet"),
        ("import sys\nsys.exit()", "ends with SystemExit"),
        ("while True: pass", "does not come to an end"),
    ],
)
def test_any_other_answer_makes_way_and_the_reason_is_said(learner, capsys, monkeypatch, answer, reason):
    monkeypatch.setattr("classroom.earlier.SECONDS", 0.5)
    learner(answer)
    assert mine(TASK) is the_courses_own
    said = capsys.readouterr().out
    assert said.startswith("numeric_grad is the course's own, because your")
    assert reason in said
    assert said.count("\n") == 1


def test_a_missing_or_broken_notebook_is_named(learner, capsys):
    assert mine(TASK) is the_courses_own
    assert f"because there is no exercises/{UNIT}/{UNIT}.ipynb." in capsys.readouterr().out
    learner(GOOD).write_text("{")
    assert mine(TASK) is the_courses_own
    assert "because your notebook cannot be read" in capsys.readouterr().out


def test_a_removed_cell_is_named(learner, capsys):
    path = learner(GOOD, HELPERS)
    path.write_text(path.read_text().replace('"numeric-grad"', '"another"'))
    assert mine(TASK) is the_courses_own
    assert "no longer has the cell of this task" in capsys.readouterr().out


def test_outside_the_course_the_courses_own_is_given(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MINIGRAD_GRADING", raising=False)
    assert mine(TASK) is the_courses_own
    assert "does not lie in the course's folder" in capsys.readouterr().out


def test_while_grading_it_is_the_courses_own_without_a_word(learner, monkeypatch, capsys):
    learner(GOOD, HELPERS)
    monkeypatch.setenv("MINIGRAD_GRADING", "1")
    assert mine(TASK) is the_courses_own
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("task", ["01.step", "99.nothing", "01.numerical"])
def test_what_there_is_no_stand_in_for_is_an_error_that_says_so(task):
    with pytest.raises(LookupError, match="stand-in|no task"):
        mine(task)


@pytest.mark.parametrize("module", sorted(path.stem for path in GIVEN.glob("unit_*.py")))
def test_every_stand_in_passes_the_check_that_it_stands_in_for(module):
    number = module.removeprefix("unit_")
    for name, given in import_module(f"classroom.given.{module}").GIVEN.items():
        verdict = examine(find_task(f"{number}.{name}")[1], (given,))
        assert verdict.problem is None, (name, verdict.problem)
