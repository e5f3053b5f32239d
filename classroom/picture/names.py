"""What a learner calls the tensors of a graph.

A tensor has no name. But in a notebook it usually lies in a variable, and the variable's name is the best
label there is: so the variables of the cell that asks for a picture are looked through. Names that the caller
gives come first, then variables, then parameters of modules (`model.weight`), then entries of lists
(`weights[0]`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import FrameType
from typing import Any

import numpy as np

import minigrad

IPYTHON_HISTORY = {"In", "Out"}


class Names:
    """Looks up names by identity, and the tensors that are known by name."""

    def __init__(self, given: Mapping[str, Any], frame: FrameType | None) -> None:
        self._names: dict[int, str] = {}
        self._results: dict[int, tuple[str, Any]] = {}  # id of a grad_fn -> name and tensor
        self._tensors: list[tuple[str, Any]] = []
        self._alive: list[Any] = []  # an id stays valid only while its object lives
        for name, thing in [*given.items(), *visible(frame)]:
            self._add(name, thing)

    def _add(self, name: str, thing: Any) -> None:
        self._names.setdefault(id(thing), name)
        self._alive.append(thing)
        if isinstance(thing, minigrad.Tensor):
            self._tensors.append((name, thing))
            if thing.grad_fn is not None:
                self._results.setdefault(id(thing.grad_fn), (name, thing))

    def of(self, thing: Any) -> str:
        """The name of this very object, or an empty text."""
        return self._names.get(id(thing), "")

    def result_of(self, node: Any) -> tuple[str, Any] | None:
        """The name and tensor that this node computed, if the tensor is still known by a name."""
        return self._results.get(id(node))

    def sharing(self, tensor: Any) -> str:
        """The name of a tensor with the same storage."""
        wanted = tensor.detach().numpy()
        for name, known in self._tensors:
            array = known.detach().numpy()
            if array.shape == wanted.shape and np.shares_memory(array, wanted):
                return name
        return ""


def visible(frame: FrameType | None) -> Iterator[tuple[str, Any]]:
    """The variables that a frame can see, then what lies inside its modules and lists."""
    if frame is None:
        return
    everything = {**frame.f_locals, **{k: v for k, v in frame.f_globals.items() if k not in frame.f_locals}}
    public = {k: v for k, v in everything.items() if not k.startswith("_") and k not in IPYTHON_HISTORY}
    yield from public.items()
    for name, thing in public.items():
        if isinstance(thing, minigrad.nn.Module):
            yield from ((f"{name}.{inner}", parameter) for inner, parameter in thing.named_parameters())
    for name, thing in public.items():
        if isinstance(thing, list | tuple):
            yield from ((f"{name}[{i}]", entry) for i, entry in enumerate(thing))
