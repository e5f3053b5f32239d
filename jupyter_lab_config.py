"""What JupyterLab is told in the course's own environment: open the course, and stay quiet.

Installing the project puts this file into the environment (see pyproject.toml), so that it holds however
JupyterLab is started there, and changes nothing in the learner's home folder.
"""

import os
import sys

c = get_config()  # noqa: F821  (Jupyter defines it)

c.LabApp.default_url = "/lab/tree/course/00_start_here.ipynb"

# No question about news and no look for updates: the versions are pinned, and the course works offline.
c.LabApp.news_url = None
c.LabApp.check_for_updates_class = "jupyterlab.NeverCheckForUpdate"

# Which tabs are open belongs to this course, not to the learner's other projects.
c.LabApp.workspaces_dir = os.path.join(sys.prefix, "share", "jupyter", "lab", "workspaces")
