# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 04 · Backward order: exercises
#
# Five tasks, about 35 minutes. The lesson is
# [course/04_backward_order](../../course/04_backward_order.ipynb).
#
# In each task, replace `raise NotImplementedError` by your answer, run the cell, then run the check below it.
# The check says what it tried and what it expected. When you are stuck, `hint("04.visits")` in a new cell
# gives a first hint, and a second and a third when you ask again. Hints cost no points.
#
# To hand in: save, then `minigrad-course submit 04` in a terminal. You may hand in as often as you like.
#
# `Node` is the class of the lesson: a node has `value`, `parents`, `local_derivatives` and `grad`, and knows
# `+` and `*`, also with a plain number on the right. Nodes can be keys of a dict and members of a set; two
# nodes are equal only if they are the same node.

# %% nbgrader={"grade_id": "imports", "locked": true}
from classroom import check, draw, hint, progress, step
from classroom.units.nodes import Node

# %% [markdown] tags=["solution-only"]
# *For the instructor.* The tasks fade: an order for a given graph (1), filling in two lines (2), whole
# functions (3, 4), repairing a function that runs and is wrong (5). Each task meets one or more of the
# misconceptions of this unit:
#
# | misconception | met by |
# |---|---|
# | recursion (or any walk that follows one path to its end) suffices | 1, 3, 4 |
# | each node once is enough, whenever that is | 1, 4 |
# | the last gradient to arrive wins (`=` for `+=`) | 2 |
# | a node used twice by one operation counts once | 3, 5 |
# | a second pass begins with a clean graph by itself | 5 |
#
# Below each solution stands what it is for, why it is right, and the wrong answers to expect, each with the
# clause that the learner has read in the check's message. The names in `code` are those of the class report.

# %% [markdown]
# ## 1 · Who sends when?  (1 point)
#
# The graph below has five nodes that send. Look at the picture, and write for each node how often it is used.

# %%
x = Node(2.0)
p = x * x
q = p * 3.0
r = p + 1.0
s = r * p
t = s + q
draw(t)

# %% [markdown]
# The five lines are
#
# ```python
# A: send(r)
# B: send(p)
# C: send(t)
# D: send(q)
# E: send(s)
# ```
#
# where `send` adds (local derivative) · `grad` to the `grad` of each parent. `t.grad` is 1.0 at the
# beginning, and all others are 0.0. In which order do the lines leave the right slope in `x.grad`? Give the
# letters as a string, such as `"ABCDE"`.

# %% nbgrader={"grade_id": "visits", "solution": true}
def visits():
    """Return an order of the five lines, as a string of letters."""
    ### BEGIN SOLUTION
    return "CEADB"
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "visits-check", "locked": true, "points": 1}
check("04.visits", visits)
### BEGIN HIDDEN TESTS
from classroom.grading import observe


def _slope_in(order, start):
    nodes = {"x": Node(start)}
    nodes["B"] = nodes["x"] * nodes["x"]
    nodes["D"] = nodes["B"] * 3.0
    nodes["A"] = nodes["B"] + 1.0
    nodes["E"] = nodes["A"] * nodes["B"]
    nodes["C"] = nodes["E"] + nodes["D"]
    for node in nodes.values():
        node.grad = 0.0
    nodes["C"].grad = 1.0
    for sender in order:
        for parent, local in zip(nodes[sender].parents, nodes[sender].local_derivatives):
            parent.grad += local * nodes[sender].grad
    return nodes["x"].grad


_order = "".join(letter for letter in "".join(visits()).upper() if letter in "ABCDE")
observe("five letters", sorted(_order))
observe("slope at 0.5", _slope_in(_order, 0.5))
observe("slope at -3", _slope_in(_order, -3.0))
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** To apply the condition by hand before it is programmed: a node sends when all nodes that
# use it have sent.
#
# **Why it is right.** p is used by q, r and s; r by s; s and q by t. So t comes first, s before r, q anywhere
# after t, and p last. Three orders are right: CEADB, CEDAB and CDEAB. The slope is that of x⁴ + 4x², at 2: 4
# · 8 + 8 · 2 = 48.
#
# **Mistakes to expect.**
#
# - `forward-order`: BDAEC, the order of making. "Your answer is what you get when p sends before anything has
#   arrived at it."
# - `one-path-to-its-end`: CEABD. "Your answer is what you get when p sends before q has sent to it."
# - `path-over-q-first`: CDBEA. "Your answer is what you get when the path over q is followed to its end
#   first."
# - `r-before-s`: CAEDB. "Your answer is what you get when r sends before s has sent to it."

# %% [markdown]
# ## 2 · Two lines: send, and cross off  (1 point)
#
# One visit to a node, as with pencil and paper: it sends to its parents, and at each parent one use is
# crossed off. Two lines are missing.

# %% nbgrader={"grade_id": "visit", "solution": true}
def visit(node, uses):
    """Send node.grad on to the node's parents, and return the parents that have become ready.

    node  a node whose grad is complete. The grad of its parents is a float, what has arrived so far
    uses  dict: for each node, how many of its uses have not sent yet. It is changed: one use less for each
          arrow that something was sent along

    Returns the list of those parents for which no use is left, each once.

    Example: b = a + a with b.grad = 2., a.grad = 0. and uses[a] = 2. After visit(b, uses), a.grad is 4.,
    uses[a] is 0, and [a] has been returned.
    """
    ready = []
    for parent, local in zip(node.parents, node.local_derivatives):
        ### BEGIN SOLUTION
        parent.grad += local * node.grad
        uses[parent] -= 1
        ### END SOLUTION
        if uses[parent] == 0:
            ready.append(parent)
    return ready


# %% nbgrader={"grade": true, "grade_id": "visit-check", "locked": true, "points": 1}
check("04.visit", visit)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_a, _b = Node(-1.5), Node(4.0)
_visits = [("product", _a * _b, {_a: 1, _b: 3}), ("square", _b * _b, {_b: 2}), ("sum", _b + _b, {_b: 4})]
for _name, _end, _left in _visits:
    _a.grad, _b.grad, _end.grad = 0.25, -2.0, 3.0
    _ready = visit(_end, _left)
    observe(f"{_name}: grads", [_a.grad, _b.grad, _end.grad])
    observe(f"{_name}: uses left", list(_left.values()))
    observe(f"{_name}: ready", [_node.value for _node in _ready])
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** The heart of every backward pass, with the two things that a visit does, and `+=` in
# both.
#
# **Why it is right.** What arrives is added, since other uses of the parent have sent before or will send
# after. One use is crossed off for each arrow, so x * x crosses off two for x. The parent is ready when the
# last is gone. By hand for b = a + a with b.grad = 2: 1 · 2 + 1 · 2 = 4, and 2 − 1 − 1 = 0 uses.
#
# **Mistakes to expect.**
#
# - `overwrites`: `parent.grad = ...`. "Your answer is what you get when what arrives replaces what was
#   there."
# - `forgets-local`: "Your answer is what you get when the local derivative is left out."
# - `forgets-grad`: "Your answer is what you get when the local derivative alone is sent."
# - `multiplies-into`: `parent.grad *= ...`. "Your answer is what you get when what arrives is multiplied into
#   what was there."
# - `uses-value`: `local * node.value`. "Your answer is what you get when the node's value is sent instead of
#   its grad."
# - `never-crosses-off`: "Your answer is what you get when no use is crossed off."
# - `crosses-off-all`: `uses[parent] = 0`. "Your answer is what you get when the first visit crosses off every
#   use."

# %% [markdown]
# ## 3 · Count the uses  (2 points)
#
# Before the first visit, somebody has to know how often each node is used. Find out by going through the
# graph from its end. A node may be reached in many ways, but its own parents should be looked at only once.
# And because graphs can be thousands of nodes deep, let the function not call itself: keep a list of nodes
# that still have to be looked at.

# %% nbgrader={"grade_id": "uses", "solution": true}
def count_uses(end):
    """Return how often each node is used on the way to `end`.

    end  a node

    Returns a dict with `end` and every node that it was computed from, directly or not. The value is the
    number of arrows that leave the node: how often it stands among the parents of nodes in the dict. For
    `end` itself it is 0.

    Must be able to cope with a chain of 5,000 nodes and with 40 sums of a node with itself.

    Example: with b = a + a and c = b + a, count_uses(c) is {c: 0, b: 1, a: 3}.
    """
    ### BEGIN SOLUTION
    uses = {end: 0}
    waiting = [end]
    while waiting:
        for parent in waiting.pop().parents:
            if parent not in uses:
                uses[parent] = 0
                waiting.append(parent)
            uses[parent] += 1
    return uses
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "uses-check", "locked": true, "points": 2}
check("04.uses", count_uses)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_a, _b, _c = Node(1.0), Node(2.0), Node(3.0)
_d = _a * _b
_e = _d * _d
_f = _e + _d
_g = (_f * _f + _a) * _f
_elsewhere = _d * _c
_uses = count_uses(_g)
observe("uses", [_uses.get(_node) for _node in (_a, _b, _c, _d, _e, _f, _g, _elsewhere)])
observe("all nodes", len(_uses))
observe("an inner node", sorted(count_uses(_e).values()))
observe("a leaf", list(count_uses(_c).values()))

_chain = Node(1.0)
for _ in range(6000):
    _chain = _chain * 1.0
observe("a chain", sum(count_uses(_chain).values()))
_double = Node(1.0)
for _ in range(50):
    _double = _double + _double
observe("reused", sum(count_uses(_double).values()))
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** A walk through a graph in which nodes are reached more than once, without recursion. The
# counting and the walking must not be mixed up: an arrow counts each time, a node is walked on from once.
#
# **Why it is right.** A node gets its entry when it is reached for the first time, and only then is put on
# the list. So each node's parents are gone through once, and each arrow is counted once. Whether the list is
# emptied from the end or from the beginning makes no difference to the counts.
#
# **Mistakes to expect.**
#
# - `each-parent-once`: `set(node.parents)`. "Your answer is what you get when x * x counts as one use of x."
# - `counts-first-arrow-only`: the count stands inside the `if`. "Your answer is what you get when every node
#   counts as used once."
# - `walks-every-path`: no `if`, so that parents are put on the list again and again. "A node's parents are
#   looked at once for every path that leads to the node."
# - `calls-itself`: right counts, but RecursionError on the long chain. "The function calls itself once for
#   each node of a chain."
# - `end-left-out`: "Your answer is what you get when the end has no entry."
# - `end-counts-one`: "Your answer is what you get when the end counts as used once."
# - `direct-parents-only`: "Your answer is what you get when only the end's own parents are counted."

# %% [markdown]
# ## 4 · The order  (2 points)
#
# Now the order itself. The uses are counted already: `uses` is what `count_uses(end)` gives. Start with the
# end. Whenever a node comes into the order, cross off one use at each parent; a parent with no use left comes
# into the order too.

# %% nbgrader={"grade_id": "order", "solution": true}
def backward_order(end, uses):
    """Return the nodes that `end` was computed from, and `end`, in an order in which they may send.

    end   a node
    uses  dict: for `end` and every node that it was computed from, directly or not, how often it is used.
          It is left as it is

    Returns a list in which every one of these nodes stands once, and before all of its parents. There can
    be several such orders; any of them will do.

    Must be able to cope with a chain of 5,000 nodes and with 40 sums of a node with itself.

    Example: with b = a + a and c = b + a, the order is [c, b, a].
    """
    ### BEGIN SOLUTION
    left = dict(uses)
    order = [end]
    for node in order:
        for used in node.parents:
            left[used] -= 1
            if left[used] == 0:
                order.append(used)
    return order
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "order-check", "locked": true, "points": 2}
check("04.order", backward_order)
### BEGIN HIDDEN TESTS
from classroom.grading import observe


def _uses_of(tape):
    """The uses of a tape's nodes, all of which lead to its last."""
    return {node: sum(later.parents.count(node) for later in tape) for node in tape}


def _in_order(order):
    place = {node: number for number, node in enumerate(order)}
    return all(place.get(parent, -1) > place[node] for node in order for parent in node.parents)


_tape = [Node(3.0), Node(-1.0)]
for _i, _j in [(0, 1), (2, 2), (3, 0), (2, 4), (5, 3), (6, 2), (7, 7), (8, 1)]:
    _tape.append(_tape[_i] * _tape[_j] if _i % 2 else _tape[_i] + _tape[_j])
_uses = _uses_of(_tape)
_before = list(_uses.values())
_order = backward_order(_tape[-1], _uses)
observe("number of nodes", len(_order))
observe("each once", len(set(_order)))
observe("before their parents", _in_order(_order))
observe("uses left alone", list(_uses.values()) == _before)
observe("a leaf", len(backward_order(_tape[0], {_tape[0]: 0})))

_tape = [Node(1.0)]
for _ in range(6000):
    _tape.append(_tape[-1] * 1.0)
_order = backward_order(_tape[-1], {_node: int(_node is not _tape[-1]) for _node in _tape})
observe("a chain", [len(_order), _in_order(_order)])
_tape = [Node(1.0)]
for _ in range(50):
    _tape.append(_tape[-1] + _tape[-1])
_order = backward_order(_tape[-1], {_node: 2 * int(_node is not _tape[-1]) for _node in _tape})
observe("reused", [len(_order), _in_order(_order)])
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** Reverse topological order, found by counting (Kahn's algorithm). With tasks 2 and 3 it
# is a whole backward pass.
#
# **Why it is right.** A node is put into the order when its last use has been crossed off, that is, when all
# nodes that use it are in the order already. Every node is put there once, since its count reaches 0 once.
# The list that is returned serves as the list of what is still to be gone through: a `for` over a list also
# sees what is appended to it on the way. A separate list of ready nodes, emptied from either end, is as
# right. The counts are copied, because they belong to the caller.
#
# **Mistakes to expect.**
#
# - `first-come`: each node when it is first reached, in the order of reaching. "Your answer is what you get
#   when a node comes into the order as soon as it is reached."
# - `one-path-at-a-time`: depth first, with a set of those seen. "Your answer is what you get when each path
#   is followed to its end before the next."
# - `fewest-uses-first`: "Your answer is what you get when the nodes are sorted by how often they are used."
# - `every-time-reached`: "Your answer is what you get when a node comes into the order each time that it is
#   reached."
# - `order-upside-down`: "Your answer is what you get when the order is turned round."
# - `crosses-off-once`: `set(node.parents)`. "Your answer is what you get when a node used twice by one
#   operation is crossed off once."
# - `changes-uses`: no copy. "The uses are crossed off in the dict that was given."
# - `calls-itself-for-parents`: right on small graphs. "The function calls itself for the next node of a
#   chain."
# - `end-missing`: "Your answer is what you get when only parents come into the order."

# %% [markdown]
# ## 5 · Bug hunt: the second pass  (2 points)
#
# The order is right now, and the function below uses it. It is given a right order, with the end of the graph
# first, and should fill every `grad`. A leaf's `grad` may hold something from an earlier pass, to which the
# new gradient is added. (Why leaves add up over several passes is the subject of unit 05.) Nodes that were
# computed from others begin each pass anew.

# %%
def backward_broken(order):
    for node in order:
        if node.grad is None:
            node.grad = 0.0
    order[0].grad = 1.0
    for node in order:
        for parent in set(node.parents):
            place = node.parents.index(parent)
            parent.grad += node.local_derivatives[place] * node.grad


a = Node(1.0)
b = a * 2.0
c = b * 3.0
backward_broken([c, b, a])
print("first pass: ", a.grad, "and it should be 6.0")
backward_broken([c, b, a])
print("second pass:", a.grad, "and it should be 12.0")

# %% [markdown]
# One bug shows here: print `b.grad` after each pass. The other needs a graph in which an operation uses a
# node twice. Write the repaired function below, changing as little as you can.

# %% nbgrader={"grade_id": "repair", "solution": true}
def backward(order):
    """Fill .grad of all nodes, each with the slope of order[0] in it.

    order  list of all nodes of a graph in a right order: its end first, each node before its parents. The end
           has parents. In every node, .grad is None, or a float from an earlier pass

    A node that has parents begins anew. To a leaf's .grad the new gradient is added; None counts as 0.
    Returns nothing.

    Example: with a = Node(1.), b = a * 2., c = b * 3., a.grad is 6. after one call and 12. after two, and
    b.grad is 3. after both.
    """
    ### BEGIN SOLUTION
    for node in order:
        if node.parents or node.grad is None:
            node.grad = 0.0
    order[0].grad = 1.0
    for node in order:
        for parent, local in zip(node.parents, node.local_derivatives):
            parent.grad += local * node.grad
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "repair-check", "locked": true, "points": 2}
check("04.repair", backward)
### BEGIN HIDDEN TESTS
from classroom.grading import observe

_a, _b = Node(-2.0), Node(0.5)
_p = _a * _b
_q = _p * _p
_r = _q + _p
_s = _r * _a
_order = [_s, _r, _q, _p, _b, _a]
_b.grad = 10.0
for _number in (1, 2, 3):
    backward(_order)
    observe(f"pass {_number}", [_node.grad for _node in _order])
_other = _p * _p
backward([_other, _p, _a, _b])
observe("another graph on the same nodes", [_node.grad for _node in (_other, _p, _a, _b)])
### END HIDDEN TESTS

# %% [markdown] tags=["solution-only"]
# **What it is for.** Two bugs that a single pass through a simple graph does not show. The first is what
# happens in a home-made engine when nobody clears the nodes in between; it also prepares unit 05.
#
# **Why it is right.** Two changes. A node with parents is set to 0 at the beginning of each pass; otherwise
# `b` still holds 3 in the second pass, gets 3 more, and sends 2 · 6 = 12 to a, which then has 18 instead of
# 12. And each use of a parent is an arrow of its own: `set(...)` makes one of the two in x * x, and `index`
#     always finds the first. Every node of the order must be cleared before the first one sends, so the
#     clearing has a loop of its own.
#
# **Mistakes to expect.**
#
# - `in-between-not-cleared`: the second bug only was mended. "Your answer is what you get when the nodes in
#   between keep what they had from the pass before."
# - `each-use-once`: the first bug only. "Your answer is what you get when an operation that uses a node twice
#   sends to it once."
# - `clears-leaves-too`: `node.grad = 0.0` for all. "Your answer is what you get when the leaves are cleared
#   as well."
# - `clears-while-sending`: both loops made into one. "Your answer is what you get when a node is cleared just
#   before it sends."
# - `keeps-nothing`: `=` for `+=`. "Your answer is what you get when what is sent replaces what has arrived."
# - `neither-mended`: "Your answer is what the broken function gives."
#
# Who drops the set but keeps `index` passes: it always finds the first of two uses, and in x * x and x + x
# both have the same local derivative. In x / x they differ, which is worth a word in class.

# %% [markdown]
# ## A whole engine
#
# Tasks 2 to 5 are the parts of an engine. With your own functions:
#
# ```python
# y = s * p
# order = backward_order(y, count_uses(y))
# backward(order)
# step(y)
# ```
#
# Try it in a new cell on the graph of task 1, and compare with the picture.
#
# ## Where you stand

# %%
progress()
