"""A submission is put in order before it runs: the instructor's cells as they were written, in their order.

The learner's own cells stay, and so does the text of each solution cell. All that was mended is said in
a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_raw_cell
from nbgrader.utils import is_solution

from classroom.grading.reference import Template

#: Stands in a solution cell that was deleted.
MISSING = "# This cell was missing when the notebook was handed in."

FLAGS = ("grade", "solution", "locked", "task", "points")


def put_in_order(cells: Sequence[NotebookNode], template: Template) -> tuple[list[NotebookNode], list[str]]:
    """Return the cells to run, and a sentence for each thing that was mended.

    - Of a cell that was copied or split, the last copy in which the learner worked counts. Copies
      without work go; other copies stay as ordinary cells, so that whatever they define is still
      defined.
    - Test cells and other locked cells get the instructor's text back, all cells their points and flags.
    - A deleted test or locked cell comes back. A deleted solution cell comes back empty: the learner may
      have moved its code.
    - The instructor's cells stand in the solution's order. A learner's own cell stays behind the one it
      followed.
    """
    mended: list[str] = []
    named = [(_grade_id(cell, template), deepcopy(cell)) for cell in cells]
    named = _choose_copies(named, template, mended)
    segments = _segments(named, template, mended)
    ordered = []
    for grade_id, segment in segments.items():
        for cell in segment:
            own = cell is not segment[0] or grade_id == ""
            ordered.append(_as_own(cell) if own else _restore(cell, grade_id, template, mended))
    return ordered, mended


Named = list[tuple[str, NotebookNode]]  # a cell and its grade_id; "" for a learner's own cell


def _grade_id(cell: NotebookNode, template: Template) -> str:
    # The course stamps each graded cell's id with its grade_id: it survives where metadata gets lost.
    candidates = (cell.metadata.get("nbgrader", {}).get("grade_id"), cell.get("id"))
    return next((str(name) for name in candidates if name in template.graded), "")


def _choose_copies(named: Named, template: Template, mended: list[str]) -> Named:
    """Leave each ``grade_id`` to one cell."""
    places: dict[str, list[int]] = {}
    for place, (grade_id, _) in enumerate(named):
        if grade_id:
            places.setdefault(grade_id, []).append(place)

    chosen: dict[int, str] = {}
    dropped: set[int] = set()
    for grade_id, copies in places.items():
        worked = [place for place in copies if not template.untouched(named[place][1], grade_id)]
        if is_solution(template.graded[grade_id]):
            check = places.get(f"{grade_id}-check", [len(named)])[-1]
            choice = max([place for place in worked if place < check] or worked or copies)
        else:
            choice = max(copies)
        chosen[choice] = grade_id
        dropped |= set(copies) - set(worked) - {choice}
        if len(copies) > 1:
            mended.append(
                f"The cell “{grade_id}” stood there {len(copies)} times; {_which(worked, grade_id, template)}"
            )
    return [(chosen.get(place, ""), cell) for place, (_, cell) in enumerate(named) if place not in dropped]


def _which(worked: list[int], grade_id: str, template: Template) -> str:
    if is_solution(template.graded[grade_id]) and worked:
        return "the one with your work counts." if len(worked) == 1 else "the last one with your work counts."
    return "one was kept."


def _segments(named: Named, template: Template, mended: list[str]) -> dict[str, list[NotebookNode]]:
    """Each instructor's cell and the own cells behind it, in the solution's order; "" is the beginning."""
    found: dict[str, list[NotebookNode]] = {"": []}
    current = ""
    for grade_id, cell in named:
        current = grade_id or current
        found.setdefault(current, []).append(cell)

    present = [grade_id for grade_id in found if grade_id]
    if present != [grade_id for grade_id in template.graded if grade_id in found]:
        mended.append("The graded cells stood in another order; they were put back into theirs.")
    for grade_id, cell in template.graded.items():
        if grade_id not in found:
            found[grade_id] = [_replacement(cell, grade_id)]
            mended.append(f"The cell “{grade_id}” was missing and was put back.")
    order = ["", *template.graded]
    if (
        order[1] not in present
    ):  # a missing first cell holds the imports: it must run before the learner's own
        order[:2] = order[1::-1]
    return {grade_id: found[grade_id] for grade_id in order}


def _replacement(cell: NotebookNode, grade_id: str) -> NotebookNode:
    replacement = deepcopy(cell)
    if is_solution(cell):
        replacement.source = MISSING
    return replacement


def _restore(cell: NotebookNode, grade_id: str, template: Template, mended: list[str]) -> NotebookNode:
    """The instructor's cell, with the learner's text if it is a solution cell."""
    restored = deepcopy(template.graded[grade_id])
    if is_solution(restored):
        restored.source = cell.source
    elif not template.untouched(cell, grade_id) or not cell.source.strip():
        mended.append(f"The cell “{grade_id}” was edited; the instructor's text was put back.")
    before, after = cell.metadata.get("nbgrader", {}), restored.metadata.nbgrader
    if cell.cell_type != restored.cell_type:
        mended.append(
            f"The cell “{grade_id}” had become a {cell.cell_type} cell; it is {restored.cell_type} again."
        )
    elif any((before.get(flag) or False) != (after.get(flag) or False) for flag in FLAGS):
        mended.append(f"The points or flags of the cell “{grade_id}” were edited; they were put back.")
    return restored


def _as_own(cell: NotebookNode) -> NotebookNode:
    """A learner's own cell: it runs, and nothing in its metadata means anything to the grader."""
    if cell.cell_type == "code":
        return new_code_cell(cell.source)
    if cell.cell_type == "markdown":
        attachments = {"attachments": cell.attachments} if "attachments" in cell else {}
        return new_markdown_cell(cell.source, **attachments)
    return new_raw_cell(cell.source)
