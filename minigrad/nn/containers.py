"""Modules that hold other modules in order."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from minigrad.nn.module import Module

__all__ = ["ModuleList", "Sequential"]


class _Numbered(Module):
    """Modules under the names "0", "1", …; what Sequential and ModuleList have in common."""

    def _modules(self) -> list[tuple[str, Module]]:
        # Not named_children, which gives a module that is used twice only once.
        return [(name, value) for name, value in vars(self).items() if isinstance(value, Module)]

    def append(self, module: Module) -> Any:
        """Add a module at the end; returns the container. ``TypeError`` for anything else than a module."""
        self.add_module(str(len(self)), _checked(module))
        return self

    def extend(self, modules: Iterable[Module]) -> Any:
        """Add each of ``modules`` at the end; returns the container."""
        for module in modules:
            self.append(module)
        return self

    def __len__(self) -> int:
        return len(self._modules())

    def __iter__(self) -> Iterator[Module]:
        return iter([module for _, module in self._modules()])

    def _name_at(self, index: int) -> str:
        names = [name for name, _ in self._modules()]
        position = operator.index(index)
        if not -len(names) <= position < len(names):
            raise IndexError(f"There is no module {position}: the {type(self).__name__} has {len(names)}.")
        return names[position]

    def __setitem__(self, index: int, module: Module) -> None:
        setattr(self, self._name_at(index), _checked(module))


class Sequential(_Numbered):
    """Modules applied one after the other: each gets what the one before gave.

    Takes modules, or one ordered dict of named modules.

    >>> import minigrad
    >>> from minigrad import nn
    >>> model = nn.Sequential(nn.Linear(2, 3), nn.Tanh())
    >>> model
    Sequential(
      (0): Linear(in_features=2, out_features=3, bias=True)
      (1): Tanh()
    )
    >>> model(minigrad.ones(5, 2)).shape
    torch.Size([5, 3])
    """

    def __init__(self, *args: Any) -> None:
        super().__init__()
        if len(args) == 1 and isinstance(args[0], Mapping):
            for name, module in args[0].items():
                self.add_module(name, _checked(module))
        else:
            self.extend(args)

    def forward(self, input: Any) -> Any:
        """The last module's output."""
        for module in self:
            input = module(input)
        return input

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return Sequential(dict(self._modules()[index]))
        return getattr(self, self._name_at(index))


class ModuleList(_Numbered):
    """A list of modules whose parameters are found, as those in a plain list are not. It has no ``forward``.

    >>> from minigrad import nn
    >>> nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2), nn.ReLU()])
    ModuleList(
      (0-1): 2 x Linear(in_features=2, out_features=2, bias=True)
      (2): ReLU()
    )
    """

    def __init__(self, modules: Iterable[Module] = ()) -> None:
        super().__init__()
        self.extend(modules)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return ModuleList(list(self)[index])
        return getattr(self, self._name_at(index))

    def _repr_parts(self, parts: list[tuple[str, str]]) -> list[str]:
        """Neighbors that print the same are printed once."""
        runs: list[tuple[int, str]] = []  # how many, and their text
        for _, text in parts:
            if runs and runs[-1][1] == text:
                runs[-1] = (runs[-1][0] + 1, text)
            else:
                runs.append((1, text))
        lines, start = [], 0
        for count, text in runs:
            name = str(start) if count == 1 else f"{start}-{start + count - 1}"
            lines += super()._repr_parts([(name, text if count == 1 else f"{count} x {text}")])
            start += count
        return lines


def _checked(module: Any) -> Module:
    if not isinstance(module, Module):
        raise TypeError(f"Only modules can be put here, and {module!r} is of type {type(module).__name__}.")
    return module
