"""What a learner reads."""

import re

import numpy as np
import pytest

from classroom.check.examine import examine
from classroom.check.message import Message, Row, message_of
from classroom.check.properties import gradient
from classroom.check.specification import Case, Mistake, Task

TASK = Task(
    "square",
    "The slope of a square",
    cases=(Case(lambda: (2.0,)), Case(lambda: (np.array([1.0, -3.0]),))),
    properties=(gradient(of=lambda x: x * x, seed=np.ones),),
    mistakes=(Mistake("forgets-2", "the 2 of 2 * x is left out", "What is the slope at 3?", lambda x: x),),
)


def message(*answers):
    return message_of("90.square", TASK, examine(TASK, answers), answers, "Unit 90: 0 of 1 tasks pass.")


def test_all_parts_in_order():
    def slope(x):
        print("called with", x)
        return x + 0 if isinstance(x, float) else x * 2

    text = message(slope).text()
    assert text.splitlines()[0] == "NOT YET  90.square: The result is 2.0; by finite differences it is 4.0."
    parts = ["Tried (input 1 of 2):", "slope(x)  with", "x = 2.0", "It printed:", "Unit 90: 0 of 1"]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


def test_arrays_say_where_they_first_differ():
    text = message(lambda x: 2 * x if isinstance(x, float) else np.abs(2 * x)).text()
    assert "The result differs in 1 of 2 numbers." in text
    assert "By finite differences:\n    the result = array([ 2., -6.])" in text
    assert "Your answer:\n    the result = array([2., 6.])" in text
    assert "First differs:\n    at [1]: 6.0 where -6.0 should be" in text


def test_the_mistake_and_its_question_come_last():
    text = message(lambda x: x * 1.0).text()
    assert (
        "It looks like this:\n    The 2 of 2 * x is left out.\n\nTo think about:\n    What is the slope at 3?"
        in text
    )


def test_the_answer_is_not_in_it():
    def slope(x):
        return 3 * x

    for text in (message(slope).text(), message(slope).html()):
        assert "2 * x" not in text
        assert "lambda" not in text


def test_a_pass_speaks_of_the_visible_checks_only():
    text = message(lambda x: 2 * x).text()
    assert text.startswith("PASSES   90.square: the visible checks pass (2 inputs tried).")
    assert "all" not in text.replace("visible", "").split()


def test_html_is_escaped():
    def slope(x):
        print("<script>alert(1)</script>")
        return "<img src=x onerror=alert(1)>"

    html = message(slope).html()
    assert "<script" not in html
    assert "<img" not in html
    assert "&lt;script&gt;" in html


def test_html_says_in_words_what_its_color_says():
    assert "✗ Not yet" in message(lambda x: x).html()
    assert "✓ Passes" in message(lambda x: 2 * x).html()


def test_html_takes_its_text_color_from_the_page():
    html = message(lambda x: x).html()
    assert not re.search(r"(?<![-\w])color:(?!inherit)", html)
    assert "background:#" not in html


def test_backquotes_become_code_and_a_lonely_one_stays():
    assert "<code>x &lt; 1</code>" in Message(False, "see `x < 1`").html()
    assert "see ` alone" in Message(False, "see ` alone").html()


def test_long_values_are_cut():
    text = message(lambda x: list(range(10_000)) if isinstance(x, float) else x).text()
    assert len(text) < 2000


def test_rows_without_a_foot():
    assert Message(False, "h", (Row("Label", "a b"),)).text() == "NOT YET  h\n\nLabel:\n    a b"


@pytest.mark.parametrize("broken", ["__repr__", "__array__"])
def test_an_object_that_cannot_be_printed(broken):
    def fails(*_):
        raise RuntimeError("no")

    strange = type("Strange", (), {broken: fails})
    assert "NOT YET" in message(lambda x: strange()).text()
