"""A lesson's code runs unchanged on PyTorch and prints the same; cells tagged ``minigrad-only`` are left out.

Each lesson runs twice in one process, cell by cell: once as it stands, once with ``import minigrad`` read as
``import torch as minigrad``. Compared is what a cell prints and what its last line shows.
"""

import ast
import contextlib
import io
import re
import warnings

import matplotlib
import nbformat
import numpy as np
import pytest

from classroom.paths import find_project

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.torch

LESSONS = sorted((find_project() / "course").glob("*.ipynb"))


class OnPyTorch(ast.NodeTransformer):
    """Read every import of minigrad as one of torch."""

    def visit_Import(self, node):
        for alias in node.names:
            if alias.name.split(".")[0] == "minigrad":
                alias.asname = alias.asname or ("minigrad" if alias.name == "minigrad" else None)
                alias.name = "torch" + alias.name.removeprefix("minigrad")
        return node

    def visit_ImportFrom(self, node):
        if node.module and node.module.split(".")[0] == "minigrad":
            node.module = "torch" + node.module.removeprefix("minigrad")
        return node


def shared_cells(lesson):
    """The code cells that are the same on both engines, as (number of the cell, source)."""
    cells = nbformat.read(lesson, as_version=4).cells
    return [
        (number, cell.source)
        for number, cell in enumerate(cells)
        if cell.cell_type == "code" and "minigrad-only" not in cell.metadata.get("tags", [])
    ]


def run(cells, transform):
    """What each cell prints, and shows as its last value; an error ends the cell with its type."""
    namespace, outputs = {"__name__": "__main__"}, []
    for number, source in cells:
        tree = transform(ast.parse(source, f"cell {number}"))
        shown = io.StringIO()
        with contextlib.redirect_stdout(shown), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
                exec(compile(tree, f"cell {number}", "exec"), namespace)
                value = last and eval(
                    compile(ast.Expression(last.value), f"cell {number}", "eval"), namespace
                )
                if value is not None:
                    print(repr(value))
            except Exception as error:  # the lesson may show one; it must be of the same type on both
                print(type(error).__name__)
        outputs.append(shown.getvalue())
    return outputs


def plain(text):
    """Without what differs from run to run: addresses, and how long something took."""
    text = re.sub(r"0x[0-9a-f]+", "0x", text)
    return re.sub(r"\b(torch|minigrad)(\.\w+)*\.", "", text)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_the_lesson_prints_the_same_on_pytorch(lesson, monkeypatch, record_property):
    monkeypatch.chdir(lesson.parent)
    matplotlib.use("Agg")
    cells = shared_cells(lesson)
    record_property("cells compared", len(cells))
    outputs = []
    for transform in (lambda tree: tree, OnPyTorch().visit):
        np.random.seed(0)
        outputs.append(run(cells, transform))
    for (number, source), ours, theirs in zip(cells, *outputs, strict=True):
        assert "NameError" not in ours, f"cell {number} uses what a minigrad-only cell made:\n{source}"
        assert plain(ours) == plain(theirs), f"cell {number}:\n{source}"


def test_every_lesson_shares_cells_with_pytorch():
    counts = {lesson.stem: len(shared_cells(lesson)) for lesson in LESSONS}
    assert all(counts.values()), counts
