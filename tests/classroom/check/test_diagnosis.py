"""A wrong answer is told which known mistake it looks like, and only when it does what the mistake does."""

import numpy as np
import pytest

from classroom.check.diagnosis import Likeness
from classroom.check.examine import examine
from classroom.check.properties import same
from classroom.check.specification import Case, Mistake, Task


def mistake(name, answer):
    return Mistake(name, f"it looks like {name}", "Why?", answer)


CASES = (Case(lambda: (3.0,), returns=9.0), Case(lambda: (-2.0,), returns=4.0))


def task(*mistakes, cases=CASES, **rest):
    return Task("square", "Square", cases=cases, mistakes=mistakes, **rest)


def name_of(task, *answers):
    verdict = examine(task, answers)
    assert not verdict.passed
    return verdict.mistake.name if verdict.mistake else None


DOUBLES = mistake("doubles", lambda x: 2 * x)
KEEPS_SIGN = mistake("keeps-sign", lambda x: x * abs(x))
NOTHING = mistake("returns-nothing", lambda x: None)


def test_the_same_numbers_in_another_style_are_recognized():
    def answer(number):
        total = 0.0
        for _ in range(2):
            total += number
        return total

    assert name_of(task(DOUBLES, KEEPS_SIGN, NOTHING), answer) == "doubles"


def test_other_numbers_are_not():
    assert name_of(task(DOUBLES, KEEPS_SIGN, NOTHING), lambda x: 3 * x) is None


def test_agreeing_on_one_input_is_not_enough_when_another_tells_them_apart():
    assert name_of(task(DOUBLES), lambda x: x + 3) is None  # 6.0 at 3.0 like DOUBLES, 1.0 at -2.0


ARRAYS = (
    Case(lambda: (np.array([3.0, 5.0]),), returns=np.array([9.0, 25.0])),
    Case(lambda: (np.array([-2.0, 7.0, -6.0]),), returns=np.array([4.0, 49.0, 36.0])),
)


def test_a_mistake_that_agrees_everywhere_beats_one_that_agrees_where_the_answer_is_wrong():
    often_zero = mistake("often-zero", lambda x: x * np.abs(x) * (x < 0).any())
    assert name_of(task(often_zero, KEEPS_SIGN, cases=ARRAYS), lambda x: x * x * np.sign(x)) == "keeps-sign"
    assert name_of(task(often_zero, cases=ARRAYS), lambda x: x * x * np.sign(x)) == "often-zero"


def test_an_answer_with_two_faults_is_told_the_one_that_shows_first():
    def answer(x):
        return x * np.abs(x) if len(x) == 3 else 2 * x

    verdict = examine(task(KEEPS_SIGN, DOUBLES, cases=ARRAYS), [answer])
    assert (verdict.mistake.name, verdict.diagnosis.likeness) == ("doubles", Likeness.FIRST_WRONG)


def test_one_number_that_agrees_by_chance_is_not_enough():
    cases = (Case(lambda: (2.0,), returns=4.0), Case(lambda: (3.0,), returns=9.0))
    bank = task(mistake("triples", lambda x: 3 * x), DOUBLES, cases=cases)
    assert name_of(bank, lambda x: x + 4) is None  # 6.0 at 2.0, as "triples"


def test_what_an_empty_function_does_too_is_not_enough():
    bank = task(
        mistake("sorts", lambda items: items.sort()),
        mistake("clears", lambda items: items.clear()),
        cases=(Case(lambda: ([1, 2],)), Case(lambda: ([3, 1, 2],))),
        changes_inputs=True,
        properties=(same("items", lambda run: run.after[0], lambda run: run.inputs[0][::-1]),),
    )
    assert name_of(bank, lambda items: None) is None
    assert name_of(bank, lambda items: items.sort()) == "sorts"


def test_of_two_that_agree_alike_the_first_is_named():
    bank = task(KEEPS_SIGN, DOUBLES, mistake("adds", lambda x: x + x))
    assert name_of(bank, lambda x: x * 2.0) == "doubles"


def test_what_every_mistake_does_explains_nothing():
    def broken(answer, x):
        raise AttributeError("the course's own code is broken")

    assert name_of(task(DOUBLES, KEEPS_SIGN, NOTHING, use=broken), lambda x: x) is None


def test_numbers_of_another_dtype_are_a_weaker_match():
    cases = (Case(lambda: (np.array([1.0, 3.0]),), returns=np.array([1.0, 9.0])),)
    wide = mistake("doubles", lambda x: x * 2)
    narrow = mistake("doubles-narrow", lambda x: (x * 2).astype(np.float32))
    assert (
        name_of(task(wide, narrow, cases=cases), lambda x: np.float32(2) * x.astype(np.float32))
        == "doubles-narrow"
    )


def test_what_happened_to_the_inputs_counts():
    def square(items):
        for i, item in enumerate(items):
            items[i] = item * item

    def square_copy(items):
        items = [item * item for item in items]

    bank = (mistake("works-on-a-copy", square_copy), mistake("appends", lambda items: items.append(0)))
    cases = (Case(lambda: ([1, 3],)),)
    holds = Task(
        "square",
        "Square",
        cases=cases,
        mistakes=bank,
        changes_inputs=True,
        properties=(same("items", lambda run: run.after[0], lambda run: [i * i for i in run.inputs[0]]),),
    )
    assert examine(holds, [square]).passed
    assert name_of(holds, lambda items: None) == "works-on-a-copy"
    assert name_of(holds, lambda items: items.insert(2, 0)) == "appends"
    assert name_of(holds, lambda items: items.pop() and None) is None


def raises(error):
    def answer(x):
        raise error

    return answer


def test_the_same_exception_type_is_recognized():
    cases = (Case(lambda: (-1.0,), raises=ValueError), Case(lambda: (2.0,), returns=4.0))
    wrong_type = mistake("wrong-error", raises(TypeError("must be positive")))
    square = task(wrong_type, cases=cases)

    def answer(x):
        if x < 0:
            raise TypeError("an entirely different text")
        return x * x

    assert name_of(square, answer) == "wrong-error"
    assert name_of(square, lambda x: x * x) is None


def test_exceptions_that_merely_happened_must_have_the_same_gist():
    bank = task(mistake("takes-item", lambda x: x[0]), mistake("no-such-method", lambda x: x.square()))
    assert name_of(bank, lambda number: number[1]) == "takes-item"
    assert name_of(bank, lambda number: number + "1") is None
    assert name_of(bank, lambda number: number.square(2)) == "no-such-method"


@pytest.mark.parametrize(
    "error", [NameError("name 'y' is not defined"), NotImplementedError(), ImportError("no x")]
)
def test_a_slip_of_the_pen_is_no_mistake_of_thought(error):
    assert name_of(task(mistake("slip", raises(error))), raises(error)) is None


def test_a_mistake_that_never_returns_is_recognized():
    def endless(x):
        while True:
            x = -x

    def endless_in_another_way(x):
        return endless_in_another_way(x) if x is None else endless(x)

    short = task(DOUBLES, mistake("endless", endless), seconds=0.3)
    assert name_of(short, endless_in_another_way) == "endless"


def test_a_right_answer_gets_no_mistake():
    assert examine(task(DOUBLES), [lambda x: x * x]).mistake is None
