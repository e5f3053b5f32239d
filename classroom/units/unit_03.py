"""Unit 03, local rules: the slope of each operation, multiplied along a path and added over paths."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from classroom.check.compare import compare
from classroom.check.finite_differences import slopes
from classroom.check.properties import FINITE_DIFFERENCES, gradient, same
from classroom.check.specification import Case, Difference, Mistake, Property, Run, Task, Unit
from classroom.question.specification import Choice, Prediction, Question
from classroom.units.nodes import Node

# --- carry: a value and its slope through a chain ----------------------------------------------------------

Carried = tuple[float, float]


def squares_first(value: float, slope: float) -> Carried:
    value = value * value
    slope = slope * 2 * value
    value = math.exp(value)
    slope = slope * value
    return value, slope


def exp_slope_at_its_input(value: float, slope: float) -> Carried:
    slope = slope * 2 * value
    value = value * value
    slope = slope * value
    value = math.exp(value)
    return value, slope


def all_values_first(value: float, slope: float) -> Carried:
    value = value * value
    value = math.exp(value)
    slope = slope * 2 * value
    slope = slope * value
    return value, slope


def all_slopes_first(value: float, slope: float) -> Carried:
    slope = slope * 2 * value
    slope = slope * value
    value = value * value
    value = math.exp(value)
    return value, slope


def exp_before_square(value: float, slope: float) -> Carried:
    value = math.exp(value)
    slope = slope * value
    slope = slope * 2 * value
    value = value * value
    return value, slope


CARRY = Task(
    name="carry",
    title="Carry a slope along",
    cases=(Case(lambda: (0.5, 2.0)), Case(lambda: (-1.5, 1.0)), Case(lambda: (2.0, -0.25))),
    properties=(
        same("the value", lambda run: run.result[0], lambda run: math.exp(run.inputs[0] ** 2)),
        gradient(
            of=lambda value, slope: slope * math.exp(value**2),
            got=lambda run: run.result[1],
            wrt=(0,),
            names=("the slope",),
        ),
    ),
    mistakes=(
        Mistake(
            "squares-first",
            "your answer is what you get when the square's slope is taken after squaring",
            "The square of 3 rises with slope 6. At which moment is `value` 3, and not yet 9?",
            squares_first,
        ),
        Mistake(
            "exp-slope-at-its-input",
            "your answer is what you get when exp's slope is taken before exp has run",
            "The slope of exp at 0 is exp(0). What is `value` when your line multiplies by it?",
            exp_slope_at_its_input,
        ),
        Mistake(
            "all-values-first",
            "your answer is what you get when both values are computed before either slope",
            "The square's line needs what went into the square. Is it still there?",
            all_values_first,
        ),
        Mistake(
            "all-slopes-first",
            "your answer is what you get when both slopes are taken at the value that came in",
            "At which number does exp do its work: at the value that came in, or at its square?",
            all_slopes_first,
        ),
        Mistake(
            "exp-before-square",
            "your answer is what you get when exp runs before the square",
            "In exp(value²), which of the two is worked out first?",
            exp_before_square,
        ),
    ),
    hints=(
        "Every local slope is taken at a definite value. Each line that changes `slope` must stand where "
        "`value` is just that.",
        "`slope * 2 * value` belongs to the square and needs the square's input. `slope * value` belongs to "
        "exp, whose slope is exp's result.",
        "The square's two lines come first, slope before value. Then exp's two lines, the other way round.",
    ),
)


# --- quotient: one line ------------------------------------------------------------------------------------


def read_quotient(divide: Callable[..., Any], a: float, b: float) -> dict[str, Any]:
    """Divide two nodes and read the result, as plain data."""
    parents = (Node(a), Node(b))
    node = divide(*parents)
    return {
        "value": node.value,
        "parents are (a, b)": tuple(node.parents) == parents,
        "local_derivatives": node.local_derivatives,
    }


def forgets_the_minus(a: Node, b: Node) -> Node:
    return Node(a.value / b.value, (a, b), (1 / b.value, a.value / b.value**2), "/")


def divides_only_once(a: Node, b: Node) -> Node:
    return Node(a.value / b.value, (a, b), (1 / b.value, -a.value / b.value), "/")


def numerator_left_out(a: Node, b: Node) -> Node:
    return Node(a.value / b.value, (a, b), (1 / b.value, -1 / b.value**2), "/")


def slopes_exchanged(a: Node, b: Node) -> Node:
    return Node(a.value / b.value, (a, b), (-a.value / b.value**2, 1 / b.value), "/")


def like_a_product(a: Node, b: Node) -> Node:
    return Node(a.value / b.value, (a, b), (b.value, a.value), "/")


def slope_for_a_is_one(a: Node, b: Node) -> Node:
    return Node(a.value / b.value, (a, b), (1.0, -a.value / b.value**2), "/")


QUOTIENT = Task(
    name="quotient",
    title="The rule of a quotient",
    use=read_quotient,
    cases=(Case(lambda: (2.0, 4.0)), Case(lambda: (-3.0, 0.5)), Case(lambda: (5.0, -2.0))),
    properties=(
        same("the value", lambda run: run.result["value"], lambda run: run.inputs[0] / run.inputs[1]),
        same(
            "the parents",
            lambda run: run.result["parents are (a, b)"],
            lambda run: True,
            says="The parents of the node are not (a, b).",
        ),
        gradient(
            of=lambda a, b: a / b,
            got=lambda run: run.result["local_derivatives"],
            names=("the local derivative for a", "the local derivative for b"),
        ),
    ),
    mistakes=(
        Mistake(
            "forgets-the-minus",
            "your answer is what you get when the slope for b has the wrong sign",
            "You share a cake among more people. Does a piece get larger or smaller?",
            forgets_the_minus,
        ),
        Mistake(
            "divides-only-once",
            "your answer is what you get when b is not squared",
            "2 / 4 = 0.5 and 2 / 4.1 = 0.4878. What is the change for each unit of b?",
            divides_only_once,
        ),
        Mistake(
            "numerator-left-out",
            "your answer is what you get when the a above the line is left out",
            "If a is ten times as large, by how much more does a / b fall when b rises?",
            numerator_left_out,
        ),
        Mistake(
            "slopes-exchanged",
            "your answer is what you get when the two slopes stand in the wrong order",
            "The parents are (a, b). To which of them does the first number belong?",
            slopes_exchanged,
        ),
        Mistake(
            "like-a-product",
            "your answer is what you get when the rule of the product is used",
            "a / b is a · (1 / b). When a rises by one unit, by how much does that rise?",
            like_a_product,
        ),
        Mistake(
            "slope-for-a-is-one",
            "your answer is what you get when a counts with the slope 1, as in a sum",
            "When a rises by one unit, by how much does a / 4 rise?",
            slope_for_a_is_one,
        ),
    ),
    hints=(
        "Hold one of the two still and ask what the quotient is as a function of the other.",
        "With b held still, a / b is a times a constant. With a held still it is a · b⁻¹, a power of b.",
        "A tuple of two: one divided by b.value, and minus a.value divided by the square of b.value.",
    ),
)


# --- rules: the table --------------------------------------------------------------------------------------

OPERATIONS: dict[str, Callable[..., float]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "square": lambda a: a * a,
    "exp": math.exp,
    "log": math.log,
    "sin": math.sin,
}

Rule = Callable[..., tuple[float, ...]]


def measured(op: str, inputs: tuple[float, ...]) -> tuple[float, ...]:
    """The slopes of an operation by finite differences, without their last digits, which are noise."""
    found = slopes(OPERATIONS[op], inputs, wrt=range(len(inputs)))
    return tuple(round(float(slope), 8) for slope in found)


def slopes_are_measured(run: Run) -> Difference | None:
    op, inputs = run.inputs
    return compare(run.result, measured(op, inputs), source=FINITE_DIFFERENCES)


def all_right_but(wrong: str, rule: Rule) -> Callable[[str, tuple[float, ...]], tuple[float, ...]]:
    """A table with this rule for the operation `wrong`; everything else is measured."""

    def local_derivatives(op: str, inputs: tuple[float, ...]) -> tuple[float, ...]:
        if op not in OPERATIONS:
            raise ValueError(f"there is no rule for {op!r}")
        return rule(*inputs) if op == wrong else measured(op, inputs)

    return local_derivatives


def unknown_op_passes(op: str, inputs: tuple[float, ...]) -> tuple[float, ...]:
    return measured(op, inputs) if op in OPERATIONS else ()


def number_for_tuple(op: str, inputs: tuple[float, ...]) -> Any:
    if op not in OPERATIONS:
        raise ValueError(f"there is no rule for {op!r}")
    found = measured(op, inputs)
    return found if len(found) > 1 else found[0]


def key_error(op: str, inputs: tuple[float, ...]) -> tuple[float, ...]:
    return measured(op, inputs)


RULES = Task(
    name="rules",
    title="The table of rules",
    cases=(
        Case(lambda: ("*", (2.0, 4.0)), returns=(4.0, 2.0)),
        Case(lambda: ("+", (2.0, 4.0)), returns=(1.0, 1.0)),
        Case(lambda: ("-", (2.0, 4.0)), returns=(1.0, -1.0)),
        Case(lambda: ("square", (3.0,)), returns=(6.0,)),
        Case(lambda: ("exp", (0.5,))),
        Case(lambda: ("log", (4.0,)), returns=(0.25,)),
        Case(lambda: ("sin", (2.0,))),
        Case(lambda: ("exp", (-1.0,))),
        Case(lambda: ("log", (0.5,))),
        Case(lambda: ("cube", (2.0,)), raises=ValueError, because='there is no rule for "cube"'),
    ),
    properties=(Property("slopes by finite differences", slopes_are_measured),),
    mistakes=(
        Mistake(
            "exp-like-a-power",
            "your answer is what you get when exp is treated like a power of a",
            "In a³ the base moves and the exponent stays. Which of the two moves in exp(a)?",
            all_right_but("exp", lambda a: (a * math.exp(a - 1),)),
        ),
        Mistake(
            "minus-like-plus",
            "your answer is what you get when a difference has the slopes of a sum",
            "You subtract more. Does what is left get larger?",
            all_right_but("-", lambda a, b: (1.0, 1.0)),
        ),
        Mistake(
            "own-factor",
            "your answer is what you get when each factor's slope is the factor itself",
            "2 · 4 = 8 and 3 · 4 = 12. By how much does the product rise when the 2 rises by one?",
            all_right_but("*", lambda a, b: (a, b)),
        ),
        Mistake(
            "sine-falls",
            "your answer is what you get when the sine's slope has the wrong sign",
            "sin(0) = 0 and sin(0.1) = 0.0998. Is the slope at 0 positive or negative?",
            all_right_but("sin", lambda a: (-math.cos(a),)),
        ),
        Mistake(
            "log-unchanged",
            "your answer is what you get when the slope of log is taken to be log again",
            "log(1) = 0 and log(1.1) = 0.0953. Can the slope at 1 be 0?",
            all_right_but("log", lambda a: (math.log(a),)),
        ),
        Mistake(
            "square-at-one",
            "your answer is what you get when the slope of the square does not depend on a",
            "From 3 to 3.1 the square rises by 0.61, from 10 to 10.1 by 2.01. Is that one slope?",
            all_right_but("square", lambda a: (2.0,)),
        ),
        Mistake(
            "number-for-tuple",
            "your answer is what you get when an operation with one input gives a number, not a tuple",
            "What makes a tuple of one number: the brackets, or the comma?",
            number_for_tuple,
        ),
        Mistake(
            "unknown-op-passes",
            "your answer is what you get when an unknown operation is passed over in silence",
            'Somebody writes "sine" for "sin". How do they find out?',
            unknown_op_passes,
        ),
        Mistake(
            "key-error",
            "your answer is what you get when the table is asked for a rule that it does not have",
            "Which line could find out, before the rule is looked up, that there is none?",
            key_error,
        ),
    ),
    hints=(
        "Each operation answers for itself: its slopes depend on its own inputs only.",
        "All rules stand in the lesson's section 'One rule for each operation'. For one input the result is "
        "a tuple with one entry, which Python writes with a comma: `(x,)`.",
        'A chain of `if op == "+": return ...`, one for each of the seven, and `raise ValueError(...)` below '
        "the last.",
    ),
)


# --- paths: multiply along, add over -----------------------------------------------------------------------

Number = Any  # a Node or a float: the graphs below are built of either


def product_and_itself(x: Number) -> Number:
    return x * x + x


def two_places(x: Number) -> Number:
    return (x + 1.0) * (x * 2.0)


def five_paths(x: Number) -> Number:
    u = x * x
    return (u + x * 3.0) * u


def one_chain(x: Number) -> Number:
    return ((x * 3.0) + 1.0) * -2.0


def nothing_else(x: Number) -> Number:
    return x


def slope_in_graph(slope: Callable[..., Any], graph: Callable[..., Any], at: float, stranger: bool) -> Any:
    """Ask for the slope of a graph's end in its beginning, or in a node that is a stranger to the graph."""
    x = Node(at)
    return slope(graph(Node(at) if stranger else x), x)


def slope_differs(run: Run) -> Difference | None:
    graph, at, stranger = run.inputs
    expected = 0.0 if stranger else round(float(slopes(graph, (at,), wrt=(0,))[0]), 8)
    return compare(run.result, expected, source=FINITE_DIFFERENCES)


def last_path_wins(y: Node, x: Node) -> float:
    if y is x:
        return 1.0
    total = 0.0
    for parent, local in zip(y.parents, y.local_derivatives, strict=True):
        total = local * last_path_wins(parent, x)
    return total


def first_path_only(y: Node, x: Node) -> float:
    if y is x:
        return 1.0
    for parent, local in zip(y.parents, y.local_derivatives, strict=True):
        return local * first_path_only(parent, x)
    return 0.0


def multiplies_the_paths(y: Node, x: Node) -> float:
    if y is x:
        return 1.0
    if not y.parents:
        return 0.0
    product = 1.0
    for parent, local in zip(y.parents, y.local_derivatives, strict=True):
        product *= local * multiplies_the_paths(parent, x)
    return product


def adds_along_the_path(y: Node, x: Node) -> float:
    if y is x:
        return 1.0
    total = 0.0
    for parent, local in zip(y.parents, y.local_derivatives, strict=True):
        total += local + adds_along_the_path(parent, x)
    return total


def counts_paths(y: Node, x: Node) -> float:
    if y is x:
        return 1.0
    return float(sum(counts_paths(parent, x) for parent in y.parents))


def each_parent_once(y: Node, x: Node) -> float:
    if y is x:
        return 1.0
    total = 0.0
    for parent, local in dict(zip(y.parents, y.local_derivatives, strict=True)).items():
        total += local * each_parent_once(parent, x)
    return total


def leaves_come_first(y: Node, x: Node) -> float:
    if not y.parents:
        return 0.0
    if y is x:
        return 1.0
    total = 0.0
    for parent, local in zip(y.parents, y.local_derivatives, strict=True):
        total += local * leaves_come_first(parent, x)
    return total


def begins_with_one(y: Node, x: Node) -> float:
    if y is x:
        return 1.0
    total = 1.0
    for parent, local in zip(y.parents, y.local_derivatives, strict=True):
        total += local * begins_with_one(parent, x)
    return total


def stops_at_any_leaf(y: Node, x: Node) -> float:
    if not y.parents:
        return 1.0
    total = 0.0
    for parent, local in zip(y.parents, y.local_derivatives, strict=True):
        total += local * stops_at_any_leaf(parent, x)
    return total


PATHS = Task(
    name="paths",
    title="Multiply along, add over",
    use=slope_in_graph,
    cases=(
        Case(lambda: (one_chain, 2.0, False), text="x = Node(2.0), y = (x * 3 + 1) * −2"),
        Case(lambda: (product_and_itself, 2.0, False), text="x = Node(2.0), y = x * x + x"),
        Case(lambda: (two_places, 3.0, False), text="x = Node(3.0), y = (x + 1) * (x * 2)"),
        Case(
            lambda: (five_paths, 2.0, False),
            text="x = Node(2.0), u = x * x, y = (u + x * 3) * u: the lesson's worked example",
        ),
        Case(lambda: (nothing_else, 5.0, False), text="y is x itself"),
        Case(
            lambda: (product_and_itself, 2.0, True),
            returns=0.0,
            text="a node x from which y = w * w + w, with w = Node(2.0), was not computed",
        ),
    ),
    properties=(Property("slope by finite differences", slope_differs),),
    mistakes=(
        Mistake(
            "last-path-wins",
            "your answer is what you get when each path overwrites the one before",
            "When x moves, does y notice it through one parent only, or through all of them at once?",
            last_path_wins,
        ),
        Mistake(
            "first-path-only",
            "your answer is what you get when only the first path is followed",
            "In x * x + x, three ways lead back to x. How many of them does your function go?",
            first_path_only,
        ),
        Mistake(
            "multiplies-the-paths",
            "your answer is what you get when the paths are multiplied",
            "y = x + x has two paths with the slope 1 each. What is the slope of y?",
            multiplies_the_paths,
        ),
        Mistake(
            "adds-along-the-path",
            "your answer is what you get when local slopes are added along a path",
            "u moves 3 times as much as x, and y 12 times as much as u. How much does y move?",
            adds_along_the_path,
        ),
        Mistake(
            "counts-paths",
            "your answer is what you get when every path counts 1",
            "Where does your function use node.local_derivatives?",
            counts_paths,
        ),
        Mistake(
            "each-parent-once",
            "your answer is what you get when a node used twice by one operation counts once",
            "x * x has two parents. What do a set and a dict make of an entry that comes twice?",
            each_parent_once,
        ),
        Mistake(
            "leaves-come-first",
            "your answer is what you get when every leaf has the slope 0, also x",
            "x is a leaf itself. Which of your two questions about a node is asked first?",
            leaves_come_first,
        ),
        Mistake(
            "begins-with-one",
            "your answer is what you get when the sum over the paths begins with 1",
            "What should the sum be when there is no path?",
            begins_with_one,
        ),
        Mistake(
            "stops-at-any-leaf",
            "your answer is what you get when every leaf counts as x",
            "y was computed from w only. What is its slope in another leaf x?",
            stops_at_any_leaf,
        ),
    ),
    hints=(
        "y moves because its parents move. Each parent contributes its local derivative times its own slope "
        "in x, and the contributions are added.",
        "Two cases end the search: the node is x itself, with the slope 1.0; the node has no parents and is "
        "not x, so the loop over its parents adds nothing to 0.0.",
        "If y is x, return 1.0. Else begin with a total of 0.0 and go through zip(y.parents, "
        "y.local_derivatives); each time add local times what the function itself says for that parent.",
    ),
)


# --- repair: the slope of a bump ---------------------------------------------------------------------------


def bump_value(x: float) -> float:
    return x * math.exp(-x * x / 2)


def only_the_product_mended(x: float) -> Carried:
    c = math.exp(-0.5 * x * x)
    c_slope = math.exp(-x)
    return x * c, c + x * c_slope


def only_exp_mended(x: float) -> Carried:
    c = math.exp(-0.5 * x * x)
    return x * c, 1 * (c * -x)


def direct_path_missing(x: float) -> Carried:
    c = math.exp(-0.5 * x * x)
    return x * c, x * (c * -x)


def path_through_c_missing(x: float) -> Carried:
    c = math.exp(-0.5 * x * x)
    return x * c, c


def slope_of_exp_alone(x: float) -> Carried:
    c = math.exp(-0.5 * x * x)
    return x * c, c + x * c


def power_rule_on_exp(x: float) -> Carried:
    b = -0.5 * x * x
    c = math.exp(b)
    return x * c, c + x * (b * c * -x)


def exponent_for_its_slope(x: float) -> Carried:
    b = -0.5 * x * x
    c = math.exp(b)
    return x * c, c + x * (c * b)


def nothing_mended(x: float) -> Carried:
    c = math.exp(-0.5 * x * x)
    return x * c, 1 * math.exp(-x)


REPAIR = Task(
    name="repair",
    title="Bug hunt: the slope of a bump",
    cases=(Case(lambda: (1.0,)), Case(lambda: (2.0,)), Case(lambda: (-0.5,))),
    properties=(
        same("y", lambda run: run.result[0], lambda run: bump_value(*run.inputs)),
        gradient(of=bump_value, got=lambda run: run.result[1], names=("the slope",)),
    ),
    mistakes=(
        Mistake(
            "only-the-product-mended",
            "your answer is what you get when exp is still taken of the slope",
            "c = exp(b). At which number does exp work, at b or at the slope of b?",
            only_the_product_mended,
        ),
        Mistake(
            "only-exp-mended",
            "your answer is what you get when the slopes of the two factors are still multiplied",
            "y = x · c has two paths from x. What does each of them bring?",
            only_exp_mended,
        ),
        Mistake(
            "direct-path-missing",
            "your answer is what you get when the path through the factor x is left out",
            "If c did not change at all, would y still change with x?",
            direct_path_missing,
        ),
        Mistake(
            "path-through-c-missing",
            "your answer is what you get when c is taken for a constant",
            "c is computed from x. By how much does it move when x moves?",
            path_through_c_missing,
        ),
        Mistake(
            "slope-of-exp-alone",
            "your answer is what you get when exp's slope is not multiplied by the slope of its input",
            "Along the path from x to c, how many local slopes are there?",
            slope_of_exp_alone,
        ),
        Mistake(
            "power-rule-on-exp",
            "your answer is what you get when the exponent is brought down, as with a power",
            "exp is its own slope. Which of your factors is one too many?",
            power_rule_on_exp,
        ),
        Mistake(
            "exponent-for-its-slope",
            "your answer is what you get when exp's slope is multiplied by b and not by the slope of b",
            "When x moves, by how much does b move? Is that b?",
            exponent_for_its_slope,
        ),
        Mistake(
            "nothing-mended",
            "your answer is what the broken function gives",
            "Which of a, b, c and y moves as its slope line says when x rises from 1 to 1.01?",
            nothing_mended,
        ),
    ),
    hints=(
        "Take the lines one at a time. Each must be (local slope) · (slope of what goes in), added over "
        "everything that goes in.",
        "At x = 1, raise x by 0.01: a moves by 0.0201, b by −0.01005, c by −0.00606, y by about −0.00006. "
        "Which slope lines agree?",
        "exp's local slope is c. The product x · c has two paths: one brings c times the slope of x, which "
        "is 1; the other brings x times the slope of c.",
    ),
)


# --- what the lesson asks ----------------------------------------------------------------------------------

PREDICTIONS = (
    Prediction(
        name="two-steps",
        prompt=(
            "x = 2, `u = 3 * x` and `y = u ** 2`. The local slope of the first step is 3, that of the second "
            "is 2 · u. Which number will be in `x.grad` after `y.backward()`?"
        ),
        kind="number",
        explanation="u is 6, so the second local slope is 12, and 3 · 12 = 36.",
    ),
    Prediction(
        name="two-factors",
        prompt=(
            "x = 3, `u = x + 1`, `v = 2 * x` and `y = u * v`, so u = 4, v = 6 and y = 24. "
            "Which number will be in `x.grad` after `y.backward()`?"
        ),
        kind="number",
        explanation="Through u: 1 · 6 = 6. Through v: 2 · 4 = 8. Together 14.",
    ),
)

QUESTIONS = (
    Question(
        name="wrong-place",
        prompt=(
            "For y = sin(x²) somebody writes the slope as `math.cos(x) * 2 * x`. At x = 2 it gives −1.6646, "
            "and a finite difference says −2.6146. What is wrong?"
        ),
        choices=(
            Choice(
                "The slope of sin is −cos.",
                "There is a minus in a neighboring rule: the slope of cos is −sin. With −cos the result "
                "would be +1.6646, which is not what was measured either.",
            ),
            Choice(
                "The cosine is taken at x; the sine works at x².",
                "A local slope belongs to the place where the operation got its input: cos(4) · 4 = −2.6146.",
                right=True,
            ),
            Choice(
                "The two slopes must be added.",
                "Adding is for several paths. Here there is one path, from x through the square to the sine, "
                "and along a path one multiplies.",
            ),
            Choice(
                "Nothing; the finite difference is inexact.",
                "It is inexact, but in the sixth digit or later, and not by one whole unit.",
            ),
        ),
    ),
    Question(
        name="multiply-or-add",
        prompt=(
            "`a = 3 * x`, `b = 5 * x`, `y = a + b`. Someone computes the slope of y in x as 3 · 5 = 15. "
            "What do you say?"
        ),
        choices=(
            Choice(
                "Right: the chain rule multiplies slopes.",
                "It multiplies slopes that follow one another on a path. 3 and 5 lie on two different paths.",
            ),
            Choice(
                "It is 3 + 5 = 8: two paths, with the products 3 · 1 and 5 · 1.",
                "Each path is multiplied along: 3 · 1 and 5 · 1. Over the paths one adds. And indeed y = 8x.",
                right=True,
            ),
            Choice(
                "It is (3 + 5) / 2 = 4, because each path counts half.",
                "When x rises, a and b both rise by their full amount. Nothing is shared out.",
            ),
            Choice(
                "It is 5: b was computed last and replaces a.",
                "Both are in the sum, and both move when x moves.",
            ),
        ),
    ),
    Question(
        name="what-to-keep",
        prompt=(
            "For the backward pass, which values must the three operations `a + b`, `a * b` and `exp(a)` "
            "have kept?"
        ),
        choices=(
            Choice(
                "All of them: their inputs and their results.",
                "Nobody would go wrong with that, but it wastes memory: a rule uses only some of them.",
            ),
            Choice(
                "The sum nothing, the product its factors, exp its result.",
                "The local slopes are 1 and 1; b and a; exp(a), which is the result itself.",
                right=True,
            ),
            Choice(
                "None: the inputs can be looked up when the backward pass comes.",
                "By then a variable may hold something else, or nothing may hold the value any more. What "
                "the rule needs is kept by the node.",
            ),
        ),
    ),
)

REVIEW = (
    Question(
        name="review-tiny-step",
        prompt=(
            "You measure a slope by (f(x + h) − f(x − h)) / 2h and want it as exact as possible. "
            "Should you make h as tiny as the computer allows, say 1e-15?"
        ),
        choices=(
            Choice(
                "Yes: the smaller the step, the smaller the error.",
                "On paper it is so. But a computer rounds f(x + h) and f(x − h), and when they are nearly "
                "equal, their difference consists mostly of rounding.",
            ),
            Choice(
                "No: below some h, rounding spoils the difference. The best h lies in between.",
                "Two errors work against each other: that of the bend grows with h, that of rounding with "
                "1 / h.",
                right=True,
            ),
            Choice(
                "It makes no difference, because h is divided out again.",
                "It is divided out of the slope, but not out of the rounding error: that is divided by a "
                "tiny 2h and becomes large.",
            ),
        ),
    ),
    Question(
        name="review-branch",
        prompt=(
            "A function computes `x * x` when x is positive and `x * 3` otherwise, with an ordinary `if`. "
            "You call it with x = 2. What does the graph of the result contain?"
        ),
        choices=(
            Choice(
                "Both products and the condition, so that the backward pass can choose.",
                "That would be a graph of the program. What is recorded is what was computed, and only one "
                "product was.",
            ),
            Choice(
                "Only the product x · x.",
                "The graph records the operations that ran. With x = −2 the same code would record x · 3.",
                right=True,
            ),
            Choice(
                "Nothing: an `if` cannot be recorded.",
                "The `if` itself is not recorded, but the product that ran after it is.",
            ),
        ),
    ),
)

UNIT = Unit(
    number="03",
    name="03_local_rules",
    title="Local rules",
    tasks=(CARRY, QUOTIENT, RULES, PATHS, REPAIR),
    predictions=PREDICTIONS,
    questions=QUESTIONS,
    review=REVIEW,
)
