# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 01 · Slopes you can trust: exercises
#
# Five tasks, about 30 minutes. The lesson is
# [course/01_slopes_you_can_trust](../../course/01_slopes_you_can_trust.ipynb).
#
# In each task, replace `raise NotImplementedError` by your answer, run the cell, then run the check below it.
# The check says what it tried and what it expected. When you are stuck, `hint("01.move-one")` in a new cell
# gives a first hint, and a second and a third when you ask again. Hints cost no points.
#
# Task 4 is the one to take care over: your `numeric_grad` will be the judge of gradients in later units.
#
# To hand in: save, then `minigrad-course submit 01` in a terminal. You may hand in as often as you like.

# %%
import numpy as np

from classroom import check, hint, progress

# %% [markdown] tags=["solution-only"]
# *For the instructor.* The tasks fade: ordering given lines (1), filling in one line (2), a function of two
# expressions (3), a whole function (4), repairing a function that runs and is wrong (5). Each task meets one
# or more of the misconceptions of this unit:
#
# | misconception | met by |
# |---|---|
# | the slope in one number may be taken while another is still moved | 1, 4 |
# | the smaller the step, the better the slope | 2, 5 |
# | one step suits every number and every dtype | 2, 5 |
# | forward and central differences are equally good | 3, 4 |
# | moving all numbers at once gives all slopes at once | 4 |
# | an array stores whatever is put into it (integers, float32) | 4, 5 |
#
# Task 4 is used again by later units, through `mine("01.numeric-grad")`. Who has not solved it gets the
# course's own there.
#
# Below each solution stands what it is for, why it is right, and the wrong answers to expect, each with the
# clause that the learner has read in the check's message. The names in `code` are those of the class report.

# %% [markdown]
# ## 1 · Move one number, and put it back  (1 point)
#
# A function of several numbers has one slope for each of them. To find the slope in `x[i]`, only `x[i]` is
# moved, up and down, and all the others stay where they are. Afterwards `x` must hold what it held before.
# These lines do it, but they have been shuffled:
#
# ```python
# down = f(x)
# return (up - down) / (2 * h)
# x[i] = old - h
# old = x[i]
# x[i] = old
# up = f(x)
# x[i] = old + h
# ```
#
# Put them into the function in an order that does what its docstring says.

# %% nbgrader={"grade_id": "move-one", "solution": true}
def slope_along(f, x, i, h):
    """Return the central difference of f in the number x[i].

    f   takes an array like x and returns a number
    x   a float array of shape (n,). It may be changed on the way; after the call it is as before.
    i   which number is moved, an int
    h   how far it is moved to each side, a float greater than 0

    Example: for f(x) = x[0] · x[1] at x = [3., 5.], the slope in x[0] is 5.0, and x is [3., 5.] afterwards.
    """
    ### BEGIN SOLUTION
    old = x[i]
    x[i] = old + h
    up = f(x)
    x[i] = old - h
    down = f(x)
    x[i] = old
    return (up - down) / (2 * h)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "move-one-check", "locked": true, "points": 1}
check("01.move-one", slope_along)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_x = np.array([2.0, -1.5, 0.5, 4.0])
observe("each slope in turn", [slope_along(lambda x: x[0] ** 3 * x[1] - x[2] / x[3], _x, _i, 0.25) for _i in range(4)])
observe("x afterwards", _x)
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** The body of the loop in task 4, taken alone. Its point is the state of `x`: what `f`
# sees is whatever stands in `x` at the moment of the call.
#
# **Why it is right.** `old` is taken before anything is moved. Each call of `f` comes directly after the move
# that it is meant to see. `x[i] = old - h` starts from `old`, so it undoes the first move by itself. The last
# assignment puts `x` back before the function returns. Taking the lower side first is as good, as long as
# `up` and `down` stay with their moves.
#
# **Mistakes to expect.**
#
# - `never-puts-back`: `x[i] = old` stands below the `return`, or nowhere. "Your answer is what you get when
#   x[i] is not put back."
# - `puts-back-too-early`: `x[i] = old` stands before `down = f(x)`. "Your answer is what you get when x[i] is
#   put back before the lower value is taken."
# - `looks-before-the-move`: `up = f(x)` stands above `x[i] = old + h`. "Your answer is what you get when the
#   upper value is taken before x[i] has been moved."
# - `both-calls-at-the-end`: both moves, then both calls. "Your answer is what you get when both values are
#   taken at the same place."
# - `swaps-up-and-down`: "Your answer is what you get when `up` is taken at the lower place and `down` at the
#   upper."

# %% [markdown]
# ## 2 · One line: a step that fits  (1 point)
#
# The lesson found the best step for central differences near the third root of ε, where ε is the distance
# from 1 to the next number of the dtype. That was at x = 1. Numbers of another size have another spacing:
# near 1000 the distance to the next number is about a thousand times as large, so the step must grow with the
# number. Near 0 it must not shrink to nothing. The rule:
#
# h = (third root of ε) · (the size of x, but at least 1)
#
# One line is missing. Python's `a ** b` is a to the power of b.

# %% nbgrader={"grade_id": "step", "solution": true}
def central_step(x):
    """Return a good step for central differences at x.

    x   a NumPy number, np.float64(...) or np.float32(...), of either sign, or 0

    Returns a float greater than 0.

    Example: for np.float64(1.) the step is about 0.00000606, for np.float64(-200.) about 0.00121,
    and for np.float32(0.) about 0.00492.
    """
    eps = float(np.finfo(x.dtype).eps)
    size = abs(float(x))
    ### BEGIN SOLUTION
    h = eps ** (1 / 3) * max(1.0, size)
    ### END SOLUTION
    return h


# %% nbgrader={"grade": true, "grade_id": "step-check", "locked": true, "points": 1}
check("01.step", central_step)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_numbers = [np.float64(-0.25), np.float64(37.5), np.float32(-4000.0), np.float32(0.75), np.float64(0.0)]
observe("steps", [central_step(_number) for _number in _numbers], atol=0.0)
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** That "small" has no meaning without the size and the dtype of the number that is moved.
#
# **Why it is right.** At size 1 a central difference is off by about h² for being coarse and by about ε / h
# for rounding. The two are equal when h³ = ε. A number of size s has the spacing s · ε, so all of this scales
# with s. `max(1.0, size)` keeps the step from vanishing at 0, where h = 0 would divide by zero. By hand: ε =
# 2.2 · 10⁻¹⁶ has the third root 6.06 · 10⁻⁶, and 200 times that is 0.00121.
#
# **Mistakes to expect.**
#
# - `power-before-division`: `eps ** 1 / 3`. "Your answer is what you get when ε is divided by 3 instead of
#   taking its third root." Python works out the power first.
# - `square-root`: `eps ** 0.5`, the step for forward differences. "Your answer is what you get when the
#   square root is taken."
# - `forgets-the-size`: "Your answer is what you get when the step is the same for every number."
# - `vanishes-at-zero`: `eps ** (1 / 3) * size`. "Your answer is what you get when the step shrinks with the
#   number without end."
# - `at-most-one`: `min` for `max`. "Your answer is what you get when the size counts at most as 1."
# - `epsilon-itself`: the root is missing. "Your answer is what you get when ε itself is taken for the step at
#   1."
# - `size-and-one-more`: `1 + size` for the larger of the two. "Your answer is what you get when 1 is added to
#   the size."

# %% [markdown]
# ## 3 · The error curve  (2 points)
#
# Write the function behind the lesson's picture: for each step, how far is each of the two differences from
# the exact slope? An error here is a distance: it is never negative.

# %% nbgrader={"grade_id": "curve", "solution": true}
def error_curve(f, slope, x, steps):
    """Return how far forward and central differences of f at x are from the exact slope, for each step.

    f, slope   functions that take a number and return a number; slope gives the exact slope of f
    x          the place, a float
    steps      a list of floats greater than 0

    Returns (forward, central): two lists of floats, with one error for each step, in the same order.

    Example: for f(x) = x³ at x = 2. with the steps [0.1], the errors are [0.61] and [0.01].
    """
    ### BEGIN SOLUTION
    exact = slope(x)
    forward = [abs((f(x + h) - f(x)) / h - exact) for h in steps]
    central = [abs((f(x + h) - f(x - h)) / (2 * h) - exact) for h in steps]
    return forward, central
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "curve-check", "locked": true, "points": 2}
check("01.curve", error_curve)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

observe("falling", error_curve(lambda x: 5 - x**3, lambda x: -3 * x**2, 1.5, [0.5, 0.0625, 2.0]))
observe("a quartic", error_curve(lambda x: x**4 - x, lambda x: 4 * x**3 - 1, -0.5, [0.25, 0.125]))
observe("no steps", error_curve(lambda x: x, lambda x: 1.0, 0.0, []))
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** To state the two formulas side by side, and to have a curve of one's own to look at: the
# learner can plot other functions with it.
#
# **Why it is right.** Each estimate is compared with the one exact slope at `x`, and `abs` makes a distance
# of the difference. By hand for x³ at 2 with h = 0.1: forward (9.261 − 8) / 0.1 = 12.61, central (9.261 −
# 6.859) / 0.2 = 12.01, exact 12.
#
# **Mistakes to expect.**
#
# - `keeps-the-sign`: no `abs`. "Your answer is what you get when an error may be negative."
# - `central-divided-by-h`: "Your answer is what you get when the central difference is divided by h instead
#   of 2h."
# - `relative-error`: divided by the exact slope. "Your answer is what you get when the errors are divided by
#   the slope."
# - `lists-swapped`: "Your answer is what you get when the two lists are returned the other way round."
# - `left-side-for-forward`: (f(x) − f(x − h)) / h. "Your answer is what you get when the one-sided difference
#   looks to the left."

# %% [markdown]
# ## 4 · numeric_grad  (3 points)
#
# Now the whole thing, for an array of any shape. `np.ndindex(x.shape)` goes through all places of an array,
# whatever its shape: for the shape (2, 3) it gives (0, 0), (0, 1), and so on to (1, 2), and `x[place]` is the
# number there.
#
# Mind two things. The array that comes in belongs to somebody else, so work on a copy. And it may hold
# integers; an integer array cannot store 3.000001.

# %% nbgrader={"grade_id": "numeric-grad", "solution": true}
def numeric_grad(f, x, eps=1e-6):
    """Return the gradient of f at x by central differences.

    f     takes an array of the shape of x and returns a number
    x     an array of any shape, of floats or integers. It is left as it is.
    eps   how far each number is moved to each side

    Returns a new float64 array of the shape of x: at each place, the slope of f in the number there.

    Example: for f(x) = x[0] · x[1] at x = [3., 5.], the gradient is [5., 3.].
    """
    ### BEGIN SOLUTION
    x = np.array(x, dtype=np.float64)
    grad = np.zeros_like(x)
    for place in np.ndindex(x.shape):
        old = x[place]
        x[place] = old + eps
        up = f(x)
        x[place] = old - eps
        down = f(x)
        x[place] = old
        grad[place] = (up - down) / (2 * eps)
    return grad
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "numeric-grad-check", "locked": true, "points": 3}
check("01.numeric-grad", numeric_grad)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_x = np.array([[[0.5], [-1.5]], [[2.0], [0.25]]])
_kept = _x.copy()
observe("three axes", numeric_grad(lambda x: float((x**3).sum() * x[0, 1, 0]), _x, eps=0.125))
observe("default eps", numeric_grad(lambda x: float(np.sin(x).sum()), _x), rtol=1e-5, atol=1e-7)
observe("x afterwards", _x)
observe("integers", numeric_grad(lambda x: float(x[0, 0] * x[1, 1] - x[0, 1] ** 3), np.array([[2, 3], [4, 5]]), 0.5))
observe("one number", numeric_grad(lambda x: float(x**3), np.array(-2.0), eps=0.25))
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** It is the judge of every gradient that follows: it knows nothing of graphs and rules,
# only of values.
#
# **Why it is right.** The copy in float64 answers both warnings at once. Each number is moved alone and put
# back, so that every slope is taken at the same place. The result has one number for each number of `x`.
# Making a fresh copy of `x` for each move is as good, and slower by the copying.
#
# **Mistakes to expect.**
#
# - `never-moves-back`: "Your answer is what you get when numbers that were moved stay moved." With eps = 10⁻⁶
#   it hides in the last digits; with a large eps it shows.
# - `keeps-integers`: `np.copy(x)`. "Your answer is what you get when the numbers are moved in an array of
#   integers."
# - `one-sided-gradient`: "Your answer is what you get when f is compared with its value at x itself."
# - `divides-by-eps`: "Your answer is what you get when the difference of the two sides is divided by eps."
# - `moves-all-at-once`: "Your answer is what you get when all numbers are moved together." It is the sum of
#   all slopes, at every place.
# - `whole-rows`: a loop over `len(x)`. "Your answer is what you get when whole rows are moved."
# - `flat-gradient`: "Your answer is what you get when the slopes come back in one long row."
# - `single-precision`: `np.float32`. "Your answer is what you get when the numbers are moved in float32."
# - `moves-the-callers-array`: `np.asarray` for `np.array`, and not put back. "Your answer is what you get
#   when the array that came in is itself moved."
# - `one-number-alone`: `f(x[place] + eps)`. "Your answer is what you get when f is given a single number of x
#   instead of the whole array."
# - `two-names-one-array`: `up = x` without a copy. "Your answer is what you get when the upper and the lower
#   array are the same array."
# - `back-to-the-start`: eps is subtracted once from the moved number. "Your answer is what you get when the
#   lower place is one step below the upper, at x itself."

# %% [markdown]
# ## 5 · Bug hunt: the slope that is always 0  (2 points)
#
# `loss_slope_broken` is meant to return the slope of a loss in the weight `w`. The loss is the mean of (w·x −
# y)⁴ over all points. The data come as float32, as data usually do.

# %%
def loss_slope_broken(w, x, y):
    w = np.float32(w)
    h = np.float32(1e-8)

    def loss(w):
        return np.mean((w * x - y) ** 4)

    return float((loss(w + h) - loss(w)) / h)


points_x = np.array([1.0, 2.0, 3.0], dtype=np.float32)
points_y = np.array([1.0, 5.0, 4.0], dtype=np.float32)
print(loss_slope_broken(2.0, points_x, points_y))

# %% [markdown]
# At w = 2 the three brackets are 1, −1 and 2, and the slope is (4·1·1 + 4·(−1)·2 + 4·8·3) / 3 = 92 / 3 =
# 30.67. The function says 0. Repair it so that at least six digits are right. More than one thing is wrong,
# and what you change first may bring another wrong number to light. `x.astype(np.float64)` gives a copy of an
# array in float64.

# %% nbgrader={"grade_id": "repair", "solution": true}
def loss_slope(w, x, y):
    """Return the slope, in w, of the mean of (w·x − y)⁴ over all points. At least six digits are right.

    w      a float
    x, y   float32 arrays of the same shape (n,)

    Returns a float.

    Example: for w = 2. and the three points above, the slope is 30.6667.
    """
    ### BEGIN SOLUTION
    x, y = x.astype(np.float64), y.astype(np.float64)
    h = 1e-5

    def loss(w):
        return np.mean((w * x - y) ** 4)

    return float((loss(w + h) - loss(w - h)) / (2 * h))
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "repair-check", "locked": true, "points": 2}
check("01.repair", loss_slope)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_x = np.array([0.5, -1.0, 2.0, 1.25, -3.0], dtype=np.float32)
_y = np.array([2.0, 1.0, -1.5, 0.25, 4.0], dtype=np.float32)
observe("five points", loss_slope(0.75, _x, _y), rtol=2e-6)
observe("a negative weight", loss_slope(-2.5, _x[1:], _y[1:]), rtol=2e-6)
observe("one point", loss_slope(3.0, _x[:1], _y[:1]), rtol=2e-6)
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** The unit's classic bug as it comes in practice. Tensors are float32 by default, and a
# step that is good in float64 is below the spacing of float32.
#
# **Why it is right.** Both operands of `w * x` must be float64 for the product to be so; a Python float does
# not do it, because NumPy lets the array decide. In float64, central differences with any step from about
# 10⁻³ to 10⁻⁷ give six digits here. The exact slope 4 · mean(x · (w·x − y)³), from the rules of calculus,
# passes as well.
#
# **Mistakes to expect.**
#
# - `still-single`: only `w` or `h` was changed. "Your answer is what you get when the loss is still worked
#   out in float32 and the step is lost."
# - `larger-step-in-single`: h = 10⁻³ in float32. "Your answer is what you get when the step is larger, but
#   the loss is still float32."
# - `one-sided-large-step`: float64, forward, h = 10⁻³. "Your answer is what you get when a forward difference
#   is taken with the step 0.001."
# - `divides-by-one-step`: "Your answer is what you get when the central difference is divided by h."
# - `sum-for-mean`: "Your answer is what you get for the sum of the fourth powers."
# - `square-for-fourth-power`: "Your answer is what you get when the errors are squared."

# %% [markdown]
# ## Where you stand

# %%
progress()
