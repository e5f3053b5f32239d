"""What a source must keep to. Each rule yields what it finds: a line, and a sentence that says what to do.

nbgrader finds some of these too, but later, one at a time, without a line, or not until a class is graded.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from classroom.build.source import NBGRADER_DEFAULTS, Cell, Problem, Source

NBGRADER_KEYS = {*NBGRADER_DEFAULTS, "grade_id", "points"}
TAGS = {
    "solution-only": "appears in solutions/ and not in exercises/",
    "minigrad-only": "shows minigrad's insides; skipped when a lesson runs on PyTorch",
    "raises-exception": "is meant to end in an error; a run goes on after it",
    "warns": "is meant to give a warning",
}
GRADE_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
#: nbgrader proposes "cell-" and hexadecimal digits for an id, which tells a reader of a grade report nothing.
GENERATED = re.compile(r"cell-.*|(.*-)?(?=[a-f]*[0-9])[0-9a-f]{8,}(-.*)?")
#: The parts of a cell that some reader must not see, by what follows BEGIN and END.
REGIONS = ("SOLUTION", "HIDDEN TESTS", "MARK SCHEME")
Finding = tuple[int, str]


@dataclass(frozen=True)
class Region:
    """The lines of a cell between ``### BEGIN ...`` and ``### END ...``, counted from 0."""

    begin: int
    end: int

    def holds(self, index: int) -> bool:
        """Whether the cell's line ``index`` lies inside."""
        return self.begin < index < self.end


def problems(source: Source) -> list[Problem]:
    """Return everything that is wrong with ``source``, in the order of its lines."""
    rules = [metadata_is_known, regions_are_closed]
    rules += [lesson_is_not_graded] if source.kind == "lesson" else EXERCISE_RULES
    return [source.problem(*found) for found in sorted(found for rule in rules for found in rule(source))]


def metadata_is_known(source: Source) -> Iterator[Finding]:
    for cell in source.cells:
        if "incorrectly_encoded_metadata" in cell.node.metadata:
            yield (cell.line, "The metadata on this line is not key=JSON, for example nbgrader={...}.")
            continue
        for key in cell.node.metadata.keys() - {"nbgrader", "tags"}:
            yield (cell.line, f"The cell's metadata may be nbgrader=... and tags=..., not {key!r}.")
        if not isinstance(cell.node.metadata.get("nbgrader", {}), dict):
            yield (cell.line, 'nbgrader\'s metadata is a dictionary, for example nbgrader={"grade_id": ...}.')
        for tag in cell.tags:
            if tag not in TAGS:
                yield (cell.line, f"The tag {tag!r} is unknown. Known are: {', '.join(TAGS)}.")


def regions_are_closed(source: Source) -> Iterator[Finding]:
    for cell in source.cells:
        for name in REGIONS:
            opened = None
            for index, line in enumerate(cell.node.source.splitlines()):
                if f"BEGIN {name}" in line:
                    if opened is not None:
                        yield (cell.line_of(index), f"This BEGIN {name} lies inside another.")
                    opened = index
                elif f"END {name}" in line:
                    if opened is None:
                        yield (cell.line_of(index), f"This END {name} has no BEGIN {name} before it.")
                    opened = None
            if opened is not None:
                yield (cell.line_of(opened), f"This BEGIN {name} has no END {name} in its cell.")


def lesson_is_not_graded(source: Source) -> Iterator[Finding]:
    for cell in source.cells:
        if "nbgrader" in cell.node.metadata:
            yield (cell.line, "A lesson has no nbgrader cells; graded tasks go to the exercises.")
        if "solution-only" in cell.tags:
            yield (cell.line, "Everyone sees a lesson; 'solution-only' belongs in the exercises.")
        for name in REGIONS:
            for region in regions(cell, name):
                yield (cell.line_of(region.begin), f"Everyone sees a lesson; it has no {name}.")


def nbgrader_metadata_is_complete(source: Source) -> Iterator[Finding]:
    for cell in graded_cells(source):
        unknown = cell.nbgrader.keys() - NBGRADER_KEYS
        for key in sorted(unknown):
            known = ", ".join(sorted(NBGRADER_KEYS))
            yield (cell.line, f"nbgrader has no key {key!r}. Its keys are: {known}.")
        for key in sorted(NBGRADER_DEFAULTS.keys() & cell.nbgrader.keys()):
            if type(cell.nbgrader[key]) is not type(NBGRADER_DEFAULTS[key]):
                yield (cell.line, f"nbgrader's {key!r} is {cell.nbgrader[key]!r}; write true or false.")
        if cell.nbgrader.get("schema_version", 3) != 3:
            yield (cell.line, "nbgrader's schema_version is 3; leave it out.")
        if kind_of(cell) is None:
            yield (
                cell.line,
                "This is no nbgrader cell: it must be a solution (solution: true), a test (grade: true, "
                "locked: true), a task graded by hand (task: true, locked: true) or locked (locked: true).",
            )


def grade_ids_are_readable_and_unique(source: Source) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for cell in graded_cells(source):
        grade_id = cell.nbgrader.get("grade_id")
        if not isinstance(grade_id, str) or not grade_id:
            yield (cell.line, "The cell has no grade_id. Name it, for example 'accumulate'.")
        elif grade_id in first:
            yield (cell.line, f"The grade_id {grade_id!r} is taken by the cell at line {first[grade_id]}.")
        elif GENERATED.fullmatch(grade_id):
            yield (
                cell.line,
                f"The grade_id {grade_id!r} looks generated. Say what the cell is, for example 'accumulate'.",
            )
        elif not GRADE_ID.fullmatch(grade_id) or len(grade_id) > 60:
            yield (
                cell.line,
                f"The grade_id {grade_id!r} must be lower-case words joined by hyphens, at most 60 letters.",
            )
        first.setdefault(str(grade_id), cell.line)


def points_are_where_they_belong(source: Source) -> Iterator[Finding]:
    for cell in graded_cells(source):
        points = cell.nbgrader.get("points")
        if kind_of(cell) in ("test", "task"):
            if points is None:
                yield (cell.line, 'The cell is graded but says no points. Add for example "points": 2.')
            elif isinstance(points, bool) or not isinstance(points, int | float) or points <= 0:
                yield (cell.line, f"points is {points!r}; it must be a number above 0.")
        elif points is not None:
            yield (cell.line, "Only a test or task cell has points; here they would never be given.")


def solution_cells_have_a_solution(source: Source) -> Iterator[Finding]:
    tests = {str(cell.nbgrader.get("grade_id")) for cell in source.cells if kind_of(cell) == "test"}
    for cell in source.cells:
        inside = regions(cell, "SOLUTION")
        if kind_of(cell) != "solution":
            for region in inside:
                yield (
                    cell.line_of(region.begin),
                    "BEGIN SOLUTION stands outside a solution cell. Give the cell "
                    'nbgrader={"grade_id": ..., "solution": true}.',
                )
            continue
        if not inside:
            yield (cell.line, "The solution cell has no '### BEGIN SOLUTION' and END, so all of it would go.")
        if cell.nbgrader.get("locked"):
            yield (cell.line, "A solution cell is the learner's to edit; it cannot be locked.")
        grade_id = cell.nbgrader.get("grade_id")
        if f"{grade_id}-check" not in tests:
            yield (cell.line, f"No test cell has the grade_id '{grade_id}-check', so nothing is graded.")


def test_cells_check_and_observe(source: Source) -> Iterator[Finding]:
    solutions: set[str] = set()
    for cell in source.cells:
        if kind_of(cell) == "solution":
            solutions.add(str(cell.nbgrader.get("grade_id")))
        if kind_of(cell) != "test":
            for region in regions(cell, "HIDDEN TESTS"):
                yield (cell.line_of(region.begin), "BEGIN HIDDEN TESTS stands outside a test cell.")
            continue
        grade_id = str(cell.nbgrader.get("grade_id"))
        if not grade_id.endswith("-check") or grade_id.removesuffix("-check") not in solutions:
            yield (
                cell.line,
                f"The test cell {grade_id!r} has points but no solution: it must come after the solution "
                "cell that it tests and be named after it (solution 'accumulate', test 'accumulate-check').",
            )
        if not cell.nbgrader.get("locked"):
            yield (cell.line, 'A test cell is not the learner\'s to edit; add "locked": true.')
        yield from _test_code(source, cell)


def _test_code(source: Source, cell: Cell) -> Iterator[Finding]:
    hidden = regions(cell, "HIDDEN TESTS")
    if not hidden:
        yield (cell.line, "The test cell has no '### BEGIN HIDDEN TESTS' and END.")
    try:
        tree = ast.parse(cell.node.source)
    except SyntaxError as error:
        yield (cell.line_of((error.lineno or 1) - 1), f"The test cell is not valid Python: {error.msg}.")
        return

    task = f"{source.unit[:2]}.{str(cell.nbgrader.get('grade_id')).removesuffix('-check')}"
    match tree.body[:1]:
        case [ast.Expr(ast.Call(ast.Name("check"), [ast.Constant(named), _, *_]))] if named == task:
            pass
        case _:
            yield (cell.line_of(0), f'A test cell begins with its visible check: check("{task}", ...).')
    observed = [node.lineno - 1 for node in ast.walk(tree) if isinstance(node, ast.Call) and _observes(node)]
    if hidden and not any(region.holds(index) for region in hidden for index in observed):
        yield (
            cell.line_of(hidden[0].begin),
            'The hidden tests observe nothing, so the points rest on nothing. Add observe("name", value).',
        )
    for index in observed:
        if not any(region.holds(index) for region in hidden):
            yield (cell.line_of(index), "This observe(...) would be shown to learners; hide it.")


def _observes(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "observe"


def mark_schemes_are_in_task_cells(source: Source) -> Iterator[Finding]:
    for cell in source.cells:
        if kind_of(cell) != "task":
            for region in regions(cell, "MARK SCHEME"):
                yield (
                    cell.line_of(region.begin),
                    "BEGIN MARK SCHEME stands outside a task cell, where nbgrader's generate_solution fails.",
                )
        elif not cell.nbgrader.get("locked"):
            yield (cell.line, 'A task cell must be locked: with "locked": false autograding fails.')


def cell_types_fit(source: Source) -> Iterator[Finding]:
    for cell in source.cells:
        kind, cell_type = kind_of(cell), cell.node.cell_type
        if kind in ("solution", "test") and cell_type != "code":
            yield (cell.line, f"A {kind} cell is a code cell, not {cell_type}.")
        if kind == "task" and cell_type != "markdown":
            yield (cell.line, f"A task cell is a markdown cell, not {cell_type}.")
        if "solution-only" in cell.tags:
            if cell_type != "markdown":
                yield (
                    cell.line,
                    "A solution-only cell is a markdown cell: code that the exercise lacks would make the "
                    "solution run in a namespace that no learner has.",
                )
            if cell.nbgrader:
                yield (cell.line, "A solution-only cell is dropped from the exercise; it has no nbgrader.")


EXERCISE_RULES = [
    nbgrader_metadata_is_complete,
    grade_ids_are_readable_and_unique,
    points_are_where_they_belong,
    solution_cells_have_a_solution,
    test_cells_check_and_observe,
    mark_schemes_are_in_task_cells,
    cell_types_fit,
]


def graded_cells(source: Source) -> list[Cell]:
    """The cells that nbgrader knows."""
    return [cell for cell in source.cells if "nbgrader" in cell.node.metadata]


def kind_of(cell: Cell) -> str | None:
    """'solution', 'test', 'task' or 'read-only'; None for a cell that is none of them."""
    match [key for key in ("grade", "locked", "solution", "task") if cell.nbgrader.get(key)]:
        case ["solution"] | ["locked", "solution"]:
            return "solution"
        case ["grade"] | ["grade", "locked"]:
            return "test"
        case ["task"] | ["locked", "task"]:
            return "task"
        case ["locked"]:
            return "read-only"
    return None


def regions(cell: Cell, name: str) -> list[Region]:
    """The closed regions ``name`` of the cell; what is not closed is another rule's to report."""
    found, opened = [], None
    for index, line in enumerate(cell.node.source.splitlines()):
        if f"BEGIN {name}" in line:
            opened = index
        elif f"END {name}" in line and opened is not None:
            found.append(Region(opened, index))
            opened = None
    return found
