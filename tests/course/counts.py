"""Prints the counts of the grading matrix: python -m tests.course.counts"""

from __future__ import annotations

from collections.abc import Callable

from classroom.units import unit_numbers
from tests.course.results import UnitResults, equivalents, everything_of
from tests.course.workbench import Result

COLUMNS = (
    "unit",
    "tasks",
    "mistakes",
    "refused",
    "diagnosed",
    "alternatives",
    "accepted",
    "by heart",
    "refused",
    "mutants",
    "refused",
    "equivalent",
    "unexplained",
    "given a name",
)


def row_of(number: str, found: UnitResults) -> list[int]:
    """The numbers of one unit, in the order of the columns."""

    def count(kind: str, holds: Callable[[Result], bool] = lambda result: True) -> int:
        return sum(holds(result) for result in found.of(kind))

    def refused(result: Result) -> bool:
        return not result.points[result.task]

    listed = len(equivalents(number))
    return [
        len(found.worth),
        count("mistake"),
        count("mistake", refused),
        count("mistake", lambda result: result.mistake == result.name),
        count("alternative"),
        count("alternative", lambda result: not found.lost(result)),
        count("memo"),
        count("memo", refused),
        count("mutant"),
        count("mutant", refused),
        listed,
        len(found.survivors()) - listed,
        count("mutant", lambda result: result.mistake is not None),
    ]


def main() -> None:
    """Print a table with a row for each unit and one for all."""
    rows = {number: row_of(number, everything_of(number)) for number in unit_numbers()}
    rows["all"] = [sum(column) for column in zip(*rows.values(), strict=True)]
    print("  ".join(COLUMNS))
    for name, numbers in rows.items():
        cells = [name, *map(str, numbers)]
        print("  ".join(cell.rjust(len(title)) for cell, title in zip(cells, COLUMNS, strict=True)))


if __name__ == "__main__":
    main()
