"""Run a snippet of the files in ``snippets/`` and say what it did.

A file holds the snippets of one topic. ``## label`` starts a snippet; its code calls the module under test
``torch``. Every expression that stands by itself is shown, unless it is None. ``error(function)`` gives the
name of the exception that the function raises, or "no error". ``once`` hides what was shown before.
"""

import ast
import contextlib
import io
import re
import warnings
from pathlib import Path

import numpy as np

SNIPPETS = Path(__file__).parent / "snippets"


def read(path):
    """``[(label, code), ...]`` of one file."""
    parts = re.split(r"^## (.*)\n", path.read_text(), flags=re.MULTILINE)
    return [(label.strip(), code.strip()) for label, code in zip(parts[1::2], parts[2::2], strict=True)]


def error(function):
    """The name of the exception that ``function()`` raises."""
    try:
        function()
    except Exception as raised:
        return type(raised).__name__
    return "no error"


def outcome(code, module):
    """``{"shows": text, "warns": [...], "raises": name or None}`` when ``torch`` is this module."""
    names = {
        "torch": module,
        "np": np,
        "F": module.nn.functional,
        "error": error,
        "nan": np.nan,
        "inf": np.inf,
    }
    shown, raised = io.StringIO(), None
    with warnings.catch_warnings(record=True) as seen, contextlib.redirect_stdout(shown):
        warnings.simplefilter("always")
        try:
            for statement in ast.parse(code).body:
                _run(statement, names)
        except Exception as failure:
            raised = type(failure).__name__
    kinds = sorted({each.category.__name__ for each in seen})
    return {"shows": _plain(shown.getvalue(), module), "warns": kinds, "raises": raised}


def _run(statement, names):
    if not isinstance(statement, ast.Expr):
        exec(compile(ast.Module([statement], []), "<snippet>", "exec"), names)
        return
    value = eval(compile(ast.Expression(statement.value), "<snippet>", "eval"), names)
    if value is not None:
        print(value if isinstance(value, str) else repr(value))


def _plain(text, module):
    """Without what may differ: addresses, and where a class is defined."""
    text = re.sub(r"0x[0-9a-f]+", "0x", text)
    text = re.sub(rf"\b(torch|{module.__name__})(\.\w+)*\.", "", text)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())
