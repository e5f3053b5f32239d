"""How nbgrader runs this course: the folders, the grading steps, the exchange.

`nbgrader autograde`, formgrader's Autograde button and `minigrad-course grade` all read this file, so they
all take the same path. The steps themselves are in classroom/grading.
"""

import os
import sys
from pathlib import Path

from nbconvert.preprocessors.sanitize import SanitizeHTML
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    ClearOutput,
    LimitOutput,
    OverwriteKernelspec,
    SaveAutoGrades,
)

from classroom.build.release import CODE_STUB, STEPS_WITH_GRADEBOOK
from classroom.grading.handin import ExerciseList, SubmitAndGrade
from classroom.grading.steps import Judge, PutInOrder, RunSubmission
from classroom.grading.submission import SubmissionExporter

c = get_config()  # noqa: F821  (nbgrader defines it)

here = Path(__file__).resolve().parent

# nbgrader starts `alembic` by its name. It lies beside Python, in a folder that need not be on the path.
beside_python = str(Path(sys.executable).parent)
if beside_python not in os.environ.get("PATH", "").split(os.pathsep):
    os.environ["PATH"] = os.pathsep.join([beside_python, os.environ.get("PATH", os.defpath)])

# Folders. What a learner fills in is made from what an instructor reads.
c.CourseDirectory.root = str(here)
c.CourseDirectory.course_id = "minigrad"
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "exercises"

# Release: the same steps as `minigrad-course notebooks`.
c.GenerateAssignment.preprocessors = STEPS_WITH_GRADEBOOK
c.ClearSolutions.code_stub = CODE_STUB

# Grade: read with care, put in order, run, judge outside the student's process, save.
c.Autograde.exporter_class = SubmissionExporter
c.Autograde.pre_convert_hook = "classroom.grading.handin.before_grading"
c.Autograde.sanitize_preprocessors = [PutInOrder, ClearOutput, OverwriteKernelspec, CheckCellMetadata]
c.Autograde.autograde_preprocessors = [
    RunSubmission,
    Judge,
    LimitOutput,
    SaveAutoGrades,
    AssignLatePenalties,
    CheckCellMetadata,
    SanitizeHTML,
]

# What runs a submission, and for how long.
c.RunSubmission.executor_class = "classroom.grading.execute.KernelExecutor"
c.Executor.cell_seconds = 30
c.Executor.notebook_seconds = 300

# A submission's HTML is shown in the feedback and in formgrader's pages: nothing in it may run.
c.SanitizeHTML.enabled = True
c.HTMLExporter.sanitize_html = True

# The exchange, for one machine: a folder of this project. A class that shares a machine names a shared
# folder here.
c.Exchange.root = str(here / "exchange")
c.Exchange.cache = str(here / "exchange" / ".cache")
c.ExchangeReleaseAssignment.force = True
c.ExchangeFetchAssignment.assignment_dir = str(here / "exercises")
c.ExchangeFetchFeedback.assignment_dir = str(here / "exercises")
c.ExchangeSubmit.assignment_dir = str(here / "exercises")
c.ExchangeFactory.list = ExerciseList
c.ExchangeFactory.submit = SubmitAndGrade
