"""Reading one file of ``course/source/``: a jupytext ``py:percent`` file becomes a notebook.

jupytext does the parsing. This module adds what a course needs on top: each cell knows the line it begins at;
cell ids are the same in every run; nbgrader's metadata is completed from the few keys that a source states.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import jupytext
import nbformat
from nbformat import NotebookNode

from classroom.paths import CourseError

FILE_NAME = re.compile(r"(?P<unit>\d\d_[a-z0-9]+(?:_[a-z0-9]+)*)\.(?P<kind>lesson|exercises)\.py")
HEADER = """\
# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---"""

#: What nbgrader requires on each of its cells; a source states only what differs.
NBGRADER_DEFAULTS = {"grade": False, "locked": False, "schema_version": 3, "solution": False, "task": False}


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a source, and where."""

    path: Path
    line: int
    sentence: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.sentence}"


class SourceError(CourseError):
    """The sources cannot become notebooks; ``problems`` holds all that was found."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("\n".join(str(problem) for problem in problems))


@dataclass(frozen=True)
class Cell:
    """A cell of the notebook, and the line of its ``# %%`` in the source."""

    node: NotebookNode
    line: int

    @property
    def nbgrader(self) -> dict:
        """nbgrader's metadata; empty for a cell that nbgrader ignores."""
        return dict(found) if isinstance(found := self.node.metadata.get("nbgrader"), dict) else {}

    @property
    def tags(self) -> list[str]:
        """The cell's tags."""
        return list(self.node.metadata.get("tags", []))

    def line_of(self, index: int) -> int:
        """The line in the source of the cell's line ``index``, which counts from 0."""
        return self.line + 1 + index


@dataclass(frozen=True)
class Source:
    """One file of ``course/source/``, read."""

    path: Path
    unit: str
    kind: str
    cells: list[Cell]
    notebook: NotebookNode

    def problem(self, line: int, sentence: str) -> Problem:
        """A problem of this file."""
        return Problem(self.path, line, sentence)


def read_source(path: Path, shown: Path) -> Source:
    """Read the file ``path``; its problems name it ``shown``.

    Raises
    ------
    SourceError
        When the file's name, encoding, header or cell markers are not those of a source.
    """
    name = FILE_NAME.fullmatch(path.name)
    if name is None:
        sentence = "The name must be NN_topic.lesson.py or NN_topic.exercises.py, in lower case."
        raise SourceError([Problem(shown, 1, sentence)])
    try:
        notebook, markers = _parse(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        sentence = f"The file is not UTF-8 text ({error.reason} at byte {error.start})."
        raise SourceError([Problem(shown, 1, sentence)]) from None
    except _Unreadable as error:
        raise SourceError([Problem(shown, *error.args)]) from None
    cells = [Cell(node, line) for node, line in zip(notebook.cells, markers, strict=True)]
    return Source(shown, name["unit"], name["kind"], cells, notebook)


class _Unreadable(Exception):
    """A line and a sentence."""


def _parse(text: str) -> tuple[NotebookNode, list[int]]:
    """Return the notebook in ``text``, and for each cell the line of its marker."""
    if not text.startswith(HEADER):
        raise _Unreadable(1, "The YAML header is missing or differs. The file must begin with:\n" + HEADER)
    lines = text.splitlines()
    markers = [number for number, line in enumerate(lines, start=1) if re.match(r"# ?%%", line)]
    for number in range(HEADER.count("\n") + 2, min(markers, default=len(lines) + 1)):
        if lines[number - 1].strip():
            raise _Unreadable(number, "This text stands before the first cell. Put a '# %%' line above it.")
    for number in markers:
        if re.search(r"\btags=[^\[]", lines[number - 1]):
            raise _Unreadable(number, 'tags is a list, for example tags=["solution-only"].')

    notebook = jupytext.reads(text, fmt="py:percent")
    if len(markers) != len(notebook.cells):
        raise _Unreadable(
            min(markers, default=1),
            f"{len(markers)} lines begin with '# %%', but jupytext reads {len(notebook.cells)} cells. "
            "Does a string hold a line that begins with '# %%'? Indent that line.",
        )
    notebook.metadata = nbformat.from_dict(
        {"kernelspec": notebook.metadata.kernelspec, "language_info": {"name": "python"}}
    )
    for node in notebook.cells:
        # How many blank lines follow a cell is a matter of the source's layout, not of the notebook.
        node.metadata.pop("lines_to_next_cell", None)
        node.source = node.source.rstrip("\n")
    return notebook, markers


def complete(source: Source) -> NotebookNode:
    """Fill in nbgrader's default metadata and stamp the cell ids; return the source's notebook.

    The source must have no problems left: an id is made from the ``grade_id``.
    """
    seen: Counter[str] = Counter()
    for cell in source.cells:
        if cell.nbgrader:
            cell.node.metadata["nbgrader"] = nbformat.from_dict(NBGRADER_DEFAULTS | cell.nbgrader)
        # jupytext draws ids at random. One made from the text, and from how many cells before it have the
        # same text, stays the same when other cells come and go, which keeps the notebooks' diffs short.
        text = f"{cell.node.cell_type}\n{cell.node.source}"
        content = hashlib.sha256(f"{seen[text]}\n{text}".encode()).hexdigest()[:12]
        seen[text] += 1
        cell.node["id"] = cell.nbgrader.get("grade_id", content)
    return source.notebook
