"""Handing in from the command line: scores and feedback come back, and the learner's file is as it was."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest
from traitlets.config import Config

from classroom.grading.course import Course
from classroom.grading.handin import SubmitAndGrade

from .conftest import NAME, PROJECT, Classroom, make_course

EXERCISE = f"exercises/{NAME}/{NAME}.ipynb"


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "classroom.cli", *arguments]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=120)


def test_submit(classroom: Classroom) -> None:
    exercise = classroom.root / EXERCISE
    nbformat.write(classroom.answered(shout="def shout(word): return 'A!'"), exercise)
    before = exercise.read_bytes()
    done = run(classroom.root, "submit", "97", "--no-open")
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 of 2  double: Right" in done.stdout
    assert "0 of 1  shout: Right for the visible examples, wrong on other data." in done.stdout
    assert "Together: 2 of 3 points." in done.stdout
    feedback = Path(done.stdout.split("Feedback: ")[1].strip())
    assert "Score: 2.0 / 3.0" in feedback.read_text()
    assert exercise.read_bytes() == before
    fetched = list((classroom.root / "exercises" / NAME / "feedback").glob("*/*.html"))
    assert [page.read_text() for page in fetched] == [feedback.read_text()]

    # Again, with the other task right: the new hand-in counts, and the old feedback does not get in its way.
    nbformat.write(classroom.answered(), exercise)
    done = run(classroom.root, "submit", "97", "--no-open")
    assert "Together: 3 of 3 points." in done.stdout


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "There is no notebook"),
        ("", "is empty"),
        ('{"cells": [', "is not a notebook, or was cut off"),
        (b"\xff\xfe", "is not UTF-8 text"),
        ("other", "holds none of the graded cells of unit 97"),
    ],
)
def test_what_cannot_be_handed_in(classroom: Classroom, content: str | bytes | None, says: str) -> None:
    exercise = classroom.root / EXERCISE
    if content is None:
        exercise.unlink()
    elif content == "other":
        shutil.copy(PROJECT / "exercises" / "00_start_here" / "00_start_here.ipynb", exercise)
    else:
        exercise.write_bytes(content.encode() if isinstance(content, str) else content)
    done = run(classroom.root, "submit", "97")
    assert done.returncode == 1
    assert says in done.stderr
    assert str(exercise) in done.stderr
    assert "Traceback" not in done.stderr
    assert not list((classroom.root / "exchange" / "minigrad" / "inbound").iterdir())


def test_an_exchange_that_cannot_be_written(classroom: Classroom) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    (classroom.root / "exchange").chmod(0o500)
    done = run(classroom.root, "submit", "97")
    assert done.returncode == 1
    assert "could not be handed in" in done.stderr


def test_a_learners_copy_hands_in_and_says_who_grades(classroom: Classroom, tmp_path: Path) -> None:
    for folder in ("solutions", "exchange", ".grading"):
        shutil.rmtree(classroom.root / folder)
    (classroom.root / "gradebook.db").unlink()
    nbformat.write(classroom.answered(), classroom.root / EXERCISE)
    done = run(classroom.root, "submit", "97", "--no-open")
    assert (done.returncode, done.stderr) == (0, "")
    assert "your instructor grades it" in done.stdout
    inbound = Path(done.stdout.split("Handed in: ")[1].splitlines()[0])
    assert (inbound / f"{NAME}.ipynb").read_bytes() == (classroom.root / EXERCISE).read_bytes()
    assert run(classroom.root, "grade", "97").returncode == 1

    # The instructor has the solutions and the same exchange.
    teacher = tmp_path / "teacher"
    teacher.mkdir()
    make_course(teacher)
    course = Course(teacher, Config({"Exchange": {"root": str(classroom.root / "exchange")}}))
    course.prepare(NAME)
    course.collect(NAME)
    assert [course.grade(NAME, student).score for student in course.students(NAME)] == [3]


def test_grade_all_and_named(classroom: Classroom) -> None:
    for student in ("ada", "ben", "cleo"):
        path = classroom.submitted(student) / f"{NAME}.ipynb"
        path.write_text("{" if student == "cleo" else nbformat.writes(classroom.answered()))
    done = run(classroom.root, "grade", "97")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["ada: 3 of 3", "ben: 3 of 3", "cleo: 0 of 3"]
    assert run(classroom.root, "grade", "97", "ben").stdout.splitlines() == ["ben: 3 of 3"]
    done = run(classroom.root, "grade", "97", "dan")
    assert (done.returncode, done.stderr) == (1, f"Nothing of {NAME} was handed in by dan.\n")


def test_grade_with_nothing_handed_in(classroom: Classroom) -> None:
    done = run(classroom.root, "grade", "97")
    assert done.returncode == 1
    assert "Nobody has handed in" in done.stderr


def test_release_is_quick_when_there_is_nothing_to_do(classroom: Classroom) -> None:
    shutil.rmtree(classroom.root / "exchange")
    first = run(classroom.root, "release")
    assert first.stdout == f"{NAME} is in the exchange.\n"
    started = time.monotonic()
    again = run(classroom.root, "release")
    assert again.stdout == "All units are in the exchange.\n"
    assert time.monotonic() - started < 5
    imported = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "classroom.cli", "release"],
        cwd=classroom.root,
        capture_output=True,
        text=True,
    )
    assert "nbgrader" not in imported.stderr


def test_submitting_from_the_list_grades_in_the_background(classroom: Classroom) -> None:
    nbformat.write(classroom.answered(), classroom.root / EXERCISE)
    course = Course(classroom.root)
    course.release(NAME)
    course.api.coursedir.assignment_id = NAME
    submit = SubmitAndGrade(
        coursedir=course.api.coursedir, authenticator=course.api.authenticator, config=course.config
    )
    submit.start()
    log = classroom.root / ".grading" / "hand-in.log"
    released = classroom.root / "exchange" / "minigrad" / "feedback"
    for _ in range(600):
        if released.is_dir() and list(released.glob("*.html")):
            break
        time.sleep(0.1)
    else:
        pytest.fail(log.read_text())
    for _ in range(50):
        if "3 of 3" in log.read_text():
            break
        time.sleep(0.1)
    assert log.read_text().endswith(": 3 of 3\n")
