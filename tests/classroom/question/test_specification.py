"""What a unit module may and may not ask."""

import re

import pytest

from classroom.question import specification
from classroom.question.specification import Choice, Prediction, Question

YES, NO = Choice("yes", "because", right=True), Choice("no", "because")


def test_the_docstring_holds_a_whole_example():
    code = re.search(r"```python\n(.*?)```", specification.__doc__, re.DOTALL)[1]
    made = {}
    exec(code, made)
    assert [prediction.kind for prediction in made["PREDICTIONS"]] == ["number", "shape", "printed", "choice"]
    assert made["QUESTIONS"][0].choices[1].right


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Question("Q 1", "Which?", (YES, NO)), "'Q 1': a name is lower-case words"),
        (lambda: Question("q1", "  ", (YES, NO)), "q1: its prompt is empty"),
        (lambda: Question("q1", "```\nx\n```", (YES, NO)), "q1: its prompt must begin with a sentence"),
        (lambda: Question("q1", "Which?", (YES,)), "q1: has 1 choices, but needs two to 8"),
        (lambda: Question("q1", "Which?", (NO, NO)), "q1: 0 choices are right, but exactly one"),
        (lambda: Question("q1", "Which?", (YES, YES)), "q1: 2 choices are right"),
        (lambda: Question("q1", "Which?", (YES, Choice("no", ""))), "q1: choice b needs a text and a reason"),
        (lambda: Prediction("p", "Which?", "number", choices=(YES, NO)), "p: has choices, so its kind"),
        (lambda: Prediction("p", "Which?", "choice"), "p: has 0 choices"),
        (lambda: Prediction("p", "", "number"), "p: its prompt is empty"),
    ],
)
def test_what_cannot_be_asked(make, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        make()
