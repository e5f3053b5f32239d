"""The gradient checker finds wrong rules, and does not accuse right ones."""

import numpy as np
import pytest

import minigrad
from minigrad.autograd import Function, GradcheckError, gradcheck, gradgradcheck


def double(*values):
    return minigrad.tensor(values, dtype=minigrad.float64, requires_grad=True)


def rule(forward, backward):
    """A Function of one input with the given derivative, a function of grad and the input."""

    class Rule(Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return forward(x)

        @staticmethod
        def backward(ctx, grad):
            return backward(grad, *ctx.saved_tensors)

    return Rule.apply


X = (0.5, -1.5, 2.0)


def right(x):
    return rule(lambda x: x**3, lambda grad, x: grad * 3 * x**2)(x)


WRONG = {
    "wrong only at negative values": lambda grad, x: grad * 3 * x**2 * minigrad.where(x < 0, 1.1, 1.0),
    "wrong by a small factor": lambda grad, x: grad * 3.01 * x**2,
    "the wrong sign": lambda grad, x: -grad * 3 * x**2,
    "an element off the diagonal": lambda grad, x: grad * 3 * x**2 + 0.01 * grad.sum() * x,
    "elements exchanged": lambda grad, x: grad.flip(0) * 3 * x**2,
    "the output gradient forgotten": lambda grad, x: 3 * x**2,
    "the output gradient squared": lambda grad, x: grad * grad * 3 * x**2 + grad * x,
    "a gradient of zeros": lambda grad, x: grad * 0,
    "no gradient at all": lambda grad, x: None,
    "nan": lambda grad, x: grad * float("nan"),
}


@pytest.mark.parametrize("mistake", WRONG)
def test_a_wrong_first_derivative_is_found(mistake):
    wrong = rule(lambda x: x**3, WRONG[mistake])
    assert not gradcheck(wrong, double(*X), raise_exception=False)
    with pytest.raises(GradcheckError, match="Jacobian of output 0 for input 0"):
        gradcheck(wrong, double(*X))


def test_the_right_rule_passes_both_checks():
    assert gradcheck(right, double(*X))
    assert gradgradcheck(right, double(*X))


WRONG_AGAIN = {
    # each first derivative is right at the points checked, its derivative is not
    "the input cut off": lambda grad, x: grad * 3 * x.detach() ** 2,
    "the output gradient cut off": lambda grad, x: grad.detach() * 3 * x**2,
    "wrong by a factor": lambda grad, x: grad * (3 * x**2 + 0.1 * (x - x.detach())),
    "wrong only at negative values": lambda grad, x: (
        grad * (3 * x**2 + minigrad.where(x < 0, x - x.detach(), 0.0))
    ),
    "an element off the diagonal": lambda grad, x: grad * (3 * x**2 + 0.1 * (x - x.detach()).sum()),
}


@pytest.mark.parametrize("mistake", WRONG_AGAIN)
def test_a_wrong_second_derivative_is_found(mistake):
    wrong = rule(lambda x: x**3, WRONG_AGAIN[mistake])
    assert gradcheck(wrong, double(*X))
    assert not gradgradcheck(wrong, double(*X), raise_exception=False)


def test_a_derivative_that_changes_from_run_to_run_is_found():
    factor = iter(np.linspace(1.0, 1.00001, 1000))
    unsteady = rule(lambda x: x * 2, lambda grad, x: grad * 2 * float(next(factor)))
    with pytest.raises(GradcheckError, match="not deterministic"):
        gradcheck(unsteady, double(*X))
    assert gradcheck(unsteady, double(*X), nondet_tol=1e-3)


def test_only_the_second_input_is_wrong():
    class Product(Function):
        @staticmethod
        def forward(ctx, x, y):
            ctx.save_for_backward(x, y)
            return x * y

        @staticmethod
        def backward(ctx, grad):
            x, y = ctx.saved_tensors
            return grad * y, grad * y

    with pytest.raises(GradcheckError, match="input 1"):
        gradcheck(Product.apply, (double(*X), double(1.0, 2.0, 3.0)))
    assert gradcheck(Product.apply, (double(*X), double(*X)))  # where it makes no difference


def test_only_the_second_output_is_wrong():
    wrong = rule(lambda x: x**3, lambda grad, x: grad * 3.1 * x**2)
    with pytest.raises(GradcheckError, match="output 1"):
        gradcheck(lambda x: (x**2, wrong(x)), double(*X))


def test_the_message_shows_both_numbers():
    wrong = rule(lambda x: x * 2, lambda grad, x: grad * 5)
    with pytest.raises(GradcheckError) as caught:
        gradcheck(wrong, double(1.0, 2.0))
    assert "2 of 4 entries" in str(caught.value)
    assert "backward says 5" in str(caught.value) and "finite differences say 2" in str(caught.value)


def test_a_kink_is_no_false_alarm_beside_it_and_is_one_upon_it():
    assert gradcheck(lambda x: x.abs(), double(0.1, -0.1))
    assert gradcheck(lambda x: x.relu(), double(1e-3, -1e-3))
    # on the kink the difference quotient lies between the slopes: nothing is wrong, and the check can't know
    assert not gradcheck(lambda x: x.relu(), double(0.0), raise_exception=False)
    assert gradcheck(lambda x: x.abs(), double(0.0))  # symmetric: the mean of the slopes is the convention


def test_an_expanded_input_is_refused():
    x = minigrad.ones(1, dtype=minigrad.float64).expand(3).requires_grad_()
    with pytest.raises(RuntimeError, match=r"\[3\].*clone"):
        gradcheck(lambda x: x * 2, x)
    assert gradcheck(lambda x: x * 2, x.detach().clone().requires_grad_())


def test_inputs_that_do_not_lie_in_reading_order():
    x = minigrad.arange(6.0, dtype=minigrad.float64).view(2, 3).t().requires_grad_()
    assert gradcheck(lambda x: x**2, x)
    y = minigrad.arange(6.0, dtype=minigrad.float64)[::2].requires_grad_()
    assert gradcheck(lambda y: y.sin(), y)
    assert y.tolist() == [0.0, 2.0, 4.0]


def test_float32_warns_and_needs_wider_tolerances():
    x = minigrad.tensor([0.5, 2.0], requires_grad=True)
    with pytest.warns(UserWarning, match="torch.float32.*float64"):
        assert gradcheck(lambda x: x**2, x, eps=1e-2, atol=1e-2)
    with pytest.warns(UserWarning):
        assert not gradcheck(lambda x: (1 + x * 1e-3) ** 9, x, raise_exception=False)


def test_several_inputs_and_outputs_of_several_kinds():
    def function(x, number, y, flag):
        assert flag is True
        return x * number, (x * y).sum(), x > 0, y.int()

    assert gradcheck(function, (double(*X), 3, double(1.0, 2.0, 3.0), True))
    plain = minigrad.tensor([1.0, 2.0, 3.0])
    assert gradcheck(lambda x, y: x * y, (double(*X), plain.double()))


def test_outputs_that_do_not_require_grad_are_left_out():
    assert gradcheck(lambda x: (x * 2, x.detach() ** 2), double(*X))


def test_a_function_without_gradient_passes_only_if_it_is_constant():
    assert gradcheck(lambda x: (x * 0).detach(), double(*X))
    assert not gradcheck(lambda x: x.detach(), double(*X), raise_exception=False)


def test_empty_and_0_dim_inputs():
    assert gradcheck(lambda x: x * 2, double())
    assert gradcheck(lambda x: x**2, minigrad.tensor(3.0, dtype=minigrad.float64, requires_grad=True))


def test_the_inputs_are_as_before():
    x = double(*X)
    before = x.tolist()
    gradcheck(right, x)
    gradgradcheck(right, x)
    assert x.tolist() == before and x.grad is None and x._version == 0


def test_given_output_gradients_are_used():
    seen = []

    def backward(grad, x):
        seen.append(grad.tolist())
        return grad * 2

    weights = double(5.0, 6.0, 7.0)
    gradgradcheck(rule(lambda x: x * 2, backward), double(*X), weights)
    assert [5.0, 6.0, 7.0] in seen


def test_no_input_requires_grad():
    with pytest.raises(ValueError, match="requires_grad=True"):
        gradcheck(lambda x: x, minigrad.ones(2, dtype=minigrad.float64))
