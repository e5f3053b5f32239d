"""Unit 07, broadcasting: which axes are stretched, and why their gradients are summed."""

from __future__ import annotations

from typing import Any

import numpy as np

import minigrad
from classroom.check.finite_differences import slopes
from classroom.check.properties import gradient, same
from classroom.check.specification import Case, Mistake, Run, Task, Unit
from classroom.question.specification import Choice, Prediction, Question

Tensor = Any  # minigrad.Tensor, whose operators are made when it is imported, unseen by a type checker
Array = np.ndarray


# --- order: a step of a bias -------------------------------------------------------------------------------


def step_by_finite_differences(run: Run) -> Array:
    b, x, target, lr = run.inputs
    slope = slopes(lambda b: ((x + b - target) ** 2).mean(), (b,), wrt=(0,))[0]
    return np.asarray(np.round(b - lr * slope, 7) + 0.0)


def keeps_every_row(b: Array, x: Array, target: Array, lr: float) -> Any:
    prediction = x + b
    arriving = 2 * (prediction - target) / prediction.size
    b_grad = arriving
    return b - lr * b_grad


def averages_the_rows(b: Array, x: Array, target: Array, lr: float) -> Any:
    prediction = x + b
    arriving = 2 * (prediction - target) / prediction.size
    b_grad = arriving.mean(axis=0)
    return b - lr * b_grad


def sums_the_columns(b: Array, x: Array, target: Array, lr: float) -> Any:
    prediction = x + b
    arriving = 2 * (prediction - target) / prediction.size
    b_grad = arriving.sum(axis=1)
    return b - lr * b_grad


def sums_everything(b: Array, x: Array, target: Array, lr: float) -> Any:
    prediction = x + b
    arriving = 2 * (prediction - target) / prediction.size
    b_grad = arriving.sum()
    return b - lr * b_grad


def keeps_an_axis(b: Array, x: Array, target: Array, lr: float) -> Any:
    prediction = x + b
    arriving = 2 * (prediction - target) / prediction.size
    b_grad = arriving.sum(axis=0, keepdims=True)
    return b - lr * b_grad


def goes_uphill(b: Array, x: Array, target: Array, lr: float) -> Any:
    prediction = x + b
    arriving = 2 * (prediction - target) / prediction.size
    b_grad = arriving.sum(axis=0)
    return b + lr * b_grad


def returns_the_gradient(b: Array, x: Array, target: Array, lr: float) -> Any:
    prediction = x + b
    arriving = 2 * (prediction - target) / prediction.size
    b_grad = arriving.sum(axis=0)
    return b_grad


ORDER = Task(
    name="order",
    title="Choose and order: a step of a bias",
    cases=(
        Case(lambda: (np.array([0.0]), np.array([[1.0], [2.0]]), np.array([[0.0], [5.0]]), 0.5)),
        Case(
            lambda: (
                np.array([1.0, -1.0]),
                np.array([[1.0, 2.0], [0.0, 4.0], [3.0, 1.0], [-2.0, 5.0]]),
                np.array([[0.0, 1.0], [2.0, 7.0], [3.0, 1.0], [1.0, 0.5]]),
                0.25,
            ),
        ),
        Case(
            lambda: (
                np.array([0.5, 2.0]),
                np.array([[1.0, -3.0], [2.0, 0.0]]),
                np.array([[4.0, 1.0], [-1.0, 6.0]]),
                1.0,
            ),
        ),
    ),
    properties=(
        same(
            "b after the step",
            lambda run: run.result,
            step_by_finite_differences,
            source="a step along finite differences",
            rtol=1e-5,
            atol=1e-6,
        ),
    ),
    mistakes=(
        Mistake(
            "keeps-every-row",
            "your answer is what you get when what arrives is taken for b's gradient as it is",
            "Which shape has b before the step, and which after it?",
            keeps_every_row,
        ),
        Mistake(
            "averages-the-rows",
            "your answer is what you get when what arrives is averaged over the rows",
            "b[0] is used in every row. Is what its paths bring added, or averaged?",
            averages_the_rows,
        ),
        Mistake(
            "sums-the-columns",
            "your answer is what you get when what arrives is summed over the columns instead of the rows",
            "b has one number for each column. Over which axis was it stretched?",
            sums_the_columns,
        ),
        Mistake(
            "sums-everything",
            "your answer is what you get when what arrives is summed up to a single number",
            "Does b[0] have anything to do with column 1?",
            sums_everything,
        ),
        Mistake(
            "keeps-an-axis",
            "your answer is what you get when the summed axis is kept with length 1",
            "b lacks the axis of the rows. Should its gradient have one?",
            keeps_an_axis,
        ),
        Mistake(
            "goes-uphill",
            "your answer is what you get when the step goes uphill",
            "If the slope in b is positive, in which direction does the loss fall?",
            goes_uphill,
        ),
        Mistake(
            "returns-the-gradient",
            "your answer is what you get when the gradient is returned instead of b after the step",
            "Which of the lines uses the learning rate?",
            returns_the_gradient,
        ),
    ),
    hints=(
        "A gradient has the shape of its tensor. Which of the three lines for b_grad give the shape (m,)?",
        "Two of them do. b is used once in every row, and what several paths bring is added.",
        "Forward, what arrives at the prediction, the sum over the rows, the step. Now find the line for each.",
    ),
)


# --- outer: a column times a row ---------------------------------------------------------------------------


def column_times_row(g: Any, a: Any, b: Any) -> Any:
    """The function that the exercise differentiates; g is what arrives at its result."""
    return a * b


def leaves_them_stretched(g: Array, a: Array, b: Array) -> tuple[Any, Any]:
    return g * b, g * a


def drops_the_axis(g: Array, a: Array, b: Array) -> tuple[Any, Any]:
    return (g * b).sum(axis=1), (g * a).sum(axis=0)


def sums_first(g: Array, a: Array, b: Array) -> tuple[Any, Any]:
    return g.sum(axis=1, keepdims=True) * b, g.sum(axis=0) * a


def sums_to_one_number(g: Array, a: Array, b: Array) -> tuple[Any, Any]:
    return (g * b).sum(), (g * a).sum()


def keeps_the_lacking_axis(g: Array, a: Array, b: Array) -> tuple[Any, Any]:
    return (g * b).sum(axis=1, keepdims=True), (g * a).sum(axis=0, keepdims=True)


def averages_both(g: Array, a: Array, b: Array) -> tuple[Any, Any]:
    return (g * b).mean(axis=1, keepdims=True), (g * a).mean(axis=0)


def leaves_local_slopes_out(g: Array, a: Array, b: Array) -> tuple[Any, Any]:
    return g.sum(axis=1, keepdims=True), g.sum(axis=0)


def own_value_as_slope(g: Array, a: Array, b: Array) -> tuple[Any, Any]:
    return (g * a).sum(axis=1, keepdims=True), (g * b).sum(axis=0)


def sums_the_other_axis(g: Array, a: Array, b: Array) -> tuple[Any, Any]:
    return (g * b).sum(axis=0, keepdims=True), (g * a).sum(axis=1)


OUTER = Task(
    name="outer",
    title="Two lines: a column times a row",
    cases=(
        Case(lambda: (np.array([[1.0, 10.0, 100.0]]), np.array([[2.0]]), np.array([3.0, 4.0, 5.0]))),
        Case(
            lambda: (
                np.array([[1.0, -2.0], [0.5, 4.0]]),
                np.array([[3.0], [-1.0]]),
                np.array([2.0, 5.0]),
            ),
        ),
        Case(
            lambda: (
                np.array([[1.0, 2.0], [-1.0, 0.5], [3.0, 1.0], [0.0, 2.0]]),
                np.array([[1.0], [4.0], [-2.0], [3.0]]),
                np.array([-1.0, 3.0]),
            ),
        ),
    ),
    properties=(gradient(of=column_times_row, wrt=(1, 2), seed=0, names=("a_grad", "b_grad")),),
    mistakes=(
        Mistake(
            "leaves-them-stretched",
            "your answer is what you get when both gradients keep the stretched shape",
            "a has n numbers. How many slopes does it have?",
            leaves_them_stretched,
        ),
        Mistake(
            "drops-the-axis",
            "your answer is what you get when a's axis of length 1 is dropped",
            "Which shape has a, and which has your a_grad?",
            drops_the_axis,
        ),
        Mistake(
            "sums-first",
            "your answer is what you get when g is added up before the local slopes are multiplied in",
            "Once 1 and 10 have become 11, can you still multiply the 1 by 3 and the 10 by 4?",
            sums_first,
        ),
        Mistake(
            "sums-to-one-number",
            "your answer is what you get when everything is summed, with no axis named",
            "a has n numbers. How many slopes does it have?",
            sums_to_one_number,
        ),
        Mistake(
            "keeps-the-lacking-axis",
            "your answer is what you get when b's gradient keeps an axis that b does not have",
            "Which shape has b, and which has your b_grad?",
            keeps_the_lacking_axis,
        ),
        Mistake(
            "averages-both",
            "your answer is what you get when the stretched axes are averaged",
            "a[0] is used in every column. Is what its paths bring added, or averaged?",
            averages_both,
        ),
        Mistake(
            "leaves-local-slopes-out",
            "your answer is what you get when g is added up and the local slopes are left out",
            "In y = a · b, by how much does y change for each unit of a?",
            leaves_local_slopes_out,
        ),
        Mistake(
            "own-value-as-slope",
            "your answer is what you get when each factor is taken for its own local slope",
            "In y = a · b, by how much does y change for each unit of a?",
            own_value_as_slope,
        ),
        Mistake(
            "sums-the-other-axis",
            "your answer is what you get when each gradient is summed over the axis of the other",
            "a[0] stands in which numbers of y: in a row of them, or in a column?",
            sums_the_other_axis,
        ),
    ),
    hints=(
        "Two steps for each of the two: the local slope, in the stretched shape; then the sum over the axis "
        "over which it was stretched.",
        "a of shape (n, 1) is stretched over axis 1 and keeps it. b of shape (m,) lacks axis 0. Compare with "
        "s and b in the lesson's worked example.",
        "a_grad: (g * the other factor).sum(axis=1, keepdims=True). b_grad: (g * the other factor).sum(axis=0).",
    ),
)


# --- unbroadcast: undo any stretch -------------------------------------------------------------------------

Shape = tuple[int, ...]


def stretch(g: Any, t: Any) -> Any:
    """The function that the exercise differentiates: t, stretched to g's shape."""
    return np.broadcast_to(t, g.shape)


def result_as_number(run: Run) -> Any:
    """The result; where it has the shape (), the NumPy number in it, be it in an array or not."""
    lone = isinstance(run.result, float) or (isinstance(run.result, np.ndarray) and run.result.ndim == 0)
    return np.float64(run.result) if lone else run.result


def trusts_the_stretch(g: Array, shape: Shape) -> Any:
    return g


def averages_the_axes(g: Array, shape: Shape) -> Any:
    counted = g.size / max(1, int(np.prod(shape)))
    while g.ndim > len(shape):
        g = g.sum(axis=0)
    for axis, length in enumerate(shape):
        if length == 1:
            g = g.sum(axis=axis, keepdims=True)
    return g / counted


def only_lacking_axes(g: Array, shape: Shape) -> Any:
    while g.ndim > len(shape):
        g = g.sum(axis=0)
    return g


def only_length_one(g: Array, shape: Shape) -> Any:
    offset = g.ndim - len(shape)
    for axis, length in enumerate(shape):
        if length == 1:
            g = g.sum(axis=axis + offset, keepdims=True)
    return g


def drops_length_one(g: Array, shape: Shape) -> Any:
    lacking = g.ndim - len(shape)
    ones = [axis + lacking for axis, length in enumerate(shape) if length == 1]
    return g.sum(axis=(*range(lacking), *ones))


def aligns_at_the_left(g: Array, shape: Shape) -> Any:
    while g.ndim > len(shape):
        g = g.sum(axis=-1)
    for axis, length in enumerate(shape):
        if length == 1:
            g = g.sum(axis=axis, keepdims=True)
    return g


def always_the_rows(g: Array, shape: Shape) -> Any:
    return g.sum(axis=0)


def takes_the_first(g: Array, shape: Shape) -> Any:
    while g.ndim > len(shape):
        g = g[0]
    for axis, length in enumerate(shape):
        if length == 1:
            g = g.take([0], axis=axis)
    return g


def reshapes(g: Array, shape: Shape) -> Any:
    return g.reshape(shape)


def sums_all(g: Array, shape: Shape) -> Any:
    return np.full(shape, g.sum())


def counting_table(*shape: int) -> Array:
    """A table of small numbers, no two of whose sums are alike by chance."""
    numbers = np.random.default_rng(7).permutation(np.arange(1.0, np.prod(shape) + 1))
    return np.asarray(numbers.reshape(shape))


UNBROADCAST = Task(
    name="unbroadcast",
    title="Undo any stretch",
    cases=(
        Case(lambda: (np.array([[1.0, 2.0], [10.0, 20.0]]), (2,))),
        Case(lambda: (np.array([[1.0, 2.0], [10.0, 20.0]]), (2, 1))),
        Case(lambda: (np.array([[1.0, 2.0], [10.0, 20.0]]), (2, 2))),
        Case(lambda: (np.array([[1.0, 2.0], [10.0, 20.0]]), ())),
        Case(lambda: (counting_table(4, 3), (3,))),
        Case(lambda: (counting_table(4, 3), (4, 1))),
        Case(lambda: (counting_table(2, 4, 3), (1, 1, 3))),
        Case(lambda: (counting_table(2, 4, 3), (4, 1))),
        Case(lambda: (counting_table(2, 4, 3), (2, 1, 3))),
        Case(lambda: (counting_table(2, 3, 3), (3,))),
        Case(lambda: (counting_table(1, 3), (3,))),
    ),
    properties=(
        gradient(
            of=stretch,
            at=lambda run: (run.inputs[0], np.zeros(run.inputs[1])),
            wrt=(1,),
            seed=0,
            got=result_as_number,
        ),
    ),
    mistakes=(
        Mistake(
            "trusts-the-stretch",
            "your answer is what you get when what arrives is passed on in its stretched shape",
            "Which shape does the tensor have whose gradient this is?",
            trusts_the_stretch,
        ),
        Mistake(
            "averages-the-axes",
            "your answer is what you get when the stretched axes are averaged",
            "One number is used twice, and each use brings 5. What is its gradient?",
            averages_the_axes,
        ),
        Mistake(
            "only-lacking-axes",
            "your answer is what you get when only the lacking axes are summed, "
            "and those of length 1 are left",
            "A column of shape (2, 1) was stretched over axis 1. Where does your function notice?",
            only_lacking_axes,
        ),
        Mistake(
            "only-length-one",
            "your answer is what you get when only axes of length 1 are summed, and lacking ones are left",
            "How many axes has g, and how many has the shape?",
            only_length_one,
        ),
        Mistake(
            "drops-length-one",
            "your answer is what you get when the axes of length 1 are dropped after the sum",
            "Is a gradient of shape (2,) one for a tensor of shape (2, 1)?",
            drops_length_one,
        ),
        Mistake(
            "aligns-at-the-left",
            "your answer is what you get when the shapes are aligned at the left",
            "Write (3,) below (4, 3). Below which of the two lengths does the 3 stand?",
            aligns_at_the_left,
        ),
        Mistake(
            "always-the-rows",
            "your answer is what you get when axis 0 is summed, whatever the shape is",
            "Over which axis was a column of shape (2, 1) stretched?",
            always_the_rows,
        ),
        Mistake(
            "takes-the-first",
            "your answer is what you get when one of the stretched copies is taken and the others are "
            "forgotten",
            "One number is used twice, and 1 and 10 arrive for it. What is its gradient?",
            takes_the_first,
        ),
        Mistake(
            "reshapes",
            "your answer only gives the numbers another shape, but there are too many of them",
            "g has 4 numbers and the tensor 2. What becomes of the other two?",
            reshapes,
        ),
        Mistake(
            "sums-all",
            "your answer is what you get when everything is added up to one number",
            "For a row of shape (3,) there are three slopes. Does column 0 belong to the slope of the last one?",
            sums_all,
        ),
    ),
    hints=(
        "First make the number of axes right, then the lengths.",
        "The shape lacks g.ndim - len(shape) axes, and they are the first ones of g. After summing them away, "
        "g and the shape have equally many axes. Which of them were stretched?",
        "g.sum(axis=a tuple of the first axes), then g.sum(axis=a tuple of the axes where shape has a 1, "
        "keepdims=True).",
    ),
)


# --- center: rows minus their mean -------------------------------------------------------------------------


def centered(g: Any, x: Any) -> Any:
    """The function that the exercise differentiates; g is what arrives at its result."""
    return x - x.mean(axis=1, keepdims=True)


def only_the_straight_path(g: Array) -> Any:
    return g.copy()


def only_through_the_mean(g: Array) -> Any:
    return np.broadcast_to(-g.mean(axis=1, keepdims=True), g.shape)


def forgets_the_division(g: Array) -> Any:
    return g - g.sum(axis=1, keepdims=True)


def forgets_the_minus(g: Array) -> Any:
    return g + g.mean(axis=1, keepdims=True)


def drops_the_axis_of_the_mean(g: Array) -> Any:
    return g - g.mean(axis=1)


def averages_the_columns(g: Array) -> Any:
    return g - g.mean(axis=0, keepdims=True)


def averages_everything(g: Array) -> Any:
    return g - g.mean()


def does_not_undo_the_stretch(g: Array) -> Any:
    return g - g / g.shape[1]


CENTER = Task(
    name="center",
    title="Rows minus their mean",
    cases=(
        Case(lambda: (np.array([[1.0, 0.0]]),)),
        Case(lambda: (np.array([[1.0, 2.0, -6.0], [0.0, 4.0, 8.0]]),)),
        Case(lambda: (np.array([[1.0, 5.0], [-3.0, 2.0], [0.5, 0.0], [7.0, -1.0]]),)),
    ),
    properties=(
        gradient(
            of=centered,
            at=lambda run: (run.inputs[0], np.zeros(run.inputs[0].shape)),
            wrt=(1,),
            seed=0,
            got=lambda run: run.result,
        ),
    ),
    mistakes=(
        Mistake(
            "only-the-straight-path",
            "your answer is what you get when the path through the mean is left out",
            "If x[0, 0] rises, only y[0, 0] would change. Does y[0, 1] really not notice?",
            only_the_straight_path,
        ),
        Mistake(
            "only-through-the-mean",
            "your answer is what you get when the straight path is left out",
            "How often does x stand in x - x.mean(...)?",
            only_through_the_mean,
        ),
        Mistake(
            "forgets-the-division",
            "your answer is what you get when the mean's local slope is taken to be 1",
            "One number out of three rises by 1. By how much does their mean rise?",
            forgets_the_division,
        ),
        Mistake(
            "forgets-the-minus",
            "your answer is what you get when the minus before the mean is forgotten",
            "If the mean rises, does y rise or fall?",
            forgets_the_minus,
        ),
        Mistake(
            "drops-the-axis-of-the-mean",
            "your answer is what you get when the means of the rows stand in a row instead of a column",
            "Which shape have the means, and with which axis of g are they aligned?",
            drops_the_axis_of_the_mean,
        ),
        Mistake(
            "averages-the-columns",
            "your answer is what you get when the mean is taken down the columns",
            "Which numbers have a mean in common: those of a row, or those of a column?",
            averages_the_columns,
        ),
        Mistake(
            "averages-everything",
            "your answer is what you get when one mean is taken of the whole table",
            "Does x[1, 0] have any influence on y[0, 0]?",
            averages_everything,
        ),
        Mistake(
            "does-not-undo-the-stretch",
            "your answer is what you get when the stretch of the mean is not undone by a sum",
            "The mean of a row is used in all of y's row. How many weights arrive for it?",
            does_not_undo_the_stretch,
        ),
    ),
    hints=(
        "Two paths, so two amounts that are added. The straight one brings g itself.",
        "The mean of a row was subtracted from every number of the row: it receives minus the sum of the "
        "row's weights. Then it passes on a part of this to each number of the row. Which part?",
        "The straight path brings g. The other one brings −(sum of the row of g) / m to each number of the "
        "row. A sum divided by m has a shorter name.",
    ),
)


# --- repair: a loss that cannot fall -----------------------------------------------------------------------

Fitted = tuple[float, float, list[float]]


def descend_with_finite_differences(x: Tensor, y: Tensor, steps: int, lr: float) -> Fitted:
    """Go down the mean squared error with slopes that no graph is needed for, with all shapes flat."""
    place, losses = np.zeros(2), []
    points, targets = x.detach().numpy().astype(float).ravel(), y.detach().numpy().astype(float)

    def loss_at(place: Array) -> float:
        return float(((place[0] * points + place[1] - targets) ** 2).mean())

    for _ in range(steps):
        losses.append(loss_at(place))
        place = place - lr * slopes(loss_at, (place,), wrt=(0,))[0]
    return float(place[0]), float(place[1]), losses


def both_bugs_left(x: Tensor, y: Tensor, steps: int, lr: float) -> Fitted:
    w = minigrad.zeros(1, 1, requires_grad=True)
    b = minigrad.zeros(len(x), 1, requires_grad=True)
    losses = []
    optimizer = minigrad.optim.SGD([w, b], lr=lr)
    for _ in range(steps):
        loss = ((x @ w + b - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return w.item(), b.mean().item(), losses


def column_against_row(x: Tensor, y: Tensor, steps: int, lr: float) -> Fitted:
    w = minigrad.zeros(1, 1, requires_grad=True)
    b = minigrad.zeros(1, requires_grad=True)
    losses = []
    optimizer = minigrad.optim.SGD([w, b], lr=lr)
    for _ in range(steps):
        loss = ((x @ w + b - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return w.item(), b.item(), losses


def one_bias_for_each_point(x: Tensor, y: Tensor, steps: int, lr: float) -> Fitted:
    w = minigrad.zeros(1, 1, requires_grad=True)
    b = minigrad.zeros(len(x), 1, requires_grad=True)
    losses = []
    optimizer = minigrad.optim.SGD([w, b], lr=lr)
    for _ in range(steps):
        loss = ((x @ w + b - y.reshape(-1, 1)) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return w.item(), b.mean().item(), losses


def biases_in_a_row(x: Tensor, y: Tensor, steps: int, lr: float) -> Fitted:
    w = minigrad.zeros(1, 1, requires_grad=True)
    b = minigrad.zeros(len(x), requires_grad=True)
    losses = []
    optimizer = minigrad.optim.SGD([w, b], lr=lr)
    for _ in range(steps):
        loss = ((x @ w + b - y.reshape(-1, 1)) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return w.item(), b.mean().item(), losses


def sum_of_the_losses(x: Tensor, y: Tensor, steps: int, lr: float) -> Fitted:
    w = minigrad.zeros(1, 1, requires_grad=True)
    b = minigrad.zeros(1, requires_grad=True)
    losses = []
    optimizer = minigrad.optim.SGD([w, b], lr=lr)
    for _ in range(steps):
        loss = ((x @ w + b - y.reshape(-1, 1)) ** 2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return w.item(), b.item(), losses


def bias_left_out(x: Tensor, y: Tensor, steps: int, lr: float) -> Fitted:
    w = minigrad.zeros(1, 1, requires_grad=True)
    losses = []
    optimizer = minigrad.optim.SGD([w], lr=lr)
    for _ in range(steps):
        loss = ((x @ w - y.reshape(-1, 1)) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return w.item(), 0.0, losses


REPAIR = Task(
    name="repair",
    title="Bug hunt: a loss that cannot fall",
    cases=(
        Case(
            lambda: (
                minigrad.tensor([[-1.0], [0.0], [1.0], [2.0]]),
                minigrad.tensor([-1.0, 1.0, 3.0, 5.0]),
                20,
                0.25,
            ),
            text="the four points of the exercise, steps = 20, lr = 0.25",
        ),
        Case(lambda: (minigrad.tensor([[1.0], [2.0], [0.0]]), minigrad.tensor([4.0, 2.0, -1.0]), 3, 0.125)),
    ),
    properties=(
        same(
            "(w, b, history)",
            lambda run: run.result,
            lambda run: descend_with_finite_differences(*run.inputs),
            source="gradient descent with finite differences",
            rtol=1e-4,
            atol=1e-5,
            parts=("w", "b", "history"),
        ),
    ),
    mistakes=(
        Mistake(
            "both-bugs-left",
            "your answer is what you get when every prediction is compared with every target, "
            "and every point has a bias of its own",
            "How many errors should four points have, and how many biases a line?",
            both_bugs_left,
        ),
        Mistake(
            "column-against-row",
            "your answer is what you get when every prediction is compared with every target",
            "Which shape has x @ w + b - y? How many errors should four points have?",
            column_against_row,
        ),
        Mistake(
            "one-bias-for-each-point",
            "your answer is what you get when every point has a bias of its own",
            "How many numbers describe a line?",
            one_bias_for_each_point,
        ),
        Mistake(
            "biases-in-a-row",
            "your answer is what you get when there are as many biases as points, in a row",
            "Which shape has x @ w + b when b has n numbers?",
            biases_in_a_row,
        ),
        Mistake(
            "sum-of-the-losses",
            "your answer is what you get for the sum of the squared errors, not for their mean",
            "If every point is given twice, should the step be twice as long?",
            sum_of_the_losses,
        ),
        Mistake(
            "bias-left-out",
            "your answer is what you get when b never moves",
            "Is b in the prediction, and in the optimizer's list?",
            bias_left_out,
        ),
    ),
    hints=(
        "Print four shapes: of x @ w, of b, of y, and of their sum and difference.",
        "x @ w + b has the shape (n, 1) and y has (n,). Aligned at the right, n meets 1. And b has n numbers "
        "where a line has one.",
        "y.reshape(-1, 1) makes a column of y. minigrad.zeros(1, requires_grad=True) is a single bias; it is "
        "stretched over the rows by itself.",
    ),
)


# --- what the lesson asks ----------------------------------------------------------------------------------

PREDICTIONS = (
    Prediction(
        name="subsidy",
        prompt=(
            "`subsidy` has the shape (3,), `sales` has the shape (4, 3), and `total = (sales + subsidy).sum()`. "
            "Which three numbers are in `subsidy.grad` after `total.backward()`? Write them as a list."
        ),
        kind="number",
        explanation="Each of the three numbers is used on four days.",
    ),
    Prediction(
        name="weather-shape",
        prompt=(
            "`weather` has the shape (4, 1), `sales` has the shape (4, 3), and "
            "`total = (sales * weather).sum()`. Which shape has `weather.grad`?"
        ),
        kind="shape",
        explanation="A gradient has the shape of its tensor, also where an axis has the length 1.",
    ),
)

QUESTIONS = (
    Question(
        name="many-biases",
        prompt=(
            "A model `prediction = x @ w + b` for four points should have one bias, and the best one leaves a "
            "loss of 1.5. By hand, somebody writes `b = b - lr * arriving`, where `arriving` has the shape "
            "(4, 1). The loss falls far below 1.5, and nothing fails. Why?"
        ),
        choices=(
            Choice(
                "The learning rate was lucky.",
                "A good rate reaches the best loss sooner. No rate goes below the best.",
            ),
            Choice(
                "The subtraction adds up the four rows by itself, so the step is right and large.",
                "This is the belief that broadcasting undoes itself. It only ever stretches; it never sums.",
            ),
            Choice(
                "`b` is stretched to (4, 1) by the subtraction and stays so: from then on every point has a "
                "bias of its own.",
                "Four biases can do what one cannot. On a fifth point the model has nothing to say.",
                right=True,
            ),
        ),
    ),
    Question(
        name="column-minus-row",
        prompt=(
            "`prediction` has the shape (4, 1), `target` has the shape (4,), and all four predictions are "
            "right. What does `((prediction - target) ** 2).mean()` compute?"
        ),
        choices=(
            Choice(
                "The mean over all 16 pairs of a prediction and a target, which is not 0.",
                "The column is stretched over axis 1, and the row over axis 0. Gradient descent on this loss "
                "pulls every prediction toward the mean of all targets.",
                right=True,
            ),
            Choice(
                "0: each prediction is compared with its own target.",
                "That is what is meant. But the shapes are aligned at the right, so 1 meets 4.",
            ),
            Choice(
                "Nothing: the shapes (4, 1) and (4,) do not fit, and a `RuntimeError` is raised.",
                "It would be the better thing to happen. But a length of 1 fits everything.",
            ),
        ),
    ),
    Question(
        name="sum-or-mean",
        prompt=(
            "`loss` is the mean of the squared errors of 100 rows, and a bias of shape (2,) was added to every "
            "row. The gradient `g` of shape (100, 2) arrives at the sum. What does the bias receive?"
        ),
        choices=(
            Choice(
                "`g.mean(dim=0)`, because the loss is a mean",
                "The mean of the loss is in `g` already: each of its numbers was divided. Dividing by 100 once "
                "more makes the bias learn a hundred times too slowly.",
            ),
            Choice(
                "`g.sum(dim=0)`",
                "100 uses, 100 paths, and what they bring is added.",
                right=True,
            ),
            Choice(
                "`g[0]`, because the bias is the same in every row",
                "The bias is the same, but what arrives is not. All rows count.",
            ),
            Choice(
                "`g`; broadcasting undoes itself when the bias is updated",
                "An update with `g` would make the bias a table of shape (100, 2), without an error.",
            ),
        ),
    ),
    Question(
        name="three-by-three",
        prompt=(
            "`t` has the shape (3,) and is added to a table of shape (3, 3). Over which axis must what arrives "
            "be summed to give the gradient of `t`?"
        ),
        choices=(
            Choice(
                "Over axis 1: `t` has one number for each row.",
                "One number for each row would be a column, of shape (3, 1). Aligned at the right, the 3 of "
                "`t` meets the columns.",
            ),
            Choice(
                "Over either; both sums have the shape (3,).",
                "Both have the shape, and that is why the shape does not decide here. The numbers differ.",
            ),
            Choice(
                "Over axis 0: `t` has one number for each column and is used in every row.",
                "`t` lacks the first axis, and over that it is stretched.",
                right=True,
            ),
        ),
    ),
    Question(
        name="local-slope-first",
        prompt=(
            "`y = x * s`, with `x` of shape (2, 3) and `s` of shape (2, 1). `g` of shape (2, 3) arrives. "
            "Which of these is the gradient of `s`?"
        ),
        choices=(
            Choice(
                "`(g * x).sum(dim=1, keepdim=True)`",
                "The local slope meets each weight in the stretched shape; then the products are added.",
                right=True,
            ),
            Choice(
                "`g.sum(dim=1, keepdim=True) * x`",
                "The weights were added before they met their slopes, and the result has the shape (2, 3).",
            ),
            Choice(
                "`(g * s).sum(dim=1, keepdim=True)`",
                "The shape is right, but the local slope for `s` is the other factor.",
            ),
            Choice(
                "`(g * x).sum(dim=1)`",
                "The numbers are right. The shape is (2,), and `s` has (2, 1).",
            ),
        ),
    ),
)

REVIEW = (
    Question(
        name="review-weights",
        prompt=(
            "`y` has two outputs and `x` has three inputs. The slopes of the first output are 1, 0, 2, and "
            "those of the second 0, 5, 1. What does `y.backward(gradient=minigrad.tensor([10., 1.]))` bring to "
            "`x.grad`?"
        ),
        choices=(
            Choice(
                "`[11., 55., 33.]`",
                "That is the sum of both rows, scaled by 11. The weights belong to the outputs one by one.",
            ),
            Choice(
                "`[10., 5., 21.]`",
                "10 times the first row and once the second, added: 10·1 + 0, 0 + 5, 10·2 + 1.",
                right=True,
            ),
            Choice(
                "a `RuntimeError`: `gradient` must have three numbers, like `x`",
                "It has one weight for each output, and there are two.",
            ),
        ),
    ),
    Question(
        name="review-matmul",
        prompt=(
            "`y = x @ W` with `x` of shape (5, 3) and `W` of shape (3, 2). The gradient `g` arrives at `y`. "
            "Which product is the gradient of `W`?"
        ),
        choices=(
            Choice(
                "`g @ x.T`",
                "g is (5, 2) and x.T is (3, 5). They do not even fit.",
            ),
            Choice(
                "`x @ g`",
                "x is (5, 3) and g is (5, 2). Something must be transposed to make them fit.",
            ),
            Choice(
                "`x.T @ g`",
                "(3, 5) @ (5, 2) gives (3, 2), the shape of `W`, and the sum over the five rows is in it.",
                right=True,
            ),
        ),
    ),
)

UNIT = Unit(
    number="07",
    name="07_broadcasting",
    title="Broadcasting",
    tasks=(ORDER, OUTER, UNBROADCAST, CENTER, REPAIR),
    predictions=PREDICTIONS,
    questions=QUESTIONS,
    review=REVIEW,
)
