import gc
import math
import weakref

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minigrad
from classroom.picture import draw, step
from classroom.picture.backward import record
from classroom.picture.names import Names
from classroom.picture.read import read
from classroom.picture.rules import TEXTBOOK, rule_of
from tests.classroom.picture.own_nodes import Own, network


def leaf(value):
    return minigrad.tensor(value, dtype=minigrad.float64, requires_grad=True)


def recorded(loss, gradient=None):
    graph = read(loss, Names({}, None), {})
    return graph, record(loss, graph, gradient)


# the numbers -----------------------------------------------------------------------------------------------

OPERATIONS = [
    lambda a, b: a * b,
    lambda a, b: a + b,
    lambda a, b: a - b,
    lambda a, b: a / (b * b + 1),
    lambda a, b: a.tanh(),
    lambda a, b: a.sin(),
    lambda a, b: a**2,
    lambda a, b: a * 0.5,
]


@st.composite
def computations(draw):
    """Leaves, and every tensor that was computed from them in a random order."""
    leaves = [leaf(draw(st.floats(-2, 2))) for _ in range(draw(st.integers(1, 3)))]
    made = []
    for _ in range(draw(st.integers(1, 12))):
        pick = st.sampled_from(leaves + made)
        made.append(draw(st.sampled_from(OPERATIONS))(draw(pick), draw(pick)))
    return leaves, made


@given(computations())
@settings(max_examples=60, deadline=None)
def test_every_gradient_is_the_one_that_autograd_computes(computation):
    leaves, made = computation
    result = made[-1]
    graph, visits = recorded(result)
    arrived = {id(graph.live[visit.vertex]): visit.gradient for visit in visits}
    for tensor in leaves + made[:-1]:
        (expected,) = minigrad.autograd.grad(result, tensor, retain_graph=True, allow_unused=True)
        node = tensor if tensor.grad_fn is None else tensor.grad_fn
        if expected is None:
            assert id(node) not in arrived
        else:
            assert arrived[id(node)] == pytest.approx(expected.item())
    assert len(visits) == len({visit.vertex for visit in visits})


@given(computations())
@settings(max_examples=60, deadline=None)
def test_what_is_sent_adds_up_to_what_arrives(computation):
    graph, visits = recorded(computation[1][-1])
    waiting = {graph.result: 1.0}
    for visit in visits:
        assert waiting.pop(visit.vertex) == pytest.approx(visit.gradient)
        for sent in visit.sent:
            assert sent.edge.target == visit.vertex
            waiting[sent.edge.source] = waiting.get(sent.edge.source, 0.0) + sent.amount
    assert waiting == {}


def test_matrices_and_a_broadcast_input():
    W, b, X = leaf(np.arange(6.0).reshape(3, 2)), leaf([1.0, -1.0]), minigrad.tensor(np.eye(4, 3))
    loss = ((X @ W + b) ** 2).mean()
    graph, visits = recorded(loss)
    expected = dict(zip(("W", "b"), minigrad.autograd.grad(loss, (W, b), retain_graph=True), strict=True))
    found = {id(graph.live[visit.vertex]): visit.gradient for visit in visits}
    np.testing.assert_allclose(found[id(W)], expected["W"].numpy())
    np.testing.assert_allclose(found[id(b)], expected["b"].numpy())
    (sent,) = [sent for visit in visits for sent in visit.sent if graph.live[sent.edge.source] is b]
    assert sent.note == "summed to shape (2,)"
    assert "self.T @ grad = <4 x 3>.T @ <4 x 2>" in str(step(loss))


def test_a_vector_needs_gradient():
    x = leaf([1.0, 2.0])
    with pytest.raises(RuntimeError, match="scalar"):
        step(x * x)
    _, visits = recorded(x * x, minigrad.tensor([10.0, 1.0], dtype=minigrad.float64))
    assert visits[-1].gradient.tolist() == [20.0, 4.0]
    assert "gradient=[10.0, 1.0]" in str(step(x * x, gradient=minigrad.tensor([10.0, 1.0])))


def test_the_words_of_an_accumulation():
    a, b = leaf(2.0), leaf(3.0)
    (a * 1.0).backward()
    p = a * b
    y = p + a
    text = str(step(y))
    assert "To a: grad * other = 1.0 * 3.0 = 3.0" in text
    assert "a so far: 1.0; 1 more to come" in text
    assert "a so far: 1.0 + 3.0 = 4.0" in text
    assert "a.grad is 1.0; backward would add to it: 1.0 + 4.0 = 5.0." in text
    assert "b.grad is None; backward would set it to 2.0." in text
    y.backward()
    assert a.grad.item() == 5.0
    assert b.grad.item() == 2.0


def test_a_hook_of_the_learner_counts():
    x = leaf(2.0)
    p = x * 3
    p.register_hook(lambda grad: grad * 10)
    text = str(step(p * 1.0))
    assert "Gradient that arrived here: 1.0\n    A hook has turned it into 10.0." in text
    assert "x.grad is None; backward would set it to 30.0." in text


def test_a_function_with_two_results():
    class Both(minigrad.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2, x * 3

        @staticmethod
        def backward(ctx, first, second):
            return first * 2 + second * 3

    x = leaf(1.0)
    low, high = Both.apply(x)
    text = str(step(low * high + high))
    assert "Gradient that arrived here: 3.0 for output 0, 1.0 + 2.0 = 3.0 for output 1" in text
    assert "To x: Both.backward(ctx, grad) = 15.0" in text


def test_a_fold_is_one_step_and_the_table_has_each_visit():
    picture = step(network(65))
    assert "186 operations and 124 leaves of the fold" in str(picture)
    html = picture._repr_mimebundle_()["text/html"]
    steps_table = html[html.index("The steps as a table") : html.index("The graph as a table")]
    assert steps_table.count("<tr>") == 1 + 65 * 3 + 131  # header, operations, leaves


# the rules -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("exponent", [2, 3, 0.5, -1])
def test_the_textbook_s_rule_for_a_power_is_what_the_engine_computes(exponent):
    x = leaf(1.7)
    y = x**exponent
    rule = rule_of(y.grad_fn, "self")
    assert rule == TEXTBOOK["PowBackward0", "self"]
    y.backward()
    assert eval(rule, {"grad": 1.0, "self": 1.7, "exponent": exponent}) == pytest.approx(x.grad.item())


def test_every_textbook_rule_is_for_a_node_that_exists():
    nodes = {row.node.__name__: row for row in minigrad.ops.register.TABLE.values()}
    for name, role in TEXTBOOK:
        assert role in nodes[name].differentiable


@pytest.mark.parametrize(
    "method", ["exp", "log", "sqrt", "sin", "cos", "tanh", "sigmoid", "reciprocal", "square"]
)
def test_a_rule_computes_what_the_engine_computes(method):
    x = leaf(0.7)
    y = getattr(x, method)()
    y.backward()
    values = {"grad": 1.0, "self": 0.7, "result": y.item(), "exponent": 2}
    names = {name: getattr(math, name) for name in ("sin", "cos", "exp")}
    assert eval(rule_of(y.grad_fn, "self"), names, values) == pytest.approx(x.grad.item())


# nothing is changed ----------------------------------------------------------------------------------------


def test_no_gradient_is_written_and_the_graph_is_not_freed():
    a = leaf(2.0)
    (a * 5).backward()
    before, number = a.grad, a.grad.item()
    p = a * a
    p.retain_grad()
    y = p * p
    step(y)
    assert a.grad is before
    assert a.grad.item() == number
    assert p.grad is None
    y.backward()
    assert p.grad.item() == 8.0  # it still retains its gradient
    assert a.grad.item() == 37.0


def test_no_hook_stays_behind_even_when_the_pass_fails():
    a = leaf(2.0)
    y = (a * a).exp()
    step(y)
    y.backward()
    with pytest.raises(RuntimeError, match="freed"):
        step(y)
    nodes = [y.grad_fn, y.grad_fn.next_functions[0][0]]
    assert [node.hooks().post for node in nodes] == [{}, {}]
    assert a._hooks().tensor == {}


def test_a_picture_keeps_no_tensor_alive():
    # In a notebook the names are those of a module; a function's frame may keep its variables by itself.
    program = (
        "x = minigrad.tensor(2.0, requires_grad=True)\n"
        "y = x * x\n"
        "weakref.finalize(x, gone.append, 'x')\n"
        "pictures = draw(y), step(y)\n"
        "del x, y\n"
    )
    namespace = {"minigrad": minigrad, "weakref": weakref, "draw": draw, "step": step, "gone": []}
    gc.disable()
    try:
        exec(program, namespace)
        assert namespace["gone"] == ["x"]
    finally:
        gc.enable()


def test_own_nodes_are_left_alone():
    a = Own(2.0)
    a.grad = 1.5
    y = a * a
    text = str(step(y))
    assert "a.grad is 1.5; backward would add to it: 1.5 + 4.0 = 5.5." in text
    assert a.grad == 1.5
    assert y.grad is None


# wrong input -----------------------------------------------------------------------------------------------


def test_what_requires_no_gradient_is_refused():
    with pytest.raises(RuntimeError, match="doesn't require grad"):
        step(minigrad.tensor(1.0) * 2)


@pytest.mark.parametrize("slopes", [None, (1.0,), ("?", 1.0)])
def test_own_nodes_without_the_derivatives_are_refused(slopes):
    a = Own(2.0)
    with pytest.raises(TypeError, match="needs `local_derivatives`: one number for each of its parents"):
        step(Own(4.0, (a, a), slopes))
