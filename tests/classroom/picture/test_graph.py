import pytest

import minigrad
from classroom.picture import draw
from classroom.picture.names import Names
from classroom.picture.read import read
from tests.classroom.picture.own_nodes import Own


def leaf(value):
    return minigrad.tensor(value, requires_grad=True)


def vertices(result, **names):
    """The vertices by their titles; the names are those that are given."""
    graph = read(result, Names(names, None), names)
    return {graph.title(number): vertex for number, vertex in enumerate(graph.vertices)}


def row(picture, name):
    """The cells of one line of the plain table, without the inputs."""
    (line,) = [line for line in str(picture).splitlines()[1:] if line.split()[1] == name]
    return line


# names -----------------------------------------------------------------------------------------------------


def test_tensors_are_called_what_the_variables_of_the_caller_are_called():
    weight = leaf(2.0)
    product = weight * 3
    assert "MulBackward0" in row(draw(product), "product")
    assert "leaf" in row(draw(product), "weight")


def test_a_given_name_comes_before_that_of_the_variable():
    x = leaf(2.0)
    y = x * x
    assert "leaf" in row(draw(y, input=x), "input")


def test_parameters_and_entries_of_lists_are_found():
    model = minigrad.nn.Linear(2, 1)
    scales = [leaf(2.0), leaf(3.0)]
    table = str(draw(model(minigrad.ones(1, 2)) * scales[0] * scales[1]))
    for name in ("model.weight", "model.bias", "scales[0]", "scales[1]"):
        assert f" {name} " in table


def test_names_that_begin_with_an_underscore_are_left_out():
    _ = leaf(2.0)
    table = str(draw(_ * 1.0))
    assert [line.split()[1] for line in table.splitlines()[1:]] == ["leaf", "constant", "MulBackward0"]


def test_a_variable_that_equals_a_number_does_not_name_it():
    two = 2
    x = leaf(3.0)
    assert "two" not in str(draw(x * 2))
    assert "two" not in str(draw(Own(3.0) * 2.0))
    assert two == 2


def test_a_named_tensor_that_the_graph_does_not_reach_is_shown_apart():
    w = leaf([1.0, 2.0])
    x = leaf([3.0, 4.0])
    result = (w.detach() * x).sum()
    assert vertices(result, w=w, x=x)["w"].kind == "apart"
    assert vertices(result, w=w, x=x)["x"].kind == "leaf"


# what is shown ---------------------------------------------------------------------------------------------


def test_leaves_constants_and_operations():
    x, c = leaf(3.0), minigrad.tensor(2.0)
    found = vertices(x * c, x=x, c=c)
    assert {title: vertex.kind for title, vertex in found.items()} == {
        "x": "leaf",
        "c": "constant",
        "MulBackward0": "operation",
    }
    assert found["x"].has_grad
    assert not found["c"].has_grad


def test_a_value_in_between_is_shown_where_something_still_holds_it():
    x = leaf(3.0)
    found = vertices((x * 2).exp() + 1, x=x)
    assert found["ExpBackward0"].value == pytest.approx(403.43, rel=1e-4)  # exp saves its result
    assert found["MulBackward0"].value is None  # and nobody saves exp's input
    product = x * 2
    assert vertices(product.exp() + 1, product=product)["product"].value == 6.0
    assert vertices((x * 2).sin(), x=x)["MulBackward0"].value == 6.0  # sin saves its input


def test_saved_values_go_when_backward_has_released_them():
    x, y = leaf(3.0), leaf(4.0)
    product = x * y
    before = vertices(product)["MulBackward0"]
    assert {name: float(value) for name, value in before.saved.items()} == {"self": 3.0, "other": 4.0}
    assert not before.released
    product.backward()
    after = vertices(product)["MulBackward0"]
    assert after.saved == {}
    assert after.released


def test_an_operation_that_saves_nothing_has_nothing_to_release():
    x = leaf(3.0)
    total = x + x
    total.backward()
    assert not vertices(total)["AddBackward0"].released


def test_a_saved_value_that_was_changed_in_place_is_said_to_be():
    x = leaf([1.0, 2.0])
    y = x * 2
    z = y * y
    y[0] = 5.0
    assert vertices(z, z=z)["z"].saved["self"] == "(changed in place since)"


def test_gradients_of_leaves_and_of_what_retains_them():
    x = leaf(3.0)
    p = x * 2
    p.retain_grad()
    y = p * p
    assert vertices(y, x=x)["x"].grad is None
    y.backward()
    found = vertices(y, x=x, p=p)
    assert found["x"].grad == 24.0
    assert found["p"].grad == 12.0
    assert not found["MulBackward0"].has_grad


def test_a_picture_keeps_the_values_of_its_time():
    x = leaf([1.0, 2.0])
    y = x * 2
    picture = draw(y)
    before = picture._repr_mimebundle_()
    with minigrad.no_grad():
        x.fill_(9.0)
    y.sum().backward()
    assert picture._repr_mimebundle_() == before


def test_large_and_strange_tensors_are_summed_up():
    x = leaf([[1.0] * 100] * 60)
    assert "(60, 100) all 1.0" in row(draw(x * 1.0), "x")
    x = minigrad.tensor([float("nan")] * 40 + [2.0], requires_grad=True)
    assert "(41,) all 2.0, 40 nan" in row(draw(x * 1.0), "x")
    assert "! holds 40 nan" in draw(x * 1.0).svg


@pytest.mark.parametrize(
    ("tensor", "sentence"),
    [
        (leaf(1.0), "itself is a leaf"),
        (minigrad.tensor(1.0), "it requires no gradient"),
        (leaf(1.0).detach() * 2, "it requires no gradient"),
    ],
)
def test_a_tensor_without_graph_says_so(tensor, sentence):
    assert sentence in draw(tensor)._repr_mimebundle_()["text/html"]


def test_a_function_with_two_results_is_one_box():
    class Both(minigrad.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * 2, x * 3

        @staticmethod
        def backward(ctx, first, second):
            return first * 2 + second * 3

    x = leaf(1.0)
    low, high = Both.apply(x)
    found = vertices(low * high, x=x, low=low, high=high)
    assert found["low, high"].op == "BothBackward"
    assert float(found["low, high"].saved["tensor 0"]) == 1.0


# a learner's own nodes -------------------------------------------------------------------------------------


def test_own_nodes_need_only_parents_and_a_value():
    class Plain:
        def __init__(self, data, parents=()):
            self.data, self.parents = data, list(parents)

    a = Plain(2.0)
    found = vertices(Plain(8.0, [a, a, 3]), a=a)
    assert {title: vertex.kind for title, vertex in found.items()} == {
        "a": "leaf",
        "constant 3": "constant",
        "Plain": "operation",
    }
    assert found["Plain"].value == 8.0
    assert not found["a"].has_grad


def test_own_nodes_may_hold_arrays_tensors_and_names():
    a = Own(minigrad.tensor([1.0, 2.0]))
    a.name = "inputs"
    a.grad = [0.5, 0.5]
    assert vertices(a)["inputs"].value.tolist() == [1.0, 2.0]
    assert vertices(a)["inputs"].grad.tolist() == [0.5, 0.5]


def test_a_long_chain_of_own_nodes_is_no_problem():
    node = Own(1.0)
    for _ in range(5000):
        node = node * 1.0
    assert "4997 more times" in draw(node).svg


# wrong input -----------------------------------------------------------------------------------------------


def test_what_is_no_graph_is_refused():
    with pytest.raises(TypeError, match="needs a minigrad tensor, or a node of yours.* type int: 3"):
        draw(3)
    with pytest.raises(TypeError, match="needs a minigrad tensor"):
        draw((leaf(1.0) * 2).grad_fn)


def test_a_node_without_a_value_is_refused():
    with pytest.raises(TypeError, match="Own has `parents`, but no number or array in `value`"):
        draw(Own(None))


def test_parents_in_a_set_are_refused():
    with pytest.raises(TypeError, match="must be a tuple or a list, but here it is of type set"):
        draw(Own(2.0, parents={1}))


def test_a_cycle_is_refused():
    a, b = Own(1.0), Own(2.0)
    a.parents, b.parents = (b,), (a,)
    with pytest.raises(ValueError, match="form a cycle"):
        draw(a)
