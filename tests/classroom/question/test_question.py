"""A question answers each choice with its reason, and keeps what was answered."""

import pytest

from classroom.question.ask import question


@pytest.mark.parametrize("written", [(), (...,), ("...",)])
def test_open(written, said, events):
    question("05.q1", *written)
    shown = said()
    assert "Which of the two is a *leaf*?" in shown
    assert "- **c.** both" in shown
    assert 'question("05.q1", "a")' in shown
    for secret in ("ight.", "No operation", "Only one", "an operation made it"):
        assert secret not in shown
    assert events() == []


def test_a_wrong_choice_gets_its_own_reason_and_no_other(said, events):
    question("05.q1", "b")
    assert said() == (
        "Your answer: **b.** `y = x ** 2`\n\n"
        "**Not right.** It holds a number, as `x` does. But an operation made it.\n\n"
        "Think again, change the letter, and run the cell.\n"
    )
    assert [(event["choice"], event["right"]) for event in events()] == [("b", False)]


def test_the_right_choice_gets_its_reason_and_the_others_folded(said, events):
    question("05.q1", "A")
    shown = said()
    assert "**Right.** No operation made it." in shown
    assert "Why not b?: It holds a number" in shown
    assert "Why not c?: Both are tensors." in shown
    assert "Why not a?" not in shown
    assert [(event["choice"], event["right"]) for event in events()] == [("a", True)]


def test_every_answer_counts_but_not_the_same_cell_run_again(clock, events):
    for letter in "bbca":
        question("05.q1", letter)
    clock.pass_by(hours=23)
    question("05.q1", "a")
    assert [event["choice"] for event in events()] == ["b", "c", "a"]
    clock.pass_by(hours=2)
    question("05.q1", "a")
    assert [event["choice"] for event in events()] == ["b", "c", "a", "a"]


def test_the_last_answer_is_shown_where_none_is_written(said):
    question("05.q1", "b")
    question("05.q1", "c")
    said()
    question("05.q1", ...)
    assert "Your answer: **c.** both" in said()


@pytest.mark.parametrize("answer", [1, None, ["a"], "x", "Both", "aa", "ä"])
def test_an_answer_that_is_no_letter(answer, said, events):
    question("05.q1", answer)
    assert 'The answer is one letter in quotes, from `"a"` to `"c"`. You wrote' in (shown := said())
    assert "ight." not in shown
    assert events() == []


def test_a_question_about_an_earlier_unit_has_a_name_of_the_unit_that_asks(said):
    question("05.earlier", "b")
    assert "**Right.** earlier reason 1" in said()


def test_a_name_that_names_nothing(said):
    question("05.q2")
    assert 'Did you mean `question("05.q1", ...)`?' in said()
