"""A course of one small unit, which the builder's tests write into a temporary folder and bend."""

from pathlib import Path

UNIT = "05_leaves"

HEADER = """\
# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

"""

LESSON = (
    HEADER
    + """\
# %% [markdown]
# # Leaves
#
# The exercises are in [exercises](../exercises/05_leaves/05_leaves.ipynb).

# %%
slope = 2 * 3.0
slope

# %%
slope
"""
)

EXERCISES = (
    HEADER
    + '''\
# %% [markdown]
# # Exercises

# %% nbgrader={"grade_id": "setup", "locked": true}
import math

# %% [markdown]
# ## 1. Add

# %% nbgrader={"grade_id": "accumulate", "solution": true}
def accumulate(grad, new):
    """Return the gradient after one more path."""
    ### BEGIN SOLUTION
    total = new if grad is None else grad + new
    return total
    ### END SOLUTION


# %% nbgrader={"grade_id": "accumulate-check", "grade": true, "locked": true, "points": 2}
check("05.accumulate", accumulate)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

observe("two paths", accumulate(1.5, 7.25))
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **Why this is right.** The multivariable chain rule adds.

# %% nbgrader={"grade_id": "clear", "solution": true}
def clear(grad):
    """Return what a cleared gradient holds."""
    ### BEGIN SOLUTION
    return None
    ### END SOLUTION


# %% nbgrader={"grade_id": "clear-check", "grade": true, "locked": true, "points": 1}
check("05.clear", clear)
### BEGIN HIDDEN TESTS
observe("cleared", clear(8.125))
### END HIDDEN TESTS
'''
)


def write_small_course(project: Path, *, lesson: str = LESSON, exercises: str = EXERCISES) -> Path:
    """Write the unit's two sources into ``project`` and return it."""
    folder = project / "course" / "source"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{UNIT}.lesson.py").write_text(lesson, encoding="utf-8")
    (folder / f"{UNIT}.exercises.py").write_text(exercises, encoding="utf-8")
    return project


def replaced(text: str, old: str, new: str) -> str:
    """Replace the one place where ``old`` stands."""
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
    return text.replace(old, new)
