"""What a unit module writes to ask something: its Predictions, its Questions, and their Choices.

All texts are Markdown (`code`, code blocks, lists, $mathematics$). What one unit asks reads like this:

```python
from classroom.question.specification import Choice, Prediction, Question

PREDICTIONS = (
    Prediction(
        name="second-backward",                     # asked as predict("05.second-backward", ...)
        prompt=(
            "`x` is a leaf that holds 3. and `y = x ** 2`. After one `y.backward()`, `x.grad` is 6. "
            "You compute `y = x ** 2` again and call `y.backward()` again. Which number is in `x.grad` now?"
        ),
        kind="number",
        explanation="The second pass brought another 6 and added it to the 6 that was there.",
    ),
    Prediction(
        name="weight-shape",
        prompt="`w` has the shape (3, 2). Which shape has `w.grad`?",
        kind="shape",
        explanation="A gradient has one number for each number of its leaf, so it has the leaf's shape.",
    ),
    Prediction(
        name="result-grad",
        prompt="What does `print(y.grad)` show, where `y = x ** 2`?",
        kind="printed",
        explanation="`y` is a result, not a leaf: its gradient passed through and was not kept.",
    ),
    Prediction(
        name="zeroed-again",
        prompt="`x.grad` is cleared and `y.backward()` is called again on the same `y`. What happens?",
        kind="choice",
        choices=(
            Choice("`x.grad` is 6. again", "Clearing the leaf's sum does not bring back what `y` had saved."),
            Choice("a `RuntimeError`", "The first pass released what `y` had saved.", right=True),
        ),
        explanation="`x.grad` and the saved values are two different things; only the first was cleared.",
    ),
)

QUESTIONS = (
    Question(
        name="q1",                                  # asked as question("05.q1", ...)
        prompt="A training loop never clears `w.grad`. What does the third step use?",
        choices=(
            Choice(
                "the third gradient",
                "That is what the formula of gradient descent says, so it is natural to expect. "
                "But `backward` adds to `.grad`, and nobody took the first two gradients out.",
            ),
            Choice(
                "the sum of the first three gradients",
                "Each `backward` added one, and nothing was cleared in between.",
                right=True,
            ),
            Choice(
                "the mean of the first three gradients",
                "A mean would keep the size of the step the same. `backward` only adds; it never divides.",
            ),
        ),
    ),
)
```

The unit takes them as `Unit(..., predictions=PREDICTIONS, questions=QUESTIONS)`. In the lesson, one cell
asks, the cells after it compute as PyTorch code does, and one line shows both the prediction and what came
out. The `...` stands where the learner writes the answer. The prompt is not repeated in the lesson's text:
the built notebook shows it above the asking cell.

```python
# %%
predict("05.second-backward", ...)

# %%
x = minigrad.tensor(3., requires_grad=True)
for _ in range(2):
    y = x ** 2
    y.backward()
print(x.grad)

# %%
predict.settle("05.second-backward", x.grad)
```

No prediction of a number, shape or printed text holds its outcome: what came out is what the lesson's own
code computed, and the learner's answer is compared with that.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["number", "shape", "printed", "choice"]

LETTERS = "abcdefgh"


@dataclass(frozen=True)
class Choice:
    """One choice.

    text     what the learner reads, without a letter: letters a, b, c ... are given in the order of the tuple
    reason   of a wrong choice: why someone would think so, and what is wrong with it; of the right one: why
             it is right
    right    True for exactly one choice
    """

    text: str
    reason: str
    right: bool = False


@dataclass(frozen=True)
class Question:
    """A concept question, asked as `question("05.q1", ...)`; a later unit's `review` may ask it again.

    Its prompt must make sense far from its lesson: a review question is read weeks later.

    name      short, with hyphens, unique among what its unit asks ("q1", "who-clears")
    prompt    the question; it begins with a sentence
    choices   two to eight, one of them right

    ValueError: an unusable name, an empty text, or not exactly one right choice.
    """

    name: str
    prompt: str
    choices: tuple[Choice, ...]

    def __post_init__(self) -> None:
        _require_name_and_prompt(self.name, self.prompt)
        _require_choices(self.name, self.choices)


@dataclass(frozen=True)
class Prediction:
    """A prediction, asked as `predict("05.second-backward", ...)` before the cell that settles it.

    name          short, with hyphens, unique among what its unit asks
    prompt        what is to be predicted; it begins with a sentence
    kind          what the answer is:
                  "number", one number or a list of them, as `x.grad` would hold: 12., [2., 4.]
                  "shape", a tuple: (3, 2), () for a scalar
                  "printed", the text that a line prints, in quotes: "tensor(8.)" (or None, True, False)
                  "choice", the letter of one of `choices`
    explanation   why it came out as it did, shown with the outcome and never before. Leave it out where the
                  lesson's text goes on to say it.
    tolerance     numbers only: how far from the outcome still counts as the same
    choices       choices only

    ValueError: an unusable name, an empty text, choices of another kind, or not exactly one right choice.
    """

    name: str
    prompt: str
    kind: Kind
    explanation: str = ""
    tolerance: float = 1e-3
    choices: tuple[Choice, ...] = ()

    def __post_init__(self) -> None:
        _require_name_and_prompt(self.name, self.prompt)
        if self.kind == "choice":
            _require_choices(self.name, self.choices)
        elif self.choices:
            raise ValueError(f'{self.name}: has choices, so its kind must be "choice", not "{self.kind}"')


def _require_name_and_prompt(name: str, prompt: str) -> None:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        raise ValueError(f"{name!r}: a name is lower-case words or digits joined by hyphens")
    if not prompt.strip():
        raise ValueError(f"{name}: its prompt is empty")
    if prompt.lstrip().startswith(("```", "- ", "1. ", "#", ">", "|")):
        # In a notebook, "Predict." or "Question." stands before it on the same line.
        raise ValueError(f"{name}: its prompt must begin with a sentence, not with a list or a code block")


def _require_choices(name: str, choices: tuple[Choice, ...]) -> None:
    if not 2 <= len(choices) <= len(LETTERS):
        raise ValueError(f"{name}: has {len(choices)} choices, but needs two to {len(LETTERS)}")
    for letter, choice in zip(LETTERS, choices, strict=False):
        if not choice.text.strip() or not choice.reason.strip():
            raise ValueError(f"{name}: choice {letter} needs a text and a reason")
    if (right := sum(choice.right for choice in choices)) != 1:
        raise ValueError(f"{name}: {right} choices are right, but exactly one must be")
