"""What JupyterLab is told in the course's own environment: open the course.

Installing the project copies this folder into the environment (see pyproject.toml), so that it holds however
JupyterLab is started there, and changes nothing in the learner's home folder. Beside it, labconfig turns off
the question about news and the look for updates: the versions are pinned, and the course works offline.
"""

import os
import sys

c = get_config()  # noqa: F821  (Jupyter defines it)

c.LabApp.default_url = "/lab/tree/course/00_start_here.ipynb"

# Which tabs are open belongs to this course, not to the learner's other projects.
c.LabApp.workspaces_dir = os.path.join(sys.prefix, "share", "jupyter", "lab", "workspaces")

# So that a terminal in JupyterLab finds `minigrad-course` and this Python.
os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)])
