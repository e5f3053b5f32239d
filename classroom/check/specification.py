'''What a unit module writes: a Unit, its Tasks, and for each task its Cases, its properties, its Mistakes.

A unit module ships to learners. It says what must be *true* of a right answer and never holds one: gradients
are compared with finite differences, values with numbers a reader can work out by hand, state with what the
lesson says. A whole small unit, with one task of each common kind, reads like this:

```python
import minigrad
from classroom.check.properties import gradient, in_grad, leaf, same
from classroom.check.specification import Case, Lines, Mistake, Task, Unit


def leaf_at(value, grad=None):
    """A fresh leaf: inputs are built anew for every run, so nothing leaks from one run into the next."""
    x = minigrad.tensor(value, requires_grad=True)
    x.grad = None if grad is None else minigrad.tensor(grad)
    return x


# 1. The learner writes `accumulate(x, rate)`, which works by its effect on x.grad.

def forward(x, rate):               # what is differentiated, as the exercise states it
    return (x * x * rate).sum()


def overwrites(x, rate):            # wrong answers, the way learners write them
    x.grad = 2 * x.detach() * rate


def forgets_rate(x, rate):
    (x * x).sum().backward()


def counts_twice(x, rate):
    (x * x * rate).sum().backward()
    (x * x * rate).sum().backward()


ACCUMULATE = Task(
    name="accumulate",
    title="Add one more gradient",
    cases=(                         # small numbers first: a reader checks them by hand
        Case(lambda: (leaf_at(3.0), 2.0)),
        Case(lambda: (leaf_at([1.0, -2.0], grad=[10.0, 20.0]), 0.5)),
        Case(lambda: ("three", 2.0), raises=TypeError, because="a string has no gradient"),
    ),
    properties=(gradient(of=forward, got=in_grad, accumulates=True), leaf("x", 0)),
    mistakes=(
        Mistake(
            "overwrites",
            "your answer is what you get when the new gradient overwrites the old one",
            "What was in x.grad before your function ran, and where is it now?",
            overwrites,
        ),
        Mistake(
            "forgets-rate",
            "your answer is what you get when the factor `rate` is left out",
            "If rate doubles, what should happen to the slope?",
            forgets_rate,
        ),
        Mistake(
            "counts-twice",
            "your answer is what you get when backward runs twice",
            "How many times does your function add to x.grad?",
            counts_twice,
        ),
    ),
    hints=(
        "`.grad` is a running total: every backward pass adds to it.",
        "Look at the cell that calls `backward()` twice. Which line of yours would undo the first call?",
        "Build the scalar, call `backward()` on it, and assign nothing to `x.grad` yourself.",
    ),
)

# 2. The learner puts lines in order: `def order(): return "..."`. The order is *run*, and the properties look
#    at what it did, so every order that works is right. Line D does not belong (hence `every=False`).

ORDER = Task(
    name="order",
    title="Put one step in order",
    kind="lines",
    lines=Lines(
        {"A": "y.backward()", "B": "x.grad = None", "C": "y = x * x", "D": "x.grad += 2 * x.detach()"},
        given=("x",),
        returns="x.grad",
        every=False,
    ),
    cases=(Case(lambda: (leaf_at(3.0, grad=100.0),), returns=minigrad.tensor(6.0)),),
    mistakes=(
        Mistake("clears-last", "the gradient is cleared after it came in", "What is left at the end?", "CAB"),
        Mistake("never-clears", "the old gradient is still in x.grad", "Where did the 100 go?", "CA"),
        Mistake("adds-by-hand", "the slope is added a second time by hand", "Who adds to x.grad?", "BCAD"),
    ),
    hints=("Something must exist before it is used.", "Which line makes y?", "Clear, compute, then ..."),
)

# 3. The learner chooses: `def which(): return "..."`. What settles it is *run*, not written down, and the
#    message does not show it (`shown=False`).

MADE = {"A": lambda x: x * 2, "B": lambda x: x.exp(), "C": lambda x: x.detach(), "D": lambda x: x + 0}

WHICH = Task(
    name="which",
    title="Which of these is a leaf?",
    kind="choice",
    choices={"A": "x * 2", "B": "x.exp()", "C": "x.detach()", "D": "x + 0"},
    properties=(
        same("is_leaf", lambda run: MADE[run.result](leaf_at(2.0)).is_leaf, lambda run: True, shown=False),
    ),
    mistakes=(
        Mistake("product-is-leaf", "x * 2 is the result of a multiplication", "What is its grad_fn?", "A"),
        Mistake("exp-is-leaf", "x.exp() is the result of an operation", "What is its grad_fn?", "B"),
        Mistake("plus-zero-is-leaf", "adding 0 is an operation too", "What is its grad_fn?", "D"),
    ),
    hints=("A leaf was not computed from tracked tensors.", "Print each grad_fn.", "Which has grad_fn None?"),
)

UNIT = Unit(
    number="05",
    name="05_leaves_and_accumulation",
    title="Leaves, accumulation, zero_grad",
    tasks=(ACCUMULATE, ORDER, WHICH),
)
```

Answers in other shapes:

- A **class**: `kind="class"`, and `use` says what is done with it:
  `use=lambda Node, a, b: (Node(a) * Node(b)).value`. What `use` returns is what the properties and the
  diagnosis look at, so let it return plain data (numbers, lists).
- **Several answers** (`check("04.backward", Node, backward)`): `use` receives them as one tuple,
  `use=lambda answers, a, b: ...`, and each Mistake's `answer` is such a tuple.
- A function over **the learner's own nodes**, with values given as plain Python floats: let `use` build the
  nodes from the case's floats, call the answer and return the floats in `.grad`; then `gradient(of=forward)`
  compares them with finite differences of `forward`, which is called with floats.
- A function whose result is **differentiable**: `use=backward_with_random_gradient` calls the answer, then
  `result.backward(g)` with a random `g`, and `gradient(of=forward, got=in_grad, seed=random_gradient)`
  compares.

The properties stand in `classroom/check/properties.py`. `tests/course` holds every unit to its word: each
mistake must be refused and diagnosed by its own name, so the cases must tell the mistakes apart.
'''

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from classroom.question.specification import Prediction, Question

Kind = Literal["function", "class", "lines", "choice"]


def call(answer: Callable[..., Any], *inputs: Any) -> Any:
    """Use an answer in the ordinary way: call it with the inputs."""
    return answer(*inputs)


@dataclass(frozen=True)
class Case:
    """One input to try.

    make      builds the inputs, a tuple, anew at each call. Give the function small numbers first.
    returns   what must come back, where a reader can work it out by hand (else properties say what holds)
    raises    the exception type that bad input must lead to; `because` says in half a sentence what is bad
    text      how the input is shown to the learner, where its own repr would not be clear
    properties   what must hold in this case, after the task's own (in a case with `raises`, these alone)
    """

    make: Callable[[], tuple[Any, ...]]
    returns: Any = None
    raises: type[Exception] | None = None
    because: str = ""
    text: str = ""
    properties: tuple[Property, ...] = ()


@dataclass(frozen=True)
class Run:
    """What a property looks at: one use of the answer that ended as the case says it should.

    inputs   the inputs as they were before (built anew, never seen by the answer)
    after    the very objects that the answer received, as it left them
    result   what it returned (None in a case with `raises`, where its own properties look at what is left)
    answer   the learner's answer: the function, the class, the order ("CAB"), the choice
    """

    case: Case
    inputs: tuple[Any, ...]
    after: tuple[Any, ...]
    result: Any
    answer: Any = None


@dataclass(frozen=True)
class Difference:
    """How a property failed. Every part is shown to the learner.

    says       one sentence: what is not as it should be
    expected   what it should be, and `source`, who says so ("finite differences")
    got        what it is
    what       the name of the thing compared ("x.grad")
    where      where the two first differ ("at [0, 1]: 6.0 where 16.0 should be")
    shown      False where the message must not show `expected`, because it would be the answer
    """

    says: str
    expected: Any = None
    got: Any = None
    source: str = ""
    what: str = "the result"
    where: str = ""
    shown: bool = True


@dataclass(frozen=True)
class Property:
    """Something that must hold after each run. `test` returns None when it holds, else the Difference."""

    says: str
    test: Callable[[Run], Difference | None]


@dataclass(frozen=True)
class Mistake:
    """A known wrong answer.

    name      short, with hyphens, unique in its unit ("overwrites"): it appears in the class report
    says      a clause that completes "It looks like this: ..." ("your answer is what you get when ...")
    question  one question to think about, never the answer
    answer    the wrong implementation itself (for lines and choices: the wrong order or choice). A learner's
              answer is diagnosed by running both on the same inputs and comparing what they did.
    """

    name: str
    says: str
    question: str
    answer: Any

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", self.name):
            raise ValueError(f"{self.name!r}: a mistake's name is lower-case words joined by hyphens")


@dataclass(frozen=True)
class Lines:
    """Lines of code to be put in order, and how the result is run.

    code      letter -> line of code. A line may span several lines of text and may be indented.
    given     names of the inputs, in the order of the cases' tuples
    returns   the expression that is looked at after the last line
    every     whether each line must be used (False when some of them do not belong)
    names     further names that the lines use (`minigrad` is always there)
    """

    code: Mapping[str, str]
    given: tuple[str, ...] = ()
    returns: str = "None"
    every: bool = True
    names: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class Task:
    """One graded task: what is tried, what must hold, how it goes wrong, and what helps.

    name        the task's part of "05.accumulate"; the solution cell's grade_id is the same word
    title       a few words, shown by `progress()`
    kind        what the answer is: "function", "class", "lines" (an order) or "choice" (a string)
    cases       inputs to try; a choice needs none
    properties  what must hold after each case
    mistakes    at least three; where several match a learner's answer, the most specific is named
    hints       three: the concept, where to look, nearly the code
    use         how an answer is used, where it is not simply called with the inputs
    changes_inputs  True where the function is meant to change its inputs, or the positions of those that it
                is meant to change. The check makes sure that the others keep their values (`.grad` is not
                looked at).
    repeatable  False where a second call with the same inputs may rightly give something else
    seconds     time limit for each case
    """

    name: str
    title: str
    cases: tuple[Case, ...] = (Case(tuple),)
    properties: tuple[Property, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    hints: tuple[str, str, str] = ("", "", "")
    kind: Kind = "function"
    lines: Lines | None = None
    choices: Mapping[str, str] | None = None
    use: Callable[..., Any] = call
    changes_inputs: bool | tuple[int, ...] = False
    repeatable: bool = True
    seconds: float = 5.0


@dataclass(frozen=True)
class Unit:
    """A unit: its number ("05"), its name (that of its folder), its title, its tasks.

    predictions and questions hold what `classroom.question` asks in this unit (see its specification), and
    review further questions, about earlier units.
    """

    number: str
    name: str
    title: str
    tasks: tuple[Task, ...]
    predictions: tuple[Prediction, ...] = ()
    questions: tuple[Question, ...] = ()
    review: tuple[Question, ...] = ()

    def task(self, name: str) -> Task:
        """Return the task called `name`; KeyError when there is none."""
        for task in self.tasks:
            if task.name == name:
                return task
        raise KeyError(name)
