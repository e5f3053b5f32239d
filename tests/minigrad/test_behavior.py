"""The snippets of ``snippets/`` do what PyTorch 2.13 was recorded to do with them."""

import json

import pytest

import minigrad
from tests.minigrad.behavior import SNIPPETS, outcome, read
from tests.minigrad.record import RECORDED
from tests.minigrad.record_behavior import behavior

BEHAVIOR = json.loads((RECORDED / "behavior.json").read_text())


@pytest.fixture(autouse=True)
def warnings_start_afresh(monkeypatch):
    """What warns once in a program warns once in each snippet."""
    monkeypatch.setattr(minigrad.autograd.engine, "_warned_of_cycle", False)


@pytest.mark.parametrize("name", BEHAVIOR)
def test_minigrad_does_what_torch_did(name):
    case = BEHAVIOR[name]
    assert outcome(case["code"], minigrad) == {key: case[key] for key in ("shows", "warns", "raises")}


def test_every_snippet_is_recorded():
    snippets = {
        f"{path.stem}: {label}": code for path in SNIPPETS.glob("*.txt") for label, code in read(path)
    }
    assert snippets == {name: case["code"] for name, case in BEHAVIOR.items()}


def test_a_snippet_shows_values_and_names_errors():
    did = outcome("x = torch.ones(1)\nx\nerror(lambda: x[3])\nprint('a')\nx[1]", minigrad)
    assert did == {"shows": "tensor([1.])\nIndexError\na", "warns": [], "raises": "IndexError"}


@pytest.mark.torch
def test_torch_still_does_what_was_recorded():
    torch = pytest.importorskip("torch")
    assert behavior(torch) == BEHAVIOR
