"""Errors are of PyTorch's type, name the value at fault, and say what to do."""

import numpy as np
import pytest

import minigrad

mg = minigrad


def leaf(*shape):
    return mg.ones(shape, requires_grad=True)


def backward_twice():
    y = (leaf(3) ** 2).sum()
    y.backward()
    y.backward()


def changed_in_place():
    y = leaf(3) * 1
    z = (y * y).sum()
    y.add_(1)
    z.backward()


def changed_result():
    y = leaf(2, 3).exp()
    y.add_(1)
    y.sum().backward()


def unbound_view():
    a, _ = (leaf(2, 3) * 1).unbind()
    a.mul_(2)


def view_of_no_grad():
    y = leaf(3) * 1
    with mg.no_grad():
        view = y[:2]
    view.mul_(2)


def inference_in_place():
    with mg.inference_mode():
        x = mg.ones(2)
    x.add_(1)


def inference_saved():
    with mg.inference_mode():
        x = mg.ones(2)
    leaf(2) * x


def wrong_hook(value):
    x = leaf(3)
    x.register_hook(lambda grad: value)
    (x * 2).sum().backward()


class Wrong(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x, returned):
        ctx.returned = returned
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return ctx.returned


def wrong_function(returned):
    Wrong.apply(leaf(3), returned).sum().backward()


#: what is done, the type of the error, and what its message must contain
CASES = [
    # backward and grad
    (lambda: (leaf(3) * 2).backward(), RuntimeError, ["[3]", ".sum()", "gradient="]),
    (lambda: mg.ones(()).backward(), RuntimeError, ["requires_grad=True", "no_grad"]),
    (lambda: (leaf(3) * 2).backward(mg.ones(2)), RuntimeError, ["[3]", "[2]"]),
    (lambda: leaf().backward(1.5), TypeError, ["Tensor", "float", "1.5"]),
    (lambda: leaf().backward(inputs=[]), RuntimeError, ["inputs"]),
    (lambda: leaf().backward(inputs=[mg.ones(2, 5)]), RuntimeError, ["Input 0", "[2, 5]", "requires_grad=True"]),
    (backward_twice, RuntimeError, ["PowBackward0", "retain_graph=True"]),
    (lambda: mg.autograd.grad(leaf(), leaf(4)), RuntimeError, ["input 0", "[4]", "allow_unused=True"]),
    (lambda: mg.autograd.grad(leaf(), []), RuntimeError, ["at least one input"]),
    (lambda: mg.autograd.grad(leaf(), [3]), TypeError, ["inputs", "int"]),
    (lambda: mg.autograd.backward([leaf(), leaf()], [mg.ones(())]), RuntimeError, ["2 roots", "1"]),
    (
        lambda: mg.autograd.grad(leaf(), leaf(), allow_unused=False, materialize_grads=True),
        ValueError,
        ["allow_unused"],
    ),
    # leaves and their gradients
    (lambda: mg.ones(2, dtype=mg.int64).requires_grad_(), RuntimeError, ["torch.int64", ".float()"]),
    (lambda: setattr(leaf(2) * 2, "requires_grad", False), RuntimeError, ["MulBackward0", ".detach()"]),
    (lambda: setattr(leaf(2), "grad", mg.ones(3)), RuntimeError, ["[2]", "[3]"]),
    (lambda: setattr(leaf(2), "grad", mg.ones(2, dtype=mg.float64)), RuntimeError, ["float32", "float64"]),
    (lambda: setattr(leaf(2), "grad", 1.0), TypeError, ["float"]),
    (lambda: setattr(leaf(2), "data", [1, 2]), TypeError, ["list"]),
    (lambda: mg.ones(2).retain_grad(), RuntimeError, ["require grad"]),
    (lambda: mg.ones(2).register_hook(print), RuntimeError, ["never be called"]),
    (lambda: (leaf(2) * 2).register_post_accumulate_grad_hook(print), RuntimeError, ["register_hook"]),
    (lambda: wrong_hook(mg.ones(2)), RuntimeError, ["[3]", "[2]"]),
    (lambda: wrong_hook(mg.ones(3, dtype=mg.float64)), RuntimeError, ["float32", "float64"]),
    (lambda: wrong_hook("a"), TypeError, ["str"]),
    (lambda: leaf(2).numpy(), RuntimeError, [".detach().numpy()"]),
    # in place
    (lambda: leaf(2, 3).mul_(2), RuntimeError, ["[2, 3]", "no_grad"]),
    (lambda: leaf(4)[1:].mul_(2), RuntimeError, ["[3]", "no_grad", "clone"]),
    (changed_in_place, RuntimeError, ["MulBackward0", "its input", "version 0", "version 1", ".clone()"]),
    (changed_result, RuntimeError, ["ExpBackward0", "output", "[2, 3]", "version 1"]),
    (unbound_view, RuntimeError, ["unbind", "x[i]"]),
    (view_of_no_grad, RuntimeError, ["no_grad"]),
    (lambda: mg.ones(1).expand(3).add_(1), RuntimeError, ["[3]", ".clone()"]),
    (lambda: mg.ones(3).add_(mg.ones(2, 3)), RuntimeError, ["[3]", "[2, 3]", "out-of-place"]),
    (lambda: mg.ones(3, dtype=mg.int64).mul_(0.5), RuntimeError, ["int64", "float32", "out-of-place"]),
    (lambda: (leaf(2, 3) * 1).view(6)[1:3].detach_(), RuntimeError, [".detach()"]),
    (lambda: mg.ones(3).fill_(mg.ones(2)), RuntimeError, ["[2]", "0-dim"]),
    (lambda: (x := mg.arange(5.0))[1:].copy_(x[:-1]), RuntimeError, ["[4]", ".clone()"]),
    (inference_in_place, RuntimeError, ["inference_mode", ".clone()"]),
    (inference_saved, RuntimeError, [".clone()", "no_grad"]),
    # functions of one's own
    (lambda: wrong_function((mg.ones(3), None, None, mg.ones(1))), RuntimeError, ["Wrong", "4", "2"]),
    (lambda: wrong_function(mg.ones(3)), RuntimeError, ["Wrong", "1", "2", "None"]),
    (lambda: wrong_function((mg.ones(4), None)), RuntimeError, ["Wrong", "argument 0", "[4]", "[3]"]),
    (lambda: wrong_function((2.5, None)), RuntimeError, ["Wrong", "argument 0", "2.5"]),
    (lambda: wrong_function((mg.ones(3), mg.ones(3))), RuntimeError, ["Wrong", "argument 1", "None"]),
    (lambda: Wrong.apply(leaf(3), returned=1), TypeError, ["Wrong", "positional", "returned"]),
    (lambda: mg.autograd.Function.apply(leaf(3)), NotImplementedError, ["forward"]),
    # shapes
    (lambda: mg.ones(2, 3) + mg.ones(2), RuntimeError, ["add", "[2, 3]", "[2]", "from the right"]),
    (lambda: mg.ones(2, 3) @ mg.ones(2, 3), RuntimeError, ["[2, 3]"]),
    (lambda: mg.ones(2, 3) @ 2, TypeError, ["int", "2"]),
    (lambda: mg.ones(2) @ mg.ones(2, dtype=mg.float64), RuntimeError, ["float32", "float64"]),
    (lambda: mg.ones(4).reshape(-2, 1), RuntimeError, ["[-2, 1]", "-1"]),
    (lambda: mg.ones(4).reshape(3), RuntimeError, ["[4]", "(3,)"]),
    (lambda: mg.ones(2, 3).t().view(6), RuntimeError, ["[3, 2]", ".reshape()"]),
    (lambda: mg.ones(2).expand(3), RuntimeError, ["[2]", "3"]),
    (lambda: mg.ones(2, 3).sum(2), IndexError, ["dim 2", "[2, 3]"]),
    (lambda: mg.ones(2, 3).sum((0, 0)), RuntimeError, ["twice"]),
    (lambda: mg.cat([mg.ones(2), mg.ones(2, 3)]), RuntimeError, ["[2]", "[2, 3]"]),
    (lambda: mg.stack([mg.ones(2), mg.ones(3)]), RuntimeError, ["[2]", "[3]"]),
    (lambda: mg.ones(5).split([2, 2]), RuntimeError, ["[2, 2]", "5"]),
    (lambda: mg.ones(3, 4).t().t().squeeze(5), IndexError, ["dim 5", "[3, 4]"]),
    (lambda: mg.einsum("ij,jk->ik", mg.ones(2, 3), mg.ones(2, 3)), RuntimeError, ["'j'", "3", "2"]),
    # indexing
    (lambda: mg.ones(2, 3)[2], IndexError, ["2"]),
    (lambda: mg.ones(2, 3)[::-1], ValueError, ["-1", ".flip()"]),
    (lambda: mg.ones(2)[1.5], IndexError, ["1.5"]),
    (lambda: mg.ones(2)[mg.ones(1)], IndexError, ["float32"]),
    (lambda: mg.ones(2).__setitem__(0, [1.0]), TypeError, ["list", "tensor"]),
    # kinds of values
    (lambda: mg.ones(2, dtype=mg.int64).mean(), RuntimeError, ["int64", ".float()"]),
    (lambda: mg.ones(2, dtype=mg.int64) // 0, RuntimeError, ["zero"]),
    (lambda: mg.ones(2, dtype=mg.bool) - mg.ones(2, dtype=mg.bool), RuntimeError, ["boolean"]),
    (lambda: mg.zeros(0).max(), RuntimeError, ["max", "[0]"]),
    (lambda: mg.ones(2) + "a", TypeError, ["str", "'a'"]),
    (lambda: mg.ones(2) + np.ones(2), TypeError, ["ndarray", "minigrad.tensor"]),
    (lambda: mg.ones(2).item(), RuntimeError, ["2", ".tolist()"]),
    (lambda: float(mg.ones(2)), ValueError, ["[2]"]),
    (lambda: bool(mg.ones(2)), RuntimeError, ["2", ".any()"]),
    (lambda: len(mg.ones(())), TypeError, ["0-dim"]),
    (lambda: mg.ones(2).clamp(), RuntimeError, ["min", "max"]),
    (lambda: mg.ones(2).to("cuda"), RuntimeError, ["cuda"]),
    # functional and checkers
    (lambda: mg.autograd.functional.hessian(lambda x: x, mg.ones(2)), RuntimeError, ["[2]"]),
    (lambda: mg.autograd.functional.vjp(lambda x: x, mg.ones(2), mg.ones(3)), RuntimeError, ["[2]", "[3]"]),
    (lambda: mg.autograd.functional.jacobian(lambda x: x, 3.0), TypeError, ["float", "3.0"]),
    (
        lambda: mg.autograd.functional.jacobian(lambda x, y: x, (mg.ones(2), mg.ones(2)), strict=True),
        RuntimeError,
        ["input 1"],
    ),
    (lambda: mg.autograd.gradcheck(lambda x: x, mg.ones(2, dtype=mg.float64)), ValueError, ["requires_grad=True"]),
]  # fmt: skip


@pytest.mark.parametrize("case", range(len(CASES)))
def test_an_error_has_its_type_and_names_what_was_wrong(case):
    call, kind, words = CASES[case]
    with pytest.raises(kind) as caught:
        call()
    assert caught.type is kind
    message = str(caught.value)
    missing = [word for word in words if word not in message]
    assert not missing, message


def test_messages_show_none_of_the_insides():
    for call, _, _ in CASES:
        with pytest.raises(Exception) as caught:
            call()
        message = str(caught.value)
        assert len(message.split()) > 4
        assert not any(word in message for word in ("_array", "ufunc", "object at 0x", "NoneType")), message


def test_a_leaf_that_was_overwritten_after_use_is_named():
    x = leaf(2, 2)
    y = x * x
    x.detach_().copy_(y)
    with pytest.raises(RuntimeError, match=r"\[2, 2\]"):
        y.sum().backward()


def test_after_an_error_nothing_has_changed():
    x = mg.ones(3, dtype=mg.int64)
    y = leaf(3) * 1
    for change in (lambda: x.mul_(0.5), lambda: y.add_(mg.ones(2, 3)), lambda: leaf(3).mul_(2)):
        with pytest.raises(RuntimeError):
            change()
    assert x.tolist() == [1, 1, 1] and y.tolist() == [1.0, 1.0, 1.0]
    assert (x._version, y._version, y.grad_fn.name()) == (0, 0, "MulBackward0")
