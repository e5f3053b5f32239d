"""The ``@op`` decorator: an operation and its derivatives, declared together.

    @op.pointwise(
        self=lambda grad, other: grad * other,
        other=lambda grad, self: grad * self,
    )
    def mul(self, other):
        return self * other

The function is the forward, on plain NumPy arrays. Each keyword names an input and gives the formula for its
gradient. The *parameter names of a formula* say what must be saved for it: an input, ``result``, an input's
shape (``self_shape``), or a plain argument such as ``dim``. ``grad`` comes first and is the gradient of the
result. An input that has no derivative (a mask, an index) is declared with ``None``.

From that the decorator derives, once for each kind of signature, the two functions that run a million times:
``record`` (unwrap, run the forward, make the node, save what the needed formulas name) and ``backward``
(check the versions, call the needed formulas, release). They are generated as straight-line source, in the way
``dataclasses`` writes ``__init__``; ``print(minigrad.ops.register.TABLE["mul"].source)`` shows the text.

A formula uses operators, methods and operations that arrays and tensors share. In an ordinary backward it runs
on arrays; under ``create_graph=True`` the very same formula runs on tensors and is itself recorded, which is
all that a second derivative needs. For this, the decorator returns the operation in a form that takes both:
arrays go to the forward, tensors are recorded.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from minigrad.autograd import grad_mode, graph
from minigrad.autograd.graph import RELEASED, Node
from minigrad.autograd.views import View, refresh
from minigrad.ops import operands
from minigrad.tensor import Tensor

__all__ = ["TABLE", "Op", "op"]

Formula = Callable[..., Any]

#: every operation by its name, in the order of declaration
TABLE: dict[str, Op] = {}


class Op:
    """One row of the table.

    ``name``: as called (``mul``); ``node``: the Node subclass it leaves behind (``MulBackward0``);
    ``forward``: on arrays; ``formulas``: input -> formula, or None for an input without derivative;
    ``source``: the generated text of ``record`` and ``backward``; ``function``: the finished operation.
    """

    def __init__(
        self,
        forward: Callable[..., Any],
        formulas: dict[str, Formula | None],
        kind: str,
        node_name: str | None,
        returns_view: bool,
    ):
        self.name = forward.__name__.rstrip("_")
        self.forward, self.formulas = forward, formulas
        self.kind, self.returns_view = kind, returns_view
        self.parameters = _parameters(forward)
        self.inputs = [name for name in self.parameters if name in formulas]
        self.differentiable = [name for name in self.inputs if formulas[name] is not None]
        self.uses = {name: _parameters(formula)[1:] for name, formula in self._derivatives()}
        self._check_names()
        self.saved = list(dict.fromkeys(use for uses in self.uses.values() for use in uses))
        self._node_name = node_name or f"{_camel(self.name)}Backward0"

    def _derivatives(self) -> list[tuple[str, Formula]]:
        return [(name, formula) for name in self.inputs if (formula := self.formulas[name]) is not None]

    def _check_names(self) -> None:
        unknown = sorted(set(self.formulas) - set(self.parameters))
        if unknown:
            raise TypeError(f"{self.name}: formulas for {unknown}, but the forward takes {self.parameters}")
        known = {"result", *self.parameters, *(f"{name}_shape" for name in self.inputs)}
        for name, uses in self.uses.items():
            for use in uses:
                if use not in known:
                    raise TypeError(
                        f"{self.name}: the formula for {name!r} asks for {use!r}; it can have {sorted(known)}"
                    )

    def needed_by(self, saved: str) -> list[str]:
        """The inputs whose formula names ``saved``."""
        return [name for name in self.differentiable if saved in self.uses[name]]

    def holds_value(self, saved: str) -> bool:
        """Whether ``saved`` is a value that backward checks and releases, not a shape or a plain argument."""
        return saved == "result" or saved in self.inputs

    @functools.cached_property
    def node(self) -> type[Node]:
        slots = [f"{name}_parent" for name in self.differentiable] + list(self.saved)
        slots += [f"{saved}_version" for saved in self.saved if self.holds_value(saved)]
        slots += ["result_counter"] if "result" in self.saved else []
        namespace = {
            "__slots__": tuple(slots),
            "__doc__": f"What {self.name} leaves behind for backward.",
            "op": self,
            "saved_names": tuple(self.saved),
            "backward_recorded": _backward_recorded,
            "unpack": _unpack,
        }
        return type(self._node_name, (Node,), namespace)

    @functools.cached_property
    def source(self) -> str:
        from minigrad.ops import codegen

        return codegen.source(self)

    @functools.cached_property
    def function(self) -> Callable[..., Any]:
        """The operation as it is called on tensors. Generated on first use: an import compiles nothing."""
        namespace: dict[str, Any] = {
            "Tensor": Tensor,
            "View": View,
            "Node": self.node,
            "OP": self,
            "new": object.__new__,
            "ndarray": np.ndarray,
            "asarray": np.asarray,
            "FLOAT32": np.dtype(np.float32),
            "FLOAT64": np.dtype(np.float64),
            "NUMBERS": (float, int),
            "mode": grad_mode.mode,
            "next_order": graph.next_order,
            "INFERENCE": graph.INFERENCE,
            "RELEASED": RELEASED,
            "forward": self.forward,
            "refresh": refresh,
            "unpack_array": _unpack_array,
            "modified_error": graph.modified_error,
            "released_error": graph.released_error,
            "conform": operands.conform,
            "floating": operands.floating,
            "not_a_tensor": operands.not_a_tensor,
            "explain": operands.explain,
        }
        namespace |= {f"{name}_formula": formula for name, formula in self._derivatives()}
        defaults = self.forward.__defaults__ or ()
        first_default = len(self.parameters) - len(defaults)
        namespace |= {
            f"{n}_default": d for n, d in zip(self.parameters[first_default:], defaults, strict=True)
        }
        exec(_compiled(self.source), namespace)
        record: Callable[..., Any] = namespace["record"]
        if self.differentiable:
            self.node.backward = namespace["backward"]  # type: ignore[method-assign]
            self.node.parents = property(namespace["parents"])  # type: ignore[assignment]
        functools.update_wrapper(record, self.forward)
        record.__name__ = record.__qualname__ = self.name
        del record.__wrapped__  # type: ignore[attr-defined]
        return record


@functools.cache
def _compiled(source: str) -> Any:
    """Operations of the same signature share one text, so it is compiled once."""
    return compile(source, "<minigrad operation>", "exec")


def _parameters(function: Callable[..., Any]) -> list[str]:
    # inspect.signature says the same and takes forty times as long; the whole table is read at import.
    code = function.__code__
    return list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


class op:
    """Declare an operation; see the module's text. ``@op`` itself takes tensors as they are.

    ``@op.pointwise``: broadcasts, promotes dtypes, and takes Python numbers beside tensors.
    ``@op.floating``: integers become the default floating dtype first (``exp`` of an integer tensor).
    ``@op.view``: the result shares the input's storage and version counter.

    A name in front, ``@op("SumBackward1", ...)``, is the node's, where it isn't ``<Name>Backward0``.
    """

    kind = "plain"
    returns_view = False

    def __init__(self, node_name: str | None = None, /, **formulas: Formula | None):
        self._node_name, self._formulas = node_name, formulas

    def __call__(self, forward: Callable[..., Any]) -> Callable[..., Any]:
        row = Op(forward, self._formulas, self.kind, self._node_name, self.returns_view)
        if row.name in TABLE:
            raise TypeError(f"operation {row.name!r} is declared twice")
        TABLE[row.name] = row
        return _for_arrays_and_tensors(row)

    pointwise: type[op]
    floating: type[op]
    view: type[op]


class _Pointwise(op):
    kind = "pointwise"


class _Floating(op):
    kind = "floating"


class _View(op):
    returns_view = True


op.pointwise, op.floating, op.view = _Pointwise, _Floating, _View


def _for_arrays_and_tensors(row: Op) -> Callable[..., Any]:
    @functools.wraps(row.forward)
    def dual(*args: Any, **kwargs: Any) -> Any:
        if any(isinstance(arg, Tensor) for arg in args):
            return row.function(*args, **kwargs)
        return row.forward(*args, **kwargs)

    dual.op = row  # type: ignore[attr-defined]
    return dual


# What a node's saved values are when it is not the fast path that reads them -------------------------------


def _unpack(node: Node, name: str) -> Any:
    """The saved value ``name`` as a formula on tensors sees it: with its history."""
    row: Op = node.op
    value = getattr(node, name)
    if not row.holds_value(name):
        return value
    if value is RELEASED:
        raise graph.released_error(node)
    if isinstance(value, graph.Packed):
        return value.unpack()
    if name == "result":
        counter = node.result_counter
        if counter[0] != node.result_version:
            raise graph.modified_error(node, name, node.result_version, counter[0])
        return Tensor._made_by(node, value, counter)
    if isinstance(value, Tensor):
        saved_version, version = getattr(node, f"{name}_version"), value._version
        if version != saved_version:
            raise graph.modified_error(node, name, saved_version, version)
    return value


def _unpack_array(node: Node, name: str) -> Any:
    """The same for a formula on arrays."""
    value = _unpack(node, name)
    return value._array if isinstance(value, Tensor) else value


def _backward_recorded(node: Node, grad: Tensor, parents: tuple[Any, ...], keep: bool) -> tuple[Any, ...]:
    """Run the formulas on tensors, so that what they do is recorded in turn."""
    row: Op = node.op
    needed = [name for name, parent in zip(row.differentiable, parents, strict=True) if parent is not None]
    values = {use: node.unpack(use) for name in needed for use in row.uses[name]}
    grads = []
    for name in row.differentiable:
        formula = row.formulas[name]
        if name in needed and formula is not None:
            grads.append(formula(grad, *[values[use] for use in row.uses[name]]))
        else:
            grads.append(None)
    if not keep:
        for name in row.saved:
            if row.holds_value(name):
                setattr(node, name, RELEASED)
    return tuple(grads)
