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

from minigrad.nn.module import Module
from minigrad.tensor import Tensor

IPYTHON_HISTORY = {"In", "Out"}
LONGEST_LIST = 100  # entries that are looked at


class Names:
    """Looks up what an object is called, and which tensors of a node are known by a name."""

    def __init__(self, given: Mapping[str, Any], frame: FrameType | None) -> None:
        self._names: dict[int, str] = {}
        # id of a node -> which of its results -> the name and the tensor
        self._results: dict[int, dict[int, tuple[str, Tensor]]] = {}  # node -> output
        self._alive: list[Any] = []  # an id stays valid only while its object lives
        for name, thing in [*given.items(), *visible(frame)]:
            self._alive.append(thing)
            self._names.setdefault(id(thing), name)
            if isinstance(thing, Tensor) and (node := thing.grad_fn) is not None:
                self._results.setdefault(id(node), {}).setdefault(thing.output_nr, (name, thing))

    def of(self, thing: Any) -> str:
        """The name of this very object, or an empty text."""
        return self._names.get(id(thing), "")

    def results_of(self, node: Any) -> list[tuple[str, Tensor]]:
        """The tensors that a node made and that have a name: one, unless the node has several results."""
        return [known for _, known in sorted(self._results.get(id(node), {}).items())]


def visible(frame: FrameType | None) -> Iterator[tuple[str, Any]]:
    """The variables that a frame can see, then what lies inside its modules and lists."""
    if frame is None:
        return
    everything = {**frame.f_locals, **{k: v for k, v in frame.f_globals.items() if k not in frame.f_locals}}
    public = {k: v for k, v in everything.items() if not k.startswith("_") and k not in IPYTHON_HISTORY}
    yield from public.items()
    for name, thing in public.items():
        if isinstance(thing, Module):
            yield from ((f"{name}.{inner}", parameter) for inner, parameter in thing.named_parameters())
    for name, thing in public.items():
        if isinstance(thing, list | tuple):
            yield from ((f"{name}[{i}]", entry) for i, entry in enumerate(thing[:LONGEST_LIST]))
