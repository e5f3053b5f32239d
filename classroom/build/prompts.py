"""What a cell asks, as text above it, so that a notebook can be read before it is run.

The texts of predictions and questions live in the unit modules; a source only names them.
"""

from __future__ import annotations

from collections.abc import Iterator

from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from classroom.build.source import Problem, Source
from classroom.question.prompt import text_above


def prompt_problems(source: Source) -> Iterator[Problem]:
    """Yield a problem for each cell that asks what no unit module holds."""
    for cell in source.cells:
        try:
            _prompt(cell.node)
        except LookupError as error:
            yield source.problem(cell.line, str(error))


def add_prompts(notebook: NotebookNode) -> None:
    """Put above each cell that asks a markdown cell with what it asks."""
    cells = []
    for cell in notebook.cells:
        if prompt := _prompt(cell):
            cells.append(new_markdown_cell(prompt, id=f"{cell.id}-asks"))
        cells.append(cell)
    notebook.cells = cells


def _prompt(cell: NotebookNode) -> str | None:
    return text_above(cell.source) if cell.cell_type == "code" else None
