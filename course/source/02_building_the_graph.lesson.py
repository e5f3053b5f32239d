# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 02 · Building the graph
#
# *About 25 minutes to read and run; the exercises take another 35.*
#
# After this unit you can
#
# - say what a computation records while it runs, and write a number that does so;
# - tell what is not recorded: constants, and everything that Python decides;
# - use `if`, loops, `print` and the debugger in a forward computation, and say how long its graph lives.
#
# **What you need from earlier units, in two sentences.** A slope says how much a result changes for each unit
# that an input changes. Finite differences find one slope with two runs of the computation; `backward()`
# finds all of them after a single run.

# %%
import weakref

import minigrad

# %% tags=["minigrad-only"]
from classroom import draw, predict, question

# %% [markdown]
# ## The idea
#
# Take `y = a * b + a` with a = 2 and b = 3. Python computes 6, then 8, and forgets how it came to 8. To find
# slopes, somebody has to go back from the 8 to the 2 and the 3, and for this the way must be known. So each
# result has to remember two things: **which operation made it, and from what.** That is all. Numbers that
# remember in this way hang together, each result on the numbers it was computed from, and what they form is
# called a **graph**.
#
# A tensor with `requires_grad=True` starts the remembering.

# %%
a = minigrad.tensor(2., requires_grad=True)
b = minigrad.tensor(3., requires_grad=True)
p = a * b
y = p + a
print(p)
print(y)

# %% tags=["minigrad-only"]
draw(y)

# %% [markdown]
# The boxes are the **nodes** of the graph. An arrow leads from each operand to the operation that uses it.
# The operands of a node are its **parents**: the product's parents are `a` and `b`, the sum's parents are the
# product and `a`. `a` and `b` have no parents. They are the **leaves**: no operation made them.
#
# Nobody drew up this graph in advance. It came into being line by line, while the two lines ran.

# %% [markdown]
# ## Predict
#
# Answer before you run the cells that follow: replace the `...` by your answer and run the question's cell.
# Your answer is kept, so that you can compare.

# %% tags=["minigrad-only"]
predict("02.arrows-from-x", ...)

# %% [markdown]
# To settle it, we look at the parents. PyTorch calls the node of a tensor its `grad_fn`, and a node's parents
# `next_functions`. A leaf appears there under the name `AccumulateGrad`.

# %%
x = minigrad.tensor(3., requires_grad=True)
product = x * x
y = product + x
arrows = 0
for result in (product, y):
    parents = [type(node).__name__ for node, _ in result.grad_fn.next_functions]
    arrows += parents.count("AccumulateGrad")
    print(type(result.grad_fn).__name__, parents)

# %% tags=["minigrad-only"]
predict.settle("02.arrows-from-x", arrows)

# %% [markdown]
# ## Under the hood: nodes of our own
#
# How does a number come to remember? We write such a number ourselves. A node holds its value, its parents,
# and the name of the operation.
#
# When Python sees `a * b`, it looks for a method `__mul__` of `a` and calls `a.__mul__(b)`. So in a class of
# our own we decide what `*` does. Here it does two things: it multiplies the values, and it makes a new node
# that holds on to its two parents.

# %%
class Node:
    def __init__(self, value, parents=(), op=""):
        self.value = value
        self.parents = parents
        self.op = op

    def __add__(self, other):
        return Node(self.value + other.value, (self, other), "+")

    def __mul__(self, other):
        return Node(self.value * other.value, (self, other), "*")


a = Node(2.)
b = Node(3.)
p = a * b
y = p + a
print(y.value, y.op)
print(y.parents[0] is p, y.parents[1] is a)

# %% [markdown]
# From `y` alone we can now get back to everything it was computed from.

# %%
def tell(node, depth=0):
    print("    " * depth + (node.op or "leaf"), node.value)
    for parent in node.parents:
        tell(parent, depth + 1)


tell(y)

# %% tags=["minigrad-only"]
draw(y)

# %% [markdown]
# That is the same graph as before, from nine lines of Python. (`tell` comes to `a` twice, since there are two
# ways that lead to it. It is one node all the same; the picture shows that better.)
#
# ### A name moves on, a node stays
#
# Programs often use one name again and again:

# %%
t = a * b
t = t + a
t = t * t
tell(t)

# %% [markdown]
# After the second line nothing names the product any more. It is not lost: the sum holds it as a parent. In
# `t = t + a`, the `t` on the right is the old node, which becomes a parent, and the `t` on the left is the
# name, which moves on to the new node.

# %% [markdown]
# ## Worked example: every node
#
# y = (a + b) · a − 4, with a = 2 and b = 3. Each line of the table is one operation, in the order in which
# Python works them out:
#
# | node | op | parents | value |
# |---|---|---|---|
# | a | leaf | | 2 |
# | b | leaf | | 3 |
# | s | + | a, b | 2 + 3 = 5 |
# | q | * | s, a | 5 · 2 = 10 |
# | y | − | q, and the number 4 | 10 − 4 = 6 |
#
# Five nodes; three of them are operations. Count the arrows: two into s, two into q, one into y from a node.
# The 4 is a constant.

# %%
a = minigrad.tensor(2., requires_grad=True)
b = minigrad.tensor(3., requires_grad=True)
s = a + b
q = s * a
y = q - 4
print(s, q, y, sep="\n")

# %% tags=["minigrad-only"]
draw(y)

# %% [markdown]
# ## In code
#
# ### Constants are not tracked
#
# To remember costs memory, so only what may be needed is remembered. If nobody asked for a slope at the
# operands, nobody will go back through the result.

# %%
w = minigrad.tensor(2., requires_grad=True)
data = minigrad.tensor(5.)
scale = minigrad.tensor(0.1)

scaled = data * scale
out = scaled * w
for name, t in {"w": w, "data": data, "scaled": scaled, "out": out, "out + 1": out + 1}.items():
    print(f"{name:8} requires_grad {t.requires_grad!s:6} recorded {t.grad_fn is not None}")

# %% [markdown]
# The rule: **a result requires a gradient when at least one of its operands does, and only then is the
# operation recorded.** `scaled` was computed, but from constants, so it is a constant too. Going back from it
# is not possible:

# %%
try:
    scaled.backward()
except RuntimeError as error:
    print(type(error).__name__)

# %% [markdown]
# ### `if`: only what ran is there
#
# The graph is made by running. So Python's own statements need no special treatment: whatever branch is
# taken, its operations are recorded.

# %%
def f(x, branch):
    if branch == "polynomial":
        return x ** 3 - x
    else:
        return minigrad.sin(x) * x


x = minigrad.tensor(2., requires_grad=True)
y = f(x, "polynomial")
y.backward()
print(x.grad)

x.grad = None
y = f(x, "trig")
y.backward()
print(x.grad)

# %% [markdown]
# By hand: x³ − x has the slope 3x² − 1 = 11 at 2. And sin(x) · x has the slope cos(x) · x + sin(x), which is
# −0.832 + 0.909 = 0.077. (`x.grad = None` clears what the first pass left; unit 05 is about that.)
#
# The condition may also depend on the numbers themselves. Then the same code makes different graphs for
# different inputs.

# %%
def bent(x):
    if x > 0:
        return x * x
    return -3 * x + 1


for value in (2., -2.):
    x = minigrad.tensor(value, requires_grad=True)
    y = bent(x)
    y.backward()
    print(value, type(y.grad_fn).__name__, x.grad)

# %% [markdown]
# At 2 the graph is one product, and the slope is 2 · 2 = 4. At −2 it is a product and a sum, and the slope is
# −3. The comparison `x > 0` left no trace. It looked at a value, and Python decided.
#
# ### Loops: as many nodes as rounds

# %%
def power(x, n):
    y = x
    for _ in range(n - 1):
        y = y * x
    return y


def operations(y):
    count, node = 0, y.grad_fn
    while type(node).__name__ != "AccumulateGrad":
        count, node = count + 1, node.next_functions[0][0]
    return count


x = minigrad.tensor(2., requires_grad=True)
for n in (2, 5, 10):
    y = power(x, n)
    print(f"n = {n:2}: {operations(y)} operations, value {y.item()}")

# %% [markdown]
# One line of code, `y = y * x`, stands for one, four or nine nodes. A `while` can even leave the number of
# rounds to the numbers.

# %% tags=["minigrad-only"]
predict("02.slope-of-halving", ...)

# %%
x = minigrad.tensor(6., requires_grad=True)
y = x
while y > 1:
    y = y * 0.5
y.backward()
print(y, operations(y), x.grad)

# %% tags=["minigrad-only"]
predict.settle("02.slope-of-halving", x.grad)

# %% [markdown]
# A caution: at x = 8 the number of rounds changes from three to four, and the result jumps. `backward()`
# gives the slope of the rounds that ran, and knows nothing of the jump beside it.
#
# ### `print` and the debugger
#
# The forward computation is ordinary Python that runs line by line. So you can look inside, with the tools
# that you have.

# %%
def model(x, w):
    h = x * w
    print("h is", h, "from", type(h.grad_fn).__name__)
    # import pdb; pdb.set_trace()
    return h + w


x = minigrad.tensor(3.)
w = minigrad.tensor(2., requires_grad=True)
print("y is", model(x, w))

# %% [markdown]
# Now remove the `#` in front of `import pdb` and run the cell again. The computation stops there, in the
# middle of the forward pass, and a prompt appears. This is `pdb`, Python's debugger. (In a program outside a
# notebook, `breakpoint()` does the same.) Type one of these and press Enter:
#
# | type | what it does |
# |---|---|
# | `p h` | prints `h`, with the operation that made it |
# | `p h * 10` | computes with it |
# | `n` | runs the next line |
# | `c` | goes on to the end |
#
# Put the `#` back before you go on. In a system that draws up the whole graph first and runs it later, none
# of this would work: at the time your lines run, there would be no numbers to look at.

# %% [markdown]
# ### How long a graph lives
#
# Nodes hold on to their parents, and the variable `y` holds on to the last node. As long as `y` is there, all
# of the graph is there. When `y` goes, or names something else, Python takes the graph away. We watch this on
# nodes of our own. A `WeakSet` counts objects without keeping them alive.

# %%
alive = weakref.WeakSet()


class Watched(Node):
    def __init__(self, value, parents=(), op=""):
        super().__init__(value, parents, op)
        alive.add(self)

    def __add__(self, other):
        return Watched(self.value + other.value, (self, other), "+")


def long_sum(x):
    y = x
    for _ in range(100):
        y = y + x
    return y


x = Watched(1.)
for _ in range(3):
    y = long_sum(x).value
    print("result", y, "nodes alive:", len(alive))

# %% [markdown]
# Each round makes 100 nodes, and after each round only the leaf `x` is left. The graph of a round is thrown
# away, and the next round builds a new one: memory stays bounded. Now a change that looks harmless: keep the
# node in a list, not just its value.

# %%
results = []
for _ in range(3):
    results.append(long_sum(x))
    print("nodes alive:", len(alive))

# %% [markdown]
# Holding on to the last node of each graph holds on to all of it.
#
# For tensors there is one thing more. The nodes keep the numbers that their slopes will need, such as the
# factors of a product, and these can be large. A backward pass releases them as soon as it is done, even if
# `y` is still there. So **a graph is good for one backward pass.**

# %%
x = minigrad.tensor(3., requires_grad=True)
y = x * x
y.backward()
try:
    y.backward()
except RuntimeError as error:
    print(type(error).__name__)

y = x * x
y.backward()

# %% [markdown]
# The second call fails, because the first released what the product had saved. Computing `y` anew builds a
# new graph, and all is well. (Unit 12 shows how to keep a graph, and what that costs.)
#
# Here is the memory of a loop with large tensors, measured. A tensor of 100,000 numbers takes 0.4 MB, and the
# graph of a round saves four of them, the intermediate values of `h`.

# %% tags=["minigrad-only"]
import tracemalloc


def loss_of_round(w):
    h = w
    for _ in range(5):
        h = h * w
    return h.sum()


w = minigrad.ones(100_000, requires_grad=True)
tracemalloc.start()
for n in range(1, 21):
    loss = loss_of_round(w)
    loss.backward()
    if n in (1, 10, 20):
        now, _ = tracemalloc.get_traced_memory()
        print(f"after round {n:2}: {now / 1e6:4.1f} MB")

kept = []
for n in range(1, 21):
    kept.append(loss_of_round(w))
    if n in (1, 10, 20):
        now, _ = tracemalloc.get_traced_memory()
        print(f"kept, without backward, after round {n:2}: {now / 1e6:4.1f} MB")
tracemalloc.stop()

# %% [markdown]
# With a backward pass in each round, memory is the same after 20 rounds as after one: 0.4 MB for `w.grad`.
# When the losses are kept and nobody goes back, every round adds its 1.6 MB.

# %% [markdown]
# ## Break it
#
# This should leave the slope of x², which is 6 at x = 3, in `x.grad`. It raises no error. Run it, and find
# out where the way back to `x` is interrupted.

# %%
x = minigrad.tensor(3., requires_grad=True)
square = x.item() ** 2
y = minigrad.tensor(square, requires_grad=True)
y.backward()
print(x.grad)

# %% tags=["minigrad-only"]
question("02.a-tensor-of-a-number", "...")

# %% [markdown]
# And this loop adds up losses to print their mean. The numbers are right. Look at what `total` is.

# %%
w = minigrad.tensor(1., requires_grad=True)
total = 0
for target in (2., 3., 4.):
    loss = (w - target) ** 2
    loss.backward()
    total = total + loss
print(total / 3)

# %% tags=["minigrad-only"]
draw(total)

# %% tags=["minigrad-only"]
question("02.running-total", "...")

# %% [markdown]
# ## Exercises
#
# Now write the pieces yourself. The exercise notebook has six tasks, each with a check that answers at once:
# [02 exercises](../exercises/02_building_the_graph/02_building_the_graph.ipynb). Come back afterwards for the
# last questions.

# %% [markdown]
# ## Check yourself

# %% tags=["minigrad-only"]
question("02.what-if-leaves-behind", "...")

# %% tags=["minigrad-only"]
question("02.what-constants-cost", "...")

# %% tags=["minigrad-only"]
question("02.names-and-nodes", "...")

# %% [markdown]
# Two questions about earlier units:

# %% tags=["minigrad-only"]
question("02.review-both-sides", "...")

# %% tags=["minigrad-only"]
question("02.review-single", "...")

# %% [markdown]
# ## Key takeaways
#
# - A node remembers which operation made it, and its parents in their order. Leaves have no parents.
# - The graph comes into being while the code runs. Names may move on; nodes stay as long as something holds
#   them.
# - A result requires a gradient when at least one operand does. Otherwise nothing is recorded.
# - `if` and loops are plain Python. What ran is in the graph, the conditions are not. The same code can make
#   a different graph each time.
# - `print` and `pdb` work in the middle of a forward computation.
# - A graph lives as long as its last node is held, and is good for one backward pass. Keep `loss.item()`, not
#   `loss`.
#
# ## In PyTorch
#
# **The same.** With `import torch as minigrad` in the first cell, the code cells print the same: `grad_fn`,
# `next_functions`, the names of the nodes, what is tracked and what is not. Only `draw` and the questions are
# this course's, and the memory cell, since PyTorch's memory is not seen by `tracemalloc`.
#
# **What differs.** Building a graph anew each time costs something. `torch.compile` trades some of this
# freedom for speed: it watches a computation once and makes a fixed program of it. Unit 21 builds a small
# one.
#
# ## Further reading
#
# - In minigrad: `minigrad/autograd/graph.py`, the nodes and what they save.
# - PyTorch's note [Autograd mechanics](https://docs.pytorch.org/docs/stable/notes/autograd.html), on how the
#   graph is recorded.
# - Python's [pdb](https://docs.python.org/3/library/pdb.html), with all the commands of the debugger.
