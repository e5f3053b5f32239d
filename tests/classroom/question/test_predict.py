"""A prediction is kept before it is settled, stays as it was, and is shown beside what came out."""

import numpy as np
import pytest

from classroom.question.ask import predict


class Tensor:
    """As much of a tensor as a prediction looks at."""

    def __init__(self, numbers):
        self.array = np.array(numbers, dtype=np.float32)
        self.shape = self.array.shape

    def tolist(self):
        return self.array.tolist()

    def __str__(self):
        return f"tensor({self.tolist()})"

    __repr__ = __str__


@pytest.mark.parametrize("written", [(), (...,), ("...",), ("",)])
def test_open(written, said, events):
    predict("05.total", *written)
    assert "What is in `x.grad`?" in (shown := said())
    assert "**Still open.**" in shown
    assert "sum" not in shown
    assert events() == []


def test_open_with_choices_tells_neither_which_is_right_nor_why(said):
    predict("05.leaf", ...)
    shown = said()
    assert "- **a.** `x`, which was made by hand\n- **b.** `y = x ** 2`\n- **c.** both" in shown
    for secret in ("ight", "No operation", "Only one", "Made"):
        assert secret not in shown


def test_kept_then_settled(said, events):
    predict("05.total", 6)
    assert "You predicted: `6.0`" in (shown := said())
    assert "It is kept." in shown
    assert "sum" not in shown

    predict.settle("05.total", Tensor(12))
    assert said() == (
        "You predicted: `6.0`  \nWhat came out: `tensor(12.0)`\n\n**They differ.**\n\nIt is a sum.\n"
    )
    assert [(event["kind"], event["item"]) for event in events()] == [
        ("prediction", "05.total"),
        ("outcome", "05.total"),
    ]
    assert events()[0]["answer"] == 6.0
    assert events()[1]["shown"] == "tensor(12.0)"
    assert events()[1]["same"] is False


def test_changed_until_it_is_settled_and_not_after(said, events):
    predict("05.total", 6)
    predict("05.total", 7)
    predict.settle("05.total", 12)
    said()
    predict("05.total", 12)
    assert "You predicted: `7.0`" in (shown := said())
    assert "what you write now is not kept" in shown
    predict.settle("05.total", 12)
    assert "**They differ.**" in said()
    assert [event.get("answer") for event in events()] == [6.0, 7.0, None]


def test_running_all_again_changes_nothing(events, said):
    for _ in range(3):
        predict("05.total", 12.0)
        predict.settle("05.total", 12)
    assert len(events()) == 2
    assert said().count("**They are the same.**") == 3


def test_run_all_without_an_answer_shows_nothing_of_the_outcome(said, events):
    predict("05.total", ...)
    said()
    predict.settle("05.total", 12)
    assert "**No prediction yet.**" in (shown := said())
    assert "12" not in shown
    assert "sum" not in shown
    assert events() == []


def test_after_run_all_a_prediction_can_still_be_made(said):
    predict.settle("05.total", 12)
    predict("05.total", 12)
    said()
    predict.settle("05.total", 12)
    assert "**They are the same.**" in said()


@pytest.mark.parametrize(
    ("name", "answer", "outcome", "same"),
    [
        ("05.total", 12, Tensor(12), True),
        ("05.total", 12, Tensor([12]), True),  # one number is one number
        ("05.total", 12.0009, Tensor(12), True),
        ("05.total", 12.002, Tensor(12), False),
        ("05.total", np.float32(12), 12, True),
        ("05.total", Tensor(12), 12, True),
        ("05.total", 12, None, False),  # nothing came out, where a number was expected
        ("05.total", 12, Tensor([12, 12]), False),
        ("05.total", float("inf"), float("inf"), True),
        ("05.total", float("nan"), float("nan"), True),
        ("05.row", [2, 4], Tensor([2, 4]), True),
        ("05.row", (2, 4), Tensor([2, 4]), True),
        ("05.row", [2, 4], Tensor([[2, 4]]), False),
        ("05.row", [[2, 4], [1, 1]], Tensor([[2, 4], [1, 1]]), True),
        ("05.size", (3, 2), Tensor(np.ones((3, 2))), True),
        ("05.size", [3, 2], (3, 2), True),
        ("05.size", (), Tensor(1), True),
        ("05.size", (3,), Tensor(np.ones((3, 1))), False),
        ("05.size", (3,), None, False),
        ("05.line", "tensor(8.0)", Tensor(8), True),
        ("05.line", "tensor( 8.0 )", Tensor(8), False),
        ("05.line", " two\n  lines ", "two lines", True),
        ("05.line", None, None, True),
        ("05.line", "None", None, True),
        ("05.line", True, "True", True),
        ("05.line", "RuntimeError", RuntimeError("whatever it says"), True),
        ("05.leaf", "a", Tensor(3), True),
        ("05.leaf", " A. ", Tensor(3), True),
        ("05.leaf", "(b)", Tensor(3), False),
    ],
)
def test_same_or_not(name, answer, outcome, same, events, said):
    predict(name, answer)
    predict.settle(name, outcome)
    assert events()[-1]["same"] is same
    assert ("**They are the same.**" in (shown := said()) or "**Right.**" in shown) is same


def test_a_nan_is_kept_once(events):
    predict("05.total", float("nan"))
    predict("05.total", float("nan"))
    assert len(events()) == 1


def test_a_choice_is_settled_with_both_reasons(said):
    predict("05.leaf", "b")
    assert "You predicted: **b.** `y = x ** 2`" in (shown := said())
    assert "ight" not in shown
    predict.settle("05.leaf")
    assert said() == (
        "You predicted: **b.** `y = x ** 2`\n\n"
        "**Not right.** It holds a number, as `x` does. But an operation made it.\n\n"
        "Right is **a.** `x`, which was made by hand\n\nNo operation made it.\n\n"
        "Made by hand.\n"
    )


def test_a_shape_is_shown_as_a_shape(said):
    predict("05.size", (3,))
    predict.settle("05.size", Tensor([1, 2, 3]))
    shown = said()
    assert "You predicted: `(3,)`" in shown
    assert "What came out: `(3,)`" in shown


@pytest.mark.parametrize(
    ("name", "answer", "sentence"),
    [
        ("05.total", "12", "The answer is a number, or a list of numbers, without quotes, such as `12.` or"),
        ("05.total", "12", "You wrote `'12'`."),
        ("05.total", True, "You wrote `True`."),
        ("05.total", None, "You wrote `None`."),
        ("05.total", 2j, "You wrote `2j`."),
        ("05.row", [[1, 2], [3]], "You wrote `[[1, 2], [3]]`."),
        ("05.row", [*range(100), "x"], "You wrote `[0, 1, 2,"),
        ("05.size", 3, "With a comma it is a shape: `(3,)`."),
        ("05.size", (3.0, 2), "The answer is a shape"),
        ("05.size", (True,), "The answer is a shape"),
        ("05.size", "(3, 2)", "The answer is a shape"),
        ("05.line", 8.0, 'is printed, in quotes, such as `"tensor(8.)"`. You wrote `8.0`.'),
        ("05.leaf", 0, 'The answer is one letter in quotes, from `"a"` to `"c"`. You wrote `0`.'),
        ("05.leaf", "d", "You wrote `'d'`."),
        ("05.leaf", "ab", "You wrote `'ab'`."),
        ("05.leaf", "`a`", "You wrote `` '`a`' ``."),
        ("05.leaf", Tensor(2), "You wrote `tensor(2.0)`."),
    ],
)
def test_answers_of_another_kind(name, answer, sentence, said, events):
    predict(name, answer)
    assert sentence in said()
    assert events() == []


def test_dots_left_beside_the_letter_are_no_mistake_worth_a_word(said):
    predict("05.leaf", "...a")
    assert "You predicted: **a.**" in said()


def test_an_answer_of_another_kind_leaves_the_kept_one(said):
    predict("05.total", 6)
    predict("05.total", "seven")
    said()
    predict("05.total")
    assert "You predicted: `6.0`" in said()


def test_an_object_without_a_usable_repr(said):
    class Odd:
        def __repr__(self):
            raise RuntimeError("no repr")

    predict("05.total", Odd())
    assert "You wrote `<" in said()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("05.totel", '`05.totel` names nothing. Did you mean `predict("05.total", ...)`?'),
        ("05.something-else", "`05.total`, `05.row`, `05.size`, `05.line`, `05.leaf`"),
        ("07.total", "The units are 00, 01, 05."),
        ("total", "The units are 00, 01, 05."),
        ("00.total", "The names that `predict` knows of this unit: none."),
        (5, "is a name in quotes"),
        (["05.total"], "is a name in quotes"),
    ],
)
def test_names_that_name_nothing(name, sentence, said):
    predict(name, 6)
    assert sentence in said()
    predict.settle(name, 6)
    assert sentence in said()
