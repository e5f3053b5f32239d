"""A notebook is run, with a time limit for each cell; whatever its code does, the grader goes on.

The executor is replaceable: ``c.RunSubmission.executor_class`` names a subclass of ``Executor``. It runs
a notebook that is in order already, and judges nothing.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from subprocess import DEVNULL
from time import monotonic
from typing import Any

from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbformat.v4 import new_output
from traitlets import Integer
from traitlets.config import LoggingConfigurable

from classroom.grading.observe import GRADING

#: In the metadata of a cell that did not run to its end: the sentence that says why.
STOPPED = "minigrad_stopped"


class Executor(LoggingConfigurable):
    """Runs notebooks. Subclass it to run them elsewhere."""

    cell_seconds = Integer(30, help="How long one cell may run.").tag(config=True)
    notebook_seconds = Integer(300, help="How long all cells together may run.").tag(config=True)

    def run(self, notebook: NotebookNode, resources: ResourcesDict) -> NotebookNode:
        """Run the notebook in the folder ``resources["metadata"]["path"]`` and return it with its outputs.

        An error in a cell is one of its outputs, and the next cell runs. A cell that did not end, or was
        not reached, has the reason in its metadata under ``STOPPED``. Only a fault of the grader's own
        raises.
        """
        raise NotImplementedError


class KernelExecutor(Executor):
    """Runs a notebook in a Jupyter kernel of its own, without a sandbox."""

    def run(self, notebook: NotebookNode, resources: ResourcesDict) -> NotebookNode:
        """See ``Executor.run``."""
        late: set[int] = set()
        client = NotebookClient(
            notebook,
            resources={"metadata": {"path": resources["metadata"]["path"]}},
            timeout=self.cell_seconds,
            allow_errors=True,
            interrupt_on_timeout=True,
            # Ends the wait for an interrupted cell. If the kernel does not heed it: CellTimeoutError.
            error_on_timeout={"ename": "Stopped", "evalue": "", "traceback": []},
            on_cell_executed=lambda cell_index, execute_reply, **_: (
                late.add(cell_index) if "header" not in execute_reply else None
            ),
            raise_on_iopub_timeout=True,
            store_widget_state=False,
            shutdown_kernel="immediate",
            # The learner's own modules are found, but only after everything that is installed.
            extra_arguments=[
                "--InteractiveShellApp.ignore_cwd=True",
                "--InteractiveShellApp.exec_lines=import sys; sys.path.append('')",
            ],
        )
        client.km = client.create_kernel_manager()
        with tempfile.TemporaryDirectory(prefix="minigrad-") as private:
            # Sockets in a private folder: nobody else on the machine can talk to the kernel or listen.
            client.km.transport, client.km.ip = "ipc", f"{private}/kernel"
            launch = {"env": _environment(Path(private)), "stdout": DEVNULL, "stderr": DEVNULL}
            with client.setup_kernel(**launch):
                self._run_cells(client, notebook, late)
        return notebook

    def _run_cells(self, client: NotebookClient, notebook: NotebookNode, late: set[int]) -> None:
        deadline = monotonic() + self.notebook_seconds
        end = ""  # why no further cell is reached
        for index, cell in enumerate(notebook.cells):
            if cell.cell_type != "code" or not cell.source.strip():
                continue
            if not end and monotonic() > deadline:
                end = f"Not reached: the whole notebook ran longer than {self.notebook_seconds} seconds."
            if end:
                cell.metadata[STOPPED] = end
                continue
            try:
                client.execute_cell(cell, index)
            except DeadKernelError:
                end = _stop(cell, "Stopped: the Python process ended, so nothing below could run.")
            except CellTimeoutError:
                end = _stop(cell, f"{self._too_long()} It could not be interrupted, so nothing below ran.")
            except Exception:  # a hostile kernel can send anything, and nbclient was not written for that
                self.log.warning("The outputs of cell %d could not be read", index, exc_info=True)
                end = _stop(cell, "Stopped: what came out could not be read, so nothing below was run.")
            else:
                if index in late:
                    _stop(cell, self._too_long())

    def _too_long(self) -> str:
        return f"Stopped: it ran longer than {self.cell_seconds} seconds."


def _stop(cell: NotebookNode, sentence: str) -> str:
    """Say why the cell did not run to its end; return what the cells below say if it took them along."""
    cell.metadata[STOPPED] = sentence
    cell.outputs.append(new_output("error", ename="Stopped", evalue=sentence, traceback=[sentence]))
    return "Not reached: the run ended in an earlier cell."


def _environment(private: Path) -> Mapping[str, str]:
    """The kernel's environment: nothing that one submission leaves behind may be found by the next."""
    return {
        **os.environ,
        GRADING: "1",
        "IPYTHONDIR": str(private / "ipython"),
        "MINIGRAD_PROGRESS": str(private / "progress.json"),
        "PYTHONHASHSEED": "0",  # so that sets come in the same order in every run
        "PYTHONSAFEPATH": "1",  # no file of the submission's stands in for one of the kernel's own modules
    }


def published(cell: NotebookNode, mime: str) -> list[Any]:
    """What the cell's code published under a MIME type of this course's, in order."""
    outputs = [output for output in cell.get("outputs", []) if output.output_type == "display_data"]
    return [output.data[mime] for output in outputs if mime in output.data]
