"""The table of what a learner has done: in a notebook as HTML, in a terminal as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from classroom.check.notebook import in_notebook, passes
from classroom.check.specification import Task, Unit
from classroom.progress import events, latest, progress_path
from classroom.question.review import due
from classroom.units import load_unit, unit_numbers

STYLE = "text-align:left;padding:.2em 1.2em .2em 0;color:inherit;background:transparent"


@dataclass(frozen=True)
class Table:
    """Rows under a header; it shows itself as a table in a notebook and as text elsewhere."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    foot: str = ""

    def __repr__(self) -> str:
        widths = [max(map(len, column)) for column in zip(self.header, *self.rows, strict=True)]

        def line(cells: Sequence[str]) -> str:
            return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()

        ruler = "  ".join("-" * width for width in widths)
        body = [line(self.header), ruler, *map(line, self.rows)]
        return "\n".join([self.title, "", *body, *(["", self.foot] if self.foot else [])])

    def _repr_html_(self) -> str:
        def cells(tag: str, texts: Sequence[str], scope: str = "") -> str:
            return "".join(f'<{tag} style="{STYLE}"{scope}>{escape(text)}</{tag}>' for text in texts)

        head = cells("th", self.header, ' scope="col"')
        rows = "".join(
            "<tr>" + cells("th", row[:1], ' scope="row"') + cells("td", row[1:]) + "</tr>"
            for row in self.rows
        )
        foot = f"<p>{escape(self.foot)}</p>" if self.foot else ""
        return (
            f'<table><caption style="{STYLE};font-weight:600">{escape(self.title)}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{foot}"
        )


def table(unit: str | None = None) -> Table:
    """The table of all units, or of the tasks of the unit with this number.

    LookupError: there is no such unit.
    """
    return _unit_table(load_unit(unit)) if unit is not None else _course_table()


def _course_table() -> Table:
    rows = []
    for unit in map(load_unit, unit_numbers()):
        done = sum(passes(f"{unit.number}.{task.name}") for task in unit.tasks)
        predictions = sum(
            latest("prediction", f"{unit.number}.{p.name}") is not None for p in unit.predictions
        )
        questions = sum(_right(f"{unit.number}.{question.name}") for question in unit.questions)
        rows.append(
            (
                f"{unit.number} {unit.title}",
                _state(done, len(unit.tasks)),
                f"{done} of {len(unit.tasks)}",
                f"{predictions} of {len(unit.predictions)}",
                f"{questions} of {len(unit.questions)}",
            )
        )
    header = ("unit", "state", "tasks that pass", "predictions made", "questions right")
    return Table("Your progress", header, tuple(rows), f"{_proposal()}Kept in {progress_path()}")


def _proposal() -> str:
    """To somebody who comes back after a week: what to ask again, and how."""
    if not (names := due()):
        return ""
    return (
        f"A week or more ago you answered {' and '.join(names)}. To see what has stayed, run "
        '"from classroom import review" and "review()" in a notebook. '
    )


def _state(done: int, of: int) -> str:
    return "done" if done == of else "begun" if done else "open"


def _right(name: str) -> bool:
    event = latest("question", name)
    return bool(event and event.get("right"))


def _unit_table(unit: Unit) -> Table:
    rows = tuple(_task_row(f"{unit.number}.{task.name}", task) for task in unit.tasks)
    header = ("task", "about", "state", "checks run", "hints seen", "last time it looked like")
    return Table(f"Your progress in unit {unit.number}, {unit.title}", header, rows)


def _task_row(name: str, task: Task) -> tuple[str, ...]:
    tries = events("check", name)
    state = "not tried" if not tries else "passes" if passes(name) else "not yet"
    hint = latest("hint", name)
    mistake = tries[-1].get("mistake") if tries else None
    return (name, task.title, state, str(len(tries)), str(hint["number"]) if hint else "0", mistake or "")


def show(unit: str | None) -> None:
    """Show the table in the running cell; outside a notebook, print it."""
    try:
        shown = table(unit)
    except LookupError as error:
        print(error)
        return
    if in_notebook():
        from IPython.display import display

        display(shown)
    else:
        print(shown)
