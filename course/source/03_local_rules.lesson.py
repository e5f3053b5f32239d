# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 03 · Local rules
#
# *About 25 minutes to read and run; the exercises take another 30.*
#
# After this unit you can
#
# - write down the local slopes of the common operations, and say at which values they are taken;
# - work out a slope through several operations by multiplying along a path;
# - add over the paths when there is more than one, and say why one adds there and multiplies here.
#
# **What you need from earlier units, in three sentences.** The slope of a number with respect to another says
# how much the first changes for each unit that the second changes; a finite difference measures it: move a
# little, see how much the result moves, divide. A computation records a *graph*: every result is a node that
# remembers the nodes it was computed from, its parents. Constants, such as the 3 in `3 * x`, are no nodes.

# %%
import math

import minigrad

# %% tags=["minigrad-only"]
from classroom import draw, predict, question, step

# %% [markdown]
# ## The idea
#
# Take `y = (3x)²` at x = 2, and compute it in two steps: `u = 3 * x` is 6, and `y = u ** 2` is 36. How much
# does y change for each unit that x changes?
#
# Nobody needs a rule for the whole formula. Each step answers for itself:
#
# - `u = 3 * x`: when x moves, u moves **3** times as much.
# - `y = u ** 2`: when u moves a little, y moves 2 · u = **12** times as much.
#
# Such a number is called a **local slope** (or local derivative). It belongs to one operation and one of its
# inputs, and knows nothing of the rest of the graph. This unit is about two things: which local slopes there
# are, and how the slope of the whole is put together from them.

# %%
x = minigrad.tensor(2., requires_grad=True)
u = 3 * x
y = u ** 2
print(u)
print(y)

# %% tags=["minigrad-only"]
draw(y)

# %% [markdown]
# ## Predict
#
# Answer before you run the cell that follows: replace the `...` by your answer and run the question's cell.

# %% tags=["minigrad-only"]
predict("03.two-steps", ...)

# %%
y.backward()
print(x.grad)

# %% tags=["minigrad-only"]
predict.settle("03.two-steps", x.grad)

# %% [markdown]
# Follow a small push through the graph. Let x rise by 0.01. Then u rises by 3 · 0.01 = 0.03, and y by about
# 12 · 0.03 = 0.36. A rise of 0.36 for a push of 0.01 is a slope of 36. **Along a path, local slopes are
# multiplied.** That is the chain rule. (Exactly: 6.03² − 6² = 0.3609. The 0.0009 too much shrinks away when
# the push gets smaller.)
#
# Note that the 12 was taken at u = 6, where the square gets its input, and not at x = 2.
#
# Now x acts on y in two places: `u = x + 1`, `v = 2 * x`, `y = u * v`.

# %% tags=["minigrad-only"]
predict("03.two-factors", ...)

# %%
x = minigrad.tensor(3., requires_grad=True)
u = x + 1
v = 2 * x
y = u * v
y.backward()
print(y)
print(x.grad)

# %% tags=["minigrad-only"]
predict.settle("03.two-factors", x.grad)

# %% [markdown]
# Push x up by 0.01 again. u rises by 0.01, and y is u · v with v = 6, so that alone raises y by 0.06. v rises
# by 0.02, and u = 4, so that alone raises y by 0.08. Both happen, so y rises by 0.06 + 0.08 = 0.14, and the
# slope is 14. **Over paths, the products are added.**
#
# Multiply along each path, add over the paths: that is all there is to a derivative, however large the graph
# is. What remains is a list of local slopes.

# %% [markdown]
# ## Under the hood: one rule for each operation
#
# Let `a = 2` and `b = 4`. Here is what each operation does when one input moves and the other one stays.
#
# - **Sum**, a + b = 6. Raise a by 0.1 and the sum rises by 0.1: slope 1. The same for b.
# - **Difference**, a − b = −2. Slope 1 for a. Raise b, and the difference *falls* as much: slope −1 for b.
# - **Product**, a · b = 8. Raise a to 2.1: 2.1 · 4 = 8.4, which is 0.4 more, so the slope for a is 4, which
#   is **b**. Raise b to 4.1: 2 · 4.1 = 8.2, so the slope for b is 2, which is **a**. Each factor's slope is
#   the *other* factor.
# - **Quotient**, a / b = 0.5. Raise a to 2.1: 2.1 / 4 = 0.525, slope 0.25, which is **1 / b**. Raise b, and
#   the quotient falls: 2 / 4.01 = 0.49875, which is 0.00125 less for 0.01, so about −0.125. That is **−a /
#   b²** = −2 / 16.
#
# Operations with one input have one local slope each:
#
# | operation | value at a = 2 | local slope | at a = 2 | taken from |
# |---|---|---|---|---|
# | a² | 4 | 2 · a | 4 | the input |
# | exp(a) | 7.389 | exp(a) | 7.389 | the **result**: exp is its own slope |
# | log(a) | 0.693 | 1 / a | 0.5 | the input |
# | sin(a) | 0.909 | cos(a) | −0.416 | the input |
#
# Do not take a table on trust. Finite differences know none of these rules.

# %%
a, b = 2.0, 4.0
operations = [
    ("a + b", lambda a, b: a + b, (a, b), (1, 1)),
    ("a - b", lambda a, b: a - b, (a, b), (1, -1)),
    ("a * b", lambda a, b: a * b, (a, b), (b, a)),
    ("a / b", lambda a, b: a / b, (a, b), (1 / b, -a / b**2)),
    ("a ** 2", lambda a: a**2, (a,), (2 * a,)),
    ("exp(a)", math.exp, (a,), (math.exp(a),)),
    ("log(a)", math.log, (a,), (1 / a,)),
    ("sin(a)", math.sin, (a,), (math.cos(a),)),
]


def measured(function, inputs, which, h=1e-5):
    """The slope of function in one of its inputs, by a central difference."""
    up, down = list(inputs), list(inputs)
    up[which] += h
    down[which] -= h
    return (function(*up) - function(*down)) / (2 * h)


print("operation  input     rule  measured")
for name, function, inputs, local_slopes in operations:
    for which, slope in enumerate(local_slopes):
        print(f"{name:9}  {'ab'[which]:5}  {slope:7.4f}   {measured(function, inputs, which):7.4f}")

# %% [markdown]
# ### What the graph must keep
#
# The local slope of a product needs the values of both factors; that of `exp` needs its result; that of a sum
# needs nothing, because it is 1 everywhere. So when an operation runs, it keeps what its rule will need. The
# picture shows it in the lines that begin with *saves*: look at what the product, `exp` and the sum have
# kept. (`self` and `other` are the left and the right factor.)

# %%
a = minigrad.tensor(2., requires_grad=True)
b = minigrad.tensor(4., requires_grad=True)
p = a * b
e = a.exp()
y = p + e

# %% tags=["minigrad-only"]
draw(y)

# %% [markdown]
# Now go through the backward pass: it begins at the end with slope 1, and at each node multiplies what
# arrives by the node's local slopes. Use the button *Forward*, or select one of the round buttons and move
# with the arrow keys. At each node, read the rule first as letters and then with its numbers. At the leaf `a`
# two amounts arrive: 4 from the product, 7.3891 from `exp`.

# %% tags=["minigrad-only"]
step(y)

# %% [markdown]
# ### The rules of school are these two
#
# You may have learned a sum rule, a product rule and a chain rule. They are not three more things to know.
# Write u′ for the slope of u in x, and v′ for that of v:
#
# | | paths from x | multiply along, add over |
# |---|---|---|
# | sum rule, u + v | through u; through v | u′ · **1** + v′ · **1** |
# | product rule, u · v | through u; through v | u′ · **v** + v′ · **u** |
# | chain rule, f(u) | through u | u′ · **f′(u)** |
#
# In bold, the local slope of the last operation. The second prediction above was the product rule: 1 · 6 + 2
# · 4.

# %% [markdown]
# ## Worked example: every number
#
# x = 2, and then `u = x * x`, `v = 3 * x`, `s = u + v`, `y = s * u`. Forward, with all local slopes:
#
# | node | computed as | value | local slopes |
# |---|---|---|---|
# | `u` | x · x = 2 · 2 | 4 | 2 for x as the left factor, 2 for x as the right factor |
# | `v` | 3 · x = 3 · 2 | 6 | 3 for x |
# | `s` | u + v = 4 + 6 | 10 | 1 for u, 1 for v |
# | `y` | s · u = 10 · 4 | 40 | 4 for s, 10 for u |
#
# x stands twice in `x * x`, so two arrows lead from x to u. Now the paths, from x to y:
#
# | path | product along it |
# |---|---|
# | x → u (left) → s → y | 2 · 1 · 4 = 8 |
# | x → u (right) → s → y | 2 · 1 · 4 = 8 |
# | x → v → s → y | 3 · 1 · 4 = 12 |
# | x → u (left) → y | 2 · 10 = 20 |
# | x → u (right) → y | 2 · 10 = 20 |
# | **sum** | **68** |
#
# Is it right? Written out, y = (x² + 3x) · x² = x⁴ + 3x³, and school says 4x³ + 9x² = 32 + 36 = 68. A finite
# difference, which needs neither: y is 40.6842 at 2.01 and 39.3242 at 1.99, and (40.6842 − 39.3242) / 0.02 =
# 68.00.

# %%
x = minigrad.tensor(2., requires_grad=True)
u = x * x
v = 3 * x
s = u + v
y = s * u
y.backward()
print(x.grad)

# %% [markdown]
# ## In code
#
# ### A node that knows its local slopes
#
# The nodes of unit 02 had a value, parents and the name of the operation. They get one thing more: for each
# parent, the local slope, worked out when the operation runs. (To keep the class short, `requires_grad` is
# left out: every node counts.) Here is all of it, with three operations. (`exp` has one parent, so its tuples
# have one entry, and Python wants a comma there.)

# %%
class Node:
    def __init__(self, value, parents=(), local_derivatives=(), op=""):
        self.value = value
        self.parents = parents
        self.local_derivatives = local_derivatives
        self.op = op

    def __add__(self, other):
        return Node(self.value + other.value, (self, other), (1.0, 1.0), "+")

    def __mul__(self, other):
        return Node(self.value * other.value, (self, other), (other.value, self.value), "*")


def exp(a):
    value = math.exp(a.value)
    return Node(value, (a,), (value,), "exp")


x = Node(2.0)
u = x * x
v = x * Node(3.0)
s = u + v
y = s * u
print(y.value)
print(u.local_derivatives, s.local_derivatives, y.local_derivatives)

# %% [markdown]
# `u.parents` holds the same node twice, and `u.local_derivatives` has two entries as well, one for each use.
# (In this class a constant is a node like any other, only nobody asks for its slope.)

# %% tags=["minigrad-only"]
draw(y)

# %% [markdown]
# ### Along one path
#
# A path is a list of nodes, each a parent of the one before it. The slope along it is a product.

# %%
slope = 1.0
path = [y, s, v, x]
for later, earlier in zip(path, path[1:]):
    place = later.parents.index(earlier)
    local = later.local_derivatives[place]
    slope = slope * local
    print(f"{later.op}: local slope {local}, so far {slope}")

# %% [markdown]
# This is the third row of the table: 4 · 1 · 3 = 12. Whether you multiply from the end of the path or from
# its beginning makes no difference to the product.
#
# ### The local slope is taken where the node got its input
#
# `y = exp(x²)` at x = 1.5: the square gives 2.25, so `exp` works at 2.25 and not at 1.5. Its local slope is
# exp(2.25) = 9.4877, that of the square is 2 · 1.5 = 3, and the slope of y is 3 · 9.4877 = 28.463.

# %%
x = Node(1.5)
u = x * x
y = exp(u)
print(f"{y.local_derivatives[0]:.4f}")

x = minigrad.tensor(1.5, requires_grad=True)
(x * x).exp().backward()
print(x.grad)

# %% [markdown]
# ### How many paths are there?
#
# Listing the paths is a good way to understand a slope, and a bad way to compute it. Double x again and
# again: `x + x`, then that plus itself, and so on. Each sum has two arrows to the node before it, so each sum
# doubles the number of paths.

# %%
def count_paths(node, start):
    """The number of ways to go from node back to start."""
    if node is start:
        return 1
    return sum(count_paths(parent, start) for parent in node.parents)


start = Node(1.0)
node = start
for doublings in range(1, 13):
    node = node + node
    if doublings % 4 == 0:
        print(f"{doublings:2} sums, {count_paths(node, start):4} paths")

# %% [markdown]
# After 40 sums there are 2⁴⁰ paths, more than a million times a million. The function above would run for
# days. A backward pass visits 41 nodes. In which order it must do so is the subject of unit 04.

# %% [markdown]
# ## Break it
#
# A slope of y = sin(x²), written by hand. It looks like the chain rule: the slope of the sine, times the
# slope of the square.

# %%
def sine_of_square(x):
    return math.sin(x * x)


def slope_by_hand(x):
    return math.cos(x) * 2 * x


print(f"by hand  {slope_by_hand(2.0):7.4f}")
print(f"measured {measured(sine_of_square, (2.0,), 0):7.4f}")

# %% [markdown]
# Find out which of the two factors is wrong before you answer. It helps to write the two steps as two lines,
# `u = x * x` and `y = math.sin(u)`, and to ask at which value each one works.

# %% tags=["minigrad-only"]
question("03.wrong-place", "...")

# %% [markdown]
# This slip cannot be seen at x = 1 or x = 0, where x² = x. A check at one convenient number proves little.

# %% [markdown]
# ## Exercises
#
# Now write the pieces yourself. The exercise notebook has five tasks, each with a check that answers at once:
# [03 exercises](../exercises/03_local_rules/03_local_rules.ipynb). Come back afterwards for the last
# questions.

# %% [markdown]
# ## Check yourself

# %% tags=["minigrad-only"]
question("03.multiply-or-add", "...")

# %% tags=["minigrad-only"]
question("03.what-to-keep", "...")

# %% [markdown]
# Two questions about earlier units:

# %% tags=["minigrad-only"]
question("03.review-tiny-step", "...")

# %% tags=["minigrad-only"]
question("03.review-branch", "...")

# %% [markdown]
# ## Key takeaways
#
# - Every operation has one local slope for each input. It depends on the values at that node and on nothing
#   else in the graph.
# - Sum 1 and 1, difference 1 and −1, product the other factor, quotient 1 / b and −a / b², square 2a, exp its
#   own result, log 1 / a, sin cos.
# - Along a path, multiply. Over paths, add. A value used twice by one operation counts as two paths.
# - The sum rule, the product rule and the chain rule of school are cases of this.
# - A node keeps, when it runs, what its rule will need: factors, a result, or nothing.
# - There can be far more paths than nodes, so paths are for understanding, not for computing.
#
# ## In PyTorch
#
# **The same.** With `import torch as minigrad` in the first cell, the code cells print the same; only `draw`,
# `step` and the questions are this course's. PyTorch too has one rule for each operation, and saves for each
# what its rule needs: a product its factors, `exp` its result.
#
# **What differs.** A PyTorch node does not store local slopes as numbers. It is a function that takes what
# arrives and returns what is to be sent on; the multiplication by the local slope happens inside. For single
# numbers that is the same. Unit 06 shows why it matters for arrays.
#
# ## Further reading
#
# - In minigrad: `minigrad/ops/elementwise.py`, where each operation stands beside its rule. Find `mul`, `div`
#   and `exp`.
# - PyTorch's table of rules,
#   [derivatives.yaml](https://github.com/pytorch/pytorch/blob/main/tools/autograd/derivatives.yaml).
# - Baydin and others, [Automatic differentiation in machine learning: a
#   survey](https://www.jmlr.org/papers/v18/17-468.html), section 3.
