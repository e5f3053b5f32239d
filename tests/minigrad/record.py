"""Write down what PyTorch does, for the tests that run without it: ``python tests/minigrad/record.py``.

The tests marked ``torch`` check that what is written down is still what the installed PyTorch does.
"""

import json
import warnings
from pathlib import Path

import numpy as np

RECORDED = Path(__file__).parent / "recorded"

DTYPES = (
    "bool",
    "uint8",
    "int8",
    "int16",
    "int32",
    "int64",
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
)
NUMBERS = {"bool": True, "int": 2, "float": 2.5, "complex": 2j}


def promotion() -> dict[str, str]:
    """``"float32[2] float64[]"`` -> the dtype of an operation on a 1-dim and a 0-dim tensor of these."""
    import torch

    def operands(name):
        return {
            f"{name}[2]": torch.ones(2, dtype=getattr(torch, name)),
            f"{name}[]": torch.ones((), dtype=getattr(torch, name)),
        }

    tensors = {text: value for name in DTYPES for text, value in operands(name).items()}
    table = {}
    for left, tensor in tensors.items():
        for right, other in {**tensors, **NUMBERS}.items():
            table[f"{left} {right}"] = str(torch.result_type(tensor, other)).removeprefix("torch.")
    return table


# Expressions for NumPy arrays, and the options to print them with.
PRINTED: list[tuple[str, dict]] = [
    ("np.float32(8)", {}),
    ("np.float32(3.14159265)", {}),
    ("np.float32(-0.0)", {}),
    ("np.float32(1e-5)", {}),
    ("np.float32(123456.789)", {}),
    ("np.float32(1e8)", {}),
    ("np.float32(1e9)", {}),
    ("np.float32(np.nan)", {}),
    ("np.float64(0.1)", {}),
    ("np.float16(0.1)", {}),
    ("np.int64(7)", {}),
    ("np.int32(-7)", {}),
    ("np.bool_(True)", {}),
    ("np.complex64(1 + 2j)", {}),
    ("np.complex128(0.5 - 2j)", {}),
    ("np.array([0.1, 0.25, 1 / 3], np.float32)", {}),
    ("np.array([1e-8, 1], np.float32)", {}),
    ("np.array([1e-4, 1], np.float32)", {}),
    ("np.array([1e-3, 1], np.float32)", {}),
    ("np.array([1e10, 1], np.float32)", {}),
    ("np.array([1000, 2.5], np.float32)", {}),
    ("np.array([100000, 2], np.float32)", {}),
    ("np.array([1, 99999999], np.float32)", {}),
    ("np.array([-1, 10], np.float32)", {}),
    ("np.array([np.nan, np.inf, -np.inf, 1.5], np.float32)", {}),
    ("np.array([np.nan, np.inf, -np.inf, 1], np.float32)", {}),
    ("np.array([0, np.nan, -np.inf], np.float32)", {}),
    ("np.array([0, -0.0], np.float32)", {}),
    ("np.array([1e-45, 1e38], np.float32)", {}),
    ("np.array([1.5, 2], np.float64)", {}),
    ("np.array([6e4, 6e-8], np.float16)", {}),
    ("np.array([True, False])", {}),
    ("np.array([1, -20, 300])", {}),
    ("np.array([1, 2], np.uint8)", {}),
    ("np.array([1 + 2j, -3.5 - 1e-8j], np.complex64)", {}),
    ("np.array([1 + 2j, np.nan - np.inf * 1j], np.complex128)", {}),
    ("np.array([0, -1j], np.complex64)", {}),
    ("np.zeros(0, np.float32)", {}),
    ("np.zeros((0, 3), np.float32)", {}),
    ("np.zeros(0, np.int64)", {}),
    ("np.zeros((2, 0), np.float64)", {}),
    ("np.zeros((2, 0), bool)", {}),
    ("np.arange(6, dtype=np.float32).reshape(2, 3)", {}),
    ("np.array([[1, -2.5], [3, 4]], np.float32)", {}),
    ("np.ones((2, 2, 2), np.float32)", {}),
    ("np.ones((2, 1, 2, 2), np.float64)", {}),
    ("np.linspace(0, 1, 30, dtype=np.float32)", {}),
    ("np.linspace(-1, 1, 60, dtype=np.float32).reshape(2, 30)", {}),
    ("np.arange(40).reshape(1, 40)", {}),
    ("np.arange(1000)", {}),
    ("np.arange(1001)", {}),
    ("np.arange(2000, dtype=np.float32)", {}),
    ("np.arange(2000, dtype=np.float32).reshape(4, 500)", {}),
    ("np.arange(2000).reshape(500, 4)", {}),
    ("np.arange(8000).reshape(20, 20, 20)", {}),
    ("np.arange(1200).reshape(10, 4, 30) / 7", {}),
    ("np.arange(1100, dtype=np.complex64)", {}),
    ("np.array([0.123456789, 20], np.float64)", {"precision": 7}),
    ("np.array([0.123456789, 20], np.float64)", {"precision": 0}),
    ("np.array([0.5, 20], np.float32)", {"sci_mode": True}),
    ("np.array([0, 0], np.float32)", {"sci_mode": True}),
    ("np.array([1e-9, 1e9], np.float32)", {"sci_mode": False}),
    ("np.arange(20, dtype=np.float32) / 3", {"linewidth": 30}),
    ("np.arange(20, dtype=np.float32) / 3", {"threshold": 10, "edgeitems": 2}),
    ("np.arange(20, dtype=np.float64).reshape(4, 5)", {"threshold": 10, "edgeitems": 1}),
    ("np.arange(1001) % 2", {"profile": "full"}),
    ("np.array([0.123456789, 20], np.float32)", {"profile": "short"}),
]
#: what a tensor shows after its numbers: nothing, that it requires grad, or what made it
HISTORIES = ("plain", "leaf", "clone")


def printing() -> list[dict]:
    """Each array with its expression, the options, the history of the tensor, and the text."""
    import torch

    cases = []
    for code, options in PRINTED:
        array = np.asarray(eval(code))
        for history in HISTORIES:
            if history != "plain" and array.dtype.kind not in "fc":
                continue
            tensor = torch.tensor(array, requires_grad=history != "plain")
            torch.set_printoptions(**options)
            text = repr(tensor.clone() if history == "clone" else tensor)
            torch.set_printoptions(profile="default")
            cases.append({"array": code, "options": options, "history": history, "text": text})
    return cases


# Expressions for new tensors, or for what is left of them where the numbers are random.
CREATED = [
    "torch.tensor([np.float64(1)]).dtype",
    "torch.tensor([np.float32(1), np.int8(2)]).dtype",
    "torch.tensor([np.int8(2)]).dtype",
    "torch.tensor([torch.ones(1), torch.ones(1)])",
    "torch.tensor([torch.ones(2), torch.ones(2)])",
    "torch.tensor([torch.ones((), dtype=torch.float64), 1])",
    "torch.tensor([torch.ones((), requires_grad=True), 1])",
    "torch.tensor([[1],[2,3]])",
    "torch.tensor([[1,2],[3]])",
    "torch.tensor([1,[2,3]])",
    "torch.tensor([[1,2],3])",
    "torch.tensor([[1,2],None])",
    "torch.tensor(None)",
    "torch.tensor([None])",
    'torch.tensor("a")',
    'torch.tensor(["a"])',
    "torch.tensor({1:2})",
    "torch.tensor([{1:2}])",
    "torch.tensor({1})",
    "torch.tensor(range(3))",
    "torch.tensor((1,2.))",
    "torch.tensor([])",
    "torch.tensor([[],[]])",
    "torch.tensor(300,dtype=torch.uint8)",
    "torch.tensor([300],dtype=torch.uint8)",
    "torch.tensor([-1],dtype=torch.uint8)",
    "torch.tensor([1.5],dtype=torch.int64)",
    'torch.tensor([float("nan")],dtype=torch.int64)',
    "torch.tensor([1e300])",
    "torch.tensor(2**70)",
    "torch.tensor([2**70])",
    "torch.tensor([2.,2**70])",
    "torch.tensor(1j,dtype=torch.float32)",
    "torch.tensor([1,2.,3j])",
    "torch.tensor(torch.ones(2))",
    "torch.tensor(torch.ones(2,requires_grad=True))",
    'torch.tensor(np.array(["a"]))',
    "torch.tensor([1],dtype=np.float32)",
    "torch.tensor([1],dtype=float)",
    'torch.tensor([1],dtype="float32")',
    "torch.tensor([True,1]).dtype",
    "torch.zeros()",
    "torch.zeros(())",
    "torch.zeros(-1)",
    "torch.zeros(2.)",
    "torch.zeros((2,),3)",
    'torch.zeros(2,"a")',
    "torch.zeros(True)",
    "torch.zeros(np.int64(2))",
    "torch.zeros(torch.tensor(2))",
    "torch.full(3,1.)",
    "torch.full((2,),1)",
    "torch.full((2,),True)",
    "torch.full((2,),1j)",
    "torch.full((2,),torch.tensor(3.))",
    "torch.arange(3,1)",
    "torch.arange(3,1,-1)",
    "torch.arange(0,1,0)",
    "torch.arange(0,1,-1)",
    "torch.arange(1,2.5,0.5)",
    "torch.arange(True)",
    'torch.arange("a")',
    "torch.arange(5,dtype=torch.float64)",
    "torch.arange(5,requires_grad=True)",
    "torch.arange(torch.tensor(3))",
    "torch.arange(torch.tensor(3.))",
    'torch.arange(0,float("inf"))',
    "torch.linspace(0,1,5)",
    "torch.linspace(0,10,1)",
    "torch.linspace(0,10,0)",
    "torch.linspace(0,10,-1)",
    "torch.linspace(0,10,5,dtype=torch.int64)",
    "torch.linspace(0,10)",
    "torch.eye(2,3)",
    "torch.eye(-1)",
    "torch.eye(2,dtype=torch.int32)",
    "torch.rand(2,dtype=torch.int64)",
    "torch.randn(2,dtype=torch.int64)",
    "torch.randint(3,1,(2,))",
    "torch.randint(3,3,(2,))",
    "torch.randint(0,3,(2,),requires_grad=True)",
    "torch.randint(3,2)",
    "torch.randperm(-1)",
    "torch.normal(0.,1.,(2,)).shape",
    "torch.normal(0.,1.)",
    "torch.normal(0.,-1.,(2,))",
    "torch.normal(torch.zeros(2),torch.ones(2)).shape",
    "torch.normal(torch.zeros(2),1.).shape",
    "torch.normal(1.,torch.ones(3)).shape",
    "torch.ones_like([1])",
    "torch.ones_like(torch.ones(2,dtype=torch.int8))",
    "torch.ones_like(torch.ones(2),requires_grad=True)",
    "torch.ones_like(torch.ones(2,dtype=torch.int8),requires_grad=True)",
    "torch.full_like(torch.ones(2,dtype=torch.int8),2.5)",
    "torch.rand_like(torch.ones(2,dtype=torch.int8))",
    "torch.from_numpy(np.ones(3)[::-1])",
    "torch.from_numpy([1])",
    "torch.from_numpy(np.float64(1))",
    'torch.from_numpy(np.array("a"))',
    'torch.from_numpy(np.ones(2,dtype=">f4"))',
    "torch.from_numpy(np.broadcast_to(np.ones(1),(2,)))",
    "torch.tensor(np.ones(3)[::-1])",
    'torch.tensor(np.ones(2,dtype=">f4"))',
    "torch.as_tensor(torch.ones(2)).dtype",
    "torch.as_tensor([1,2.])",
    "torch.as_tensor(np.float64(1)).dtype",
    "torch.as_tensor(np.ones(3)[::-1])",
    "torch.float32.is_signed",
]


def outcome(code: str, module) -> dict:
    """What an expression gives when ``torch`` is this module: its text, warnings and error."""
    result = raised = None
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = repr(eval(code, {"torch": module, "np": np}))
        except Exception as error:
            raised = type(error).__name__
    return {"result": result, "warned": sorted({each.category.__name__ for each in seen}), "raised": raised}


def creation() -> list[dict]:
    """Each of ``CREATED`` with its outcome."""
    import torch

    return [{"code": code, **outcome(code, torch)} for code in CREATED]


if __name__ == "__main__":
    for record in (promotion, printing, creation):
        path = RECORDED / f"{record.__name__}.json"
        path.write_text(json.dumps(record(), indent=1) + "\n")
        print(f"wrote {path}")
