# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 00 · Start here: the first exercise
#
# One task, three minutes. The lesson is [course/00_start_here](../../course/00_start_here.ipynb).

# %% nbgrader={"grade_id": "imports", "locked": true}
from classroom import check, hint, progress

# %% [markdown]
# ## 1 · The slope between two points  (1 point)
#
# In the lesson you raised x from 2 to 2.001 and got 12.006001 for the slope of x³. The exact slope is 12.
# There is a better way with the same effort: look the same distance to *both* sides. Here with h = 0.1:
#
# | x | x³ |
# |---|---|
# | 1.9 | 6.859 |
# | 2.1 | 9.261 |
#
# Between these two points x³ rises by 2.402 while x rises by 0.2, so the slope is 2.402 / 0.2 = 12.01. This
# is called the **central difference**.
#
# Write it as a function: replace the line `raise NotImplementedError` by your answer, and run the cell with
# Shift+Enter.

# %% nbgrader={"grade_id": "slope", "solution": true}
def slope(f, x, h):
    """Return the slope of f between x - h and x + h.

    f   a function that takes a number and returns a number
    x   the place, a float
    h   the distance to each side, a float greater than 0

    Example: for x³ at x = 2. with h = 0.1, the slope is 12.01.
    """
    ### BEGIN SOLUTION
    return (f(x + h) - f(x - h)) / (2 * h)
    ### END SOLUTION


# %% [markdown]
# Now run the check. (Curious what a failed check looks like? Run it before you have written anything.)

# %% nbgrader={"grade": true, "grade_id": "slope-check", "locked": true, "points": 1}
check("00.slope", slope)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

observe("a quartic", slope(lambda x: x**4 - 3 * x, 1.5, 0.5))
observe("a fraction", slope(lambda x: 1 / x, -2.0, 0.25))
observe("a straight line", slope(lambda x: 7 - 5 * x, 40.0, 8.0))
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** A first check, and a first hand-in, with a function that the course will use again:
# finite differences are the judge of every gradient that follows.
#
# **Why it is right.** From x − h to x + h the function rises by f(x + h) − f(x − h), and x rises by 2h. By
# hand for x³ at 2 with h = 0.1: (9.261 − 6.859) / 0.2 = 12.01. In general the central difference of x³ comes
# out as 3x² + h², so the error shrinks with the square of h. Why it does is the subject of unit 01.
#
# **Mistakes to expect**, each with the clause that the learner reads in the check's message:
#
# - `right-side-only`: (f(x + h) − f(x)) / h. "Your answer is what you get when you look to the right side
#   only."
# - `left-side-only`: (f(x) − f(x − h)) / h. "Your answer is what you get when you look to the left side
#   only."
# - `fixed-distance`: the 0.2 of the table was copied. "Your answer is what you get when the distance is
#   always 0.2, as in the exercise's table."
# - `divides-by-h`: the distance between the two points is 2h. "Your answer is what you get when the rise is
#   divided by h."
# - `missing-brackets`: `f(x + h) - f(x - h) / (2 * h)`, where only the second value is divided. "Your answer
#   is what you get when only f(x - h) is divided."
# - `multiplies-by-h`: `/ 2 * h` for `/ (2 * h)`. "Your answer is what you get when the rise is divided by 2
#   and then multiplied by h."
# - `falls-for-rises`: f(x − h) − f(x + h). "Your answer is what you get when the two values are subtracted
#   the other way round."

# %% [markdown]
# When the check passes, save the notebook and hand it in: `minigrad-course submit 00` in a terminal in the
# course's folder, or *Submit* in the assignment list when you are in a class. Then see where you stand:

# %%
progress()
