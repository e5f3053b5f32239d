"""What a tensor prints, compared with what PyTorch 2.13 was recorded to print, and with PyTorch itself."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from minigrad import printing
from tests.minigrad.record import HISTORIES, RECORDED
from tests.minigrad.record import printing as record_printing

CASES = json.loads((RECORDED / "printing.json").read_text())
SUFFIXES = {"plain": [], "leaf": ["requires_grad=True"], "clone": ["grad_fn=<CloneBackward0>"]}


@pytest.fixture(autouse=True)
def default_options():
    yield
    printing.set_printoptions(profile="default")


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case['array']}, {case['options']}, {case['history']}"
)
def test_a_tensor_prints_as_recorded(case):
    printing.set_printoptions(**case["options"])
    array = eval(case["array"], {"np": np})
    assert printing.repr_tensor(array, SUFFIXES[case["history"]]) == case["text"]


@pytest.mark.torch
def test_the_recorded_texts_are_what_torch_prints():
    pytest.importorskip("torch")
    assert record_printing() == CASES


def numbers(dtype):
    """Floats of every size, with whole numbers, short decimals and special values among them."""
    if dtype.kind == "c":
        part = numbers(np.dtype(f"f{dtype.itemsize // 2}"))
        return st.builds(complex, part, part)
    if dtype.kind != "f":
        return npst.from_dtype(dtype)
    limit = {2: 6e4, 4: 1e38, 8: 1e300}[dtype.itemsize]
    return st.one_of(
        st.integers(-2000, 2000).map(float),
        st.integers(-2000, 2000).map(lambda n: n / 100),
        st.floats(-limit, limit, width=64),
        st.builds(lambda digits, power: digits * 10.0**power, st.floats(-10, 10), st.integers(-4, 3)),
        st.sampled_from([0.0, -0.0, np.nan, np.inf, -np.inf]),
    )


@st.composite
def arrays(draw):
    name = draw(
        st.sampled_from(
            ["float32", "float64", "float16", "int64", "int32", "uint8", "bool", "complex64", "complex128"]
        )
    )
    dtype = np.dtype(name)
    shape = draw(npst.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=9))
    # A few distinct values, so that arrays in which all have something in common are frequent.
    values = draw(st.lists(numbers(dtype), min_size=1, max_size=8))
    picks = np.random.default_rng(draw(st.integers(0, 2**32))).integers(0, len(values), shape)
    with np.errstate(over="ignore"):
        return np.array(values, dtype)[picks]


OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "precision": st.integers(0, 8),
        "threshold": st.integers(0, 300),
        "edgeitems": st.integers(1, 4),
        "linewidth": st.integers(20, 120),
        "sci_mode": st.sampled_from([None, True, False]),
    },
)


@pytest.mark.torch
@settings(max_examples=3000, deadline=None)
@given(array=arrays(), options=OPTIONS, history=st.sampled_from(HISTORIES))
def test_any_tensor_prints_as_in_torch(array, options, history):
    torch = pytest.importorskip("torch")
    if array.dtype.kind not in "fc":
        history = "plain"
    tensor = torch.tensor(array, requires_grad=history != "plain")
    torch.set_printoptions(profile="default")
    printing.set_printoptions(profile="default")
    torch.set_printoptions(**options)
    printing.set_printoptions(**options)
    text = repr(tensor.clone() if history == "clone" else tensor)
    torch.set_printoptions(profile="default")
    assert printing.repr_tensor(array, SUFFIXES[history]) == text


def test_an_unknown_profile_is_named():
    with pytest.raises(ValueError, match="'long'"):
        printing.set_printoptions(profile="long")
