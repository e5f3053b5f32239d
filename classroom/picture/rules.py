"""The formula of a derivative, first as the engine states it and then with its numbers: `grad * other`,
`1.0 * 3.0`.

The engine declares a derivative as a small function, such as `lambda grad, other: grad * other`. The text
comes from there, so that what a picture shows is what the engine runs.
"""

from __future__ import annotations

import ast
import functools
import linecache
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from classroom.picture.values import LINE, whole

WHOLE_UP_TO = 4  # elements of an array inside a formula


# Where the engine's formula hides in a helper what a textbook writes in one line.
TEXTBOOK = {("PowBackward0", "self"): "grad * exponent * self ** (exponent - 1)"}
SHORTER = {".swapaxes(0, 1)": ".T", ".swapaxes(-1, -2)": ".mT"}


def rule_of(node: Any, role: str) -> str:
    """The rule by which a node computes the gradient of the input that it calls `role`.

    >>> import minigrad
    >>> x = minigrad.tensor(2.0, requires_grad=True)
    >>> rule_of((x * x).grad_fn, "self"), rule_of((x**2).grad_fn, "self")
    ('grad * other', 'grad * exponent * self ** (exponent - 1)')
    """
    if (node.name(), role) in TEXTBOOK:
        return TEXTBOOK[node.name(), role]
    formula = getattr(getattr(node, "op", None), "formulas", {}).get(role)
    if formula is None:  # a Function, whose backward is a method
        return f"{node.name().removesuffix('Backward')}.backward(ctx, grad)"
    rule = text_of(formula)
    for long, short in SHORTER.items():
        rule = rule.replace(long, short)
    return rule


def text_of(formula: Callable[..., Any]) -> str:
    """The text of a formula: the body of a lambda, or the call of a function that has a name.

    >>> text_of(lambda grad, other: grad * other)
    'grad * other'
    """
    code = formula.__code__
    # Several lambdas may begin on one line; the place of an instruction tells which of them this is.
    places = {(line, column) for line, _, column, _ in code.co_positions() if line and column}
    for tree in lambdas(code.co_filename) if code.co_name == "<lambda>" else ():
        body = tree.body
        start, end = (body.lineno, body.col_offset), (body.end_lineno or 0, body.end_col_offset or 0)
        if tree.lineno == code.co_firstlineno and any(start <= place < end for place in places):
            return ast.unparse(body)
    return f"{formula.__name__}({', '.join(code.co_varnames[: code.co_argcount])})"


@functools.cache
def lambdas(filename: str) -> list[ast.Lambda]:
    """All lambdas in a source file; none if its text cannot be had."""
    try:
        tree = ast.parse("".join(linecache.getlines(filename)))
    except SyntaxError:
        return []
    return [node for node in ast.walk(tree) if isinstance(node, ast.Lambda)]


def fill(rule: str, values: Mapping[str, Any]) -> str:
    """The rule with its names replaced by values, or by shapes where an array is too large to be read.

    The text is empty where filling in says nothing more than the result does, or where it would be too long.

    >>> fill("grad * other", {"grad": 1.0, "other": -3.0})
    '1.0 * (-3.0)'
    >>> fill("self.T @ grad", {"grad": np.ones((4, 2)), "self": np.ones((4, 3))})
    '<4 x 3>.T @ <4 x 2>'
    >>> fill("grad", {"grad": 1.0})
    ''
    """
    tree = ast.parse(rule, mode="eval")
    if isinstance(tree.body, ast.Name):
        return ""
    filled = ast.unparse(_Filler(values).visit(tree))
    return filled if filled != rule and len(filled) <= LINE else ""


class _Filler(ast.NodeTransformer):
    """Puts the text of a value where its name stands."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values

    def visit_Name(self, node: ast.Name) -> ast.Name:
        if node.id not in self.values:
            return node
        text = operand(self.values[node.id])
        return ast.Name(f"({text})" if text.startswith("-") else text, node.ctx)


def operand(value: Any) -> str:
    """A value inside a formula: its elements, or its shape."""
    if isinstance(value, str):
        return value
    array = np.asarray(value)
    return whole(array) if array.size <= WHOLE_UP_TO else f"<{' x '.join(map(str, array.shape))}>"
