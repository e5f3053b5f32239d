# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 03 · Local rules: exercises
#
# Five tasks, about 30 minutes. The lesson is [course/03_local_rules](../../course/03_local_rules.ipynb).
#
# In each task, replace `raise NotImplementedError` by your answer, run the cell, then run the check below it.
# The check says what it tried and what it expected. When you are stuck, `hint("03.carry")` in a new cell
# gives a first hint, and a second and a third when you ask again. Hints cost no points.
#
# To hand in: save, then `minigrad-course submit 03` in a terminal. You may hand in as often as you like.
#
# `Node` is the class of the lesson: `Node(value, parents, local_derivatives, op)`, where the last three may
# be left out for a leaf. It knows `+` and `*`, also with a plain number on the right: `x * 3.0` has the one
# parent `x`.

# %% nbgrader={"grade_id": "imports", "locked": true}
import math

from classroom import check, draw, hint, progress
from classroom.units.nodes import Node

# %% [markdown] tags=["solution-only"]
# *For the instructor.* The tasks fade: ordering given lines (1), filling in one line (2), whole functions (3,
# 4), repairing a function that runs and is wrong (5). Each task meets one or more of the misconceptions of
# this unit:
#
# | misconception | met by |
# |---|---|
# | a local slope may be taken at any value of the chain | 1, 5 |
# | exp behaves like a power | 1, 3, 5 |
# | the slope of a quotient is the quotient of the slopes | 2 |
# | paths are multiplied, or the last one wins (`=` for `+=`) | 4 |
# | a node used twice by one operation counts once | 4 |
# | the slope of a product is the product of the slopes | 5 |
#
# Below each solution stands what it is for, why it is right, and the wrong answers to expect, each with the
# clause that the learner has read in the check's message. The names in `code` are those of the class report.

# %% [markdown]
# ## 1 · Carry a slope along  (1 point)
#
# A chain can be walked in the order in which it is computed, if two numbers are carried along: the value so
# far, and its slope in x so far. These four lines carry both through a square and then through `exp`, but
# they have been shuffled:
#
# ```python
# value = math.exp(value)
# value = value * value
# slope = slope * value
# slope = slope * 2 * value
# ```
#
# Put them into the function in the right order. Two of the lines multiply by a local slope: ask for each of
# them what `value` must be at that moment.

# %% nbgrader={"grade_id": "carry", "solution": true}
def through_square_and_exp(value, slope):
    """Carry a value and its slope through u = value² and y = exp(u).

    value  the number that goes in, a float
    slope  its slope in x, a float; x is wherever the chain began

    Returns (y, slope of y in x), two floats.

    Example: a value of 1. with the slope 3. gives (2.7183, 16.3097): exp(1) = 2.7183, and the slope is
    3 · 2 · 2.7183.
    """
    ### BEGIN SOLUTION
    slope = slope * 2 * value
    value = value * value
    value = math.exp(value)
    slope = slope * value
    ### END SOLUTION
    return value, slope


# %% nbgrader={"grade": true, "grade_id": "carry-check", "locked": true, "points": 1}
check("03.carry", through_square_and_exp)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

observe("a falling slope", through_square_and_exp(0.75, -3.0))
observe("a negative value", through_square_and_exp(-1.25, 0.5))
observe("no slope", through_square_and_exp(1.5, 0.0))
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** That a local slope is taken at a definite value: the square's at its input, exp's at its
# result. Here the order of the lines decides which value that is. (Carrying slopes forward in this way is
# forward mode; unit 04 counts what it costs.)
#
# **Why it is right.** The square's slope, 2 · value, needs the value *before* squaring, so its line stands
# first. exp's slope is its own result, so its line stands after exp. By hand at value 1, slope 3: 3 · 2 · 1 =
# 6, u = 1, y = 2.7183, 6 · 2.7183 = 16.3097. This order is the only one of the 24 that is right.
#
# **Mistakes to expect.**
#
# - `squares-first`: "Your answer is what you get when the square's slope is taken after squaring."
# - `exp-slope-at-its-input`: "Your answer is what you get when exp's slope is taken before exp has run."
# - `all-values-first`: "Your answer is what you get when both values are computed before either slope."
# - `all-slopes-first`: "Your answer is what you get when both slopes are taken at the value that came in."
# - `exp-before-square`: "Your answer is what you get when exp runs before the square." The value is wrong
#   too.

# %% [markdown]
# ## 2 · One line: a quotient  (1 point)
#
# `Node` does not know division yet. Fill in the local derivatives. The order matters: first the one for `a`,
# then the one for `b`.

# %% nbgrader={"grade_id": "quotient", "solution": true}
def divide(a, b):
    """Return the node of a / b.

    a, b  nodes; b.value is not 0

    Returns a Node with the value a.value / b.value, the parents (a, b), their local derivatives, and the
    op "/".

    Example: divide(Node(2.), Node(4.)) has the value 0.5. Raise a to 2.1 and the value rises by 0.025;
    raise b to 4.1 and it falls by about 0.0122.
    """
    value = a.value / b.value
    ### BEGIN SOLUTION
    local_derivatives = (1 / b.value, -a.value / b.value**2)
    ### END SOLUTION
    return Node(value, (a, b), local_derivatives, "/")


# %% nbgrader={"grade": true, "grade_id": "quotient-check", "locked": true, "points": 1}
check("03.quotient", divide)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

for _a, _b in [(3.0, -2.0), (-0.5, 0.25), (0.0, 8.0), (7.0, 5.0)]:
    _node = divide(Node(_a), Node(_b))
    observe(f"{_a} / {_b}", [_node.value, *_node.local_derivatives])
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** The one rule of arithmetic that cannot be seen at a glance, written where the engine
# needs it: as a tuple with one number for each parent.
#
# **Why it is right.** With b held still, a / b is a times the constant 1 / b. With a held still it is a ·
# b⁻¹, with the slope −a · b⁻². By hand at 2 and 4: 0.25 and −2 / 16 = −0.125; the docstring's 0.025 / 0.1 and
# −0.0122 / 0.1 are near these. `-value / b.value` is the same number and passes.
#
# **Mistakes to expect.**
#
# - `forgets-the-minus`: "Your answer is what you get when the slope for b has the wrong sign."
# - `divides-only-once`: −a / b. "Your answer is what you get when b is not squared."
# - `numerator-left-out`: −1 / b². "Your answer is what you get when the a above the line is left out."
# - `slopes-exchanged`: "Your answer is what you get when the two slopes stand in the wrong order."
# - `like-a-product`: (b, a). "Your answer is what you get when the rule of the product is used."
# - `slope-for-a-is-one`: "Your answer is what you get when a counts with the slope 1, as in a sum."

# %% [markdown]
# ## 3 · The table of rules  (2 points)
#
# Write the whole table as a function: given an operation and the values of its inputs, return its local
# derivatives.

# %% nbgrader={"grade_id": "rules", "solution": true}
def local_derivatives(op, inputs):
    """Return the local derivatives of an operation at the given inputs.

    op      "+", "-", "*" (two inputs), "square", "exp", "log" or "sin" (one input)
    inputs  a tuple of floats, one for each input

    Returns a tuple of floats, one for each input.

    Raises ValueError for any other op.

    Example: local_derivatives("*", (2., 4.)) is (4., 2.), and local_derivatives("square", (3.,)) is (6.,).
    """
    ### BEGIN SOLUTION
    rules = {
        "+": lambda a, b: (1.0, 1.0),
        "-": lambda a, b: (1.0, -1.0),
        "*": lambda a, b: (b, a),
        "square": lambda a: (2 * a,),
        "exp": lambda a: (math.exp(a),),
        "log": lambda a: (1 / a,),
        "sin": lambda a: (math.cos(a),),
    }
    if op not in rules:
        raise ValueError(f"there is no rule for {op!r}")
    return rules[op](*inputs)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "rules-check", "locked": true, "points": 2}
check("03.rules", local_derivatives)
### BEGIN HIDDEN TESTS
from classroom.grading import observe, raised

for _op in ("+", "-", "*"):
    observe(f"{_op} at 5 and -3", tuple(float(_slope) for _slope in local_derivatives(_op, (5.0, -3.0))))
for _op in ("square", "exp", "log", "sin"):
    observe(f"{_op} at 1.75", tuple(float(_slope) for _slope in local_derivatives(_op, (1.75,))))
observe("square at -4", tuple(float(_slope) for _slope in local_derivatives("square", (-4.0,))))
observe("sin at -1", tuple(float(_slope) for _slope in local_derivatives("sin", (-1.0,))))
observe("unknown op", raised(local_derivatives, "tan", (1.0,)))
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** To have the rules at hand, each checked by finite differences, and to see that a rule
# needs nothing but the operation's own inputs.
#
# **Why it is right.** Each row is one of the lesson's, and the check measures every one of them. A table of
# functions keeps a rule beside its name; a chain of `if` and `elif` is as right. The op is looked up before
# any rule runs, so that an unknown one gets a sentence and not a KeyError.
#
# **Mistakes to expect.**
#
# - `exp-like-a-power`: a · exp(a − 1). "Your answer is what you get when exp is treated like a power of a."
# - `minus-like-plus`: "Your answer is what you get when a difference has the slopes of a sum."
# - `own-factor`: (a, b) for a product. "Your answer is what you get when each factor's slope is the factor
#   itself."
# - `sine-falls`: −cos. "Your answer is what you get when the sine's slope has the wrong sign."
# - `log-unchanged`: "Your answer is what you get when the slope of log is taken to be log again."
# - `square-at-one`: 2. "Your answer is what you get when the slope of the square does not depend on a."
# - `number-for-tuple`: `return 2 * a`. "Your answer is what you get when an operation with one input gives a
#   number, not a tuple."
# - `unknown-op-passes`: returns an empty tuple. "Your answer is what you get when an unknown operation is
#   passed over in silence."
# - `key-error`: "Your answer is what you get when the table is asked for a rule that it does not have."

# %% [markdown]
# ## 4 · Multiply along, add over  (2 points)
#
# Now put the slope of a whole graph together. `y` is a node, `x` is one of the nodes it was computed from,
# and every node has its `local_derivatives`. Try it first with a graph you can do by hand:
#
# ```python
# x = Node(2.0)
# y = x * x + x      # by hand: two paths through the product, one direct path
# ```
#
# A function that calls itself is the shortest way. Its thought: the slope of `y` in `x` is, for each parent
# of `y`, (local derivative for that parent) · (slope of that parent in `x`), all added up. And two cases need
# no further call: the slope of `x` in `x`, and that of a leaf that is not `x`.

# %% nbgrader={"grade_id": "paths", "solution": true}
def slope(y, x):
    """Return the slope of y in x: multiplied along every path from y back to x, added over all paths.

    y, x  nodes; a node has .parents and .local_derivatives, with one entry for each use of a parent

    Returns a float: 1.0 when y is x, and 0.0 when no path leads from y to x. The nodes are left as they are.

    Example: with x = Node(2.) and y = x * x + x, the slope is 5.0.
    """
    ### BEGIN SOLUTION
    def slope_of(node):
        if node is x:
            return 1.0
        total = 0.0
        for parent, local_slope in zip(node.parents, node.local_derivatives):
            total += local_slope * slope_of(parent)
        return total

    return slope_of(y)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "paths-check", "locked": true, "points": 2}
check("03.paths", slope)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_a, _b, _c = Node(1.5), Node(-2.0), Node(4.0)
_p = _a * _b
_q = _p * _p
_r = _q + _a
_s = (_r * _q + _b) * 0.5
for _name, _end in {"p": _p, "q": _q, "r": _r, "s": _s}.items():
    observe(f"slopes of {_name}", [float(slope(_end, _start)) for _start in (_a, _b, _c, _p)])
observe("a leaf in itself", float(slope(_c, _c)))
observe("an inner node in itself", float(slope(_r, _r)))
observe("against the arrows", float(slope(_a, _s)))
observe("nothing was written", [_node.grad for _node in (_a, _b, _p, _q, _r, _s)])
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** The two principles of the unit in a few lines. This function is right, and unit 04
# begins with what is wrong with it: it walks every path, and paths can double with every node.
#
# **Why it is right.** By hand for y = x · x + x at 2: the sum has the local slopes 1 and 1; the product's
# slope in x is 2 · 1 + 2 · 1 = 4, and x's own is 1, together 1 · 4 + 1 · 1 = 5. `node is x` comes first, so
# that an x with parents of its own ends the path as well. A leaf that is not x has no parents, so its sum
# stays 0.0, as does that of anything not connected to x.
#
# **Mistakes to expect.**
#
# - `last-path-wins`: `total = ...` for `total += ...`. "Your answer is what you get when each path overwrites
#   the one before."
# - `first-path-only`: `return` inside the loop. "Your answer is what you get when only the first path is
#   followed."
# - `multiplies-the-paths`: "Your answer is what you get when the paths are multiplied."
# - `adds-along-the-path`: local + slope. "Your answer is what you get when local slopes are added along a
#   path."
# - `counts-paths`: local slopes left out. "Your answer is what you get when every path counts 1."
# - `each-parent-once`: parents put into a set or a dict. "Your answer is what you get when a node used twice
#   by one operation counts once."
# - `leaves-come-first`: asks for parents before it asks for x. "Your answer is what you get when every leaf
#   has the slope 0, also x."
# - `begins-with-one`: "Your answer is what you get when the sum over the paths begins with 1."
# - `stops-at-any-leaf`: 1.0 for every leaf. "Your answer is what you get when every leaf counts as x."

# %% [markdown]
# ## 5 · Bug hunt: the slope of a bump  (2 points)
#
# The bump y = x · exp(−x² / 2) rises until x = 1 and falls after it, so its slope at x = 1 is 0. The function
# below computes y, and then the slopes in x one operation at a time. It runs without an error.

# %%
def bump_broken(x):
    # forward
    a = x * x
    b = -0.5 * a
    c = math.exp(b)
    y = x * c
    # slopes in x, one line for each operation
    a_slope = 2 * x
    b_slope = -0.5 * a_slope
    c_slope = math.exp(b_slope)
    y_slope = 1 * c_slope
    return y, y_slope


value, slope_at_one = bump_broken(1.0)
print(f"y = {value:.4f}, slope {slope_at_one:.4f}")

# %% [markdown]
# Two of the four slope lines are wrong. Compare each of `a_slope`, `b_slope`, `c_slope` and `y_slope` with a
# finite difference of its own: raise x a little, and see how much `a`, `b`, `c` and `y` move. Write the
# repaired lines below.

# %% nbgrader={"grade_id": "repair", "solution": true}
def bump(x):
    """Return y = x · exp(−x² / 2) and its slope in x.

    x  a float

    Returns (y, slope), two floats.

    Example: at x = 1. the bump is at its highest: y is 0.6065 and the slope is 0.0.
    """
    # forward
    a = x * x
    b = -0.5 * a
    c = math.exp(b)
    y = x * c
    # slopes in x, one line for each operation
    ### BEGIN SOLUTION
    a_slope = 2 * x
    b_slope = -0.5 * a_slope
    c_slope = c * b_slope
    y_slope = c + x * c_slope
    ### END SOLUTION
    return y, y_slope


# %% nbgrader={"grade": true, "grade_id": "repair-check", "locked": true, "points": 2}
check("03.repair", bump)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

for _x in (0.75, -1.5, 3.0):
    observe(f"at {_x}", bump(_x))
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** Two rules that are often bent: exp's slope, and the product rule. Both errors leave code
# that runs and gives plausible numbers.
#
# **Why it is right.** c = exp(b), so its local slope is c itself, and along the path it is multiplied by
# `b_slope`; the broken line took exp of the slope. y = x · c has two paths from x: the factor x itself, with
# the local slope c, and c, with the local slope x. The broken line had "slope of x times slope of c". At x =
# 1: c = 0.6065, `b_slope` = −1, `c_slope` = −0.6065, `y_slope` = 0.6065 − 0.6065 = 0. The closed formula, (1
# − x²) · exp(−x² / 2), passes too.
#
# **Mistakes to expect.**
#
# - `only-the-product-mended`: "Your answer is what you get when exp is still taken of the slope."
# - `only-exp-mended`: "Your answer is what you get when the slopes of the two factors are still multiplied."
# - `direct-path-missing`: `x * c_slope`. "Your answer is what you get when the path through the factor x is
#   left out."
# - `path-through-c-missing`: `c`. "Your answer is what you get when c is taken for a constant."
# - `slope-of-exp-alone`: `c_slope = c`. "Your answer is what you get when exp's slope is not multiplied by
#   the slope of its input."
# - `power-rule-on-exp`: `c_slope = b * c * b_slope`. "Your answer is what you get when the exponent is
#   brought down, as with a power."
# - `exponent-for-its-slope`: `c_slope = c * b`. "Your answer is what you get when exp's slope is multiplied
#   by b and not by the slope of b."
# - `nothing-mended`: "Your answer is what the broken function gives."

# %% [markdown]
# ## Where you stand

# %%
progress()
