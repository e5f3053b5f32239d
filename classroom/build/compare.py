"""Which notebooks on disk are not what their sources say, and where the first difference is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import nbformat

from classroom.build.generate import Generated, generate, left_over, read_notebook


def differences(project: Path) -> list[str]:
    """Return a sentence for each notebook on disk that is not what its source says."""
    generated = generate(project)
    found = []
    for made in generated:
        shown = made.path.relative_to(project)
        if not made.path.is_file():
            found.append(f"{shown} is missing; {made.source} says what it holds.")
        elif not made.is_written:
            found.append(f"{shown} differs from {made.source}: {_first_difference(made)}.")
    for path in left_over(project, generated):
        found.append(f"{path.relative_to(project)} has no source in course/source.")
    return found


def _first_difference(made: Generated) -> str:
    notebook, expected = read_notebook(made.path), nbformat.reads(made.text, as_version=4)
    if notebook is None:
        return "it is not a notebook"
    for index, wanted in enumerate(expected.cells):
        name = f"cell {index + 1} ({wanted.id})"
        if index == len(notebook.cells):
            return f"{name} is missing"
        cell = notebook.cells[index]
        if cell.source != wanted.source:
            return f"{name}, {_first_line(cell.source, wanted.source)}"
        if cell.get("outputs") or cell.get("execution_count") is not None:
            return f"{name} has outputs or a count; generated notebooks have none"
        for key in sorted(cell.keys() | wanted.keys()):
            if cell.get(key) != wanted.get(key):
                return f"{name} has other {key}"
    if len(notebook.cells) > len(expected.cells):
        return f"cell {len(expected.cells) + 1} is one too many"
    return "the cells agree, but the notebook's metadata or the file's layout does not"


def _first_line(text: str, expected: str) -> str:
    """Say where two texts first differ: the line, and the part of it that differs."""
    here, there = text.splitlines(), expected.splitlines()
    at = _shared(here, there)
    line, wanted = ("\n".join(side[at : at + 1]) for side in (here, there))
    start = max(0, _shared(line, wanted) - 20)
    shown = " instead of ".join(
        repr(side[start : start + 60]) if side else "nothing" for side in (line, wanted)
    )
    return f"line {at + 1}: {shown}"


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many items the two have in common from their beginning."""
    pairs = zip(one, other, strict=False)
    return next((index for index, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
