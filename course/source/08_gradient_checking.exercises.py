# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 08 · Gradient checking: exercises
#
# Four tasks, about 35 minutes. The lesson is
# [course/08_gradient_checking](../../course/08_gradient_checking.ipynb).
#
# In each task, replace `raise NotImplementedError` by your answer, run the cell, then run the check below it.
# The check says what it tried and what it expected. When you are stuck, `hint("08.agree")` in a new cell
# gives a first hint, and a second and a third when you ask again. Hints cost no points.
#
# `numeric_grad(f, x)` is the one from unit 01: the gradient by central differences, in float64, of a function
# `f` that takes an array and returns one number.
#
# To hand in: save, then `minigrad-course submit 08` in a terminal. You may hand in as often as you like.

# %% nbgrader={"grade_id": "imports", "locked": true}
import numpy as np

from classroom import check, hint, mine, progress

numeric_grad = mine("01.numeric-grad")

# %% [markdown] tags=["solution-only"]
# *For the instructor.* The tasks fade: filling in one line (1), a whole function (2), finding and repairing
# planted bugs (3), a whole function again (4). Each task meets one or more of the misconceptions of this
# unit:
#
# | misconception | met by |
# |---|---|
# | gradcheck is infallible: what passes is right | 2 (cases), 3, and two questions of the lesson |
# | what fails is wrong | 3 (relu at 0), 4, and a question of the lesson |
# | an output gradient of ones, or `.sum()`, is enough | 2, 3, and a prediction of the lesson |
# | equal means equal to the last digit, or within one fixed number | 1, 2 |
# | float32 will do | 2, and a question of the lesson |
#
# Below each solution stands what it is for, why it is right, and the wrong answers to expect, each with the
# clause that the learner has read in the check's message. The names in `code` are those of the class report.

# %% [markdown]
# ## 1 · One line: how much difference is tolerated  (1 point)
#
# A measured slope is never exact, so a check tolerates a difference. The lesson's tolerance has two parts
# that are added: a fixed one, `atol`, and one in proportion to the size of the measured slope, `rtol` times
# that size. One line is missing.

# %% nbgrader={"grade_id": "agree", "solution": true}
def agree(found, measured, atol, rtol):
    """Return whether each slope that was found is as near to the measured one as the tolerance asks.

    found      what backward says, an array of any shape
    measured   what differences say, an array of the same shape
    atol       the absolute part of the tolerance, a float, 0 or more
    rtol       the relative part, a float, 0 or more: a share of the size of the measured slope

    Returns True or False. A difference that is just as large as the tolerance is still tolerated.

    Example: found = [110.], measured = [100.], atol = 1., rtol = 0.125. The difference is 10, and
    1 + 0.125 · 100 = 13.5 is tolerated: True.
    """
    difference = np.abs(found - measured)
    ### BEGIN SOLUTION
    tolerated = atol + rtol * np.abs(measured)
    ### END SOLUTION
    return bool((difference <= tolerated).all())


# %% nbgrader={"grade": true, "grade_id": "agree-check", "locked": true, "points": 1}
check("08.agree", agree)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_at = np.array([[4.0, -8.0], [0.0, 1000.0]])
_off = np.array([[1.0, 1.0], [1.0, 1.0]])
observe("absolute part", [agree(_at + _n * _off, _at, 1.0, 0.0) for _n in (0.5, 1.0, 1.5)])
observe("relative part", [agree(np.array([_n]), np.array([-8.0]), 0.0, 0.25) for _n in (-6.0, -5.0, -10.0, -11.0)])
observe("both parts", [agree(np.array([_n]), np.array([8.0]), 2.0, 0.25) for _n in (11.0, 12.0, 13.0, 4.0, 3.0)])
observe("small beside large", agree(np.array([1000.0, 3.0]), np.array([1000.0, 1.0]), 0.5, 0.25))
observe("not a number", agree(np.array([1.0, np.nan]), np.array([1.0, 2.0]), 0.5, 0.25))
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** To know what `atol` and `rtol` mean before using them. `np.allclose(found, measured,
# rtol=rtol, atol=atol)` is this function.
#
# **Why it is right.** The rounding error of a difference grows with the numbers, so large slopes need a share
# of their size. Near 0 that share vanishes, and the fixed part is what is left. The size is that of the
# measured slope, entry by entry: the other one is the one under suspicion.
#
# **Mistakes to expect.**
#
# - `only-absolute`: "Your answer is what you get when the relative part is left out."
# - `only-relative`: "Your answer is what you get when the absolute part is left out."
# - `keeps-the-sign`: no `np.abs`. "Your answer is what you get when a negative slope makes the tolerance
#   smaller."
# - `takes-the-larger`: "Your answer is what you get when the larger of the two parts is taken instead of
#   their sum." Python's `math.isclose` does so; NumPy and PyTorch add.
# - `relative-to-found`: "Your answer is what you get when the size of backward's slope sets the tolerance."
# - `relative-to-the-largest`: "Your answer is what you get when the largest slope sets the tolerance for all
#   of them."
# - `swaps-the-two`: "Your answer is what you get when atol and rtol change places." `np.allclose` takes rtol
#   first, so hand them over by name.

# %% [markdown]
# ## 2 · Write the checker  (3 points)
#
# Now the whole thing. A *forward* `f` makes an output array of any shape out of an input array `x`. A *rule*
# is called as `rule(g, x)`, where `g` is what arrives, in the shape of `f(x)`, and it returns what it sends
# on to `x`. Your function says whether the two fit:
#
# 1. Draw a random `g`. `np.random.default_rng(seed).standard_normal(shape)` draws an array of that shape.
# 2. Ask the rule.
# 3. Measure the slopes of the one number `(g * f(x)).sum()` with `numeric_grad`.
# 4. Compare: the shapes, and then the numbers with the tolerance of task 1. `np.allclose(found, measured,
#    rtol=rtol, atol=atol)` is that comparison ready made, but it stretches shapes that differ.
#
# Think of an input that comes in as float32 as well.

# %% nbgrader={"grade_id": "gradcheck", "solution": true}
def gradcheck(f, rule, x, seed=0, atol=1e-5, rtol=1e-3):
    """Return whether the backward rule agrees with central differences of f at x.

    f      takes an array of the shape of x and returns an array of any shape, or a number
    rule   rule(g, x) returns an array that should have the shape of x; g has the shape of f(x)
    x      an array of floats, of any shape and of any float dtype, left as it is. Differences are taken in
           float64, with a step of about 1e-6.
    seed   for the random g, an int
    atol, rtol   the two parts of the tolerance, as in task 1

    Returns True or False. A gradient whose shape is not that of x does not agree.

    Example: with f(x) = x * x, the rule g * 2 * x gives True and the rule g * x gives False.
    """
    ### BEGIN SOLUTION
    g = np.random.default_rng(seed).standard_normal(np.shape(f(x)))
    found = rule(g, x)
    measured = numeric_grad(lambda x: (g * f(x)).sum(), x)
    return np.shape(found) == np.shape(x) and np.allclose(found, measured, rtol=rtol, atol=atol)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "gradcheck-check", "locked": true, "points": 3}
check("08.gradcheck", gradcheck)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_x = np.array([[1.0, -2.0, 0.5], [3.0, 0.25, -1.5]])


def _says(f, rule, x=_x, **options):
    return bool(gradcheck(f, rule, x, **options))


observe("right", [_says(lambda x: x**3, lambda g, x: g * 3 * x**2), _says(np.exp, lambda g, x: g * np.exp(x))])
observe("rows", _says(lambda x: x.sum(axis=1), lambda g, x: g[:, None] * np.ones_like(x)))
observe("one number", _says(lambda x: (x * x).sum(), lambda g, x: g * 2 * x))
observe("a wrong shape", _says(lambda x: x.sum(), lambda g, x: g))
observe("turned around", _says(lambda x: x[::-1], lambda g, x: g))
observe("the mean of what arrives", _says(lambda x: 3 * x, lambda g, x: 3 * g.mean() * np.ones_like(x)))
observe("float32", _says(np.exp, lambda g, x: g * np.exp(x), _x.astype(np.float32)))
observe("large", _says(lambda x: 1e7 * np.sin(x), lambda g, x: g * 1e7 * np.cos(x)))
observe("no slope", _says(lambda x: x**3, lambda g, x: g * 3 * x**2, 0 * _x))
observe("one entry", _says(lambda x: x**2, lambda g, x: g * np.where(x == 0.25, 0.0, 2 * x)))
_lift = np.array([[1.0, -1.0, 0.0], [0.0, 2.0, -2.0]])
observe("cancels", _says(lambda x: x**2, lambda g, x: g * 2 * x + _lift))
observe("not a number", _says(lambda x: x**2, lambda g, x: g * 2 * x * np.nan))
observe("atol", [_says(lambda x: 0 * x, lambda g, x, _n=_n: 0 * x + _n) for _n in (0.5e-5, 1.5e-5, 1e-3)])
observe("rtol", [_says(lambda x: 1e4 * x, lambda g, x, _n=_n: g * _n) for _n in (1.0005e4, 1.003e4, 1.05e4)])
observe("own rtol", [_says(lambda x: x**2, lambda g, x: g * 2.02 * x, seed=3, rtol=_n) for _n in (0.001, 0.1)])
observe("own atol", [_says(lambda x: 0 * x, lambda g, x: 0 * x + 0.1, seed=4, atol=_n) for _n in (0.01, 0.5)])
observe("input left alone", _x)
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** The tool that every backward rule of this course, of minigrad and of PyTorch is tested
# with. Four lines, and each guards against a wrong verdict.
#
# **Why it is right.** A rule that is given `g` sends on the slopes of `(g * f(x)).sum()`, so that is the
# number to measure. A random `g` gives each output another weight: a rule that sends a weight to the wrong
# place, or that loses it, is seen. `numeric_grad` works in float64 whatever comes in. `np.allclose` stretches
# a number to a table, so the shapes are compared first. It is False for nan.
#
# **Mistakes to expect.**
#
# - `seeds-with-ones`: "Your answer is what you get when every output has the weight 1." The false pass that
#   the lesson shows.
# - `lets-shapes-broadcast`: "Your answer is what you get when a gradient of the wrong shape is stretched
#   before it is compared."
# - `stays-in-float32`: an own loop that moves the float32 input. "Your answer is what you get when a float32
#   input is moved in float32." A false alarm.
# - `leaves-out-rtol`: "Your answer is what you get when only the absolute tolerance is used."
# - `leaves-out-atol`: "Your answer is what you get when only the relative tolerance is used."
# - `compares-the-sums`: "Your answer is what you get when only the sums of the two gradients are compared."
# - `one-that-agrees-suffices`: `any` for `all`. "Your answer is what you get when one entry that agrees is
#   enough."
# - `weighs-one-side-only`: "Your answer is what you get when the rule receives g, but the differences are
#   taken of a plain sum."

# %% [markdown]
# ## 3 · Bug hunt: three of five rules are wrong  (3 points)
#
# Five forwards with their backward rules. Three of the rules are wrong, and each of the three passes some
# careless check, or looks right at first sight. Use your `gradcheck` to convict them.

# %%
FORWARDS = {
    "relu": lambda x: np.maximum(x, 0.0),
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "tanh": lambda x: np.tanh(x),
    "row squares": lambda x: (x**2).sum(axis=1),     # one number for each row
    "cumsum": lambda x: np.cumsum(x, axis=1),        # [a, b, c] becomes [a, a + b, a + b + c]
}


def backward_broken(name, g, x):
    if name == "relu":
        return g * (x > 0)
    elif name == "sigmoid":
        s = 1 / (1 + np.exp(-x))
        return g * s * (1 - s)
    elif name == "tanh":
        return g * (1 - x**2)
    elif name == "row squares":
        return g * 2 * x
    else:
        return np.cumsum(g, axis=1)


# %% [markdown]
# The next cell checks each of them, but at an `x` that was chosen carelessly. It lets `tanh` and `row squares`
# pass. It convicts `cumsum`, and it accuses `relu`, which is innocent: at its kink its slope is 0 by
# agreement, and no difference can know that. Choose a better `x`, of two rows and two columns.

# %%
x = np.zeros((2, 2))
for name, f in FORWARDS.items():
    print(name, gradcheck(f, lambda g, x, name=name: backward_broken(name, g, x), x))

# %% [markdown]
# Now write all five rules, the guilty ones repaired and the innocent ones as they were.

# %% nbgrader={"grade_id": "repair", "solution": true}
def backward(name, g, x):
    """Return what the backward rule called `name` sends on to x when g arrives.

    name   "relu", "sigmoid", "tanh", "row squares" or "cumsum", as in FORWARDS
    g      what arrives: an array of the shape of the forward's result, (n, m), or (n,) for "row squares"
    x      the forward's input, an array of shape (n, m)

    Returns an array of the shape of x. The slope of relu at 0 is 0.

    Example: for "sigmoid" at x = [[0.]] with g = [[8.]] it is [[2.]]: the slope there is 1/4.
    """
    ### BEGIN SOLUTION
    if name == "relu":
        return g * (x > 0)
    elif name == "sigmoid":
        s = 1 / (1 + np.exp(-x))
        return g * s * (1 - s)
    elif name == "tanh":
        return g * (1 - np.tanh(x) ** 2)
    elif name == "row squares":
        return g[:, None] * 2 * x
    else:
        return np.cumsum(g[:, ::-1], axis=1)[:, ::-1]
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "repair-check", "locked": true, "points": 3}
check("08.repair", backward)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_x = np.array([[0.5, -2.0, 1.5], [-0.5, 0.0, 3.0], [2.5, -1.25, 0.75]])
_g = np.array([[1.0, -4.0, 2.0], [8.0, 0.5, -3.0], [-1.0, 6.0, 5.0]])
for _name in ("relu", "sigmoid", "tanh", "cumsum"):
    observe(f"{_name}, three by three", backward(_name, _g, _x))
    observe(f"{_name}, two by three", backward(_name, _g[1:], _x[1:]))
observe("row squares, three by three", backward("row squares", _g[0], _x))
observe("row squares, two by three", backward("row squares", _g[0, :2], _x[:2]))
observe("inputs left alone", [_g, _x])
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** A check is only as good as the points and the output gradients that it is given. `tanh`
# is right at 0, `row squares` with equal weights on a square table, and `relu` is accused at its kink.
#
# **Why it is right.** tanh' is 1 − tanh², of the output. Row i of the squares has one weight, which belongs
# to all of row i, so `g` has to be a column. x[j] is in the sums j, j + 1, and so on to the end of its row,
# so it receives what arrived there: the sums from the right.
#
# **Mistakes to expect.**
#
# - `all-as-they-were`: the broken function as it was. "Your answer is what you get when none of the three is
#   repaired."
# - `tanh-of-its-input`: "Your answer is what you get when the rule of tanh squares the input instead of the
#   output."
# - `weights-along-the-wrong-axis`: "Your answer is what you get when the weight of row i goes to column i."
#   For two rows and three columns it is an error.
# - `sums-in-the-forward-direction`: "Your answer is what you get when what arrives is summed from the left."
# - `believes-the-alarm`: "Your answer is what you get when relu is given the slope 1/2 at 0." The false alarm
#   at a kink, obeyed.
# - `does-not-turn-back`: "Your answer is what you get when the reversed sums are not reversed again."
# - `forgets-the-square`: "Your answer is what you get when the rule of tanh takes 1 - tanh(x), without the
#   square."

# %% [markdown]
# ## 4 · A kink or a bug?  (2 points)
#
# When a check fails, the rule may be wrong, or there may be a kink between `x − h` and `x + h`. Two one-sided
# differences tell: at a smooth place the slope to the right, (f(x + h) − f(x)) / h, and the slope to the
# left, (f(x) − f(x − h)) / h, are nearly the same. At a kink they are not, and then a difference has no say,
# whether it happens to agree with the rule or not.

# %% nbgrader={"grade_id": "verdict", "solution": true}
def verdict(f, slope, x, h, tolerance):
    """Return "kink", "agrees" or "wrong": what differences say about a slope of f at x.

    f           takes a number and returns a number
    slope       what a backward rule says that the slope is, a number
    x           the place, a number
    h           how far to go to each side, a number greater than 0
    tolerance   a number greater than 0

    "kink"     if the slopes to the right and to the left of x differ by more than `tolerance`
    "wrong"    else, if `slope` differs from the central difference by more than `tolerance`
    "agrees"   else

    Example: for f(x) = |x| and slope = 1, with h = 0.25 and tolerance = 0.125, it is "agrees" at x = 2,
    "wrong" at x = -2, and "kink" at x = 0.
    """
    ### BEGIN SOLUTION
    right = (f(x + h) - f(x)) / h
    left = (f(x) - f(x - h)) / h
    if abs(right - left) > tolerance:
        return "kink"
    if abs(slope - (right + left) / 2) > tolerance:
        return "wrong"
    return "agrees"
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "verdict-check", "locked": true, "points": 2}
check("08.verdict", verdict)
### BEGIN HIDDEN TESTS
from classroom.grading import observe


def _hat(x):
    return -abs(x - 1)


observe("a roof", [verdict(_hat, _s, 1.0, 0.25, 0.5) for _s in (-1.0, 0.0, 1.0)])
observe("beside the roof", [verdict(_hat, _s, 2.0, 0.25, 0.5) for _s in (-2.0, -1.0, 0.0, 1.0)])
observe("a kink close by", [verdict(_hat, -1.0, _x, 0.25, 0.5) for _x in (0.8125, 1.125, 1.5)])
observe("smooth", [verdict(lambda x: x * x, _s, 2.0, 0.5, 1.0) for _s in (2.5, 3.0, 3.25, 4.0, 5.0, 5.5)])
observe("smooth at 0", [verdict(lambda x: x * x, _s, 0.0, 0.25, 0.5) for _s in (-1.0, 0.0, 1.0)])
observe("steep", [verdict(lambda x: 3 * x * x, _s, -2.0, 0.25, 2.0) for _s in (-15.0, -12.0, -9.0, 12.0)])
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** To judge a failed check instead of obeying it.
#
# **Why it is right.** At a smooth place the two one-sided slopes differ by about h times the second
# derivative, which a small h makes small. At a kink they differ by the jump in the slope, however small h is.
# Their mean is the central difference. The question about the kink comes first, because at a kink agreement
# means as little as disagreement: the central difference of −|x| at 0 is 0, which is the slope on neither
# side.
#
# **Mistakes to expect.**
#
# - `never-suspects-a-kink`: "Your answer is what you get when only the central difference is looked at."
# - `asks-about-agreement-first`: "Your answer is what you get when agreement is believed even at a kink."
# - `looks-for-zero`: "Your answer is what you get when a kink is expected at x = 0 and nowhere else."
# - `compares-with-the-right`: "Your answer is what you get when the slope is compared with the difference to
#   the right."
# - `sees-kinks-upward-only`: no `abs`. "Your answer is what you get when a kink counts only where the right
#   slope is the larger one."
# - `sees-errors-upward-only`: no `abs`. "Your answer is what you get when a slope that is too small counts as
#   agreement."
# - `calls-every-difference-a-kink`: "Your answer is what you get when every disagreement is put down to a
#   kink."

# %% [markdown]
# ## Where you stand

# %%
progress()
