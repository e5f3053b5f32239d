"""The functions of ``nn.functional``: their values, their derivatives of both orders, and their errors.

Values are compared with the formulas written out in NumPy, derivatives with finite differences, and all of it
with PyTorch where it is installed.
"""

import math
import warnings

import numpy as np
import pytest

import minigrad
import minigrad.nn.functional as F

RNG = np.random.default_rng(0)
X = RNG.standard_normal((4, 5)) * 1.5
Y = RNG.standard_normal((4, 5))
PROBABILITIES = 1 / (1 + np.exp(-X))
SOFT = np.exp(Y) / np.exp(Y).sum(axis=1, keepdims=True)
CLASSES = np.array([3, 0, 4, 1])
WITH_IGNORED = np.array([3, -100, 4, 1])
WEIGHT = RNG.random(5) + 0.5
IMAGES = RNG.standard_normal((4, 5, 2, 3))
LABELS = RNG.integers(0, 5, (4, 2, 3))
MATRIX, BIAS = RNG.standard_normal((3, 5)), RNG.standard_normal(3)

#: name -> (function of the module, its functional, and tensors; the arrays that these tensors hold)
CASES = {}


def case(name, function, *arrays):
    CASES[name] = (function, arrays)


for _name in (
    "relu",
    "relu6",
    "hardtanh",
    "tanh",
    "sigmoid",
    "gelu",
    "leaky_relu",
    "elu",
    "silu",
    "softplus",
):
    case(_name, lambda m, F, x, name=_name: getattr(F, name)(x), X)
case("logsigmoid", lambda m, F, x: F.logsigmoid(x), X)
case("gelu, tanh", lambda m, F, x: F.gelu(x, approximate="tanh"), X)
case("leaky_relu, slope", lambda m, F, x: F.leaky_relu(x, 0.3), X)
case("elu, alpha", lambda m, F, x: F.elu(x, 2.0), X)
case("threshold", lambda m, F, x: F.threshold(x, 0.2, 3.0), X)
case("softplus, beta", lambda m, F, x: F.softplus(x, 2.0, 1.0), X)
case("softmax", lambda m, F, x: F.softmax(x, 1), X)
case("softmax, first dimension", lambda m, F, x: F.softmax(x, 0), X)
case("log_softmax", lambda m, F, x: F.log_softmax(x, -1), X)
case("linear", lambda m, F, x, w, b: F.linear(x, w, b), X, MATRIX, BIAS)
case("linear, a vector", lambda m, F, x, w, b: F.linear(x, w, b), X[0], MATRIX, BIAS)
case("linear, a batch of matrices", lambda m, F, x, w, b: F.linear(x, w, b), X.reshape(2, 2, 5), MATRIX, BIAS)
case("linear, no bias", lambda m, F, x, w: F.linear(x, w), X, MATRIX)
case("layer_norm", lambda m, F, x, w, b: F.layer_norm(x, (5,), w, b), X, WEIGHT, Y[0])
case("layer_norm, two dimensions", lambda m, F, x: F.layer_norm(x, (4, 5)), X)
case("embedding", lambda m, F, w: F.embedding(m.tensor(CLASSES), w, padding_idx=2), Y.T)
case("embedding, duplicates", lambda m, F, w: F.embedding(m.tensor([[1, 1], [3, 1]]), w), Y)
case("normalize", lambda m, F, x: F.normalize(x), X)
case("cosine_similarity", lambda m, F, x, y: F.cosine_similarity(x, y), X, Y)
case("mse_loss, broadcast", lambda m, F, x, y: F.mse_loss(x, y), X, Y[0])
case("smooth_l1_loss, broadcast", lambda m, F, x, y: F.smooth_l1_loss(x, y), X, Y[0])
case("smooth_l1_loss, beta", lambda m, F, x, y: F.smooth_l1_loss(x, y, beta=0.5), X, Y)
case("smooth_l1_loss, beta 0", lambda m, F, x, y: F.smooth_l1_loss(x, y, beta=0.0), X, Y)
case("huber_loss, delta", lambda m, F, x, y: F.huber_loss(x, y, delta=0.5), X, Y)

for _reduction in ("mean", "sum", "none"):
    for _name in ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "binary_cross_entropy_with_logits"):
        case(
            f"{_name}, {_reduction}",
            lambda m, F, x, y, name=_name, r=_reduction: getattr(F, name)(x, y, reduction=r),
            X,
            Y,
        )
    case(
        f"binary_cross_entropy, {_reduction}",
        lambda m, F, p, y, r=_reduction: F.binary_cross_entropy(p, y, reduction=r),
        PROBABILITIES,
        SOFT,
    )
    case(
        f"binary_cross_entropy, weight, {_reduction}",
        lambda m, F, p, y, r=_reduction: F.binary_cross_entropy(p, y, like(m, p, WEIGHT), reduction=r),
        PROBABILITIES,
        SOFT,
    )
    case(
        f"binary_cross_entropy_with_logits, weights, {_reduction}",
        lambda m, F, x, y, r=_reduction: F.binary_cross_entropy_with_logits(
            x, y, like(m, x, WEIGHT), reduction=r, pos_weight=like(m, x, 2 * WEIGHT)
        ),
        X,
        SOFT,
    )
    case(
        f"nll_loss, one sample, {_reduction}",
        lambda m, F, x, r=_reduction: F.nll_loss(x, m.tensor(2), reduction=r),
        X[0],
    )
    for _smoothing in (0.0, 0.2):
        for _weight in (None, WEIGHT):
            _options = {"reduction": _reduction, "label_smoothing": _smoothing}
            _told = f"{_reduction}, smoothing {_smoothing}{'' if _weight is None else ', weight'}"
            for _kind, _scores, _target in (
                ("", X, CLASSES),
                (", ignored", X, WITH_IGNORED),
                (", images", IMAGES, LABELS),
                (", one sample", X[0], CLASSES[0]),
            ):
                case(
                    f"cross_entropy{_kind}, {_told}",
                    lambda m, F, x, target=_target, w=_weight, o=_options: F.cross_entropy(
                        x, m.tensor(target), weight=like(m, x, w), **o
                    ),
                    _scores,
                )
            case(
                f"cross_entropy, probabilities, {_told}",
                lambda m, F, x, y, w=_weight, o=_options: F.cross_entropy(x, y, weight=like(m, x, w), **o),
                X,
                SOFT,
            )


def like(module, tensor, array):
    """The array as a constant tensor in the dtype of another, or None."""
    return None if array is None else module.tensor(array, dtype=tensor.dtype)


def quietly(function, *args):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of shapes that broadcast, on purpose here
        return function(*args)


# derivatives ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CASES)
def test_derivatives_of_both_orders_agree_with_finite_differences(name):
    function, arrays = CASES[name]
    inputs = [minigrad.tensor(array, requires_grad=True) for array in arrays]

    def call(*tensors):
        return quietly(function, minigrad, F, *tensors)

    assert minigrad.autograd.gradcheck(call, inputs)
    assert minigrad.autograd.gradgradcheck(call, inputs)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("name", CASES)
def test_result_and_gradients_keep_the_dtype_and_inputs_stay_as_they_are(name, dtype):
    function, arrays = CASES[name]
    arrays = [array.astype(dtype) for array in arrays]
    inputs = [minigrad.tensor(array, requires_grad=True) for array in arrays]
    result = quietly(function, minigrad, F, *inputs)
    result.backward(minigrad.ones_like(result))
    assert result.dtype is getattr(minigrad, dtype)
    for tensor, array in zip(inputs, arrays, strict=True):
        assert tensor.grad.dtype is tensor.dtype and tensor.grad.shape == tensor.shape
        assert np.array_equal(tensor.detach().numpy(), array)


def outcome(module, functional, function, arrays, dtype):
    """The value, the gradients for a random output gradient, and the gradients of a random sum of those."""
    rng = np.random.default_rng(1)

    def random(shape):
        return module.tensor(rng.standard_normal(tuple(shape)).astype(dtype))

    inputs = [module.tensor(array.astype(dtype), requires_grad=True) for array in arrays]
    result = quietly(function, module, functional, *inputs)
    grads = module.autograd.grad(result, inputs, random(result.shape), create_graph=True)
    total = sum((grad * random(grad.shape)).sum() for grad in grads)
    second = [None] * len(inputs)
    if total.requires_grad:
        second = module.autograd.grad(total, inputs, allow_unused=True)
    values = [result, *grads, *second]
    arrays = [None if value is None else value.detach().numpy(force=True) for value in values]
    return type(result.grad_fn).__name__, arrays


#: Put together otherwise than in PyTorch: the results agree, the names of the last nodes don't.
OTHER_NAMES = ("layer_norm", "probabilities", "images", "one sample, none")


@pytest.mark.torch
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", CASES)
def test_agrees_with_torch(name, dtype):
    torch = pytest.importorskip("torch")
    function, arrays = CASES[name]
    theirs_name, theirs = outcome(torch, torch.nn.functional, function, arrays, dtype)
    ours_name, ours = outcome(minigrad, F, function, arrays, dtype)
    if not any(part in name for part in OTHER_NAMES):
        assert ours_name == theirs_name
    # PyTorch moves probabilities by 1e-12 in the second derivative of binary_cross_entropy.
    tolerance = 1e-5 if dtype == "float32" else 1e-10
    for mine, reference in zip(ours, theirs, strict=True):
        if mine is None or reference is None:
            assert not np.any(mine if reference is None else reference)
            continue
        assert mine.dtype == reference.dtype and mine.shape == reference.shape
        np.testing.assert_allclose(mine, reference, rtol=tolerance, atol=tolerance)


# values --------------------------------------------------------------------------------------------------


def erf(array):
    return np.vectorize(math.erf)(array)


VALUES = {
    "relu": lambda x: np.where(x > 0, x, 0),
    "relu6": lambda x: np.clip(x, 0, 6),
    "hardtanh": lambda x: np.clip(x, -1, 1),
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "gelu": lambda x: x * (1 + erf(x / math.sqrt(2))) / 2,
    "leaky_relu": lambda x: np.where(x > 0, x, x / 100),
    "elu": lambda x: np.where(x > 0, x, np.exp(x) - 1),
    "silu": lambda x: x / (1 + np.exp(-x)),
    "softplus": lambda x: np.log(1 + np.exp(x)),
    "logsigmoid": lambda x: -np.log(1 + np.exp(-x)),
    "softmax": lambda x: np.exp(x) / np.exp(x).sum(axis=1, keepdims=True),
    "log_softmax": lambda x: x - np.log(np.exp(x).sum(axis=1, keepdims=True)),
    "linear": lambda x, w, b: x @ w.T + b,
    "layer_norm": lambda x, w, b: w * (x - x.mean(1)[:, None]) / np.sqrt(x.var(1)[:, None] + 1e-5) + b,
    "normalize": lambda x: x / np.sqrt((x * x).sum(1))[:, None],
    "cosine_similarity": lambda x, y: (x * y).sum(1) / np.sqrt((x * x).sum(1) * (y * y).sum(1)),
    "mse_loss, mean": lambda x, y: ((x - y) ** 2).mean(),
    "l1_loss, sum": lambda x, y: np.abs(x - y).sum(),
    "huber_loss, none": lambda x, y: np.where(np.abs(x - y) < 1, (x - y) ** 2 / 2, np.abs(x - y) - 0.5),
    "smooth_l1_loss, beta": lambda x, y: np.where(
        np.abs(x - y) < 0.5, (x - y) ** 2, np.abs(x - y) - 0.25
    ).mean(),
    "binary_cross_entropy, none": lambda p, y: -(y * np.log(p) + (1 - y) * np.log(1 - p)),
    "cross_entropy, mean, smoothing 0.0": lambda x: (
        -np.log(np.exp(x)[range(4), CLASSES] / np.exp(x).sum(axis=1)).mean()
    ),
    "cross_entropy, ignored, sum, smoothing 0.0": lambda x: (
        -np.log(np.exp(x)[[0, 2, 3], CLASSES[[0, 2, 3]]] / np.exp(x).sum(axis=1)[[0, 2, 3]]).sum()
    ),
    "cross_entropy, mean, smoothing 0.0, weight": lambda x: np.average(
        -np.log(np.exp(x)[range(4), CLASSES] / np.exp(x).sum(axis=1)), weights=WEIGHT[CLASSES]
    ),
    "cross_entropy, probabilities, mean, smoothing 0.0": lambda x, y: (
        -((y * np.log(np.exp(x) / np.exp(x).sum(axis=1, keepdims=True))).sum(axis=1).mean())
    ),
}


@pytest.mark.parametrize("name", VALUES)
def test_values_are_those_of_the_formula(name):
    function, arrays = CASES[name]
    result = function(minigrad, F, *[minigrad.tensor(array) for array in arrays])
    np.testing.assert_allclose(result.numpy(), VALUES[name](*arrays), rtol=1e-12)


@pytest.mark.parametrize("scale", [1.0, 30.0, 1e4])
def test_losses_of_logits_stay_finite_where_probabilities_do_not(scale):
    x = minigrad.tensor(X * scale, requires_grad=True)
    loss = F.cross_entropy(x, minigrad.tensor(CLASSES)) + F.binary_cross_entropy_with_logits(
        x, minigrad.tensor(SOFT)
    )
    loss.backward()
    assert np.isfinite(loss.item()) and np.isfinite(x.grad.numpy()).all()


def test_elu_has_a_finite_second_derivative_where_exp_overflows():
    x = minigrad.tensor([1000.0, -1.0], requires_grad=True)
    (slope,) = minigrad.autograd.grad(F.elu(x).sum(), x, create_graph=True)
    (curvature,) = minigrad.autograd.grad(slope.sum(), x)
    np.testing.assert_allclose(slope.detach().numpy(), [1, np.exp(-1)], rtol=1e-6)
    np.testing.assert_allclose(curvature.numpy(), [0, np.exp(-1)], rtol=1e-6)


def test_the_padding_row_of_an_embedding_gets_no_gradient():
    weight = minigrad.ones(3, 2, requires_grad=True)
    F.embedding(minigrad.tensor([0, 2, 2, 1]), weight, padding_idx=-1).sum().backward()
    assert weight.grad.tolist() == [[1, 1], [1, 1], [0, 0]]


def test_one_hot_marks_the_class():
    assert F.one_hot(minigrad.tensor([[0], [2]]), 4).tolist() == [[[1, 0, 0, 0]], [[0, 0, 1, 0]]]


# dropout -------------------------------------------------------------------------------------------------


def test_dropout_drops_and_scales():
    minigrad.manual_seed(0)
    x = minigrad.ones(10_000, requires_grad=True)
    dropped = F.dropout(x, p=0.25)
    dropped.sum().backward()
    values = dropped.detach().numpy()
    assert set(np.unique(values).tolist()) == {0.0, np.float32(1 / 0.75)}
    assert abs((values == 0).mean() - 0.25) < 0.02
    assert np.array_equal(x.grad.numpy(), values)


def test_dropout_at_its_ends():
    x = minigrad.ones(5, requires_grad=True)
    assert F.dropout(x, 0.5, training=False) is x
    assert F.dropout(x, 1.0).tolist() == [0] * 5
    assert F.dropout(x, 0.0).tolist() == [1] * 5


# errors --------------------------------------------------------------------------------------------------

ONES = minigrad.ones(2, 3)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: F.cross_entropy(ONES, minigrad.tensor([0, 3])), IndexError, "target 3 is none of the 3"),
        (lambda: F.cross_entropy(ONES, minigrad.tensor([0, -1])), IndexError, "target -1"),
        (lambda: F.cross_entropy(ONES, minigrad.tensor([0.0, 1.0])), RuntimeError, "torch.float32"),
        (lambda: F.cross_entropy(ONES, minigrad.tensor([0, 1, 2])), ValueError, "[2], one class for each"),
        (lambda: F.mse_loss(ONES, ONES, reduction="avg"), ValueError, "'avg'"),
        (lambda: F.binary_cross_entropy(ONES * 2, ONES), RuntimeError, "not between 0 and 1"),
        (lambda: F.binary_cross_entropy(ONES, minigrad.ones(3)), ValueError, "[2, 3], not [3]"),
        (lambda: F.binary_cross_entropy_with_logits(ONES, minigrad.ones(3)), ValueError, "[2, 3], not [3]"),
        (lambda: F.layer_norm(ONES, (4,)), RuntimeError, "layer_norm() over [4]"),
        (lambda: F.layer_norm(ONES, 3), TypeError, "not 3"),
        (lambda: F.embedding(minigrad.tensor([0, 2]), ONES), IndexError, "no row 2"),
        (lambda: F.embedding(minigrad.tensor([0.0]), ONES), RuntimeError, "torch.float32"),
        (lambda: F.one_hot(minigrad.tensor([0, 2]), 2), RuntimeError, "no class 2"),
        (lambda: F.dropout(ONES, 1.5), ValueError, "not 1.5"),
        (lambda: F.linear([1, 2], ONES), TypeError, "list"),
        (lambda: F.linear(minigrad.ones(4), ONES, minigrad.ones(2)), RuntimeError, "[1, 4]"),
        (lambda: F.gelu(ONES, approximate="sin"), RuntimeError, "'sin'"),
        (lambda: F.smooth_l1_loss(ONES, ONES, beta=-1.0), RuntimeError, "-1.0"),
        (lambda: F.huber_loss(ONES, ONES, delta=0.0), RuntimeError, "0.0"),
    ],
)
def test_errors_name_what_is_wrong(call, error, words):
    with pytest.raises(error) as caught:
        call()
    assert words in str(caught.value)


def test_a_target_of_another_shape_is_warned_of():
    with pytest.warns(UserWarning, match=r"the target has shape \[3\], the input \[2, 3\]"):
        F.mse_loss(ONES, minigrad.ones(3))


def test_a_softmax_without_dimension_is_warned_of():
    with pytest.warns(UserWarning, match="dim=1"):
        assert F.softmax(ONES).tolist() == F.softmax(ONES, 1).tolist()
