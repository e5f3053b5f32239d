"""The source text of ``record`` and ``backward`` for one operation; ``register`` explains what they are for.

For ``tanh``, whose formula names ``result``, the text is (abridged)::

    def record(self):
        if not isinstance(self, Tensor): raise not_a_tensor(OP, "self", self)
        ...
        out._array = data = forward(self._array)
        if mode.track and self._requires_grad:
            out._node = node = new(Node)
            node.self_parent = self._node or self
            node.result = data
        return out

    def backward(node, grad, parents, keep):
        result = node.result
        if node.result_counter[0] != node.result_version: raise modified_error(...)
        if not keep: node.result = RELEASED
        return (self_formula(grad, result),)

Straight lines instead of loops over the signature make an operation on a 0-dim tensor twice as fast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from minigrad.ops.register import Op


def source(op: Op) -> str:
    """The text of ``record`` and, where there is something to derive, ``backward``."""
    lines = _record(op)
    if op.differentiable:
        lines += _parents(op) + _backward(op)
    return "\n".join(lines) + "\n"


def _indent(lines: list[str], by: int = 1) -> list[str]:
    return ["    " * by + line for line in lines]


# record ------------------------------------------------------------------------------------------------------


def _record(op: Op) -> list[str]:
    defaults = op.forward.__defaults__ or ()
    first_default = len(op.parameters) - len(defaults)
    signature = [
        f"{name}={name}_default" if position >= first_default else name
        for position, name in enumerate(op.parameters)
    ]
    arguments = ", ".join(f"{name}_data" if name in op.inputs else name for name in op.parameters)
    body = _unwrap(op)
    body += [
        "try:",
        f"    data = forward({arguments})",
        "except Exception as error:",
        f"    raise explain(OP, error, ({', '.join(op.parameters)},)) from None",
        "out = new(Tensor)",
        "out._array = data",
        "out._node = out._grad = out._view = out._extra = None",
        "out._requires_grad = False",
    ]
    body += _share_storage(op) if op.returns_view else ["out._counter = None"]
    body += [
        "track = mode.track",
        *(_record_node(op) if op.differentiable else []),
        *(
            []
            if op.returns_view
            else [f"{'elif' if op.differentiable else 'if'} track is None:", "    out._counter = INFERENCE"]
        ),
        "return out",
    ]
    return [f"def record({', '.join(signature)}):", *_indent(body)]


def _takes_numbers(op: Op) -> bool:
    """Whether the operands are of equal rank, tensors or numbers: all pointwise operations but those with a
    single operand."""
    return op.kind == "pointwise" and len(op.differentiable or op.inputs) > 1


def _unwrap(op: Op) -> list[str]:
    """From arguments to arrays: ``self_data`` from ``self``."""
    if _takes_numbers(op):
        return _unwrap_pointwise(op)
    lines = []
    for name in op.inputs:
        if op.formulas[name] is None and len(op.inputs) > 1:  # a mask or an index may be an array already
            lines += [f"{name}_data = {name}._array if isinstance({name}, Tensor) else {name}"]
            continue
        lines += [
            f"if not isinstance({name}, Tensor): raise not_a_tensor(OP, {name!r}, {name})",
            f"if {name}._view is not None: refresh({name})",
            f"{name}_data = {name}._storage()" if op.returns_view else f"{name}_data = {name}._array",
        ]
        if op.kind == "floating":
            lines += [
                f"if {name}_data.dtype is not FLOAT32 and {name}_data.dtype is not FLOAT64:",
                f"    {name}_data = floating({name}_data)",
            ]
        lines += [f"{name}_needs = {name}._requires_grad"]
    return lines


def _unwrap_pointwise(op: Op) -> list[str]:
    """Operands of one dtype, or a floating tensor and a Python number, go straight on; ``conform`` does the rest."""
    operands = [name for name in op.inputs if op.formulas[name] is not None] or op.inputs
    first, *others = operands
    lines = []
    for name in op.inputs:
        if name in operands:
            lines += [
                f"{name}_is_tensor = isinstance({name}, Tensor)",
                f"{name}_data = {name}._array if {name}_is_tensor else {name}",
            ]
        else:
            lines += [f"{name}_data = {name}._array if isinstance({name}, Tensor) else {name}"]
    same = " and ".join(f"{first}_data.dtype is {name}_data.dtype" for name in others)
    lines += [
        f"if {' and '.join(f'{name}_is_tensor' for name in operands)}:",
        f"    straight = {same}",
    ]
    if len(operands) == 2:
        lines += [
            f"elif {first}_is_tensor and type({others[0]}) in NUMBERS:",
            f"    straight = {first}_data.dtype is FLOAT32 or {first}_data.dtype is FLOAT64",
        ]
    lines += ["else: straight = False", "if not straight:"]
    together = ", ".join(operands)
    lines += [f"    {together} = conform(OP, {together})"]
    for name in operands:
        lines += [
            f"    {name}_is_tensor = isinstance({name}, Tensor)",
            f"    {name}_data = {name}._array if {name}_is_tensor else {name}",
        ]
    for name in op.differentiable:
        lines += [
            f"if {name}_is_tensor:",
            f"    if {name}._view is not None: refresh({name})",
            f"    {name}_needs = {name}._requires_grad",
            f"else: {name}_needs = False",
        ]
    return lines


def _share_storage(op: Op) -> list[str]:
    source = op.inputs[0]
    plain = [name for name in op.parameters if name not in op.inputs]
    arguments = f"({', '.join(plain)},)" if plain else "()"
    return [
        f"if {source}._counter is None: {source}._counter = [0]",
        f"out._counter = {source}._counter",
        f"out._view = View({source}, forward, {arguments})",
    ]


def _record_node(op: Op) -> list[str]:
    needs = " or ".join(f"{name}_needs" for name in op.differentiable)
    single = len(op.differentiable) == 1
    parents = [
        f"node.{name}_parent = {f'{name}._node or {name}' if single else _parent(name)}"
        for name in op.differentiable
    ]
    body = [
        "out._requires_grad = True",
        "out._node = node = new(Node)",
        "node.order = next_order()",
        *parents,
        "node.shape = data.shape",
        "node.extra = None",
    ]
    for saved in op.saved:
        body += _save(op, saved)
    body += ["if track is not True: track.recorded(node)"]
    return ["if track:", f"    if {needs}:", *_indent(body, 2)]


def _parent(name: str) -> str:
    return f"({name}._node or {name}) if {name}_needs else None"


def _save(op: Op, saved: str) -> list[str]:
    if saved == "result":
        # A 0-dim result is a NumPy scalar, which is no storage that an in-place operation could change. Here it
        # must be one, so that what is saved and what the tensor holds stay the same thing.
        counter = "out._counter" if op.returns_view else "out._counter = [0]"
        return [
            "if type(data) is not ndarray: out._array = data = asarray(data)",
            "node.result = data",
            f"node.result_counter = {counter}",
            "node.result_version = 0",
        ]
    if saved not in op.inputs:
        value = f"{saved.removesuffix('_shape')}_data.shape" if saved.endswith("_shape") else saved
        return [f"node.{saved} = {value}"]
    needed_by = op.needed_by(saved)
    if op.formulas[saved] is None:
        may_be_plain = f"not isinstance({saved}, Tensor) or "
    else:
        may_be_plain = f"not {saved}_is_tensor or " if _takes_numbers(op) else ""
    save = [
        f"node.{saved} = {saved}",
        f"node.{saved}_version = 0 if {may_be_plain}{saved}._counter is None else {saved}._counter[0]",
    ]
    if len(needed_by) == len(op.differentiable):
        return save
    condition = " or ".join(f"{name}_needs" for name in needed_by)
    return [f"if {condition}:", *_indent(save), f"else: node.{saved} = None"]


# parents -----------------------------------------------------------------------------------------------------


def _parents(op: Op) -> list[str]:
    """Each parent has a slot of its own in the node; a tuple would be one more object for the garbage
    collector to go through, at each collection, for each operation of a long graph."""
    parents = ", ".join(f"node.{name}_parent" for name in op.differentiable)
    return ["def parents(node):", f"    return ({parents},)"]


# backward ----------------------------------------------------------------------------------------------------


def _backward(op: Op) -> list[str]:
    body = []
    single = len(op.differentiable) == 1
    if not single:
        body += [f"{', '.join(f'{name}_parent' for name in op.differentiable)} = parents"]
    for saved in op.saved:
        unpack = _unpack(op, saved)
        needed_by = op.needed_by(saved)
        if len(needed_by) < len(op.differentiable):
            condition = " or ".join(f"{name}_parent is not None" for name in needed_by)
            unpack = [f"if {condition}:", *_indent(unpack)]
        body += unpack
    held = [f"node.{saved}" for saved in op.saved if op.holds_value(saved)]
    if held:
        body += [f"if not keep: {' = '.join(held)} = RELEASED"]
    calls = []
    for name in op.differentiable:
        call = f"{name}_formula({', '.join(['grad', *(f'saved_{use}' for use in op.uses[name])])})"
        calls += [call if single else f"{call} if {name}_parent is not None else None"]
    body += [f"return ({', '.join(calls)},)"]
    return ["def backward(node, grad, parents, keep):", *_indent(body)]


def _unpack(op: Op, saved: str) -> list[str]:
    local = f"saved_{saved}"
    lines = [f"{local} = node.{saved}"]
    if saved == "result":
        lines += [
            f"if type({local}) is not ndarray or node.result_counter[0] != node.result_version:",
            f"    {local} = unpack_array(node, 'result')",
        ]
    elif saved in op.inputs:
        lines += [
            f"if isinstance({local}, Tensor):",
            f"    counter = {local}._counter",
            f"    if (0 if counter is None else counter[0]) != node.{saved}_version:",
            f"        {local} = unpack_array(node, {saved!r})",
            f"    else: {local} = {local}._array",
        ]
        accepted = "NUMBERS" if op.kind == "pointwise" and op.formulas[saved] is not None else "(ndarray,)"
        lines += [f"elif type({local}) not in {accepted}: {local} = unpack_array(node, {saved!r})"]
    return lines
