"""What an introduction to autograd promises, figure for figure."""

import math

import numpy as np
import pytest

import minigrad
from minigrad import nn, optim


def parameter(value):
    return minigrad.tensor(value, requires_grad=True)


def test_a_quadratic_at_three(capsys):
    x = parameter(3.0)
    y = x**2 + 2 * x + 1
    assert y.item() == 16.0
    y.backward()
    print(x.grad)
    assert capsys.readouterr().out == "tensor(8.)\n"
    assert x.grad.item() == 2 * x.item() + 2


def test_the_graph_is_that_of_the_branch_taken():
    def f(x, branch):
        if branch == "polynomial":
            return x**3 - x
        return minigrad.sin(x) * x

    x = parameter(2.0)
    f(x, "polynomial").backward()
    assert x.grad.item() == 11.0
    x.grad = None
    f(x, "trigonometric").backward()
    assert x.grad.item() == pytest.approx(math.cos(2) * 2 + math.sin(2), rel=1e-6)
    assert round(math.cos(2) * 2, 3) == -0.832 and round(math.sin(2), 3) == 0.909
    assert round(x.grad.item(), 3) == 0.077


def test_loops_leave_as_many_nodes_as_they_ran():
    x = parameter(2.0)
    for rounds in (1, 3, 5):
        y = x
        for _ in range(rounds):
            y = y * x
        x.grad = None
        y.backward()
        assert x.grad.item() == (rounds + 1) * 2.0**rounds


def test_many_parameters_and_one_scalar():
    minigrad.manual_seed(0)
    W = minigrad.randn(3, 2, requires_grad=True)
    b = minigrad.randn(2, requires_grad=True)
    x, y_true = minigrad.randn(4, 3), minigrad.randn(4, 2)
    y_pred = x @ W + b
    assert y_pred.shape == (4, 2)
    loss = ((y_pred - y_true) ** 2).mean()
    assert loss.shape == ()
    loss.backward()
    assert repr(W.grad.shape) == "torch.Size([3, 2])" and repr(b.grad.shape) == "torch.Size([2])"
    residual = (y_pred - y_true).numpy(force=True) * 2 / 8
    np.testing.assert_allclose(W.grad.numpy(), x.numpy().T @ residual, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(b.grad.numpy(), residual.sum(0), rtol=1e-5, atol=1e-6)


def test_every_leaf_that_asked_gets_a_gradient_of_its_shape():
    asked, not_asked = minigrad.ones(2, 3, requires_grad=True), minigrad.ones(2, 3)
    unused = minigrad.ones(2, requires_grad=True)
    (asked * not_asked).sum().backward()
    assert asked.grad.shape == asked.shape
    assert not_asked.grad is None and unused.grad is None


def test_the_graph_is_thrown_away_after_backward_unless_retained():
    x = parameter(3.0)
    y = x**2
    y.backward()
    with pytest.raises(RuntimeError, match="retain_graph=True"):
        y.backward()
    x.grad = None
    y = x**2
    y.backward(retain_graph=True)
    y.backward()
    assert x.grad.item() == 12.0


def test_reverse_mode_needs_one_pass_for_many_inputs():
    calls = []
    x = minigrad.ones(1000, requires_grad=True)
    y = (x * x).sum()
    y.grad_fn.register_hook(lambda inputs, outputs: calls.append(1))
    y.backward()
    assert calls == [1] and x.grad.tolist() == [2.0] * 1000


def test_three_points_and_a_line():
    inputs = minigrad.tensor([[0.0], [1.0], [2.0]])
    targets = minigrad.tensor([[1.0], [3.0], [5.0]])
    model = nn.Linear(1, 1)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    first = None
    for step in range(200):
        loss = ((model(inputs) - targets) ** 2).mean()
        assert loss.dim() == 0
        optimizer.zero_grad()
        assert model.weight.grad is None
        loss.backward()
        assert model.weight.grad.shape == (1, 1) and model.bias.grad.shape == (1,)
        before = model.weight.item(), model.weight.grad.item()
        optimizer.step()
        assert model.weight.item() == pytest.approx(before[0] - 0.1 * before[1], abs=1e-6)
        first = first if step else loss.item()
    assert loss.item() < first
    assert model.weight.item() == pytest.approx(2, abs=0.01)
    assert model.bias.item() == pytest.approx(1, abs=0.01)


def test_the_same_line_without_a_module():
    minigrad.manual_seed(1)
    w, b = minigrad.randn(1, 1, requires_grad=True), minigrad.zeros(1, requires_grad=True)
    inputs = minigrad.tensor([[0.0], [1.0], [2.0]])
    loss = ((inputs @ w + b - minigrad.tensor([[1.0], [3.0], [5.0]])) ** 2).mean()
    loss.backward()
    assert (repr(w.grad.shape), repr(b.grad.shape)) == ("torch.Size([1, 1])", "torch.Size([1])")
    # by hand: residuals w*x - (2x + 1), their mean and their mean product with x
    slope = w.item()
    residuals = [slope * x - (2 * x + 1) for x in (0, 1, 2)]
    assert b.grad.item() == pytest.approx(2 * sum(residuals) / 3, rel=1e-5)
    assert w.grad.item() == pytest.approx(
        2 * sum(r * x for r, x in zip(residuals, (0, 1, 2), strict=True)) / 3, rel=1e-5
    )


def test_the_gradient_of_a_cube_is_exact():
    x = parameter(2.0)
    (x**3).backward()
    assert x.grad.item() == 12.0  # no finite difference gives it exactly:
    assert ((2 + 1e-3) ** 3 - 2**3) / 1e-3 != 12.0
    x.grad = None
    (x * 4).backward()
    assert repr(x.grad) == "tensor(4.)"


def test_gradients_accumulate_until_they_are_cleared():
    w = parameter(5.0)
    (w * 3).backward()
    (w * 3).backward()
    assert w.grad.item() == 6.0
    optimizer = optim.SGD([w], lr=1.0)
    optimizer.zero_grad()
    assert w.grad is None
    (w * 3).backward()
    assert w.grad.item() == 3.0


def test_backward_needs_a_scalar_or_a_seed():
    x = minigrad.ones(3, requires_grad=True)
    with pytest.raises(RuntimeError, match="scalar"):
        (x * 2).backward()
    (x * 2).backward(gradient=minigrad.tensor([1.0, 0.0, 2.0]))
    assert x.grad.tolist() == [2.0, 0.0, 4.0]


def test_no_grad_keeps_no_graph():
    x = parameter(2.0)
    with minigrad.no_grad():
        y = x * x
    assert y.requires_grad is False and y.grad_fn is None and y.is_leaf


def test_detach_shares_data_and_is_cut_off():
    x = minigrad.ones(2, requires_grad=True)
    d = x.detach()
    assert not d.requires_grad and d.data_ptr() == x.data_ptr()
    d[0] = 7.0
    assert x.tolist() == [7.0, 1.0]
    (x * x.detach()).sum().backward()
    assert x.grad.tolist() == [7.0, 1.0]  # not 2x: the second factor counts as a constant


def test_the_chain_rule_edge_by_edge():
    x = parameter(0.5)
    a = x.sin()
    b = a.exp()
    c = b * a
    for tensor in (a, b, c):
        tensor.retain_grad()
    c.backward()
    sin, cos = math.sin(0.5), math.cos(0.5)
    assert c.grad.item() == 1.0
    assert b.grad.item() == pytest.approx(sin)
    assert a.grad.item() == pytest.approx(math.exp(sin) + sin * math.exp(sin), rel=1e-6)
    assert x.grad.item() == pytest.approx(a.grad.item() * cos, rel=1e-6)
