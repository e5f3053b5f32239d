"""Every lesson runs top to bottom, in a fresh kernel and in its own folder, without an error."""

from pathlib import Path

import nbclient
import nbformat
import pytest

LESSONS = sorted((Path(__file__).resolve().parents[2] / "course").glob("*.ipynb"))


def test_there_are_lessons():
    assert LESSONS


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem[:2])
def test_a_lesson_runs_without_an_error(path):
    notebook = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}}
    )
    client.execute()  # raises at the first error, except in a cell tagged raises-exception
    for number, cell in enumerate(notebook.cells, start=1):
        outputs = cell.get("outputs", [])
        errors = [output.ename for output in outputs if output.output_type == "error"]
        written = "".join(output.text for output in outputs if output.get("name") == "stderr")
        # What a tag announces must come, and nothing that is not announced.
        tags = cell.metadata.get("tags", [])
        assert bool(errors) == ("raises-exception" in tags), f"cell {number}: {errors}"
        assert bool(written) == ("warns" in tags), f"cell {number} writes to stderr: {written!r}"
