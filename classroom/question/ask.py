"""`predict` and `question`: what a lesson calls."""

from __future__ import annotations

from classroom.question import kept
from classroom.question.answer import (
    Plain,
    WrongAnswerType,
    as_shown,
    as_written,
    identical,
    is_open,
    read,
    read_choice,
    right_letter,
    same,
)
from classroom.question.catalog import Unknown, find_prediction, find_question
from classroom.question.prompt import as_markdown, by_letter, lettered
from classroom.question.show import Folded, Message, as_code
from classroom.question.specification import Choice, Prediction, Question

EXAMPLES = {"number": "0.5", "shape": "(3, 2)", "printed": '"tensor(8.)"', "choice": '"a"'}


class Predict:
    """Keep a prediction before the cell that settles it is run, and show it afterwards beside what came out.

    Write the answer in place of the `...` and run the cell:

        predict("05.second-backward", ...)      # asks, and waits for nobody
        predict("05.second-backward", 6.)       # keeps the 6.

    and, below the cell that computes:

        predict.settle("05.second-backward", x.grad)

    A prediction can be changed until it is settled, and not afterwards. It is kept with the learner's
    progress, so it is still there after a restart. Nothing is raised: an unknown name, or an answer of
    another kind than was asked for, is met with a sentence that says what to write, and leaves what was
    kept as it was.
    """

    def __call__(self, name: str, answer: object = ...) -> None:
        """Keep `answer` (a number, a shape, printed text or a letter, as was asked) as the prediction `name`.

        Without an answer, or with `...`, show what was asked, or what was answered earlier.
        """
        try:
            asked = find_prediction(name)
            written = None if is_open(answer) else read(asked, answer)
        except (Unknown, WrongAnswerType) as error:
            return _refuse(name, error)
        if not kept.is_settled(name) and written is not None:
            kept.keep_prediction(name, written)
        _prediction(name, asked, written).show()

    def settle(self, name: str, outcome: object = ...) -> None:
        """Show the prediction `name` and what came out, and whether they are the same.

        `outcome` is what the lesson's code computed: a tensor, a number, text, an exception. Where a shape
        was asked, the tensor's shape counts. For a choice it may be left out. Where no prediction is kept,
        nothing of the outcome is shown.
        """
        try:
            asked = find_prediction(name)
        except Unknown as error:
            return _refuse(name, error)
        predicted = _kept_prediction(name, asked)
        if predicted is None:
            return _never_predicted(name).show()
        is_same = same(asked, predicted, outcome)
        shown = "" if outcome is ... else as_shown(asked.kind, outcome)
        kept.keep_outcome(name, shown, is_same)
        _both(name, asked, predicted, shown, is_same).show()

    def __repr__(self) -> str:
        return 'predict("05.name", your_answer)'


predict = Predict()


def question(name: str, answer: object = ...) -> None:
    """Answer the concept question `name` with a letter, and read why that choice is right, or why it is not.

        question("05.q1", ...)      # asks, and waits for nobody
        question("05.q1", "b")      # answers b, and keeps it

    Without an answer, or with `...`, show what was asked, or what was answered last. Any choice may be tried;
    the right one is not told before it is chosen. Nothing is raised: an unknown name, or an answer that is no
    letter, is met with a sentence that says what to write.
    """
    try:
        asked = find_question(name)
        letter = None if is_open(answer) else read_choice(asked.choices, answer)
    except (Unknown, WrongAnswerType) as error:
        return _refuse(name, error)
    if letter is not None:
        kept.keep_attempt(name, letter, letter == right_letter(asked.choices))
    else:
        letter = _last_letter(name, asked)
    (open_question(name, asked) if letter is None else _answered(name, asked, letter)).show()


def open_question(name: str, asked: Question) -> Message:
    """The question without an answer. Only a page without a kernel lets its reader unfold the reasons."""
    call = as_code(f'question("{name}", "a")')
    how = f"Answer with a letter in quotes, as in {call}, and run the cell."
    reasons = (
        Folded(f"If your answer is {letter}", _judged(choice), without_kernel=True)
        for letter, choice in by_letter(asked.choices)
    )
    return Message(f"Question {name}", (as_markdown(asked), how, *reasons))


def _answered(name: str, asked: Question, letter: str) -> Message:
    choices = dict(by_letter(asked.choices))
    chosen = choices.pop(letter)
    after: tuple[str | Folded, ...] = ("Think again, change the letter, and run the cell.",)
    if chosen.right:
        after = tuple(Folded(f"Why not {other}?", choice.reason) for other, choice in choices.items())
    parts = (f"Your answer: {lettered(letter, chosen)}", _judged(chosen), *after)
    return Message(f"Question {name}", parts, "right" if chosen.right else "wrong")


def _prediction(name: str, asked: Prediction, written: Plain | None) -> Message:
    label = f"Prediction {name}"
    predicted = _kept_prediction(name, asked)
    if predicted is None and written is None:
        call = as_code(f'predict("{name}", {EXAMPLES[asked.kind]})')
        how = f"**Still open.** Write your answer into the cell, as in {call}, and run it before you go on."
        return Message(label, (as_markdown(asked), how))
    if predicted is None:
        return Message(label, ("Your prediction could not be saved, so it cannot be shown later.",))
    if not kept.is_settled(name):
        what_now = "It is kept. Now run the next cell."
    elif written is None or identical(written, predicted):
        what_now = "It was settled further down."
    else:
        what_now = "It was settled further down, so what you write now is not kept."
    return Message(label, (_you_predicted(asked, predicted), what_now))


def _never_predicted(name: str) -> Message:
    call = as_code(f'predict("{name}", ...)')
    text = f"**No prediction yet.** Replace the `...` in {call} by one, then run that cell and this one."
    return Message(f"Prediction {name}", (text,))


def _both(name: str, asked: Prediction, predicted: Plain, shown: str, is_same: bool) -> Message:
    both = [_you_predicted(asked, predicted), *([f"What came out: {as_code(shown)}"] if shown else [])]
    parts = ["  \n".join(both)]  # two blanks: one below the other, in one paragraph
    if asked.choices:
        choices = dict(by_letter(asked.choices))
        parts.append(_judged(choices[str(predicted)]))
        if not is_same:
            right = right_letter(asked.choices)
            parts.append(f"Right is {lettered(right, choices[right])}\n\n{choices[right].reason}")
    else:
        parts.append("**They are the same.**" if is_same else "**They differ.**")
    if asked.explanation:
        parts.append(asked.explanation)
    return Message(f"Prediction {name}", tuple(parts), "right" if is_same else "wrong")


def _you_predicted(asked: Prediction, predicted: Plain) -> str:
    if asked.choices:
        letter = str(predicted)
        return f"You predicted: {lettered(letter, dict(by_letter(asked.choices))[letter])}"
    return f"You predicted: {as_code(as_written(predicted, asked.kind))}"


def _judged(choice: Choice) -> str:
    return f"**{'Right.' if choice.right else 'Not right.'}** {choice.reason.strip()}"


def _kept_prediction(name: str, asked: Prediction) -> Plain | None:
    """What was kept, if it still answers what is asked: the unit's text, or the file, may have changed."""
    answer = kept.prediction(name)
    try:
        return None if answer is None else read(asked, answer)
    except WrongAnswerType:
        return None


def _last_letter(name: str, asked: Question) -> str | None:
    """The last answer, if the question still has such a choice."""
    letters = [attempt.choice for attempt in kept.attempts().get(name, [])]
    return letters[-1] if letters and letters[-1] in dict(by_letter(asked.choices)) else None


def _refuse(name: object, error: Exception) -> None:
    Message(f"About {name}", (str(error),)).show()
