"""Unit 05, leaves, accumulation, zero_grad: where gradients land, why they add up, and when to clear them."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

import minigrad
from classroom.check.compare import compare
from classroom.check.finite_differences import slopes
from classroom.check.properties import FINITE_DIFFERENCES, gradient, in_grad, same
from classroom.check.specification import Case, Difference, Mistake, Property, Run, Task, Unit
from classroom.check.values import show
from classroom.question.specification import Choice, Prediction, Question

Tensor = Any  # minigrad.Tensor, whose operators are made when it is imported, unseen by a type checker


def leaf(value: Any, grad: Any = None) -> Tensor:
    """A fresh leaf that requires a gradient, with `grad` left in it from before."""
    x = minigrad.tensor(value, requires_grad=True)
    x.grad = None if grad is None else minigrad.tensor(grad)
    return x


# --- order: a training step --------------------------------------------------------------------------------


def one_step(training_step: Callable[..., Any], w: Tensor, lr: float) -> dict[str, Any]:
    """Make one step on the loss (w - 3)², and count the backward passes that reached w."""
    arrived: list[Tensor] = []
    w.register_hook(arrived.append)
    loss = training_step(minigrad.optim.SGD([w], lr=lr), lambda: (w - 3) ** 2)
    return {"loss": loss, "backward passes": len(arrived)}


def w_after_one_step(run: Run) -> float:
    w, lr = run.inputs
    slope = slopes(lambda w: (w - 3) ** 2, (w,), wrt=(0,))[0]
    return float(w.item() - lr * slope)


def clears_before_step(optimizer: Any, loss_function: Callable[[], Tensor]) -> float:
    loss = loss_function()
    loss.backward()
    optimizer.zero_grad()
    optimizer.step()
    return loss.item()


def clears_at_the_end(optimizer: Any, loss_function: Callable[[], Tensor]) -> float:
    loss = loss_function()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss.item()


def never_clears(optimizer: Any, loss_function: Callable[[], Tensor]) -> float:
    loss = loss_function()
    loss.backward()
    optimizer.step()
    return loss.item()


def steps_first(optimizer: Any, loss_function: Callable[[], Tensor]) -> float:
    optimizer.zero_grad()
    loss = loss_function()
    optimizer.step()
    loss.backward()
    return loss.item()


def steps_with_old_gradient(optimizer: Any, loss_function: Callable[[], Tensor]) -> float:
    optimizer.step()
    optimizer.zero_grad()
    loss = loss_function()
    loss.backward()
    return loss.item()


def returns_too_early(optimizer: Any, loss_function: Callable[[], Tensor]) -> float:
    optimizer.zero_grad()
    loss = loss_function()
    return loss.item()


ORDER = Task(
    name="order",
    title="Put a training step in order",
    use=one_step,
    changes_inputs=(0,),
    cases=(
        Case(lambda: (leaf(0.0), 0.25), text="w = 0.0, loss (w − 3)², lr = 0.25"),
        Case(
            lambda: (leaf(5.0, grad=100.0), 0.25),
            text="w = 5.0 with 100.0 left in w.grad, loss (w − 3)², lr = 0.25",
        ),
    ),
    properties=(
        same(
            "the loss returned", lambda run: run.result["loss"], lambda run: (run.inputs[0].item() - 3) ** 2
        ),
        same(
            "w after the step", lambda run: run.after[0].item(), w_after_one_step, source=FINITE_DIFFERENCES
        ),
    ),
    mistakes=(
        Mistake(
            "clears-before-step",
            "your answer is what you get when the gradient is cleared before the step could use it",
            "What stands in w.grad at the moment when step() is called?",
            clears_before_step,
        ),
        Mistake(
            "clears-at-the-end",
            "your answer is what you get when the gradient is cleared only after the step",
            "In the very first call, what does backward() add to?",
            clears_at_the_end,
        ),
        Mistake(
            "never-clears",
            "your answer is what you get when this step's gradient is added to an older one",
            "Which of the five lines takes the old gradient away?",
            never_clears,
        ),
        Mistake(
            "steps-first",
            "your answer is what you get when the step is made before this step's gradient is there",
            "Which line puts a gradient into w.grad, and which line uses it?",
            steps_first,
        ),
        Mistake(
            "steps-with-old-gradient",
            "your answer is what you get when the step is made with the gradient from before the call",
            "Whose gradient stands in w.grad when your function begins?",
            steps_with_old_gradient,
        ),
        Mistake(
            "returns-too-early",
            "your answer is what you get when the function returns before the backward pass",
            "Which lines does Python never reach after a return?",
            returns_too_early,
        ),
    ),
    hints=(
        "step() uses whatever stands in .grad when it is called. What must stand there, and what must not?",
        "Two lines depend on each other in an obvious way: one makes the loss, one calls backward() on it. "
        "Place these two, then ask for each other line: does it have to come before them or after them?",
        "Clear, compute, backward, step, return. Now find the line for each word.",
    ),
)


# --- paths: one line of a backward pass by hand ------------------------------------------------------------

Numbers = float | np.ndarray


def three_uses(x: Any) -> Any:
    """The function that the exercise differentiates."""
    return (x * x) * (x + 3)


def last_path_wins(x: Numbers) -> tuple[Any, Any]:
    a, b = x * x, x + 3
    b_grad = a
    return a * b, b_grad


def first_path_only(x: Numbers) -> tuple[Any, Any]:
    a, b = x * x, x + 3
    a_grad = b
    return a * b, 2 * x * a_grad


def square_used_once(x: Numbers) -> tuple[Any, Any]:
    a, b = x * x, x + 3
    a_grad, b_grad = b, a
    return a * b, x * a_grad + b_grad


def multiplies_the_paths(x: Numbers) -> tuple[Any, Any]:
    a, b = x * x, x + 3
    a_grad, b_grad = b, a
    return a * b, 2 * x * a_grad * b_grad


def averages_the_paths(x: Numbers) -> tuple[Any, Any]:
    a, b = x * x, x + 3
    a_grad, b_grad = b, a
    return a * b, (x * a_grad + x * a_grad + b_grad) / 3


def forgets_local_slopes(x: Numbers) -> tuple[Any, Any]:
    a, b = x * x, x + 3
    a_grad, b_grad = b, a
    return a * b, a_grad + b_grad


PATHS = Task(
    name="paths",
    title="Three paths to x",
    cases=(
        Case(lambda: (1.0,)),
        Case(lambda: (-2.0,)),
        Case(lambda: (np.array([[0.5, 2.0], [-1.0, 3.0]]),)),
    ),
    properties=(
        same("y", lambda run: run.result[0], lambda run: three_uses(run.inputs[0])),
        gradient(of=three_uses, got=lambda run: run.result[1], seed=np.ones, names=("x_grad",)),
    ),
    mistakes=(
        Mistake(
            "last-path-wins",
            "your answer is what you get when the path through the sum overwrites the others",
            "x is used in two nodes. When x rises a little, does only one of them notice?",
            last_path_wins,
        ),
        Mistake(
            "first-path-only",
            "your answer is what you get when the path through `x + 3` is left out",
            "If x * x did not change at all, would y still depend on x?",
            first_path_only,
        ),
        Mistake(
            "square-used-once",
            "your answer is what you get when `x * x` counts as one use of x",
            "How many arrows lead from x to the node of x * x?",
            square_used_once,
        ),
        Mistake(
            "multiplies-the-paths",
            "your answer is what you get when the paths are multiplied",
            "In y = x + x there are two paths, each with the slope 1. What is the slope of y?",
            multiplies_the_paths,
        ),
        Mistake(
            "averages-the-paths",
            "your answer is what you get when the mean of the paths is taken",
            "In y = x + x there are two paths, each with the slope 1. What is the slope of y?",
            averages_the_paths,
        ),
        Mistake(
            "forgets-local-slopes",
            "your answer is what you get when the arriving numbers are added without their local slopes",
            "By how much does x * x change for each unit that x changes?",
            forgets_local_slopes,
        ),
    ),
    hints=(
        "Multiply along each path, add across the paths.",
        "a_grad arrives at the node x * x, which uses x on the left and on the right. b_grad arrives at x + "
        "3. Write down the local slope for each of the three uses.",
        "A sum of three products: x_grad = a_grad * ... + a_grad * ... + b_grad * ...",
    ),
)


# --- leaves: where gradients land --------------------------------------------------------------------------


def simple_tensors() -> dict[str, Tensor]:
    w, x = leaf(3.0), minigrad.tensor(2.0)
    return {"w": w, "x": x, "p": w * x}


def tensors_of_every_kind() -> dict[str, Tensor]:
    w, b = leaf([1.0, 2.0]), leaf(5.0, grad=1.0)
    x: Tensor = minigrad.tensor([3.0, 4.0])
    p = w * x
    p.retain_grad()
    return {"q": p + b, "p": p, "x": x, "b": b, "double": x * 2, "w": w, "cut": p.detach()}


def filled_by_backward(tensors: dict[str, Tensor]) -> list[str]:
    """Clear every .grad, run a backward pass from all the tensors at once, and look."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # looking into .grad between the leaves warns
        for t in tensors.values():
            t.grad = None
        tracked = [t.sum() for t in tensors.values() if t.requires_grad]
        if tracked:
            sum(tracked[1:], tracked[0]).backward()
        return [name for name, t in tensors.items() if t.grad is not None]


def names_are_those_filled(run: Run) -> Difference | None:
    filled = filled_by_backward(run.case.make()[0])
    difference = compare(run.result, filled)
    if difference is None or not isinstance(run.result, (list, tuple)):
        return difference
    return Difference(f"The result is {show(run.result)}; a backward pass fills {show(filled)}.")


def gradients_now(tensors: dict[str, Tensor]) -> dict[str, Any]:
    return {name: t.grad for name, t in tensors.items() if t.is_leaf}


def everything_that_requires_grad(tensors: dict[str, Tensor]) -> list[str]:
    return [name for name, t in tensors.items() if t.requires_grad]


def every_leaf(tensors: dict[str, Tensor]) -> list[str]:
    return [name for name, t in tensors.items() if t.is_leaf]


def forgets_retain_grad(tensors: dict[str, Tensor]) -> list[str]:
    return [name for name, t in tensors.items() if t.requires_grad and t.is_leaf]


def forgets_requires_grad(tensors: dict[str, Tensor]) -> list[str]:
    return [name for name, t in tensors.items() if t.is_leaf or t.retains_grad]


def looks_at_grad_now(tensors: dict[str, Tensor]) -> list[str]:
    return [name for name, t in tensors.items() if t.grad is not None]


LEAVES = Task(
    name="leaves",
    title="Where will the gradients land?",
    cases=(
        Case(
            lambda: (simple_tensors(),),
            text="w a leaf that requires a gradient, x a leaf that does not, p = w * x",
        ),
        Case(
            lambda: (tensors_of_every_kind(),),
            text=(
                "w and b leaves that require a gradient, 1.0 left in b.grad; x a leaf that does not require "
                "one; p = w * x with p.retain_grad(); q = p + b; double = x * 2; cut = p.detach(), the "
                "values of p without its graph; in the order q, p, x, b, double, w, cut"
            ),
        ),
        Case(lambda: ({"x": minigrad.tensor(1.0)},), text="only x, a leaf that does not require a gradient"),
    ),
    properties=(
        Property("the names that a backward pass fills", names_are_those_filled),
        same(
            "`.grad` of the leaves",
            lambda run: gradients_now(run.after[0]),
            lambda run: gradients_now(run.inputs[0]),
            says="A `.grad` has changed. Decide without running a backward pass.",
        ),
    ),
    mistakes=(
        Mistake(
            "everything-that-requires-grad",
            "your answer is what you get when every tensor that requires a gradient is listed",
            "p = w * x requires a gradient too. What did the lesson's p.grad print?",
            everything_that_requires_grad,
        ),
        Mistake(
            "every-leaf",
            "your answer is what you get when every leaf is listed",
            "Data are leaves as well. Do they receive a gradient?",
            every_leaf,
        ),
        Mistake(
            "forgets-retain-grad",
            "your answer is what you get when retain_grad() is not taken into account",
            "For which tensors between the leaves is the gradient kept after all?",
            forgets_retain_grad,
        ),
        Mistake(
            "forgets-requires-grad",
            "your answer is what you get when it is not asked whether a leaf requires a gradient",
            "x is a leaf. Did anybody ask for its gradient?",
            forgets_requires_grad,
        ),
        Mistake(
            "looks-at-grad-now",
            "your answer is what you get when you list what has a gradient already",
            "What does a fresh weight have in .grad before its first backward pass?",
            looks_at_grad_now,
        ),
    ),
    hints=(
        "Two things must come together: the tensor wants a gradient, and it is one that keeps what arrives.",
        "Look at the lesson's table of six tensors. Which two columns decide? "
        "Then look at the cell with retain_grad(): it adds a second way to be one that keeps what arrives.",
        "For each name and tensor: requires_grad, and then is_leaf or retains_grad. Mind the brackets: "
        "`and` binds more tightly than `or`.",
    ),
)


# --- accumulate: the rule itself ---------------------------------------------------------------------------


def array_leaf(data: Any, grad: Any = None) -> SimpleNamespace:
    return SimpleNamespace(data=np.array(data), grad=None if grad is None else np.array(grad))


def let_arrive(accumulate: Callable[..., Any], leaf: Any, arriving: Sequence[np.ndarray]) -> dict[str, Any]:
    """Let gradients arrive at the leaf one after the other, and watch leaf.grad."""
    stays = shares = False
    for gradient_ in arriving:
        before = leaf.grad
        accumulate(leaf, gradient_)
        stays = leaf.grad is before
        shares = shares or (isinstance(leaf.grad, np.ndarray) and np.shares_memory(leaf.grad, gradient_))
    return {"grad": leaf.grad, "shares": shares, "stays": stays}


def sum_of_arrivals(run: Run) -> np.ndarray:
    before, arrived = run.inputs[0].grad, np.sum(run.inputs[1], axis=0)
    return np.asarray(arrived if before is None else before + arrived)


def must_stay(run: Run) -> bool:
    """Whether something was in leaf.grad before the last gradient arrived, so that the object must stay."""
    return run.inputs[0].grad is not None or len(run.inputs[1]) > 1


UNCHANGED = same("leaf.grad", lambda run: run.after[0].grad, lambda run: run.inputs[0].grad)


def overwrites(leaf: Any, arriving: np.ndarray) -> None:
    if arriving.shape != leaf.data.shape:
        raise ValueError("shapes differ")
    leaf.grad = arriving.copy()


def keeps_what_arrived(leaf: Any, arriving: np.ndarray) -> None:
    if arriving.shape != leaf.data.shape:
        raise ValueError("shapes differ")
    if leaf.grad is None:
        leaf.grad = arriving
    else:
        leaf.grad += arriving


def makes_a_new_sum(leaf: Any, arriving: np.ndarray) -> None:
    if arriving.shape != leaf.data.shape:
        raise ValueError("shapes differ")
    leaf.grad = arriving.copy() if leaf.grad is None else leaf.grad + arriving


def lets_shapes_stretch(leaf: Any, arriving: np.ndarray) -> None:
    if leaf.grad is None:
        leaf.grad = arriving.copy()
    else:
        leaf.grad += arriving


def compares_shapes_too_late(leaf: Any, arriving: np.ndarray) -> None:
    if leaf.grad is None:
        leaf.grad = arriving.copy()
    else:
        leaf.grad += arriving
    if arriving.shape != leaf.data.shape:
        raise ValueError("shapes differ")


def collapses_to_a_number(leaf: Any, arriving: np.ndarray) -> None:
    if arriving.shape != leaf.data.shape:
        raise ValueError("shapes differ")
    leaf.grad = arriving.sum() if leaf.grad is None else leaf.grad + arriving.sum()


def adds_the_first_twice(leaf: Any, arriving: np.ndarray) -> None:
    if arriving.shape != leaf.data.shape:
        raise ValueError("shapes differ")
    if leaf.grad is None:
        leaf.grad = arriving.copy()
    leaf.grad += arriving


def adds_to_none(leaf: Any, arriving: np.ndarray) -> None:
    if arriving.shape != leaf.data.shape:
        raise ValueError("shapes differ")
    leaf.grad += arriving


def asks_for_truth(leaf: Any, arriving: np.ndarray) -> None:
    if arriving.shape != leaf.data.shape:
        raise ValueError("shapes differ")
    if not leaf.grad:
        leaf.grad = arriving.copy()
    else:
        leaf.grad += arriving


ACCUMULATE = Task(
    name="accumulate",
    title="Accumulate",
    use=let_arrive,
    changes_inputs=(0,),
    cases=(
        Case(
            lambda: (array_leaf([1.0, 2.0]), [np.array([10.0, 20.0])]),
            text="leaf.data = [1. 2.], leaf.grad = None; [10. 20.] arrives",
        ),
        Case(
            lambda: (array_leaf([1.0, 2.0]), [np.array([10.0, 20.0]), np.array([1.0, 1.0])]),
            text="leaf.data = [1. 2.], leaf.grad = None; first [10. 20.] arrives, then [1. 1.]",
        ),
        Case(
            lambda: (array_leaf([[1.0], [2.0]], grad=[[5.0], [7.0]]), [np.array([[0.5], [-7.0]])]),
            text="leaf.data = [[1.] [2.]], leaf.grad = [[5.] [7.]]; [[0.5] [-7.]] arrives",
        ),
        Case(
            lambda: (array_leaf(4.0), [np.array(3.0), np.array(-1.0)]),
            text="all of shape (): leaf.data = 4., leaf.grad = None; first 3. arrives, then -1.",
        ),
        Case(
            lambda: (
                array_leaf([[1.0, 2.0], [3.0, 4.0]], grad=[[1.0, 1.0], [1.0, 1.0]]),
                [np.array([5.0, 6.0])],
            ),
            raises=ValueError,
            because="a gradient of shape (2,) is not one for a leaf of shape (2, 2)",
            text="leaf.data = [[1. 2.] [3. 4.]], leaf.grad = [[1. 1.] [1. 1.]]; [5. 6.] arrives",
            properties=(UNCHANGED,),
        ),
        Case(
            lambda: (array_leaf([1.0, 2.0]), [np.array([[5.0], [6.0]])]),
            raises=ValueError,
            because="a gradient of shape (2, 1) is not one for a leaf of shape (2,)",
            text="leaf.data = [1. 2.], leaf.grad = None; [[5.] [6.]] arrives",
            properties=(UNCHANGED,),
        ),
    ),
    properties=(
        same("leaf.grad", lambda run: run.result["grad"], sum_of_arrivals, source="adding up what arrived"),
        same(
            "whether leaf.grad is the array that arrived",
            lambda run: run.result["shares"],
            lambda run: False,
            says="leaf.grad is the very array that arrived. Whoever changes that array changes leaf.grad.",
        ),
        same(
            "whether leaf.grad is still the same object",
            lambda run: run.result["stays"],
            must_stay,
            says="leaf.grad is another array than before. Whoever held on to it does not see the sum.",
        ),
        same("leaf.data", lambda run: run.after[0].data, lambda run: run.inputs[0].data),
    ),
    mistakes=(
        Mistake(
            "overwrites",
            "your answer is what you get when a new gradient replaces the old one",
            "What was in leaf.grad before your function ran, and where is it now?",
            overwrites,
        ),
        Mistake(
            "keeps-what-arrived",
            "your answer is what you get when leaf.grad is the very array that arrived",
            "After `a = b`, how many arrays are there? What does `a += 1` do to b?",
            keeps_what_arrived,
        ),
        Mistake(
            "makes-a-new-sum",
            "your answer is what you get when the sum goes into a new array",
            "What is the difference between `a = a + b` and `a += b` for somebody else who holds a?",
            makes_a_new_sum,
        ),
        Mistake(
            "lets-shapes-stretch",
            "your answer is what you get when NumPy is left to make the shapes fit",
            "What does NumPy do when an array of shape (2,) is added to one of shape (2, 2)?",
            lets_shapes_stretch,
        ),
        Mistake(
            "compares-shapes-too-late",
            "your answer is what you get when the shapes are compared after leaf.grad was changed",
            "What does leaf.grad hold at the moment when the error is raised?",
            compares_shapes_too_late,
        ),
        Mistake(
            "collapses-to-a-number",
            "your answer is what you get when the gradient is summed up to a single number",
            "The leaf has several numbers. How many slopes are there?",
            collapses_to_a_number,
        ),
        Mistake(
            "adds-the-first-twice",
            "your answer is what you get when the first gradient is copied and then added as well",
            "When leaf.grad was None, which of your lines run?",
            adds_the_first_twice,
        ),
        Mistake(
            "adds-to-none",
            "your answer is what you get when the first gradient is added to None",
            "What is in leaf.grad before anything has arrived?",
            adds_to_none,
        ),
        Mistake(
            "asks-for-truth",
            "your answer is what you get when an array is asked whether it is true",
            "You want to know whether leaf.grad is None. Which Python expression says exactly that?",
            asks_for_truth,
        ),
    ),
    hints=(
        "There are three situations: the shape is wrong; nothing has arrived yet; something is there "
        "already.",
        "For the first gradient: how do you get an array with the same numbers that is not the same array? "
        "For the others: which operator writes into the array that is there?",
        "if the shapes differ: raise ValueError(...). If leaf.grad is None: a .copy() of what arrived. "
        "Otherwise: `+=`.",
    ),
)


# --- batches: the whole from its parts ---------------------------------------------------------------------

Batch = tuple[Tensor, Tensor]
MeanLoss = Callable[[Tensor, Tensor], Tensor]


def mean_squared_error(w: Tensor, b: Tensor, x: Tensor, target: Tensor) -> Tensor:
    return ((w * x + b - target) ** 2).mean()


def in_batches(
    backward_in_batches: Callable[..., Any], w: Tensor, b: Tensor, x: Tensor, target: Tensor, rows: list[int]
) -> Any:
    """Cut x and target into batches of these numbers of rows, and let the answer go through them."""
    ends = np.cumsum(rows).tolist()
    batches = [(x[end - n : end], target[end - n : end]) for n, end in zip(rows, ends, strict=True)]
    return backward_in_batches([w, b], lambda x, y: mean_squared_error(w, b, x, y), batches)


def loss_of_all_rows(w: Tensor, b: Tensor, x: Tensor, target: Tensor, rows: list[int]) -> Tensor:
    return mean_squared_error(w, b, x, target)


def adds_the_means(parameters: list[Tensor], mean_loss: MeanLoss, batches: list[Batch]) -> None:
    for parameter in parameters:
        parameter.grad = None
    for x, y in batches:
        mean_loss(x, y).backward()


def divides_by_batches(parameters: list[Tensor], mean_loss: MeanLoss, batches: list[Batch]) -> None:
    for parameter in parameters:
        parameter.grad = None
    for x, y in batches:
        (mean_loss(x, y) / len(batches)).backward()


def clears_between(parameters: list[Tensor], mean_loss: MeanLoss, batches: list[Batch]) -> None:
    rows = sum(len(x) for x, _ in batches)
    for x, y in batches:
        for parameter in parameters:
            parameter.grad = None
        (mean_loss(x, y) * (len(x) / rows)).backward()


def keeps_old_gradient(parameters: list[Tensor], mean_loss: MeanLoss, batches: list[Batch]) -> None:
    rows = sum(len(x) for x, _ in batches)
    for x, y in batches:
        (mean_loss(x, y) * (len(x) / rows)).backward()


def neither_clears_nor_weights(parameters: list[Tensor], mean_loss: MeanLoss, batches: list[Batch]) -> None:
    for x, y in batches:
        mean_loss(x, y).backward()


def never_divides(parameters: list[Tensor], mean_loss: MeanLoss, batches: list[Batch]) -> None:
    for parameter in parameters:
        parameter.grad = None
    for x, y in batches:
        (mean_loss(x, y) * len(x)).backward()


BATCHES = Task(
    name="batches",
    title="The whole from its batches",
    use=in_batches,
    cases=(
        Case(
            lambda: (
                leaf(1.0),
                leaf(0.0),
                minigrad.tensor([1.0, 2.0, 3.0]),
                minigrad.tensor([2.0, 3.0, 6.0]),
                [2, 1],
            ),
            text="the lesson's three rows in batches of 2 and 1, w = 1.0, b = 0.0, loss (w·x + b − target)²",
        ),
        Case(
            lambda: (
                leaf(-1.0, grad=50.0),
                leaf(2.0, grad=70.0),
                minigrad.tensor([1.0, 0.0, -2.0, 4.0, 1.0, 3.0]),
                minigrad.tensor([1.0, 1.0, 2.0, 0.0, -3.0, 5.0]),
                [1, 3, 2],
            ),
            text="six rows in batches of 1, 3 and 2, with 50.0 left in w.grad and 70.0 in b.grad",
        ),
        Case(
            lambda: (leaf(2.0), leaf(1.0), minigrad.tensor([1.0, -1.0]), minigrad.tensor([0.0, 3.0]), [2]),
            text="two rows in a single batch",
        ),
    ),
    properties=(gradient(of=loss_of_all_rows, got=in_grad, names=("w.grad", "b.grad")),),
    mistakes=(
        Mistake(
            "adds-the-means",
            "your answer is what you get when every batch's mean is added as it is",
            "With three batches, how many means are added, and how large would the sum be if all means were "
            "equal?",
            adds_the_means,
        ),
        Mistake(
            "divides-by-batches",
            "your answer is what you get when every batch counts the same",
            "A batch of 1 row and one of 99 rows: should the single row count as much as the 99 together?",
            divides_by_batches,
        ),
        Mistake(
            "clears-between",
            "your answer is what you get when only the last batch is left",
            "What happens to the first batch's gradient when the second batch begins?",
            clears_between,
        ),
        Mistake(
            "keeps-old-gradient",
            "your answer is what you get when the gradient from before the call is still in",
            "What stands in .grad when the first batch's backward pass arrives?",
            keeps_old_gradient,
        ),
        Mistake(
            "neither-clears-nor-weights",
            "your answer is what you get when every batch's mean is added as it is, "
            "to what stood there before",
            "What stands in .grad before the first batch, and how much should a batch of one row count?",
            neither_clears_nor_weights,
        ),
        Mistake(
            "never-divides",
            "your answer is what you get for the sum of the loss over all rows, not for its mean",
            "A mean times its number of rows is a sum. What is missing to make a mean of all rows out of "
            "the sums?",
            never_divides,
        ),
    ),
    hints=(
        "The mean over all rows is not the mean of the batches' means, unless all batches are equally long.",
        "With 3 rows in batches of 2 and 1, the batches' means count ⅔ and ⅓. Where do you get these "
        "fractions from, and where can you multiply by them: before or after backward()?",
        "Count all rows first, and clear every parameter once. Then for each batch: the mean loss, times "
        "its share, and backward().",
    ),
)


# --- repair: a loop with two bugs --------------------------------------------------------------------------

Fitted = tuple[float, float, list[float]]


def descend_with_finite_differences(x: Tensor, y: Tensor, steps: int, lr: float) -> Fitted:
    """Go down the mean squared error with slopes that no graph is needed for."""
    place, losses = np.zeros(2), []
    points, targets = x.detach().numpy().astype(float), y.detach().numpy().astype(float)

    def loss_at(place: np.ndarray) -> float:
        return float(((place[0] * points + place[1] - targets) ** 2).mean())

    for _ in range(steps):
        losses.append(loss_at(place))
        place = place - lr * slopes(loss_at, (place,), wrt=(0,))[0]
    return float(place[0]), float(place[1]), losses


def only_w_moves(x: Tensor, y: Tensor, steps: int, lr: float) -> Fitted:
    w = minigrad.tensor(0.0, requires_grad=True)
    b = minigrad.tensor(0.0, requires_grad=True)
    losses = []
    optimizer = minigrad.optim.SGD([w], lr=lr)
    for _ in range(steps):
        loss = ((w * x + b - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return w.item(), b.item(), losses


def still_clears_too_early(x: Tensor, y: Tensor, steps: int, lr: float) -> Fitted:
    w = minigrad.tensor(0.0, requires_grad=True)
    b = minigrad.tensor(0.0, requires_grad=True)
    losses = []
    optimizer = minigrad.optim.SGD([w, b], lr=lr)
    for _ in range(steps):
        loss = ((w * x + b - y) ** 2).mean()
        loss.backward()
        optimizer.zero_grad()
        optimizer.step()
        losses.append(loss.item())
    return w.item(), b.item(), losses


def never_clears_at_all(x: Tensor, y: Tensor, steps: int, lr: float) -> Fitted:
    w = minigrad.tensor(0.0, requires_grad=True)
    b = minigrad.tensor(0.0, requires_grad=True)
    losses = []
    optimizer = minigrad.optim.SGD([w, b], lr=lr)
    for _ in range(steps):
        loss = ((w * x + b - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return w.item(), b.item(), losses


def one_graph_for_all(x: Tensor, y: Tensor, steps: int, lr: float) -> Fitted:
    w = minigrad.tensor(0.0, requires_grad=True)
    b = minigrad.tensor(0.0, requires_grad=True)
    losses = []
    optimizer = minigrad.optim.SGD([w, b], lr=lr)
    loss = ((w * x + b - y) ** 2).mean()
    for _ in range(steps):
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return w.item(), b.item(), losses


def collects_tensors(x: Tensor, y: Tensor, steps: int, lr: float) -> tuple[float, float, list[Tensor]]:
    w = minigrad.tensor(0.0, requires_grad=True)
    b = minigrad.tensor(0.0, requires_grad=True)
    losses = []
    optimizer = minigrad.optim.SGD([w, b], lr=lr)
    for _ in range(steps):
        loss = ((w * x + b - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss)
    return w.item(), b.item(), losses


REPAIR = Task(
    name="repair",
    title="Bug hunt: a line that will not fit",
    cases=(
        Case(
            lambda: (
                minigrad.tensor([-1.0, 0.0, 1.0, 2.0]),
                minigrad.tensor([-1.0, 1.0, 3.0, 5.0]),
                20,
                0.25,
            ),
            text="the four points of the exercise, steps = 20, lr = 0.25",
        ),
        Case(lambda: (minigrad.tensor([1.0, 2.0]), minigrad.tensor([4.0, 2.0]), 3, 0.125)),
    ),
    properties=(
        same(
            "(w, b, losses)",
            lambda run: run.result,
            lambda run: descend_with_finite_differences(*run.inputs),
            source="gradient descent with finite differences",
            rtol=1e-4,
            atol=1e-5,
            parts=("w", "b", "losses"),
        ),
    ),
    mistakes=(
        Mistake(
            "only-w-moves",
            "your answer is what you get when the optimizer was given only w",
            "b.grad is filled in every step. Who should move b, and does it know of b?",
            only_w_moves,
        ),
        Mistake(
            "still-clears-too-early",
            "your answer is what you get when the gradients are cleared before the step",
            "What does step() find in w.grad and b.grad?",
            still_clears_too_early,
        ),
        Mistake(
            "never-clears-at-all",
            "your answer is what you get when every step uses the sum of all gradients so far",
            "In the second step, what stands in w.grad before backward() runs?",
            never_clears_at_all,
        ),
        Mistake(
            "one-graph-for-all",
            "backward() runs a second time through a graph that the first pass has released",
            "Which line builds the graph, and how often does it run?",
            one_graph_for_all,
        ),
        Mistake(
            "collects-tensors",
            "your answer is what you get when the losses are kept as tensors",
            "What does `.item()` do, and what does a tensor in the list keep alive?",
            collects_tensors,
        ),
    ),
    hints=(
        "Two questions find both bugs: what does step() find in each .grad, and which parameters does it "
        "move?",
        "Print w.grad right before optimizer.step(). When that is mended and w moves, print b after every "
        "step.",
        "One line has to change its place in the loop, and one list has to become longer.",
    ),
)


# --- what the lesson asks ----------------------------------------------------------------------------------

PREDICTIONS = (
    Prediction(
        name="two-paths",
        prompt=(
            "`y = a * b + a` with `a = 2` and `b = 3`. After `y.backward()`, which number is in `a.grad`?"
        ),
        kind="number",
        explanation="1 by the direct path, and 3 through the product.",
    ),
    Prediction(
        name="second-backward",
        prompt=(
            "`y = a * b + a` is computed once more, on the same `a` and `b`, and `y.backward()` is called "
            "once more. Nothing is cleared in between. Which number is in `a.grad` now?"
        ),
        kind="number",
        explanation="4 was there, and 4 more arrived.",
    ),
)

QUESTIONS = (
    Question(
        name="forgotten-zero-grad",
        prompt=(
            "This loop should bring `w` to 3, but `w` runs past 3 and swings to and fro.\n\n"
            "```python\n"
            "for _ in range(8):\n"
            "    loss = (w - 3) ** 2\n"
            "    loss.backward()\n"
            "    optimizer.step()\n"
            "```\n\n"
            "The first step has the slope −6, and `w` becomes 1.5, where the slope is −3. "
            "Why does `w.grad` hold −9 in the second step?"
        ),
        choices=(
            Choice(
                "The learning rate is too large, so the slope grows.",
                "Too large a rate also makes `w` run past its goal, so this is worth suspecting. But the "
                "rate acts on `w`, not on the gradient: at w = 1.5 the slope is −3, whatever the rate is.",
            ),
            Choice(
                "`w.grad` still held the −6 of the first step.",
                "Nobody cleared it, and −6 + (−3) = −9. `optimizer.zero_grad()` is missing from the loop.",
                right=True,
            ),
            Choice(
                "The second loss is built on top of the first, so the graph has grown.",
                "The loop does run on one `w`. But each `loss = ...` builds a graph of its own that ends at "
                "the leaf `w`, and `step()` moves the leaf without becoming part of any graph.",
            ),
        ),
    ),
    Question(
        name="cleared-too-early",
        prompt=(
            "In this loop `w` does not move at all. Why?\n\n"
            "```python\n"
            "for _ in range(3):\n"
            "    loss = (w - 3) ** 2\n"
            "    loss.backward()\n"
            "    optimizer.zero_grad()\n"
            "    optimizer.step()\n"
            "```"
        ),
        choices=(
            Choice(
                "`zero_grad()` sets `w` to zero.",
                "The name could be read that way. It clears `w.grad`; the value of `w` is only ever changed "
                "by `step()`.",
            ),
            Choice(
                "`zero_grad()` must be called before the loss is computed, or the graph is lost.",
                "Moving it up does mend the loop, but for another reason: it never touches a graph. "
                "Directly before `backward()` would do as well.",
            ),
            Choice(
                "`step()` finds nothing in `w.grad`, because it was cleared after `backward()` had filled "
                "it.",
                "Between `backward()` and `step()` nothing may touch `.grad`. Anywhere from `step()` to the "
                "next `backward()` is a right place to clear.",
                right=True,
            ),
        ),
    ),
    Question(
        name="none-between",
        prompt=(
            "`w` is a leaf that requires a gradient. After `p = w * 2`, `loss = p ** 2` and "
            "`loss.backward()`, `p.requires_grad` is `True` and `p.grad` is `None`. Why?"
        ),
        choices=(
            Choice(
                "No gradient passes through `p`.",
                "`None` looks like that. But the gradient of `w` was computed *through* `p`: what arrived "
                "at `p` was multiplied by 2 and sent on.",
            ),
            Choice(
                "`p` is not a leaf; its gradient was passed on and not kept.",
                "`requires_grad` says that a gradient passes here, being a leaf says that it is kept. "
                "`p.retain_grad()` before the backward pass would keep it.",
                right=True,
            ),
            Choice(
                "`backward()` has to be called a second time to fill the tensors in between.",
                "One pass does everything there is to do. A second one through this graph raises a "
                "`RuntimeError`.",
            ),
            Choice(
                "The optimizer has cleared it.",
                "There is no optimizer here, and one would only clear what it was given: leaves.",
            ),
        ),
    ),
    Question(
        name="same-graph-twice",
        prompt=(
            "`w` is a leaf that requires a gradient, and `loss = w ** 2`. You call `loss.backward()` twice, "
            "and the second call raises a `RuntimeError`. "
            "A colleague writes `w.grad = None` between the two calls. What happens?"
        ),
        choices=(
            Choice(
                "The error is gone, and `w.grad` holds the gradient of the second pass.",
                "It is the usual cure when gradients are wrong, so it is tempting here. But the error is "
                "not about `.grad`: the first pass released what the graph had kept.",
            ),
            Choice(
                "The error is gone, and `w.grad` holds twice the gradient.",
                "Clearing would in fact prevent the doubling. The second pass does not get that far, though.",
            ),
            Choice(
                "The same error. The graph no longer has what it needs; `loss` must be computed again.",
                "`.grad` belongs to the leaf, the saved values to the graph. Computing `loss` again builds "
                "a new graph.",
                right=True,
            ),
        ),
    ),
    Question(
        name="not-in-the-list",
        prompt=(
            "A loss depends on `w` and `b`, and the optimizer is `SGD([w], lr=0.1)`. The loop calls "
            "`zero_grad()`, `backward()` and `step()` in the right order. What happens to `b`?"
        ),
        choices=(
            Choice(
                "`b` does not move, and `b.grad` grows by one gradient in every step.",
                "`backward()` fills every leaf of the graph. The optimizer moves and clears only its list.",
                right=True,
            ),
            Choice(
                "`b` moves too, since its gradient is there.",
                "The gradient is there, but somebody must use it. The optimizer has never heard of `b`.",
            ),
            Choice(
                "`b` does not move, and `b.grad` stays `None`.",
                "That mixes up two lists. `backward()` does not know what the optimizer was given; it "
                "follows the graph.",
            ),
            Choice(
                "`b` does not move, and `b.grad` holds the gradient of the last step.",
                "It would, if `zero_grad()` cleared it. But that too goes only through the optimizer's list.",
            ),
        ),
    ),
)

REVIEW = (
    Question(
        name="review-central",
        prompt=(
            "You want to check a slope of x² at x = 3 by hand, and you look at 2.9 and 3.1: the squares are "
            "8.41 and 9.61. Which slope do you get?"
        ),
        choices=(
            Choice(
                "12",
                "The rise is 1.2. It was divided by 0.1, but 2.9 and 3.1 are 0.2 apart.",
            ),
            Choice(
                "6",
                "(9.61 − 8.41) / (3.1 − 2.9) = 1.2 / 0.2 = 6.",
                right=True,
            ),
            Choice(
                "1.2",
                "That is the rise. A slope is the rise for each unit that x moves, so it has still to be "
                "divided by how far x moved.",
            ),
        ),
    ),
    Question(
        name="review-order",
        prompt=(
            "In `h = x * x`, `y = h * 3 + h`, the value `h` is used twice. When may the backward pass "
            "multiply by the local slope of `h = x * x` and go on to `x`?"
        ),
        choices=(
            Choice(
                "As soon as the first gradient arrives at `h`.",
                "Following one path to its end is what a person would do. With it, the node is visited once "
                "for each path that leads to it, or the other path is lost.",
            ),
            Choice(
                "When both gradients have arrived at `h` and were added.",
                "From the product 3 arrives, from the sum directly 1, together 4. Then the node does its "
                "work once, with 4.",
                right=True,
            ),
            Choice(
                "It does not matter; the order changes only the speed.",
                "It matters when a node is visited only once: what arrives too late is lost.",
            ),
        ),
    ),
)

UNIT = Unit(
    number="05",
    name="05_leaves_and_accumulation",
    title="Leaves, accumulation, zero_grad",
    tasks=(ORDER, PATHS, LEAVES, ACCUMULATE, BATCHES, REPAIR),
    predictions=PREDICTIONS,
    questions=QUESTIONS,
    review=REVIEW,
)
