"""Modules: how parts are found, saved and printed, and that 100 steps of training follow PyTorch's."""

import copy
import math
import pickle
from collections import OrderedDict

import numpy as np
import pytest

import minigrad
from minigrad import nn


class Branch(nn.Module):
    """A module with one of everything."""

    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(minigrad.tensor([2.0]))
        self.register_buffer("count", minigrad.zeros(2))
        self.register_buffer("scratch", minigrad.ones(1), persistent=False)
        self.inner = nn.Linear(1, 2)
        self.nothing = None
        self.plain = minigrad.ones(1)
        self.register_parameter("optional", None)

    def forward(self, x):
        return self.inner(x * self.scale)


def names(pairs):
    return [name for name, _ in pairs]


# finding parts -------------------------------------------------------------------------------------------


def test_parts_are_found_in_order_with_their_names():
    model = nn.Sequential(Branch(), nn.Tanh())
    assert names(model.named_parameters()) == ["0.scale", "0.inner.weight", "0.inner.bias"]
    assert names(model.named_parameters(prefix="m")) == ["m.0.scale", "m.0.inner.weight", "m.0.inner.bias"]
    assert names(model[0].named_parameters(recurse=False)) == ["scale"]
    assert names(model.named_buffers()) == ["0.count", "0.scratch"]
    assert names(model.named_modules()) == ["", "0", "0.inner", "1"]
    assert names(model.named_children()) == ["0", "1"]
    assert next(model.parameters()) is model[0].scale


def test_what_is_shared_comes_once():
    layer = nn.Linear(2, 2)
    model = nn.Sequential(layer, nn.ReLU(), layer)
    assert names(model.named_parameters()) == ["0.weight", "0.bias"]
    assert names(model.named_parameters(remove_duplicate=False)) == [
        "0.weight",
        "0.bias",
        "2.weight",
        "2.bias",
    ]
    assert len(list(model.modules())) == 3 and len(model) == 3
    assert list(model.state_dict()) == ["0.weight", "0.bias", "2.weight", "2.bias"]


def test_an_attribute_becomes_and_stops_being_a_part():
    module = Branch()
    module.nothing = nn.Parameter(minigrad.ones(3))
    assert "nothing" in names(module.named_parameters())
    module.scale = None
    assert "scale" not in names(module.named_parameters())
    del module.count
    assert names(module.named_buffers()) == ["scratch"]
    module.inner = nn.Linear(1, 3)
    assert module.inner.weight.shape == (3, 1)


def test_a_parameter_shares_the_numbers_but_not_the_history():
    x = minigrad.ones(2, requires_grad=True)
    parameter = nn.Parameter(x * 2)
    assert parameter.is_leaf and parameter.requires_grad
    values = minigrad.ones(2)
    shared = nn.Parameter(values)
    assert shared.data_ptr() == values.data_ptr()
    assert type(shared * 2) is type(shared.detach()) is type(shared.data) is minigrad.Tensor
    assert not nn.Parameter(minigrad.tensor([1]), requires_grad=False).requires_grad


def test_copies_and_pickles_are_independent():
    module = Branch()
    for twin in (copy.deepcopy(module), pickle.loads(pickle.dumps(module))):
        assert names(twin.named_parameters()) == names(module.named_parameters())
        assert isinstance(twin.scale, nn.Parameter) and twin.scale.requires_grad
        with minigrad.no_grad():
            twin.scale.zero_()
        assert module.scale.item() == 2


# changing and saving -------------------------------------------------------------------------------------


def test_train_and_eval_reach_every_part():
    model = nn.Sequential(Branch(), nn.Dropout(0.5))
    assert model.eval() is model and not any(module.training for module in model.modules())
    x = minigrad.ones(50, 1)
    assert model(x).tolist() == model(x).tolist()
    assert model.train() is model and all(module.training for module in model.modules())
    assert model(x).tolist() != model(x).tolist()


def test_zero_grad_clears_to_none_or_to_zeros_in_place():
    module = Branch()
    module(minigrad.ones(1, 1)).sum().backward()
    grad = module.scale.grad
    module.zero_grad(set_to_none=False)
    assert module.scale.grad is grad and grad.tolist() == [0]
    module.zero_grad()
    assert module.scale.grad is None


def test_apply_visits_the_innermost_first():
    seen = []
    nn.Sequential(Branch()).apply(lambda module: seen.append(type(module).__name__))
    assert seen == ["Linear", "Branch", "Sequential"]


def test_requires_grad_freezes():
    module = Branch().requires_grad_(False)
    assert not any(parameter.requires_grad for parameter in module.parameters())
    assert not module(minigrad.ones(1, 1)).requires_grad


def test_converting_keeps_the_parameters_the_same_objects():
    module = Branch()
    module(minigrad.ones(1, 1)).sum().backward()
    before = list(module.parameters())
    assert module.double() is module
    for parameter, other in zip(module.parameters(), before, strict=True):
        assert parameter is other and parameter.dtype is parameter.grad.dtype is minigrad.float64
    assert module.count.dtype is minigrad.float64
    assert module.half().scale.dtype is minigrad.float16 and module.float().scale.dtype is minigrad.float32


def test_a_state_dict_restores_what_was_saved():
    source, target = Branch(), Branch()
    with minigrad.no_grad():
        source.count.add_(7)
    state = source.state_dict()
    assert list(state) == ["scale", "count", "inner.weight", "inner.bias"]
    assert not any(value.requires_grad for value in state.values())
    version = target.scale._version
    assert repr(target.load_state_dict(state)) == "<All keys matched successfully>"
    assert target.scale._version == version + 1
    for name, value in target.state_dict().items():
        assert value.tolist() == state[name].tolist()


def test_a_state_that_does_not_fit_changes_nothing_and_is_explained():
    layer = nn.Linear(2, 3)
    before = layer.weight.tolist()
    state = {"weight": minigrad.ones(3, 2), "bias": minigrad.ones(4), "extra": minigrad.ones(1)}
    with pytest.raises(RuntimeError) as caught:
        layer.load_state_dict(state)
    assert "'bias' has shape [3] here, and [4] in the state" in str(caught.value)
    assert "the state has 'extra'" in str(caught.value)
    assert layer.weight.tolist() == before
    with pytest.raises(RuntimeError, match="has 'bias', which is missing"):
        layer.load_state_dict({"weight": minigrad.ones(3, 2)})
    loaded = layer.load_state_dict({"weight": minigrad.ones(3, 2), "extra": 1}, strict=False)
    assert loaded == (["bias"], ["extra"])
    assert repr(loaded) == "_IncompatibleKeys(missing_keys=['bias'], unexpected_keys=['extra'])"
    assert layer.weight.tolist() == [[1, 1]] * 3


# containers ----------------------------------------------------------------------------------------------


def test_sequential_is_indexed_like_a_list():
    model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.ReLU())
    assert model[0] is next(model.children()) and isinstance(model[-1], nn.ReLU)
    assert repr(model[1:]) == "Sequential(\n  (1): Tanh()\n  (2): ReLU()\n)"
    assert [type(module).__name__ for module in model] == ["Linear", "Tanh", "ReLU"]
    model[1] = nn.Sigmoid()
    assert isinstance(model[1], nn.Sigmoid) and len(model.append(nn.Identity())) == 4
    named = nn.Sequential(OrderedDict(first=nn.Linear(1, 1), second=nn.Tanh()))
    assert names(named.named_parameters()) == ["first.weight", "first.bias"]


def test_module_list_registers_what_a_list_would_hide():
    class Stack(nn.Module):
        def __init__(self):
            super().__init__()
            self.found = nn.ModuleList(nn.Linear(1, 1) for _ in range(2))
            self.hidden = [nn.Linear(1, 1)]

    stack = Stack()
    assert names(stack.named_parameters()) == [
        "found.0.weight",
        "found.0.bias",
        "found.1.weight",
        "found.1.bias",
    ]
    assert [layer is stack.found[index] for index, layer in enumerate(stack.found)] == [True, True]
    assert len(stack.found[:1]) == 1 and len(stack.found.extend([nn.ReLU()])) == 3


# starting values -----------------------------------------------------------------------------------------


def test_layers_start_as_documented():
    minigrad.manual_seed(0)
    linear = nn.Linear(64, 500)
    weight = linear.weight.detach().numpy()
    assert np.abs(weight).max() <= 1 / 8 and weight.std() == pytest.approx(1 / 8 / math.sqrt(3), rel=0.02)
    assert np.abs(linear.bias.detach().numpy()).max() <= 1 / 8
    table = nn.Embedding(1000, 20, padding_idx=3).weight.detach().numpy()
    assert table.std() == pytest.approx(1, rel=0.03) and not table[3].any()
    norm = nn.LayerNorm(3)
    assert norm.weight.tolist() == [1, 1, 1] and norm.bias.tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("fill", "low", "high", "std"),
    [
        (lambda t: nn.init.uniform_(t, -1, 3), -1, 3, 4 / math.sqrt(12)),
        (lambda t: nn.init.normal_(t, 0, 2), None, None, 2),
        (lambda t: nn.init.xavier_uniform_(t, 2.0), None, None, 2 * math.sqrt(2 / 700)),
        (lambda t: nn.init.xavier_normal_(t), None, None, math.sqrt(2 / 700)),
        (lambda t: nn.init.kaiming_uniform_(t, nonlinearity="relu"), None, None, math.sqrt(2 / 400)),
        (lambda t: nn.init.kaiming_normal_(t, a=1, mode="fan_out"), None, None, math.sqrt(1 / 300)),
    ],
)
def test_starting_values_have_their_spread(fill, low, high, std):
    minigrad.manual_seed(0)
    weight = nn.Parameter(minigrad.empty(300, 400))
    assert fill(weight) is weight and weight.is_leaf
    values = weight.detach().numpy()
    assert values.std() == pytest.approx(std, rel=0.02)
    if low is not None:
        assert values.min() >= low and values.max() <= high


def test_constants():
    assert nn.init.constant_(minigrad.empty(2), 3.0).tolist() == [3, 3]
    assert nn.init.zeros_(minigrad.ones(2)).tolist() == [0, 0]
    assert nn.init.ones_(minigrad.zeros(2)).tolist() == [1, 1]
    assert nn.init.eye_(minigrad.empty(2, 3)).tolist() == [[1, 0, 0], [0, 1, 0]]


@pytest.mark.torch
def test_gains_are_those_of_torch():
    torch = pytest.importorskip("torch")
    for arguments in [
        ("relu",),
        ("tanh",),
        ("sigmoid",),
        ("linear",),
        ("leaky_relu", 0.2),
        ("leaky_relu",),
        ("selu",),
    ]:
        assert nn.init.calculate_gain(*arguments) == torch.nn.init.calculate_gain(*arguments)


# gradients as a whole ------------------------------------------------------------------------------------


def with_grads(*grads):
    parameters = [minigrad.zeros(len(grad), requires_grad=True) for grad in grads]
    for parameter, grad in zip(parameters, grads, strict=True):
        parameter.grad = minigrad.tensor(grad)
    return parameters


@pytest.mark.parametrize("norm_type", [1.0, 2.0, 3.0, math.inf])
def test_clipping_by_norm_scales_all_gradients_alike(norm_type):
    parameters = with_grads([3.0, -4.0], [12.0])
    total = np.linalg.norm([3, 4, 12], norm_type)
    norm = nn.utils.clip_grad_norm_([*parameters, minigrad.ones(1)], 2.0, norm_type)
    assert norm.item() == pytest.approx(total)
    assert parameters[0].grad.tolist() == pytest.approx([6 / total, -8 / total])
    assert parameters[1].grad.tolist() == pytest.approx([24 / total])


def test_clipping_leaves_small_gradients_alone():
    (parameter,) = with_grads([0.3, -0.4])
    assert nn.utils.clip_grad_norm_(parameter, 1.0).item() == pytest.approx(0.5)
    assert parameter.grad.tolist() == pytest.approx([0.3, -0.4])
    assert nn.utils.clip_grad_norm_([], 1.0).item() == 0


def test_clipping_by_value_bounds_each_element():
    (parameter,) = with_grads([0.3, -4.0, 7.0])
    nn.utils.clip_grad_value_([parameter], 1.0)
    assert parameter.grad.tolist() == pytest.approx([0.3, -1, 1])


def test_parameters_go_into_a_vector_and_back():
    layer, other = nn.Linear(2, 3), nn.Linear(2, 3)
    vector = nn.utils.parameters_to_vector(layer.parameters())
    (vector * vector).sum().backward()
    assert layer.bias.grad.tolist() == (2 * layer.bias.detach()).tolist()
    nn.utils.vector_to_parameters(vector, other.parameters())
    assert other.weight.tolist() == layer.weight.tolist() and other.bias.tolist() == layer.bias.tolist()


# printing ------------------------------------------------------------------------------------------------

PRINTED = {
    "Flatten()": "Flatten(start_dim=1, end_dim=-1)",
    "Identity()": "Identity()",
    "Tanh()": "Tanh()",
    "ReLU()": "ReLU()",
    "ReLU6()": "ReLU6()",
    "Sigmoid()": "Sigmoid()",
    "LogSigmoid()": "LogSigmoid()",
    "SiLU()": "SiLU()",
    "GELU()": "GELU(approximate='none')",
    "LeakyReLU(0.2)": "LeakyReLU(negative_slope=0.2)",
    "ELU()": "ELU(alpha=1.0)",
    "Softplus()": "Softplus(beta=1.0, threshold=20.0)",
    "Hardtanh()": "Hardtanh(min_val=-1.0, max_val=1.0)",
    "Softmax(dim=1)": "Softmax(dim=1)",
    "LogSoftmax(dim=1)": "LogSoftmax(dim=1)",
    "MSELoss()": "MSELoss()",
    "L1Loss()": "L1Loss()",
    "SmoothL1Loss()": "SmoothL1Loss()",
    "HuberLoss()": "HuberLoss()",
    "CrossEntropyLoss()": "CrossEntropyLoss()",
    "NLLLoss()": "NLLLoss()",
    "BCELoss()": "BCELoss()",
    "BCEWithLogitsLoss()": "BCEWithLogitsLoss()",
    "Dropout()": "Dropout(p=0.5, inplace=False)",
    "LayerNorm(3)": "LayerNorm((3,), eps=1e-05, elementwise_affine=True, bias=True)",
    "LayerNorm((3, 4), elementwise_affine=False)": (
        "LayerNorm((3, 4), eps=1e-05, elementwise_affine=False, bias=False)"
    ),
    "Embedding(3, 4)": "Embedding(3, 4)",
    "Embedding(3, 4, padding_idx=0)": "Embedding(3, 4, padding_idx=0)",
    "Linear(2, 3, bias=False)": "Linear(in_features=2, out_features=3, bias=False)",
    "Sequential()": "Sequential()",
    "ModuleList()": "ModuleList()",
    "Parameter(ones(2))": "Parameter containing:\ntensor([1., 1.], requires_grad=True)",
    "Parameter()": "Parameter containing:\ntensor([], requires_grad=True)",
    "Sequential(Linear(2, 3), Sequential(Tanh(), ReLU()))": """\
Sequential(
  (0): Linear(in_features=2, out_features=3, bias=True)
  (1): Sequential(
    (0): Tanh()
    (1): ReLU()
  )
)""",
    "ModuleList([Sequential(ReLU()), Sequential(ReLU()), Tanh(), Tanh()])": """\
ModuleList(
  (0-1): 2 x Sequential(
    (0): ReLU()
  )
  (2-3): 2 x Tanh()
)""",
}


@pytest.mark.parametrize("code", PRINTED)
def test_a_module_prints_as_recorded(code):
    assert repr(eval(code, {**vars(nn), "ones": minigrad.ones})) == PRINTED[code]


@pytest.mark.torch
@pytest.mark.parametrize("code", PRINTED)
def test_the_recorded_texts_are_what_torch_prints(code):
    torch = pytest.importorskip("torch")
    assert repr(eval(code, {**vars(torch.nn), "ones": torch.ones})) == PRINTED[code]


# errors --------------------------------------------------------------------------------------------------


class Early(nn.Module):
    def __init__(self):
        self.scale = nn.Parameter(minigrad.ones(1))


def assign(name, value):
    setattr(Branch(), name, value)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (Early, AttributeError, "Early.scale can't be assigned yet: call super().__init__()"),
        (lambda: assign("scale", minigrad.ones(1)), TypeError, "'scale' is a Parameter, and a Tensor"),
        (lambda: assign("scale", 3), TypeError, "'scale' is a Parameter, and a int"),
        (lambda: assign("inner", 3), TypeError, "'inner' is a Module, and a int"),
        (lambda: assign("count", 3), TypeError, "'count' is a buffer, and a int"),
        (lambda: Branch().missing, AttributeError, "missing"),
        (lambda: Branch().register_buffer("a.b", None), KeyError, "a.b"),
        (lambda: Branch().register_buffer("inner", None), KeyError, "inner"),
        (
            lambda: Branch().register_buffer("new", 3),
            TypeError,
            "'new' has to be a tensor or None, not a int",
        ),
        (lambda: Branch().register_parameter("new", minigrad.ones(1)), TypeError, "not a Tensor"),
        (lambda: nn.Module()(1), NotImplementedError, "Module has no forward()"),
        (lambda: nn.ModuleList()(1), NotImplementedError, "ModuleList has no forward()"),
        (lambda: nn.Sequential(3), TypeError, "3 is of type int"),
        (lambda: nn.Sequential(nn.ReLU())[1], IndexError, "no module 1: the Sequential has 1"),
        (lambda: nn.Linear(2, 3).load_state_dict(3), TypeError, "a int"),
        (lambda: nn.Linear(2, 3).to(minigrad.int64), TypeError, "torch.int64"),
        (lambda: nn.Parameter([1.0]), TypeError, "not a list"),
        (lambda: nn.Parameter(minigrad.tensor([1])), RuntimeError, "torch.int64"),
        (lambda: nn.Dropout(2), ValueError, "not 2"),
        (lambda: nn.init.xavier_normal_(minigrad.ones(2)), ValueError, "[2]"),
        (lambda: nn.init.kaiming_normal_(minigrad.ones(2, 2), mode="fan"), ValueError, "'fan'"),
        (lambda: nn.init.calculate_gain("sin"), ValueError, "'sin'"),
        (lambda: nn.utils.clip_grad_norm_(with_grads([math.inf]), 1.0, 2.0, True), RuntimeError, "inf"),
        (
            lambda: nn.utils.vector_to_parameters(minigrad.ones(3), [minigrad.ones(2)]),
            RuntimeError,
            "3 numbers",
        ),
    ],
)
def test_errors_name_what_is_wrong(call, error, words):
    with pytest.raises(error) as caught:
        call()
    assert words in str(caught.value)


# training ------------------------------------------------------------------------------------------------

RNG = np.random.default_rng(0)
INPUT = RNG.standard_normal((16, 4)).astype(np.float32)
SPREAD = RNG.standard_normal((16, 3)).astype(np.float32)
CLASSES = RNG.integers(0, 3, 16)
INSIDE = RNG.random((16, 3)).astype(np.float32)


def mlp(nn, *between, last=None):
    layers = [nn.Linear(4, 8), *between, nn.Linear(8, 3)]
    return nn.Sequential(*layers) if last is None else nn.Sequential(*layers, last)


#: name -> (model, loss, input, target)
TRAINED = {
    f"{activation}": (
        lambda nn, activation=activation: mlp(nn, getattr(nn, activation)()),
        lambda nn: nn.MSELoss(),
        INPUT,
        SPREAD,
    )
    for activation in (
        "Tanh",
        "ReLU",
        "ReLU6",
        "Sigmoid",
        "LogSigmoid",
        "SiLU",
        "GELU",
        "LeakyReLU",
        "ELU",
        "Softplus",
        "Hardtanh",
    )  # fmt: skip
} | {
    "no bias": (
        lambda nn: nn.Sequential(nn.Linear(4, 8, bias=False), nn.Tanh(), nn.Linear(8, 3, bias=False)),
        lambda nn: nn.MSELoss(),
        INPUT,
        SPREAD,
    ),
    "LayerNorm": (lambda nn: mlp(nn, nn.LayerNorm(8), nn.ReLU()), lambda nn: nn.MSELoss(), INPUT, SPREAD),
    "Flatten, Identity, Dropout in eval": (
        lambda nn: nn.Sequential(nn.Flatten(), nn.Identity(), nn.Linear(4, 3), nn.Dropout(0.5)).eval(),
        lambda nn: nn.MSELoss(),
        INPUT.reshape(16, 2, 2),
        SPREAD,
    ),
    "Embedding": (
        lambda nn: nn.Sequential(nn.Embedding(3, 4, padding_idx=1), nn.Linear(4, 3)),
        lambda nn: nn.CrossEntropyLoss(),
        CLASSES,
        CLASSES[::-1].copy(),
    ),
    "Softmax": (
        lambda nn: mlp(nn, nn.Tanh(), last=nn.Softmax(dim=1)),
        lambda nn: nn.BCELoss(),
        INPUT,
        INSIDE,
    ),
    "L1Loss": (lambda nn: mlp(nn, nn.Tanh()), lambda nn: nn.L1Loss(), INPUT, SPREAD),
    "SmoothL1Loss": (lambda nn: mlp(nn, nn.Tanh()), lambda nn: nn.SmoothL1Loss(), INPUT, SPREAD),
    "HuberLoss": (lambda nn: mlp(nn, nn.Tanh()), lambda nn: nn.HuberLoss(), INPUT, SPREAD),
    "CrossEntropyLoss": (lambda nn: mlp(nn, nn.Tanh()), lambda nn: nn.CrossEntropyLoss(), INPUT, CLASSES),
    "CrossEntropyLoss, smoothing": (
        lambda nn: mlp(nn, nn.Tanh()),
        lambda nn: nn.CrossEntropyLoss(label_smoothing=0.1, reduction="sum"),
        INPUT,
        CLASSES,
    ),
    "NLLLoss": (
        lambda nn: mlp(nn, nn.Tanh(), last=nn.LogSoftmax(dim=1)),
        lambda nn: nn.NLLLoss(ignore_index=2),
        INPUT,
        CLASSES,
    ),
    "BCELoss": (lambda nn: mlp(nn, nn.Tanh(), last=nn.Sigmoid()), lambda nn: nn.BCELoss(), INPUT, INSIDE),
    "BCEWithLogitsLoss": (lambda nn: mlp(nn, nn.Tanh()), lambda nn: nn.BCEWithLogitsLoss(), INPUT, INSIDE),
}


@pytest.mark.parametrize("name", TRAINED)
def test_training_lowers_the_loss(name):
    minigrad.manual_seed(0)
    make, make_loss, input, target = TRAINED[name]
    losses = train(minigrad, make(nn), make_loss(nn), input, target)
    assert losses[-1] < losses[0]


@pytest.mark.torch
@pytest.mark.parametrize("name", TRAINED)
def test_a_hundred_steps_follow_torch(name):
    torch = pytest.importorskip("torch")
    torch.manual_seed(0)
    make, make_loss, input, target = TRAINED[name]
    theirs, ours = make(torch.nn), make(nn)
    ours.load_state_dict(
        {name: minigrad.tensor(value.numpy()) for name, value in theirs.state_dict().items()}
    )
    their_losses = train(torch, theirs, make_loss(torch.nn), input, target)
    our_losses = train(minigrad, ours, make_loss(nn), input, target)
    np.testing.assert_allclose(our_losses, their_losses, rtol=1e-5, atol=1e-5)
    for name, value in ours.state_dict().items():
        np.testing.assert_allclose(value.numpy(), theirs.state_dict()[name].numpy(), rtol=1e-5, atol=1e-5)


def train(module, model, loss_of, input, target, steps=100):
    """The losses of plain gradient descent."""
    optimizer = module.optim.SGD(model.parameters(), lr=0.05)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = loss_of(model(module.tensor(input)), module.tensor(target))
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
