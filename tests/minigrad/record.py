"""Write down what PyTorch does, for the tests that run without it: ``python tests/minigrad/record.py``.

The tests marked ``torch`` check that what is written down is still what the installed PyTorch does.
"""

import json
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


if __name__ == "__main__":
    for record in (promotion, printing):
        path = RECORDED / f"{record.__name__}.json"
        path.write_text(json.dumps(record(), indent=1) + "\n")
        print(f"wrote {path}")
