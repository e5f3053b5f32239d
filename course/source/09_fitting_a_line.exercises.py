# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 09 · Fitting a line: exercises
#
# Four tasks, about 30 minutes. The lesson is
# [course/09_fitting_a_line](../../course/09_fitting_a_line.ipynb).
#
# In each task, replace `raise NotImplementedError` by your answer, run the cell, then run the check below it.
# When you are stuck, `hint("09.order")` in a new cell gives a first hint, and a second and a third when you
# ask again. Hints cost no points.
#
# To hand in: save, then `minigrad-course submit 09` in a terminal. You may hand in as often as you like.

# %% nbgrader={"grade_id": "imports", "locked": true}
import numpy as np

import minigrad
from classroom import check, hint, progress

# %% [markdown] tags=["solution-only"]
# *For the instructor.* The tasks fade: ordering given lines (1), two lines on paper (2), a whole function (3),
# repairing a function that runs and is wrong (4). Below each solution stands what it is for, why it is right,
# and the wrong answers to expect, each with the clause that the learner has read. The names in `code` are
# those of the class report.

# %% [markdown]
# ## 1 · Put a step by hand in order  (1 point)
#
# These lines are one step of training without an optimizer, shuffled. The three lines of the `with` block
# belong together:
#
# ```python
# with minigrad.no_grad():
#     w -= lr * w.grad
#     b -= lr * b.grad
#
# loss.backward()
# return loss.item()
# w.grad = b.grad = None
# loss = ((x @ w.T + b - y) ** 2).mean()
# ```

# %% nbgrader={"grade_id": "order", "solution": true}
def step_by_hand(x, y, w, b, lr):
    """Move w and b by one step against the gradient of the mean squared error, and return the loss.

    x, y  tensors of shape (n, 1)
    w, b  leaves of shape (1, 1) and (1,); they are changed in place
    lr    the learning rate, a float

    Returns the loss before the step, as a float. What stood in .grad before the call has no influence.

    Example: with the lesson's three points, w = [[0.]], b = [0.] and lr = 0.125, b is [0.75] afterwards.
    """
    ### BEGIN SOLUTION
    w.grad = b.grad = None
    loss = ((x @ w.T + b - y) ** 2).mean()
    loss.backward()
    with minigrad.no_grad():
        w -= lr * w.grad
        b -= lr * b.grad
    return loss.item()
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "order-check", "locked": true, "points": 1}
check("09.order", step_by_hand)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_x = minigrad.tensor([[1.0], [-2.0], [4.0], [0.5]])
_y = minigrad.tensor([[2.0], [0.0], [-1.0], [3.0]])
_w = minigrad.tensor([[0.5]], requires_grad=True)
_b = minigrad.tensor([-1.0], requires_grad=True)
_w.grad = minigrad.tensor([[16.0]])
_b.grad = minigrad.tensor([32.0])
observe("losses", [step_by_hand(_x, _y, _w, _b, 0.0625) for _ in range(3)], rtol=1e-5)
observe("w", _w, rtol=1e-5)
observe("b", _b, rtol=1e-5)
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** To see what an optimizer does before using one.
#
# **Why it is right.** `backward()` adds, so .grad is cleared before it. The move is no part of the
# computation that is differentiated, so it stands under `no_grad`, and it is made in place, so that the
# caller's tensors move.
#
# **Mistakes to expect.**
#
# - `hand-never-clears`: "Your answer is what you get when what stood in .grad before is added to this step's
#   gradient."
# - `hand-goes-uphill`: "Your answer is what you get when the parameters move along the gradient."
# - `hand-forgets-b`: "Your answer is what you get when only w is moved."
# - `hand-outside-no-grad`: "A leaf is changed in place while the graph is being recorded."
# - `hand-moves-copies`: "Your answer is what you get when new tensors are made and the parameters stay."

# %% [markdown]
# ## 2 · Both gradients on paper  (2 points)
#
# Compute what `backward()` computes, in NumPy. The lesson's table does it for three points.

# %% nbgrader={"grade_id": "gradients", "solution": true}
def line_gradients(x, y, w, b):
    """Return the gradients of the mean of (x @ w.T + b - y)² in w and in b.

    x, y  arrays of shape (n, 1)
    w, b  arrays of shape (1, 1) and (1,)

    Returns (w_grad, b_grad), arrays of the shapes of w and b.

    Example: with x = 0, 1, 2, y = 1, 3, 5 and w = b = 0, they are [[-26/3]] and [-6.].
    """
    error = x @ w.T + b - y
    ### BEGIN SOLUTION
    slope = 2 * error / len(x)
    return slope.T @ x, slope.sum(axis=0)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "gradients-check", "locked": true, "points": 2}
check("09.gradients", line_gradients)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_x = np.array([[1.0], [-2.0], [4.0], [0.5], [3.0]])
_y = np.array([[2.0], [0.0], [-1.0], [3.0], [7.0]])
observe("five points", line_gradients(_x, _y, np.array([[0.5]]), np.array([-1.0])))
observe("one point", line_gradients(_x[2:3], _y[2:3], np.array([[2.5]]), np.array([0.25])))
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** The chain rule once through a whole model, with its shapes.
#
# **Why it is right.** The slope of the mean in each error is 2 · error / n. It is multiplied by the local
# slope, x for w and 1 for b, and added over the rows.
#
# **Mistakes to expect.**
#
# - `forgets-the-two`: "Your answer is what you get when the slope of a square is taken to be the error
#   itself."
# - `sums-the-rows`: "Your answer is what you get for the sum over the rows, not for their mean."
# - `forgets-x`: "Your answer is what you get when w is treated as b is."
# - `loses-the-axes`: "Your answer has the right numbers and not the parameters' shapes."
# - `turns-the-sign`: "Your answer is what you get when the error is taken as target minus prediction."

# %% [markdown]
# ## 3 · Write step()  (2 points)
#
# This is what `optimizer.step()` of `SGD` does with its list.

# %% nbgrader={"grade_id": "sgd", "solution": true}
def sgd_step(parameters, lr):
    """Move each parameter by -lr times its gradient, in place.

    parameters  list of leaves of any shape. One whose .grad is None stays where it is.
    lr          the learning rate, a float

    .grad stays as it is. Returns nothing.

    Example: with b = [0.], b.grad = [-18.] and lr = 0.5, b is [9.] afterwards.
    """
    ### BEGIN SOLUTION
    with minigrad.no_grad():
        for p in parameters:
            if p.grad is not None:
                p -= lr * p.grad
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "sgd-check", "locked": true, "points": 2}
check("09.sgd", sgd_step)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_p = minigrad.tensor([[1.0, -2.0], [3.0, 0.5]], requires_grad=True)
_q = minigrad.tensor([7.0], requires_grad=True)
_r = minigrad.tensor(-1.0, requires_grad=True)
_p.grad = minigrad.tensor([[2.0, 4.0], [-8.0, 1.0]])
_r.grad = minigrad.tensor(16.0)
sgd_step([_p, _q, _r], 0.125)
sgd_step([_p], 0.5)
observe("parameters", [_p, _q, _r])
observe("gradients", [_p.grad, _q.grad, _r.grad])
observe("leaves", [_p.is_leaf, _q.is_leaf, _r.is_leaf])
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** An optimizer is a list and a loop; it moves what it was given and nothing else.
#
# **Why it is right.** `-=` changes the tensor that the caller holds, and `no_grad` allows it for a leaf.
#
# **Mistakes to expect.**
#
# - `sgd-uphill`: "Your answer is what you get when each parameter moves along its gradient."
# - `sgd-without-rate`: "Your answer is what you get when the learning rate is not used."
# - `sgd-trips-over-none`: "A parameter that has no gradient is multiplied all the same."
# - `sgd-moves-copies`: "Your answer is what you get when the name p is given to a new tensor."
# - `sgd-stops-at-none`: "Your answer is what you get when the first parameter without a gradient ends the
#   step."
# - `sgd-clears`: "Your answer is what you get when the step clears the gradients as well."

# %% [markdown]
# ## 4 · Bug hunt: a layer that will not fit  (2 points)
#
# `train_broken` should fit a layer to points. It raises no error.

# %%
def train_broken(model, x, y, steps, lr):
    optimizer = minigrad.optim.SGD([model.weight], lr=lr)
    optimizer.zero_grad()
    losses = []
    for _ in range(steps):
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


model = minigrad.nn.Linear(1, 1)
points_x = minigrad.tensor([[0.], [1.], [2.]])
points_y = minigrad.tensor([1., 3., 5.])
losses = train_broken(model, points_x, points_y, steps=20, lr=0.25)
print([round(loss, 2) for loss in losses])

# %% [markdown]
# It has three bugs. Print `(model(x) - y).shape`, and print `model.bias` and `model.weight.grad` in each step.
# Write the repaired function below, changing as little as you can.

# %% nbgrader={"grade_id": "repair", "solution": true}
def train(model, x, y, steps, lr):
    """Fit the layer to the points by gradient descent on the mean squared error.

    model  nn.Linear(1, 1), which is trained in place
    x      tensor of shape (n, 1)
    y      tensor of shape (n,)
    steps  number of steps, an int
    lr     the learning rate, a float

    The parameters' .grad is None when the function is called.
    Returns a list of `steps` floats, each the loss before that step.

    Example: with the points above, weight = bias = 0, steps=20 and lr=0.25, losses[0] is 35/3.
    """
    ### BEGIN SOLUTION
    optimizer = minigrad.optim.SGD(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = ((model(x) - y.unsqueeze(1)) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "repair-check", "locked": true, "points": 2}
check("09.repair", train)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_model = minigrad.nn.Linear(1, 1)
_model.weight.data.fill_(-1.0)
_model.bias.data.fill_(2.0)
_x = minigrad.tensor([[1.0], [-2.0], [0.5], [0.0]])
_y = minigrad.tensor([2.0, 0.0, -1.0, 3.0])
observe("losses", train(_model, _x, _y, 4, 0.125), rtol=1e-5)
observe("weight", _model.weight, rtol=1e-5)
observe("bias", _model.bias, rtol=1e-5)
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** Three bugs that raise no error, each of which changes what is learned.
#
# **Why it is right.** `y.unsqueeze(1)` has the shape (n, 1) and gives one error for each point.
# `model.parameters()` holds the bias too. `zero_grad()` stands in the loop, before `backward()`.
#
# **Mistakes to expect.**
#
# - `train-forgets-to-clear`: "Your answer is what you get when every step uses the sum of all gradients so
#   far."
# - `train-only-weight`: "Your answer is what you get when the optimizer was given only the weight."
# - `train-stretches-targets`: "Your answer is what you get when (3, 1) minus (3,) is left to become (3, 3)."
# - `train-stretches-and-leaves-bias`: "Your answer is what you get when only zero_grad was put in."
# - `train-unrepaired`: "Your answer is what you get when all three bugs are still in."
# - `train-only-targets-mended`: "Your answer is what you get when only the shape of the targets was mended."
# - `train-clears-before-step`: "Your answer is what you get when the gradients are cleared before the step."

# %% [markdown]
# ## Where you stand

# %%
progress()
