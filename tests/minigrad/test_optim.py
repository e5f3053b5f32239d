"""Optimizers: their steps as formulas in NumPy and as in PyTorch, groups, states, and errors."""

import ast
import copy
import math

import numpy as np
import pytest

import minigrad
from minigrad.optim import SGD, Adam, AdamW, Optimizer

# steps ---------------------------------------------------------------------------------------------------

START = np.array([1.5, -2.0, 0.5, 3.0])


def slope(w, step):
    """The gradient of a loss with several bends, which differs from step to step as that of a batch does."""
    return 2 * w + 3 * np.cos(3 * w) + np.sin(step + np.arange(len(w)))


def sgd(w, lr, momentum=0, dampening=0, weight_decay=0, nesterov=False, maximize=False):
    velocity = None
    for step in range(100):
        g = (-1 if maximize else 1) * slope(w, step) + weight_decay * w
        if momentum:
            velocity = g if velocity is None else momentum * velocity + (1 - dampening) * g
            g = g + momentum * velocity if nesterov else velocity
        w = w - lr * g
        yield w


def adam(w, lr, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, maximize=False, decoupled=False):
    mean, square, largest = 0 * w, 0 * w, 0 * w
    for step in range(100):
        g = (-1 if maximize else 1) * slope(w, step)
        if decoupled:
            w = w - lr * weight_decay * w
        else:
            g = g + weight_decay * w
        mean = betas[0] * mean + (1 - betas[0]) * g
        square = betas[1] * square + (1 - betas[1]) * g**2
        largest = np.maximum(largest, square)
        unbiased_mean = mean / (1 - betas[0] ** (step + 1))
        unbiased = (largest if amsgrad else square) / (1 - betas[1] ** (step + 1))
        w = w - lr * unbiased_mean / (np.sqrt(unbiased) + eps)
        yield w


def adamw(w, lr, weight_decay=0.01, **settings):
    return adam(w, lr, weight_decay=weight_decay, decoupled=True, **settings)


CASES = [
    ("SGD", {"lr": 0.02}),
    ("SGD", {"lr": 0.02, "weight_decay": 0.3}),
    ("SGD", {"lr": 0.02, "maximize": True}),
    ("SGD", {"lr": 0.02, "momentum": 0.9}),
    ("SGD", {"lr": 0.02, "momentum": 0.9, "dampening": 0.5}),
    ("SGD", {"lr": 0.02, "momentum": 0.9, "nesterov": True}),
    ("SGD", {"lr": 0.02, "momentum": 0.5, "nesterov": True, "weight_decay": 0.1, "maximize": True}),
    ("Adam", {"lr": 0.05}),
    ("Adam", {"lr": 0.05, "betas": (0.5, 0.9), "eps": 1e-3}),
    ("Adam", {"lr": 0.05, "weight_decay": 0.3}),
    ("Adam", {"lr": 0.05, "amsgrad": True}),
    ("Adam", {"lr": 0.05, "maximize": True}),
    ("AdamW", {"lr": 0.05}),
    ("AdamW", {"lr": 0.05, "weight_decay": 0.5, "amsgrad": True}),
    ("AdamW", {"lr": 0.05, "betas": (0.8, 0.95), "maximize": True}),
]
FORMULAS = {"SGD": sgd, "Adam": adam, "AdamW": adamw}


def steps_of(module, name, settings, dtype="float64"):
    """The parameter after each of 100 steps."""
    w = module.tensor(START.astype(dtype), requires_grad=True)
    optimizer = getattr(module.optim, name)([w], **settings)
    for step in range(100):
        w.grad = module.tensor(slope(w.detach().numpy(), step).astype(dtype))
        optimizer.step()
        yield w.detach().numpy().copy()


def told(case):
    return f"{case[0]}({', '.join(f'{name}={value}' for name, value in case[1].items())})"


@pytest.mark.parametrize("case", CASES, ids=told)
def test_steps_are_those_of_the_formula(case):
    name, settings = case
    ours = list(steps_of(minigrad, name, settings))
    np.testing.assert_allclose(ours, list(FORMULAS[name](START, **settings)), rtol=1e-10)


@pytest.mark.torch
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("case", CASES, ids=told)
def test_a_hundred_steps_follow_torch(case, dtype):
    torch = pytest.importorskip("torch")
    name, settings = case
    ours, theirs = (list(steps_of(module, name, settings, dtype)) for module in (minigrad, torch))
    # The last digit of a gradient grows under maximize, where each step leads away from the last.
    scale = np.maximum(1, np.abs(theirs))
    tolerance = 1e-5 if dtype == "float32" else 1e-12
    assert (np.abs(np.array(ours) - np.array(theirs)) / scale).max() < tolerance
    assert ours[0].dtype == np.dtype(dtype)


def test_state_is_kept_in_the_names_of_torch():
    w = minigrad.ones(2, requires_grad=True)
    for optimizer, names in (
        (SGD([w]), set()),
        (SGD([w], momentum=0.9), {"momentum_buffer"}),
        (Adam([w]), {"step", "exp_avg", "exp_avg_sq"}),
        (Adam([w], amsgrad=True), {"step", "exp_avg", "exp_avg_sq", "max_exp_avg_sq"}),
    ):
        w.grad = minigrad.ones(2)
        optimizer.step()
        assert set(optimizer.state[w]) == names


def test_a_first_velocity_is_not_the_gradient_itself():
    w = minigrad.ones(2, requires_grad=True)
    optimizer = SGD([w], momentum=0.9)
    w.grad = grad = minigrad.ones(2)
    optimizer.step()
    optimizer.step()
    assert grad.tolist() == [1, 1]


# steps and the graph -------------------------------------------------------------------------------------


def test_a_step_changes_the_leaf_itself_and_is_seen_by_its_version():
    x = minigrad.tensor(2.0, requires_grad=True)
    optimizer = SGD([x], lr=0.1)
    y = x * x
    y.backward(retain_graph=True)
    optimizer.step()
    assert x.is_leaf and x.requires_grad and x._version == 1 and x.item() == pytest.approx(1.6)
    with pytest.raises(RuntimeError):
        y.backward()


def test_parameters_without_gradient_stay():
    x, y = minigrad.ones(2, requires_grad=True), minigrad.ones(2)
    Adam([x, y]).step()
    assert x.tolist() == y.tolist() == [1, 1]


def test_a_closure_is_recorded_and_its_loss_returned():
    x = minigrad.tensor(2.0, requires_grad=True)
    optimizer = SGD([x], lr=0.1)

    def closure():
        optimizer.zero_grad()
        loss = x * x
        loss.backward()
        return loss

    with minigrad.no_grad():
        assert optimizer.step(closure).item() == 4
    assert x.item() == pytest.approx(1.6)
    assert optimizer.step() is None


def test_zero_grad_clears_to_none_or_to_zeros_in_place():
    x = minigrad.ones(2, requires_grad=True)
    optimizer = SGD([x])
    (x * x).sum().backward()
    grad = x.grad
    optimizer.zero_grad(set_to_none=False)
    assert x.grad is grad and grad.tolist() == [0, 0]
    optimizer.zero_grad()
    assert x.grad is None


def test_zeroed_gradients_have_no_history(monkeypatch):
    monkeypatch.setattr(minigrad.autograd.engine, "_warned_of_cycle", False)  # it warns once in a program
    x = minigrad.tensor(2.0, requires_grad=True)
    with pytest.warns(UserWarning):
        (x**3).backward(create_graph=True)
    assert x.grad.grad_fn is not None
    SGD([x]).zero_grad(set_to_none=False)
    assert x.grad.is_leaf and x.grad.item() == 0


# groups and states ---------------------------------------------------------------------------------------


def test_groups_have_settings_of_their_own():
    x, y, z = (minigrad.ones(1, requires_grad=True) for _ in range(3))
    optimizer = SGD([{"params": [x], "lr": 1.0}, {"params": y}], lr=0.1)
    optimizer.add_param_group({"params": [z], "lr": 0.5, "maximize": True})
    for parameter in (x, y, z):
        parameter.grad = minigrad.ones(1)
    optimizer.step()
    assert (x.item(), y.item(), z.item()) == pytest.approx((0, 0.9, 1.5))
    optimizer.param_groups[0]["lr"] = 2.0
    optimizer.step()
    assert x.item() == -2


@pytest.mark.parametrize("case", CASES, ids=told)
def test_training_can_be_resumed_from_a_state_dict(case):
    name, settings = case

    def advance(w, optimizer, steps):
        for step in steps:
            w.grad = minigrad.tensor(slope(w.detach().numpy(), step))
            optimizer.step()

    w = minigrad.tensor(START, requires_grad=True)
    optimizer = getattr(minigrad.optim, name)([w], **settings)
    advance(w, optimizer, range(5))
    resumed = w.detach().clone().requires_grad_()
    other = getattr(minigrad.optim, name)([resumed], lr=9.0)
    other.load_state_dict(copy.deepcopy(optimizer.state_dict()))
    advance(w, optimizer, range(5, 10))
    advance(resumed, other, range(5, 10))
    assert resumed.tolist() == w.tolist()


def test_a_loaded_state_is_a_copy():
    x, y = (minigrad.ones(1, requires_grad=True) for _ in range(2))
    first, second = SGD([x], momentum=0.9), SGD([y], momentum=0.9)
    x.grad = y.grad = minigrad.ones(1)
    first.step()
    second.load_state_dict(first.state_dict())
    second.step()
    assert first.state[x]["momentum_buffer"].item() == 1
    assert second.state[y]["momentum_buffer"].item() == pytest.approx(1.9)


STATES = {
    "SGD": "{'state': {}, 'param_groups': [{'lr': 0.001, 'momentum': 0, 'dampening': 0, 'weight_decay': 0, "
    "'nesterov': False, 'maximize': False, 'foreach': None, 'differentiable': False, 'fused': None, "
    "'params': [0]}]}",
    "Adam": "{'state': {}, 'param_groups': [{'lr': 0.001, 'betas': (0.9, 0.999), 'eps': 1e-08, "
    "'weight_decay': 0, 'amsgrad': False, 'maximize': False, 'foreach': None, 'capturable': False, "
    "'differentiable': False, 'fused': None, 'decoupled_weight_decay': False, 'params': [0]}]}",
}
PRINTED = {
    "AdamW": """\
AdamW (
Parameter Group 0
    amsgrad: False
    betas: (0.9, 0.999)
    capturable: False
    decoupled_weight_decay: True
    differentiable: False
    eps: 1e-08
    foreach: None
    fused: None
    lr: 0.001
    maximize: False
    weight_decay: 0.01
)""",
    "SGD": """\
SGD (
Parameter Group 0
    dampening: 0
    differentiable: False
    foreach: None
    fused: None
    lr: 0.001
    maximize: False
    momentum: 0
    nesterov: False
    weight_decay: 0
)""",
}


@pytest.mark.parametrize("name", PRINTED)
def test_an_optimizer_prints_as_recorded(name):
    assert repr(getattr(minigrad.optim, name)([minigrad.ones(1)])) == PRINTED[name]


@pytest.mark.parametrize("name", STATES)
def test_a_state_dict_reads_as_recorded(name):
    assert getattr(minigrad.optim, name)([minigrad.ones(1)]).state_dict() == ast.literal_eval(STATES[name])


@pytest.mark.torch
def test_the_recorded_texts_are_those_of_torch():
    torch = pytest.importorskip("torch")
    for name, text in PRINTED.items():
        assert repr(getattr(torch.optim, name)([torch.ones(1)])) == text
    for name, text in STATES.items():
        assert repr(getattr(torch.optim, name)([torch.ones(1)]).state_dict()) == text


# errors --------------------------------------------------------------------------------------------------

X = minigrad.ones(2, requires_grad=True)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: SGD(X), TypeError, "SGD takes a list of tensors"),
        (lambda: SGD([]), ValueError, "SGD got no parameters"),
        (lambda: SGD([X, 3]), TypeError, "3 (of type int)"),
        (lambda: SGD([X * 1]), ValueError, "shape [2], grad_fn=<MulBackward0>"),
        (lambda: SGD([{"params": [X]}, {"params": X}]), ValueError, "shape [2] is in more than one"),
        (lambda: SGD([{"weights": X}]), KeyError, "params"),
        (lambda: SGD([X], lr=-1), ValueError, "lr has to be at least 0, not -1"),
        (lambda: SGD([X], lr=math.nan), ValueError, "nan"),
        (lambda: SGD([X], momentum=-0.5), ValueError, "momentum has to be at least 0, not -0.5"),
        (lambda: SGD([X], nesterov=True), ValueError, "momentum=0"),
        (
            lambda: Adam([X], betas=(0.9, 1.0)),
            ValueError,
            "betas[1] has to be at least 0 and less than 1, not 1.0",
        ),
        (lambda: Adam([X], eps=-1), ValueError, "eps has to be at least 0, not -1"),
        (lambda: AdamW([X], weight_decay=-1), ValueError, "weight_decay has to be at least 0, not -1"),
        (
            lambda: SGD([X]).load_state_dict(SGD([X, minigrad.ones(1)]).state_dict()),
            ValueError,
            "[2] parameters",
        ),
    ],
)
def test_errors_name_what_is_wrong(call, error, words):
    with pytest.raises(error) as caught:
        call()
    assert words in str(caught.value)


def test_a_tensor_that_comes_twice_is_warned_of():
    with pytest.warns(UserWarning, match="twice"):
        SGD([X, X])


def test_an_optimizer_of_ones_own_says_what_one_update_is():
    class Signs(Optimizer):
        def __init__(self, params, lr):
            super().__init__(params, {"lr": lr})

        def update(self, param, grad, state, group):
            param.sub_(group["lr"] * grad.sign())

    w = minigrad.tensor([2.0, -300.0], requires_grad=True)
    (w * w).sum().backward()
    Signs([w], lr=1.0).step()
    assert w.tolist() == [1, -299]
