"""Dtypes, promotion and limits, compared with what PyTorch 2.13 was recorded to do."""

import copy
import itertools
import json
import pickle

import numpy as np
import pytest

import minigrad
from minigrad import dtypes
from minigrad.size import Size
from tests.minigrad.record import DTYPES, NUMBERS, RECORDED, promotion

PROMOTION = json.loads((RECORDED / "promotion.json").read_text())


def dtype(name):
    return getattr(dtypes, name)


def is_half_complex(left, right, expected):
    """NumPy has no complex32, in which PyTorch holds pairs of float16; minigrad takes the next type up."""
    return expected == "complex32" and {left[:7], right[:7]} & {"float16"}


@pytest.mark.parametrize("name", DTYPES)
def test_promotion_is_as_recorded(name):
    cases = {key: value for key, value in PROMOTION.items() if key.startswith(f"{name}[")}
    assert len(cases) == 2 * (2 * len(DTYPES) + len(NUMBERS))
    for operands, expected in cases.items():
        left, right = operands.split()
        array = an_array(left)
        if right in NUMBERS:
            found = dtypes.weak_scalar(array, NUMBERS[right])
        else:
            found = dtypes.promote(array, an_array(right))
        if is_half_complex(left, right, expected):
            expected = "complex64"
        assert found == np.dtype(expected), operands


@pytest.mark.parametrize("name", DTYPES)
def test_operations_promote_as_recorded(name):
    for operands, expected in PROMOTION.items():
        left, right = operands.split()
        if not left.startswith(f"{name}["):
            continue
        expected = dtype("complex64" if is_half_complex(left, right, expected) else expected)
        x = minigrad.from_numpy(np.asarray(an_array(left)))
        y = NUMBERS[right] if right in NUMBERS else minigrad.from_numpy(np.asarray(an_array(right)))
        assert (x * y).dtype is (y * x).dtype is (x + y).dtype is expected, operands
        floating = expected if expected.category >= dtypes.FLOATING else dtypes.float32
        assert (x / y).dtype is (y / x).dtype is floating, operands
        if right not in NUMBERS:
            assert minigrad.where(minigrad.tensor([True, False]), x, y).dtype is expected, operands
            both = dtypes.promote_types(x.dtype, y.dtype)
            assert minigrad.cat([x.reshape(-1), y.reshape(-1)]).dtype is both, operands
        elif expected.category in (dtypes.INTEGER, dtypes.FLOATING):
            assert (x // y).dtype is (y // x).dtype is (x % y).dtype is (y % x).dtype is expected, operands


@pytest.mark.parametrize("name", [name for name in DTYPES if dtype(name).category <= dtypes.INTEGER])
def test_integers_are_summed_in_int64(name):
    x = minigrad.from_numpy(np.ones((2, 3), name))
    for total in (x.sum(), x.sum(0), x.prod(), x.prod(0), x.cumsum(0), x.cumprod(0)):
        assert total.dtype is dtypes.int64


def an_array(text):
    """``"float32[2]"`` is an array, ``"float32[]"`` a scalar, as 0-dim results are."""
    name, _, shape = text.rstrip("]").partition("[")
    return np.ones(2, name) if shape else np.dtype(name).type(1)


def test_zero_dimensional_arrays_count_as_scalars_do():
    for one, other in itertools.product(DTYPES, repeat=2):
        scalar, array = np.dtype(other).type(1), np.ones((), other)
        assert dtypes.promote(np.ones(2, one), array) == dtypes.promote(np.ones(2, one), scalar)


@pytest.mark.torch
def test_the_recorded_promotion_is_what_torch_does():
    pytest.importorskip("torch")
    assert promotion() == PROMOTION


@pytest.mark.torch
def test_limits_print_as_in_torch():
    torch = pytest.importorskip("torch")
    for name in ("float16", "float32", "float64", "complex64"):
        assert repr(dtypes.finfo(dtype(name))) == repr(torch.finfo(getattr(torch, name)))
    for name in ("uint8", "int8", "int16", "int32", "int64"):
        assert repr(dtypes.iinfo(dtype(name))) == repr(torch.iinfo(getattr(torch, name)))


@pytest.mark.torch
def test_promote_types_and_can_cast_agree_with_torch():
    torch = pytest.importorskip("torch")
    for one, other in itertools.product(DTYPES, repeat=2):
        theirs = getattr(torch, one), getattr(torch, other)
        ours = dtype(one), dtype(other)
        assert repr(dtypes.promote_types(*ours)) == repr(torch.promote_types(*theirs))
        assert dtypes.can_cast(*ours) == torch.can_cast(*theirs)


def test_numpy_scalars_count_as_the_python_numbers_they_are():
    assert dtypes.weak_scalar(np.ones(2, np.float32), np.float64(2)) == np.float32
    assert dtypes.weak_scalar(np.ones(2, np.int64), np.float64(2)) == np.float32
    assert dtypes.weak_scalar(np.ones(2, np.int8), np.int64(2)) == np.int8
    assert dtypes.weak_scalar(np.ones(2, bool), np.bool_(True)) == np.bool_


def test_the_default_dtype_decides_what_floats_become():
    dtypes.set_default_dtype(dtypes.float64)
    try:
        assert dtypes.weak_scalar(np.ones(2, np.int64), 2.5) == np.float64
        assert dtypes.weak_scalar(np.ones(2, np.int64), 2j) == np.complex128
        assert dtypes.weak_scalar(np.ones(2, np.float32), 2.5) == np.float32
    finally:
        dtypes.set_default_dtype(dtypes.float32)


def test_a_dtype_is_one_object_and_prints_as_in_torch():
    assert repr(dtypes.float32) == "torch.float32"
    assert dtypes.double is dtypes.float64 and dtypes.long is dtypes.int64
    for name in DTYPES:
        assert pickle.loads(pickle.dumps(dtype(name))) is dtype(name)
        assert copy.deepcopy(dtype(name)) is dtype(name)
        assert dtype(name).to_numpy() == np.dtype(name)
        assert dtypes.from_numpy[np.dtype(name)] is dtype(name)
        assert dtype(name).itemsize == np.dtype(name).itemsize


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: dtypes.as_dtype("float32"), "'float32' (of type str)"),
        (lambda: dtypes.as_dtype(np.float32), "numpy.float32"),
        (lambda: dtypes.as_dtype([]), "[]"),
        (lambda: dtypes.set_default_dtype(dtypes.int64), "torch.int64"),
        (lambda: dtypes.promote_types(dtypes.int64, 1), "1 is of type int"),
        (lambda: dtypes.result_type("a", 1), "'a'"),
        (lambda: dtypes.finfo(dtypes.int64), "torch.int64"),
        (lambda: dtypes.iinfo(dtypes.float32), "torch.float32"),
        (lambda: dtypes.of_array(np.array("a")), "<U1"),
        (lambda: Size([2, 1.5]), "item 1 is 1.5"),
    ],
)
def test_errors_name_the_value(call, words):
    with pytest.raises(TypeError) as caught:
        call()
    assert words in str(caught.value)


def test_a_size_is_a_tuple_whose_parts_are_sizes():
    size = Size([2, 3, 4])
    assert size == (2, 3, 4) and hash(size) == hash((2, 3, 4))
    assert repr(size) == "torch.Size([2, 3, 4])" and repr(Size()) == "torch.Size([])"
    assert repr(size[1:]) == "torch.Size([3, 4])" and size[0] == 2
    assert repr(size[:1] + (5,)) == "torch.Size([2, 5])" and repr((5,) + size[:1]) == "torch.Size([5, 2])"
    assert repr(size[:1] * 2) == repr(2 * size[:1]) == "torch.Size([2, 2])"
    assert size.numel() == 24 and Size().numel() == 1
