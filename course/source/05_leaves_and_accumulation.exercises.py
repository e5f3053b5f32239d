# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 05 · Leaves, accumulation, zero_grad: exercises
#
# Six tasks, about 30 minutes. The lesson is
# [course/05_leaves_and_accumulation](../../course/05_leaves_and_accumulation.ipynb).
#
# In each task, replace `raise NotImplementedError` by your answer, run the cell, then run the check below it.
# The check says what it tried and what it expected. When you are stuck, `hint("05.order")` in a new cell
# gives a first hint, and a second and a third when you ask again. Hints cost no points.
#
# To hand in: save, then `minigrad-course submit 05` in a terminal. You may hand in as often as you like.

# %% nbgrader={"grade_id": "imports", "locked": true}
from types import SimpleNamespace

import numpy as np

import minigrad
from classroom import check, draw, hint, progress

# %% [markdown] tags=["solution-only"]
# *For the instructor.* The tasks fade: ordering given lines (1), filling in one line (2), a function of one
# expression (3), whole functions (4, 5), repairing a function that runs and is wrong (6). Each task meets one
# or more of the misconceptions of this unit:
#
# | misconception | met by |
# |---|---|
# | `zero_grad` may stand anywhere in the loop | 1, 6 |
# | the last gradient to arrive wins (`=` for `+=`) | 2, 4 |
# | every tensor in the graph has a `.grad` | 3 |
# | adding up batches gives the gradient of the whole | 5 |
# | an optimizer moves every parameter of the loss | 6 |
# | `zero_grad` makes a second backward pass possible | 6, and a question of the lesson |
#
# Below each solution stands what it is for, why it is right, and the wrong answers to expect, each with the
# clause that the learner has read in the check's message. The names in `code` are those of the class report.

# %% [markdown]
# ## 1 · Put a training step in order  (1 point)
#
# These five lines are one step of training, but they have been shuffled:
#
# ```python
# optimizer.step()
# return loss.item()
# loss.backward()
# optimizer.zero_grad()
# loss = loss_function()
# ```
#
# Put them into the function in an order that does what its docstring says. The parameters may come in with
# something left in `.grad`, from whatever ran before.

# %% nbgrader={"grade_id": "order", "solution": true}
def training_step(optimizer, loss_function):
    """Move the optimizer's parameters by one step against the gradient of the loss, and return the loss.

    optimizer      has zero_grad() and step(), like minigrad.optim.SGD
    loss_function  called without arguments; runs the forward computation and returns the loss,
                   a tensor of shape ()

    Returns the loss before the step, as a float. What stood in `.grad` before the call has no influence.

    Example: with w = 0., loss (w - 3)² and lr = 0.25, a step returns 9.0, and w is 1.5 afterwards.
    """
    ### BEGIN SOLUTION
    optimizer.zero_grad()
    loss = loss_function()
    loss.backward()
    optimizer.step()
    return loss.item()
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "order-check", "locked": true, "points": 1}
check("05.order", training_step)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_w = minigrad.tensor([4.0, -2.0], requires_grad=True)
_b = minigrad.tensor(1.0, requires_grad=True)
_w.grad = minigrad.tensor([64.0, -32.0])
_b.grad = minigrad.tensor(16.0)
_optimizer = minigrad.optim.SGD([_w, _b], lr=0.125)


def _loss():
    return (_w * _w * minigrad.tensor([1.0, 2.0])).sum() + (_b - 5) ** 2


observe("losses of three steps", [training_step(_optimizer, _loss) for _ in range(3)])
observe("w after three steps", _w)
observe("b after three steps", _b)
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** The four calls of a training loop become a habit here, and the order gets its reasons:
# the backward pass adds to what it finds, and `step()` uses what it finds.
#
# **Why it is right.** When `backward()` runs, `.grad` is clear, so afterwards it holds the gradient of this
# loss alone; and nothing comes between `backward()` and `step()`. `zero_grad()` may also stand after the
# forward line, or directly before `backward()`: all of these pass. At the very end it does not do, because
# then the first call uses what was left in `.grad` before. The loss is computed before the step, and the step
# does not change a number that was already computed.
#
# **Mistakes to expect.**
#
# - `clears-before-step`: `zero_grad()` between `backward()` and `step()`. "Your answer is what you get when
#   the gradient is cleared before the step could use it." No parameter moves.
# - `clears-at-the-end`: "Your answer is what you get when the gradient is cleared only after the step."
#   Inside a loop it looks right from the second step on; the first step used what was left over.
# - `never-clears`: the line was left out. "Your answer is what you get when this step's gradient is added to
#   an older one."
# - `steps-first`: `step()` before `backward()`. "Your answer is what you get when the step is made before
#   this step's gradient is there."
# - `steps-with-old-gradient`: `step()` at the very top. "Your answer is what you get when the step is made
#   with the gradient from before the call."
# - `returns-too-early`: the `return` line stayed above others. "Your answer is what you get when the function
#   returns before the backward pass."

# %% [markdown]
# ## 2 · One line: three paths to `x`  (1 point)
#
# `y = (x · x) · (x + 3)` as a graph: `a = x * x`, `b = x + 3`, `y = a * b`. The backward pass below is
# written out by hand, without `backward()`, and one line is missing: the gradient of `x`.
#
# Count first how many times `x` is used. Each use is a path by which `x` acts on `y`. Every path brings (what
# arrives at the node) · (the node's local slope for that use of `x`).

# %% nbgrader={"grade_id": "paths", "solution": true}
def value_and_slope(x):
    """Return y = (x · x) · (x + 3) and the slope of y at x, by the chain rule.

    x   a float, or an array of any shape; with an array, everything is done for each element by itself

    Returns (y, x_grad), both of x's shape.

    Example: at x = 1., y is 4.0 and the slope is 9.0. A finite difference agrees:
    (y(1.01) - y(0.99)) / 0.02 = 9.0001.
    """
    # forward
    a = x * x
    b = x + 3
    y = a * b

    # backward, starting from slope 1 at y
    y_grad = 1.0
    a_grad = y_grad * b
    b_grad = y_grad * a
    ### BEGIN SOLUTION
    x_grad = a_grad * x + a_grad * x + b_grad
    ### END SOLUTION
    return y, x_grad


# %% nbgrader={"grade": true, "grade_id": "paths-check", "locked": true, "points": 1}
check("05.paths", value_and_slope)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

observe("at a float", [float(value) for value in value_and_slope(2.5)])
observe("at a negative float", [float(value) for value in value_and_slope(-1.25)])
observe("at a matrix", value_and_slope(np.array([[0.5, -2.0, 4.0], [-3.5, 1.5, 0.0]])))
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** Accumulation within one backward pass, by hand. Whoever has written the sum once does
# not ask later why `.grad` adds.
#
# **Why it is right.** `x` is used three times. The product `x * x` uses it as the left and as the right
# factor, with the local slopes `x` and `x` (together 2x); the sum `x + 3` uses it once, and its local slope
# is 1 there. What arrives at these nodes is `a_grad` and `b_grad`. What the paths bring is added. By hand at
# x = 1: a = 1, b = 4; `a_grad` = 4, `b_grad` = 1; 4·1 + 4·1 + 1 = 9. The function is x³ + 3x², with the slope
# 3x² + 6x: also 9.
#
# **Mistakes to expect.**
#
# - `last-path-wins`: `x_grad = b_grad`. "Your answer is what you get when the path through the sum overwrites
#   the others."
# - `first-path-only`: `x_grad = 2 * x * a_grad`. "Your answer is what you get when the path through `x + 3`
#   is left out."
# - `square-used-once`: `x_grad = a_grad * x + b_grad`. "Your answer is what you get when `x * x` counts as
#   one use of x."
# - `multiplies-the-paths`: `x_grad = 2 * x * a_grad * b_grad`. "Your answer is what you get when the paths
#   are multiplied." The chain rule multiplies *along* a path; this answer multiplies *across* paths.
# - `averages-the-paths`: the sum divided by 3. "Your answer is what you get when the mean of the paths is
#   taken."
# - `forgets-local-slopes`: `x_grad = a_grad + b_grad`. "Your answer is what you get when the arriving numbers
#   are added without their local slopes."

# %% [markdown]
# ## 3 · Where will the gradients land?  (2 points)
#
# A loss has been computed from all of these tensors, and `loss.backward()` is about to run. Which of the
# tensors will have their `.grad` filled? Decide by what each tensor says about itself. Do not run a backward
# pass.
#
# Besides `t.requires_grad` and `t.is_leaf` you may need `t.retains_grad`: it is `True` after
# `t.retain_grad()` on a tensor that is not a leaf, and `False` otherwise.

# %% nbgrader={"grade_id": "leaves", "solution": true}
def where_gradients_land(tensors):
    """Return the names of the tensors whose .grad a backward pass will fill, in the order given.

    tensors  dict, name -> tensor. The loss depends on all of them. They are left as they are.

    Example: for {"w": a leaf that requires a gradient, "x": a leaf that does not, "p": w * x},
    the answer is ["w"].
    """
    ### BEGIN SOLUTION
    return [name for name, t in tensors.items() if t.requires_grad and (t.is_leaf or t.retains_grad)]
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "leaves-check", "locked": true, "points": 2}
check("05.leaves", where_gradients_land)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_scale = minigrad.tensor([2.0, 0.5], requires_grad=True)
_data = minigrad.tensor([1.0, -1.0])
_shift = minigrad.tensor(3.0, requires_grad=True)
_shift.grad = minigrad.tensor(1.0)
_scaled = _scale * _data
_shifted = _scaled + _shift
_shifted.retain_grad()
_tensors = {
    "shifted": _shifted,
    "scale": _scale,
    "doubled data": _data * 2,
    "scaled": _scaled,
    "cut off": _scaled.detach(),
    "started anew": _scaled.detach().requires_grad_(),
    "shift": _shift,
    "data": _data,
    "total": _shifted.sum(),
}
observe("all kinds", where_gradients_land(_tensors))
observe("nothing requires a gradient", where_gradients_land({"data": _data, "more": _data + 1}))
observe("nothing", where_gradients_land({}))
observe("gradients left alone", [_scale.grad, _shift.grad])
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** To replace "a tensor with `requires_grad` has a `.grad`" by the true condition.
#
# **Why it is right.** A gradient is kept by a tensor that requires one *and* is either a leaf or was asked to
# retain it. Both halves are needed: a constant is a leaf too, and tensors between the leaves require
# gradients too. What is in `.grad` now plays no part: a fresh weight has `None` and will be filled. The
# detached tensors are decided by the same rule: `detach()` makes a leaf that requires nothing, and
# `requires_grad_()` on it makes a leaf that does. `t.grad_fn is None` in place of `t.is_leaf` passes as well;
# it is the same statement.
#
# **Mistakes to expect.**
#
# - `everything-that-requires-grad`: "Your answer is what you get when every tensor that requires a gradient
#   is listed." The misconception behind "why is my `.grad` None?".
# - `every-leaf`: "Your answer is what you get when every leaf is listed." Data are leaves too.
# - `forgets-requires-grad`: `t.is_leaf or t.retains_grad`. "Your answer is what you get when it is not asked
#   whether a leaf requires a gradient."
# - `forgets-retain-grad`: "Your answer is what you get when `retain_grad()` is not taken into account."
# - `looks-at-grad-now`: `t.grad is not None`. "Your answer is what you get when you list what has a gradient
#   already."

# %% [markdown]
# ## 4 · Accumulate  (2 points)
#
# Now write the node that stands at every leaf and does what this unit is named after. Here a leaf is an
# object with two attributes, both plain NumPy: `leaf.data`, an array, and `leaf.grad`, which is `None` or an
# array of the same shape.
#
# ```python
# leaf = SimpleNamespace(data=np.array([1., 2.]), grad=None)
# ```
#
# Two things need care. The array that arrives belongs to somebody else, who may change it afterwards; so
# `leaf.grad` must never be that same array. And once `leaf.grad` exists, others may hold on to it; so a later
# gradient is added *into* it.

# %% nbgrader={"grade_id": "accumulate", "solution": true}
def accumulate(leaf, arriving):
    """Add a gradient that arrives at a leaf to leaf.grad.

    leaf      has .data, an array, and .grad, None or an array of the same shape
    arriving  the gradient, an array of the shape of leaf.data. It is left as it is.

    The first gradient becomes a new array in leaf.grad. Every further one is added in place:
    leaf.grad stays the same object. Returns nothing.

    Raises ValueError when the shape of `arriving` is not that of leaf.data; leaf.grad is then as before.

    Example: leaf.data = [1., 2.] and leaf.grad = None. After [10., 20.] and [1., 1.] have arrived,
    leaf.grad is [11., 21.].
    """
    ### BEGIN SOLUTION
    if arriving.shape != leaf.data.shape:
        raise ValueError(f"a gradient of shape {arriving.shape} arrived at a leaf of shape {leaf.data.shape}")
    if leaf.grad is None:
        leaf.grad = arriving.copy()
    else:
        leaf.grad += arriving
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "accumulate-check", "locked": true, "points": 2}
check("05.accumulate", accumulate)
### BEGIN HIDDEN TESTS
from classroom.grading import observe, raised

_leaf = SimpleNamespace(data=np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), grad=None)
_first = np.array([[0.5, -1.0, 2.0], [0.25, 8.0, -4.0]])
accumulate(_leaf, _first)
observe("after one", _leaf.grad)
observe("a new array", _leaf.grad is not _first)
_held = _leaf.grad
_first[...] = 99.0
observe("own memory", _leaf.grad)

_second = np.array([[1.0, 1.0, -3.0], [2.0, 0.5, 16.0]])
accumulate(_leaf, _second)
accumulate(_leaf, _second)
observe("after three", _leaf.grad)
observe("in place", _leaf.grad is _held)
observe("what arrived is untouched", _second)
observe("data untouched", _leaf.data)

observe("too few axes", raised(accumulate, _leaf, np.ones(3)))
observe("one row", raised(accumulate, _leaf, np.ones((1, 3))))
_column = SimpleNamespace(data=np.ones(4), grad=None)
observe("first one of a wrong shape", raised(accumulate, _column, np.ones((4, 1))))
observe("unchanged by errors", _leaf.grad)

_scalar = SimpleNamespace(data=np.array(3.0), grad=None)
accumulate(_scalar, np.array(7.0))
_held = _scalar.grad
accumulate(_scalar, np.array(-2.5))
observe("shape ()", _scalar.grad)
observe("shape (), in place", _scalar.grad is _held)
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** The learner writes the rule new = old + arriving itself, and meets its two technical
# sides: memory that is shared by accident, and memory that is shared on purpose.
#
# **Why it is right.** `None` means that nothing has arrived, so the first gradient is copied. `+=` on an
# array writes into the array that is there, so whoever holds it sees the sum. The shape is compared before
# anything is written, because NumPy would stretch an array of shape (3,) over a leaf of shape (2, 3) without
# a word. `np.zeros_like(leaf.data)` followed by `+=` is as good for the first case.
#
# **Mistakes to expect.**
#
# - `overwrites`: `leaf.grad = arriving.copy()` always. "Your answer is what you get when a new gradient
#   replaces the old one."
# - `keeps-what-arrived`: `leaf.grad = arriving` for the first one, so that a later `+=` changes somebody
#   else's array. "Your answer is what you get when leaf.grad is the very array that arrived."
# - `makes-a-new-sum`: `leaf.grad = leaf.grad + arriving`. The numbers are right; whoever held `leaf.grad` no
#   longer sees them. "Your answer is what you get when the sum goes into a new array."
# - `lets-shapes-stretch`: no comparison of the shapes. "Your answer is what you get when NumPy is left to
#   make the shapes fit."
# - `compares-shapes-too-late`: the comparison stands below the addition, so the error comes when `leaf.grad`
#   is changed already. "Your answer is what you get when the shapes are compared after leaf.grad was
#   changed."
# - `collapses-to-a-number`: `arriving.sum()` in place of the array. "Your answer is what you get when the
#   gradient is summed up to a single number."
# - `adds-the-first-twice`: no `else` before `+=`. "Your answer is what you get when the first gradient is
#   copied and then added as well."
# - `adds-to-none`: `leaf.grad += arriving` alone. "Your answer is what you get when the first gradient is
#   added to None."
# - `asks-for-truth`: `if not leaf.grad:`, which works for `None` and for one number, and raises a
#   `ValueError` for an array of several. "Your answer is what you get when an array is asked whether it is
#   true."

# %% [markdown]
# ## 5 · The whole from its batches  (2 points)
#
# The data come in batches, and the batches do not all have the same number of rows. Fill the parameters'
# `.grad` with the gradient of the mean loss over *all* rows, with one backward pass for each batch.
#
# The lesson's numbers are a good test: batches of 2 rows and 1 row whose means have the slopes −3 and −18
# must give −8.

# %% nbgrader={"grade_id": "batches", "solution": true}
def backward_in_batches(parameters, mean_loss, batches):
    """Fill .grad of the parameters with the gradient of the mean loss over all rows of all batches.

    parameters  list of leaves that require a gradient
    mean_loss   mean_loss(x, y) runs the forward computation for one batch and returns the mean of the loss
                over its rows, a tensor of shape ()
    batches     list of pairs (x, y) of tensors; len(x) is the batch's number of rows, at least 1

    What stood in .grad before the call has no influence. Returns nothing.

    Example: with batches of 2 rows and 1 row whose mean losses have the slopes -3. and -18. in w,
    w.grad is -8.
    """
    ### BEGIN SOLUTION
    rows = sum(len(x) for x, y in batches)
    for parameter in parameters:
        parameter.grad = None
    for x, y in batches:
        share = len(x) / rows
        (mean_loss(x, y) * share).backward()
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "batches-check", "locked": true, "points": 2}
check("05.batches", backward_in_batches)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_w = minigrad.tensor([1.0, -2.0], requires_grad=True)
_b = minigrad.tensor(0.5, requires_grad=True)
_w.grad = minigrad.tensor([8.0, 16.0])
_x = minigrad.tensor(
    [[1.0, 2.0], [0.0, -1.0], [3.0, 1.0], [-2.0, 0.5], [4.0, -4.0], [1.5, 1.0], [0.0, 2.0], [2.0, 2.0]]
)
_y = minigrad.tensor([3.0, -1.0, 2.0, 0.0, 5.0, -2.0, 1.0, 4.0])


def _mean_loss(x, y):
    return (((x * _w).sum(dim=1) + _b - y) ** 2).mean()


_batches = [(_x[:1], _y[:1]), (_x[1:5], _y[1:5]), (_x[5:6], _y[5:6]), (_x[6:], _y[6:])]
backward_in_batches([_w, _b], _mean_loss, _batches)
observe("w.grad, batches of 1, 4, 1, 2", _w.grad, rtol=1e-5)
observe("b.grad, batches of 1, 4, 1, 2", _b.grad, rtol=1e-5)
backward_in_batches([_w, _b], _mean_loss, [(_x[:2], _y[:2])])
observe("w.grad, a single batch", _w.grad, rtol=1e-5)
observe("parameters unmoved", [_w.detach(), _b.detach()])
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** The good use of accumulation, and its trap: that the batches' gradients add up is only
# half of what is needed. It is what "gradient accumulation" does in practice when a batch does not fit into
# memory.
#
# **Why it is right.** The mean over all rows is a weighted mean of the batches' means, each weighted by its
# share of the rows. Slopes follow: weighting the loss weights its gradient, and accumulation adds. The
# parameters are cleared once, at the start, and not between the batches. Adding up the weighted losses and
# calling `backward()` once gives the same numbers and passes; it keeps the graphs of all batches alive at
# once, which is worth a word in class.
#
# **Mistakes to expect.**
#
# - `adds-the-means`: no weight. "Your answer is what you get when every batch's mean is added as it is."
# - `divides-by-batches`: `/ len(batches)`. "Your answer is what you get when every batch counts the same."
#   Right whenever the batches are equally long, so it survives long in real code.
# - `clears-between`: `.grad = None` inside the loop. "Your answer is what you get when only the last batch is
#   left."
# - `neither-clears-nor-weights`: only the backward passes. "Your answer is what you get when every batch's
#   mean is added as it is, to what stood there before."
# - `never-divides`: every mean times its number of rows, and no division by all rows. "Your answer is what
#   you get for the sum of the loss over all rows, not for its mean."
# - `keeps-old-gradient`: no clearing at the start. "Your answer is what you get when the gradient from before
#   the call is still in."

# %% [markdown]
# ## 6 · Bug hunt: a line that will not fit  (2 points)
#
# `fit_line_broken` was written to fit the line y = w·x + b to points. It runs without an error. On the four
# points (−1, −1), (0, 1), (1, 3), (2, 5), which lie on y = 2x + 1, the loss should come close to 0.

# %%
def fit_line_broken(x, y, steps, lr):
    w = minigrad.tensor(0., requires_grad=True)
    b = minigrad.tensor(0., requires_grad=True)
    optimizer = minigrad.optim.SGD([w], lr=lr)
    losses = []
    for _ in range(steps):
        loss = ((w * x + b - y) ** 2).mean()
        loss.backward()
        optimizer.zero_grad()
        optimizer.step()
        losses.append(loss.item())
    return w.item(), b.item(), losses


points_x = minigrad.tensor([-1., 0., 1., 2.])
points_y = minigrad.tensor([-1., 1., 3., 5.])
w, b, losses = fit_line_broken(points_x, points_y, steps=20, lr=0.25)
print(f"y = {w:.3f} x + {b:.3f}, loss {losses[0]:.3f} ... {losses[-1]:.3f}")

# %% [markdown]
# The function has two bugs, and the first hides the second. Find them: print `w.grad` and `b.grad` after each
# line of the loop. Write the repaired function below, changing as little as you can.

# %% nbgrader={"grade_id": "repair", "solution": true}
def fit_line(x, y, steps, lr):
    """Fit y = w·x + b by gradient descent on the mean squared error.

    x, y   tensors of the same shape (n,)
    steps  number of steps, an int
    lr     the learning rate, a float

    w and b begin at 0. Returns (w, b, losses): two floats, and a list of `steps` floats, each the loss before
    that step.

    Example: with the points above, steps=20 and lr=0.25, w is near 2, b is near 1, and losses[0] is 9.0.
    """
    ### BEGIN SOLUTION
    w = minigrad.tensor(0., requires_grad=True)
    b = minigrad.tensor(0., requires_grad=True)
    optimizer = minigrad.optim.SGD([w, b], lr=lr)
    losses = []
    for _ in range(steps):
        loss = ((w * x + b - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return w.item(), b.item(), losses
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "repair-check", "locked": true, "points": 2}
check("05.repair", fit_line)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_x = minigrad.tensor([2.0, -1.0, 0.0, 1.0, -2.0, 1.0, -1.0, 2.0])
_y = minigrad.tensor([-4.0, 3.0, 1.0, -1.0, 4.0, 0.0, 2.0, -5.0])
observe("three steps", fit_line(_x, _y, steps=3, lr=0.125), rtol=1e-5)
observe("a smaller rate", fit_line(_x[:2], _y[:2], steps=2, lr=0.0625), rtol=1e-5)
observe("no steps", fit_line(_x, _y, steps=0, lr=0.125))
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** The unit's bugs as they come in practice: silently, and more than one at a time.
#
# **Why it is right.** Two changes. `zero_grad()` moves in front of `backward()`: in the broken function
# `step()` found `None` everywhere and moved nothing. And the optimizer is given `b` as well: once the first
# bug is mended, `w` moves, the loss falls to about 0.83 and stays there, with `b` still 0.0 although `b.grad`
# is not. The second bug shows only then, which is why the text warns of it. The optimizer also never cleared
# `b.grad`, since `b` was not in its list.
#
# **Mistakes to expect.**
#
# - `only-w-moves`: the second bug was left. "Your answer is what you get when the optimizer was given only
#   w."
# - `still-clears-too-early`: the first was left. "Your answer is what you get when the gradients are cleared
#   before the step."
# - `never-clears-at-all`: `zero_grad()` was removed instead of moved, or moved in front of the loop, which
#   gives the same numbers. "Your answer is what you get when every step uses the sum of all gradients so
#   far."
# - `one-graph-for-all`: the forward line went in front of the loop. "backward() runs a second time through a
#   graph that the first pass has released." `zero_grad()` does not help here, which is the misconception this
#   meets.
# - `collects-tensors`: `losses.append(loss)`. "Your answer is what you get when the losses are kept as
#   tensors." Every one of them would keep its whole graph alive.

# %% [markdown]
# ## Where you stand

# %%
progress()
