# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 02 · Building the graph: exercises
#
# Six tasks, about 35 minutes. The lesson is
# [course/02_building_the_graph](../../course/02_building_the_graph.ipynb).
#
# In each task, replace `raise NotImplementedError` by your answer, run the cell, then run the check below it.
# The check says what it tried and what it expected. When you are stuck, `hint("02.rebuild")` in a new cell
# gives a first hint, and a second and a third when you ask again. Hints cost no points.
#
# To hand in: save, then `minigrad-course submit 02` in a terminal. You may hand in as often as you like.

# %%
import minigrad
from classroom import check, draw, hint, progress

# %% [markdown] tags=["solution-only"]
# *For the instructor.* The tasks fade: ordering given lines (1), filling in one line (2), completing a class
# (3), whole functions (4, 5), repairing a function that fails, and is wrong once it no longer fails (6). Each
# task meets one or more of the misconceptions of this unit:
#
# | misconception | met by |
# |---|---|
# | a variable *is* its node: giving the name to something else changes the graph | 1 |
# | everything is recorded, also what only constants went into | 2, 3 |
# | the order of the parents does not matter | 3 |
# | a node that is used twice is there twice | 4 |
# | the graph is fixed by the code, not by the numbers | 5 |
# | computing with `.item()` is still computing with tensors | 5, 6 |
# | a graph may be gone through again and again | 6 |
# | a sum of losses is just a number | 6 |
#
# Below each solution stands what it is for, why it is right, and the wrong answers to expect, each with the
# clause that the learner has read in the check's message. The names in `code` are those of the class report.

# %% [markdown]
# ## 1 · Rebuild a graph  (1 point)
#
# Here is a graph as a table. Each row is a node.
#
# | node | operation | parents |
# |---|---|---|
# | a | leaf | |
# | b | leaf | |
# | p | * | a, b |
# | s | + | p, a |
# | q | * | s, s |
# | y | − | q, p |
#
# These lines compute it, but they have been shuffled. They use one name, `t`, for several nodes in turn. A
# name moves on to another node when it is assigned anew. The node it named before stays as it is.
#
# ```python
# t = t * t
# p = t
# return t - p
# t = a * b
# t = t + a
# ```
#
# Put them into the function in an order that builds the graph of the table.

# %% nbgrader={"grade_id": "rebuild", "solution": true}
def rebuild(a, b):
    """Return y of the table above.

    a, b   tensors of shape () that require a gradient

    Example: for a = 2. and b = 3., p is 6, s is 8, q is 64 and y is 58.
    """
    ### BEGIN SOLUTION
    t = a * b
    p = t
    t = t + a
    t = t * t
    return t - p
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "rebuild-check", "locked": true, "points": 1}
check("02.rebuild", rebuild)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_a = minigrad.tensor(-1.5, requires_grad=True)
_b = minigrad.tensor(0.5, requires_grad=True)
_y = rebuild(_a, _b)
observe("y", _y)
_y.backward()
observe("gradients", [_a.grad, _b.grad])
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** A name and a node are two things. In `t = t + a` the right-hand `t` is the old node,
# which becomes a parent; then the name moves on to the new one.
#
# **Why it is right.** `p = t` makes no node: it gives the product a second name, before `t` moves on. So `t -
# p` at the end subtracts the product. By hand at a = 2, b = 3: 6, then 8, then 64, and 64 − 6 = 58.
#
# **Mistakes to expect.**
#
# - `keeps-the-sum`: `p = t` after the addition. "Your answer is what you get when p is the sum instead of the
#   product."
# - `keeps-the-square`: `p = t` directly before the return. "Your answer is what you get when p and t are the
#   same node at the end."
# - `squares-first`: the square before the addition. "Your answer is what you get when the product is squared
#   before a is added."
# - `keeps-the-squared-product`: both. "Your answer is what you get when the product is squared first and p is
#   that square."

# %% [markdown]
# ## 2 · One line: what is recorded  (1 point)
#
# From here on we write nodes ourselves. A node holds a number, and what it was computed from:

# %%
class Node:
    def __init__(self, value, parents=(), op="", requires_grad=False):
        self.value = value
        self.parents = parents
        self.op = op
        self.requires_grad = requires_grad


# %% [markdown]
# An operation is recorded only when that can be of use: when somebody asked for the slope at one of its
# operands, or at something that the operand was computed from. Otherwise the result is a constant, without
# parents, like a number that was typed in.
#
# `result_of` makes the node of a result. One line is missing: the condition. `any(...)` of several truth
# values is `True` when at least one of them is.

# %% nbgrader={"grade_id": "result", "solution": true}
def result_of(op, value, operands):
    """Return the node of a result.

    op         the operation's name, such as "*"
    value      the result, a number
    operands   the nodes that it was computed from, a tuple of one or more

    When at least one operand requires a gradient, the result requires one too, and has `op` and the operands
    as its parents. Otherwise it is a node with nothing but the value.

    Example: with a = Node(2., requires_grad=True) and c = Node(3.), result_of("*", 6., (a, c)) requires a
    gradient and has the parents (a, c); result_of("*", 9., (c, c)) requires none and has no parents.
    """
    ### BEGIN SOLUTION
    requires_grad = any(operand.requires_grad for operand in operands)
    ### END SOLUTION
    if not requires_grad:
        return Node(value)
    return Node(value, operands, op, requires_grad=True)


# %% nbgrader={"grade": true, "grade_id": "result-check", "locked": true, "points": 1}
check("02.result", result_of)
### BEGIN HIDDEN TESTS
from classroom.grading import observe


def _seen(*flags):
    operands = tuple(Node(float(i), requires_grad=flag) for i, flag in enumerate(flags))
    result = result_of("max", 7.5, operands)
    same = len(result.parents) == len(operands) and all(p is o for p, o in zip(result.parents, operands))
    return [result.value, result.requires_grad, result.op, len(result.parents), same]


observe("three operands, the middle one", _seen(False, True, False))
observe("three operands, none", _seen(False, False, False))
observe("four operands, the last", _seen(False, False, False, True))
observe("one operand", [_seen(True), _seen(False)])
observe("all", _seen(True, True))
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** The rule that decides what a graph contains. It is the reason why data and plain numbers
# cost nothing, and why evaluation without gradients records nothing.
#
# **Why it is right.** A slope must find its way from the result to every node that asked for one. One operand
# that leads there is enough. If there is none, nobody will ever go back through this node, so nothing has to
# be kept. What the operands were computed from need not be looked at: they have the answer in their own
# `requires_grad`.
#
# **Mistakes to expect.**
#
# - `all-for-any`: "Your answer is what you get when every operand must require a gradient."
# - `records-everything`: `True`. "Your answer is what you get when every operation is recorded."
# - `first-operand-only`: `operands[0].requires_grad`. "Your answer is what you get when only the first
#   operand is asked."
# - `last-operand-only`: `operands[-1].requires_grad`. "Your answer is what you get when only the last operand
#   is asked."
# - `looks-at-parents`: asks for parents instead. "Your answer is what you get when operands without parents
#   count as constants." Leaves have no parents.
# - `records-nothing`: "Your answer is what you get when no operation is recorded."

# %% [markdown]
# ## 3 · Numbers that remember  (3 points)
#
# Now make a class of it. `+` is there as an example; write the other methods. For `a * b`, Python calls
# `a.__mul__(b)`. For `2.0 * a`, where the left operand is a plain number that knows nothing of nodes, Python
# calls `a.__rmul__(2.0)` instead (r for right). In the same way `2.0 - a` becomes `a.__rsub__(2.0)`.
#
# Plain numbers are allowed among the operands. They are constants: they stand among the parents as they are,
# in their place, so that one can see what was computed. The helper `number` gives the value of either kind.

# %% nbgrader={"grade_id": "node", "solution": true}
def number(operand):
    """The value of a node; a plain number as it is."""
    return getattr(operand, "value", operand)


class Node:
    """A number that remembers what it was computed from.

    value           the number
    parents         the operands in their order, a tuple of nodes and plain numbers; () if nothing was recorded
    op              "+", "*" or "-"; "" if nothing was recorded
    requires_grad   whether a slope is wanted at this node, or at one that it was computed from

    An operation is recorded when at least one operand is a node that requires a gradient.

    Example: with a = Node(5., requires_grad=True), the node 2. - a has the value -3., the op "-" and the
    parents (2., a). Node(5.) * 2. has the value 10., no op and no parents.
    """

    def __init__(self, value, parents=(), op="", requires_grad=False):
        self.value = value
        self.parents = parents
        self.op = op
        self.requires_grad = requires_grad

    def __add__(self, other):
        return self.result_of("+", self.value + number(other), (self, other))

    def __radd__(self, other):
        return self.result_of("+", other + self.value, (other, self))

    def result_of(self, op, value, operands):
        """The node of a result: like your function in task 2, but operands may be plain numbers."""
        ### BEGIN SOLUTION
        if any(getattr(operand, "requires_grad", False) for operand in operands):
            return Node(value, operands, op, requires_grad=True)
        return Node(value)
        ### END SOLUTION

    def __mul__(self, other):
        ### BEGIN SOLUTION
        return self.result_of("*", self.value * number(other), (self, other))
        ### END SOLUTION

    def __rmul__(self, other):
        ### BEGIN SOLUTION
        return self.result_of("*", other * self.value, (other, self))
        ### END SOLUTION

    def __sub__(self, other):
        ### BEGIN SOLUTION
        return self.result_of("-", self.value - number(other), (self, other))
        ### END SOLUTION

    def __rsub__(self, other):
        ### BEGIN SOLUTION
        return self.result_of("-", other - self.value, (other, self))
        ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "node-check", "locked": true, "points": 3}
check("02.node", Node)
### BEGIN HIDDEN TESTS
from classroom.grading import observe


def _shown(node):
    parents = [_shown(parent) if hasattr(parent, "parents") else parent for parent in node.parents]
    return [node.value, node.op, node.requires_grad, parents]


_a, _b, _c = Node(1.5, requires_grad=True), Node(-4.0, requires_grad=True), Node(0.25)
observe("product and difference", _shown(_a * _b - _c))
observe("difference and product", _shown((_c - _a) * _b))
observe("numbers on the left", [_shown(3.0 * _a), _shown(3.0 - _a), _shown(3.0 + _a)])
observe("numbers on the right", [_shown(_a * 3.0), _shown(_a - 3.0), _shown(_a + 3.0)])
observe("constants", [_shown(_c * _c), _shown(_c - 2.0), _shown(8.0 - _c), _shown(2.0 * _c), _shown(_c + _c)])
_square = _a * _a
observe("twice the same parent", [_square.parents[0] is _a, _square.parents[1] is _a])
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** This is how every engine with "define by run" works: overloaded operators that compute
# and record in one go.
#
# **Why it is right.** Each operator computes with plain numbers and hands the operands, in the order in which
# they were written, to one place that decides whether to record. A plain number has no `requires_grad`, so
# `getattr` with the default `False` treats it as what it is. For + and * the order of the parents makes no
# difference to the value; for − it does, and a backward pass will need to know which operand was subtracted.
#
# **Mistakes to expect.**
#
# - `reversed-difference`: `__rsub__` returns `self - other`. "Your answer is what you get when 2 - a is
#   worked out as a - 2."
# - `parents-swapped`: "Your answer is what you get when a number on the left is recorded on the right."
# - `drops-numbers`: only nodes become parents. "Your answer is what you get when plain numbers are left out
#   of the parents."
# - `wraps-numbers`: numbers are made into nodes. "Your answer is what you get when a plain number is turned
#   into a node."
# - `tracks-constants`: "Your answer is what you get when operations on constants are recorded too."
# - `all-operands-must`: "Your answer is what you get when every operand must be a node that requires a
#   gradient."
# - `loses-the-flag`: "Your answer is what you get when a result does not require a gradient itself." The next
#   operation then records nothing.
# - `parents-as-numbers`: "Your answer is what you get when the parents are the operands' values." Then nobody
#   can go further back.
# - `asks-plain-numbers`: `operand.requires_grad` for every operand, as in task 2. "A plain number is asked
#   for its requires_grad, and it has none."
# - `numbers-without-value`: `other.value`. "A plain number is asked for its value, and it has none."
# - `constants-keep-parents`: the flag is right, and op and parents are kept all the same. "Your answer is
#   what you get when a constant keeps its op and its parents."
# - `asks-self-only`: "Your answer is what you get when only the node whose method runs is asked."

# %% [markdown]
# ## 4 · How large is the graph?  (2 points)
#
# Write a function that starts at a result, follows `parents`, and counts the operations. A node that is used
# twice is one operation all the same. Here every parent is a node; a leaf is a node without parents.

# %% nbgrader={"grade_id": "count", "solution": true}
def count_operations(y):
    """Return how many operations the graph that ends in y consists of.

    y   a node: an object with a tuple `parents` of such nodes, which is () for a leaf

    Every operation is counted once, however many ways lead to it. Leaves are not counted.

    Example: for p = a * b, y = p + p the answer is 2, for a leaf it is 0.
    """
    ### BEGIN SOLUTION
    count = 0
    seen = set()
    waiting = [y]
    while waiting:
        node = waiting.pop()
        if node.parents and node not in seen:
            count += 1
            seen.add(node)
            waiting.extend(node.parents)
    return count
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "count-check", "locked": true, "points": 2}
check("02.count", count_operations)
### BEGIN HIDDEN TESTS
from classroom.grading import observe


class _Made:
    def __init__(self, *parents):
        self.parents, self.value = parents, 1.0


_x, _z = _Made(), _Made()
_u = _Made(_x, _z)
_v = _Made(_u)
_w = _Made(_v, _u, _v)
observe("a chain", count_operations(_v))
observe("shared", count_operations(_w))
observe("shared again", count_operations(_Made(_w, _w, _Made(_x, _x), _Made(_x, _x))))
observe("a leaf", count_operations(_x))
observe("again", count_operations(_w))
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** A first walk through a graph, from the result to the leaves. Unit 04 will turn it into a
# backward pass.
#
# **Why it is right.** `waiting` holds nodes still to be looked at, `seen` those already counted. A node is
# put into `seen` at its first visit, so a second way that leads to it adds nothing. Objects of a class
# without `__eq__` are the same in a set only if they are the same object. A recursive function with such a
# set is as good here; very long chains are a matter of unit 04.
#
# **Mistakes to expect.**
#
# - `counts-every-way`: recursion without a memory. "Your answer is what you get when an operation is counted
#   once for each way that leads to it."
# - `counts-leaves`: "Your answer is what you get when leaves are counted too."
# - `first-parent-only`: "Your answer is what you get when only the first parent is followed."
# - `not-the-last`: y itself is not counted. "Your answer is what you get when y itself is left out."
# - `same-value-same-node`: "Your answer is what you get when nodes with equal values count as one."
# - `counts-arrows`: "Your answer is what you get when the arrows of the graph are counted."
# - `never-adds-one`: "Your answer is what you get when the counts of the parents are added up, and nothing
#   else."

# %% [markdown]
# ## 5 · A loop that depends on the numbers  (2 points)
#
# How many operations there are can depend on the numbers that flow through. Write `halve_until` on tensors. A
# comparison such as `x > limit` of a tensor of shape () can stand in an `if` or a `while` as usual.

# %% nbgrader={"grade_id": "halve", "solution": true}
def halve_until(x, limit):
    """Halve x again and again as long as it is greater than limit, and return what it is then.

    x       a tensor of shape () that requires a gradient
    limit   a float greater than 0

    The graph has one operation for each halving. If there is nothing to halve, x itself is returned.

    Example: 10. with limit 1. is halved four times (5, 2.5, 1.25, 0.625). The result is 0.625, its graph has
    four operations, and the slope of the result in x is 1/16 = 0.0625.
    """
    ### BEGIN SOLUTION
    while x > limit:
        x = x / 2
    return x
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "halve-check", "locked": true, "points": 2}
check("02.halve", halve_until)
### BEGIN HIDDEN TESTS
from classroom.grading import observe


def _halved(value, limit):
    _x = minigrad.tensor(value, requires_grad=True)
    _y = halve_until(_x, limit)
    length, end = 0, _y.grad_fn
    while end is not None and type(end).__name__ != "AccumulateGrad":
        length, end = length + 1, end.next_functions[0][0]
    _y.backward()
    return [_y, _x.grad, length]


observe("many", _halved(1000.0, 0.75))
observe("one", _halved(3.0, 2.0))
observe("exactly at the limit on the way", _halved(12.0, 3.0))
observe("none", _halved(0.5, 2.0))
observe("at the limit", _halved(2.0, 2.0))
observe("below zero", _halved(-8.0, 1.0))
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** Control flow in the forward computation: Python decides, and only what was done is
# recorded.
#
# **Why it is right.** The comparison looks at the value and leaves no trace in the graph. Each halving is an
# ordinary operation on a tensor. `x = x / 2` moves the name on and keeps the old node as the new one's
# parent. Multiplying by 0.5 is as good.
#
# **Mistakes to expect.**
#
# - `computes-on-numbers`: works with `x.item()` and makes a tensor of the result. "Your answer is what you
#   get when the halving is done on plain numbers."
# - `a-new-leaf`: the same with `requires_grad=True`. "Your answer is what you get when the result is a new
#   leaf that has nothing to do with x."
# - `cut-off`: `x.detach()` on the way. "Your answer is what you get when the result is cut off from x."
# - `halves-once`: `if` for `while`. "Your answer is what you get when x is halved at most once."
# - `at-least-once`: "Your answer is what you get when x is halved before the first comparison."
# - `halves-at-the-limit`: `>=`. "Your answer is what you get when x is halved also where it equals the
#   limit."
# - `one-large-step`: the number of halvings is counted first. "Your answer is what you get when all halvings
#   are made in one operation." The numbers are right, the graph is another one.
# - `changes-the-leaf`: `x *= 0.5`, which ends in a RuntimeError. "The leaf itself is changed in place, which
#   a leaf that requires a gradient does not allow."

# %% [markdown]
# ## 6 · Bug hunt: one graph too few, and many too many  (2 points)
#
# `go_over_broken` should go over some points, add up the gradient of each point's loss in `w.grad`, and
# return the mean loss as a number. The prediction for x is w² · x, the loss is (prediction − target)². Run
# the cell and see how it ends.

# %%
def go_over_broken(w, points):
    total = 0.0
    square = w * w
    for x, target in points:
        loss = (square * x - target) ** 2
        loss.backward()
        total = total + loss
    return total / len(points)


w = minigrad.tensor(2., requires_grad=True)
try:
    print(go_over_broken(w, [(1., 3.), (2., 10.)]))
except RuntimeError as error:
    print(error)

# %% [markdown]
# The error says that a graph was already used. Which part of the graph is the same in both rounds of the
# loop? When that is repaired, look at what comes back: it should be a plain number. What comes back instead
# keeps the graphs of all rounds alive, and with a million points the memory fills up.
#
# Write the repaired function below, changing as little as you can.

# %% nbgrader={"grade_id": "repair", "solution": true}
def go_over(w, points):
    """Add the gradients of all points' losses to w.grad, and return the mean loss.

    w        a tensor of shape () that requires a gradient; nothing has arrived in w.grad yet
    points   a list of pairs (x, target) of floats, at least one

    The loss of a point is (w² · x − target)². w.grad receives the sum of the slopes of all losses.

    Returns the mean of the losses, a float.

    Example: with w = 2. and the two points above, the losses are 1 and 4, their mean is 2.5, and w.grad is -24.
    """
    ### BEGIN SOLUTION
    total = 0.0
    for x, target in points:
        square = w * w
        loss = (square * x - target) ** 2
        loss.backward()
        total = total + loss.item()
    return total / len(points)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "repair-check", "locked": true, "points": 2}
check("02.repair", go_over)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_w = minigrad.tensor(-1.5, requires_grad=True)
observe("four points", go_over(_w, [(1.0, 2.0), (-2.0, 0.5), (0.5, -1.0), (4.0, 8.0)]))
observe("gradient of four points", _w.grad)
_w = minigrad.tensor(0.75, requires_grad=True)
observe("one point", go_over(_w, [(2.0, -1.0)]))
observe("gradient of one point", _w.grad)
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** The two sides of a graph's life: it is gone after a backward pass when one still needs
# it, and it is there for ever when somebody holds on to its end.
#
# **Why it is right.** Two changes. `square = w * w` goes into the loop, so that each round has a graph of its
# own; before, the first backward pass released what the product had saved. And `loss.item()` adds a number:
# `total + loss` was a tensor whose graph reached back through every earlier loss. By hand: w² = 4; (4 · 1 −
# 3)² = 1 with the slope 2 · 1 · 1 · 2w = 8; (4 · 2 − 10)² = 4 with the slope 2 · (−2) · 2 · 2w = −32;
# together −24.
#
# Adding up the tensors and calling `backward()` once at the end gives the same numbers, and passes; it keeps
# all graphs until then. `retain_graph=True` in place of the first change passes too, and is a subject of unit
# 12.
#
# **Mistakes to expect.**
#
# - `still-one-square`: only the second bug was repaired. "A second backward pass goes through a product that
#   the first pass has released."
# - `returns-a-tensor`: only the first was. "Your answer is what you get when the losses are added up as
#   tensors."
# - `square-cut-off`: `w.item() ** 2` or `.detach()`. "Your answer is what you get when the square is a
#   constant, so that nothing leads back to w."
# - `one-loss-left`: "Your answer is what you get when only the last point's slope is left in w.grad."
# - `slope-of-the-mean`: "Your answer is what you get when the slopes are divided by the number of points."
# - `sum-not-mean`: "Your answer is what you get when the sum of the losses is returned."
# - `never-goes-back`: "Your answer is what you get when no backward pass is made."

# %% [markdown]
# ## Where you stand

# %%
progress()
