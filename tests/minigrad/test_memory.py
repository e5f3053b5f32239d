"""What is kept in memory, and for how long."""

import gc
import subprocess
import sys
import tracemalloc
import weakref

import numpy as np
import pytest

import minigrad
from minigrad.autograd import Function


@pytest.fixture
def no_collector():
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def step(model, optimizer, inputs, targets):
    optimizer.zero_grad()
    loss = ((model(inputs) - targets) ** 2).mean()
    loss.backward()
    optimizer.step()


def train(steps):
    minigrad.manual_seed(0)
    nn = minigrad.nn
    model = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
    optimizer = minigrad.optim.Adam(model.parameters(), lr=0.01)
    inputs, targets = minigrad.randn(8, 2), minigrad.randn(8, 1)
    for _ in range(100):
        step(model, optimizer, inputs, targets)
    tracemalloc.start()
    objects, (bytes_before, _) = len(gc.get_objects()), tracemalloc.get_traced_memory()
    for _ in range(steps):
        step(model, optimizer, inputs, targets)
    grown = len(gc.get_objects()) - objects, tracemalloc.get_traced_memory()[0] - bytes_before
    tracemalloc.stop()
    return grown


def test_training_leaves_memory_flat_without_the_collector(no_collector):
    objects, size = train(300)
    assert objects <= 5 and size < 10_000


@pytest.mark.slow
def test_ten_thousand_steps_leave_memory_flat_without_the_collector(no_collector):
    objects, size = train(10_000)
    assert objects <= 5 and size < 10_000


DEEP = """
import gc, resource, sys, threading
gc.disable()
sys.setrecursionlimit(200)
threading.stack_size(256 * 1024)

def run(length):
    import minigrad
    x = minigrad.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(length // 2):
        y = y + 1
        y = y * 1.0
    y.backward()
    assert x.grad.item() == 1.0
    before = len(gc.get_objects())
    del y
    print("freed", before - len(gc.get_objects()) > length // 4)

thread = threading.Thread(target=run, args=(int(sys.argv[1]),))
thread.start()
thread.join()
"""


def run_deep(length):
    done = subprocess.run(
        [sys.executable, "-c", DEEP, str(length)], capture_output=True, text=True, timeout=250, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == ("freed True\n", "", 0)


def test_a_deep_graph_is_built_run_and_freed_on_a_small_stack():
    run_deep(50_000)


@pytest.mark.slow
def test_a_graph_of_a_million_operations_is_built_run_and_freed_on_a_small_stack():
    run_deep(1_000_000)


def test_saved_values_are_gone_after_backward():
    x = minigrad.ones(3, requires_grad=True)
    middle = x.exp()
    array = weakref.ref(middle._array)
    loss = (middle * middle).sum()
    del middle
    assert array() is not None
    loss.backward()
    assert array() is None


def test_saved_values_stay_with_retain_graph():
    x = minigrad.ones(3, requires_grad=True)
    middle = x.exp()
    array = weakref.ref(middle._array)
    loss = (middle * middle).sum()
    del middle
    loss.backward(retain_graph=True)
    assert array() is not None
    loss.backward()
    assert array() is None


def big(value=1.0, requires_grad=False):
    return minigrad.full((1000,), value, requires_grad=requires_grad)


@pytest.mark.parametrize(
    "operation",
    [
        lambda x, other: x + other,
        lambda x, other: x - other,
        lambda x, other: x.copy_(other) if not x.requires_grad else x.clone().copy_(other),
        lambda x, other: (x * 2).masked_fill(other > 0, 0.0),
        lambda x, other: minigrad.cat([x, other]),
        lambda x, other: minigrad.where(other > 0, x, other),
        lambda x, other: x.sum() + other.sum(),
    ],
)
def test_an_input_that_no_formula_needs_is_not_kept(operation):
    x, other = big(requires_grad=True), big(3.0)
    kept = weakref.ref(other._array)
    result = operation(x, other)
    del other
    assert kept() is None
    result.sum().backward()


def test_an_input_that_only_an_unneeded_gradient_needs_is_not_kept():
    x, constant = big(requires_grad=True), big(3.0)
    middle = x * 2
    kept, needed = weakref.ref(middle._array), weakref.ref(constant._array)
    result = middle * constant  # middle would be needed for the gradient of constant alone
    del middle, constant
    assert kept() is None and needed() is not None
    result.sum().backward()
    assert needed() is None


def test_under_no_grad_nothing_is_kept():
    x = big(requires_grad=True)
    with minigrad.no_grad():
        middle = x.exp()
        kept = weakref.ref(middle._array)
        result = middle * middle
        del middle
    assert kept() is None and result.grad_fn is None


class Cube(Function):
    @staticmethod
    def forward(ctx, x):
        result = x**3
        ctx.save_for_backward(x, result)
        return result

    @staticmethod
    def backward(ctx, grad):
        x, result = ctx.saved_tensors
        return grad * 3 * result / x


class Fail(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 1

    @staticmethod
    def backward(ctx, grad):
        raise KeyError("on purpose")


def failing(x):
    with pytest.raises(KeyError):
        Fail.apply(x * x).sum().backward()


def changed_after_saving(x):
    y = x * 1
    z = (y * y).sum()
    y.add_(1)
    with pytest.raises(RuntimeError):
        z.backward()


def hooked(x):
    y = x * 2
    y.register_hook(lambda grad: grad * 2)
    y.grad_fn.register_hook(lambda inputs, outputs: None)
    y.retain_grad()
    (y * y).sum().backward()


def in_place(x):
    y = x * 1
    y.mul_(2.0)
    view = y.view(-1)
    y[1:].mul_(x[1:])
    y += 1
    view.sub_(x)
    y[[0]] = 3.0
    view.exp_()
    y.sum().backward()


def views(x):
    y = x.clone()
    parts = y.split(1)
    halves = y.unbind()
    (parts[0].sum() + halves[0] + y.t()[0]).backward()


def second_order(x):
    (grad,) = minigrad.autograd.grad((x**3).sum(), x, create_graph=True)
    (second,) = minigrad.autograd.grad(grad.exp().sum(), x, create_graph=True)
    second.sum()


def never_run_backward(x):
    return (x.exp() * x.sin()).softmax(0).std()


def anomaly(x):
    with minigrad.autograd.set_detect_anomaly(True):
        (x * x).sum().backward()


def saved_hooks(x):
    with minigrad.autograd.graph.saved_tensors_hooks(lambda t: t.clone(), lambda t: t):
        y = x.exp() * x
    y.sum().backward()


def inspected(x):
    y = x.exp()
    repr(y.grad_fn.next_functions), repr(y), y.grad_fn.saved
    y.sum().backward()


USES = [failing, changed_after_saving, hooked, in_place, views, second_order, never_run_backward, anomaly]
USES += [saved_hooks, inspected, lambda x: Cube.apply(x).sum().backward()]


@pytest.mark.parametrize("use", USES, ids=lambda use: use.__name__)
def test_ordinary_use_leaves_no_reference_cycles(use, no_collector):
    use(minigrad.ones(3, requires_grad=True))  # the first time compiles the operations
    gc.collect()
    use(minigrad.ones(3, requires_grad=True))
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        gc.collect()
        ours = [each for each in gc.garbage if type(each).__module__.split(".")[0] == "minigrad"]
        arrays = [each for each in gc.garbage if isinstance(each, np.ndarray)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
    assert not ours and not arrays


@pytest.mark.filterwarnings("ignore:backward.create_graph")
def test_backward_with_create_graph_makes_the_cycle_it_warns_of(no_collector):
    """The other tests would find a cycle: here is one."""
    x = minigrad.ones(3, requires_grad=True)
    leaf = weakref.ref(x)
    (x**3).sum().backward(create_graph=True)
    del x
    assert leaf() is not None
    gc.collect()
    assert leaf() is None
