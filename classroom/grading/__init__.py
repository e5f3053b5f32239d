"""Hand in, grade, give feedback: nbgrader's round, with hidden checks that are judged outside.

A hidden check only *records* values (``observe``). The solution is run in the same way, and the two records
are compared by the grader, which the student's code never meets. Read in this order:

- ``observe``: what a hidden check calls; a value becomes plain data;
- ``judge``: two records are compared;
- ``reference``: what the solution says: its cells, its points, its record;
- ``submission``: reading a notebook that a stranger wrote, and a folder of them;
- ``order``: a submission is put in order before it runs;
- ``execute``: a submission is run; the part that configuration replaces;
- ``verdict``: what the grader says about each task, in the gradebook and in the feedback;
- ``steps``: the above as nbgrader's preprocessors, in the order that ``nbgrader_config.py`` gives them;
- ``released``: which units are in the exchange;
- ``course``: the round through nbgrader's API: release, collect, grade, feedback;
- ``handin``: a learner hands in, alone or from JupyterLab's assignment list;
- ``demo``: a class of six goes through the round;
- ``commands``: the subcommands of ``minigrad-course``.
"""

from classroom.grading.observe import observe, raised

__all__ = ["observe", "raised"]
