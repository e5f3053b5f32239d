"""Whatever a notebook's code does, its run comes to an end and says how far it got."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook
from traitlets.config import Config

from classroom.grading.execute import STOPPED, KernelExecutor, published
from classroom.grading.observe import OBSERVATION

KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}


def run(folder: Path, *sources: str, cell_seconds: int = 3, notebook_seconds: int = 60) -> list[NotebookNode]:
    limits = Config({"Executor": {"cell_seconds": cell_seconds, "notebook_seconds": notebook_seconds}})
    notebook = new_notebook(cells=[new_code_cell(source) for source in sources], metadata=KERNEL)
    resources = ResourcesDict(metadata={"path": str(folder)})
    return KernelExecutor(config=limits).run(notebook, resources).cells


def said(cell: NotebookNode) -> str:
    return "".join(output.get("text", "") for output in cell.outputs)


def stopped(cells: list[NotebookNode]) -> list[str]:
    return [cell.metadata.get(STOPPED, "") for cell in cells]


def test_an_error_ends_its_cell_only(tmp_path: Path) -> None:
    cells = run(tmp_path, "1 / 0", "print('next')")
    assert cells[0].outputs[0].ename == "ZeroDivisionError"
    assert said(cells[1]) == "next\n"
    assert stopped(cells) == ["", ""]


def test_an_endless_loop_ends_its_cell_only(tmp_path: Path) -> None:
    cells = run(tmp_path, "x = 1\nwhile True: pass", "print(x)", cell_seconds=2)
    assert stopped(cells) == ["Stopped: it ran longer than 2 seconds.", ""]
    assert said(cells[1]) == "1\n"


@pytest.mark.parametrize(
    "loop",
    [
        "import time\nwhile True:\n    try:\n        time.sleep(9)\n    except BaseException:\n        pass",
        pytest.param(
            "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_loop_that_ignores_being_interrupted_ends_the_notebook(tmp_path: Path, loop: str) -> None:
    started = time.monotonic()
    cells = run(tmp_path, "print('before')", loop, "print('after')", cell_seconds=2)
    assert time.monotonic() - started < 30
    assert said(cells[0]) == "before\n"
    assert "nothing below ran" in cells[1].metadata[STOPPED]
    assert cells[2].metadata[STOPPED].startswith("Not reached: ")
    assert cells[2].outputs == []


@pytest.mark.parametrize(
    "end",
    [
        "import os\nos._exit(0)",
        pytest.param("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", marks=pytest.mark.slow),
        pytest.param("import ctypes\nctypes.string_at(0)", marks=pytest.mark.slow),
    ],
)
def test_a_process_that_ends_ends_the_notebook(tmp_path: Path, end: str) -> None:
    cells = run(tmp_path, "print('before')", end, "print('after')")
    assert said(cells[0]) == "before\n"
    assert stopped(cells)[1] == "Stopped: the Python process ended, so nothing below could run."
    assert stopped(cells)[2].startswith("Not reached: ")


def test_leaving_by_exit_ends_the_cell_or_the_notebook(tmp_path: Path) -> None:
    cells = run(tmp_path, "import sys\nsys.exit()", "print('after')")
    assert cells[0].outputs[0].ename == "SystemExit"
    assert said(cells[1]) == "after\n"


def test_the_notebook_as_a_whole_has_a_limit(tmp_path: Path) -> None:
    cells = run(tmp_path, "import time\ntime.sleep(1.5)", "print('after')", notebook_seconds=1)
    assert stopped(cells) == ["", "Not reached: the whole notebook ran longer than 1 seconds."]


def test_the_submission_shadows_nothing(tmp_path: Path) -> None:
    for name in ("minigrad", "numpy", "json", "ipykernel_launcher", "sitecustomize", "classroom"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('shadowed')")
    (tmp_path / "mine.py").write_text("VALUE = 7")
    (tmp_path / "data.txt").write_text("data")
    cells = run(
        tmp_path, "import numpy, json, mine\nprint(numpy.ones(1), mine.VALUE, open('data.txt').read())"
    )
    assert said(cells[0]) == "[1.] 7 data\n"


def test_nothing_is_left_for_the_next_submission(tmp_path: Path) -> None:
    leave = """
from pathlib import Path
from IPython.paths import get_ipython_dir
startup = Path(get_ipython_dir(), "profile_default", "startup")
startup.mkdir(parents=True, exist_ok=True)
done = (startup / "planted.py").write_text("planted = True")
"""
    assert run(tmp_path, leave)[0].outputs == []
    assert "NameError" in str(run(tmp_path, "planted")[0].outputs)


def test_progress_is_not_the_graders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINIGRAD_PROGRESS", str(tmp_path / "mine.json"))
    cells = run(tmp_path, "import os\nprint(os.environ['MINIGRAD_PROGRESS'])")
    assert not Path(said(cells[0]).strip()).is_relative_to(tmp_path)


def test_observations_are_found_in_their_cell(tmp_path: Path) -> None:
    cells = run(tmp_path, "from classroom.grading import observe\nobserve('a', 1)", "observe('b', [2.5])")
    assert [[seen["name"] for seen in published(cell, OBSERVATION)] for cell in cells] == [["a"], ["b"]]
