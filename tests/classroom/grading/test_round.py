"""The whole round through nbgrader: grades in the gradebook, feedback that hides what is hidden."""

from __future__ import annotations

import shutil
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from classroom.grading.course import Course
from classroom.paths import CourseError

from .conftest import DOUBLE, NAME, SOURCE, Classroom, cell_of

HIDDEN = ["three numbers", "a longer word", "wonderful", "WONDERFUL", "BEGIN HIDDEN", "observe(", "0.1, -7.5"]


def slow(*values: object) -> Any:
    """A case for `make test-all` only."""
    return pytest.param(*values, marks=pytest.mark.slow)


def sentences(classroom: Classroom, notebook: NotebookNode) -> dict[str, str]:
    return {task.task: task.sentence for task in classroom.grade(notebook).tasks}


def test_right_answers_get_all_points(classroom: Classroom) -> None:
    grade = classroom.grade(classroom.answered())
    assert [(task.task, task.points, task.max_points) for task in grade.tasks] == [
        ("double", 2, 2),
        ("shout", 1, 1),
    ]
    assert classroom.in_gradebook("ada") == (3.0, False)
    assert grade.mended == ()


def test_an_untouched_notebook_gets_none(classroom: Classroom) -> None:
    assert set(sentences(classroom, classroom.exercise()).values()) == {
        "Not attempted: the cell is as it was handed out."
    }
    assert classroom.in_gradebook("ada") == (0.0, False)


def test_a_known_mistake_is_named_and_costs_its_task_only(classroom: Classroom) -> None:
    grade = classroom.grade(classroom.answered(double="def double(n): return [each + 2 for each in n]"))
    double, shout = grade.tasks
    assert (double.points, double.mistake) == (0, "adds-two")
    assert double.sentence == (
        "It looks like this: your answer is what you get when 2 is added. What is twice 10?"
    )
    assert shout.right


@pytest.mark.parametrize(
    ("double", "says"),
    [
        ("def double(n): return [2.0, 4.0]", "Right for the visible examples, wrong on other data."),
        (
            "def double(n): return [2 * n[0]] + [2 * each for each in n[1:]]",
            "Right for the visible examples; on other data it ended in an error (IndexError).",
        ),
        slow(
            "def double(n): return 5",
            "The check does not pass. Run it in your notebook: it shows what it tried.",
        ),
        slow(
            "def dubble(n): return n",
            "The check does not pass (NameError). Run it in your notebook: it shows what it tried.",
        ),
        ("def double(n) return n", "The check does not pass (NameError)."),
    ],
)
def test_what_a_learner_is_told(classroom: Classroom, double: str, says: str) -> None:
    told = sentences(classroom, classroom.answered(double=double))
    assert told["double"].startswith(says)
    assert told["shout"].startswith("Right, also")


def test_printed_values_and_warnings_decide_nothing(classroom: Classroom) -> None:
    noisy = "import sys, warnings\n" + DOUBLE.replace(
        "    return",
        "    print(0.5)\n    warnings.warn('careful')\n    print('!', file=sys.stderr)\n    return",
    )
    assert classroom.points(classroom.answered(double=noisy)) == {"double": 2, "shout": 1}
    # The last expression of a test cell is what nbgrader would take for partial credit.
    value = classroom.answered(double="def double(n): return n", shout="def shout(w): return 'A!'")
    assert classroom.points(value) == {"double": 0, "shout": 0}


def test_the_feedback_hides_what_is_hidden(classroom: Classroom) -> None:
    leaky = "def shout(word):\n    print('got', [word])\n    raise KeyError(word)"
    notebook = classroom.answered(double="def double(n): return [2.0, 4.0]", shout=leaky)
    notebook.cells.append(new_code_cell("print(In)"))
    grade = classroom.grade(notebook)
    autograded = classroom.root / "autograded" / "ada" / NAME / f"{NAME}.ipynb"
    for text in (grade.feedback.read_text(), autograded.read_text()):
        assert [secret for secret in HIDDEN if secret in text] == []
        assert "observation+json" not in text
        assert "Hidden checks ran here" in text
        assert "wrong on other data" in text
        assert "it holds a line of a hidden check" in text


def test_html_in_a_notebook_does_not_run(classroom: Classroom) -> None:
    notebook = classroom.answered()
    attack = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    notebook.cells.append(nbformat.v4.new_markdown_cell(attack))
    notebook.cells.append(new_code_cell(f"from IPython.display import HTML\nHTML({attack!r})"))
    notebook.cells.append(
        new_code_cell("from IPython.display import Javascript, SVG\ndisplay(Javascript('alert(3)'))")
    )
    page = BeautifulSoup(classroom.grade(notebook).feedback.read_text(), "html.parser")
    assert page.find(string=lambda text: "alert(1)" in text)  # the source is there, as text
    assert page.find_all(onerror=True) == []
    assert [script for script in page.find_all("script") if "alert" in script.text] == []


def test_what_was_mended_is_on_the_page(classroom: Classroom) -> None:
    notebook = classroom.answered()
    notebook.cells.insert(0, deepcopy(cell_of(classroom.exercise(), "double")))
    notebook.cells.remove(cell_of(notebook, "shout-check"))
    grade = classroom.grade(notebook)
    assert grade.score == 3
    assert grade.mended == (
        "The cell “double” stood there 2 times; the one with your work counts.",
        "The cell “shout-check” was missing and was put back.",
    )
    assert "was missing and was put back" in grade.feedback.read_text()


def test_no_hand_in_stops_the_others(classroom: Classroom) -> None:
    broken = ["", "{", "[" * 100_000, b"\xff\xfe", '{"nbformat": 4, "metadata": {}, "cells": [7]}']
    for number, content in enumerate(broken):
        assert classroom.points(content, f"broken-{number}") == {"double": 0, "shout": 0}
        assert classroom.in_gradebook(f"broken-{number}") == (0.0, False)
    empty = classroom.submitted("empty")
    assert classroom.course.grade(NAME, "empty").score == 0
    assert (empty / f"{NAME}.ipynb").read_text() == ""
    renamed = classroom.submitted("renamed") / "Kopie von tiny (1).ipynb"
    renamed.write_text(nbformat.writes(classroom.answered()))
    grade = classroom.course.grade(NAME, "renamed")
    assert grade.score == 3
    assert grade.mended == (
        f"The notebook was handed in as Kopie von tiny (1).ipynb; it was graded as {NAME}.ipynb.",
    )


def test_a_flood_of_output_is_cut(classroom: Classroom) -> None:
    notebook = classroom.answered()
    notebook.cells.append(new_code_cell("print('x' * 3_000_000)"))
    grade = classroom.grade(notebook)
    assert grade.score == 3
    assert "The rest is not shown" in grade.feedback.read_text()
    assert grade.feedback.stat().st_size < 1_000_000


def test_data_that_a_learner_ships_is_there(classroom: Classroom) -> None:
    (classroom.submitted("ada") / "numbers.txt").write_text("2")
    answer = (
        "factor = int(open('numbers.txt').read())\ndef double(numbers): return [factor * n for n in numbers]"
    )
    assert classroom.points(classroom.answered(double=answer)) == {"double": 2, "shout": 1}


def test_a_link_gives_its_target_to_nobody(classroom: Classroom) -> None:
    (classroom.submitted("ada") / "stolen.ipynb").symlink_to(
        classroom.root / "solutions" / NAME / f"{NAME}.ipynb"
    )
    classroom.grade(classroom.answered())
    copied = classroom.root / "autograded" / "ada" / NAME / "stolen.ipynb"
    assert not copied.exists() or "return" not in copied.read_text()


def nbgrader(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "nbgrader", *arguments]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=120)


def test_nbgraders_own_command_takes_the_same_path(classroom: Classroom) -> None:
    hand_ins = {
        "ada": nbformat.writes(classroom.answered()),
        "ben": nbformat.writes(classroom.answered(double="def double(n): return [2.0, 4.0]")),
        "cleo": "{ broken",
    }
    for student, text in hand_ins.items():
        (classroom.submitted(student) / f"{NAME}.ipynb").write_text(text)
    (classroom.submitted("dan") / "other name.ipynb").write_text(hand_ins["ada"])
    done = nbgrader(classroom.root, "autograde", NAME)
    assert done.returncode == 0, done.stderr
    scores = {student: classroom.in_gradebook(student) for student in [*hand_ins, "dan"]}
    assert scores == {"ada": (3, False), "ben": (1, False), "cleo": (0, False), "dan": (3, False)}


def test_plain_nbgrader_gives_no_points(classroom: Classroom) -> None:
    (classroom.submitted("ada") / f"{NAME}.ipynb").write_text(nbformat.writes(classroom.answered()))
    (classroom.root / "nbgrader_config.py").write_text(
        "c = get_config()\n"
        "c.CourseDirectory.course_id = 'minigrad'\n"
        "c.CourseDirectory.source_directory = 'solutions'\n"
    )
    done = nbgrader(classroom.root, "autograde", NAME)
    assert done.returncode == 0, done.stderr
    assert classroom.in_gradebook("ada")[0] == 0
    autograded = classroom.root / "autograded" / "ada" / NAME / f"{NAME}.ipynb"
    assert "no points are given" in autograded.read_text()


def test_grading_again_changes_nothing(classroom: Classroom) -> None:
    first = classroom.grade(classroom.answered(shout="def shout(w): return w"))
    assert classroom.course.grade(NAME, "ada") == first
    assert classroom.in_gradebook("ada") == (2, False)


def test_nothing_handed_in(classroom: Classroom) -> None:
    with pytest.raises(CourseError, match="has not handed in"):
        classroom.course.grade(NAME, "nobody")


def change_solution(root: Path, old: str, new: str) -> None:
    path = root / "solutions" / NAME / f"{NAME}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        cell.source = cell.source.replace(old, new)
    nbformat.write(notebook, path)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("2 * number", "3 * number", "'double-check', ended in CheckFailed"),
        slow(
            'word.upper() + "!"',
            '"A!" if word == "a" else 1 / 0',
            "'shout-check', ended in ZeroDivisionError",
        ),
        slow('observe("a longer word", shout("wonderful"))', "pass", "must observe at least one value"),
        slow('"none", double', '"three numbers", double', "each under a name of its own"),
        (
            'shout("wonderful")',
            "np.random.rand()",
            "records something else under 'a longer word' in each run",
        ),
        slow(
            'observe("a longer word"', 'while True: pass\nobserve("a longer word"', "did not run to its end"
        ),
    ],
)
def test_a_faulty_solution_stops_before_anyone_is_graded(
    classroom: Classroom, old: str, new: str, says: str
) -> None:
    assert old in SOURCE
    change_solution(classroom.root, old, new)
    with pytest.raises(CourseError, match=says):
        classroom.course.prepare(NAME)


def test_a_changed_solution_is_run_again(classroom: Classroom) -> None:
    change_solution(classroom.root, 'shout("wonderful")', 'shout("marvelous")')
    classroom.course.prepare(NAME)
    only_wonderful = "def shout(word): return {'a': 'A!', 'wonderful': 'WONDERFUL!'}[word]"
    assert classroom.points(classroom.answered(shout=only_wonderful)) == {"double": 2, "shout": 0}
    assert classroom.points(classroom.answered()) == {"double": 2, "shout": 1}


def test_changed_tasks_with_grades_in_the_gradebook_are_told(classroom: Classroom) -> None:
    classroom.grade(classroom.answered())
    path = classroom.root / "solutions" / NAME / f"{NAME}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.get("metadata", {}).get("nbgrader", {}).get("grade_id", "").startswith("shout"):
            cell.metadata.nbgrader.grade_id = cell.metadata.nbgrader.grade_id.replace("shout", "cry")
    nbformat.write(notebook, path)
    with pytest.raises(CourseError, match="move gradebook.db away"):
        classroom.course.prepare(NAME)


def test_releasing_twice_does_nothing_and_spares_the_learners_work(classroom: Classroom) -> None:
    exercise = classroom.root / "exercises" / NAME / f"{NAME}.ipynb"
    exercise.write_text(nbformat.writes(classroom.answered()))
    before = exercise.read_bytes()
    assert classroom.course.release(NAME) is False
    shutil.rmtree(classroom.root / "exchange")
    course = Course(classroom.root)
    assert course.release(NAME) is True
    assert exercise.read_bytes() == before
    released = nbformat.read(course.exchange / "outbound" / NAME / f"{NAME}.ipynb", as_version=4)
    assert "NotImplementedError" in cell_of(released, "double").source
    assert "HIDDEN" not in str(released)


def test_a_folder_without_configuration(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match="holds no nbgrader_config.py"):
        Course(tmp_path)


def test_what_a_cell_draws_gives_way_to_its_text(classroom: Classroom) -> None:
    notebook = classroom.answered()
    draws = "publish_display_data({'text/html': '<svg>graph</svg>', 'text/plain': 'a graph of 3 nodes'})"
    notebook.cells.append(new_code_cell(draws))
    page = BeautifulSoup(classroom.grade(notebook).feedback.read_text(), "html.parser")
    outputs = [output.get_text() for output in page.select(".output_area")]
    assert any("a graph of 3 nodes" in text for text in outputs)
    assert not any("svg" in text for text in outputs)
    assert any("2 of 2 points. Right" in text and "<" not in text for text in outputs)


def test_a_broken_gradebook_is_told(classroom: Classroom) -> None:
    (classroom.root / "gradebook.db").write_text("not a database")
    with pytest.raises(CourseError, match="cannot be read: file is not a database"):
        Course(classroom.root).prepare(NAME)
