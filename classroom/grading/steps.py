"""The grader's steps, as nbgrader's preprocessors; ``nbgrader_config.py`` says in which order they run.

sanitize:   PutInOrder, ...
autograde:  RunSubmission, Judge, ..., SaveAutoGrades, ...
"""

from __future__ import annotations

from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode, from_dict
from nbformat.v4 import new_markdown_cell
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Type

from classroom.grading.execute import STOPPED, Executor, KernelExecutor
from classroom.grading.order import MISSING, put_in_order
from classroom.grading.reference import Reference, Template, find_reference, read_template
from classroom.grading.released import STORE
from classroom.grading.submission import UNREADABLE, other_name
from classroom.grading.verdict import Verdict, decide, hidden_lines, hide, write_verdict

#: In the metadata of a graded notebook: {"mended": [sentences], "tasks": [verdicts]}.
REPORT = "minigrad_report"

#: Where the solution's record travels from the run to the judge.
REFERENCE = "minigrad_reference"


class GradingStep(NbGraderPreprocessor):
    """A step that looks at the solution."""

    def root(self) -> Path:
        """The course's folder."""
        return Path(self.parent.parent.coursedir.root)

    def solution(self, resources: ResourcesDict) -> Path:
        """The solution of the notebook at hand."""
        coursedir, names = self.parent.parent.coursedir, resources["nbgrader"]
        folder = coursedir.format_path(coursedir.source_directory, ".", names["assignment"])
        return Path(folder, f"{names['notebook']}.ipynb")

    def template(self, resources: ResourcesDict) -> Template:
        """The instructor's cells."""
        solution = self.solution(resources)
        return _template(solution, solution.stat().st_mtime_ns if solution.exists() else 0)


@lru_cache(maxsize=8)
def _template(solution: Path, changed: int) -> Template:
    return read_template(solution)


class PutInOrder(GradingStep):
    """Puts a submission in order: see ``order``."""

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Return the notebook to run; what was mended is in its metadata."""
        template = self.template(resources)
        cells, mended = put_in_order(nb.cells, template)
        name = f"{resources['nbgrader']['notebook']}.ipynb"
        if UNREADABLE in resources:
            mended = [f"{resources[UNREADABLE]} Nothing in it could be graded."]
        elif other := other_name(Path(resources["metadata"]["path"]), name):
            mended.insert(0, f"The notebook was handed in as {other}; it was graded as {name}.")
        nb.cells = cells
        nb.metadata = from_dict({**template.metadata, REPORT: {"mended": mended, "tasks": []}})
        return nb, resources


class RunSubmission(GradingStep):
    """Runs a submission, in the place of nbgrader's Execute."""

    executor_class = Type(
        KernelExecutor,
        klass=Executor,
        help="What runs the notebooks: a subclass of classroom.grading.execute.Executor.",
    ).tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Return the notebook with its outputs, after making sure that the solution's record is at hand."""
        executor = self.executor_class(parent=self)
        resources[REFERENCE] = find_reference(self.solution(resources), executor, self.root() / STORE)
        return executor.run(nb, resources), resources


class Judge(GradingStep):
    """Compares what was recorded with the solution's record, and writes the verdicts."""

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Return the notebook as the learner gets it back."""
        template, reference = self.template(resources), resources[REFERENCE]
        cells = {cell.metadata.nbgrader.grade_id: cell for cell in nb.cells if "nbgrader" in cell.metadata}
        secret = hidden_lines(list(template.graded.values()))
        verdicts = [self._judge(grade_id, cells, template, reference) for grade_id in template.tests()]
        for cell in nb.cells:
            if cell.cell_type == "code" and cell.get("outputs"):
                hide(cell, secret)
        for grade_id, verdict in zip(template.tests(), verdicts, strict=True):
            write_verdict(cells[grade_id], verdict)

        report = nb.metadata[REPORT]
        report["tasks"] = from_dict([asdict(verdict) for verdict in verdicts])
        if report["mended"]:
            lines = [f"- {_plain(sentence)}" for sentence in report["mended"]]
            nb.cells.insert(0, new_markdown_cell("\n".join(["**Put in order before grading**", "", *lines])))
        return nb, resources

    def _judge(
        self, grade_id: str, cells: dict[str, Any], template: Template, reference: Reference
    ) -> Verdict:
        answer = grade_id.removesuffix("-check")
        return decide(cells[grade_id], reference[grade_id], _remark(cells[answer], answer, template))


def _remark(cell: NotebookNode, grade_id: str, template: Template) -> str:
    """What explains, without running anything, that a solution cell earns no points."""
    if cell.source == MISSING:
        return "The cell with your answer was not in what you handed in."
    if template.untouched(cell, grade_id):
        return "Not attempted: the cell is as it was handed out."
    return cell.metadata.get(STOPPED, "")


def _plain(sentence: str) -> str:
    """A sentence that may quote a stranger's file name, with nothing in it that Markdown acts on."""
    return "".join(f"\\{char}" if char in r"\`*_{}[]()#+-!|<>&" else char for char in sentence)
