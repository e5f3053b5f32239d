"""Unit 09, fitting a line: one linear layer, its loss, its gradients, and the steps that move it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import minigrad
from classroom.check.finite_differences import slopes
from classroom.check.properties import FINITE_DIFFERENCES, same
from classroom.check.specification import Case, Mistake, Run, Task, Unit
from classroom.question.specification import Choice, Prediction, Question

Tensor = Any  # minigrad.Tensor, whose operators are made when it is imported, unseen by a type checker


def leaf(value: Any, grad: Any = None) -> Tensor:
    """A fresh leaf that requires a gradient, with `grad` left in it from before."""
    p = minigrad.tensor(value, requires_grad=True)
    p.grad = None if grad is None else minigrad.tensor(grad)
    return p


def column(*numbers: float) -> Tensor:
    return minigrad.tensor([[number] for number in numbers])


def numbers(t: Tensor) -> np.ndarray:
    return np.array(t.detach().numpy(), dtype=float)


def mean_squared_error(x: np.ndarray, y: np.ndarray, w: np.ndarray, b: np.ndarray) -> float:
    return float(((x * w.item() + b.item() - y) ** 2).mean())


# --- order: a step by hand ---------------------------------------------------------------------------------


def one_step_away(run: Run) -> tuple[Any, ...]:
    """The loss, w and b after a step with slopes that no graph is needed for."""
    x, y, w, b = (numbers(t) for t in run.inputs[:4])
    lr = run.inputs[4]
    w_slope, b_slope = slopes(lambda w, b: mean_squared_error(x, y, w, b), (w, b), wrt=(0, 1))
    return mean_squared_error(x, y, w, b), (w - lr * w_slope).tolist(), (b - lr * b_slope).tolist()


def what_a_step_did(run: Run) -> tuple[Any, ...]:
    return run.result, numbers(run.after[2]).tolist(), numbers(run.after[3]).tolist()


def hand_never_clears(x: Tensor, y: Tensor, w: Tensor, b: Tensor, lr: float) -> float:
    loss = ((x @ w.T + b - y) ** 2).mean()
    loss.backward()
    with minigrad.no_grad():
        w -= lr * w.grad
        b -= lr * b.grad
    return loss.item()


def hand_goes_uphill(x: Tensor, y: Tensor, w: Tensor, b: Tensor, lr: float) -> float:
    w.grad = b.grad = None
    loss = ((x @ w.T + b - y) ** 2).mean()
    loss.backward()
    with minigrad.no_grad():
        w += lr * w.grad
        b += lr * b.grad
    return loss.item()


def hand_forgets_b(x: Tensor, y: Tensor, w: Tensor, b: Tensor, lr: float) -> float:
    w.grad = b.grad = None
    loss = ((x @ w.T + b - y) ** 2).mean()
    loss.backward()
    with minigrad.no_grad():
        w -= lr * w.grad
    return loss.item()


def hand_outside_no_grad(x: Tensor, y: Tensor, w: Tensor, b: Tensor, lr: float) -> float:
    w.grad = b.grad = None
    loss = ((x @ w.T + b - y) ** 2).mean()
    loss.backward()
    w -= lr * w.grad
    b -= lr * b.grad
    return loss.item()


def hand_moves_copies(x: Tensor, y: Tensor, w: Tensor, b: Tensor, lr: float) -> float:
    w.grad = b.grad = None
    loss = ((x @ w.T + b - y) ** 2).mean()
    loss.backward()
    w = w - lr * w.grad
    b = b - lr * b.grad
    return loss.item()


ORDER = Task(
    name="order",
    title="Put a step by hand in order",
    changes_inputs=(2, 3),
    repeatable=False,
    cases=(
        Case(
            lambda: (column(0.0, 1.0, 2.0), column(1.0, 3.0, 5.0), leaf([[0.0]]), leaf([0.0]), 0.125),
            text="the three points, w = [[0.]], b = [0.], lr = 0.125",
        ),
        Case(
            lambda: (column(2.0, -1.0), column(1.0, 4.0), leaf([[1.0]], [[8.0]]), leaf([2.0], [-4.0]), 0.25),
            text="two points, w = [[1.]], b = [2.], 8.0 left in w.grad and -4.0 in b.grad, lr = 0.25",
        ),
    ),
    properties=(
        same(
            "(loss, w, b) after the step",
            what_a_step_did,
            one_step_away,
            source=FINITE_DIFFERENCES,
            rtol=1e-4,
            atol=1e-5,
            parts=("the loss", "w", "b"),
        ),
    ),
    mistakes=(
        Mistake(
            "hand-never-clears",
            "your answer is what you get when what stood in .grad before is added to this step's gradient",
            "What does backward() add to?",
            hand_never_clears,
        ),
        Mistake(
            "hand-goes-uphill",
            "your answer is what you get when the parameters move along the gradient",
            "The gradient points to where the loss grows. Where do you want to go?",
            hand_goes_uphill,
        ),
        Mistake(
            "hand-forgets-b",
            "your answer is what you get when only w is moved",
            "How many parameters has a line?",
            hand_forgets_b,
        ),
        Mistake(
            "hand-outside-no-grad",
            "a leaf is changed in place while the graph is being recorded",
            "Should the step itself be part of the graph?",
            hand_outside_no_grad,
        ),
        Mistake(
            "hand-moves-copies",
            "your answer is what you get when new tensors are made and the parameters stay",
            "Which object does the caller look at after your function has returned?",
            hand_moves_copies,
        ),
    ),
    hints=(
        "A step is four things: clear, compute, backward, move.",
        "The line `with minigrad.no_grad():` and the two lines below it belong together. What must be in .grad "
        "when they run?",
        "Clear both .grad, compute the loss, loss.backward(), then the block under no_grad, then return.",
    ),
)


# --- gradients: on paper -----------------------------------------------------------------------------------

Arrays = tuple[Any, Any]


def slopes_of_the_loss(x: np.ndarray, y: np.ndarray, w: np.ndarray, b: np.ndarray) -> Arrays:
    w_slope, b_slope = slopes(lambda w, b: mean_squared_error(x, y, w, b), (w, b), wrt=(0, 1))
    return np.asarray(w_slope), np.asarray(b_slope)


def forgets_the_two(x: np.ndarray, y: np.ndarray, w: np.ndarray, b: np.ndarray) -> Arrays:
    error = x @ w.T + b - y
    return error.T @ x / len(x), error.mean(axis=0)


def sums_the_rows(x: np.ndarray, y: np.ndarray, w: np.ndarray, b: np.ndarray) -> Arrays:
    error = x @ w.T + b - y
    return 2 * error.T @ x, 2 * error.sum(axis=0)


def forgets_x(x: np.ndarray, y: np.ndarray, w: np.ndarray, b: np.ndarray) -> Arrays:
    error = x @ w.T + b - y
    return 2 * error.mean(axis=0, keepdims=True), 2 * error.mean(axis=0)


def loses_the_axes(x: np.ndarray, y: np.ndarray, w: np.ndarray, b: np.ndarray) -> Arrays:
    error = x @ w.T + b - y
    return 2 * (error * x).mean(), 2 * error.mean()


def turns_the_sign(x: np.ndarray, y: np.ndarray, w: np.ndarray, b: np.ndarray) -> Arrays:
    error = y - x @ w.T - b
    return 2 * error.T @ x / len(x), 2 * error.mean(axis=0)


GRADIENTS = Task(
    name="gradients",
    title="Both gradients on paper",
    cases=(
        Case(
            lambda: (
                np.array([[0.0], [1.0], [2.0]]),
                np.array([[1.0], [3.0], [5.0]]),
                np.zeros((1, 1)),
                np.zeros(1),
            )
        ),
        Case(
            lambda: (
                np.array([[2.0], [-1.0]]),
                np.array([[0.5], [4.0]]),
                np.array([[1.5]]),
                np.array([-2.0]),
            )
        ),
    ),
    properties=(
        same(
            "(w_grad, b_grad)",
            lambda run: run.result,
            lambda run: slopes_of_the_loss(*run.inputs),
            source=FINITE_DIFFERENCES,
            rtol=1e-5,
            atol=1e-6,
            parts=("w_grad", "b_grad"),
        ),
    ),
    mistakes=(
        Mistake(
            "forgets-the-two",
            "your answer is what you get when the slope of a square is taken to be the error itself",
            "What is the slope of e² at e = 3?",
            forgets_the_two,
        ),
        Mistake(
            "sums-the-rows",
            "your answer is what you get for the sum over the rows, not for their mean",
            "What does `mean` do after it has added?",
            sums_the_rows,
        ),
        Mistake(
            "forgets-x",
            "your answer is what you get when w is treated as b is",
            "By how much does a prediction grow when w grows by a unit, at x = 2?",
            forgets_x,
        ),
        Mistake(
            "loses-the-axes",
            "your answer has the right numbers and not the parameters' shapes",
            "Which shape has w, and which shape has b?",
            loses_the_axes,
        ),
        Mistake(
            "turns-the-sign",
            "your answer is what you get when the error is taken as target minus prediction",
            "When b grows, does prediction − target grow or shrink?",
            turns_the_sign,
        ),
    ),
    hints=(
        "Each row gives 2 · error times the local slope of its prediction; the mean divides by the rows.",
        "The local slope of a prediction is x for w and 1 for b. w_grad has the shape (1, 1), b_grad (1,).",
        "w_grad = 2 * error.T @ x / (rows), and b_grad is 2 times a mean of error over axis 0.",
    ),
)


# --- sgd: what an optimizer does ---------------------------------------------------------------------------


def parameters_moved(run: Run) -> list[Any]:
    return [numbers(p).tolist() for p in run.after[0]]


def moved_by_slope(run: Run) -> list[Any]:
    """Entry by entry: down by lr for each unit of slope."""
    expected = []
    for p in run.inputs[0]:
        grad = np.zeros(tuple(p.shape)) if p.grad is None else numbers(p.grad)
        expected.append((numbers(p) + grad * -run.inputs[1]).tolist())
    return expected


def sgd_uphill(parameters: Sequence[Tensor], lr: float) -> None:
    with minigrad.no_grad():
        for p in parameters:
            if p.grad is not None:
                p += lr * p.grad


def sgd_without_rate(parameters: Sequence[Tensor], lr: float) -> None:
    with minigrad.no_grad():
        for p in parameters:
            if p.grad is not None:
                p -= p.grad


def sgd_trips_over_none(parameters: Sequence[Tensor], lr: float) -> None:
    with minigrad.no_grad():
        for p in parameters:
            p -= lr * p.grad


def sgd_moves_copies(parameters: Sequence[Tensor], lr: float) -> None:
    with minigrad.no_grad():
        for p in parameters:
            if p.grad is not None:
                p = p - lr * p.grad


def sgd_stops_at_none(parameters: Sequence[Tensor], lr: float) -> None:
    with minigrad.no_grad():
        for p in parameters:
            if p.grad is None:
                return
            p -= lr * p.grad


def sgd_clears(parameters: Sequence[Tensor], lr: float) -> None:
    with minigrad.no_grad():
        for p in parameters:
            if p.grad is not None:
                p.sub_(lr * p.grad)
                p.grad = None


SGD = Task(
    name="sgd",
    title="Write step()",
    changes_inputs=(0,),
    repeatable=False,
    cases=(
        Case(
            lambda: ([leaf([[0.0]], [[-26.0]]), leaf([0.0], [-18.0])], 0.5),
            text="w = [[0.]] with w.grad = [[-26.]], b = [0.] with b.grad = [-18.], lr = 0.5",
        ),
        Case(
            lambda: ([leaf([1.0, 2.0], [4.0, -8.0]), leaf([5.0]), leaf(3.0, 2.0)], 0.25),
            text="[1., 2.] with .grad [4., -8.]; [5.] with .grad None; 3. with .grad 2.; lr = 0.25",
        ),
    ),
    properties=(
        same("the parameters", parameters_moved, moved_by_slope),
        same(
            "`.grad` of the parameters",
            lambda run: [p.grad for p in run.after[0]],
            lambda run: [p.grad for p in run.inputs[0]],
        ),
        same(
            "is_leaf of the parameters",
            lambda run: [p.is_leaf for p in run.after[0]],
            lambda run: [True for _ in run.inputs[0]],
        ),
    ),
    mistakes=(
        Mistake(
            "sgd-uphill",
            "your answer is what you get when each parameter moves along its gradient",
            "Does the loss grow or shrink in the direction of the gradient?",
            sgd_uphill,
        ),
        Mistake(
            "sgd-without-rate",
            "your answer is what you get when the learning rate is not used",
            "How far is a step of a gradient of −26 with lr = 0.5?",
            sgd_without_rate,
        ),
        Mistake(
            "sgd-trips-over-none",
            "a parameter that has no gradient is multiplied all the same",
            "What is in .grad of a parameter that the loss does not depend on?",
            sgd_trips_over_none,
        ),
        Mistake(
            "sgd-moves-copies",
            "your answer is what you get when the name p is given to a new tensor",
            "After `p = p - ...`, which tensor is in the list?",
            sgd_moves_copies,
        ),
        Mistake(
            "sgd-stops-at-none",
            "your answer is what you get when the first parameter without a gradient ends the step",
            "What should happen to the parameters that come after it?",
            sgd_stops_at_none,
        ),
        Mistake(
            "sgd-clears",
            "your answer is what you get when the step clears the gradients as well",
            "Which of the optimizer's two methods are you writing?",
            sgd_clears,
        ),
    ),
    hints=(
        "For each parameter that has a gradient: new = old − lr · gradient, in the same tensor.",
        "A change in place (`-=`) of a leaf is allowed only under minigrad.no_grad(). "
        "A parameter may have None in .grad.",
        "with minigrad.no_grad(): go through the parameters; if p.grad is not None, then p -= ...",
    ),
)


# --- repair: a layer that will not fit ---------------------------------------------------------------------


def layer(w: float, b: float) -> Tensor:
    """nn.Linear(1, 1) that begins at the given numbers."""
    made: Tensor = minigrad.nn.Linear(1, 1)
    with minigrad.no_grad():
        made.weight.fill_(w)
        made.bias.fill_(b)
    return made


def train_and_look(train: Any, model: Tensor, x: Tensor, y: Tensor, steps: int, lr: float) -> tuple[Any, ...]:
    losses = train(model, x, y, steps, lr)
    return losses, model.weight.item(), model.bias.item()


def trained_without_a_graph(run: Run) -> tuple[Any, ...]:
    model, (x, y) = run.inputs[0], (numbers(t).reshape(-1, 1) for t in run.inputs[1:3])
    steps, lr = run.inputs[3:]
    w, b, losses = numbers(model.weight), numbers(model.bias), []
    for _ in range(steps):
        losses.append(mean_squared_error(x, y, w, b))
        w_slope, b_slope = slopes(lambda w, b: mean_squared_error(x, y, w, b), (w, b), wrt=(0, 1))
        w, b = w - lr * w_slope, b - lr * b_slope
    return losses, w.item(), b.item()


def train_forgets_to_clear(model: Tensor, x: Tensor, y: Tensor, steps: int, lr: float) -> list[float]:
    optimizer = minigrad.optim.SGD(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        loss = ((model(x) - y.reshape(-1, 1)) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def train_only_weight(model: Tensor, x: Tensor, y: Tensor, steps: int, lr: float) -> list[float]:
    optimizer = minigrad.optim.SGD([model.weight], lr=lr)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = ((model(x) - y.reshape(-1, 1)) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def train_stretches_targets(model: Tensor, x: Tensor, y: Tensor, steps: int, lr: float) -> list[float]:
    optimizer = minigrad.optim.SGD(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def train_stretches_and_leaves_bias(
    model: Tensor, x: Tensor, y: Tensor, steps: int, lr: float
) -> list[float]:
    optimizer = minigrad.optim.SGD([model.weight], lr=lr)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def train_unrepaired(model: Tensor, x: Tensor, y: Tensor, steps: int, lr: float) -> list[float]:
    optimizer = minigrad.optim.SGD([model.weight], lr=lr)
    losses = []
    for _ in range(steps):
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def train_only_targets_mended(model: Tensor, x: Tensor, y: Tensor, steps: int, lr: float) -> list[float]:
    optimizer = minigrad.optim.SGD([model.weight], lr=lr)
    losses = []
    for _ in range(steps):
        loss = ((model(x) - y.reshape(-1, 1)) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def train_clears_before_step(model: Tensor, x: Tensor, y: Tensor, steps: int, lr: float) -> list[float]:
    optimizer = minigrad.optim.SGD(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        loss = ((model(x) - y.reshape(-1, 1)) ** 2).mean()
        loss.backward()
        optimizer.zero_grad()
        optimizer.step()
        losses.append(loss.item())
    return losses


REPAIR = Task(
    name="repair",
    title="Bug hunt: a layer that will not fit",
    use=train_and_look,
    changes_inputs=(0,),
    repeatable=False,
    cases=(
        Case(
            lambda: (layer(0.0, 0.0), column(0.0, 1.0, 2.0), minigrad.tensor([1.0, 3.0, 5.0]), 20, 0.25),
            text="a layer with weight 0 and bias 0, the three points, steps = 20, lr = 0.25",
        ),
        Case(
            lambda: (layer(1.0, -1.0), column(2.0, -1.0), minigrad.tensor([4.0, 2.0]), 3, 0.125),
            text="a layer with weight 1 and bias -1, the points (2, 4) and (-1, 2), steps = 3, lr = 0.125",
        ),
    ),
    properties=(
        same(
            "(losses, weight, bias)",
            lambda run: run.result,
            trained_without_a_graph,
            source="gradient descent with finite differences",
            rtol=1e-4,
            atol=1e-5,
            parts=("losses", "weight", "bias"),
        ),
    ),
    mistakes=(
        Mistake(
            "train-forgets-to-clear",
            "your answer is what you get when every step uses the sum of all gradients so far",
            "What stands in weight.grad before the second backward()?",
            train_forgets_to_clear,
        ),
        Mistake(
            "train-only-weight",
            "your answer is what you get when the optimizer was given only the weight",
            "bias.grad is filled in every step. Who should move the bias?",
            train_only_weight,
        ),
        Mistake(
            "train-stretches-targets",
            "your answer is what you get when (3, 1) minus (3,) is left to become (3, 3)",
            "How many errors do three points have? Print the shape of model(x) - y.",
            train_stretches_targets,
        ),
        Mistake(
            "train-stretches-and-leaves-bias",
            "your answer is what you get when only zero_grad was put in",
            "Print the shape of model(x) - y, and print bias after every step.",
            train_stretches_and_leaves_bias,
        ),
        Mistake(
            "train-unrepaired",
            "your answer is what you get when all three bugs are still in",
            "Print the shape of model(x) - y first. How many errors do the points have?",
            train_unrepaired,
        ),
        Mistake(
            "train-only-targets-mended",
            "your answer is what you get when only the shape of the targets was mended",
            "Print bias after every step, and weight.grad before every backward(). What should they do?",
            train_only_targets_mended,
        ),
        Mistake(
            "train-clears-before-step",
            "your answer is what you get when the gradients are cleared before the step",
            "What does step() find in weight.grad?",
            train_clears_before_step,
        ),
    ),
    hints=(
        "Three questions: how many errors are there, what is in .grad before backward(), who moves the bias?",
        "Print (model(x) - y).shape, then model.bias after each step, then weight.grad before each backward().",
        "Reshape y to (n, 1); give the optimizer model.parameters(); call zero_grad() in the loop.",
    ),
)


# --- what the lesson asks ----------------------------------------------------------------------------------

PREDICTIONS = (
    Prediction(
        name="weight-grad-shape",
        prompt="`x` has the shape (3, 1), `w` has (1, 1), `b` has (1,). Which shape has `w.grad`?",
        kind="shape",
        explanation="A gradient has its leaf's shape, however many rows went into the loss.",
    ),
    Prediction(
        name="nobody-clears",
        prompt=(
            "In a first step `b.grad` became -6. At the place where that step leads, the slope in `b` is "
            "-3.0667. Nobody clears `b.grad`. Which number is in it after the second `backward()`?"
        ),
        kind="number",
        explanation="−6 − 3.0667 = −9.0667: the second gradient was added to the first.",
    ),
)

QUESTIONS = (
    Question(
        name="loss-curve",
        prompt=(
            "A training loop lacks `zero_grad()`. Its loss falls for two steps, rises again, falls again, and "
            "so on. Which reason is right?"
        ),
        choices=(
            Choice(
                "The learning rate is too large.",
                "A curve that goes up and down often has this reason. But with the gradient cleared, the same "
                "rate brings the loss down in every step.",
            ),
            Choice(
                "Each step is made with the sum of all gradients so far.",
                "Old gradients go on pushing after the parameters have passed the best place.",
                right=True,
            ),
            Choice(
                "Three points are too few.",
                "Few points make a poor model of the world, but here they lie on one line, which can be met.",
            ),
        ),
    ),
    Question(
        name="whose-parameters",
        prompt=(
            "`optimizer = optim.SGD([model.weight], lr=0.1)`, and the loss depends on `model.bias` too. What "
            "does a training step do with the bias?"
        ),
        choices=(
            Choice(
                "It moves, because `backward()` fills `model.bias.grad`.",
                "`backward()` does fill it. But it moves nothing; only the optimizer does, and it has a list.",
            ),
            Choice(
                "It stays, and its `.grad` grows from step to step.",
                "The optimizer neither moves nor clears what is not in its list.",
                right=True,
            ),
            Choice(
                "It moves, because the weight belongs to the same model.",
                "The optimizer got a tensor, and knows nothing of the model that it came from.",
            ),
        ),
    ),
)

REVIEW = (
    Question(
        name="review-shapes",
        prompt="A tensor of shape (3, 1) minus one of shape (3,): which shape has the result?",
        choices=(
            Choice("(3, 1)", "Shapes are compared from the right: 1 meets 3, and is stretched to 3."),
            Choice(
                "(3, 3)", "From the right, 1 meets 3, and nothing meets 3; both are stretched.", right=True
            ),
            Choice("an error", "It would be one if two different numbers met, none of them 1."),
        ),
    ),
    Question(
        name="review-paths",
        prompt="A bias is added to each of three rows, and each row's slope is 2. What arrives at the bias?",
        choices=(
            Choice("2", "That is what one row brings. The bias acts on three rows."),
            Choice("6", "Three paths lead to the bias, and what they bring adds up.", right=True),
            Choice("8", "Paths are added, not multiplied."),
        ),
    ),
)

UNIT = Unit(
    number="09",
    name="09_fitting_a_line",
    title="Fitting a line",
    tasks=(ORDER, GRADIENTS, SGD, REPAIR),
    predictions=PREDICTIONS,
    questions=QUESTIONS,
    review=REVIEW,
)
