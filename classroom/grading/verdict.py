"""What the grader says about each task: the points it gives, and one or two sentences for the learner.

A test cell's outputs come from the student's process. None of them is shown: the cell is written anew,
so that nbgrader gives full points or none and the feedback shows no hidden check and no hidden value.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader.preprocessors import ClearHiddenTests

from classroom.check.notebook import CHECK
from classroom.check.specification import Mistake
from classroom.grading.execute import STOPPED, published
from classroom.grading.judge import judge
from classroom.grading.observe import OBSERVATION
from classroom.grading.reference import Task
from classroom.units import load_unit

HIDDEN = "# Hidden checks ran here. They try other data than the check above, and are not shown."

#: How many characters of what a cell prints are kept.
MAX_SHOWN = 50_000

#: What a page would have to be protected from.
RICH = ("text/html", "text/markdown", "image/svg+xml", "application/javascript")


@dataclass(frozen=True)
class Verdict:
    """What came of one task.

    task      its name ("accumulate")
    mistake   the name of the known mistake that the answer looks like, or ""
    sentence  what the learner is told
    """

    task: str
    points: float
    max_points: float
    mistake: str
    sentence: str

    @property
    def right(self) -> bool:
        """Whether the task's points were given."""
        return self.points > 0


def decide(cell: NotebookNode, task: Task, remark: str = "") -> Verdict:
    """Judge a test cell that has run.

    remark   what there is to say about the solution cell itself if no points are given, such as that it
             was left as it was
    """
    max_points = float(cell.metadata.nbgrader.points)
    judgement = judge(task.record, published(cell, OBSERVATION))
    right = judgement.right and STOPPED not in cell.metadata
    mistake = None if right else _known_mistake(cell, task)
    name = task.check.partition(".")[2]
    if right:
        sentence = "Right, also on data that your notebook does not show."
    elif remark or STOPPED in cell.metadata:
        sentence = remark or cell.metadata[STOPPED]
    elif judgement.outcome == "unexpected":
        sentence = (
            "What was recorded does not fit the hidden checks: a value came twice, or out of turn. "
            "Only the hidden checks may record values."
        )
    elif mistake is not None:
        sentence = f"It looks like this: {mistake.says}. {mistake.question}"
    elif not _check_passed(cell, task):
        sentence = (
            f"The check does not pass{_because(cell)}. Run it in your notebook: it shows what it tried."
        )
    elif judgement.outcome == "missing":
        sentence = f"Right for the visible examples; on other data it ended in an error{_because(cell)}."
    else:
        sentence = "Right for the visible examples, wrong on other data."
    return Verdict(name, max_points if right else 0.0, max_points, mistake.name if mistake else "", sentence)


def _checks(cell: NotebookNode, task: Task) -> list[dict[str, Any]]:
    """What the visible check said; a learner's code can write this too, so it decides no points."""
    found = [check for check in published(cell, CHECK) if isinstance(check, dict)]
    return [check for check in found if check.get("task") == task.check]


def _check_passed(cell: NotebookNode, task: Task) -> bool:
    return any(check.get("passed") is True for check in _checks(cell, task))


def _known_mistake(cell: NotebookNode, task: Task) -> Mistake | None:
    """The mistake that the check named, if the unit knows it: its words are shown, never the student's."""
    named = {check.get("mistake") for check in _checks(cell, task) if isinstance(check.get("mistake"), str)}
    if not named:
        return None
    number, _, name = task.check.partition(".")
    return next((mistake for mistake in load_unit(number).task(name).mistakes if mistake.name in named), None)


def _because(cell: NotebookNode) -> str:
    """The type of the error that ended the cell, in brackets; nothing when the check refused the answer."""
    errors = [output.ename for output in cell.outputs if output.output_type == "error"]
    if not errors or errors[0] == "CheckFailed" or not re.fullmatch(r"[A-Za-z_]{1,60}", errors[0]):
        return ""
    return f" ({errors[0]})"


def write_verdict(cell: NotebookNode, verdict: Verdict) -> None:
    """Write the verdict in place of all that the test cell put out, and hide its hidden tests."""
    points = f"{verdict.points:g} of {verdict.max_points:g} points."
    page = f"<strong>{points}</strong> {_html(verdict.sentence)}"
    text = f"{points} {verdict.sentence}"
    cell.outputs = [new_output("display_data", {"text/html": page, "text/plain": text})]
    if not verdict.right:
        # nbgrader gives a test cell no points when it holds an error, and full points when it does not.
        cell.outputs.append(
            new_output("error", ename="NoPoints", evalue="", traceback=["No points for this task."])
        )
    ClearHiddenTests().preprocess_cell(cell, {}, 0)
    cell.source = f"{cell.source.rstrip()}\n{HIDDEN}"


def _html(sentence: str) -> str:
    """A sentence in which `code` stands in backticks. Only plain tags: more would not survive sanitizing."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(sentence, quote=False))


def hide(cell: NotebookNode, secret: Sequence[str]) -> None:
    """Take out of a cell's outputs what the feedback page must not, or cannot, show.

    That is whatever is meant for the grader, or holds a line of a hidden test; and HTML, which has to be
    sanitized until little is left of it, and so gives way to its text.
    """
    kept = []
    for output in cell.outputs:
        if output.output_type in ("display_data", "execute_result"):
            for mime in (OBSERVATION, CHECK, *(RICH if "text/plain" in output.data else ())):
                output.data.pop(mime, None)
            if not output.data:
                continue
        if any(line in text for line in secret for text in _texts(output)):
            output = new_output(
                "stream", name="stdout", text="[Not shown: it holds a line of a hidden check.]\n"
            )
        if len(output.get("text", "")) > MAX_SHOWN:
            output.text = f"{output.text[:MAX_SHOWN]}\n[The rest is not shown.]\n"
        kept.append(output)
    cell.outputs = kept


def _texts(output: NotebookNode) -> list[str]:
    parts = [output.get("text"), *output.get("traceback", []), *output.get("data", {}).values()]
    return [part for part in parts if isinstance(part, str)]


def hidden_lines(cells: Sequence[NotebookNode]) -> list[str]:
    """The lines of all hidden tests that are long enough to be told from ordinary code."""
    found = []
    for cell in cells:
        region = re.findall(r"### BEGIN HIDDEN TESTS\n(.*?)### END HIDDEN TESTS", cell.source, re.DOTALL)
        found += [line.strip() for text in region for line in text.splitlines()]
    return [line for line in found if line.startswith("observe(") or len(line) > 40]
