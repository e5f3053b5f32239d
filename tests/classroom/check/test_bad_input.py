"""A check called with the wrong thing says in a sentence what is wrong, and never shows a traceback."""

import functools

import numpy as np
import pytest

from classroom import check
from classroom.check import CheckFailed

NAME = "90.product-rule"


@pytest.fixture
def told(unit, capsys):
    """Run a check that must fail, and return what it says."""

    def run(*arguments):
        with pytest.raises(CheckFailed) as failed:
            check(*arguments)
        assert len(failed.value._render_traceback_()) == 1
        text = capsys.readouterr().out
        assert "Traceback" not in text
        assert "classroom/" not in text
        return " ".join(text.split())

    return run


def test_the_right_answer_passes(unit, right, capsys):
    check(NAME, right)
    text = capsys.readouterr().out
    assert text.startswith("PASSES   90.product-rule: the visible checks pass (4 inputs tried).")
    assert "Unit 90: 1 of 2 tasks pass. Next: order." in text


def test_an_unknown_task(told, right):
    assert 'There is no task "90.produkt-rule". Did you mean "90.product-rule"?' in told(
        "90.produkt-rule", right
    )
    assert "The tasks of this unit are 90.product-rule, 90.order." in told("90.zzz", right)
    assert "The units are 90." in told("17.x", right)
    assert "The first argument is the task's name in quotes" in told(right)


def test_no_answer(told):
    assert "Give check your answer too" in told(NAME)


def test_none(told):
    assert "check got None instead of a function" in told(NAME, None)


def test_the_result_of_a_call(told):
    assert "check got a number, 12.5, instead of a function" in told(NAME, 12.5)
    assert "Write the name alone, without brackets behind it" in told(NAME, np.ones(2))


def test_a_name_in_quotes(told):
    assert "check got the text 'product_rule' instead of a function. Leave out the quotes." in told(
        NAME, "product_rule"
    )


def test_a_class(told):
    class ProductRule:
        pass

    assert "check got the class ProductRule, and this task asks for a function" in told(NAME, ProductRule)


def test_too_few_parameters(told):
    def product_rule(x, w):
        return w, x

    text = told(NAME, product_rule)
    assert "product_rule has the parameters (x, w), and it is called with (x, w, grad)." in text
    assert "def product_rule(x, w, grad):" in text


def test_further_parameters_with_defaults_are_fine(unit, right):
    check(NAME, functools.partial(lambda x, w, grad, scale: right(x, w, grad), scale=1))
    check(NAME, lambda x, w, grad, scale=1: right(x, w, grad))
    check(NAME, lambda *inputs: right(*inputs))


def test_an_unfinished_function(told):
    def product_rule(x, w, grad):
        """Return the gradients."""
        raise NotImplementedError

    text = told(NAME, product_rule)
    assert "product_rule is not written yet." in text
    assert "`raise NotImplementedError`" in text


def test_returns_none(told):
    def product_rule(x, w, grad):
        grad * w, grad * x

    assert "Your function returns None. Does every way through it end with `return`?" in told(
        NAME, product_rule
    )


def test_returns_one_instead_of_two(told):
    assert "The result is a number; it should be a tuple of 2 values." in told(
        NAME, lambda x, w, grad: grad * w
    )


def test_returns_a_list_in_place_of_an_array(told, right):
    def product_rule(x, w, grad):
        return [np.array(part).tolist() for part in right(x, w, grad)]

    text = told(NAME, product_rule)
    assert "The result[0] is a list; it should be a NumPy array." in text
    assert "input 3 of 4" in text


def test_returns_an_array_in_place_of_a_number(told, right):
    def product_rule(x, w, grad):
        return tuple(np.array(part) for part in right(x, w, grad))

    assert "The result[0] is a NumPy array; it should be a number." in told(NAME, product_rule)


def test_a_wrong_shape(told, right):
    def product_rule(x, w, grad):
        return tuple(np.sum(part, keepdims=True) if np.ndim(part) else part for part in right(x, w, grad))

    assert "The result[0] has the shape (1, 1); it should have (2, 2)." in told(NAME, product_rule)


def test_a_wrong_dtype(told, right):
    def product_rule(x, w, grad):
        return tuple(part.astype(np.float32) if np.ndim(part) else part for part in right(x, w, grad))

    assert "The result[0] has the dtype float32; it should have float64, like its input." in told(
        NAME, product_rule
    )


def test_strings_and_objects(told):
    assert "it should be a number" in told(NAME, lambda x, w, grad: ("6", "3"))
    assert "it should be a number" in told(NAME, lambda x, w, grad: (object(), object()))


def test_ragged_lists(told, right):
    def product_rule(x, w, grad):
        return ([[1.0], [2.0, 3.0]],) * 2 if np.ndim(x) else right(x, w, grad)

    assert "it should be a NumPy array" in told(NAME, product_rule)


def test_an_object_array(told, right):
    def product_rule(x, w, grad):
        return tuple(np.array(part, dtype=object) if np.ndim(x) else part for part in right(x, w, grad))

    assert "could not be looked at" in told(NAME, product_rule)


def test_modifies_its_input(told, right):
    def product_rule(x, w, grad):
        result = right(x, w, grad)
        if np.ndim(w):
            w *= 2
        return result

    text = told(NAME, product_rule)
    assert "Your answer changed what it was given: w was array(" in text
    assert "It should be left as it is." in text


def test_raises(told):
    def product_rule(x, w, grad):
        factors = {"x": x, "w": w}
        return factors["v"], 0

    text = told(NAME, product_rule)
    assert "product_rule stopped with a KeyError." in text
    assert 'return factors["v"], 0' in text
    assert "Your line" in text
    assert "KeyError: 'v'" in text


def test_raises_in_a_library(told):
    def product_rule(x, w, grad):
        return np.ones(2) @ np.ones(3), 0

    text = told(NAME, product_rule)
    assert "return np.ones(2) @ np.ones(3), 0" in text
    assert "ValueError: matmul" in text


def test_does_not_raise_where_it_should(told, right):
    def product_rule(x, w, grad):
        return (0.0, 0.0) if isinstance(x, str) else right(x, w, grad)

    assert "Nothing was raised; it should be a TypeError, because a string cannot be multiplied" in told(
        NAME, product_rule
    )


def test_raises_another_error_than_it_should(told, right):
    def product_rule(x, w, grad):
        if isinstance(x, str):
            raise ValueError("no strings")
        return right(x, w, grad)

    assert "It raised a ValueError; it should be a TypeError, because a string" in told(NAME, product_rule)


def test_calls_itself_for_ever(told):
    def product_rule(x, w, grad):
        return product_rule(x, w, grad)

    assert "calls itself again and again" in told(NAME, product_rule)


def test_ends_python(told):
    assert "tries to end Python" in told(NAME, lambda x, w, grad: exit())


def test_prints_a_lot(told, right):
    def product_rule(x, w, grad):
        for line in range(100_000):
            print("line", line)
        return right(x, w, grad)[::-1]

    text = told(NAME, product_rule)
    assert "It printed: line 0 line 1" in text
    assert len(text) < 2000


def test_asks_for_input(told, monkeypatch):
    assert "stopped with" in told(NAME, lambda x, w, grad: input("x?"))


def test_an_order_of_lines(told, unit):
    check("90.order", "AB")
    check("90.order", ["A", "B"])
    check("90.order", " a, b ")
    check("90.order", lambda: "AB")
    assert 'There is no line "Z". The lines are A, B.' in told("90.order", "AZ")
    assert "Line A stands more than once" in told("90.order", "ABA")
    assert "Your order leaves out B." in told("90.order", "A")
    assert "Give the letters of the lines in order" in told("90.order", 12)
    assert "Your order leaves out A, B." in told("90.order", "")

    def order():
        raise NotImplementedError

    assert "order is not written yet." in told("90.order", order)
