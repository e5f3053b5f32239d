"""Small changes to a right answer, each of which the grader must refuse: mutants.

    x_grad = a_grad * x + a_grad * x + b_grad        the solution
    x_grad = a_grad * x - a_grad * x + b_grad        a mutant: + became -
    x_grad = a_grad * x + a_grad * x                 a mutant: one operand is left out

Why not a library? mutmut and cosmic-ray change the files of a package and run its tests anew for each mutant.
Here the code is a notebook's cell and the judge is the grader; all that is needed are the changes.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass

REGION = re.compile(r"### BEGIN SOLUTION.*?### END SOLUTION", re.DOTALL)

OPERATORS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Div,),
    ast.Mod: (ast.Mult,),
    ast.Pow: (ast.Mult,),
    ast.MatMult: (ast.Mult,),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}


@dataclass(frozen=True)
class Mutant:
    """One changed answer: the whole cell, and the lines that differ, before and after.

    nth   tells mutants apart whose lines differ in the same way, in different places
    """

    source: str
    before: str
    after: str
    nth: int = 1

    @property
    def name(self) -> str:
        """Says what was changed; no other mutant of the cell has this name."""
        return name_of(self.before, self.after, self.nth)


def name_of(before: str, after: str, nth: int) -> str:
    """The name of the nth mutant with these lines."""
    return f"{before}  ->  {after}{f' ({nth})' if nth > 1 else ''}"


def mutants(cell: str) -> list[Mutant]:
    """All mutants of a solution cell: only what stands in its solution region is changed."""
    tree = ast.parse(cell)
    lines = _solution_lines(cell)
    original = ast.unparse(tree)
    found: dict[str, Mutant] = {}
    for changed in _changed_trees(tree, lines):
        source = ast.unparse(ast.fix_missing_locations(changed))
        if source != original and source not in found:
            before, after = _difference(original, source)
            alike = sum((mutant.before, mutant.after) == (before, after) for mutant in found.values())
            found[source] = Mutant(source, before, after, alike + 1)
    return list(found.values())


def _solution_lines(cell: str) -> range:
    region = REGION.search(cell)
    if region is None:
        raise ValueError("the cell has no solution region")
    first = cell[: region.start()].count("\n") + 1
    return range(first, first + region.group().count("\n") + 1)


def _difference(before: str, after: str) -> tuple[str, str]:
    """The lines that differ, without what is the same above and below."""
    old, new = before.splitlines(), after.splitlines()
    while old and new and old[0] == new[0]:
        old, new = old[1:], new[1:]
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return _joined(old), _joined(new)


def _joined(lines: list[str]) -> str:
    return "\n".join(line.strip() for line in lines).strip()


def _changed_trees(tree: ast.Module, lines: range) -> Iterator[ast.Module]:
    """Copies of the tree with one node replaced, or two neighboring statements exchanged."""
    names = _names(tree)
    wordings = {part for node in ast.walk(tree) if isinstance(node, ast.Raise) for part in ast.walk(node)}
    for place, node in enumerate(ast.walk(tree)):
        if getattr(node, "lineno", -1) not in lines:
            continue
        if node in wordings and not isinstance(node, ast.Raise):
            continue
        for number in range(len(_replacements(node, names))):
            changed = copy.deepcopy(tree)
            target = list(ast.walk(changed))[place]
            yield _replace(changed, target, _replacements(target, names)[number])
    for place, node in enumerate(ast.walk(tree)):
        for block in ("body", "orelse"):
            statements = getattr(node, block, [])
            for number in range(len(statements) - 1 if isinstance(statements, list) else 0):
                if statements[number].lineno in lines and statements[number + 1].lineno in lines:
                    changed = copy.deepcopy(tree)
                    swapped = getattr(list(ast.walk(changed))[place], block)
                    swapped[number], swapped[number + 1] = swapped[number + 1], swapped[number]
                    yield changed


def _replace(tree: ast.Module, target: ast.AST, replacement: ast.AST) -> ast.Module:
    class Replacer(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return replacement if node is target else self.generic_visit(node)

    changed: ast.Module = Replacer().visit(tree)
    return changed


def _names(tree: ast.Module) -> list[str]:
    """The function's own names: its parameters and what it assigns to."""
    stored = [
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]
    parameters = [node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)]
    return list(dict.fromkeys(parameters + stored))


def _replacements(node: ast.AST, names: list[str]) -> list[ast.AST]:
    """What may stand in a node's place. The wording of an error message is not touched."""
    match node:
        case ast.BinOp():
            return [*_with_operators(node), node.left, node.right]
        case ast.UnaryOp():
            return [node.operand]
        case ast.Compare():
            return _comparisons(node)
        case ast.BoolOp():
            return [*_with_operators(node), *node.values]
        case ast.Constant():
            return _constants(node.value)
        case ast.Name(ctx=ast.Load()) if node.id in names:
            following = names[(names.index(node.id) + 1) % len(names)]
            return [ast.Name(following, ast.Load())] if following != node.id else []
        case ast.IfExp():
            return [node.body, node.orelse]
        case ast.Subscript(ctx=ast.Load()):
            return [node.value, *_subscripts(node)]
        case ast.Call():
            return _calls(node)
        case ast.ListComp() | ast.GeneratorExp():
            return _comprehensions(node)
        case ast.stmt():
            return _statements(node)
    return []


def _with_operators(node: ast.BinOp | ast.BoolOp | ast.AugAssign) -> list[ast.AST]:
    return [_copy(node, op=operator()) for operator in OPERATORS.get(type(node.op), ())]


def _copy(node: ast.AST, **changes: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in changes.items():
        setattr(changed, name, value)
    return changed


def _comparisons(node: ast.Compare) -> list[ast.AST]:
    found: list[ast.AST] = [ast.Constant(True), ast.Constant(False)]
    for place, op in enumerate(node.ops):
        for other in OPERATORS.get(type(op), ()):
            found.append(_copy(node, ops=[*node.ops[:place], other(), *node.ops[place + 1 :]]))
    return found


def _constants(value: object) -> list[ast.AST]:
    match value:
        case bool():
            values: list[object] = [not value]
        case int() | float():
            values = [other for other in (value + 1, value - 1, -value, value * 2) if other != value]
        case None:
            values = [False]
        case str() if re.fullmatch(r"[A-Z]+", value):  # an order of lines, or a choice
            swaps = [value[:i] + value[i + 1] + value[i] + value[i + 2 :] for i in range(len(value) - 1)]
            values = [*swaps, value[:-1], chr(ord(value[0]) + 1) + value[1:]]
        case _:
            values = []
    return [ast.Constant(other) for other in values]


def _subscripts(node: ast.Subscript) -> list[ast.AST]:
    if not isinstance(node.slice, ast.Slice):
        return []
    bounds = [name for name in ("lower", "upper", "step") if getattr(node.slice, name) is not None]
    return [_copy(node, slice=_copy(node.slice, **{name: None})) for name in bounds]


def _calls(node: ast.Call) -> list[ast.AST]:
    """Leave the call out, an argument out, or exchange two arguments."""
    arguments, keywords = node.args, node.keywords
    found: list[ast.AST] = [*arguments]
    if isinstance(node.func, ast.Attribute):
        found.append(node.func.value)
    found += [_copy(node, args=[*arguments[:i], *arguments[i + 1 :]]) for i in range(len(arguments))]
    found += [_copy(node, keywords=[*keywords[:i], *keywords[i + 1 :]]) for i in range(len(keywords))]
    for i in range(len(arguments) - 1):
        swapped = [*arguments[:i], arguments[i + 1], arguments[i], *arguments[i + 2 :]]
        found.append(_copy(node, args=swapped))
    return found


def _comprehensions(node: ast.ListComp | ast.GeneratorExp) -> list[ast.AST]:
    found: list[ast.AST] = []
    for place, part in enumerate(node.generators):
        rest = node.generators[:place], node.generators[place + 1 :]
        if part.ifs:
            found.append(_copy(node, generators=[*rest[0], _copy(part, ifs=[]), *rest[1]]))
        for few in (ast.Slice(lower=ast.Constant(1)), ast.Slice(upper=ast.Constant(1))):
            shorter = _copy(part, iter=_some(part.iter, few))
            found.append(_copy(node, generators=[*rest[0], shorter, *rest[1]]))
    return found


def _some(iterable: ast.expr, few: ast.Slice) -> ast.expr:
    as_list = ast.Call(ast.Name("list", ast.Load()), [iterable], [])
    return ast.Subscript(as_list, few, ast.Load())


def _statements(node: ast.stmt) -> list[ast.AST]:
    """Leave a statement out, let a branch always or never be taken, let a loop run once or miss its first."""
    found: list[ast.AST] = []
    match node:
        case ast.Return(value=value) if value is not None:
            found += [ast.Return(ast.Constant(None)), ast.Expr(value)]
        case ast.AugAssign():
            found += [*_with_operators(node), ast.Assign([node.target], node.value)]
            found += [ast.Assign([node.target], ast.BinOp(_loaded(node.target), node.op, node.value))]
        case ast.If():
            found += [_copy(node, test=ast.Constant(True)), _copy(node, test=ast.Constant(False))]
        case ast.For():
            found += [_copy(node, iter=_some(node.iter, ast.Slice(lower=ast.Constant(1))))]
            found += [_copy(node, iter=_some(node.iter, ast.Slice(upper=ast.Constant(1))))]
        case ast.Raise():
            found.append(ast.Raise(ast.Name("KeyError", ast.Load())))
        case ast.Assign(targets=[target]) if not isinstance(target, ast.Tuple):
            found += [ast.AugAssign(target, ast.Add(), node.value)]
    if not isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Pass)) and not _is_text(node):
        found.append(ast.Pass())
    return found


def _loaded(target: ast.expr) -> ast.expr:
    loaded = copy.deepcopy(target)
    for node in ast.walk(loaded):
        if isinstance(getattr(node, "ctx", None), ast.Store):
            node.ctx = ast.Load()  # type: ignore[attr-defined]
    return loaded


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
