"""The ``@op`` decorator: what it refuses, what a node saves, and what is compiled."""

import numpy as np
import pytest

import minigrad
from minigrad.ops import codegen, register
from minigrad.ops.register import TABLE, op


@pytest.fixture(autouse=True)
def table_of_its_own(monkeypatch):
    """Operations that are declared here don't stay."""
    monkeypatch.setattr(register, "TABLE", dict(TABLE))


def tensors(*values):
    return [minigrad.tensor(value, dtype=minigrad.float64, requires_grad=True) for value in values]


def declare_product():
    @op.pointwise(self=lambda grad, other: grad * other, other=lambda grad, self: grad * self)
    def product_of_two(self, other):
        return self * other

    return product_of_two.op.function


def test_a_declared_operation_works_in_both_number_systems():
    @op.pointwise("CubeBackward0", self=lambda grad, self: grad * (3 * self * self))
    def cube_of(self):
        """Example of an operation."""
        return self**3

    np.testing.assert_array_equal(cube_of(np.array([2.0])), [8.0])
    (x,) = tensors([2.0, -1.0])
    y = cube_of(x)
    assert repr(y).endswith("grad_fn=<CubeBackward0>)") and cube_of.__doc__ == "Example of an operation."
    assert minigrad.autograd.gradcheck(cube_of, x) and minigrad.autograd.gradgradcheck(cube_of, x)


@pytest.mark.parametrize(
    ("formulas", "words"),
    [
        ({"self": lambda grad, othr: grad * othr, "other": None}, ["'self'", "'othr'", "other"]),
        ({"self": lambda grad, resul: grad, "other": None}, ["'resul'", "result"]),
        ({"self": lambda grad: grad, "othr": lambda grad: grad}, ["othr"]),
        ({"self": lambda grad, dim_shape: grad, "other": None}, ["'dim_shape'"]),
    ],
)
def test_an_unknown_name_is_an_error_when_the_module_is_imported(formulas, words):
    with pytest.raises(TypeError) as caught:

        @op(**formulas)
        def with_a_typo(self, other, dim):
            return self

    assert all(word in str(caught.value) for word in ("with_a_typo", *words))
    assert "with_a_typo" not in register.TABLE


def test_a_name_is_declared_once():
    with pytest.raises(TypeError, match="declared twice"):

        @op(self=lambda grad: grad)
        def exp(self):
            return self


def test_what_a_formula_names_is_saved_and_nothing_else():
    row = TABLE["mul"]
    assert row.saved == ["other", "self"]
    assert (
        TABLE["add"].saved == []
        and TABLE["exp"].saved == ["result"]
        and TABLE["sum_dim"].saved == ["self_shape", "dim"]
    )
    x, y = tensors(2.0, 3.0)
    assert (x + y).grad_fn.saved == {}
    saved = x.exp().grad_fn.saved
    assert list(saved) == ["result"] and saved["result"].item() == pytest.approx(np.exp(2))


def test_what_only_an_unneeded_formula_names_is_not_saved():
    product = declare_product()
    x, y = tensors(2.0, 3.0)
    constant = y.detach()
    assert {name: value.item() for name, value in product(x, y).grad_fn.saved.items()} == {
        "other": 3.0,
        "self": 2.0,
    }
    assert set(product(x, constant).grad_fn.saved) == {"other"}
    assert set(product(constant, x).grad_fn.saved) == {"self"}
    assert product(constant, constant).grad_fn is None


def test_a_formula_runs_only_for_an_input_that_needs_it():
    ran = []

    @op.pointwise(
        self=lambda grad, other: (ran.append("self"), grad * other)[1],
        other=lambda grad, self: (ran.append("other"), grad * self)[1],
    )
    def watched_product(self, other):
        return self * other

    x, y = tensors(2.0, 3.0)
    watched_product(x, y.detach()).backward()
    assert ran == ["self"]
    watched_product(x, y).backward()
    assert ran == ["self", "self", "other"]
    ran.clear()
    minigrad.autograd.grad(watched_product(x, y), y)
    assert ran == ["other"]


def test_shapes_and_plain_arguments_reach_the_formula():
    seen = []

    @op(self=lambda grad, self_shape, times: (seen.append((self_shape, times)), grad * times)[1])
    def times_number(self, times=5):
        return self * times

    (x,) = tensors([[1.0, 2.0]])
    times_number(x).sum().backward()
    times_number(x, times=7).sum().backward()
    assert seen == [((1, 2), 5), ((1, 2), 7)] and x.grad.tolist() == [[12.0, 12.0]]


def test_broadcasting_is_undone_without_a_word_in_the_formula():
    product = declare_product()
    x, y = tensors([[1.0], [2.0]], [3.0, 4.0, 5.0])
    product(x, y).sum().backward()
    assert x.grad.tolist() == [[12.0], [12.0]] and y.grad.tolist() == [3.0, 3.0, 3.0]


def test_saved_values_are_version_checked_and_released():
    product = declare_product()
    x, y = tensors([1.0, 2.0], [3.0, 4.0])
    z = y * 1
    result = product(x, z)
    z.add_(1)
    with pytest.raises(RuntimeError, match="version 0"):
        result.sum().backward()
    result = product(x, y)
    result.sum().backward()
    assert result.grad_fn.saved == {}


def test_a_view_shares_storage_and_version():
    @op.view(self=lambda grad, self_shape: grad.reshape(self_shape))
    def flat_view(self):
        return self.reshape(-1)

    (x,) = tensors([[1.0, 2.0]])
    y = x * 1
    flat = flat_view(y)
    assert flat._base is y and flat.data_ptr() == y.data_ptr()
    flat.mul_(3)
    assert y._version == 1 and y.tolist() == [[3.0, 6.0]]
    y.sum().backward()
    assert x.grad.tolist() == [[3.0, 3.0]]


def test_an_integer_becomes_floating_where_declared():
    @op.floating(self=lambda grad: grad / 2)
    def half_of(self):
        return self / 2

    assert half_of(minigrad.tensor([1, 2])).dtype is minigrad.float32


def test_operations_of_one_signature_share_one_compiled_text():
    assert TABLE["sin"].source == TABLE["cos"].source == TABLE["log"].source
    assert TABLE["sin"].source != TABLE["exp"].source  # which saves its result
    first = register._compiled(TABLE["sin"].source)
    assert register._compiled(TABLE["cos"].source) is first
    for row in TABLE.values():
        if row.kind != "variadic":
            _ = row.function
    sources = {row.source for row in TABLE.values() if row.kind != "variadic"}
    assert register._compiled.cache_info().currsize >= len(sources)
    before = register._compiled.cache_info().misses
    for row in TABLE.values():
        if row.kind != "variadic":
            _ = row.function
    assert register._compiled.cache_info().misses == before


def test_the_source_is_generated_once_and_on_first_use(monkeypatch):
    asked = []
    source = codegen.source
    monkeypatch.setattr(codegen, "source", lambda row: (asked.append(row.name), source(row))[1])

    @op(self=lambda grad: grad)
    def used_later(self):
        return self.copy()

    assert asked == []
    (x,) = tensors([1.0])
    used_later(x)
    used_later(x)
    assert asked == ["used_later"]


def test_the_source_says_what_it_does():
    text = TABLE["tanh"].source
    assert "def record(self):" in text and "def backward(node, grad, parents, keep):" in text
    assert "node.result" in text and "self_formula(grad, saved_result)" in text


def test_an_error_of_the_forward_names_the_operation_and_the_shapes():
    product = declare_product()
    with pytest.raises(RuntimeError, match=r"product_of_two\(self \[2\] float64, other \[3\] float64\)"):
        product(*tensors([1.0, 2.0], [1.0, 2.0, 3.0]))


def test_the_wrong_kind_of_argument_is_a_type_error():
    product = declare_product()
    with pytest.raises(TypeError, match="product_of_two.*str 'a'"):
        product(tensors(1.0)[0], "a")
    with pytest.raises(TypeError, match=r"exp\(\) takes a Tensor as 'self', not float 1.5"):
        TABLE["exp"].function(1.5)
