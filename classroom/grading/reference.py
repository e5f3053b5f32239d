"""What the solution notebook says: the cells a submission must have, and what its hidden checks record."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import asdict, dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import nbformat
import numpy as np
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import ClearHiddenTests, ComputeChecksums
from nbgrader.utils import is_grade, is_solution
from traitlets.config import Config

from classroom.build.release import CODE_STUB, STEPS, exercise_from
from classroom.check.notebook import CHECK
from classroom.grading.execute import STOPPED, Executor, published
from classroom.grading.judge import judge
from classroom.grading.observe import OBSERVATION, Observation
from classroom.paths import CourseError


@dataclass(frozen=True)
class Template:
    """The instructor's cells, by ``grade_id``, in the notebook's order.

    graded    as they are when a submission runs: hidden tests in place, solutions cleared
    released  as the learner got them
    """

    graded: Mapping[str, NotebookNode]
    released: Mapping[str, NotebookNode]
    metadata: NotebookNode

    def tests(self) -> list[str]:
        """The ``grade_id`` of each cell that gives points."""
        return [
            grade_id for grade_id, cell in self.graded.items() if is_grade(cell) and not is_solution(cell)
        ]

    def untouched(self, cell: NotebookNode, grade_id: str) -> bool:
        """Whether the learner left this cell as it was, or emptied it."""
        return cell.source.strip() in (
            "",
            self.released[grade_id].source.strip(),
            self.graded[grade_id].source.strip(),
        )


@dataclass(frozen=True)
class Task:
    """One test cell of the solution: the name its check goes by ("05.accumulate"), and what it recorded."""

    check: str
    record: tuple[Observation, ...]


Reference = Mapping[str, Task]  # by the test cell's grade_id


def read_template(solution: Path) -> Template:
    """Return the instructor's cells of the solution notebook at this path."""
    notebook = read_solution(solution)
    graded, resources = deepcopy(notebook), ResourcesDict()
    for step in [*STEPS[: STEPS.index(ClearHiddenTests)], ComputeChecksums]:
        graded, resources = step(config=Config({"ClearSolutions": {"code_stub": CODE_STUB}})).preprocess(
            graded, resources
        )
    return Template(_by_grade_id(graded), _by_grade_id(exercise_from(notebook)), graded.metadata)


def read_solution(path: Path) -> NotebookNode:
    """Read a solution notebook; CourseError when it is missing or no notebook."""
    try:
        return nbformat.read(path, as_version=4)
    except FileNotFoundError as error:
        raise CourseError(f"There is no solution at {path}, and grading compares with it.") from error
    except (OSError, ValueError) as error:
        raise CourseError(f"The solution {path} cannot be read: {error}") from error


def _by_grade_id(notebook: NotebookNode) -> dict[str, NotebookNode]:
    named = [cell for cell in notebook.cells if "grade_id" in cell.metadata.get("nbgrader", {})]
    return {cell.metadata.nbgrader.grade_id: cell for cell in named}


def find_reference(solution: Path, executor: Executor, store: Path) -> Reference:
    """Return what the solution's hidden checks record; it is run when it, or the engine, has changed.

    Parameters
    ----------
    store
        The folder where records are kept. They are the answers: keep it as private as the solutions.

    Raises
    ------
    CourseError
        When the solution does not run to its end, fails a check of its own, records nothing for one, or
        does not record the same in two runs.
    """
    path = store / f"{solution.stem}-{_fingerprint(solution)}.json"
    if not path.exists():
        reference = _run(solution, executor)
        _require_same(reference, _run(solution, executor), solution)
        store.mkdir(parents=True, exist_ok=True, mode=0o700)
        for old in store.glob(f"{solution.stem}-*.json"):
            old.unlink(missing_ok=True)
        partial = path.with_suffix(".partial")
        partial.write_text(json.dumps({grade_id: asdict(task) for grade_id, task in reference.items()}))
        partial.replace(path)
    kept = json.loads(path.read_text())
    return {
        grade_id: Task(task["check"], tuple(Observation(**observation) for observation in task["record"]))
        for grade_id, task in kept.items()
    }


def _fingerprint(solution: Path) -> str:
    return hashlib.sha256(solution.read_bytes() + _packages()).hexdigest()[:16]


@cache
def _packages() -> bytes:
    """A hash of all that a record depends on beside the solution."""
    digest = hashlib.sha256(np.__version__.encode())
    for path in sorted(_sources()):
        digest.update(path.read_bytes())
    return digest.digest()


def _sources() -> Iterator[Path]:
    for package in ("minigrad", "classroom"):
        spec = find_spec(package)
        for folder in spec.submodule_search_locations or () if spec else ():
            yield from Path(folder).rglob("*.py")


def _run(solution: Path, executor: Executor) -> Reference:
    with tempfile.TemporaryDirectory(prefix="minigrad-") as scratch:
        folder = Path(scratch) / solution.parent.name
        shutil.copytree(solution.parent, folder)  # it may bring data, and may write
        notebook = executor.run(read_solution(solution), ResourcesDict(metadata={"path": str(folder)}))
    tests = _by_grade_id(notebook)
    return {
        grade_id: _task(cell, grade_id, solution)
        for grade_id, cell in tests.items()
        if is_grade(cell) and not is_solution(cell)
    }


def _require_same(first: Reference, second: Reference, solution: Path) -> None:
    """A record that chance had a hand in would fail right answers."""
    for grade_id, task in first.items():
        judgement = judge(task.record, second[grade_id].record)
        if not judgement.right:
            raise CourseError(
                f"The solution {solution.name}, cell {grade_id!r}, records something else under "
                f"{judgement.name!r} in each run. Seed whatever is random in it."
            )


def _task(cell: NotebookNode, grade_id: str, solution: Path) -> Task:
    where = f"The solution {solution.name}, cell {grade_id!r},"
    if STOPPED in cell.metadata:
        raise CourseError(f"{where} did not run to its end: {cell.metadata[STOPPED]}")
    for output in cell.outputs:
        if output.output_type == "error":
            raise CourseError(f"{where} ended in {output.ename}: {output.evalue}")
    checks = published(cell, CHECK)
    if len(checks) != 1 or not checks[0]["passed"]:
        raise CourseError(
            f"{where} must pass one check; it passed {sum(check['passed'] for check in checks)}."
        )
    record = tuple(Observation(**observation) for observation in published(cell, OBSERVATION))
    names = [observation.name for observation in record]
    if not record or len(set(names)) < len(names):
        raise CourseError(
            f"{where} must observe at least one value, each under a name of its own; it has {names}."
        )
    return Task(checks[0]["task"], record)
