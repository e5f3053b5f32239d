"""The exercise notebook, made from the solution notebook by nbgrader's own preprocessors.

``nbgrader_config.py`` gives ``nbgrader generate_assignment`` the same steps and the same stub, so that the
button in formgrader and ``minigrad-course notebooks`` write the same file.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import (
    CheckCellMetadata,
    ClearHiddenTests,
    ClearMarkScheme,
    ClearOutput,
    ClearSolutions,
    ComputeChecksums,
    LockCells,
    NbGraderPreprocessor,
    SaveCells,
)
from traitlets.config import Config

from classroom.build.source import Problem, Source
from classroom.build.stamp import Stamp

CODE_STUB = {"python": "raise NotImplementedError"}


class DropSolutionOnly(NbGraderPreprocessor):
    """Drops the cells tagged ``solution-only``, in which a solution explains itself to an instructor."""

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Keep the cells that are for everyone."""
        nb.cells = [cell for cell in nb.cells if "solution-only" not in cell.metadata.get("tags", [])]
        return nb, resources


STEPS: list[type[NbGraderPreprocessor]] = [
    DropSolutionOnly,
    LockCells,
    ClearSolutions,
    ClearOutput,
    CheckCellMetadata,
    ClearHiddenTests,
    ClearMarkScheme,
    ComputeChecksums,
    CheckCellMetadata,
    Stamp,
]

#: The same for an instructor's gradebook, which keeps the test cells as they are before the hidden tests go.
_hide = STEPS.index(ClearHiddenTests)
STEPS_WITH_GRADEBOOK = [*STEPS[:_hide], ComputeChecksums, SaveCells, *STEPS[_hide:]]


def exercise_from(solution: NotebookNode) -> NotebookNode:
    """Return the learner's notebook; ``solution`` is left as it is."""
    config = Config({"ClearSolutions": {"code_stub": CODE_STUB}})
    exercise, resources = deepcopy(solution), ResourcesDict()
    for step in STEPS:
        exercise, resources = step(config=config).preprocess(exercise, resources)
    return exercise


def stub_problems(source: Source, exercise: NotebookNode) -> Iterator[Problem]:
    """Find the cells in which the stub stands where Python allows no statement."""
    lines = {cell.node.id: cell.line for cell in source.cells}
    for cell in exercise.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            try:
                ast.parse(cell.source)
            except SyntaxError:
                sentence = (
                    f"The cell is not valid Python once its solution is cleared. It becomes:\n{cell.source}"
                )
                yield source.problem(lines[cell.id], sentence)
