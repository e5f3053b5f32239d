"""Random programs: minigrad against PyTorch where it is installed, else against finite differences and a twin.

The twin is the smallest engine that is plainly right: each operation leaves a tuple of (parent, Jacobian), and
the gradient is found by summing the products along every path, recursively. It shares no code with minigrad.
"""

import random

import numpy as np
import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

import minigrad
from tests.minigrad import programs

#: how many programs this run has compared, by what with and the outcome
RUN = {}


def count(*what):
    RUN[what] = RUN.get(what, 0) + 1


@pytest.fixture(scope="module", autouse=True)
def report(request):
    yield
    lines = [f"{number:6} {' '.join(what)}" for what, number in sorted(RUN.items())]
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        print("\nrandom programs run:", *lines, sep="\n")


# against PyTorch -------------------------------------------------------------------------------------------


def agrees_with_torch(program, torch):
    for dtype in ("float64", "float32"):
        found = programs.compare(program, minigrad, torch, dtype)
        if found is not None and not isinstance(found, str):
            listed = "\n".join(map(str, program))
            pytest.fail(f"{dtype}: observation {found[0]} differs\n{listed}\nminigrad, torch: {found[1:]}")
        count("with torch in", dtype, "agree" if found is None else found)


@pytest.mark.torch
@settings(max_examples=200, deadline=None, database=None)
@seed(1)
@given(st.data())
def test_drawn_programs_agree_with_torch(data):
    torch = pytest.importorskip("torch")
    program = programs.draw_program(lambda options: data.draw(st.sampled_from(options)), 6)
    agrees_with_torch(program, torch)


@pytest.mark.torch
@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(4))
def test_many_programs_agree_with_torch(chunk):
    torch = pytest.importorskip("torch")
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    for number in range(1500):
        rng = random.Random(1500 * chunk + number)
        agrees_with_torch(programs.draw_program(rng.choice, rng.choice((3, 6, 10, 14))), torch)
    torch.set_num_threads(threads)


# against a twin and finite differences ---------------------------------------------------------------------


class Twin:
    """A value, and for each value it came from the Jacobian (result elements, input elements)."""

    def __init__(self, values, parents=()):
        self.values, self.parents = np.asarray(values, float), parents

    def gradient(self, weight, target):
        """Of ``sum(weight * self)`` with respect to ``target``: the sum over all paths."""
        total = np.zeros(target.values.size)
        if self is target:
            total = total + weight.ravel()
        for parent, jacobian in self.parents:
            total = total + parent.gradient(weight.ravel() @ jacobian, target)
        return total


def twin_apply(function, *inputs):
    """``function`` on arrays; its Jacobians by complex steps (``f(x + ih)/h``, exact to rounding)."""
    arrays = [each.values for each in inputs]
    result = function(*arrays)
    parents = []
    for position, each in enumerate(inputs):
        jacobian = np.zeros((result.size, each.values.size))
        for element in range(each.values.size):
            stepped = [array.astype(complex) for array in arrays]
            stepped[position].flat[element] += 1e-30j
            jacobian[:, element] = function(*stepped).imag.ravel() / 1e-30
        parents.append((each, jacobian))
    return Twin(result, tuple(parents))


#: smooth operations: on tensors, and the same on complex arrays
SMOOTH = {
    "exp": (lambda x: x.exp(), np.exp),
    "sin": (lambda x: x.sin(), np.sin),
    "tanh": (lambda x: x.tanh(), np.tanh),
    "square": (lambda x: x**2, lambda x: x * x),
    "sigmoid": (lambda x: x.sigmoid(), lambda x: 1 / (1 + np.exp(-x))),
    "sum": (lambda x: x.sum(), lambda x: x.sum()[None].reshape(())),
    "sum 0": (lambda x: x.sum(0, keepdim=True), lambda x: x.sum(0, keepdims=True)),
    "mean": (lambda x: x.mean(), lambda x: x.sum()[None].reshape(()) / x.size),
    "transpose": (lambda x: x.transpose(0, 1), lambda x: x.swapaxes(0, 1)),
    "row": (lambda x: x[:1], lambda x: x[:1]),
    "rows twice": (lambda x: x[[0, 0]], lambda x: x[[0, 0]]),
    "softmax": (lambda x: x.softmax(1), lambda x: np.exp(x) / np.exp(x).sum(1, keepdims=True)),
    "add": (lambda x, y: x + y, lambda x, y: x + y),
    "mul": (lambda x, y: x * y, lambda x, y: x * y),
    "sub": (lambda x, y: x - y, lambda x, y: x - y),
    "div": (lambda x, y: x / (y * y + 1), lambda x, y: x / (y * y + 1)),
    "matmul": (lambda x, y: x @ y.transpose(0, 1), lambda x, y: x @ y.swapaxes(0, 1)),
    "atan": (lambda x: x.atan(), np.arctan),
}
BINARY = ("add", "mul", "sub", "div", "matmul")


@settings(max_examples=150, deadline=None, database=None)
@seed(2)
@given(st.data())
def test_gradients_are_those_of_the_twin(data):
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    shapes = [data.draw(st.sampled_from([(2, 3), (1, 3), (2, 1), (3, 3)])) for _ in range(2)]
    arrays = [rng.uniform(-1, 1, shape) for shape in shapes]
    leaves = [minigrad.tensor(array.tolist(), dtype=minigrad.float64, requires_grad=True) for array in arrays]
    tensors, twins = list(leaves), [Twin(array) for array in arrays]
    own = list(twins)
    for _ in range(data.draw(st.integers(1, 6))):
        name = data.draw(st.sampled_from(sorted(SMOOTH)))
        chosen = [data.draw(st.integers(0, len(tensors) - 1)) for _ in range(1 + (name in BINARY))]
        on_tensors, on_arrays = SMOOTH[name]
        try:
            twin = twin_apply(on_arrays, *[twins[i] for i in chosen])
        except (ValueError, IndexError):
            with pytest.raises((RuntimeError, IndexError)):
                on_tensors(*[tensors[i] for i in chosen])
            continue
        tensors.append(on_tensors(*[tensors[i] for i in chosen]))
        twins.append(twin)
        np.testing.assert_allclose(tensors[-1].numpy(force=True), twin.values, rtol=1e-12, atol=1e-12)
    roots = [data.draw(st.integers(0, len(tensors) - 1)) for _ in range(data.draw(st.integers(1, 2)))]
    weights = [rng.standard_normal(twins[i].values.shape) for i in roots]
    minigrad.autograd.backward(
        [tensors[i] for i in roots], [minigrad.from_numpy(np.asarray(weight)) for weight in weights]
    )
    for leaf, twin in zip(leaves, own, strict=True):
        expected = sum(
            twins[i].gradient(weight.ravel(), twin) for i, weight in zip(roots, weights, strict=True)
        )
        found = np.zeros(twin.values.size) if leaf.grad is None else leaf.grad.numpy().ravel()
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)
    count("with the twin", "agree")


#: in-place changes of a tensor of shape (3, 3), given another
CHANGES = {
    "mul_": lambda x, y: x.mul_(y),
    "add_ row": lambda x, y: x[0].add_(y[1]),
    "tanh_ column": lambda x, y: x[:, 1].tanh_(),
    "set row": lambda x, y: x.__setitem__(1, y[0]),
    "set corner": lambda x, y: x.__setitem__((slice(0, 2), slice(1, 3)), y[1:, :2] * y[0, 0]),
    "set list": lambda x, y: x.__setitem__([2, 0], y[:2]),
    "set number": lambda x, y: x.__setitem__((2, 2), 0.5),
    "diagonal": lambda x, y: x.diagonal().mul_(y[0]),
    "transposed": lambda x, y: x.t()[0].copy_(y[2]),
    "exp_": lambda x, y: x.exp_(),
    "sub_ of view": lambda x, y: x.view(9)[2:5].sub_(y.reshape(9)[:3]),
    "masked": lambda x, y: x.masked_fill_(minigrad.eye(3) > 0, 0.25),
    "div_": lambda x, y: x.div_(y * y + 1),
    "square_": lambda x, y: x.square_(),
}


@settings(max_examples=40, deadline=None, database=None)
@seed(3)
@given(st.data())
def test_gradients_through_changes_in_place_are_those_of_finite_differences(data):
    """What PyTorch would refuse (a saved value changed) must be an error; anything else must be right."""
    start = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1))).uniform(-1, 1, (2, 3, 3))
    steps = data.draw(st.lists(st.sampled_from(sorted(CHANGES)), min_size=1, max_size=4))
    reading = data.draw(st.booleans())

    def program(leaf):
        x, y = (leaf[0] * 1, leaf[1].sin()) if reading else (leaf[0].clone(), leaf[1] * 2)
        early = x.t()[1:]
        for name in steps:
            CHANGES[name](x, y)
        return (x * y).sum() + (early * early).sum()

    leaf = minigrad.tensor(start.tolist(), dtype=minigrad.float64, requires_grad=True)
    try:
        program(leaf).backward()
    except RuntimeError as refused:
        assert "in-place operation has changed" in str(refused)
        count("with finite differences", "refused")
        return
    assert minigrad.autograd.gradcheck(program, leaf, rtol=1e-4, atol=1e-6)
    count("with finite differences", "agree")


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(4))
def test_second_derivatives_through_changes_in_place(chunk):
    for number in range(25):
        rng = random.Random(100 * chunk + number)
        steps = [rng.choice(sorted(CHANGES)) for _ in range(3)]

        def program(leaf, steps=steps):
            x, y = leaf[0] * leaf[1], leaf[1].sin()
            for name in steps:
                CHANGES[name](x, y)
            return (x * x).sum()

        start = np.random.default_rng(number).uniform(-1, 1, (2, 3, 3))
        leaf = minigrad.tensor(start.tolist(), dtype=minigrad.float64, requires_grad=True)
        try:
            program(leaf).backward()
        except RuntimeError as refused:
            assert "in-place operation has changed" in str(refused)
            continue
        assert minigrad.autograd.gradgradcheck(program, leaf, rtol=1e-3, atol=1e-4), steps
        count("second derivatives with finite differences", "agree")
    assert RUN["second derivatives with finite differences", "agree"] >= 10


# the machinery itself --------------------------------------------------------------------------------------


def test_a_wrong_gradient_would_be_found():
    """A program that sees a wrong derivative differs from one that sees the right one."""
    program = [("leaf", (3,), (0.5, 1.0, -1.0), True, False), ("unary", "sin", 0, False)]
    program += [("backward", 1, False, False, False)]
    right = programs.trace(program, minigrad, "float64")
    wrong = [(*each[:2], each[2] * 1.001, *each[3:]) if each[0] == "end's grad" else each for each in right]
    assert programs.difference(right, right, "float64") is None
    assert programs.difference(right, wrong, "float64")[1][0] == "end's grad"


def test_programs_use_every_kind_of_step():
    kinds = set()
    for number in range(200):
        rng = random.Random(number)
        program = programs.draw_program(rng.choice, 10)
        kinds |= {step[0] for step in program}
        programs.trace(program, minigrad, "float32")
    assert {f"do_{kind}" for kind in kinds} == {name for name in dir(programs.Machine) if name[:3] == "do_"}
