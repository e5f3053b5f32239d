"""Making tensors: values, dtypes, sharing of memory, the seed, and the errors."""

import json
import warnings

import numpy as np
import pytest

import minigrad
from tests.minigrad.record import CREATED, RECORDED, outcome

CASES = json.loads((RECORDED / "creation.json").read_text())


def ours(code):
    return outcome(code, minigrad)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["code"])
def test_a_tensor_is_made_as_recorded(case):
    assert ours(case["code"]) == {key: case[key] for key in ("result", "warned", "raised")}


@pytest.mark.torch
def test_the_recorded_outcomes_are_what_torch_does():
    torch = pytest.importorskip("torch")
    assert [{"code": code, **outcome(code, torch)} for code in CREATED] == CASES


def test_tensor_copies_and_from_numpy_shares():
    array = np.zeros(2)
    copied, shared, seen = minigrad.tensor(array), minigrad.from_numpy(array), minigrad.as_tensor(array)
    array[0] = 7
    assert copied.tolist() == [0, 0]
    assert shared.tolist() == seen.tolist() == [7, 0]
    shared[1] = 5
    assert array.tolist() == [7, 5]


def test_as_tensor_copies_only_what_it_must():
    x = minigrad.ones(2)
    assert minigrad.as_tensor(x) is x
    assert minigrad.as_tensor(x, dtype=minigrad.float64).dtype is minigrad.float64
    array = np.ones(2, np.float32)
    assert minigrad.as_tensor(array, dtype=minigrad.float64).dtype is minigrad.float64
    assert minigrad.as_tensor([1, 2.0]).dtype is minigrad.float32


def test_a_tensor_of_a_tensor_has_no_history():
    x = minigrad.ones(2, requires_grad=True)
    with pytest.warns(UserWarning, match=r"detach\(\).clone\(\)"):
        copy = minigrad.tensor(x * 2)
    assert copy.is_leaf and not copy.requires_grad and copy.tolist() == [2, 2]


def test_a_number_can_be_changed_in_place_without_changing_another():
    x = minigrad.tensor(3.0)
    y = minigrad.tensor(x.numpy())
    x.add_(1)
    assert (x.item(), y.item()) == (4.0, 3.0)


def test_numpy_scalars_in_lists_keep_their_type():
    assert minigrad.tensor([np.float64(1), 2]).dtype is minigrad.float64
    assert minigrad.tensor([np.ones(2, np.int8), [1, 2]]).dtype is minigrad.int64


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (
            lambda: minigrad.tensor([[1, 2], [3]]),
            ValueError,
            "data[1] has length 1, and data[0] has length 2",
        ),
        (lambda: minigrad.tensor([[[1], [2]], [[3], [4, 5]]]), ValueError, "data[1][1] has length 2"),
        (lambda: minigrad.tensor([1, [2]]), TypeError, "data[1] is a list, where data[0] is a number"),
        (lambda: minigrad.tensor([[1], 2]), TypeError, "data[1] is a number, where data[0] is a sequence"),
        (lambda: minigrad.tensor([1, None]), RuntimeError, "None is of type NoneType"),
        (lambda: minigrad.tensor(["x"]), ValueError, "'x' is text"),
        (
            lambda: minigrad.tensor([300], dtype=minigrad.uint8),
            RuntimeError,
            "300 doesn't fit into torch.uint8",
        ),
        (lambda: minigrad.tensor(1j, dtype=minigrad.float32), TypeError, "complex"),
        (lambda: minigrad.tensor([minigrad.ones(2)]), ValueError, "has shape [2]. Use minigrad.stack"),
        (lambda: minigrad.tensor(1, requires_grad=True), RuntimeError, "torch.int64"),
        (lambda: minigrad.zeros(2, -1), RuntimeError, "shape [2, -1]"),
        (lambda: minigrad.zeros(2.0), TypeError, "2.0 isn't one"),
        (lambda: minigrad.zeros(), TypeError, "zeros(())"),
        (lambda: minigrad.full(3, 1.0), TypeError, "not 3"),
        (lambda: minigrad.arange(0, 1, -1), RuntimeError, "from 0 to 1 in steps of -1"),
        (lambda: minigrad.linspace(0, 1, -2), RuntimeError, "-2 steps"),
        (lambda: minigrad.ones_like([1]), TypeError, "a list"),
        (lambda: minigrad.from_numpy([1]), TypeError, "a list"),
        (lambda: minigrad.from_numpy(np.ones(3)[::-1]), ValueError, "strides (-8,)"),
        (lambda: minigrad.from_numpy(np.ones(3, ">f4")), ValueError, "byte order"),
        (lambda: minigrad.randint(3, 1, (2,)), RuntimeError, "low=3 and high=1"),
        (lambda: minigrad.rand(2, dtype=minigrad.int64), NotImplementedError, "int64"),
        (lambda: minigrad.bernoulli(minigrad.tensor([2.0])), RuntimeError, "not between 0 and 1"),
    ],
)
def test_errors_name_what_is_wrong(make, error, words):
    with pytest.raises(error) as caught:
        make()
    assert words in str(caught.value)


@pytest.mark.parametrize("dtype", [minigrad.float16, minigrad.float32, minigrad.float64])
def test_linspace_meets_both_ends(dtype):
    for steps in range(2, 60):
        values = minigrad.linspace(-0.1, 0.7, steps, dtype=dtype).numpy()
        assert values[0] == dtype.numpy.type(-0.1) and values[-1] == dtype.numpy.type(0.7)
        assert len(values) == steps and (np.diff(values) > 0).all()


# random numbers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "draw",
    [
        lambda: minigrad.rand(3, 2),
        lambda: minigrad.randn(3, 2),
        lambda: minigrad.randint(100, (6,)),
        lambda: minigrad.randperm(20),
        lambda: minigrad.normal(0.0, 1.0, (6,)),
        lambda: minigrad.bernoulli(minigrad.full((30,), 0.5)),
        lambda: minigrad.randn_like(minigrad.ones(5)),
    ],
)
def test_the_same_seed_gives_the_same_numbers(draw):
    minigrad.manual_seed(3)
    first, second = draw(), draw()
    minigrad.manual_seed(3)
    assert first.tolist() == draw().tolist()
    assert first.tolist() != second.tolist()


def test_a_generator_is_a_stream_of_its_own():
    generator = minigrad.Generator().manual_seed(3)
    minigrad.manual_seed(5)
    undisturbed = minigrad.rand(2).tolist()
    minigrad.manual_seed(5)
    first = minigrad.rand(4, generator=generator).tolist()
    assert minigrad.rand(2).tolist() == undisturbed
    assert minigrad.rand(4, generator=generator.manual_seed(3)).tolist() == first
    assert generator.initial_seed() == 3


def test_distributions_have_their_moments():
    minigrad.manual_seed(0)
    many = 200_000
    uniform = minigrad.rand(many, dtype=minigrad.float64).numpy()
    assert uniform.min() >= 0 and uniform.max() < 1
    assert abs(uniform.mean() - 1 / 2) < 0.003 and abs(uniform.var() - 1 / 12) < 0.002
    standard = minigrad.randn(many).numpy()
    assert abs(standard.mean()) < 0.01 and abs(standard.std() - 1) < 0.01
    shifted = minigrad.normal(minigrad.full((many,), 3.0), 0.5).numpy()
    assert abs(shifted.mean() - 3) < 0.01 and abs(shifted.std() - 0.5) < 0.01
    chances = minigrad.bernoulli(minigrad.full((many,), 0.3)).numpy()
    assert set(chances.tolist()) == {0.0, 1.0} and abs(chances.mean() - 0.3) < 0.01
    dice = minigrad.randint(1, 7, (many,)).numpy()
    assert np.abs(np.bincount(dice)[1:] / many - 1 / 6).max() < 0.01
    assert sorted(minigrad.randperm(50).tolist()) == list(range(50))


def test_float16_is_drawn_too():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert minigrad.randn(4, dtype=minigrad.float16).dtype is minigrad.float16
