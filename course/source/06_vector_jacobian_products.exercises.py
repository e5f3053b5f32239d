# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 06 · Tensors and `gradient=`: exercises
#
# Five tasks, about 35 minutes. The lesson is
# [course/06_vector_jacobian_products](../../course/06_vector_jacobian_products.ipynb).
#
# In each task, replace `raise NotImplementedError` by your answer, run the cell, then run the check below it.
# The check says what it tried and what it expected. When you are stuck, `hint("06.order")` in a new cell
# gives a first hint, and a second and a third when you ask again. Hints cost no points.
#
# To hand in: save, then `minigrad-course submit 06` in a terminal. You may hand in as often as you like.

# %% nbgrader={"grade_id": "imports", "locked": true}
import numpy as np

import minigrad
from classroom import check, draw, hint, progress

# %% [markdown] tags=["solution-only"]
# *For the instructor.* The tasks fade: ordering given lines (1), filling in two lines (2), whole functions
# (3, 4), repairing a function that runs and is wrong (5). Each task meets one or more of the misconceptions
# of this unit:
#
# | misconception | met by |
# |---|---|
# | `gradient=` scales the gradient | 1, 5 |
# | `backward()` works on a vector, or gives the whole table | 3, and a prediction of the lesson |
# | where shapes fit, the rule is right | 2 |
# | a gradient has the shape of what arrives | 4 |
# | a vector of ones is as good as the mean | 5, and a question of the lesson |
#
# Below each solution stands what it is for, why it is right, and the wrong answers to expect, each with the
# clause that the learner has read in the check's message. The names in `code` are those of the class report.

# %% [markdown]
# ## 1 · What `gradient=` does, written out  (1 point)
#
# `y.backward(gradient=weights)` can be done without `gradient=`. These five lines do it, but they have been
# shuffled:
#
# ```python
# total.backward()
# y = f(x)
# return x.grad
# total = (weights * y).sum()
# x.grad = None
# ```
#
# Put them into the function in an order that does what its docstring says. `x` may come in with something
# left in `.grad`.

# %% nbgrader={"grade_id": "order", "solution": true}
def weighted_slopes(f, x, weights):
    """Return the gradient that f(x).backward(gradient=weights) brings to x.

    f        a function of a tensor that returns a tensor
    x        a leaf of any shape that requires a gradient
    weights  a tensor of the shape of f(x), one weight for each output

    Returns a tensor of the shape of x. What stood in x.grad before the call has no influence.

    Example: f(x) = x * x at x = [1., 3.] with weights [10., 1.] gives [20., 6.].
    """
    ### BEGIN SOLUTION
    x.grad = None
    y = f(x)
    total = (weights * y).sum()
    total.backward()
    return x.grad
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "order-check", "locked": true, "points": 1}
check("06.order", weighted_slopes)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_table = minigrad.tensor([[1.0, -2.0, 0.5], [4.0, 0.0, 3.0]])
_x = minigrad.tensor([2.0, 5.0, -1.0], requires_grad=True)
_x.grad = minigrad.tensor([64.0, 32.0, 16.0])
observe("two outputs", weighted_slopes(lambda x: _table @ (x * x), _x, minigrad.tensor([3.0, -0.5])))
observe("once more", weighted_slopes(lambda x: _table @ x, _x, minigrad.tensor([0.0, 8.0])))
_square = minigrad.tensor([[1.0, 2.0], [-3.0, 4.0]], requires_grad=True)
observe("a matrix", weighted_slopes(lambda x: x @ x, _square, minigrad.tensor([[1.0, 0.0], [7.0, -2.0]])))
observe("one output", weighted_slopes(lambda x: (x * x).sum(), _square, minigrad.tensor(2.5)))
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** To replace "`gradient=` scales something" by the one sentence that says it all: it gives
# the slopes of (weights · y), added up.
#
# **Why it is right.** `total` is one number, so `backward()` needs nothing more. The node of the product
# `weights * y` sends exactly `weights` to `y`, which is what `gradient=weights` would have handed in.
# Clearing may stand anywhere before `backward()`. Replacing two of the lines by
# `y.backward(gradient=weights)` passes as well; it is the same statement.
#
# **Mistakes to expect.**
#
# - `reads-an-empty-grad`: `x.grad = None` after `backward()`, or `return` before it. "Your answer is what you
#   get when x.grad is empty at the moment when it is returned."
# - `never-clears`: the line was left out, or stands after the `return`. "Your answer is what you get when the
#   new gradient is added to what stood in x.grad before."
# - `leaves-weights-out`: `y.sum().backward()`. "Your answer is what you get when every output counts once."
# - `scales-by-total`: `y.sum().backward()` and the result times `weights.sum()`. "Your answer is what you get
#   when the weights are added up and scale the whole gradient." The misconception in its purest form.
# - `weights-the-inputs`: `weights * x.grad` in the end. "Your answer is what you get when the finished
#   gradient is multiplied by the weights." Right when each output depends on one input only, as in `x * x`.
# - `starts-from-several`: `.sum()` was left out. "Your answer calls backward() on several numbers at once."
# - `takes-the-mean`: `.mean()` for `.sum()`. "Your answer is what you get when the weighted outputs are
#   averaged."

# %% [markdown]
# ## 2 · Two lines: the backward of a matrix product  (2 points)
#
# `y = x @ w`, and `g` arrives at `y`. Everything is plain NumPy. Fill in the two gradients. Write the three
# shapes beside the lines first, and find the products that fit. The check also tries square matrices, where
# more than one product fits; for those, take the lesson's worked example and compute one number by hand.

# %% nbgrader={"grade_id": "matmul", "solution": true}
def matmul_backward(g, x, w):
    """Return what the backward pass of y = x @ w sends to x and to w.

    g   the gradient that arrives at y, an array of shape (n, m)
    x   an array of shape (n, k)
    w   an array of shape (k, m)

    Returns (x_grad, w_grad), of the shapes (n, k) and (k, m).

    Example: g = [[1., 10.]], x = [[2., 3.]], w = [[1., 0.], [0., 2.]] give
    x_grad = [[1., 20.]] and w_grad = [[2., 20.], [3., 30.]].
    """
    ### BEGIN SOLUTION
    x_grad = g @ w.T
    w_grad = x.T @ g
    ### END SOLUTION
    return x_grad, w_grad


# %% nbgrader={"grade": true, "grade_id": "matmul-check", "locked": true, "points": 2}
check("06.matmul", matmul_backward)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_x = np.array([[1.0, -2.0, 0.5], [3.0, 0.25, -1.0], [2.0, 2.0, 4.0], [0.0, -1.0, 1.5]])
_w = np.array([[2.0, -1.0], [0.5, 3.0], [-4.0, 1.0]])
_g = np.array([[1.0, 0.5], [-2.0, 4.0], [8.0, -0.25], [3.0, 1.0]])
observe("4, 3, 2", matmul_backward(_g, _x, _w))
observe("square", matmul_backward(_g[:2], _x[1:3, :2], _w[1:]))
observe("one row, one column", matmul_backward(_g[:1, :1], _x[:1], _w[:, :1]))
observe("inputs left alone", [_g, _x, _w])
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** The one backward rule that every network needs, found by the learner instead of looked
# up.
#
# **Why it is right.** w[k, j] enters y[i, j] for every row i, with the local slope x[i, k]. So it receives
# the sum over i of x[i, k] · g[i, j], which is row k of `x.T` times column j of `g`. x[i, k] enters y[i, j]
# for every column j with the slope w[k, j] and receives the sum over j of g[i, j] · w[k, j]. In the worked
# example W[1, 0] gets 1·2 + 10·1 = 12 and x[1, 1] gets 10·2 + 100·1 = 120.
#
# **Mistakes to expect.**
#
# - `forgets-to-transpose`: `g @ w` and `x @ g`. "Your answer is what you get when neither factor is
#   transposed." For most shapes an error, for square ones a wrong number.
# - `wrong-order`: `w.T @ g` and `g @ x.T`. "Your answer is what you get when the two factors of each product
#   change places."
# - `swaps-the-results`: "Your answer is what you get when the gradients of x and w change places."
# - `ignores-what-arrives`: ones in place of `g`. "Your answer is what you get when every output counts once,
#   whatever arrives."
# - `fits-only-square`: `w_grad = g @ x.T`. "Your answer is what you get when w receives `g @ x.T`, which fits
#   square matrices only."
# - `transposes-the-results`: `w @ g.T` and `g.T @ x`. "Your answer is what you get when rows and columns
#   change places in both gradients."
# - `only-the-other-factor`: `w.T` and `x.T`. "Your answer is what you get when what arrives is left out, and
#   only the other factor is sent."
# - `averages-the-batch`: `x.T @ g / len(x)`. "Your answer is what you get when w's gradient is averaged over
#   the rows." If a mean is wanted, the loss takes it, and it is in `g` already.

# %% [markdown]
# ## 3 · The whole table, row by row  (2 points)
#
# Write the function that recovers the Jacobian of any `f` from a vector to a vector. One backward pass gives
# one row. `minigrad.eye(m)` is a table whose rows are the m weights that you need: [1, 0, …], [0, 1, …], and
# so on. A `for` loop over it goes through the rows, and `minigrad.stack(rows)` makes a table of a list of
# rows.

# %% nbgrader={"grade_id": "jacobian", "solution": true}
def jacobian(f, x):
    """Return the Jacobian of f at x: one row for each output, one column for each input.

    f   a function of a tensor of shape (n,) that returns a tensor of shape (m,)
    x   a leaf of shape (n,) that requires a gradient

    Returns a tensor of shape (m, n). Entry [i, j] is the slope of output i in input j. What stood in x.grad
    before the call has no influence.

    Example: f(x) = x * x at x = [1., 3.] gives [[2., 0.], [0., 6.]].
    """
    ### BEGIN SOLUTION
    y = f(x)
    rows = []
    for weights in minigrad.eye(len(y)):
        x.grad = None
        y.backward(gradient=weights, retain_graph=True)
        rows.append(x.grad)
    return minigrad.stack(rows)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "jacobian-check", "locked": true, "points": 2}
check("06.jacobian", jacobian)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_table = minigrad.tensor([[1.0, -2.0], [4.0, 0.0], [0.5, 3.0], [-1.0, 1.0]])
_x = minigrad.tensor([2.0, -3.0], requires_grad=True)
_x.grad = minigrad.tensor([64.0, 32.0])
observe("four outputs, two inputs", jacobian(lambda x: (_table @ x) * (_table @ x), _x), rtol=1e-5)
_x = minigrad.tensor([2.0, -3.0, 0.5, 4.0], requires_grad=True)
observe("two outputs, four inputs", jacobian(lambda x: x[:2] * x[2:], _x))
observe("one output", jacobian(lambda x: x[1:2] * x.sum(), _x), rtol=1e-5)
observe("x unmoved", _x.detach())
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** To see the table that a backward pass does not build, and what building it costs: one
# pass for each output.
#
# **Why it is right.** The weights with a single 1 at place i make (weights · y) summed up equal to output i,
# so the pass brings row i. `x.grad = None` gives each pass a tensor of its own, so the rows stay apart. The
# forward ran once, so the graph is needed m times, hence `retain_graph=True`; computing `f(x)` inside the
# loop is as right. So is `minigrad.autograd.grad`, which returns the row without touching `x.grad`.
#
# **Mistakes to expect.**
#
# - `one-pass-of-ones`: one `backward(gradient=ones)`. "Your answer is what you get when the rows are added up
#   in a single pass." The belief that one pass gives the table.
# - `rows-pile-up`: no clearing, and a copy of `x.grad` is kept. "Your answer is what you get when each row
#   still holds the rows before it."
# - `one-tensor-for-all`: no clearing and no copy. "Your answer is what you get when every row is the same
#   tensor, which holds the sum of all passes."
# - `transposes`: "Your answer is what you get when outputs stand in the columns and inputs in the rows."
# - `loses-the-graph`: `retain_graph=True` was left out. "The first pass releases what the second one needs."
# - `calls-backward-on-a-vector`: `y.backward()` without weights, or `y[i].backward()` misremembered. "Your
#   answer calls backward() on several numbers without saying how much each counts."
# - `one-weight-for-each-input`: `minigrad.eye(len(x))`. "Your answer makes one row for each input, with one
#   weight for each input."
# - `first-row-on-top`: clearing at the end of the loop. "Your answer is what you get when the first row is
#   added to what stood in x.grad before the call."
# - `returns-in-the-loop`: "Your answer is what you get when the function returns after the first row."
# - `zeroes-in-place`: `x.grad.zero_()` after keeping `x.grad`. "Your answer is what you get when a row is
#   zeroed after it was kept."

# %% [markdown]
# ## 4 · Many parameters, one loss  (3 points)
#
# A linear layer with its loss, forward and backward, by hand in NumPy. No autograd: you are the autograd.
# Forward: `prediction = x @ w + b`, the error is prediction − target, and the loss is the mean of the squared
# errors over *all* entries. Backward: work out what arrives at `prediction`, then send it on to `w` and to
# `b`. A gradient has the shape of its tensor; this alone tells you that something has to happen to what
# arrives before it fits `b`.

# %% nbgrader={"grade_id": "layer", "solution": true}
def layer_gradients(w, b, x, target):
    """Return the mean squared error of x @ w + b, and its gradients with respect to w and b.

    w        weights, an array of shape (k, m)
    b        the bias, an array of shape (m,)
    x        n examples, an array of shape (n, k)
    target   an array of shape (n, m)

    Returns (loss, w_grad, b_grad): a number, and arrays of the shapes of w and b.

    Example: w = [[1.], [0.]], b = [1.], x = [[1., 2.], [3., 0.]], target = [[0.], [3.]]. The errors are
    [[2.], [1.]], the loss is (4 + 1) / 2 = 2.5, w_grad is [[5.], [4.]] and b_grad is [3.].
    """
    ### BEGIN SOLUTION
    error = x @ w + b - target
    arriving = 2 * error / error.size
    return (error**2).mean(), x.T @ arriving, arriving.sum(axis=0)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "layer-check", "locked": true, "points": 3}
check("06.layer", layer_gradients)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_w = np.array([[2.0, -1.0], [0.5, 3.0], [-4.0, 1.0]])
_b = np.array([1.0, -2.0])
_x = np.array([[1.0, -2.0, 0.5], [3.0, 0.25, -1.0], [2.0, 2.0, 4.0], [0.0, -1.0, 1.5], [1.0, 1.0, 1.0]])
_target = np.array([[1.0, 0.5], [-2.0, 4.0], [8.0, -0.25], [3.0, 1.0], [0.0, 2.0]])
_loss, *_gradients = layer_gradients(_w, _b, _x, _target)
observe("5 examples, 3 features, 2 outputs", [float(_loss), *_gradients])
_loss, *_gradients = layer_gradients(_w[:2], _b, _x[:2, :2], _target[:2])
observe("all sizes 2", [float(_loss), *_gradients])
_loss, *_gradients = layer_gradients(_w[:1], _b, _x[:1, :1], _target[:1])
observe("a single example", [float(_loss), *_gradients])
observe("inputs left alone", [_w, _b, _x, _target])
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** The shape of deep learning in three lines: one number at the end, one pass, a gradient
# for every parameter, each in the parameter's shape.
#
# **Why it is right.** The loss is the mean of `error.size` squares, so each error receives 2 · error divided
# by their number. That is what arrives at `prediction`, the "weights" of the lesson. The matrix product sends
# `x.T @ arriving` to `w`. `b[j]` is added to every row of column j, so it has a path through each row, and
# what they bring is added: `sum(axis=0)`. Unit 07 is about this sum.
#
# **Mistakes to expect.**
#
# - `divides-by-rows`: `/ len(x)`. "Your answer is what you get when the gradient is divided by the number of
#   rows instead of the number of entries." Right for a single output, so it survives many a test.
# - `forgets-the-mean`: no division. "Your answer is what you get for the sum of the squared errors, not for
#   their mean."
# - `forgets-the-two`: "Your answer is what you get when the slope of a square is taken to be the error
#   itself."
# - `bias-not-summed`: `b_grad = arriving`. "Your answer is what you get when b receives one gradient for each
#   row."
# - `bias-averaged`: `arriving.mean(axis=0)`. "Your answer is what you get when b's gradient is averaged over
#   the rows." The division by n is in `arriving` already.
# - `bias-over-columns`: `arriving.sum(axis=1)`. "Your answer is what you get when b's gradient is summed over
#   the columns instead of the rows."
# - `bias-one-number`: `arriving.sum()`. "Your answer is what you get when b's gradient is summed up to a
#   single number."
# - `target-minus-prediction`: "Your answer is what you get when the error is target minus prediction in the
#   backward pass." The square hides the sign; the slope does not.
# - `forgets-what-is-between`: `w_grad = x.T @ error`, `b_grad = error.sum(axis=0)`. "Your answer is what you
#   get when the errors themselves are sent on."

# %% [markdown]
# ## 5 · Bug hunt: a point that should not count  (2 points)
#
# `fit_weighted_broken` was written to fit y = w·x to points, some of which are trusted more than others. It
# should go down the *weighted mean* of the squared errors: each point's squared error times its weight, added
# up, and divided by the sum of the weights. On these four points, three lie on y = 2x. The fourth is a typing
# error and has the weight 0, so `w` should come out as 2. It does not.

# %%
def fit_weighted_broken(x, y, weights, steps, lr):
    w = minigrad.tensor(0., requires_grad=True)
    optimizer = minigrad.optim.SGD([w], lr=lr)
    for _ in range(steps):
        optimizer.zero_grad()
        losses = (w * x - y) ** 2
        losses.backward(gradient=minigrad.ones_like(losses))
        w.grad *= weights.mean()
        optimizer.step()
    return w.item()


points_x = minigrad.tensor([1., 2., 1., 2.])
points_y = minigrad.tensor([2., 4., 2., 40.])
trust = minigrad.tensor([1., 1., 2., 0.])
w = fit_weighted_broken(points_x, points_y, trust, steps=40, lr=0.0625)
print(f"y = {w:.3f} x")

# %% [markdown]
# Whoever wrote it believed that weights *scale* a gradient. Look at which line knows of the weights, and at
# what is left of the four points by then. Write the repaired function below, changing as little as you can.

# %% nbgrader={"grade_id": "repair", "solution": true}
def fit_weighted(x, y, weights, steps, lr):
    """Fit y = w·x by gradient descent on the weighted mean of the squared errors.

    x, y     tensors of the same shape (n,)
    weights  tensor of shape (n,), none negative, not all 0: how much each point counts
    steps    number of steps, an int
    lr       the learning rate, a float

    The loss is the sum of (weight · squared error), divided by the sum of the weights. w begins at 0.
    Returns w after the last step, a float.

    Example: for the points x = [1., 1.], y = [2., 6.] with the weights [1., 3.], the loss at w = 0 has the
    slope (1 · (-4) + 3 · (-12)) / 4 = -10., so that one step with lr = 0.1 gives w = 1.0.
    """
    ### BEGIN SOLUTION
    w = minigrad.tensor(0., requires_grad=True)
    optimizer = minigrad.optim.SGD([w], lr=lr)
    for _ in range(steps):
        optimizer.zero_grad()
        losses = (w * x - y) ** 2
        losses.backward(gradient=weights / weights.sum())
        optimizer.step()
    return w.item()
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "repair-check", "locked": true, "points": 2}
check("06.repair", fit_weighted)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_x = minigrad.tensor([2.0, -1.0, 0.5, 1.0, -2.0])
_y = minigrad.tensor([-4.0, 3.0, 1.0, -1.0, 4.0])
_weights = minigrad.tensor([0.5, 0.0, 4.0, 1.0, 2.5])
observe("three steps", fit_weighted(_x, _y, _weights, steps=3, lr=0.125), rtol=1e-5)
_two = minigrad.tensor([0.75, 0.25])
observe("one step, weights of sum 1", fit_weighted(_x[:2], _y[:2], _two, steps=1, lr=0.5), rtol=1e-5)
observe("no steps", fit_weighted(_x, _y, _weights, steps=0, lr=0.125))
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** `gradient=` with a purpose: per-example weights. The broken version is how one writes it
# who thinks that `gradient=` is there to silence an error and that weights scale.
#
# **Why it is right.** `gradient=v` gives the slope of (v · losses) summed up. With v = weights /
# weights.sum() this is the weighted mean. In the broken version every point counted once, and only
# afterwards was the sum multiplied by one number; by then no weight can be given to a single point any
# more. The line `w.grad *= ...` disappears. `((weights * losses).sum() / weights.sum()).backward()` is the
# same and passes.
#
# **Mistakes to expect.**
#
# - `still-scales`: the broken function as it was. "Your answer is what you get when every point counts once
#   and the weights scale the sum."
# - `forgets-to-divide`: `gradient=weights`. "Your answer is what you get for the weighted sum, not for the
#   weighted mean." `gradient=` does not normalize its weights.
# - `weights-twice`: `gradient=` has the weights, and the line with `weights.mean()` was kept. "Your answer is
#   what you get when the weights act a second time, on the sum."
# - `divides-by-points`: `gradient=weights / len(weights)`. "Your answer is what you get when the weighted sum
#   is divided by the number of points."
# - `ignores-the-weights`: `losses.mean().backward()`. "Your answer is what you get when all points count the
#   same."
# - `weights-the-error`: the weight went inside the square. "Your answer is what you get when the weights are
#   squared together with the errors."

# %% [markdown]
# ## Where you stand

# %%
progress()
