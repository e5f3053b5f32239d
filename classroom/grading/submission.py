"""Reading a notebook that a stranger wrote, and putting the folder it came in in order.

Whatever the file holds, reading it gives a notebook: at worst an empty one, with a sentence that says why.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat
from nbconvert.exporters import NotebookExporter
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_raw_cell

from classroom.paths import CourseError

#: A notebook without outputs is a few tens of kilobytes; one with many pictures has a few megabytes.
MAX_BYTES = 20_000_000

#: Where a sentence about an unreadable notebook travels to the steps that follow.
UNREADABLE = "minigrad_unreadable"

_NEW_CELL = {"code": new_code_cell, "markdown": new_markdown_cell, "raw": new_raw_cell}


def read_submission(path: Path) -> NotebookNode:
    """Read the notebook at ``path``: types, texts, pasted pictures and nbgrader metadata of its cells.

    Raises
    ------
    CourseError
        When it is no notebook. The sentence names the file and says what is wrong.
    """
    try:
        if path.is_symlink():
            raise CourseError(f"{path.name} is a link. Hand in the notebook itself.")
        if path.stat().st_size > MAX_BYTES:
            raise CourseError(
                f"{path.name} has more than {MAX_BYTES // 1_000_000} MB. Clear its outputs and save it again."
            )
        return parse(path.read_text(encoding="utf-8"), path.name)
    except OSError as error:
        raise CourseError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CourseError(f"{path.name} is not a notebook: it is not UTF-8 text.") from error


def parse(text: str, name: str) -> NotebookNode:
    """Like ``read_submission``, for the text of a file called ``name``."""
    if not text.strip():
        raise CourseError(f"{name} is empty, or there was none.")
    try:
        data = json.loads(text)
    except RecursionError as error:
        raise CourseError(f"{name} is not a notebook: its JSON is nested too deeply.") from error
    except ValueError as error:
        raise CourseError(f"{name} is not a notebook, or was cut off: {error}.") from error
    try:
        if data["nbformat"] < 4:
            data = nbformat.convert(nbformat.from_dict(data), 4)
        notebook = new_notebook(cells=[cell for cell in map(_clean_cell, data["cells"]) if cell is not None])
        notebook.metadata = nbformat.from_dict(dict(data["metadata"].items()))
    except Exception as error:  # JSON of any other shape, which fails wherever it differs from a notebook's
        raise CourseError(f"{name} is not a notebook: it is JSON of another kind.") from error
    return notebook


def _clean_cell(data: Any) -> NotebookNode | None:
    """The cell with what matters of it, or None for something that is no cell."""
    if not isinstance(data, dict) or data.get("cell_type") not in _NEW_CELL:
        return None
    source = data.get("source", "")
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    if not isinstance(source, str):
        return None
    cell = _NEW_CELL[data["cell_type"]](source)
    if isinstance(data.get("id"), str):
        cell.id = data["id"]
    metadata = data.get("metadata")
    nbgrader = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    if isinstance(nbgrader, dict):
        scalars = {
            key: value for key, value in nbgrader.items() if isinstance(value, bool | int | float | str)
        }
        cell.metadata["nbgrader"] = nbformat.from_dict(scalars)
    if _are_attachments(data.get("attachments")):
        cell["attachments"] = nbformat.from_dict(data["attachments"])
    return cell


def _are_attachments(data: Any) -> bool:
    return isinstance(data, dict) and all(
        isinstance(bundle, dict) and all(isinstance(part, str) for part in bundle.values())
        for bundle in data.values()
    )


class SubmissionExporter(NotebookExporter):
    """nbgrader's notebook exporter, reading with care, so that no submission stops a batch."""

    def from_filename(
        self, filename: str, resources: dict[str, Any] | None = None, **kw: Any
    ) -> tuple[NotebookNode, dict[str, Any]]:
        """Read ``filename``; what cannot be read becomes an empty notebook and a sentence."""
        path = Path(filename)
        resources = {} if resources is None else resources
        resources["metadata"] = {"name": path.stem, "path": str(path.parent)}
        try:
            notebook = read_submission(path)
        except CourseError as error:
            notebook = new_notebook()
            resources[UNREADABLE] = str(error)
        return self.from_notebook_node(notebook, resources=resources, **kw)


def tidy_folder(folder: Path, name: str) -> None:
    """Make sure that the folder holds the notebook ``name``, and no link.

    Nothing that the learner wrote is changed or removed: a notebook under another name, or in a
    sub-folder, is *copied* to where it belongs. A link gives way to a text that says so, since following
    it would read whatever it points to with the grader's rights.
    """
    for path in [path for path in folder.rglob("*") if path.is_symlink()]:
        path.unlink()
        path.write_text("A link was handed in here. Links are not followed.\n", encoding="utf-8")
    wanted = folder / name
    if wanted.exists():
        return
    others = _notebooks(folder)
    if len(others) == 1:
        wanted.write_bytes(others[0].read_bytes())
    else:
        wanted.write_text("", encoding="utf-8")


def other_name(folder: Path, name: str) -> str | None:
    """The name under which the notebook ``name`` was handed in, where ``tidy_folder`` had to copy it."""
    content = (folder / name).read_bytes()
    same = [path for path in _notebooks(folder) if path != folder / name and path.read_bytes() == content]
    return str(same[0].relative_to(folder)) if content and same else None


def _notebooks(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
