"""Scores hundreds of answers to a unit's tasks, each as the grader would.

A unit's solution notebook is run from top to bottom in one process. Where it comes to a solution cell, the
process forks once for each answer to be tried there; the child runs that answer in the cell's place, then the
test cell (and, where other tasks' points matter, all that follows), and the grader's own judgement decides
the points. A child that does not end in time is killed, which scores 0, as it does in the grader.

    python -m tests.course.workbench 05        prints the results as JSON
"""

from __future__ import annotations

import ast
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader.utils import is_grade, is_solution

from classroom.grading.execute import Executor, published
from classroom.grading.reference import CHECK, Reference, find_reference, read_solution, read_template
from classroom.grading.verdict import decide
from classroom.paths import find_unit
from classroom.units import load_unit
from tests.course.mutants import mutants

ROOT = Path(__file__).resolve().parents[2]
ANSWERS = Path(__file__).parent / "answers"

SECONDS = 4.0  # for an answer and its test cell
SECONDS_FOR_ALL = 30.0  # for an answer and all that follows


@dataclass(frozen=True)
class Answer:
    """One answer to be tried.

    task    the name of its task; "" when all tasks are answered at once (`sources`)
    kind    "solution", "untouched", "mistake", "alternative", "memo" or "mutant"
    name    of a mistake or alternative; of a mutant what was changed
    """

    task: str
    kind: str
    name: str = ""
    sources: dict[str, str] = field(default_factory=dict)
    goes_on: bool = True  # whether the tasks after its own are run as well


@dataclass(frozen=True)
class Result:
    """What the grader says: points by task, of those that were run, and what the visible check found."""

    task: str
    kind: str
    name: str
    points: dict[str, float]
    check_passed: bool = False
    mistake: str | None = None
    killed: bool = False


def score_unit(number: str, mutated: bool = False) -> tuple[dict[str, float], list[Result]]:
    """Return the points that each task is worth, and the result of every answer there is for the unit.

    With ``mutated`` these are the mutants of its solutions, else all other answers.
    """
    bench = Workbench(number)
    results = list(bench.run(mutated))
    worth = {
        name: float(bench.cells[bench.place(f"{name}-check")].metadata.nbgrader.points)
        for name in bench.tasks()
    }
    return worth, results


class Workbench:
    """A unit's solution notebook, and the answers to try in it."""

    def __init__(self, number: str) -> None:
        self.files = find_unit(ROOT, number)
        self.unit = load_unit(number)
        self.template = read_template(self.files.solution)
        self.cells = [cell for cell in read_solution(self.files.solution).cells if cell.cell_type == "code"]

    def tasks(self) -> list[str]:
        """The names of the notebook's tasks, in its order."""
        return [_grade_id(cell) for cell in self.cells if is_solution(cell)]

    def place(self, grade_id: str) -> int:
        """Where the cell with this grade_id stands."""
        return [_grade_id(cell) for cell in self.cells].index(grade_id)

    def run(self, mutated: bool = False) -> Iterator[Result]:
        """Try every answer. This process must be a fresh one: it becomes the notebook's."""
        with tempfile.TemporaryDirectory() as store:
            reference = find_reference(self.files.solution, ForkedExecutor(), Path(store))
        shell = make_shell()
        if not mutated:
            yield from self._fork([self._solution(), self._untouched()], shell, 0, reference)
        answers_to = self.mutants if mutated else self.answers
        for place, cell in enumerate(self.cells):
            if is_solution(cell):
                yield from self._fork(list(answers_to(_grade_id(cell))), shell, place, reference)
            run_cell(shell, cell)

    def _fork(self, answers: list[Answer], shell: Any, place: int, reference: Reference) -> Iterator[Result]:
        def job(answer: Answer) -> Callable[[], Any]:
            return lambda: asdict(self._score(answer, shell, place, reference))

        for goes_on, seconds in ((True, SECONDS_FOR_ALL), (False, SECONDS)):
            chosen = [answer for answer in answers if answer.goes_on == goes_on]
            outcomes = in_forks([job(answer) for answer in chosen], seconds)
            for answer, outcome in zip(chosen, outcomes, strict=True):
                if outcome is None:
                    yield Result(answer.task, answer.kind, answer.name, {answer.task: 0.0}, killed=True)
                else:
                    yield Result(**outcome)

    def _score(self, answer: Answer, shell: Any, start: int, reference: Reference) -> Result:
        points: dict[str, float] = {}
        checks: dict[str, dict[str, Any]] = {}
        end = len(self.cells) if answer.goes_on else self.place(f"{answer.task}-check") + 1
        for cell in self.cells[start:end]:
            grade_id = _grade_id(cell)
            cell = cell.copy()
            cell.source = answer.sources.get(grade_id, cell.source)
            run_cell(shell, cell)
            if is_grade(cell):
                task = grade_id.removesuffix("-check")
                points[task] = decide(cell, reference[grade_id]).points
                checks[task] = (published(cell, CHECK) or [{}])[-1]
        own = checks.get(answer.task, {})
        passed = own.get("passed", all(check.get("passed") for check in checks.values()))
        return Result(answer.task, answer.kind, answer.name, points, bool(passed), own.get("mistake"))

    def _solution(self) -> Answer:
        return Answer("", "solution")

    def _untouched(self) -> Answer:
        return Answer(
            "", "untouched", sources={name: self.template.released[name].source for name in self.tasks()}
        )

    def answers(self, task: str) -> Iterator[Answer]:
        names, solution = self._answer_names(task), self.cells[self.place(task)].source
        for mistake in self.unit.task(task).mistakes:
            source = _source_of_mistake(self.unit.number, task, mistake.name, names)
            yield Answer(task, "mistake", mistake.name, {task: source})
        for path in sorted((ANSWERS / f"unit_{self.unit.number}").glob(f"{task}__*.py")):
            yield Answer(task, "alternative", path.stem.partition("__")[2], {task: path.read_text("utf-8")})
        if self.unit.task(task).kind == "function":
            yield Answer(
                task, "memo", "", {task: _source_of_memo(self.unit.number, task, names, solution)}, False
            )

    def mutants(self, task: str) -> Iterator[Answer]:
        for mutant in mutants(self.cells[self.place(task)].source):
            yield Answer(task, "mutant", mutant.name, {task: mutant.source}, False)

    def _answer_names(self, task: str) -> list[str]:
        """The names that the test cell gives to its check: `check("05.accumulate", accumulate)`."""
        for node in ast.walk(ast.parse(self.cells[self.place(f"{task}-check")].source)):
            match node:
                case ast.Call(func=ast.Name("check"), args=[ast.Constant(), *answers]):
                    return [answer.id for answer in answers if isinstance(answer, ast.Name)]
        raise ValueError(f"the test cell of {task} has no check")


def _grade_id(cell: NotebookNode) -> str:
    return str(cell.metadata.get("nbgrader", {}).get("grade_id", ""))


def _source_of_mistake(number: str, task: str, mistake: str, names: list[str]) -> str:
    lines = [
        "from classroom.units import load_unit",
        f"_task = load_unit({number!r}).task({task!r})",
        f"_answer = next(m.answer for m in _task.mistakes if m.name == {mistake!r})",
    ]
    if load_unit(number).task(task).kind in ("lines", "choice"):
        lines.append(f"{names[0]} = lambda: _answer")
    else:
        lines.append(f"{', '.join(names)} = _answer")
    return "\n".join(lines)


def _source_of_memo(number: str, task: str, names: list[str], solution: str) -> str:
    listed = ", ".join(names)
    return (
        f"{solution}\n\nfrom tests.course.memo import remembered\n"
        f'[{listed}] = remembered("{number}.{task}", {listed})'
    )


def make_shell() -> Any:
    """What runs a notebook's cells in this process, with display as in a kernel and without a history."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    os.environ["MINIGRAD_GRADING"] = "1"
    return InteractiveShell.instance(config=Config({"HistoryManager": {"enabled": False}}))


def run_cell(shell: Any, cell: NotebookNode) -> None:
    """Run one cell, and put what it displays and the error it ends with into its outputs."""
    from IPython.utils.capture import capture_output

    with capture_output() as captured:
        result = shell.run_cell(cell.source, store_history=False)
    cell.outputs = [new_output("display_data", output.data) for output in captured.outputs]
    if error := result.error_before_exec or result.error_in_exec:
        cell.outputs.append(new_output("error", ename=type(error).__name__, evalue=str(error), traceback=[]))


class ForkedExecutor(Executor):
    """Runs a whole notebook in a fork of this process."""

    def run(self, notebook: NotebookNode, resources: ResourcesDict) -> NotebookNode:
        """See `Executor.run`."""
        cells = [cell for cell in notebook.cells if cell.cell_type == "code"]

        def run_all() -> list[Any]:
            shell = make_shell()
            for cell in cells:
                run_cell(shell, cell)
            return [cell.outputs for cell in cells]

        (outputs,) = in_forks([run_all], SECONDS_FOR_ALL)
        if outputs is None:
            raise RuntimeError("the solution notebook did not end")
        for cell, found in zip(cells, outputs, strict=True):
            cell.outputs = found
        return notebook


def in_forks(jobs: list[Callable[[], Any]], seconds: float) -> list[Any]:
    """Run each job in a fork of its own, as many at a time as there are processors, and return the results.

    None stands for a job that did not end in time, or took its process with it.
    """
    context = get_context("fork")
    results: list[Any] = [None] * len(jobs)
    waiting = list(enumerate(jobs))[::-1]
    running: dict[Connection, tuple[int, Any, float]] = {}
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            number, job = waiting.pop()
            receiver, sender = context.Pipe(duplex=False)
            process = context.Process(target=_send_result, args=(job, sender))
            process.start()
            sender.close()
            running[receiver] = (number, process, time.monotonic() + seconds)
        for receiver in wait(list(running), timeout=0.05):
            number, process, _ = running.pop(receiver)  # type: ignore[index, arg-type]
            with suppress(EOFError):
                results[number] = receiver.recv()  # type: ignore[union-attr]
            process.join()
        for receiver, (_, process, deadline) in list(running.items()):
            if time.monotonic() > deadline:
                process.kill()
                process.join()
                del running[receiver]
    return results


def _send_result(job: Callable[[], Any], sender: Connection) -> None:
    sender.send(job())


if __name__ == "__main__":
    worth, results = score_unit(sys.argv[1], mutated="mutants" in sys.argv[2:])
    json.dump({"worth": worth, "results": [asdict(result) for result in results]}, sys.stdout)
