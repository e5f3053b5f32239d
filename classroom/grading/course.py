"""The round through nbgrader's own API: release, collect, grade, feedback.

course = Course(project)
course.release("05_leaves_and_accumulation")
course.collect("05_leaves_and_accumulation")
for student in course.students("05_leaves_and_accumulation"):
    grade = course.grade("05_leaves_and_accumulation", student)
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import nbformat
from filelock import FileLock
from nbgrader.apps import NbGraderAPI
from nbgrader.utils import capture_log
from sqlalchemy.exc import DatabaseError
from traitlets import import_item
from traitlets.config import Config, LoggingConfigurable
from traitlets.config.loader import PyFileConfigLoader

from classroom.grading.execute import Executor
from classroom.grading.reference import find_reference
from classroom.grading.released import STORE, is_released, mark_released
from classroom.grading.steps import REPORT
from classroom.grading.submission import tidy_folder
from classroom.grading.verdict import Verdict
from classroom.paths import CourseError, UnitFiles

CONFIG = "nbgrader_config.py"


@dataclass(frozen=True)
class Grade:
    """What one student got for one assignment. ``feedback`` is the page they read."""

    student: str
    tasks: tuple[Verdict, ...]
    mended: tuple[str, ...]
    feedback: Path

    @property
    def score(self) -> float:
        """The points given, all tasks together."""
        return sum(task.points for task in self.tasks)

    @property
    def max_score(self) -> float:
        """The points there are."""
        return sum(task.max_points for task in self.tasks)


class Course:
    """The course in a folder that holds ``nbgrader_config.py`` and ``solutions/``.

    changes   configuration that differs from the file's
    """

    def __init__(self, root: Path, changes: Config | None = None) -> None:
        self.root = root.resolve()
        if not (self.root / CONFIG).is_file():
            raise CourseError(f"{self.root} holds no {CONFIG}, which says how this course is graded.")
        self.config = PyFileConfigLoader(CONFIG, path=str(self.root)).load_config()
        self.config.merge(changes or Config())
        try:
            Path(self.config.Exchange.root).mkdir(parents=True, exist_ok=True)
            self.store.mkdir(exist_ok=True, mode=0o700)
        except OSError as error:
            raise CourseError(f"{error.filename} cannot be made: {error.strerror}.") from error
        # nbgrader tells its log a great deal; what matters comes back as a result or an exception.
        logging.getLogger("traitlets").propagate = False
        self.api = NbGraderAPI(config=self.config)

    def has_solution(self, name: str) -> bool:
        """Whether this copy of the course can grade the assignment."""
        return UnitFiles(self.root, name).solution.is_file()

    def release(self, name: str) -> bool:
        """Put the assignment into the gradebook and the exchange; return False when it is there already.

        It is made from the solution, never from ``exercises/``, where somebody may be working. A
        learners' copy has no solutions; there the exercise itself is released, once.

        Raises
        ------
        CourseError
            When the solution is faulty, or its cells changed after somebody was graded.
        """
        files = UnitFiles(self.root, name)
        graded_here = files.solution.is_file()
        if is_released(files) and (self._in_gradebook(name) or not graded_here):
            return False
        if graded_here:
            # A folder of our own for what nbgrader generates, since it would overwrite exercises/.
            with self.about(release_directory=f"{STORE}/released"):
                self._check(self.api.generate_assignment(name), f"{name} could not be generated")
                self._check(self.api.release_assignment(name), f"{name} could not be released")
        else:
            self._check(self.api.release_assignment(name), f"{name} could not be released")
        mark_released(files, self.exchange / "outbound" / name)
        return True

    def _in_gradebook(self, name: str) -> bool:
        try:
            with self.api.gradebook as gradebook:
                return any(assignment.name == name for assignment in gradebook.assignments)
        except DatabaseError as error:
            url = self.api.coursedir.db_url
            raise CourseError(
                f"The gradebook {url} cannot be read: {error.orig}. To begin a new one, move it away."
            ) from error

    def prepare(self, name: str) -> None:
        """Make sure that the assignment can be graded: it is in the gradebook, and its solution runs."""
        self.release(name)
        executor: Executor = import_item(self.config.RunSubmission.executor_class)(config=self.config)
        find_reference(UnitFiles(self.root, name).solution, executor, self.store)

    def collect(self, name: str, student: str = "*") -> None:
        """Fetch what was handed in since the last time, from the exchange into ``submitted/``."""
        with self.about(student_id=student):
            self._check(self.api.collect(name), f"The hand-ins of {name} could not be collected")

    def students(self, name: str) -> list[str]:
        """Everyone of whom ``submitted/`` holds this assignment."""
        return sorted(
            path.parent.name for path in (self.root / "submitted").glob(f"*/{name}") if path.is_dir()
        )

    def grade(self, name: str, student: str) -> Grade:
        """Grade what the student handed in, save it to the gradebook and write the feedback.

        Raises
        ------
        CourseError
            When there is nothing to grade, or the grader itself fails; never because of what a notebook
            holds.
        """
        folder = self.root / "submitted" / student / name
        if not folder.is_dir():
            raise CourseError(f"{student} has not handed in {name}: there is no folder {folder}.")
        tidy_folder(folder, f"{name}.ipynb")
        self._check(self.api.autograde(name, student), f"{student}'s {name} could not be graded")
        self._check(
            self.api.generate_feedback(name, student), f"No feedback could be written for {student}'s {name}"
        )
        if (
            folder / "submission_secret.txt"
        ).is_file():  # it came through the exchange, and goes back through it
            self._check(
                self.api.release_feedback(name, student), f"{student}'s feedback could not be released"
            )

        notebook = nbformat.read(self.root / "autograded" / student / name / f"{name}.ipynb", as_version=4)
        report = notebook.metadata[REPORT]
        return Grade(
            student,
            tuple(Verdict(**task) for task in report.tasks),
            tuple(report.mended),
            self.root / "feedback" / student / name / f"{name}.html",
        )

    @property
    def exchange(self) -> Path:
        """The course's folder in the exchange."""
        return Path(self.config.Exchange.root, self.config.CourseDirectory.course_id)

    @property
    def store(self) -> Path:
        """Where the grader keeps what it need not do twice."""
        return self.root / STORE

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Wait until nobody else is grading in this folder, and keep others waiting."""
        with FileLock(self.store / "lock"):
            yield

    @contextmanager
    def about(self, **names: str) -> Iterator[None]:
        """Set attributes of nbgrader's course directory, and restore them even after an exception."""
        coursedir = self.api.coursedir
        before = {name: getattr(coursedir, name) for name in names}
        try:
            for name, value in names.items():
                setattr(coursedir, name, value)
            yield
        finally:
            for name, value in before.items():
                setattr(coursedir, name, value)

    def fetch_feedback(self, name: str, student: str) -> None:
        """Fetch the feedback that was released, from the exchange into ``exercises/``."""
        self._check(self.api.fetch_feedback(name, student), f"The feedback on {name} could not be fetched")

    def run(self, action: LoggingConfigurable, what: str) -> None:
        """Start one of nbgrader's exchange actions; ``what`` begins the sentence when it fails."""
        self._check(capture_log(action), what)

    def _check(self, result: dict, what: str) -> None:
        """Raise a sentence when nbgrader's result is a failure; its traceback goes to a file."""
        if result["success"]:
            return
        if result["error"].rstrip().endswith("KeyboardInterrupt"):
            raise KeyboardInterrupt  # nbgrader catches even this
        words = result.get("log", "") + result["error"]
        log = self.store / "nbgrader.log"
        log.write_text(words)
        if "submissions associated with it" in words:
            reason = (
                "its graded cells have changed, and the gradebook holds grades for the old ones. "
                "To begin a new gradebook, move gradebook.db away."
            )
        else:
            # nbgrader logs the cause, then raises an exception of its own that says no more than "see above".
            causes = re.findall(r"^(?:\w+\.)*\w*(?:Error|Exception): (.+)", words, re.MULTILINE)
            reason = causes[0] if causes else result["error"].splitlines()[-1]
        raise CourseError(f"{what}: {reason} (nbgrader's own words are in {log}.)")
