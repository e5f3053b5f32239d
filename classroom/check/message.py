"""What a check says: a headline, a few labeled lines, and where the learner stands. As text and as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from textwrap import indent, wrap
from typing import Any

from classroom.check.answers import input_names, name_of
from classroom.check.diagnosis import Likeness
from classroom.check.examine import Verdict
from classroom.check.problems import Problem
from classroom.check.running import Outcome, Trouble
from classroom.check.specification import Difference, Task
from classroom.check.values import as_sentence, is_tensor, show

WIDTH = 88
MAX_PRINTED_LINES = 8


@dataclass(frozen=True)
class Row:
    """One labeled part of a message. `code` is shown as it is, with its line breaks."""

    label: str
    text: str
    code: bool = False


@dataclass(frozen=True)
class Message:
    """What a learner reads after a check.

    passed     decides the mark in front (a word, never color alone)
    headline   one line
    rows       what was tried, what came out, which mistake it looks like, a question
    foot       where the learner stands in the unit
    """

    passed: bool
    headline: str
    rows: tuple[Row, ...] = ()
    foot: str = ""

    def text(self) -> str:
        """The message as plain text.

        >>> print(Message(True, "05.order: the visible checks pass (2 inputs tried).").text())
        PASSES   05.order: the visible checks pass (2 inputs tried).
        """
        mark = "PASSES  " if self.passed else "NOT YET "
        parts = [f"{mark} {self.headline}"]
        parts += [_text_row(row) for row in self.rows]
        parts += [self.foot] if self.foot else []
        return "\n\n".join(parts) if self.rows else "\n".join(parts)

    def html(self) -> str:
        """The message as HTML: colors come from the page, so that it is readable in a dark theme too."""
        mark, border = ("✓ Passes", "solid") if self.passed else ("✗ Not yet", "double")
        color = "#1a7f37" if self.passed else "#c4500a"
        rows = "".join(map(_html_row, self.rows))
        foot = f'<p style="margin:.6em 0 0">{_inline(self.foot)}</p>' if self.foot else ""
        return (
            f'<section aria-label="check" style="border-left:6px {border} {color};padding:.2em 0 .2em 1em;'
            'max-width:60em;line-height:1.5">'
            f'<p style="margin:0"><strong>{mark}</strong> &nbsp;{_inline(self.headline)}</p>'
            f"{f'<dl style={_quoted(DL)}>{rows}</dl>' if rows else ''}{foot}</section>"
        )


# What JupyterLab would do to these elements by itself is undone here: floats, widths, colors.
DL = "display:grid;grid-template-columns:fit-content(16em) 1fr;gap:.4em 1.5em;margin:.6em 0 0"
DT = "float:none;width:auto;margin:0;font-weight:600"
DD = "width:auto;margin:0"
PRE = (
    "margin:0;padding:0;border:0;background:transparent;color:inherit;white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere;"
    "font-family:var(--jp-code-font-family,monospace);font-size:.95em;line-height:1.5"
)


def _quoted(style: str) -> str:
    return f'"{style}"'


def _text_row(row: Row) -> str:
    lines = row.text.splitlines() if row.code else wrap(row.text, WIDTH)
    return f"{row.label}:\n" + indent("\n".join(lines), "    ")


def _html_row(row: Row) -> str:
    inside = f'<pre style="{PRE}">{escape(row.text)}</pre>' if row.code else _inline(row.text)
    return f'<dt style="{DT}">{escape(row.label)}</dt><dd style="{DD}">{inside}</dd>'


def _inline(text: str) -> str:
    """Escape text, and set what stands between backquotes as code."""
    pieces = escape(text).split("`")
    if len(pieces) % 2 == 0:  # a backquote without its partner: leave all as they are
        return "`".join(pieces)
    return "".join(f"<code>{piece}</code>" if i % 2 else piece for i, piece in enumerate(pieces))


def message_of(name: str, task: Task, verdict: Verdict, answers: Sequence[Any], foot: str = "") -> Message:
    """Put a verdict into words. `name` is the task's whole name ("05.accumulate")."""
    if verdict.problem is None:
        tried = "" if task.kind == "choice" else f" ({_count(verdict.tried, 'input')} tried)"
        return Message(True, f"{name}: the visible checks pass{tried}.", foot=foot)
    problem = verdict.problem
    answer = verdict.answer if verdict.answer is not None else (answers[0] if answers else None)
    rows = [
        *_tried(task, answer, problem, verdict),
        *_compared(problem.difference),
        *_trouble(problem.trouble),
        *_printed(problem.outcome),
    ]
    if verdict.diagnosis:
        only_here = verdict.diagnosis.likeness is Likeness.FIRST_WRONG
        mistake = verdict.diagnosis.mistake
        label = "Here it looks like this" if only_here else "It looks like this"
        rows.append(Row(label, as_sentence(mistake.says)))
        rows.append(Row("To think about", mistake.question))
    return Message(False, f"{name}: {problem.difference.says}", tuple(rows), foot)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _tried(task: Task, answer: Any, problem: Problem, verdict: Verdict) -> list[Row]:
    if problem.outcome is None or problem.number == 0:
        return []
    label = "Tried"
    if verdict.tried > 1:
        label += f" (input {problem.number} of {verdict.tried})"
    return [Row(label, call_text(task, answer, problem.outcome), code=True)]


def call_text(task: Task, answer: Any, outcome: Outcome) -> str:
    """The call as a learner would write it, and below it what each input is."""
    case = outcome.case
    if case.text:
        return case.text
    if task.kind == "choice":
        chosen = (task.choices or {}).get(answer, "")
        return f"{answer}: {chosen}" if chosen else str(answer)
    names = input_names(task, answer, len(outcome.inputs))
    inputs = "\n".join(
        line for name, value in zip(names, outcome.inputs, strict=True) for line in _input_lines(name, value)
    )
    if task.lines:
        program = "\n".join(task.lines.code[letter] for letter in answer)
        return "\n".join(filter(None, [inputs, program]))
    called = f"{_names(answer)}({', '.join(names)})"
    return f"{called}  with\n{indent(inputs, '  ')}" if inputs else called


def _names(answer: Any) -> str:
    return name_of(answer[-1] if isinstance(answer, tuple) and answer else answer)


def _input_lines(name: str, value: Any) -> list[str]:
    lines = [f"{name} = {show(value)}"]
    if is_tensor(value) and value.is_leaf and value.grad is not None:
        lines.append(f"{name}.grad = {show(value.grad)}")
    return lines


def _compared(difference: Difference) -> list[Row]:
    """What should be and what is, where the headline does not say it already."""
    if not difference.where and difference.source != "the first call":
        return []
    rows = []
    if difference.shown:
        label = f"By {difference.source}" if difference.source else "It should be"
        rows.append(Row(label, f"{difference.what} = {show(difference.expected)}", code=True))
    rows.append(Row("Your answer", f"{difference.what} = {show(difference.got)}", code=True))
    if difference.where:
        rows.append(Row("First differs", difference.where))
    return rows


def _trouble(trouble: Trouble | None) -> list[Row]:
    if trouble is None:
        return []
    error = f"{trouble.type.__name__}: {trouble.text}" if trouble.text else trouble.type.__name__
    line = [Row(f"Your line {trouble.number}", trouble.line, code=True)] if trouble.line else []
    return [*line, Row("The error", error, code="\n" in error)]


def _printed(outcome: Outcome | None) -> list[Row]:
    if outcome is None or not outcome.printed.strip():
        return []
    lines = outcome.printed.rstrip().splitlines()
    if len(lines) > MAX_PRINTED_LINES:
        lines = [*lines[:MAX_PRINTED_LINES], "..."]
    return [Row("It printed", "\n".join(lines), code=True)]
