"""A mark in every generated notebook that shows whether anybody has worked in it since.

The mark is a fingerprint of what people type: the type and text of each cell, in order. Running a notebook
changes its outputs and counts, opening it in JupyterLab changes its metadata, and a last Shift-Enter appends
an empty cell; none of these is work, and none changes the fingerprint. Anything else is: an edited, added,
moved or deleted cell.
"""

from __future__ import annotations

import hashlib
import json

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor

KEY = "minigrad"


def fingerprint(notebook: NotebookNode) -> str:
    """Return the fingerprint of the cells' types, texts and pasted pictures, empty cells left out."""
    typed = [
        [cell.cell_type, cell.source, cell.get("attachments", {})]
        for cell in notebook.cells
        if cell.source.strip()
    ]
    return hashlib.sha256(json.dumps(typed, sort_keys=True).encode()).hexdigest()[:16]


def stamp(notebook: NotebookNode) -> None:
    """Write the fingerprint into the notebook's metadata."""
    notebook.metadata[KEY] = NotebookNode(fingerprint=fingerprint(notebook))


def is_stamped(notebook: NotebookNode) -> bool:
    """Whether the notebook was generated, or is a copy of one that was."""
    return "fingerprint" in notebook.metadata.get(KEY, {})


def is_untouched(notebook: NotebookNode) -> bool:
    """Whether the notebook was generated and nobody has typed in it since."""
    return is_stamped(notebook) and notebook.metadata[KEY]["fingerprint"] == fingerprint(notebook)


class Stamp(NbGraderPreprocessor):
    """The last step of a release, so that nbgrader's own ``generate_assignment`` stamps its notebooks too."""

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Stamp the notebook."""
        stamp(nb)
        return nb, resources
