"""What is asked, as Markdown: for a cell's output, and for the notebook's text above the cell that asks."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from textwrap import indent

from classroom.question.catalog import find_prediction, find_question
from classroom.question.specification import LETTERS, Choice, Prediction, Question


def as_markdown(asked: Prediction | Question) -> str:
    """The prompt, and the choices as a list. No reason, and not which choice is right."""
    choices = "\n".join(f"- {lettered(letter, choice)}" for letter, choice in by_letter(asked.choices))
    return f"{asked.prompt.strip()}\n\n{choices}".strip()


def by_letter(choices: Sequence[Choice]) -> list[tuple[str, Choice]]:
    """The choices with their letters, a, b, c, ..."""
    return list(zip(LETTERS, choices, strict=False))


def lettered(letter: str, choice: Choice) -> str:
    """One choice with its letter, as text: Markdown has no list that counts in letters."""
    # Further lines, of a code block for example, are indented so that they stay in the list.
    return indent(f"**{letter}.** {choice.text.strip()}", "  ").strip()


def text_above(code: str) -> str | None:
    """The Markdown that a built notebook shows above a cell that asks; None where the cell asks nothing.

    With it, a notebook that nobody has run can be read, and one run of the cell answers the question.

    LookupError: the cell asks for something that no unit module holds.
    """
    texts = [
        f"**Predict.** {as_markdown(find_prediction(name))}"
        if function == "predict"
        else f"**Question.** {as_markdown(find_question(name))}"
        for function, name in asked_by(code)
    ]
    return "\n\n".join(texts) or None


def asked_by(code: str) -> list[tuple[str, str]]:
    """The calls of `predict` and `question` that are statements of a cell: function and name.

    >>> asked_by('predict("05.second-backward", ...)')
    [('predict', '05.second-backward')]
    """
    try:
        statements = ast.parse(code).body
    except SyntaxError:  # a cell with a magic command is not Python, and asks nothing
        return []
    found: list[tuple[str, str]] = []
    for statement in statements:
        match statement:
            case ast.Expr(ast.Call(ast.Name(function), [ast.Constant(str(name)), *_])):
                if function in ("predict", "question"):
                    found.append((function, name))
    return found
