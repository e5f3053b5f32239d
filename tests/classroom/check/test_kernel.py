"""A check in a real kernel: the message is an output, the failure one line, the time limit holds."""

import nbclient
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from classroom.check.examine import examine
from classroom.check.notebook import CHECK
from classroom.units import load_unit

CELLS = [
    "from classroom import check, hint, progress",
    "def slope(f, x, h):\n    return (f(x + h) - f(x)) / h",
    'check("00.slope", slope)',
    "def slope(f, x, h):\n    return (f(x + h) - f(x - h)) / (2 * h)",
    'check("00.slope", slope)',
    "def slope(f, x, h):\n    while True:\n        pass",
    'check("00.slope", slope)',
    "def slope(f, x, h):\n    y = f(x)\n    return y.real / 0",
    'check("00.slope", slope)',
    'check("00.slop", slope)',
    'progress("00")',
    'hint("00.slope")',
]


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kernel")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINIGRAD_PROGRESS", str(folder / "progress.json"))
        notebook = new_notebook(cells=[new_code_cell(cell) for cell in CELLS])
        client = nbclient.NotebookClient(notebook, timeout=60, allow_errors=True, kernel_name="python3")
        client.execute()
    return [cell.outputs for cell in notebook.cells]


def message_of(outputs):
    return outputs[0].data["text/plain"]


def test_a_wrong_answer(outputs):
    shown, error = outputs[2]
    mistake = examine(load_unit("00").task("slope"), [lambda f, x, h: (f(x + h) - f(x)) / h]).mistake
    assert shown.data[CHECK] == {"task": "00.slope", "passed": False, "mistake": mistake.name}
    assert shown.data["text/plain"].startswith("NOT YET  00.slope:")
    assert shown.data["text/html"].startswith("<section")
    assert (error.ename, error.traceback) == (
        "CheckFailed",
        ["CheckFailed: 00.slope, see the message above."],
    )


def test_a_right_answer(outputs):
    (shown,) = outputs[4]
    assert shown.data[CHECK] == {"task": "00.slope", "passed": True, "mistake": None}
    assert "hand it in: `minigrad-course submit 00`" in shown.data["text/plain"]


def test_an_answer_that_does_not_come_back(outputs):
    assert "did not come back within 5 seconds" in message_of(outputs[6])


def test_an_answer_that_raises_shows_the_learners_line_in_its_cell(outputs):
    assert "Your line 3:\n    return y.real / 0" in message_of(outputs[8])
    assert "ZeroDivisionError" in message_of(outputs[8])


def test_an_unknown_task(outputs):
    assert 'Did you mean "00.slope"?' in message_of(outputs[9])
    assert outputs[9][0].data[CHECK] == {"task": "00.slop", "passed": False, "mistake": None}


def test_progress_and_hint(outputs):
    assert "not yet" in message_of(outputs[10])
    assert "Hint 1 of 3" in message_of(outputs[11])
