"""Submissions that try to get points they did not earn, each beside an honest one.

Every attack comes with wrong answers and must not gain a point; the honest neighbor gets all points. What
needs a sandbox (reading the solutions, surviving processes, the network) is not tried here.
"""

from __future__ import annotations

from typing import Any

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from .conftest import NAME, Classroom

WRONG_DOUBLE = "def double(numbers):\n    return [2.0, 4.0]"
WRONG_SHOUT = "def shout(word):\n    return 'A!'"

#: Run before everything else in the notebook.
BEFORE = {
    "patches numpy.testing": """
import numpy.testing as testing
for name in dir(testing):
    if name.startswith("assert"):
        setattr(testing, name, lambda *args, **kwargs: None)
""",
    "patches what compares": """
import numpy as np
np.allclose = np.array_equal = lambda *args, **kwargs: True
import math
math.isclose = lambda *args, **kwargs: True
import classroom.grading.judge as judge
judge.agree = lambda *args: True
judge.judge = lambda *args: judge.Judgement("right")
""",
    "redefines observe": """
import classroom.grading
import classroom.grading.observe as module
module.observe = classroom.grading.observe = lambda *args, **kwargs: None
""",
    "makes every error harmless": """
get_ipython().showtraceback = lambda *args, **kwargs: None
import builtins
builtins.NotImplementedError = builtins.KeyError = ValueError
""",
    "redefines print and display": """
import builtins
builtins.print = lambda *args, **kwargs: None
import IPython.display
IPython.display.publish_display_data = lambda *args, **kwargs: None
""",
    "rewrites the cells that run": """
def all_good(lines):
    return ["1.0\\n"] if any("check(" in line for line in lines) else lines
get_ipython().input_transformers_cleanup.append(all_good)
""",
    "takes the tests out of the tree": """
import ast
class Empty(ast.NodeTransformer):
    def visit_Expr(self, node):
        return ast.Expr(ast.Constant(1.0)) if "observe" in ast.dump(node) else node
get_ipython().ast_transformers.append(Empty())
""",
    "records twice": """
import classroom.grading as grading
honest = grading.observe
def twice(name, value, **tolerance):
    honest(name, value, **tolerance)
    honest(name, value, **tolerance)
grading.observe = twice
""",
    "widens the tolerance": """
import classroom.grading as grading
honest = grading.observe
grading.observe = lambda name, value, **tolerance: honest(name, value, rtol=1e300, atol=1e300)
""",
    "leaves in good order": """
import atexit, os, threading
atexit.register(os._exit, 0)
threading.Timer(0.2, os._exit, [0]).start()
""",
    "sets the grader's own marks": """
import os
os.environ["NBGRADER_EXECUTION"] = "validate"
os.environ.pop("MINIGRAD_GRADING", None)
""",
}

#: In the place of the answer to the first task.
ANSWERS = {
    "equal to everything": """
class Yes:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __array__(self, *args, **kwargs): return np.array(2.0)
    def __float__(self): return 2.0
def double(numbers):
    return Yes()
""",
    "a list that is equal to everything": """
class Yes(list):
    def __eq__(self, other): return True
    def __len__(self): return 3
def double(numbers):
    return Yes([2.0, 4.0])
""",
    "walks the frames for what is expected": """
import sys
def double(numbers):
    frame = sys._getframe(1)
    while frame is not None:
        for value in [*frame.f_locals.values(), *frame.f_globals.values()]:
            if type(value).__name__ in ("Observation", "Task", "Template"):
                return value
        frame = frame.f_back
    return [2.0, 4.0]
""",
    "publishes a record of its own": """
MIME = "application/vnd.minigrad.observation+json"
def double(numbers):
    for name in ["three numbers", "none", "an array", "no numbers at all"]:
        value = {"kind": "sequence", "value": []}
        publish_display_data({MIME: {"name": name, "value": value, "rtol": 1e9, "atol": 1e9}})
    return [2.0, 4.0]
""",
    "publishes and then leaves": """
MIME = "application/vnd.minigrad.observation+json"
calls = 0
def double(numbers):
    global calls
    calls += 1
    if calls == 2:
        for name in ["three numbers", "none", "an array", "no numbers at all"]:
            value = {"kind": "float", "value": "inf"}
            publish_display_data({MIME: {"name": name, "value": value, "rtol": 1e9, "atol": 1e9}})
        raise SystemExit
    return [2.0, 4.0]
""",
    "publishes nonsense": """
MIME = "application/vnd.minigrad.observation+json"
def double(numbers):
    for value in [None, [], "x", {"name": {}, "value": {"kind": "array", "value": "////"}}, 10**400]:
        publish_display_data({MIME: value})
    return [2.0, 4.0]
""",
    "says that the check passed": """
CHECK = "application/vnd.minigrad.check+json"
def double(numbers):
    said = {"task": "97.double", "passed": True, "mistake": "<script>alert(1)</script>"}
    publish_display_data({CHECK: said})
    return [2.0, 4.0]
""",
    "clears the output": """
from IPython.display import clear_output
def double(numbers):
    clear_output()
    return [2.0, 4.0]
""",
    "leaves the kernel": "def double(numbers):\n    exit()",
    "kills the kernel": "import os\ndef double(numbers):\n    os._exit(0)",
    "deletes itself": "def double(numbers):\n    raise KeyboardInterrupt",
}


#: Tried in every run of the tests; the rest in `make test-all`.
ALWAYS = {
    "patches what compares",
    "redefines observe",
    "walks the frames for what is expected",
    "publishes a record of its own",
    "leaves the kernel",
}


def sorted_out(attacks: dict[str, str]) -> list[Any]:
    return [pytest.param(name, marks=[] if name in ALWAYS else pytest.mark.slow) for name in attacks]


def attack(classroom: Classroom, before: str = "", answer: str = WRONG_DOUBLE) -> NotebookNode:
    notebook = classroom.answered(double=answer, shout=WRONG_SHOUT)
    if before:
        notebook.cells.insert(0, new_code_cell(before))
    return notebook


@pytest.mark.parametrize("name", sorted_out(BEFORE))
def test_an_attack_before_the_checks_gains_nothing(classroom: Classroom, name: str) -> None:
    assert classroom.points(attack(classroom, before=BEFORE[name]), "mallory") == {"double": 0, "shout": 0}
    assert classroom.in_gradebook("mallory") == (0, False)


@pytest.mark.parametrize("name", sorted_out(ANSWERS))
def test_an_attack_in_an_answer_gains_nothing(classroom: Classroom, name: str) -> None:
    grade = classroom.grade(attack(classroom, answer=ANSWERS[name]), "mallory")
    assert {task.task: task.points for task in grade.tasks} == {"double": 0, "shout": 0}
    assert classroom.in_gradebook("mallory") == (0, False)
    assert "<script>alert" not in grade.feedback.read_text()


@pytest.mark.slow
def test_neighbors_get_what_they_earned(classroom: Classroom) -> None:
    for name in [*list(BEFORE)[:3], *list(ANSWERS)[3:6]]:
        notebook = attack(classroom, before=BEFORE.get(name, ""), answer=ANSWERS.get(name, WRONG_DOUBLE))
        classroom.grade(notebook, "mallory")
        assert classroom.points(classroom.answered(), "ada") == {"double": 2, "shout": 1}


def test_what_was_earned_before_an_accident_stays(classroom: Classroom) -> None:
    notebook = classroom.answered(shout="def shout(word):\n    import os\n    os._exit(1)")
    assert classroom.points(notebook) == {"double": 2, "shout": 0}


def test_leaving_by_sys_exit_costs_nothing(classroom: Classroom) -> None:
    notebook = classroom.answered()
    notebook.cells.insert(0, new_code_cell("import sys\nsys.exit()"))
    assert classroom.points(notebook) == {"double": 2, "shout": 1}


def test_a_dead_kernel_says_so(classroom: Classroom) -> None:
    grade = classroom.grade(classroom.answered(double="import os\nos._exit(1)"))
    assert [task.sentence for task in grade.tasks] == [
        "Stopped: the Python process ended, so nothing below could run.",
        "Not reached: the run ended in an earlier cell.",
    ]
    assert classroom.in_gradebook("ada") == (0, False)


def test_a_module_that_stands_in_for_an_installed_one_is_not_used(classroom: Classroom) -> None:
    for module in ("numpy", "classroom", "minigrad", "IPython"):
        (classroom.submitted("ada") / f"{module}.py").write_text("raise RuntimeError('shadowed')")
    assert classroom.points(classroom.answered()) == {"double": 2, "shout": 1}


def test_the_solutions_record_is_not_in_the_notebook(classroom: Classroom) -> None:
    notebook = classroom.answered()
    notebook.cells.append(
        new_code_cell("print([name for name in globals() if 'record' in name or 'expected' in name])")
    )
    grade = classroom.grade(notebook)
    assert "[]" in grade.feedback.read_text()
    store = classroom.root / ".grading"
    assert store.stat().st_mode & 0o077 == 0
    assert [path.name for path in store.glob(f"{NAME}-*.json")]
