# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 07 · Broadcasting: exercises
#
# Five tasks, about 30 minutes. The lesson is
# [course/07_broadcasting](../../course/07_broadcasting.ipynb).
#
# In each task, replace `raise NotImplementedError` by your answer, run the cell, then run the check below it.
# The check says what it tried and what it expected. When you are stuck, `hint("07.order")` in a new cell
# gives a first hint, and a second and a third when you ask again. Hints cost no points.
#
# Tasks 1 to 4 are plain NumPy. There `dim` is called `axis`, and `keepdim` is called `keepdims`.
#
# To hand in: save, then `minigrad-course submit 07` in a terminal. You may hand in as often as you like.

# %% nbgrader={"grade_id": "imports", "locked": true}
import numpy as np

import minigrad
from classroom import check, draw, hint, progress

# %% [markdown] tags=["solution-only"]
# *For the instructor.* The tasks fade: choosing and ordering given lines (1), filling in two lines (2), whole
# functions (3, 4), repairing a function that runs and is wrong (5). Each task meets one or more of the
# misconceptions of this unit:
#
# | misconception | met by |
# |---|---|
# | broadcasting undoes itself | 1, 3, and a question of the lesson |
# | what arrives over a stretched axis is averaged | 1, 2, 3 |
# | an axis of length 1 may be dropped | 2, 3 |
# | adding up first and multiplying afterwards is the same | 2, and a question of the lesson |
# | where a stretch raises no error, the shapes are right | 5, and a question of the lesson |
#
# Below each solution stands what it is for, why it is right, and the wrong answers to expect, each with the
# clause that the learner has read in the check's message. The names in `code` are those of the class report.

# %% [markdown]
# ## 1 · Choose and order: a step of a bias  (1 point)
#
# These lines move the bias of a batch by one step of gradient descent, by hand. They have been shuffled, and
# two of them do not belong: three lines claim to be the gradient of `b`, and one is right.
#
# ```python
# b_grad = arriving
# return b - lr * b_grad
# arriving = 2 * (prediction - target) / prediction.size
# b_grad = arriving.mean(axis=0)
# prediction = x + b
# b_grad = arriving.sum(axis=0)
# ```
#
# Put the four right ones into the function.

# %% nbgrader={"grade_id": "order", "solution": true}
def bias_step(b, x, target, lr):
    """Return b after one step of gradient descent on the mean squared error of x + b.

    b          the bias, an array of shape (m,)
    x, target  arrays of shape (n, m)
    lr         the learning rate, a float

    The loss is the mean of ((x + b) - target)² over all n · m entries. Returns a new array of shape (m,).

    Example: b = [0.], x = [[1.], [2.]], target = [[0.], [5.]]. The errors are [[1.], [-3.]], the slope of the
    loss in b is 2 · (1 - 3) / 2 = -2., and with lr = 0.5 the result is [1.].
    """
    ### BEGIN SOLUTION
    prediction = x + b
    arriving = 2 * (prediction - target) / prediction.size
    b_grad = arriving.sum(axis=0)
    return b - lr * b_grad
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "order-check", "locked": true, "points": 1}
check("07.order", bias_step)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_x = np.array([[1.0, -2.0, 0.5], [3.0, 0.25, -1.0], [2.0, 2.0, 4.0], [0.0, -1.0, 1.5], [1.0, 1.0, 7.0]])
_target = np.array([[0.0, 1.0, 2.0], [5.0, -3.0, 1.0], [2.0, 0.5, 0.0], [1.0, 1.0, -1.0], [4.0, 0.0, 3.0]])
_b = np.array([1.0, -2.0, 0.5])
observe("5 rows, 3 columns", bias_step(_b, _x, _target, 0.25))
observe("square", bias_step(_b, _x[:3], _target[:3], 2.0))
observe("a single row", bias_step(_b, _x[:1], _target[:1], 0.5))
observe("b left alone", _b)
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** The bias of a batch is the stretch that every network has. The learner chooses between
# the sum and its two rivals.
#
# **Why it is right.** `b` is stretched over the rows, so it has one path through each of them, and what the
# paths bring is added. The mean of the loss is in `arriving` already.
#
# **Mistakes to expect.**
#
# - `keeps-every-row`: `b_grad = arriving`. "Your answer is what you get when what arrives is taken for b's
#   gradient as it is." The result has the shape (n, m), and no error is raised: broadcasting has not undone
#   itself.
# - `averages-the-rows`: "Your answer is what you get when what arrives is averaged over the rows."
# - `sums-the-columns`: `axis=1`. "Your answer is what you get when what arrives is summed over the columns
#   instead of the rows."
# - `sums-everything`: `arriving.sum()`. "Your answer is what you get when what arrives is summed up to a
#   single number."
# - `keeps-an-axis`: `keepdims=True`. "Your answer is what you get when the summed axis is kept with length
#   1."
# - `goes-uphill`: `b + lr * b_grad`. "Your answer is what you get when the step goes uphill."
# - `returns-the-gradient`: "Your answer is what you get when the gradient is returned instead of b after the
#   step."

# %% [markdown]
# ## 2 · Two lines: a column times a row  (2 points)
#
# `y = a * b`, where `a` is a column and `b` is a row. Both are stretched, each over another axis, and `y` is
# a table. `g` arrives at `y`. Fill in the two gradients: first the local slope, then the sum, and mind the
# shapes.

# %% nbgrader={"grade_id": "outer", "solution": true}
def outer_backward(g, a, b):
    """Return what the backward pass of y = a * b sends to a and to b.

    g   the gradient that arrives at y, an array of shape (n, m)
    a   a column, an array of shape (n, 1)
    b   a row, an array of shape (m,)

    Returns (a_grad, b_grad), of the shapes (n, 1) and (m,).

    Example: g = [[1., 10., 100.]], a = [[2.]], b = [3., 4., 5.] give
    a_grad = [[543.]] and b_grad = [2., 20., 200.].
    """
    ### BEGIN SOLUTION
    a_grad = (g * b).sum(axis=1, keepdims=True)
    b_grad = (g * a).sum(axis=0)
    ### END SOLUTION
    return a_grad, b_grad


# %% nbgrader={"grade": true, "grade_id": "outer-check", "locked": true, "points": 2}
check("07.outer", outer_backward)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_g = np.array([[1.0, 0.5, -3.0], [-2.0, 4.0, 0.25], [8.0, -0.25, 2.0], [3.0, 1.0, -1.0]])
_a = np.array([[2.0], [-1.0], [0.5], [3.0]])
_b = np.array([1.5, -4.0, 2.0])
observe("4 rows, 3 columns", outer_backward(_g, _a, _b))
observe("square", outer_backward(_g[1:], _a[:3], _b))
observe("a single row", outer_backward(_g[:1], _a[:1], _b))
observe("a single column", outer_backward(_g[:, :1], _a, _b[:1]))
observe("inputs left alone", [_g, _a, _b])
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** Both kinds of stretch at once: an axis that is kept with length 1, and an axis that
# goes.
#
# **Why it is right.** y[i, j] = a[i] · b[j]. The local slope for `a` is `b` and for `b` it is `a`, both in
# the stretched shape, where they meet `g`. Then `a` is summed over axis 1, over which it was stretched, and
# keeps it; `b` is summed over axis 0, which it lacks. The products `g @ b` (reshaped to a column) and `(a.T
# @ g)[0]` are the same sums and pass.
#
# **Mistakes to expect.**
#
# - `leaves-them-stretched`: no sums. "Your answer is what you get when both gradients keep the stretched
#   shape."
# - `drops-the-axis`: no `keepdims=True`. "Your answer is what you get when a's axis of length 1 is dropped."
# - `sums-first`: "Your answer is what you get when g is added up before the local slopes are multiplied in."
# - `sums-to-one-number`: `.sum()` for both. "Your answer is what you get when everything is summed, with no
#   axis named."
# - `keeps-the-lacking-axis`: `keepdims=True` for `b` as well. "Your answer is what you get when b's gradient
#   keeps an axis that b does not have."
# - `averages-both`: `.mean`. "Your answer is what you get when the stretched axes are averaged."
# - `leaves-local-slopes-out`: "Your answer is what you get when g is added up and the local slopes are left
#   out."
# - `own-value-as-slope`: `g * a` for `a`, `g * b` for `b`. "Your answer is what you get when each factor is
#   taken for its own local slope."
# - `sums-the-other-axis`: "Your answer is what you get when each gradient is summed over the axis of the
#   other."

# %% [markdown]
# ## 3 · Undo any stretch  (3 points)
#
# Write the function that every engine has once: `g` has arrived in the stretched shape, and the tensor has
# the shape `shape`. Follow the two steps of the lesson, and write no case for special shapes: (3,), (4, 1),
# (1, 1, 3) and () all go the same way.
#
# `g.sum(axis=(0, 1))` adds up over several axes at once, and `g.sum(axis=())` over none.

# %% nbgrader={"grade_id": "unbroadcast", "solution": true}
def unbroadcast(g, shape):
    """Return g, summed over the axes over which an array of `shape` was stretched to g's shape.

    g      the gradient that arrives, an array
    shape  a tuple, the shape of the array that was stretched. It fits g's shape: aligned at the right, each of
           its lengths is 1 or that of g

    Returns an array of `shape`. For the shape (), a NumPy number will do. g is left as it is.

    Example: g = [[1., 2.], [10., 20.]] gives [11., 22.] for the shape (2,), [[3.], [30.]] for (2, 1), 33. for
    (), and g itself for (2, 2).
    """
    ### BEGIN SOLUTION
    lacking = g.ndim - len(shape)
    g = g.sum(axis=tuple(range(lacking)))
    ones = tuple(axis for axis, length in enumerate(shape) if length == 1)
    return g.sum(axis=ones, keepdims=True)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "unbroadcast-check", "locked": true, "points": 3}
check("07.unbroadcast", unbroadcast)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_g = np.array([[[1.0, -2.0, 0.5], [3.0, 0.25, -1.0]], [[2.0, 2.0, 4.0], [0.0, -1.0, 1.5]]] * 2) ** 3
_g = _g * np.arange(1.0, 5.0).reshape(4, 1, 1)
for _shape in [(3,), (2, 1), (1, 1, 3), (4, 1, 1), (1, 2, 3), (1,), (1, 1), (4, 2, 3)]:
    observe(f"(4, 2, 3) to {_shape}", unbroadcast(_g, _shape))
observe("to ()", float(unbroadcast(_g, ())))
observe("a square to a row", unbroadcast(_g[:2, :, 0], (2,)))
observe("a square to a column", unbroadcast(_g[:2, :, 0], (2, 1)))
observe("length 1 on both sides", unbroadcast(_g[:1, :, :1], (2, 1)))
observe("g left alone", _g)
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** The general rule as one function, and no list of cases. `minigrad` has it under the name
# `sum_to_size`.
#
# **Why it is right.** Shapes are aligned at the right, so the axes that the array lacks are the first ones
# of `g`; summing over them makes the two shapes equally long. What is left are axes of length 1. Where `g`
# has length 1 too, the sum has one addend and changes nothing, so nobody has to ask. A `while g.ndim >
# len(shape)` loop, a loop over the axes, and `reshape(shape)` at the end instead of `keepdims` are as right.
#
# **Mistakes to expect.**
#
# - `trusts-the-stretch`: returns `g`. "Your answer is what you get when what arrives is passed on in its
#   stretched shape." The misconception that broadcasting undoes itself.
# - `averages-the-axes`: "Your answer is what you get when the stretched axes are averaged."
# - `only-lacking-axes`: "Your answer is what you get when only the lacking axes are summed, and those of
#   length 1 are left."
# - `only-length-one`: "Your answer is what you get when only axes of length 1 are summed, and lacking ones
#   are left."
# - `drops-length-one`: no `keepdims=True`. "Your answer is what you get when the axes of length 1 are dropped
#   after the sum."
# - `aligns-at-the-left`: sums the last axes away. "Your answer is what you get when the shapes are aligned at
#   the left."
# - `always-the-rows`: `g.sum(axis=0)`. "Your answer is what you get when axis 0 is summed, whatever the shape
#   is."
# - `takes-the-first`: `g[0]`. "Your answer is what you get when one of the stretched copies is taken and the
#   others are forgotten."
# - `reshapes`: `g.reshape(shape)`. "Your answer only gives the numbers another shape, but there are too many
#   of them."
# - `sums-all`: everything is added up, and then spread over the shape. "Your answer is what you get when
#   everything is added up to one number."

# %% [markdown]
# ## 4 · Rows minus their mean  (2 points)
#
# `y = x - x.mean(axis=1, keepdims=True)` moves every row so that its mean is 0. Write its backward. `x` acts
# on `y` along two paths. Draw them: one goes straight, the other through the mean, which is stretched over
# the row. Go back along the second one in two steps: undo the stretch, then go back through the mean.

# %% nbgrader={"grade_id": "center", "solution": true}
def center_backward(g):
    """Return what the backward pass of y = x - x.mean(axis=1, keepdims=True) sends to x.

    g   the gradient that arrives at y, an array of shape (n, m)

    Returns an array of shape (n, m). The values of x are not needed.

    Example: g = [[1., 0.]] gives [[0.5, -0.5]]. The straight path brings [[1., 0.]]. The mean receives -1., and
    each of the two numbers of the row gets half of it.
    """
    ### BEGIN SOLUTION
    return g - g.mean(axis=1, keepdims=True)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "center-check", "locked": true, "points": 2}
check("07.center", center_backward)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_g = np.array([[1.0, 0.5, -3.0, 2.0], [-2.0, 4.0, 0.25, 1.0], [8.0, -0.25, 2.0, 5.0]])
observe("3 rows, 4 columns", center_backward(_g))
observe("square", center_backward(_g[:, 1:]))
observe("a single row", center_backward(_g[:1]))
observe("a single column", center_backward(_g[:, :1]))
observe("g left alone", _g)
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** A stretch, a mean and two paths in one operation; every layer that normalizes has this
# in it.
#
# **Why it is right.** The straight path brings `g`. The other one: the mean enters every number of its row
# with the local slope −1 and was stretched over the row, so −`g.sum(axis=1, keepdims=True)` arrives at it.
# Each of the m numbers of the row enters the mean with the slope 1/m, so each receives this sum divided by
# m, which is −`g.mean(axis=1, keepdims=True)`. Added: `g - g.mean(...)`. That it looks like the forward is a
# property of this operation, not a rule.
#
# **Mistakes to expect.**
#
# - `only-the-straight-path`: returns `g`. "Your answer is what you get when the path through the mean is left
#   out."
# - `only-through-the-mean`: "Your answer is what you get when the straight path is left out."
# - `forgets-the-division`: `g - g.sum(...)`. "Your answer is what you get when the mean's local slope is
#   taken to be 1."
# - `forgets-the-minus`: "Your answer is what you get when the minus before the mean is forgotten."
# - `drops-the-axis-of-the-mean`: no `keepdims=True`. "Your answer is what you get when the means of the rows
#   stand in a row instead of a column." An error for most shapes, a wrong number for square ones.
# - `averages-the-columns`: `axis=0`. "Your answer is what you get when the mean is taken down the columns."
# - `averages-everything`: `g - g.mean()`. "Your answer is what you get when one mean is taken of the whole
#   table."
# - `does-not-undo-the-stretch`: `g - g / m`. "Your answer is what you get when the stretch of the mean is not
#   undone by a sum."

# %% [markdown]
# ## 5 · Bug hunt: a loss that cannot fall  (2 points)
#
# `fit_broken` was written to fit y = w·x + b to points. It runs without an error. The four points lie on
# y = 2x + 1, so the loss should come close to 0.

# %%
def fit_broken(x, y, steps, lr):
    w = minigrad.zeros(1, 1, requires_grad=True)
    b = minigrad.zeros(len(x), 1, requires_grad=True)
    optimizer = minigrad.optim.SGD([w, b], lr=lr)
    history = []
    for _ in range(steps):
        loss = ((x @ w + b - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    return w.item(), b.mean().item(), history


points_x = minigrad.tensor([[-1.], [0.], [1.], [2.]])
points_y = minigrad.tensor([-1., 1., 3., 5.])
w, b, history = fit_broken(points_x, points_y, steps=20, lr=0.25)
print(f"y = {w:.3f} x + {b:.3f}, loss {history[0]:.3f} ... {history[-1]:.3f}")

# %% [markdown]
# The function has two bugs, and both are shapes. Print the shape of everything in the line with the loss.
# Then ask of `w` and `b`: how many numbers should a line have? Write the repaired function below, changing
# as little as you can.

# %% nbgrader={"grade_id": "repair", "solution": true}
def fit_line(x, y, steps, lr):
    """Fit y = w·x + b by gradient descent on the mean squared error.

    x      tensor of shape (n, 1)
    y      tensor of shape (n,)
    steps  number of steps, an int
    lr     the learning rate, a float

    w has the shape (1, 1), b has the shape (1,), and both begin at 0. Returns (w, b, history): two floats, and
    a list of `steps` floats, each the loss before that step.

    Example: with the points above, steps=20 and lr=0.25, w is near 2, b is near 1, and history[0] is 9.0.
    """
    ### BEGIN SOLUTION
    w = minigrad.zeros(1, 1, requires_grad=True)
    b = minigrad.zeros(1, requires_grad=True)
    optimizer = minigrad.optim.SGD([w, b], lr=lr)
    history = []
    for _ in range(steps):
        loss = ((x @ w + b - y.reshape(x.shape)) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    return w.item(), b.item(), history
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "repair-check", "locked": true, "points": 2}
check("07.repair", fit_line)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_x = minigrad.tensor([[2.0], [-1.0], [0.0], [1.0], [-2.0], [1.0]])
_y = minigrad.tensor([-4.0, 3.0, 1.0, -1.0, 5.0, 0.5])
observe("three steps", fit_line(_x, _y, steps=3, lr=0.125), rtol=1e-5)
observe("a smaller rate", fit_line(_x[:3], _y[:3], steps=2, lr=0.0625), rtol=1e-5)
observe("no steps", fit_line(_x, _y, steps=0, lr=0.125))
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** Both bugs are legal stretches. The engine computes the right gradient of the wrong loss.
#
# **Why it is right.** Two changes. `y` of shape (n,) against a prediction of shape (n, 1) makes a table of
# n · n errors, every prediction against every target; `reshape` makes the shapes equal. And a bias of
# shape (n, 1) gives every point a bias of its own; a line has one. With only the first bug mended, the loss
# falls to 0 all the same, because the points' own biases take what is left, and `w` comes out wrong. Making
# the prediction flat with `reshape(-1)` passes as well.
#
# **Mistakes to expect.**
#
# - `both-bugs-left`: the function as it was. "Your answer is what you get when every prediction is compared
#   with every target, and every point has a bias of its own."
# - `column-against-row`: the first was left. "Your answer is what you get when every prediction is compared
#   with every target."
# - `one-bias-for-each-point`: the second was left. "Your answer is what you get when every point has a bias
#   of its own."
# - `biases-in-a-row`: b of shape (n,). "Your answer is what you get when there are as many biases as points,
#   in a row."
# - `sum-of-the-losses`: `.sum()`, because the loss was "too small". "Your answer is what you get for the sum
#   of the squared errors, not for their mean."
# - `bias-left-out`: `b` is not in the prediction or the optimizer any more. "Your answer is what you get
#   when b never moves."

# %% [markdown]
# ## Where you stand

# %%
progress()
