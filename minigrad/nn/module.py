"""``Module``: the base of everything that has parameters, or that is built of parts that have.

A module has no lists of its own. Its parameters, buffers and children *are* its attributes, and all that this
class does is to find them again: by their type, in the order in which they were assigned, children included.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from minigrad.autograd.grad_mode import no_grad
from minigrad.dtypes import as_dtype, dtype, float16, float32, float64
from minigrad.nn.parameter import Parameter
from minigrad.tensor import Tensor

__all__ = ["Module"]

M = TypeVar("M", bound="Module")


class IncompatibleKeys(NamedTuple):
    """What ``load_state_dict`` did not find: names the module has and the dict lacks, and the reverse."""

    missing_keys: list[str]
    unexpected_keys: list[str]

    def __repr__(self) -> str:
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return f"_IncompatibleKeys(missing_keys={self.missing_keys}, unexpected_keys={self.unexpected_keys})"


class Module:
    """A part of a model: parameters, parts of its own, and ``forward``, which says what it computes.

    Subclasses call ``super().__init__()`` first, then assign parameters and modules to attributes.

    >>> import minigrad
    >>> from minigrad import nn
    >>> class Line(nn.Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.slope = nn.Parameter(minigrad.tensor(2.0))
    ...         self.intercept = nn.Parameter(minigrad.tensor(1.0))
    ...     def forward(self, x):
    ...         return self.slope * x + self.intercept
    >>> line = Line()
    >>> line(minigrad.tensor([0.0, 1.0, 2.0]))
    tensor([1., 3., 5.], grad_fn=<AddBackward0>)
    >>> [name for name, parameter in line.named_parameters()]
    ['slope', 'intercept']
    """

    #: whether the module is being trained, which changes what Dropout does
    training: bool
    #: the names of the buffers, and whether each belongs into the state_dict; their values are attributes
    _persistence: dict[str, bool]

    def __init__(self) -> None:
        self._persistence = {}
        self.training = True

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """What the module computes. Each subclass has its own."""
        raise NotImplementedError(f"{type(self).__name__} has no forward(): define what it computes.")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.forward(*args, **kwargs)

    # attributes ------------------------------------------------------------------------------------------

    def __setattr__(self, name: str, value: Any) -> None:
        if "_persistence" not in vars(self) and isinstance(value, Parameter | Module):
            raise AttributeError(
                f"{type(self).__name__}.{name} can't be assigned yet: call super().__init__() first."
            )
        current = vars(self).get(name)
        for kind in (Parameter, Module):
            if isinstance(current, kind) and not isinstance(value, kind | None):
                raise TypeError(
                    f"{name!r} is a {kind.__name__}, and a {type(value).__name__} can't take its place. "
                    f"Assign another {kind.__name__}, or None."
                )
        if name in vars(self).get("_persistence", ()) and not isinstance(value, Tensor | None):
            raise TypeError(
                f"{name!r} is a buffer, and a {type(value).__name__} can't take its place: assign a tensor."
            )
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        super().__delattr__(name)
        self._persistence.pop(name, None)

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Keep ``tensor`` as ``self.name``: a part of the state that is saved with it but not learned.

        Without ``persistent``, ``state_dict`` leaves it out. Raises ``KeyError`` for a name that is taken or
        has a point, and ``TypeError`` for anything but a tensor or None.
        """
        self._check_name(name, "buffer", name in self._persistence)
        if not isinstance(tensor, Tensor | None):
            raise TypeError(f"The buffer {name!r} has to be a tensor or None, not a {type(tensor).__name__}.")
        setattr(self, name, tensor)
        self._persistence[name] = persistent

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Keep ``param`` as ``self.name``; None where a parameter is optional and left out.

        Raises ``KeyError`` for a name that is taken or has a point, ``TypeError`` for anything else than a
        Parameter or None.
        """
        self._check_name(name, "parameter", isinstance(vars(self).get(name), Parameter))
        if not isinstance(param, Parameter | None):
            raise TypeError(
                f"{name!r} has to be a Parameter, not a {type(param).__name__}: use nn.Parameter(...)."
            )
        setattr(self, name, param)

    def add_module(self, name: str, module: Module | None) -> None:
        """Keep ``module`` as ``self.name``, for names that are made by a program."""
        self._check_name(name, "module", isinstance(vars(self).get(name), Module))
        if not isinstance(module, Module | None):
            raise TypeError(f"{name!r} has to be a Module or None, and a {type(module).__name__} isn't one.")
        setattr(self, name, module)

    def _check_name(self, name: str, kind: str, again: bool) -> None:
        if "." in name or not name:
            raise KeyError(
                f"{name!r} can't be the name of a {kind}: it must be neither empty nor have a point."
            )
        if hasattr(self, name) and not again:
            raise KeyError(f"{type(self).__name__} already has an attribute {name!r}.")

    # what is in it ---------------------------------------------------------------------------------------

    def named_children(self) -> Iterator[tuple[str, Module]]:
        """The modules it is directly built of, with their names."""
        seen: set[int] = set()
        for name, value in vars(self).items():
            if isinstance(value, Module) and id(value) not in seen:
                seen.add(id(value))
                yield name, value

    def children(self) -> Iterator[Module]:
        """The modules it is directly built of."""
        return (module for _, module in self.named_children())

    def named_modules(self, prefix: str = "") -> Iterator[tuple[str, Module]]:
        """This module and all below it, each once, with their names: ``"encoder.0"``."""
        seen: set[int] = set()
        for name, module in self._walk(prefix):
            if id(module) not in seen:
                seen.add(id(module))
                yield name, module

    def modules(self) -> Iterator[Module]:
        """This module and all below it, each once."""
        return (module for _, module in self.named_modules())

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """The parameters with their names: ``"0.weight"``; only its own without ``recurse``.

        One that is used in several places comes once, unless ``remove_duplicate`` is off.
        """
        return self._named(lambda module: module._own_parameters(), prefix, recurse, remove_duplicate)

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        """The parameters, each once, for an optimizer."""
        return (parameter for _, parameter in self.named_parameters(recurse=recurse))

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """The buffers with their names; only its own without ``recurse``."""
        return self._named(lambda module: module._own_buffers(), prefix, recurse, remove_duplicate)

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """The buffers, each once."""
        return (buffer for _, buffer in self.named_buffers(recurse=recurse))

    def _own_parameters(self) -> Iterator[tuple[str, Parameter]]:
        return ((name, value) for name, value in vars(self).items() if isinstance(value, Parameter))

    def _own_buffers(self) -> Iterator[tuple[str, Tensor]]:
        values = ((name, getattr(self, name)) for name in self._persistence)
        return ((name, value) for name, value in values if value is not None)

    def _walk(self, prefix: str = "") -> Iterator[tuple[str, Module]]:
        """This module and all below it, as often as they are used."""
        yield prefix, self
        for name, value in vars(self).items():
            if isinstance(value, Module):
                yield from value._walk(_joined(prefix, name))

    def _named(
        self,
        members: Callable[[Module], Iterator[tuple[str, Any]]],
        prefix: str,
        recurse: bool,
        remove_duplicate: bool,
    ) -> Iterator[tuple[str, Any]]:
        seen: set[int] = set()
        for path, module in self._walk(prefix) if recurse else [(prefix, self)]:
            for name, value in members(module):
                if id(value) in seen and remove_duplicate:
                    continue
                seen.add(id(value))
                yield _joined(path, name), value

    # changing all of it ----------------------------------------------------------------------------------

    def train(self: M, mode: bool = True) -> M:
        """Say that the module, with all below it, is being trained (or not); returns the module."""
        for module in self.modules():
            module.training = mode
        return self

    def eval(self: M) -> M:
        """Say that it is being used, not trained: Dropout then does nothing."""
        return self.train(False)

    def requires_grad_(self: M, requires_grad: bool = True) -> M:
        """Let the parameters require grad, or freeze them; returns the module."""
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Clear the gradient of every parameter: to None, or to zeros."""
        for parameter in self.parameters():
            if set_to_none:
                parameter.grad = None
            elif parameter.grad is not None:
                parameter.grad.detach_()
                parameter.grad.zero_()

    def apply(self: M, fn: Callable[[Module], object]) -> M:
        """Call ``fn`` on every module below it and then on itself, for instance to initialize; returns it."""
        for child in self.children():
            child.apply(fn)
        fn(self)
        return self

    def to(self: M, dtype: dtype) -> M:
        """Convert its floating point parameters and buffers, in place; returns the module."""
        target = as_dtype(dtype)
        if not (target.is_floating_point or target.is_complex):
            raise TypeError(
                f"A module's parameters have to be able to take small steps, and {dtype!r} can't."
            )
        for parameter in self.parameters():
            parameter.data = parameter.data.to(target)
            if parameter.grad is not None:
                parameter.grad = parameter.grad.detach().to(target)
        for module in self.modules():
            for name, buffer in module._own_buffers():
                if buffer.is_floating_point():
                    setattr(module, name, buffer.to(target))
        return self

    def float(self: M) -> M:
        """Convert to float32, in place."""
        return self.to(float32)

    def double(self: M) -> M:
        """Convert to float64, in place."""
        return self.to(float64)

    def half(self: M) -> M:
        """Convert to float16, in place."""
        return self.to(float16)

    # saving and loading ----------------------------------------------------------------------------------

    def state_dict(self, *, prefix: str = "", keep_vars: bool = False) -> OrderedDict[str, Tensor]:
        """The parameters and persistent buffers by name. They share memory with the module.

        >>> from minigrad import nn
        >>> list(nn.Sequential(nn.Linear(2, 3), nn.Tanh()).state_dict())
        ['0.weight', '0.bias']
        """
        return OrderedDict(
            (prefix + name, value if keep_vars else value.detach()) for name, value in self._state()
        )

    def _state(self) -> Iterator[tuple[str, Tensor]]:
        for path, module in self._walk():
            for name, parameter in module._own_parameters():
                yield _joined(path, name), parameter
            for name, buffer in module._own_buffers():
                if module._persistence[name]:
                    yield _joined(path, name), buffer

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True) -> IncompatibleKeys:
        """Copy the values of a ``state_dict`` into the parameters and buffers of the same names.

        Raises ``RuntimeError`` that lists each value of another shape, and with ``strict`` also each name
        that only one of the two has. Nothing is copied then.
        """
        if not isinstance(state_dict, Mapping):
            raise TypeError(
                f"load_state_dict() takes what state_dict() gave, not a {type(state_dict).__name__}."
            )
        mine = dict(self._state())
        missing = [name for name in mine if name not in state_dict]
        unexpected = [name for name in state_dict if name not in mine]
        common = {name: tensor for name, tensor in mine.items() if name in state_dict}
        problems = [text for name in common if (text := _mismatch(name, mine[name], state_dict[name]))]
        if strict:
            problems += [f"the module has {name!r}, which is missing from the state" for name in missing]
            problems += [f"the state has {name!r}, which the module doesn't" for name in unexpected]
        if problems:
            raise RuntimeError(f"The state does not fit {type(self).__name__}:\n  " + "\n  ".join(problems))
        with no_grad():
            for name, tensor in common.items():
                tensor.copy_(state_dict[name])
        return IncompatibleKeys(missing, unexpected)

    # printing --------------------------------------------------------------------------------------------

    def extra_repr(self) -> str:
        """What a subclass wants to be printed of itself, such as ``in_features=2, out_features=3``."""
        return ""

    def __repr__(self) -> str:
        settings = self.extra_repr()
        parts = [(name, repr(value)) for name, value in vars(self).items() if isinstance(value, Module)]
        if not parts and "\n" not in settings:
            return f"{type(self).__name__}({settings})"
        lines = settings.split("\n") if settings else []
        lines += self._repr_parts(parts)
        return f"{type(self).__name__}(\n" + "".join(f"  {line}\n" for line in lines) + ")"

    def _repr_parts(self, parts: list[tuple[str, str]]) -> list[str]:
        return [f"({name}): {_indented(text)}" for name, text in parts]


def _joined(prefix: str, name: str) -> str:
    return f"{prefix}.{name}" if prefix else name


def _indented(text: str) -> str:
    return text.replace("\n", "\n  ")


def _mismatch(name: str, mine: Tensor, given: Any) -> str | None:
    """What keeps ``given`` from being copied into ``mine``, if anything does."""
    if not isinstance(given, Tensor):
        return f"{name!r} has to be a tensor, and the state has a {type(given).__name__}"
    if given.shape != mine.shape:
        return f"{name!r} has shape {list(mine.shape)} here, and {list(given.shape)} in the state"
    return None
