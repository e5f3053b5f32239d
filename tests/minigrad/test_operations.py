"""Every row of the table of operations, by the same rules: nothing here names a particular operation."""

import numpy as np
import pytest

import minigrad
from minigrad.autograd import gradcheck, gradgradcheck
from minigrad.ops.register import TABLE
from tests.minigrad.samples import SAMPLES, VARIADIC, Input

CASES = [(name, sample) for name, samples in SAMPLES.items() for sample in samples]
DIFFERENTIABLE = [case for case in CASES if case[0] in TABLE and TABLE[case[0]].differentiable]


def identity(case):
    name, sample = case
    shapes = [str(list(arg.shape)) if isinstance(arg, Input) else f"{arg!r:.12}" for arg in sample]
    return f"{name}({', '.join(shapes)})".replace("\n", "")


def every(cases):
    return pytest.mark.parametrize("case", cases, ids=identity)


def arguments(case, dtype=np.float64, requires_grad=True, seed=0):
    rng = np.random.default_rng(seed)
    return [_argument(arg, rng, dtype, requires_grad) for arg in case[1]]


def _argument(arg, rng, dtype, requires_grad):
    if isinstance(arg, Input):
        return minigrad.from_numpy(arg.array(rng, dtype)).requires_grad_(requires_grad)
    is_weight = isinstance(arg, np.ndarray) and arg.dtype.kind == "f"
    return arg.astype(dtype) if is_weight else arg


def wrapped(value):
    """Plain arrays of a sample as tensors, which is how users pass masks."""
    return minigrad.from_numpy(value) if isinstance(value, np.ndarray) else value


def differentiable_only(case, args):
    """The operation as a function of its differentiable inputs, for the gradient checker."""
    inputs = [arg for arg in args if isinstance(arg, minigrad.Tensor)]

    def function(*tensors):
        rest = iter(tensors)
        return TABLE[case[0]].function(*[next(rest) if isinstance(a, minigrad.Tensor) else a for a in args])

    return function, inputs


def test_every_row_has_samples_and_every_sample_a_row():
    assert set(SAMPLES) | set(VARIADIC) == set(TABLE)


@every(CASES)
def test_forward_is_that_of_the_arrays_and_leaves_inputs_alone(case):
    args = arguments(case, requires_grad=False)
    args = [wrapped(arg) for arg in args]
    arrays = [arg.numpy().copy() if isinstance(arg, minigrad.Tensor) else arg for arg in args]
    row = TABLE[case[0]]
    result = row.function(*args)
    expected = row.forward(*[a.copy() if isinstance(a, np.ndarray) else a for a in arrays])
    np.testing.assert_array_equal(result.numpy(), np.asarray(expected))
    for arg, array in zip(args, arrays, strict=True):
        if isinstance(arg, minigrad.Tensor):
            np.testing.assert_array_equal(arg.numpy(), array)
            assert arg._version == 0


@every(DIFFERENTIABLE)
def test_gradient_agrees_with_finite_differences(case):
    function, inputs = differentiable_only(case, arguments(case))
    assert gradcheck(function, inputs, atol=1e-6, rtol=1e-5)


@every(DIFFERENTIABLE)
def test_second_derivative_agrees_with_finite_differences(case):
    function, inputs = differentiable_only(case, arguments(case))
    if not any(
        tensor.requires_grad for tensor in minigrad.autograd.functional._outputs(function(*inputs))[0]
    ):
        pytest.fail("a differentiable operation recorded nothing")
    assert gradgradcheck(function, inputs, atol=1e-5, rtol=1e-4)


@every(DIFFERENTIABLE)
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_gradient_has_the_shape_and_dtype_of_its_input(case, dtype):
    if case[0] == "cast":
        return  # its own test, since its arguments name dtypes
    args = arguments(case, dtype)
    result = TABLE[case[0]].function(*args)
    weight = np.random.default_rng(1).standard_normal(result.shape).astype(result.numpy(force=True).dtype)
    result.backward(minigrad.from_numpy(np.asarray(weight)))
    for arg in args:
        if isinstance(arg, minigrad.Tensor):
            assert arg.grad is not None
            assert arg.grad.shape == arg.shape
            assert arg.grad.dtype == arg.dtype


@every(DIFFERENTIABLE)
def test_result_keeps_the_dtype_of_float32(case):
    if case[0] == "cast":
        return
    assert TABLE[case[0]].function(*arguments(case, np.float32)).dtype is minigrad.float32


@every(DIFFERENTIABLE)
def test_only_the_needed_gradients_are_computed(case):
    args = arguments(case)
    tensors = [arg for arg in args if isinstance(arg, minigrad.Tensor)]
    for chosen in tensors:
        for tensor in tensors:
            tensor.requires_grad = tensor is chosen
            tensor.grad = None
        TABLE[case[0]].function(*args).sum().backward()
        assert [tensor.grad is not None for tensor in tensors] == [tensor is chosen for tensor in tensors]


@every(DIFFERENTIABLE)
def test_non_contiguous_inputs_and_gradients_give_the_same(case):
    plain = arguments(case)
    strided = [
        minigrad.from_numpy(_strided(arg.numpy(force=True))).requires_grad_()
        if isinstance(arg, minigrad.Tensor)
        else arg
        for arg in plain
    ]
    if case[0] == "view":
        return  # a view's result depends on the strides, as its own tests say
    results = [TABLE[case[0]].function(*args) for args in (plain, strided)]
    np.testing.assert_allclose(results[0].numpy(force=True), results[1].numpy(force=True), rtol=1e-12)
    weight = np.random.default_rng(2).standard_normal(results[0].shape)
    results[0].backward(minigrad.from_numpy(np.asarray(weight)))
    results[1].backward(minigrad.from_numpy(_strided(weight)))
    for one, other in zip(plain, strided, strict=True):
        if isinstance(one, minigrad.Tensor):
            np.testing.assert_allclose(one.grad.numpy(), other.grad.numpy(), rtol=1e-12)


def _strided(array):
    """The same values, every second element of a larger array."""
    array = np.asarray(array)
    spaced = np.zeros(tuple(2 * n for n in array.shape), array.dtype)
    part = spaced[tuple(slice(None, None, 2) for _ in array.shape)] if array.ndim else spaced
    part[...] = array
    return part


@every(DIFFERENTIABLE)
def test_gradients_are_nobody_elses_storage(case):
    """Adding to a leaf's .grad in place must not change a value that somebody else holds."""
    args = arguments(case)
    result = TABLE[case[0]].function(*args)
    weight = minigrad.from_numpy(np.random.default_rng(3).standard_normal(result.shape).reshape(result.shape))
    before = weight.numpy().copy()
    result.backward(weight, retain_graph=True)
    holders = [arg for arg in args if isinstance(arg, minigrad.Tensor)]
    for arg in holders:
        arg.grad.add_(1)
    np.testing.assert_array_equal(weight.numpy(), before)
    for arg in holders:
        others = [other.numpy(force=True) for other in (*holders, result)]
        assert not any(np.shares_memory(arg.grad.numpy(), other) for other in others)


@every(DIFFERENTIABLE)
def test_saved_values_are_gone_after_backward(case):
    result = TABLE[case[0]].function(*arguments(case))
    node = result._node
    result.sum().backward()
    row = TABLE[case[0]]
    assert not any(name in node.saved for name in row.saved if row.holds_value(name))


VARIADIC_CASES = [(name, sample) for name, samples in VARIADIC.items() for sample in samples]


@pytest.mark.parametrize("name,sample", VARIADIC_CASES)
def test_operations_on_many_tensors(name, sample):
    inputs, dim = sample
    rng = np.random.default_rng(0)
    tensors = [minigrad.from_numpy(each.array(rng)).requires_grad_() for each in inputs]
    expected = {"cat": np.concatenate, "stack": np.stack}[name](
        [t.numpy(force=True) for t in tensors], axis=dim
    )
    function = TABLE[name].function
    np.testing.assert_array_equal(function(*tensors, dim=dim).numpy(force=True), expected)
    assert gradcheck(lambda *t: function(*t, dim=dim), tensors)
    assert gradgradcheck(lambda *t: function(*t, dim=dim), tensors)


def test_a_cast_returns_the_gradient_in_the_source_dtype():
    x = minigrad.ones(2, requires_grad=True)
    (x.double() * 3).sum().backward()
    assert x.grad.dtype is minigrad.float32
    assert x.grad.tolist() == [3.0, 3.0]
