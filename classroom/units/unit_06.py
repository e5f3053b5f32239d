"""Unit 06, tensors and gradient=: vector-Jacobian products, the table row by row, the rule of the product."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import minigrad
from classroom.check.finite_differences import slopes
from classroom.check.properties import FINITE_DIFFERENCES, gradient, same
from classroom.check.specification import Case, Mistake, Run, Task, Unit
from classroom.question.specification import Choice, Prediction, Question

Tensor = Any  # minigrad.Tensor, whose operators are made when it is imported, unseen by a type checker
Function = Callable[[Tensor], Tensor]


def leaf(value: Any, grad: Any = None) -> Tensor:
    """A fresh leaf that requires a gradient, with `grad` left in it from before."""
    x = minigrad.tensor(value, requires_grad=True)
    x.grad = None if grad is None else minigrad.tensor(grad)
    return x


# --- order: gradient= written out --------------------------------------------------------------------------


def square(x: Tensor) -> Tensor:
    return x * x


def bread_and_cake(x: Tensor) -> Tensor:
    return minigrad.tensor([[2.0, 0.0, 1.0], [1.0, 3.0, 2.0]], dtype=x.dtype) @ x


def neighbors(x: Tensor) -> Tensor:
    return x[:-1] * x[1:]


def reads_an_empty_grad(f: Function, x: Tensor, weights: Tensor) -> Any:
    y = f(x)
    total = (weights * y).sum()
    total.backward()
    x.grad = None
    return x.grad


def never_clears(f: Function, x: Tensor, weights: Tensor) -> Any:
    y = f(x)
    total = (weights * y).sum()
    total.backward()
    return x.grad


def leaves_weights_out(f: Function, x: Tensor, weights: Tensor) -> Any:
    x.grad = None
    f(x).sum().backward()
    return x.grad


def scales_by_total(f: Function, x: Tensor, weights: Tensor) -> Any:
    x.grad = None
    f(x).sum().backward()
    return x.grad * weights.sum()


def weights_the_inputs(f: Function, x: Tensor, weights: Tensor) -> Any:
    x.grad = None
    f(x).sum().backward()
    return weights * x.grad


def starts_from_several(f: Function, x: Tensor, weights: Tensor) -> Any:
    x.grad = None
    total = weights * f(x)
    total.backward()
    return x.grad


def takes_the_mean(f: Function, x: Tensor, weights: Tensor) -> Any:
    x.grad = None
    (weights * f(x)).mean().backward()
    return x.grad


ORDER = Task(
    name="order",
    title="What gradient= does, written out",
    cases=(
        Case(
            lambda: (square, leaf([1.0, 3.0]), minigrad.tensor([10.0, 1.0])),
            text="f(x) = x * x, x = [1. 3.], weights = [10. 1.]",
        ),
        Case(
            lambda: (
                bread_and_cake,
                leaf([1.0, 2.0, 4.0], grad=[7.0, 7.0, 7.0]),
                minigrad.tensor([2.0, 5.0]),
            ),
            text="f(prices) = recipes @ prices as in the lesson, with 7. left in x.grad, weights = [2. 5.]",
        ),
        Case(
            lambda: (neighbors, leaf([2.0, -1.0, 3.0]), minigrad.tensor([-4.0, 0.5])),
            text="f(x) = x[:-1] * x[1:], x = [2. -1. 3.], weights = [-4. 0.5]",
        ),
    ),
    properties=(gradient(of=lambda f, x, weights: f(x), wrt=(1,), seed=2),),
    mistakes=(
        Mistake(
            "reads-an-empty-grad",
            "your answer is what you get when x.grad is empty at the moment when it is returned",
            "Which line fills x.grad, which line empties it, and which line reads it?",
            reads_an_empty_grad,
        ),
        Mistake(
            "never-clears",
            "your answer is what you get when the new gradient is added to what stood in x.grad before",
            "Which of the five lines takes the old gradient away, and does Python reach it in time?",
            never_clears,
        ),
        Mistake(
            "leaves-weights-out",
            "your answer is what you get when every output counts once",
            "An order of ten breads and one cake: which line says so?",
            leaves_weights_out,
        ),
        Mistake(
            "scales-by-total",
            "your answer is what you get when the weights are added up and scale the whole gradient",
            "Is an order of ten breads and one cake the same as eleven of each?",
            scales_by_total,
        ),
        Mistake(
            "weights-the-inputs",
            "your answer is what you get when the finished gradient is multiplied by the weights",
            "Two costs and three prices: how many weights are there, and to what do they belong?",
            weights_the_inputs,
        ),
        Mistake(
            "starts-from-several",
            "your answer calls backward() on several numbers at once",
            "Which of the five lines makes one number out of several?",
            starts_from_several,
        ),
        Mistake(
            "takes-the-mean",
            "your answer is what you get when the weighted outputs are averaged",
            "What is on the bill for ten breads and one cake: the sum of two amounts, or their mean?",
            takes_the_mean,
        ),
    ),
    hints=(
        "backward() needs one number. Which line makes one number out of several?",
        "Three lines follow from each other: y, then total, then total.backward(). Place the other two by "
        "asking what x.grad must hold before the backward pass, and when it can be read.",
        "Clear, compute, weight and sum, backward, return. Now find the line for each word.",
    ),
)


# --- matmul: the backward of a matrix product --------------------------------------------------------------

Array = np.ndarray


def product(g: Any, x: Any, w: Any) -> Any:
    """The function that the exercise differentiates; g is what arrives at its result."""
    return x @ w


def forgets_to_transpose(g: Array, x: Array, w: Array) -> tuple[Array, Array]:
    return g @ w, x @ g


def wrong_order(g: Array, x: Array, w: Array) -> tuple[Array, Array]:
    return w.T @ g, g @ x.T


def swaps_the_results(g: Array, x: Array, w: Array) -> tuple[Array, Array]:
    return x.T @ g, g @ w.T


def ignores_what_arrives(g: Array, x: Array, w: Array) -> tuple[Array, Array]:
    ones = np.ones_like(g)
    return ones @ w.T, x.T @ ones


def fits_only_square(g: Array, x: Array, w: Array) -> tuple[Array, Array]:
    return g @ w.T, g @ x.T


def transposes_the_results(g: Array, x: Array, w: Array) -> tuple[Array, Array]:
    return w @ g.T, g.T @ x


def only_the_other_factor(g: Array, x: Array, w: Array) -> tuple[Array, Array]:
    return w.T, x.T


def averages_the_batch(g: Array, x: Array, w: Array) -> tuple[Array, Array]:
    return g @ w.T, x.T @ g / len(x)


MATMUL = Task(
    name="matmul",
    title="Two lines: the backward of a matrix product",
    cases=(
        Case(
            lambda: (
                np.array([[1.0, 10.0]]),
                np.array([[2.0, 3.0]]),
                np.array([[1.0, 0.0], [0.0, 2.0]]),
            ),
        ),
        Case(
            lambda: (
                np.array([[1.0, 0.0], [10.0, 100.0]]),
                np.array([[1.0, 2.0, 0.0], [0.0, 1.0, 3.0]]),
                np.array([[1.0, 0.0], [2.0, 1.0], [0.0, 1.0]]),
            ),
            text="g, x and w of the lesson's worked example",
        ),
        Case(
            lambda: (
                np.array([[1.0, -2.0], [0.5, 4.0]]),
                np.array([[3.0, 1.0], [-1.0, 2.0]]),
                np.array([[2.0, 5.0], [-3.0, 1.0]]),
            ),
        ),
        Case(
            lambda: (
                np.array([[1.0, 2.0, -1.0, 0.5], [0.0, 3.0, 2.0, 1.0]]),
                np.array([[3.0, 1.0, -2.0], [0.5, 2.0, 4.0]]),
                np.array([[1.0, 0.0, 2.0, -1.0], [4.0, 1.0, 0.0, 3.0], [-2.0, 0.5, 1.0, 1.0]]),
            ),
        ),
    ),
    properties=(
        gradient(of=product, wrt=(1, 2), seed=0, got=lambda run: run.result, names=("x_grad", "w_grad")),
    ),
    mistakes=(
        Mistake(
            "forgets-to-transpose",
            "your answer is what you get when neither factor is transposed",
            "Write the three shapes (n, m), (n, k), (k, m) side by side. Which product gives (n, k)?",
            forgets_to_transpose,
        ),
        Mistake(
            "wrong-order",
            "your answer is what you get when the two factors of each product change places",
            "With n = 2, k = 3, m = 4, does your product fit at all?",
            wrong_order,
        ),
        Mistake(
            "swaps-the-results",
            "your answer is what you get when the gradients of x and w change places",
            "Which shape must x_grad have?",
            swaps_the_results,
        ),
        Mistake(
            "ignores-what-arrives",
            "your answer is what you get when every output counts once, whatever arrives",
            "If g doubles, what should happen to both gradients?",
            ignores_what_arrives,
        ),
        Mistake(
            "fits-only-square",
            "your answer is what you get when w receives `g @ x.T`, which fits square matrices only",
            "Which shape has `g @ x.T` when n, k and m are 2, 3 and 4?",
            fits_only_square,
        ),
        Mistake(
            "transposes-the-results",
            "your answer is what you get when rows and columns change places in both gradients",
            "Which shape must x_grad have, and which has it?",
            transposes_the_results,
        ),
        Mistake(
            "only-the-other-factor",
            "your answer is what you get when what arrives is left out, and only the other factor is sent",
            "If g doubles, what should happen to both gradients?",
            only_the_other_factor,
        ),
        Mistake(
            "averages-the-batch",
            "your answer is what you get when w's gradient is averaged over the rows",
            "y has two rows that both use w. Is what two paths bring added, or averaged?",
            averages_the_batch,
        ),
    ),
    hints=(
        "The gradient of one factor is made of what arrives and of the other factor.",
        "x_grad has the shape (n, k). You have g (n, m) and w (k, m). Which of the two must be transposed, "
        "and which comes first? Then the same for w_grad, (k, m), from x (n, k) and g (n, m).",
        "(n, m) @ (m, k) for x_grad, and (k, n) @ (n, m) for w_grad.",
    ),
)


# --- jacobian: the table row by row ------------------------------------------------------------------------


def products_and_sum(x: Tensor) -> Tensor:
    return minigrad.stack([x[0] * x[1], x[1] * x[2], x.sum()])


def one_output(x: Tensor) -> Tensor:
    return (x * x).sum().reshape(1)


def table_by_finite_differences(run: Run) -> Tensor:
    f, x = run.inputs
    outputs = len(f(x))
    rows = [slopes(f, (x,), (0,), weights)[0] for weights in np.eye(outputs)]
    return minigrad.tensor(np.round(np.stack(rows), 5) + 0.0, dtype=minigrad.float32)


def one_pass_of_ones(f: Function, x: Tensor) -> Any:
    x.grad = None
    y = f(x)
    y.backward(gradient=minigrad.ones_like(y))
    return x.grad


def rows_pile_up(f: Function, x: Tensor) -> Tensor:
    x.grad = None
    y = f(x)
    rows = []
    for weights in minigrad.eye(len(y)):
        y.backward(gradient=weights, retain_graph=True)
        rows.append(x.grad.clone())
    return minigrad.stack(rows)


def one_tensor_for_all(f: Function, x: Tensor) -> Tensor:
    x.grad = None
    y = f(x)
    rows = []
    for weights in minigrad.eye(len(y)):
        y.backward(gradient=weights, retain_graph=True)
        rows.append(x.grad)
    return minigrad.stack(rows)


def transposes(f: Function, x: Tensor) -> Tensor:
    columns = []
    for output in f(x):
        x.grad = None
        output.backward(retain_graph=True)
        columns.append(x.grad)
    return minigrad.stack(columns, dim=1)


def loses_the_graph(f: Function, x: Tensor) -> Tensor:
    y = f(x)
    rows = []
    for weights in minigrad.eye(len(y)):
        x.grad = None
        y.backward(gradient=weights)
        rows.append(x.grad)
    return minigrad.stack(rows)


def calls_backward_on_a_vector(f: Function, x: Tensor) -> Any:
    x.grad = None
    f(x).backward()
    return x.grad


def one_weight_for_each_input(f: Function, x: Tensor) -> Tensor:
    y = f(x)
    rows = []
    for weights in minigrad.eye(len(x)):
        x.grad = None
        y.backward(gradient=weights, retain_graph=True)
        rows.append(x.grad)
    return minigrad.stack(rows)


def first_row_on_top(f: Function, x: Tensor) -> Tensor:
    y = f(x)
    rows = []
    for weights in minigrad.eye(len(y)):
        y.backward(gradient=weights, retain_graph=True)
        rows.append(x.grad)
        x.grad = None
    return minigrad.stack(rows)


def returns_in_the_loop(f: Function, x: Tensor) -> Any:
    y = f(x)
    for weights in minigrad.eye(len(y)):
        x.grad = None
        y.backward(gradient=weights, retain_graph=True)
        return minigrad.stack([x.grad])


def zeroes_in_place(f: Function, x: Tensor) -> Tensor:
    x.grad = None
    y = f(x)
    rows = []
    for weights in minigrad.eye(len(y)):
        y.backward(gradient=weights, retain_graph=True)
        rows.append(x.grad)
        x.grad.zero_()
    return minigrad.stack(rows)


JACOBIAN = Task(
    name="jacobian",
    title="The whole table, row by row",
    cases=(
        Case(lambda: (square, leaf([1.0, 3.0])), text="f(x) = x * x, x = [1. 3.]"),
        Case(
            lambda: (bread_and_cake, leaf([1.0, 2.0, 4.0], grad=[7.0, 7.0, 7.0])),
            text="f(prices) = recipes @ prices as in the lesson, with 7. left in x.grad",
        ),
        Case(
            lambda: (products_and_sum, leaf([2.0, -1.0, 4.0])),
            text="f(x) has the three outputs x₀·x₁, x₁·x₂ and x₀ + x₁ + x₂, x = [2. -1. 4.]",
        ),
        Case(
            lambda: (one_output, leaf([1.0, 2.0])),
            text="f(x) has one output, x₀² + x₁², in a tensor of shape (1,); x = [1. 2.]",
        ),
    ),
    properties=(
        same(
            "the table",
            lambda run: run.result,
            table_by_finite_differences,
            source=FINITE_DIFFERENCES,
            rtol=1e-4,
            atol=1e-4,
        ),
    ),
    mistakes=(
        Mistake(
            "one-pass-of-ones",
            "your answer is what you get when the rows are added up in a single pass",
            "With two outputs and three inputs there are six slopes. How many numbers does one pass bring to "
            "x.grad?",
            one_pass_of_ones,
        ),
        Mistake(
            "rows-pile-up",
            "your answer is what you get when each row still holds the rows before it",
            "What stands in x.grad when the second pass arrives?",
            rows_pile_up,
        ),
        Mistake(
            "one-tensor-for-all",
            "your answer is what you get when every row is the same tensor, "
            "which holds the sum of all passes",
            "A second pass adds to x.grad in place. What happens to the row that you kept?",
            one_tensor_for_all,
        ),
        Mistake(
            "transposes",
            "your answer is what you get when outputs stand in the columns and inputs in the rows",
            "In the lesson's table, does the bread have a row or a column?",
            transposes,
        ),
        Mistake(
            "loses-the-graph",
            "the first pass releases what the second one needs",
            "What did unit 05 say about a second backward pass through the same graph?",
            loses_the_graph,
        ),
        Mistake(
            "calls-backward-on-a-vector",
            "your answer calls backward() on several numbers without saying how much each counts",
            "What are the weights that pick out one single output?",
            calls_backward_on_a_vector,
        ),
        Mistake(
            "one-weight-for-each-input",
            "your answer makes one row for each input, with one weight for each input",
            "What do the weights belong to, the inputs or the outputs?",
            one_weight_for_each_input,
        ),
        Mistake(
            "first-row-on-top",
            "your answer is what you get when the first row is added to what stood in x.grad before the call",
            "Your loop clears x.grad. Does it clear before the first pass?",
            first_row_on_top,
        ),
        Mistake(
            "returns-in-the-loop",
            "your answer is what you get when the function returns after the first row",
            "How far is the line with `return` indented?",
            returns_in_the_loop,
        ),
        Mistake(
            "zeroes-in-place",
            "your answer is what you get when a row is zeroed after it was kept",
            "After `rows.append(x.grad)`, is the row in the list another tensor than x.grad?",
            zeroes_in_place,
        ),
    ),
    hints=(
        "Weights with a single 1 pick out one row of the table. One backward pass for each row.",
        "Look at the cell of the lesson that orders one bread, then one cake. Your loop runs over "
        "minigrad.eye(len(y)) instead. What does the cell do at the start of each pass, and why?",
        "In the loop: x.grad = None; y.backward(gradient=weights, retain_graph=True); keep x.grad. After it: "
        "stack.",
    ),
)


# --- layer: many parameters, one loss ----------------------------------------------------------------------

LayerGradients = tuple[Any, Any, Any]


def loss_of_layer(w: Array, b: Array, x: Array, target: Array) -> Any:
    """The loss as the exercise states it, without any gradient."""
    return ((x @ w + b - target) ** 2).mean()


def divides_by_rows(w: Array, b: Array, x: Array, target: Array) -> LayerGradients:
    error = x @ w + b - target
    arriving = 2 * error / len(x)
    return (error**2).mean(), x.T @ arriving, arriving.sum(axis=0)


def forgets_the_mean(w: Array, b: Array, x: Array, target: Array) -> LayerGradients:
    error = x @ w + b - target
    arriving = 2 * error
    return (error**2).mean(), x.T @ arriving, arriving.sum(axis=0)


def forgets_the_two(w: Array, b: Array, x: Array, target: Array) -> LayerGradients:
    error = x @ w + b - target
    arriving = error / error.size
    return (error**2).mean(), x.T @ arriving, arriving.sum(axis=0)


def bias_not_summed(w: Array, b: Array, x: Array, target: Array) -> LayerGradients:
    error = x @ w + b - target
    arriving = 2 * error / error.size
    return (error**2).mean(), x.T @ arriving, arriving


def bias_averaged(w: Array, b: Array, x: Array, target: Array) -> LayerGradients:
    error = x @ w + b - target
    arriving = 2 * error / error.size
    return (error**2).mean(), x.T @ arriving, arriving.mean(axis=0)


def bias_over_columns(w: Array, b: Array, x: Array, target: Array) -> LayerGradients:
    error = x @ w + b - target
    arriving = 2 * error / error.size
    return (error**2).mean(), x.T @ arriving, arriving.sum(axis=1)


def bias_one_number(w: Array, b: Array, x: Array, target: Array) -> LayerGradients:
    error = x @ w + b - target
    arriving = 2 * error / error.size
    return (error**2).mean(), x.T @ arriving, arriving.sum()


def target_minus_prediction(w: Array, b: Array, x: Array, target: Array) -> LayerGradients:
    error = target - (x @ w + b)
    arriving = 2 * error / error.size
    return (error**2).mean(), x.T @ arriving, arriving.sum(axis=0)


def forgets_what_is_between(w: Array, b: Array, x: Array, target: Array) -> LayerGradients:
    error = x @ w + b - target
    return (error**2).mean(), x.T @ error, error.sum(axis=0)


def loss_entry_by_entry(run: Run) -> float:
    """The mean of the squared errors, counted out without a matrix product."""
    w, b, x, target = run.inputs
    errors = [
        sum(x[i, k] * w[k, j] for k in range(w.shape[0])) + b[j] - target[i, j]
        for i in range(target.shape[0])
        for j in range(target.shape[1])
    ]
    return float(sum(error**2 for error in errors) / len(errors))


LAYER = Task(
    name="layer",
    title="Many parameters, one loss",
    cases=(
        Case(
            lambda: (
                np.array([[1.0], [0.0]]),
                np.array([1.0]),
                np.array([[1.0, 2.0], [3.0, 0.0]]),
                np.array([[0.0], [3.0]]),
            ),
        ),
        Case(
            lambda: (
                np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]),
                np.array([0.0, 1.0]),
                np.array([[1.0, 0.0, 2.0], [0.0, 1.0, 1.0], [2.0, 1.0, 0.0], [1.0, 1.0, 1.0]]),
                np.array([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0], [3.0, 0.0]]),
            ),
            text="w, b, x and target of the lesson, of the shapes (3, 2), (2,), (4, 3) and (4, 2)",
        ),
        Case(
            lambda: (
                np.array([[2.0, -1.0, 0.5]]),
                np.array([1.0, 3.0, -2.0]),
                np.array([[4.0], [-1.0]]),
                np.array([[0.0, 1.0, 2.0], [5.0, -3.0, 1.0]]),
            ),
        ),
    ),
    properties=(
        same(
            "the loss",
            lambda run: float(run.result[0]),
            loss_entry_by_entry,
            source="adding up entry by entry",
        ),
        gradient(of=loss_of_layer, got=lambda run: run.result[1:], wrt=(0, 1), names=("w_grad", "b_grad")),
    ),
    mistakes=(
        Mistake(
            "divides-by-rows",
            "your answer is what you get when the gradient is divided by the number of rows instead of the "
            "number of entries",
            "The mean is taken over all entries. With 4 rows and 2 columns, how many squares are there?",
            divides_by_rows,
        ),
        Mistake(
            "forgets-the-mean",
            "your answer is what you get for the sum of the squared errors, not for their mean",
            "One error among eight rises a little. How much of that does the mean notice?",
            forgets_the_mean,
        ),
        Mistake(
            "forgets-the-two",
            "your answer is what you get when the slope of a square is taken to be the error itself",
            "What is the slope of e² at e = 3?",
            forgets_the_two,
        ),
        Mistake(
            "bias-not-summed",
            "your answer is what you get when b receives one gradient for each row",
            "b has m numbers. How many slopes does it have?",
            bias_not_summed,
        ),
        Mistake(
            "bias-averaged",
            "your answer is what you get when b's gradient is averaged over the rows",
            "b[0] has a path to the loss through every row. What is done with what several paths bring?",
            bias_averaged,
        ),
        Mistake(
            "bias-over-columns",
            "your answer is what you get when b's gradient is summed over the columns instead of the rows",
            "b has one number for each column. Which axis must still be there after the sum?",
            bias_over_columns,
        ),
        Mistake(
            "bias-one-number",
            "your answer is what you get when b's gradient is summed up to a single number",
            "Does b[0] have anything to do with column 1 of the prediction?",
            bias_one_number,
        ),
        Mistake(
            "target-minus-prediction",
            "your answer is what you get when the error is target minus prediction in the backward pass",
            "If the prediction is too large and rises, does the loss rise or fall?",
            target_minus_prediction,
        ),
        Mistake(
            "forgets-what-is-between",
            "your answer is what you get when the errors themselves are sent on",
            "Between the errors and the loss stand a square and a mean. What are their slopes?",
            forgets_what_is_between,
        ),
    ),
    hints=(
        "Go backward from the loss: through the mean, through the square, then you are at the prediction.",
        "Each error e is one of error.size squares, so the loss moves by 2 · e / error.size for each unit of "
        "e. This array is what arrives. The rule of task 2 sends it to w. For b, ask which entries of the "
        "prediction contain b[0].",
        "arriving = 2 * error / error.size. w gets a matrix product of x and arriving. b gets a sum of "
        "arriving over one axis: the one whose length is not in b's shape.",
    ),
)


# --- repair: a point that should not count -----------------------------------------------------------------


def descend_with_finite_differences(x: Tensor, y: Tensor, weights: Tensor, steps: int, lr: float) -> float:
    """Go down the weighted mean of the squared errors with slopes that no graph is needed for."""
    points, targets, trust = (t.detach().numpy().astype(float) for t in (x, y, weights))

    def loss_at(w: float) -> float:
        return float(np.average((w * points - targets) ** 2, weights=trust))

    w = 0.0
    for _ in range(steps):
        w -= lr * float(slopes(loss_at, (w,), wrt=(0,))[0])
    return w


def still_scales(x: Tensor, y: Tensor, weights: Tensor, steps: int, lr: float) -> float:
    w = minigrad.tensor(0.0, requires_grad=True)
    optimizer = minigrad.optim.SGD([w], lr=lr)
    for _ in range(steps):
        optimizer.zero_grad()
        losses = (w * x - y) ** 2
        losses.backward(gradient=minigrad.ones_like(losses))
        w.grad *= weights.mean()
        optimizer.step()
    return w.item()


def forgets_to_divide(x: Tensor, y: Tensor, weights: Tensor, steps: int, lr: float) -> float:
    w = minigrad.tensor(0.0, requires_grad=True)
    optimizer = minigrad.optim.SGD([w], lr=lr)
    for _ in range(steps):
        optimizer.zero_grad()
        losses = (w * x - y) ** 2
        losses.backward(gradient=weights)
        optimizer.step()
    return w.item()


def weights_twice(x: Tensor, y: Tensor, weights: Tensor, steps: int, lr: float) -> float:
    w = minigrad.tensor(0.0, requires_grad=True)
    optimizer = minigrad.optim.SGD([w], lr=lr)
    for _ in range(steps):
        optimizer.zero_grad()
        losses = (w * x - y) ** 2
        losses.backward(gradient=weights)
        w.grad *= weights.mean()
        optimizer.step()
    return w.item()


def divides_by_points(x: Tensor, y: Tensor, weights: Tensor, steps: int, lr: float) -> float:
    w = minigrad.tensor(0.0, requires_grad=True)
    optimizer = minigrad.optim.SGD([w], lr=lr)
    for _ in range(steps):
        optimizer.zero_grad()
        losses = (w * x - y) ** 2
        losses.backward(gradient=weights / len(weights))
        optimizer.step()
    return w.item()


def ignores_the_weights(x: Tensor, y: Tensor, weights: Tensor, steps: int, lr: float) -> float:
    w = minigrad.tensor(0.0, requires_grad=True)
    optimizer = minigrad.optim.SGD([w], lr=lr)
    for _ in range(steps):
        optimizer.zero_grad()
        losses = (w * x - y) ** 2
        losses.mean().backward()
        optimizer.step()
    return w.item()


def weights_the_error(x: Tensor, y: Tensor, weights: Tensor, steps: int, lr: float) -> float:
    w = minigrad.tensor(0.0, requires_grad=True)
    optimizer = minigrad.optim.SGD([w], lr=lr)
    for _ in range(steps):
        optimizer.zero_grad()
        losses = (weights * (w * x - y)) ** 2
        (losses.sum() / weights.sum()).backward()
        optimizer.step()
    return w.item()


def after_each_number_of_steps(
    fit: Callable[..., Any], x: Tensor, y: Tensor, weights: Tensor, steps: list[int], lr: float
) -> list[Any]:
    """Fit anew with each number of steps, so that the way can be seen and not only its end."""
    return [fit(x, y, weights, n, lr) for n in steps]


REPAIR = Task(
    name="repair",
    title="Bug hunt: a point that should not count",
    use=after_each_number_of_steps,
    cases=(
        Case(
            lambda: (
                minigrad.tensor([1.0, 1.0]),
                minigrad.tensor([2.0, 6.0]),
                minigrad.tensor([1.0, 3.0]),
                [1, 2],
                0.125,
            ),
            text="x = [1. 1.], y = [2. 6.], weights = [1. 3.], lr = 0.125, after 1 step and after 2 steps",
        ),
        Case(
            lambda: (
                minigrad.tensor([1.0, 2.0, 1.0, 2.0]),
                minigrad.tensor([2.0, 4.0, 2.0, 40.0]),
                minigrad.tensor([1.0, 1.0, 2.0, 0.0]),
                [1, 2, 40],
                0.0625,
            ),
            text="the four points of the exercise, lr = 0.0625, after 1 step, 2 steps and 40 steps",
        ),
        Case(
            lambda: (
                minigrad.tensor([2.0, -1.0, 0.5]),
                minigrad.tensor([1.0, 3.0, -2.0]),
                minigrad.tensor([0.25, 0.5, 0.125]),
                [1, 3],
                0.25,
            ),
            text="x = [2. -1. 0.5], y = [1. 3. -2.], weights = [0.25 0.5 0.125], lr = 0.25, 1 step and 3",
        ),
    ),
    properties=(
        same(
            "w",
            lambda run: run.result,
            lambda run: after_each_number_of_steps(descend_with_finite_differences, *run.inputs),
            source="gradient descent with finite differences",
            rtol=1e-4,
            atol=1e-5,
        ),
    ),
    mistakes=(
        Mistake(
            "still-scales",
            "your answer is what you get when every point counts once and the weights scale the sum",
            "By the time the weights are used, can you still tell the four points apart?",
            still_scales,
        ),
        Mistake(
            "forgets-to-divide",
            "your answer is what you get for the weighted sum, not for the weighted mean",
            "If all weights were doubled, should w move twice as far?",
            forgets_to_divide,
        ),
        Mistake(
            "weights-twice",
            "your answer is what you get when the weights act a second time, on the sum",
            "How many lines of the loop use the weights?",
            weights_twice,
        ),
        Mistake(
            "divides-by-points",
            "your answer is what you get when the weighted sum is divided by the number of points",
            "A point of weight 0 is added to the data. Should the step become smaller?",
            divides_by_points,
        ),
        Mistake(
            "ignores-the-weights",
            "your answer is what you get when all points count the same",
            "Which line of yours knows of the weights?",
            ignores_the_weights,
        ),
        Mistake(
            "weights-the-error",
            "your answer is what you get when the weights are squared together with the errors",
            "Is it the error or the squared error that is multiplied by the weight?",
            weights_the_error,
        ),
    ),
    hints=(
        "A weight belongs to one point, so it has to act before the points are added up.",
        "losses has one number for each point, and so has the gradient= argument. What does the line with "
        "w.grad *= ... still have to do when gradient= is right?",
        "gradient= takes the weights, divided by their sum. One line of the loop disappears.",
    ),
)


# --- what the lesson asks ----------------------------------------------------------------------------------

PREDICTIONS = (
    Prediction(
        name="two-numbers",
        prompt=(
            "`costs` holds two numbers, the costs of a bread and of a cake, computed from three prices. "
            "What does `costs.backward()` do?"
        ),
        kind="choice",
        choices=(
            Choice(
                "It puts the slopes of both costs, added up, into `prices.grad`.",
                "That would be one sensible thing to do, and `costs.sum().backward()` does it. But so would "
                "the mean be, and `backward()` does not choose for you.",
            ),
            Choice(
                "It puts all six slopes, a table of shape (2, 3), into `prices.grad`.",
                "There are six slopes. But a gradient has the shape of its tensor, so `prices.grad` has room "
                "for three, and one backward pass computes only as many.",
            ),
            Choice(
                "It raises a `RuntimeError`.",
                "It is not said how much each of the two costs counts.",
                right=True,
            ),
            Choice(
                "It uses the first cost and ignores the second.",
                "Nothing tells the first from the second. Leaving one out silently would be a bad surprise.",
            ),
        ),
    ),
    Prediction(
        name="ten-and-one",
        prompt=(
            "A bread takes 2 flour, 0 sugar, 1 butter; a cake takes 1 flour, 3 sugar, 2 butter. "
            "`prices.grad` is cleared, and `costs.backward(gradient=minigrad.tensor([10., 1.]))` is called. "
            "Which three numbers are in `prices.grad`? Write them as a list."
        ),
        kind="number",
        explanation="Ten times the row of the bread and once the row of the cake, added.",
    ),
)

QUESTIONS = (
    Question(
        name="ones",
        prompt=(
            "`losses` holds the squared errors of four points. With `losses.mean().backward()` and the rate "
            "0.1 the loop comes close to its goal. With\n\n"
            "```python\n"
            "losses.backward(gradient=minigrad.ones_like(losses))\n"
            "```\n\n"
            "and the same rate, `w` runs away to and fro, further in every step. Why?"
        ),
        choices=(
            Choice(
                "Ones are no real gradient; the pass computes nonsense.",
                "The argument was copied without knowing what it means, so this is a fair suspicion. But the "
                "result has a clear meaning: each loss counts once.",
            ),
            Choice(
                "It is the slope of the sum of the four losses, four times that of the mean, so each step is "
                "four times as long.",
                "−4 − 16 − 36 − 64 = −120, and the mean is −30. Weights of 1/4 would give the mean.",
                right=True,
            ),
            Choice(
                "With `gradient=`, `zero_grad()` has no effect, so gradients pile up.",
                "Growing numbers look like that. But `.grad` is cleared in every step, whatever was passed "
                "to `backward`; the first step is too long already.",
            ),
        ),
    ),
    Question(
        name="weights",
        prompt=(
            "`x = minigrad.tensor([1., 2., 3.], requires_grad=True)` and `y = x * x`, whose slopes are 2, 4 "
            "and 6. What does `y.backward(gradient=minigrad.tensor([1., 0., 10.]))` put into `x.grad`?"
        ),
        choices=(
            Choice(
                "`[22., 44., 66.]`: the gradient, scaled by 1 + 0 + 10",
                "The name suggests a factor. But each weight belongs to one output, and here each output "
                "depends on one input only.",
            ),
            Choice(
                "`[1., 0., 10.]`: the gradient is set to what was passed in",
                "This is the gradient that `y` receives. It still has to go through the node of the square.",
            ),
            Choice(
                "`[2., 0., 60.]`: each output's slope with its own weight",
                "These are the slopes of 1 · x₀² + 0 · x₁² + 10 · x₂².",
                right=True,
            ),
            Choice(
                "`[2., 4., 6.]`: the weights only make the error go away",
                "For weights that are all 1 it would be so. Other weights ask another question.",
            ),
        ),
    ),
    Question(
        name="rows",
        prompt=(
            "`f` makes 5 outputs out of 1,000 inputs. You want the whole table of slopes. How many backward "
            "passes does it take?"
        ),
        choices=(
            Choice(
                "1: a backward pass finds all slopes",
                "It finds all slopes of *one* number. With weights on all outputs it gives their sum, "
                "not the rows.",
            ),
            Choice(
                "5: one for each output",
                "Each pass, with a single weight of 1, gives one row of 1,000 slopes.",
                right=True,
            ),
            Choice(
                "1,000: one for each input",
                "That is how finite differences count: move one input, see all outputs move. Backward, one "
                "pass serves one output and reaches all inputs.",
            ),
            Choice(
                "5,000: one for each slope",
                "A pass brings a slope to every input at once.",
            ),
        ),
    ),
    Question(
        name="square",
        prompt=(
            "`y = x @ W`, all three of shape (3, 3), and `g` arrives at `y`. A colleague sends `g @ x.T` to "
            "`W`: the shapes fit, and nothing fails. Is it right?"
        ),
        choices=(
            Choice(
                "Yes: a gradient has the shape of its tensor, and this one has.",
                "The right shape is needed, but with square matrices every product has it.",
            ),
            Choice(
                "It depends on whether `g` is symmetric.",
                "Even then `g @ x.T` is not `x.T @ g`: in a product of matrices the order counts.",
            ),
            Choice(
                "No. With `x` of shape (2, 3) and `W` of shape (3, 4) only `x.T @ g` fits, and what is right "
                "for these shapes is right for square ones.",
                "Shapes that differ find the rule. A number by hand or a finite difference confirms it.",
                right=True,
            ),
        ),
    ),
)

REVIEW = (
    Question(
        name="review-accumulate",
        prompt=(
            "`w` is a leaf. A loop makes three backward passes, with the gradients 2, 5 and 1, and keeps "
            "`w.grad` after each in a list, without clearing and without copying. What does the list show in "
            "the end?"
        ),
        choices=(
            Choice(
                "2, 5, 1",
                "It would, if `.grad` were cleared with `w.grad = None` before each pass.",
            ),
            Choice(
                "2, 7, 8",
                "These are the running sums. To see them one needs copies (`clone()`), because `.grad` is "
                "added to in place.",
            ),
            Choice(
                "8, 8, 8",
                "The list holds the same tensor three times, and 2 + 5 + 1 were added to it.",
                right=True,
            ),
        ),
    ),
    Question(
        name="review-paths",
        prompt=(
            "In `y = x * x + 4 * x` at x = 3, along how many paths does `x` act on `y`? What is the slope?"
        ),
        choices=(
            Choice(
                "2 paths, one for each term: slope 3 + 4 = 7",
                "There are two terms, but `x * x` uses `x` on the left and on the right, and each use is a "
                "path.",
            ),
            Choice(
                "3 paths: slope 3 + 3 + 4 = 10",
                "Two through the product, with the slope 3 each, and one through `4 * x`. What they bring is "
                "added.",
                right=True,
            ),
            Choice(
                "3 paths: slope 3 · 3 · 4 = 36",
                "Slopes are multiplied along one path. Across paths they are added.",
            ),
        ),
    ),
)

UNIT = Unit(
    number="06",
    name="06_vector_jacobian_products",
    title="Tensors and gradient=",
    tasks=(ORDER, MATMUL, JACOBIAN, LAYER, REPAIR),
    predictions=PREDICTIONS,
    questions=QUESTIONS,
    review=REVIEW,
)
