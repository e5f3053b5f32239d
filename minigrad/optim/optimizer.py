"""What all optimizers have in common: groups of parameters with their settings, and a state for each."""

from __future__ import annotations

import copy
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from minigrad.autograd.grad_mode import enable_grad, no_grad
from minigrad.tensor import Tensor

__all__ = ["Optimizer"]

Parameters = Iterable[Tensor] | Iterable[dict[str, Any]]


class Optimizer:
    """The base of all optimizers. Subclasses say in ``update`` how one parameter changes.

    ``params``: the tensors to optimize, or dicts ``{"params": [...], "lr": ...}`` for groups with settings of
    their own. ``defaults``: the settings of groups that don't say otherwise.

    Raises ``TypeError`` for a tensor instead of a list of tensors, ``ValueError`` for an empty list, for a
    tensor that was computed from others, and for one that is in two groups.
    """

    def __init__(self, params: Parameters, defaults: dict[str, Any]) -> None:
        if isinstance(params, Tensor):
            raise TypeError(
                f"{type(self).__name__} takes a list of tensors, not a tensor: [weight, bias], "
                "or model.parameters()."
            )
        self.defaults = defaults
        #: what each parameter's update has to remember, such as its momentum
        self.state: defaultdict[Tensor, dict[str, Any]] = defaultdict(dict)
        self.param_groups: list[dict[str, Any]] = []
        given: list[Any] = list(params)
        if not given:
            raise ValueError(f"{type(self).__name__} got no parameters, so there is nothing to optimize.")
        for group in given if isinstance(given[0], dict) else [{"params": given}]:
            self.add_param_group(group)

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Optimize further parameters: ``{"params": [...]}`` and settings that differ from the defaults."""
        if not isinstance(param_group, dict) or "params" not in param_group:
            raise KeyError(f'A parameter group is a dict with an entry "params", not {param_group!r}.')
        params = param_group["params"]
        params = [params] if isinstance(params, Tensor) else list(params)
        for param in params:
            self._check(param)
        if len({id(param) for param in params}) < len(params):
            warnings.warn(
                "A tensor is twice in a parameter group, and will be updated twice.",
                UserWarning,
                stacklevel=3,
            )
        self.param_groups.append({**self.defaults, **param_group, "params": params})

    def _check(self, param: Any) -> None:
        name = type(self).__name__
        if not isinstance(param, Tensor):
            raise TypeError(f"{name} optimizes tensors, and got {param!r} (of type {type(param).__name__}).")
        if not (param.is_leaf or param.retains_grad):
            raise ValueError(
                f"{name} can't optimize a tensor that was computed from others (shape {list(param.shape)}, "
                f"grad_fn=<{param.grad_fn.name()}>): the next forward would compute it anew. Pass the leaf "
                "it comes from."
            )
        if any(param is other for group in self.param_groups for other in group["params"]):
            raise ValueError(f"A tensor of shape {list(param.shape)} is in more than one parameter group.")

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Clear the gradient of every parameter: to None, or to zeros, in place, without ``set_to_none``."""
        for group in self.param_groups:
            for param in group["params"]:
                if set_to_none:
                    param.grad = None
                elif param.grad is not None:
                    param.grad.detach_()
                    param.grad.zero_()

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Update every parameter that has a gradient.

        ``closure``, if given, is called first; it computes the loss and its gradients anew, and ``step``
        returns what it returns.
        """
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        with no_grad():
            for group in self.param_groups:
                for param in group["params"]:
                    if param.grad is not None:
                        grad = -param.grad if group.get("maximize") else param.grad
                        self.update(param, grad, self.state[param] if self.keeps_state(group) else {}, group)
        return loss

    def keeps_state(self, group: dict[str, Any]) -> bool:
        """Whether updates of this group remember anything."""
        return True

    def update(self, param: Tensor, grad: Tensor, state: dict[str, Any], group: dict[str, Any]) -> None:
        """Change ``param`` in place, given its gradient; nothing is recorded. Each optimizer has its own."""
        raise NotImplementedError

    def state_dict(self) -> dict[str, Any]:
        """The state and the settings as plain dicts, in which parameters are numbered in order."""
        numbers = {param: number for number, param in enumerate(self._params())}
        groups = [
            {**group, "params": [numbers[param] for param in group["params"]]} for group in self.param_groups
        ]
        # Settings before the parameters, as in PyTorch.
        for group in groups:
            group["params"] = group.pop("params")
        return {
            "state": {numbers[param]: dict(state) for param, state in self.state.items()},
            "param_groups": groups,
        }

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """Take over a copy of the state and settings that ``state_dict`` gave.

        Raises ``ValueError`` if the groups don't match those of this optimizer.
        """
        groups = state_dict["param_groups"]
        sizes = [len(group["params"]) for group in self.param_groups]
        given = [len(group["params"]) for group in groups]
        if sizes != given:
            raise ValueError(
                f"The state is for groups of {given} parameters, and this optimizer has groups of {sizes}."
            )
        numbers = (number for group in groups for number in group["params"])
        param_of = dict(zip(numbers, self._params(), strict=True))
        self.state = defaultdict(dict)
        for number, state in state_dict["state"].items():
            self.state[param_of[number]] = copy.deepcopy(state)
        self.param_groups = [
            {**copy.deepcopy({**group, "params": None}), "params": mine["params"]}
            for group, mine in zip(groups, self.param_groups, strict=True)
        ]

    def _params(self) -> Iterator[Tensor]:
        return (param for group in self.param_groups for param in group["params"])

    def __repr__(self) -> str:
        lines = [f"{type(self).__name__} ("]
        for index, group in enumerate(self.param_groups):
            lines += [""] * (index > 0) + [f"Parameter Group {index}"]
            lines += [f"    {name}: {group[name]}" for name in sorted(group) if name != "params"]
        return "\n".join([*lines, ")"])


def check_settings(**settings: float) -> None:
    """Raise ``ValueError`` for the first of these settings that is negative."""
    for name, value in settings.items():
        if not value >= 0:
            raise ValueError(f"{name} has to be at least 0, not {value}.")


#: Choices among PyTorch's implementations, of which there is one here. They are settings so that they print.
IMPLEMENTATION = {"foreach": None, "differentiable": False, "fused": None}
