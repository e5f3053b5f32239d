"""Mistakes that other engines have made: each must not be ours."""

import math

import numpy as np
import pytest

import minigrad

INF = math.inf


def leaf(*values, dtype=minigrad.float32):
    return minigrad.tensor(values, dtype=dtype, requires_grad=True)


def gradient(result, x):
    (grad,) = minigrad.autograd.grad(result.sum(), x)
    return grad.tolist()


@pytest.mark.parametrize("p", [1, 2, 3, 1.5, INF])
def test_the_norm_of_the_zero_vector_has_slope_zero(p):
    x = leaf(0.0, 0.0)
    assert x.norm(p).item() == 0.0
    assert gradient(x.norm(p), x) == [0.0, 0.0]


def test_the_norm_of_a_zero_row_has_slope_zero():
    x = minigrad.tensor([[0.0, 0.0], [3.0, 4.0]], requires_grad=True)
    assert gradient(x.norm(dim=1), x) == [[0.0, 0.0], [pytest.approx(0.6), pytest.approx(0.8)]]


@pytest.mark.parametrize("name", ["max", "amax"])
def test_ties_of_the_largest_of_all_split_the_gradient(name):
    x = leaf(1.0, 3.0, 3.0, 3.0)
    assert gradient(getattr(x, name)(), x) == [0.0, *[pytest.approx(1 / 3)] * 3]


def test_ties_of_the_smallest_of_all_split_the_gradient():
    x = leaf(1.0, 1.0, 3.0)
    assert gradient(x.min(), x) == [0.5, 0.5, 0.0]


def test_ties_of_two_tensors_split_the_gradient():
    x, y = leaf(1.0, 2.0), leaf(1.0, 5.0)
    minigrad.maximum(x, y).sum().backward()
    assert (x.grad.tolist(), y.grad.tolist()) == ([0.5, 0.0], [0.5, 1.0])
    x.grad = y.grad = None
    minigrad.minimum(x, y).sum().backward()
    assert (x.grad.tolist(), y.grad.tolist()) == ([0.5, 1.0], [0.5, 0.0])


def test_ties_along_a_dimension_do_not_split():
    x = leaf(3.0, 1.0, 3.0)
    found = x.max(0)
    assert found.indices.item() == 0
    assert gradient(found.values, x) == [1.0, 0.0, 0.0]
    assert gradient(x.min(0).values, x) == [0.0, 1.0, 0.0]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((2.0, 3.0, 4.0), [12.0, 8.0, 6.0]),
        ((0.0, 3.0, 4.0), [12.0, 0.0, 0.0]),
        ((0.0, 0.0, 4.0), [0.0, 0.0, 0.0]),
    ],
)
def test_a_product_with_zeros(values, expected):
    x = leaf(*values)
    assert gradient(x.prod(), x) == expected
    assert gradient(x.prod(0), x) == expected


def test_the_second_derivative_of_a_product_with_one_and_two_zeros():
    for values, expected in (((0.0, 3.0, 4.0), [7.0, 4.0, 3.0]), ((0.0, 0.0, 4.0), [4.0, 4.0, 0.0])):
        x = leaf(*values)
        (first,) = minigrad.autograd.grad(x.prod(), x, create_graph=True)
        assert gradient(first, x) == expected


@pytest.mark.parametrize(
    "operation",
    [
        lambda x: x.mean(),
        lambda x: x.mean(0),
        lambda x: x.max(),
        lambda x: x.max(0).values,
        lambda x: x.std(),
        lambda x: x.var(0),
        lambda x: minigrad.where(x > 0, x, 0.5),
        lambda x: x.sum(),
        lambda x: x.norm(),
        lambda x: x * 0.1 + 1,
        lambda x: x / 3,
        lambda x: x**0.5,
        lambda x: 2.0**x,
        lambda x: x.softmax(0),
        lambda x: x.clamp(0.5, 2.0),
        lambda x: x * np.float64(2.5),
        lambda x: x * minigrad.tensor(2.5, dtype=minigrad.float64),
    ],
)
def test_float32_stays_float32(operation):
    x = leaf(1.0, 2.0, 3.0)
    result = operation(x)
    assert result.dtype is minigrad.float32
    result.sum().backward()
    assert x.grad.dtype is minigrad.float32


def test_clip_has_slope_one_at_its_bounds():
    x = leaf(-1.0, 0.0, 0.5, 1.0, 2.0)
    assert gradient(x.clip(0.0, 1.0), x) == [0.0, 1.0, 1.0, 1.0, 0.0]
    assert gradient(x.clamp(min=0.0), x) == [0.0, 1.0, 1.0, 1.0, 1.0]
    assert gradient(x.clamp(max=1.0), x) == [1.0, 1.0, 1.0, 1.0, 0.0]


def test_the_deviation_of_equal_values_has_slope_zero():
    x = leaf(2.0, 2.0, 2.0)
    assert x.std().item() == 0.0
    assert gradient(x.std(), x) == [0.0, 0.0, 0.0]


def test_the_trace_by_einsum():
    x = minigrad.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    trace = minigrad.einsum("ii->", x)
    assert trace.item() == 5.0
    assert gradient(trace, x) == [[1.0, 0.0], [0.0, 1.0]]
    assert gradient(minigrad.einsum("ii->i", x), x) == [[1.0, 0.0], [0.0, 1.0]]


@pytest.mark.parametrize(("exponent", "expected"), [(2.0, 0.0), (1.0, 0.0), (0.0, 0.0), (-1.0, -INF)])
def test_the_slope_in_the_exponent_at_base_zero(exponent, expected):
    base, e = leaf(0.0), leaf(exponent)
    assert gradient(base**e, e) == [expected]


def test_the_slope_in_the_base_at_zero():
    for exponent, expected in ((0, 0.0), (1, 1.0), (2, 0.0), (0.0, 0.0)):
        x = leaf(0.0)
        assert gradient(x**exponent, x) == [expected]
        assert gradient(x ** minigrad.tensor(float(exponent)), x) == [expected]


def test_equal_float16_values():
    x = leaf(*[0.1] * 4, dtype=minigrad.float16)
    assert gradient(x.max(), x) == [0.25] * 4
    assert gradient(x.std(), x) == [0.0] * 4
    assert gradient(x.softmax(0)[0], x) == [
        pytest.approx(v, abs=1e-3) for v in (0.1875, -0.0625, -0.0625, -0.0625)
    ]
    many = minigrad.full((3000,), 0.5, dtype=minigrad.float16, requires_grad=True)
    assert many.sum().item() == 1500.0 and many.mean().item() == 0.5
    assert set(gradient(many.amax(), many)) == {float(np.float16(1 / 3000))}


def test_a_second_backward_is_not_polluted_by_the_first():
    x = leaf(1.0, 2.0)
    middle = x * x
    middle.sum().backward(retain_graph=True)
    first = x.grad.clone()
    x.grad = None
    middle.sum().backward(retain_graph=True)
    assert x.grad.tolist() == first.tolist() == [2.0, 4.0]
    (again,) = minigrad.autograd.grad(middle.sum(), x)
    assert again.tolist() == [2.0, 4.0]
    assert x.grad.tolist() == [2.0, 4.0]


def test_results_of_two_backwards_do_not_share_memory():
    x, y = leaf(1.0, 2.0), leaf(3.0, 4.0)
    (x + y).sum().backward()
    x.grad.mul_(10)
    assert y.grad.tolist() == [1.0, 1.0]


@pytest.mark.slow
def test_a_million_operations_deep():
    x = minigrad.tensor(0.0, requires_grad=True)
    y = x
    for _ in range(1_000_000):
        y = y + 1
    y.backward()
    assert (y.item(), x.grad.item()) == (1e6, 1.0)


@pytest.mark.parametrize("dtype", [minigrad.float32, minigrad.float64])
def test_saturated_sigmoid_and_tanh(dtype):
    x = leaf(-1000.0, -50.0, 50.0, 1000.0, dtype=dtype)
    for result, ends in ((x.sigmoid(), (0.0, 1.0)), (x.tanh(), (-1.0, 1.0))):
        assert (result[0].item(), result[-1].item()) == ends
        slopes = gradient(result, x)
        assert all(math.isfinite(slope) and 0 <= slope < 1e-20 for slope in slopes)
    losses = minigrad.nn.functional.binary_cross_entropy_with_logits(
        x, minigrad.ones(4, dtype=dtype), reduction="sum"
    )
    assert losses.item() == 1050.0
    assert gradient(losses, x) == [-1.0, -1.0, pytest.approx(0.0, abs=1e-20), 0.0]


def test_a_leaf_used_twice_gets_both_parts():
    x = leaf(3.0)
    assert gradient(x * x + x, x) == [7.0]


def test_a_path_that_joins_again_is_followed_once_it_is_complete():
    x = leaf(2.0)
    y = x * 3
    z = y * y
    assert gradient(z + y * z, x) == [3 * (2 * 6 + 3 * 36)]


def test_duplicate_indices_add_up():
    x = leaf(1.0, 2.0, 3.0)
    assert gradient(x[[0, 0, 2]], x) == [2.0, 0.0, 1.0]
    assert gradient(x.index_select(0, minigrad.tensor([1, 1])), x) == [0.0, 2.0, 0.0]


def test_broadcasting_back_to_a_single_number():
    x = minigrad.tensor(2.0, requires_grad=True)
    (x * minigrad.ones(2, 3)).sum().backward()
    assert x.grad.shape == () and x.grad.item() == 6.0
